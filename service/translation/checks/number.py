"""Numbers that differ between the sides of a pair, by value."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from service.translation.checks.finding import finding
from service.translation.checks.numerals import Number, Numerals, numerals
from service.translation.checks.sides import Compared, Side, compared
from service.translation.checks.spelled_numbers import names_number
from service.translation.types import Alignment, Finding, Severity

_IMPERIAL = re.compile(
    r"[\s-]?(?:ft|feet|foot|inch\w*|miles?|yards?|lbs?|pounds?|libras?|livres?|libbr[ae]|Pfund|mi|millas?|milhas?|milles?|miglia|Meilen?|"
    r"pies?|pés?|pieds?|piedi|Fuß|[\"'”“’″′])",
    re.IGNORECASE,
)
_METRIC = re.compile(r"\s?(?:m|cm|km|kg|g|met\w+|mèt\w+|centi\w+|zenti\w+|quil\w+|kil\w+)\b", re.IGNORECASE)
_TIMES = re.compile(r"\s?(?:times|veces|vezes|fois|mal|volte|keer|razy|[x×])", re.IGNORECASE)
_AMBIGUOUS = frozenset({("it", "sei"), ("fr", "neuf"), ("de", "acht"), ("en", "second"), ("es", "cuarto")})
"""Number words that are as often something else: "you are", "new", "attention", "the moment", "the room"."""
_ROMAN = re.compile(r"(?<![^\W_])[IVXLC]+(?![^\W_])")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_RATIOS = (0.3048, 30.48, 2.54, 1.609, 0.4536, 0.9144)
_TOLERANCE = 0.2


class _Unmatched(NamedTuple):
    source: list[Number]
    target: list[Number]


class NumberCheck:
    """Compares the numbers of both sides as multisets.

    Words that hint at a number answer one on the other side; an ordinal in words counts only against another ordinal;
    lengths and weights may be converted.
    """

    kind = "number"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the numbers that have no counterpart or another value, in the order of the pairs."""
        return [found for pair in compared(alignment) for found in _of_pair(pair)]


def _of_pair(pair: Compared) -> Iterator[Finding]:
    source, target = unlabelled(pair.source), unlabelled(pair.target)
    changed, single = _conflicts(_unmatched(source, target, pair))
    yield from (_changed(pair, *both) for both in changed)
    lost = [number for number in single.source if not _is_excused(pair.source, number, pair.target, target)]
    gained = [number for number in single.target if not _is_excused(pair.target, number, pair.source, source)]
    yield from (_alone(pair, numbers, "source") for numbers in _by_weight(lost))
    yield from (_alone(pair, numbers, "target") for numbers in _by_weight(gained))


def unlabelled(side: Side) -> Numerals:
    """Return what a side says in numbers, those left out that steps and items are counted with."""
    found = numerals(side.text, side.language)
    return found._replace(numbers=tuple(number for number in found.numbers if not _is_label(side, number)))


def _by_weight(numbers: Sequence[Number]) -> Iterator[Sequence[Number]]:
    """Yield the numbers that weigh the same together: they are told in one finding, not one each."""
    for weight in dict.fromkeys(map(_weight, numbers)):
        yield [number for number in numbers if _weight(number) == weight]


def _is_excused(side: Side, number: Number, other: Side, others: Numerals) -> bool:
    """Say whether a number that has no partner says nothing.

    So do ordinals in words, and words that the other side has in any language or hints at.
    """
    return (
        number.ordinal
        or (number.spelled and names_number(other.text, number.value))
        or number.value in _roman_numerals(other.text)
        or _is_answered(number, side, others)
    )


def _is_label(side: Side, number: Number) -> bool:
    return number.start in side.starts and bool(re.match(r"[.)]\s", side.text[number.end :]))


def _is_answered(number: Number, side: Side, other: Numerals) -> bool:
    """Say whether the other side repeats the number's value less often, or hints at it ("2 times", "twice")."""
    if any(number.value == each.value for each in other.numbers):
        return number.spelled or number.value in ("0", "1")
    small = number.spelled or number.value in ("0", "0.5", "1") or _TIMES.match(side.text, number.end)
    return number.value in other.hints and bool(small)


def _unmatched(source: Numerals, target: Numerals, pair: Compared) -> _Unmatched:
    """Return what is left once measures are paired, the same and then converted ones, then all other numbers.

    Of those, digits are paired with digits and words with words first.
    """
    lonely = _Unmatched(list(source.numbers), list(target.numbers))
    values_here, values_there = ({number.value for number in numbers} for numbers in lonely)

    def converted(one: Number, two: Number) -> bool:
        given_in_both = one.value in values_there and two.value in values_here  # "4 kg (8.8 lb)"
        return not given_in_both and _are_conversions(pair.source, one, pair.target, two)

    def same_measure(one: Number, two: Number) -> bool:  # "60lbs" and "60lbs (30kg)"
        units = ((_unit(pair.source, one, unit), _unit(pair.target, two, unit)) for unit in (_IMPERIAL, _METRIC))
        return one.value == two.value and any(map(all, units))

    for same in (same_measure, converted, _same_form, _same_value):
        _pair_off(lonely, same)
    return _Unmatched(
        _unconverted(pair.source, lonely.source, source.numbers),
        _unconverted(pair.target, lonely.target, target.numbers),
    )


def _unconverted(side: Side, left: Sequence[Number], own: Sequence[Number]) -> list[Number]:
    """Return the numbers without those that convert one beside them: "50ft (15m)"."""
    return [number for number in left if not any(_are_conversions(side, number, side, each) for each in own)]


def _roman_numerals(text: str) -> frozenset[str]:
    """Return the values, from 2, of the Roman numerals in a text: "siglo XXI", "II."."""
    return frozenset(str(value) for found in _ROMAN.findall(text) if (value := _roman(found)) > 1)


def _roman(numeral: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def _pair_off(lonely: _Unmatched, same: Callable[[Number, Number], bool]) -> None:
    for number in list(lonely.source):
        partner = next((other for other in lonely.target if same(number, other)), None)
        if partner:
            lonely.source.remove(number)
            lonely.target.remove(partner)


def _same_form(one: Number, two: Number) -> bool:
    return one[2:] == two[2:]


def _same_value(one: Number, two: Number) -> bool:
    return one.value == two.value


def _conflicts(lonely: _Unmatched) -> tuple[list[tuple[Number, Number]], _Unmatched]:
    """Pair the numbers left on both sides, cardinals with cardinals and ordinals with ordinals, in order."""
    pairs: list[tuple[Number, Number]] = []
    for ordinal in (False, True):
        left = [number for number in lonely.source if number.ordinal is ordinal]
        right = [number for number in lonely.target if number.ordinal is ordinal]
        pairs += zip(left, right, strict=False)
    paired = {number for both in pairs for number in both}
    rest = _Unmatched(
        [number for number in lonely.source if number not in paired],
        [number for number in lonely.target if number not in paired],
    )
    return pairs, rest


def _are_conversions(side: Side, number: Number, other_side: Side, other: Number) -> bool:
    """Say whether one of two numbers is a length or weight and the other the same in the other system of units."""
    measures = ((side, number, other_side, other), (other_side, other, side, number))
    if not any(_unit(a, n, _IMPERIAL) and _unit(b, m, _METRIC) for a, n, b, m in measures):
        return False
    try:
        one, two = float(number.value), float(other.value)
    except ValueError:  # dice
        return False
    return any(abs(x * ratio - y) <= _TOLERANCE * y for ratio in _RATIOS for x, y in ((one, two), (two, one)) if y > 0)


def _unit(side: Side, number: Number, unit: re.Pattern[str]) -> bool:
    """Say whether a unit follows the number, set apart from it or not ("10 m", "10m")."""
    bare = re.search(r"[^\W\d_]*$", side.text[number.start : number.end])
    return bool(unit.match(side.text, number.start + bare.start() if bare and not number.spelled else number.end))


def _changed(pair: Compared, number: Number, other: Number) -> Finding:
    source, target = pair.source.quote(number.start, number.end), pair.target.quote(other.start, other.end)
    digits = not (number.spelled and other.spelled)
    return finding(
        "number",
        Severity.HIGH,
        0.97 if digits else 0.93,
        f"The source says {source.quote} ({number.value}), the target {target.quote} ({other.value}).",
        source,
        target,
        pair.pair,
    )


def _alone(pair: Compared, numbers: Sequence[Number], where: str) -> Finding:
    """Tell numbers that only one side has, quoted from the first to the last of them."""
    side, other = (pair.source, "target") if where == "source" else (pair.target, "source")
    quote = side.quote(numbers[0].start, numbers[-1].end)
    values = ", ".join(number.value for number in numbers)
    written = side.text[numbers[0].start : numbers[0].end] if len(numbers) == 1 else "numbers"
    message = f"The {where} says {written} ({values}); the {other} has no such number{'s' if len(numbers) > 1 else ''}."
    ambiguous = all((side.language, side.text[each.start : each.end].lower()) in _AMBIGUOUS for each in numbers)
    weight = (Severity.LOW, 0.2) if ambiguous else _weight(numbers[0])
    return finding("number", *weight, message, *pair.beside_all(quote, where), pair.pair)


def _weight(number: Number) -> tuple[Severity, float]:
    if not number.spelled:
        return Severity.HIGH, 0.92
    if number.value == "2":  # "the two kings", "the kings"
        return Severity.LOW, 0.4
    return Severity.MEDIUM, 0.8

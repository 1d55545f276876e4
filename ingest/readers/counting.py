"""How lists count: 1, a, A, i, I as HTML names them."""

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
LARGEST_ROMAN = 3_999


def counted(number: int, style: str) -> str:
    """Return a list's number in ``style``: "1", "a", "A", "i" or "I"; in digits where the style cannot say it."""
    if style in ("a", "A") and number > 0:
        letters = _letters(number)
        return letters if style == "a" else letters.upper()
    if style in ("i", "I") and 0 < number <= LARGEST_ROMAN:
        return _roman(number) if style == "i" else _roman(number).upper()
    return str(number)


def _letters(number: int) -> str:
    text = ""
    while number > 0:
        number, place = divmod(number - 1, 26)
        text = chr(ord("a") + place) + text
    return text


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        times, number = divmod(number, value)
        text += letters * times
    return text

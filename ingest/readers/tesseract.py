"""Tesseract, when it is installed: which languages it has here, and the words that it sees in a picture."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_PAGE = 60.0
"""Seconds; a page that takes longer is a pattern, not text."""
LEAST_SURE = 35.0
"""Per cent; a line that Tesseract is less sure of is mostly a drawing taken for letters."""
MOST_LANGUAGES = 6

CODES = {
    "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "es": "spa", "fi": "fin", "fr": "fra",
    "gl": "glg", "hu": "hun", "it": "ita", "ja": "jpn", "ko": "kor", "nb": "nor", "nl": "nld", "no": "nor", "pl": "pol",
    "pt": "por", "ro": "ron", "ru": "rus", "sv": "swe", "tr": "tur", "uk": "ukr", "zh": "chi_sim",
}  # fmt: skip
"""Tesseract's names of languages."""
_ALL_OF_IT = "install Tesseract (Debian: apt install tesseract-ocr{package}) and the extra lexludo[ocr]"


class Unavailable(Exception):  # noqa: N818 - it says what is the case, and is caught by the reader beside it
    """Tesseract, its Python side or a language is not installed; ``remedy`` says what to do."""

    def __init__(self, remedy: str) -> None:
        super().__init__(remedy)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Found:
    """One word in a picture: its rectangle in pixels from the upper left, and which line it belongs to."""

    text: str
    sure: float
    block: int
    paragraph: int
    line: int
    left: int
    top: int
    right: int
    bottom: int


def languages(tag: str | None) -> str:
    """Return what to give Tesseract as languages: that of a BCP 47 tag, or all that are here. Raises Unavailable."""
    wanted = _code(tag)
    here = _installed(wanted)
    if wanted and wanted not in here:
        raise Unavailable(f'install the language "{wanted}" of Tesseract (Debian: apt install {_package(wanted)})')
    chosen = [wanted] if wanted else [code for code in dict.fromkeys(CODES.values()) if code in here][:MOST_LANGUAGES]
    if not chosen:
        raise Unavailable("install a language of Tesseract (Debian: apt install tesseract-ocr-eng)")
    return "+".join(chosen)


def _code(tag: str | None) -> str | None:
    if tag and tag.lower().startswith(("zh-hant", "zh-tw", "zh-hk")):
        return "chi_tra"
    return CODES.get(tag.partition("-")[0].lower()) if tag else None


def _package(code: str) -> str:
    return f"tesseract-ocr-{code.replace('_', '-')}"


def _installed(wanted: str | None) -> set[str]:
    remedy = _ALL_OF_IT.format(package=f" {_package(wanted)}" if wanted else "")
    if shutil.which("tesseract") is None:
        raise Unavailable(remedy)
    try:
        import pytesseract
    except ImportError:
        raise Unavailable(remedy) from None
    try:
        return set(pytesseract.get_languages())
    except (RuntimeError, OSError):
        raise Unavailable(remedy) from None


def words(picture: "Image", codes: str) -> list[Found]:
    """Return the words of a picture in reading order, without lines that are hardly sure; none where it fails."""
    import pytesseract

    # files are read on all processors at once already; more threads of each would only hinder one another
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    try:
        table = pytesseract.image_to_data(
            picture, lang=codes, config="--psm 3", output_type=pytesseract.Output.DICT, timeout=LONGEST_PAGE
        )
    except (RuntimeError, OSError):  # Tesseract gave up, or took too long
        return []
    return _sure_enough(list(_rows(table)))


def _rows(table: dict[str, list[Any]]) -> Iterator[Found]:
    for n, text in enumerate(table["text"]):
        if str(text).strip():
            block, paragraph, line = (int(table[key][n]) for key in ("block_num", "par_num", "line_num"))
            left, top, width, height = (int(table[key][n]) for key in ("left", "top", "width", "height"))
            place = (left, top, left + width, top + height)
            yield Found(str(text).strip(), float(table["conf"][n]), block, paragraph, line, *place)


def _sure_enough(found: list[Found]) -> list[Found]:
    sure: dict[tuple[int, int, int], list[float]] = {}
    for word in found:
        sure.setdefault((word.block, word.paragraph, word.line), []).append(word.sure)
    good = {key for key, values in sure.items() if sum(values) / len(values) >= LEAST_SURE}
    return [word for word in found if (word.block, word.paragraph, word.line) in good]

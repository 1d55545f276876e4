"""Aligned pairs for translation tools: TMX 1.4 and XLIFF 1.2 with the findings as notes.

Written here and not with translate-toolkit, whose licence (GPL) does not go with this one.
"""

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from service.translation.comparing import Comparison, Report, Side
from service.translation.types import Finding, Pair, Severity

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
XLIFF = "urn:oasis:names:tc:xliff:document:1.2"
PRIORITY = {Severity.HIGH: "1", Severity.MEDIUM: "4", Severity.LOW: "8"}
"""XLIFF counts from 1, the highest, to 10."""
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_tmx(report: Report) -> str:
    """Return the pairs that have both sides as a translation memory."""
    root = ET.Element("tmx", version="1.4")
    ET.SubElement(
        root,
        "header",
        {
            "creationtool": "lexludo",
            "creationtoolversion": "1",
            "datatype": "plaintext",
            "segtype": "sentence",
            "adminlang": "en",
            "srclang": report.source.language,
            "o-tmf": "lexludo",
        },
    )
    body = ET.SubElement(root, "body")
    for one in report.comparisons:
        for pair in one.pairs:
            if pair.source and pair.target:
                body.append(_unit(one, pair))
    return _written(root)


def _unit(one: Comparison, pair: Pair) -> ET.Element:
    unit = ET.Element("tu")
    ET.SubElement(unit, "prop", type="x-score").text = f"{pair.score:.4f}"
    for side, numbers in ((one.source, pair.source), (one.target, pair.target)):
        variant = ET.SubElement(unit, "tuv", {XML_LANG: side.language})
        ET.SubElement(variant, "prop", type="x-document").text = _plain(side.name)
        ET.SubElement(variant, "seg").text = _text(side, numbers)
    return unit


def to_xliff(report: Report) -> str:
    """Return every source segment with its translation, one ``file`` a target; findings are notes.

    A unit whose findings remain is ``needs-review-translation``, one without counterpart ``needs-translation``.
    """
    ET.register_namespace("", XLIFF)
    root = ET.Element(f"{{{XLIFF}}}xliff", version="1.2")
    for one in report.comparisons:
        attributes = {
            "original": _plain(one.target.name),
            "source-language": one.source.language,
            "target-language": one.target.language,
            "datatype": "plaintext",
        }
        body = ET.SubElement(ET.SubElement(root, f"{{{XLIFF}}}file", attributes), f"{{{XLIFF}}}body")
        for number, pair in enumerate(one.pairs):
            body.append(_trans_unit(one, number, pair, [each for each in one.findings if each.pair == number]))
    return _written(root)


def _trans_unit(one: Comparison, number: int, pair: Pair, findings: Sequence[Finding]) -> ET.Element:
    unit = ET.Element(f"{{{XLIFF}}}trans-unit", id=str(number + 1))
    ET.SubElement(unit, f"{{{XLIFF}}}source").text = _text(one.source, pair.source)
    target = ET.SubElement(unit, f"{{{XLIFF}}}target", state=_state(pair, findings))
    target.text = _text(one.target, pair.target)
    for note in _notes(pair, findings):
        unit.append(note)
    return unit


def _state(pair: Pair, findings: Sequence[Finding]) -> str:
    if not pair.target:
        return "needs-translation"
    return "needs-review-translation" if findings else "translated"


def _notes(pair: Pair, findings: Sequence[Finding]) -> Iterator[ET.Element]:
    if not pair.source:
        yield _note("The source has nothing here.", "5")
    for found in findings:
        yield _note(f"[{found.kind}, {found.severity.value}] {found.message}", PRIORITY[found.severity])


def _note(words: str, priority: str) -> ET.Element:
    note = ET.Element(f"{{{XLIFF}}}note", {"from": "lexludo", "priority": priority})
    note.text = _plain(words)
    return note


def _text(side: Side, numbers: Sequence[int]) -> str:
    return _plain(" ".join(side.segments[number].text for number in numbers))


def _plain(text: str) -> str:
    """Return text without the control characters that XML cannot hold."""
    return _UNWRITABLE.sub("", text)


def _written(root: ET.Element) -> str:
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'

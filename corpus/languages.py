"""Language tags (BCP 47): their form, and the part of them that names the language."""

import re
from functools import lru_cache

_TAG = re.compile(
    r"(?P<language>[a-z]{2,3})(?:-(?P<script>[a-z]{4}))?(?:-(?P<region>[a-z]{2}|\d{3}))?"
    r"(?P<rest>(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*(?:-x(?:-[a-z0-9]{1,8})+)?)",
    re.IGNORECASE,
)

_ISO_639_1 = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en
eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka
kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl
nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv
sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
_LONGER = "ast ceb cmn fil gsw haw hsb kab lat mni nds roa scn szl vec wuu yue"
SEVERAL = "mul"
"""The tag of a file in several languages (ISO 639-2)."""
_KNOWN = frozenset(f"{_ISO_639_1} {_LONGER} {SEVERAL}".split())


def canonical_tag(tag: str) -> str | None:
    """Return the tag in its usual case (``pt-BR``, ``zh-Hant-TW``), or None where it is not one by its form."""
    match = _TAG.fullmatch(tag)
    if match is None:
        return None
    parts = [
        match["language"].lower(),
        (match["script"] or "").title(),
        (match["region"] or "").upper(),
        match["rest"].lower().strip("-"),
    ]
    return "-".join(filter(None, parts))


@lru_cache(maxsize=1024)
def primary(tag: str) -> str:
    """Return the language of a tag without script and region: ``pt`` for ``pt-BR``."""
    return tag.partition("-")[0].lower()


def is_known_language(tag: str) -> bool:
    """Say whether the tag's language is one of ISO 639-1, or of the few longer codes that rulebooks use."""
    return primary(tag) in _KNOWN

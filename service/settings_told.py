"""The settings as a table, read off ``Settings`` itself: what is told of them can never differ from what holds."""

from collections.abc import Iterator
from typing import NamedTuple

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from service.settings import Settings


class Told(NamedTuple):
    """One setting: the variable that sets it, its default as one would write it there, what it means."""

    variable: str
    default: str
    meaning: str


def all_settings() -> Iterator[Told]:
    """Yield the settings in the order in which ``Settings`` has them."""
    for name, field in Settings.model_fields.items():
        yield Told(f"LEXLUDO_{name.upper()}", _default(field), _sentence(field.description or ""))


def _default(field: FieldInfo) -> str:
    match field.default:
        case None:
            return ""
        case SecretStr() as secret:
            return secret.get_secret_value()
        case bool() as flag:
            return str(flag).lower()
        case float() as number:
            return f"{number:g}"
        case tuple() as values:
            return ",".join(map(str, values))
        case value:
            return str(value)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def as_text() -> str:
    """Return the settings for a terminal, one after the other."""
    return "\n".join(f"{each.variable}={each.default}\n    {each.meaning}" for each in all_settings())


def as_markdown() -> str:
    """Return the settings as a Markdown table."""
    rows = [f"| `{each.variable}` | {_code(each.default)} | {_cell(each.meaning)} |" for each in all_settings()]
    return "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows])


def _code(text: str) -> str:
    return f"`{_cell(text)}`" if text else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")

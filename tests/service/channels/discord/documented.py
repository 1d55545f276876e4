"""What Discord documents of messages and commands, and refuses otherwise."""

import re
from collections.abc import Iterator
from typing import Any

LOCALES = set(
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th".split()
)
NAME = re.compile(r"[-_'\w]{1,32}")

STRING, SUBCOMMAND = 3, 1


def _size(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def message_faults(message: dict[str, Any], files: set[str]) -> list[str]:
    """Return all that is wrong with a message as it was sent, with the names of its files."""
    return [*_text_faults(message), *_embed_faults(message, files), *_component_faults(message.get("components", []))]


def _text_faults(message: dict[str, Any]) -> Iterator[str]:
    unknown = set(message) - {"content", "embeds", "components", "allowed_mentions", "attachments", "flags", "tts"}
    yield from (f"{name}: unknown" for name in sorted(unknown))
    if _size(message.get("content", "")) > 2000:
        yield "content: over 2000"
    if not message.get("content") and not message.get("embeds"):
        yield "message: empty"
    if message.get("allowed_mentions") != {"parse": []}:
        yield "allowed_mentions: somebody could be mentioned"
    if message.get("flags", 64) != 64:
        yield "flags: only EPHEMERAL is used here"


def _embed_faults(message: dict[str, Any], files: set[str]) -> Iterator[str]:
    embeds = message.get("embeds", [])
    if len(embeds) > 10:
        yield "embeds: over 10"
    if sum(map(_weight, embeds)) > 6000:
        yield "embeds: over 6000 together"
    named = {one["filename"] for one in message.get("attachments", [])}
    if named != files:
        yield f"attachments: {named} are told of, {files} are sent"
    for embed in embeds:
        yield from _one_embeds_faults(embed, files)


def _weight(embed: dict[str, Any]) -> int:
    fields = [part for field in embed.get("fields", []) for part in (field["name"], field["value"])]
    parts = [embed.get("title", ""), embed.get("description", ""), embed.get("footer", {}).get("text", ""), *fields]
    return sum(map(_size, parts))


def _one_embeds_faults(embed: dict[str, Any], files: set[str]) -> Iterator[str]:
    for name, limit in (("title", 256), ("description", 4096)):
        if _size(embed.get(name, "")) > limit:
            yield f"{name}: over {limit}"
    if _size(embed.get("footer", {}).get("text", "")) > 2048:
        yield "footer: over 2048"
    fields = embed.get("fields", [])
    if len(fields) > 25:
        yield "fields: over 25"
    for field in fields:
        if not 1 <= _size(field["name"]) <= 256 or not 1 <= _size(field["value"]) <= 1024:
            yield "field: empty, or over 256 and 1024"
    image = embed.get("image", {}).get("url", "https://")
    if not image.startswith("https://") and image.removeprefix("attachment://") not in files:
        yield f"image: {image} is neither an address nor sent along"
    if not embed.get("url", "https://").startswith(("https://", "http://")):
        yield "url: no address"


def _component_faults(rows: list[dict[str, Any]]) -> Iterator[str]:
    if len(rows) > 5:
        yield "components: over 5 rows"
    inside = [component for row in rows for component in row["components"]]
    identifiers = [component["custom_id"] for component in inside]
    if len(set(identifiers)) < len(identifiers):
        yield "custom_id: twice"
    if any(not 1 <= len(one) <= 100 for one in identifiers):
        yield "custom_id: empty, or over 100"
    for row in rows:
        if row["type"] != 1 or not 1 <= len(row["components"]) <= 5:
            yield "row: empty, over 5, or none"
    for component in inside:
        yield from _button_faults(component) if component["type"] == 2 else _menu_faults(component)


def _button_faults(button: dict[str, Any]) -> Iterator[str]:
    if button["style"] not in (1, 2, 3, 4) or not 1 <= _size(button["label"]) <= 80:
        yield "button: unknown style, or label empty or over 80"


def _menu_faults(menu: dict[str, Any]) -> Iterator[str]:
    if menu["type"] != 3 or not 1 <= len(menu["options"]) <= 25 or _size(menu["placeholder"]) > 150:
        yield "menu: no string menu, or options none or over 25, or placeholder over 150"
    for option in menu["options"]:
        if not 1 <= _size(option["label"]) <= 100 or not 1 <= _size(option["value"]) <= 100:
            yield "option: empty, or over 100"


def choice_faults(choices: list[dict[str, Any]]) -> list[str]:
    """Return all that is wrong with what autocomplete offers."""
    faults = ["choices: over 25"] if len(choices) > 25 else []
    return faults + [f"choice: {one}" for one in choices if not _is_choice(one)]


def _is_choice(choice: dict[str, Any]) -> bool:
    return 1 <= _size(choice["name"]) <= 100 and 1 <= _size(choice["value"]) <= 100


def command_faults(command: dict[str, Any]) -> list[str]:
    """Return all that is wrong with a slash command."""
    options = command.get("options", [])
    faults = [] if command.get("type") == 1 else ["type: no slash command"]
    required = [option.get("required", False) for option in options]
    if required != sorted(required, reverse=True):
        faults.append("options: required ones come first")
    if any(option["type"] != STRING for option in options) or len(options) > 25:
        faults.append("options: over 25, or no strings")
    if any(option.get("max_length", 1) > 6000 for option in options):
        faults.append("max_length: over 6000")
    return faults + [fault for one in (command, *options) for fault in _naming_faults(one)]


def _naming_faults(one: dict[str, Any]) -> Iterator[str]:
    names = {"en-US": one["name"], **one["name_localizations"]}
    descriptions = {"en-US": one["description"], **one["description_localizations"]}
    yield from (f"locale: {locale}" for locale in (set(names) | set(descriptions)) - LOCALES)
    yield from (f"name: {name}" for name in names.values() if not NAME.fullmatch(name) or name != name.lower())
    yield from (f"description: {said}" for said in descriptions.values() if not 1 <= _size(said) <= 100)

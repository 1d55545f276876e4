"""Reading server-sent events as a browser does (WHATWG HTML, 9.2.6)."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


class Event(NamedTuple):
    name: str
    data: Any


def events(lines: Iterable[str]) -> Iterator[Event]:
    """Yield the events of a stream's lines; comments are left out."""
    name, data = "message", list[str]()
    for line in lines:
        field, _, value = line.partition(":")
        if not line:
            if data:
                yield Event(name, json.loads("\n".join(data)))
            name, data = "message", list[str]()
        elif field == "event":
            name = value.removeprefix(" ")
        elif field == "data":
            data.append(value.removeprefix(" "))

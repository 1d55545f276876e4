"""The OpenAPI document, with an example for every route and the errors as they really come."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from service.api.problems import MEDIA_TYPE

EXAMPLES = Path(__file__).with_name("examples.json")
"""By method and path: ``parameters`` by name, ``body``, ``response``; the answers of a library that holds chess."""

METHODS = frozenset(("get", "post", "put", "patch", "delete"))

PROBLEM = {
    "title": "Problem",
    "description": "What went wrong (RFC 9457); some have members of their own.",
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "examples": ["urn:lexludo:unknown-name"]},
        "title": {"type": "string", "examples": ["Not Found"]},
        "status": {"type": "integer", "examples": [404]},
        "detail": {"type": "string", "examples": ["the library holds no game named ches; did you mean chess?"]},
    },
    "additionalProperties": True,
}
OF_FASTAPI = ("HTTPValidationError", "ValidationError")
OF_OPENAI = ("/v1/chat/", "/v1/models")
"""Routes whose errors have another shape, and say so themselves."""


def install(app: FastAPI) -> None:
    """Let ``app`` describe itself with examples and problems."""
    made = app.openapi

    @cache
    def described() -> dict[str, Any]:
        document = made()
        examples = json.loads(EXAMPLES.read_text("utf-8"))
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        schemas["Problem"] = PROBLEM
        for name in OF_FASTAPI:
            schemas.pop(name, None)
        for path, operations in document["paths"].items():
            for method in METHODS & operations.keys():
                _complete(operations[method], path, examples.get(f"{method.upper()} {path}", {}))
                schemas.update(_definitions(operations[method]))
        return document

    app.openapi = described  # type: ignore[method-assign]


def _complete(operation: dict[str, Any], path: str, example: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", []):
        if parameter["name"] in example.get("parameters", {}):
            parameter["example"] = example["parameters"][parameter["name"]]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        _show(content, example, "body")
    operation["responses"].pop("422", None)
    if not path.startswith(OF_OPENAI):
        operation["responses"]["default"] = _problem()
    for content in operation["responses"].get("200", {}).get("content", {}).values():
        _show(content, example, "response")


def _definitions(operation: dict[str, Any]) -> dict[str, Any]:
    """Take out and return what a body that is read by hand defines beside itself."""
    contents = operation.get("requestBody", {}).get("content", {}).values()
    return {name: one for content in contents for name, one in content["schema"].pop("$defs", {}).items()}


def _show(content: dict[str, Any], example: dict[str, Any], which: str) -> None:
    if which in example:
        content["example"] = example[which]


def _problem() -> dict[str, Any]:
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": "It could not be done, and why.", "content": content}

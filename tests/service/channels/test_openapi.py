"""The OpenAPI document: every route has examples, they are of the form they illustrate, and a service takes them."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import jsonschema
import pytest

from service.api.app import create_app
from service.api.routes_docs import render
from service.settings import Settings
from tests.service.scripted import Scripted

DOCUMENT: dict[str, Any] = create_app(Settings.model_validate({}), Scripted()).openapi()
TEXT = ("application/json", "text/event-stream")


class Operation(NamedTuple):
    method: str
    path: str
    described: dict[str, Any]

    def body(self) -> dict[str, Any] | None:
        content: dict[str, Any] | None = (
            self.described.get("requestBody", {}).get("content", {}).get("application/json")
        )
        return content

    def parameters(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.described.get("parameters", [])
        return found


OPERATIONS = [
    Operation(method, path, described)
    for path, operations in DOCUMENT["paths"].items()
    for method, described in operations.items()
]
NAMES = [f"{one.method} {one.path}" for one in OPERATIONS]

each_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=NAMES)


def illustrated(operation: Operation) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all that an operation should illustrate, with its name."""
    body = operation.body()
    if body is not None:
        yield "body", body
    for media_type, content in successful(operation).get("content", {}).items():
        if media_type in TEXT:
            yield media_type, content
    yield from ((one["name"], one) for one in operation.parameters())


def successful(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = next(
        one for status, one in operation.described["responses"].items() if status[0] == "2"
    )
    return described


def check(value: Any, schema: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(value)


@each_operation
def test_every_operation_is_illustrated_by_examples_of_its_own_form(operation: Operation) -> None:
    for name, content in illustrated(operation):
        assert "example" in content, f"{name}: add it to service/api/examples.json"
        check(content["example"], content["schema"])


@each_operation
def test_the_examples_are_taken_by_a_service(operation: Operation, client: httpx.Client) -> None:
    """A game that the service does not hold is as far as an example may fail."""
    path, query = operation.path, {}
    for one in operation.parameters():
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", quote(str(one["example"]), safe=""))
        elif one["in"] == "query":
            query[one["name"]] = one["example"]
    body = (operation.body() or {}).get("example")
    answer = client.request(operation.method, path, params=query, json=body)
    assert answer.status_code in (200, 204, 404)
    if answer.status_code == 404 and answer.headers["Content-Type"] == "application/problem+json":
        assert answer.json()["type"] == "urn:lexludo:unknown-name"


def test_a_page_describes_every_operation_with_its_examples_as_text(client: httpx.Client) -> None:
    page = client.get("/docs")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    for operation in OPERATIONS:
        assert f"<h2>{operation.method.upper()} {operation.path}</h2>" in page.text
    assert "I touched king and rook together. What now?" in page.text
    assert "<code>start</code>..<code>end</code>" in page.text
    assert "<script" not in page.text
    hostile = {
        "<b>/x": {"get": {"description": "<script>", "responses": {}, "parameters": [{"name": "<i>", "in": "query"}]}}
    }
    shown = render({"info": {"title": "<u>"}, "paths": hostile})
    assert not [tag for tag in ("<b>", "<script>", "<i>", "<u>") if tag in shown]


def test_errors_are_described_as_they_come(client: httpx.Client) -> None:
    refused = client.post("/v1/ask", json={"question": ""})
    described = DOCUMENT["paths"]["/v1/ask"]["post"]["responses"]
    assert "422" not in described
    check(refused.json(), described["default"]["content"][refused.headers["Content-Type"]]["schema"])
    chat = client.post("/v1/chat/completions", json={})
    described = DOCUMENT["paths"]["/v1/chat/completions"]["post"]["responses"]
    check(chat.json(), described["400"]["content"]["application/json"]["schema"])


def test_the_document_is_served_whole_and_names_nothing_it_lacks(client: httpx.Client) -> None:
    served = client.get("/openapi.json")
    assert served.json()["paths"].keys() == DOCUMENT["paths"].keys()
    text = json.dumps(DOCUMENT)
    for reference in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert reference in DOCUMENT["components"]["schemas"]
    assert "#/$defs/" not in text

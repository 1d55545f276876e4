"""Schemathesis makes requests from the OpenAPI document, in and out of its bounds: none of them gets a 500."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

from service.api.app import create_app
from service.settings import Settings
from tests.service.scripted import Scripted
from tests.service.serving import served

TOKEN = "of-nobody-else"
EVERYTHING: dict[str, Any] = {"admin_token": TOKEN, "allow_compare": True, "discord_public_key": "ab" * 32}
"""Settings with which every route is there."""


SLOW = ("/v1/admin/documents", "/v1/comparisons")
"""What is well formed here starts a process that loads a model."""


def with_everything(folder: Path) -> dict[str, Any]:
    sites = folder / "sites.toml"
    sites.write_text('[[site]]\nid = "club"\norigins = ["https://club.example"]\ngames = ["*"]\n')
    kept = f"sqlite:///{folder / 'kept.sqlite3'}"
    return {**EVERYTHING, "feedback_url": kept, "sites": sites, "index": folder / "index"}


def document() -> dict[str, Any]:
    whole = Settings.model_validate({**EVERYTHING, "feedback_url": "sqlite:///unused"})
    read: dict[str, Any] = json.loads(json.dumps(create_app(whole, Scripted()).openapi()))
    return read


DOCUMENT = document()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
POSITIVE, NEGATIVE = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE


def generated() -> Iterator[tuple[str, str, schemathesis.GenerationMode]]:
    """Yield each operation within its bounds, and outside of them where it takes more than a path."""
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            yield method, path, POSITIVE
            if "requestBody" in operation or any(one["in"] == "query" for one in operation.get("parameters", [])):
                yield method, path, NEGATIVE


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(Scripted(), **with_everything(tmp_path_factory.mktemp("everything"))) as base:
        yield base


def test_every_door_is_among_what_is_tried() -> None:
    assert {"/v1/ask", "/v1/comparisons", "/v1/admin/documents", "/v1/admin/feedback/asked"} <= set(DOCUMENT["paths"])


@pytest.mark.parametrize(("method", "path", "mode"), list(generated()))
def test_no_request_gets_a_500(everything: str, method: str, path: str, mode: schemathesis.GenerationMode) -> None:
    @settings(
        max_examples=4 if path in SLOW else 15,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=SCHEMA[path][method.upper()].as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        headers = {"Authorization": f"Bearer {TOKEN}"} if path.startswith("/v1/admin/") else None
        case.call_and_validate(base_url=everything, checks=[not_a_server_error], headers=headers)

    ask()

"""Schemathesis makes requests from the OpenAPI document, in and out of its bounds: none of them gets a 500."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

from service.api.app import create_app
from service.settings import Settings
from tests.service.scripted import Scripted

DOCUMENT: dict[str, Any] = json.loads(json.dumps(create_app(Settings.model_validate({}), Scripted()).openapi()))
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
POSITIVE, NEGATIVE = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE


def generated() -> Iterator[tuple[str, str, schemathesis.GenerationMode]]:
    """Yield each operation within its bounds, and outside of them where it takes more than a path."""
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            yield method, path, POSITIVE
            if "requestBody" in operation or any(one["in"] == "query" for one in operation.get("parameters", [])):
                yield method, path, NEGATIVE


@pytest.mark.parametrize(("method", "path", "mode"), list(generated()))
def test_no_request_gets_a_500(address: str, method: str, path: str, mode: schemathesis.GenerationMode) -> None:
    @settings(
        max_examples=15,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=SCHEMA[path][method.upper()].as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        case.call_and_validate(base_url=address, checks=[not_a_server_error])

    ask()

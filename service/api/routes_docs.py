"""``/docs``: the OpenAPI document as a page to read, with its examples; no script, nothing from elsewhere."""

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse

from service.api.routes_operating import BOTH

CODE = re.compile(r"``(.+?)``")


def docs(app: FastAPI) -> APIRouter:
    """Return the route of the page that describes ``app``."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/docs", methods=BOTH)
    def described() -> HTMLResponse:
        """Describe every route."""
        return HTMLResponse(render(app.openapi()), headers={"Cache-Control": "no-cache"})

    return router


def render(document: Mapping[str, Any]) -> str:
    """Return the page for an OpenAPI document."""
    title = escape(document["info"]["title"])
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title} · API</title>
<link rel="icon" href="/static/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/style.css">
</head>
<body class="reading">
<header class="top">
<a class="brand" href="/"><img src="/static/logo.svg" alt="" width="32" height="32"><span>{title}</span></a>
<a class="back" href="/">Ask a question</a>
</header>
<main>
<h1>API</h1>
<p>{escape(document["info"].get("description", ""))} <a href="/openapi.json">openapi.json</a></p>
{"".join(_operations(document))}
</main>
</body>
</html>
"""


def _operations(document: Mapping[str, Any]) -> Iterator[str]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            heading = f"{method.upper()} {path}"
            said = CODE.sub(r"<code>\1</code>", escape(operation.get("description", operation.get("summary", ""))))
            parts = "".join((*_parameters(operation), *_examples(operation)))
            yield f"<section>\n<h2>{escape(heading)}</h2>\n<p>{said}</p>\n{parts}</section>\n"


def _parameters(operation: Mapping[str, Any]) -> Iterator[str]:
    listed = operation.get("parameters", [])
    if listed:
        yield f"<dl>\n{''.join(map(_parameter, listed))}</dl>\n"


def _parameter(one: Mapping[str, Any]) -> str:
    needed = "" if one.get("required") else ", optional"
    example = f"; for example {_inline(one['example'])}" if "example" in one else ""
    said = f"{one['in']}{needed}{example}. {one.get('description', '')}".strip()
    return f"<dt>{escape(one['name'])}</dt>\n<dd>{escape(said)}</dd>\n"


def _examples(operation: Mapping[str, Any]) -> Iterator[str]:
    answered = operation["responses"].get("200", {})
    for heading, described in (("Sent", operation.get("requestBody", {})), ("Answered", answered)):
        for media_type, content in described.get("content", {}).items():
            if "example" in content:
                shown = escape(_block(content["example"]))
                yield f'<h3>{heading}: {escape(media_type)}</h3>\n<pre tabindex="0">{shown}</pre>\n'


def _inline(example: object) -> str:
    return example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)


def _block(example: object) -> str:
    return example if isinstance(example, str) else json.dumps(example, ensure_ascii=False, indent=2)

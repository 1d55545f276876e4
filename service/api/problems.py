"""Errors as problem details (RFC 9457): one place where a domain error becomes a status."""

import json
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from corpus.errors import LexludoError, UnknownNameError
from service.api.library import BusyError, NotReadyError
from service.feedback.errors import FeedbackDatabaseError
from service.library_keeper import KeeperBusyError, KeepingError
from service.names import NoSuchNameError
from service.page_images import DrawingBusyError, NoImageError
from service.questions import QuestionError
from service.translation.jobs import ComparingBusyError, UndecidableError
from service.uploads import UploadError

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"


def problem(
    status: int,
    detail: str,
    kind: str | None = None,
    headers: Mapping[str, str] | None = None,
    **more: object,
) -> Response:
    """Return a problem response; ``kind`` names it for programs (``urn:lexludo:<kind>``), ``more`` are its members."""
    body = {
        "type": f"urn:lexludo:{kind}" if kind else "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        **more,
    }
    # ASCII escapes keep a lone surrogate from a client from becoming an encoding error here
    return Response(json.dumps(body), status, dict(headers or {}), MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Let ``app`` answer every error it raises with a problem."""
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(LexludoError, _expected)


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = error.errors()
    if any(fault["type"] == "json_invalid" for fault in faults):
        return problem(400, f"the body is not JSON: {faults[0]['ctx']['error']}", "not-json")
    if isinstance(error.body, bytes):
        return problem(415, "send JSON, with the header Content-Type: application/json", "not-json")
    listed = [{"field": _field(fault), "message": str(fault["msg"])} for fault in faults]
    detail = "; ".join(f"{one['field']}: {one['message']}" for one in listed)
    return problem(422, detail[:1000], "invalid-request", errors=listed)


def _field(fault: Mapping[str, Any]) -> str:
    place: Sequence[object] = [part for part in fault["loc"] if part not in ("body", "query", "path")]
    return ".".join(str(part)[:60] for part in place) or "body"


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = {
        400: "the body cannot be read as JSON",
        404: "there is nothing at this address",
        405: f"{request.method} is not possible here",
    }
    detail = said.get(error.status_code, str(error.detail))
    return problem(error.status_code, detail, headers=error.headers)


async def _expected(request: Request, error: Exception) -> Response:
    match error:
        case QuestionError():
            return problem(422, str(error), "question", errors=[{"field": "question", "message": str(error)}])
        case NoSuchNameError():
            return problem(404, str(error), "unknown-name", near=list(error.near))
        case UnknownNameError():
            return problem(404, str(error), "unknown-name", near=[])
        case NotReadyError():
            return problem(503, str(error), "not-ready", {"Retry-After": "2"})
        case NoImageError():
            return problem(404, str(error), "no-image")
        case UploadError():
            return problem(422, str(error), "invalid-request", errors=[{"message": one} for one in error.problems])
        case KeepingError():
            return problem(error.status, str(error), error.kind)
        case FeedbackDatabaseError():
            log.error("%s %s: %s", request.method, request.url.path, error)
            return problem(503, str(error), "feedback-down", {"Retry-After": "10"})
        case UndecidableError():
            return problem(409, str(error), "not-finished")
        case BusyError() | DrawingBusyError() | KeeperBusyError() | ComparingBusyError():
            return problem(503, str(error), "busy", {"Retry-After": "1"})
    log.error("%s %s failed: %s", request.method, request.url.path, error)
    return problem(500, "the library could not answer; the service's log says why", "library")

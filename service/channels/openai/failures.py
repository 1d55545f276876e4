"""Errors in OpenAI's shape, from the same domain errors that are problems elsewhere."""

import logging

from fastapi.responses import JSONResponse
from pydantic import ValidationError

from corpus.errors import LexludoError, UnknownNameError
from service.api.library import BusyError, NotReadyError
from service.channels.events import ListenerLeftError
from service.channels.openai.shapes import Failure, Fault
from service.questions import QuestionError

log = logging.getLogger(__name__)

CLIENT_CLOSED = 499
"""Nobody reads it; nginx's number tells it apart in the metrics."""

INVALID = "invalid_request_error"


def failure(error: Exception) -> JSONResponse:
    """Return the response for ``error``; one that nobody expected is logged and told in general words."""
    match error:
        case ListenerLeftError():
            return _response(CLIENT_CLOSED, "the client has gone", "server_error")
        case ValidationError():
            return _invalid(error)
        case QuestionError():
            return _response(400, str(error), INVALID, "messages")
        case UnknownNameError():
            return _response(404, str(error), INVALID, "model", "model_not_found")
        case BusyError():
            return _response(503, str(error), "server_error", code="busy", retry_after="1")
        case NotReadyError():
            return _response(503, str(error), "server_error", code="not_ready", retry_after="2")
    log.error("a chat completion failed", exc_info=error)
    said = str(error) if isinstance(error, LexludoError) else "something went wrong here"
    return _response(500, said, "server_error")


def _invalid(error: ValidationError) -> JSONResponse:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part)[:60] for part in first["loc"])
    if first["type"] == "json_invalid":
        return _response(400, f"the body is not JSON: {first['msg']}", INVALID)
    return _response(400, f"{place or 'body'}: {first['msg']}", INVALID, place or None)


def _response(
    status: int, message: str, kind: str, param: str | None = None, code: str | None = None, retry_after: str = ""
) -> JSONResponse:
    body = Failure(error=Fault(message=message.encode("utf-8", "replace").decode(), type=kind, param=param, code=code))
    return JSONResponse(body.model_dump(), status, {"Retry-After": retry_after} if retry_after else None)

"""How the service logs: lines for people or JSON lines, each with its request's id; no question unless asked for."""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

from service.contract import Answer, Question
from service.settings import Settings

REQUEST: ContextVar[str] = ContextVar("lexludo_request", default="")
"""The id of the request that is being answered, "" outside of any."""

access = logging.getLogger("lexludo.access")
questions = logging.getLogger("lexludo.questions")

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s%(of_request)s"


def configure(settings: Settings) -> None:
    """Log to stderr, as the settings say; what others log of their own accord only from warnings on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_with_request)
    handler.setFormatter(JsonLines() if settings.log_format == "json" else TextLines(TEXT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("service").setLevel(logging.INFO if settings.access_log else logging.WARNING)
    access.setLevel(logging.INFO if settings.access_log else logging.WARNING)
    questions.setLevel(logging.INFO if settings.log_questions else logging.WARNING)


def log_question(question: Question, answer: Answer) -> None:
    """Log what was asked and how it ended; to be called only where an operator asked for it."""
    told = {
        "question": question.text,
        "game": question.game,
        "language": answer.question_language,
        "outcome": answer.status.value,
        "confidence": answer.confidence,
    }
    questions.info("%s", json.dumps(told, ensure_ascii=False), extra={"fields": told})


def log_response(method: str, path: str, status: int, seconds: float, client: str) -> None:
    """Log a response; of the address only what stands before the question mark, behind which a question may stand."""
    told = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1), "client": client}
    access.info("%s %s %d %.1f ms %s", *told.values(), extra={"fields": told})


def _with_request(record: logging.LogRecord) -> bool:
    request = REQUEST.get()
    record.__dict__.update(request=request, of_request=f" [{request}]" if request else "")
    return True


class TextLines(logging.Formatter):
    """One line a message, whatever a client put into it; a traceback follows on lines of its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name that logging calls
        """Return the record's line with control characters as escapes."""
        line = super().formatMessage(record)
        return "".join(each if each.isprintable() else repr(each)[1:-1] for each in line)


class JsonLines(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, message, and what else there is (request, fields, error)."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line; line ends inside it are escapes."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := getattr(record, "request", ""):
            line["request"] = request
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)

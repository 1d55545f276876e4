"""A running service, asked over HTTP: the same questions to the same doors that its users come through."""

import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any, Self, TypeVar
from urllib.parse import quote

import httpx
from pydantic import TypeAdapter, ValidationError

from corpus.errors import LexludoError, UnknownNameError
from corpus.types import Document, DocumentKind, Page
from eval.evaluate import EvaluationStoppedError
from service.contract import Answer, Citation, Game, Question

TIMEOUT = 60.0
"""Seconds that one call may take."""

LONGEST_WAIT = 300.0
"""Seconds that one call waits altogether because the service tells it to come back."""

COME_BACK = frozenset({429, 503})
"""Too many requests, and too busy just now."""

T = TypeVar("T")


class ServiceError(EvaluationStoppedError):
    """A service that cannot be evaluated: not there, not ready, not Lexludo, or closed to so many questions."""


class RefusedCallError(LexludoError):
    """A call that the service refused, with what it said."""


class RemoteAnswering:
    """``Answering`` over HTTP, for as long as a ``with`` block lasts.

    ``clock`` stands still while a call waits because the service told it to.
    """

    def __init__(
        self, url: str, client: httpx.Client | None = None, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Raises ServiceError where ``url`` is no address of a service."""
        self._url = _address(url)
        self._client = client or httpx.Client(timeout=TIMEOUT)
        self._sleep, self._waited = sleep, 0.0
        self._signature: dict[str, str] = {}

    def __enter__(self) -> Self:
        """Raises ServiceError where no Lexludo service is ready there."""
        try:
            self._signature = self._ready()
        except ServiceError:
            self._client.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def clock(self) -> float:
        """Return seconds that passed, without those that were spent waiting as told."""
        return time.perf_counter() - self._waited

    def ask(self, question: Question) -> Answer:
        """Ask at ``POST /v1/ask``."""
        scope = {"game": question.game, "expansions": question.expansions, "language": question.language}
        body = {"question": question.text, "conversation_id": question.conversation_id, "top_k": question.top_k}
        return self._read(TypeAdapter(Answer), "POST", "/v1/ask", json=scope | body)

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        """Rank passages at ``GET /v1/search``."""
        query = {"q": question.text, "game": question.game, "language": question.language, "limit": limit}
        # an empty list cannot be said in a query
        chosen = {"expansions": list(question.expansions or ()) or None, "base_only": question.expansions == () or None}
        given = {name: value for name, value in (query | chosen).items() if value is not None}
        found = self._call("GET", "/v1/search", params=given)
        return self._parsed(TypeAdapter(list[Citation]), found.get("results"), "/v1/search")

    def games(self) -> list[Game]:
        """Return the games at ``GET /v1/games``."""
        found = self._call("GET", "/v1/games").get("games", [])
        try:
            return [_game(game) for game in found]
        except (KeyError, TypeError, ValueError) as error:
            raise self._another("/v1/games") from error

    def page(self, document: str, number: int) -> Page:
        """Return one page's text. Raises UnknownNameError where the service has none."""
        found = self._call("GET", _page(document, number))
        return Page(number, str(found.get("text", "")), found.get("label"))

    def page_count(self, document: str) -> int:
        """Return how many pages a document has. Raises UnknownNameError."""
        return int(self._call("GET", _page(document, 1)).get("pages", 0))

    def signature(self) -> dict[str, str]:
        """Return where was asked, and what the service says that makes its answers."""
        return {"service": self._url, **self._signature}

    def _ready(self) -> dict[str, str]:
        response = self._send("GET", "/readyz")
        if response.status_code == 503:
            raise ServiceError(f"{self._url}: is not ready yet ({_said(response)}); try again when its page opens")
        signature = _object(response).get("signature")
        if response.status_code != 200 or not isinstance(signature, dict):
            raise self._another("/readyz")
        return {str(name): str(value) for name, value in signature.items()}

    def _read(self, kind: "TypeAdapter[T]", method: str, path: str, **sent: Any) -> T:
        return self._parsed(kind, self._call(method, path, **sent), path)

    def _parsed(self, kind: "TypeAdapter[T]", found: object, path: str) -> T:
        try:
            return kind.validate_python(found)
        except ValidationError as error:
            raise self._another(path) from error

    def _call(self, method: str, path: str, **sent: Any) -> dict[str, Any]:
        response = self._patient(method, path, sent)
        if response.status_code == 404:
            raise UnknownNameError(_said(response))
        if response.status_code != 200:
            request = response.headers.get("x-request-id", "unknown")  # by which the service's log tells more
            raise RefusedCallError(f"{path} answered {response.status_code}: {_said(response)} (request {request})")
        return _object(response)

    def _patient(self, method: str, path: str, sent: dict[str, Any]) -> httpx.Response:
        waited = 0.0
        while (response := self._send(method, path, **sent)).status_code in COME_BACK:
            seconds = _told_to_wait(response)
            if waited + seconds > LONGEST_WAIT:
                raise ServiceError(self._closed(response, waited))
            self._sleep(seconds)
            waited += seconds
            self._waited += seconds
        return response

    def _send(self, method: str, path: str, **sent: Any) -> httpx.Response:
        try:
            return self._client.request(method, f"{self._url}{path}", **sent)
        except httpx.TransportError as error:
            reason = str(error) or type(error).__name__
            raise ServiceError(
                f"{self._url}: no service answers there ({reason}); start it, or correct --url"
            ) from error

    def _closed(self, response: httpx.Response, waited: float) -> str:
        limit = "let this address through with LEXLUDO_RATE_EXEMPT, or raise LEXLUDO_RATE_PER_MINUTE"
        remedy = limit if response.status_code == 429 else "look at what keeps it busy"
        return f"{self._url}: answered {response.status_code} after {waited:.0f} s of waiting as told; {remedy}"

    def _another(self, path: str) -> ServiceError:
        return ServiceError(
            f"{self._url}{path}: does not answer as Lexludo does; give the address of a Lexludo service"
        )


def _address(url: str) -> str:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ServiceError(f"{url}: is no address ({error}); write it like http://127.0.0.1:8000") from error
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise ServiceError(f"{url}: is no address of a service; write it like http://127.0.0.1:8000")
    return url.rstrip("/")


def _page(document: str, number: int) -> str:
    return f"/v1/documents/{quote(document)}/pages/{number}"


def _told_to_wait(response: httpx.Response) -> float:
    """Return the seconds of ``Retry-After``, a number or a date (RFC 9110, 10.2.3); one where it says nothing."""
    told = response.headers.get("retry-after", "")
    if told.isdigit():
        return float(told) or 1.0
    try:
        return max(1.0, parsedate_to_datetime(told).timestamp() - time.time())
    except ValueError:
        return 1.0


def _object(response: httpx.Response) -> dict[str, Any]:
    try:
        found = response.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _said(response: httpx.Response) -> str:
    """Return what a problem's body says, else the beginning of whatever came."""
    return str(_object(response).get("detail") or response.text[:200].strip() or response.reason_phrase)


def _game(shown: dict[str, Any]) -> Game:
    documents = tuple(_document(each) for each in shown["documents"])
    return Game(shown["id"], shown["title"], tuple(shown["languages"]), tuple(shown["expansions"]), documents)


def _document(shown: dict[str, Any]) -> Document:
    kind = DocumentKind(shown["kind"])
    names = {name: shown[name] for name in ("id", "game", "title", "language", "expansion", "edition")}
    return Document(kind=kind, **names)

"""What an operator's tools ask: is it alive, is it ready, what does it measure."""

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST

from service.api.library import Library
from service.api.metrics import Manned, Metrics

BOTH = ["GET", "HEAD"]


def operating(library: Library, metrics: Metrics) -> APIRouter:
    """Return the health, readiness and metrics routes."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/healthz", methods=BOTH)
    async def healthz() -> dict[str, str]:
        """Say that the process answers."""
        return {"status": "ok"}

    @router.api_route("/readyz", methods=BOTH)
    async def readyz() -> dict[str, object]:
        """Say that questions are answered, from what, and by how many workers where there are any; 503 until then."""
        answering = library.answering
        manned = {"workers": answering.workers()} if isinstance(answering, Manned) else {}
        return {"status": "ready", "signature": answering.signature(), **manned}

    @router.api_route("/metrics", methods=BOTH)
    def exposition() -> Response:
        """Return the measures in the Prometheus text format."""
        return Response(metrics.exposition(), media_type=CONTENT_TYPE_LATEST)

    return router

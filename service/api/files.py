"""The chat page's files over HTTP, compressed where that is wanted, and nothing else of the folder they lie in."""

import gzip
import re
from functools import lru_cache
from pathlib import Path, PurePosixPath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

SERVED = {".css", ".js", ".svg"}

TAKES_GZIP = re.compile(r"(?:^|[,\s])gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))")
"""In an Accept-Encoding header (RFC 9110, 12.5.3): gzip, and not with a weight of zero."""


class Files(StaticFiles):
    """Static files of the kinds in ``SERVED``; browsers ask each time whether theirs is still the newest."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file, or raise the 404 that becomes a problem."""
        if PurePosixPath(path).suffix not in SERVED or "\0" in path:
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return compressed(response, Headers(scope=scope))


def compressed(response: Response, asked: Headers) -> Response:
    """Return a file's response with its body compressed where the client takes that, its ETag then a weak one."""
    response.headers["Vary"] = "Accept-Encoding"
    if not isinstance(response, FileResponse) or not TAKES_GZIP.search(asked.get("accept-encoding", "").lower()):
        return response
    file = Path(response.path)
    headers = {
        name: value for name, value in response.headers.items() if name not in ("content-length", "accept-ranges")
    }
    if "etag" in headers:
        headers["etag"] = f"W/{headers['etag']}"
    return Response(_packed(file, file.stat().st_mtime_ns), headers={**headers, "Content-Encoding": "gzip"})


@lru_cache(maxsize=256)
def _packed(file: Path, _changed: int) -> bytes:
    """Return a file's bytes compressed; ``_changed`` makes a changed file another one."""
    return gzip.compress(file.read_bytes(), mtime=0)

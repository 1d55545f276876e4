"""The chat page's files over HTTP, and nothing else of the folder they lie in."""

from pathlib import PurePosixPath

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

SERVED = {".css", ".js", ".svg"}


class Files(StaticFiles):
    """Static files of the kinds in ``SERVED``; browsers ask each time whether theirs is still the newest."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file, or raise the 404 that becomes a problem."""
        if PurePosixPath(path).suffix not in SERVED or "\0" in path:
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response

"""Comparing two editions over HTTP: a comparison is started, followed, judged finding by finding, and exported."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

import service.translation
from corpus.languages import canonical_tag
from ingest.readers import SUFFIXES
from service.api.library import Library
from service.api.limits import COMPARISONS
from service.names import find_document
from service.settings import Settings
from service.translation.comparing import Report
from service.translation.decisions import Decision, Verdict, to_toml
from service.translation.jobs import Comparisons, Job, report_of
from service.uploads import UploadError, file_name

FILES = Path(service.translation.__file__).parent / "pages"
MEDIA_TYPES = {
    "compare.js": "text/javascript",
    "compare_words.js": "text/javascript",
    "compare_findings.js": "text/javascript",
    "compare.css": "text/css",
}
LONGEST_REASON = 500

Name = Annotated[str | None, Form(max_length=200)]
Upload = Annotated[UploadFile | None, File()]


class Offer(BaseModel):
    """Who may compare (``everyone``, ``token``, ``nobody``), how much may be uploaded, and which kinds of files."""

    allowed: str
    megabytes: float
    suffixes: list[str]


class Progress(BaseModel):
    """How far a comparison is: ``waiting``, ``running``, ``done`` or ``failed``; ``ahead`` of it wait others."""

    id: str
    names: tuple[str, str]
    state: str
    ahead: int
    doing: str
    done: int
    total: int
    problem: str


class Judgement(BaseModel):
    """A verdict on a finding: ``accepted`` as it is, with a reason, or ``rejected``: to be mended."""

    verdict: Verdict
    reason: str = Field("", max_length=LONGEST_REASON)


def compare_page() -> APIRouter:
    """Return the page and its files."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/compare", methods=["GET", "HEAD"])
    async def page() -> FileResponse:
        return FileResponse(FILES / "compare.html", headers={"Cache-Control": "no-cache"})

    @router.api_route("/compare/{name}", methods=["GET", "HEAD"])
    async def file(name: str) -> FileResponse:
        if name not in MEDIA_TYPES:
            raise HTTPException(404)
        return FileResponse(FILES / name, media_type=MEDIA_TYPES[name], headers={"Cache-Control": "no-cache"})

    return router


def offering(settings: Settings) -> APIRouter:
    """Return the route that says whether the others are there."""
    router = APIRouter(tags=["compare"])
    allowed = "everyone" if settings.allow_compare else "token" if settings.admin_token else "nobody"

    @router.get(COMPARISONS)
    async def offer() -> Offer:
        """Say who may compare editions, and what may be uploaded."""
        return Offer(allowed=allowed, megabytes=settings.upload_megabytes, suffixes=sorted(SUFFIXES))

    return router


def comparing(library: Library, comparisons: Comparisons) -> APIRouter:
    """Return the routes below ``COMPARISONS``; the gate lets in who may start one."""
    router = APIRouter(prefix=COMPARISONS, tags=["compare"])

    @router.post("", status_code=202)
    async def start(
        source: Name = None,
        target: Name = None,
        source_file: Upload = None,
        target_file: Upload = None,
        source_language: Name = None,
        target_language: Name = None,
    ) -> Progress:
        """Compare two editions, each a document of the library or an uploaded file."""
        comparisons.make_room()
        folder = comparisons.folder()
        try:
            given = ((source, source_file, source_language), (target, target_file, target_language))
            made = [
                await _edition(library, folder / side, side, *one)
                for side, one in zip(("source", "target"), given, strict=True)
            ]
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        (first, editions_first), (second, editions_second) = made
        job = comparisons.start(folder, (editions_first, editions_second), (first, second))
        return _progress(comparisons, job)

    @router.get("/{comparison}")
    async def follow(comparison: str) -> Progress:
        """Say how far a comparison is."""
        return _progress(comparisons, comparisons.job(comparison))

    @router.delete("/{comparison}", status_code=204)
    async def forget(comparison: str) -> Response:
        """End a comparison and remove its files."""
        await comparisons.forget(comparison)
        return Response(status_code=204)

    @router.get("/{comparison}/findings")
    async def findings(comparison: str) -> dict[str, Any]:
        """Return the figures and the findings, the weightiest first, with what was decided."""
        from service.translation.view import shown

        job = comparisons.job(comparison)
        return await asyncio.to_thread(lambda: shown(report_of(job), job.decisions))

    @router.put("/{comparison}/findings/{finding}", status_code=204)
    async def decide(comparison: str, finding: str, judgement: Judgement) -> Response:
        """Accept a finding as it is, which needs a reason, or reject it."""
        job = comparisons.job(comparison)
        await asyncio.to_thread(_refuse_unknown, job, finding)
        reason = judgement.reason.strip()
        if judgement.verdict is Verdict.ACCEPTED and not reason:
            raise UploadError(["reason: say why it is right as it is"])
        job.decisions[finding] = Decision(judgement.verdict, reason)
        return Response(status_code=204)

    @router.delete("/{comparison}/findings/{finding}", status_code=204)
    async def reconsider(comparison: str, finding: str) -> Response:
        """Take a decision back."""
        comparisons.job(comparison).decisions.pop(finding, None)
        return Response(status_code=204)

    @router.get("/{comparison}/export/{name}")
    async def export(comparison: str, name: str) -> Response:
        """Return the report as a file; ``report.html`` opens in the browser, by itself."""
        job = comparisons.job(comparison)
        if name not in _exports():
            raise HTTPException(404)
        write, media_type = _exports()[name]
        text = await asyncio.to_thread(lambda: write(report_of(job)))
        headers = _as_page() if name == "report.html" else {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type=media_type, headers=headers)

    return router


async def _edition(
    library: Library, folder: Path, side: str, document: str | None, file: UploadFile | None, language: str | None
) -> tuple[str, dict[str, str]]:
    """Return the name of an edition and how the comparing process is told of it. Raises UploadError."""
    if (file is None) == (not document):
        raise UploadError([f"{side}: choose a document of the library, or send a file as {side}_file"])
    if file is None:
        held = find_document(document or "", library.answering.games())
        return held.title, {"document": held.id}
    tag = canonical_tag(language) if language else None
    if language and tag is None:
        raise UploadError([f"{side}_language: {language!r} is not a language tag; write it like pt or pt-BR"])
    place = folder / file_name(file.filename or "")
    folder.mkdir()
    await asyncio.to_thread(_save, file, place)
    return place.name, {"file": str(place), **({"language": tag} if tag else {})}


def _save(file: UploadFile, place: Path) -> None:
    with place.open("xb") as target:
        shutil.copyfileobj(file.file, target, 1 << 20)


def _progress(comparisons: Comparisons, job: Job) -> Progress:
    return Progress(
        id=job.id,
        names=job.names,
        state=job.state.value,
        ahead=comparisons.ahead(job),
        doing=job.doing,
        done=job.done,
        total=job.total,
        problem=job.problem,
    )


def _refuse_unknown(job: Job, finding: str) -> None:
    one = report_of(job).comparisons[0]
    if finding not in {each.id for each in one.findings} | {each.finding.id for each in one.accepted}:
        raise HTTPException(404)


def _exports() -> dict[str, tuple[Callable[[Report], str], str]]:
    from service.translation import report_data, report_exchange, report_html

    return {
        "findings.json": (report_data.to_json, "application/json"),
        "findings.csv": (report_data.to_csv, "text/csv; charset=utf-8"),
        "pairs.tmx": (report_exchange.to_tmx, "application/x-tmx+xml"),
        "pairs.xliff": (report_exchange.to_xliff, "application/x-xliff+xml"),
        "report.html": (report_html.page, "text/html; charset=utf-8"),
        "accepted.toml": (to_toml, "application/toml"),
    }


def _as_page() -> dict[str, str]:
    """Return the headers of the report's page, which brings its one script and its style with it."""
    from service.translation.report_html import policy

    return {"Content-Security-Policy": f"{policy()}; base-uri 'none'; frame-ancestors 'none'"}

"""Changing the library over HTTP: documents are added, replaced and removed. The gate lets in who may."""

import asyncio
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol, runtime_checkable

from fastapi import APIRouter, Depends, File, Form, UploadFile
from pydantic import BaseModel

from corpus.types import Document
from service.api.library import Library
from service.api.limits import ADMIN
from service.library_keeper import LibraryKeeper, TakenError, UnreadableUploadError
from service.names import find_document
from service.uploads import lay_out

Field = Annotated[str | None, Form(max_length=200)]
Name = Annotated[str | None, Form(alias="id", max_length=200)]


@dataclass(frozen=True, slots=True)
class Said:
    """What a catalogue would say of an upload; None where the request does not."""

    game: Field = None
    title: Field = None
    language: Field = None
    kind: Field = None
    expansion: Field = None
    edition: Field = None


class DocumentIngested(BaseModel):
    """What became of one document; ``embedded`` of its passages are new."""

    document: str
    state: str
    language: str
    pages: int
    passages: int
    embedded: int
    remarks: list[str]


class Ingested(BaseModel):
    """The generation that is in service now, and what the upload became: a document for each of its languages."""

    generation: str | None
    documents: list[DocumentIngested]


class Removed(BaseModel):
    """The generation that is in service now, and what left it."""

    generation: str
    removed: list[str]


@runtime_checkable
class _Refreshing(Protocol):
    def refresh(self) -> bool: ...


def admin(library: Library, keeper: LibraryKeeper) -> APIRouter:
    """Return the routes that change the library with ``keeper``; answers come from the new one at once."""
    router = APIRouter(prefix=ADMIN.rstrip("/"), tags=["admin"])

    @router.post("/documents", status_code=201)
    async def add(file: Annotated[UploadFile, File()], said: Annotated[Said, Depends()], name: Name = None) -> Ingested:
        """Add a document: a file, and what a catalogue says of it. Without ``id``, the file's name gives it."""
        return await _ingested(library, keeper, file, {**_given(said), "id": name}, new=True)

    @router.put("/documents/{document}")
    async def replace(document: str, file: Annotated[UploadFile, File()], said: Annotated[Said, Depends()]) -> Ingested:
        """Replace a document's file; what the request does not say of it stays."""
        held = find_document(document, library.answering.games())
        return await _ingested(library, keeper, file, {**_known(held), **_given(said)}, new=False)

    @router.delete("/documents/{document}")
    async def remove(document: str) -> Removed:
        """Remove a document; `lexludo rollback` brings it back."""
        held = find_document(document, library.answering.games())
        done = await keeper.remove([held.id])
        await _refresh(library)
        return Removed(**done)

    return router


def _given(said: Said) -> dict[str, str | None]:
    fields = (name for name in Said.__dataclass_fields__ if getattr(said, name))
    return {name: getattr(said, name) for name in fields}


def _known(held: Document) -> dict[str, str | None]:
    kept = ("id", "game", "title", "language", "expansion", "edition")
    return {**{name: getattr(held, name) for name in kept}, "kind": held.kind.value}


async def _ingested(
    library: Library, keeper: LibraryKeeper, upload: UploadFile, fields: Mapping[str, str | None], *, new: bool
) -> Ingested:
    with tempfile.TemporaryDirectory(prefix="lexludo-upload-") as name:
        folder = Path(name)
        file = await asyncio.to_thread(lay_out, folder, upload.filename or "", upload.file, fields)
        if new:
            _refuse_held(library, fields.get("id") or file.stem, fields.get("language") or "")
        done = await keeper.ingest(folder)
    await _refresh(library)
    return Ingested(generation=done["generation"], documents=_reported(done["files"], f"{file.parent}/"))


def _refuse_held(library: Library, name: str, language: str) -> None:
    held = {document.id for game in library.answering.games() for document in game.documents}
    if taken := held & {name, f"{name}.{language}"}:
        raise TakenError(f"the library holds the document {taken.pop()} already; PUT replaces it")


def _reported(files: list[dict[str, Any]], folder: str) -> list[DocumentIngested]:
    """Return what became of the documents; the place where the file lay meanwhile is nobody's business."""
    if failed := [report["problem"].replace(folder, "") for report in files if report["state"] == "failed"]:
        raise UnreadableUploadError("; ".join(failed))
    shown = set(DocumentIngested.model_fields)
    reports = [{key: value for key, value in report.items() if key in shown} for report in files]
    plain = [{**report, "remarks": [one.replace(folder, "") for one in report["remarks"]]} for report in reports]
    return [DocumentIngested(**report) for report in plain]


async def _refresh(library: Library) -> None:
    answering = library.answering
    if isinstance(answering, _Refreshing):
        await asyncio.to_thread(answering.refresh)

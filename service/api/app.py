"""The HTTP service: one function that puts its parts together."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from ingest.cli import default_index
from service.api import openapi, problems
from service.api.admin_gate import AdminGate
from service.api.envelope import Envelope, Unexpected
from service.api.files import Files
from service.api.library import Library, Opened
from service.api.limits import BodyLimit, RateLimit
from service.api.metrics import Metrics
from service.api.routes import v1
from service.api.routes_admin import admin
from service.api.routes_compare import compare_page, comparing, offering
from service.api.routes_docs import docs
from service.api.routes_images import images
from service.api.routes_operating import operating
from service.api.routes_pages import FILES, pages
from service.api.routes_places import places
from service.channels.mounting import Channels
from service.contract import Answering
from service.embed.gate import SiteGames, SiteGate
from service.embed.routes import embed
from service.embed.sites import Sites, read_sites
from service.feedback.operating import Stores, operator_data, operator_page
from service.feedback.recorder import Recorder
from service.feedback.routes import feedback
from service.library_keeper import LibraryKeeper
from service.page_images import PageImages
from service.settings import Settings
from service.translation.jobs import Comparisons


def create_app(
    settings: Settings, answering: Answering | Callable[[], Answering], opened: Opened | None = None
) -> FastAPI:
    """Return the app over ``answering``, or over what that makes when called in the background at startup.

    ``/healthz`` answers at once, ``/readyz`` once the library is open; ``opened`` is then called with None, or with
    the exception where it could not be opened (without ``opened``, that is logged).
    """
    sites = read_sites(settings.sites)
    library = Library(settings, answering, opened)
    metrics = Metrics(library, settings.log_questions)
    recorder = Recorder(settings.feedback_address, settings.feedback_words, settings.feedback_days, metrics.feedback)
    channels = Channels(settings, library, metrics, recorder)
    comparisons = Comparisons(settings.index or default_index(), settings.model)
    app = FastAPI(
        title="Lexludo",
        description="Answers rules questions about tabletop games in the rulebooks' own words.",
        docs_url=None,  # the interactive pages load their scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lambda _app: _running(channels, comparisons),
    )
    problems.install(app)
    openapi.install(app)
    for router in (images(library, PageImages()), v1(library, metrics, recorder), places(library)):
        app.include_router(router)
    app.include_router(feedback(library, recorder, settings))
    app.include_router(operating(library, metrics))
    app.include_router(pages(library))
    if sites:
        app.include_router(embed(library, sites, recorder.on))
    if settings.admin_token:
        if recorder.on:
            app.include_router(operator_data(Stores(settings.feedback_address)))
            app.include_router(operator_page())
        app.include_router(admin(library, LibraryKeeper(settings.index or default_index(), settings.model)))
    app.include_router(offering(settings))
    app.include_router(compare_page())
    if settings.allow_compare or settings.admin_token:
        app.include_router(comparing(library, comparisons))
    channels.mount(app)
    app.include_router(docs(app))
    app.mount("/static", Files(directory=FILES), name="static")
    _wrap(app, settings, metrics, sites)
    return app


@asynccontextmanager
async def _running(channels: Channels, comparisons: Comparisons) -> AsyncIterator[None]:
    async with comparisons.running(), channels.running():
        yield


def _wrap(app: FastAPI, settings: Settings, metrics: Metrics, sites: Sites) -> None:
    """Add what goes around every route, innermost first; refusals, too, carry an id and may be read across origins."""
    app.add_middleware(SiteGames)
    app.add_middleware(BodyLimit)
    app.add_middleware(AdminGate, settings=settings)
    app.add_middleware(RateLimit, settings=settings)
    app.add_middleware(Unexpected)
    app.add_middleware(
        CORSMiddleware,
        allow_origins=settings.cors_origins,
        allow_methods=["GET", "POST"],
        allow_headers=["Content-Type", "X-Request-ID"],
        expose_headers=["X-Request-ID", "Server-Timing", "Retry-After"],
    )
    app.add_middleware(SiteGate, sites=sites, public_url=settings.public_url)
    app.add_middleware(Envelope, observe=metrics.response)

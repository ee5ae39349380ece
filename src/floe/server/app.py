"""The server put together: one worker, as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from litestar import Litestar, Response, WebSocket, get, websocket
from litestar.channels import ChannelsBackend
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import QueryParameter

import floe
from floe.server import links, preparing
from floe.server.api import people, problems
from floe.server.api.devices import DeviceRoutes, MoveRoutes
from floe.server.api.games import GameRoutes
from floe.server.api.hints import MachineRoutes
from floe.server.api.notices import NoticeLinks, NoticeRoutes
from floe.server.api.pictures import UNPACKED, PictureRoutes
from floe.server.api.practice import PracticeRoutes
from floe.server.api.puzzles import PuzzleRoutes
from floe.server.api.records import RecordRoutes
from floe.server.api.site import home, site
from floe.server.api.tables import TableId, TableRoutes
from floe.server.clock import Clock
from floe.server.hub import CHANNEL
from floe.server.language import LANGUAGES
from floe.server.logs import Log
from floe.server.metrics import Metrics, told
from floe.server.middleware import Guard, secure
from floe.server.offered import offer_players
from floe.server.pubsub import bus
from floe.server.settings import Settings
from floe.server.store.store import Store
from floe.server.table_socket import TableSocket
from floe.server.wire.http import HealthReport
from floe.server.worker import Worker, working

journal = Log("worker")


def create(settings: Settings | None = None, clock: Clock | None = None) -> Litestar:
    """The application. Uvicorn makes it anew in each worker process, which reads its settings from the environment."""
    chosen = settings or Settings.read()
    offer_players(chosen)
    backend = bus(chosen.bus, CHANNEL)
    return Litestar(
        route_handlers=[
            people.PeopleRoutes,
            people.privacy,
            DeviceRoutes,
            MoveRoutes,
            NoticeRoutes,
            NoticeLinks,
            TableRoutes,
            GameRoutes,
            RecordRoutes,
            PictureRoutes,
            MachineRoutes,
            PracticeRoutes,
            PuzzleRoutes,
            play,
            health,
            home,
            site,
        ],
        lifespan=[lambda app: _living(app, chosen, backend, clock)],
        dependencies={
            "worker": Provide(_worker, sync_to_thread=False),
            "visitor": Provide(people.visitor),
            "guest": Provide(people.guest),
        },
        exception_handlers=problems.HANDLERS,
        middleware=[DefineMiddleware(Guard, settings=chosen)],
        before_send=[secure],
        compression_config=CompressionConfig(
            "gzip", minimum_size=1000, gzip_compress_level=5, exclude_opt_key=UNPACKED
        ),
        request_max_body_size=chosen.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Floe",
            version=floe.__version__,
            description="Tables to play at. Play itself goes over a WebSocket: see docs/protocol.md.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
        logging_config=None,
        debug=False,
    )


@asynccontextmanager
async def _living(
    app: Litestar,
    settings: Settings,
    backend: ChannelsBackend,
    clock: Clock | None,
) -> AsyncIterator[None]:
    """From the start of a worker to its end."""
    counted = Metrics()
    store = await Store.open(settings.database, counted)
    await store.migrate()
    await preparing.load(settings)
    async with working(settings, store, backend, counted, clock) as worker:
        app.state["worker"] = worker
        worker.cards.warm_up(links.to_site(LANGUAGES[0]).png)
        journal.info("started", worker=worker.tables.worker, settings=settings.describe())
        # Where there are several workers, one thread of their parent tells what all have counted.
        with told(settings.metrics if settings.workers == 1 else None, counted.registry):
            yield
    journal.info("ended", worker=worker.tables.worker)


def _worker(state: State) -> Worker:
    return Worker.of(state)


@websocket("/ws/tables/{table_id:str}")
async def play(
    socket: WebSocket[Any, Any, Any],
    table_id: TableId,
    worker: NamedDependency[Worker],
    have: Annotated[int, QueryParameter(ge=0, description="The version that the client knows.")] = 0,
) -> None:
    """Play at a table, or watch: see ``docs/protocol.md``."""
    await TableSocket(socket, worker, table_id).serve(have)


_FAILING = {503: ResponseSpec(HealthReport, description="Nothing can be kept just now.", generate_examples=False)}


@get("/health", tags=["host"], summary="Whether the server can keep what it acknowledges.", responses=_FAILING)
async def health(worker: NamedDependency[Worker]) -> Response[HealthReport]:
    report = await worker.health.report()
    return Response(report, status_code=503 if report.status == "failing" else 200)

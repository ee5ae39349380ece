"""The server put together: one worker, as an ASGI application."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

from litestar import Litestar, Response, WebSocket, get, websocket
from litestar.channels import ChannelsBackend, ChannelsPlugin
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import QueryParameter

import floe
from floe.server import links, preparing, presence
from floe.server.analyses import Analyses
from floe.server.api import people, problems
from floe.server.api.games import GameRoutes
from floe.server.api.hints import MachineRoutes
from floe.server.api.pictures import UNPACKED, PictureRoutes
from floe.server.api.practice import PracticeRoutes
from floe.server.api.puzzles import PuzzleRoutes
from floe.server.api.records import RecordRoutes
from floe.server.api.site import home, site
from floe.server.api.tables import TableId, TableRoutes
from floe.server.clock import Clock
from floe.server.health import Health
from floe.server.housekeeping import Housekeeping
from floe.server.hub import CHANNEL, Hub, News
from floe.server.language import LANGUAGES
from floe.server.logs import Log
from floe.server.machines import Machines
from floe.server.metrics import Metrics, told
from floe.server.middleware import Guard, Limits, secure
from floe.server.offered import offer_players
from floe.server.pictures import Pictures
from floe.server.pubsub import bus
from floe.server.sanctions import Sanctions
from floe.server.scheduler import Scheduler
from floe.server.service import Tables
from floe.server.settings import Settings
from floe.server.store.faults import StoreUnavailable
from floe.server.store.store import Store
from floe.server.table_socket import TableSocket
from floe.server.thinking import Thinking
from floe.server.wire.http import HealthReport
from floe.server.worker import Worker

journal = Log("worker")


def create(settings: Settings | None = None, clock: Callable[[], int] | None = None) -> Litestar:
    """The application. Uvicorn makes it anew in each worker process, which reads its settings from the environment."""
    chosen = settings or Settings.read()
    offer_players(chosen)
    backend = bus(chosen.bus, CHANNEL)
    channels = ChannelsPlugin(backend, channels=[CHANNEL])
    return Litestar(
        route_handlers=[
            people.PeopleRoutes,
            people.privacy,
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
        plugins=[channels],
        lifespan=[lambda app: _living(app, chosen, backend, channels, clock)],
        dependencies={
            "worker": Provide(_worker, sync_to_thread=False),
            "visitor": Provide(people.visitor),
            "guest": Provide(people.guest),
        },
        exception_handlers=problems.HANDLERS,
        middleware=[DefineMiddleware(Guard, settings=chosen, limits=Limits(chosen))],
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
    channels: ChannelsPlugin,
    clock: Callable[[], int] | None,
) -> AsyncIterator[None]:
    """From the start of a worker to its end."""
    counted = Metrics()
    store = await Store.open(settings.database, counted)
    await store.migrate()
    name = secrets.token_hex(4)
    tables = Tables(store, name, clock or Clock(await store.last_beat()))
    hub = Hub(name, channels)
    machines = Machines(tables, hub, Thinking(settings.threads, counted), counted)
    scheduler = Scheduler(tables, machines, hub, counted)
    health = Health(name, settings, store, backend, counted)
    sanctions = Sanctions()
    housekeeping = Housekeeping(settings, tables, hub, sanctions)
    analyses = Analyses()
    cards, animations = Pictures("card", keep=64), Pictures("animation", keep=8)
    tables.changed += [hub.changed, machines.changed]
    worker = app.state["worker"] = Worker(
        settings,
        store,
        tables,
        hub,
        machines,
        scheduler,
        counted,
        health,
        sanctions,
        housekeeping,
        analyses,
        cards,
        animations,
    )
    heard: set[asyncio.Task[None]] = set()

    def hear(news: News) -> None:
        task = asyncio.create_task(_heard(worker, news))
        heard.add(task)
        task.add_done_callback(heard.discard)

    await preparing.load(settings)
    await hub.listen(hear)
    await scheduler.start()
    await housekeeping.start()
    await health.start()
    cards.warm_up(links.to_site(LANGUAGES[0]).png)
    journal.info("started", worker=name, settings=settings.describe())
    try:
        # Where there are several workers, one thread of their parent tells what all have counted.
        with told(settings.metrics if settings.workers == 1 else None, counted.registry):
            yield
    finally:
        await health.stop()
        await housekeeping.stop()
        await scheduler.stop()
        await machines.close()
        for thread in (analyses, cards, animations):
            thread.close()
        await hub.close()
        await tables.settle()
        with suppress(StoreUnavailable):  # then its claims run out by themselves
            await store.release(name)
            await store.ended(name)
        await store.close()
        journal.info("ended", worker=name)


async def _heard(worker: Worker, news: News) -> None:
    """Another worker has told something."""
    try:
        if news.what == "changed":
            await worker.tables.news(news.table)
            worker.hub.wake(news.table)
        elif news.what == "chat":
            worker.hub.said(news.table, news.number)
        elif worker.hub.at(news.table):
            await presence.refresh(worker.hub, worker.store, news.table, worker.tables.now())
    except StoreUnavailable:
        journal.warning("database_gone")
    except Exception as fault:
        worker.metrics.faults.labels("news").inc()
        journal.error("news_failed", fault)


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
    await socket.accept()
    await TableSocket(socket, worker, table_id).serve(have)


_FAILING = {503: ResponseSpec(HealthReport, description="Nothing can be kept just now.", generate_examples=False)}


@get("/health", tags=["host"], summary="Whether the server can keep what it acknowledges.", responses=_FAILING)
async def health(worker: NamedDependency[Worker]) -> Response[HealthReport]:
    report = await worker.health.report()
    return Response(report, status_code=503 if report.status == "failing" else 200)

"""``floe serve``: start the workers and keep them going."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import multiprocessing.process
import os
import secrets
import signal
import socket
import tempfile
import threading
import webbrowser
from collections.abc import Callable

import uvicorn
from litestar import Litestar

from floe.core.errors import FloeError
from floe.server import affinity, files, metrics, offered
from floe.server.app import create
from floe.server.health import SERVER
from floe.server.http_protocol import BoundedHttp
from floe.server.logs import Log, configure, without_passwords
from floe.server.metrics import CannotListen
from floe.server.preparing import prepare
from floe.server.settings import Settings, hidden
from floe.server.store.faults import StoreUnavailable
from floe.server.store.migrations import NewerDatabase
from floe.server.store.store import Store
from floe.server.workers import Workers
from floe.server.ws_protocol import GatheringWebSocket

_BACKLOG = 2048
journal = Log("serving")


class CannotStart(FloeError):
    """Why the server cannot be started."""


def serve(settings: Settings, tell: Callable[[str], None], open_browser: bool = False) -> None:
    """Serve until told to stop. Each worker is a process of its own."""
    configure(settings.log_level)
    offered.offer_players(settings)  # what cannot be had is refused here, before anything is served
    files.allow_all()
    listening = _listen(settings)
    port = listening.getsockname()[1]
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host  # noqa: S104  # compared
    address = settings.public_url or f"http://{shown}:{port}/"
    os.environ.update(settings.to_environment() | {SERVER: secrets.token_hex(8)})
    asyncio.run(_get_database_ready(settings))
    prepare(settings, tell)
    listening.listen(_BACKLOG)  # whoever comes while the workers load waits a moment, instead of being turned away
    tell(f"Floe is at {address}  (Ctrl+C stops it; games are kept)")
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    config = configuration(settings, "floe.server.serving:worker")
    if settings.workers == 1:
        _run_alone(config, listening)
        return
    with (
        tempfile.TemporaryDirectory(prefix="floe-metrics-") as counted,
        tempfile.TemporaryDirectory(prefix="floe-workers-") as met,
    ):
        os.environ[affinity.FOLDER] = met
        together = os.environ.setdefault(metrics.FOLDER, counted)
        with metrics.told(settings.metrics, metrics.of_all_processes(together)):
            _run_workers(config, listening)


async def _get_database_ready(settings: Settings) -> None:
    """Open the database and bring it into shape, before anybody is served: whatever is wrong with it is told here."""
    store = await Store.open(settings.database)
    try:
        await store.migrate()
    except (StoreUnavailable, NewerDatabase) as fault:
        raise CannotStart(f"the database cannot be used: {without_passwords(str(fault))}") from None
    except Exception as fault:  # a step of the migration failed; it was undone
        journal.error("not_migrated", fault)
        words = f"{hidden(settings.database)} cannot be brought into shape, and is left as it was"
        raise CannotStart(f"{words}: {type(fault).__name__}; the line above says where") from None
    finally:
        await store.close()


def _run_alone(config: uvicorn.Config, listening: socket.socket) -> None:
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except SystemExit as ended:  # so Uvicorn tells that the application did not start
        if ended.code:
            raise CannotStart("the server could not be started; the lines above say why") from None


def _run_workers(config: uvicorn.Config, listening: socket.socket) -> None:
    workers = Workers(config, sockets=[listening])
    workers.run()
    if workers.failed:
        raise CannotStart("a worker could not be started; the lines above say why")


def worker() -> Litestar:
    """What Uvicorn makes in each process: the application, with logs of its own."""
    settings = Settings.read()
    configure(settings.log_level)
    offered.offer_players(settings)  # what cannot be had is refused here, before anything is served
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=[parent], name="floe-parent", daemon=True).start()
    app = create(settings)
    _look_for_garbage_seldom()
    return app


def _look_for_garbage_seldom() -> None:
    """Everything waits while Python looks for garbage among all objects: some tenths of a second with 2,000 sockets.

    What is there at the start stays for good, so it is left out. What has lived long is looked through a tenth as often
    as usual, and so is what is young: a move makes hundreds of objects, and nearly all are gone by themselves soon.
    """
    gc.freeze()
    young, older, _ = gc.get_threshold()
    gc.set_threshold(10 * young, older, 100)


def _end_after(parent: multiprocessing.process.BaseProcess) -> None:
    """End with the process that started this one, also if that was killed: nobody else would ever end this one."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def configuration(settings: Settings, app: str | Litestar) -> uvicorn.Config:
    """How Uvicorn serves an application, or what makes one in each process."""
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        http=BoundedHttp,
        ws=GatheringWebSocket,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        timeout_worker_healthcheck=30,  # a busy machine takes long to load one
        backlog=_BACKLOG,
    )


def _listen(settings: Settings) -> socket.socket:
    """Take the port before anything else, so that a port in use is told at once.

    Nobody is let in yet: it listens once everything is compiled.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((settings.host, settings.port))
    except OSError as fault:
        made.close()
        raise CannotListen(f"cannot listen at {settings.host}:{settings.port}: {fault.strerror}") from None
    made.set_inheritable(True)
    return made

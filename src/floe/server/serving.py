"""``floe serve``: start the workers and keep them going."""

from __future__ import annotations

import gc
import multiprocessing
import multiprocessing.process
import os
import signal
import socket
import tempfile
import threading
import webbrowser
from collections.abc import Callable

import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from floe.server import files, metrics, offered
from floe.server.app import create
from floe.server.http_protocol import BoundedHttp
from floe.server.logs import configure
from floe.server.metrics import CannotListen
from floe.server.settings import Settings
from floe.server.ws_protocol import GatheringWebSocket

_BACKLOG = 2048


def serve(settings: Settings, tell: Callable[[str], None], open_browser: bool = False) -> None:
    """Serve until told to stop. Each worker is a process of its own."""
    configure(settings.log_level)
    offered.offer_players(settings)  # what cannot be had is refused here, before anything is served
    files.allow_all()
    listening = _listen(settings)
    port = listening.getsockname()[1]
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host  # noqa: S104  # compared
    address = settings.public_url or f"http://{shown}:{port}/"
    for game in offered.installed().games.values():
        if not game.ready():
            tell(f"Preparing {game.title} for this machine; this happens once ...")
    offered.games()
    tell(f"Floe is at {address}  (Ctrl+C stops it; games are kept)")
    os.environ.update(settings.to_environment())
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    config = configuration(settings, "floe.server.serving:worker")
    if settings.workers == 1:
        uvicorn.Server(config).run(sockets=[listening])
        return
    with tempfile.TemporaryDirectory(prefix="floe-metrics-") as made:
        together = os.environ.setdefault(metrics.FOLDER, made)
        with metrics.told(settings.metrics, metrics.of_all_processes(together)):
            Multiprocess(config, sockets=[listening]).run()


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

    What is there at the start stays for good, so it is left out; and what has lived long is looked through a tenth as
    often as usual.
    """
    gc.freeze()
    young, older, _ = gc.get_threshold()
    gc.set_threshold(young, older, 100)


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
        backlog=_BACKLOG,
    )


def _listen(settings: Settings) -> socket.socket:
    """Take the port before anything else, so that a port in use is told at once."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((settings.host, settings.port))
    except OSError as fault:
        made.close()
        raise CannotListen(f"cannot listen at {settings.host}:{settings.port}: {fault.strerror}") from None
    made.listen(_BACKLOG)
    made.set_inheritable(True)
    return made

"""A real ``floe serve`` for the bench: started on a free port of loopback, ended by its pid."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from socket import SO_REUSEADDR, SOL_SOCKET, socket

from floe.server.store import Store
from floe.server.tables import events

PATIENCE_S = 600.0  # the first start compiles the rules


@dataclass(frozen=True)
class Serving:
    """A server that serves."""

    address: str
    pid: int
    seconds: float
    """From its start to the first page, on the wall."""
    processor_seconds: float | None
    """What of that it has computed; none where the system does not tell."""


def free_port() -> int:
    """A port that nobody listens at, and that is handed out to nobody else meanwhile: systems, which give one to every
    client, take higher ones."""
    while True:
        port = random.SystemRandom().randrange(10_000, 20_000)
        with socket() as tried, suppress(OSError):
            tried.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            tried.bind(("127.0.0.1", port))
            return port


@contextmanager
def serving(database: str, folder: Path, cores: int | None = None, bus: str | None = None) -> Iterator[Serving]:
    """A server with limits that scripts do not reach; with a bus it has two workers. At the end it is killed with all
    its processes: what it acknowledged must be there."""
    port = free_port()
    limits = ["--requests-per-minute", "1000000", "--messages-per-second", "10000"]
    limits += ["--tables-per-minute", "100000", "--sockets-per-address", "100000"]
    limits += ["--tables-per-guest", "10000", "--sockets-per-guest", "1000"]
    workers = [] if bus is None else ["--workers", "2", "--bus", bus]
    command = [sys.executable, "-m", "floe", "serve", "--database", database, "--port", str(port), *limits, *workers]
    log = folder / f"server-{port}.log"
    begin = time.perf_counter()
    with log.open("wb") as said:
        process = subprocess.Popen(  # noqa: S603  # our own
            command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
        )
    try:
        if cores is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(process.pid, sorted(os.sched_getaffinity(0))[:cores])
        _first_page(process, port, log)
        took = time.perf_counter() - begin
        yield Serving(f"127.0.0.1:{port}", process.pid, took, _processor_seconds(process.pid))
        if process.poll() is not None:
            raise RuntimeError(f"the server has ended by itself:\n{log.read_text()[-2000:]}")
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _processor_seconds(pid: int) -> float | None:
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def _first_page(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    give_up = time.perf_counter() + PATIENCE_S
    while time.perf_counter() < give_up and process.poll() is None:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
            try:
                connection.request("GET", "/")
                answer = connection.getresponse()
                if answer.status == 200 and answer.read():
                    return
            except OSError:
                time.sleep(0.02)
    raise RuntimeError(f"floe serve did not start:\n{log.read_text()[-2000:]}")


def recorded(database: str, tables: list[str]) -> dict[str, list[tuple[int, str]]]:
    """The moves that a database holds, by table: each with its version. Read when no server runs any more."""

    async def read() -> dict[str, list[tuple[int, str]]]:
        store = await Store.open(database)
        found = {}
        for table in tables:
            rows = [(row.version, events.decode(row.body)) for row in await store.events(table)]
            found[table] = [(version, event.action) for version, event in rows if isinstance(event, events.Played)]
        await store.close()
        return found

    return asyncio.run(read())

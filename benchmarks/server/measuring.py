"""Everything that is measured, one after the other: each with a server and a database of its own."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from server import peer
from server.people import settle
from server.serving import Serving, recorded, serving

BENCHMARKS = Path(__file__).resolve().parent.parent
CORES = 2
"""So many the server may use while many sockets are open."""

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Effort:
    """How much work to put into it."""

    starts: int
    """After the first, which may have to compile."""
    tables: int
    warm_s: float
    rush_s: float
    crowd: int
    """Tables that are open at the same time, with two sockets each."""
    busy: int
    """Those of them where somebody moves every second."""
    crowd_s: float


FULL = Effort(starts=4, tables=50, warm_s=2.0, rush_s=10.0, crowd=1000, busy=200, crowd_s=20.0)
QUICK = Effort(starts=0, tables=2, warm_s=0.0, rush_s=2.0, crowd=4, busy=2, crowd_s=1.0)


@dataclass(frozen=True)
class Run:
    """What players by script have measured at one server."""

    name: str
    seconds: float
    tables: int
    to_answer: list[float]
    to_screen: list[float]
    acknowledged: int
    recorded: int
    """Moves in the database after the server was killed. A bench in which they differ fails."""
    not_taken: int = 0
    memory: dict[str, int | None] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        return len(self.to_answer) / self.seconds

    def document(self) -> dict[str, Any]:
        names = ("name", "seconds", "tables", "acknowledged", "recorded", "not_taken", "memory")
        return {name: getattr(self, name) for name in names} | {"rate": self.rate}


@dataclass
class Found:
    """All that was measured, and what could not be."""

    effort: Effort
    starts: list[Serving] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    peers: dict[str, peer.Measured] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)

    def run(self, name: str) -> Run | None:
        return next((run for run in self.runs if run.name == name), None)


def measure(effort: Effort, with_peers: bool, tell: Tell) -> Found:
    """Measure everything."""
    found = Found(effort)
    with tempfile.TemporaryDirectory(prefix="floe-bench-") as place, ExitStack() as ending:
        folder, bus = Path(place), _redis(found, ending)
        tell("starting once, so that everything is compiled")
        database = str(folder / "start.sqlite")
        with serving(database, folder) as first:
            _settled(first, effort)
        for number in range(effort.starts):
            tell(f"start {number + 1} of {effort.starts}")
            with serving(database, folder) as server:
                found.starts.append(server)
        found.starts = found.starts or [first]
        for name, new_database in _databases(folder, found, ending):
            tell(f"{effort.tables} tables on {name}")
            found.runs.append(_rush(name, new_database(), folder, effort))
            if bus is not None:
                tell(f"{effort.tables} tables on {name} with two workers")
                found.runs.append(_rush(f"{name} with two workers", new_database(), folder, effort, bus))
        tell(f"{2 * effort.crowd:,} open sockets")
        found.runs.append(_crowd(str(folder / "crowd.sqlite"), folder, effort))
        if with_peers:
            _peer(found, folder, tell)
        else:
            found.skipped.append("Without boardgame.io, as asked for.")
    return found


def _rush(name: str, database: str, folder: Path, effort: Effort, bus: str | None = None) -> Run:
    """Scripted players at so many tables, as fast as they are answered."""
    told = ["--tables", str(effort.tables), "--warm", str(effort.warm_s), "--seconds", str(effort.rush_s)]
    with serving(database, folder, bus=bus) as server:
        _settled(server, effort)
        heard = _players("server.rush", server, told, effort.warm_s + effort.rush_s)
    return _checked(name, database, heard, effort.rush_s, effort.tables)


def _crowd(database: str, folder: Path, effort: Effort) -> Run:
    """Many sockets, few moves."""
    with serving(database, folder, CORES) as server:
        _settled(server, effort)
        told = ["--pid", str(server.pid), "--tables", str(effort.crowd), "--busy", str(effort.busy)]
        heard = _players("server.crowd", server, [*told, "--seconds", str(effort.crowd_s)], effort.crowd_s)
    return _checked("crowd", database, heard, effort.crowd_s, effort.crowd)


def _settled(server: Serving, effort: Effort) -> None:
    """Wait until the server has nothing else to do, where the figures shall mean something."""
    if effort.warm_s:
        asyncio.run(settle(server.address))


def _players(module: str, server: Serving, told: list[str], seconds: float) -> dict[str, Any]:
    """Let players by script play, in a process of their own."""
    done = subprocess.run(  # noqa: S603  # our own interpreter, our own module
        [sys.executable, "-m", module, server.address, *told],
        cwd=BENCHMARKS,
        env=os.environ | {"PYTHONPATH": str(BENCHMARKS)},
        capture_output=True,
        timeout=seconds + 300,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{module} failed:\n{done.stderr.decode()[-3000:]}")
    heard: dict[str, Any] = json.loads(done.stdout)
    return heard


def _checked(name: str, database: str, heard: dict[str, Any], seconds: float, tables: int) -> Run:
    """The server is dead by now. Every move that it has acknowledged must be there, once, at its version."""
    acknowledged = {table: sorted((v, action) for v, action in moves) for table, moves in heard["acknowledged"].items()}
    there = recorded(database, list(acknowledged))
    if there != acknowledged:
        raise RuntimeError(f"{name}: what was acknowledged is not what is on record")
    return Run(
        name=name,
        seconds=seconds,
        tables=tables,
        to_answer=heard["to_answer"],
        to_screen=heard["to_screen"],
        acknowledged=sum(map(len, acknowledged.values())),
        recorded=sum(map(len, there.values())),
        not_taken=heard["not_taken"],
        memory=heard.get("memory", {}),
    )


def _databases(folder: Path, found: Found, ending: ExitStack) -> Iterator[tuple[str, Callable[[], str]]]:
    """Each kind of database by its name, with what makes a new one; PostgreSQL, with fsync, where it is installed."""
    from tests.server.services import Postgres, postgres_folder  # noqa: PLC0415  # needs the path that run.py sets

    numbers = itertools.count()
    yield "SQLite", lambda: str(folder / f"rush-{next(numbers)}.sqlite")
    if postgres_folder() is None:
        found.skipped.append("Without PostgreSQL, which is not installed (Debian: apt-get install postgresql).")
        return
    service = Postgres(fsync=True)
    ending.callback(service.close)
    yield "PostgreSQL", service.new_database


def _redis(found: Found, ending: ExitStack) -> str | None:
    """Where a Redis is that two workers tell each other by; none where it is not installed."""
    from tests.server.services import Redis  # noqa: PLC0415  # needs the path that run.py sets

    if shutil.which("redis-server") is None:
        found.skipped.append("Without two workers: Redis is not installed (Debian: apt-get install redis-server).")
        return None
    service = Redis()
    ending.callback(service.close)
    return service.url


def _peer(found: Found, folder: Path, tell: Tell) -> None:
    effort, place = found.effort, folder / "peer"
    place.mkdir()
    try:
        tell("installing boardgame.io")
        peer.install(place)
        for name, in_files in (("files", True), ("memory", False)):
            tell(f"{effort.tables} matches of boardgame.io, kept in {name}")
            found.peers[name] = peer.measure(place, in_files, effort.tables, effort.warm_s, effort.rush_s)
    except peer.NoPeer as fault:
        found.skipped.append(f"Without boardgame.io: {fault}.")

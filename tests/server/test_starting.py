"""``floe serve`` starts with everything compiled, or says in one line why it cannot start."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from numba.core import event

from floe.core.randomness import generator
from floe.server import answers, judging, offered, preparing, puzzles
from floe.server.store import Store, migrations
from floe.server.tables import views
from floe.server.wire import http
from floe.server.wire.practice import AskJudgement
from tests.server.people import Person
from tests.server.serve_process import PATIENCE_S, ServeProcess
from tests.server.services import Redis, free_port

COMPILING = "Floe is compiling"


class Compiled(event.Listener):
    """What is compiled while it listens."""

    def __init__(self) -> None:
        self.kernels: list[str] = []

    def on_start(self, event: Any) -> None:
        self.kernels.append(event.data["dispatcher"].py_func.__qualname__)

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def listening() -> Iterator[Compiled]:
    listener = Compiled()
    with event.install_listener("numba:compile", listener):
        yield listener


@pytest.mark.parametrize("name", ["icecult", "igluiglu", "connectfour"])
def test_whatever_people_ask_for_was_rehearsed(name: str) -> None:
    """Another game than the one that was rehearsed, with other players and rules: nothing is compiled for it."""
    game = offered.games()[name]
    preparing.rehearse(name)
    with listening() as compiled:
        state = game.new(max(game.players), seed="another")
        for number in range(60):
            if state.over:
                break
            for seat in (None, *range(state.players)):
                views.position(state, seat, number, legal=seat == state.to_move)
                game.determinize(state.view(seat), seat, generator(number))
            actions = state.legal_actions()
            action = actions[number * 5 % len(actions)]
            views.told_of(state, action, None)
            if number % 20 == 0:
                view = state.view(state.to_move)
                answers.hinted(view)
                answers.lined(view, preparing._FEW)
                judging.judged(AskJudgement(state.to_dict(), action))
                for level in offered.levels(name):
                    preparing._think(game, state, level)
            state = state.play(action)
        if game.manifest.part("puzzles") is not None:
            puzzle = puzzles.of_game(name)[-1]
            for action in puzzle.state.legal_actions():
                puzzles.tried(name, puzzle.id, http.TryPuzzle([action]))
            puzzles.solved(name, puzzle.id)
    assert compiled.kernels == []


@pytest.mark.anyio
async def test_with_a_cold_cache_and_two_workers_nobody_waits_for_the_compiler(tmp_path: Path, redis: Redis) -> None:
    cold = {"FLOE_CACHE_DIR": str(tmp_path / "cache")}
    options = {"database": str(tmp_path / "floe.sqlite"), "bus": redis.url, "workers": "2"}
    async with ServeProcess(tmp_path, cold, **options) as server:
        for game in ("icecult", "igluiglu"):
            ada = await Person.come(server.address, "Ada")
            table = await ada.new_table("me", "strong", game=game)
            async with ada.at(table) as there:
                await there.until_mine()
                await there.play()
                await there.until_mine()
            await ada.post("/api/hint", {"table": table})
        said = server.said()
    before, served, after = said.partition("Floe is at")
    assert served
    assert before.count(COMPILING) == 1  # the process that does it for the others
    assert COMPILING not in after


def started(folder: Path, workers: int, **options: str) -> subprocess.CompletedProcess[str]:
    """``floe serve`` that cannot start."""
    bus = {"bus": "postgresql://127.0.0.1:1/x", "workers": "2"} if workers > 1 else {}
    flags = {"port": str(free_port()), "database": str(folder / "floe.sqlite")} | bus | options
    return subprocess.run(
        [sys.executable, "-m", "floe", "serve", *(f"--{name}={value}" for name, value in flags.items())],
        env={name: value for name, value in os.environ.items() if not name.startswith("PROMETHEUS_")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that says why."""
    assert done.returncode not in (0, None)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("floe: ")
    assert "Traceback" not in done.stderr
    assert "Floe is at" not in done.stdout
    return last


@pytest.fixture(params=[1, 2])
def workers(request: pytest.FixtureRequest) -> int:
    count: int = request.param
    return count


def test_a_port_that_is_taken(tmp_path: Path, workers: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"cannot listen at 127.0.0.1:{port}: Address already in use" in refused(
            started(tmp_path, workers, port=str(port))
        )


def test_a_database_that_is_away(tmp_path: Path, workers: int) -> None:
    url = f"postgresql://floe:hunter2@127.0.0.1:{free_port()}/floe"
    line = refused(started(tmp_path, workers, database=url))
    assert "cannot be reached" in line
    assert "hunter2" not in line


def test_a_file_that_cannot_be_opened(tmp_path: Path, workers: int) -> None:
    (tmp_path / "floe.sqlite").mkdir()
    assert "floe.sqlite cannot be opened: Is a directory" in refused(started(tmp_path, workers))


def test_a_file_that_is_no_database(tmp_path: Path, workers: int) -> None:
    (tmp_path / "floe.sqlite").write_text("This is a letter. " * 100)
    assert "file is not a database" in refused(started(tmp_path, workers))


def test_a_database_of_a_newer_floe(tmp_path: Path, workers: int) -> None:
    _migrated(tmp_path / "floe.sqlite", "UPDATE alembic_version SET version_num = '9999'")
    assert "step 9999, which a newer Floe made" in refused(started(tmp_path, workers))


def test_a_migration_that_fails_says_where_and_leaves_the_database_as_it_was(tmp_path: Path, workers: int) -> None:
    file = tmp_path / "floe.sqlite"
    _migrated(file, "CREATE TABLE puzzle_tries (mine TEXT)", to="0002")
    done = started(tmp_path, workers)
    assert "cannot be brought into shape, and is left as it was" in refused(done)
    assert "not_migrated" in done.stderr
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0002",)
    connection.close()


def test_a_worker_that_cannot_start_ends_the_server(tmp_path: Path, workers: int) -> None:
    """Where Prometheus is to ask, somebody else listens: with one worker that shows only in the worker itself."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = started(tmp_path, workers, metrics=f"127.0.0.1:{taken.getsockname()[1]}")
    assert done.returncode not in (0, None)
    assert done.stderr.splitlines()[-1].startswith("floe: ")
    assert "for metrics: Address already in use" in done.stderr


def _migrated(file: Path, statement: str, to: str = migrations.HEAD) -> None:
    async def migrate() -> None:
        store = await Store.open(str(file))
        await store.migrate(to)
        await store.close()

    asyncio.run(migrate())
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()

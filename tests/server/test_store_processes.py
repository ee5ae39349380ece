"""Several processes on one database: they share without colliding, and one that is killed takes nothing with it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from floe.server.store import Store
from floe.server.store.migrations import steps
from tests.server.store_rows import ADA, event, seat_guests, table

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]
TABLES = [f"t{number}" for number in range(12)]
Process = subprocess.Popen[str]


@contextmanager
def working(*jobs: tuple[str, ...]) -> Iterator[list[Process]]:
    """Processes that are all ready and then begin at the same moment."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.server.store_process", *job],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for job in jobs
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def said(process: Process) -> list[list[str]]:
    """All that a process has to say, word by word; it must end well."""
    words = [line.split() for line in process.communicate(timeout=120)[0].splitlines()]
    assert process.returncode == 0
    return words


async def until_settled(store: Store) -> None:
    """A process that was killed may have sent its commit: wait until PostgreSQL has dealt with it."""

    def busy(connection: Connection) -> int:
        if connection.dialect.name == "sqlite":  # what was not committed by then never is
            return 0
        others = text(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
        )
        return int(connection.execute(others).scalar_one())

    while await store.examine(busy):
        await asyncio.sleep(0.01)


@pytest.fixture
async def store(store: Store) -> Store:
    """With tables, each at version 1."""
    await seat_guests(store)
    for name in TABLES:
        await store.create(table(name, machine_at=1), [event(name, 1)], [(0, ADA)])
    return store


async def test_workers_that_start_together_migrate_once(database_url: str) -> None:
    with working(*[("migrate", database_url)] * 4) as processes:
        took = [said(process)[0][1:] for process in processes]
    assert sorted(map(len, took)) == [0, 0, 0, len(steps.known())]
    store = await Store.open(database_url)
    await store.check()
    await store.close()


async def test_every_claim_is_won_by_exactly_one_worker(store: Store, database_url: str) -> None:
    with working(*[("claim", database_url, worker, *TABLES) for worker in ("a", "b", "c")]) as processes:
        claimed = [line[1] for process in processes for line in said(process) if line[0] == "claimed"]
    assert Counter(claimed) == Counter(TABLES)
    assert (await store.due(999, 100)).machines == []


async def test_every_version_is_won_by_exactly_one_worker(store: Store, database_url: str) -> None:
    """And nobody waits for ever: the workers want the same tables, each in another order."""
    orders = (TABLES, TABLES[::-1])
    with working(*[("race", database_url, str(n), "15", *order) for n, order in enumerate(orders)]) as processes:
        won = [(line[1], int(line[2])) for process in processes for line in said(process) if line[0] != "done"]
    assert Counter(won) == Counter((name, version) for name in TABLES for version in range(2, 32))
    for name in TABLES:
        assert [one.version for one in await store.events(name)] == list(range(1, 32))


async def test_a_killed_writer_leaves_what_it_acknowledged_and_the_next_goes_on(
    store: Store, database_url: str
) -> None:
    told: dict[str, list[int]] = defaultdict(lambda: [1])
    for lines in (30, 150, 77, 200):
        with working(("append", database_url, *TABLES)) as (process,):
            assert process.stdout is not None
            heard = [process.stdout.readline() for _ in range(lines)]
            process.kill()
            rest = process.communicate()[0].splitlines()  # what it had written before the kill counts too
        await until_settled(store)
        for line in heard + rest:
            _, name, version = line.split()
            told[name].append(int(version))

        for name in TABLES:
            log = await store.events(name)
            row = await store.table(name)
            assert row is not None
            versions = [one.version for one in log]
            assert versions == list(range(1, row.version + 1))
            assert len({one.client_id for one in log}) == len(log)
            assert set(told[name]) <= set(versions)
            assert told[name] == sorted(set(told[name]))
            # The one that was on its way may have been written, without anybody having been told.
            assert row.version - told[name][-1] in {0, 1}
            told[name] = versions

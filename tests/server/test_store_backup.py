"""Backup and restore, as the page for hosts tells it: from a database that is in use, by the database's own means."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from floe.server.store import Store
from tests.server.services import Postgres
from tests.server.store_rows import ADA, append_to, event, seat_guests, table

pytestmark = pytest.mark.anyio
TABLES = [f"t{number}" for number in range(6)]


async def play_while(url: str, copy: Callable[[], Awaitable[None]]) -> dict[str, int]:
    """Append to tables while a copy is made: the version of each that was acknowledged before the copy began."""
    store = await Store.open(url)
    await store.migrate()
    await seat_guests(store)
    for name in TABLES:
        await store.create(table(name), [event(name, 1)], [(0, ADA)])
    told = dict.fromkeys(TABLES, 1)
    copied = asyncio.Event()

    async def play(name: str) -> None:
        while not copied.is_set():
            told[name] = (await store.append(append_to(name, told[name]))).version

    players = [asyncio.create_task(play(name)) for name in TABLES]
    while min(told.values()) < 10:
        await asyncio.sleep(0.01)
    before = dict(told)
    await copy()
    copied.set()
    await asyncio.gather(*players)
    await store.close()
    return before


async def check_copy(url: str, before: dict[str, int]) -> None:
    """A copy holds whole logs, and all that was acknowledged before it was begun; and it can be played on."""
    store = await Store.open(url)
    await store.check()
    for name, version in before.items():
        row = await store.table(name)
        assert row is not None
        assert row.version >= version
        assert [one.version for one in await store.events(name)] == list(range(1, row.version + 1))
        assert not (await store.append(append_to(name, row.version))).conflict
    assert len((await store.tables_of(ADA, 50)).tables) == len(TABLES)
    await store.close()


async def test_sqlite_is_copied_while_it_is_in_use(tmp_path: Path) -> None:
    original, copy = tmp_path / "floe.sqlite", tmp_path / "copy.sqlite"

    def back_up() -> None:
        """What ``.backup`` of the command sqlite3 does."""
        source, target = sqlite3.connect(original), sqlite3.connect(copy)
        source.backup(target)
        source.close()
        target.close()

    before = await play_while(str(original), lambda: asyncio.to_thread(back_up))
    await check_copy(str(copy), before)


async def test_postgresql_is_dumped_while_it_is_in_use(postgres: Postgres, postgres_url: str, tmp_path: Path) -> None:
    before = await play_while(postgres_url, lambda: asyncio.to_thread(postgres.dump, postgres_url, "floe.dump"))
    restored = await asyncio.to_thread(postgres.new_database)
    await asyncio.to_thread(postgres.restore, "floe.dump", restored)
    await check_copy(restored, before)
    await asyncio.to_thread(postgres.drop, restored)

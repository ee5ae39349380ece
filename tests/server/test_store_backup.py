"""``floe backup`` and ``floe restore``: from a database that is in use, and never over anything."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from floe.server.backup import CannotCopy, backup, restore
from floe.server.store import Store
from tests.server.people import Person
from tests.server.serve_process import ServeProcess
from tests.server.services import Postgres
from tests.server.store_rows import ADA, append_to, event, seat_guests, table
from tests.server.test_durability import more
from tests.server.tireless import Tireless

pytestmark = pytest.mark.anyio
TABLES = [f"t{number}" for number in range(6)]


async def play_while(url: str, copy: Callable[[], Awaitable[object]]) -> dict[str, int]:
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


async def test_a_database_is_copied_while_it_is_in_use(database_url: str, tmp_path: Path, postgres: Postgres) -> None:
    copy = tmp_path / "copy"
    before = await play_while(database_url, lambda: asyncio.to_thread(lambda: backup(database_url, copy)))
    assert copy.stat().st_mode & 0o777 == 0o600
    new = str(tmp_path / "new.sqlite") if "://" not in database_url else await asyncio.to_thread(postgres.new_database)
    await asyncio.to_thread(restore, copy, new)
    await check_copy(new, before)
    assert list(tmp_path.glob("*.part")) == []


async def test_all_that_a_server_acknowledged_before_is_in_the_copy_and_can_be_played_on(tmp_path: Path) -> None:
    original, copy, new = (tmp_path / name for name in ("floe.sqlite", "copy.sqlite", "new.sqlite"))
    async with ServeProcess(tmp_path, database=str(original)) as server:
        ada, bo = await Person.come(server.address, "Ada"), await Person.come(server.address, "Bo")
        tables = [await ada.new_table("me", "open", game=game) for game in ("icecult", "igluiglu")]
        players = [Tireless(who, one, seed) for seed, (who, one) in enumerate(product((ada, bo), tables))]
        for one in tables:
            await bo.sit(one)
        playing = [asyncio.create_task(player.play()) for player in players]
        await more(players, 20)
        acknowledged = {player: dict(player.account.acknowledged) for player in players}
        said = await floe("backup", copy, "--database", original)
        assert said.returncode == 0, said.stderr
        await more(players, 10)
        for player in players:
            player.stop()
        await asyncio.gather(*playing)
    said = await floe("restore", copy, "--database", new)
    assert said.returncode == 0, said.stderr
    store = await Store.open(str(new))
    for player, told in acknowledged.items():
        by_client = {one.client_id: one.version for one in await store.events(player.table)}
        assert {client: by_client.get(client) for client in told} == {client: at for client, (at, _) in told.items()}
    await store.close()
    async with ServeProcess(tmp_path, database=str(new)) as server:
        again = [Tireless(player.person.at_address(server.address), player.table, 9) for player in players]
        playing = [asyncio.create_task(player.play()) for player in again]
        await more(again, 4)
        for player in again:
            player.stop()
        await asyncio.gather(*playing)


async def floe(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "floe", *map(str, arguments)]
    return await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)


async def a_database(file: Path) -> None:
    store = await Store.open(str(file))
    await store.migrate()
    await store.close()


async def test_nothing_is_overwritten(tmp_path: Path) -> None:
    original, copy = tmp_path / "floe.sqlite", tmp_path / "copy.sqlite"
    await a_database(original)
    copy.write_text("dear")
    with pytest.raises(CannotCopy, match="is there already, and is not overwritten"):
        backup(str(original), copy)
    assert copy.read_text() == "dear"
    copy.unlink()
    backup(str(original), copy)
    before = original.read_bytes()
    with pytest.raises(CannotCopy, match="a server may be using it"):
        restore(copy, str(original))
    assert original.read_bytes() == before


async def test_a_database_of_postgresql_that_is_not_empty_is_not_restored_into(
    postgres_url: str, tmp_path: Path
) -> None:
    store = await Store.open(postgres_url)
    await store.migrate()
    await store.close()
    await asyncio.to_thread(backup, postgres_url, tmp_path / "floe.dump")
    with pytest.raises(CannotCopy, match="is not empty"):
        await asyncio.to_thread(restore, tmp_path / "floe.dump", postgres_url)


async def test_what_cannot_be_copied_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    original, copy = tmp_path / "floe.sqlite", tmp_path / "copy"
    with pytest.raises(CannotCopy, match="there is no database"):
        backup(str(original), copy)
    original.write_text("This is a letter. " * 100)
    with pytest.raises(CannotCopy, match="not a database"):
        backup(str(original), copy)
    with pytest.raises(CannotCopy, match="is no backup of Floe"):
        restore(original, str(tmp_path / "new.sqlite"))
    original.unlink()
    sqlite3.connect(original).execute("CREATE TABLE mine (x)").connection.close()
    with pytest.raises(CannotCopy, match="is no database of Floe"):
        backup(str(original), copy)
    original.unlink()
    await a_database(original)
    with closing(sqlite3.connect(original)) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CannotCopy, match="a newer Floe made"):
        backup(str(original), copy)
    assert sorted(path.name for path in tmp_path.iterdir() if "sqlite" not in path.name) == []

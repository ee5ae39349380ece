"""The database goes away and comes back: nothing is acknowledged that was not written, and the store recovers."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest

from floe.server.store import Append, Appended, Store, StoreUnavailable, sqlite
from tests.server.services import Postgres
from tests.server.store_rows import ADA, append_to, event, guest, seat_guests, table
from tests.server.tcp_proxy import Proxy

pytestmark = pytest.mark.anyio
TABLES = [f"t{number}" for number in range(8)]


async def set_up(store: Store) -> None:
    await store.migrate()
    await seat_guests(store)
    for name in TABLES:
        await store.create(table(name), [event(name, 1)], [(0, ADA)])


async def versions(store: Store, name: str) -> list[int]:
    return [one.version for one in await store.events(name)]


async def test_postgresql_is_stopped_under_play_and_started_again(postgres: Postgres, postgres_url: str) -> None:
    store = await Store.open(postgres_url)
    await set_up(store)
    told: dict[str, int] = dict.fromkeys(TABLES, 1)
    down = asyncio.Event()

    async def play(name: str) -> None:
        """Append until the database is gone."""
        while True:
            try:
                answer = await store.append(append_to(name, told[name], client_id=f"client-{told[name]}"))
            except StoreUnavailable:
                return
            assert not answer.conflict
            told[name] = answer.version
            if told[name] > 20:
                down.set()

    players = [asyncio.create_task(play(name)) for name in TABLES]
    await down.wait()
    try:
        await asyncio.to_thread(postgres.stop)
        await asyncio.gather(*players)
        for question in (store.append(append_to("t0", 99)), store.table("t0"), store.check(), store.beat("w", 1, 1)):
            with pytest.raises(StoreUnavailable):
                await question
    finally:
        await asyncio.to_thread(postgres.start)

    for name in TABLES:
        written = await versions(store, name)
        assert written[-1] - told[name] in {0, 1}
        assert written == list(range(1, written[-1] + 1))
        if written[-1] > told[name]:  # written, but nobody was told: the same client id finds it
            assert await store.answered(name, ADA, f"client-{told[name]}") == written[-1]
        assert await store.append(append_to(name, written[-1])) == Appended(written[-1] + 1)
    await store.beat("w", 1, 1)
    await store.close()


async def test_a_restart_that_nobody_noticed_costs_nothing(postgres: Postgres, postgres_url: str) -> None:
    """All connections of the pool are dead afterwards; new ones are made before anybody has to be refused."""
    store = await Store.open(postgres_url)
    await set_up(store)
    await asyncio.gather(*(store.table(name) for name in TABLES))
    await asyncio.to_thread(postgres.stop, "fast")
    await asyncio.to_thread(postgres.start)
    assert await store.append(append_to("t0", 1)) == Appended(2)
    await store.came("t0", ADA, 1)
    assert await versions(store, "t0") == [1, 2]
    await store.close()


@pytest.fixture
async def proxy(postgres: Postgres) -> AsyncIterator[Proxy]:
    opened = Proxy(postgres.port)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def through_proxy(postgres: Postgres, postgres_url: str, proxy: Proxy) -> AsyncIterator[Store]:
    """A store whose connections can be cut."""
    store = await Store.open(postgres_url.replace(str(postgres.port), str(proxy.port)))
    await set_up(store)
    yield store
    await store.close()


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_connection_lost_during_the_commit_acknowledges_nothing(
    through_proxy: Store, proxy: Proxy, when: Literal["before", "after"]
) -> None:
    store = through_proxy
    assert await store.append(append_to("t0", 1)) == Appended(2)

    proxy.cut_at(b"COMMIT", when)
    asked = [append_to("t0", 2, client_id="client-2"), append_to("t1", 1, client_id="client-1")]
    answers = await asyncio.gather(*map(store.append, asked), return_exceptions=True)
    assert proxy.cuts == 1
    assert [type(answer) for answer in answers] == [StoreUnavailable] * 2

    written = when == "after"
    assert await store.answered("t0", ADA, "client-2") == (3 if written else None)
    assert await store.answered("t1", ADA, "client-1") == (2 if written else None)
    again = [await store.append(append) for append in asked]
    assert [answer.conflict for answer in again] == [written] * 2
    assert await versions(store, "t0") == [1, 2, 3]
    assert await versions(store, "t1") == [1, 2]


async def test_a_connection_lost_before_the_commit_is_made_anew(through_proxy: Store, proxy: Proxy) -> None:
    store = through_proxy
    await store.append(append_to("t0", 1))
    proxy.cut_at(b"client-two", "after")
    assert await store.append(append_to("t0", 2, client_id="client-two")) == Appended(3)
    assert proxy.cuts == 1
    assert await versions(store, "t0") == [1, 2, 3]


async def test_the_words_hold_no_password() -> None:
    store = await Store.open("postgresql://floe:hunter2@127.0.0.1:9/nowhere")
    with pytest.raises(StoreUnavailable) as refused:
        await store.check()
    assert "hunter2" not in str(refused.value)
    assert "127.0.0.1:9/nowhere" in str(refused.value)
    await store.close()


async def test_sqlite_is_locked_by_another_for_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE_S", 0.05)
    file = tmp_path / "floe.sqlite"
    store = await Store.open(str(file))
    await set_up(store)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answers = await asyncio.gather(*(store.append(append_to(name, 1)) for name in TABLES), return_exceptions=True)
    assert [type(answer) for answer in answers] == [StoreUnavailable] * len(TABLES)
    assert await versions(store, "t0") == [1]  # reading goes on
    other.execute("ROLLBACK")
    other.close()
    assert await store.append(append_to("t0", 1)) == Appended(2)
    await store.close()


async def test_whoever_wants_to_write_to_sqlite_waits_for_another_process(tmp_path: Path) -> None:
    file = tmp_path / "floe.sqlite"
    store = await Store.open(str(file))
    await set_up(store)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = asyncio.ensure_future(store.append(append_to("t0", 1)))
    await asyncio.sleep(0.2)
    assert not answer.done()
    other.execute("ROLLBACK")
    other.close()
    assert await answer == Appended(2)
    await store.close()


async def test_a_commit_that_the_disk_refuses_acknowledges_nothing(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "floe.sqlite"))
    await set_up(store)
    await store._database.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1"))  # full from now on
    large = Append("t0", 1, [event("t0", 2)], "running", 1, "x" * 1_000_000)
    with pytest.raises(StoreUnavailable, match="full"):
        await store.append(large)
    assert await versions(store, "t0") == [1]
    row = await store.table("t0")
    assert row is not None
    assert row.version == 1
    assert await store.append(append_to("t0", 1)) == Appended(2)  # on a new connection, without the limit
    await store.close()


async def test_a_file_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "floe.sqlite"))
    with pytest.raises(StoreUnavailable, match="unable to open"):
        await store.check()
    with pytest.raises(StoreUnavailable, match="unable to open"):
        await store.add_guest(guest(ADA))
    assert list(tmp_path.iterdir()) == []
    await store.close()


async def test_the_file_is_readable_for_its_owner_only(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "deep" / "floe.sqlite"))
    await set_up(store)
    files = list((tmp_path / "deep").iterdir())
    assert len(files) == 3  # with the log and its index
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    await store.close()


async def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = await Store.open(str(tmp_path / "file" / "floe.sqlite"))
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        await store.migrate()
    await store.close()

"""Tables in use: durable before told, told whatever happens to who asked, and the same for every worker."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from floe.server import service
from floe.server.clock import Clock
from floe.server.service import AlreadyThere, Tables
from floe.server.store import GuestRow, Store, StoreUnavailable
from floe.server.tables import commands
from floe.server.tables.refusals import NotFound, Refusal, Stale
from floe.server.tables.table import Table
from tests.server.bench_table import ADA, BO, settings

pytestmark = pytest.mark.anyio
WAIT_S = 60


class Worker(Tables):
    """Tables of one worker, and what it told."""

    def __init__(self, store: Store, name: str, keep: int = 2000) -> None:
        super().__init__(store, name, Clock(), keep=keep)
        self.told: list[tuple[int, bool]] = []
        self.changed.append(self._note)

    async def _note(self, table: Table, here: bool) -> None:
        self.told.append((table.version, here))

    async def set_up(self) -> str:
        table = await self.create(commands.create(settings("me", "me", undo="free"), ADA, "Ada"), start=True)
        return table.id

    async def play(self, table_id: str, version: int, action: str = "nn", client_id: str | None = None) -> int:
        def decide(table: Table) -> Any:
            return commands.play(table, ADA, version, action, 0, [])

        return (await self.change(table_id, decide, ADA, client_id))[1]


@pytest.fixture
async def workers(store: Store) -> tuple[Worker, Worker]:
    for guest in (ADA, BO):
        await store.add_guest(GuestRow(guest, f"hash of {guest}", None, 1, 1))
    return Worker(store, "one"), Worker(store, "two")


async def until_told(worker: Worker, what: tuple[int, bool]) -> None:
    async with asyncio.timeout(WAIT_S):
        while what not in worker.told:
            await asyncio.sleep(0.01)


async def test_what_one_worker_writes_the_other_reads(workers: tuple[Worker, Worker]) -> None:
    one, two = workers
    table = await one.set_up()
    assert await one.play(table, 2) == 3
    async with two.using(table) as seen:
        assert seen.version == 3
    assert await two.play(table, 3, "ss") == 4
    async with one.using(table, fresh=False) as seen:
        assert seen.version == 3  # it has not looked
    async with one.using(table) as seen:
        assert seen.version == 4
    assert one.told == [(2, True), (3, True), (4, False)]
    assert two.told == [(3, False), (4, True)]


async def test_a_worker_that_lags_behind_looks_before_it_refuses(workers: tuple[Worker, Worker]) -> None:
    one, two = workers
    table = await one.set_up()
    async with two.using(table):
        pass
    await one.play(table, 2)
    assert await two.play(table, 3, "ss") == 4
    with pytest.raises(Stale):
        await one.play(table, 3, "ee")


async def test_of_those_who_decide_on_the_same_version_one_succeeds(workers: tuple[Worker, Worker]) -> None:
    one, two = workers
    table = await one.set_up()
    answers = await asyncio.gather(
        *(worker.play(table, 2, client_id=f"client-{n}") for n, worker in enumerate((one, two) * 4)),
        return_exceptions=True,
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Stale"] * 7 + ["int"]
    assert [event.version for event in await one.store.events(table)] == [1, 2, 3]


async def test_a_client_id_is_answered_once_by_whichever_worker(workers: tuple[Worker, Worker]) -> None:
    one, two = workers
    table = await one.set_up()
    async with two.using(table):
        pass
    assert await one.play(table, 2, client_id="the-same") == 3
    assert await two.play(table, 2, client_id="the-same") == 3
    assert await two.play(table, 3, "ss", client_id="the-next") == 4
    assert await one.play(table, 3, "ss", client_id="the-next") == 4
    assert await one.play(table, 3, "ee", client_id="the-same") == 3
    assert len(await one.store.events(table)) == 4


async def test_what_nobody_decided_is_not_told(workers: tuple[Worker, Worker]) -> None:
    one, _ = workers
    table = await one.set_up()
    with pytest.raises(Refusal):
        await one.play(table, 2, "nonsense")
    _, version = await one.change(table, lambda _: [])
    assert version == 2
    assert one.told == [(2, True)]


async def test_a_change_is_seen_through_when_who_asked_is_gone(
    workers: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = workers
    table = await one.set_up()
    append, reached, go_on = one.store.append, asyncio.Event(), asyncio.Event()

    async def slow(wanted: Any) -> Any:
        reached.set()
        await go_on.wait()
        return await append(wanted)

    monkeypatch.setattr(one.store, "append", slow)
    asked = asyncio.create_task(one.play(table, 2))
    await reached.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert one.told == [(2, True)]
    go_on.set()
    await one.settle()
    assert one.told == [(2, True), (3, True)]
    async with one.using(table, fresh=False) as seen:
        assert seen.version == 3


async def test_a_table_that_is_forgotten_while_it_is_read_is_read_to_the_end_and_then_anew(
    workers: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = workers
    table = await one.set_up()
    events, forgotten = one.store.events, asyncio.Event()

    async def slow(*asked: Any, **options: Any) -> Any:
        await forgotten.wait()
        return await events(*asked, **options)

    monkeypatch.setattr(one.store, "events", slow)

    async def read() -> Table:
        async with one.using(table) as seen:
            return seen

    reading = asyncio.create_task(read())
    await asyncio.sleep(0)
    one.forget(table)
    forgotten.set()
    assert (await reading).version == 2
    await two.play(table, 2)
    async with one.using(table, fresh=False) as seen:
        assert seen.version == 3  # from the database


@pytest.mark.parametrize("written", [True, False])
async def test_what_is_in_doubt_is_found_out_and_told(
    workers: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    """The database is lost in mid-commit: nothing is acknowledged. If it was written, everybody is told later."""
    monkeypatch.setattr(service, "RETRY_SECONDS", 0.01)
    one, _ = workers
    table = await one.set_up()
    append, lost = one.store.append, True

    async def in_doubt(wanted: Any) -> Any:
        nonlocal lost
        if not lost:
            return await append(wanted)
        lost = False
        if written:
            await append(wanted)
        raise StoreUnavailable("lost during a commit")

    monkeypatch.setattr(one.store, "append", in_doubt)
    with pytest.raises(StoreUnavailable):
        await one.play(table, 2, client_id="in-doubt")
    if written:
        await until_told(one, (3, True))
    assert await one.play(table, 2, client_id="in-doubt") == 3
    assert one.told == [(2, True), (3, True)]
    assert len(await one.store.events(table)) == 3
    await one.settle()


async def test_a_copy_that_is_dropped_is_read_again(workers: tuple[Worker, Worker], store: Store) -> None:
    few = Worker(store, "few", keep=1)
    tables = [await few.set_up() for _ in range(4)]
    for table in tables:
        assert await few.play(table, 2) == 3
        assert len(few._kept) == 1
    for table in tables:
        async with few.using(table, fresh=False) as seen:
            assert seen.version == 3


async def test_there_is_no_table_that_was_not_set_up(workers: tuple[Worker, Worker]) -> None:
    one, _ = workers
    with pytest.raises(NotFound):
        async with one.using("no-such-table"):
            pass
    with pytest.raises(NotFound):
        await one.play("no-such-table", 1)
    await one.news("no-such-table")
    assert len(one._kept) == 0


async def test_a_table_is_set_up_once_under_a_given_id(workers: tuple[Worker, Worker]) -> None:
    created = commands.create(settings("me", "me"), ADA, "Ada")
    made = await asyncio.gather(
        *(worker.create(created, True, "the-same-id") for worker in workers * 3), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in made) == ["AlreadyThere"] * 5 + ["Table"]
    with pytest.raises(AlreadyThere):
        await workers[0].create(created, True, "the-same-id")
    secret = next(one.secret for one in made if isinstance(one, Table))
    for worker in workers:
        async with worker.using("the-same-id") as table:
            assert table.secret == secret

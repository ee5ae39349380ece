"""Appends: written in groups, judged one by one, answered after the commit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy.exc import IntegrityError

from floe.server.store import Append, Appended, Store, StoreUnavailable
from floe.server.store.database import Work
from tests.server.store_rows import ADA, BO, append_to, event, seat_guests, table

pytestmark = pytest.mark.anyio


class Watch:
    """Remembers how many appends were committed together."""

    def __init__(self) -> None:
        self.groups: list[int] = []
        self.answered = 0

    def group_written(self, size: int) -> None:
        self.groups.append(size)

    def append_answered(self, seconds: float) -> None:
        self.answered += seconds >= 0


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
async def store(database_url: str, watch: Watch) -> AsyncIterator[Store]:
    """A store with two guests and twenty tables, each at version 1."""
    opened = await Store.open(database_url, watch)
    await opened.migrate()
    await seat_guests(opened)
    for number in range(20):
        await opened.create(table(f"t{number}"), [event(f"t{number}", 1)], [(0, ADA)])
    yield opened
    await opened.close()


async def test_what_waits_is_committed_together(store: Store, watch: Watch) -> None:
    answers = await asyncio.gather(*(store.append(append_to(f"t{n}", 1)) for n in range(20)))
    assert answers == [Appended(2)] * 20
    assert watch.groups == [20]
    assert watch.answered == 20


async def test_other_writing_shares_the_transactions_of_appends_where_only_one_can_write(
    store: Store, watch: Watch, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart: list[object] = []
    alone = store._database.write

    async def write(work: Work[object]) -> object:
        apart.append(work)
        return await alone(work)

    monkeypatch.setattr(store._database, "write", write)
    await asyncio.gather(store.append(append_to("t0", 1)), store.rename_guest(ADA, "Countess"))
    guest = await store.guest(ADA)
    assert guest is not None
    assert guest.name == "Countess"
    assert watch.groups == [1]
    assert len(apart) == (0 if database_url.startswith("sqlite") else 1)


async def test_an_acknowledged_append_is_seen_by_everybody(store: Store, database_url: str) -> None:
    other = await Store.open(database_url)
    for version in range(1, 30):
        assert await store.append(append_to("t0", version)) == Appended(version + 1)
        row = await other.table("t0")
        assert row is not None
        assert row.version == version + 1
        assert [e.version for e in await other.events("t0")] == list(range(1, version + 2))
    await other.close()


async def test_the_row_says_what_the_append_says(store: Store) -> None:
    append = Append(
        "t0",
        1,
        [event("t0", 2), event("t0", 3)],
        status="over",
        changed=77,
        summary='{"a":1}',
        wake_at=5,
        machine_at=6,
        claimed_until=8,
        claimed_by="w",
    )
    assert await store.append(append) == Appended(3)
    expected = table("t0", version=3, status="over", changed=77, summary='{"a":1}', wake_at=5, machine_at=6)
    row = await store.table("t0")
    assert row is not None
    assert (row.claimed_until, row.claimed_by) == (8, "w")
    await store.append(append_to("t0", 3, status="over", changed=77, summary='{"a":1}', wake_at=5, machine_at=6))
    assert await store.table("t0") == table("t0", **{**_changes(expected), "version": 4})


def _changes(row: object) -> dict[str, object]:
    return {name: getattr(row, name) for name in ("status", "changed", "summary", "wake_at", "machine_at")}


async def test_only_one_of_many_gets_a_version(store: Store) -> None:
    answers = await asyncio.gather(*(store.append(append_to("t0", 1)) for _ in range(8)))
    assert sorted(answer.conflict for answer in answers) == [False] + [True] * 7
    assert all(answer.version == 2 for answer in answers)
    assert len(await store.events("t0")) == 2


async def test_appends_that_build_upon_each_other_may_be_asked_for_at_once(store: Store, watch: Watch) -> None:
    answers = await asyncio.gather(*(store.append(append_to("t0", version)) for version in range(1, 6)))
    assert answers == [Appended(version) for version in range(2, 7)]
    assert watch.groups == [1] * 5


async def test_one_that_comes_too_late_does_not_keep_the_others(store: Store, watch: Watch) -> None:
    await store.append(append_to("t3", 1))
    answers = await asyncio.gather(*(store.append(append_to(f"t{n}", 1, number=2)) for n in range(6)))
    assert [answer.conflict for answer in answers] == [False, False, False, True, False, False]
    assert [answer.version for answer in answers] == [3, 3, 3, 2, 3, 3]
    assert len(await store.events("t3")) == 2
    assert watch.groups == [1, 6]


async def test_an_append_to_no_table_is_a_conflict(store: Store) -> None:
    assert await store.append(append_to("nowhere", 0)) == Appended(0, conflict=True)


async def test_a_client_id_is_used_once(store: Store) -> None:
    assert await store.append(append_to("t0", 1, client_id="client-1")) == Appended(2)
    again, other = await asyncio.gather(
        store.append(append_to("t0", 2, client_id="client-1")), store.append(append_to("t1", 1, client_id="client-1"))
    )
    assert again == Appended(2, conflict=True)
    assert other == Appended(2)
    assert await store.answered("t0", ADA, "client-1") == 2
    assert await store.answered("t0", BO, "client-1") is None
    assert await store.answered("t0", ADA, "client-2") is None
    row = await store.table("t0")
    assert row is not None
    assert row.version == 2


async def test_one_that_breaks_the_schema_does_not_take_others_with_it(store: Store) -> None:
    wrong = append_to("t1", 1, sat=[(1, "nobody")])
    answers = await asyncio.gather(
        *(store.append(one) for one in (append_to("t0", 1), wrong, append_to("t2", 1))), return_exceptions=True
    )
    assert answers[0] == answers[2] == Appended(2)
    assert isinstance(answers[1], IntegrityError)
    assert len(await store.events("t1")) == 1


async def test_seats_are_taken_and_left_with_the_append(store: Store) -> None:
    await store.append(append_to("t0", 1, sat=[(1, BO), (2, BO)]))
    assert [row.id for row in (await store.tables_of(BO, 10)).tables] == ["t0"]
    await store.append(append_to("t0", 2, stood=[0, 1], sat=[(0, BO)]))
    assert (await store.append(append_to("t0", 1, stood=[0, 2]))).conflict
    assert [row.id for row in (await store.tables_of(BO, 10)).tables] == ["t0"]
    await store.append(append_to("t0", 3, stood=[0, 2]))
    assert (await store.tables_of(BO, 10)).tables == []


async def test_an_append_whose_caller_has_gone_is_written_all_the_same(store: Store) -> None:
    asked = asyncio.create_task(store.append(append_to("t0", 1)))
    await asyncio.sleep(0)  # it is in the queue now
    asked.cancel()
    assert await store.append(append_to("t0", 2)) == Appended(3)
    with pytest.raises(asyncio.CancelledError):
        await asked


async def test_closing_writes_what_waits_and_takes_no_more(store: Store, database_url: str) -> None:
    asked = [asyncio.create_task(store.append(append_to(f"t{n}", 1))) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*asked) == [Appended(2)] * 20
    with pytest.raises(StoreUnavailable):
        await store.append(append_to("t0", 2))


async def test_a_store_that_is_closed_neither_reads_nor_writes(database_url: str, watch: Watch) -> None:
    opened = await Store.open(database_url, watch)
    await opened.migrate()
    await opened.close()
    for ask in (lambda: opened.table("t0"), lambda: opened.append(append_to("t0", 1)), lambda: opened.beat("w", 1, 1)):
        with pytest.raises(StoreUnavailable):
            await ask()


async def test_who_cannot_be_told_whether_a_client_id_was_used_is_told_that_the_database_is_away(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.append(append_to("t0", 1, client_id="c"))

    async def away(_: object) -> None:
        raise StoreUnavailable("gone for a moment")

    monkeypatch.setattr(store._database, "read", away)
    with pytest.raises(StoreUnavailable, match="gone for a moment"):
        await store.append(append_to("t0", 2, client_id="c"))


async def test_moves_of_many_tables_go_on_beside_each_other(store: Store, watch: Watch) -> None:
    """Fifty versions at each table, with chat, presence and claims in between."""

    async def play(number: int) -> None:
        for version in range(1, 51):
            assert await store.append(append_to(f"t{number}", version, client_id=f"client-{version}")) == Appended(
                version + 1
            )
            if version % 10 == number % 10:
                await store.came(f"t{number}", ADA, version)
                await store.claim(f"t{number}", version + 1, "w", 10, 5)

    await asyncio.gather(*(play(number) for number in range(20)))
    for number in range(20):
        log = await store.events(f"t{number}")
        assert [one.version for one in log] == list(range(1, 52))
    assert sum(watch.groups) == 1000
    assert len(watch.groups) < 1000


@pytest.mark.parametrize("versions", [[], [3], [2, 4], [2, 2], [3, 2]])
def test_events_must_follow_each_other(versions: list[int]) -> None:
    with pytest.raises(ValueError, match="must be numbered from 2"):
        Append("t", 1, [event("t", version) for version in versions], "running", 1, "{}")


def test_events_must_be_of_the_table() -> None:
    with pytest.raises(ValueError, match="another table"):
        Append("t", 1, [event("u", 2)], "running", 1, "{}")

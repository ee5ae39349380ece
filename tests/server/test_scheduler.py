"""What happens without anybody asking: time-outs, outages that nobody is charged for, who is taken for gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from floe.server import presence
from floe.server.scheduler import OUTAGE
from floe.server.store import StoreUnavailable
from floe.server.tables.clocks import NETWORK_ALLOWANCE, RECONNECT_ALLOWANCE
from tests.server.live import PATIENCE_S, FakeClock, Live, serving
from tests.server.people import Person, Socket

pytestmark = pytest.mark.anyio
MINUTE = 60_000


@pytest.fixture
async def alone(tmp_path: Path) -> AsyncIterator[Live]:
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        yield live


async def timed(live: Live, seconds: int = 60, **chosen: Any) -> tuple[Person, Person, str]:
    """A game of Ada and Bo with a live clock; Ada is to move."""
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", clock={"type": "live", "seconds": seconds}, **chosen)
    await bo.sit(table)
    return ada, bo, table


async def left(person: Person, table: str) -> list[int]:
    """What the clocks show."""
    async with person.at(table) as socket:
        return [face["left"] for face in (await socket.next("state"))["clocks"]]


# Time-outs


@pytest.mark.parametrize("choice", ["machine", "pass", "forfeit"])
async def test_when_time_is_up_the_tables_choice_is_done(alone: Live, choice: str) -> None:
    ada, bo, table = await timed(alone, on_timeout=choice)
    async with ada.at(table) as one, bo.at(table) as two:
        await one.until_mine()
        await alone.let_pass(MINUTE + NETWORK_ALLOWANCE)
        await alone.worker.scheduler.look()
        if choice == "forfeit":
            state = await two.until(lambda state: state["table"]["status"] == "over")
            assert state["table"]["result"] == {"winners": [1], "rule": None, "reason": "timed_out", "resigned": 0}
            assert (state["happened"][-1]["kind"], state["happened"][-1]["seat"]) == ("timed_out", 0)
        else:
            await two.until_mine()  # a machine has played Ada's turn
            assert two.state["table"]["seats"][0]["stand_in"] is (choice == "machine")


async def test_nothing_is_done_before_time_is_up(alone: Live) -> None:
    alone.clock.stands = alone.clock()  # only what is let pass
    ada, _, table = await timed(alone, on_timeout="forfeit")
    async with ada.at(table) as one:
        await one.until_mine()
        await alone.let_pass(MINUTE - 5_000)
        await alone.worker.scheduler.look()
        await one.play()
        assert one.state["table"]["status"] == "running"
        assert one.state["clocks"][0]["left"] < 10_000


async def test_one_whose_connection_was_lost_has_some_time_to_come_back(alone: Live) -> None:
    alone.clock.stands = alone.clock()  # only what is let pass
    ada, bo, table = await timed(alone, on_timeout="forfeit")
    async with ada.at(table) as one:
        await one.until_mine()
        await alone.let_pass(MINUTE - 1_000)
    await until_gone(bo, table)
    await alone.let_pass(NETWORK_ALLOWANCE + 1_500)
    await alone.worker.scheduler.look()
    async with ada.at(table) as one:
        await one.until_mine()
        assert one.state["table"]["status"] == "running"
        await one.play()
        assert one.state["clocks"][0]["left"] > 0  # the time without connection is not charged
    await until_gone(bo, table)
    await alone.let_pass(RECONNECT_ALLOWANCE + MINUTE)
    await alone.worker.scheduler.look()
    assert (await bo.get(f"/api/tables/{table}"))["status"] == "over"


async def until_gone(watcher: Person, table: str) -> None:
    """Wait until the server has noticed that the first seat's person has closed the table."""
    async with asyncio.timeout(PATIENCE_S):
        while (await watcher.get(f"/api/tables/{table}"))["seats"][0]["present"]:
            await asyncio.sleep(0.01)


async def test_one_table_that_cannot_be_read_does_not_keep_the_others_waiting(
    alone: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _, _, broken = await timed(alone, on_timeout="forfeit")
    ada, _, sound = await timed(alone, on_timeout="forfeit")
    using = alone.worker.tables.using

    @asynccontextmanager
    async def fails(table_id: str, fresh: bool = True) -> AsyncIterator[Any]:
        if table_id == broken:
            raise RuntimeError("broken")
        async with using(table_id, fresh) as table:
            yield table

    monkeypatch.setattr(alone.worker.tables, "using", fails)
    await alone.let_pass(MINUTE + NETWORK_ALLOWANCE + 1_000)
    await alone.worker.scheduler.look()
    assert (await ada.get(f"/api/tables/{sound}"))["status"] == "over"
    assert "keeper_failed" in caplog.text


# Outages


async def test_a_server_that_was_down_charges_no_clock(tmp_path: Path) -> None:
    clock, database = FakeClock(), str(tmp_path / "floe.sqlite")
    async with serving(database, clock) as live:
        ada, _, table = await timed(live, on_timeout="forfeit")
        before = await left(ada, table)
    clock.wait(100 * MINUTE)
    async with serving(database, clock) as live:
        ada = ada.at_address(live.address)
        await live.worker.scheduler.look()
        assert (await ada.get(f"/api/tables/{table}"))["status"] == "running"
        after = await left(ada, table)
        assert before[0] - after[0] < MINUTE // 2
        row = await live.store.table(table)
        assert row is not None
        assert row.wake_at is not None
        assert row.wake_at > clock()  # it need not be looked at again before
        await live.let_pass(2 * MINUTE)
        await live.worker.scheduler.look()
        assert (await ada.get(f"/api/tables/{table}"))["status"] == "over"


@pytest.mark.parametrize("first", ["scheduler", "player"])
async def test_a_database_that_was_away_charges_no_clock(
    alone: Live, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """Whether a player or the scheduler is the first to notice that it is back."""
    ada, _, table = await timed(alone, on_timeout="forfeit")
    beat = alone.store.beat

    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    async with ada.at(table) as socket:
        await socket.until_mine()
        await alone.worker.scheduler.stop()
        monkeypatch.setattr(alone.store, "beat", away)
        alone.clock.wait(10 * MINUTE)
        with pytest.raises(StoreUnavailable):
            await alone.worker.scheduler.look()
        assert (await socket.ask("play", version=socket.version, action="nn"))["key"] == "unavailable"
        monkeypatch.setattr(alone.store, "beat", beat)
        if first == "scheduler":
            await alone.worker.scheduler.look()
        await socket.play("nn")
        assert socket.state["table"]["status"] == "running"
        assert socket.state["clocks"][0]["left"] > MINUTE // 2


async def test_short_gaps_are_no_outages(alone: Live) -> None:
    await alone.worker.scheduler.stop()
    alone.clock.stands = alone.clock()
    await alone.worker.scheduler.beat()
    alone.clock.wait(OUTAGE - 1_000)
    await alone.worker.scheduler.beat()
    assert alone.worker.tables.outages == []
    alone.clock.wait(OUTAGE + 1_000)
    await alone.worker.scheduler.beat()
    assert len(alone.worker.tables.outages) == 1


# Who is there


async def test_those_whose_worker_was_killed_are_taken_for_gone_after_a_while(alone: Live) -> None:
    ada, bo, table = await timed(alone)
    async with ada.at(table) as one:
        await one.next("state")
        guests = {row.guest for row in await alone.store.present(table)}
        async with alone.worker.tables.using(table) as kept:
            lost = next(guest for guest in kept.persons() if guest not in guests)
        await alone.store.came(table, lost, alone.clock())  # at a worker that is no more
        assert await there(bo, table) == [True, True]
        await alone.let_pass(presence.FORGOTTEN + presence.AGAIN)
        await alone.worker.scheduler.follow()  # as every second: what it has seen last may be older than that
        assert await there(bo, table) == [True, False]


async def there(person: Person, table: str) -> list[bool]:
    return [seat["present"] for seat in (await person.get(f"/api/tables/{table}"))["seats"]]


async def test_a_socket_of_nobody_leaves_no_trace(alone: Live) -> None:
    _, _, table = await timed(alone)
    async with Socket(alone.address, table) as socket:
        await socket.next("state")
        await alone.worker.scheduler.beat()
        assert await alone.store.present(table) == []


# What other workers do


async def test_nobody_needs_news_to_see_what_another_worker_does(tmp_path: Path) -> None:
    """Two servers on one file without a bus: no news ever passes, as if each were killed before it could tell."""
    database = str(tmp_path / "floe.sqlite")
    async with serving(database) as one, serving(database) as two:
        ada, bo = await one.person("Ada"), await two.person("Bo")
        table = await ada.new_table("me", "open")
        async with ada.at(table) as here:
            await here.next("state")
            await bo.sit(table)
            await here.until_mine()
            async with bo.at(table) as there:
                await here.hears({"type": "presence", "seats": [True, True], "spectators": 0})
                await here.play()
                await there.until_version(here.version)
                await there.ask("say", text="hello")
                assert (await here.next("said"))["text"] == "hello"
            await here.hears({"type": "presence", "seats": [True, False], "spectators": 0})


async def test_who_was_told_everything_is_left_alone(alone: Live) -> None:
    """A look that finds nothing new wakes nobody."""
    ada, bo, table = await timed(alone)
    async with ada.at(table) as one, bo.at(table) as two:
        await one.until_mine()
        await two.hears({"type": "presence", "seats": [True, True], "spectators": 0})
        await alone.worker.scheduler.follow()
        connections = alone.worker.hub.at(table)
        async with asyncio.timeout(PATIENCE_S):
            while any(connection.wake.is_set() for connection in connections):
                await asyncio.sleep(0.01)
        await alone.worker.scheduler.follow()
        assert not any(connection.wake.is_set() for connection in connections)

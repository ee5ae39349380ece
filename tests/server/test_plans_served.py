"""Plans at a real server: laid over the socket, seen by their own guest alone, played by whichever worker is left."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

import floe
from floe.core.game import State
from floe.server.logs import JsonLines
from floe.server.planning import Planning
from floe.server.store import Store
from tests.server.live import Live, serving
from tests.server.people import Person, Socket, watching
from tests.server.test_tables_plans import after, turn

pytestmark = pytest.mark.anyio
EMPTY = '{"type":"plan","seat":0,"lines":[],"played":[]}'
DAYS = {"type": "days", "days": 3}


@pytest.fixture
async def hosted(database_url: str) -> AsyncIterator[Live]:
    async with serving(database_url) as live:
        yield live


async def slow(live: Live, **chosen: Any) -> tuple[Person, Person, str]:
    """A slow game of Ada and Bo; Ada is to move."""
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", **({"clock": DAYS} | chosen))
    await bo.sit(table)
    return ada, bo, table


def here(socket: Socket) -> State:
    """The position that a socket was told, of a game without secrets."""
    state: State = floe.game("icecult").from_dict(socket.state["position"]["view"])
    return state


async def lay(socket: Socket, actions: list[str]) -> dict[str, Any]:
    return await socket.ask("plan_line", version=socket.version, actions=actions)


async def plan_of(socket: Socket, lines: list[int]) -> dict[str, Any]:
    """Wait until the lines of these numbers are what was told last."""
    while True:
        told = [message for message in socket.heard if message["type"] == "plan"]
        if told and [line["number"] for line in told[-1]["lines"]] == lines:
            return told[-1]
        await socket.hear()


def exchange(socket: Socket) -> tuple[list[str], list[str]]:
    """What the other may play, and an answer to it."""
    state = here(socket)
    theirs = turn(state, "nn")
    return theirs, turn(after(state, theirs), "ww")


async def play_all(socket: Socket, actions: list[str]) -> None:
    for action in actions:
        await socket.until_mine()
        await socket.play(action)


async def test_it_is_laid_listed_played_and_told_to_nobody_else(hosted: Live) -> None:
    log = io.StringIO()
    listening = logging.StreamHandler(log)
    listening.setFormatter(JsonLines())
    logging.getLogger("floe").addHandler(listening)
    ada, bo, table = await slow(hosted)
    async with (
        ada.at(table) as one,
        bo.at(table) as two,
        bo.at(table) as twin,
        watching(hosted.address, table) as looks,
    ):
        await two.next("state")
        await plan_of(two, [])
        await twin.next("state")
        await plan_of(twin, [])
        await looks.next("state")
        theirs, mine = exchange(two)
        answer = await lay(two, theirs + mine)
        assert answer["type"] == "accepted"
        for socket in (two, twin):
            [line] = (await plan_of(socket, [1]))["lines"]
            assert [move["action"] for move in line["exchanges"][0]["others"]] == theirs
            assert [move["action"] for move in line["exchanges"][0]["mine"]] == mine
            assert all(move["facts"] for move in line["exchanges"][0]["mine"])
        await play_all(one, theirs)
        state = await two.until(lambda state: state["position"]["ply"] == len(theirs + mine))
        assert state["waiting_for"] == [0]
        while not (plan := await plan_of(two, []))["played"]:
            await two.hear()
        assert plan["played"] == list(range(state["version"] - len(mine) + 1, state["version"] + 1))
        await one.until_ply(len(theirs + mine))
        await looks.until_ply(len(theirs + mine))
        events = await hosted.store.events(table)
        assert [row.guest for row in events[-len(mine) :]] == [await guest_of(hosted, table, 1)] * len(mine)
    record = await ada.get(f"/api/tables/{table}/record")
    assert record["actions"] == theirs + mine
    own = [frame for frame in two.frames if "plan" in json.loads(frame)["type"]]
    assert own
    heard = [frame for frame in one.frames if frame != EMPTY]
    for frame in [*heard, *looks.frames, json.dumps(record), log.getvalue(), *(row.body for row in events)]:
        assert "plan" not in frame
    logging.getLogger("floe").removeHandler(listening)


async def guest_of(live: Live, table: str, seat: int) -> str:
    async with live.worker.tables.using(table) as found:
        guest = found.seats[seat].guest
    assert guest is not None
    return guest


async def test_lines_are_deleted_one_by_one_and_asked_for_once(hosted: Live) -> None:
    _, bo, table = await slow(hosted)
    async with bo.at(table) as two:
        await two.next("state")
        theirs, mine = exchange(two)
        first = await two.ask("plan_line", "the-same-id", version=two.version, actions=theirs + mine)
        again = await two.ask("plan_line", "the-same-id", version=two.version, actions=theirs + mine)
        assert (first["type"], again["type"], first["version"]) == ("accepted", "accepted", again["version"])
        other = turn(here(two), "ee")
        await lay(two, other + turn(after(here(two), other)))
        await plan_of(two, [1, 2])
        assert (await two.ask("drop_line", number=1))["type"] == "accepted"
        assert (await two.ask("drop_line", number=1))["type"] == "accepted"
        await plan_of(two, [2])


async def test_what_cannot_be_planned_is_refused_with_the_reason(hosted: Live) -> None:
    ada, bo, table = await slow(hosted)
    async with ada.at(table) as one, bo.at(table) as two, watching(hosted.address, table) as looks:
        for socket in (one, two, looks):
            await socket.next("state")
        theirs, mine = exchange(two)
        assert (await lay(one, theirs + mine))["key"] == "your_turn"
        assert (await lay(looks, theirs + mine))["key"] == "spectator"
        assert (await lay(two, theirs))["key"] == "plan_open"
        refused = await lay(two, [*theirs, "end"])
        assert refused["rule"] is not None
        await play_all(one, theirs[:1])
        stale = await two.ask("plan_line", version=two.version - 1, actions=theirs + mine)
        assert stale["type"] in ("stale", "refused")


async def test_without_a_clock_people_plan_too_but_not_with_a_live_one(hosted: Live) -> None:
    _, bo, table = await slow(hosted, clock=None)
    async with bo.at(table) as two:
        await two.next("state")
        theirs, mine = exchange(two)
        assert (await lay(two, theirs + mine))["type"] == "accepted"
    _, bo, table = await slow(hosted, clock={"type": "live", "seconds": 600})
    async with bo.at(table) as two:
        await two.next("state")
        assert (await lay(two, theirs + mine))["key"] == "no_plans"


async def test_two_plans_answer_each_other(hosted: Live) -> None:
    ada, bo, table = await slow(hosted)
    async with ada.at(table) as one, bo.at(table) as two:
        await one.until_mine()
        theirs, mine = exchange(one)
        state = after(here(one), theirs)
        await play_all(one, theirs)
        reply = turn(after(state, mine), "ss")
        then = turn(after(state, mine + reply), "ee")
        assert (await lay(one, mine + reply))["type"] == "accepted"  # Ada, on Bo's turn
        await two.until_mine()
        await play_all(two, mine[:-1])
        rest = [mine[-1], *reply, *then]
        assert (await two.ask("plan_line", version=two.version, actions=rest))["key"] == "your_turn"
        await play_all(two, mine[-1:])
        await two.until_ply(len(theirs + mine + reply))
        await one.until_ply(len(theirs + mine + reply))


async def test_a_plan_whose_worker_died_before_it_played_is_found_by_another_and_played_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(Planning, "begin", lambda *_: None)  # it is gone before it came to that
        async with serving(database_url) as live:
            live.worker.scheduler._planning = None  # type: ignore[assignment]  # nor does it look any more
            ada, bo, table = await slow(live)
            async with ada.at(table) as one, bo.at(table) as two:
                await two.next("state")
                theirs, mine = exchange(two)
                assert (await lay(two, theirs + mine))["type"] == "accepted"
                await play_all(one, theirs)
    store = await Store.open(database_url)
    assert (await store.due(0, 10)).plans == [table]
    await store.close()
    async with serving(database_url) as first, serving(database_url) as second:
        await asyncio.gather(*(live.worker.scheduler.look() for live in (first, second) for _ in range(3)))
        async with bo.at_address(second.address).at(table) as two:
            await two.until_ply(len(theirs + mine))
        record = await bo.at_address(first.address).get(f"/api/tables/{table}/record")
        assert record["actions"] == theirs + mine
        assert (await second.store.due(0, 10)).plans == []


async def test_whoever_swaps_is_told_of_the_new_place_before_its_plan(
    hosted: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bo's second page comes, and the swap is written after it was told how the table stands, before of the plan."""
    ada, bo, table = await slow(hosted, swap=True)
    async with ada.at(table) as one, bo.at(table) as two:
        await plan_of(one, [])
        await plan_of(two, [])
        await play_all(one, turn(here(one), "nn"))
        await two.until(lambda state: state["can_swap"])
        version, told, waiting = two.version, Planning.told, [two]

        async def after_a_swap(planning: Planning, table_id: str, guest: str) -> Any:
            if waiting:
                assert (await waiting.pop().ask("swap", version=version))["type"] == "accepted"
            return await told(planning, table_id, guest)

        monkeypatch.setattr(Planning, "told", after_a_swap)
        async with bo.at(table) as second:
            plan = await second.next("plan")
            assert second.state["table"]["seats"][plan["seat"]]["mine"]
            assert (second.version, plan["seat"]) == (version + 1, 0)


async def test_it_is_exported_and_deleted_with_its_guest(hosted: Live) -> None:
    ada, bo, table = await slow(hosted)
    async with bo.at(table) as two:
        await two.next("state")
        theirs, mine = exchange(two)
        await lay(two, theirs + mine)
    [kept] = (await bo.get("/api/me/data"))["plans"]
    assert (kept["table_id"], kept["seat"], len(kept["body"]["lines"])) == (table, 1, 1)
    assert (await ada.get("/api/me/data"))["plans"] == []
    await bo.call("DELETE", "/api/me")
    assert await hosted.store.plan(table, 1) is None


async def test_a_table_that_is_deleted_takes_its_plans_along(hosted: Live) -> None:
    ada, bo, table = await slow(hosted)
    async with bo.at(table) as two:
        await two.next("state")
        theirs, mine = exchange(two)
        await lay(two, theirs + mine)
    for person in (ada, bo):
        await person.call("DELETE", "/api/me")
    await hosted.worker.store.act(0, [], "host", lambda c: _delete(c, table))
    assert await hosted.store.plan(table, 1) is None
    assert await hosted.store.table(table) is None


def _delete(connection: Any, table: str) -> bool:
    from floe.server.store import admin_queries  # noqa: PLC0415

    return admin_queries.delete_table(connection, table)

"""Whole games over sockets: by people, with machines, at one screen; what everybody is told on the way."""

from __future__ import annotations

import asyncio
import random

import pytest

from floe import records
from tests.server.live import Live
from tests.server.people import Person, Socket, watching

pytestmark = pytest.mark.anyio


async def play_to_the_end(socket: Socket, seed: int = 1) -> int:
    """Play at random whenever there is something to decide; return how many actions were played."""
    rng = random.Random(seed)  # noqa: S311  # for a test
    played = 0
    while (await socket.until_mine())["table"]["status"] != "over":
        await socket.play(rng.choice(socket.legal))
        played += 1
    return played


def check_versions(socket: Socket, first: int = 1) -> None:
    """Every version was told once and in order, from the first to the newest."""
    told = [one["version"] for state in socket.heard if state["type"] == "state" for one in state["happened"]]
    assert told == list(range(first, socket.version + 1))


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
async def test_two_people_play_a_game_and_somebody_watches(live: Live, game: str) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", game=game)
    await bo.sit(table)
    async with ada.at(table) as one, bo.at(table) as two, watching(live.address, table) as third:
        played = await asyncio.gather(play_to_the_end(one, 1), play_to_the_end(two, 2))
        await third.until(lambda state: state["table"]["status"] == "over")
        for socket, seat in ((one, 0), (two, 1), (third, None)):
            check_versions(socket)
            assert socket.state["seat"] == seat
            assert socket.state["position"]["ply"] == sum(played)
            assert socket.state["table"]["result"] == one.state["table"]["result"]
            assert socket.state["waiting_for"] == []
    made = records.from_dict(await ada.get(f"/api/tables/{table}/record"))
    assert len(made) == sum(played)
    assert made.result is not None
    assert list(made.result.winners) == one.state["table"]["result"]["winners"]


async def test_a_person_plays_against_machines(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "random", "greedy")
    async with ada.at(table) as socket:
        played = await play_to_the_end(socket)
        check_versions(socket)
    made = records.from_dict(await ada.get(f"/api/tables/{table}/record"))
    assert len(made) > played
    assert [player.kind for player in made.players] == ["person", "random", "greedy"]


async def test_two_play_at_one_screen(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "me", game="igluiglu")
    async with ada.at(table) as socket:
        await socket.until_mine()
        for _ in range(12):
            assert socket.state["seat"] == socket.state["table"]["to_move"]
            await socket.play()
            await socket.until_mine()
        seats = {state["seat"] for state in socket.heard if state["type"] == "state"}
    assert seats == {0, 1}


async def test_legal_actions_are_told_to_who_decides_alone(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open")
    await bo.sit(table)
    async with ada.at(table) as one, bo.at(table) as two, watching(live.address, table) as third:
        await one.until_mine()
        assert one.legal
        for other in (two, third):
            await other.until(lambda _: True)
            assert other.legal == []
            assert other.state["waiting_for"] == [0]
            assert other.state["position"]["due"][0]["key"] == "wait"


async def test_facts_tell_what_an_action_did(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "me", game="igluiglu")
    async with ada.at(table) as socket, watching(live.address, table) as third:
        await socket.until_mine()
        await socket.play("place b1")
        await third.until(lambda state: state["position"]["ply"] == 1)
        for one in (socket, third):
            event = one.state["happened"][-1]
            assert (event["kind"], event["action"], event["seat"]) == ("played", "place b1", 0)
            assert event["facts"] == [{"key": "placed", "values": {"colour": "r", "cell": "b1", "left": 4}}]


# Coming back


async def moved(live: Live, number: int) -> tuple[Person, str]:
    """A table at one screen where so many actions were played."""
    ada = await live.person("Ada")
    table = await ada.new_table("me", "me", game="igluiglu")
    async with ada.at(table) as socket:
        await socket.until_mine()
        for _ in range(number):
            await socket.play()
    return ada, table


async def test_who_comes_back_gets_exactly_the_rest(live: Live) -> None:
    ada, table = await moved(live, 20)
    async with ada.at(table) as socket:
        whole = (await socket.next("state"))["happened"]
    newest = whole[-1]["version"]
    assert [one["version"] for one in whole] == list(range(1, newest + 1))
    for have in (0, 1, 2, 7, newest - 1, newest):
        async with ada.at(table, have) as socket:
            state = await socket.next("state")
            assert state["version"] == newest
            assert state["happened"] == whole[have:]
            await socket.play()
            check_versions(socket, have + 1)
            whole.append(socket.state["happened"][-1])
        newest += 1


async def test_who_was_away_for_very_long_gets_the_rest_too(live: Live) -> None:
    """More than the table remembers: the log is read and the game replayed."""
    ada, table = await moved(live, 90)
    async with ada.at(table) as socket, watching(live.address, table) as third:
        for one in (socket, third):
            state = await one.next("state")
            assert [event["version"] for event in state["happened"]] == list(range(1, state["version"] + 1))
    async with ada.at(table, 5) as socket:
        state = await socket.next("state")
        assert [event["version"] for event in state["happened"]] == list(range(6, state["version"] + 1))
        assert [event["facts"] for event in state["happened"]].count([]) == 0


@pytest.mark.parametrize("have", [10**6, 10**18])
async def test_a_version_that_never_was_is_taken_for_none(live: Live, have: int) -> None:
    ada, table = await moved(live, 3)
    async with ada.at(table, have) as socket:
        state = await socket.next("state")
        assert [event["version"] for event in state["happened"]] == list(range(1, state["version"] + 1))


async def test_what_was_asked_before_the_connection_broke_is_answered_once(live: Live) -> None:
    ada, table = await moved(live, 2)
    async with ada.at(table) as socket:
        await socket.until_mine()
        action, version = socket.legal[0], socket.version
        first = await socket.ask("play", "same-client-id", version=version, action=action)
        again = await socket.ask("play", "same-client-id", version=version, action=action)
        assert first == again == {"type": "accepted", "id": "same-client-id", "version": version + 1}
    async with ada.at(table) as socket:
        await socket.until_mine()
        later = await socket.ask("play", "same-client-id", version=socket.version, action=socket.legal[0])
        assert later == first
    record = await ada.get(f"/api/tables/{table}/record")
    assert len(record["actions"]) == 3


async def test_a_socket_that_breaks_in_mid_sentence_loses_nothing_that_was_written(live: Live) -> None:
    """The client sends a move and is gone before the answer; the others are told all the same."""
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", game="igluiglu")
    await bo.sit(table)
    async with bo.at(table) as other:
        ply = 0
        for cell in ("b1", "c1", "d1", "e1", "f1"):
            async with ada.at(table) as socket:
                await socket.until_mine()
                await socket.send(
                    {"type": "play", "id": f"gone-{cell}-0", "version": socket.version, "action": f"place {cell}"}
                )
                socket.socket.transport.abort()
            ply += 2
            await other.until_ply(ply - 1)
            await other.play()
        assert other.state["position"]["ply"] == ply

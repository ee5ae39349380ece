"""Machine players at tables over the network: alone, at many tables, and whatever becomes of the connection."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from floe import records
from floe.bots.registry import bot
from floe.client import join, playing
from floe.client.join import Joining, Tally
from floe.client.site import Refused, Site
from floe.core.errors import BadOption
from tests.client.players import CHEATING, FAILING, FIRST, SLOW
from tests.server.live import Live
from tests.server.people import WHOLE_GAME_S, Person
from tests.server.serve_process import ServeProcess

pytestmark = pytest.mark.anyio


async def comer(address: str, player: str = "random", name: str = "Comer") -> Joining:
    """A machine player who has just come."""
    site = Site(f"http://{address}")
    await site.enter()
    return Joining(site, player, name)


async def finish(person: Person, table: str) -> Any:
    """Let a person play at a table until the game is over; its result. The other may give up at any moment."""
    async with person.at(table) as socket:
        while (await socket.until_mine())["table"]["status"] != "over":
            answer = await socket.ask("play", version=socket.version, action=socket.legal[0])
            if answer["type"] == "accepted":
                await socket.until_version(answer["version"])
            else:
                assert answer.get("key") == "not_running", answer
                await socket.until(lambda state: state["table"]["status"] == "over")
        return socket.state["table"]["result"]


async def both(person: Person, table: str, joined: Joining) -> tuple[Any, Tally]:
    async with asyncio.timeout(WHOLE_GAME_S):
        return await asyncio.gather(finish(person, table), joined.at_table(table))


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
async def test_a_level_plays_a_whole_game_at_a_table(live: Live, game: str) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", game=game)
    result, tally = await both(ada, table, await comer(live.address, name="Robo"))
    assert (tally.over, tally.faults) == (1, [])
    assert tally.won == (1 in result["winners"])
    head = await ada.get(f"/api/tables/{table}")
    assert [seat["name"] for seat in head["seats"]] == ["Ada", "Robo"]
    record = await ada.get(f"/api/tables/{table}/record")
    assert all(record["deal"]["entropy"][1:])  # it has added its own part to the deal


async def test_a_player_is_shown_its_own_view(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    loop = asyncio.get_running_loop()

    class Watching:
        def choose(self, view: Any, actions: Any, rng: Any) -> str:
            shown.append(view)
            if len(shown) == 12:
                loop.call_soon_threadsafe(joined.stopping.set)  # enough was seen
            return str(bot("random", "igluiglu").choose(view, actions, rng))

    monkeypatch.setattr(join, "bot", lambda *_: Watching())
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", game="igluiglu")
    joined = await comer(live.address)
    await both(ada, table, joined)
    assert len(shown) >= 12
    hands = [view["hands"] for view in shown]
    assert all(isinstance(hand["r"], int) and isinstance(hand["b"], list) for hand in hands)


async def test_many_tables_at_once_and_only_those_of_its_games(live: Live) -> None:
    people = [await live.person(f"Guest {number}") for number in range(8)]
    games = [("icecult", "igluiglu")[number % 2] for number in range(8)]
    tables = [
        await who.new_table("me", "open", game=game, listed=True) for who, game in zip(people, games, strict=True)
    ]
    wanted = [(who, table) for who, table, game in zip(people, tables, games, strict=True) if game == "icecult"]
    joined = await comer(live.address)
    async with asyncio.timeout(WHOLE_GAME_S):
        *_, tally = await asyncio.gather(*(finish(*one) for one in wanted), joined.at_server(4, ["icecult"]))
    assert tally.over == 4
    heads = [await people[0].get(f"/api/tables/{table}") for table in tables]
    assert [head["status"] for head in heads] == ["over", "gathering"] * 4
    for who, table in zip(people, tables, strict=True):
        if (table, "gathering") in [(head["id"], head["status"]) for head in heads]:
            await who.post(f"/api/tables/{table}/stand")


async def test_who_stays_goes_on_to_the_next_table(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join, "LOOK_SECONDS", 0.05)
    ada = await live.person("Ada")
    joined = await comer(live.address)
    staying = asyncio.create_task(joined.at_server(1, ["icecult"], stay=True))
    async with asyncio.timeout(WHOLE_GAME_S):
        for _ in range(2):
            await finish(ada, await ada.new_table("me", "open", listed=True))
        while joined.tally.over < 2:
            await asyncio.sleep(0.01)
        joined.stopping.set()
        assert (await staying).over == 2


@pytest.mark.parametrize("arrives", [False, True])
async def test_an_action_whose_connection_breaks_is_played_once(
    live: Live, arrives: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Now and then the line is cut as an action is sent: before it can arrive, or before it can be answered."""
    sent: list[str] = []
    real = playing._send

    async def breaking(socket: ClientConnection, message: Any) -> None:
        if message["type"] == "play":
            sent.append(message["id"])
        if message["type"] == "play" and len(sent) in {1, 4, 5, 9, 20}:
            if arrives:
                await real(socket, message)
            socket.transport.abort()
        else:
            await real(socket, message)

    monkeypatch.setattr(playing, "_send", breaking)
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    _, tally = await both(ada, table, await comer(live.address, FIRST))
    assert (tally.over, tally.faults) == (1, [])
    assert len(sent) > len(set(sent)) > 1  # some were sent again, under the same id
    record = records.from_dict(await ada.get(f"/api/tables/{table}/record"))
    assert len(set(sent)) == [record.at(ply).to_move for ply in range(len(record))].count(1)


async def test_a_server_that_is_killed_and_started_again_finds_it_at_its_seats(tmp_path: Path) -> None:
    async with ServeProcess(tmp_path, database=str(tmp_path / "floe.sqlite")) as server:
        people = [await Person.come(server.address, f"Guest {number}") for number in range(3)]
        tables = [await who.new_table("me", "open", listed=True) for who in people]
        joined = await comer(server.address)
        seated = asyncio.create_task(joined.at_server(3, ["icecult"]))
        for who, table in zip(people, tables, strict=True):
            async with who.at(table) as socket:
                await socket.until_mine()
                await socket.play()
        server.kill()
        await asyncio.sleep(0.5)
        await server.start()
        async with asyncio.timeout(WHOLE_GAME_S):
            await asyncio.gather(*(finish(*one) for one in zip(people, tables, strict=True)))
            assert (await seated).over == 3
        assert joined.tally.faults == []


@pytest.mark.parametrize(("player", "said"), [(FAILING, "LookupError: no idea"), (CHEATING, "'end of the world'")])
async def test_a_player_that_fails_resigns_so_that_nobody_waits(live: Live, player: str, said: str) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    result, tally = await both(ada, table, await comer(live.address, player))
    assert result["resigned"] == 1
    assert said in tally.faults[0]


async def test_takebacks_are_granted(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    joined = await comer(live.address)
    seated = asyncio.create_task(joined.at_table(table))
    async with asyncio.timeout(WHOLE_GAME_S), ada.at(table) as socket:
        await socket.until_mine()
        turn = socket.state["table"]["turn"]
        while socket.state["table"]["turn"] == turn:
            await socket.play()
        await socket.until_mine()
        before = socket.state["position"]["ply"]
        assert (await socket.ask("ask_takeback", version=socket.version))["type"] == "accepted"
        await socket.until(lambda state: state["position"]["ply"] < before)
        joined.stopping.set()
        await seated


@pytest.mark.parametrize(("on_leave", "status"), [("machine", "running"), ("wait", "over")])
async def test_who_stops_leaves_nobody_waiting(live: Live, on_leave: str, status: str) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", on_leave=on_leave)
    joined = await comer(live.address, SLOW)
    seated = asyncio.create_task(joined.at_table(table))
    async with asyncio.timeout(WHOLE_GAME_S), ada.at(table) as socket:
        await socket.until(lambda state: state["table"]["status"] == "running")
        joined.stopping.set()
        await seated
        await socket.until(lambda state: state["table"]["seats"][1]["stand_in"] or state["table"]["status"] == "over")
        assert socket.state["table"]["status"] == status


async def test_who_stops_before_the_game_stands_up(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", "open")
    joined = await comer(live.address)
    seated = asyncio.create_task(joined.at_table(table))
    async with asyncio.timeout(WHOLE_GAME_S), ada.at(table) as socket:
        await socket.until(lambda state: state["table"]["seats"][1]["kind"] == "person")
        joined.stopping.set()
        await seated
        await socket.until(lambda state: state["table"]["seats"][1]["kind"] == "open")


async def test_a_table_without_an_open_seat_is_refused(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "me")
    with pytest.raises(BadOption, match="no seat is open at this table"):
        await (await comer(live.address)).at_table(table)
    with pytest.raises(Refused, match=r"no such table|no_table"):
        await (await comer(live.address)).at_table("nowhere123")

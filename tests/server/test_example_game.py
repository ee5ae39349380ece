"""A game from outside (examples/connectfour) on a server: nothing here knows it, and everything works."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import floe
from floe import records, rulebook
from floe.core.errors import BadOption
from tests.server.live import Live
from tests.server.people import Socket, watching
from tests.server.test_socket_games import play_to_the_end

pytestmark = pytest.mark.anyio
GAME = "connectfour"


def check_plain(state: dict[str, Any]) -> None:
    """What is shown is the position, and what is offered is what is legal."""
    position = state["position"]
    plain = position["plain"]
    assert plain["svg"].startswith("<svg")
    assert plain["text"] == floe.game(GAME).from_dict(position["view"]).text()
    assert [one["action"] for group in plain["groups"] for one in group["actions"]] == position["legal"]
    assert bool(plain["due"]) == bool(position["legal"])


def check_all(socket: Socket) -> None:
    """Every state was shown plainly, and every action told in words."""
    states = [message for message in socket.heard if message["type"] == "state" and message["position"]]
    for state in states:
        check_plain(state)
    told = [event for state in states for event in state["happened"]]
    assert all(event["words"].startswith("drops a disc") for event in told if event["kind"] == "played")
    assert {event["words"] for event in told if event["kind"] != "played"} == {None}


async def test_the_server_offers_it(live: Live) -> None:
    ada = await live.person()
    (info,) = [game for game in (await ada.get("/api/server"))["games"] if game["name"] == GAME]
    assert (info["board"], info["lessons"]) == (False, False)
    assert info["levels"] == ["beginner", "easy", "medium", "hard", "strong"]
    assert info["options"][0]["text"]
    rules = await ada.get(f"/api/games/{GAME}/rules")
    assert [rule["number"] for rule in rules][:2] == ["CF-1", "CF-2"]
    assert (await ada.call("GET", f"/api/games/{GAME}/lessons")).status_code == 404


async def test_a_game_without_a_page_of_rules_has_none_to_show(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_page(game: str, language: str) -> str:
        raise BadOption(f"there is no page of rules for {game}")

    monkeypatch.setattr(rulebook, "page", no_page)
    assert await (await live.person()).get(f"/api/games/{GAME}/rules") == []


async def test_two_people_play_it_and_somebody_watches(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", game=GAME)
    await bo.sit(table)
    async with ada.at(table) as one, bo.at(table) as two, watching(live.address, table) as third:
        played = sum(await asyncio.gather(play_to_the_end(one, 1), play_to_the_end(two, 2)))
        await third.until(lambda state: state["table"]["status"] == "over")
        for socket in (one, two, third):
            check_all(socket)
    assert len(records.from_dict(await ada.get(f"/api/tables/{table}/record"))) == played
    frames = (await ada.get(f"/api/tables/{table}/frames"))["frames"]
    assert len(frames) == played + 1
    assert frames[0]["words"] is None
    for frame in frames[1:]:
        assert frame["words"].startswith("drops a disc")
        check_plain(frame)


async def test_a_machine_plays_it_and_gives_hints(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "beginner", game=GAME)
    async with ada.at(table) as socket:
        await socket.until_mine()
        hint = await ada.post("/api/hint", {"table": table})
        assert hint["action"] in socket.legal
        await play_to_the_end(socket)
        check_all(socket)


async def test_it_is_refused_for_more_players_than_it_is_for(live: Live) -> None:
    ada = await live.person("Ada")
    seats = [{"who": "me"}, {"who": "me"}, {"who": "me"}]
    answer = await ada.call("POST", "/api/tables", {"settings": {"game": GAME, "seats": seats}})
    assert answer.status_code == 409
    assert "not 3" in answer.json()["words"]
    tried = await ada.post("/api/positions", {"game": GAME})
    assert tried["position"]["plain"]["groups"][0]["heading"] == "columns"

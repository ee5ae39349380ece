"""What people do at a table besides playing: talk, come and go, watch, undo, take back, give up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, get_args

import pytest

from floe.server import phrases
from floe.server.hub import ARRIVING, SHOWN
from floe.server.store.rows import ChatRow
from floe.server.tables import views
from floe.server.tables.table import Table
from floe.server.wire.socket import Phrase, StateMessage
from tests.server.live import Live, serving
from tests.server.people import Person, Socket, watching

pytestmark = pytest.mark.anyio


async def two(live: Live, **chosen: Any) -> tuple[Person, Person, str]:
    """A running game of Ada and Bo."""
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", **chosen)
    await bo.sit(table)
    return ada, bo, table


# Talking


@pytest.mark.parametrize(
    ("chat", "player", "guest"), [("off", False, False), ("players", True, False), ("all", True, True)]
)
async def test_who_may_read_and_write_the_chat(live: Live, chat: str, player: bool, guest: bool) -> None:
    ada, bo, table = await two(live, chat=chat)
    cy = await live.person("Cy")
    async with (
        ada.at(table) as one,
        bo.at(table) as two_,
        cy.at(table) as third,
        watching(live.address, table) as fourth,
    ):
        said = await one.ask("say", text="  good \n luck ")
        assert said["type"] == ("accepted" if player else "refused")
        if player:
            await two_.hears({"type": "said", "number": 1, "seat": 0, "name": "Ada", "text": "good luck"})
        said = await third.ask("say", text="hello")
        assert said["type"] == ("accepted" if guest else "refused")
        if guest:
            await one.hears({"type": "said", "number": 2, "seat": None, "name": "Cy", "text": "hello"})
            await fourth.hears({"type": "said", "number": 1, "text": "good luck"})
        assert (await fourth.ask("say", text="anonymous"))["key"] == "spectator"
        await one.play("nn")
        for watcher in (third, fourth):
            await watcher.until(lambda state: state["position"]["ply"] == 1)
            assert any(message["type"] == "said" for message in watcher.heard) is guest


async def test_who_comes_later_reads_what_was_said_and_each_line_once(live: Live) -> None:
    ada, bo, table = await two(live)
    async with ada.at(table) as one:
        for number in range(3):
            assert (await one.ask("say", text=f"line {number}"))["version"] == number + 1
        async with bo.at(table) as other:
            await other.hears({"type": "said", "text": "line 2"})
            await one.ask("say", text="line 3")
            await other.hears({"type": "said", "text": "line 3"})
            lines = [message["text"] for message in other.heard if message["type"] == "said"]
            assert lines == [f"line {number}" for number in range(4)]


async def test_a_line_that_is_sent_again_is_written_once(live: Live) -> None:
    ada, _, table = await two(live)
    async with ada.at(table) as one:
        first = await one.ask("say", "same-line-id", text="hello")
        again = await one.ask("say", "same-line-id", text="hello")
    assert first == again
    assert [line.text for line in await live.store.chat(table, 0, 100)] == ["hello"]


@pytest.mark.parametrize(("chat", "heard"), [("off", False), ("players", True)])
async def test_a_phrase_travels_by_its_name_wherever_a_line_would(live: Live, chat: str, heard: bool) -> None:
    ada, bo, table = await two(live, chat=chat)
    cy = await live.person("Cy")
    async with ada.at(table) as one, bo.at(table) as other, cy.at(table) as third:
        said = await one.ask("say_phrase", phrase="good_luck")
        assert said["type"] == ("accepted" if heard else "refused")
        if heard:
            line = {"type": "said", "number": 1, "seat": 0, "name": "Ada", "text": "Good luck!", "phrase": "good_luck"}
            await other.hears(line)
            await other.ask("say", text="Good luck!")
            await one.hears({"type": "said", "number": 2, "text": "Good luck!", "phrase": None})
        assert (await third.ask("say_phrase", phrase="hello"))["key"] == "no_chat"


def test_every_phrase_has_words() -> None:
    assert set(phrases.WORDS) == set(get_args(Phrase))
    assert all(words.isprintable() for words in phrases.WORDS.values())


async def test_a_phrase_that_nobody_knows_is_shown_by_its_words(live: Live) -> None:
    ada, bo, table = await two(live)
    async with ada.at(table) as one:
        await one.ask("say_phrase", phrase="hello")
    guest = (await live.store.chat(table, 0, 100))[0].guest
    await live.store.say(ChatRow(table, 0, 1, guest, 0, "Ada", "Brr!", "of-a-later-time", "brr"))
    async with bo.at(table) as other:
        await other.hears({"type": "said", "text": "Brr!", "phrase": None})


@pytest.mark.parametrize("text", ["   ", "\u0000", "a\u202eb", "\u200b"])
async def test_what_cannot_be_printed_is_not_written(live: Live, text: str) -> None:
    ada, _, table = await two(live)
    async with ada.at(table) as one:
        assert (await one.ask("say", text=text))["key"] == "bad_text"


async def test_a_host_can_limit_lines_and_how_many_are_shown(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), chat_length=5, chat_lines=2) as live:
        ada, bo, table = await two(live)
        async with ada.at(table) as one:
            assert (await one.ask("say", text="123456"))["key"] == "bad_text"
            for text in ("a", "b", "c"):
                await one.ask("say", text=text)
        async with bo.at(table) as other:
            await other.hears({"type": "said", "text": "c"})
            assert [message["text"] for message in other.heard if message["type"] == "said"] == ["b", "c"]


# Coming, going, watching


async def test_everybody_is_told_who_is_there(live: Live) -> None:
    ada, bo, table = await two(live)
    async with ada.at(table) as one:
        await one.hears({"type": "presence", "seats": [True, False], "spectators": 0})
        async with bo.at(table), watching(live.address, table):
            await one.hears({"type": "presence", "seats": [True, True], "spectators": 1})
            head = await ada.get(f"/api/tables/{table}")
            assert [seat["present"] for seat in head["seats"]] == [True, True]
        one.heard.clear()
        await one.hears({"type": "presence", "seats": [True, False], "spectators": 0})
    async with watching(live.address, table) as third:
        await third.hears({"type": "presence", "seats": [False, False], "spectators": 1})


async def test_whoever_sits_down_no_longer_watches(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open")
    async with ada.at(table) as one, bo.at(table) as two:
        await one.hears({"type": "presence", "seats": [True, False], "spectators": 1})
        await bo.post(f"/api/tables/{table}/sit", {"name": "Bo"})
        for socket in (one, two):
            await socket.hears({"type": "presence", "seats": [True, True], "spectators": 0})


async def test_all_who_only_watch_are_told_the_same_which_is_made_once(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str | None] = []
    real = views.state_message

    def counting(table: Table, guest: str | None, *rest: Any) -> StateMessage:
        made.append(guest)
        return real(table, guest, *rest)

    monkeypatch.setattr(views, "state_message", counting)
    ada, bo, table = await two(live, game="igluiglu")
    cy = await live.person("Cy")
    async with (
        ada.at(table) as one,
        bo.at(table) as other,
        cy.at(table) as named,
        watching(live.address, table) as third,
        watching(live.address, table) as fourth,
    ):
        everybody = (one, other, named, third, fourth)
        for socket in everybody:
            await socket.next("state")
        monkeypatch.setattr(live.clock, "stands", live.clock())
        made.clear()
        await one.play()
        for socket in everybody:
            await socket.until(lambda state: bool(state["position"]["ply"] == 1))
        assert len(made) == 3
        assert named.state == third.state == fourth.state
        assert one.state["seat"] == 0
        assert other.state["seat"] == 1
        hands = [socket.state["position"]["view"]["hands"] for socket in everybody]
        assert hands[0] != hands[1]
        assert all(isinstance(hand, int) for shown in hands[2:] for hand in shown.values())
        monkeypatch.undo()
        live.clock.wait(SHOWN)
        async with watching(live.address, table) as late:
            await late.next("state")
            assert late.state["position"] == third.state["position"]
            assert late.state["now"] > third.state["now"]


async def test_one_with_two_windows_is_there_until_both_are_closed(live: Live) -> None:
    ada, bo, table = await two(live)
    async with bo.at(table) as other:
        async with ada.at(table) as one:
            await one.next("state")
            async with ada.at(table) as second:
                await second.next("state")
                await other.hears({"type": "presence", "seats": [True, True]})
            while len(live.worker.hub.at(table)) > 2:
                await asyncio.sleep(0.01)
            async with watching(live.address, table) as late:
                await late.hears({"type": "presence"})
                assert [m["seats"] for m in late.heard if m["type"] == "presence"] == [[True, True]]
            assert [row.gone for row in await live.store.present(table)] == [None, None]
        other.heard.clear()
        await other.hears({"type": "presence", "seats": [False, True]})


async def test_while_a_crowd_comes_the_next_wait_outside_and_those_inside_play_on(live: Live) -> None:
    ada, bo, table = await two(live)
    arriving = live.worker.hub.arriving
    async with ada.at(table) as one:
        await one.until_mine()
        for _ in range(ARRIVING):
            await arriving.acquire()
        other = bo.at(table)
        coming = asyncio.create_task(other.__aenter__())
        await one.play(one.legal[0])
        assert not coming.done()
        for _ in range(ARRIVING):
            arriving.release()
        await coming
        assert (await other.next("state"))["version"] == one.version
        await other.socket.close()


async def test_machines_are_always_there(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "random")
    async with ada.at(table) as one:
        assert (await one.next("presence"))["seats"] == [True, True]


async def test_a_table_without_spectators_lets_them_go_when_the_game_begins(live: Live) -> None:
    ada, bo, cy = [await live.person(name) for name in ("Ada", "Bo", "Cy")]
    table = await ada.new_table("me", "open", spectators=False)
    async with ada.at(table) as one, cy.at(table) as third:
        await third.next("state")
        await bo.sit(table)
        gone = await third.closed()
        assert gone.code == 4004
        assert all(m["position"] is None for m in third.heard if m["type"] == "state")
        await one.until_mine()
        await one.play()
    for stranger in (cy.at(table), Socket(live.address, table)):
        async with stranger as socket:
            assert (await socket.closed()).code == 4004


async def test_those_who_wait_see_the_others_sit_down_and_the_game_begin(live: Live) -> None:
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", "open")
    async with ada.at(table) as one:
        state = await one.next("state")
        assert (state["position"], state["clocks"], state["table"]["status"]) == (None, None, "gathering")
        await bo.sit(table)
        state = await one.next("state")
        assert [(event["kind"], event["seat"], event["name"]) for event in state["happened"]] == [("sat", 1, "Bo")]
        await bo.post(f"/api/tables/{table}/stand")
        assert (await one.next("state"))["happened"][0]["kind"] == "stood"
        await ada.post(f"/api/tables/{table}/start", {"level": "random"})
        state = await one.until(lambda state: state["position"] is not None)
        assert state["position"]["legal"]


# Taking back


async def test_undo_over_the_wire(live: Live) -> None:
    ada, bo, table = await two(live, undo="free")
    async with ada.at(table) as one, bo.at(table) as other:
        await one.until_mine()
        await one.play("nn")
        assert one.state["position"]["can_undo"] is True
        await other.until(lambda state: state["position"]["ply"] == 1)
        assert other.state["position"]["can_undo"] is False
        assert (await other.ask("undo", version=other.version))["key"] == "nothing_to_undo"
        assert (await one.ask("undo", version=one.version))["type"] == "accepted"
        state = await other.until(lambda state: state["position"]["ply"] == 0)
        assert (state["happened"][-1]["kind"], state["happened"][-1]["ply"]) == ("undone", 0)


@pytest.mark.parametrize("grant", [True, False])
async def test_asking_to_take_back_over_the_wire(live: Live, grant: bool) -> None:
    ada, bo, table = await two(live)
    async with ada.at(table) as one, bo.at(table) as other:
        await one.until_mine()
        await one.play("nn")
        await one.ask("ask_takeback", version=one.version)
        state = await other.until(lambda state: state["takeback"] is not None)
        assert (state["takeback"], state["takeback_waits_for"]) == (0, [1])
        assert (await one.ask("answer_takeback", grant=True))["key"] == "not_asked"
        await other.ask("answer_takeback", grant=grant)
        state = await one.until(lambda state: state["takeback"] is None and state["version"] > other.version - 1)
        await one.until(lambda state: state["happened"][-1]["kind"].startswith("takeback_"))
        assert one.state["position"]["ply"] == (0 if grant else 1)


async def test_against_machines_it_is_taken_back_at_once(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "random")
    async with ada.at(table) as one:
        await one.until_mine()
        await one.play("nn")
        assert (await one.ask("ask_takeback", version=one.version))["type"] == "accepted"
        await one.until(lambda state: state["position"]["ply"] == 0 and state["version"] > 3)
        await one.play("ss")


# Leaving, giving up


async def test_a_machine_plays_for_who_left_until_that_person_returns(live: Live) -> None:
    ada, bo, table = await two(live, on_leave="machine")
    async with ada.at(table) as one, bo.at(table) as other:
        await one.until_mine()
        await one.ask("leave")
        await other.until_mine()
        assert other.state["table"]["seats"][0]["stand_in"] is True
        assert other.state["table"]["seats"][0]["level"] == "easy"
        assert (await one.ask("return"))["type"] == "accepted"
        await other.until(lambda state: state["table"]["seats"][0]["stand_in"] is False)
        assert (await one.ask("return"))["key"] == "is_here"


async def test_giving_up_ends_the_game_for_all(live: Live) -> None:
    ada, bo, table = await two(live)
    async with ada.at(table) as one, bo.at(table) as other:
        await other.ask("resign", seat=1)
        state = await one.until(lambda state: state["table"]["status"] == "over")
        assert state["table"]["result"] == {"winners": [0], "rule": None, "reason": "resigned", "resigned": 1}
        assert one.legal == []
        new = (await bo.post(f"/api/tables/{table}/rematch", {}))["id"]
        state = await one.until(lambda state: state["table"]["rematch"] is not None)
        assert state["table"]["rematch"] == new
        assert (state["happened"][-1]["kind"], state["happened"][-1]["name"]) == ("rematch", new)


async def test_why_an_action_cannot_be_played(live: Live) -> None:
    ada, bo, table = await two(live)
    async with ada.at(table) as one, bo.at(table) as other:
        await one.until_mine()
        await one.play("nn")
        told = await one.ask("why", action="end")
        assert (told["type"], told["rule"], told["key"]) == ("refused", "IC-9", "IC-9.tilts_first")
        assert told["values"] == {"left": 1, "verb": "is"}
        assert (await one.ask("why", action="nn"))["key"] == "legal"
        assert (await one.ask("why", action="jump"))["key"] == "malformed"
        assert (await other.ask("why", action="ns"))["key"] == "not_your_turn"

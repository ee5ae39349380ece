"""Swapping places over the network: asked for, told to all, stored, and decided by machines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from floe import records
from floe.core.typing import Document
from floe.server import thinking
from floe.server.store import admin_queries
from tests.server.live import Live, serving
from tests.server.people import Person, Socket

pytestmark = pytest.mark.anyio


async def two(live: Live, **chosen: Any) -> tuple[Person, Person, str]:
    """A running game of Ada and Bo, in which places may be swapped."""
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open", swap=True, **chosen)
    await bo.sit(table)
    return ada, bo, table


async def turn(socket: Socket) -> None:
    """A turn that ends as soon as it can."""
    await socket.until_mine()
    while legal := socket.state["position"]["legal"]:
        await socket.play("end" if "end" in legal else legal[0])


async def test_both_are_told_and_it_is_there_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "floe.sqlite")
    async with serving(database) as live:
        ada, bo, table = await two(live)
        async with ada.at(table) as one, bo.at(table) as other:
            await turn(one)
            await other.until(lambda state: state["can_swap"])
            version = other.state["version"]
            assert (await one.ask("swap", version=version))["key"] == "not_your_turn"
            accepted = await other.ask("swap", version=version)
            assert (accepted["type"], accepted["version"]) == ("accepted", version + 1)
            told = await one.until(lambda state: state["version"] > version)
            assert [(one["kind"], one["seat"]) for one in told["happened"]] == [("swapped", 0)]
            assert [seat["name"] for seat in told["table"]["seats"]] == ["Bo", "Ada"]
            assert [seat["mine"] for seat in told["table"]["seats"]] == [False, True]
            assert told["position"]["legal"]
            assert (await other.ask("swap", version=version + 1))["key"] == "swap_late"
        async with live.worker.tables.using(table) as kept:
            sat = await live.store.examine(lambda c: admin_queries.seated(c, table))
            assert sat == {n: seat.guest for n, seat in enumerate(kept.seats)}
    async with serving(database) as live, live.worker.tables.using(table) as kept:
        assert [seat.name for seat in kept.seats] == ["Bo", "Ada"]


async def test_it_is_refused_when_a_table_is_set_up_where_hands_are_hidden(live: Live) -> None:
    ada = await live.person("Ada")
    seats = [{"who": "me"}, {"who": "open"}]
    answer = await ada.call("POST", "/api/tables", {"settings": {"game": "igluiglu", "seats": seats, "swap": True}})
    assert (answer.status_code, answer.json()["key"]) == (409, "swap_hidden")


@pytest.mark.parametrize("better", [True, False])
async def test_a_machine_swaps_if_the_first_place_is_the_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, better: bool
) -> None:
    asked: list[Document] = []

    def judged(level: str, game: str, view: Document, *share: object) -> bool:
        asked.append(view)
        return better

    monkeypatch.setattr(thinking, "think_of_swapping", judged)
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        ada = await live.person("Ada")
        table = await ada.new_table("me", "random", swap=True, rules={"path_length": 1})
        async with ada.at(table) as socket:
            await turn(socket)
            state = await socket.until_mine()
            assert (state["table"]["swapped"] is not None) is better
            assert [seat["mine"] for seat in state["table"]["seats"]] == [not better, better]
            while socket.state["table"]["status"] == "running":
                await socket.until(lambda state: state["position"]["legal"] or state["table"]["status"] == "over")
                if socket.state["table"]["status"] == "running":
                    await turn(socket)
        assert [view["to_move"] for view in asked] == [1]
        made = records.from_dict(await ada.get(f"/api/tables/{table}/record"))
        made.check_deal()
        assert (made.swapped is not None) is better


async def test_machines_begin_evenly_where_their_place_may_be_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenly: list[Document] = []

    def even(level: str, game: str, view: Document, actions: list[str], *share: object) -> str:
        evenly.append(view)
        return "end" if "end" in actions else actions[0]

    monkeypatch.setattr(thinking, "think_evenly", even)
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        ada = await live.person("Ada")
        table = await ada.new_table("random", "me", swap=True)
        async with ada.at(table) as socket:
            await socket.until(lambda state: state["can_swap"])
            first = len(evenly)
            assert {view["turn"] for view in evenly} == {0}
            await turn(socket)
            await socket.until_mine()
            assert len(evenly) == first

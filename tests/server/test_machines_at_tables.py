"""Machines at tables: what they see, when they play, and what becomes of a thought that comes too late."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import floe
from floe import games
from floe.bots.registry import ladder
from floe.core.typing import Document
from floe.server import machines, thinking
from floe.server.service import CLAIM
from floe.server.store import StoreUnavailable
from floe.server.tables import commands
from tests.server.bench_table import ADA, Bench, settings
from tests.server.live import PATIENCE_S, FakeClock, Live, serving
from tests.server.people import watching

pytestmark = pytest.mark.anyio


class Mind:
    """Stands in for the machines' thinking: it can be made to wait, to fail, and tells what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str, Document, list[str]]] = []
        self.free = threading.Event()
        self.free.set()
        self.fails = 0

    def think(self, level: str, game: str, view: Document, actions: list[str], *share: object) -> str:
        self.shown.append((level, game, view, actions))
        assert self.free.wait(PATIENCE_S)
        if self.fails:
            self.fails -= 1
            raise RuntimeError(f"a fault that must not be told: {view}")
        return "end" if "end" in actions else actions[0]

    async def until_thinking(self, count: int = 1) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while len(self.shown) < count:
                await asyncio.sleep(0.01)


@pytest.fixture
def mind(monkeypatch: pytest.MonkeyPatch) -> Mind:
    made = Mind()
    monkeypatch.setattr(thinking, "think", made.think)
    return made


@pytest.fixture
async def alone(tmp_path: Path, mind: Mind) -> AsyncIterator[Live]:
    """A server of one's own, whose machines think as the test says."""
    async with serving(str(tmp_path / "floe.sqlite")) as live:
        yield live
        mind.free.set()


async def test_a_machine_is_shown_its_seats_view_and_nothing_else(alone: Live, mind: Mind) -> None:
    ada = await alone.person("Ada")
    table = await ada.new_table("me", "greedy", game="igluiglu")
    async with ada.at(table) as socket:
        for _ in range(8):  # all Inuit of two players but two
            await socket.until_mine()
            await socket.play()
        await socket.until_mine()
    made = await ada.get(f"/api/tables/{table}/record")
    async with alone.worker.tables.using(table) as kept:
        assert kept.played is not None
        states = [kept.played.first]
    for action in made["actions"]:
        states.append(states[-1].play(action))
    turns = [state for state in states if state.to_move == 1]
    assert [shown[2] for shown in mind.shown] == [state.view(1) for state in turns][: len(mind.shown)]
    for level, game, view, actions in mind.shown:
        assert (level, game) == ("greedy", "igluiglu")
        assert {cell["ice"] for cell in view["cells"].values() if "ice" in cell} <= {"down", "up"}
        assert isinstance(view["supply"]["fish"], int)
        assert isinstance(view["hands"]["r"], int)
        assert actions


@pytest.mark.parametrize("level", ladder("igluiglu"))
def test_where_hands_are_hidden_a_decision_takes_longer_than_any_thought(level: str) -> None:
    budget = games.manifest("igluiglu").levels[level].budget.seconds or 0
    assert machines.least_seconds("igluiglu", level) > 1.1 * budget
    assert machines.least_seconds("icecult", level) == 0


async def test_time_does_not_tell_whether_a_machine_had_a_choice(alone: Live, mind: Mind) -> None:
    """II-23: nobody learns who holds a harpoon. Without a choice a machine is done at once, as it is here."""
    ada = await alone.person("Ada")
    table = await ada.new_table("easy", "me", game="igluiglu", pace=0)
    async with ada.at(table) as socket:
        await socket.until_mine()
    times = [event.at for event in await alone.worker.tables.log(table)]
    assert times[-1] - times[-2] >= 1000 * machines.least_seconds("igluiglu", "easy") - 5
    assert mind.shown


def test_people_who_leave_do_not_leave_machines_racing() -> None:
    bench = Bench(settings("me", "random", pace=0, on_leave="machine"))
    assert machines._pace(bench.table) == 0
    bench.leave(ADA)
    assert machines._pace(bench.table) == commands.PACE_AMONG_MACHINES


async def test_the_server_answers_while_a_machine_thinks(alone: Live, mind: Mind) -> None:
    ada = await alone.person("Ada")
    mind.free.clear()
    table = await ada.new_table("random", "me")
    await mind.until_thinking()
    async with ada.at(table) as socket:
        assert (await socket.next("state"))["waiting_for"] == [0]
        assert (await ada.get("/health"))["status"] == "ok"
        assert (await socket.ask("why", action="nn"))["key"] == "not_your_turn"
        mind.free.set()
        await socket.until_mine()


async def test_machines_take_their_time(alone: Live) -> None:
    ada = await alone.person("Ada")
    table = await ada.new_table("random", "me", pace=50)
    async with ada.at(table) as socket:
        await socket.until_mine()
    times = [event.at for event in await alone.worker.tables.log(table)]
    played = [later - earlier for earlier, later in pairwise(times[1:])]
    assert min(played) >= 45  # never less than the pace, but for how finely clocks are read


Meanwhile = Callable[[Any], Any]


@pytest.mark.parametrize(
    ("meanwhile", "ply"),
    [
        (lambda socket: socket.ask("ask_takeback", version=socket.version), 0),
        (lambda socket: socket.ask("resign", seat=0), None),
    ],
    ids=["taken back", "given up"],
)
async def test_a_thought_that_comes_too_late_is_not_played(
    alone: Live, mind: Mind, meanwhile: Meanwhile, ply: int | None
) -> None:
    ada = await alone.person("Ada")
    position = floe.game("igluiglu").new(2, 1).to_dict()
    table = await ada.new_table("me", "random", game="igluiglu", position=position)
    async with ada.at(table) as socket:
        await socket.until_mine()
        mind.free.clear()
        await socket.play("place b1")
        await mind.until_thinking()
        assert (await meanwhile(socket))["type"] == "accepted"
        mind.free.set()
        if ply is not None:
            await socket.until_mine()
            assert socket.state["position"]["ply"] == ply
            await socket.play("place c1")
            await socket.until_mine()
            assert socket.state["position"]["ply"] == 2
        else:
            state = await socket.until(lambda state: state["table"]["status"] == "over")
            assert state["position"]["ply"] == 1
    record = await ada.get(f"/api/tables/{table}/record")
    assert record["actions"][:1] == (["place c1"] if ply is not None else ["place b1"])


async def test_who_is_back_in_time_decides_instead_of_the_machine(alone: Live, mind: Mind) -> None:
    ada = await alone.person("Ada")
    table = await ada.new_table("me", "random", on_leave="machine")
    async with ada.at(table) as socket:
        await socket.until_mine()
        mind.free.clear()
        await socket.ask("leave")
        await mind.until_thinking()
        await socket.ask("return")
        mind.free.set()
        await socket.until(lambda state: not state["table"]["seats"][0]["stand_in"])
        await socket.play("ss")
    assert (await ada.get(f"/api/tables/{table}/record"))["actions"][0] == "ss"


async def test_a_machine_that_fails_is_told_without_secrets_and_tried_again(
    alone: Live, mind: Mind, caplog: pytest.LogCaptureFixture
) -> None:
    ada = await alone.person("Ada")
    mind.fails = 1
    table = await ada.new_table("random", "me", game="igluiglu")
    async with ada.at(table) as socket:
        await mind.until_thinking()
        async with asyncio.timeout(PATIENCE_S):
            while not any("machine_failed" in record.message for record in caplog.records):
                await asyncio.sleep(0.01)
        assert alone.worker.metrics.faults.labels("machines")._value.get() == 1
        await alone.let_pass(CLAIM + 1_000)
        await alone.worker.scheduler.look()
        await socket.until_mine()


async def test_machines_wait_for_the_database(alone: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "RETRY_SECONDS", 0.01)
    ada = await alone.person("Ada")
    table = await ada.new_table("me", "random")
    async with ada.at(table) as socket:
        await socket.until_mine()
        append, away = alone.store.append, 3

        async def unsure(wanted: Any) -> Any:
            """The machine's action is not written, or it is written without anybody knowing."""
            nonlocal away
            if wanted.events[-1].guest is None and away:
                away -= 1
                if not away:
                    await append(wanted)
                raise StoreUnavailable("away")
            return await append(wanted)

        monkeypatch.setattr(alone.store, "append", unsure)
        while socket.state["table"]["to_move"] == 0:
            await socket.play("end" if "end" in socket.legal else None)
        await socket.until_mine()
        assert away == 0
    log = await alone.worker.tables.log(table)
    assert [one.version for one in log] == list(range(1, len(log) + 1))


async def test_machines_among_themselves_play_to_the_end_and_people_watch(alone: Live) -> None:
    bench = Bench(settings("me", "me"))
    bench.play_out()
    state = bench.table.played.first if bench.table.played else bench.state
    for action in bench.actions[:-6]:
        state = state.play(action)
    ada = await alone.person("Ada")
    table = await ada.new_table("random", "random", position=state.to_dict(), pace=100)
    async with watching(alone.address, table) as socket:
        await socket.until_ply(4)
        assert all(seat["present"] for seat in socket.state["table"]["seats"])


# Several workers


async def test_a_worker_that_died_is_replaced_when_its_claim_has_run_out(tmp_path: Path, mind: Mind) -> None:
    clock, database = FakeClock(), str(tmp_path / "floe.sqlite")
    async with serving(database, clock) as one, serving(database, clock) as two:
        ada = await one.person("Ada")
        mind.free.clear()
        table = await ada.new_table("random", "me")
        await mind.until_thinking()
        for _ in range(3):  # it thinks long, but it lives and says so
            await one.let_pass(CLAIM - 2_000)
            await two.worker.scheduler.look()
        assert len(mind.shown) == 1

        await one.worker.scheduler.stop()  # as if it had died
        await two.let_pass(CLAIM + 1_000)
        await two.worker.scheduler.look()
        await mind.until_thinking(2)
        mind.free.set()  # now both have thought; these two workers do not hear of each other
        async with asyncio.timeout(PATIENCE_S):
            while (await ada.get(f"/api/tables/{table}"))["to_move"] == 0:
                await asyncio.sleep(0.01)
        played = (await ada.get(f"/api/tables/{table}/record"))["actions"]
        assert len(mind.shown) == len(played) + 1  # one of the two thoughts was for nothing


async def test_a_worker_that_ends_well_leaves_its_machines_to_others_at_once(tmp_path: Path, mind: Mind) -> None:
    clock, database = FakeClock(), str(tmp_path / "floe.sqlite")
    async with serving(database, clock) as two:
        async with serving(database, clock) as one:
            ada = await one.person("Ada")
            mind.free.clear()
            table = await ada.new_table("random", "me")
            await mind.until_thinking()
        mind.free.set()
        async with ada.at_address(two.address).at(table) as socket:
            await two.worker.scheduler.look()
            await socket.until_mine()

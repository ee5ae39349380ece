"""Whatever people and machines do in whichever order: the log adds up to the table, and the game is on record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from floe import records
from floe.core.fairness import SealedDeal
from floe.server.tables import commands, views
from floe.server.tables.apply import RECENT, fold
from floe.server.tables.clocks import Outage
from floe.server.tables.events import Event
from floe.server.tables.refusals import Refusal, Stale
from floe.server.tables.table import Table
from floe.server.wire.tables import DaysClock, LiveClock, TableSettings
from tests.server.bench_table import ADA, BO, CY, SECRET, Bench
from tests.server.bench_table import settings as table_settings

GUESTS = (ADA, BO, CY, "guest-di")
COMMANDS = (
    "play", "play", "play", "play", "play", "play", "turn", "turn", "machine", "machine", "undo", "ask", "grant",
    "decline", "leave", "return", "resign", "time_out", "sit", "stand", "start", "outage",
)  # fmt: skip

chosen_settings = st.builds(
    table_settings,
    st.sampled_from(["me", "open"]),
    st.sampled_from(["me", "open", "random"]),
    st.sampled_from(["open", "random"]),
    game=st.sampled_from(["icecult", "igluiglu"]),
    undo=st.sampled_from(["none", "turn", "free"]),
    clock=st.sampled_from([None, LiveClock(30, 5), DaysClock(1)]),
    on_timeout=st.sampled_from(["machine", "pass", "forfeit"]),
    on_leave=st.sampled_from(["wait", "machine"]),
)
asked = st.tuples(
    st.sampled_from(COMMANDS),
    st.sampled_from(GUESTS),
    st.integers(0, 10_000),  # which of the legal actions, seats or answers
    st.sampled_from([0, 0, 0, 1, 5]),  # how many versions ago the client looked
    st.sampled_from([0, 100, 100, 20_000, 100_000_000]),  # milliseconds since the command before
)


def decided(bench: Bench, command: str, guest: str, number: int, late: int) -> list[Event]:
    """What a command leads to, if it is not refused."""
    table, now, outages = bench.table, bench.now, bench.outages
    version = max(0, table.version - late)
    legal = [] if table.state is None else table.state.legal_actions()
    action = legal[number % len(legal)] if legal and number % 10 else "nonsense"
    ways: dict[str, Callable[[], list[Event]]] = {
        "play": lambda: commands.play(table, guest, version, action, now, outages, number % 1000),
        "machine": lambda: commands.machine_play(table, version, action) if action in legal else [],
        "undo": lambda: commands.undo(table, guest, version, now, outages),
        "ask": lambda: commands.ask_takeback(table, guest, version, now, outages),
        "grant": lambda: commands.answer_takeback(table, guest, True, now, outages),
        "decline": lambda: commands.answer_takeback(table, guest, False, now, outages),
        "leave": lambda: commands.leave(table, guest, now, outages),
        "return": lambda: commands.come_back(table, guest),
        "resign": lambda: commands.resign(table, guest, number % 4) if number % 5 == 0 else [],
        "time_out": lambda: commands.time_out(table, now, outages),
        "sit": lambda: commands.sit(table, guest, None if number % 2 else number % 4, guest.title(), f"{number:x}"),
        "stand": lambda: commands.stand(table, guest),
        "start": lambda: commands.start(table, guest, "random"),
    }
    return ways[command]()


def carry_out(bench: Bench, commands: list[tuple[str, str, int, int, int]]) -> None:
    for command, guest, number, late, pause in commands:
        bench.wait(pause)
        if command == "outage":
            bench.outages.append(Outage(bench.now - pause, bench.now))
            continue
        if command == "turn":  # a whole one, so that games get on
            bench.play_out(number, at_most=12)
            continue
        before = bench.table.version
        try:
            events = decided(bench, command, guest, number, late)
        except (Refusal, Stale):
            assert bench.table.version == before
            continue
        bench.happen(events, guest, f"client-{before}")


def standing(table: Table) -> dict[str, Any]:
    """All that a table is, but for the game and what it remembers of it."""
    return {name: value for name, value in vars(table).items() if name not in {"played", "recent"}}


@settings(max_examples=60)
@given(chosen=chosen_settings, commands=st.lists(asked, min_size=5, max_size=60))
def test_any_interleaving_leaves_a_log_that_adds_up_and_a_record_that_replays(
    chosen: TableSettings, commands: list[tuple[str, str, int, int, int]]
) -> None:
    bench = Bench(chosen)
    carry_out(bench, commands)
    table = bench.table
    assert [logged.version for logged in bench.log] == list(range(1, table.version + 1))

    again = fold(table.id, SECRET, bench.log)
    assert standing(again) == standing(table)
    assert views.summary(again) == views.summary(table)
    assert (
        list(again.recent) == list(table.recent) == list(range(max(1, table.version - RECENT + 1), table.version + 1))
    )
    assert [one.ply for one in again.recent.values()] == [one.ply for one in table.recent.values()]
    for guest in (*GUESTS, None):
        told = views.state_message(table, guest, [], bench.now, bench.outages)
        assert told == views.state_message(again, guest, [], bench.now, bench.outages)
    if table.played is None:
        return

    assert again.played is not None
    assert vars(again.played) == vars(table.played)
    made = views.record(table)
    document = views.record_document(table) | {"seed": made.seed, "start": None}
    replayed = records.from_dict({key: value for key, value in document.items() if key != "deal"})
    assert replayed.state == table.played.state
    assert list(replayed.actions) == table.played.actions
    assert isinstance(made.deal, SealedDeal)
    made.check_deal()


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
@given(data=st.data())
@settings(max_examples=25)
def test_going_back_from_anywhere_to_anywhere_is_as_if_it_had_never_been_played(data: st.DataObject, game: str) -> None:
    bench = Bench(table_settings("me", "me", game=game))
    bench.play_out(data.draw(st.integers(0, 99), "seed"), at_most=data.draw(st.integers(1, 60), "length"))
    played = bench.table.played
    assert played is not None
    kept = data.draw(st.integers(0, len(played.actions) - 1), "kept")
    actions, state = played.actions[:kept], played.first
    played.go_back_to(kept)
    for action in actions:
        state = state.play(action)
    assert played.actions == actions
    assert played.state == state
    assert len(played.times) == len(played.seats) == kept
    replay = type(played)(played.first, played.seed, played.first)
    for seat, action, at in zip(played.seats, played.actions, played.times, strict=True):
        replay.play(seat, action, at)
    assert replay.turn == played.turn

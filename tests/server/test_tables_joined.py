"""A table where a guest turns out to be another: who has what from then on, and all that stays as it was."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from floe.server.devices import joining_of
from floe.server.tables import commands, events, views
from floe.server.tables.apply import fold
from floe.server.wire.tables import LiveClock
from tests.server.bench_table import ADA, BO, CY, SECRET, Bench, settings

CLOCK = LiveClock(seconds=300)


def gathering() -> Bench:
    bench = Bench(settings("me", "open", "open"))
    bench.sit(BO, 1)
    return bench


def running() -> Bench:
    bench = Bench(settings("me", "open", clock=CLOCK))
    bench.sit(BO)
    bench.wait(5_000)
    bench.play(ADA)
    bench.wait(7_000)
    return bench


def over() -> Bench:
    bench = running()
    bench.resign(BO, 1)
    return bench


def again() -> Bench:
    """A table where a seat is kept for Bo."""
    return Bench(commands.play_again(over().table, ADA, "Ada"), entropy=None)


def called_off() -> Bench:
    bench = gathering()
    bench.happen(commands.cancel(bench.table, ADA), ADA)
    return bench


@pytest.mark.parametrize("made", [gathering, running, over, again, called_off])
@pytest.mark.parametrize(("gone", "into"), [(BO, CY), (ADA, CY), (BO, ADA)])
def test_what_lists_are_told_is_what_the_log_adds_up_to(made: Callable[[], Bench], gone: str, into: str) -> None:
    bench = made()
    before = msgspec.json.encode(views.summary(bench.table)).decode()
    joining = joining_of(gone, into)
    bench.wait(60_000)
    bench.happen([events.decode(joining.body)], into)
    told = msgspec.json.encode(views.summary(bench.table)).decode()
    assert joining.rewrite(before) == told
    assert f'"{gone}"' not in told
    assert msgspec.json.encode(views.summary(fold(bench.table.id, SECRET, bench.log))).decode() == told


def test_seats_host_and_what_was_asked_are_the_others() -> None:
    bench = running()
    bench.happen([events.TakebackAsked(0, 0)], ADA, "asked")
    moves = bench.table.to_move
    assert moves is not None
    changed, position, left = bench.table.changed, bench.table.position_version, bench.left(moves)
    bench.wait(1_000)
    bench.happen([events.Joined(ADA, CY)], CY)
    table = bench.table
    assert (table.host, table.seats_of(CY), table.seats_of(ADA)) == (CY, [0], [])
    assert table.answers[CY, "asked"] == table.version - 1
    assert (table.changed, table.position_version) == (changed, position)
    assert bench.left(moves) == left - 1_000  # the clock has run on
    assert table.takeback is not None
    assert table.takeback.waits_for == [1]
    told = bench.seen_by(BO, table.version - 1)
    assert [(one.kind, one.seat, one.name) for one in told.happened] == [("joined", None, None)]


def test_a_kept_seat_is_kept_for_the_other_unless_the_other_sits_there() -> None:
    bench = again()
    bench.happen([events.Joined(BO, CY)], CY)
    assert {seat.reserved for seat in bench.table.seats} == {None, CY}
    bench = again()
    bench.happen([events.Joined(BO, ADA)], ADA)
    assert [seat.reserved for seat in bench.table.seats] == [None, None]
    bench.sit(CY)  # it is open to anyone
    assert bench.table.seats_of(CY)

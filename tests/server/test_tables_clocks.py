"""Clocks, at times that the tests choose: who is charged for what, and what happens when time is up."""

from __future__ import annotations

from typing import Any

import pytest

from floe.server.tables import commands, notices
from floe.server.tables.clocks import (
    DAY,
    NETWORK_ALLOWANCE,
    PASSING_ON,
    RECONNECT_ALLOWANCE,
    Clocks,
    Outage,
    passed,
)
from floe.server.tables.views import result
from floe.server.wire.tables import DaysClock, LiveClock
from tests.server.bench_table import ADA, BO, Bench, refusal, settings

SECOND = 1000


def live(seconds: int = 60, increment: int = 0, **chosen: Any) -> Bench:
    bench = Bench(settings("me", "open", clock=LiveClock(seconds, increment), **chosen))
    bench.sit(BO)
    return bench


def days(number: int = 2, **chosen: Any) -> Bench:
    bench = Bench(settings("me", "open", clock=DaysClock(number), **chosen))
    bench.sit(BO)
    return bench


# Live clocks


def test_only_the_clock_of_who_is_waited_for_runs() -> None:
    bench = live()
    bench.wait(5 * SECOND)
    assert (bench.left(0), bench.left(1)) == (55 * SECOND, 60 * SECOND)
    bench.end_turn(ADA)
    bench.wait(7 * SECOND)
    assert (bench.left(0), bench.left(1)) == (55 * SECOND, 53 * SECOND)
    faces = bench.seen_by(ADA).clocks
    assert faces is not None
    assert [face.running for face in faces] == [False, True]


def test_no_clock_runs_before_the_game_begins_or_after_its_end() -> None:
    bench = Bench(settings("me", "open", clock=LiveClock(60)))
    bench.wait(100 * SECOND)
    assert bench.seen_by(ADA).clocks is None
    bench.sit(BO)
    assert bench.left(0) == 60 * SECOND
    bench.resign(BO, 1)
    bench.wait(100 * SECOND)
    assert bench.left(0) == 60 * SECOND


def test_every_action_of_a_turn_is_charged_and_the_increment_comes_with_its_end() -> None:
    bench = live(60, 3)
    for _ in range(2):
        bench.wait(4 * SECOND)
        bench.play(ADA, "nn")
    assert bench.left(0) == 52 * SECOND
    bench.wait(4 * SECOND)
    bench.end_turn(ADA)
    assert bench.left(0) == 51 * SECOND


def test_undoing_gives_no_time_back() -> None:
    bench = live(undo="free")
    bench.wait(4 * SECOND)
    bench.play(ADA, "nn")
    bench.wait(4 * SECOND)
    bench.undo(ADA)
    assert bench.left(0) == 52 * SECOND
    bench.wait(4 * SECOND)
    assert bench.left(0) == 48 * SECOND


def test_a_takeback_charges_who_was_waited_for_and_gives_nothing_back() -> None:
    bench = live()
    bench.wait(4 * SECOND)
    bench.end_turn(ADA)
    bench.wait(2 * SECOND)
    bench.ask_takeback(ADA)
    bench.wait(3 * SECOND)
    bench.answer_takeback(BO, True)
    assert (bench.left(0), bench.left(1)) == (56 * SECOND, 55 * SECOND)
    bench.wait(SECOND)
    assert bench.left(0) == 55 * SECOND


def test_a_machine_is_not_charged_nor_anybody_while_it_thinks() -> None:
    bench = Bench(settings("me", "random", clock=LiveClock(60)))
    bench.end_turn(ADA)
    bench.wait(30 * SECOND)
    assert (bench.left(0), bench.left(1)) == (60 * SECOND, 60 * SECOND)
    faces = bench.seen_by(ADA).clocks
    assert faces is not None
    assert not any(face.running for face in faces)


def test_the_networks_time_is_not_charged() -> None:
    bench = live()
    bench.wait(5 * SECOND)
    bench.play(ADA, "nn", allowance=300)
    assert bench.left(0) == 55_300
    bench.wait(200)
    bench.play(ADA, "nn", allowance=300)  # never more than it took
    assert bench.left(0) == 55_300


def test_who_leaves_is_charged_up_to_then_and_gains_nothing_by_coming_back() -> None:
    bench = live(on_leave="machine")
    bench.wait(50 * SECOND)
    bench.leave(ADA)
    bench.wait(30 * SECOND)
    assert bench.left(0) == 10 * SECOND
    bench.come_back(ADA)
    bench.wait(4 * SECOND)
    assert bench.left(0) == 6 * SECOND


def test_when_another_leaves_who_is_waited_for_is_charged_all_the_same() -> None:
    bench = live(on_leave="machine")
    bench.wait(20 * SECOND)
    bench.leave(BO)
    bench.wait(5 * SECOND)
    bench.play(ADA, "nn")
    assert (bench.left(0), bench.left(1)) == (35 * SECOND, 60 * SECOND)


# Clocks of days


def test_each_turn_has_its_days() -> None:
    bench = days(2)
    bench.wait(DAY)
    bench.play(ADA, "nn")
    bench.wait(DAY // 2)
    assert bench.left(0) == DAY // 2
    bench.end_turn(ADA)
    bench.wait(DAY)
    assert bench.left(1) == DAY
    bench.end_turn(BO)
    assert bench.left(0) == 2 * DAY


def test_days_begin_anew_after_a_machines_turn() -> None:
    bench = Bench(settings("me", "random", clock=DaysClock(1)))
    bench.wait(DAY // 2)
    bench.end_turn(ADA)
    while bench.table.to_move == 1:
        bench.machine_plays("end" if "end" in bench.state.legal_actions() else None)
    assert bench.left(0) == DAY


def test_leaving_and_coming_back_does_not_begin_the_days_anew() -> None:
    bench = days(1, on_leave="machine")
    bench.wait(DAY // 2)
    bench.leave(ADA)
    bench.come_back(ADA)
    assert bench.left(0) == DAY // 2


# Outages


def test_the_time_between_two_moments_is_that_in_which_a_server_was_up() -> None:
    assert passed(100, 200, []) == 100
    assert passed(100, 200, [Outage(50, 120), Outage(130, 140), Outage(190, 300)]) == 60
    assert passed(100, 200, [Outage(0, 1000)]) == 0
    assert passed(200, 100, []) == 0


@pytest.mark.parametrize("bench", [live(), days()], ids=["live", "days"])
def test_a_server_that_was_down_charges_nobody(bench: Bench) -> None:
    left = bench.left(0)
    bench.wait(3 * SECOND)
    bench.outages.append(Outage(bench.now, bench.now + 40 * DAY))
    bench.wait(40 * DAY + 4 * SECOND)
    assert bench.left(0) == left - 7 * SECOND
    bench.time_out()
    assert bench.table.timed_out is None
    assert not bench.table.seats[0].stand_in
    bench.play(ADA, "nn")
    assert bench.left(0) == left - 7 * SECOND


def test_the_deadline_moves_by_the_time_that_the_server_was_down() -> None:
    clocks = Clocks.wound_up(LiveClock(60), 2)
    assert clocks.deadline() is None
    clocks.wait_for(0, 10_000, moved=True)
    assert clocks.deadline() == 70_000
    assert clocks.deadline([Outage(0, 5_000)]) == 70_000
    assert clocks.deadline([Outage(5_000, 15_000), Outage(20_000, 21_000)]) == 76_000


# When time is up


def test_nothing_happens_before_the_time_is_up_and_the_network_has_had_its_allowance() -> None:
    bench = live()
    bench.wait(60 * SECOND - 1)
    bench.time_out()
    bench.wait(1)
    bench.time_out(NETWORK_ALLOWANCE)
    bench.wait(NETWORK_ALLOWANCE)
    bench.time_out(NETWORK_ALLOWANCE + RECONNECT_ALLOWANCE)
    assert not bench.table.seats[0].stand_in
    bench.wait(RECONNECT_ALLOWANCE)
    bench.time_out(NETWORK_ALLOWANCE + RECONNECT_ALLOWANCE)
    assert bench.table.seats[0].stand_in


def test_forfeit_ends_the_game() -> None:
    bench = live(on_timeout="forfeit")
    bench.wait(60 * SECOND)
    bench.time_out()
    ended = result(bench.table)
    assert ended is not None
    assert (ended.winners, ended.reason, ended.resigned) == ([1], "timed_out", 0)
    bench.wait(SECOND)
    assert (bench.left(0), bench.left(1)) == (0, 60 * SECOND)
    bench.time_out()
    assert bench.table.status == "over"


def test_machine_plays_on_until_the_person_is_back_with_a_minute_at_the_most() -> None:
    bench = live(300, on_timeout="machine")
    bench.wait(300 * SECOND)
    bench.time_out()
    assert bench.table.machine_to_move == "easy"
    assert refusal(bench.play, ADA) == "stand_in"
    while bench.table.to_move == 0:
        bench.machine_plays("end" if "end" in bench.state.legal_actions() else None)
    bench.end_turn(BO)
    assert bench.table.machine_to_move == "easy"
    bench.come_back(ADA)
    bench.wait(SECOND)
    assert bench.left(0) == 59 * SECOND
    bench.play(ADA)


def test_pass_lets_a_machine_end_this_one_turn() -> None:
    bench = live(10, on_timeout="pass")
    bench.wait(10 * SECOND)
    bench.time_out()
    assert bench.table.machine_to_move == "easy"
    while bench.table.to_move == 0:
        bench.machine_plays("end" if "end" in bench.state.legal_actions() else None)
    assert not bench.table.seats[0].stand_in
    bench.end_turn(BO)
    assert bench.table.machine_to_move is None
    assert bench.left(0) == 10 * SECOND
    bench.play(ADA)


def test_nobody_is_timed_out_where_a_machine_has_to_decide() -> None:
    bench = Bench(settings("random", "me", clock=LiveClock(10)))
    bench.wait(100 * SECOND)
    bench.time_out()
    assert not bench.table.seats[1].stand_in


def test_a_move_in_the_last_moment_counts_although_nothing_is_left() -> None:
    bench = live(10, 5)
    bench.wait(10 * SECOND + 500)
    bench.play(ADA, "nn")
    assert bench.left(0) == 0
    bench.end_turn(ADA)
    assert bench.left(0) == 5 * SECOND


# Passing the device on


def at_one_screen(*seats: str, game: str = "igluiglu") -> Bench:
    return Bench(settings(*seats, game=game, clock=LiveClock(60)))


def ready(bench: Bench, guest: str = ADA) -> None:
    bench.happen(commands.ready(bench.table, guest), guest)


def test_the_clock_is_held_until_the_next_person_at_the_screen_is_ready() -> None:
    bench = at_one_screen("me", "me")
    bench.wait(500 * SECOND)
    assert bench.left(0) == 60 * SECOND
    ready(bench)
    bench.wait(5 * SECOND)
    assert bench.left(0) == 55 * SECOND
    bench.end_turn(ADA)
    assert bench.table.to_move == 1
    bench.wait(500 * SECOND)
    bench.time_out()
    assert bench.left(1) == 60 * SECOND
    faces = bench.seen_by(ADA).clocks
    assert faces is not None
    assert faces[1].running
    assert faces[1].held > 0
    assert bench.seen_by(ADA).table.due_by is None
    ready(bench)
    assert bench.seen_by(ADA).table.due_by == bench.now + 60 * SECOND
    bench.wait(3 * SECOND)
    bench.play(ADA)
    assert bench.left(1) == 57 * SECOND


def test_while_somebody_elsewhere_waits_the_clock_is_held_for_so_long_only() -> None:
    bench = at_one_screen("me", "me", "open")
    bench.sit(BO)
    bench.wait(PASSING_ON)
    assert bench.left(0) == 60 * SECOND
    bench.wait(7 * SECOND)
    assert bench.left(0) == 53 * SECOND
    bench.wait(53 * SECOND)
    bench.time_out()
    assert bench.table.seats[0].stand_in


def test_to_be_ready_twice_or_where_nothing_is_held_changes_nothing() -> None:
    bench = at_one_screen("me", "me")
    ready(bench)
    assert commands.ready(bench.table, ADA) == []
    assert commands.ready(live().table, ADA) == []
    bench.wait(4 * SECOND)
    assert bench.left(0) == 56 * SECOND
    assert refusal(commands.ready, bench.table, BO) == "not_your_turn"


def test_taking_back_the_first_action_of_a_turn_holds_no_clock() -> None:
    bench = at_one_screen("me", "me")
    assert bench.table.played is not None
    seat = -1
    while bench.table.to_move != seat:
        ready(bench)
        seat = bench.table.to_move or 0
        bench.play(ADA)
    bench.ask_takeback(ADA)
    assert bench.table.played.seats[-1] != seat == bench.table.to_move
    left = bench.left(seat)
    bench.wait(4 * SECOND)
    assert bench.left(seat) == left - 4 * SECOND


def test_nothing_is_held_where_nothing_is_hidden() -> None:
    bench = at_one_screen("me", "me", game="icecult")
    bench.wait(4 * SECOND)
    assert bench.left(0) == 56 * SECOND


def test_what_a_seat_holds_that_a_machine_plays_for_is_not_shown_to_the_other_at_the_screen() -> None:
    bench = at_one_screen("me", "me", "open")
    bench.sit(BO)
    bench.wait(PASSING_ON + 60 * SECOND)
    bench.time_out()
    assert bench.table.to_move == 0
    assert bench.seen_by(ADA).seat == 1


@pytest.mark.parametrize(("days", "early"), [(1, DAY // 4), (2, DAY // 2), (3, DAY // 2)])
def test_a_reminder_comes_half_a_day_before_the_time_is_up_or_when_a_quarter_is_left(days: int, early: int) -> None:
    bench = Bench(settings("me", "open", clock=DaysClock(days)))
    bench.sit(BO)
    before = notices.Standing.of(bench.table)
    bench.end_turn(ADA)
    told = notices.following(bench.table, before, ADA, bench.outages).tell
    assert bench.table.clocks is not None
    deadline = bench.table.clocks.deadline(bench.outages)
    assert deadline is not None
    assert [(one.guest, deadline - one.due) for one in told if one.kind == "reminder"] == [(BO, early)]


def test_that_the_game_is_over_is_told_to_those_who_did_not_end_it() -> None:
    bench = Bench(settings("me", "open", clock=DaysClock(1)))
    bench.sit(BO)
    before = notices.Standing.of(bench.table)
    bench.resign(ADA, 0)
    told = notices.following(bench.table, before, ADA, bench.outages).tell
    assert [(one.kind, one.guest) for one in told] == [("over", BO)]

"""Asking to take back: everybody else who plays must agree."""

from __future__ import annotations

import pytest

import floe
from floe.server.tables import commands
from floe.server.tables.game_log import GameLog
from floe.server.tables.refusals import Stale
from tests.server.bench_table import ADA, BO, CY, Bench, refusal, settings


@pytest.fixture
def bench() -> Bench:
    """Three people play; Ada's turn is over and Bo has tilted once."""
    made = Bench(settings("me", "open", "open", on_leave="machine"))
    made.sit(BO)
    made.sit(CY)
    made.end_turn(ADA)
    made.play(BO, "nn")
    return made


def test_when_all_have_granted_it_the_game_is_where_it_was(bench: Bench) -> None:
    last = max(ply for ply, seat in enumerate(bench.table.played.seats) if seat == 0) if bench.table.played else 0
    before = list(bench.actions)
    bench.ask_takeback(ADA)
    assert bench.seen_by(CY).takeback == 0
    assert bench.seen_by(CY).takeback_waits_for == [1, 2]
    bench.answer_takeback(CY, True)
    assert bench.seen_by(ADA).takeback_waits_for == [1]
    assert bench.actions == before
    bench.answer_takeback(BO, True)
    assert bench.table.takeback is None
    assert bench.actions == before[:last]
    assert bench.table.to_move == 0
    bench.play(ADA)


def test_one_who_declines_is_enough(bench: Bench) -> None:
    before = list(bench.actions)
    bench.ask_takeback(ADA)
    bench.answer_takeback(CY, True)
    bench.answer_takeback(BO, False)
    assert bench.table.takeback is None
    assert bench.actions == before
    assert refusal(bench.answer_takeback, CY, True) == "no_takeback"


def test_who_asked_can_withdraw_but_not_grant(bench: Bench) -> None:
    bench.ask_takeback(ADA)
    assert refusal(bench.answer_takeback, ADA, True) == "not_asked"
    bench.answer_takeback(ADA, False)
    assert bench.table.takeback is None


def test_only_those_who_are_asked_answer_and_each_once(bench: Bench) -> None:
    assert refusal(bench.answer_takeback, BO, True) == "no_takeback"
    bench.ask_takeback(ADA)
    assert refusal(bench.answer_takeback, "guest-di", True) == "not_asked"
    assert refusal(bench.answer_takeback, "guest-di", False) == "not_asked"
    bench.answer_takeback(BO, True)
    assert refusal(bench.answer_takeback, BO, True) == "not_asked"


def test_nobody_asks_while_another_asks(bench: Bench) -> None:
    bench.ask_takeback(ADA)
    assert refusal(bench.ask_takeback, BO) == "takeback_waits"


def test_who_has_played_nothing_has_nothing_to_take_back(bench: Bench) -> None:
    assert refusal(bench.ask_takeback, CY) == "nothing_to_undo"
    assert refusal(bench.ask_takeback, "guest-di") == "nothing_to_undo"


def test_it_is_asked_of_a_position_and_stale_on_another(bench: Bench) -> None:
    seen = bench.table.version
    bench.play(BO)
    with pytest.raises(Stale):
        commands.ask_takeback(bench.table, ADA, seen, bench.now, [])


def test_the_question_falls_when_somebody_plays_on(bench: Bench) -> None:
    bench.ask_takeback(ADA)
    bench.play(BO)
    assert bench.table.takeback is None
    assert refusal(bench.answer_takeback, CY, True) == "no_takeback"


def test_machines_agree_at_once() -> None:
    bench = Bench(settings("me", "random", undo="none"))
    bench.end_turn(ADA)
    bench.machine_plays("nn")
    bench.ask_takeback(ADA)
    assert bench.table.takeback is None
    assert bench.table.to_move == 0
    assert "end" not in bench.actions


def test_nothing_is_taken_back_while_a_machine_plays_for_somebody_who_could_not_agree(bench: Bench) -> None:
    bench.leave(CY)
    assert refusal(bench.ask_takeback, ADA) == "absent"
    bench.leave(BO)
    assert refusal(bench.ask_takeback, ADA) == "absent"
    bench.come_back(BO)
    bench.come_back(CY)
    bench.ask_takeback(ADA)
    assert bench.seen_by(ADA).takeback_waits_for == [1, 2]


def test_who_leaves_while_being_asked_is_no_longer_waited_for(bench: Bench) -> None:
    before = list(bench.actions)
    bench.ask_takeback(ADA)
    bench.leave(CY)
    assert bench.seen_by(ADA).takeback_waits_for == [1]
    bench.answer_takeback(BO, True)
    assert len(bench.actions) < len(before)


def test_if_all_who_are_asked_leave_the_question_falls(bench: Bench) -> None:
    bench.ask_takeback(ADA)
    bench.leave(CY)
    bench.leave(BO)
    assert bench.table.takeback is None


def test_one_screen_is_asked_once_and_answers_for_all_its_seats() -> None:
    bench = Bench(settings("open", "me", "me"))
    bench.sit(BO)
    bench.end_turn(BO)
    bench.ask_takeback(BO)
    assert bench.seen_by(ADA).takeback_waits_for == [1, 2]
    bench.answer_takeback(ADA, True)
    assert bench.table.to_move == 0


def test_one_person_at_all_seats_just_takes_back() -> None:
    bench = Bench(settings("me", "me", undo="none"))
    bench.end_turn(ADA)
    played = len(bench.actions)
    bench.ask_takeback(ADA)
    assert len(bench.actions) == played - 1
    assert bench.table.to_move == 0


def test_nothing_is_taken_back_after_the_end(bench: Bench) -> None:
    bench.ask_takeback(ADA)
    bench.resign(BO, 1)
    assert refusal(bench.ask_takeback, ADA) == "not_running"
    assert refusal(bench.answer_takeback, CY, True) == "not_running"


def test_what_is_told_counts_the_actions_that_are_left(bench: Bench) -> None:
    """A client that has all actions knows from ``ply`` which of them are gone."""
    version = bench.table.version
    bench.ask_takeback(ADA)
    bench.answer_takeback(BO, True)
    bench.answer_takeback(CY, True)
    told = bench.seen_by(ADA, version).happened
    assert [one.kind for one in told] == ["takeback_asked", "takeback_granted", "takeback_granted"]
    assert told[-1].ply == len(bench.actions) < told[0].ply


# Whether there is anything to ask for


def test_only_who_has_played_something_can_ask() -> None:
    bench = Bench(settings("me", "open"))
    bench.sit(BO)
    assert not bench.seen_by(ADA).can_ask_takeback
    bench.end_turn(ADA)
    assert bench.seen_by(ADA).can_ask_takeback
    assert not bench.seen_by(BO).can_ask_takeback
    assert not bench.seen_by(CY).can_ask_takeback
    bench.ask_takeback(ADA)
    assert not bench.seen_by(ADA).can_ask_takeback
    bench.answer_takeback(BO, True)
    assert bench.seen_by(ADA).can_ask_takeback


def test_nobody_can_ask_before_or_after_the_game_or_one_who_is_away(bench: Bench) -> None:
    assert bench.seen_by(ADA).can_ask_takeback
    bench.leave(CY)
    assert not bench.seen_by(ADA).can_ask_takeback
    bench.come_back(CY)
    assert bench.seen_by(ADA).can_ask_takeback
    bench.resign(CY, 2)
    assert not bench.seen_by(ADA).can_ask_takeback
    assert not Bench(settings("me", "open")).seen_by(ADA).can_ask_takeback


def test_within_a_turn_one_goes_back_at_once_and_further_by_playing_again() -> None:
    first = floe.game("icecult").new(2)
    log = GameLog(first, None, first)
    positions = [first]
    for at in range(3):
        log.play(0, log.state.legal_actions()[0], at)
        positions.append(log.state)
    log.go_back_to(2)
    log.go_back_to(1)
    assert log.state is positions[1]  # it was kept
    assert (log.turn, len(log.actions), log.times, log.seats) == ([first], 1, [0], [0])
    while log.state.to_move == 0:
        log.play(0, log.state.legal_actions()[-1], 5)
    log.go_back_to(1)
    assert log.state == positions[1]
    assert log.state is not positions[1]
    assert log.turn == [first]

"""Swapping places: after the first turn whoever sits at the second seat may take over the first."""

from __future__ import annotations

from typing import Any

import pytest

import floe
from floe import records
from floe.core.errors import BadRecord
from floe.server import answers, plans
from floe.server.tables import commands, notices, views
from floe.server.tables.apply import fold
from floe.server.tables.refusals import Stale
from floe.server.wire.http import VerifyRecord
from floe.server.wire.tables import DaysClock, LiveClock
from tests.server.bench_table import ADA, BO, CY, SECRET, Bench, refusal, settings


def seated(*others: str, **chosen: Any) -> Bench:
    """Ada and others at a table with swap; it is Ada's first turn."""
    made = Bench(settings("me", *["open" for _ in others], swap=True, **chosen))
    for other in others:
        made.sit(other)
    return made


def opened(*others: str, **chosen: Any) -> Bench:
    """The same when Ada's first turn is over."""
    made = seated(*others, **chosen)
    made.end_turn(ADA)
    return made


def swap(bench: Bench, guest: str, version: int | None = None) -> None:
    seen = bench.table.version if version is None else version
    bench.happen(commands.swap(bench.table, guest, seen, bench.now, bench.outages), guest, "client-id")


@pytest.fixture
def bench() -> Bench:
    return opened(BO)


def test_the_two_change_places_and_the_other_plays_on(bench: Bench) -> None:
    before, actions = bench.state, list(bench.actions)
    swap(bench, BO)
    assert (bench.table.seats_of(BO), bench.table.seats_of(ADA)) == ([0], [1])
    assert [seat.colour for seat in bench.table.seats] == ["y", "g"]
    assert [seat.name for seat in bench.table.seats] == [BO.title(), ADA.title()]
    assert (bench.state, bench.actions, bench.table.to_move) == (before, actions, 1)
    assert refusal(bench.play, BO) == "not_your_turn"
    bench.play(ADA)
    bench.end_turn(ADA)
    bench.play(BO)


def test_it_is_ahead_while_the_first_turn_lasts_and_open_right_after_it() -> None:
    bench = seated(BO)
    assert (bench.table.swap_is_ahead, bench.table.swap_is_open) == (True, False)
    bench.play(ADA)
    assert (bench.table.swap_is_ahead, bench.table.swap_is_open) == (True, False)
    bench.end_turn(ADA)
    assert (bench.table.swap_is_ahead, bench.table.swap_is_open) == (False, True)
    bench.play(BO)
    assert (bench.table.swap_is_ahead, bench.table.swap_is_open) == (False, False)


def test_whoever_has_played_is_found_where_they_sit_now(bench: Bench) -> None:
    first = len(bench.actions)
    assert [bench.table.sits_now(ply) for ply in range(first)] == [0] * first
    swap(bench, BO)
    bench.end_turn(ADA)
    second = len(bench.actions)
    bench.play(BO)
    assert [bench.table.sits_now(ply) for ply in range(second + 1)] == [1] * second + [0]


def test_only_who_may_is_offered_it(bench: Bench) -> None:
    assert bench.seen_by(BO).can_swap
    assert not bench.seen_by(ADA).can_swap
    assert not bench.seen_by(CY).can_swap
    assert not bench.seen_by(None).can_swap
    assert refusal(swap, bench, ADA) == "not_your_turn"
    assert refusal(swap, bench, CY) == "not_your_turn"
    swap(bench, BO)
    assert not any(bench.seen_by(guest).can_swap for guest in (ADA, BO, CY))
    assert refusal(swap, bench, ADA) == "swap_late"
    assert refusal(swap, bench, BO) == "swap_late"


def test_not_before_the_first_turn_is_over_nor_after_an_action() -> None:
    bench = seated(BO)
    assert refusal(swap, bench, BO) == "swap_late"
    bench.play(ADA)
    assert refusal(swap, bench, BO) == "swap_late"
    bench.end_turn(ADA)
    bench.play(BO)
    assert not bench.seen_by(BO).can_swap
    assert refusal(swap, bench, BO) == "swap_late"


def test_where_the_table_does_not_offer_it_it_is_refused() -> None:
    bench = Bench(settings("me", "open"))
    bench.sit(BO)
    bench.end_turn(ADA)
    assert not bench.seen_by(BO).can_swap
    assert refusal(swap, bench, BO) == "no_swap"


def test_a_game_with_hidden_hands_has_no_swap() -> None:
    assert refusal(commands.create, settings("me", "open", game="igluiglu", swap=True), ADA, "Ada") == "swap_hidden"


def test_a_game_that_begins_at_a_position_has_no_swap() -> None:
    position = floe.game("icecult").new(2).to_dict()
    assert refusal(commands.create, settings("me", "open", swap=True), ADA, "Ada", position) == "swap_position"


def test_it_is_decided_on_the_position_that_is_there(bench: Bench) -> None:
    with pytest.raises(Stale):
        swap(bench, BO, version=bench.table.version - 1)


def test_with_three_the_third_keeps_the_place() -> None:
    bench = opened(BO, CY)
    assert refusal(swap, bench, CY) == "not_your_turn"
    swap(bench, BO)
    assert [bench.table.seats_of(guest) for guest in (BO, ADA, CY)] == [[0], [1], [2]]


def test_at_one_screen_the_names_change_places() -> None:
    bench = Bench(settings("me", "me", swap=True))
    bench.end_turn(ADA)
    bench.table.seats[1].name = "Bo"
    assert bench.seen_by(ADA).can_swap
    swap(bench, ADA)
    assert [seat.name for seat in bench.table.seats] == ["Bo", ADA.title()]
    assert (bench.table.seats_of(ADA), bench.seen_by(ADA).seat) == ([0, 1], 1)


def test_the_log_adds_up_to_the_same_table_and_tells_of_it(bench: Bench) -> None:
    swap(bench, BO)
    again = fold(bench.table.id, SECRET, bench.log)
    assert again.seats == bench.table.seats
    assert views.summary(again) == views.summary(bench.table)
    told = bench.seen_by(ADA, have=bench.table.version - 1).happened
    assert [(one.kind, one.seat, one.ply) for one in told] == [("swapped", 0, len(bench.actions))]
    assert bench.seen_by(ADA).table.swapped == len(bench.actions)
    assert bench.table.answers[BO, "client-id"] == bench.table.version


# Machines


def test_a_machine_may_swap_with_a_person() -> None:
    bench = Bench(settings("me", "easy", swap=True))
    bench.end_turn(ADA)
    assert commands.may_machine_swap(bench.table)
    bench.happen(commands.machine_swap(bench.table, bench.table.version))
    assert [seat.kind for seat in bench.table.seats] == ["machine", "person"]
    assert not commands.may_machine_swap(bench.table)
    bench.play(ADA)
    with pytest.raises(Stale):
        commands.machine_swap(bench.table, bench.table.version)
    bench.resign(ADA, 1)
    assert refusal(commands.machine_swap, bench.table, bench.table.version) == "not_running"


def test_a_person_may_swap_with_a_machine() -> None:
    bench = Bench(settings("easy", "me", swap=True))
    while bench.table.to_move == 0:
        bench.machine_plays()
    swap(bench, ADA)
    assert bench.table.machine_to_move == "easy"
    assert bench.table.seats_of(ADA) == [0]


def test_who_only_stands_in_keeps_the_place() -> None:
    bench = opened(BO, on_leave="machine")
    bench.leave(BO)
    assert bench.table.machine_to_move is not None
    assert not commands.may_machine_swap(bench.table)
    assert not bench.seen_by(BO).can_swap
    assert refusal(swap, bench, BO) == "stand_in"
    bench.come_back(BO)
    swap(bench, BO)
    assert bench.table.seats_of(BO) == [0]


def test_whoever_is_away_stays_away_at_the_other_place() -> None:
    bench = opened(BO, on_leave="machine")
    bench.leave(ADA)
    swap(bench, BO)
    assert (bench.table.seats[1].guest, bench.table.seats[1].stand_in) == (ADA, True)
    assert bench.table.machine_to_move is not None
    bench.come_back(ADA)
    bench.play(ADA)


# Clocks


def test_each_keeps_their_own_time() -> None:
    bench = seated(BO, clock=LiveClock(600, 5))
    bench.wait(20_000)
    bench.end_turn(ADA)
    assert (bench.left(0), bench.left(1)) == (585_000, 600_000)
    bench.wait(50_000)
    swap(bench, BO)
    assert (bench.left(0), bench.left(1)) == (550_000, 585_000)
    bench.wait(1_000)
    assert (bench.left(0), bench.left(1)) == (550_000, 584_000)
    assert bench.table.clocks is not None
    assert bench.table.clocks.running == 1


def test_with_days_for_a_turn_the_other_has_them_all() -> None:
    bench = opened(BO, clock=DaysClock(2))
    bench.wait(86_400_000)
    swap(bench, BO)
    assert bench.left(1) == 2 * 86_400_000


# Taking back, playing again


def test_what_was_played_before_a_swap_stays(bench: Bench) -> None:
    swap(bench, BO)
    for guest in (ADA, BO):
        assert not bench.seen_by(guest).can_ask_takeback
        assert refusal(bench.ask_takeback, guest) == "nothing_to_undo"
    ply = len(bench.actions)
    bench.end_turn(ADA)
    bench.ask_takeback(ADA)
    bench.answer_takeback(BO, True)
    assert len(bench.actions) >= ply
    assert bench.table.seats_of(BO) == [0]
    assert refusal(swap, bench, BO) == "swap_late"


def test_it_is_open_again_when_all_that_came_after_was_taken_back(bench: Bench) -> None:
    bench.play(BO)
    assert not bench.seen_by(BO).can_swap
    bench.ask_takeback(BO)
    bench.answer_takeback(ADA, True)
    assert bench.seen_by(BO).can_swap
    swap(bench, BO)


def test_a_question_to_take_back_falls(bench: Bench) -> None:
    bench.ask_takeback(ADA)
    swap(bench, BO)
    assert bench.table.takeback is None


def test_again_another_begins(bench: Bench) -> None:
    swap(bench, BO)
    bench.resign(BO, 0)
    again = commands.play_again(bench.table, BO, "Bo")
    assert [plan.who for plan in again.settings.seats] == ["me", "open"]
    assert again.reserved == {1: ADA}
    assert again.settings.swap


# Notices and plans


def test_whoever_has_to_play_on_is_told(bench: Bench) -> None:
    before = notices.Standing.of(bench.table)
    swap(bench, BO)
    told = notices.following(bench.table, before, BO, [])
    assert [(one.guest, one.kind) for one in told.tell] == [(ADA, "turn")]
    assert told.tell[0].turn == len(bench.actions)  # not the call that Ada had for the first turn
    assert "turn" in told.outdated


def test_a_plan_that_was_laid_for_another_place_is_dropped(bench: Bench) -> None:
    state = bench.state
    legal = state.legal_actions()
    line = plans.foreseen(state.view(0), 0, _until(state, 0, [legal[0]]))
    row = plans.row_of(plans.added(plans.Plan(), line), bench.table.id, 0, ADA, bench.table.version)
    assert plans.follow(bench.table, row)[1].version is not None
    swap(bench, BO)
    played, left = plans.follow(bench.table, row)
    assert (played, left.version) == ([], None)
    assert plans.own(left, BO) == plans.Plan()


def _until(state: Any, seat: int, actions: list[str]) -> list[str]:
    """Actions until it is the seat's turn, and one of its own."""
    for action in actions:
        state = state.play(action)
    while state.to_move != seat:
        action = "end" if "end" in state.legal_actions() else state.legal_actions()[0]
        actions, state = [*actions, action], state.play(action)
    return [*actions, state.legal_actions()[0]]


# Records


def test_the_record_says_when_and_its_deal_still_holds(bench: Bench) -> None:
    swap(bench, BO)
    ply = len(bench.actions)
    running = records.from_dict(views.record_document(bench.table))
    assert running.swapped == ply
    bench.play_out()
    document = views.record_document(bench.table)
    assert document["swapped"] == ply
    record = records.from_dict(document)
    record.verify()
    record.check_deal()
    assert [player.name for player in record.players] == [BO.title(), ADA.title()]
    assert [player.name for player in record.seated_at(ply - 1)] == [ADA.title(), BO.title()]
    assert record.to_dict() == document
    assert answers.verified(VerifyRecord(document, 0)).entropy == "bb"  # what Bo has added, who sits there now
    assert answers.verified(VerifyRecord(document, 1)).entropy == "aa"
    assert views.frames(record, None, 0, 1).swapped == ply


def test_the_deal_of_a_game_against_a_machine_still_holds() -> None:
    bench = Bench(settings("me", "easy", swap=True))
    commitment = bench.table.commitment
    bench.end_turn(ADA)
    bench.happen(commands.machine_swap(bench.table, bench.table.version))
    assert bench.table.commitment == commitment
    bench.play_out()
    record = records.from_dict(views.record_document(bench.table))
    record.check_deal()
    assert [player.kind for player in record.players] == ["easy", "person"]


@pytest.mark.parametrize("wrong", [0, 1, "one", 10_000])
def test_a_record_with_a_swap_at_another_time_is_refused(bench: Bench, wrong: object) -> None:
    swap(bench, BO)
    bench.play_out()
    with pytest.raises(BadRecord, match="swapped"):
        records.from_dict(views.record_document(bench.table) | {"swapped": wrong})

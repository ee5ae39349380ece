"""A game at a table: actions, refusals, what is stale, undoing, giving up, leaving and coming back."""

from __future__ import annotations

from typing import Any

import pytest

from floe.server.tables import commands
from floe.server.tables.refusals import Refusal, Stale
from floe.server.tables.views import result
from tests.games.igluiglu.positions import document
from tests.server.bench_table import ADA, BO, CY, Bench, refusal, settings


def two(game: str = "icecult", **chosen: Any) -> Bench:
    """A running game of Ada and Bo."""
    bench = Bench(settings("me", "open", game=game, **chosen))
    bench.sit(BO)
    return bench


# Playing


def test_only_the_person_whose_seat_is_to_move_plays() -> None:
    bench = two()
    assert refusal(bench.play, BO) == "not_your_turn"
    assert refusal(bench.play, CY) == "not_your_turn"
    bench.play(ADA, "nn")
    assert bench.actions == ["nn"]


def test_nothing_is_played_before_the_game_begins_or_after_its_end() -> None:
    bench = Bench(settings("me", "open"))
    assert refusal(commands.play, bench.table, ADA, 1, "nn", 0, []) == "not_running"
    bench.sit(BO)
    bench.resign(BO, 1)
    assert refusal(bench.play, ADA, "nn") == "not_running"


def test_an_illegal_action_is_refused_with_the_rule_that_forbids_it() -> None:
    bench = two()
    bench.play(ADA, "nn")
    with pytest.raises(Refusal) as caught:
        bench.play(ADA, "end")
    assert (caught.value.rule, caught.value.key) == ("IC-9", "IC-9.tilts_first")
    assert caught.value.values == {"left": 1, "verb": "is"}
    assert refusal(bench.play, ADA, "castle") == "malformed"
    assert bench.actions == ["nn"]


def test_a_refusal_whose_values_name_a_rule_is_a_refusal_like_any_other() -> None:
    start = document("c3 c4 c5", on={"c3": "r"}, points=1)
    bench = Bench(settings("me", "me", game="igluiglu"), start)
    with pytest.raises(Refusal) as caught:
        bench.play(ADA, "igloo c3")
    assert caught.value.rule == "II-24"
    assert caught.value.values["points"] == 1


def test_what_was_decided_on_another_position_is_stale() -> None:
    bench = two()
    seen = bench.table.version
    bench.play(ADA, "nn")
    for version in (seen, seen + 2, 0):
        with pytest.raises(Stale):
            bench.play(ADA, "nn", version)
        with pytest.raises(Stale):
            commands.undo(bench.table, ADA, version, 0, [])
        with pytest.raises(Stale):
            commands.ask_takeback(bench.table, ADA, version, 0, [])


def test_what_happens_without_changing_the_position_makes_nothing_stale() -> None:
    bench = two(on_leave="machine")
    seen = bench.table.version
    bench.leave(BO)
    bench.come_back(BO)
    bench.play(ADA, "nn", seen)
    assert bench.actions == ["nn"]


def test_a_whole_game_is_played_to_its_end() -> None:
    bench = two()
    bench.play_out()
    ended = result(bench.table)
    assert ended is not None
    assert ended.rule in {"IC-20", "IC-21"}
    assert bench.table.to_move is None
    assert refusal(bench.resign, ADA, 0) == "not_running"


def test_a_machine_plays_only_where_one_has_to_decide() -> None:
    bench = Bench(settings("me", "random"))
    with pytest.raises(Stale):
        bench.machine_plays()
    bench.end_turn(ADA)
    assert bench.table.machine_to_move == "random"
    assert refusal(bench.play, ADA) == "not_your_turn"
    seen = bench.table.version
    bench.machine_plays()
    with pytest.raises(Stale):
        commands.machine_play(bench.table, seen, bench.state.legal_actions()[0])


# Undoing


@pytest.mark.parametrize(
    ("policy", "tilt", "step"), [("none", False, False), ("turn", False, True), ("free", True, True)]
)
def test_icecult_undo_by_policy(policy: str, tilt: bool, step: bool) -> None:
    """IC-12: a tilt is never taken back, unless the table is for beginners; a step may be, within the turn."""
    bench = two(undo=policy)
    before = bench.state
    bench.play(ADA, "nn")
    shown = bench.seen_by(ADA).position
    assert shown is not None
    assert shown.can_undo is tilt
    if tilt:
        bench.undo(ADA)
        assert bench.state == before
        bench.play(ADA, "nn")
    else:
        assert refusal(bench.undo, ADA) == ("no_undo" if policy == "none" else "cannot_undo")

    bench.play(ADA, "nn")
    assert bench.state.phase == "move"
    moved = next(action for action in bench.state.legal_actions() if action != "end")
    before = bench.state
    bench.play(ADA, moved)
    if step:
        bench.undo(ADA)
        assert bench.state == before
        assert bench.actions[-1] == "nn"
    else:
        assert refusal(bench.undo, ADA) == "no_undo"


def test_nobody_undoes_for_another_nor_after_the_turn() -> None:
    bench = two(undo="free")
    assert refusal(bench.undo, ADA) == "nothing_to_undo"
    bench.play(ADA, "nn")
    assert refusal(bench.undo, BO) == "nothing_to_undo"
    assert refusal(bench.undo, CY) == "nothing_to_undo"
    bench.end_turn(ADA)
    assert refusal(bench.undo, ADA) == "nothing_to_undo"
    assert refusal(bench.undo, BO) == "nothing_to_undo"


def test_undoing_goes_back_step_by_step_to_the_beginning_of_the_turn() -> None:
    bench = two(undo="free")
    bench.end_turn(ADA)
    first = bench.state
    bench.play(BO, "nn")
    bench.play(BO, "ss")
    bench.undo(BO)
    bench.undo(BO)
    assert bench.state == first
    assert refusal(bench.undo, BO) == "nothing_to_undo"
    bench.play(BO, "ee")
    assert bench.actions[-1] == "ee"


@pytest.mark.parametrize(("policy", "walk"), [("none", False), ("turn", True), ("free", True)])
def test_igluiglu_undo_by_policy(policy: str, walk: bool) -> None:
    """What was revealed stays known: a flip is never taken back; a walk may be."""
    start = document("b3=melt c3 c4 d3 e3", on={"c3": "r", "d3": "b"}, phase="flip")
    bench = Bench(settings("me", "open", game="igluiglu", undo=policy), start)
    bench.sit(BO)
    bench.play(ADA, "flip b3")
    assert refusal(bench.undo, ADA) == ("no_undo" if policy == "none" else "cannot_undo")
    before = bench.state
    bench.play(ADA, "walk c3 n")
    if walk:
        bench.undo(ADA)
        assert bench.state == before
    else:
        assert refusal(bench.undo, ADA) == "no_undo"
    bench.play(ADA, "end")
    assert refusal(bench.undo, ADA) in {"no_undo", "nothing_to_undo"}


@pytest.mark.parametrize("policy", ["turn", "free"])
def test_an_inuit_once_placed_stays(policy: str) -> None:
    bench = two("igluiglu", undo=policy)
    bench.play(ADA, "place b1")
    assert refusal(bench.undo, ADA) == "cannot_undo"


# Giving up, leaving, coming back


def test_giving_up_ends_the_game_and_the_others_share_the_win() -> None:
    bench = Bench(settings("me", "open", "random"))
    bench.sit(BO)
    assert refusal(bench.resign, ADA, 1) == "no_seat"
    assert refusal(bench.resign, CY, 0) == "no_seat"
    bench.resign(BO, 1)  # it is not even Bo's turn
    ended = result(bench.table)
    assert ended is not None
    assert (ended.winners, ended.resigned, ended.reason, ended.rule) == ([0, 2], 1, "resigned", None)
    assert bench.seen_by(ADA).waiting_for == []


def test_a_table_that_waits_is_not_left() -> None:
    bench = two(on_leave="wait")
    assert refusal(bench.leave, ADA) == "waits"
    assert refusal(bench.leave, CY) == "no_seat"


def test_a_machine_plays_for_who_left_until_that_person_is_back() -> None:
    bench = two(on_leave="machine")
    assert refusal(bench.come_back, ADA) == "is_here"
    bench.leave(ADA)
    assert refusal(bench.leave, ADA) == "no_seat"
    assert bench.table.machine_to_move == "easy"
    assert bench.seen_by(ADA).table.seats[0].stand_in
    assert refusal(bench.play, ADA) == "stand_in"
    bench.machine_plays("nn")
    bench.come_back(ADA)
    assert bench.table.machine_to_move is None
    bench.play(ADA, "nn")
    assert bench.actions == ["nn", "nn"]


def test_who_leaves_several_seats_leaves_all_of_them() -> None:
    bench = Bench(settings("me", "open", "me", on_leave="machine"))
    bench.sit(BO)
    bench.leave(ADA)
    assert [seat.stand_in for seat in bench.table.seats] == [True, False, True]
    bench.come_back(ADA)
    assert not any(seat.stand_in for seat in bench.table.seats)


# One screen for several people


def test_a_shared_screen_shows_the_view_of_the_seat_to_move() -> None:
    start = document("b3=melt c3 c4 d3 e3", on={"c3": "r", "d3": "b"}, hands={"r": "melt", "b": "harpoon"})
    bench = Bench(settings("me", "me", game="igluiglu"), start)
    seen = bench.seen_by(ADA)
    assert seen.seat == 0
    assert seen.position is not None
    assert seen.position.view["hands"] == {"r": ["melt"], "b": 1}
    assert seen.position.legal == bench.state.legal_actions()
    bench.play(ADA, "end")
    seen = bench.seen_by(ADA)
    assert seen.seat == 1
    assert seen.position is not None
    assert seen.position.view["hands"] == {"r": 1, "b": ["harpoon"]}


def test_while_another_decides_a_shared_screen_stays_with_who_moved_last() -> None:
    bench = Bench(settings("me", "open", "me"))
    bench.sit(BO)
    assert bench.seen_by(ADA).seat == 0
    bench.end_turn(ADA)
    assert bench.seen_by(ADA).seat == 0
    bench.end_turn(BO)
    assert bench.seen_by(ADA).seat == 2
    assert bench.seen_by(BO).seat == 1
    assert bench.seen_by(None).seat is None

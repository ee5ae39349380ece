"""``Game`` and ``State``, with a toy game."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from floe.core.errors import BadOption, BadPosition, IllegalAction, MalformedAction
from tests.core.toy import TOY, Toy, ToyState, stones


def over() -> ToyState:
    return stones(3).play("one").play("two")


def test_there_is_one_instance_of_a_game() -> None:
    assert Toy() is TOY


def test_a_position_tells_phase_seat_and_number_of_players() -> None:
    state = stones(3, players=3)
    assert (state.phase, state.to_move, state.players, state.over, state.winners) == ("take", 0, 3, False, None)
    assert state.outcome is None


def test_a_finished_game_tells_its_winners_and_outcome() -> None:
    assert (over().phase, over().to_move, over().over, over().winners) == ("over", None, True, [1])
    outcome = over().outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule, outcome.reason) == ((1,), "T-2", "last_stone")


def test_play_gives_a_new_position_and_leaves_the_old_one() -> None:
    state = stones(5)
    after = state.play("two")
    assert state == stones(5)
    assert after.to_dict()["stones"] == 3
    assert type(after) is ToyState


def test_records_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        stones(5).array["stones"][0] = 1


@pytest.mark.parametrize("name", ["phase", "to_move", "players", "over", "winners", "outcome", "array"])
def test_what_a_position_tells_cannot_be_set(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(stones(5), name, None)


def test_the_list_of_legal_actions_is_the_callers_own() -> None:
    state = stones(5)
    state.legal_actions().clear()
    state.legal_mask()[:] = 0
    assert state.legal_actions() == ["one", "two"]
    assert state.legal_mask().tolist() == [1, 1]


def test_equal_positions_are_equal_and_hash_alike_however_they_were_reached() -> None:
    one, other = stones(5).play("one").play("one"), stones(4).play("one").play("one")
    assert one != other
    assert one == stones(5).play("one").play("one")
    assert hash(one) == hash(stones(5).play("one").play("one"))
    assert len({stones(5), stones(5), stones(6)}) == 2
    assert (stones(5) == "five") is False


def test_a_position_of_another_game_is_another_position() -> None:
    class OtherToy(Toy):
        name = "other"

    other = OtherToy().new(rules={"stones": 5})
    assert other.array.tobytes() == stones(5).array.tobytes()
    assert other != stones(5)


def test_a_position_can_be_copied_and_pickled() -> None:
    state = stones(5).play("one")
    for again in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301  # its own
        assert again == state
        assert type(again) is ToyState
        assert again.game is TOY
        assert again.play("two") == state.play("two")
        with pytest.raises(ValueError, match="read-only"):
            again.array["stones"][0] = 1


def test_numbers_and_texts_of_legal_actions_go_both_ways() -> None:
    state = stones(5)
    assert [state.action_number(text) for text in ("one", "two")] == [0, 1]
    assert [state.action_text(number) for number in (0, 1)] == ["one", "two"]


@pytest.mark.parametrize("number", [1, -1, 2, None, "one", 0.5])
def test_a_number_that_is_not_legal_has_no_text(number: Any) -> None:
    with pytest.raises(MalformedAction) as caught:
        stones(1).action_text(number)
    assert repr(number) in str(caught.value)


def test_refusals_tell_no_action_illegal_action_and_game_over_apart() -> None:
    for ask in (ToyState.play, ToyState.action_number):
        with pytest.raises(MalformedAction, match="'three' is no action: expected one or two"):
            ask(stones(1), "three")
        with pytest.raises(IllegalAction, match="T-1: there is one stone left"):
            ask(stones(1), "two")
        with pytest.raises(IllegalAction, match="T-2: the game is over") as caught:
            ask(over(), "two")
        assert caught.value.key == "over"


def test_why_not_answers_what_play_would_raise() -> None:
    assert str(stones(1).why_not("two")) == "'two' is not allowed here. T-1: there is one stone left"
    assert isinstance(stones(1).why_not("x"), MalformedAction)


@pytest.mark.parametrize("seat", [-1, 2, True, "0", 0.0, np.int64(0)])
def test_a_seat_is_a_seat_of_this_game(seat: Any) -> None:
    for look in (stones(5).view, stones(5).text):
        with pytest.raises(BadOption, match="a seat is a number from 0 to 1, or None") as caught:
            look(seat)
        assert repr(seat) in str(caught.value)


def test_views_and_drawings_are_asked_for_a_seat_or_a_spectator() -> None:
    assert [stones(5).view(seat)["seat"] for seat in (None, 0, 1)] == [None, 0, 1]
    assert stones(2).text(1) == "oo seen by 1"
    assert str(stones(2)) == stones(2).text() == "oo seen by None"


def test_a_position_says_at_a_prompt_what_it_is() -> None:
    assert repr(stones(5)) == "<TOY: 2 players, take, seat 0 to move>"
    assert repr(over()) == "<TOY: 2 players, over, over>"


def test_a_new_game_takes_the_fewest_players_unless_told() -> None:
    assert TOY.new().players == 2
    assert TOY.new(players=3).players == 3


@pytest.mark.parametrize("players", [1, 4, 2.0, True, "2"])
def test_a_number_of_players_that_cannot_be_is_refused(players: Any) -> None:
    with pytest.raises(BadOption, match="TOY is for 2 to 3 players") as caught:
        TOY.new(players=players)
    assert repr(players) in str(caught.value)


@pytest.mark.parametrize("rules", [[], "stones", 3, [("stones", 3)]])
def test_rules_are_an_object(rules: Any) -> None:
    with pytest.raises(BadOption, match="from option to value") as caught:
        TOY.new(rules=rules)
    assert repr(rules) in str(caught.value)


def test_colours_are_a_list() -> None:
    with pytest.raises(BadOption, match="colours are given as a list, one for each seat, not 7"):
        TOY.new(colours=7)  # type: ignore[arg-type]  # that is the point


def test_the_seed_alone_decides_what_is_left_to_chance() -> None:
    assert [TOY.new(seed=seed) for seed in range(20)] == [TOY.new(seed=seed) for seed in range(20)]
    assert len({TOY.new(seed=seed) for seed in range(20)}) > 5


def test_without_a_seed_each_game_is_another() -> None:
    assert len({TOY.new() for _ in range(60)}) > 5


@pytest.mark.parametrize("seed", [1.5, True, b"x", [1]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadOption, match="a seed is"):
        TOY.new(seed=seed)


def test_a_document_is_taken_or_refused() -> None:
    assert TOY.from_dict({"game": "toy", "players": 2, "stones": 9}) == stones(9)
    with pytest.raises(BadPosition, match="stones: expected a whole number from 1 to 200, found 0"):
        TOY.from_dict({"game": "toy", "players": 2, "stones": 0})

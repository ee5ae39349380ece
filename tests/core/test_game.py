"""``Game`` and ``State``, with the example game; where chance or more players matter, with one of ours."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import floe
from floe.core.errors import BadOption, BadPosition, IllegalAction, MalformedAction
from floe.core.game import State
from floe.core.typing import Document, States
from floe_connectfour.game import ConnectFour, ConnectFourState
from tests.core.four import FULL, GAME, WON, played


class Seen(ConnectFour):
    """A game that tells whom a view or a board was made for."""

    def view(self, array: States, seat: int | None) -> Document:
        return super().view(array, seat) | {"seat": seat}

    def draw(self, array: States, seat: int | None) -> str:
        return f"seen by {seat}"


def test_there_is_one_instance_of_a_game() -> None:
    assert ConnectFour() is GAME


def test_a_position_tells_phase_seat_and_number_of_players() -> None:
    state = floe.game("icecult").new(players=3)
    assert (state.phase, state.to_move, state.players, state.over, state.winners) == ("tilt1", 0, 3, False, None)
    assert state.outcome is None
    assert (played("4").to_move, played("4").turn) == (1, 1)


def test_a_finished_game_tells_its_winners_and_outcome() -> None:
    over = played(WON)
    assert (over.phase, over.to_move, over.over, over.winners) == ("over", None, True, [0])
    outcome = over.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule, outcome.reason) == ((0,), "CF-4", "line")


def test_play_gives_a_new_position_and_leaves_the_old_one() -> None:
    state = played()
    after = state.play("4")
    assert state == played()
    assert after.to_dict()["columns"][3] == "y"
    assert type(after) is ConnectFourState


def test_structs_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        played().array["turn"][0] = 1


@pytest.mark.parametrize("name", ["phase", "to_move", "players", "over", "winners", "outcome", "array"])
def test_what_a_position_tells_cannot_be_set(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(played(), name, None)


def test_the_list_of_legal_actions_is_the_callers_own() -> None:
    state = played(FULL)
    state.legal_actions().clear()
    state.legal_mask()[:] = 0
    assert state.legal_actions() == ["2", "3", "4", "5", "6", "7"]
    assert state.legal_mask().tolist() == [0, 1, 1, 1, 1, 1, 1]


def test_equal_positions_are_equal_and_hash_alike_however_they_were_reached() -> None:
    one, other = played("123"), played("321")
    assert one == other
    assert hash(one) == hash(other)
    assert one != played("124")
    assert len({played("12"), played("12"), played("21")}) == 2
    assert (one == "123") is False


def test_a_position_of_another_game_is_another_position() -> None:
    other = Seen().new()
    assert other.array.tobytes() == played().array.tobytes()
    assert other != played()


def test_a_position_can_be_copied_and_pickled() -> None:
    state = played("44")
    for again in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301  # its own
        assert again == state
        assert type(again) is ConnectFourState
        assert again.game is GAME
        assert again.play("4") == state.play("4")
        with pytest.raises(ValueError, match="read-only"):
            again.array["turn"][0] = 1


def test_a_copy_of_a_game_is_the_game() -> None:
    played("44").legal_actions()  # it keeps what it was asked for
    for again in (copy.copy(GAME), copy.deepcopy(GAME), pickle.loads(pickle.dumps(GAME))):  # noqa: S301  # its own
        assert again is GAME


def test_numbers_and_texts_of_legal_actions_go_both_ways() -> None:
    state = played(FULL)
    assert [state.action_number(text) for text in ("2", "7")] == [1, 6]
    assert [state.action_text(number) for number in (1, 6)] == ["2", "7"]


@pytest.mark.parametrize("number", [0, -1, 7, None, "2", 0.5])
def test_a_number_that_is_not_legal_has_no_text(number: Any) -> None:
    with pytest.raises(MalformedAction) as caught:
        played(FULL).action_text(number)
    assert repr(number) in str(caught.value)


def test_refusals_tell_no_action_illegal_action_and_game_over_apart() -> None:
    for ask in (State.play, State.action_number):
        with pytest.raises(MalformedAction, match="'8' is no action: expected a column from 1 to 7"):
            ask(played(FULL), "8")
        with pytest.raises(IllegalAction, match="CF-3: column 1 is full"):
            ask(played(FULL), "1")
        with pytest.raises(IllegalAction, match="CF-4: the game is over") as caught:
            ask(played(WON), "2")
        assert caught.value.key == "over"


def test_why_not_answers_what_play_would_raise() -> None:
    assert str(played(FULL).why_not("1")) == "'1' is not allowed here. CF-3: column 1 is full"
    assert isinstance(played(FULL).why_not("x"), MalformedAction)
    with pytest.raises(ValueError, match="'2' is legal"):
        played(FULL).why_not("2")


@pytest.mark.parametrize("seat", [-1, 2, True, "0", 0.0])
def test_a_seat_is_a_seat_of_this_game(seat: Any) -> None:
    for look in (played().view, played().text):
        with pytest.raises(BadOption, match="a seat is a number from 0 to 1, or None") as caught:
            look(seat)
        assert repr(seat) in str(caught.value)


def test_views_and_drawings_are_asked_for_a_seat_or_a_spectator() -> None:
    state = Seen().new()
    assert [state.view(seat)["seat"] for seat in (None, 0, 1)] == [None, 0, 1]
    assert state.text(1) == "seen by 1"
    assert str(state) == state.text() == "seen by None"


def test_a_position_says_at_a_prompt_what_it_is() -> None:
    assert repr(played()) == "<Connect Four: 2 players, drop, seat 0 to move>"
    assert repr(played(WON)) == "<Connect Four: 2 players, over, over>"


def test_a_new_game_takes_the_fewest_players_unless_told() -> None:
    assert floe.game("icecult").new().players == 2
    assert floe.game("icecult").new(players=3).players == 3


@pytest.mark.parametrize("players", [1, 5, 2.0, True, "2"])
def test_a_number_of_players_that_cannot_be_is_refused(players: Any) -> None:
    with pytest.raises(BadOption, match="ICE CULT is for 2 to 4 players") as caught:
        floe.game("icecult").new(players=players)
    assert repr(players) in str(caught.value)


@pytest.mark.parametrize("rules", [[], "connect", 3, [("connect", 3)]])
def test_rules_are_an_object(rules: Any) -> None:
    with pytest.raises(BadOption, match="from option to value") as caught:
        GAME.new(rules=rules)
    assert repr(rules) in str(caught.value)


def test_colours_are_a_list() -> None:
    with pytest.raises(BadOption, match="colours are given as a list, one for each seat, not 7"):
        GAME.new(colours=7)  # type: ignore[arg-type]  # that is the point


def test_the_seed_alone_decides_what_is_left_to_chance() -> None:
    game = floe.game("igluiglu")
    assert [game.new(seed=seed) for seed in range(20)] == [game.new(seed=seed) for seed in range(20)]
    assert len({game.new(seed=seed) for seed in range(20)}) == 20


def test_without_a_seed_each_game_is_another() -> None:
    assert len({floe.game("igluiglu").new() for _ in range(10)}) == 10


@pytest.mark.parametrize("seed", [1.5, True, b"x", [1]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadOption, match="a seed is"):
        GAME.new(seed=seed)


def test_a_document_is_taken_or_refused() -> None:
    document = played("4").to_dict()
    assert GAME.from_dict(document) == played("4")
    with pytest.raises(BadPosition, match="turn: must be 1 because so many discs were dropped, found 2"):
        GAME.from_dict(document | {"turn": 2})

"""Hints: what to play, why, what follows, and the chances; always the same for the same question."""

from __future__ import annotations

import json

import pytest

import floe
from floe.bots.hints import hint, straight
from floe.bots.search_player import Option, Thought
from floe.core.errors import BadOption
from floe.core.levels import Budget
from floe.testing.walks import finished
from tests.bots.test_bots import scattered
from tests.games.icecult import positions as icecult
from tests.games.igluiglu import positions as igluiglu

LITTLE = Budget(simulations=80)


@pytest.mark.parametrize("game", floe.game_names())
def test_a_hint_can_be_played_and_so_can_the_line_that_it_expects(game: str) -> None:
    for seed in range(20):
        state = scattered(game, seed)
        found = hint(state.view(state.to_move), LITTLE, seed, threads=1)
        assert found.seat == state.to_move
        assert found.line[0].action == found.action
        assert len(found.chances) == state.players
        assert sum(found.chances) == pytest.approx(1, abs=0.01)
        for move in found.line:
            assert move.seat == state.to_move
            state = state.play(move.action)
        if game == "igluiglu":
            assert {move.seat for move in found.line} == {found.seat}
            assert not any(move.action.startswith("flip") for move in found.line[:-1])


@pytest.mark.parametrize("game", floe.game_names())
def test_the_same_question_gets_the_same_answer(game: str) -> None:
    state = scattered(game, 9)
    view = state.view(state.to_move)
    assert hint(view, LITTLE, 3, threads=1) == hint(view, LITTLE, 3, threads=1)
    json.dumps(hint(view, LITTLE, 3, threads=1).to_dict())


def test_a_win_at_hand_is_hinted_at() -> None:
    state = icecult.position(tops="y>e b>n arc arc", paths={"e": {2: "y", 3: "yyyy"}})
    found = hint(state.view(0), Budget(simulations=400), threads=1)
    assert [fact.key for fact in found.reasons][:2] == ["wins_for_sure", "wins"]
    assert found.chances == (1, 0)
    state = state.play(found.action)
    for move in found.line[1:]:
        state = state.play(move.action)
    assert state.winners == [0]


@pytest.mark.parametrize(("end", "visits", "hinted"), [(0.495, 20, "end"), (0.48, 20, "a+"), (0.495, 5, "a+")])
def test_a_cube_is_not_turned_only_to_be_turned_back(end: float, visits: int, hinted: str) -> None:
    state, turn = icecult.position(tops="arc arc arc arc"), "a+"
    assert {turn, "end"} <= set(state.legal_actions())
    options = (Option(turn, (0.5, 0.5), 100, False), Option("end", (end, 1 - end), visits, False))
    thought = Thought(turn, (0.5, 0.5), [turn, "end"], 120, "estimate", options)
    found = straight(state.view(0), thought)
    assert (found.action, found.line[0]) == (hinted, hinted)


def test_a_turn_that_wins_for_sure_stays() -> None:
    state, turn = icecult.position(tops="arc arc arc arc"), "a+"
    assert {turn, "end"} <= set(state.legal_actions())
    options = (Option(turn, (1.0, 0.0), 100, True), Option("end", (1.0, 0.0), 100, False))
    thought = Thought(turn, (1.0, 0.0), [turn], 120, "estimate", options)
    assert straight(state.view(0), thought) is thought


def test_what_wins_animals_is_hinted_at() -> None:
    state = igluiglu.position("c3 f6", on={"c3": "r", "c4": "f3", "f6": "b"})
    found = hint(state.view(0), Budget(simulations=400), threads=1)
    assert found.action == "hunt c4 f3"
    assert found.reasons[0].key == "takes"


def test_a_hint_says_by_what_it_judges() -> None:
    assert hint(icecult.GAME.new(2).view(0), LITTLE).judged_by == "network"
    gamers = floe.game("igluiglu").new(2, rules={"variant": "gamers"})
    assert hint(gamers.view(0), LITTLE).judged_by == "estimate"


@pytest.mark.parametrize("game", floe.game_names())
def test_there_is_no_hint_for_a_game_that_is_over(game: str) -> None:
    with pytest.raises(BadOption, match="the game is over"):
        hint(finished(game, 2).view(None), LITTLE)

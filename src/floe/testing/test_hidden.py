"""What a seat may not know makes no difference to what it is shown; and what is guessed of it agrees with the view.

Of a game that hides nothing, the view is the position.
"""

from __future__ import annotations

import copy

import numpy as np
import pytest

import floe
from floe.bots.search.heuristics import heuristics_of
from floe.core.game import State
from floe.core.randomness import generator
from floe.testing.checks import check_position, check_twins
from floe.testing.walks import every, seats, walk, whole_game


def twin(state: State, seat: int | None, seed: int = 1) -> State:
    """Another position that the seat cannot tell from this one, drawn at random."""
    guessed: State = state.game.state(state.game.determinize(state.view(seat), seat, generator(seed)))
    return guessed


def test_a_seat_cannot_tell_what_is_hidden_from_what_might_be(name: str, players: int) -> None:
    """Views, boards, pictures, observations, facts and legal actions of twins."""
    others = 0
    for state in whole_game(name, players, 15):
        for seat in seats(state):
            other = twin(state, seat)
            check_twins(state, other, seat)
            others += other != state
    assert (others > 0) == floe.game(name).hidden


def test_what_an_action_tells_a_seat_depends_on_nothing_that_it_may_not_know(name: str, players: int) -> None:
    """Unless the action reveals something, which is what it is for."""
    for state in every(25, walk(name, players)):
        for seat in seats(state):
            other = twin(state, seat, 2)
            both = [action for action in state.legal_actions() if action in other.legal_actions()]
            for action in both[:10]:
                if not state.reveals(action):
                    assert other.facts(action, seat) == state.facts(action, seat)


def test_a_guess_is_a_lawful_position_and_leaves_the_view_alone(name: str, players: int) -> None:
    for state in every(40, walk(name, players)):
        for seat in seats(state):
            view = state.view(seat)
            before = copy.deepcopy(view)
            check_position(state.game.state(state.game.determinize(view, seat, generator(3))))
            assert view == before


def test_the_same_generator_guesses_the_same(name: str, players: int) -> None:
    for state in every(40, walk(name, players)):
        for seat in seats(state):
            assert twin(state, seat, 4) == twin(state, seat, 4)
            assert twin(twin(state, seat, 5), seat, 4) == twin(state, seat, 4), "it depends on the view alone"


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # of the key, which wraps around
def test_the_search_determinizes_as_the_view_allows(name: str, players: int) -> None:
    """The kernel's own way, which a search takes before each simulation; and the key that it remembers positions by."""
    heuristics = heuristics_of(name)
    others = 0
    for state in every(15, walk(name, players)):
        if state.over:
            continue
        for seat in range(players):
            array = state.array.copy()
            heuristics.determinize(array, 0, seat, generator(6))
            other: State = state.game.state(array)
            check_twins(state, other, seat)
            others += other != state
            keys = [heuristics.position_key(each.array.view(np.uint64), each.array[0], seat) for each in (state, other)]
            assert keys[0] == keys[1]
    assert (others > 0) == floe.game(name).hidden

"""What every game has to do, asked of every game in the registry: setting up, and positions.

A new game is tested here by being registered.
"""

from __future__ import annotations

import copy
import itertools
import pickle
import re
from typing import Any

import pytest

import floe
from floe import FloeError
from floe.core.game import State
from floe.games import REGISTRY
from tests.conformance.walks import bytes_of, every, every_game, every_table, finished, walk


@every_game
def test_a_game_tells_what_it_is(name: str) -> None:
    game = floe.game(name)
    assert game.name == name
    assert game.title == game.title.upper()
    assert game.rules_version >= 1
    assert game.players[0] >= 2
    assert game.phases[-1] == "over"
    assert len(set(game.phases)) == len(game.phases)
    assert 0 < game.loops.max_legal <= game.n_actions


@every_game
def test_a_game_is_found_by_its_name_and_is_always_the_same(name: str) -> None:
    assert floe.game(name) is floe.game(name)
    assert re.fullmatch("[a-z]+", name)
    assert REGISTRY[name].startswith(f"floe.games.{name}.")


@every_game
def test_a_record_is_small(name: str) -> None:
    assert floe.game(name).dtype.itemsize <= 2048


@every_table
def test_a_new_game_begins_with_seat_0(name: str, players: int) -> None:
    state = floe.game(name).new(players=players, seed=1)
    assert (state.players, state.to_move, state.over, state.winners, state.outcome) == (players, 0, False, None, None)
    assert state.legal_actions()
    assert len(state.game.colours(state.array)) == players


@every_table
def test_the_same_seed_and_the_same_actions_give_the_same_game(name: str, players: int) -> None:
    for one, other in itertools.islice(zip(walk(name, players), walk(name, players), strict=True), 60):
        assert one == other
        assert one.to_dict() == other.to_dict()


@every_game
@pytest.mark.parametrize("seed", [0, -1, 2**200, "", "text", "ünï", "\ud800"])
def test_whole_numbers_and_texts_are_seeds(name: str, seed: int | str) -> None:
    assert floe.game(name).new(seed=seed) == floe.game(name).new(seed=seed)


@every_game
def test_the_seed_matters_where_there_is_chance_and_only_there(name: str) -> None:
    game = floe.game(name)
    assert len({game.new(seed=seed) for seed in range(5)}) == (5 if game.chance else 1)
    assert (game.new() == game.new()) == (not game.chance)


@every_game
@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 99},
        {"players": "2"},
        {"players": 2.0},
        {"players": True},
        {"seed": 1.5},
        {"seed": True},
        {"seed": b"x"},
        {"rules": 7},
        {"rules": ["path_length"]},
        {"rules": {"no such option": 1}},
        {"rules": {3: 1}},
        {"colours": 7},
        {"colours": ["purple", "pink"]},
        {"colours": ["r", "r"]},
        {"colours": [None, None]},
        {"colours": []},
        {"players": 2, "colours": ["r", "g", "b"]},
    ],
    ids=str,
)
def test_a_setup_that_cannot_be_is_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(FloeError):
        floe.game(name).new(**options)


@every_table
def test_playing_leaves_the_old_position_as_it_was(name: str, players: int) -> None:
    for state in every(25, walk(name, players)):
        before, document = bytes_of(state), state.to_dict()
        for action in state.legal_actions()[:10]:
            assert state.play(action) != state
        state.view(0)
        str(state)
        assert bytes_of(state) == before
        assert state.to_dict() == document


@every_game
def test_a_position_cannot_be_written_to(name: str) -> None:
    state = floe.game(name).new(seed=1)
    for records in (state.array, state.play(state.legal_actions()[0]).array):
        with pytest.raises(ValueError, match="read-only"):
            records["phase"] = 0
    for made in (state.to_dict(), state.view(0), state.view(None)):
        made.clear()
    state.legal_actions().clear()
    state.legal_mask()[:] = 0
    assert state == floe.game(name).new(seed=1)
    assert state.legal_actions() == floe.game(name).new(seed=1).legal_actions()
    assert state.to_dict()["game"] == name


@every_table
def test_equal_positions_are_equal_and_hash_alike(name: str, players: int) -> None:
    seen: dict[State, bytes] = {}
    for state in walk(name, players):
        seen[state] = bytes_of(state)
    assert len(seen) == len(set(seen.values()))
    assert floe.game(name).new(players=players, seed="walk") in seen


@every_table
def test_a_position_can_be_copied_and_pickled(name: str, players: int) -> None:
    for state in every(40, walk(name, players)):
        for again in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301  # own
            assert again == state
            assert type(again) is type(state)
            assert again.game is state.game
            assert again.legal_actions() == state.legal_actions()


@every_table
def test_phase_seat_and_winners_fit_together(name: str, players: int) -> None:
    for state in [*walk(name, players), finished(name, players)]:
        assert state.phase in state.game.phases
        assert state.over == (state.phase == "over") == (state.to_move is None) == (state.winners is not None)
        assert state.over or state.to_move in range(players)

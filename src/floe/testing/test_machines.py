"""Machine players: whoever is offered plays a legal action, sees only the view, and can be repeated."""

from __future__ import annotations

from dataclasses import replace

import pytest

import floe
from floe.bots.registry import bot, default_level, levels
from floe.bots.search_player import SearchPlayer
from floe.core.game import State
from floe.core.jit import interpreted
from floe.core.levels import Budget
from floe.core.manifest import load
from floe.core.randomness import generator
from floe.testing.walks import every, walk

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
"""A hash wraps around, which NumPy warns of where kernels are interpreted."""
FEW = 3 if interpreted() else 20
"""So many simulations show that a level works; how well it plays is another question."""


def some(name: str, players: int) -> list[State]:
    found = [state for state in walk(name, players) if not state.over]
    return found[:: 1 + len(found) // 4]


def test_every_level_plays_a_legal_action(name: str, players: int) -> None:
    manifest = floe.games.manifest(name)
    for state in some(name, players):
        seat, actions = state.to_move, state.legal_actions()
        for level in {**manifest.levels, **manifest.yardsticks}.values():
            player = SearchPlayer(name, replace(level, budget=Budget(simulations=FEW)), threads=1)
            assert player.choose(state.view(seat), actions, generator(1)) in actions


def test_every_other_machine_player_plays_a_legal_action_too(name: str, players: int) -> None:
    searching = floe.games.manifest(name).levels
    others = [level for level in levels(name) if level not in searching]
    assert others
    for state in some(name, players):
        for level in others:
            player = bot(level, name)
            assert (
                player.choose(state.view(state.to_move), state.legal_actions(), generator(1)) in state.legal_actions()
            )


def test_the_same_generator_thinks_the_same(name: str) -> None:
    state = next(iter(every(5, walk(name, floe.game(name).players[0]))))
    level = replace(floe.games.manifest(name).levels[default_level(name)], budget=Budget(simulations=FEW))
    chosen = {
        SearchPlayer(name, level, threads=1).choose(state.view(0), state.legal_actions(), generator(7)) for _ in "ab"
    }
    assert len(chosen) == 1


def test_opponents_in_compiled_code_play_on_until_the_seat_decides(name: str) -> None:
    for reference in floe.games.manifest(name).opponents.values():
        batch = floe.batch(name, 3, seed=1)
        batch.respond(1, seed=1, players=load(reference)())
        assert all(state.over or state.to_move == 1 for state in batch)

"""The games as games of OpenSpiel. Importing this registers them with ``pyspiel``.

>>> import pyspiel
>>> import floe.envs.openspiel
>>> game = pyspiel.load_game("python_floe_icecult(players=3,circles=may)")
>>> state = game.new_initial_state()
>>> state.action_to_string(state.legal_actions()[0])
'nn'

docs/research/openspiel.md tells of parameters, utilities, chance and information states.
"""

from __future__ import annotations

import logging

import pyspiel

import floe
from floe import games
from floe.envs.openspiel.game import FloeGame, FloeState, game_class, node_type

__all__ = ["FloeGame", "FloeState", "names", "register"]


def names() -> dict[str, str]:
    """What OpenSpiel calls each game that it has; one with chance or hidden information must say how it unfolds."""
    return {name: _name(name) for name in games.found().manifests if _name(name) in pyspiel.registered_names()}


def register() -> None:
    """Register ``python_floe_<game>`` for each game that can be. Doing so twice changes nothing."""
    known = set(pyspiel.registered_names())
    for name, manifest in games.found().manifests.items():
        if _name(name) in known:
            continue
        try:
            node, game = node_type(manifest), floe.game(name)
            if node is not None:
                made = game_class(game, node)
                pyspiel.register_game(made.kind, made)
        except Exception as fault:  # a game from outside may be broken in any way, and the rest goes on
            logging.getLogger(__name__).warning("the game %s is left out of OpenSpiel: %s", name, fault)


def _name(game: str) -> str:
    return f"python_floe_{game}"


register()

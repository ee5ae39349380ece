"""The games as games of OpenSpiel. Importing this registers them with ``pyspiel``.

>>> import pyspiel
>>> import floe.envs.openspiel
>>> game = pyspiel.load_game("python_floe_icecult(players=3,circles=may)")
>>> state = game.new_initial_state()
>>> state.action_to_string(state.legal_actions()[0])
'nn'

docs/research/openspiel.md tells of parameters, utilities, chance and information states.
"""

from floe.envs.openspiel.icecult import GAME_TYPE as _ICECULT
from floe.envs.openspiel.icecult import IceCultGame, IceCultState
from floe.envs.openspiel.igluiglu import GAME_TYPE as _IGLUIGLU
from floe.envs.openspiel.igluiglu import IgluIgluGame, IgluIgluState

__all__ = ["NAMES", "IceCultGame", "IceCultState", "IgluIgluGame", "IgluIgluState"]

NAMES = {"icecult": _ICECULT.short_name, "igluiglu": _IGLUIGLU.short_name}
"""What OpenSpiel calls each of Floe's games."""

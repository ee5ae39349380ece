"""Write OpenSpiel's playthroughs of the games, to be compared by the tests: ``python tools/pins.py playthroughs``."""

from __future__ import annotations

from unittest import mock

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import floe.envs.openspiel  # noqa: F401  # registers the games

GAMES = {
    "icecult": "python_floe_icecult(path_length=1)",
    "icecult-3-may": "python_floe_icecult(players=3,circles=may,path_length=1,stall_limit=2)",
    "igluiglu": "python_floe_igluiglu",
}
SEED = 3


def texts() -> dict[str, str]:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    # Observations have tests of their own; in a playthrough their tensors would hide the rest.
    with mock.patch.object(generate_playthrough, "_format_tensor", return_value=[]):
        return {
            f"tests/envs/playthroughs/{name}.txt": generate_playthrough.playthrough(game, None, seed=SEED)
            for name, game in GAMES.items()
        }

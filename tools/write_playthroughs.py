"""Write OpenSpiel's playthroughs of the games, to be compared by the tests, into a folder.

python tools/write_playthroughs.py tests/envs/playthroughs
"""

from __future__ import annotations

import sys
from pathlib import Path
from unittest import mock

from open_spiel.python.algorithms import generate_playthrough

import floe.envs.openspiel  # noqa: F401  # registers the games

GAMES = {
    "icecult": "python_floe_icecult(path_length=1)",
    "icecult-3-may": "python_floe_icecult(players=3,circles=may,path_length=1,stall_limit=2)",
    "igluiglu": "python_floe_igluiglu",
}
SEED = 3


def main(folder: Path) -> None:
    # Observations have tests of their own; in a playthrough their tensors would hide the rest.
    with mock.patch.object(generate_playthrough, "_format_tensor", return_value=[]):
        for name, game in GAMES.items():
            text = generate_playthrough.playthrough(game, None, seed=SEED)
            (folder / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

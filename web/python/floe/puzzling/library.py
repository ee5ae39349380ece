"""The puzzles of a game whose bundle of them is there. What was loaded was checked as it was packed into the page."""

import json as _native
import sys

from floe import games
from floe.core.errors import BadOption
from floe.puzzling.collection import Puzzles

_known = {}


def puzzles(game):
    if game not in _known:
        manifest = games.manifest(game)
        if manifest.puzzle_set is None:
            raise BadOption(game + " comes with no puzzles")
        place = manifest.package.replace(".", "/") + "/" + manifest.puzzle_set
        with open(sys.path[0] + "/" + place) as file:
            _known[game] = Puzzles(_native.load(file))
    return _known[game]

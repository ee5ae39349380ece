"""The machine players of a page: the levels of each game, and nobody who would have to be compiled for it."""

from floe.bots import registry
from floe.bots.registry import default_level, ladder


def levels(game):
    return ladder(game) + [registry.RANDOM]


def added(game):
    return []

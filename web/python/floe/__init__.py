"""Floe in a page: the games whose bundles are loaded."""

from floe import games
from floe.page_build import VERSION as __version__


def game(name, rules_version=None):
    from floe.api import game

    return game(name, rules_version)

"""Getting a game ready to be played, and saying what is happening while that takes time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import floe
from floe.bots.registry import bot
from floe.cli.catalogue import say
from floe.cli.screen import Screen
from floe.core import jit
from floe.core.game import Game
from floe.core.randomness import generator


def get_ready(screen: Screen, name: str, levels: Collection[str] = ()) -> Game[Any]:
    """The game, compiled, with the machine players of these levels."""
    with screen.busy(say("Opening the box …")) as update:
        game = floe.game(name)

        def tell() -> None:
            update(say("Compiling the rules of {game}. This happens once and takes some seconds.", game=game.title))

        if not screen.is_terminal:  # a line on stderr says it there
            _warm_up(game, levels)
            return game
        with jit.telling(tell):
            _warm_up(game, levels)
    return game


def _warm_up(game: Game[Any], levels: Collection[str]) -> None:
    game.warm_up()
    first = game.new(seed=0)
    for level in levels:
        bot(level, game.name).choose(first.view(first.to_move), first.legal_actions(), generator(0))

"""How machines play where the second seat may take over the first after its first turn.

Whoever sits second takes the better place. So whoever begins does best to leave two places that are worth the same, as
one cuts a cake that another chooses from.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from floe.bots.bot import Bot
from floe.bots.registry import bot, default_level
from floe.core.typing import Document, U64Array

if TYPE_CHECKING:
    from floe.bots.search_player import SearchPlayer


def takes_over(player: Bot, view: Document, rng: U64Array) -> bool:
    """What a machine player at the second seat decides, from what it sees: whether the first place is the better one.

    It searches as it does for an action. One that does not search has the usual level judge.
    """
    game: str = view["game"]
    judge = searching(player) or searching(bot(default_level(game), game))
    if judge is None:
        return False  # nobody here can tell what the places are worth
    first, second = judge.worth(view, rng)[:2]
    return first > second


def choose_evenly(player: Bot, view: Document, actions: Sequence[str], rng: U64Array) -> str:
    """What a machine player at the first seat plays in its first turn: what leaves the worse of the two places worth
    the most. One that does not search plays as ever."""
    judge = searching(player)
    if judge is None or len(actions) == 1:
        return player.choose(view, actions, rng)
    state = judge.position(view, rng)
    worse = [min(judge.worth_of(state.play(action), rng, len(actions))[:2]) for action in actions]
    return actions[worse.index(max(worse))]


def searching(player: Bot) -> SearchPlayer | None:
    """The player, if it searches."""
    kind = importlib.import_module("floe.bots.search_player").SearchPlayer
    return player if isinstance(player, kind) else None

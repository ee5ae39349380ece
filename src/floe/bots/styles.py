"""Character: what a level overlooks and, among what is worth about the same, what it likes to play.

A game may bring favourite plans, in the module that its manifest calls ``styles``:

``STYLES``
    plans by name. A plan is a function of a position and of actions that are legal there, as they are written. For each
    action it says how much that fits the plan: 0 not at all, more is more. It may use what the player to move can know,
    and nothing else.
``far``
    a function of the same. For each action: from 0 (it is done among one's own pieces) to 1 (it is done far from them).
``idle``
    a function of the same, for levels that do not wait. For each action: 1 if the game has stood still for a while and
    would go on doing so, 0 otherwise.

People see first what they would like to play, and what is near. So does a level with a style: what it likes it
overlooks half as often as the rest, and what is far up to twice as often. In all it overlooks the share that it has to.

Where whoever moves first is worse off, good players wait for each other until the game is drawn. That is no fun, so
most levels do not: of the actions that let a game stand still they see none, as long as there are others.
"""

from __future__ import annotations

from typing import Any

from floe import games
from floe.bots.search.results import Found, Result
from floe.core.game import State
from floe.core.levels import Level
from floe.core.randomness import draw32
from floe.core.typing import U64Array

_MOSTLY = 0.95
"""Nothing is overlooked more often than so."""
_LOOKED_AT = 8
"""The best action is looked at so many times as often as one that is hardly known, at the most."""


def noticed(state: State, result: Result, level: Level, rng: U64Array) -> Found:
    """What a level plays in a position: the best action that it does not overlook, or what it likes about as well."""
    seat = int(state.array["to_move"].item())
    found = result.actions if level.waits else _going_on(state, result.actions, seat)
    if level.style is None:
        return _best(_seen(found, [level.overlooks] * len(found), rng), seat)
    style, plans = level.style, games.manifest(state.game.name).part("styles")
    liked = _told(state, found, plans.STYLES[style.name])
    share = level.overlooks if style.overlooks is None else style.overlooks
    seen = _seen(found, _chances(share, liked, _told(state, found, plans.far)) if share else [0], rng)
    best = _best(seen, seat)
    leeway = style.leeway * 2 / state.players  # the more play, the less each has to win
    near = [one for one in seen if _near(one, best, seat, leeway)]
    return max(near, key=lambda one: liked[one.action], default=best)  # the most visited of those that are liked alike


def _best(seen: list[Found], seat: int) -> Found:
    return Result(seen, (), 0, 0.0, []).best(seat)


def _going_on(state: State, found: list[Found], seat: int) -> list[Found]:
    """The actions by which the game does not stand still, and those that are proven to win; all if there are none."""
    idle = _told(state, found, games.manifest(state.game.name).part("styles").idle)
    return [one for one in found if not idle[one.action] or (one.proven and one.value[seat] == 1)] or found


def _seen(found: list[Found], chances: list[float], rng: U64Array) -> list[Found]:
    """The actions that are not overlooked, by the chance that each is; all of them if none is left."""
    if not any(chances):
        return found
    pairs = zip(found, chances, strict=True)
    return [one for one, chance in pairs if draw32(rng) / 2**32 >= chance] or found


def _chances(share: float, liked: dict[int, float], far: dict[int, float]) -> list[float]:
    """How likely each action is to be overlooked, where a share of all is."""
    weights = [(1 + far[action]) / (2 if liked[action] else 1) for action in liked]
    mean = sum(weights) / len(weights)
    return [min(_MOSTLY, share * weight / mean) for weight in weights]


def _near(one: Found, best: Found, seat: int, leeway: float) -> bool:
    """Whether an action is worth about as much as the best one, and was looked at enough to say so. What is proven is
    worth more, or nothing."""
    known = not one.proven and not best.proven and one.visits * _LOOKED_AT >= best.visits
    return known and one.value[seat] >= best.value[seat] - leeway


def _told(state: State, found: list[Found], plan: Any) -> dict[int, float]:
    """What a function of a game's styles says of the actions that were found, by number."""
    numbered = state.numbered_actions()
    told = dict(zip(numbered.values(), plan(state, list(numbered)), strict=True))
    return {one.action: told.get(one.action, 0.0) for one in found}

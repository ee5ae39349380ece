"""How strong each level is, from who won: the model of Bradley and Terry, and of Plackett and Luce.

Each level has a strength, and at a table of two or more a seat wins with a chance in proportion to its strength. With
two seats that is Bradley–Terry; with more it is the first choice of Plackett–Luce. A shared win counts in parts. The
ratings are the logarithms of the strengths that explain the wins best, in Elo's units.

So that a level which never won, or never lost, has a finite rating, each level is taken to have drawn against an
imaginary player of middling strength as well. That counts as ``PRIOR_GAMES`` games, whatever was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from floe.arena.intervals import CONFIDENCE, Interval
from floe.arena.match import MatchResult
from floe.core.typing import F64Array

ELO = 400 / np.log(10)
"""Elo points a unit of log strength: 400 points more are ten times the strength."""

PRIOR_GAMES = 0.5
RESAMPLES = 1000

_IMAGINARY = 0.5  # with this and the prior the intervals held known strengths best, from 5 blocks a line-up to 60
_MOST_STEPS = 200
_CLOSE = 1e-10


@dataclass(frozen=True)
class Tables:
    """What the model needs to know of some games: a row for each line-up, a column for each level."""

    seats: F64Array
    """How many seats each level had at the line-up's table."""
    wins: F64Array
    """How many wins each level had there in all its seats; shared wins in parts. Any number of such tables may lead."""
    games: F64Array
    """How many games each line-up played."""


def fit(tables: Tables) -> F64Array:
    """The log strength of each level, against the imaginary player's 0: the maximum of the likelihood with its prior.

    Newton's method, its steps shortened as far as they are long. (The third derivative of this likelihood is bounded
    by the second, which makes that sure to converge from anywhere.) Works on any number of tables at once.
    """
    k = tables.seats.shape[-1]
    wins = tables.wins.sum(axis=-2)
    log_strength: F64Array = np.zeros_like(wins)
    for _ in range(_MOST_STEPS):
        weights = tables.seats * np.exp(log_strength)[..., None, :]
        chance = weights / weights.sum(axis=-1, keepdims=True)
        expected = tables.games[..., :, None] * chance
        even = 1 / (1 + np.exp(-log_strength))  # the chance against the imaginary player
        gradient = wins - expected.sum(axis=-2) + PRIOR_GAMES * (0.5 - even)
        curvature = -np.einsum("...jk,...jl->...kl", expected, chance)
        diagonal = expected.sum(axis=-2) + PRIOR_GAMES * even * (1 - even)
        curvature[..., range(k), range(k)] += diagonal
        step = np.linalg.solve(curvature, gradient[..., None])[..., 0]
        length = 2 * np.linalg.norm(step, axis=-1, keepdims=True)
        log_strength = log_strength + step * np.where(length > 0, np.log1p(length) / np.maximum(length, 1e-300), 1)
        if length.max() < _CLOSE:
            break
    return log_strength


@dataclass(frozen=True)
class Rating:
    """How a level did."""

    level: str
    elo: Interval
    """Above the anchor, in Elo points."""
    above_next: Interval | None
    """Above the next weaker level; none for the weakest."""
    games: int
    """The games that it took part in."""
    seats: int
    """The seats that it had in them."""
    share: float
    """Its wins for each of those seats; shared wins in parts."""
    even_share: float
    """What that would be if all were equally strong: one win for each table, shared by its seats."""
    seconds: float
    """How long it thought about a decision, on average."""


def anchor(levels: Sequence[str]) -> str:
    """The level whose rating is 0 by definition: ``random`` where it plays, otherwise the first that is named."""
    return "random" if "random" in levels else levels[0]


def rate(levels: Sequence[str], blocks: Sequence[Sequence[MatchResult]], seed: int = 0) -> list[Rating]:
    """The ratings of the levels from whole blocks of games, the strongest first.

    The intervals come from drawing blocks anew among those of the same line-up (the bootstrap), because the games of
    a block share a deal and are no independent evidence.
    """
    if not blocks:
        return []
    resampled = _resampled(levels, blocks, np.random.default_rng(seed))
    log_strength = np.concatenate([fit(_tables(levels, blocks))[None], fit(resampled)])
    elo = ELO * (log_strength - log_strength[:, [list(levels).index(anchor(levels))]])
    order = sorted(range(len(levels)), key=lambda place: -elo[0, place])
    ratings = []
    for rank, place in enumerate(order):
        weaker = order[rank + 1] if rank + 1 < len(order) else None
        gap = None if weaker is None else _interval(elo[:, place] - elo[:, weaker])
        ratings.append(_rating(levels[place], _interval(elo[:, place]), gap, blocks))
    return ratings


def _rating(level: str, elo: Interval, gap: Interval | None, blocks: Sequence[Sequence[MatchResult]]) -> Rating:
    games = [game for block in blocks for game in block if level in game.match.seats]
    mine = [(game, seat) for game in games for seat, who in enumerate(game.match.seats) if who == level]
    decisions = sum(game.decisions[seat] for game, seat in mine)
    return Rating(
        level=level,
        elo=elo,
        above_next=gap,
        games=len(games),
        seats=len(mine),
        share=sum(game.shares[seat] for game, seat in mine) / max(1, len(mine)),
        even_share=sum(1 / len(game.shares) for game, _ in mine) / max(1, len(mine)),
        seconds=sum(game.seconds[seat] for game, seat in mine) / max(1, decisions),
    )


def _interval(values: F64Array) -> Interval:
    """The first value, and the bounds of the middle part of all the others."""
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(values[1:], [tail, 1 - tail])
    return Interval(float(values[0]), float(low), float(high))


def _wins(levels: Sequence[str], block: Sequence[MatchResult]) -> list[float]:
    return [
        sum(share for game in block for share, who in zip(game.shares, game.match.seats, strict=True) if who == level)
        for level in levels
    ]


def _by_line_up(blocks: Sequence[Sequence[MatchResult]]) -> dict[tuple[str, ...], list[Sequence[MatchResult]]]:
    found: dict[tuple[str, ...], list[Sequence[MatchResult]]] = {}
    for block in blocks:
        found.setdefault(tuple(sorted(block[0].match.seats)), []).append(block)
    return found


def _tables(levels: Sequence[str], blocks: Sequence[Sequence[MatchResult]]) -> Tables:
    lines = _by_line_up(blocks)
    return Tables(
        seats=np.array([[line.count(level) for level in levels] for line in lines], float),
        wins=np.array([np.sum([_wins(levels, block) for block in found], axis=0) for found in lines.values()]),
        games=np.array([sum(len(block) for block in found) for found in lines.values()], float),
    )


def _resampled(levels: Sequence[str], blocks: Sequence[Sequence[MatchResult]], rng: np.random.Generator) -> Tables:
    """As many blocks of each line-up as there are, drawn from them with replacement, a thousand times over.

    Among those that can be drawn is an imaginary block in which all did equally well, half as likely as a real one.
    Without it, a level that won every game would win them in every resample too, and seem to be known exactly.
    """
    whole = _tables(levels, blocks)
    drawn = np.empty((RESAMPLES, *whole.wins.shape))
    for row, found in enumerate(_by_line_up(blocks).values()):
        even = len(found[0]) * whole.seats[row] / whole.seats[row].sum()
        wins = np.array([*(_wins(levels, block) for block in found), even])
        chance = np.append(np.ones(len(found)), _IMAGINARY)
        times = rng.multinomial(len(found), chance / chance.sum(), size=RESAMPLES)
        drawn[:, row] = times @ wins
    return Tables(whole.seats, drawn, whole.games)

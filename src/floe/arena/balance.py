"""How fair a game is among equals: who wins by seat and by colour, how long games are, and how they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from floe.arena.intervals import Interval, proportion
from floe.arena.match import MatchResult


@dataclass(frozen=True)
class Spread:
    """How some numbers are spread: their mean, and the values that 5, 50 and 95 of a hundred stay below or at."""

    mean: float
    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Balance:
    """The figures for one number of players."""

    players: int
    games: int
    seats: dict[str, Interval]
    """The share of the wins of each seat, counted from 1."""
    persons: dict[str, Interval]
    """The same of those who sat at each seat when the game began; it differs where places are swapped."""
    swapped: Interval | None
    """The share of the games in which places were swapped; none where they could not be."""
    colours: dict[str, Interval]
    """The share of the wins of each colour, in the games in which it was played."""
    persons_uneven: float
    """How likely shares as uneven as these are, or more so, if it does not matter where one begins (a p-value)."""
    seats_uneven: float
    """How likely shares as uneven as these are, or more so, if all seats are equal (a p-value)."""
    colours_uneven: float
    shared: Interval
    """The share of the games that nobody won alone."""
    endings: dict[tuple[str, str], Interval]
    """How many of a hundred games ended so: by rule and reason, the most frequent first."""
    turns: Spread
    actions: Spread


def balance(games: Sequence[MatchResult], seed: int = 0) -> Balance:
    """The figures of some games between equals, of one number of players."""
    players = len(games[0].shares)
    by_seat = [[(str(seat), share) for seat, share in enumerate(game.shares, 1)] for game in games]
    by_person = [[(str(seat), share) for seat, share in enumerate(game.shares_as_dealt, 1)] for game in games]
    by_colour = [list(zip(game.colours, game.shares, strict=True)) for game in games]
    endings = Counter((game.rule, game.reason) for game in games)
    shared = sum(max(game.shares) < 1 for game in games)
    return Balance(
        players=players,
        games=len(games),
        seats=_shares(by_seat),
        persons=_shares(by_person),
        swapped=proportion(sum(game.swapped for game in games), len(games)) if games[0].match.swap else None,
        colours=_shares(by_colour),
        persons_uneven=unevenness(by_person, seed),
        seats_uneven=unevenness(by_seat, seed),
        colours_uneven=unevenness(by_colour, seed),
        shared=proportion(shared, len(games)),
        endings={ending: proportion(n, len(games)) for ending, n in endings.most_common()},
        turns=_spread([game.turns for game in games]),
        actions=_spread([game.actions for game in games]),
    )


def _shares(tables: Iterable[Sequence[tuple[str, float]]]) -> dict[str, Interval]:
    won: Counter[str] = Counter()
    sat: Counter[str] = Counter()
    for table in tables:
        for who, share in table:
            won[who] += share  # type: ignore[assignment]  # a Counter adds up fractions as well
            sat[who] += 1
    return {who: proportion(won[who], sat[who]) for who in sorted(sat)}


def unevenness(tables: Sequence[Sequence[tuple[Hashable, float]]], seed: int, shuffles: int = 2000) -> float:
    """How often wins dealt out at random at each table are as uneven as these: a permutation test.

    What is compared is the sum of squares of each one's wins less what was to be expected of its tables.
    """
    names = sorted({who for table in tables for who, _ in table}, key=str)
    places = np.array([[names.index(who) for who, _ in table] for table in tables])
    shares = np.array([[share for _, share in table] for table in tables])
    rng = np.random.default_rng(seed)

    def uneven(dealt: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
        extra = np.bincount(places.ravel(), (dealt - 1 / dealt.shape[1]).ravel(), minlength=len(names))
        return float((extra**2).sum())

    seen = uneven(shares)
    as_uneven = sum(uneven(rng.permuted(shares, axis=1)) >= seen - 1e-9 for _ in range(shuffles))
    return (as_uneven + 1) / (shuffles + 1)


def _spread(values: Sequence[int]) -> Spread:
    low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
    return Spread(float(np.mean(values)), float(low), float(middle), float(high))

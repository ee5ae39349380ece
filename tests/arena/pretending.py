"""Games that nobody played, between levels whose strengths are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from floe.arena.match import Match, MatchResult
from floe.arena.ratings import ELO
from floe.arena.schedule import line_ups, seatings


def ended(
    match: Match, shares: Sequence[float], turns: int = 10, ending: tuple[str, str] = ("X-1", "home")
) -> MatchResult:
    """A game with this result."""
    count = len(shares)
    return MatchResult(
        match=match,
        colours=match.colours or tuple("yrgb"[:count]),
        shares=tuple(shares),
        rule=ending[0],
        reason=ending[1],
        turns=turns,
        actions=5 * turns,
        decisions=(2,) * count,
        seconds=(0.5,) * count,
    )


def pretend(
    elo: Mapping[str, float], players: int, rounds: int, seed: int, shared: float = 0.0
) -> list[list[MatchResult]]:
    """Blocks of games in which each seat wins in proportion to its strength; some wins are shared by all."""
    rng = np.random.default_rng(seed)
    blocks: list[list[MatchResult]] = []
    number = 0
    for _ in range(rounds):
        for line_up in line_ups(list(elo), players):
            block = []
            for seats in seatings(line_up):
                strength = np.exp([elo[level] / ELO for level in seats])
                shares = np.zeros(players)
                shares[rng.choice(players, p=strength / strength.sum())] = 1
                if rng.random() < shared:
                    shares[:] = 1 / players
                block.append(ended(Match("icecult", number, len(blocks), seats, seed), shares.tolist()))
                number += 1
            blocks.append(block)
    return blocks

"""Another game of IGLU IGLU that a seat cannot tell from the real one: the others hold, and drew, other tiles.

What they hold now is drawn as the engine draws it (``floe.games.igluiglu.determinize``). What they drew when must fit
in: a tile that was played was drawn before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy

from floe.core.randomness import draw_below
from floe.core.typing import U64Array
from floe.envs.openspiel.position import CHANCE, TERMINAL
from floe.envs.openspiel.unfolding import Unfolding
from floe.games.igluiglu import chance
from floe.games.igluiglu.layout import FLIP, HAND, KINDS, MELT, MELT_ACTION

History = list[tuple[int, int]]
"""Who acted, and how: a seat its action, CHANCE its outcome."""


def determinize(real: Unfolding, seat: int, rng: U64Array) -> Unfolding:
    """A game that agrees with all that a seat has seen. (A finished one has no hands left to wonder about.)"""
    determinized = deepcopy(real)
    if not real.over:
        chance.redeal_hands(determinized.array, 0, seat, rng)
        determinized.hand_logs = tuple(
            log if other == seat else _imagined_log(log, _hand(determinized, other), rng)
            for other, log in enumerate(real.hand_logs)
        )
    return determinized


def imagined_history(history: History, determinized: Unfolding) -> History:
    """The history that leads to an determinized game: the real one with the tiles that its hand logs name."""
    draws = [_draws(log) for log in determinized.hand_logs]
    changed = list(history)
    for i in range(1, len(history)):
        player, outcome = history[i]
        seat, action = history[i - 1]
        if player == CHANCE and seat != CHANCE and FLIP <= action < MELT_ACTION and outcome + 1 >= MELT:
            changed[i] = (CHANCE, KINDS.index(next(draws[seat])) - 1)
    return changed


class Script:
    """Stands in for a position while OpenSpiel writes a history down: it only knows who acts next."""

    def __init__(self, history: History) -> None:
        self._players = iter([player for player, _ in history])
        self.player = next(self._players, TERMINAL)

    def apply(self, action: int) -> None:
        self.player = next(self._players, TERMINAL)


def _hand(position: Unfolding, seat: int) -> list[str]:
    return [kind for kind, n in zip(HAND, position.array[0]["hands"][seat].tolist(), strict=True) for _ in range(n)]


def _draws(log: str) -> Iterator[str]:
    return (entry[1:] for entry in log.split() if entry[0] == "+")


def _imagined_log(log: str, hand: Iterable[str], rng: U64Array) -> str:
    """A hand's log with other draws. Each tile that was played gets a place before, the rest what is in the hand."""
    entries = log.split()
    free: list[int] = []
    for i, entry in enumerate(entries):
        if entry[0] == "+":
            free.append(i)
        else:
            entries[free.pop(draw_below(rng, len(free)))] = f"+{entry[1:]}"
    for kind in hand:
        entries[free.pop(draw_below(rng, len(free)))] = f"+{kind}"
    return " ".join(entries)

"""Another game of IGLU IGLU that a seat cannot tell from the real one: when the others drew which tiles.

What they hold now is drawn first (``chance.redeal_hands``): each way to deal the single tiles with a red border that
the seat cannot place is equally likely. What they drew when must fit in: a tile that was played was drawn before. Of
the orders that do, all are equally likely. That is the chance of each game given all that the seat has seen, if what
the others chose to do told nothing of their hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from floe.core.randomness import draw_below
from floe.core.tree import CHANCE, History
from floe.core.typing import States, U64Array
from floe.games.igluiglu.layout import FLIP, HAND, KINDS, MELT, MELT_ACTION


def logs(real: tuple[str, ...], array: States, seat: int, rng: U64Array) -> tuple[str, ...]:
    """The logs of all hands that lead to those of a struct; the seat's own stays as it is."""
    return tuple(
        log if other == seat else _with_other_draws(log, _hand(array, other), rng) for other, log in enumerate(real)
    )


def history(real: History, hand_logs: tuple[str, ...]) -> History:
    """The real history with the tiles that the logs name."""
    draws = [_draws(log) for log in hand_logs]
    changed = list(real)
    for i in range(1, len(real)):
        player, outcome = real[i]
        seat, action = real[i - 1]
        if player == CHANCE and seat != CHANCE and FLIP <= action < MELT_ACTION and outcome + 1 >= MELT:
            changed[i] = (CHANCE, KINDS.index(next(draws[seat])) - 1)
    return changed


def _hand(array: States, seat: int) -> list[str]:
    return [kind for kind, n in zip(HAND, array[0]["hands"][seat].tolist(), strict=True) for _ in range(n)]


def _draws(log: str) -> Iterator[str]:
    return (entry[1:] for entry in log.split() if entry[0] == "+")


def _with_other_draws(log: str, hand: Iterable[str], rng: U64Array) -> str:
    """Each tile that was played gets a place before, the rest what is in the hand."""
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

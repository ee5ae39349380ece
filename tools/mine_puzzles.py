"""``floe puzzles mine`` for a machine that has nothing but NumPy and Numba: a line of progress now and then.

PYTHONPATH=src python tools/mine_puzzles.py icecult --out icecult.pool --minutes 10 --jobs 16 --seed 1
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import floe
from floe.arena.executors import InProcess, LocalProcesses
from floe.bots.registry import ladder, level_bot
from floe.core.randomness import generator
from floe.puzzling.mine import Dug, Shift, dig
from floe.puzzling.pool import Pool
from floe.puzzling.puzzle import hooks

EVERY = 15.0
"""Seconds between two lines."""
MOST_WARMING_UP = 20
"""Games until one holds a puzzle, so that all that is needed is compiled."""


class Told:
    """How far it is."""

    def __init__(self, pool: Pool) -> None:
        self._pool, self._begun, self._last = pool, time.monotonic(), 0.0
        self._tasks: Counter[str] = Counter()
        self._positions = self._trivial = self._refuted = 0

    def __call__(self, dug: Dug) -> None:
        self._tasks.update(f"{puzzle['task']}{len(puzzle['position']['players'])}" for puzzle in dug.puzzles)
        self._positions += dug.positions
        self._trivial += dug.trivial
        self._refuted += len(dug.refuted)
        if dug.failed:
            print(dug.failed, flush=True)
        for refuted in dug.refuted:
            print(f"game {dug.number}: refuted: {refuted}", flush=True)
        if time.monotonic() - self._last > EVERY:
            self.say()

    def say(self) -> None:
        self._last = time.monotonic()
        found = ", ".join(f"{task} {n}" for task, n in sorted(self._tasks.items()))
        print(
            f"{self._last - self._begun:6.0f} s  {len(self._pool.done)} games, {self._pool.puzzles} puzzles; "
            f"here {self._positions} positions, {self._trivial} trivial, {self._refuted} refuted; {found}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=floe.game_names())
    parser.add_argument("--out", type=Path, required=True, help="the pool; one that is there goes on")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--games", type=int)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--jobs", type=int, help="processes; as many as cores unless told, 0 for none")
    wishes = parser.parse_args()
    hooks(wishes.game)
    game = floe.game(wishes.game)
    game.warm_up()
    first = game.new(seed=0)
    for level in ladder(wishes.game)[:-1]:  # compiled once, here, rather than in every process
        level_bot(level, wishes.game).choose(first.view(first.to_move), first.legal_actions(), generator(0))
    for number in range(MOST_WARMING_UP):
        if dig(Shift(wishes.game, number, "warming up")).puzzles:
            break
    pool = Pool(wishes.out, wishes.game, wishes.seed)
    told = Told(pool)
    executor = InProcess() if wishes.jobs == 0 else LocalProcesses(wishes.jobs)
    pool.mine(executor.run, wishes.games, wishes.minutes, told)
    told.say()
    for failed in pool.failed:
        print(failed)
    sys.exit(bool(pool.failed))


if __name__ == "__main__":
    main()

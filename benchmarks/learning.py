"""Batches for learners: steps with actions that the caller chose, all that a learner needs next, and what it sees.

The actions were chosen before, by playing the same games at random, so that only Floe is timed: ``Batch.advance``,
beside the calls that it replaces. All on one core and by the processor time that it gets. ``make bench`` has these
figures in its table; ``python benchmarks/learning.py`` prints them alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import batches
from figures import Figure, Peer
from measuring import Run, Workload, in_turns, ratio

import floe
from floe import games
from floe.core.batch import Batch
from floe.core.batch_arrays import Seen
from floe.core.randomness import generators

SIZE = 2048
STEPS = 64
WANTED = {"icecult": 12e6}
"""Steps a CPU second without observations."""
WANTED_RATIO = {"icecult": 10.0}
"""With compact observations, beside Pgx."""

CALLS, PLAIN, COMPACT, FLOATS, PGX = "calls one by one", "advance", "advance, compact", "advance, float32", "Pgx"


class Replay:
    """Games in full swing, and the actions that were played on from there."""

    def __init__(self, name: str) -> None:
        self._start = floe.batch(name, SIZE, seed=1, threads=1)
        rngs = generators(1, SIZE)
        for _ in range(100):
            self._start.random_steps(rngs)
        batch = self._start.copy()
        self.actions = []
        for _ in range(STEPS):
            self.actions.append(batch.random_actions(rngs))
            batch.advance(self.actions[-1])

    def games(self) -> Batch:
        return self._start.copy()


def advance(replay: Replay, observations: Seen | None) -> Run:
    """All in one pass."""
    out = replay.games().advance(replay.actions[0], observations)

    def run(n: int) -> int:
        rounds = -(-n // (SIZE * STEPS))
        for _ in range(rounds):
            batch = replay.games()
            for actions in replay.actions:
                batch.advance(actions, observations, out)
        return rounds * SIZE * STEPS

    return run


def one_by_one(replay: Replay) -> Run:
    """The same without observations, by the calls that ``advance`` replaces."""
    masks = replay.games().masks()

    def run(n: int) -> int:
        rounds = -(-n // (SIZE * STEPS))
        for _ in range(rounds):
            batch = replay.games()
            for actions in replay.actions:
                batch.step(actions)
                batch.rewards()
                batch.reset(batch.over)
                batch.masks(masks)
        return rounds * SIZE * STEPS

    return run


def pgx(name: str, sizes: Sequence[int]) -> Workload:
    """Pgx, by the processor time of all its threads together."""
    run, used = batches.pgx(name, sizes), time.process_time

    class OfTheProcess(Workload):
        def _timed(self) -> tuple[int, float]:
            begin = used()
            return self.run(self.size), max(used() - begin, 1e-9)

    return OfTheProcess(PGX, run)


def workloads(name: str, peer: str | None, sizes: Sequence[int] = batches.PGX_SIZES) -> list[Workload]:
    """What is measured in turns for one game, beside a game of Pgx with the best of these batch sizes."""
    replay = Replay(name)
    plan = [
        Workload(CALLS, one_by_one(replay)),
        Workload(PLAIN, advance(replay, None)),
        Workload(FLOATS, advance(replay, "float32")),
    ]
    if floe.game(name).compact is not None:
        plan.append(Workload(COMPACT, advance(replay, "compact")))
    if peer and batches.pgx_installed():
        plan.append(pgx(peer, sizes))
    return plan


def figures(name: str, measured: dict[str, Workload]) -> list[Figure]:
    """The figures of one game."""
    many: dict[str, Any] = {"part": "learning"}
    calls = Peer(CALLS, measured[CALLS].rate, ratio(measured[PLAIN], measured[CALLS]))
    found = [
        Figure(name, "steps with chosen actions", measured[PLAIN].rate, "/s", WANTED.get(name), peers=(calls,), **many)
    ]
    for key, title in ((COMPACT, "and compact observations"), (FLOATS, "and observations as float32")):
        if key in measured:
            beside = [measured[PGX]] if PGX in measured else []
            peers = tuple(Peer(PGX, other.rate, ratio(measured[key], other)) for other in beside)
            wanted = WANTED_RATIO.get(name) if key == COMPACT else None
            found.append(Figure(name, title, measured[key].rate, "/s", ratio_at_least=wanted, peers=peers, **many))
    return found


def main() -> None:
    for name, manifest in games.found().manifests.items():
        plan = workloads(name, None if manifest.peers is None else manifest.peers.pgx)
        in_turns(plan, rounds=7, seconds=0.4, done=lambda _: None)
        for figure in figures(name, {workload.key: workload for workload in plan}):
            beside = "".join(f"; {peer.name} {peer.value / 1e6:.2f} M/s, {peer.ratio:.1f} ×" for peer in figure.peers)
            wanted = f", wanted {figure.wanted}" if figure.wanted else ""
            print(f"{name}: {figure.name}: {figure.value / 1e6:.2f} M/s{wanted}{beside}")


if __name__ == "__main__":
    main()

"""Kernels that came as machine code beside those that were compiled here: ``python benchmarks/precompiled.py``

It prints how long a first search takes with an empty cache, from starting Python on, and how fast either kind plays and
searches. Seconds are those of the processor, rates those of one core. ``FLOE_PRECOMPILED`` names the folder of the
files (``python tools/kernels.py native FOLDER`` writes them); without it they are those in the package. ``--quick``
only shows that it works.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

GAMES = ("icecult", "igluiglu")
VARIABLE = "FLOE_PRECOMPILED"
ROUNDS, SECONDS = 9, 0.3

_FIRST = """
import sys
sys.modules["scipy"] = None  # Numba loads it where it is
import floe
from floe.bots.registry import bot
from floe.core.randomness import generator
game = floe.game(sys.argv[1])
game.warm_up()
state = game.new(seed=1)
print(bot("strong", game.name, 0.01).choose(state.view(state.to_move), state.legal_actions(), generator(1)))
"""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure kernels that came as machine code.")
    parser.add_argument("--quick", action="store_true", help="run briefly, to see that it works")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.worker:
        work()
        return
    for game in GAMES:
        here, brought = (first_search(game, value) for value in ("0", os.environ.get(VARIABLE)))
        print(f"{game:9} first search, seconds    compiled here {here:6.2f}   precompiled {brought:6.2f}", flush=True)
    rounds, seconds = (1, 0.002) if chosen.quick else (ROUNDS, SECONDS)
    with worker("0") as one, worker(os.environ.get(VARIABLE)) as other:
        for game in GAMES:
            print(f"{game:9} compiled here: {ask(one, game)['kernels']}; precompiled: {ask(other, game)['kernels']}")
            for what in ("kernel", "in place", "immutable", "batch", "search"):
                rates = [[ask(side, game, what, seconds)["rate"] for side in (one, other)] for _ in range(rounds)]
                ratio = statistics.median(there / here for here, there in rates)
                here, brought = (statistics.median(column) for column in zip(*rates, strict=True))
                print(f"{game:9} {what:10} /s   {here:14,.0f}   {brought:14,.0f}   {ratio:5.2f} ×", flush=True)


def first_search(game: str, precompiled: str | None) -> float:
    """Processor seconds from starting Python to the first move that was searched for, with an empty cache."""
    begin = os.times()
    with tempfile.TemporaryDirectory() as cache:
        environment = _environment(precompiled) | {"FLOE_CACHE_DIR": cache}
        command = [sys.executable, "-c", _FIRST, game]
        subprocess.run(command, env=environment, capture_output=True, check=True)  # noqa: S603  # our own code
    end = os.times()
    return end.children_user + end.children_system - begin.children_user - begin.children_system


def _environment(precompiled: str | None) -> dict[str, str]:
    rest = {name: value for name, value in os.environ.items() if name != VARIABLE}
    return rest if precompiled is None else rest | {VARIABLE: precompiled}


@contextmanager
def worker(precompiled: str | None) -> Iterator[Any]:
    """A process of its own with either kind of kernels; they are asked in turns."""
    command = [sys.executable, str(Path(__file__)), "--worker"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=_environment(precompiled), **pipes) as made:  # noqa: S603  # ourselves
        yield made


def ask(side: Any, *question: Any) -> dict[str, Any]:
    side.stdin.write(json.dumps(question) + "\n")
    side.stdin.flush()
    answer: dict[str, Any] = json.loads(side.stdout.readline())
    return answer


def work() -> None:
    """Answer questions: where the kernels of a game come from, or how fast it goes."""
    import native_search  # noqa: PLC0415  # these load Floe, which the one who asks does not need
    import own  # noqa: PLC0415
    from measuring import Run, Workload  # noqa: PLC0415

    import floe  # noqa: PLC0415
    from floe.bots.search.heuristics import heuristics_of  # noqa: PLC0415
    from floe.bots.search.targets import ways_of  # noqa: PLC0415
    from floe.core import jit  # noqa: PLC0415

    workloads: dict[tuple[str, str], Workload] = {}

    def search(name: str) -> Run:
        def run(n: int) -> int:
            native_search.search(name, ways_of(name)[0], 1, n)
            return n

        return run

    made: dict[str, Callable[[Any], Run]] = {
        "kernel": own.kernel,
        "in place": own.in_place,
        "immutable": own.immutable,
        "batch": lambda game: own.batch(game, 1),
        "search": lambda game: search(game.name),
    }
    for line in sys.stdin:
        name, *rest = json.loads(line)
        if not rest:
            units = (floe.game(name).loops.unit, heuristics_of(name).unit)
            answer: dict[str, Any] = {"kernels": [unit and (jit.shipped(unit).why_not or "used") for unit in units]}
        else:
            what, seconds = rest
            if (name, what) not in workloads:
                workloads[name, what] = Workload(what, made[what](floe.game(name)))
                workloads[name, what].prepare(seconds)
            workloads[name, what].measure()
            answer = {"rate": workloads[name, what].rates[-1]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

"""``make simulate``: worlds from fresh seeds, one after the other on each core, until the time is up or one fails."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from dataclasses import fields, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from floe.server import offered
from tests.simulation.life import life
from tests.simulation.planted import PLANTED
from tests.simulation.world import Plan, Report, simulate

SET_UP = 0.5
"""A world's first hour, in which everybody comes, takes as long as so many of its days."""
LEAST = 0.4
"""Days of a world that is worth beginning."""
_KINDS = ("tables", "events", "asked", "accepted", "states", "time-outs", "killed", "killed at a commit")


def main() -> int:
    """0 if nothing was found, 1 if something was."""
    asked = _arguments()
    if asked.plant:
        PLANTED[asked.plant]()
    plan = Plan(**{field.name: getattr(asked, field.name) for field in fields(Plan)})
    if asked.seed is not None and asked.seeds == 1:
        return _tell([simulate(asked.seed, plan, life, asked.show)], plan, asked.plant)
    first = random.SystemRandom().getrandbits(31) if asked.seed is None else asked.seed
    print(f"seeds from {first}", flush=True)
    return _tell(_many(first, asked.seeds, asked.seconds, asked.jobs, plan), plan, asked.plant)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="the first seed; alone: run this one")
    parser.add_argument("--seeds", type=int, default=None, help="so many at most; usually as many as there is time for")
    parser.add_argument("--seconds", type=float, help="end about then; 300 where no seeds are named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="so many at a time")
    parser.add_argument("--show", action="store_true", help="print all that happens")
    parser.add_argument("--plant", choices=sorted(PLANTED), help="a mistake to be found")
    for field in fields(Plan):
        kind = type(field.default)
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=kind, default=field.default)
    asked = parser.parse_args()
    asked.seconds = asked.seconds or (300 if asked.seeds is None else 1e9)
    asked.seeds = asked.seeds or (10**9 if asked.seed is None else 1)
    return asked


def _many(first: int, count: int, seconds: float, jobs: int, plan: Plan) -> list[Report]:
    """A process for each seed: what is dead in a world is never cleared up, and ends with its process. The last worlds
    have only as many days as there is time for."""
    offered.games()  # loaded once for all
    forked = multiprocessing.get_context("fork")
    reports: list[Report] = []
    running: dict[Connection, tuple[BaseProcess, float]] = {}
    began, a_day, seed = time.monotonic(), 0.0, first
    while True:
        while len(running) < jobs and seed - first < count and not any(report.wrong for report in reports):
            left = began + seconds - time.monotonic()
            days = plan.days if not a_day else min(plan.days, round(left / a_day - SET_UP, 2))
            if days < min(LEAST, plan.days):
                break
            here, there = forked.Pipe(duplex=False)
            child = forked.Process(target=_apart, args=(seed, replace(plan, days=days), there))
            child.start()
            there.close()
            running[here] = child, time.monotonic()
            seed += 1
        if not running:
            return reports
        for ready in wait(list(running)):
            assert isinstance(ready, Connection)
            process, started = running.pop(ready)
            report = ready.recv()
            reports.append(report)
            if not report.wrong:
                a_day = max(a_day, (time.monotonic() - started) / (report.days + SET_UP))
            process.join()


def _apart(seed: int, plan: Plan, there: Connection) -> None:
    there.send(simulate(seed, plan, life))
    there.close()
    os._exit(0)


def _tell(reports: list[Report], plan: Plan, plant: str | None) -> int:
    count: Counter[str] = Counter()
    for report in reports:
        count += report.count
    days, seconds = sum(report.days for report in reports), sum(report.seconds for report in reports)
    say = print
    say(f"{len(reports)} seeds, {days:.1f} simulated days of {plan.tables} tables, {seconds:.0f} s of processor time")
    say(", ".join(f"{kind}: {count[kind]:,}" for kind in _KINDS))
    say(", ".join(f"{kind}: {number:,}" for kind, number in sorted(count.items()) if kind not in _KINDS))
    say("digest: " + " ".join(report.digest for report in reports[:8]))
    for report in (report for report in reports if report.wrong):
        say("")
        for line in report.trace:
            say(line)
        for words in report.wrong[:5]:
            say(f"WRONG: {words}")
        planted = f" --plant {plant}" if plant else ""
        again = f"python -m tests.simulation --seed {report.seed}{report.plan.arguments()}{planted}"
        say(f"Again: {f'make simulate SEED={report.seed}' if report.plan == Plan() and not plant else again}")
    sys.stdout.flush()
    return int(any(report.wrong for report in reports))


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # what is dead in a world is never cleared up

"""What was measured, as figures and as words."""

from __future__ import annotations

import statistics
from typing import Any

from figures import Figure, Peer

from server.measuring import Found, Run
from server.peer import PACKAGES, Measured

START_SECONDS = 3.0
CROWD_MS = 100.0
_KIB = 1024


def percentile(durations: list[float], percent: int) -> float:
    """In milliseconds: so many percent took no longer."""
    ordered = sorted(durations)
    return 1000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def figures(found: Found) -> list[Figure]:
    """The lines of the table."""
    made: list[Figure] = []
    for run in found.runs:
        if run.name != "crowd":
            made += _rush(run, found)
    crowd = found.run("crowd")
    if crowd is not None:
        made += _crowd(crowd, found) + _memory(crowd)
    return made + _start(found)


def _rush(run: Run, found: Found) -> list[Figure]:
    part = f"{run.tables} tables at full speed, {run.name}"
    rates = tuple(
        Peer(f"boardgame.io, in {name}", len(one.others) / run.seconds, run.rate * run.seconds / len(one.others))
        for name, one in found.peers.items()
    )
    made = [Figure(None, "durable moves", run.rate, "/s", peers=rates, part=part)]
    for percent in (50, 99):
        took = percentile(run.to_answer, percent)
        made.append(Figure(None, f"send to acknowledgement, p{percent}", took, "ms", part=part))
    for percent in (50, 99):
        took = percentile(run.to_screen, percent)
        peers = tuple(_slower(name, one, percent, took) for name, one in found.peers.items())
        made.append(Figure(None, f"send to the other's screen, p{percent}", took, "ms", peers=peers, part=part))
    return made


def _slower(name: str, measured: Measured, percent: int, took: float) -> Peer:
    value = percentile(measured.others, percent)
    return Peer(f"boardgame.io, in {name}", value, value / took)


def _crowd(run: Run, found: Found) -> list[Figure]:
    part = f"{2 * run.tables:,} sockets, {found.effort.busy} moves a second, SQLite"
    made = [Figure(None, "moves", run.rate, "/s", part=part)]
    for name, durations in (("acknowledgement", run.to_answer), ("the other's screen", run.to_screen)):
        made.append(Figure(None, f"send to {name}, p50", percentile(durations, 50), "ms", part=part))
        took = percentile(durations, 99)
        made.append(Figure(None, f"send to {name}, p99", took, "ms", at_most=CROWD_MS, part=part))
    return made


def _memory(run: Run) -> list[Figure]:
    held = {name: value for name, value in run.memory.items() if value is not None}
    if len(held) < len(run.memory):
        return []  # this system does not tell
    steps = {
        "a running table": (held["tables"] - held["begin"]) / run.tables,
        "an open socket": (held["sockets"] - held["tables"]) / (2 * run.tables),
        "a move, while its table is kept": (held["played"] - held["sockets"]) / run.acknowledged,
    }
    return [Figure(None, name, value / _KIB, "KiB", part="memory") for name, value in steps.items()]


def _start(found: Found) -> list[Figure]:
    """The quickest start; and what it computed, which is how long it takes a core that does nothing else."""
    on_the_wall = min(one.seconds for one in found.starts)
    computed = [one.processor_seconds for one in found.starts if one.processor_seconds is not None]
    made = [Figure(None, "to the first page, warm", on_the_wall, "s", at_most=START_SECONDS, part="start")]
    if computed:
        made.append(Figure(None, "processor time of that", min(computed), "s", part="start"))
    return made


def notes(found: Found, machine: dict[str, Any]) -> list[str]:
    """How to read the table."""
    effort = found.effort
    median = statistics.median(one.seconds for one in found.starts)
    moves = sum(run.recorded for run in found.runs)
    lines = [
        f"{machine['processor']} ({machine['architecture']}), {machine['cores']} cores, load {machine['load']} before; "
        f"{machine['system']}, Python {machine['python']}. The players take their share of the cores.",
        f"All {moves:,} moves that were acknowledged were on record after the servers were killed. SQLite: WAL, "
        "synchronous=FULL. PostgreSQL: fsync on. One worker, or two that tell each other by Redis; half of the tables "
        "play each game, all moves at random.",
        f"The first page: the quickest of {len(found.starts)} starts; their median is {median:.2f} s.",
    ]
    crowd = found.run("crowd")
    if crowd is not None and crowd.not_taken:
        lines.append(
            f"{crowd.not_taken} moves of the {crowd.tables * 2:,} sockets' tables were late by a whole second."
        )
    if found.peers:
        lines.append(
            f"boardgame.io {PACKAGES['boardgame.io']}: {effort.tables} matches of 200 moves for two, a cell a move, "
            "over its socket.io messages. It lists no legal moves and writes no facts. It acknowledges nothing, and "
            "sends a move to all before it stores it: in files (FlatFile) without fsync, in memory not at all."
        )
    return [*lines, *found.skipped]

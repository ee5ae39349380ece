"""Measure Floe beside its peers and print the table: ``make bench``.

``--quick`` runs everything once and briefly, to see that it works; its figures mean nothing. ``--no-peers`` leaves
the peers out. ``--json FILE`` writes the figures to a file as well, ``--markdown FILE`` the table as it stands in the
README.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import batches
import learning
import own
import peers
import starting
from entries import CACHED_PLAY_SECONDS, FIRST_PLAY_SECONDS, IMPORT_SECONDS, SCALING, entries
from figures import Figure, Peer
from machine import machine
from measuring import Workload, in_turns, ratio
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from table import markdown, notes, table

import floe
from floe.core.manifest import BenchPeers
from floe.core.threads import cores


@dataclass(frozen=True)
class Effort:
    """How much work to put into it."""

    rounds: int
    seconds: float
    sample: int
    """Games played to know how long a peer's games are."""
    starts: int
    sizes: tuple[int, ...]
    """Batch sizes to try with Pgx."""
    cold: bool
    """Whether to compile everything afresh, too."""


FULL = Effort(rounds=7, seconds=0.4, sample=1000, starts=5, sizes=batches.PGX_SIZES, cold=True)
QUICK = Effort(rounds=1, seconds=0.002, sample=5, starts=1, sizes=(16,), cold=False)

OPENSPIEL_CPP, OPENSPIEL, PETTINGZOO = "OpenSpiel C++", "OpenSpiel Python", "PettingZoo"
PGX, LOOPED, AGENTS = "Pgx", "OpenSpiel, looped", "PettingZoo, looped"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure Floe beside its peers.")
    parser.add_argument("--quick", action="store_true", help="run briefly, to see that it works")
    parser.add_argument("--no-peers", action="store_true", help="leave the peers out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table to a file, in Markdown")
    chosen = parser.parse_args(arguments)
    effort = QUICK if chosen.quick else FULL
    with_peers = peers.installed() and not chosen.no_peers
    console = Console()
    figures = measure(effort, with_peers, console)
    console.print(table(figures))
    console.print(notes(machine(), with_peers))
    if chosen.markdown:
        chosen.markdown.write_text(markdown(figures), encoding="utf-8")
    if chosen.json:
        document = {"machine": machine(), "quick": chosen.quick, "figures": [f.document() for f in figures]}
        chosen.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def measure(effort: Effort, with_peers: bool, console: Console) -> list[Figure]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        games = entries()
        task = progress.add_task("starting", total=None)

        def done(what: str) -> None:
            progress.update(task, description=what, advance=1)

        plans = {name: workloads(name, beside if with_peers else None, effort) for name, beside in games.items()}
        learners = {
            name: learning.workloads(name, beside.pgx if with_peers else None, effort.sizes)
            for name, beside in games.items()
        }
        runs = sum(map(len, (*plans.values(), *learners.values()))) * (effort.rounds + 1)
        progress.update(task, total=runs + 1 + len(games) * (1 + effort.cold))
        figures = []
        for name, plan in plans.items():
            in_turns(plan, effort.rounds, effort.seconds, done)
            figures += playing(name, games[name], {workload.key: workload for workload in plan})
            in_turns(learners[name], effort.rounds, effort.seconds, done)
            figures += learning.figures(name, {workload.key: workload for workload in learners[name]})
            figures += waiting(name, effort, done)
        figures.append(Figure(None, "import floe", starting.import_seconds(effort.starts), "s", at_most=IMPORT_SECONDS))
        done("import")
    return figures


def workloads(name: str, beside: BenchPeers | None, effort: Effort) -> list[Workload]:
    """What is measured in turns for one game, and beside whom."""
    game = floe.game(name)
    plan = [
        Workload("kernel", own.kernel(game)),
        Workload("in place", own.in_place(game)),
        Workload("immutable", own.immutable(game)),
        Workload("batch, 1 core", own.batch(game, 1), on_the_wall=True),
        Workload("batch, all cores", own.batch(game, None), on_the_wall=True),
        Workload("random steps", batches.own(name), on_the_wall=True),
        Workload("observed steps", batches.own_observed(name), on_the_wall=True),
    ]
    if beside is not None:
        plan.append(Workload(OPENSPIEL_CPP, peers.openspiel_cpp(beside.openspiel, effort.sample)))
        plan.append(Workload(OPENSPIEL, peers.openspiel_python(beside.openspiel)))
        if beside.pettingzoo:
            plan.append(Workload(PETTINGZOO, peers.pettingzoo(beside.pettingzoo)))
            plan.append(Workload(AGENTS, peers.pettingzoo(beside.pettingzoo), on_the_wall=True))
        if beside.pgx and batches.pgx_installed():
            plan.append(Workload(PGX, batches.pgx(beside.pgx, effort.sizes), on_the_wall=True))
            plan.append(Workload(LOOPED, batches.openspiel(beside.openspiel), on_the_wall=True))
    return plan


def playing(name: str, beside: BenchPeers, measured: dict[str, Workload]) -> list[Figure]:
    """The figures of one game's rates."""
    names: dict[str, str | None] = dict.fromkeys((OPENSPIEL_CPP, OPENSPIEL, LOOPED), beside.openspiel)
    names |= {PETTINGZOO: beside.pettingzoo, AGENTS: beside.pettingzoo, PGX: beside.pgx}

    def rate(what: str, key: str, *others: str, **wanted: Any) -> Figure:
        own = measured[key]
        there = [(k, measured[k]) for k in others if k in measured]
        found = tuple(Peer(f"{k}: {names[k]}", other.rate, ratio(own, other)) for k, other in there)
        return Figure(name, what, own.rate, "/s", peers=found, **wanted)

    scaling = ratio(measured["batch, all cores"], measured["batch, 1 core"])
    size = floe.game(name).dtype.itemsize
    seen = f"and observations, {floe.game(name).observation_size} values"
    many: dict[str, Any] = {"part": "batches"}
    return [
        rate("random play in the kernel, 1 core", "kernel", OPENSPIEL_CPP, ratio_at_least=beside.kernel_ratio),
        rate("stepping in place from Python", "in place", OPENSPIEL, PETTINGZOO, at_least=beside.in_place),
        rate("immutable states, written actions", "immutable", at_least=beside.immutable),
        rate("batch, 1 core", "batch, 1 core"),
        rate(f"batch, {cores()} cores", "batch, all cores"),
        Figure(name, f"batch, {cores()} cores against 1", scaling, "×", at_least=max(1.0, SCALING * cores())),
        Figure(name, "one state", size, "bytes", at_most=beside.state_bytes),
        rate("steps with masks", "random steps", PGX, LOOPED, AGENTS, ratio_at_least=beside.batch_ratio, **many),
        rate(seen, "observed steps", PGX, AGENTS, **many),
    ]


def waiting(name: str, effort: Effort, done: Callable[[str], None]) -> list[Figure]:
    """How long a person waits for one game."""
    figures = []
    if effort.cold:
        done(f"{name}: compiling everything")
        seconds = starting.first_play_seconds(name)
        figures.append(Figure(name, "first play ever: compiling", seconds, "s", at_most=FIRST_PLAY_SECONDS))
    done(f"{name}: starting from the cache")
    seconds = starting.cached_play_seconds(name, effort.starts)
    figures.append(Figure(name, "first play, from the cache", seconds, "s", at_most=CACHED_PLAY_SECONDS))
    return figures


if __name__ == "__main__":
    main()

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
import own
import peers
import starting
from entries import CACHED_PLAY_SECONDS, FIRST_PLAY_SECONDS, IMPORT_SECONDS, SCALING, Entry, entries
from figures import Figure, Peer
from machine import machine
from measuring import Workload, in_turns, ratio
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from table import markdown, notes, table

import floe
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

        plans = {entry: workloads(entry, effort, with_peers) for entry in games}
        runs = sum(len(plan) for plan in plans.values()) * (effort.rounds + 1)
        progress.update(task, total=runs + 1 + len(games) * (1 + effort.cold))
        figures = []
        for entry, plan in plans.items():
            in_turns(plan, effort.rounds, effort.seconds, done)
            figures += playing(entry, {workload.key: workload for workload in plan})
            figures += waiting(entry, effort, done)
        figures.append(Figure(None, "import floe", starting.import_seconds(effort.starts), "s", at_most=IMPORT_SECONDS))
        done("import")
    return figures


def workloads(entry: Entry, effort: Effort, with_peers: bool) -> list[Workload]:
    """What is measured in turns for one game."""
    game = floe.game(entry.game)
    plan = [
        Workload("kernel", own.kernel(game)),
        Workload("in place", own.in_place(game)),
        Workload("immutable", own.immutable(game)),
        Workload("batch, 1 core", own.batch(game, 1), on_the_wall=True),
        Workload("batch, all cores", own.batch(game, None), on_the_wall=True),
        Workload("random steps", batches.own(entry.game), on_the_wall=True),
        Workload("observed steps", batches.own_observed(entry.game), on_the_wall=True),
    ]
    if with_peers:
        plan.append(Workload(OPENSPIEL_CPP, peers.openspiel_cpp(entry.openspiel, effort.sample)))
        plan.append(Workload(OPENSPIEL, peers.openspiel_python(entry.openspiel)))
        if entry.pettingzoo:
            plan.append(Workload(PETTINGZOO, peers.pettingzoo(entry.pettingzoo)))
            plan.append(Workload(AGENTS, peers.pettingzoo(entry.pettingzoo), on_the_wall=True))
        if entry.pgx and batches.pgx_installed():
            plan.append(Workload(PGX, batches.pgx(entry.pgx, effort.sizes), on_the_wall=True))
            plan.append(Workload(LOOPED, batches.openspiel(entry.openspiel), on_the_wall=True))
    return plan


def playing(entry: Entry, measured: dict[str, Workload]) -> list[Figure]:
    """The figures of one game's rates."""
    names: dict[str, str | None] = dict.fromkeys((OPENSPIEL_CPP, OPENSPIEL, LOOPED), entry.openspiel)
    names |= {PETTINGZOO: entry.pettingzoo, AGENTS: entry.pettingzoo, PGX: entry.pgx}

    def rate(name: str, key: str, *beside: str, **wanted: Any) -> Figure:
        own = measured[key]
        others = [(k, measured[k]) for k in beside if k in measured]
        found = tuple(Peer(f"{k}: {names[k]}", other.rate, ratio(own, other)) for k, other in others)
        return Figure(entry.game, name, own.rate, "/s", peers=found, **wanted)

    scaling = ratio(measured["batch, all cores"], measured["batch, 1 core"])
    size = floe.game(entry.game).dtype.itemsize
    seen = f"and observations, {floe.game(entry.game).observation_size} values"
    many: dict[str, Any] = {"part": "batches"}
    return [
        rate("random play in the kernel, 1 core", "kernel", OPENSPIEL_CPP, ratio_at_least=entry.kernel_ratio),
        rate("stepping in place from Python", "in place", OPENSPIEL, PETTINGZOO, at_least=entry.in_place),
        rate("immutable states, written actions", "immutable", at_least=entry.immutable),
        rate("batch, 1 core", "batch, 1 core"),
        rate(f"batch, {cores()} cores", "batch, all cores"),
        Figure(entry.game, f"batch, {cores()} cores against 1", scaling, "×", at_least=max(1.0, SCALING * cores())),
        Figure(entry.game, "one state", size, "bytes", at_most=entry.record_bytes),
        rate("steps with masks", "random steps", PGX, LOOPED, AGENTS, ratio_at_least=entry.batch_ratio, **many),
        rate(seen, "observed steps", PGX, AGENTS, **many),
    ]


def waiting(entry: Entry, effort: Effort, done: Callable[[str], None]) -> list[Figure]:
    """How long a person waits for one game."""
    figures = []
    if effort.cold:
        done(f"{entry.game}: compiling everything")
        seconds = starting.first_play_seconds(entry.game)
        figures.append(Figure(entry.game, "first play ever: compiling", seconds, "s", at_most=FIRST_PLAY_SECONDS))
    done(f"{entry.game}: starting from the cache")
    seconds = starting.cached_play_seconds(entry.game, effort.starts)
    figures.append(Figure(entry.game, "first play, from the cache", seconds, "s", at_most=CACHED_PLAY_SECONDS))
    return figures


if __name__ == "__main__":
    main()

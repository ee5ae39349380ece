"""The command ``floe puzzles mine``, with a progress bar. What was found is kept whatever ends it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from floe.arena.executors import InProcess, LocalProcesses, RayCluster
from floe.bots.registry import ladder
from floe.cli.loading import get_ready
from floe.cli.screen import Screen
from floe.core.errors import BadOption
from floe.puzzling.mine import Dug
from floe.puzzling.pool import Pool
from floe.puzzling.puzzle import hooks

INTERRUPTED = 130


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for."""

    game: str
    out: Path
    games: int | None = None
    minutes: float | None = None
    seed: str = "0"
    jobs: int | None = None
    ray: str | None = None


def workplace(jobs: int | None, ray: str | None = None) -> InProcess | LocalProcesses | RayCluster:
    """Where the work is done."""
    if ray is not None:
        return RayCluster(ray, jobs)
    return InProcess() if jobs == 0 else LocalProcesses(jobs)


def mine_into(screen: Screen, wishes: Wishes) -> None:
    """Mine until enough is mined, or the person has enough."""
    if wishes.games is None and wishes.minutes is None:
        raise BadOption("mining has no end: say how many --games or --minutes")
    hooks(wishes.game)
    executor = workplace(wishes.jobs, wishes.ray)
    pool = Pool(wishes.out, wishes.game, wishes.seed)
    get_ready(screen, wishes.game, ladder(wishes.game)[:-1])  # compiled once, here, rather than in every process
    interrupted = False
    try:
        with _progress(wishes, pool) as told:
            pool.mine(executor.run, wishes.games, wishes.minutes, told)
    except KeyboardInterrupt:
        interrupted = True
    screen.say(f"{wishes.out} has {pool.puzzles} puzzles of {len(pool.done)} games.")
    for failed in pool.failed:
        screen.paragraph(failed, style="red")
    if interrupted or pool.failed:
        raise typer.Exit(INTERRUPTED if interrupted else 1)


@contextlib.contextmanager
def _progress(wishes: Wishes, pool: Pool) -> Iterator[Callable[[Dug], None]]:
    """A bar on a terminal, by games or by time; elsewhere nothing."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        by_games = wishes.games is not None
        task = bar.add_task("mining", total=wishes.games if by_games else 60 * (wishes.minutes or 0))

        def told(_: Dug) -> None:
            done = len(pool.done)
            spent = bar.tasks[task].elapsed or 0.0
            bar.update(task, completed=done if by_games else spent, description=f"{done} games, {pool.puzzles} puzzles")

        yield told

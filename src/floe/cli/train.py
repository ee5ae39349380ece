"""The command ``train``: a training run, and what is being done all the while."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

import floe
from floe.bots.training.folder import BEST, STEPS, Plan
from floe.bots.training.oracle import DoubleOracle
from floe.bots.training.run import Tell, Trainer
from floe.bots.training.workers import LocalThreads, RayCluster
from floe.core.errors import BadOption

SHIPPED = "shipped"


def network(game: str, named: str | None, option: str) -> Path | None:
    """The file of the network that ``--from``, ``--against`` or ``--league`` names."""
    if named != SHIPPED:
        return None if named is None else Path(named)
    made = floe.game(game)
    if (path := made.manifest.file("weights")) is None:
        raise BadOption(f"no network comes with {made.title}; leave {option} out")
    return path


def league_of(game: str, named: list[str] | None, against: str | None) -> tuple[Path, ...]:
    """The files that ``--league`` names."""
    if named and against is not None:
        raise BadOption("with --against all games are played against that network; leave --league out")
    return tuple(file for name in named or () if (file := network(game, name, "--league")) is not None)


def begun_with(game: str, named: str | None, folder: Path, oracle: bool, against: str | None) -> Path | None:
    """The network to begin with. A double oracle begins with the shipped one unless another is named."""
    if oracle and against is not None:
        raise BadOption("--oracle makes attacks of its own; leave --against out")
    if oracle and named is None and not (folder / STEPS).exists():
        named = SHIPPED
    return network(game, named, "--from")


def train(plan: Plan, threads: int | None, ray: str | None, *, oracle: bool = False) -> None:
    """Train, with a line for each round or step, and a moving one below it on a terminal."""
    game = floe.game(plan.game)
    plan = replace(plan, game=game.name)
    console = Console()
    workers = RayCluster(ray, threads) if ray is not None else LocalThreads(threads)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("getting ready")
        tell = Tell(
            stage=lambda text: bar.update(task, description=text),
            round=lambda text: bar.console.print(text, highlight=False, soft_wrap=True),
        )
        best = (DoubleOracle if oracle else Trainer)(plan, tell, workers).run()
    if best is None:
        rival = "the hand-made estimate" if plan.against is None else plan.against
        console.print(f"No network has held its own against {rival} yet. Run it again to go on.", soft_wrap=True)
    else:
        console.print(f"The best network is {plan.folder / BEST}.", soft_wrap=True)

"""The commands that let a machine look at somebody else's game: ``floe hint`` and ``floe analyse``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Seconds = Annotated[float | None, typer.Option(min=0.05, max=600, help="How long to think; 2 seconds by default.")]
Simulations = Annotated[int | None, typer.Option(metavar="N", min=2, max=1_000_000, help="Think so far instead.")]
Seed = Annotated[str, typer.Option(help="What chance comes from: the same seed, the same answer.")]
Json = Annotated[bool, typer.Option("--json", help="Answer with keys and values, for other programs.")]


def hint(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position, a view or a record; - reads it from stdin.")],
    seat: Annotated[int | None, typer.Option(metavar="N", help="For which seat; it must be to move.")] = None,
    at: Annotated[int | None, typer.Option(metavar="N", help="Of a record: the position after N actions.")] = None,
    seconds: Seconds = None,
    simulations: Simulations = None,
    seed: Seed = "0",
    as_json: Json = False,
) -> None:
    """Say what to play in a position, and why."""
    from floe.cli import options  # a command imports what it needs, so that help is quick
    from floe.cli.hint import Wishes, give_hint
    from floe.cli.screen import Screen

    give_hint(Screen(), Wishes(file, at, seat, seconds, simulations, options.seed(seed) or 0, as_json))


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")],
    simulations: Annotated[
        int | None, typer.Option(metavar="N", min=2, max=100_000, help="How far to think about each action.")
    ] = None,
    seed: Seed = "0",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the chances into this picture.")] = None,
    as_json: Json = False,
) -> None:
    """Say where the chances turned in a recorded game, and which moves were missed."""
    from floe.cli import options  # a command imports what it needs, so that help is quick
    from floe.cli.analyse import Wishes, analyse_file
    from floe.cli.screen import Screen

    analyse_file(Screen(), Wishes(file, simulations, options.seed(seed) or 0, plot, as_json))

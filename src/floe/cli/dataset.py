"""The command ``floe dataset``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="A data set of games by machine players, for research.")


@app.command()
def make(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where it goes; one that was begun there goes on.")],
    games: Annotated[int, typer.Option(metavar="N", min=1, help="So many of each game.")] = 20_000,
    seed: Annotated[str, typer.Option(help="What chance comes from: the same seed, the same games.")] = "1",
    game: Annotated[list[str] | None, typer.Option(metavar="GAME", help="Only this game; may be given again.")] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="How many processes; by default as many as cores.")
    ] = None,
) -> None:
    """Play games of several levels, and write them as Parquet and as records, with a datasheet."""
    from floe.arena import dataset  # loads the engine
    from floe.cli.screen import Screen

    dataset.make(dataset.plan_for(folder, games, seed, game), jobs, Screen().say)

"""The commands ``floe puzzles …``: puzzles are mined, chosen, verified, listed and solved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Puzzles: solve them; or mine, choose and verify them.")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; floe games lists them.")]
Jobs = Annotated[
    int | None, typer.Option(metavar="N", min=0, help="How many processes; as many as cores unless told, 0 for none.")
]


@app.command()
def mine(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The pool of what is found; one that is there goes on.")],
    games: Annotated[int | None, typer.Option(metavar="N", min=1, help="Until so many games are in the pool.")] = None,
    minutes: Annotated[float | None, typer.Option(metavar="M", min=0.01, help="For so long.")] = None,
    seed: Annotated[str, typer.Option(help="What chance comes from: the same seed, the same puzzles.")] = "0",
    jobs: Jobs = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on the Ray cluster there.")] = None,
) -> None:
    """Play games of the machine players and keep the positions in which one choice is right."""
    from floe.cli.puzzle_mine import Wishes, mine_into  # noqa: PLC0415  # a command imports what it needs
    from floe.cli.screen import Screen  # noqa: PLC0415

    mine_into(Screen(), Wishes(game, out, games, minutes, seed, jobs, ray))

"""The commands ``floe puzzles …``: puzzles are mined, chosen, verified, listed and solved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import floe

app = typer.Typer(no_args_is_help=True, help="Puzzles: solve them; or mine, choose and verify them.")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; floe games lists them.")]
Theme = Annotated[
    str | None, typer.Option(metavar="THEME", help="Only those of this task or theme; floe puzzles list has them.")
]
Players = Annotated[int | None, typer.Option(metavar="N", help="Only those with so many players.")]
Lowest = Annotated[int | None, typer.Option(metavar="R", help="Only those rated so high at least.")]
Highest = Annotated[int | None, typer.Option(metavar="R", help="Only those rated so high at most.")]
Jobs = Annotated[
    int | None, typer.Option(metavar="N", min=0, help="How many processes; by default as many as cores, 0 for none.")
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
    from floe.cli.puzzle_mine import Wishes, mine_into
    from floe.cli.screen import Screen

    mine_into(Screen(), Wishes(game, out, games, minutes, seed, jobs, ray))


@app.command()
def select(
    pools: Annotated[list[Path], typer.Argument(metavar="POOL …", help="What was mined, of one game.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The set.")],
    count: Annotated[int, typer.Option(metavar="N", min=1, help="So many puzzles.")],
    at_most: Annotated[
        list[str] | None, typer.Option(metavar="TASK=N", help="Of a task so many at most; may be given again.")
    ] = None,
) -> None:
    """Choose a set from what was mined: none twice, and as many of each kind as there are. Always the same ones."""
    from floe.cli.puzzle_set import select_into
    from floe.cli.screen import Screen

    select_into(Screen(), pools, out, count, at_most or [])


@app.command("list")
def list_them(
    game: GameName,
    theme: Theme = None,
    players: Players = None,
    lowest: Lowest = None,
    highest: Highest = None,
    each: Annotated[bool, typer.Option("--each", help="Every puzzle on a line.")] = False,
) -> None:
    """Show which puzzles a game comes with."""
    from floe.cli.puzzle_set import list_set
    from floe.cli.screen import Screen

    list_set(Screen(), floe.puzzles(game).by(theme, players, lowest, highest), each)


@app.command()
def verify(
    game: GameName,
    sample: Annotated[int | None, typer.Option(metavar="N", min=1, help="So many, drawn; all by default.")] = None,
    seed: Annotated[str, typer.Option(help="What the sample is drawn by.")] = "0",
    jobs: Jobs = None,
) -> None:
    """Prove the puzzles that a game comes with again, by both methods."""
    from floe.cli.puzzle_set import verify_set
    from floe.cli.screen import Screen

    verify_set(Screen(), floe.puzzles(game), sample, seed, jobs)


@app.command()
def solve(
    game: GameName,
    puzzle: Annotated[str | None, typer.Argument(metavar="ID", help="A certain puzzle; any by default.")] = None,
    theme: Theme = None,
    players: Players = None,
    lowest: Lowest = None,
    highest: Highest = None,
    daily: Annotated[bool, typer.Option("--daily", help="The puzzle of the day, which everybody has.")] = False,
) -> None:
    """Solve puzzles: what is wrong is refuted, what is right is answered."""
    from floe.cli.puzzle_solve import Solving, today
    from floe.cli.screen import Screen

    there = floe.puzzles(game).by(theme, players, lowest, highest)
    first = floe.puzzles(game).daily(today()) if daily else None if puzzle is None else floe.puzzles(game).get(puzzle)
    Solving(Screen(), there).begin(first)

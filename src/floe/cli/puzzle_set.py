"""The commands ``floe puzzles select``, ``list`` and ``verify``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import Progress

from floe.cli.loading import get_ready
from floe.cli.puzzle_mine import workplace
from floe.cli.screen import Screen
from floe.core.errors import BadOption, shown
from floe.core.randomness import Deal
from floe.puzzling.collection import Puzzles
from floe.puzzling.packing import packed, written
from floe.puzzling.pool import read
from floe.puzzling.proving import Proof, prove
from floe.puzzling.puzzle import Puzzle, hooks
from floe.puzzling.selection import select


def select_into(screen: Screen, pools: Sequence[Path], out: Path, count: int, at_most: Sequence[str]) -> None:
    """Write the set that pools hold."""
    chosen = select(read(pools), count, limits(at_most))
    if not chosen:
        raise BadOption("there are no puzzles in " + ", ".join(map(str, pools)))
    document = packed([Puzzle.from_dict(one) for one in chosen])
    out.write_text(written(document), encoding="utf-8")
    screen.say(f"{out} has {len(chosen)} puzzles of {document['game']}, {out.stat().st_size:,} bytes.")
    for line in table(Puzzles(document)):
        screen.say(line)


def limits(entries: Sequence[str]) -> dict[str, int]:
    """What ``TASK=N`` says."""
    found = {}
    for entry in entries:
        task, _, number = entry.partition("=")
        if not number.isdecimal():
            raise BadOption(f"--at-most takes a task and a number, such as win=100, not {shown(entry)}")
        found[task] = int(number)
    return found


def list_set(screen: Screen, puzzles: Puzzles, each: bool) -> None:
    """The puzzles line by line, or how many there are of each kind."""
    if not each:
        for line in table(puzzles):
            screen.say(line)
        return
    for puzzle in puzzles:
        themes = ", ".join(puzzle.themes)
        screen.say(f"{puzzle.id}  {puzzle.rating:>5}  {puzzle.players} players  {puzzle.actions} actions  {themes}")


def table(puzzles: Puzzles) -> list[str]:
    """How many there are of each task and theme, by players, with the ratings in the middle; in Markdown."""
    own = hooks(puzzles.game)
    counts = sorted({puzzle.players for puzzle in puzzles})
    columns = "".join(f" {count} players |" for count in counts)
    lines = [f"| |{columns} together | rated |", "|---|" + "---:|" * (len(counts) + 2)]
    every = [("all", list(puzzles))]
    every += [(key, list(puzzles.by(theme=key))) for key in (*own.TASKS, *own.THEMES) if key in puzzles.themes()]
    for key, some in every:
        if some:
            ratings = sorted(puzzle.rating for puzzle in some)
            numbers = "".join(f" {sum(puzzle.players == count for puzzle in some)} |" for count in counts)
            spread = f"{ratings[len(ratings) // 10]} – {ratings[len(ratings) // 2]} – {ratings[len(ratings) * 9 // 10]}"
            lines.append(f"| `{key}` |{numbers} {len(some)} | {spread} |")
    return lines


def verify_set(screen: Screen, puzzles: Puzzles, sample: int | None, seed: str, jobs: int | None) -> None:
    """Prove all, or some that are drawn, and say which do not hold."""
    get_ready(screen, puzzles.game)
    chosen = [puzzles[n] for n in drawn(len(puzzles), sample, seed)]
    wrong: list[Proof] = [
        Proof(listed, puzzle.task, f"its position belongs to {puzzle.id}")
        for listed, puzzle in zip(puzzles.ids(), puzzles, strict=True)
        if listed != puzzle.id
    ]
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("proving", total=len(chosen))
        for proof in workplace(jobs).run(prove, chosen):
            bar.advance(task)
            if proof.problem is not None:
                wrong.append(proof)
    for proof in wrong:
        screen.paragraph(f"{proof.puzzle} ({proof.task}) does not hold: {proof.problem}", style="red")
    which = f" (drawn by seed {seed!r})" if len(chosen) < len(puzzles) else ""
    screen.say(
        f"{puzzles.game}: {len(chosen)} of {len(puzzles)} puzzles{which} proven again, {len(wrong)} do not hold."
    )
    if wrong:
        raise typer.Exit(1)


def drawn(count: int, sample: int | None, seed: str) -> list[int]:
    """So many of ``count`` numbers, always the same by a seed; all unless told."""
    numbers = list(range(count))
    if sample is None or sample >= count:
        return numbers
    deal = Deal(seed, "puzzles")
    return sorted(numbers.pop(deal.below(len(numbers))) for _ in range(sample))

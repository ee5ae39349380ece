"""The command ``floe analyse``: where the chances turned in a recorded game, and which moves were missed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from floe.arena import plots
from floe.bots.analysis import Analysis, Miss, TurningPoint, analyse
from floe.bots.analysis.analyse import SIMULATIONS
from floe.bots.explanations import percent
from floe.cli.chances_plot import draw_chances
from floe.cli.commands import record_in
from floe.cli.hint import JUDGED_BY
from floe.cli.loading import get_ready
from floe.cli.screen import Screen
from floe.cli.words import words_for
from floe.core.errors import BadOption
from floe.core.record import Record
from floe.core.words import Words

CAUSES = {
    "mistake": "by the own play",
    "luck": "by what came up",
    "unforeseen": "which was not foreseen",
}
NO_PICTURE = "A picture needs Matplotlib; install it with: pip install 'floe-games[arena]'"


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line."""

    file: Path
    simulations: int | None = None
    seed: int | str = 0
    plot: Path | None = None
    as_json: bool = False


def analyse_file(screen: Screen, wishes: Wishes) -> None:
    """Judge a recorded game and say what was found."""
    if wishes.plot is not None and not plots.available():
        raise BadOption(NO_PICTURE)
    record = record_in(wishes.file)
    get_ready(screen, record.game.name)
    with _progress() as progress:
        found = analyse(record, wishes.simulations or SIMULATIONS, wishes.seed, progress=progress)
    if wishes.plot is not None:
        names = [f"{player.name} ({player.colour})" for player in record.players]
        draw_chances(wishes.plot, f"{record.game.title}: the chances", found, names)
    if wishes.as_json:
        print(json.dumps(found.to_dict()))
    else:
        _say(screen, record, found)


class _Bar:
    """A bar on a terminal; elsewhere nothing."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("judging", total=None)

    def __call__(self, done: int, total: int) -> None:
        self._bar.update(self._task, completed=done, total=total)


@contextlib.contextmanager
def _progress() -> Iterator[_Bar]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        yield _Bar(bar)


def _say(screen: Screen, record: Record, found: Analysis) -> None:
    words = words_for(record.game.name)
    head = f"{record.game.title}, {len(record)} actions. {words.ending(record)}"
    screen.paragraph(head, paint=words.paint)
    screen.say()
    screen.say("Accuracy")
    for line in _accuracies(record, found):
        screen.say(line, paint=words.paint)
    screen.say()
    screen.say("Where the chances turned" if found.turning_points else "The chances never turned much.")
    for point in found.turning_points:
        screen.entry(f"{_numbers(point):>9}  ", _turned(point, record, words), paint=words.paint)
    screen.say()
    screen.say("What was missed, the worst of it" if found.misses else "Nothing was missed.")
    for miss in found.misses:
        screen.entry(f"{miss.decision.number + 1:>9}  ", _missed(miss, record, words, found.colours), paint=words.paint)
    screen.say()
    screen.paragraph(f"{JUDGED_BY[found.judged_by]}, {found.simulations:,} simulations for each action.")


def _accuracies(record: Record, found: Analysis) -> list[str]:
    width = max(len(player.name) for player in record.players)
    lines = []
    for one in found.accuracies:
        player = record.players[one.seat]
        counts = (("slip", one.slips), ("mistake", one.mistakes), ("blunder", one.blunders))
        graded = ", ".join(f"{n} {grade}{'' if n == 1 else 's'}" for grade, n in counts)
        name = f"{player.name:<{width}} {'(' + words_for(record.game.name).colour(player.colour) + ')':<9}"
        lines.append(f"  {name} {one.accuracy:5.1f} %  in {one.decisions} decisions: {graded}")
    return lines


def _numbers(point: TurningPoint) -> str:
    """The actions of a turn, as the replay counts them."""
    return f"{point.first + 1}" if point.first == point.last else f"{point.first + 1}–{point.last + 1}"


def _turned(point: TurningPoint, record: Record, words: Words) -> str:
    changes = [
        f"{words.colour(player.colour)} {percent(before)} → {percent(after)} %"
        for player, before, after in zip(record.players, point.before, point.after, strict=True)
        if percent(before) != percent(after)
    ]
    return f"{record.players[point.seat].name}'s turn: {', '.join(changes)}, {CAUSES[point.cause]}"


def _missed(miss: Miss, record: Record, words: Words, colours: tuple[str, ...]) -> str:
    one = miss.decision
    chances = f"{percent(one.achieved)} % instead of {percent(one.expected)} %"
    played = f"{record.players[one.seat].name} played {one.played}, a {one.grade}: {chances}"
    better = f"Better: {', '.join(miss.line) or one.better}"
    why = words.why(miss.why, colours)
    allowed = f"As played, {words.why(miss.allowed, colours)}" if miss.allowed else ""
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in (played, better, why, allowed) if part)

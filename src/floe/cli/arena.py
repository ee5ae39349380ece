"""The command ``arena``: matches between machine players, with a progress bar, tables and a report."""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import floe
from floe.arena import plots, tables
from floe.arena.balance import Balance, balance
from floe.arena.executors import Executor, InProcess, LocalProcesses, RayCluster
from floe.arena.match import GameFailed, Match, MatchResult
from floe.arena.ratings import Rating, rate
from floe.arena.report import Folder, facts
from floe.arena.run import Run
from floe.arena.schedule import EVERYBODY, Contest, balance_blocks, blocks
from floe.arena.sprt import SCORES, Sprt, Verdict, outcome
from floe.cli.loading import get_ready
from floe.cli.options import player_counts
from floe.cli.screen import Screen
from floe.cli.words import words_for
from floe.core.errors import BadOption, shown

Tell: TypeAlias = Callable[[str | None, int], None]
"""Moves the progress bar on by some games, and says something new in front of it."""
Schedule: TypeAlias = Callable[[Contest, int], Iterator[list[Match]]]
"""The games of a contest, at least so many, block by block."""

GAMES = 200
MOST_SPRT_GAMES = 20_000
INTERRUPTED = 130
NOTHING = "No block of games was played to its end."


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for."""

    game: str
    levels: tuple[str, ...]
    games: int | None = None
    players: str | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    seed: int | str = 0
    sprt: str | None = None
    balance: bool = False
    out: Path | None = None
    records: Path | None = None
    jobs: int | None = None
    ray: str | None = None
    meet: str = EVERYBODY
    seconds: float | None = None
    swap: bool = False
    handicap: str | None = None
    opening: int = 0

    def contests(self) -> list[Contest]:
        """One contest for each number of players."""
        counts = self._counts()
        self._check(counts)
        handicap = self._handicap(counts[0])
        return [
            Contest(
                self.game,
                self.levels,
                players,
                self.seed,
                self.rules,
                keep_records=self.records is not None,
                meet=self.meet,
                seconds=self.seconds,
                swap=self.swap,
                handicap=handicap,
                opening=self.opening,
            )
            for players in counts
        ]

    def _handicap(self, fewest: int) -> tuple[int, str] | None:
        """The seat, counted from 0, and what it has ahead. With the fewest players there must be such a seat."""
        if self.handicap is None:
            return None
        seat, colon, ahead = self.handicap.partition(":")
        if not colon or seat not in map(str, range(1, fewest + 1)):
            raise BadOption(
                f"--handicap takes a seat from 1 to {fewest} and what it has ahead, such as 2:pawn, "
                f"not {shown(self.handicap)}"
            )
        return int(seat) - 1, ahead

    def _counts(self) -> list[int]:
        game = floe.game(self.game)
        return [game.players[0]] if self.players is None else sorted({*player_counts(game, self.players)})

    def _check(self, counts: list[int]) -> None:
        if self.sprt is not None and (self.balance or len(self.levels) != 2 or counts != [2]):
            raise BadOption("--sprt compares two levels in games of two players")
        if self.balance and len(self.levels) != 1:
            raise BadOption("--balance lets one level play against itself; name one")
        if (self.swap or self.handicap) and not self.balance:
            raise BadOption("--swap and --handicap go with --balance: they are about how fair a game is")
        if self.swap and self.handicap:
            raise BadOption("places are not swapped where one of them has a handicap")
        if self.swap and self.opening:
            raise BadOption("with --swap the first turn is what is judged, so it cannot be drawn; leave --opening out")
        if not self.balance and len(self.levels) < 2:
            raise BadOption("a rating needs two levels or more; with one, --balance shows how fair the game is")

    def test(self) -> Sprt | None:
        if self.sprt is None:
            return None
        try:
            low, high = (float(part) for part in self.sprt.split(","))
        except ValueError:
            raise BadOption(f"--sprt takes two numbers of Elo points such as 0,30, not {shown(self.sprt)}") from None
        return Sprt(low, high)

    def executor(self) -> Executor:
        if self.ray is not None:
            return RayCluster(self.ray, self.jobs)
        return InProcess() if self.jobs == 0 else LocalProcesses(self.jobs)

    def schedule(self) -> Schedule:
        return balance_blocks if self.balance else blocks

    def folder(self, contest: Contest) -> Folder:
        path = self.out or Path("floe-arena") / f"{self.game}-{time.strftime('%Y%m%d-%H%M%S')}"
        return Folder(path, contest.about(self.schedule().__name__), self.records)


@dataclass
class Kept:
    """What was played."""

    blocks: dict[int, list[list[MatchResult]]] = field(default_factory=dict)
    """The whole blocks of each number of players, which are counted."""
    games: list[MatchResult] = field(default_factory=list)
    """All games that are reported, counted or not."""

    def add(self, players: int, found: list[list[MatchResult]], games: list[MatchResult]) -> None:
        if found:
            self.blocks[players] = found
        self.games += games


def hold(screen: Screen, wishes: Wishes) -> None:
    """Play the games, print what they tell, and write the report."""
    contests, test, executor = wishes.contests(), wishes.test(), wishes.executor()
    get_ready(screen, wishes.game, wishes.levels)  # compiled once, here, rather than in every process
    folder = wishes.folder(contests[0])
    kept = Kept()
    ended: BaseException | None = None
    try:
        _play(contests, test, executor, wishes, folder, kept)
    except (KeyboardInterrupt, GameFailed) as reason:
        ended = reason
    folder.close(kept.games)
    if isinstance(ended, KeyboardInterrupt):
        screen.say(f"Stopped after {len(kept.games)} games. They are kept; those of whole blocks are counted.")
        screen.say(f"The same command with --out {shlex.quote(str(folder.path))} goes on with them.")
    sections = _tell(screen, wishes, test, kept.blocks, folder) if kept.blocks else [NOTHING]
    title = f"Arena: {floe.game(wishes.game).title}, {', '.join(wishes.levels)}"
    command = shlex.join(["floe", *sys.argv[1:]])
    page = folder.write_page(title, facts(command, wishes.game, wishes.rules, wishes.seed), sections)
    screen.say(f"The report is {page}.")
    if isinstance(ended, GameFailed):
        raise ended
    if ended is not None:
        raise typer.Exit(INTERRUPTED)


def _play(
    contests: list[Contest],
    test: Sprt | None,
    executor: Executor,
    wishes: Wishes,
    folder: Folder,
    kept: Kept,
) -> None:
    """Play every contest. Whatever ends this, ``kept`` has what was played."""
    games = wishes.games or (GAMES if test is None else MOST_SPRT_GAMES)
    schedule = wishes.schedule()
    total = sum(len(block) for contest in contests for block in schedule(contest, games))
    with _progress(total) as tell:
        for contest in contests:
            head = f"{contest.players} players"

            def known(match: Match) -> MatchResult | None:
                found = folder.known(match)
                tell(None, 0 if found is None else 1)
                return found

            run = Run(schedule(contest, games), executor, known)

            def told(game: MatchResult, head: str = head) -> None:
                folder.add(game)
                tell(head if test is None else None, 1)

            try:
                counted = _play_one(run, told, test, contest, tell)
            except BaseException:
                kept.add(contest.players, run.whole_blocks(), run.played)
                raise
            kept.add(contest.players, counted, [game for block in counted for game in block])


def _play_one(
    run: Run, told: Callable[[MatchResult], None], test: Sprt | None, contest: Contest, tell: Tell
) -> list[list[MatchResult]]:
    """Play one contest, to its end or until the test has its answer."""
    counted, pairs = [], np.zeros(len(SCORES))
    with contextlib.closing(run.play(told)) as played:
        for block in played:
            counted.append(block)
            if test is not None:
                pairs[outcome(contest.levels[0], block)] += 1
                tell(f"LLR {test.llr(pairs):+.2f}", 0)
                if test.verdict(pairs) is not Verdict.UNDECIDED:
                    break
    return counted


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Tell]:
    """A bar on a terminal; elsewhere nothing."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("starting", total=total)
        yield lambda text, games: bar.update(task, description=text, advance=games)  # no text leaves it as it is


def _tell(
    screen: Screen, wishes: Wishes, test: Sprt | None, whole: dict[int, list[list[MatchResult]]], folder: Folder
) -> list[str]:
    """Print the tables, write figures and pictures, and answer the sections of the page."""
    title = floe.game(wishes.game).title
    if wishes.balance:
        sections = _tell_balance(screen, wishes, whole, folder)
    else:
        sections = []
        ratings: dict[int, list[Rating]] = {}
        for players, found in whole.items():
            ratings[players] = rate(wishes.levels, found)
            parts = [f"## {players} players, {_count(found)} games", tables.ratings_table(ratings[players])]
            if players == 2:
                parts.append(tables.cross_table(wishes.levels, found))
            if test is not None:
                pairs = np.bincount([outcome(wishes.levels[0], pair) for pair in found], minlength=len(SCORES))
                parts.insert(1, tables.sprt_text(test, wishes.levels, pairs.astype(float)))
            sections += parts
        screen.page("\n\n".join(sections))
        sections += folder.write_ratings(f"{title}: ratings", ratings)
    if not plots.available():
        screen.say(plots.MISSING)
    return sections


def _tell_balance(
    screen: Screen, wishes: Wishes, whole: dict[int, list[list[MatchResult]]], folder: Folder
) -> list[str]:
    games = [game for found in whole.values() for block in found for game in block]
    words = words_for(wishes.game)
    reasons = {(game.rule, game.reason): words.reason(game.reason) for game in games}
    found: dict[int, Balance] = {
        players: balance([game for block in blocks_ for game in block]) for players, blocks_ in whole.items()
    }
    sections = {
        players: f"## {players} players, {figures.games} games\n\n{tables.balance_tables(figures, reasons)}"
        for players, figures in found.items()
    }
    screen.page("\n\n".join(sections.values()))
    title = f"{floe.game(wishes.game).title}, {wishes.levels[0]}"
    pictures = folder.write_balance(title, found, games)
    return [part for players, text in sections.items() for part in (text, pictures[players]) if part]


def _count(found: list[list[MatchResult]]) -> int:
    return sum(len(block) for block in found)

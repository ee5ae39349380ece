"""The folder that a run leaves behind: a page in Markdown, pictures, and every figure and every game as CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import floe
from floe.arena import plots
from floe.arena.balance import Balance
from floe.arena.games_file import GamesFile
from floe.arena.intervals import Interval
from floe.arena.match import Match, MatchResult
from floe.arena.ratings import PRIOR_GAMES, RESAMPLES, Rating, anchor
from floe.core.record_document import write_file

HOW_TO_READ = (
    "A rating (Elo) says how likely a level is to win: one that has 400 points more than another at the table is ten "
    "times as likely to. {anchor} is 0 by definition. The gap is to the next weaker level. Won is the part of a win "
    "that each of a level's seats brought, even what that would be among equals, ms how long it thought about a "
    "choice. Intervals hold the truth in about 95 of 100 runs; they come from {resamples} resamples of whole blocks of "
    "games, a block being one deal played with every seating. Each level is taken to have drawn {prior:g} games "
    "more against a middling player, so that none is infinitely strong; a bound left open is one that the games do not "
    "tell."
)


class Folder:
    """Where a run is written to. Games are added as they end, so that nothing is lost if the run is; and who names the
    folder again goes on with them. ``about`` is what decides the games of the run."""

    def __init__(self, path: Path, about: Mapping[str, Any], records: Path | None = None) -> None:
        self.path = path
        self.records = records
        self._games = GamesFile(path, about)
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)

    def known(self, match: Match) -> MatchResult | None:
        """What came of a game that was played before, if what is to be kept of it was."""
        kept = self.records is None or (self.records / _record_name(match)).exists()
        return self._games.known(match) if kept else None

    def add(self, game: MatchResult) -> None:
        """Keep a game that has ended."""
        if self.records is not None and game.record is not None:
            write_file(game.record, self.records / _record_name(game.match))
        self._games.add(game)

    def close(self, games: Iterable[MatchResult]) -> None:
        """Write the games once more, in their order, which depends on no clock."""
        self._games.close(games)

    def write_page(self, title: str, facts: Mapping[str, object], sections: Sequence[str]) -> Path:
        """The page itself."""
        listed = "\n".join(f"- {name}: {value}" for name, value in facts.items())
        page = self.path / "report.md"
        page.write_text("\n\n".join([f"# {title}", listed, *sections]) + "\n", encoding="utf-8")
        return page

    def write_ratings(self, title: str, tables: Mapping[int, Sequence[Rating]]) -> list[str]:
        """The ratings as CSV and as a picture. Answers what the page shows of them."""
        heads = ("players", "level", "elo", "elo_low", "elo_high", "above_next", "above_next_low", "above_next_high")
        more = ("games", "seats", "share", "even_share", "seconds_a_choice")
        rows = [
            [
                players,
                r.level,
                *_cells(r.elo),
                *_cells(r.above_next),
                r.games,
                r.seats,
                r.share,
                r.even_share,
                r.seconds,
            ]
            for players, ratings in tables.items()
            for r in ratings
        ]
        _write_csv(self.path / "ratings.csv", heads + more, rows)
        levels = [rating.level for ratings in tables.values() for rating in ratings]
        text = HOW_TO_READ.format(anchor=anchor(levels), resamples=RESAMPLES, prior=PRIOR_GAMES)
        if not plots.available():
            return [text]
        plots.draw_ratings(self.path / "ratings.png", title, tables)
        return [text, "![Ratings](ratings.png)"]

    def write_balance(
        self, title: str, balances: Mapping[int, Balance], games: Sequence[MatchResult]
    ) -> dict[int, str]:
        """The balance as CSV and as pictures. Answers what the page shows of each number of players."""
        rows = [row for balance in balances.values() for row in _balance_rows(balance)]
        _write_csv(self.path / "balance.csv", ("players", "what", "which", "value", "low", "high"), rows)
        if not plots.available():
            return dict.fromkeys(balances, "")
        shown = {}
        for players, balance in balances.items():
            even = 1 / players
            start, head = f"{players}-players", f"{title}, {players} players"
            plots.draw_shares(self.path / f"{start}-seats.png", f"{head}: wins by seat", balance.seats, even)
            plots.draw_shares(self.path / f"{start}-colours.png", f"{head}: wins by colour", balance.colours, even)
            plots.draw_endings(self.path / f"{start}-endings.png", f"{head}: how games end", balance)
            mine = [game for game in games if len(game.shares) == players]
            plots.draw_lengths(self.path / f"{start}-lengths.png", f"{head}: length", mine)
            names = ("seats", "colours", "endings", "lengths")
            shown[players] = "\n".join(f"![{name}]({start}-{name}.png)" for name in names)
        return shown


def facts(command: str, game: str, rules: Mapping[str, Any], seed: int | str) -> dict[str, object]:
    """What whoever wants to repeat a run must know of it."""
    made = floe.game(game)
    return {
        "command": f"`{command}`",
        "game": f"{made.title}, rules version {made.rules_version}",
        "rule options": f"`{json.dumps(dict(rules))}`" if rules else "the usual ones",
        "seed": f"`{seed}`",
        "version": f"Floe {floe.__version__}",
    }


def _record_name(match: Match) -> str:
    return f"{len(match.seats)}-players-{match.number:06}.json"


def _balance_rows(balance: Balance) -> list[list[object]]:
    rows: list[list[object]] = []
    for what, shares in (("seat", balance.seats), ("colour", balance.colours)):
        rows += [[balance.players, what, which, *_cells(share)] for which, share in shares.items()]
    if balance.swapped is not None:
        rows += [[balance.players, "sat first", which, *_cells(share)] for which, share in balance.persons.items()]
        rows.append([balance.players, "swapped", "", *_cells(balance.swapped)])
    rows += [[balance.players, "ending", " ".join(how), *_cells(share)] for how, share in balance.endings.items()]
    rows.append([balance.players, "shared win", "", *_cells(balance.shared)])
    for what, spread in (("turns", balance.turns), ("actions", balance.actions)):
        rows.append([balance.players, what, "mean", spread.mean, "", ""])
        rows.append([balance.players, what, "median, 5 % and 95 %", spread.middle, spread.low, spread.high])
    return rows


def _cells(interval: Interval | None) -> tuple[object, object, object]:
    return ("", "", "") if interval is None else (interval.value, interval.low, interval.high)


def _write_csv(path: Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(heads)
        writer.writerows(rows)

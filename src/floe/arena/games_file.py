"""The games of a run as CSV, written as they end, and read again so that the run can go on where it was."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from floe.arena.match import Match, MatchResult
from floe.bots.outside import file_of
from floe.core.errors import BadOption, shown

# fmt: off
COLUMNS = (
    "players", "number", "block", "deal", "seats", "colours", "shares", "rule", "reason", "turns", "actions",
    "decisions", "seconds", "swapped",
)
# fmt: on
GAMES, RUN = "games.csv", "run.json"
_ELSEWHERE = "name another folder with --out"


class GamesFile:
    """``games.csv`` of a folder, and beside it ``run.json``: what decides its games, so that none of another run are
    counted with them."""

    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        self._path = folder / GAMES
        self._rows = {_key(row): row for row in self._read(folder / RUN, about)}
        """Those of earlier times by number of players and number, as they stand in the file."""
        folder.mkdir(parents=True, exist_ok=True)
        _write_whole(folder / RUN, json.dumps(about, indent=1) + "\n")
        self._write(self._rows.values())
        self._open = self._path.open("a", encoding="utf-8", newline="")
        self._writer = csv.writer(self._open)

    def _read(self, run: Path, about: Mapping[str, Any]) -> list[list[str]]:
        """The games that were played before. The last line may have been cut short."""
        if not self._path.exists():
            return []
        try:
            before = dict(json.loads(run.read_text(encoding="utf-8")))
        except (OSError, TypeError, ValueError):
            raise BadOption(f"{run}, which tells of which run {self._path} is, cannot be read; {_ELSEWHERE}") from None
        for name, wanted in json.loads(json.dumps(about)).items():
            if before.get(name) != wanted:
                raise BadOption(
                    f"{self._path} is of another run: there {name} is {shown(before.get(name))}, here {shown(wanted)}; "
                    f"{_ELSEWHERE}"
                )
        text = self._path.read_bytes().decode("utf-8", "replace")
        rows = list(csv.reader(io.StringIO(text[: text.rfind("\n") + 1], newline="")))[1:]
        for line, row in enumerate(rows, 2):
            try:
                _number(row)
                _found(row)
            except ValueError:
                raise BadOption(f"line {line} of {self._path} is no game; {_ELSEWHERE}") from None
        return rows

    def known(self, match: Match) -> MatchResult | None:
        """What came of a game, if it was played before."""
        row = self._rows.get((str(len(match.seats)), str(match.number)))
        return None if row is None else MatchResult(match=match, **_found(row))

    def add(self, game: MatchResult) -> None:
        """Keep a game that has ended."""
        self._writer.writerow(_row(game))
        self._open.flush()

    def close(self, games: Iterable[MatchResult]) -> None:
        """Write these games once more, and those of earlier times that are not among them, in the order of their
        numbers, which depends on no clock."""
        self._open.close()
        rows = self._rows | {_key(row): row for row in map(_row, games)}
        self._write(rows[key] for key in sorted(rows, key=_number))

    def _write(self, rows: Iterable[Sequence[str]]) -> None:
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        writer.writerow(COLUMNS)
        writer.writerows(rows)
        _write_whole(self._path, text.getvalue())


def digests(players: Iterable[str]) -> dict[str, str]:
    """What tells files that play from others of the same name: training writes ``best.npz`` again and again."""
    files = {name: file for name in players if (file := file_of(name)) is not None}
    return {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()}


def _key(row: Sequence[str]) -> tuple[str, str]:
    return row[0], row[1]


def _number(row: Sequence[str]) -> tuple[int, int]:
    """The number of players and the game's number, of a row or its key."""
    return int(row[0]), int(row[1])


def _row(game: MatchResult) -> list[str]:
    match = game.match
    return [
        str(len(game.shares)),
        str(match.number),
        str(match.block),
        match.deal,
        " ".join(match.seats),
        " ".join(game.colours),
        " ".join(f"{share:.17g}" for share in game.shares),
        game.rule,
        game.reason,
        str(game.turns),
        str(game.actions),
        " ".join(map(str, game.decisions)),
        " ".join(f"{seconds:.4f}" for seconds in game.seconds),
        str(int(game.swapped)),
    ]


def _found(row: Sequence[str]) -> dict[str, Any]:
    """What a row tells that its match does not."""
    told = dict(zip(COLUMNS, row, strict=True))
    return {
        "colours": tuple(told["colours"].split()),
        "shares": tuple(map(float, told["shares"].split())),
        "rule": told["rule"],
        "reason": told["reason"],
        "turns": int(told["turns"]),
        "actions": int(told["actions"]),
        "decisions": tuple(map(int, told["decisions"].split())),
        "seconds": tuple(map(float, told["seconds"].split())),
        "swapped": told["swapped"] == "1",
    }


def _write_whole(path: Path, text: str) -> None:
    """The file is as it was, or as it shall be."""
    beside = path.with_name(f"new-{path.name}")
    beside.write_text(text, encoding="utf-8", newline="")
    beside.replace(path)

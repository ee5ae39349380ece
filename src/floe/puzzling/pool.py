"""The file that mining writes to: a line a game, so that a run can be stopped at any time and goes on where it was."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

import floe
from floe.core.errors import BadDocument, shown
from floe.core.typing import Document
from floe.puzzling.mine import Dug, Shift, dig_or_say_why

FORMAT = "floe puzzle pool"
VERSION = 1


class BadPool(BadDocument):
    """A file that is no pool, or one of something else."""

    kind = "pool of puzzles"


class Run(Protocol):
    """Where the work is done (``floe.arena.executors``)."""

    def __call__(self, work: Callable[[Shift], Dug], parts: Iterable[Shift]) -> Generator[Dug, None, None]: ...


class Pool:
    """What was mined so far, by one seed."""

    def __init__(self, path: Path, game: str, seed: int | str) -> None:
        """Go on with a file, or begin one."""
        self.path = path
        self.game, self.seed = game, seed
        self._head: Document = {
            "format": FORMAT,
            "version": VERSION,
            "game": game,
            "rules_version": floe.game(game).rules_version,
            "seed": seed,
        }
        self.done: set[int] = set()
        self.failed: list[str] = []
        """What went wrong since it was opened."""
        self.puzzles = 0
        if path.exists() and path.stat().st_size:
            self._go_on()
        else:
            self._write(self._head, "w")

    def _go_on(self) -> None:
        """Read what is done. A last line that was cut off is dropped, and its game played again."""
        lines = self.path.read_bytes().split(b"\n")
        if lines[-1]:
            self.path.write_bytes(b"".join(line + b"\n" for line in lines[:-1]))
        head, *games = (_parsed(line) for line in lines[:-1]) if len(lines) > 1 else (None,)
        if head != self._head:
            raise BadPool(str(self.path), f"it was begun with {shown(head)}, not {shown(self._head)}")
        for game in games:
            if game["failed"] is not None:
                continue
            self.done.add(game["number"])
            self.puzzles += len(game["puzzles"])

    def _write(self, line: Document, mode: str = "a") -> None:
        with self.path.open(mode, encoding="utf-8") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")

    def add(self, dug: Dug) -> None:
        """Write down what was found. A game that failed is written down too, and tried again when mining goes on."""
        self._write(asdict(dug))
        if dug.failed is not None:
            self.failed.append(dug.failed)
            return
        self.done.add(dug.number)
        self.puzzles += len(dug.puzzles)

    def mine(
        self, run: Run, games: int | None, minutes: float | None, told: Callable[[Dug], None] = lambda _: None
    ) -> None:
        """Play on: until so many games are in the file, or for so long. A game that was begun is finished."""
        with contextlib.closing(run(dig_or_say_why, self._shifts(games, minutes))) as dug:
            for one in dug:
                self.add(one)
                told(one)

    def _shifts(self, games: int | None, minutes: float | None) -> Iterator[Shift]:
        end = None if minutes is None else time.monotonic() + 60 * minutes
        number = 0
        while (games is None or number < games) and (end is None or time.monotonic() < end):
            if number not in self.done:
                yield Shift(self.game, number, self.seed)
            number += 1


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise BadPool("", f"a line is not JSON: {shown(line[:80])}") from None


def read(paths: Iterable[Path]) -> Iterator[Document]:
    """Every puzzle in pools of one game, those of a game after the other, whatever order they were mined in."""
    first: str | None = None
    for path in paths:
        head, *games = (_parsed(line) for line in path.read_bytes().splitlines()) if path.stat().st_size else (None,)
        if not isinstance(head, dict) or head.get("format") != FORMAT or head.get("version") != VERSION:
            raise BadPool(str(path), "it is no pool of puzzles")
        first = first or head["game"]
        if head["game"] != first:
            raise BadPool(str(path), f"it is of {head['game']}, and the one before of {first}")
        played = floe.game(head["game"]).rules_version
        if head["rules_version"] != played:
            problem = f"it is by version {head['rules_version']} of the rules, and version {played} is played here"
            raise BadPool(str(path), problem)
        same = {name: head[name] for name in ("game", "rules_version", "seed")}
        for game in sorted(games, key=lambda game: game["number"]):
            for puzzle in game["puzzles"]:
                yield {**same, **puzzle}

"""A run of games, and what of it can be counted."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator

from floe.arena.executors import Executor
from floe.arena.match import Match, MatchResult


class Run:
    """Games played block by block. Whatever ends it, the games that were over by then are kept."""

    def __init__(self, blocks: Iterable[list[Match]], executor: Executor) -> None:
        self.played: list[MatchResult] = []
        """Every game that was played to its end, in the order in which they ended."""
        self._blocks = blocks
        self._executor = executor
        self._sizes: dict[int, int] = {}
        self._ended: dict[int, list[MatchResult]] = {}

    def play(self, told: Callable[[MatchResult], None] = lambda _: None) -> Generator[list[MatchResult], None, None]:
        """Play, and yield whole blocks in the order of their numbers, which depends on no clock and no core.

        So whoever stops early because of what came stops at the same place every time. ``told`` hears of
        every game as soon as it is over.
        """
        following = 0
        with contextlib.closing(self._executor.play(self._matches())) as games:
            for game in games:
                self.played.append(game)
                self._ended.setdefault(game.match.block, []).append(game)
                told(game)
                while self._whole(following):
                    yield self._in_order(following)
                    following += 1

    def _matches(self) -> Iterator[Match]:
        for block in self._blocks:
            self._sizes[block[0].block] = len(block)
            yield from block

    def _whole(self, block: int) -> bool:
        return block in self._ended and len(self._ended[block]) == self._sizes[block]

    def _in_order(self, block: int) -> list[MatchResult]:
        return sorted(self._ended[block], key=lambda game: game.match.number)

    def whole_blocks(self) -> list[list[MatchResult]]:
        """The blocks of which every game was played. Only these are fair to everybody, so only these are counted."""
        return [self._in_order(block) for block in sorted(self._ended) if self._whole(block)]

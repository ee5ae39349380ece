"""A run of games, and what of it can be counted."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Generator, Iterable, Iterator

from floe.arena.executors import Executor
from floe.arena.match import Match, MatchResult


class Run:
    """Games played block by block. Whatever ends it, the games that were over by then are kept."""

    def __init__(
        self,
        blocks: Iterable[list[Match]],
        executor: Executor,
        known: Callable[[Match], MatchResult | None] = lambda _: None,
    ) -> None:
        """``known`` tells what came of a game that need not be played, because it was before."""
        self.played: list[MatchResult] = []
        """Every game that was played to its end: those that were known first, then in the order in which they ended."""
        self._blocks = blocks
        self._executor = executor
        self._known = known
        self._sizes: dict[int, int] = {}
        self._ended: dict[int, list[MatchResult]] = {}

    def play(self, told: Callable[[MatchResult], None] = lambda _: None) -> Generator[list[MatchResult], None, None]:
        """Play, and yield whole blocks in the order of their numbers, which depends on no clock and no core.

        So whoever stops early because of what came stops at the same place every time. ``told`` hears of
        every game as soon as it is over.
        """
        following = 0
        with contextlib.closing(self._executor.play(self._matches())) as games:
            for game in itertools.chain(games, (None,)):
                if game is not None:
                    self._add(game)
                    told(game)
                while self._whole(following):
                    yield self._in_order(following)
                    following += 1

    def _matches(self) -> Iterator[Match]:
        """What is still to be played."""
        for block in self._blocks:
            self._sizes[block[0].block] = len(block)
            for match in block:
                known = self._known(match)
                if known is None:
                    yield match
                else:
                    self._add(known)

    def _add(self, game: MatchResult) -> None:
        self.played.append(game)
        self._ended.setdefault(game.match.block, []).append(game)

    def _whole(self, block: int) -> bool:
        return block in self._ended and len(self._ended[block]) == self._sizes[block]

    def _in_order(self, block: int) -> list[MatchResult]:
        return sorted(self._ended[block], key=lambda game: game.match.number)

    def whole_blocks(self) -> list[list[MatchResult]]:
        """The blocks of which every game was played. Only these are fair to everybody, so only these are counted."""
        return [self._in_order(block) for block in sorted(self._ended) if self._whole(block)]

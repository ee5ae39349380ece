"""What is remembered of those who solve puzzles."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from floe.server import practice
from floe.server.api import threads
from floe.server.api.games import GameName
from floe.server.api.problems import PROBLEMS
from floe.server.people import Guest
from floe.server.puzzle_ratings import NOVICE, rated
from floe.server.wire.practice import MyPuzzles, PuzzleRatings, PuzzlesTried, PuzzleTries
from floe.server.worker import Worker


class PracticeRoutes(Controller):
    """Tries of puzzles, and ratings."""

    path = "/api"
    tags = ("puzzles",)

    @get("/me/puzzles", summary="The puzzles that I tried, and my rating.", responses=PROBLEMS)
    async def mine(self, worker: NamedDependency[Worker], visitor: NamedDependency[Guest | None]) -> MyPuzzles:
        rows = [] if visitor is None else await worker.store.solvers(visitor.id, NOVICE)
        return MyPuzzles([practice.record(row) for row in rows])

    @post("/me/puzzles", status_code=200, summary="Tell of puzzles that I tried.", responses=PROBLEMS)
    async def tell(
        self, data: JSONBody[PuzzleTries], worker: NamedDependency[Worker], guest: NamedDependency[Guest]
    ) -> PuzzlesTried:
        """The server judges what was played. To tell the same again changes nothing."""
        now = worker.tables.now()
        tries, unknown = await threads.run(practice.judged_tries, data, now)
        row = await worker.store.try_puzzles(guest.id, data.game, tries, now, NOVICE, rated)
        return PuzzlesTried(practice.record(row), unknown)

    @get("/puzzles/{name:str}/ratings", summary="How puzzles are rated that people have tried.", responses=PROBLEMS)
    async def ratings(self, name: GameName, worker: NamedDependency[Worker]) -> PuzzleRatings:
        found = await worker.store.puzzle_ratings(name)
        return PuzzleRatings(name, {puzzle: round(rating) for puzzle, rating in found.items()})

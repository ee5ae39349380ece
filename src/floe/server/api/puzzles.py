"""Puzzles that games come with."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from floe.server import puzzles
from floe.server.api import threads
from floe.server.api.games import GameName
from floe.server.api.problems import PROBLEMS
from floe.server.wire.http import DailyPuzzle, PuzzleSet, PuzzleSolution, PuzzleTried, PuzzleView, TryPuzzle

Asked = Request[Any, Any, Any]
PuzzleId = Annotated[str, PathParameter(pattern="^[0-9a-f]{1,32}$", description="A puzzle's id.")]
Day = Annotated[str, QueryParameter(max_length=40, description="The day where the person is, as YYYY-MM-DD.")]
_SET = {200: ResponseSpec(PuzzleSet, description="All puzzles of a game, in short.", generate_examples=False)}


class PuzzleRoutes(Controller):
    """``/api/puzzles``."""

    path = "/api/puzzles/{name:str}"
    tags = ("puzzles",)

    @get(summary="All puzzles of a game, in short.", responses=PROBLEMS | _SET)
    async def listed(self, request: Asked, name: GameName) -> Response[PuzzleSet | None]:
        """They are the same until the game comes with others: a browser may keep them, and asks whether they are."""
        found = await threads.run(puzzles.of_game, name)
        headers = {"ETag": f'"{found.digest}"', "Cache-Control": "no-cache"}
        known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
        if headers["ETag"] in known:
            return Response(None, status_code=304, headers=headers)
        return Response(await threads.run(puzzles.listed, name), headers=headers)

    @get("/daily", summary="Which puzzle everybody has on a day.", responses=PROBLEMS)
    async def daily(self, name: GameName, day: Day) -> DailyPuzzle:
        return await threads.run(puzzles.daily, name, day)

    @get("/{puzzle_id:str}", summary="A puzzle, to be solved.", responses=PROBLEMS)
    async def viewed(self, name: GameName, puzzle_id: PuzzleId) -> PuzzleView:
        return await threads.run(puzzles.viewed, name, puzzle_id)

    @post("/{puzzle_id:str}/try", status_code=200, summary="What comes of the solver's actions.", responses=PROBLEMS)
    async def tried(self, name: GameName, puzzle_id: PuzzleId, data: JSONBody[TryPuzzle]) -> PuzzleTried:
        """A wrong try is refuted: by what follows, and in facts."""
        return await threads.run(puzzles.tried, name, puzzle_id, data)

    @get("/{puzzle_id:str}/solution", summary="How a puzzle is solved, and why.", responses=PROBLEMS)
    async def solution(self, name: GameName, puzzle_id: PuzzleId) -> PuzzleSolution:
        return await threads.run(puzzles.solved, name, puzzle_id)

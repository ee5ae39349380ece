"""The games, their rules, and positions to be tried out. Nothing here belongs to a table, and nothing is kept."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter

import floe
from floe import rulebook
from floe.core.errors import BadOption
from floe.core.game import Game
from floe.server import answers, offered, trying
from floe.server.api import threads
from floe.server.api.languages import language_of
from floe.server.api.problems import PROBLEMS
from floe.server.language import Language
from floe.server.webapp import DOCS
from floe.server.wire import PROTOCOL
from floe.server.wire.http import (
    CheckedRules,
    NewPosition,
    NewRules,
    Rule,
    ServerInfo,
    Tried,
    Try,
)

_LESSONS = {200: ResponseSpec(list[dict[str, Any]], description="As the game wrote them.", generate_examples=False)}
GameName = Annotated[str, PathParameter(pattern="^[a-z0-9_]{1,40}$", description="A game's name.")]


class GameRoutes(Controller):
    """What can be played here."""

    path = "/api"
    tags = ("games",)

    @get("/server", summary="The server, its protocol and its games.", responses=PROBLEMS, sync_to_thread=False)
    def server(self) -> ServerInfo:
        told = [answers.game_info(game) for game in offered.games().values()]
        return ServerInfo(floe.__version__, PROTOCOL, told, docs=(DOCS / "index.html").is_file())

    @get(
        "/games/{name:str}/rules",
        summary="Every rule of a game, in English where it is not written in that language.",
        responses=PROBLEMS,
        dependencies={"language": Provide(language_of)},
        sync_to_thread=False,
    )
    def rules(self, name: GameName, language: NamedDependency[Language]) -> list[Rule]:
        _known(name)
        with suppress(BadOption):  # it has no page
            return [Rule(number, text) for number, text in rulebook.rules(name, language).items()]
        return []

    @get(
        "/games/{name:str}/lessons",
        summary="The lessons of a game that brings some.",
        responses=PROBLEMS | _LESSONS,
        sync_to_thread=False,
    )
    def lessons(self, name: GameName) -> Response[bytes]:
        file = _known(name).manifest.file("lessons")
        if file is None:
            raise NotFoundException("this game has no lessons")
        return Response(file.read_bytes(), media_type="application/json")

    @post("/rules", status_code=200, summary="Whether a game can be played by these rule options.", responses=PROBLEMS)
    async def check_rules(self, data: JSONBody[NewRules]) -> CheckedRules:
        return await threads.run(answers.checked_rules, data)

    @post("/positions", status_code=200, summary="A first position.", responses=PROBLEMS)
    async def first(self, data: JSONBody[NewPosition]) -> Tried:
        return await threads.run(answers.first_position, data)

    @post(
        "/try",
        status_code=200,
        summary="Play actions in a position, or only look at it.",
        responses=PROBLEMS,
    )
    async def try_out(self, data: JSONBody[Try]) -> Tried:
        return await threads.run(trying.tried, data)


def _known(name: str) -> Game[Any]:
    if name not in offered.games():
        raise NotFoundException("there is no such game")
    return offered.games()[name]

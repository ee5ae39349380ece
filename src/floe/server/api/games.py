"""The games, their rules, and positions to be tried out. Nothing here belongs to a table, and nothing is kept."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter

import floe
from floe import rulebook
from floe.core.errors import BadOption, FloeError
from floe.core.game import Game, State
from floe.server import offered
from floe.server.api import threads
from floe.server.api.problems import PROBLEMS, problem_of
from floe.server.tables import views
from floe.server.wire import PROTOCOL
from floe.server.wire.http import (
    CheckedRules,
    GameInfo,
    NewPosition,
    NewRules,
    Rule,
    RuleOption,
    ServerInfo,
    Tried,
    Try,
)
from floe.server.wire.tables import Fact

_LESSONS = {200: ResponseSpec(list[dict[str, Any]], description="As the game wrote them.", generate_examples=False)}
GameName = Annotated[str, PathParameter(pattern="^[a-z0-9_]{1,40}$", description="A game's name.")]


class GameRoutes(Controller):
    """What can be played here."""

    path = "/api"
    tags = ("games",)

    @get("/server", summary="The server, its protocol and its games.", responses=PROBLEMS, sync_to_thread=False)
    def server(self) -> ServerInfo:
        return ServerInfo(floe.__version__, PROTOCOL, [_info(game) for game in offered.games().values()])

    @get(
        "/games/{name:str}/rules",
        summary="Every rule of a game, in English words.",
        responses=PROBLEMS,
        sync_to_thread=False,
    )
    def rules(self, name: GameName) -> list[Rule]:
        _known(name)
        with suppress(BadOption):  # it has no page
            return [Rule(number, text) for number, text in rulebook.rules(name).items()]
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
        return await threads.run(_checked, data)

    @post("/positions", status_code=200, summary="A first position.", responses=PROBLEMS)
    async def first(self, data: JSONBody[NewPosition]) -> Tried:
        return await threads.run(_first, data)

    @post(
        "/try",
        status_code=200,
        summary="Play an action in a position document, or only look at it.",
        responses=PROBLEMS,
    )
    async def try_out(self, data: JSONBody[Try]) -> Tried:
        return await threads.run(_tried, data)


def _known(name: str) -> Game[Any]:
    if name not in offered.games():
        raise NotFoundException("there is no such game")
    return offered.games()[name]


def _info(game: Game[Any]) -> GameInfo:
    manifest = game.manifest
    return GameInfo(
        name=game.name,
        title=game.title,
        players=list(game.players),
        hidden=game.hidden,
        chance=game.chance,
        rules_version=game.rules_version,
        options=[
            RuleOption(
                option.name,
                option.default,
                list(option.choices) or None,
                option.lowest,
                option.highest,
                option.own,
                option.text,
            )
            for option in game.options
        ],
        colours={str(count): list(manifest.colours[count]) for count in game.players},
        levels=offered.ladder(game.name),
        default_level=offered.default_level(game.name),
        elo=dict(manifest.elo),
        summary=manifest.summary,
        board=manifest.board,
        lessons=manifest.file("lessons") is not None,
    )


def _checked(asked: NewRules) -> CheckedRules:
    game = floe.game(asked.game)
    try:
        game.new(game.players[0], 0, asked.rules)
    except FloeError as fault:
        return CheckedRules(problem_of(fault))
    return CheckedRules()


def _first(asked: NewPosition) -> Tried:
    return _shown(floe.game(asked.game).new(asked.players, asked.seed, asked.rules), asked.seat, [])


def _tried(asked: Try) -> Tried:
    name = asked.position.get("game")
    if not isinstance(name, str):
        raise BadOption("a position document names its game")
    state: State = floe.game(name).from_dict(asked.position)
    if asked.action is None:
        return _shown(state, asked.seat, [])
    return _shown(state.play(asked.action), asked.seat, views.facts(state.facts(asked.action, asked.seat)))


def _shown(state: State, seat: int | None, told: list[Fact]) -> Tried:
    return Tried(
        document=state.to_dict(),
        position=views.position(state, seat, 0, legal=seat is None or state.to_move == seat),
        facts=told,
        to_move=state.to_move,
        winners=state.winners,
    )

"""What a server needs compiled is compiled before anybody can ask for it, in a process of its own.

To compile takes long and holds Python's lock all the while: a worker that compiles answers nobody. So ``floe serve``
lets another process do everything once that people can ask for. What that leaves in the cache on disk is what workers
load. A mark beside it says that it is there; it has another name after any change of a source, of the processor, or of
the players that the host adds.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import floe
from floe.bots import registry
from floe.bots.analysis import analyse, judge_action
from floe.bots.hints import hint
from floe.bots.lines import lines
from floe.bots.search.engine import ready_search
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.targets import ways_of
from floe.core import jit
from floe.core.errors import FloeError
from floe.core.game import Game, State
from floe.core.levels import BY_PLAYOUT, Budget
from floe.core.randomness import generator
from floe.core.record import Record
from floe.puzzling import library, trying
from floe.server import offered
from floe.server.logs import Log, configure
from floe.server.settings import Settings
from floe.server.tables import views

_FEW = Budget(simulations=4)
_PLIES, _EVERY, _REFUSED = 120, 12, 8
"""So much of a game is played; every so many actions machines are asked; so many that are not legal are tried."""
_FLOORS = ("core", "bots", "puzzling", "server")
journal = Log("preparing")


class CannotPrepare(FloeError):
    """The games could not be got ready."""


def prepared(game: Game[Any], settings: Settings) -> bool:
    """Whether everything that people can ask for was compiled on this machine, and kept."""
    mark = _mark(game, settings)
    return jit.interpreted() or (mark is not None and mark.exists())


def _mark(game: Game[Any], settings: Settings) -> Path | None:
    """None where nothing can be kept."""
    unit = game.loops.unit
    if unit is None:
        return None
    folder = jit.cache_folder(unit.above(*_FLOORS))
    if folder is None:
        return None
    made_for = hashlib.sha256(f"{jit.processor()} {settings.players}".encode()).hexdigest()[:16]
    return folder / f"prepared-{game.name}-{made_for}"


def prepare(settings: Settings, tell: Callable[[str], None]) -> None:
    """Let another process compile what is missing, and wait for it. Where nothing can be kept, workers do it."""
    missing = [game for game in offered.installed().games.values() if not prepared(game, settings)]
    kept = [game for game in missing if _mark(game, settings) is not None]
    for game in missing:
        tell(f"Preparing {game.title} for this machine; this happens once ...")
    if not kept:
        return
    command = [sys.executable, "-m", "floe.server.preparing", *(game.name for game in kept)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)  # noqa: S603  # our own module
    if done.returncode:
        raise CannotPrepare(f"the games could not be compiled (exit code {done.returncode}); the lines above say why")


async def load(settings: Settings) -> None:
    """Have in this process what people ask for most, before it listens; or compile it, where it cannot be kept."""

    def work() -> None:
        for game in offered.games().values():
            if prepared(game, settings):
                _think(game, game.new(seed=0), offered.default_level(game.name))
            else:
                _rehearse_and_mark(game, settings)

    await asyncio.to_thread(work)


def _rehearse_and_mark(game: Game[Any], settings: Settings) -> None:
    try:
        rehearse(game.name)
    except (
        Exception
    ) as fault:  # a game from outside may fail in any way; what it lacks is compiled when it is asked for
        journal.error("not_prepared", fault, game=game.name)
    mark = _mark(game, settings)
    if mark is not None:
        mark.touch()


@functools.cache
def rehearse(name: str) -> None:
    """Everything once that people can ask a server for in a game."""
    game = floe.game(name)
    game.warm_up()
    for players in game.players:
        record = _played(game, players)
    for ply in range(0, len(record), _EVERY):
        _ask_machines(record.at(ply))
    for way in dict.fromkeys((*ways_of(name), BY_PLAYOUT)):
        ready_search(heuristics_of(name), way)
    for level in offered.levels(name):
        _think(game, record.at(0), level)
    analyse(record, 2, threads=1)
    _puzzles(name)


def _played(game: Game[Any], players: int) -> Record:
    """A game, of which everything was looked at on the way. At last somebody gives up."""
    record = Record.begin(game, players, seed=players)
    met: dict[str, None] = {}
    for number in range(_PLIES):
        state = record.at(number)
        if state.over:
            return record
        actions = state.legal_actions()
        action = actions[number * 7 % len(actions)]
        _look(state, action, [other for other in met if other not in actions][-_REFUSED:])
        if number % _EVERY == 0:
            _read(game, state)
        met |= dict.fromkeys(actions)
        record.play(action)
    record.resign(0)
    return record


def _look(state: State, action: str, illegal: list[str]) -> None:
    """All that is shown of a position, and why some actions cannot be played in it."""
    for seat in (None, *range(state.players)):
        views.position(state, seat, 0, legal=seat == state.to_move)
        views.told_of(state, action, seat)
    for other in illegal:
        with suppress(FloeError):
            state.play(other)


def _read(game: Game[Any], state: State) -> None:
    """A position from its document, whole and as each seat sees it."""
    game.from_dict(state.to_dict())
    for seat in (None, *range(state.players)):
        game.determinize(state.view(seat), seat, generator(0))


def _ask_machines(state: State) -> None:
    view = state.view(state.to_move)
    hint(view, _FEW)
    lines(view, _FEW)
    judge_action(view, state.legal_actions()[0], 2)


def _think(game: Game[Any], state: State, level: str) -> None:
    bot = registry.level_bot(level, game.name, 0.01, 1)
    bot.choose(state.view(state.to_move), state.legal_actions(), generator(0))


def _puzzles(name: str) -> None:
    """One puzzle of each theme, tried wrongly and rightly."""
    try:
        found = library.puzzles(name)
    except FloeError:
        return
    for theme in found.themes():
        puzzle = found.by(theme=theme)[0]
        for action in puzzle.state.legal_actions()[:2]:
            trying.judged(puzzle, [action])
        trying.reasons(puzzle)


def main(names: list[str]) -> None:
    settings = Settings.read()
    configure(settings.log_level)
    offered.offer_players(settings)
    for name in names:
        _rehearse_and_mark(offered.installed().games[name], settings)


if __name__ == "__main__":
    main(sys.argv[1:])

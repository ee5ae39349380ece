"""Mining: games of the machine players, and the puzzles that are found on their way. One game is one piece of work."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import floe
from floe import games
from floe.bots.registry import RANDOM, level_bot
from floe.core.game import State
from floe.core.randomness import Deal, generator
from floe.core.typing import Document
from floe.puzzling.difficulty import measured
from floe.puzzling.puzzle import Puzzle, hooks, seen

PLAYERS_BY_MACHINE = ("beginner", "easy", "easy", "medium", "medium", "hard")
"""Who plays, drawn for each seat: weak players leave wins standing, and come into trouble."""
MOST_RANDOM_TURNS = 6
"""A game begins with some turns at random, so that no two are alike."""
MOST_ACTIONS = 5000
FEWEST_ACTIONS = 2
"""What is solved by one action, however well hidden, is no puzzle."""


@dataclass(frozen=True)
class Shift:
    """A game to be played and searched. What comes of it depends on what stands here alone."""

    game: str
    number: int
    seed: int | str

    def __str__(self) -> str:
        return f"game {self.number} ({self.game}, seed {self.seed!r})"


@dataclass(frozen=True)
class Dug:
    """What was found in a game."""

    number: int
    puzzles: tuple[Document, ...]
    positions: int
    """How many were looked at."""
    refuted: tuple[str, ...]
    """What the second method said against what the first had found."""
    trivial: int
    """How many were too easy."""
    seconds: float
    """Of this process's time."""
    failed: str | None = None
    """Why the game could not be searched to its end, if it could not."""


def positions(shift: Shift) -> Iterator[State]:
    """Every position of the game whose phase is one in which puzzles begin."""
    game = floe.game(shift.game)
    deal = Deal(f"{shift.seed}/{shift.number}", "puzzles")
    count = game.players[shift.number % len(game.players)]
    levels = games.manifest(shift.game).levels
    usual = [level for level in PLAYERS_BY_MACHINE if level in levels] or list(levels)[:-1]
    bots = [level_bot(usual[deal.below(len(usual))], shift.game) for _ in range(count)]
    random, opening = level_bot(RANDOM, shift.game), deal.below(MOST_RANDOM_TURNS + 1)
    rng = generator(f"{shift.seed}/{shift.number}", "puzzles")
    state: State = game.new(count, f"{shift.seed}/{shift.number}")
    phases = hooks(shift.game).PHASES
    for _ in range(MOST_ACTIONS):
        seat = state.to_move
        if seat is None:
            return
        if state.phase in phases and state.turn >= opening:
            yield state
        player = random if state.turn < opening else bots[seat]
        state = state.play(player.choose(state.view(seat), state.legal_actions(), rng))


def dig(shift: Shift) -> Dug:
    """Play a game, and take the puzzles that two methods agree on and the weakest level misses."""
    begun, own = time.process_time(), hooks(shift.game)
    kept: list[Document] = []
    refuted: list[str] = []
    looked_at = trivial = 0
    for state in positions(shift):
        looked_at += 1
        view = state.view(state.to_move)
        looked = seen(view)
        for found in own.find(looked):
            if sum(len(part) for part in found.solution[::2]) < FEWEST_ACTIONS:
                trivial += 1
                continue
            problem = own.disproof(looked, found)
            if problem is not None:
                refuted.append(f"{found.task}: {problem}")
                continue
            puzzle = measured(Puzzle(shift.game, state.game.rules_version, view, found))
            if puzzle is None:
                trivial += 1
            else:
                kept.append(puzzle.to_dict() | {"same": own.same(looked), "from": [shift.number, state.turn]})
    return Dug(shift.number, tuple(kept), looked_at, tuple(refuted), trivial, time.process_time() - begun)


def dig_or_say_why(shift: Shift) -> Dug:
    """The same; whatever goes wrong is said of this game, and the others go on."""
    try:
        return dig(shift)
    except Exception as fault:
        return Dug(shift.number, (), 0, (), 0, 0.0, f"{shift} failed: {type(fault).__name__}: {fault}")

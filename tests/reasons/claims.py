"""What is claimed where: explanations of positions from games of the machine players, and of tries at puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import floe
from floe import games
from floe.bots.analysis.judge import Judge
from floe.bots.explanations import allowed, explain, sharpened
from floe.bots.registry import RANDOM, level_bot
from floe.bots.search_player import SearchPlayer
from floe.core.facts import Fact
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import Deal, generator
from floe.puzzling import trying
from floe.puzzling.puzzle import Puzzle

SIMULATIONS = 800
"""What explanations are given after, as ``floe analyse`` does."""
PLAYERS_BY_MACHINE = ("beginner", "easy", "medium", "hard")
EVERY = 9
"""Of the positions of a game, one in so many is explained, on average."""
GIVEN_AWAY = 0.05
"""Chances lost by an action that is explained as a mistake."""
TRIES = 6
"""At a puzzle."""


@dataclass(frozen=True)
class Claim:
    """Facts that were told of one position."""

    source: str
    """``hint``, ``mistake``, ``solution`` or ``try``."""
    state: State
    """The truth, of which the seat that is told may know less."""
    seat: int
    action: str
    plan: tuple[str, ...]
    """What the facts are about. Of a try, what refutes it, after the rest of the turn."""
    facts: tuple[Fact, ...]
    simulations: int = SIMULATIONS
    first: State | None = None
    """Of a try: where it began."""
    target: State | None = None
    """Of a try: where it should have led."""


def of_game(game: str, seed: str) -> Iterator[Claim]:
    """What is said along a game of machine players of several strengths, whose first turns are random."""
    deal, rng = Deal(seed, "reasons"), generator(seed, "reasons")
    counts = floe.game(game).players
    state: State = floe.game(game).new(counts[deal.below(len(counts))], seed)
    levels = [level_bot(PLAYERS_BY_MACHINE[deal.below(4)], game) for _ in range(state.players)]
    random, opening = level_bot(RANDOM, game), deal.below(8)
    judge = Judge(game, state.to_dict()["rules"], SIMULATIONS)
    while not state.over:
        seat = state.to_move or 0
        player = random if state.turn < opening else levels[seat]
        action = player.choose(state.view(seat), state.legal_actions(), rng)
        if deal.below(EVERY) == 0:
            yield from _said(state, seat, action, judge, f"{seed}/{state.turn}/{deal.below(1 << 30)}")
        state = state.play(action)


def _said(state: State, seat: int, action: str, judge: Judge, seed: str) -> Iterator[Claim]:
    """A hint; and if what was played gives much away, what is said of that."""
    view = state.view(seat)
    player = SearchPlayer(state.game.name, Level(Budget(simulations=SIMULATIONS)), threads=1)
    thought = sharpened(view, player.think(view, generator(seed)))
    told = explain(view, thought)
    yield Claim("hint", state, seat, thought.action, told.plan, told.reasons)
    judged = judge.judge(view, action, seed)
    if judged.best[seat] - judged.played[seat] > GIVEN_AWAY:
        instead = replace(judged.thought, action=action, line=[action])
        plan = explain(view, instead, comparing=False).plan
        yield Claim("mistake", state, seat, action, plan, allowed(view, instead))


def of_puzzle(puzzle: Puzzle, seed: str) -> Iterator[Claim]:
    """What is said of its solution, and of tries at it."""
    parts = puzzle.solution[:1] if len(puzzle.solution) == 1 or puzzle.solution[1] else puzzle.solution
    solution = tuple(action for part in parts for action in part)
    yield Claim("solution", puzzle.state, puzzle.seat, solution[0], solution, tuple(trying.reasons(puzzle)))
    deal = Deal(f"{seed}/{puzzle.id}", "tries")
    for _ in range(TRIES):
        played: list[str] = []
        verdict = trying.judged(puzzle, played)
        while verdict.standing == trying.OPEN and not verdict.reply:
            legal = verdict.state.legal_actions()
            on_way = len(played) < len(puzzle.solution[0]) and puzzle.solution[0][len(played)] in legal
            right = on_way and deal.below(3) > 0
            played.append(puzzle.solution[0][len(played)] if right else legal[deal.below(len(legal))])
            verdict = trying.judged(puzzle, played)
        if verdict.refutation is not None:
            said = verdict.refutation
            yield Claim(
                "try", verdict.state, puzzle.seat, played[-1], said.line, said.facts,
                first=puzzle.state, target=puzzle.target,
            )  # fmt: skip


def games_with_reasons() -> list[str]:
    """The games that come with Floe and explain moves."""
    found = games.found().manifests.items()
    return [name for name, manifest in found if manifest.explanations and manifest.package.startswith("floe.")]

"""Hold machine players of ICE CULT against the truth: late positions of short games for two, solved without a doubt.

PYTHONPATH=src python tools/solve_icecult.py --path 1 --positions 10000 --level strong --seconds 0.05 --jobs 2

Games are played by players of every kind. Of the last turns of each, positions are drawn in which every legal action is
proven to win or to lose (``floe.games.icecult.solving``), and some win and some lose. A player is then asked what it
would play there; right is what wins. Positions in which all actions are worth the same tell nothing, and are left out.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import floe
from floe.arena.executors import InProcess, LocalProcesses
from floe.arena.intervals import proportion
from floe.arena.tables import shares, table
from floe.bots.bot import Bot
from floe.bots.registry import level_bot
from floe.bots.uniform import Uniform
from floe.core.errors import BadOption, FloeError
from floe.core.game import State
from floe.core.randomness import Deal, generator
from floe.core.typing import Document, U64Array
from floe.games.icecult.solving import MOST_POSITIONS, Solver, optimal

GAME = "icecult"
PLAYERS = ("random", "greedy", "beginner", "easy", "medium", "hard")
"""Who plays the games, drawn for each seat, unless told otherwise."""
BESIDE = 3
"""So often each of the last turns is played at random beside."""
PER_GAME = 6
"""At most so many positions of one game, because those are like each other."""
ANY, NOW, LATER = "any", "now", "later"
EVERY = 30.0
"""Seconds between two lines that tell how far it is."""


@dataclass(frozen=True)
class Task:
    """A game to be played, and who is asked about its end."""

    number: int
    seed: str
    path: int
    levels: tuple[str, ...]
    seconds: float | None = None
    last: int = 2
    """From so many turns at the end of a game positions are drawn."""
    wins: str = ANY
    """Whether positions are asked about in which the player can win in this very turn, or those in which not."""
    effort: int = MOST_POSITIONS
    players: tuple[str, ...] = PLAYERS


@dataclass(frozen=True)
class Asked:
    """A position, what wins there, and what each level played."""

    position: Document
    turns: int
    """In the course of which turn the win comes at the latest, this one being 1."""
    legal: int
    right: tuple[str, ...]
    played: dict[str, str]

    def is_right(self, level: str) -> bool:
        return self.played[level] in self.right


@dataclass
class Judged:
    """What came of a game."""

    number: int
    asked: list[Asked] = field(default_factory=list)
    alike: int = 0
    """Positions in which all actions are worth the same."""
    unproven: int = 0
    others: int = 0
    """Those with a win in this turn, or without, where only the others are asked about."""


def played(task: Task) -> list[State]:
    """Decisions in the last turns of a game, in an order that is drawn: those that were met, and those that a random
    player would have met in the same turns."""
    deal = Deal(f"{task.seed}/{task.number}", "solve icecult")
    rng = generator(f"{task.seed}/{task.number}", "solve icecult")
    bots = [level_bot(task.players[deal.below(len(task.players))], GAME, threads=1) for _ in range(2)]
    state: State = floe.game(GAME).new(players=2, rules={"path_length": task.path})
    met = [state]
    while not met[-1].over:
        met.append(_next(met[-1], bots[met[-1].to_move or 0], rng))
    last = [one for one in met if one.turn > met[-1].turn - task.last]
    for first in [one for one in last if one.phase == "tilt1"]:
        for _ in range(BESIDE):
            state = first
            while not state.over and state.turn == first.turn:
                last.append(state)
                state = _next(state, Uniform(), rng)
    return deal.shuffled([one for one in dict.fromkeys(last) if not one.over and len(one.legal_actions()) > 1])


def _next(state: State, bot: Bot, rng: U64Array) -> State:
    return state.play(bot.choose(state.view(state.to_move), state.legal_actions(), rng))


def judge(task: Task) -> Judged | FloeError:
    """Play a game, draw positions, solve them, and ask the levels."""
    try:
        return _judge(task)
    except FloeError as fault:
        return fault


def _judge(task: Task) -> Judged:
    judged, solver = Judged(task.number), Solver(most=task.effort)
    glance = Solver(1, task.effort)
    for state in played(task):
        seat = state.to_move or 0
        if task.wins != ANY and (glance.outcome(state) == (seat, 1)) != (task.wins == NOW):
            judged.others += 1
            continue
        outcomes = solver.actions(state)
        if outcomes is None:
            judged.unproven += 1
            continue
        right = optimal(outcomes, seat)
        if len(right) == len(outcomes):
            judged.alike += 1
            continue
        turns = min(outcomes[action].turns for action in right)
        answers = {}
        for level in task.levels:
            rng = generator(f"{task.seed}/{task.number}/{len(judged.asked)}", level)
            bot = level_bot(level, GAME, task.seconds)
            answers[level] = bot.choose(state.view(seat), state.legal_actions(), rng)
        judged.asked.append(Asked(state.to_dict(), turns, len(outcomes), tuple(sorted(right)), answers))
        if len(judged.asked) == PER_GAME:
            break
    return judged


class Tally:
    """Games in the order of their numbers, whatever ended first, so that the same seed asks about the same positions;
    one that was met before is not asked about again."""

    def __init__(self, positions: int) -> None:
        self.wanted, self.asked, self.games = positions, list[Asked](), 0
        self.left_out: Counter[str] = Counter()
        self._waiting: dict[int, Judged] = {}
        self._seen: set[str] = set()

    @property
    def full(self) -> bool:
        return len(self.asked) >= self.wanted

    def add(self, judged: Judged) -> None:
        self._waiting[judged.number] = judged
        while self.games in self._waiting and not self.full:
            self._count(self._waiting.pop(self.games))
            self.games += 1

    def _count(self, judged: Judged) -> None:
        self.left_out["all actions are worth the same"] += judged.alike
        self.left_out["not all actions are proven"] += judged.unproven
        self.left_out["not asked for"] += judged.others
        for asked in judged.asked:
            same = json.dumps(asked.position | {"turn": 0}, sort_keys=True)
            if same in self._seen:
                self.left_out["met before"] += 1
            elif not self.full:
                self._seen.add(same)
                self.asked.append(asked)

    def failures(self, level: str) -> list[Asked]:
        return [asked for asked in self.asked if not asked.is_right(level)]


def row(name: str, level: str, asked: list[Asked]) -> list[str]:
    right = sum(one.is_right(level) for one in asked)
    return [name, level, str(len(asked)), str(len(asked) - right), *shares(proportion(right, len(asked)))]


def report(tally: Tally, levels: Iterable[str]) -> str:
    """How often each level played what wins: of all positions, and by how far away the win is."""
    left_out = "; ".join(f"{what}: {n}" for what, n in sorted(tally.left_out.items()) if n)
    if not tally.asked:
        return f"No position of {tally.games} games tells anything. Left out: {left_out or 'none'}."
    heads = ["the win comes", "level", "positions", "wrong", "right", "95%"]
    rows = []
    for level in levels:
        rows.append(row("whenever", level, tally.asked))
        for turns in sorted({one.turns for one in tally.asked}):
            when = "this turn" if turns == 1 else f"in turn {turns}"
            rows.append(row(when, level, [one for one in tally.asked if one.turns == turns]))
    chance = sum(len(one.right) / one.legal for one in tally.asked) / len(tally.asked)
    return "\n".join(
        [
            table(heads, rows, 2),
            f"{len(tally.asked)} positions of {tally.games} games. At random, {100 * chance:.1f} % would be right.",
            f"Positions left out: {left_out or 'none'}.",
        ]
    )


def tasks(wishes: argparse.Namespace, tally: Tally, until: float) -> Iterator[Task]:
    number = 0
    while not tally.full and time.monotonic() < until:
        yield Task(
            number,
            wishes.seed,
            wishes.path,
            tuple(wishes.level),
            wishes.seconds,
            wishes.last,
            wishes.wins,
            wishes.effort,
            tuple(wishes.players),
        )
        number += 1


def measure(wishes: argparse.Namespace) -> Tally:
    """Ask until there are enough positions, the time is over or Ctrl-C is pressed; what there is counts."""
    tally, begun = Tally(wishes.positions), time.monotonic()
    until = begun + 60 * wishes.minutes if wishes.minutes else float("inf")
    executor = InProcess() if wishes.jobs == 0 else LocalProcesses(wishes.jobs)
    told = begun
    with contextlib.suppress(KeyboardInterrupt):
        for judged in executor.run(judge, tasks(wishes, tally, until)):
            tally.add(judged)
            if time.monotonic() - told > EVERY:
                told = time.monotonic()
                wrong = ", ".join(f"{level} {len(tally.failures(level))}" for level in wishes.level)
                line = f"{told - begun:5.0f} s  {len(tally.asked)} positions, wrong: {wrong}"
                print(line, file=sys.stderr, flush=True)
    return tally


def write_failures(tally: Tally, levels: Iterable[str], path: Path) -> None:
    """A line for each wrong answer: the level, what it played, what would have won, and the position document."""
    lines = [
        {"level": level, "played": one.played[level], "right": one.right, "turns": one.turns, "position": one.position}
        for level in levels
        for one in tally.failures(level)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def wishes_of(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--path", type=int, choices=(1, 2), default=1, help="spaces on each path")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--level", nargs="+", default=["strong"], help="who is asked; several are asked the same")
    parser.add_argument("--seconds", type=float, help="for each answer of those who think by the clock")
    parser.add_argument("--players", nargs="+", default=PLAYERS, help="who plays the games, drawn for each seat")
    parser.add_argument("--last", type=int, default=2, help="draw from so many turns at the end of each game")
    parser.add_argument(
        "--wins", choices=(ANY, NOW, LATER), default=ANY, help="only where the player can win this turn, or not"
    )
    parser.add_argument("--effort", type=int, default=MOST_POSITIONS, help="so many positions to settle a question")
    parser.add_argument(
        "--jobs", type=int, help="processes, which share the cores; as many as cores unless told, 0: none"
    )
    parser.add_argument("--minutes", type=float, help="stop after so many, with what there is")
    parser.add_argument("--failures", type=Path, help="a file for the wrong answers, a line of JSON each")
    wishes = parser.parse_args(arguments)
    for name in ("positions", "last", "effort"):
        if (value := getattr(wishes, name)) < 1:
            parser.error(f"--{name} is 1 or more, not {value}")
    for name in ("seconds", "minutes"):
        if (value := getattr(wishes, name)) is not None and not value > 0:
            parser.error(f"--{name} is more than 0, not {value}")
    try:
        for level in (*wishes.level, *wishes.players):
            level_bot(level, GAME)
        if wishes.jobs:
            LocalProcesses(wishes.jobs)
    except BadOption as fault:
        parser.error(str(fault))
    return wishes


def main() -> None:
    wishes = wishes_of()
    tally = measure(wishes)
    print(report(tally, wishes.level))
    if wishes.failures:
        write_failures(tally, wishes.level, wishes.failures)


if __name__ == "__main__":
    main()

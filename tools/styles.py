"""Do the named players show their style, and are they as strong as without one?

PYTHONPATH=src python tools/styles.py icecult --level easy --games 200

Each level meets itself without its style: one seat of each table has it, and each deal is played once with it at each
seat. What a style is about is counted at all seats of the same games. Levels that think by the clock are given a number
of simulations instead.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import NormalDist, fmean, stdev

import floe
from floe import games
from floe.arena.intervals import CONFIDENCE, proportion
from floe.arena.tables import table
from floe.bots.registry import ladder
from floe.bots.search_player import SearchPlayer
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator

_SIGMAS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_BY_CLOCK = 400
EARLY = 5
"""What is counted early is counted when a seat has had so many turns."""


@dataclass(frozen=True)
class Choice:
    """What a seat did: the action, the position that it was played in, and the one that it led to."""

    action: str
    before: State
    after: State


Count = Callable[[list[Choice], int], float | None]
"""What a seat did in a game, counted; None if the game does not tell."""


def _steps(style: str) -> Count:
    """How well its steps fit a style of ICE CULT, in all."""

    def count(choices: list[Choice], seat: int) -> float:
        fits = games.manifest("icecult").part("styles").STYLES[style]
        return float(sum(fits(one.before, [one.action])[0] for one in choices if "@" in one.action))

    return count


def _at_early_end(choices: list[Choice]) -> State | None:
    """The position after a seat's first few turns; None if the game was shorter."""
    turns = sorted({one.before.turn for one in choices if one.before.phase != "place"})
    return [one for one in choices if one.before.turn == turns[EARLY - 1]][-1].after if len(turns) >= EARLY else None


def _igloos(choices: list[Choice], seat: int) -> float | None:
    state = _at_early_end(choices)
    return None if state is None else 2.0 - float(state.array["igloos"][0, seat])


def _kayaks(choices: list[Choice], seat: int) -> float:
    return float(sum(one.action.startswith("kayak") for one in choices))


def _worth(*animals: str) -> Count:
    """What it has taken of some animals, by their first letters, in points."""

    def count(choices: list[Choice], seat: int) -> float:
        taken = [one.action.split(" ")[-1] for one in choices if one.action.startswith(("hunt", "harpoon"))]
        return float(sum(4 if animal == "bear" else int(animal[1]) for animal in taken if animal[0] in animals))

    return count


def _beside_others(choices: list[Choice], seat: int) -> float | None:
    """The part of its flips that are beside more of the others' Inuit than of its own."""
    fits = games.manifest("igluiglu").part("styles").STYLES["breaker"]
    flips = [bool(fits(one.before, [one.action])[0]) for one in choices if one.action.startswith("flip")]
    return fmean(flips) if flips else None


COUNTS: dict[str, dict[str, tuple[str, Count]]] = {
    "icecult": {
        "carrier": ("others' pawns carried by its own, a game", _steps("carrier")),
        "builder": ("pairs of own pawns brought together, a game", _steps("builder")),
        "hitchhiker": ("own pawns that climbed onto others' or were carried, a game", _steps("hitchhiker")),
        "hunter": ("pairs of others' pawns parted, a game", _steps("hunter")),
        "herder": ("others' pawns driven out of start, a game", _steps("herder")),
    },
    "igluiglu": {
        "paddler": ("trips by kayak, a game", _kayaks),
        "fisher": ("fish caught a game, in points", _worth("f")),
        "settler": (f"igloos built in {EARLY} turns", _igloos),
        "hunter": ("foxes and bears taken a game, in points", _worth("x", "b")),
        "breaker": ("part of its flips beside others' Inuit", _beside_others),
    },
}


def played(game: str, seats: list[Level], number: int, seed: str) -> tuple[list[list[Choice]], tuple[float, ...]]:
    """What each seat did in a game, and its share of the win. As many games as there are seats have the same deal."""
    state = floe.game(game).new(len(seats), seed=f"{seed}/{number // len(seats)}")
    players = [SearchPlayer(game, level, threads=1) for level in seats]
    rngs = [generator(f"{seed}/{number}/{seat}", "styles") for seat in range(len(seats))]
    choices: list[list[Choice]] = [[] for _ in seats]
    while (seat := state.to_move) is not None:
        action = players[seat].choose(state.view(seat), state.legal_actions(), rngs[seat])
        after = state.play(action)
        choices[seat].append(Choice(action, state, after))
        state = after
    outcome = state.outcome
    return choices, () if outcome is None else outcome.shares


def measured(
    game: str, level: Level, count: Count, many: int, players: int, seed: str
) -> tuple[list[float], list[float], float]:
    """What was counted with the style and without it, and how many games were won with it."""
    with_: list[float] = []
    without: list[float] = []
    won = 0.0
    for number in range(many):
        own = number % players
        seats = [level if seat == own else level.plain() for seat in range(players)]
        choices, shares = played(game, seats, number, seed)
        won += shares[own]
        for seat in range(players):
            told = count(choices[seat], seat)
            (with_ if seat == own else without).extend([] if told is None else [told])
    return with_, without, won


def mean(counted: list[float]) -> str:
    """An average and the bounds between which the truth lies, most likely."""
    reach = _SIGMAS * stdev(counted) / len(counted) ** 0.5
    return f"{fmean(counted):.2f} ({fmean(counted) - reach:.2f} to {fmean(counted) + reach:.2f})"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Whether levels show their style, and are as strong with it.")
    parser.add_argument("game", choices=COUNTS)
    parser.add_argument("--level", nargs="+", help="these levels; all of the ladder unless told")
    parser.add_argument("--games", type=int, default=200, help="so many games of each")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="so many at a table")
    parser.add_argument("--seed", default="styles", help="what the deals depend on")
    parser.add_argument("--simulations", type=int, help="so many simulations an action instead of the level's own")
    wishes = parser.parse_args(arguments)
    rows = []
    for name in wishes.level or ladder(wishes.game):
        level = games.manifest(wishes.game).levels[name]
        simulations = wishes.simulations or level.budget.simulations or _BY_CLOCK
        level = replace(level, budget=Budget(simulations=simulations))
        style = "" if level.style is None else level.style.name
        what, count = COUNTS[wishes.game][style]
        with_, without, won = measured(wishes.game, level, count, wishes.games, wishes.players, wishes.seed)
        wins = proportion(won, wishes.games)
        share = f"{wins.value:.1%} ({wins.low:.1%} to {wins.high:.1%})"
        rows.append((f"`{name}`", style, what, mean(with_), mean(without), str(simulations), str(wishes.games), share))
        print("played:", " | ".join(rows[-1]), file=sys.stderr, flush=True)
    heads = ("level", "style", "counted", "with it", "without", "simulations", "games", "won with it")
    print(table(heads, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())

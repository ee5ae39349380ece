"""Let two machine players of ICE CULT meet with cubes that nobody has seen: sets that are drawn for the purpose.

PYTHONPATH=src python tools/any_cubes.py strong estimate --sets 20 --games 20 --seconds 0.05

Set number N is drawn from the seed "held out N", which training never uses; its draws come from numbers.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from floe.arena.executors import InProcess, LocalProcesses
from floe.arena.intervals import proportion
from floe.arena.run import Run
from floe.arena.schedule import ALONE, Contest, blocks
from floe.arena.tables import table
from floe.core.errors import FloeError
from floe.core.randomness import Deal
from floe.games.icecult.cubesets import CubeSet, drawn_cube_set


def held_out(number: int) -> CubeSet:
    """One of the sets that are kept for measuring."""
    return drawn_cube_set(Deal(f"held out {number}", "cubes"))


def won(contest: Contest, games: int, jobs: int) -> tuple[float, int]:
    """The first player's part of the wins, and of how many games."""
    run = Run(blocks(contest, games), LocalProcesses(jobs) if jobs else InProcess())
    shares = [
        share
        for block in run.play()
        for game in block
        for level, share in zip(game.match.seats, game.shares, strict=True)
        if level == contest.levels[0]
    ]
    return sum(shares), len(shares)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How strong a player of ICE CULT is with cubes that nobody has seen.")
    parser.add_argument("players", nargs=2, metavar="PLAYER", help="levels, or your own, as floe arena takes them")
    parser.add_argument("--sets", type=int, default=20, help="so many cube sets")
    parser.add_argument("--games", type=int, default=20, help="so many games with each")
    parser.add_argument("--seats", type=int, default=2, help="how many sit at a table, the first player alone")
    parser.add_argument("--path", type=int, default=5, help="how many spaces a path has")
    parser.add_argument("--seconds", type=float, help="how long those think who think by the clock")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes; 0 for this one alone")
    wishes = parser.parse_args(arguments)
    rows, wins, games = [], 0.0, 0
    try:
        for number in range(1, wishes.sets + 1):
            rules: dict[str, Any] = {"cubes": held_out(number), "path_length": wishes.path}
            contest = Contest(
                "icecult", tuple(wishes.players), wishes.seats, number, rules, meet=ALONE, seconds=wishes.seconds
            )
            here, played = won(contest, wishes.games, wishes.jobs)
            wins, games = wins + here, games + played
            rows.append((str(number), str(played), f"{here / played:.0%}"))
    except FloeError as fault:
        print(fault, file=sys.stderr)
        return 2
    found = proportion(wins, games)
    print(table(("set", "games", f"{wishes.players[0]} won"), rows))
    print(f"{wishes.players[0]} won {wins / games:.1%} of {games} games ({found.low:.1%} to {found.high:.1%}).")
    return 0


if __name__ == "__main__":
    sys.exit(main())

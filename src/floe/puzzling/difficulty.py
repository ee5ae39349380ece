"""How hard a puzzle is: which levels of the ladder solve it how often, and what that says on the arena's Elo scale.

Every level tries some times with seeds of its own. Who thinks by the clock is given a number of simulations instead,
so that the same puzzle has the same rating on every machine. A level that has E points solves a puzzle of R points with
the chance 1 / (1 + 10^((R - E) / 400)), as it would win against a player of R points; R is the most likely one. So that
it is finite where all or none was solved, half a success of the weakest level and half a failure of the strongest are
counted besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from floe import games
from floe.bots.registry import ladder
from floe.bots.search_player import SearchPlayer
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.core.typing import U64Array
from floe.puzzling.puzzle import Puzzle, hooks

TRIES = 8
THOROUGH_TRIES = 3
"""Of a level that thinks by the clock, and takes longest."""
THOROUGH = Budget(simulations=20_000)
"""What such a level is given instead."""
MOST_ACTIONS = 40
"""No turn of a puzzle is longer."""
_LOWEST, _HIGHEST = -1000.0, 5000.0


def tried(puzzle: Puzzle, level: str, times: int | None = None) -> tuple[int, int]:
    """How often a level solves a puzzle, and how often it tried."""
    chosen = games.manifest(puzzle.game).levels[level].plain()
    by_clock = chosen.budget.simulations is None
    if by_clock:
        chosen = replace(chosen, budget=THOROUGH)
    count = times or (THOROUGH_TRIES if by_clock else TRIES)
    return sum(_solves(puzzle, chosen, f"{puzzle.id}/{level}/{n}") for n in range(count)), count


def _solves(puzzle: Puzzle, level: Level, seed: str) -> bool:
    """Whether a player comes to the position that solves the puzzle."""
    rng = generator(seed, "puzzle")
    attempt = getattr(hooks(puzzle.game), "attempt", None)
    told: bool | None = None if attempt is None else attempt(puzzle.state, puzzle.found, level, rng)
    return _plays(puzzle, SearchPlayer(puzzle.game, level, threads=1), rng) if told is None else told


def _plays(puzzle: Puzzle, player: SearchPlayer, rng: U64Array) -> bool:
    """The same of a player that plays on as it would in a game."""
    state, target = puzzle.state, puzzle.target
    seat, turn = state.to_move, state.turn
    for _ in range(MOST_ACTIONS):
        action = player.choose(state.view(seat), state.legal_actions(), rng)
        if state.reveals(action):
            return False
        state = state.play(action)
        if state == target:
            return True
        if state.to_move != seat or state.turn != turn:
            return False
    return False


def is_trivial(game: str, tries: Mapping[str, tuple[int, int]]) -> bool:
    """Whether the weakest level finds it as often as not."""
    solved, times = tries[ladder(game)[0]]
    return 2 * solved >= times


def measured(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with its rating; None if it is trivial. A level is not asked if the one below never failed."""
    tries: dict[str, tuple[int, int]] = {}
    for level in ladder(puzzle.game):
        tries[level] = tried(puzzle, level)
        if is_trivial(puzzle.game, tries):
            return None
        if tries[level][0] == tries[level][1]:
            break
    return replace(puzzle, rating=rating(games.manifest(puzzle.game).elo, tries), tries=tries)


def rating(elo: Mapping[str, int], tries: Mapping[str, tuple[int, int]]) -> int:
    """The Elo at which such results are most likely."""
    weakest, strongest = min(elo.values()), max(elo.values())
    counts = [(float(elo[level]), float(times)) for level, (_, times) in tries.items()]
    counts += [(float(weakest), 0.5), (float(strongest), 0.5)]
    solved = 0.5 + sum(count for count, _ in tries.values())
    low, high = _LOWEST, _HIGHEST
    while high - low > 0.01:  # the expected number of successes falls as the rating rises
        middle = (low + high) / 2
        expected = sum(times / (1 + 10 ** ((middle - points) / 400)) for points, times in counts)
        low, high = (middle, high) if expected > solved else (low, middle)
    return round(low)

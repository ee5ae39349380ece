"""Simulations a second: Floe's tree search beside OpenSpiel's, which is C++. ``python benchmarks/searching.py``

Both are plain UCT with one random playout a simulation and a solver, on one core. On Connect Four (the example game of
``examples/connectfour``) each has its own rules in compiled code. On ICE CULT OpenSpiel's search has to ask for the
rules through the adapter, so there the figure tells what one gains by searching with Floe, not how good the search is.
``--quick`` only shows that it works.
"""

from __future__ import annotations

import argparse
import importlib
from typing import Any

import numpy as np
from measuring import Run, Workload, in_turns, ratio
from rich.console import Console
from rich.table import Table

GAMES = {
    "connectfour": ("connect_four", "Connect Four, each with its own rules"),
    "icecult": ("python_floe_icecult", "ICE CULT, through the adapter"),
}
"""Each game with its name in OpenSpiel, and what is told of it."""
WANTED = 5.0
CHUNK = 20_000
"""Simulations of one search: a tree that neither side finds too large."""
C = 1.4
OWN_C = 0.7
"""The same exploration for both: OpenSpiel counts from -1 to 1, Floe from 0 to 1."""


def in_chunks(search: Run) -> Run:
    def run(n: int) -> int:
        left = n
        while left > 0:
            search(min(left, CHUNK))
            left -= CHUNK
        return n

    return run


def own(name: str) -> Run:
    """Floe's search on the first position."""
    engine: Any = importlib.import_module("floe.bots.search.engine")
    floe: Any = importlib.import_module("floe")
    searcher, states = engine.Searcher(name, 1, 2 * CHUNK), floe.game(name).new(2, 1).array
    manner = engine.SearchSettings("playouts", None, OWN_C, fpu=0.0)
    rng = np.ones(1, np.uint64)
    return in_chunks(lambda n: int(searcher.search(states, 0, engine.Budget(None, n), rng, manner).simulations))


def openspiel(name: str) -> Run:
    """OpenSpiel's search in C++ from the same position."""
    importlib.import_module("floe.envs.openspiel")  # registers the games
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.chance_outcomes()[0][0])
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)

    def search(n: int) -> int:
        pyspiel.MCTSBot(game, rollouts, C, n, 1000, True, 1, False).mcts_search(start)
        return n

    return in_chunks(search)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure Floe's search beside OpenSpiel's.")
    parser.add_argument("--quick", action="store_true", help="run briefly, to see that it works")
    chosen = parser.parse_args(arguments)
    rounds, seconds = (1, 0.01) if chosen.quick else (7, 0.5)
    table = Table(title="Simulations a second on one core", title_justify="left")
    for column in ("", "Floe", "OpenSpiel C++", "Floe is", "wanted"):
        table.add_column(column, justify="left" if not column else "right")
    for name, (theirs, title) in GAMES.items():
        pair = [Workload(f"Floe, {name}", own(name)), Workload(f"OpenSpiel, {theirs}", openspiel(theirs))]
        in_turns(pair, rounds, seconds, lambda _: None)
        times = ratio(*pair)
        mark = "[green]✓[/green]" if times >= WANTED else "[red]✗[/red]"
        table.add_row(
            title, f"{pair[0].rate:,.0f}", f"{pair[1].rate:,.0f}", f"{times:,.1f} ×", f"≥ {WANTED:g} × {mark}"
        )
    Console().print(table)


if __name__ == "__main__":
    main()

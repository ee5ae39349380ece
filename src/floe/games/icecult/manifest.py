"""What ICE CULT has: its parts by name, its options, its machine players."""

from __future__ import annotations

from dataclasses import replace

from floe.core.levels import ESTIMATE, STRONG, UCT, Budget, Level, Style
from floe.core.manifest import BenchPeers, Manifest
from floe.core.options import Option

MANIFEST = Manifest(
    name="icecult",
    title="ICE CULT",
    players=range(2, 5),
    engine="floe.games.icecult.game:IceCult",
    package="floe.games.icecult",
    summary="Tilt four transparent cubes, then move pawns as the symbols on top say, riding piggyback to the fires.",
    options=(
        Option("path_length", 5, lowest=1, highest=9, text="spaces on each path (IC-2)"),
        Option("cubes", "fair", ("fair", "balanced"), own=True, text="what the cubes bear on their faces (IC-7)"),
        Option("circles", "must", ("must", "may"), text="whether circles must be used (IC-17)"),
        Option("stall_limit", 60, lowest=1, highest=1000, text="turns without a step that end the game (IC-22)"),
        Option("tower", "any", ("any", "own"), reading=True, text="whose tower counts after a step (IC-21)"),
        Option("checked", "step", ("step", "turn"), reading=True, text="when wins are looked for (IC-20, IC-21)"),
    ),
    colours={2: "yg", 3: "yrg", 4: "yrgb"},  # IC-4
    choosable=dict.fromkeys((2, 3, 4), "yrgb"),
    heuristics="floe.games.icecult.heuristics",
    weights="weights.npz",
    levels={
        "beginner": Level(Budget(simulations=6), overlooks=0.55, waits=False, style=Style("carrier", 0.1, 0.6)),
        "easy": Level(Budget(simulations=30), overlooks=0.35, waits=False, style=Style("builder", 0.12, 0.41)),
        "medium": Level(Budget(simulations=160), overlooks=0.2, waits=False, style=Style("hitchhiker", 0.04)),
        "hard": Level(Budget(simulations=1200), waits=False, style=Style("hunter", 0.06)),
        "strong": replace(STRONG, style=Style("herder", 0.04)),
    },
    styles="floe.games.icecult.styles",
    yardsticks={"uct": UCT, "estimate": ESTIMATE, "attacker": Level(STRONG.budget, weights="attacker.npz")},
    elo={"beginner": 680, "easy": 1091, "medium": 1598, "hard": 2290, "strong": 2970},  # docs/strength.md
    bots={"greedy": "floe.games.icecult.greedy:Greedy"},
    opponents={"greedy": "floe.games.icecult.greedy:GreedyOpponents"},
    kernels=("floe.games.icecult.reach", "floe.games.icecult.trying"),
    explanations="floe.games.icecult.explanations",
    words="floe.games.icecult.words:IceCultWords",
    picture="floe.games.icecult.picture:draw",
    puzzles="floe.games.icecult.puzzles",
    handicaps="floe.games.icecult.handicaps",
    trying="floe.games.icecult.trying",
    puzzle_set="puzzles.json",
    board=True,
    openspiel="floe.games.icecult.tree:IceCultNode",
    peers=BenchPeers(
        openspiel="connect_four",
        pettingzoo="connect_four_v3",
        pgx="connect_four",
        kernel_ratio=3,
        in_place=200_000,
        immutable=100_000,
        state_bytes=256,
        batch_ratio=10,
    ),
)

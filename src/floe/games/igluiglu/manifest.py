"""What IGLU IGLU has: its parts by name, its options, its machine players."""

from __future__ import annotations

from dataclasses import replace

from floe.core.levels import BY_ESTIMATE, ESTIMATE, STRONG, UCT, Budget, Level, Style
from floe.core.manifest import BenchPeers, Manifest
from floe.core.options import Option

IGLOOS = ("by variant", "open", "barred")
ISLANDS = ("by variant", "squares", "table")

MANIFEST = Manifest(
    name="igluiglu",
    title="IGLU IGLU",
    players=range(2, 5),
    engine="floe.games.igluiglu.game:IgluIglu",
    package="floe.games.igluiglu",
    summary="Flip the tiles of a melting sheet of ice, hunt, drift, build igloos, and hold the islands that are left.",
    options=(
        Option(
            "variant", "family", ("family", "gamers"), text="what islands are worth, and who may enter an igloo (II-30)"
        ),
        Option("centre", "closed", ("closed", "open"), text="whether animals may be moved to the centre (II-21)"),
        Option("mix", "default", ("default",), own=True, text="how many tiles of each kind there are (II-3)"),
        Option("igloos", "by variant", IGLOOS, reading=True, text="whether others' igloos may be entered (II-30)"),
        Option("islands", "by variant", ISLANDS, reading=True, text="how islands are counted (II-28, II-30)"),
        Option("half", "down", ("down", "up"), reading=True, text="how half of an odd number is rounded (II-28)"),
        Option(
            "answers", "one", ("one", "many"), reading=True, text="harpoons against attacks in the own turn (II-23)"
        ),
        Option(
            "corners", "closed", ("closed", "open"), reading=True, text="whether bears may be herded to land (II-18)"
        ),
    ),
    colours={2: "rb", 3: "rby", 4: "rbyg"},  # II-5
    choosable={2: "rb", 3: "rbyg", 4: "rbyg"},
    heuristics="floe.games.igluiglu.heuristics",
    weights="weights.npz",
    trained_on={
        "variant": "family",
        "centre": "closed",
        "mix": "default",
        "igloos": "by variant",
        "islands": "by variant",
        "half": "down",
        "answers": "one",
        "corners": "closed",
    },
    levels={
        "beginner": Level(
            Budget(simulations=3), overlooks=0.75, judge_by=BY_ESTIMATE, style=Style("settler", 0.1, 0.84)
        ),
        "easy": Level(Budget(simulations=10), overlooks=0.6, judge_by=BY_ESTIMATE, style=Style("fisher", 0.08, 0.69)),
        "medium": Level(
            Budget(simulations=50), overlooks=0.35, judge_by=BY_ESTIMATE, style=Style("paddler", 0.015, 0.25)
        ),
        "hard": Level(Budget(simulations=300), overlooks=0.05, style=Style("hunter", 0.045)),
        "strong": replace(STRONG, style=Style("breaker", 0.008)),
    },
    styles="floe.games.igluiglu.styles",
    yardsticks={"uct": UCT, "estimate": ESTIMATE},
    elo={"beginner": 448, "easy": 843, "medium": 1186, "hard": 1776, "strong": 2099},  # docs/strength.md
    bots={"greedy": "floe.games.igluiglu.greedy:Greedy"},
    kernels=("floe.games.igluiglu.dealing", "floe.games.igluiglu.trying"),
    explanations="floe.games.igluiglu.explanations",
    words="floe.games.igluiglu.words:IgluIgluWords",
    picture="floe.games.igluiglu.picture:draw",
    puzzles="floe.games.igluiglu.puzzles",
    trying="floe.games.igluiglu.trying",
    puzzle_set="puzzles.json",
    board=True,
    openspiel="floe.games.igluiglu.tree:IgluIgluNode",
    peers=BenchPeers(openspiel="backgammon", kernel_ratio=10, in_place=100_000, immutable=40_000, state_bytes=2048),
)

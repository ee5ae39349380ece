"""Record whole games for the tests: ``python tools/pins.py records`` writes ``tests/records``.

Each plan below asks for a game and how it should end. Its players draw from the legal actions, and the first seed
from 0 on whose game ends so is taken; so the same code always writes the same files.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

import floe
from floe.core.randomness import Deal
from floe.core.record import Record
from floe.core.record_document import text_of
from floe.core.typing import Document

MOST_SEEDS = 20_000
MOST_ACTIONS = 5_000

SPARSE_CUBES = {
    slot: {"U": "arc", "D": "arc", "N": f"{colour}>E", "E": "circle", "S": "arc", "W": "circle"}
    for slot, colour in zip("abcd", "yrgb", strict=True)
}
"""An own cube set with a single arrow a colour: turns without a step are common, so standstills are."""

LIVELY_MIX = {
    "fish1": 2, "fish2": 3, "fish3": 3, "bear": 6, "glacier": 8, "drift": 8,
    "melt": 5, "energy1": 1, "energy2": 2, "energy3": 2, "harpoon": 7, "herd": 9,
}  # fmt: skip
"""An own tile mix with much to herd, to drift and to answer."""


@dataclass(frozen=True)
class Plan:
    """A game to be recorded, and the reason that must end it."""

    name: str
    game: str
    reason: str
    players: int
    rules: dict[str, Any] = field(default_factory=dict)
    colours: str | None = None
    words: str = ""
    """Actions that begin with these words must occur, so that rare ones are on record too."""


PLANS = (
    Plan("icecult-2-home", "icecult", "home", 2),
    Plan("icecult-2-tower", "icecult", "tower", 2, colours="br"),
    Plan("icecult-2-may-long-path", "icecult", "home", 2, {"circles": "may", "path_length": 9}),
    Plan("icecult-3-home", "icecult", "home", 3, {"circles": "may"}),
    Plan("icecult-3-tower-short-path", "icecult", "tower", 3, {"path_length": 3}, colours="gby"),
    Plan("icecult-4-home", "icecult", "home", 4),
    Plan("icecult-4-tower-may", "icecult", "tower", 4, {"circles": "may"}, colours="bgry"),
    Plan("icecult-4-shortest-path", "icecult", "home", 4, {"path_length": 1}),
    Plan("icecult-2-own-cubes-standstill", "icecult", "standstill", 2, {"cubes": SPARSE_CUBES, "stall_limit": 6}),
    Plan("icecult-4-own-cubes-standstill", "icecult", "standstill", 4, {"cubes": SPARSE_CUBES, "stall_limit": 3}),
    Plan("igluiglu-2-family", "igluiglu", "no_flip", 2),
    Plan("igluiglu-2-gamers-open-centre", "igluiglu", "no_flip", 2, {"variant": "gamers", "centre": "open"}),
    Plan("igluiglu-3-family", "igluiglu", "no_flip", 3),
    Plan("igluiglu-3-own-mix", "igluiglu", "no_flip", 3, {"mix": LIVELY_MIX}, words="spear pass flee shove"),
    Plan("igluiglu-4-family-open-centre", "igluiglu", "no_flip", 4, {"centre": "open"}),
    Plan("igluiglu-4-gamers-own-mix", "igluiglu", "no_flip", 4, {"variant": "gamers", "mix": LIVELY_MIX}),
)


def play(plan: Plan, seed: int) -> Record:
    """The game that a seed gives: each action drawn from those that are legal, in alphabetical order."""
    record = Record.begin(floe.game(plan.game), plan.players, seed, plan.rules, plan.colours)
    deal = Deal(seed, f"recorded game {plan.name}")
    while not record.over and len(record) < MOST_ACTIONS:
        legal = sorted(record.state.legal_actions())
        record.play(legal[deal.below(len(legal))])
    return record


def find(plan: Plan) -> Record:
    for seed in range(MOST_SEEDS):
        record = play(plan, seed)
        words = {action.split()[0] for action in record.actions}
        if record.result is not None and record.result.reason == plan.reason and words >= set(plan.words.split()):
            return record
    raise SystemExit(f"{plan.name}: none of {MOST_SEEDS} games ends by {plan.reason}")


def summary(record: Record) -> Document:
    """What a replay must come to: the last position, and a digest of all that could be seen on the way."""
    digest = hashlib.sha256()
    for state in record:
        views = [state.view(seat) for seat in (None, *range(state.players))]
        seen = [state.to_dict(), views, sorted(state.legal_actions())]
        digest.update(json.dumps(seen, sort_keys=True).encode())
    return {"way": digest.hexdigest(), "final": record.state.to_dict()}


def texts() -> dict[str, str]:
    written = {}
    for plan in PLANS:
        record = find(plan)
        written[f"tests/records/{plan.name}.json"] = text_of(record.to_dict())
        written[f"tests/records/final/{plan.name}.json"] = json.dumps(summary(record), indent=1) + "\n"
    return written

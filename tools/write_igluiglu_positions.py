"""Write positions of IGLU IGLU for the tests of the web app: every phase, as the seat to move gets them.

    python tools/pins.py fixtures-igluiglu

Half of the moves are drawn at random and half are the greedy machine's, so that rare phases and sensible positions
both occur. The same seeds give the same file.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import floe
from floe.bots.registry import bot
from floe.core.randomness import generator

GAMES = ((2, 11, "family"), (3, 45, "family"), (4, 53, "family"), (3, 21, "gamers"))
WANTED = {"place": 1, "flip": 2, "drift": 2, "shove": 2, "act": 4, "herd": 2, "spear": 2, "flee": 2, "over": 1}
"""How many positions of each phase are kept of a game, besides the first in which a kind of action is offered."""
APART = 20
"""How many actions lie between two of the same phase at least."""


def position(state: Any, seat: int | None, ply: int) -> dict[str, Any]:
    """As the wire gives it."""
    return {
        "ply": ply,
        "view": state.view(seat),
        "legal": state.legal_actions() if seat is not None and seat == state.to_move else [],
        "due": [fact.to_dict() for fact in state.due(seat)],
        "can_undo": False,
        "outlook": [fact.to_dict() for fact in state.outlook(seat)],
    }


def happening(state: Any, action: str, seat: int | None, ply: int) -> dict[str, Any]:
    facts = [fact.to_dict() for fact in state.facts(action, seat)]
    told = {"kind": "played", "seat": state.to_move, "name": None, "action": action, "ply": ply, "facts": facts}
    return {"version": ply, "at": 0, **told}


def played_game(players: int, seed: int, variant: str) -> list[dict[str, Any]]:
    """Some positions of one game, each with the action that led to it."""
    draw = random.Random(seed)  # noqa: S311  # nothing secret depends on it
    state: Any = floe.game("igluiglu").new(players=players, seed=seed, rules={"variant": variant})
    machine, chance = bot("greedy", "igluiglu"), generator(seed)
    found: list[dict[str, Any]] = []
    last_kept: dict[str, int] = {}
    kept: Counter[str] = Counter()
    words: Counter[str] = Counter()
    before, action, ply = None, "", 0
    while True:
        phase = state.phase
        legal = state.legal_actions()
        offered = {action.partition(" ")[0] for action in legal}
        due = kept[phase] < WANTED[phase] and ply - last_kept.get(phase, -99) > APART
        if due or any(not words[word] for word in offered):
            words.update(offered)
            kept[phase] += 1
            last_kept[phase] = ply
            seat = state.to_move
            happened: list[dict[str, Any]] = [happening(before, action, seat, ply)] if before is not None else []
            name = f"{players} players, {variant}, {phase} {kept[phase]}"
            found.append({"name": name, "seat": seat, "position": position(state, seat, ply), "happened": happened})
        if state.over:
            return found
        before = state
        sensible = draw.random() < 0.5 and phase != "place"
        action = machine.choose(state.view(state.to_move), legal, chance) if sensible else draw.choice(legal)
        state = state.play(action)
        ply += 1


def texts() -> dict[str, str]:
    found = [one for game in GAMES for one in played_game(*game)]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in found)
    return {"web/tests/fixtures/igluiglu.json": f"[\n{lines}\n]\n"}

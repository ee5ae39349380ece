"""Write what the web app's tests of ICE CULT hold against the engine: the geometry of cubes, and positions with facts.

    python tools/pins.py fixtures-icecult

``icecult-geometry.json`` has what each tilt and turn makes of each of the 24 poses, and what then lies on top of each
cube of two sets. ``icecult.json`` has positions of some games as the seat to move gets them, each with the action that
led to it. The same seeds give the same files.
"""

from __future__ import annotations

import json
import random
from typing import Any

import floe
from floe.games.icecult.cubesets import BUILT_IN, CubeSet, check_cube_set, tops_of
from floe.games.icecult.geometry import FACES, OPPOSITE, POSES, TILTED, TURNED
from floe.games.icecult.layout import ARC, CIRCLE, COLOURS, DIRECTIONS, SLOTS

GAMES = ((2, 3, 24), (3, 7, 16), (4, 12, 20))
"""Players, seed, and how many positions are kept of the beginning; of the end so many too."""


def motley() -> CubeSet:
    """A set without any order, so that no mistake hides behind one: arrows of all directions, also on D."""
    draw = random.Random(5)  # noqa: S311  # nothing secret depends on it
    cubes: CubeSet = {}
    for slot in SLOTS:
        cubes[slot] = {"U": "arc"}
        for at, face in enumerate(FACES[1:], 1):
            targets = [other for i, other in enumerate(FACES) if i not in (at, OPPOSITE[at])]
            symbols = ["circle", "arc"] + [f"{draw.choice(COLOURS)}>{draw.choice(targets)}" for _ in range(6)]
            cubes[slot][face] = draw.choice(symbols)
    return check_cube_set(cubes)


def geometry() -> dict[str, Any]:
    sets = BUILT_IN | {"motley": motley()}
    tops = {ARC: "arc", CIRCLE: "circle"}
    tops |= {c * 4 + d: f"{COLOURS[c]}>{DIRECTIONS[d]}" for c in range(4) for d in range(4)}

    def shown(cubes: CubeSet) -> dict[str, dict[str, str]]:
        codes = tops_of(cubes)
        return {slot: {pose: tops[int(codes[i, k])] for k, pose in enumerate(POSES)} for i, slot in enumerate(SLOTS)}

    return {
        "tilted": {p: {d: POSES[TILTED[i, k]] for k, d in enumerate(DIRECTIONS)} for i, p in enumerate(POSES)},
        "turned": {p: {way: POSES[TURNED[i, k]] for k, way in enumerate("+-")} for i, p in enumerate(POSES)},
        "sets": sets,
        "tops": {name: shown(cubes) for name, cubes in sets.items()},
    }


def position(state: Any, ply: int, last: str | None) -> dict[str, Any]:
    """As the wire gives it to the seat to move."""
    return {
        "ply": ply,
        "view": state.view(state.to_move),
        "legal": state.legal_actions(),
        "due": [fact.to_dict() for fact in state.due(state.to_move)],
        "can_undo": last is not None and state.can_undo(last),
        "outlook": [fact.to_dict() for fact in state.outlook(state.to_move)],
    }


def frame(name: str, before: Any, action: str | None, state: Any, ply: int) -> dict[str, Any]:
    happened = []
    if before is not None and action is not None:
        facts = [fact.to_dict() for fact in before.facts(action, before.to_move)]
        told = {"kind": "played", "seat": before.to_move, "name": None, "action": action, "ply": ply, "facts": facts}
        happened = [{"version": ply, "at": 0, **told}]
    at = position(state, ply, action)
    return {"name": f"{name}, {ply}", "seat": state.to_move, "position": at, "happened": happened}


def played_game(players: int, seed: int, kept: int) -> list[dict[str, Any]]:
    """The beginning and the end of a game of chance, in which pawns mostly step and cubes seldom turn."""
    draw = random.Random(seed)  # noqa: S311
    rules = {"cubes": motley()} if players == 3 else {}
    state: Any = floe.game("icecult").new(players=players, seed=seed, rules=rules)
    name = f"{players} players"
    frames = [frame(name, None, None, state, 0)]
    while not state.over:
        legal = state.legal_actions()
        steps = [action for action in legal if "@" in action]
        action = draw.choice(steps if steps and draw.random() < 0.7 else legal)
        before, state = state, state.play(action)
        frames.append(frame(name, before, action, state, len(frames)))
    return frames if len(frames) <= 2 * kept else frames[:kept] + frames[-kept:]


def texts() -> dict[str, str]:
    frames = [one for game in GAMES for one in played_game(*game)]
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in frames)
    return {
        "web/tests/fixtures/icecult.json": f"[\n{lines}\n]\n",
        "web/tests/fixtures/icecult-geometry.json": json.dumps(geometry(), separators=(",", ":")) + "\n",
    }

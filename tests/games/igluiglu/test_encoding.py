"""Observations of IGLU IGLU, held against what the seat's view says, and against what it may not say."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from floe.core.randomness import generator
from floe.core.typing import Document
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.plain_score import islands, scores
from tests.games.igluiglu.positions import CELLS, GAME, HAND, KINDS, LAND, TAKEN, position
from tests.games.igluiglu.strategies import positions

PHASES = ("place", "flip", "drift", "shove", "act", "herd", "spear", "flee", "over")
TYPES = ("melt", "energy", "harpoon", "herd")
TOKENS = {"f1": 8, "f2": 12, "f3": 8, "x1": 3, "x2": 4, "x3": 3, "bear": 4}
DEFAULT_MIX = dict(zip(KINDS, (4, 4, 4, 4, 10, 6, 6, 2, 2, 2, 6, 6), strict=True))
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def one_of(value: Any, values: Any) -> list[bool]:
    return [value == each for each in values]


def squashed(number: int, half: int) -> float:
    return number / (number + half)


def plane(values: dict[str, Any]) -> list[list[float]]:
    return [[float(values.get(f"{column}{row}", 0)) for column in "abcdefgh"] for row in range(1, 9)]


def on_cells(doc: Document, name: str) -> dict[str, Any]:
    return {cell: content[name] for cell, content in doc["cells"].items() if name in content}


def in_the_way(doc: Document, push: str) -> str:
    """II-12: the first cell beyond the line that is pushed."""
    _, cell, direction = push.split()
    ice = on_cells(doc, "ice")
    right, up = STEPS[direction]
    while cell in ice:
        cell = chr(ord(cell[0]) + right) + str(int(cell[1]) + up)
    return cell


def planes(doc: Document, colours: list[str]) -> dict[str, Any]:
    ice, inuit, igloos = (on_cells(doc, name) for name in ("ice", "inuit", "igloo"))
    pending = doc["pending"] or {}
    push = pending["push"].split()[1] if "push" in pending else ""
    way = in_the_way(doc, pending["push"]) if "push" in pending else ""
    size = {cell: len(island) / 56 for island in islands(doc) for cell in island}
    return {
        "ice": [
            plane({cell: kind == "down" for cell, kind in ice.items()}),
            plane({cell: kind == "up" for cell, kind in ice.items()}),
            plane({cell: cell not in ice and cell not in LAND for cell in CELLS}),
        ],
        "fish": [plane({c: squashed(v.count(n), 1) for c, v in on_cells(doc, "fish").items()}) for n in "123"],
        "foxes": [plane({c: squashed(v.count(n), 1) for c, v in on_cells(doc, "fox").items()}) for n in "123"],
        "bears": [plane(on_cells(doc, "bear"))],
        "inuit": [plane({c: v.count(colour) / 5 for c, v in inuit.items() if colour}) for colour in colours],
        "igloos": [plane({c: v == colour for c, v in igloos.items()}) for colour in colours],
        "islands": [plane(size)],
        "pending": [plane({push: 1}), plane({way: 1}), plane({pending.get("cell", ""): 1})],
    }


def turn(doc: Document, order: list[int]) -> dict[str, Any]:
    pending = doc["pending"] or {}
    return {
        "phase": one_of(doc["phase"], PHASES),
        "to_move": one_of(doc["to_move"], order),
        "owner": one_of(doc["owner"], order),
        "winners": [seat in (doc["winners"] or []) for seat in order],
        "players": one_of(len(doc["players"]), (2, 3, 4)),
        "points": [doc["points"] / 6],
        "played": [kind in doc["played"] for kind in TYPES],
        "push": one_of(pending.get("push", " ")[-1], "nesw"),
        "steps": [pending.get("steps", 0) / 3],
        "back": one_of(pending.get("back"), ("flip", "act")),
        "ask": [seat in pending.get("ask", []) for seat in order],
    }


def in_force(doc: Document, option: str, chosen: str) -> bool:
    """Whether a rule of the gamers' variant is, by the variant or by itself."""
    reading = doc["rules"].get(option, "by variant")
    return bool(doc["rules"]["variant"] == "gamers" if reading == "by variant" else reading == chosen)


def accounts(doc: Document, seat: int, colours: list[str]) -> dict[str, Any]:
    own, taken = doc["players"][seat], doc["taken"]
    mix = DEFAULT_MIX if doc["rules"]["mix"] == "default" else doc["rules"]["mix"]
    held = {colour: hand if isinstance(hand, int) else len(hand) for colour, hand in doc["hands"].items()}
    pool = {kind: mix[kind] - doc["seen"].get(kind, 0) - doc["hands"][own].count(kind) for kind in KINDS}
    all_taken = [animal for animals in taken.values() for animal in animals]
    board = [f"f{v}" for values in on_cells(doc, "fish").values() for v in values]
    board += [f"x{v}" for values in on_cells(doc, "fox").values() for v in values]
    out = [(board + all_taken).count(token) for token in TAKEN[:6]]
    count = {colour: (sheet["animals"], sheet["islands"]) for colour, sheet in scores(doc).items()}
    queue = (doc["pending"] or {}).get("queue", "")
    return {
        "queue": [queue.count(colour) / 5 if colour else 0 for colour in colours],
        "flees_next": one_of(queue[:1], [colour or "nobody" for colour in colours]),
        "hand": [squashed(doc["hands"][own].count(kind), 1) for kind in HAND],
        "held": [squashed(held.get(colour, 0), 4) for colour in colours],
        "seen": [doc["seen"].get(kind, 0) / mix[kind] if mix[kind] else 0 for kind in KINDS],
        "pool": [pool[kind] / max(1, sum(pool.values())) for kind in KINDS],
        "taken": [[taken.get(colour, []).count(a) / n for a, n in TOKENS.items()] for colour in colours],
        "scores": [[squashed(points, 50) for points in count.get(colour, (0, 0))] for colour in colours],
        "to_place": [doc["to_place"].get(colour, 0) / 5 for colour in colours],
        "igloos_left": [doc["igloos"].get(colour, 0) / 2 for colour in colours],
        "tokens": [1 - n / TOKENS[token] for n, token in zip(out, TAKEN, strict=False)],
        "supply": [doc["supply"]["fish"] / 28, doc["supply"]["fox"] / 10, doc["supply"]["bears"] / 4],
        "tiles": [list(on_cells(doc, "ice").values()).count("down") / 56],
        "turn": [squashed(doc["turn"], 50)],
        "gamers": [(in_force(doc, "igloos", "barred") + 2 * in_force(doc, "islands", "table")) / 3],
        "open_centre": [doc["rules"]["centre"] == "open"],
        "mix": [mix[kind] / 56 for kind in KINDS],
    }


def expected(view: Document, seat: int) -> dict[str, Any]:
    """Every slice, from the seat's view alone."""
    players = len(view["players"])
    order = [(seat + k) % players for k in range(players)] + [-1] * (4 - players)
    colours = [view["players"][other] if other >= 0 else "" for other in order]
    return planes(view, colours) | turn(view, order) | accounts(view, seat, colours)


@given(positions(), st.integers(0, 3))
def test_an_observation_says_what_the_view_says(state: IgluIgluState, seat: int) -> None:
    seat %= state.players
    observed = state.observe(seat)
    slices = expected(state.view(seat), seat)
    assert list(slices) == [part.name for part in GAME.encoding]
    for name, values in slices.items():
        np.testing.assert_allclose(
            GAME.encoding.part(observed, name), np.array(values, np.float64), rtol=0, atol=1e-6, err_msg=name
        )


@given(positions())
def test_every_value_lies_between_0_and_1(state: IgluIgluState) -> None:
    for seat in range(state.players):
        observed = state.observe(seat)
        assert observed.dtype == np.float32
        assert observed.shape == (GAME.observation_size,)
        assert observed.min() >= 0
        assert observed.max() <= 1


@given(positions(running=True), st.integers(0, 3), st.integers(0, 2**32))
def test_what_a_seat_may_not_know_changes_no_byte(state: IgluIgluState, seat: int, seed: int) -> None:
    seat %= state.players
    other = state.determinize(seat, generator(seed))
    assert other.view(seat) == state.view(seat)
    assert other.observe(seat).tobytes() == state.observe(seat).tobytes()


def test_tokens_that_a_view_does_not_tell_change_no_byte() -> None:
    """A view does not say which of the tokens out of the game were of which value."""
    one = position("c3 d3", fish_left=3, fish=[1, 1, 1])
    other = position("c3 d3", fish_left=3, fish=[3, 2, 3])
    assert one.to_dict() != other.to_dict()
    assert one.view(0) == other.view(0)
    assert one.observe(0).tobytes() == other.observe(0).tobytes()


def test_the_own_hand_is_seen_and_that_of_others_only_counted() -> None:
    one = position("c3=melt d3=melt e3=harpoon", hands={"r": "melt", "b": "herd harpoon"})
    other = position("c3=melt d3=harpoon e3=herd", hands={"r": "melt", "b": "melt harpoon"})
    assert one.view(0) == other.view(0)
    assert one.observe(0).tobytes() == other.observe(0).tobytes()
    assert one.observe(1).tobytes() != other.observe(1).tobytes()
    assert GAME.encoding.part(one.observe(1), "hand").tolist() == [0, 0, 0, 0, 0.5, 0.5]


@given(positions(), st.integers(1, 3))
def test_when_all_change_seats_each_still_sees_the_same(state: IgluIgluState, places_on: int) -> None:
    relabelled = GAME.state(changed_seats(state, places_on))
    for seat in range(state.players):
        seen, still_seen = state.observe(seat), relabelled.observe((seat + places_on) % state.players)
        if np.count_nonzero(GAME.encoding.part(seen, "queue")) > 1:  # who flees first is told by the seat's number
            for observed in (seen, still_seen):
                GAME.encoding.part(observed, "flees_next")[:] = 0
        assert np.array_equal(seen, still_seen)


def changed_seats(state: IgluIgluState, places_on: int) -> Any:
    """The record with everybody, and all that is theirs, so many seats further on."""
    players = state.players
    records = state.array.copy()
    record: Any = records[0]
    was = copy.deepcopy(record)
    new = [(seat + places_on) % players for seat in range(players)]
    for name in ("inuit_of", "igloo_of", "taken", "to_place", "igloos", "queue", "hands"):
        for seat in range(players):
            record[name][new[seat]] = was[name][seat]
    for cell in range(64):
        counts = [int(was["inuit"][cell]) >> 4 * seat & 15 for seat in range(players)]
        record["inuit"][cell] = sum(n << 4 * new[seat] for seat, n in enumerate(counts))
    for name in ("winners", "ask"):
        record[name] = sum(1 << new[seat] for seat in range(players) if int(was[name]) >> seat & 1)
    record["owner"] = new[int(was["owner"])]
    if not state.over:
        record["to_move"] = new[int(was["to_move"])]
    return records

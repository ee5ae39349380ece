"""Facts of IGLU IGLU: enough to draw every action without a rule, and never more than the viewer may know."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from floe.core.facts import Fact
from floe.core.jit import interpreted
from floe.core.typing import Document
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.hidden import shuffled
from tests.games.igluiglu.positions import GAME, HAND, TAKEN, dealt, played, position
from tests.games.igluiglu.strategies import positions

RANDOM = st.integers(0, 2**32).map(random.Random)
EACH = 5 if interpreted() else 25
"""So many actions of a position are tried."""


class Screen:
    """A board that knows no rules: it moves what the facts say. It begins with what its viewer sees."""

    def __init__(self, view: Document) -> None:
        self.colours: list[str] = view["players"]
        self.cells: dict[str, Document] = view["cells"]
        self.taken: dict[str, list[str]] = view["taken"]
        self.hands: dict[str, Any] = view["hands"]
        self.points: int = view["points"]

    def show(self, facts: list[Fact]) -> None:
        for fact in facts:
            values = {"origin" if name == "from" else name: value for name, value in fact.values.items()}
            if fact.key == "points":
                self.points = values["points"]
            elif hasattr(self, fact.key):
                getattr(self, fact.key)(**values)

    # Pieces

    def put(self, cell: str, what: str, letters: str) -> None:
        content = self.cells.setdefault(cell, {})
        order = [*self.colours, *"123"]
        content[what] = "".join(sorted(content.get(what, "") + letters, key=order.index))

    def lift(self, cell: str, what: str, letters: str) -> None:
        for letter in letters:
            left = self.cells[cell][what].replace(letter, "", 1)
            assert len(left) < len(self.cells[cell][what])
            self.cells[cell][what] = left
        if not self.cells[cell][what]:
            del self.cells[cell][what]

    def put_animal(self, cell: str, animal: str) -> None:
        if animal == "bear":
            self.cells.setdefault(cell, {})["bear"] = True
        else:
            self.put(cell, {"f": "fish", "x": "fox"}[animal[0]], animal[1])

    def lift_animal(self, cell: str, animal: str) -> None:
        if animal == "bear":
            del self.cells[cell]["bear"]
        else:
            self.lift(cell, {"f": "fish", "x": "fox"}[animal[0]], animal[1])

    def take(self, seat: int, cell: str, animal: str) -> None:
        self.lift_animal(cell, animal)
        own = self.taken[self.colours[seat]]
        own.append(animal)
        own.sort(key=TAKEN.index)

    def drop(self, seat: int, tile: str) -> None:
        """A tile leaves a hand; the viewer knows which, but others' hands are only numbers."""
        hand = self.hands[self.colours[seat]]
        if isinstance(hand, int):
            self.hands[self.colours[seat]] = hand - 1
        else:
            hand.remove(tile)

    # Facts

    def placed(self, colour: str, cell: str, left: int) -> None:
        self.put(cell, "inuit", colour)

    def flipped(self, seat: int, cell: str, kind: str | None) -> None:
        del self.cells[cell]["ice"]

    def kept(self, seat: int, cell: str, tile: str | None) -> None:
        hand = self.hands[self.colours[seat]]
        if isinstance(hand, int):
            assert tile is None
            self.hands[self.colours[seat]] = hand + 1
        else:
            assert tile is not None
            hand.append(tile)

    def fish_came(self, cell: str, values: list[int]) -> None:
        for value in values:
            self.put(cell, "fish", str(value))

    def bear_came(self, cell: str) -> None:
        self.put_animal(cell, "bear")

    def glacier(self, cell: str, fox: int | None) -> None:
        self.cells[cell]["ice"] = "up"
        if fox is not None:
            self.put(cell, "fox", str(fox))

    def drifted(self, cells: list[str], direction: str, onto: str) -> None:
        for origin, target in zip(reversed(cells), [onto, *reversed(cells)], strict=False):
            assert not self.cells.get(target)
            self.cells[target] = self.cells.pop(origin)

    def shoved(self, animal: str, origin: str, to: str) -> None:
        self.lift_animal(origin, animal)
        self.put_animal(to, animal)

    def herded(self, animal: str, origin: str, to: str, left: int) -> None:
        self.shoved(animal, origin, to)

    def eaten(self, cell: str, animals: list[str]) -> None:
        for animal in animals:
            self.lift_animal(cell, animal)

    def walked(self, colour: str, origin: str, to: str) -> None:
        self.lift(origin, "inuit", colour)
        self.put(to, "inuit", colour)

    def kayaked(self, colour: str, origin: str, to: str, route: list[str]) -> None:
        way = [origin, *route, to]
        assert len(way) > 2
        for one, other in pairwise(way):
            assert abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1])) == 1
        assert not any("ice" in self.cells.get(cell, {}) or "bear" in self.cells.get(cell, {}) for cell in route)
        self.walked(colour, origin, to)

    def hunted(self, seat: int, cell: str, animal: str, points: int) -> None:
        self.take(seat, cell, animal)

    def harpooned(self, seat: int, cell: str, animal: str) -> None:
        self.take(seat, cell, animal)
        self.drop(seat, "harpoon")

    def speared(self, seat: int, cell: str) -> None:
        self.harpooned(seat, cell, "bear")

    def igloo_built(self, colour: str, cell: str, left: int) -> None:
        self.cells[cell]["igloo"] = colour

    def energy_played(self, seat: int, size: int) -> None:
        self.drop(seat, f"energy{size}")

    def herd_played(self, seat: int) -> None:
        self.drop(seat, "herd")

    def melted(self, seat: int, cell: str, lost: list[str], fleeing: str) -> None:
        self.drop(seat, "melt")
        self.eaten(cell, lost)
        if fleeing:
            self.lift(cell, "inuit", fleeing)
        del self.cells[cell]["ice"]
        assert not self.cells[cell]

    def unanswered(self, cell: str, fleeing: str, hiding: str) -> None:
        if fleeing:
            self.lift(cell, "inuit", fleeing)
        assert self.cells[cell].get("inuit", "") == hiding

    def fled(self, colour: str, corner: str) -> None:
        self.put(corner, "inuit", colour)

    def turn_ended(self, seat: int, next: int | None, points_lost: int) -> None:  # noqa: A002  # as the fact has it
        self.points -= points_lost

    def scored(self, scores: Document, islands: list[Document]) -> None:
        self.hands = {colour: type(hand)() for colour, hand in self.hands.items()}
        self.points = 0


@given(st.data())
def test_facts_are_enough_to_draw_every_action(data: st.DataObject) -> None:
    state = data.draw(positions(running=True))
    seat = data.draw(st.sampled_from([None, *range(state.players)]))
    for action in data.draw(st.permutations(state.legal_actions()))[:EACH]:
        screen, after = Screen(state.view(seat)), state.play(action).view(seat)
        screen.show(state.facts(action, seat))
        assert {cell: content for cell, content in screen.cells.items() if content} == after["cells"]
        assert screen.taken == after["taken"]
        assert screen.points == after["points"]
        assert {colour: in_order(hand) for colour, hand in screen.hands.items()} == after["hands"]


def in_order(hand: Any) -> Any:
    return hand if isinstance(hand, int) else sorted(hand, key=HAND.index)


@given(positions(), RANDOM)
def test_facts_are_the_same_where_the_viewer_cannot_tell_positions_apart(
    state: IgluIgluState, rng: random.Random
) -> None:
    for seat in (None, *range(state.players)):
        other = GAME.from_dict(shuffled(state.to_dict(), seat, rng))
        assert in_bytes(state.due(seat)) == in_bytes(other.due(seat))
        assert in_bytes(state.outlook(seat)) == in_bytes(other.outlook(seat))
        both = [action for action in state.legal_actions() if action in other.legal_actions()]
        for action in rng.sample(both, min(len(both), EACH)):
            if state.play(action).view(seat) == other.play(action).view(seat):
                assert in_bytes(state.facts(action, seat)) == in_bytes(other.facts(action, seat))


def in_bytes(facts: list[Fact]) -> str:
    return json.dumps([fact.to_dict() for fact in facts])


def told(state: IgluIgluState, action: str, seat: int | None = None) -> list[tuple[str, dict[str, Any]]]:
    return [(fact.key, fact.values) for fact in state.facts(action, seat)]


def test_a_kept_tile_is_told_to_its_owner_alone() -> None:
    state = position("c3=harpoon f6", phase="flip")
    for seat, kind in ((0, "harpoon"), (1, None), (None, None)):
        assert told(state, "flip c3", seat) == [
            ("flipped", {"seat": 0, "cell": "c3", "kind": kind}),
            ("kept", {"seat": 0, "cell": "c3", "tile": kind}),
            ("points", {"seat": 0, "points": 3}),
        ]


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("fish2", [("fish_came", {"cell": "c3", "values": [2, 3]})]),
        ("bear", [("bear_came", {"cell": "c3"})]),
        ("glacier", [("glacier", {"cell": "c3", "fox": 1})]),
        ("drift", [("drift_came", {"cell": "c3"})]),
    ],
)
def test_what_a_flip_brings_is_told_to_all(kind: str, facts: list[tuple[str, dict[str, Any]]]) -> None:
    state = position(f"c3={kind} f6", phase="flip", fish=[3, 2], fox=[1])
    for seat in (None, 0, 1):
        shown = [fact for fact in told(state, "flip c3", seat) if fact[0] != "points"]
        assert shown == [("flipped", {"seat": 0, "cell": "c3", "kind": kind}), *facts]


def test_animals_that_run_out_are_told() -> None:
    state = position("c3=fish3 c5=glacier c7=drift f6", phase="flip", fish=[2], fish_left=1)
    assert ("fish_came", {"cell": "c3", "values": [2]}) in told(state, "flip c3")
    assert ("none_left", {"animals": "fish"}) in told(state, "flip c3")
    assert told(position("c3=drift", phase="flip"), "flip c3")[1] == ("drift_failed", {"cell": "c3"})


def test_a_push_waits_for_room_and_is_then_made() -> None:
    state = position("c3 c4", phase="drift", on={"c5": "f1 bear", "b5": "f3"})
    push = {"cells": ["c3", "c4"], "direction": "n", "onto": "c5"}
    assert told(state, "drift c3 n") == [("push_waits", push | {"animals": ["f1", "bear"]})]
    state = state.play("drift c3 n")
    assert [fact.key for fact in state.due(0)] == ["make_room"]
    assert told(state, "shove f1 e") == [("shoved", {"animal": "f1", "from": "c5", "to": "d5"})]
    assert told(state.play("shove f1 e"), "shove bear w") == [
        ("shoved", {"animal": "bear", "from": "c5", "to": "b5"}),
        ("eaten", {"cell": "b5", "animals": ["f3"]}),
        ("drifted", push),
        ("points", {"seat": 0, "points": 3}),
    ]


def attacked(hands: dict[str, str] | None = None, on: str = "rb") -> IgluIgluState:
    """A bear has been herded to c3, and blue is asked first."""
    herd = {"r": "herd " + (hands or {}).get("r", ""), "b": (hands or {}).get("b", "")}
    state = position("c3 f6", up="g2", on={"c3": on, "c4": "bear"}, hands=herd)
    return played(state, "herd", "step c4 bear s")


def test_an_attack_asks_all_and_tells_nobody_who_has_a_harpoon() -> None:
    armed, unarmed = attacked({"b": "harpoon"}), attacked({"b": "melt"})
    asking = ("answer_attack", {"cell": "c3", "asked": [1, 0]})
    for state, answer in ((armed, "ready"), (unarmed, "none")):
        for seat in (None, 0):
            assert [(fact.key, fact.values) for fact in state.due(seat)] == [("wait", {"seat": 1}), asking]
        assert [(fact.key, fact.values) for fact in state.due(1)] == [asking, ("harpoon", {"answer": answer})]
    assert told(armed, "pass") == told(unarmed, "pass") == [("passed", {"seat": 1, "cell": "c3"})]
    assert told(armed, "spear")[0] == ("speared", {"seat": 1, "cell": "c3"})


def test_an_attack_that_nobody_answers_drives_away_those_who_do_not_hide() -> None:
    state = attacked(on="rb ^b")
    assert ("inuit_hide", {"cell": "c3"}) in [(fact.key, fact.values) for fact in state.due(1)]
    assert told(state.play("pass"), "pass") == [
        ("passed", {"seat": 0, "cell": "c3"}),
        ("unanswered", {"cell": "c3", "fleeing": "r", "hiding": "b"}),
    ]
    fleeing = played(state, "pass", "pass")
    assert [(fact.key, fact.values) for fact in fleeing.due(0)] == [("choose_corner", {"colour": "r", "more": 0})]
    assert told(fleeing, "flee r a1")[0] == ("fled", {"colour": "r", "corner": "a1"})


def test_a_herd_that_comes_to_nothing_is_told() -> None:
    state = position("c3 f6", hands={"r": "herd"})
    assert told(state, "herd") == [("herd_played", {"seat": 0}), ("herd_stopped", {"steps": 3})]


def test_only_the_one_on_turn_is_told_what_the_hand_allows() -> None:
    state = position("c3 f6", phase="flip", hands={"r": "melt herd energy2", "b": "melt"})
    assert [(fact.key, fact.values) for fact in state.due(0)] == [
        ("flip", {}),
        ("may_play", {"types": ["melt", "herd"]}),
    ]
    for seat in (None, 1):
        assert [fact.key for fact in state.due(seat)] == ["wait", "flip"]
    assert [fact.key for fact in dealt(seed=1).due(0)] == ["flip"]


def test_the_count_at_the_end_is_the_score_sheets() -> None:
    state = position(up="c3", on={"c3": "b"})
    keys = [fact.key for fact in state.facts("end")]
    assert keys == ["turn_ended", "scored", "won"]
    scored = state.facts("end")[1].values
    assert scored["scores"] == state.play("end").to_dict()["scores"]
    island = {"cells": ["c3"], "value": 1, "strengths": {"b": 1}, "points": {"b": 1}, "why": {"b": "alone"}}
    assert scored["islands"] == [island]
    assert state.outlook()[0].values == scored

"""A sample of what machines say is true, at every test run; ``make reasons-verify`` holds a thousand against the truth.

What is said of a position that is made up for it shows that the checks can tell the false from the true.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from floe.core.facts import Fact
from floe.core.game import State
from floe.core.jit import interpreted
from tests.games.icecult import positions as icecult
from tests.games.igluiglu import positions as igluiglu
from tests.reasons.checking import OWN, false_keys, terms
from tests.reasons.claims import Claim, games_with_reasons
from tests.reasons.verify import MOST_FALSE, Part, Tally, work

pytestmark = pytest.mark.skipif(interpreted(), reason="searches and enumerates")

PARTS = 3


@pytest.mark.parametrize("game", games_with_reasons())
def test_what_is_said_is_true(game: str) -> None:
    tally = Tally(game)
    for n in range(PARTS):
        tally.join(work(Part(game, f"test/{n}")))
    print("\n".join(tally.rows()))
    assert sum(tally.claims.values()) > 50
    certain = {key: tally.false[key] for key, term in terms(game).items() if tally.false[key] and not term.likely}
    assert certain == {}, tally.examples
    likely = [key for key, term in terms(game).items() if term.likely]
    said, false = (sum(count[key] for key in likely) for count in (tally.said, tally.false))
    assert false <= max(1, MOST_FALSE * said), tally.examples  # one among few says nothing


@pytest.mark.parametrize("game", games_with_reasons())
def test_every_key_has_its_check(game: str) -> None:
    shared = {"only_choice", "wins_for_sure", "all_others_lose", "better_than"}
    assert set(OWN[game].CHECKS) | shared == set(terms(game))


def claim(state: State, *plan: str, **facts: dict[str, object]) -> Claim:
    said = tuple(Fact(key, values) for key, values in facts.items())
    return Claim("hint", state, state.to_move or 0, plan[0], plan, said)


STOOD = icecult.position(tops="y>e y>e arc arc", paths={"e": {2: "g", 3: "ygggg"}}, arcs=0)
STACK = {"path": "e", "space": 3}


@pytest.mark.parametrize(
    ("plan", "key", "values"),
    [
        (("a@3.1", "b@4.1", "end"), "stops_win", {"seat": 1, "goal": "tower"}),
        (("a@3.1", "b@4.1", "end"), "stops_threat", {"seat": 1, "goal": "tower", **STACK}),
        (("a@3.1", "b@4.1", "end"), "advances", {"steps": 2}),
        (("a@start", "b@start", "end"), "leaves_win", {"seat": 1, "goal": "tower"}),
    ],
)
def test_a_plan_is_told_from_one_that_does_not_do_what_is_said(
    plan: tuple[str, ...], key: str, values: dict[str, object]
) -> None:
    true = claim(STOOD, *plan, **{key: values})
    assert list(false_keys(true)) == []
    others = {"seat": 0, "goal": "home", "steps": 7, "space": 4}
    wrong = {name: others.get(name, value) for name, value in values.items()}
    assert list(false_keys(claim(STOOD, *plan, **{key: wrong}))) == [key]
    if key != "advances":
        other = ("a@start", "b@start", "end") if plan[0] == "a@3.1" else ("a@3.1", "b@4.1", "end")
        assert list(false_keys(replace(true, action=other[0], plan=other))) == [key]


def test_made_up_facts_of_pawns_are_false() -> None:
    state = icecult.position(tops="y>e g>n arc arc", paths={"e": {1: "y", 2: "yy"}, "n": {2: "ggg"}}, arcs=0)
    facts: dict[str, dict[str, object]] = {
        "wins": {"goal": "tower"},
        "makes_threat": {"goal": "tower", "path": "e", "space": 2},
        "gathers": {"path": "e", "space": 2, "pawns": 4},
        "scatters": {"seat": 1, "path": "n", "space": 2, "pawns": 4},
        "brings_home": {"pawns": 1},
        "only_choice": {},
        "wins_for_sure": {},
        "all_others_lose": {},
    }
    assert set(false_keys(claim(state, "a@1.1", "b@2.3", "end", **facts))) == set(facts)


def test_made_up_facts_of_ice_are_false() -> None:
    state = igluiglu.position("b3 c3 d3 f6", on={"d3": "b", "f6": "r", "f5": "f1"})
    facts: dict[str, dict[str, object]] = {
        "takes": {"animals": ["f1"], "points": 2},
        "gains_island": {"cells": ["b3", "c3", "d3"], "share": "alone", "points": 9, "unless_glacier": False},
        "breaks_lead": {"seat": 0, "cells": ["f6"], "unless_glacier": False},
        "drives_away": {"inuit": "b", "cells": ["d3"]},
        "attacks": {"cell": "d3", "inuit": "b"},
        "reaches": {"animals": ["f1"]},
        "changes_count": {"points": {"r": 1, "b": 0}, "unless_glacier": False},
        "better_than": {"action": "kayak f6 b3", "chances": 99, "others": 1},
    }
    said = claim(state, "kayak f6 c3", "end", **facts)
    assert set(false_keys(said)) >= set(facts) - {"better_than", "breaks_lead"}

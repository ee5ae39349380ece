"""Bad input that is nearly right in ICE CULT's own ways. What any game must bear is in ``floe.testing.test_fuzz``."""

from __future__ import annotations

import contextlib
from typing import Any

import hypothesis.strategies as st
from hypothesis import given

from floe.games.icecult.cubesets import BUILT_IN, BadCubeSet, check_cube_set
from floe.games.icecult.game import IceCultState
from floe.testing import fuzz
from tests.games.icecult.positions import GAME, document
from tests.games.icecult.strategies import positions

WORDS = ["a", "ab", "y", "yr", "n", "UN", "arc", "circle", "y>e", "y>U", "nn", "move", "over", "tilt2", "fair", "may"]
JUNK = fuzz.junk(WORDS)
NEARLY_ACTIONS = st.from_regex(r"\*?[a-f]@(start|[0-9]{1,2}\.[0-9]{1,3})|[a-e][+-]|[nesw]{1,3}|end")


@given(JUNK)
def test_no_value_crashes_the_reader_of_documents(value: Any) -> None:
    for key in document():
        fuzz.check_given_document(GAME, document() | {key: value})


@given(st.data(), positions())
def test_a_mutated_document_is_refused_or_is_a_position(data: st.DataObject, state: IceCultState) -> None:
    fuzz.check_given_document(GAME, data.draw(fuzz.mutated(state.to_dict(), JUNK)))


@given(st.text() | st.sampled_from(WORDS) | NEARLY_ACTIONS)
def test_any_text_is_a_legal_action_or_refused_by_name(text: str) -> None:
    for state in (GAME.new(), GAME.from_dict(document(paths={"e": {1: "yry"}}))):
        fuzz.check_given_text(state, text)


@given(st.data(), positions())
def test_a_mutated_action_is_legal_or_refused(data: st.DataObject, state: IceCultState) -> None:
    if not state.over:
        fuzz.check_given_text(state, data.draw(fuzz.mutated_actions(state, "abcdnesw@.*+-0123456789 ")))


@given(st.data())
def test_a_mutated_cube_set_is_refused_or_lawful(data: st.DataObject) -> None:
    cubes = data.draw(fuzz.mutated(BUILT_IN["fair"], JUNK))
    with contextlib.suppress(BadCubeSet):
        assert check_cube_set(cubes) == cubes
        assert GAME.new(rules={"cubes": cubes}).to_dict()["rules"]["cubes"] == cubes


@given(JUNK, JUNK)
def test_no_option_crashes_the_setup(one: Any, other: Any) -> None:
    fuzz.check_given_setup(GAME, {"rules": {"cubes": one}})
    fuzz.check_given_setup(GAME, {"rules": {"path_length": one, "stall_limit": other}})

"""Bad input of every kind: only errors of the family come back, nothing crashes, nothing changes halfway."""

from __future__ import annotations

import contextlib
import copy
import json
from typing import Any

import hypothesis.strategies as st
from hypothesis import given

from floe import BadPosition, FloeError, IllegalAction, MalformedAction
from floe.core.documents import parse_json
from floe.games.icecult.cubesets import BUILT_IN, BadCubeSet, check_cube_set
from floe.games.icecult.game import IceCultState
from tests.games.icecult.positions import GAME, document
from tests.games.icecult.strategies import positions

DEFAULTS = GAME.new().to_dict()["rules"]
WORDS = ["a", "ab", "y", "yr", "n", "UN", "arc", "circle", "y>e", "y>U", "nn", "move", "over", "tilt2", "fair", "may"]
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 7)
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=5)
    | st.binary(max_size=3),
    lambda inside: (
        st.lists(inside, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3) | st.integers(0, 3), inside, max_size=4)
    ),
    max_leaves=6,
)
"""Values of every kind, some of them nearly right."""

NEARLY_ACTIONS = st.from_regex(r"\*?[a-f]@(start|[0-9]{1,2}\.[0-9]{1,3})|[a-e][+-]|[nesw]{1,3}|end")


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place inside a document: what holds it, and its key there."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [place for key in keys for place in [(value, key), *places(value[key])]]


@st.composite
def mutated(draw: st.DrawFn, original: Any) -> Any:
    """A copy with a few places replaced, removed, added or swapped."""
    value = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 3))):
        found = places(value)
        if not found:
            break
        holder, key = draw(st.sampled_from(found))
        other, place = draw(st.sampled_from(found))
        match draw(st.sampled_from(["replace", "replace", "remove", "add", "swap"])):
            case "replace":
                holder[key] = draw(JUNK)
            case "remove":
                del holder[key]
            case "swap":
                holder[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(holder[key])
            case "add" if isinstance(holder, list):
                holder.insert(key, draw(JUNK))
            case "add":
                holder[draw(st.sampled_from(WORDS) | st.integers(0, 3))] = draw(JUNK)
    return value


@given(JUNK)
def test_no_value_crashes_the_reader_of_documents(value: Any) -> None:
    with contextlib.suppress(BadPosition):
        GAME.from_dict(value)
    for key in document():
        with contextlib.suppress(BadPosition):
            GAME.from_dict(document() | {key: value})


@given(st.data(), positions())
def test_a_mutated_document_is_refused_or_is_a_position(data: st.DataObject, state: IceCultState) -> None:
    """What is accepted is written back as it was given, and can be played on. What is given stays as it is."""
    given_document = data.draw(mutated(state.to_dict()))
    before = copy.deepcopy(given_document)
    with contextlib.suppress(BadPosition):
        accepted = GAME.from_dict(given_document)
        assert accepted.to_dict() == before | {"rules": DEFAULTS | before["rules"]}
        assert accepted.over or [accepted.play(action) for action in accepted.legal_actions()]
    assert repr(given_document) == repr(before)  # by repr: NaN is not equal to itself


@given(st.text() | st.sampled_from(WORDS) | NEARLY_ACTIONS)
def test_any_text_is_a_legal_action_or_refused_by_name(text: str) -> None:
    for state in (GAME.new(), GAME.from_dict(document(paths={"e": {1: "yry"}}))):
        before = state.array.tobytes()
        refused: str | None = None
        try:
            state.play(text)
        except (MalformedAction, IllegalAction) as fault:
            refused = str(fault.text)
        assert refused == (None if text in state.legal_actions() else text)
        assert state.array.tobytes() == before


@given(st.data(), positions())
def test_a_mutated_action_is_legal_or_refused(data: st.DataObject, state: IceCultState) -> None:
    if state.over:
        return
    letters = list(data.draw(st.sampled_from(state.legal_actions())))
    at = data.draw(st.integers(0, len(letters)))
    letters[at : at + data.draw(st.integers(0, 1))] = data.draw(st.text("abcdnesw@.*+-0123456789 ", max_size=2))
    text = "".join(letters)
    accepted = True
    try:
        state.play(text)
    except (MalformedAction, IllegalAction):
        accepted = False
    assert accepted == (text in state.legal_actions())


@given(JUNK)
def test_nothing_but_text_and_numbers_names_an_action(value: Any) -> None:
    with contextlib.suppress(MalformedAction, IllegalAction):
        assert GAME.new().play(value) != GAME.new()
        assert isinstance(value, str)
    one = GAME.new().mutable()
    with contextlib.suppress(FloeError):
        one.step(value)
        assert isinstance(value, int)
        return
    assert one.array.tobytes() == GAME.new().array.tobytes()


@given(st.data())
def test_a_mutated_cube_set_is_refused_or_lawful(data: st.DataObject) -> None:
    cubes = data.draw(mutated(BUILT_IN["fair"]))
    with contextlib.suppress(BadCubeSet):
        assert check_cube_set(cubes) == cubes
        assert GAME.new(rules={"cubes": cubes}).to_dict()["rules"]["cubes"] == cubes


@given(JUNK, JUNK, JUNK, JUNK)
def test_no_option_crashes_the_setup(players: Any, seed: Any, rules: Any, colours: Any) -> None:
    for chosen in (
        {"players": players},
        {"seed": seed},
        {"rules": rules},
        {"rules": {"cubes": rules}},
        {"rules": {"path_length": rules, "stall_limit": players}},
        {"colours": colours},
        {"players": players, "seed": seed, "rules": rules, "colours": colours},
    ):
        with contextlib.suppress(FloeError):
            assert not GAME.new(**chosen).over


@given(st.binary() | st.text() | JUNK.map(lambda value: json.dumps(value, default=str)[:-1]))
def test_no_bytes_crash_the_reader_of_json(text: str | bytes) -> None:
    with contextlib.suppress(BadPosition):
        GAME.from_dict(parse_json(text, BadPosition))

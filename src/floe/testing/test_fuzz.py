"""Bad input of every kind: only errors of the family come back, nothing crashes, nothing changes halfway."""

from __future__ import annotations

import json
from functools import cache

import hypothesis.strategies as st
from hypothesis import given

import floe
from floe.core.game import State
from floe.testing import fuzz
from floe.testing.checks import check_position
from floe.testing.walks import every, walk


@cache
def some(name: str) -> list[State]:
    return [state for players in floe.game(name).players for state in every(20, walk(name, players)) if not state.over]


@cache
def junk(name: str) -> fuzz.Junk:
    return fuzz.junk(fuzz.words_of(some(name)))


@given(st.data())
def test_all_holds_of_any_position(name: str, data: st.DataObject) -> None:
    check_position(data.draw(fuzz.positions(name)))


@given(st.data())
def test_no_value_crashes_the_reader_of_documents(name: str, data: st.DataObject) -> None:
    game, value = floe.game(name), data.draw(junk(name))
    fuzz.check_given_document(game, value)
    document = some(name)[-1].to_dict()
    for key, inside in document.items():
        fuzz.check_given_document(game, document | {key: value})
        if isinstance(inside, dict):
            for part in inside:
                fuzz.check_given_document(game, document | {key: inside | {part: value}}, document["rules"])


@given(st.data())
def test_a_mutated_document_is_refused_or_is_a_position(name: str, data: st.DataObject) -> None:
    document = data.draw(st.sampled_from(some(name))).to_dict()
    fuzz.check_given_document(floe.game(name), data.draw(fuzz.mutated(document, junk(name))))


@given(st.data())
def test_any_text_is_a_legal_action_or_refused_by_name(name: str, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(some(name)))
    words = st.sampled_from(fuzz.words_of(some(name)))
    fuzz.check_given_text(state, data.draw(st.text() | words | fuzz.mutated_actions(state)))


@given(st.data())
def test_nothing_but_text_and_numbers_names_an_action(name: str, data: st.DataObject) -> None:
    fuzz.check_given_action(data.draw(st.sampled_from(some(name))), data.draw(junk(name)))


@given(st.data())
def test_no_option_crashes_the_setup(name: str, data: st.DataObject) -> None:
    game, values = floe.game(name), junk(name)
    for argument in ("players", "seed", "rules", "colours"):
        fuzz.check_given_setup(game, {argument: data.draw(values)})
    for option in game.options:
        fuzz.check_given_setup(game, {"rules": {option.name: data.draw(values)}})


@given(st.data())
def test_no_bytes_crash_the_reader_of_json(name: str, data: st.DataObject) -> None:
    nearly = junk(name).map(lambda value: json.dumps(value, default=str)[:-1])
    fuzz.check_given_json(floe.game(name), data.draw(st.binary() | st.text() | nearly))

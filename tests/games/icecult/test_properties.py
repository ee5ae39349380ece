"""What holds in every position: found by random play over random options and looked at by Hypothesis."""

from __future__ import annotations

import itertools
import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from floe import FloeError, IllegalAction
from floe.core.randomness import draw_below, generator
from floe.games.icecult import notation
from floe.games.icecult.game import IceCultState
from tests.games.icecult import plain
from tests.games.icecult.positions import GAME
from tests.games.icecult.strategies import options, positions

PLACES = ["start", *(f"{space}.{standing}" for space in range(1, 10) for standing in range(1, 21))]
ALL_TEXTS = [
    *plain.TILTS,
    *(f"{circle}{slot}@{place}" for circle, slot, place in itertools.product(["", "*"], "abcd", PLACES)),
    *(slot + sign for slot in "abcd" for sign in "+-"),
    "end",
]
"""Every action that could be legal in some position."""


@given(options(), st.integers(0, 2**32))
def test_a_whole_game_goes_as_the_plain_rules_say(chosen: dict[str, Any], seed: int) -> None:
    """The engine beside the second, slow implementation: the same actions offered, the same documents reached."""
    state = GAME.new(**chosen)
    document = state.to_dict()
    rng = generator(seed)
    while not state.over:
        assert set(state.legal_actions()) == plain.legal(document)
        action = state.legal_actions()[draw_below(rng, len(state.legal_actions()))]
        state, document = state.play(action), plain.play(document, action)
        assert state.to_dict() == document
    assert plain.legal(document) == set()


def _records(state: IceCultState) -> bytes:
    return state.array.tobytes()


@given(positions())
def test_every_colour_keeps_five_pawns(state: IceCultState) -> None:
    for after in [state, *map(state.play, state.legal_actions())]:
        document = after.to_dict()
        standing = "".join(stack for stacks in document["paths"].values() for stack in stacks)
        for colour in "yrgb":
            assert document["start"][colour] + standing.count(colour) + document["home"][colour] == 5


@given(positions())
def test_a_position_is_the_same_after_a_way_through_json(state: IceCultState) -> None:
    again = GAME.from_dict(json.loads(json.dumps(state.to_dict())))
    assert again == state
    assert hash(again) == hash(state)
    assert again.legal_actions() == state.legal_actions()


@given(positions())
def test_written_forms_and_numbers_name_the_same_actions(state: IceCultState) -> None:
    texts = state.legal_actions()
    numbers = [state.action_number(text) for text in texts]
    assert len(set(texts)) == len(set(numbers)) == len(texts)
    assert [state.action_text(number) for number in numbers] == texts
    assert notation.texts(state.array, numbers) == texts
    assert all(notation.parse(text) for text in texts)
    assert set(texts) <= set(ALL_TEXTS)


@given(positions())
def test_the_mask_and_the_list_of_legal_actions_agree(state: IceCultState) -> None:
    mask = state.legal_mask()
    assert len(mask) == GAME.n_actions == 65
    assert set(mask.tolist()) <= {0, 1}
    numbers = sorted(state.action_number(text) for text in state.legal_actions())
    assert mask.nonzero()[0].tolist() == numbers
    assert state.mutable().legal_mask().tolist() == mask.tolist()
    assert state.mutable().legal().tolist() == numbers
    assert (mask.sum() == 0) == state.over


@given(positions())
def test_play_accepts_exactly_the_texts_that_are_offered(state: IceCultState) -> None:
    before = _records(state)
    accepted = set()
    for text in ALL_TEXTS:
        try:
            state.play(text)
        except IllegalAction:
            continue
        accepted.add(text)
    assert accepted == set(state.legal_actions())
    assert _records(state) == before


@given(positions())
def test_step_accepts_exactly_the_numbers_that_are_offered(state: IceCultState) -> None:
    legal = set(state.mutable().legal().tolist())
    for number in range(-2, 70):
        one = state.mutable()
        try:
            one.step(number)
        except FloeError:
            assert number not in legal
            assert one.array.tobytes() == _records(state)
        else:
            assert number in legal
            assert one.array.tobytes() == _records(state.play(state.action_text(number)))


@given(positions())
def test_a_game_can_always_go_on_until_somebody_has_won(state: IceCultState) -> None:
    assert state.over == (not state.legal_actions())
    assert state.over == (state.winners is not None)
    assert state.over == (state.to_move is None)
    if state.outcome is not None:
        assert sum(state.outcome.shares) == pytest.approx(1)
        assert list(state.outcome.winners) == state.winners != []


@given(positions())
def test_nothing_is_hidden(state: IceCultState) -> None:
    for seat in [None, *range(state.players)]:
        assert state.view(seat) == state.to_dict()


@given(positions())
def test_no_action_takes_a_pawn_inward(state: IceCultState) -> None:
    """The distance walked by all pawns together grows with each step and never otherwise."""
    before = _walked(state)
    for action in state.legal_actions():
        gained = _walked(state.play(action)) - before
        assert gained >= 1 if "@" in action else gained == 0


def _walked(state: IceCultState) -> int:
    document = state.to_dict()
    length = document["rules"]["path_length"]
    on_paths = sum(space * len(stack) for stacks in document["paths"].values() for space, stack in enumerate(stacks, 1))
    return int(on_paths + (length + 1) * sum(document["home"].values()))

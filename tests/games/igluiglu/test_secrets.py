"""Nothing that a seat is shown tells it what it may not know.

Each test takes a position that play comes to and puts all that the seat cannot know somewhere else. Whatever the
seat can look at must be the same, to the byte.
"""

from __future__ import annotations

import json
import random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given, settings

from floe import IllegalAction
from floe.core.jit import interpreted
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.hidden import shuffled
from tests.games.igluiglu.positions import GAME, played, position
from tests.games.igluiglu.strategies import positions
from tests.games.igluiglu.texts import BY_VERB

RANDOM = st.integers(0, 2**32).map(random.Random)
EACH = 30 if interpreted() else 80
"""So many actions of each verb are tried on one position."""


@st.composite
def pairs(draw: st.DrawFn) -> tuple[IgluIgluState, IgluIgluState, int | None]:
    """Two positions that a seat cannot tell apart, and the seat (None: a spectator)."""
    state = draw(positions())
    seat = draw(st.sampled_from([None, *range(state.players)]))
    return state, GAME.from_dict(shuffled(state.to_dict(), seat, draw(RANDOM))), seat


def in_bytes(value: Any) -> str:
    """With the order of keys, which is shown too."""
    return json.dumps(value)


@given(pairs())
def test_the_view_is_the_same(pair: tuple[IgluIgluState, IgluIgluState, int | None]) -> None:
    one, other, seat = pair
    assert in_bytes(one.view(seat)) == in_bytes(other.view(seat))
    assert in_bytes(one.view(None)) == in_bytes(other.view(None))


@given(pairs())
def test_the_board_in_text_is_the_same(pair: tuple[IgluIgluState, IgluIgluState, int | None]) -> None:
    one, other, seat = pair
    assert one.text(seat) == other.text(seat)
    assert str(one) == str(other)
    assert repr(one) == repr(other)


@given(pairs())
def test_the_count_is_the_same(pair: tuple[IgluIgluState, IgluIgluState, int | None]) -> None:
    one, other, _ = pair
    assert one.scores() == other.scores()
    assert in_bytes(one.scores().totals()) == in_bytes(other.scores().totals())
    assert (one.phase, one.to_move, one.over, one.winners, one.outcome) == (
        other.phase, other.to_move, other.over, other.winners, other.outcome,
    )  # fmt: skip


@given(positions(), RANDOM)
def test_the_legal_actions_offered_to_the_seat_are_the_same(state: IgluIgluState, rng: random.Random) -> None:
    other = GAME.from_dict(shuffled(state.to_dict(), state.to_move, rng))
    assert state.legal_actions() == other.legal_actions()
    assert state.legal_mask().tobytes() == other.legal_mask().tobytes()


def answer(state: IgluIgluState, text: str) -> tuple[Any, ...]:
    """How an action is refused, or that it is not."""
    try:
        state.play(text)
    except IllegalAction as refused:
        return refused.text, refused.rule, refused.key, in_bytes(refused.values), str(refused)
    return ()


@pytest.mark.parametrize("phase", GAME.phases)
@settings(max_examples=4 if interpreted() else 6)
@given(st.data())
def test_every_refusal_to_the_seat_is_the_same(phase: str, data: st.DataObject) -> None:
    state, rng = data.draw(positions(phase=phase)), data.draw(RANDOM)
    others = [GAME.from_dict(shuffled(state.to_dict(), state.to_move, rng)) for _ in range(2)]
    for texts in BY_VERB.values():
        for text in rng.sample(texts, min(EACH, len(texts))):
            assert all(answer(state, text) == answer(other, text) for other in others)


@given(pairs(), RANDOM)
def test_the_pairs_do_differ_wherever_something_is_hidden(
    pair: tuple[IgluIgluState, IgluIgluState, int | None], rng: random.Random
) -> None:
    """Or the tests above would show nothing."""
    one, _, seat = pair
    others = [colour for number, colour in enumerate(one.to_dict()["players"]) if number != seat]
    assume(any(one.to_dict()["hands"][colour] for colour in others))
    truths = [shuffled(one.to_dict(), seat, rng) for _ in range(20)]
    hands = {in_bytes([truth["hands"][colour] for colour in others]) for truth in truths}
    red = {kind for truth in truths for colour in others for kind in truth["hands"][colour]}
    assert len(hands) > 1 or len(red) == 1


def test_a_view_holds_no_kind_of_a_face_down_tile_and_no_tile_of_anothers_hand() -> None:
    hands = {"r": "melt herd", "b": "energy2 harpoon", "y": "energy3"}
    state = position("c3=drift c4=bear c5=fish3 f6=glacier", players=3, hands=hands)
    for seat, colour in ((None, ""), (0, "r"), (1, "b"), (2, "y")):
        view = state.view(seat)
        assert {content["ice"] for content in view["cells"].values() if "ice" in content} == {"down"}
        for other, hand in view["hands"].items():
            assert hand == (hands[other].split() if other == colour else len(hands[other].split()))
        assert all(isinstance(view["supply"][name], int) for name in ("fish", "fox", "bears"))
        assert set(view) == set(state.to_dict())


def test_a_glacier_stays_open_in_a_view() -> None:
    assert position("c4", up="c3").view(1)["cells"]["c3"] == {"ice": "up"}


def test_what_everybody_remembers_is_part_of_every_view() -> None:
    state = played(position("c3 f6", hands={"r": "melt energy2"}), "melt c3", "energy 2")
    for seat in (None, 0, 1):
        assert state.view(seat)["seen"] == state.to_dict()["seen"]
        assert state.view(seat)["played"] == ["melt", "energy"]


def test_a_board_in_text_names_a_hand_only_to_its_owner() -> None:
    state = position("c3", hands={"r": "melt harpoon", "b": "herd"})
    for seat, own, others in (
        (0, "melt harpoon", "herd"),
        (1, "herd", "melt harpoon"),
        (None, "", "melt harpoon herd"),
    ):
        board = state.text(seat)
        assert all(kind in board for kind in own.split())
        assert not any(kind in board for kind in others.split())

"""What holds in every position: found by random play over random options and looked at by Hypothesis."""

from __future__ import annotations

import itertools
from typing import Any

import hypothesis.strategies as st
from hypothesis import given

from floe.core.randomness import draw_below, generator
from floe.games.icecult.game import IceCultState
from floe.testing.checks import check_numbers, check_position, check_texts
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


@given(positions())
def test_all_holds_that_holds_in_any_game(state: IceCultState) -> None:
    check_position(state)
    check_texts(state, ALL_TEXTS)
    check_numbers(state, range(-2, 70))
    assert set(state.legal_actions()) <= set(ALL_TEXTS)


@given(positions())
def test_every_colour_keeps_five_pawns(state: IceCultState) -> None:
    for after in [state, *map(state.play, state.legal_actions())]:
        document = after.to_dict()
        standing = "".join(stack for stacks in document["paths"].values() for stack in stacks)
        for colour in "yrgb":
            assert document["start"][colour] + standing.count(colour) + document["home"][colour] == 5


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

"""Guessing what is hidden: ``state.determinize``."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from floe import BadOption
from floe.core.jit import interpreted
from floe.core.randomness import generator
from floe.games.igluiglu import layout
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.hidden import mix_of, unknown_tiles
from tests.games.igluiglu.positions import CELLS, GAME, played, position
from tests.games.igluiglu.strategies import positions

SEEDS = st.integers(0, 2**32)


def seats(state: IgluIgluState) -> list[int | None]:
    return [None, *range(state.players)]


@given(positions(running=True), SEEDS)
def test_the_view_is_unchanged(state: IgluIgluState, seed: int) -> None:
    for seat in seats(state):
        guess = state.determinize(seat, generator(seed))
        assert json.dumps(guess.view(seat)) == json.dumps(state.view(seat))
        assert guess.text(seat) == state.text(seat)


@given(positions(running=True), SEEDS)
def test_a_guess_is_a_lawful_position_that_can_be_played_on(state: IgluIgluState, seed: int) -> None:
    for seat in seats(state):
        guess = state.determinize(seat, generator(seed))
        assert GAME.from_dict(guess.to_dict()) == guess
        if seat is not None:
            colour = state.to_dict()["players"][seat]
            assert guess.to_dict()["hands"][colour] == state.to_dict()["hands"][colour]
        if seat == state.to_move:
            assert guess.legal_actions() == state.legal_actions()
        guess.mutable().playout(generator(seed), 40)


@given(positions(running=True), SEEDS)
def test_tokens_still_to_come_up_are_the_same_in_another_order(state: IgluIgluState, seed: int) -> None:
    before, after = state.to_dict()["supply"], state.determinize(0, generator(seed)).to_dict()["supply"]
    assert (sorted(before["fish"]), sorted(before["fox"])) == (sorted(after["fish"]), sorted(after["fox"]))
    assert before["bears"] == after["bears"]


@given(positions(running=True), SEEDS)
def test_all_tiles_of_the_mix_are_still_there(state: IgluIgluState, seed: int) -> None:
    for seat in seats(state):
        guess = state.determinize(seat, generator(seed)).to_dict()
        assert unknown_tiles(guess, seat) == unknown_tiles(state.to_dict(), seat)
        placed = Counter(content["ice"] for content in guess["cells"].values() if content.get("ice", "up") != "up")
        placed.update(kind for hand in guess["hands"].values() for kind in hand)
        assert not placed + Counter(guess["seen"]) - mix_of(guess)


@given(positions(running=True), SEEDS)
def test_the_same_generator_gives_the_same_guess_and_moves_on(state: IgluIgluState, seed: int) -> None:
    rng = generator(seed)
    before = state.array.tobytes()
    assert state.determinize(0, rng) == state.determinize(0, generator(seed))
    assert rng[0] != generator(seed)[0]
    assert state.array.tobytes() == before, "the position itself does not change"


def test_guesses_differ() -> None:
    state = played(GAME.new(seed=1), *["place c1"] * 10)
    rng = generator(1)
    assert len({state.determinize(0, rng) for _ in range(20)}) == 20


def test_a_seat_that_is_not_there_cannot_guess() -> None:
    for seat in (2, -1, "r", True, 0.0):
        with pytest.raises(BadOption, match="a seat is a number from 0 to 1"):
            position("c3").determinize(seat, generator(1))  # type: ignore[arg-type]  # that is the point


def test_there_is_nothing_to_guess_when_the_game_is_over() -> None:
    with pytest.raises(BadOption, match="the game is over"):
        position(up="c3").play("end").determinize(0, generator(1))


# Uniform? In small positions every way to deal the single tiles is written down and counted.

DRAWS = 2000 if interpreted() else 20_000
CRITICAL = {2: 13.82, 5: 20.52, 11: 31.26, 47: 82.72}
"""Chi-square by degrees of freedom: one fair draw in a thousand goes beyond. The seeds are fixed, so none here does."""


def assert_uniform(found: Counter[Any], expected: dict[Any, Fraction]) -> None:
    """That what was found is likely, if these are the chances."""
    assert sum(expected.values()) == 1
    assert set(found) <= set(expected), "something came up that cannot be"
    total = found.total()
    chi_square = sum((found[o] - total * chance) ** 2 / (total * chance) for o, chance in expected.items())
    assert float(chi_square) < CRITICAL[len(expected) - 1]


def held(guess: IgluIgluState, seat: int) -> list[str]:
    """A hand, read from the record: documents would take too long here."""
    return [kind for kind, n in zip(layout.HAND, guess.array[0]["hands"][seat], strict=True) for _ in range(n)]


def lying(guess: IgluIgluState, cell: str) -> str:
    """What lies face down on a cell."""
    return layout.KINDS[guess.array[0]["kinds"][CELLS.index(cell)]]


def chances(deals: Iterable[Any]) -> dict[Any, Fraction]:
    """Each outcome's part of all deals, which are equally likely."""
    counted = Counter(deals)
    return {outcome: Fraction(number, counted.total()) for outcome, number in counted.items()}


def test_every_deal_of_single_tiles_is_equally_likely_to_a_seat() -> None:
    """Six tiles are hidden from red: two harpoons, a herd, a bear, a fish2 and a glacier.

    Blue holds two of them, with red borders; three lie on c3, c4 and c5; one was removed by a melt. Blue holds both
    harpoons in one deal of three, and then each order of the four others has the same chance: 48 outcomes.
    """
    state = position("c3=harpoon c4=bear c5=fish2", up="g2", hands={"b": "harpoon herd", "r": "energy3"}, owner=1)
    hidden = ["bear", "fish2", "glacier", "harpoon", "harpoon", "herd"]
    assert unknown_tiles(state.to_dict(), 0) == hidden

    def outcome(guess: IgluIgluState) -> tuple[str, ...]:
        return *held(guess, 1), *(lying(guess, cell) for cell in ("c3", "c4", "c5"))

    deals = [deal for deal in itertools.permutations(hidden) if {deal[0], deal[1]} <= {"harpoon", "herd"}]
    expected = chances((*sorted(deal[:2]), *deal[2:5]) for deal in deals)
    assert len(deals) == 3 * 2 * 24
    assert Counter(expected.values()) == {Fraction(1, 72): 24, Fraction(1, 36): 24}
    rng = generator("determinize")
    assert_uniform(Counter(outcome(state.determinize(0, rng)) for _ in range(DRAWS)), expected)


def test_every_deal_is_equally_likely_to_a_spectator() -> None:
    """Four tiles: one in each hand, one on c3, one removed. Three have red borders, so the glacier is in no hand."""
    state = position("c3=harpoon", up="g2", hands={"r": "energy3", "b": "herd"}, owner=1)
    hidden = ["energy3", "glacier", "harpoon", "herd"]
    assert unknown_tiles(state.to_dict(), None) == hidden
    expected = chances(deal[:3] for deal in itertools.permutations(hidden) if "glacier" not in deal[:2])
    assert set(expected.values()) == {Fraction(1, 12)}

    def outcome(guess: IgluIgluState) -> tuple[str, ...]:
        return *held(guess, 0), *held(guess, 1), lying(guess, "c3")

    rng = generator("spectator")
    assert_uniform(Counter(outcome(state.determinize(None, rng)) for _ in range(DRAWS)), expected)


def test_every_order_of_the_tokens_is_equally_likely() -> None:
    glaciers = "b1 c1 d1 e1 f1 g1 b2"
    state = position("c4", up=glaciers, fish=[3, 1, 2], fish_left=3, fox=[1, 3, 1], on={"b1": "x122", "c1": "x2233"})
    rng = generator("tokens")
    guesses = [state.determinize(1, rng).array[0] for _ in range(DRAWS)]
    fish = Counter(tuple(guess["fish_supply"][:3].tolist()) for guess in guesses)
    foxes = Counter(tuple(guess["fox_supply"][:3].tolist()) for guess in guesses)
    assert_uniform(fish, chances(itertools.permutations([1, 2, 3])))
    assert_uniform(foxes, chances(itertools.permutations([1, 1, 3])))

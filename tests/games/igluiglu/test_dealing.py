"""Deals inside a batch: the same chance as in a new game."""

from __future__ import annotations

import numpy as np
import pytest

import floe
from floe.core.jit import interpreted
from tests.games.igluiglu.positions import CELLS, CENTRE, FISH_TOKENS, FOX_TOKENS, GAME, LAND
from tests.games.igluiglu.strategies import LIVELY

DEALS = 60 if interpreted() else 20_000


def test_a_deal_is_a_lawful_first_position() -> None:
    for players in (2, 3, 4):
        first = GAME.new(players=players, rules={"mix": LIVELY}).to_dict()
        for state in floe.batch("igluiglu", 10, players=players, rules={"mix": LIVELY}, seed=1):
            document = state.to_dict()
            assert GAME.from_dict(document) == state
            for name in set(first) - {"cells", "supply"}:
                assert document[name] == first[name]


def test_a_deal_uses_every_tile_and_token_once() -> None:
    for state in floe.batch("igluiglu", 10, seed=2):
        document = state.to_dict()
        on_centre = [int(document["cells"][cell]["fish"]) for cell in CENTRE]
        assert sorted(on_centre + document["supply"]["fish"]) == FISH_TOKENS
        assert sorted(document["supply"]["fox"]) == FOX_TOKENS


def near(counted: float, chance: float, deals: int = DEALS) -> bool:
    """Whether an event that has a chance came about as often as it may: within five standard deviations."""
    return bool(abs(counted - chance * deals) < 5 * np.sqrt(chance * (1 - chance) * deals) + 1)


@pytest.mark.parametrize("again", [False, True])
def test_every_kind_and_value_is_as_likely_everywhere(again: bool) -> None:
    batch = floe.batch("igluiglu", DEALS, seed=3)
    if again:
        batch.playout(0, limit=30)
        batch.reset()
    tiles = [cell for cell, name in enumerate(CELLS) if name not in LAND | CENTRE]
    mix = batch.states["mix"][0]
    for kind in range(1, 13):
        counts = (batch.states["kinds"][:, tiles] == kind).sum(axis=0)
        assert all(near(count, mix[kind] / 56) for count in counts)
    for value, tokens in ((1, 8), (2, 12), (3, 8)):
        fish = batch.states["fish_supply"][:, :24]
        assert all(near(count, tokens / 28) for count in (fish == value).sum(axis=0))
        for cell in sorted(CENTRE):
            there = (batch.states["animals"][:, CELLS.index(cell)] >> 4 * (value - 1) & 15).sum()
            assert near(float(there), tokens / 28)
    for value, tokens in ((1, 3), (2, 4), (3, 3)):
        assert all(near(count, tokens / 10) for count in (batch.states["fox_supply"] == value).sum(axis=0))


def test_what_is_dealt_here_says_nothing_of_what_is_dealt_there() -> None:
    """Neighbouring games, and the same game's next deal, are no more alike than chance has it."""
    batch = floe.batch("igluiglu", DEALS, seed=4)
    before = batch.states["kinds"].copy()
    batch.reset()
    alike = float(((GAME.new(seed=0).array["mix"][0][1:] / 56) ** 2).sum())
    assert near(float((before[1:, 1] == before[:-1, 1]).sum()), alike, DEALS - 1)
    assert near(float((before[:, 1] == batch.states["kinds"][:, 1]).sum()), alike)

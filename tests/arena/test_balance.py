"""The figures of a game among equals."""

from __future__ import annotations

import numpy as np
import pytest

from floe.arena.balance import balance, unevenness
from floe.arena.intervals import proportion
from floe.arena.match import Match, MatchResult
from tests.arena.pretending import ended


def games(chances: tuple[float, ...], count: int, seed: int) -> list[MatchResult]:
    """Games in which each seat wins with its chance; the colours go round."""
    rng = np.random.default_rng(seed)
    players = len(chances)
    found = []
    for number in range(count):
        colours = tuple(np.roll(list("yrgb"[:players]), number).tolist())
        shares = np.eye(players)[rng.choice(players, p=chances)]
        ending = ("X-1", "home") if number % 4 else ("X-2", "tower")
        match = Match("icecult", number, number, ("random",) * players, 0, colours)
        found.append(ended(match, shares.tolist(), turns=number % 20 + 1, ending=ending))
    return found


def test_seats_that_win_more_are_found_and_colours_that_do_not_are_not() -> None:
    figures = balance(games((0.5, 0.3, 0.2), 600, seed=1))
    assert (figures.players, figures.games) == (3, 600)
    for seat, chance in zip("123", (0.5, 0.3, 0.2), strict=True):
        assert figures.seats[seat].low <= chance <= figures.seats[seat].high
    assert sum(share.value for share in figures.seats.values()) == pytest.approx(1)
    assert figures.seats_uneven < 0.01
    assert set(figures.colours) == set("yrg")
    assert figures.colours_uneven > 0.05
    for share in figures.colours.values():
        assert share.low <= 1 / 3 <= share.high


def test_the_test_for_unevenness_cries_wolf_as_seldom_as_it_says() -> None:
    found = []
    for seed in range(120):
        won = games((1 / 3, 1 / 3, 1 / 3), 30, seed)
        found.append(unevenness([[(str(seat), share) for seat, share in enumerate(g.shares)] for g in won], seed, 200))
    assert 0 < np.mean(np.array(found) <= 0.2) < 0.32  # 0.2 expected; three standard deviations are 0.11
    assert 0.35 < np.mean(found) < 0.65


def test_endings_are_counted_by_rule_and_reason_the_most_frequent_first() -> None:
    figures = balance(games((0.5, 0.5), 400, seed=2))
    assert list(figures.endings) == [("X-1", "home"), ("X-2", "tower")]
    assert figures.endings["X-2", "tower"].value == 0.25
    assert figures.shared.value == 0


def test_lengths_are_told_by_mean_and_spread() -> None:
    figures = balance(games((0.5, 0.5), 400, seed=2))  # 1 to 20 turns, each as often
    assert figures.turns.mean == pytest.approx(10.5)
    assert figures.turns.middle == pytest.approx(10.5)
    assert figures.turns.low == pytest.approx(2, abs=1)
    assert figures.turns.high == pytest.approx(19, abs=1)
    assert figures.actions.mean == pytest.approx(5 * 10.5)


def test_shared_wins_count_in_parts() -> None:
    match = Match("icecult", 0, 0, ("random",) * 4, 0)
    figures = balance([ended(match, (0.5, 0.5, 0, 0)), ended(match, (0.25,) * 4), ended(match, (0, 0, 0, 1))])
    assert [figures.seats[seat].value for seat in "1234"] == pytest.approx([0.25, 0.25, 0.25 / 3, 1.25 / 3])
    assert figures.shared.value == pytest.approx(2 / 3)


def test_bounds_of_a_proportion_are_wilsons() -> None:
    known = proportion(10, 40)  # Wilson's interval for 10 of 40, from a table
    assert known.value == 0.25
    assert known.low == pytest.approx(0.142, abs=5e-4)
    assert known.high == pytest.approx(0.402, abs=5e-4)
    assert proportion(0, 20).low == 0
    assert 0.1 < proportion(0, 20).high < 0.2
    assert proportion(20, 20).high == 1
    assert (proportion(0, 0).low, proportion(0, 0).high) == (0, 1)

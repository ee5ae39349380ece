"""Ratings from games between levels whose strengths are known."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from floe.arena.match import Match, MatchResult
from floe.arena.ratings import ELO, PRIOR_GAMES, Tables, fit, rate
from tests.arena.pretending import ended, pretend

TRUE = {"random": 0.0, "easy": 150.0, "good": 300.0, "best": 520.0}


def elo(blocks: list[list[MatchResult]], levels: list[str] | None = None) -> dict[str, float]:
    return {rating.level: rating.elo.value for rating in rate(levels or list(TRUE), blocks)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_strengths_lie_within_the_intervals(players: int) -> None:
    ratings = rate(list(TRUE), pretend(TRUE, players, rounds=60, seed=players))
    assert [rating.level for rating in ratings] == ["best", "good", "easy", "random"]
    for rating in ratings:
        assert rating.elo.low <= TRUE[rating.level] <= rating.elo.high
        assert rating.elo.high - rating.elo.low < 250
    gaps = [rating.above_next for rating in ratings]
    for gap, (stronger, weaker) in zip(gaps, itertools.pairwise(ratings), strict=False):
        assert gap is not None
        assert gap.value == pytest.approx(stronger.elo.value - weaker.elo.value)
        assert gap.low <= TRUE[stronger.level] - TRUE[weaker.level] <= gap.high
    assert gaps[-1] is None


def test_the_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    true = {"random": 0.0, "good": 120.0}
    held = 0
    for seed in range(120):
        best = next(rating for rating in rate(list(true), pretend(true, 2, 40, seed)) if rating.level == "good")
        held += best.elo.low <= 120 <= best.elo.high
    assert 107 <= held <= 119  # 114 expected; three standard deviations are 7


def test_they_do_so_for_levels_far_apart_and_few_games() -> None:
    missed = 0
    for seed in range(60):
        ratings = rate(list(TRUE), pretend(TRUE, 2, 10, seed))
        missed += sum(not rating.elo.low <= TRUE[rating.level] <= rating.elo.high for rating in ratings)
    assert missed <= 18  # of 180; 9 expected if they were independent of each other, which they are not


def test_two_levels_are_rated_by_the_share_that_one_wins() -> None:
    blocks = pretend({"random": 0, "good": 200}, 2, 1000, seed=1)
    won = np.mean([game.shares[game.match.seats.index("good")] for block in blocks for game in block])
    assert elo(blocks, ["random", "good"])["good"] == pytest.approx(ELO * np.log(won / (1 - won)), abs=2)


def test_a_shared_win_counts_in_parts() -> None:
    match = Match("icecult", 0, 0, ("random", "good"), 0)
    draw = [ended(match, (0.5, 0.5)), ended(replace(match, seats=("good", "random")), (0.5, 0.5))]
    each = [ended(match, (1, 0)), ended(replace(match, seats=("good", "random")), (1, 0))]
    assert elo([draw] * 50, ["random", "good"])["good"] == pytest.approx(0, abs=1e-6)
    assert elo([draw, each] * 50, ["random", "good"])["good"] == pytest.approx(0, abs=1e-6)
    three = [ended(Match("icecult", 0, 0, ("random", "good", "best"), 0), (0, 0.5, 0.5))]
    rated = elo([three] * 50, ["random", "good", "best"])
    assert rated["good"] == pytest.approx(rated["best"])
    assert rated["good"] > 300


def test_shared_wins_draw_the_ratings_together() -> None:
    decided, shared = (elo(pretend(TRUE, 3, 40, 5, shared=part)) for part in (0.0, 0.6))
    assert 0 < shared["best"] < decided["best"] / 2


def test_neither_the_order_of_levels_nor_of_blocks_nor_of_seats_matters() -> None:
    blocks = pretend(TRUE, 3, 10, seed=3)
    plain = elo(blocks)
    assert elo(blocks[::-1], list(TRUE)[::-1]) == pytest.approx(plain)
    turned = [
        [
            replace(game, match=replace(game.match, seats=game.match.seats[::-1]), shares=game.shares[::-1])
            for game in block
        ]
        for block in blocks
    ]
    assert elo(turned) == pytest.approx(plain)


def test_the_same_games_give_the_same_intervals() -> None:
    blocks = pretend(TRUE, 2, 10, seed=3)
    assert rate(list(TRUE), blocks) == rate(list(TRUE), blocks)


def test_a_level_that_never_won_has_a_finite_rating_and_an_interval() -> None:
    ratings = rate(["random", "best"], pretend({"random": 0, "best": 9000}, 2, 100, seed=1))
    assert [rating.level for rating in ratings] == ["best", "random"]
    assert ratings[0].share == 1
    assert 800 < ratings[0].elo.value < 1400
    assert ratings[0].elo.low < ratings[0].elo.value - 100


def test_the_prior_is_a_draw_against_a_middling_player() -> None:
    lonely = Tables(np.array([[1.0, 0.0]]), np.array([[0.0, 0.0]]), np.array([0.0]))
    assert fit(lonely) == pytest.approx([0, 0])
    # After one win against another, what pulls them apart and what holds them together are even where
    # 1 - p(2x) = p(x) - 1/2, times the weight of the prior.
    won = fit(Tables(np.array([[1.0, 1.0]]), np.array([[1.0, 0.0]]), np.array([1.0])))
    x = won[0]
    assert won[1] == pytest.approx(-x)
    assert 1 - 1 / (1 + np.exp(-2 * x)) == pytest.approx(PRIOR_GAMES * (1 / (1 + np.exp(-x)) - 0.5))


def test_the_fit_is_where_the_likelihood_is_highest() -> None:
    rng = np.random.default_rng(4)
    seats = rng.integers(0, 3, (6, 4)).astype(float) + np.eye(6, 4)
    wins = np.where(seats > 0, rng.integers(0, 50, (6, 4)), 0).astype(float)
    tables = Tables(seats, wins, wins.sum(axis=1))

    def likelihood(x: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
        table = (wins.sum(axis=0) * x).sum() - (tables.games * np.log(seats @ np.exp(x))).sum()
        prior = PRIOR_GAMES * (0.5 * x - np.log1p(np.exp(x))).sum()
        return float(table + prior)

    best = fit(tables)
    for step in np.vstack([np.eye(4), rng.normal(size=(20, 4))]):
        for size in (1e-2, -1e-2, 1.0, -1.0):
            assert likelihood(best + size * step) < likelihood(best)


def test_the_anchor_is_random_or_else_the_first_that_is_named() -> None:
    assert elo(pretend(TRUE, 2, 3, 1))["random"] == 0
    others = {"good": 0.0, "best": 100.0}
    assert elo(pretend(others, 2, 3, 1), ["best", "good"])["best"] == 0


def test_levels_that_never_met_are_rated_by_those_they_both_met() -> None:
    chain = [
        *pretend({"random": 0, "good": 200}, 2, 100, 1),
        *pretend({"good": 200, "best": 400}, 2, 100, 2),
    ]
    assert 300 < elo(chain, ["random", "good", "best"])["best"] < 500


def test_games_seats_shares_and_time_are_counted() -> None:
    blocks = pretend({"random": 0, "good": 200}, 3, 10, seed=1)  # (r r g) and (r g g), three seatings each
    good, weak = rate(["random", "good"], blocks)
    assert (good.games, good.seats, weak.seats) == (60, 90, 90)
    assert good.share * good.seats + weak.share * weak.seats == pytest.approx(60)
    assert good.even_share == pytest.approx(1 / 3)
    assert good.seconds == 0.25


def test_without_a_block_there_is_no_rating() -> None:
    assert rate(["random", "good"], []) == []

"""The sequential test: what it answers, and how often it errs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from floe.arena.match import Match
from floe.arena.sprt import SCORES, Sprt, Verdict, outcome
from floe.core.errors import BadOption
from tests.arena.pretending import ended

TESTS = 200
MOST_PAIRS = 2000


def simulated(test: Sprt, elo: float, seed: int, draws: float = 0.2, seat: float = 0.1) -> tuple[Verdict, int]:
    """Pairs of games with so many draws and so much luck of the first seat, until the test has its answer."""
    rng = np.random.default_rng(seed)
    expected = 1 / (1 + 10 ** (-elo / 400))
    pairs = np.zeros(len(SCORES))
    for n in range(1, MOST_PAIRS + 1):
        won = 0
        for luck in (seat, -seat):
            draw = rng.random() < draws
            chance = (expected + luck - draws / 2) / (1 - draws)
            won += 1 if draw else 2 * (rng.random() < chance)
        pairs[won] += 1
        if n % 4 == 0 and (verdict := test.verdict(pairs)) is not Verdict.UNDECIDED:
            return verdict, n
    return Verdict.UNDECIDED, MOST_PAIRS


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, Verdict.HIGH), (80.0, Verdict.LOW)])
def test_it_errs_no_more_often_than_it_says(elo: float, wrong: Verdict) -> None:
    found = [simulated(Sprt(0, 80), elo, seed) for seed in range(TESTS)]
    errors = sum(verdict is wrong for verdict, _ in found)
    undecided = sum(verdict is Verdict.UNDECIDED for verdict, _ in found)
    assert undecided == 0
    assert errors <= TESTS * 0.05 + 3 * math.sqrt(TESTS * 0.05 * 0.95)
    assert np.mean([n for _, n in found]) < 60  # with a number fixed beforehand it would take about 80 pairs


def test_a_clear_case_is_told_quickly() -> None:
    verdict, pairs = simulated(Sprt(0, 30), 300, seed=1)
    assert verdict is Verdict.HIGH
    assert pairs < 60


def test_it_stays_open_without_evidence() -> None:
    assert Sprt(0, 30).verdict(np.zeros(5)) is Verdict.UNDECIDED
    assert Sprt(0, 30).llr(np.zeros(5)) == 0
    assert Sprt(0, 30).verdict(np.array([0.0, 0, 3, 0, 0])) is Verdict.UNDECIDED


def test_wins_speak_for_high_and_losses_for_low() -> None:
    test = Sprt(0, 50)
    assert test.llr(np.array([5.0, 0, 10, 0, 15])) > 0 > test.llr(np.array([15.0, 0, 10, 0, 5]))


def test_a_question_asked_the_other_way_round_has_the_opposite_answer() -> None:
    pairs = np.array([3.0, 8, 20, 14, 9])
    assert Sprt(-40, -10).llr(pairs[::-1]) == pytest.approx(-Sprt(10, 40).llr(pairs))


def test_the_ratio_is_that_of_the_normal_approximation_where_that_is_good() -> None:
    pairs = np.array([40.0, 110, 230, 130, 50])
    n, mean = pairs.sum(), (pairs @ SCORES) / pairs.sum()
    variance = (pairs @ (SCORES - mean) ** 2) / n
    low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (0, 10))
    approximate = n * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Sprt(0, 10).llr(pairs) == pytest.approx(approximate, rel=0.02)


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [((0, 1), (1, 0), 0), ((0.5, 0.5), (1, 0), 1), ((1, 0), (1, 0), 2), ((1, 0), (0.5, 0.5), 3), ((1, 0), (0, 1), 4)],
)
def test_a_pair_of_games_has_five_outcomes(first: tuple[float, ...], second: tuple[float, ...], place: int) -> None:
    there = ended(Match("icecult", 0, 0, ("a", "b"), 0), first)
    back = ended(Match("icecult", 1, 0, ("b", "a"), 0), second)
    assert outcome("a", [there, back]) == place
    assert outcome("b", [there, back]) == 4 - place


@pytest.mark.parametrize("bounds", [(30, 0), (0, 0), (math.nan, 3), (0, math.inf)])
def test_senseless_questions_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(BadOption, match="a low and a high number"):
        Sprt(*bounds)
    with pytest.raises(BadOption, match="error rate"):
        Sprt(0, 30, alpha=0.5)

"""Glicko-2 as the server reckons with it, held against the paper and against what pages reckon."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from floe.server.puzzle_ratings import NOVICE, measured, rated

SHARED = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "puzzle_ratings.json"
"""Tries, and the ratings that follow from them: ``web/tests/unit/puzzles/record.test.ts`` reads the same."""


def test_the_library_reckons_the_worked_example_of_the_paper() -> None:
    """M. E. Glickman, *Example of the Glicko-2 system*: 1500, 200, 0.06 against three opponents, tau 0.5."""
    opponents = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
    scaled = [(rating_to_mu(rating), rd_to_phi(deviation), score) for rating, deviation, score in opponents]
    found = update_rating(rating_to_mu(1500), rd_to_phi(200), 0.06, scaled, 0.5)
    assert mu_to_rating(found.mu) == pytest.approx(1464.06, abs=0.05)
    assert phi_to_rd(found.phi) == pytest.approx(151.52, abs=0.05)
    assert found.sigma == pytest.approx(0.05999, abs=1e-5)


def test_the_volatility_is_right_away_from_the_middle_of_the_scale() -> None:
    """The scale has no middle of its own: all ratings moved by the same, the same changes follow."""
    here, there = (
        update_rating(mu, 1.0, 0.06, [(mu + gap, 0.4, score) for gap, score in ((2.5, 1.0), (2.0, 1.0))])
        for mu in (0.0, 4.0)
    )
    assert there.mu - 4.0 == pytest.approx(here.mu)
    assert (there.phi, there.sigma) == pytest.approx((here.phi, here.sigma))


def test_pages_reckon_the_same() -> None:
    now = NOVICE
    for step in json.loads(SHARED.read_text(encoding="utf-8")):
        now, _ = rated(now, measured(step["puzzle"]), step["solved"])
        assert [now.rating, now.deviation, now.volatility] == pytest.approx(step["after"], abs=1e-4)


def test_who_solves_rises_and_the_puzzle_falls() -> None:
    person, puzzle = rated(NOVICE, measured(1400), True)
    assert person.rating > NOVICE.rating
    assert person.deviation < NOVICE.deviation
    assert puzzle.rating < 1400
    person, puzzle = rated(NOVICE, measured(1400), False)
    assert person.rating < NOVICE.rating
    assert puzzle.rating > 1400


def test_a_novice_moves_a_puzzle_by_little() -> None:
    _, puzzle = rated(NOVICE, measured(1200), True)
    assert 1180 < puzzle.rating < 1200

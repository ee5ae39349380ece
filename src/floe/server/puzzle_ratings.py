"""Ratings by Glicko-2: each first try of a puzzle is a rating period of its own with one game in it, which the person
wins or the puzzle does. Pages reckon likewise (``web/src/app/puzzles/rating.ts``); a test holds the two together.
"""

from __future__ import annotations

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from floe.server.store.rows import RatingRow

NOVICE = RatingRow(1200.0, 350.0, 0.06)
"""Somebody of whom nothing is known, on the scale of the puzzles, which is that of the machine players."""
PUZZLE_DEVIATION = 75.0
"""How surely the measured rating of a puzzle is known."""
TAU = 0.5


def measured(rating: float) -> RatingRow:
    """A puzzle that nobody has tried yet."""
    return RatingRow(float(rating), PUZZLE_DEVIATION, NOVICE.volatility)


def rated(person: RatingRow, puzzle: RatingRow, solved: bool) -> tuple[RatingRow, RatingRow]:
    """Both after a try."""
    return _after(person, puzzle, float(solved)), _after(puzzle, person, float(not solved))


def _after(one: RatingRow, other: RatingRow, score: float) -> RatingRow:
    opponent = (rating_to_mu(other.rating), rd_to_phi(other.deviation), score)
    found = update_rating(rating_to_mu(one.rating), rd_to_phi(one.deviation), one.volatility, [opponent], TAU)
    return RatingRow(mu_to_rating(found.mu), phi_to_rd(found.phi), found.sigma)

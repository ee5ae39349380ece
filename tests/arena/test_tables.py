"""The figures as text."""

from __future__ import annotations

import pytest

from floe.arena.intervals import Interval
from floe.arena.ratings import rate
from floe.arena.tables import cross_table, points, ratings_table, table
from tests.arena.pretending import pretend


def test_a_table_is_in_line_also_where_nobody_renders_it() -> None:
    assert table(["who", "won"], [["a", "5"], ["barbara", "12345"]]).splitlines() == [
        "| who     |   won |",
        "| ------- | ----: |",
        "| a       |     5 |",
        "| barbara | 12345 |",
    ]


@pytest.mark.parametrize(
    ("interval", "shown"),
    [
        (Interval(100, 60, 150), ("100", "60..150")),
        (Interval(-100, -150, -60), ("-100", "-150..-60")),
        (Interval(860, 494, 860), ("860", "494..")),  # it never lost: nobody knows how strong it may be
        (Interval(-860, -860, -494), ("-860", "..-494")),
        (Interval(0, 0, 0), ("0", "")),
        (None, ("", "")),
    ],
)
def test_bounds_that_the_games_do_not_tell_are_left_open(interval: Interval | None, shown: tuple[str, str]) -> None:
    assert points(interval) == shown


def test_the_cross_table_shows_who_won_against_whom() -> None:
    lines = cross_table(["random", "best"], pretend({"random": 0, "best": 9000}, 2, 5, seed=1)).splitlines()
    assert [cell.strip() for cell in lines[2].split("|")[1:-1]] == ["random", "", "0.0%"]
    assert [cell.strip() for cell in lines[3].split("|")[1:-1]] == ["best", "100.0%", ""]


def test_the_ratings_fit_a_terminal_of_80_columns() -> None:
    levels = {"random": 0.0, "beginner": 300.0, "strongest": 5000.0}
    for line in ratings_table(rate(list(levels), pretend(levels, 3, 2000, seed=1))).splitlines():
        assert len(line) <= 80

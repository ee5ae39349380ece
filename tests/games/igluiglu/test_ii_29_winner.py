"""II-29 Winner."""

from __future__ import annotations

from typing import Any

import pytest

from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.positions import position


def finished(taken: dict[str, str], players: int = 3, **sketch: Any) -> IgluIgluState:
    """A game without a tile left to flip, ended."""
    return position(up="c3 c4 g2", players=players, taken=taken, **sketch).play("end")


def test_most_points_win() -> None:
    state = finished({"r": "f1", "b": "f3 x2", "y": "bear"})
    assert state.winners == [1]
    assert state.to_dict()["winners"] == [1]
    assert state.to_dict()["scores"] == {
        "r": {"animals": 1, "islands": 0, "total": 1},
        "b": {"animals": 5, "islands": 0, "total": 5},
        "y": {"animals": 4, "islands": 0, "total": 4},
    }


def test_animals_and_islands_count_together() -> None:
    state = finished({"r": "f3", "b": "f1"}, on={"c3": "b"})
    assert state.winners == [1]
    assert state.to_dict()["scores"]["b"] == {"animals": 1, "islands": 4, "total": 5}


@pytest.mark.parametrize(
    ("taken", "winners"),
    [
        ({"r": "f3", "y": "x1 f2"}, [0, 2]),
        ({"b": "bear", "y": "f1 f3"}, [1, 2]),
        ({"r": "f2", "b": "x2", "y": "f1 x1"}, [0, 1, 2]),
        ({}, [0, 1, 2]),
    ],
)
def test_equal_points_share_the_win(taken: dict[str, str], winners: list[int]) -> None:
    state = finished(taken)
    assert state.winners == winners
    assert state.outcome is not None
    assert state.outcome.shares == tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(3))
    assert state.outcome.draw == (len(winners) == 3)


def test_more_animals_do_not_break_a_tie() -> None:
    assert finished({"r": "f2 f2"}, on={"c3": "b"}).winners == [0, 1]


def test_while_the_game_runs_nobody_has_won() -> None:
    state = position("c3", taken={"r": "bear"})
    assert (state.winners, state.outcome) == (None, None)
    assert state.to_dict()["scores"] is None
    assert state.to_dict()["winners"] is None

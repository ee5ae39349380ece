"""II-6 Setup."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import CELLS, CENTRE, GAME, RING, cell, fields, offered, played, reason


@pytest.mark.parametrize("seed", range(4))
def test_one_fish_lies_face_up_on_each_centre_cell(seed: int) -> None:
    first = GAME.new(seed=seed)
    for name in CENTRE:
        assert set(cell(first, name)) == {"fish"}
        assert cell(first, name)["fish"] in {"1", "2", "3"}
    assert not any(set(cell(first, name)) - {"ice"} for name in CELLS if name not in CENTRE)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_players_place_one_inuit_at_a_time_in_turn(players: int) -> None:
    state = GAME.new(players=players, seed=1)
    each = 5 if players == 2 else 3
    for number in range(players * each):
        assert state.phase == "place"
        assert fields(state, "to_move", "owner") == (number % players, number % players)
        left = [each - number // players - (seat < number % players) for seat in range(players)]
        assert list(state.to_dict()["to_place"].values()) == left
        state = state.play("place c1")
    assert fields(state, "phase", "to_move", "owner", "points") == ("flip", 0, 0, 0)


def test_placing_counts_for_no_turn() -> None:
    assert played(GAME.new(), *["place c1"] * 7).to_dict()["turn"] == 0


def test_any_number_of_inuit_of_any_colours_may_share_a_cell() -> None:
    state = played(GAME.new(players=4, seed=1), *["place h5"] * 12)
    assert cell(state, "h5")["inuit"] == "rrrbbbyyyggg"


def test_inuit_are_written_in_the_order_of_the_seats() -> None:
    state = played(GAME.new(players=3, seed=1), "place a2", "place a2", "place a2", "place a2")
    assert cell(state, "a2")["inuit"] == "rrby"


def test_every_tile_of_the_ring_stays_open_to_all_until_the_end() -> None:
    state = GAME.new(seed=1)
    for _ in range(9):
        state = state.play("place c1")
        assert offered(state, "place") == RING
        assert len(state.legal_actions()) == 24


@pytest.mark.parametrize("name", ["a1", "h8", "d4", "e5", "c3", "g7", "b2"])
def test_refused_to_place_anywhere_but_on_the_ring(name: str) -> None:
    assert reason(GAME.new(seed=1), f"place {name}") == ("II-6", "not_ring")


@pytest.mark.parametrize(
    "action", ["flip d3", "end", "walk c1 n", "herd", "melt d3", "spear", "flee r a1", "drift d3 n"]
)
def test_nothing_else_is_done_before_all_inuit_are_placed(action: str) -> None:
    assert reason(played(GAME.new(seed=1), *["place c1"] * 9), action) == ("II-6", "due_place")


def test_nothing_is_placed_later() -> None:
    assert reason(played(GAME.new(seed=1), *["place c1"] * 10), "place c1") == ("II-7", "due_flip")

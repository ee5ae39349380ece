"""II-25 End of turn."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import fields, played, position, reason


@pytest.mark.parametrize(("players", "owner", "following"), [(2, 0, 1), (2, 1, 0), (3, 2, 0), (4, 2, 3), (4, 3, 0)])
def test_the_next_seat_is_on_turn(players: int, owner: int, following: int) -> None:
    before = position("c3 f6", players=players, owner=owner)
    after = before.play("end")
    assert fields(after, "phase", "owner", "to_move") == ("flip", following, following)
    assert after.to_dict()["turn"] == before.to_dict()["turn"] + 1


def test_points_left_over_are_lost() -> None:
    state = position("c3 f6", points=3).play("end")
    assert state.to_dict()["points"] == 0
    assert state.play("flip f6").to_dict()["points"] == 3


@pytest.mark.parametrize("points", [0, 1, 2, 3])
def test_a_turn_can_be_ended_with_any_number_of_points(points: int) -> None:
    assert "end" in position("c3 f6", on={"c3": "r"}, points=points).legal_actions()


def test_a_turn_does_not_end_by_itself_when_the_points_are_spent() -> None:
    state = position("c3 f6", points=0)
    assert state.legal_actions() == ["end"]
    assert state.phase == "act"


def test_what_was_played_counts_for_this_turn_alone() -> None:
    state = played(position("c3 f6", hands={"r": "energy1"}), "energy 1", "end")
    assert state.to_dict()["played"] == []


@pytest.mark.parametrize(("phase", "why"), [("flip", ("II-7", "due_flip")), ("drift", ("II-12", "due_drift"))])
def test_the_first_part_cannot_be_skipped(phase: str, why: tuple[str, str]) -> None:
    assert reason(position("c3 f6", phase=phase), "end") == why


def test_the_highest_number_of_turns_that_a_document_can_name_stays() -> None:
    highest = 2**32 - 1
    assert position("c3 f6", turn=highest).play("end").to_dict()["turn"] == highest

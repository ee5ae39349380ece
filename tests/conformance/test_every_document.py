"""What every game has to do, continued: documents, views and boards."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

import floe
from floe import BadOption, BadPosition
from tests.conformance.walks import every, every_game, every_table, walk, whole_game


@every_table
def test_a_document_goes_through_json_and_back(name: str, players: int) -> None:
    for state in whole_game(name, players, 9):
        document = state.to_dict()
        again = floe.game(name).from_dict(json.loads(json.dumps(document)))
        assert again == state
        assert again.to_dict() == document


@every_table
def test_a_document_tells_what_the_position_tells(name: str, players: int) -> None:
    for state in whole_game(name, players, 9):
        document = state.to_dict()
        told = {key: document[key] for key in ("game", "players", "phase", "to_move", "winners")}
        assert told == {
            "game": name,
            "players": state.game.colours(state.array),
            "phase": state.phase,
            "to_move": state.to_move,
            "winners": state.winners,
        }


@every_game
def test_documents_of_other_games_and_other_things_are_refused(name: str) -> None:
    game = floe.game(name)
    document = game.new(seed=1).to_dict()
    others: list[Any] = [None, [], {}, "x", 3]
    others += [document | {"game": "chess"}, document | {"extra": 1}, document | {3: 1}]
    for other in others:
        with pytest.raises(BadPosition):
            game.from_dict(other)
    for key in document:
        with pytest.raises(BadPosition, match=f"'{key}' is missing"):
            game.from_dict({kept: value for kept, value in document.items() if kept != key})
    for key, junk in itertools.product(document, (None, -1, "?", [None], {"?": 1}, 10**5000)):
        if document[key] != junk:
            with pytest.raises(BadPosition):
                game.from_dict(document | {key: junk})


@every_table
def test_every_seat_and_the_spectator_have_a_view(name: str, players: int) -> None:
    """A view says what its seat may know. What is masked in it cannot be taken back as a position."""
    for state in every(20, walk(name, players)):
        document = state.to_dict()
        for seat in (None, *range(players)):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert set(view) == set(document)
            assert view["phase"] == state.phase
            if view == document:
                assert state.game.from_dict(view) == state
            else:
                assert state.game.hidden
                with pytest.raises(BadPosition):
                    state.game.from_dict(view)


@every_game
def test_where_anything_is_hidden_the_first_view_hides_it(name: str) -> None:
    state = floe.game(name).new(seed=1)
    assert all((state.view(seat) != state.to_dict()) == state.game.hidden for seat in (None, 0, 1))


@every_game
@pytest.mark.parametrize("seat", [-1, 2, 99, True, "0", 0.0, [0]])
def test_a_seat_that_is_none_has_no_view_and_no_board(name: str, seat: Any) -> None:
    state = floe.game(name).new(players=2, seed=1)
    for look in (state.view, state.text):
        with pytest.raises(BadOption) as caught:
            look(seat)
        assert repr(seat) in str(caught.value)


@every_table
def test_the_board_can_be_drawn_for_everybody(name: str, players: int) -> None:
    for state in whole_game(name, players, 20):
        assert str(state) == state.text(None)
        for seat in (None, *range(players)):
            lines = state.text(seat).splitlines()
            assert len(lines) > 5
            assert all(line.isprintable() for line in lines)
        assert state.game.title in repr(state)

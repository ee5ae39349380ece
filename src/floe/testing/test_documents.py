"""What every game has to do: documents, views and boards."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

import floe
from floe import BadOption, BadPosition
from floe.core.options import as_written, defaults
from floe.testing.checks import check_document
from floe.testing.walks import every, seats, walk, whole_game

SHARED = ("game", "rules", "players", "phase", "to_move", "winners")
"""What every document has; records, tables and machine players ask for it."""


def test_a_document_goes_through_json_and_back(name: str, players: int) -> None:
    for state in whole_game(name, players, 9):
        check_document(state)


def test_a_document_tells_what_the_position_tells(name: str, players: int) -> None:
    for state in whole_game(name, players, 9):
        document = state.to_dict()
        assert set(SHARED) <= set(document)
        assert {key: document[key] for key in SHARED} == {
            "game": name,
            "rules": document["rules"],
            "players": state.game.colours(state.array),
            "phase": state.phase,
            "to_move": state.to_move,
            "winners": state.winners,
        }


def test_the_rules_of_a_document_set_up_a_game_by_the_same_rules(name: str) -> None:
    """So a record need keep no more than them."""
    game = floe.game(name)
    given: list[dict[str, Any]] = [{}]
    for option in game.options:
        others = [*option.choices, option.lowest, option.highest]
        given += [{option.name: other} for other in others if other is not None and other != option.default]
    for rules in given:
        state = game.new(seed=1, rules=rules)
        document = state.to_dict()
        assert document["rules"] == as_written(game.options, defaults(game.options) | rules)
        assert document["rules"] | rules == document["rules"]
        assert game.new(seed=1, rules=document["rules"]) == state
        for seat in seats(state):
            assert state.view(seat)["rules"] == document["rules"]


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


def test_every_seat_and_the_spectator_have_a_view(name: str, players: int) -> None:
    """A view says what its seat may know. What is masked in it cannot be taken back as a position."""
    for state in every(20, walk(name, players)):
        document = state.to_dict()
        for seat in seats(state):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert set(view) == set(document)
            assert {key: view[key] for key in SHARED} == {key: document[key] for key in SHARED}
            if view == document:
                assert state.game.from_dict(view) == state
            else:
                assert state.game.hidden
                with pytest.raises(BadPosition):
                    state.game.from_dict(view)


def test_where_anything_is_hidden_the_first_view_hides_it(name: str) -> None:
    state = floe.game(name).new(seed=1)
    assert all((state.view(seat) != state.to_dict()) == state.game.hidden for seat in seats(state))


@pytest.mark.parametrize("seat", [-1, 99, True, "0", 0.5, [0]])
def test_a_seat_that_is_none_has_no_view_and_no_board(name: str, seat: Any) -> None:
    state = floe.game(name).new(seed=1)
    for look in (state.view, state.text):
        with pytest.raises(BadOption) as caught:
            look(seat)
        assert repr(seat) in str(caught.value)


def test_the_first_seat_that_is_not_there_is_refused(name: str, players: int) -> None:
    state = floe.game(name).new(players, seed=1)
    for look in (state.view, state.text, state.due, state.outlook, state.observe):
        with pytest.raises(BadOption, match=str(players)):
            look(players)


def test_the_board_can_be_drawn_for_everybody(name: str, players: int) -> None:
    for state in whole_game(name, players, 20):
        assert str(state) == state.text(None)
        for seat in seats(state):
            lines = state.text(seat).splitlines()
            assert len(lines) > 2
            assert all(line.isprintable() for line in lines)
        assert state.game.title in repr(state)

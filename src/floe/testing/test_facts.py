"""Facts of every game: each is declared, has exactly the values declared, and is plain JSON."""

from __future__ import annotations

import functools
import re

import pytest

import floe
from floe import BadOption
from floe.core.facts import Fact
from floe.testing.checks import check_facts
from floe.testing.walks import choose, every, finished, seats, walk


def test_every_fact_is_declared_with_exactly_its_values(name: str, players: int) -> None:
    told, due, outlook = floe.game(name).vocabulary
    for state in every(3, walk(name, players)):
        for seat in seats(state):
            check_facts(state.due(seat), due)
            check_facts(state.outlook(seat), outlook)
            if not state.over:
                check_facts(state.facts(choose(state), seat), told)


def test_whatever_is_played_is_told_and_somebody_is_told_what_is_due(name: str, players: int) -> None:
    for state in every(5, walk(name, players)):
        assert state.over == (state.due(state.to_move) == [])
        for action in state.legal_actions()[:6]:
            assert state.facts(action, None)


def test_all_but_the_one_who_decides_are_told_to_wait(name: str, players: int) -> None:
    for state in every(10, walk(name, players)):
        for seat in seats(state):
            waits = [fact.values["seat"] for fact in state.due(seat) if fact.key == "wait"]
            assert waits == ([] if state.over or seat == state.to_move else [state.to_move])


def test_the_last_fact_of_a_game_says_who_won(name: str, players: int) -> None:
    state = floe.game(name).new(players, seed=3)
    while True:
        action = choose(state)
        after = state.play(action)
        told = [fact for fact in state.facts(action) if fact.key == "won"]
        if after.over:
            break
        assert told == []
        state = after
    outcome = after.outcome
    assert outcome is not None
    assert told == [
        Fact("won", {"winners": list(outcome.winners), "rule": outcome.rule, "reason": outcome.reason}),
    ]
    assert state.facts(action)[-1].key == "won"


def test_facts_are_asked_for_by_a_seat_that_is_there_and_an_action_that_is_legal(name: str) -> None:
    state = floe.game(name).new(seed=1)
    for seat in (state.players, -1, "0", True):
        for ask in (functools.partial(state.facts, choose(state)), state.due, state.outlook):
            with pytest.raises(BadOption):
                ask(seat)
    with pytest.raises(floe.FloeError):
        state.facts("no action")
    over = finished(name, state.players)
    assert over.due(0) == []
    check_facts(over.outlook(0), floe.game(name).vocabulary.outlook)


def test_no_key_has_two_meanings(name: str) -> None:
    keys = [key for terms in floe.game(name).vocabulary for key in terms]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[a-z][a-z_]*", key) for key in keys)

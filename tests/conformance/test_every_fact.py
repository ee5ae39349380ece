"""Facts of every game: each is declared, has exactly the values declared, and is plain JSON."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import floe
from floe import BadOption
from floe.core.facts import Fact, Term, fault
from tests.conformance.walks import choose, every, every_game, every_table, finished, walk

PAGE = Path(__file__).parents[2] / "docs" / "facts.md"
SECTIONS = ("told", "due", "outlook")


def check(facts: list[Fact], terms: Mapping[str, Term]) -> None:
    for fact in facts:
        assert fault(fact, terms) is None
        assert json.loads(json.dumps(fact.to_dict())) == fact.to_dict()


@every_table
def test_every_fact_is_declared_with_exactly_its_values(name: str, players: int) -> None:
    told, due, outlook = floe.game(name).vocabulary
    for state in every(3, walk(name, players)):
        for seat in (None, *range(players)):
            check(state.due(seat), due)
            check(state.outlook(seat), outlook)
            if not state.over:
                check(state.facts(choose(state), seat), told)


@every_table
def test_whatever_is_played_is_told_and_somebody_is_told_what_is_due(name: str, players: int) -> None:
    for state in every(5, walk(name, players)):
        assert state.over == (state.due(state.to_move) == [])
        for action in state.legal_actions()[:6]:
            assert state.facts(action, None)


@every_table
def test_all_but_the_one_who_decides_are_told_to_wait(name: str, players: int) -> None:
    for state in every(10, walk(name, players)):
        for seat in (None, *range(players)):
            waits = [fact.values["seat"] for fact in state.due(seat) if fact.key == "wait"]
            assert waits == ([] if state.over or seat == state.to_move else [state.to_move])


@every_table
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


@every_game
def test_facts_are_asked_for_by_a_seat_that_is_there_and_an_action_that_is_legal(name: str) -> None:
    state = floe.game(name).new(2, seed=1)
    for seat in (2, -1, "0", True):
        for ask in (functools.partial(state.facts, choose(state)), state.due, state.outlook):
            with pytest.raises(BadOption):
                ask(seat)
    with pytest.raises(floe.FloeError):
        state.facts("no action")
    over = finished(name, 2)
    assert over.due(0) == []
    check(over.outlook(0), floe.game(name).vocabulary.outlook)


@every_game
def test_no_key_has_two_meanings(name: str) -> None:
    keys = [key for terms in floe.game(name).vocabulary for key in terms]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[a-z][a-z_]*", key) for key in keys)


def table(title: str, section: str) -> dict[str, tuple[str, dict[str, str]]]:
    """What the page says of one game's facts: for each key its meaning and its values."""
    chapter = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    rows = re.findall(
        r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", chapter.split(f"<!-- {section} -->")[1].split("<!--")[0], re.M
    )
    return {key: (meaning, dict(re.findall(r"`(\w+)`: ([^;]+)", values))) for key, values, meaning in rows}


@every_game
@pytest.mark.parametrize("section", SECTIONS)
def test_the_page_says_what_is_declared(name: str, section: str) -> None:
    game = floe.game(name)
    declared = {
        key: (term.meaning, {value: kind.name for value, kind in term.values.items()})
        for key, term in getattr(game.vocabulary, section).items()
    }
    assert table(game.title, section) == declared

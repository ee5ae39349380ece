"""What has to hold of any position of any game: each check fails with what is wrong."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from floe.core.errors import FloeError, IllegalAction, MalformedAction
from floe.core.facts import Fact, Term, fault
from floe.core.game import State
from floe.testing.walks import bytes_of

RULE = re.compile(r"[A-Z]+-[1-9][0-9]*")
KEY = re.compile(r"[a-z_0-9]+")


def check_position(state: State) -> None:
    """All that can be asked of one position, but for what takes long."""
    check_document(state)
    check_actions(state)
    check_end(state)


def check_document(state: State) -> None:
    """A position is the same after a way through JSON."""
    again = state.game.from_dict(json.loads(json.dumps(state.to_dict())))
    assert again == state
    assert hash(again) == hash(state)
    assert again.to_dict() == state.to_dict()
    assert again.legal_actions() == state.legal_actions()


def check_actions(state: State) -> None:
    """Texts, numbers, mask and list name the same actions, and no action changes the position it is played in."""
    before, texts = bytes_of(state), state.legal_actions()
    numbers = [state.action_number(text) for text in texts]
    assert numbers == sorted(set(numbers)), "legal actions are numbered in ascending order, each once"
    assert len(set(texts)) == len(texts) <= state.game.loops.max_legal
    assert [state.action_text(number) for number in numbers] == texts
    assert state.game.action_texts(state.array, numbers) == texts
    mask = state.legal_mask()
    assert mask.shape == (state.game.n_actions,)
    assert set(mask.tolist()) <= {0, 1}
    assert np.flatnonzero(mask).tolist() == numbers
    assert state.mutable().legal_mask().tolist() == mask.tolist()
    assert state.mutable().legal().tolist() == numbers
    assert all(state.game.malformed(state.array, text) is None for text in texts)
    assert bytes_of(state) == before


def check_end(state: State) -> None:
    """A game goes on until somebody has won."""
    assert state.phase in state.game.phases
    assert state.over == (state.phase == "over") == (state.to_move is None) == (state.winners is not None)
    assert state.over == (not state.legal_actions())
    assert state.over or state.to_move in range(state.players)
    outcome = state.outcome
    assert state.over == (outcome is not None)
    if outcome is not None:
        assert list(outcome.winners) == state.winners == sorted(set(outcome.winners)) != []
        assert set(outcome.winners) <= set(range(state.players))
        assert abs(sum(outcome.shares) - 1) < 1e-9
        assert len(outcome.shares) == outcome.players == state.players
        assert RULE.fullmatch(outcome.rule)
        assert KEY.fullmatch(outcome.reason)


def check_texts(state: State, texts: Collection[str]) -> None:
    """Of these texts exactly those can be played that are offered; the others are refused with a rule."""
    before, legal = bytes_of(state), state.legal_actions()
    refused: dict[str, IllegalAction | MalformedAction] = {}
    for text in texts:
        try:
            state.play(text)
        except (IllegalAction, MalformedAction) as fault:
            refused[text] = fault
    assert set(texts) - set(refused) == set(texts) & set(legal)
    assert all(refusal.text == text for text, refusal in refused.items())
    one_of_each = {(refusal.rule, refusal.key): refusal for refusal in refused.values()}
    for refusal in one_of_each.values():
        if isinstance(refusal, IllegalAction):
            check_refusal(refusal, refusal.text)
    assert bytes_of(state) == before


def check_numbers(state: State, numbers: Collection[int]) -> None:
    """Of these numbers exactly those can be stepped that are offered, and they lead where their texts lead."""
    legal, before = set(state.mutable().legal().tolist()), bytes_of(state)
    for number in numbers:
        one = state.mutable()
        try:
            one.step(number)
        except FloeError:
            assert number not in legal
            assert one.array.tobytes() == before
        else:
            assert number in legal
            assert one.array.tobytes() == bytes_of(state.play(state.action_text(number)))


def check_refusal(refused: IllegalAction, action: str) -> None:
    """A refusal names a rule and says why, to people and to programs, here and in other processes."""
    assert refused.text == action
    assert RULE.fullmatch(refused.rule), f"{refused.rule!r} is no number of a rule, such as AB-12"
    assert KEY.fullmatch(refused.key)
    assert json.loads(json.dumps(refused.values)) == refused.values
    assert str(refused).startswith(f"{action!r} is not allowed here. {refused.rule}: ")
    assert not re.search(r"[{}]", str(refused).removeprefix(repr(action)))
    again = pickle.loads(pickle.dumps(refused))  # noqa: S301  # pickled right here
    assert type(again) is IllegalAction
    assert (again.rule, again.key, again.values, str(again)) == (
        refused.rule,
        refused.key,
        refused.values,
        str(refused),
    )


def check_facts(facts: Sequence[Fact], terms: Mapping[str, Term]) -> None:
    """Each fact is declared with exactly its values, and is plain JSON."""
    for fact in facts:
        assert fault(fact, terms) is None
        assert json.loads(json.dumps(fact.to_dict())) == fact.to_dict()


def check_twins(state: State, other: State, seat: int | None) -> None:
    """Two positions that differ only in what a seat may not know are the same to it, whatever it asks."""
    assert json.dumps(other.view(seat)) == json.dumps(state.view(seat))
    assert other.text(seat) == state.text(seat)
    assert other.due(seat) == state.due(seat)
    assert other.outlook(seat) == state.outlook(seat)
    assert (other.to_move, other.phase, other.turn, other.over) == (state.to_move, state.phase, state.turn, state.over)
    drawn, also = state.picture(seat), other.picture(seat)
    assert (drawn and drawn.svg()) == (also and also.svg())
    if seat is not None:
        assert np.array_equal(other.observe(seat), state.observe(seat))
    if seat == state.to_move:
        assert other.legal_actions() == state.legal_actions()

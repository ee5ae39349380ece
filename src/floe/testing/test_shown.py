"""What is shown and said: pictures, words, and the page of rules, where a game has them."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

import floe
from floe import rulebook
from floe.core.canvas import Canvas
from floe.core.record import Record
from floe.core.words import Words
from floe.testing.walks import choose, every, finished, seats, walk


def words_of(name: str) -> Words:
    words: Words = (floe.games.manifest(name).part("words") or Words)()
    return words


def drawn(name: str, players: int, seat: int | None, step: int = 30) -> list[Canvas]:
    pictures = [state.picture(seat) for state in every(step, walk(name, players))]
    return [picture for picture in pictures if picture is not None]


def test_a_picture_is_an_svg_and_pixels_of_one_size(name: str, players: int) -> None:
    if floe.games.manifest(name).picture is None:
        pytest.skip("it draws none")
    sizes = set()
    for seat in (None, *range(players)):
        for canvas in drawn(name, players, seat):
            root = ElementTree.fromstring(canvas.svg())  # noqa: S314  # drawn right here
            assert root.attrib["viewBox"] == f"0 0 {canvas.width} {canvas.height}"
            pixels = canvas.pixels()
            assert pixels.shape == (canvas.height, canvas.width, 3)
            assert pixels.dtype == np.uint8
            sizes.add(pixels.shape)
    assert len(sizes) == 1


def test_a_picture_follows_the_game(name: str, players: int) -> None:
    if floe.games.manifest(name).picture is None:
        pytest.skip("it draws none")
    pictures = drawn(name, players, None, 5)
    assert len({picture.svg() for picture in pictures}) > len(pictures) // 2
    assert len({picture.pixels().tobytes() for picture in pictures}) > len(pictures) // 2


def test_the_choices_name_every_legal_action_exactly_once(name: str, players: int) -> None:
    words = words_of(name)
    for state in every(5, walk(name, players)):
        choices = [] if state.over else words.choices(state)
        linked = [action for group in choices for actions in group.entries.values() for action in actions]
        assert sorted(linked) == sorted(state.legal_actions())
        assert all(shown.strip() for group in choices for shown in group.shown)


def test_everything_can_be_said(name: str, players: int) -> None:
    words = words_of(name)
    for state in every(3, walk(name, players)):
        if not state.over:
            assert words.due(state).isprintable()
            assert words.told(state, choose(state)).isprintable()
            assert words.notation(state)
    for letter in floe.games.manifest(name).colours[players]:
        assert words.colour(letter)


def test_the_end_is_said(name: str, players: int) -> None:
    words, last = words_of(name), finished(name, players)
    assert last.outcome is not None
    assert words.reason(last.outcome.reason)
    ended = words.ending(Record.begin_at(last))
    assert last.outcome.rule in ended
    assert "won" in ended or "share" in ended


def test_every_rule_that_ends_or_refuses_is_on_the_page(name: str, players: int) -> None:
    """Rules are numbered, ``### AB-1 ...``, so that a refusal leads to its paragraph."""
    rules = rulebook.rules(name)
    assert rules
    last = finished(name, players)
    assert last.outcome is not None
    named = {last.outcome.rule}
    states = list(every(10, walk(name, players)))
    pool = {action for state in states for action in state.legal_actions()[::5]}
    for state in states:
        named |= {str(state.why_not(action).rule) for action in pool - set(state.legal_actions())}
    assert named <= set(rules)
    for number in named:
        assert rulebook.rule(name, number.lower()) == rules[number]


def test_every_seat_is_drawn_from_its_own_view(name: str, players: int) -> None:
    for state in every(60, walk(name, players)):
        assert state._repr_mimebundle_()["text/plain"] == state.text(None)
        assert all(state.text(seat) for seat in seats(state))

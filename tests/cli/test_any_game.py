"""The terminal plays a game that brings nothing but its rules: no words, no page, no heuristics, no picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import floe
from floe.cli.words import words_for
from floe.core.words import Words
from tests.cli.running import call, flat

NAME = "connectfour"
LEFT_OUT = ("words", "rules", "heuristics", "explanations", "picture", "lessons")
HOT_SEAT = ("play", NAME, "--who", "person,person", "--names", "Ada,Bo", "--save", "game.json")


@pytest.fixture(autouse=True)
def _bare() -> Iterator[None]:
    """The example game without all that a game may leave out."""
    manifest = floe.games.manifest(NAME)
    parts = {name: getattr(manifest, name) for name in LEFT_OUT}
    for name in parts:
        object.__setattr__(manifest, name, None)
    yield
    for name, part in parts.items():
        object.__setattr__(manifest, name, part)


def test_it_has_the_words_that_do_for_any_game() -> None:
    assert type(words_for(NAME)) is Words


def test_two_people_play_it_at_one_screen() -> None:
    first, second = floe.game(NAME).new(2), floe.game(NAME).new(2).play(floe.game(NAME).new(2).legal_actions()[3])
    actions = [first.legal_actions()[3], second.legal_actions()[0]]
    result = call(*HOT_SEAT, typed="\n".join(["help", "actions", actions[0], "castle", "undo", actions[1], "quit", ""]))
    assert result.exit_code == 0
    assert str(first) in result.output
    assert str(second) in result.output
    assert "An action is" in flat(result.output)
    assert "'castle' is no action" in flat(result.output)
    assert "Nothing that was played this turn can be taken back." in flat(result.output)
    assert floe.load_record("game.json").actions == tuple(actions)


def test_help_with_a_rule_says_that_there_is_no_page() -> None:
    assert "connectfour has no page of rules" in flat(call(*HOT_SEAT, typed="help 1\nquit\n").output)
    assert "connectfour has no page of rules" in call("rules", NAME).stderr


def test_machines_play_it_and_the_record_is_shown() -> None:
    played = call("play", NAME, "--who", "random,random", "--seed", "3", "--save", "game.json")
    record = floe.load_record("game.json")
    assert record.over
    assert str(record.state) in played.output
    assert flat(played.stdout).endswith(f"{words_for(NAME).ending(record)} The game is kept in game.json.")
    assert str(record.at(4)) in call("replay", "game.json", "--at", 4).output
    listed = call("replay", "game.json").output
    assert all(f"{n:>4}  Player" in listed or f"{n:>4}  random" in listed for n in range(1, len(record) + 1))
    assert "is in order: Connect Four" in flat(call("verify", "game.json").output)


def test_positions_and_counts_of_it_are_printed() -> None:
    document = call("new", NAME).stdout
    Path("position.json").write_text(document, encoding="utf-8")
    legal = floe.game(NAME).new().legal_actions()
    assert call("legal", "position.json").stdout.splitlines() == legal
    assert call("perft", NAME, "--depth", 2).stdout.split() == [str(len(legal) ** 2)]

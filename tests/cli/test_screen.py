"""The terminal's text: every character that a terminal lacks has a stand-in."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from rich.text import Text

import floe
from floe.cli.screen import Screen, plain
from floe.cli.words import words_for
from floe.core.words import COLOUR_STYLES


@pytest.mark.parametrize("game", floe.game_names())
def test_boards_keep_their_shape_without_unicode(game: str) -> None:
    made = floe.game(game)
    state = made.new(made.players[-1], seed=1)
    for action in (0, 0, 0):
        state = state.play(state.legal_actions()[action])
    drawn = str(state)
    shown = plain(drawn, "ascii")
    assert shown.isascii()
    assert "?" not in shown
    assert [len(line) for line in shown.splitlines()] == [len(line) for line in drawn.splitlines()]


def test_text_that_the_terminal_has_is_left_alone() -> None:
    assert plain("a ↑ Zoë", "utf-8") == "a ↑ Zoë"
    assert plain("Zoë", "latin-1") == "Zoë"
    assert plain("Zoë ↑ 氷", "ascii") == "Zo? ^ ?"


def test_lists_are_broken_between_items_only() -> None:
    lines = Screen().listed("  many:", [f"a@{n}.1 (with rgb)" for n in range(12)])
    assert len(lines) > 1
    assert all(len(line) <= 80 for line in lines)
    assert all(line.count("(") == line.count(")") for line in lines)


def test_an_ascii_terminal_shows_a_whole_game() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "floe", "play", "--who", "greedy,random", "--seed", "2"]
    done = subprocess.run(command, capture_output=True, env=environment, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert b"greedy (yellow) won" in done.stdout


def test_pawns_have_their_colours_and_slots_have_none() -> None:
    state = floe.game("icecult").new(2).play("ns").play("ee").play("a@start").play("b@start")
    text = Text(str(state))
    words_for("icecult").paint_board(text)
    coloured = {(text.plain[span.start : span.end].strip(), str(span.style)) for span in text.spans if span.style}
    for letter in "yrgb":
        assert (letter, COLOUR_STYLES[letter]) in coloured
    for place in (text.plain.index("│b ") + 1, text.plain.index("arrows c") + 7):
        assert not any(span.start <= place < span.end and span.style for span in text.spans)

"""Cards: that they have their size, hold what they are given, and are never spoiled by a name."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

import floe
from floe.core.canvas import Canvas
from floe.core.game import State
from floe.core.randomness import generator
from floe.core.typing import U8Array
from floe.pictures.board import board
from floe.pictures.card import HEIGHT, WIDTH, Card, drawn, png
from floe.pictures.lettering import fitted, font, listed, written
from floe.pictures.marks import mark
from floe.pictures.seats import Seat
from floe.pictures.tints import PLAYERS, SEA, TEXT

RED, BLUE = (255, 0, 0), (0, 0, 255)


def reached(game: str, actions: int, players: int = 2) -> State:
    play = floe.game(game).new(players, seed=1).mutable()
    play.playout(generator(2), actions)
    state: State = floe.game(game).state(play.array)
    return state


def pixels(picture: Image.Image) -> U8Array:
    return np.asarray(picture)


def count(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    return int((pixels(picture) == colour).all(axis=2).sum())


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(colour, name, colour.upper()) for colour, name in zip("yrgb", names, strict=False))


@pytest.mark.parametrize("game", floe.game_names())
@pytest.mark.parametrize("actions", [0, 60, 100_000])
def test_a_card_has_its_size_and_the_same_bytes_each_time(game: str, actions: int) -> None:
    state = reached(game, actions)
    card = Card(state.game.title, ("2 players",), seats("Ada", "Bo"))
    made = png(card, state.picture())
    assert made == png(card, state.picture())
    with Image.open(io.BytesIO(made)) as opened:
        assert (opened.format, opened.size, opened.mode) == ("PNG", (WIDTH, HEIGHT), "RGB")


def test_a_card_shows_the_board_and_the_seats() -> None:
    canvas = Canvas(100, 100, RED)
    card = Card("A game", (), seats("Ada", "Bo"))
    with_board, without = drawn(card, canvas), drawn(card, None)
    assert count(with_board, RED) > 500 * 500
    assert count(without, RED) == 0
    for picture in (with_board, without):
        assert count(picture, PLAYERS["y"]) > 100
        assert count(picture, PLAYERS["r"]) > 100
        assert count(picture, PLAYERS["g"]) == 0
        assert count(picture, TEXT) > 500


@pytest.mark.parametrize("size", [(100, 100), (700, 40), (30, 900), (1, 1)])
def test_a_board_of_any_shape_leaves_room_for_words(size: tuple[int, int]) -> None:
    picture = drawn(Card("A game", ("fact",) * 3, seats("Ada", "Bo", "Cy", "Di")), Canvas(*size, BLUE))
    across = np.flatnonzero((pixels(picture) == BLUE).all(axis=2).any(axis=0))
    assert across.min() >= 40
    assert across.max() < 640


@pytest.mark.parametrize("name", ["W" * 40, "x" + "\u0301" * 39, "{}%s<b>", "אבג", "Ελλάς", "Łódź Ñandú ß"])
def test_a_name_stays_in_its_line(name: str) -> None:
    plain = drawn(Card("A game", ("a fact",), seats("", "Bo")), None)
    named = drawn(Card("A game", ("a fact",), seats(name, "Bo")), None)
    rows = np.flatnonzero((pixels(plain) != pixels(named)).any(axis=(1, 2)))
    assert len(rows) > 5
    assert rows.max() - rows.min() <= 62
    assert (pixels(plain)[:, WIDTH - 40 :] == pixels(named)[:, WIDTH - 40 :]).all()


def test_what_the_font_lacks_is_left_out_or_replaced() -> None:
    assert written("Zoë Müller", "Red") == "Zoë Müller"
    assert written("Привет", "Red") == "Привет"
    assert written("Ada 🐧", "Red") == "Ada"
    assert written("漢字", "Red") == "Red"
    assert written("Ada 漢字", "Red") == "Red"
    assert written("🐧", "Red") == "Red"


def test_every_letter_of_our_languages_can_be_written() -> None:
    letters = "äöüÄÖÜßàâçéèêëîïôùûœÀÇÉÈÊŒìòÌÒ’“”«»–…·\u00a0+"
    assert [letter for letter in letters if written(f"a{letter}b", "") != f"a{letter}b"] == []


def test_texts_are_cut_to_fit() -> None:
    letters = font(28)
    assert fitted("short", letters, 200) == "short"
    cut = fitted("a text that is far too long", letters, 200)
    assert cut.endswith("…")
    assert letters.getlength(cut) <= 200


def test_facts_are_listed_in_lines_that_fit() -> None:
    letters = font(28)
    assert listed(["one", "two"], letters, 500, 3) == ["one · two"]
    width = letters.getlength("one · two") + 1
    assert listed(["one", "two", "three"], letters, width, 3) == ["one · two", "three"]
    assert listed(["one", "two", "three", "four"], letters, letters.getlength("three"), 2) == ["one", "two"]
    assert listed(["one two three"], letters, letters.getlength("one two") + 1, 3) == ["one two", "three"]
    assert listed([], letters, 100, 3) == []


def test_an_open_seat_has_the_outline_of_its_mark() -> None:
    for colour in "yrgb":
        taken, vacant = mark(colour, 44), mark(colour, 44, filled=False)
        assert 0 < np.asarray(vacant)[:, :, 3].sum() < np.asarray(taken)[:, :, 3].sum()


def test_what_is_hidden_changes_no_byte() -> None:
    state = reached("igluiglu", 80)
    twin = state.determinize(None, generator(4))  # type: ignore[attr-defined]  # of this game
    assert twin != state
    card = Card("IGLU IGLU", ("2 players",), seats("Ada", "Bo"))
    assert png(card, state.picture(None)) == png(card, twin.picture(None))


@pytest.mark.parametrize("scale", [0.5, 1, 1.5, 2, 3.7])
def test_a_canvas_is_painted_in_any_size(scale: float) -> None:
    canvas = Canvas(100, 60, SEA[0])
    canvas.disc(50, 30, 20, RED)
    canvas.box(10, 10, 10, 10, BLUE)
    painted = canvas.pixels(scale)
    assert painted.shape == (round(60 * scale), round(100 * scale), 3)
    reds, blues = ((painted == colour).all(axis=2).sum() for colour in (RED, BLUE))
    assert reds == pytest.approx(np.pi * 400 * scale**2, rel=0.05)
    assert blues == pytest.approx(100 * scale**2, rel=0.1)


def test_a_board_has_smooth_edges() -> None:
    canvas = Canvas(100, 100, (0, 0, 0))
    canvas.disc(50, 50, 40, (255, 255, 255))
    painted = board(canvas, 300, 200)
    assert painted.size == (200, 200)
    shades = np.unique(pixels(painted))
    assert {0, 255} < set(shades.tolist())

"""Pictures for rgb_array: that they show the position, and no more of it than may be seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import floe
from floe.core.canvas import Canvas
from floe.core.game import State
from floe.core.randomness import generator
from floe.envs.pictures import PAINTERS, picture
from floe.games.igluiglu.game import IgluIglu

BLACK, RED, BLUE = (0, 0, 0), (255, 0, 0), (0, 0, 255)


def reached(name: str, actions: int, **options: Any) -> State:
    play = floe.game(name).new(seed=1, **options).mutable()
    play.playout(generator(2), actions)
    state: State = floe.game(name).state(play.array)
    return state


def reds(canvas: Canvas) -> int:
    return int((canvas.pixels == RED).all(axis=2).sum())


def test_every_game_has_a_painter() -> None:
    assert list(PAINTERS) == floe.game_names()


@pytest.mark.parametrize("name", floe.game_names())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_has_always_the_same_size(name: str, players: int) -> None:
    sizes = set()
    for actions in (0, 50, 100_000):
        pixels = picture(reached(name, actions, players=players))
        assert pixels.dtype == np.uint8
        sizes.add(pixels.shape)
    assert len(sizes) == 1
    assert sizes.pop()[2] == 3


@pytest.mark.parametrize("length", [1, 9])
def test_short_and_long_paths_fit_in(length: int) -> None:
    pixels = picture(reached("icecult", 60, rules={"path_length": length}))
    assert pixels.shape == (480, 480, 3)


def test_every_action_of_a_game_changes_the_picture() -> None:
    state = floe.game("icecult").new()
    for turn in range(30):
        actions = state.legal_actions()
        after = state.play(actions[turn % len(actions)])
        assert not np.array_equal(picture(state), picture(after))
        state = after


def test_a_pawn_is_painted_where_it_stands() -> None:
    doc = floe.game("icecult").new().to_dict()
    doc["start"]["r"] = 4
    doc["paths"]["e"][4] = "r"
    before, after = picture(floe.game("icecult").new()), picture(floe.game("icecult").from_dict(doc))
    changed = (before != after).any(axis=2)
    at_east_end, elsewhere = changed[200:280, 440:], changed.copy()
    elsewhere[200:280, 440:] = False
    assert at_east_end.any()
    assert elsewhere[:140, 340:].any()  # and red's corner has one pawn less in start
    elsewhere[:140, 340:] = False
    assert not elsewhere.any()


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_what_is_hidden_changes_no_pixel(seat: int | None) -> None:
    play = IgluIglu().new(seed=1).mutable()
    play.playout(generator(2), 80)
    state = IgluIglu().state(play.array)
    other = state.determinize(seat, generator(4))
    assert other != state
    assert np.array_equal(picture(other, seat), picture(state, seat))


def test_a_box_has_its_size() -> None:
    canvas = Canvas(20, 10, BLACK)
    canvas.box(2, 3, 5, 4, RED)
    assert reds(canvas) == 20
    assert canvas.pixels[3, 2].tolist() == [255, 0, 0]
    assert canvas.pixels.shape == (10, 20, 3)


def test_a_border_lies_inside() -> None:
    canvas = Canvas(20, 10, BLACK)
    canvas.box(2, 3, 5, 4, RED, BLUE)
    assert reds(canvas) == 6


@pytest.mark.parametrize(("x", "y"), [(50, 50), (30.5, 41.25)])
def test_a_disc_a_ring_and_an_arch_have_their_areas(x: float, y: float) -> None:
    disc, ring, arch = (Canvas(100, 100, BLACK) for _ in range(3))
    disc.disc(x, y, 20, RED)
    ring.ring(x, y, 20, 5, RED)
    arch.arch(x, y, 20, RED, RED)
    assert reds(disc) == pytest.approx(np.pi * 400, rel=0.02)
    assert reds(ring) == pytest.approx(np.pi * (400 - 225), rel=0.03)
    assert reds(arch) == pytest.approx(np.pi * 200, rel=0.05)


def test_what_sticks_out_is_cut_off() -> None:
    canvas = Canvas(100, 100, BLACK)
    canvas.disc(0, 0, 20, RED)
    canvas.disc(100, 100, 20, RED)
    assert reds(canvas) == pytest.approx(np.pi * 200, rel=0.05)


def test_a_polygon_has_its_area() -> None:
    canvas = Canvas(100, 100, BLACK)
    canvas.polygon([(50, 10), (90, 90), (10, 90)], RED)
    assert reds(canvas) == pytest.approx(3200, rel=0.02)


def test_numbers_are_told_apart() -> None:
    seen = set()
    for number in range(100):
        canvas = Canvas(40, 20, BLACK)
        canvas.number(20, 10, number, RED)
        assert reds(canvas) > 0
        seen.add(canvas.pixels.tobytes())
    assert len(seen) == 100

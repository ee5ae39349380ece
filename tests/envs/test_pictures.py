"""Pictures, as pixels and as SVG: that they show the position, and no more of it than may be seen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import floe
from floe import games
from floe.core.canvas import Canvas
from floe.core.game import State
from floe.core.randomness import generator
from floe.core.typing import U8Array
from floe.games.igluiglu.game import IgluIglu

BLACK, RED, BLUE = (0, 0, 0), (255, 0, 0), (0, 0, 255)
DRAWN = [name for name, manifest in games.found().manifests.items() if manifest.picture]


def reached(name: str, actions: int, **options: Any) -> State:
    play = floe.game(name).new(seed=1, **options).mutable()
    play.playout(generator(2), actions)
    state: State = floe.game(name).state(play.array)
    return state


def reds(canvas: Canvas) -> int:
    return int((canvas.pixels() == RED).all(axis=2).sum())


def drawn(state: State, seat: int | None = None) -> Canvas:
    canvas = state.picture(seat)
    assert canvas is not None
    return canvas


def picture(state: State, seat: int | None = None) -> U8Array:
    return drawn(state, seat).pixels()


def shapes(canvas: Canvas) -> list[ElementTree.Element]:
    """What an SVG draws; it is well-formed, or this fails."""
    root = ElementTree.fromstring(canvas.svg())  # noqa: S314  # our own
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"] == f"0 0 {canvas.width} {canvas.height}"
    return list(root)


def colours(canvas: Canvas) -> set[tuple[int, ...]]:
    """The colours of an SVG."""
    told = {shape.attrib[key] for shape in shapes(canvas) for key in ("fill", "stroke") if key in shape.attrib}
    return {tuple(bytes.fromhex(colour[1:])) for colour in told - {"none"}}


def test_games_of_ours_draw_pictures() -> None:
    assert {"icecult", "igluiglu"} <= set(DRAWN)


@pytest.mark.parametrize(("name", "players"), [(name, n) for name in DRAWN for n in games.manifest(name).players])
def test_a_picture_has_always_the_same_size(name: str, players: int) -> None:
    sizes = set()
    for actions in (0, 50, 100_000):
        state = reached(name, actions, players=players)
        pixels = picture(state)
        assert pixels.dtype == np.uint8
        sizes.add(pixels.shape)
        canvas = drawn(state)
        assert pixels.shape[:2] == (canvas.height, canvas.width)
    assert len(sizes) == 1
    assert sizes.pop()[2] == 3


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("actions", [0, 50, 100_000])
def test_the_svg_has_the_colours_of_the_pixels(name: str, actions: int) -> None:
    canvas = drawn(reached(name, actions))
    seen = {tuple(colour) for colour in np.unique(canvas.pixels().reshape(-1, 3), axis=0).tolist()}
    assert seen <= colours(canvas)
    assert len(seen) > 2


@pytest.mark.parametrize("name", DRAWN)
def test_a_notebook_shows_the_picture_and_the_text(name: str) -> None:
    state = reached(name, 30)
    assert state._repr_mimebundle_() == {"image/svg+xml": drawn(state).svg(), "text/plain": state.text()}
    record = floe.Record.begin_at(state)
    shown = record._repr_mimebundle_()
    page = shown.pop("text/html")
    assert shown == {"image/svg+xml": drawn(state).svg(), "text/plain": repr(record)}
    assert drawn(state).svg() in page


@pytest.mark.parametrize("name", DRAWN)
def test_a_notebook_shows_a_record_by_a_slider(name: str) -> None:
    record = floe.Record.begin(floe.game(name), seed=1)
    for _ in range(6):
        record.play(record.state.legal_actions()[0])
    page = record._repr_mimebundle_()["text/html"]
    shapes, frames, actions = (
        json.loads(found.replace("<\\/", "</"))
        for found in re.findall(
            r"(?:shapes|frames|actions) = (\[.*?\])(?=, (?:frames|actions) =|;$)", page, re.MULTILINE
        )
    )
    assert ["".join(shapes[shape] for shape in frame) for frame in frames] == [drawn(state).svg() for state in record]
    assert actions[1:] == [f"{n}: {action}" for n, action in enumerate(record.actions, 1)]
    assert 'max="6" value="6"' in page
    assert len(page) < sum(len(drawn(state).svg()) for state in record) / 2  # shapes are written once


def test_a_game_without_a_picture_is_text_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    state = floe.game("icecult").new()
    monkeypatch.setattr(type(state), "picture", lambda *_: None)
    assert state._repr_mimebundle_() == {"text/plain": state.text()}


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
        assert drawn(state).svg() != drawn(after).svg()
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
def test_what_is_hidden_changes_no_pixel_and_no_shape(seat: int | None) -> None:
    play = IgluIglu().new(seed=1).mutable()
    play.playout(generator(2), 80)
    state = IgluIglu().state(play.array)
    other = state.determinize(seat, generator(4))
    assert other != state
    assert np.array_equal(picture(other, seat), picture(state, seat))
    assert drawn(other, seat).svg() == drawn(state, seat).svg()


def test_a_box_has_its_size() -> None:
    canvas = Canvas(20, 10, BLACK)
    canvas.box(2, 3, 5, 4, RED)
    assert reds(canvas) == 20
    assert canvas.pixels()[3, 2].tolist() == [255, 0, 0]
    assert canvas.pixels().shape == (10, 20, 3)


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
        seen.add(canvas.pixels().tobytes())
    assert len(seen) == 100


SHAPES: dict[str, tuple[Callable[[Canvas], None], list[str]]] = {
    "box": (lambda canvas: canvas.box(2, 3, 5, 4, RED, BLUE), ["rect", "rect"]),
    "disc": (lambda canvas: canvas.disc(9, 9, 5, RED, BLUE), ["circle", "circle"]),
    "ring": (lambda canvas: canvas.ring(9, 9, 5, 2, RED), ["circle"]),
    "arch": (lambda canvas: canvas.arch(9, 9, 5, RED, BLUE), ["path", "path"]),
    "polygon": (lambda canvas: canvas.polygon([(1, 1), (9, 1), (5, 8)], RED), ["polygon"]),
    "number": (lambda canvas: canvas.number(9, 9, 1, RED), ["rect"] * 8),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_in_the_svg(shape: str) -> None:
    draw, tags = SHAPES[shape]
    canvas = Canvas(20, 20, BLACK)
    draw(canvas)
    background, *made = shapes(canvas)
    assert background.attrib == {"width": "20", "height": "20", "fill": "#000000"}
    assert [re.sub("{.*}", "", each.tag) for each in made] == tags
    seen = {tuple(colour) for colour in np.unique(canvas.pixels().reshape(-1, 3), axis=0).tolist()}
    assert seen == colours(canvas)


def test_the_middle_of_a_rings_line_is_where_its_pixels_are() -> None:
    canvas = Canvas(100, 100, BLACK)
    canvas.ring(50, 50, 20, 4, RED)
    line = shapes(canvas)[1].attrib
    assert (float(line["r"]), float(line["stroke-width"])) == (18, 4)
    across = np.flatnonzero((canvas.pixels()[50] == RED).all(axis=1))
    assert (across.min(), across.max()) == (30, 69)
    assert not (canvas.pixels()[50, 35:65] == RED).all(axis=1).any()

"""The board in text."""

from __future__ import annotations

from hypothesis import given

from floe.games.icecult.game import IceCultState
from tests.games.icecult.positions import GAME, played, position, tilting
from tests.games.icecult.strategies import positions

SETUP = """\
ICE CULT   turn 1   yellow (y) to move: first tilt

                          n5 ·
                          n4 ·
                          n3 ·
                          n2 ·
                          n1 ·
                 ┌────────┬────────┐
w  5  4  3  2  1 │a arc ◠ │b arc ◠ │ e 1  2  3  4  5
   ·  ·  ·  ·  · ├────────┼────────┤   ·  ·  ·  ·  ·
                 │d arc ◠ │c arc ◠ │
                 └────────┴────────┘
                          s1 ·
                          s2 ·
                          s3 ·
                          s4 ·
                          s5 ·

start y ●●●●●   r ●●●●●   g ●●●●●   b ●●●●●
home  y         r         g         b
plays yellow seat 0, green seat 1; neutral: red, blue"""

BUSY = """\
ICE CULT   turn 9   green (g) to move: moving pawns

                            n3 ·
                            n2 yr
                            n1 ·
                   ┌────────┬────────┐
w  3          2  1 │a y → ✓ │b arc ◠ │ e 1  2   3
   · rbgrbgrbgr  · ├────────┼────────┤   ·  yby ·
                   │d b ↑   │c circ ○│
                   └────────┴────────┘
                            s1 g
                            s2 ·
                            s3 ·

start y ●●      r         g         b ●
home  y         r         g ●       b
plays red seat 0, green seat 1, blue seat 2; neutral: yellow
left  arrows d   circles 1   arcs 0"""


def test_the_setup_is_drawn_as_a_cross_around_the_cubes() -> None:
    assert str(GAME.new()) == SETUP


def test_pawns_symbols_and_what_is_left_are_drawn() -> None:
    state = position(
        players="rgb",
        to_move=1,
        rules={"path_length": 3},
        tops="y>e arc circle b>n",
        used=["a"],
        arcs=0,
        paths={"n": {2: "yr"}, "e": {2: "yby"}, "w": {2: "rbgrbgrbgr"}, "s": {1: "g"}},
        home={"g": 1},
    )
    assert str(state) == BUSY


def test_each_arrow_points_its_way() -> None:
    board = str(position(tops="y>n r>e g>s b>w"))
    for drawn in ("a y ↑", "b r →", "c g ↓", "d b ←"):
        assert drawn in board


def test_the_title_says_what_is_due() -> None:
    titles = {
        "first tilt": GAME.new(),
        "second tilt": GAME.new().play("nn"),
        "moving pawns": played(GAME.new(), "nn", "nn"),
    }
    for due, state in titles.items():
        assert str(state).startswith(f"ICE CULT   turn 1   yellow (y) to move: {due}\n")


def test_the_title_says_how_the_game_ended() -> None:
    home = {"tops": "y>e arc arc arc", "paths": {"e": {5: "yg"}}, "home": {"y": 4, "g": 4}}
    alone = position(**home).play("a@5.1")
    shared = position(players="yrg", to_move=1, **home).play("a@5.1")
    drawn = tilting(rules={"stall_limit": 1}).play("nn").play("nn").play("end")
    assert str(alone).startswith("ICE CULT   turn 9   over, won by yellow\n")
    assert str(shared).startswith("ICE CULT   turn 9   over, won by yellow and green\n")
    assert str(drawn).startswith("ICE CULT   turn 9   over, drawn: standstill\n")


@given(positions())
def test_every_board_shows_every_stack_and_keeps_its_shape(state: IceCultState) -> None:
    board = str(state)
    document = state.to_dict()
    words = board.replace("│", " ").split()
    for path in "nesw":
        for stack in document["paths"][path]:
            assert (stack or "·") in words
    for path in "ns":
        for space, stack in enumerate(document["paths"][path], 1):
            assert f"{path}{space} {stack or '·'}" in board
    corners = {line.index(corner) for line in board.splitlines() for corner in "┌├└" if corner in line}
    assert len(corners) == 1
    assert not any(line != line.rstrip() for line in board.splitlines())
    assert "\x1b" not in board
    for seat in range(state.players):
        assert state.text(seat) == board

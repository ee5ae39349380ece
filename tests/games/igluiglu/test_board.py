"""The board in text."""

from __future__ import annotations

from hypothesis import given

from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.positions import GAME, dealt, played, position
from tests.games.igluiglu.strategies import positions

SETUP = """\
IGLU IGLU   turn 1   red (r) to move: place an Inuit on the outer ring
      a       b       c       d       e       f       g       h
8  ███████ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ███████  ░ ice
   ███████ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ███████  ▒ glacier
7  ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░  █ land
   ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░
6  ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░  r Inuit
   ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░  ^r igloo
5  ░░░░░░░ ░░░░░░░ ░░░░░░░   f2      f1    ░░░░░░░ ░░░░░░░ ░░░░░░░  f12 fish
   ░░░░░░░ ░░░░░░░ ░░░░░░░                 ░░░░░░░ ░░░░░░░ ░░░░░░░  x3 fox
4  ░░░░░░░ ░░░░░░░ ░░░░░░░   f1      f2    ░░░░░░░ ░░░░░░░ ░░░░░░░  B bear
   ░░░░░░░ ░░░░░░░ ░░░░░░░                 ░░░░░░░ ░░░░░░░ ░░░░░░░
3  ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░  to come up
   ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░  24 fish
2  ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░  10 foxes
   ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░   4 bears
1  ███████ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ███████
   ███████ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ ███████
red      0 animals +   0 islands =   0   Inuit to place 5   0 in hand
blue     0 animals +   0 islands =   0   Inuit to place 5   0 in hand"""

BUSY = """\
IGLU IGLU   turn 52   red (r) to move: spend points, 2 left
      a       b       c       d       e       f       g       h
8  ███████    ·       ·       ·       ·       ·       ·    ███████  ░ ice
   ███████                                                 ██rb███  ▒ glacier
7     ·       ·       ·       ·       ·       ·       ·       ·     █ land

6     ·       ·       ·       ·       ·    ░░░░░░░    ·       ·     r Inuit
                                           ░░yyy░░                  ^r igloo
5  ░░░░░░░    ·       ·       ·       B      f1       ·       ·     f12 fish
   ░░░░░░░                                                          x3 fox
4     ·       ·    ▒x12 B▒  f1223  f11222…    ·       ·       ·     B bear
                   ▒▒▒▒▒▒▒
3     ·       ·    ░░^r░░░    ·       ·       ·       ·       ·     to come up
                   ░░rrb░░                                          13 fish
2     ·       ·       ·       ·       ·       ·    ▒▒▒▒▒▒▒    ·      8 foxes
                                                   ▒▒▒▒▒▒▒           1 bear
1  ███████    ·       ·       ·       ·       ·       ·    ███████
   ███b███                                                 ███████
e4: f112223333
red      0 animals +   2 islands =   2   igloos left 1   you hold melt, harpoon
blue     0 animals +   1 islands =   1   igloos left 2   1 in hand
yellow   6 animals +   1 islands =   7   igloos left 2   0 in hand"""


def busy() -> IgluIgluState:
    at_sea = {"d4": "f1223", "e5": "bear", "e4": "f112223333", "f5": "f1"}
    on = {"a1": "b", "c3": "rrb ^r", "c4": "x12 bear", "f6": "yyy"} | at_sea
    hands = {"r": "melt harpoon", "b": "herd"}
    return position("c3 f6 a5", up="c4 g2", players=3, on=on, hands=hands, taken={"y": "f2 bear"}, points=2)


def test_the_setup_is_drawn() -> None:
    assert str(GAME.new(seed=1)) == SETUP


def test_all_that_a_seat_may_know_is_drawn() -> None:
    assert busy().text(0) == BUSY


def test_what_does_not_fit_into_its_cell_is_told_below() -> None:
    board = busy().text(0)
    assert " f11222… " in board
    assert "\ne4: f112223333\n" in board


def test_the_title_says_what_is_due() -> None:
    herd = {"r": "herd melt", "b": "harpoon"}
    attack = position("c3 f6", on={"c3": "b", "c4": "bear"}, hands=herd)
    titles = {
        "red (r) to move: place an Inuit on the outer ring": GAME.new(seed=1),
        "blue (b) to move: place an Inuit on the outer ring": GAME.new(seed=1).play("place c1"),
        "red (r) to move: flip a tile": dealt(seed=1),
        "red (r) to move: push a tile": position("c3", phase="drift"),
        "red (r) to move: make room for drift c3 n": position("c3", phase="drift", on={"c4": "f1"}).play("drift c3 n"),
        "red (r) to move: spend points, 3 left": position("c3"),
        "red (r) to move: spend points, 0 left": position("c3", points=0),
        "red (r) to move: herd animals, steps left 3": attack.play("herd"),
        "blue (b) to move: answer the bear on c3 (red's turn)": played(attack, "herd", "step c4 bear s"),
        "red (r) to move: choose corners for b": played(attack, "melt c3"),
    }
    for due, state in titles.items():
        title = str(state).splitlines()[0]
        assert title.startswith("IGLU IGLU   turn ")
        assert title.endswith(f"   {due}")


def test_the_title_says_how_the_game_ended() -> None:
    assert str(position(up="c3", on={"c3": "b"}).play("end")).splitlines()[0].endswith("over, won by blue")
    assert str(position(up="c3").play("end")).splitlines()[0].endswith("over, won by red and blue")


def test_the_turn_is_counted_from_one() -> None:
    assert str(GAME.new(seed=1)).startswith("IGLU IGLU   turn 1   ")
    state = position("c3 f6")
    assert f"turn {state.to_dict()['turn'] + 2} " in str(state.play("end"))


def test_a_hand_that_does_not_fit_beside_the_count_has_a_line_of_its_own() -> None:
    state = position("c3", hands={"r": "melt energy1 energy1 energy3 harpoon herd herd herd", "b": "herd"})
    lines = state.text(0).splitlines()
    assert lines[-2] == "        you hold melt, energy1×2, energy3, harpoon, herd×3"
    assert lines[-1].endswith("igloos left 2   1 in hand")
    assert "you hold" not in state.text(None)


def test_tokens_still_to_come_up_are_counted() -> None:
    state = position("c3", up="c4 d5 e6 f3 g2 g3 g4 g5 g6", on={"c3": "bear", "f6": "bear"}, taken={"r": "bear"})
    beside = [line[66:].strip() for line in str(state).splitlines()]
    assert beside[beside.index("to come up") + 1 :][:3] == ["23 fish", "1 fox", "1 bear"]


@given(positions())
def test_every_board_keeps_its_shape_and_shows_everything(state: IgluIgluState) -> None:
    for seat in (None, *range(state.players)):
        lines = state.text(seat).splitlines()
        rows = [line for line in lines if line[:3] in [f"{row}  " for row in range(1, 9)]]
        assert [line[0] for line in rows] == list("87654321")
        assert not any(line != line.rstrip() for line in lines)
        assert not any("\x1b" in line for line in lines)
        assert max(len(line) for line in lines) <= 80
        assert len(lines) <= 24 or any(line[2:3] == ":" for line in lines) or state.players > 2
    _shows_everything(state)


def _shows_everything(state: IgluIgluState) -> None:
    board = state.text(None)
    lines = board.splitlines()
    for name, content in state.view(None)["cells"].items():
        at = 3 + "abcdefgh".index(name[0]) * 8
        upper, lower = (f"{line:80}"[at : at + 7].strip(" ░▒█") for line in lines[2 + 2 * (8 - int(name[1])) :][:2])
        things = [f"^{content['igloo']}"] if "igloo" in content else []
        things += [letter + content[what] for letter, what in (("f", "fish"), ("x", "fox")) if what in content]
        things += ["B"] if "bear" in content else []
        if upper.endswith("…") or lower.endswith("…"):
            assert f"{name}: {' '.join([*things, content.get('inuit', '')])}".rstrip() in lines
        else:
            assert upper.replace("░", " ").replace("▒", " ") == " ".join(things)
            assert lower == content.get("inuit", "")

"""What is Connect Four's own. What every game has to do is asked by ``pytest --pyargs floe.testing``."""

from __future__ import annotations

import random
from typing import Any

import pytest

import floe
from floe import BadOption, BadPosition, IllegalAction, MalformedAction
from floe.core.facts import Fact
from floe.core.game import State
from floe.core.jit import interpreted
from floe.core.words import Words
from floe.testing.perft import perft

DRAWN = "121212212121343434434343565656656565777777"
"""A whole game in which nobody gets a line."""


def game() -> Any:
    return floe.game("connectfour")


def played(columns: str, **options: Any) -> State:
    state: State = game().new(**options)
    for column in columns:
        state = state.play(column)
    return state


@pytest.mark.parametrize(
    ("columns", "spaces"),
    [
        ("1213141", [(1, 1), (1, 2), (1, 3), (1, 4)]),  # upright
        ("1122334", [(1, 1), (2, 1), (3, 1), (4, 1)]),  # across
        ("12233434414", [(1, 1), (2, 2), (3, 3), (4, 4)]),  # upward
        ("76655454474", [(4, 4), (5, 3), (6, 2), (7, 1)]),  # downward
    ],
)
def test_four_in_a_row_win(columns: str, spaces: list[tuple[int, int]]) -> None:
    before = played(columns[:-1])
    assert not before.over
    facts = before.facts(columns[-1])
    after = before.play(columns[-1])
    assert after.winners == [0]
    assert Fact("line", {"seat": 0, "spaces": [{"column": c, "row": r} for c, r in spaces]}) in facts
    assert after.outcome is not None
    assert (after.outcome.rule, after.outcome.reason) == ("CF-4", "line")


def test_a_line_does_not_run_on_into_the_next_column() -> None:
    """Three yellow discs at the top of column 1, and one at the foot of column 2."""
    columns = ["rrryyy", "y", "r", "", "", "", ""]
    assert not game().from_dict(game().new().to_dict() | {"columns": columns, "turn": 8}).over


@pytest.mark.parametrize("connect", [3, 4, 5])
def test_as_many_in_a_row_win_as_the_option_says(connect: int) -> None:
    across = "".join(f"{column}{column}" for column in range(1, connect))
    before = played(across, rules={"connect": connect})
    assert not before.over
    assert [fact.values for fact in before.outlook()] == [{"seat": 0, "column": connect}]
    assert before.play(str(connect)).winners == [0]


@pytest.mark.parametrize("connect", [2, 6, "4", None, 4.0])
def test_no_other_number_can_be_asked_for(connect: Any) -> None:
    with pytest.raises(floe.FloeError, match="from 3 to 5"):
        game().new(rules={"connect": connect})


def test_a_full_board_without_a_line_is_shared() -> None:
    last = played(DRAWN)
    assert last.winners == [0, 1]
    assert last.outcome is not None
    assert (last.outcome.rule, last.outcome.reason) == ("CF-5", "board_full")


def test_a_full_column_is_refused_with_the_rule() -> None:
    state = played("111111")
    assert "1" not in state.legal_actions()
    with pytest.raises(IllegalAction, match="column 1 is full") as refused:
        state.play("1")
    assert (refused.value.rule, refused.value.key, refused.value.values) == ("CF-3", "column_full", {"column": 1})
    for text in ("0", "8", "a", "", "11", " 1"):
        with pytest.raises(MalformedAction, match="a column from 1 to 7"):
            state.play(text)


@pytest.mark.skipif(interpreted(), reason="takes minutes")
def test_as_many_games_as_others_count() -> None:
    """The numbers that are known of this game."""
    assert [perft(game().new(), depth) for depth in range(8)] == [1, 7, 49, 343, 2401, 16807, 117649, 823536]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"players": ["y", "y"]}, "CF-2"),
        ({"players": ["y"]}, "2 entries"),
        ({"columns": ["yyyyyyy"] + [""] * 6}, "CF-1"),
        ({"columns": ["g"] + [""] * 6}, "CF-1"),
        ({"columns": ["yy"] + [""] * 6}, "CF-2"),
        ({"columns": ["r"] + [""] * 6}, "CF-2"),
        ({"columns": ["yyyy", "rrrr"] + [""] * 5, "turn": 8}, "CF-4"),
        ({"columns": ["yyyyy", "rrrr"] + [""] * 5, "turn": 9, "to_move": None, "winners": [0]}, "CF-4"),
        ({"columns": ["yyyy", "rrr"] + [""] * 5, "turn": 7}, "have won"),
        ({"turn": 1}, "so many discs"),
        ({"to_move": 1}, "take turns"),
        ({"to_move": None}, "take turns"),
        ({"phase": "over"}, "have won"),
        ({"winners": [0]}, "null"),
        ({"rules": {"connect": 9}}, "from 3 to 5"),
        ({"rules": {"columns": 9}}, "not a field"),
        ({"more": 1}, "not a field"),
    ],
    ids=str,
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadPosition, match=problem):
        game().from_dict(game().new().to_dict() | change)


def test_colours_are_two_different_ones_of_four() -> None:
    state = game().new(colours=["g", "b"]).play("4")
    assert state.to_dict()["columns"][3] == "g"
    with pytest.raises(BadOption, match="CF-2"):
        game().new(colours=["g", "g"])


def test_the_board_is_drawn() -> None:
    assert str(played("4434")) == (
        "Connect Four   turn 5   yellow to move; 4 in a row win\n\n"
        "· · · · · · ·\n· · · · · · ·\n· · · · · · ·\n· · · r · · ·\n· · · r · · ·\n· · y y · · ·\n1 2 3 4 5 6 7"
    )
    assert "over, won by yellow" in str(played("1213141"))
    assert "drawn" in str(played(DRAWN))


def test_it_is_told_in_words() -> None:
    words: Words = game().manifest.part("words")()
    assert words.told(played("121314"), "1") == "drops a disc into column 1, row 4; yellow has a line"
    assert words.reason("board_full") == "the board is full"


def test_a_picture_marks_the_line() -> None:
    before, after = played("121314").picture(), played("1213141").picture()
    assert before is not None
    assert after is not None
    assert after.svg().count("<circle") == before.svg().count("<circle") + 4


def test_it_is_the_game_that_openspiel_plays() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    draw = random.Random(1)  # noqa: S311  # no secret depends on it
    for _ in range(10 if interpreted() else 100):
        theirs, ours = pyspiel.load_game("connect_four").new_initial_state(), game().new()
        while not theirs.is_terminal():
            assert list(ours.numbered_actions().values()) == theirs.legal_actions()
            action = draw.choice(theirs.legal_actions())
            theirs.apply_action(action)
            ours = ours.play(ours.action_text(action))
        assert ours.over
        assert ours.winners == {1.0: [0], -1.0: [1], 0.0: [0, 1]}[theirs.returns()[0]]

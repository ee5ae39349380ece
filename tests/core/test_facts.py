"""Facts and their vocabulary: what fits, and what is refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from floe.core.facts import (
    NUMBER,
    RULE,
    SEAT,
    YES_NO,
    Fact,
    Kind,
    Term,
    by_name,
    fault,
    fits,
    list_of,
    made_of,
    one_of,
    or_null,
    text_like,
)
from floe.core.game import Game
from floe_connectfour.game import ConnectFour
from tests.core.four import WON

COLOUR = one_of("colour", "r", "b")


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (NUMBER, [0, 7], [-1, 1.0, True, "1", None]),
        (SEAT, [0, 3], [4, -1, False]),
        (YES_NO, [True, False], [0, 1, "true"]),
        (RULE, ["IC-20"], ["ic-20", "IC-20 ", "XIC-20x", 20]),
        (COLOUR, ["r"], ["y", "", 1, ["r"]]),
        (text_like("pawns", "[rb]*"), ["", "rrb"], ["ry", "r\nb"]),
        (text_like("top", "arc|[rb]>n"), ["arc", "r>n"], ["arch", "xr>n"]),
        (list_of(COLOUR), [[], ["r", "b"]], [["y"], "rb", ("r",), None]),
        (by_name("slot", NUMBER), [{}, {"a": 1}], [{"a": "1"}, []]),
        (
            made_of("pair", one=NUMBER, other=COLOUR),
            [{"one": 1, "other": "r"}],
            [{"one": 1}, {}, {"one": 1, "other": "r", "third": 0}],
        ),
        (or_null(COLOUR), [None, "b"], ["y", 0]),
    ],
    ids=lambda part: part.name if isinstance(part, Kind) else None,
)
def test_a_kind_says_what_fits(kind: Kind, good: list[Any], bad: list[Any]) -> None:
    assert all(fits(value, kind.schema) for value in good)
    assert not any(fits(value, kind.schema) for value in bad)


def test_a_fact_must_be_declared_with_exactly_its_values() -> None:
    terms = {"taken": Term("A seat takes stones.", {"seat": SEAT, "stones": NUMBER})}
    assert fault(Fact("taken", {"seat": 1, "stones": 2}), terms) is None
    assert fault(Fact("lost"), terms) == "lost is not declared"
    assert fault(Fact("taken", {"seat": 1}), terms) == "taken has the values ['seat'], not ['seat', 'stones']"
    assert fault(Fact("taken", {"seat": 9, "stones": 2}), terms) == "taken: seat is 9, which is no seat"


def test_a_fact_is_written_as_key_and_values() -> None:
    assert Fact("taken", {"seat": 1}).to_dict() == {"key": "taken", "values": {"seat": 1}}
    assert Fact("flip").to_dict() == {"key": "flip", "values": {}}


class Silent(ConnectFour):
    """A game that tells nothing of its own."""

    facts, due, outlook = Game.facts, Game.due, Game.outlook


def test_a_game_without_facts_of_its_own_still_tells_who_waits_and_who_won() -> None:
    state = Silent().new()
    for column in WON[:-1]:
        assert state.facts(column) == []
        state = state.play(column)
    assert state.facts("1") == [Fact("won", {"winners": [0], "rule": "CF-4", "reason": "line"})]
    assert state.due(0) == []
    assert state.due(1) == [Fact("wait", {"seat": 0})]
    assert state.outlook(0) == []

"""A handicap: one seat has something ahead at the start."""

from __future__ import annotations

from typing import Any

import pytest

import floe
from floe import records
from floe.core import handicaps
from floe.core.errors import BadOption
from floe.server.tables import commands, views
from floe.server.tables.apply import fold
from floe.server.wire.tables import Handicap
from tests.server.bench_table import ADA, BO, SECRET, Bench, refusal, settings


def table(*seats: str, seat: int = 1, ahead: str = "pawn", **chosen: Any) -> Bench:
    return Bench(settings(*seats, handicap=Handicap(seat, ahead), **chosen))


@pytest.mark.parametrize("colour", "yrgb")
@pytest.mark.parametrize("length", [1, 5, 9])
def test_it_is_a_lawful_position_with_one_pawn_home(colour: str, length: int) -> None:
    other = "r" if colour != "r" else "b"
    game = floe.game("icecult")
    first = game.new(2, 0, {"path_length": length}, [other, colour])
    made = handicaps.given(first, 1, "pawn").to_dict()
    assert game.from_dict(made).to_dict() == made
    assert made["start"] == {**first.to_dict()["start"], colour: 4}
    assert made["home"] == {**first.to_dict()["home"], colour: 1}
    assert made["paths"] == first.to_dict()["paths"]


def test_what_there_is_not_is_refused() -> None:
    game = floe.game("icecult")
    assert handicaps.kinds(game.manifest) == ("pawn",)
    assert handicaps.kinds(floe.game("igluiglu").manifest) == ()
    for seat, kind in ((0, "queen"), (2, "pawn"), (-1, "pawn")):
        with pytest.raises(BadOption):
            handicaps.given(game.new(2), seat, kind)
        assert refusal(commands.create, settings("me", "me", handicap=Handicap(seat, kind)), ADA, "Ada") == "settings"
    hidden = settings("me", "me", game="igluiglu", handicap=Handicap(0, "pawn"))
    assert refusal(commands.create, hidden, ADA, "Ada") == "settings"


def test_neither_with_a_position_nor_with_a_swap() -> None:
    position = floe.game("icecult").new(2, rules={"path_length": 1}).to_dict()
    asked = settings("me", "open", handicap=Handicap(0, "pawn"))
    assert refusal(commands.create, asked, ADA, "Ada", position) == "handicap_position"
    asked = settings("me", "open", handicap=Handicap(0, "pawn"), swap=True)
    assert refusal(commands.create, asked, ADA, "Ada") == "swap_handicap"


def test_the_game_begins_so_and_its_record_too() -> None:
    bench = table("me", "open", ahead="pawn", rules={})
    assert bench.seen_by(BO).table.commitment == ""  # nothing is dealt
    bench.sit(BO)
    assert bench.state.to_dict()["home"]["g"] == 1
    assert not bench.seen_by(BO).table.set_up
    bench.play_out()
    document = views.record_document(bench.table)
    record = records.from_dict(document)
    record.verify()
    assert (record.seed, record.deal, document["start"]["home"]["g"]) == (None, None, 1)
    assert views.summary(fold(bench.table.id, SECRET, bench.log)) == views.summary(bench.table)


def test_again_whoever_had_it_has_it() -> None:
    bench = table("me", "open", seat=1)
    bench.sit(BO)
    bench.resign(ADA, 0)
    again = commands.play_again(bench.table, BO, "Bo")
    assert [plan.who for plan in again.settings.seats] == ["me", "open"]
    assert again.settings.handicap == Handicap(0, "pawn")

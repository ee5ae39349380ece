"""What machines think, over HTTP: hints where they decide nobody else's game, and analyses of finished games."""

from __future__ import annotations

import time

import pytest

import floe
from floe.bots.registry import ladder
from floe.core.record import Record
from floe.server.analyses import Analyses
from floe.server.answers import own_view, view_of
from floe.server.people import Guest
from floe.server.tables import commands
from floe.server.tables.apply import apply
from floe.server.tables.events import Event, Logged
from floe.server.tables.refusals import Refusal
from floe.server.tables.table import Table
from floe.server.wire.http import Analysis
from floe.server.wire.tables import SeatPlan, TableSettings

ADA, BO = Guest("ada", "Ada"), Guest("bo", "Bo")


def table_with(*seats: SeatPlan) -> Table:
    table = Table("table-1", "00" * 32)

    def happen(event: Event) -> None:
        apply(table, Logged(table.version + 1, 1, event))

    happen(commands.create(TableSettings("icecult", list(seats)), ADA.id, "Ada"))
    for event in commands.start_if_full(table):
        happen(event)
    if table.status == "gathering":
        for event in commands.sit(table, BO.id, None, "Bo", ""):
            happen(event)
    return table


def test_there_are_hints_against_machines() -> None:
    table = table_with(SeatPlan("me"), SeatPlan("machine", ladder("icecult")[0]))
    assert own_view(table, ADA.id)["to_move"] == 0


def test_there_are_none_against_people() -> None:
    table = table_with(SeatPlan("me"), SeatPlan("open"))
    with pytest.raises(Refusal) as refused:
        own_view(table, ADA.id)
    assert refused.value.key == "no_hints"


@pytest.mark.parametrize("who", [None, BO])
def test_there_are_none_for_those_whose_turn_it_is_not(who: Guest | None) -> None:
    table = table_with(SeatPlan("me"), SeatPlan("open"))
    with pytest.raises(Refusal) as refused:
        own_view(table, None if who is None else who.id)
    assert refused.value.key == "not_your_turn"


def test_a_position_is_judged_from_the_view_of_who_decides() -> None:
    state = floe.game("igluiglu").new(2, 1)
    assert view_of(state.to_dict()) == state.view(0)


def analysed(analyses: Analyses, record: Record) -> Analysis:
    """Ask until it is done."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        found = analyses.of("table-1", record)
        if found.done == found.total:
            return found
        assert found.judgements == []
        time.sleep(0.05)
    raise AssertionError("the analysis does not come to an end")


def test_a_finished_game_is_looked_through_once() -> None:
    record = Record.begin(floe.game("icecult"), 2, 1, {"path_length": 1})
    while not record.over and len(record) < 30:
        record.play(record.state.legal_actions()[0])
    if not record.over:
        record.resign(0)
    analyses = Analyses()
    try:
        found = analysed(analyses, record)
        assert [judgement.ply for judgement in found.judgements] == list(range(1, len(record) + 1))
        assert all(sum(judgement.chances) == pytest.approx(1) for judgement in found.judgements)
        assert all(judgement.loss >= 0 for judgement in found.judgements)
        assert analyses.of("table-1", record) == found
    finally:
        analyses.close()

"""Records of games at tables: sealed as far as there is something to seal while they run, whole afterwards."""

from __future__ import annotations

import json

import pytest

import floe
from floe import records
from floe.core.errors import BadRecord
from floe.server.tables import views
from floe.server.tables.apply import fold
from floe.server.wire.tables import LiveClock
from tests.games.igluiglu.positions import document
from tests.server.bench_table import ADA, BO, SECRET, Bench, settings


def two(game: str) -> Bench:
    bench = Bench(settings("me", "open", game=game))
    bench.sit(BO, entropy="bb")
    return bench


def finished(game: str) -> Bench:
    bench = two(game)
    bench.play_out()
    assert bench.table.status == "over"
    return bench


def test_the_record_of_a_running_game_of_chance_tells_nothing_of_the_deal() -> None:
    bench = two("igluiglu")
    bench.play_out(at_most=30)
    assert bench.table.played is not None
    made = views.record_document(bench.table)
    assert made["actions"] == bench.actions
    assert (made["seed"], made["start"], made["result"]) == (None, None, None)
    assert made["deal"] == {
        "table": "table-1", "commitment": bench.table.commitment, "entropy": ["aa", "bb"], "secret": None,
        "method": 2,
    }  # fmt: skip
    written = json.dumps(made)
    assert SECRET not in written
    assert str(bench.table.played.seed) not in written
    with pytest.raises(BadRecord, match="still running"):
        records.from_dict(made)


def test_somebody_for_whom_a_machine_plays_on_is_still_a_person_in_the_record() -> None:
    bench = Bench(settings("me", "open", "random", on_leave="machine"))
    bench.sit(BO)
    bench.leave(BO)
    assert bench.table.seats[1].stand_in
    assert [kind for _, kind in views.who(bench.table.seats)] == ["person", "person", "random"]


def test_where_nothing_is_left_to_chance_a_running_game_can_be_replayed() -> None:
    bench = two("icecult")
    bench.play_out(at_most=9)
    made = views.record_document(bench.table)
    assert SECRET not in json.dumps(made)
    assert records.from_dict(made).state == bench.state


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
def test_the_record_of_a_finished_game_is_the_whole_truth(game: str) -> None:
    bench = finished(game)
    made = records.from_dict(json.loads(json.dumps(views.record_document(bench.table))))
    assert made.state == bench.state
    assert list(made.actions) == bench.actions
    assert made.deal is not None
    made.check_deal()
    assert made.deal.commitment == bench.table.commitment
    ended = views.result(bench.table)
    assert made.result is not None
    assert ended is not None
    assert (list(made.result.winners), made.result.rule) == (ended.winners, ended.rule)


def test_one_who_gave_up_or_ran_out_of_time_stands_in_the_record() -> None:
    bench = two("igluiglu")
    bench.resign(BO, 1)
    made = records.from_dict(views.record_document(bench.table)).result
    assert made is not None
    assert (made.winners, made.resigned) == ((0,), 1)

    late = Bench(settings("me", "random", clock=LiveClock(10), on_timeout="forfeit"))
    late.wait(10_000)
    late.time_out()
    made = records.from_dict(views.record_document(late.table)).result
    assert made is not None
    assert (made.winners, made.resigned) == ((1,), 0)


def test_players_stand_there_by_name_and_kind() -> None:
    bench = Bench(settings("me", "open", "greedy"))
    bench.start(ADA, "random")
    made = views.record(bench.table).players
    assert [(one.name, one.kind) for one in made] == [
        (ADA.title(), "person"), ("random", "random"), ("greedy", "greedy"),
    ]  # fmt: skip


def test_times_are_those_since_the_game_began_and_never_run_backwards() -> None:
    bench = two("icecult")
    bench.wait(1500)
    bench.play(ADA, "nn")
    bench.wait(-700)  # the clock of a worker may be behind another's
    bench.play(ADA, "nn")
    bench.wait(2000)
    bench.play(ADA, bench.state.legal_actions()[0])
    made = views.record(bench.table)
    assert made.times == (1500, 1500, 2800)


def test_what_was_taken_back_is_not_on_record() -> None:
    bench = Bench(settings("me", "me", undo="free"))
    bench.play(ADA, "nn")
    bench.play(ADA, "ss")
    bench.undo(ADA)
    bench.play(ADA, "ee")
    bench.ask_takeback(ADA)
    assert views.record_document(bench.table)["actions"] == ["nn"]


def test_a_game_that_began_at_a_position_has_it_in_its_record_and_no_deal() -> None:
    start = document("b3=melt c3 c4 d3 e3", on={"c3": "r", "d3": "b"})
    bench = Bench(settings("me", "me", game="igluiglu"), start)
    bench.play(ADA, "end")
    running = views.record_document(bench.table)
    assert (running["start"], running["seed"]) == (None, None)
    assert "melt" not in json.dumps(running["actions"])
    bench.resign(ADA, 0)
    whole = views.record_document(bench.table)
    assert "deal" not in whole
    assert records.from_dict(whole).at(0) == floe.game("igluiglu").from_dict(start)


# Frames


def test_frames_of_a_running_game_show_what_the_seat_may_see() -> None:
    bench = two("igluiglu")
    bench.play_out(at_most=60)
    made = views.record(bench.table)
    for seat in (0, 1, None):
        shown = views.frames(made, seat, 0, 200)
        assert shown.total == 61
        assert [frame.position.view for frame in shown.frames] == [state.view(seat) for state in made]
        for ply, frame in enumerate(shown.frames[1:]):
            assert frame.facts == views.facts(made.at(ply).facts(made.actions[ply], seat))


def test_frames_can_be_asked_for_in_parts() -> None:
    bench = finished("icecult")
    made = views.record(bench.table)
    whole = views.frames(made, None, 0, 1000).frames
    assert [frame.action for frame in whole] == [None, *bench.actions]
    parts = [frame for first in range(0, len(whole), 7) for frame in views.frames(made, None, first, 7).frames]
    assert parts == whole
    assert views.frames(made, None, len(whole), 7).frames == []


def test_when_the_game_is_over_everybody_learns_what_each_tile_was() -> None:
    bench = finished("igluiglu")
    shown = views.frames(views.record(bench.table), 0, 0, 1000)
    kept = [fact for frame in shown.frames for fact in frame.facts if fact.key == "kept"]
    assert {fact.values["seat"] for fact in kept} == {0, 1}
    assert all(fact.values["tile"] is not None for fact in kept)


# The log


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
def test_what_is_told_from_memory_and_from_the_log_is_the_same(game: str) -> None:
    bench = two(game)
    bench.play_out(at_most=40)
    for guest in (ADA, BO, None):
        for have in (0, 1, 5, bench.table.version - 1, bench.table.version):
            remembered = views.happenings(bench.table, guest, have)
            assert remembered == views.retold("table-1", SECRET, bench.log, guest, have)
            assert remembered is not None
            assert [one.version for one in remembered] == list(range(have + 1, bench.table.version + 1))


def test_a_table_remembers_its_newest_events_only() -> None:
    bench = two("igluiglu")
    bench.play_out(at_most=150)
    assert views.happenings(bench.table, ADA, 1) is None
    assert views.happenings(bench.table, ADA, bench.table.version) == []
    told = views.retold("table-1", SECRET, bench.log, ADA, 1)
    assert [one.version for one in told] == list(range(2, bench.table.version + 1))
    assert fold("table-1", SECRET, bench.log).state == bench.state

"""Before a game: what can be set up, who may sit, when it begins; and after it, playing again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import floe
from floe.core.fairness import OLD, Game
from floe.server import chance
from floe.server.tables import commands, events, views
from floe.server.tables.summary import Summary
from floe.server.wire.tables import SeatPlan, TableSettings
from tests.server.bench_table import ADA, BO, CY, SECRET, Bench, refusal, settings


def create(chosen: TableSettings, position: dict[str, Any] | None = None) -> events.Created:
    return commands.create(chosen, ADA, "Ada", position)


# Setting up


@pytest.mark.parametrize(
    ("chosen", "key"),
    [
        (settings("me", "open", game="chess"), "settings"),
        (settings("me", "open", rules={"path_length": 99}), "settings"),
        (settings("me", "open", rules={"gravity": True}), "settings"),
        (settings("me", "open", colours=["y"]), "IC-4.number_of_colours"),
        (settings("me", "open", colours=["y", "y"]), "IC-4.colour_twice"),
        (settings("me", "open", colours=["y", "p"]), "IC-4.no_such_colour"),
        (settings("me", "open", rules={"cubes": {}}), "settings"),
        (settings("me", "open", game="igluiglu", colours=["r"]), "II-5.number_of_colours"),
        (settings("me", "open", game="igluiglu", colours=["r", "y"]), "II-5.red_and_blue"),
        (settings("me", "open", "open", game="igluiglu", colours=["r", "y", "r"]), "II-5.colour_twice"),
        (settings("me", "open", game="igluiglu", rules={"mix": {"fish1": 56}}), "II-3.mix_lacks"),
        (settings("me", "open", game="igluiglu", rules={"mix": {"fish1": 55}}), "II-3.mix_sum"),
        (settings("me", "grandmaster"), "level"),
        (TableSettings("icecult", [SeatPlan("me"), SeatPlan("machine")]), "level"),
        (TableSettings("icecult", [SeatPlan("me"), SeatPlan("open", level="random")]), "level"),
        (TableSettings("icecult", [SeatPlan("me", name="a\nb"), SeatPlan("open")]), "bad_name"),
        (settings("random", "random", pace=99), "pace"),
    ],
)
def test_a_table_at_which_no_game_could_be_played_is_refused(chosen: TableSettings, key: str) -> None:
    assert refusal(create, chosen) == key


def test_a_position_to_begin_at_must_fit_the_seats_and_not_be_over() -> None:
    state = floe.game("icecult").new(3, 0)
    assert refusal(create, settings("me", "open"), state.to_dict()) == "position"
    assert refusal(create, settings("me", "open"), {"game": "icecult"}) == "settings"
    over = floe.game("icecult").new(2, 0, {"path_length": 1})
    while not over.over:
        over = over.play(over.legal_actions()[0])
    assert refusal(create, settings("me", "open"), over.to_dict()) == "position"


def test_a_game_begins_at_a_given_position() -> None:
    state = floe.game("icecult").new(2, 0).play("nn")
    bench = Bench(settings("me", "me"), state.to_dict())
    assert bench.state == state


def test_a_table_without_open_seats_begins_at_once() -> None:
    assert Bench(settings("me", "random")).status() == "running"
    assert Bench(settings("me", "me")).status() == "running"
    assert Bench(settings("me", "open")).status() == "gathering"


def test_machines_among_themselves_may_play_at_a_pace_that_can_be_followed() -> None:
    assert Bench(settings("random", "random", pace=100)).table.machine_to_move == "random"


# Sitting down


def test_the_last_one_to_sit_down_starts_the_game() -> None:
    bench = Bench(settings("me", "open", "open"))
    bench.sit(BO)
    assert bench.status() == "gathering"
    bench.sit(CY)
    assert bench.status() == "running"
    assert [seat.guest for seat in bench.table.seats] == [ADA, BO, CY]
    assert isinstance(bench.log[-1].event, events.Started)


def test_a_seat_can_be_chosen_only_if_it_is_open() -> None:
    bench = Bench(settings("me", "open", "random", "open"))
    assert refusal(bench.sit, BO, 0) == "taken"
    assert refusal(bench.sit, BO, 2) == "taken"
    assert refusal(bench.sit, BO, 4) == "taken"
    assert refusal(bench.sit, BO, -1) == "taken"
    bench.sit(BO, 3)
    assert refusal(bench.sit, CY, 3) == "taken"
    bench.sit(CY)
    assert refusal(bench.sit, "guest-di") == "begun"


def test_one_person_has_several_seats_only_where_the_table_says_so() -> None:
    bench = Bench(settings("me", "open", "open"))
    assert refusal(lambda: bench.sit(ADA)) == "seated"
    bench.sit(BO)
    assert refusal(lambda: bench.sit(BO)) == "seated"
    for chosen in (settings("me", "me", "open", "open"), settings("me", "open", "open", "open", several_seats=True)):
        several = Bench(chosen)
        several.sit(BO, 2)
        several.sit(BO, 3)
        shown = views.head(views.summary(several.table), CY)
        host_has_two = chosen.seats[1].who == "me"
        assert [seat.same_as for seat in shown.seats] == [None, 0 if host_has_two else None, None, 2]


def test_who_stands_up_leaves_an_open_seat() -> None:
    bench = Bench(settings("me", "open", "open"))
    assert refusal(bench.stand, BO) == "no_seat"
    bench.sit(BO, 2)
    bench.stand(BO)
    assert bench.table.seats_of(BO) == []
    bench.sit(CY, 2)
    bench.stand(ADA)
    bench.sit(BO, 0)
    bench.sit(ADA, 1)
    assert bench.status() == "running"
    assert refusal(bench.stand, ADA) == "begun"


def test_a_host_at_several_seats_stands_up_from_all_of_them() -> None:
    bench = Bench(settings("me", "me", "open"))
    bench.stand(ADA)
    assert [seat.kind for seat in bench.table.seats] == ["open"] * 3


def test_only_the_host_lets_machines_take_the_open_seats() -> None:
    bench = Bench(settings("me", "open", "open", "open"))
    bench.sit(BO, 2)
    assert refusal(bench.start, BO) == "not_host"
    assert refusal(bench.start, ADA, "grandmaster") == "level"
    bench.start(ADA, "greedy")
    assert [seat.level for seat in bench.table.seats] == [None, "greedy", None, "greedy"]
    assert bench.status() == "running"
    assert refusal(bench.start, ADA) == "begun"


# The deal


def dealt(bench: Bench, *persons: bool) -> Game:
    return Game(bench.table.id, "igluiglu", bench.table.game.rules_version, persons)


def test_the_deal_follows_from_the_secret_and_everybodys_entropy() -> None:
    bench = Bench(settings("me", "open", "open", game="igluiglu"))
    committed = bench.table.commitment
    bench.sit(BO, 2, "bb")
    bench.sit(CY, 1, "cc")
    assert bench.table.commitment == committed == dealt(bench, True, True, True).commitment(SECRET)
    assert bench.table.played is not None
    assert bench.table.played.seed == dealt(bench, True, True, True).seed(SECRET, ["aa", "cc", "bb"])
    assert bench.table.played.first == floe.game("igluiglu").new(3, bench.table.played.seed)


def waiting(*seats: str) -> Bench:
    """A table whose host has announced to add to the deal."""
    return Bench(settings(*seats, game="igluiglu"), entropy=None)


def test_the_game_waits_for_what_its_host_adds_to_the_deal() -> None:
    bench = waiting("me", "random")
    assert commands.start_if_full(bench.table) == []
    assert bench.table.seats[0].entropy_due
    bench.add_entropy(ADA, "ab")
    assert bench.status() == "running"
    assert bench.table.played is not None
    assert bench.table.played.seed == dealt(bench, True, False).seed(SECRET, ["ab", ""])


def test_it_waits_for_people_and_for_what_they_add_in_any_order() -> None:
    late = waiting("me", "open")
    late.sit(BO, None, "bb")
    assert late.status() == "gathering"
    late.add_entropy(ADA, "ab")
    early = waiting("me", "open")
    early.add_entropy(ADA, "ab")
    assert early.status() == "gathering"
    early.sit(BO, None, "bb")
    assert early.state == late.state


def test_what_was_added_cannot_be_changed_and_sending_it_twice_is_no_fault() -> None:
    bench = waiting("me", "open")
    bench.add_entropy(ADA, "ab")
    assert commands.add_entropy(bench.table, ADA, "cd") == []
    assert refusal(commands.add_entropy, bench.table, BO, "cd") == "no_seat"
    bench.sit(BO, None, "bb")
    assert commands.add_entropy(bench.table, BO, "cd") == []
    assert [seat.entropy for seat in bench.table.seats] == ["ab", "bb"]


def test_a_host_who_waits_no_longer_adds_nothing() -> None:
    bench = waiting("me", "open")
    bench.start(ADA)
    assert bench.status() == "running"
    assert not any(seat.entropy_due for seat in bench.table.seats)


def test_tables_whose_host_sent_entropy_along_are_dealt_as_they_were() -> None:
    stored = events.encode(create(settings("me", "random", game="igluiglu"))).replace(',"dealing":2', "")
    stored = stored.replace("{", '{"entropy":"abc",', 1)
    old = events.decode(stored)
    assert isinstance(old, events.Created)
    bench = Bench(old)
    assert bench.table.played is not None
    assert bench.table.played.seed == dealt(bench, True, False).seed(SECRET, ["abc", ""], OLD)


@pytest.mark.parametrize("changed", ["entropy", "table", "order"])
def test_another_entropy_table_or_order_deals_another_game(changed: str) -> None:
    first = Bench(settings("me", "open", game="igluiglu"))
    first.sit(BO, 1, "bb")
    chosen = settings("open", "me", game="igluiglu") if changed == "order" else first.table.settings
    second = Bench(chosen, table_id="table-2" if changed == "table" else "table-1")
    second.sit(BO, None, "bc" if changed == "entropy" else "bb")
    assert first.state != second.state


# Playing again


def finished(*seats: str, **chosen: Any) -> Bench:
    """A game that Ada has given up."""
    bench = Bench(settings(*seats, **chosen))
    for guest in (BO, CY)[: seats.count("open")]:
        bench.sit(guest)
    bench.resign(ADA, bench.table.seats_of(ADA)[0])
    return bench


def test_all_move_on_by_one_seat_and_seats_are_kept_for_those_who_played() -> None:
    bench = finished("me", "open", "random", "open", chat="all", undo="free")
    again = commands.play_again(bench.table, BO, "Bo")
    assert [(one.who, one.level) for one in again.settings.seats] == [
        ("open", None), ("open", None), ("me", None), ("machine", "random"),
    ]  # fmt: skip
    assert again.reserved == {0: CY, 1: ADA}
    assert (again.settings.chat, again.settings.undo, again.settings.rules) == ("all", "free", {"path_length": 1})


def test_a_kept_seat_is_for_its_person_alone_until_that_person_has_left_it() -> None:
    bench = finished("me", "open", "random", "open")
    new = Bench(commands.play_again(bench.table, BO, "Bo"), table_id="table-2")
    assert refusal(new.sit, "guest-di") == "full"
    assert refusal(new.sit, CY, 1) == "taken"
    new.sit(ADA)
    assert new.table.seats_of(ADA) == [1]
    new.stand(ADA)
    new.sit("guest-di")
    assert new.table.seats_of("guest-di") == [1]
    new.sit(CY)
    assert new.status() == "running"


def test_the_host_of_the_new_table_need_not_wait_for_the_others() -> None:
    bench = finished("me", "open")
    again = Bench(commands.play_again(bench.table, BO, "Bo"), table_id="table-2")
    assert refusal(again.start, ADA) == "not_host"
    again.start(BO, "random")
    assert [seat.level for seat in again.table.seats] == [None, "random"]
    assert again.table.seats_of(BO) == [0]


def test_who_plays_again_adds_to_the_new_deal() -> None:
    old = finished("me", "open", game="igluiglu")
    bench = Bench(commands.play_again(old.table, BO, "Bo", adds_entropy=True), table_id="table-2")
    assert bench.status() == "gathering"
    bench.happen(commands.sit_again(bench.table, ADA, "Ada", adds_entropy=True), ADA)
    assert bench.status() == "gathering"  # all are there, but not all that they add
    bench.add_entropy(ADA, "ac")
    assert bench.status() == "running"
    assert [seat.entropy for seat in bench.table.seats] == ["aa", "ac"]


def test_who_has_no_seat_kept_or_comes_when_it_has_begun_sits_nowhere() -> None:
    old = finished("me", "open")
    bench = Bench(commands.play_again(old.table, BO, "Bo"), table_id="table-2")
    assert commands.sit_again(bench.table, CY, "Cy", adds_entropy=False) == []
    assert bench.status() == "gathering"
    bench.happen(commands.sit_again(bench.table, ADA, "Ada", adds_entropy=False), ADA)
    assert bench.status() == "running"
    assert commands.sit_again(bench.table, ADA, "Ada", adds_entropy=False) == []


def test_only_those_who_played_play_again_and_only_when_the_game_is_over() -> None:
    bench = Bench(settings("me", "open"))
    bench.sit(BO)
    assert refusal(commands.play_again, bench.table, ADA, "Ada") == "not_over"
    bench.resign(BO, 1)
    assert refusal(commands.play_again, bench.table, CY, "Cy") == "no_seat"


def test_the_new_tables_id_is_one_and_cannot_be_guessed_from_the_old_one() -> None:
    first, second = finished("me", "open"), finished("me", "open")
    assert commands.rematch_id(first.table) == commands.rematch_id(second.table)
    second.table.secret = SECRET[::-1]
    assert commands.rematch_id(first.table) != commands.rematch_id(second.table)


def test_no_tables_id_looks_like_an_option_to_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished("me", "open").table
    made = []
    for number in range(300):
        table.secret = str(number)
        made.append(commands.rematch_id(table))
    monkeypatch.setattr(chance, "source", lambda count: b"\xfb" * count)
    assert not any(one.startswith("-") for one in (*made, chance.in_url(9)))


def test_what_lists_have_stored_of_older_tables_is_still_shown() -> None:
    """Before seats were stored whole, lists kept seven of their fields."""
    table = Bench(settings("me", "random", "open")).table
    stored = msgspec.to_builtins(views.summary(table))
    kept = ("colour", "kind", "name", "level", "guest", "stand_in", "entropy_due")
    older = stored | {"seats": [{name: seat[name] for name in kept} for seat in stored["seats"]]}
    read = msgspec.json.decode(msgspec.json.encode(older), type=Summary)
    assert views.head(read, ADA) == views.head(views.summary(table), ADA)
    assert [seat.mine for seat in views.head(read, ADA).seats] == [True, False, False]


# Being asked to play again


def test_a_seat_is_kept_for_who_is_asked_to_play_again_and_can_be_turned_down() -> None:
    old = finished("me", "open")
    bench = Bench(commands.play_again(old.table, ADA, "Ada"), table_id="table-2")
    kept = [seat.kept for seat in bench.seen_by(ADA).table.seats]
    assert kept == [True, False]
    assert bench.seen_by(BO).table.invited
    assert not bench.seen_by(ADA).table.invited
    assert not bench.seen_by(CY).table.invited
    assert refusal(bench.stand, CY) == "no_seat"
    bench.stand(BO)
    assert [seat.kept for seat in bench.seen_by(ADA).table.seats] == [False, False]
    assert not bench.seen_by(BO).table.invited
    bench.sit(CY)
    assert bench.status() == "running"


def test_a_table_says_who_asked_to_play_again() -> None:
    old = finished("me", "open")
    assert old.seen_by(ADA).table.rematch_by is None
    old.happen([events.Rematch("table-2", 1)], BO)
    shown = old.seen_by(ADA).table
    assert (shown.rematch, shown.rematch_by) == ("table-2", 1)


# Calling off


def test_the_host_calls_the_table_off_and_nobody_sits_down_any_more() -> None:
    bench = Bench(settings("me", "open", "open", spectators=False))
    bench.sit(BO)
    assert refusal(commands.cancel, bench.table, BO) == "not_host"
    bench.happen(commands.cancel(bench.table, ADA), ADA)
    assert bench.status() == "cancelled"
    assert bench.seen_by(BO).table.status == "cancelled"
    assert bench.table.may_watch(CY)
    assert commands.cancel(bench.table, ADA) == []
    for what in (lambda: bench.sit(CY), lambda: bench.stand(BO), lambda: bench.start(ADA)):
        assert refusal(what) == "cancelled"
    assert commands.be_gone(bench.table, BO, bench.now, []) == []


def test_a_game_that_has_begun_is_not_called_off() -> None:
    bench = Bench(settings("me", "random"))
    assert refusal(commands.cancel, bench.table, ADA) == "begun"

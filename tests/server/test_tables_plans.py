"""Plans without a server: what can be laid, when it fits, what ends it, and that it tells no secret."""

from __future__ import annotations

from typing import Any

import pytest

from floe.core.game import State
from floe.server import plans
from floe.server.store.rows import PlanRow
from floe.server.tables.refusals import Refusal, Stale
from floe.server.wire.tables import DaysClock, LiveClock
from tests.server.bench_table import ADA, BO, CY, Bench, refusal, settings

DAYS = DaysClock(3)


def two(game: str = "icecult", **chosen: Any) -> Bench:
    """A slow game of Ada and Bo. Ada is to move."""
    made = Bench(settings("me", "open", game=game, **({"clock": DAYS} | chosen)))
    made.sit(BO)
    return made


def turn(state: State, *first: str) -> list[str]:
    """The actions of a turn that begins so and then ends as soon as it can."""
    seat, actions = state.to_move, list[str]()
    while state.to_move == seat:
        legal = state.legal_actions()
        chosen = first[len(actions)] if len(actions) < len(first) else "end" if "end" in legal else legal[0]
        actions.append(chosen)
        state = state.play(chosen)
    return actions


def after(state: State, actions: list[str]) -> State:
    for action in actions:
        state = state.play(action)
    return state


class Planner:
    """Bo, who waits, and the row of his plan."""

    def __init__(self, bench: Bench, guest: str = BO) -> None:
        self.bench, self.guest = bench, guest
        self.seat = bench.table.seats_of(guest)[0]
        self.plan = plans.Plan()
        self.held: int | None = None

    @property
    def row(self) -> PlanRow:
        return plans.row_of(self.plan, self.bench.table.id, self.seat, self.guest, self.held or 0)

    def lay(self, actions: list[str], version: int | None = None) -> None:
        table = self.bench.table
        seen = table.version if version is None else version
        assert plans.planner(table, self.guest, seen) == self.seat
        view = self.bench.state.view(self.seat)
        self.plan = plans.added(self.plan, plans.foreseen(view, self.seat, actions))
        self.held = table.version

    def follow(self) -> list[str]:
        """Hold the plan against the table: what is played."""
        played, row = plans.follow(self.bench.table, self.row)
        self.bench.happen(played, self.guest)
        self.plan, self.held = plans.read(row), row.version
        return [event.action for event in played]  # type: ignore[union-attr]  # nothing else is ever played

    @property
    def lines(self) -> int:
        return len(self.plan.lines)


def play_all(bench: Bench, guest: str, actions: list[str]) -> None:
    for action in actions:
        bench.play(guest, action)


# Fitting


def test_a_line_is_played_when_the_other_has_played_it_and_costs_no_time() -> None:
    bench = two()
    theirs = turn(bench.state, "nn")
    mine = turn(after(bench.state, theirs), "ww")
    bo = Planner(bench)
    bo.lay(theirs + mine)
    for action in theirs[:-1]:
        bench.play(ADA, action)
        assert bo.follow() == []
        assert bo.lines == 1
    bench.play(ADA, theirs[-1])
    left = bench.left(1)
    assert bo.follow() == mine
    assert bench.table.to_move == 0
    assert bench.left(1) == left
    assert bo.plan.played == list(range(bench.table.version - len(mine) + 1, bench.table.version + 1))
    assert bo.lines == 0
    assert bo.row.version is None


def test_in_which_order_the_other_got_there_does_not_matter() -> None:
    bench = two()
    one, another = turn(bench.state, "nn", "ss"), turn(bench.state, "ss", "nn")
    assert one != another
    assert after(bench.state, one) == after(bench.state, another)
    bo = Planner(bench)
    mine = turn(after(bench.state, one), "ee")
    bo.lay(one + mine)
    play_all(bench, ADA, another)
    assert bo.follow() == mine


def test_several_lines_several_turns_deep() -> None:
    bench = two()
    bo = Planner(bench)
    replies = {}
    for first, reply in (("nn", "ww"), ("ee", "ss")):
        theirs = turn(bench.state, first)
        mine = turn(after(bench.state, theirs), reply)
        then = turn(after(bench.state, theirs + mine), "nn")
        last = turn(after(bench.state, theirs + mine + then), "we")
        bo.lay(theirs + mine + then + last)
        replies[first] = theirs, mine, then, last
    assert bo.lines == 2
    theirs, mine, then, last = replies["ee"]
    play_all(bench, ADA, theirs)
    assert bo.follow() == mine
    assert [line.number for line in bo.plan.lines] == [2]  # what does not fit is gone
    play_all(bench, ADA, then)
    assert bo.follow() == last
    assert len(bo.plan.played) == len(mine) + len(last)


def test_what_does_not_fit_is_dropped_and_nothing_is_played() -> None:
    bench = two()
    bo = Planner(bench)
    theirs = turn(bench.state, "nn")
    bo.lay(theirs + turn(after(bench.state, theirs)))
    play_all(bench, ADA, turn(bench.state, "ww"))
    assert bo.follow() == []
    assert bo.lines == 0
    assert bench.table.to_move == 1


def test_nothing_is_played_twice() -> None:
    bench = two()
    bo = Planner(bench)
    theirs = turn(bench.state)
    mine = turn(after(bench.state, theirs))
    then = turn(after(bench.state, theirs + mine))
    bo.lay(theirs + mine + then + turn(after(bench.state, theirs + mine + then)))
    play_all(bench, ADA, theirs)
    assert bo.follow() == mine
    assert bo.follow() == []
    assert bo.lines == 1


def test_a_turn_may_be_planned_only_in_part() -> None:
    bench = two()
    bo = Planner(bench)
    theirs = turn(bench.state)
    bo.lay([*theirs, "ww"])
    play_all(bench, ADA, theirs)
    assert bo.follow() == ["ww"]
    assert bench.table.to_move == 1
    assert bo.follow() == []


def test_with_three_the_line_goes_through_both_others() -> None:
    bench = Bench(settings("me", "open", "open", clock=DAYS))
    bench.sit(BO)
    bench.sit(CY)
    cy = Planner(bench, CY)
    one = turn(bench.state, "nn")
    two_ = turn(after(bench.state, one), "ss")
    mine = turn(after(bench.state, one + two_), "ee")
    cy.lay(one + two_ + mine)
    play_all(bench, ADA, one)
    assert cy.follow() == []
    assert cy.lines == 1
    play_all(bench, BO, two_)
    assert cy.follow() == mine


# Ending


@pytest.fixture
def planned() -> tuple[Bench, Planner, list[str]]:
    """Bo has a line that fits as soon as Ada has ended her turn, of which she has played a part."""
    bench = Bench(settings("me", "open", clock=DAYS, on_leave="machine", undo="free"))
    bench.sit(BO)
    bench.end_turn(ADA)
    bench.end_turn(BO)
    theirs = turn(bench.state, "nn")
    bo = Planner(bench)
    bo.lay(theirs + turn(after(bench.state, theirs)))
    bench.play(ADA, theirs[0])
    return bench, bo, theirs[1:]


def test_a_takeback_ends_it(planned: tuple[Bench, Planner, list[str]]) -> None:
    bench, bo, _ = planned
    bench.ask_takeback(BO)
    bench.answer_takeback(ADA, True)
    assert bo.follow() == []
    assert bo.lines == 0


def test_a_takeback_that_is_declined_does_not(planned: tuple[Bench, Planner, list[str]]) -> None:
    bench, bo, rest = planned
    bench.ask_takeback(BO)
    bench.answer_takeback(ADA, False)
    play_all(bench, ADA, rest)
    assert bo.follow()


def test_an_undo_of_the_other_does_not(planned: tuple[Bench, Planner, list[str]]) -> None:
    bench, bo, rest = planned
    bench.undo(ADA)
    play_all(bench, ADA, ["nn", *rest])
    assert bo.follow()


@pytest.mark.parametrize("who", [ADA, BO])
def test_a_resignation_ends_it(planned: tuple[Bench, Planner, list[str]], who: str) -> None:
    bench, bo, _ = planned
    bench.resign(who, bench.table.seats_of(who)[0])
    assert bo.follow() == []
    assert bo.lines == 0


def test_a_machine_that_has_had_the_seat_ends_it(planned: tuple[Bench, Planner, list[str]]) -> None:
    bench, bo, rest = planned
    bench.leave(BO)
    bench.come_back(BO)
    play_all(bench, ADA, rest)
    assert bo.follow() == []
    assert bo.lines == 0


def test_who_has_played_by_hand_was_faster(planned: tuple[Bench, Planner, list[str]]) -> None:
    bench, bo, rest = planned
    play_all(bench, ADA, rest)
    bench.play(BO, "ww")
    bench.undo(BO)
    assert bo.follow() == []
    assert bo.lines == 0


# What cannot be planned


def test_only_one_who_waits_in_a_slow_game_with_others_plans() -> None:
    bench = two()
    version = bench.table.version
    assert refusal(plans.planner, bench.table, ADA, version) == "your_turn"
    assert refusal(plans.planner, bench.table, "guest-di", version) == "no_seat"
    with pytest.raises(Stale):
        plans.planner(bench.table, BO, version - 1)
    assert plans.planner(two(clock=None).table, BO, version) == 1
    assert refusal(plans.planner, two(clock=LiveClock(60)).table, BO, version) == "no_plans"
    alone = Bench(settings("me", "random"))
    alone.end_turn(ADA)
    assert refusal(plans.planner, alone.table, ADA, alone.table.version) == "no_plans"
    bench.resign(ADA, 0)
    assert refusal(plans.planner, bench.table, BO, bench.table.version) == "not_running"


def test_a_line_is_by_the_rules_and_ends_with_an_own_action() -> None:
    bench = two()
    theirs = turn(bench.state)
    view = bench.state.view(1)
    assert refusal(plans.foreseen, view, 1, theirs) == "plan_open"
    assert refusal(plans.foreseen, view, 1, [*theirs, "nonsense"]) == "malformed"
    with pytest.raises(Refusal) as caught:
        plans.foreseen(view, 1, [*theirs, "end"])
    assert caught.value.rule is not None
    line: list[str] = []
    for _ in range(2 * (plans.DEPTH + 1)):
        line += turn(after(bench.state, line))
    assert refusal(plans.foreseen, view, 1, line) == "plan_deep"


def test_two_lines_do_not_answer_the_same_in_two_ways() -> None:
    bench = two()
    bo = Planner(bench)
    theirs = turn(bench.state)
    here = after(bench.state, theirs)
    bo.lay(theirs + turn(here, "nn"))
    with pytest.raises(Refusal) as caught:
        bo.lay(theirs + turn(here, "ss"))
    assert caught.value.key == "plan_differs"
    mine = turn(here, "nn")
    bo.lay(theirs + mine)  # the same once more
    assert [line.number for line in bo.plan.lines] == [1]
    then = turn(after(here, mine))
    longer = theirs + mine + then + turn(after(here, mine + then))
    bo.lay(longer)  # one that goes on takes the place of the shorter one
    assert [(line.number, len(line.exchanges)) for line in bo.plan.lines] == [(2, 2)]
    bo.plan = plans.without(bo.plan, 2)
    assert bo.lines == 0


def test_a_plan_is_full_at_some_point() -> None:
    bench = two(game="igluiglu")
    bo = Planner(bench)
    cells = bench.state.legal_actions()
    for cell in cells[: plans.LINES]:
        bo.lay([cell, cells[0]])
    with pytest.raises(Refusal) as caught:
        bo.lay([cells[plans.LINES], cells[0]])
    assert caught.value.key == "plan_full"


# Secrets


@pytest.fixture
def flipped() -> Bench:
    """IGLU IGLU: all have placed their Inuit, and Ada has flipped a tile."""
    bench = two(game="igluiglu")
    while bench.state.phase == "place":
        bench.play([ADA, BO][bench.state.to_move or 0])
    while bench.state.phase != "act":
        bench.play([ADA, BO][bench.state.to_move or 0])
    return bench


def test_a_line_ends_where_something_would_come_up(flipped: Bench) -> None:
    view = flipped.state.view(1)
    there = flipped.state.play("end")
    flip = there.legal_actions()[0]
    assert flip.startswith("flip ")
    laid = plans.foreseen(view, 1, ["end", flip])
    assert [(move.action, move.reveals, move.facts) for move in laid[-1].mine] == [(flip, True, [])]
    assert refusal(plans.foreseen, view, 1, ["end", flip, "end"]) == "plan_reveals"
    before = Bench(settings("me", "open", game="igluiglu", clock=DAYS))
    before.sit(BO)
    while before.state.phase == "place":
        before.play([ADA, BO][before.state.to_move or 0])
    assert refusal(plans.foreseen, before.state.view(1), 1, [before.state.legal_actions()[0], "end"]) == "plan_reveals"


def test_it_fits_by_what_the_planner_sees(flipped: Bench) -> None:
    bo = Planner(flipped)
    flip = flipped.state.play("end").legal_actions()[0]
    bo.lay(["end", flip])
    flipped.play(ADA, "end")
    assert bo.follow() == [flip]


def test_what_is_hidden_changes_neither_lines_nor_refusals(flipped: Bench) -> None:
    """All that a line is made of is the view: another truth behind it gives the very same."""
    from floe.core.randomness import generator  # noqa: PLC0415

    state: Any = flipped.state
    worlds = [state.determinize(1, generator(f"another {number}", "test")) for number in range(12)]
    assert len({world.array.tobytes() for world in worlds}) > 1
    tried = sorted({action for world in worlds for action in world.legal_actions()} | {"melt d5", "energy 2", "herd"})
    for action in tried:
        outcomes = {_outcome(world.view(1), [action, "end", "flip d6"]) for world in [state, *worlds]}
        assert len(outcomes) == 1


def _outcome(view: dict[str, Any], actions: list[str]) -> str:
    try:
        return repr(plans.foreseen(view, 1, actions))
    except Refusal as refused:
        return f"{refused.key} {refused.words} {refused.values}"

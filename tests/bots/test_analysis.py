"""Looking at a game that was played: what was missed, where the chances turned, how well everybody played."""

from __future__ import annotations

import functools
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import floe
from floe.bots.analysis import Decision, analyse
from floe.bots.analysis.results import accuracy_of, grade_of
from floe.bots.analysis.turning import turning_points
from floe.bots.explanations import vocabulary
from floe.core.errors import BadOption
from floe.core.facts import fault
from floe.core.record import Record
from tests.games.icecult import positions as icecult
from tests.games.igluiglu import positions as igluiglu
from tests.games.igluiglu.hidden import shuffled

RECORDS = Path(__file__).parents[1] / "records"
TOWER = RECORDS / "icecult-2-tower.json"
FAMILY = RECORDS / "igluiglu-2-family.json"


def played(first: floe.core.game.State, *actions: str) -> Record:
    record = Record.begin_at(first)
    for action in actions:
        record.play(action)
    return record


def short(path: object, actions: int) -> Record:
    """The beginning of a recorded game."""
    whole = floe.load_record(str(path))
    record = Record.begin_at(whole.at(0))
    for action in whole.actions[:actions]:
        record.play(action)
    return record


# One decision


def test_a_win_that_was_missed_is_found_and_explained() -> None:
    """Yellow could build the tower; instead green will."""
    paths = {"e": {2: "y", 3: "yyyy"}, "w": {2: "g", 3: "gggg"}}
    state = icecult.position(tops="y>e b>n arc arc", paths=paths, arcs=0)
    found = analyse(played(state, "a@3.4", "b@start", "end"), simulations=60)
    first = found.decisions[0]
    assert (first.better, first.expected, first.achieved) == ("a@2.1", 1.0, 0.0)
    assert first.grade == "blunder"
    (miss, *_) = found.misses
    assert miss.decision == first
    assert miss.line == ("a@2.1",)
    assert [fact.key for fact in miss.why][:2] == ["wins_for_sure", "wins"]
    assert found.chances[0] == (1, 0)


def test_what_a_bad_move_allowed_is_told() -> None:
    """In this turn blue let red have the tower that won the game, or would have, had red seen it."""
    before = "ss ww c- d@start a@start c@start end sn ew d+ a@1.1 b- b@start end"
    state = functools.reduce(
        lambda state, action: state.play(action), before.split(), icecult.GAME.new(2, colours="br")
    )
    found = analyse(played(state, "nn", "sn", "b+", "c@start", "d@start", "a@start", "end"), simulations=200)
    first = found.misses[0]
    assert [(fact.key, fact.values) for fact in first.allowed] == [("leaves_win", {"seat": 1, "goal": "tower"})]
    assert "stops_win" in [fact.key for fact in first.why]
    assert found.chances[-1] == (0, 1)  # red is to move, and can win


def test_giving_up_is_no_actions_doing() -> None:
    state = icecult.position(tops="y>e b>n arc arc", arcs=0)
    record = played(state, "a@start", "b@start", "end")
    quiet = analyse(record, simulations=60).turning_points
    record.resign(0)
    found = analyse(record, simulations=60)
    assert found.chances[-1] == (0, 1)
    assert found.turning_points == quiet


def test_what_was_best_has_lost_nothing() -> None:
    state = icecult.position(tops="y>e arc arc arc", paths={"e": {2: "y", 3: "yyyy"}}, arcs=0)
    found = analyse(played(state, "a@2.1"), simulations=60)
    (only,) = found.decisions
    assert (only.better, only.loss, only.grade) == (None, 0, None)
    assert found.misses == ()
    assert found.accuracies[0].accuracy == 100
    assert found.chances == ((1, 0), (1, 0))


def test_without_a_choice_nothing_can_be_missed() -> None:
    state = icecult.position(tops="y>e arc arc arc", used=["a"], arcs=0)
    found = analyse(played(state, "end"), simulations=20)
    assert found.decisions[0].forced
    assert found.accuracies[0].decisions == 0


def test_a_decision_is_judged_by_what_its_player_could_know() -> None:
    """Whatever lies under the tiles, the same flip is as good."""
    state = igluiglu.position(
        "b3=bear c3=fish1 d3=melt f6=drift g6=herd", on={"b3": "r", "d3": "b"}, phase="flip", hands={"b": "harpoon"}
    )
    decisions, rng = [], random.Random(1)  # noqa: S311  # no secret depends on it
    for _ in range(4):
        truth = igluiglu.GAME.from_dict(shuffled(state.to_dict(), 0, rng))
        found = analyse(played(truth, "flip c3"), simulations=40, seed=1)
        decisions.append(found.decisions[0])
    assert len(set(decisions)) == 1
    assert decisions[0].luck == 0  # nobody looked at what came after


def test_what_came_up_is_luck_and_not_judgement() -> None:
    on = {"c3": "r", "f6": "b"}
    fish = igluiglu.position("c3 c4=fish3 d6=drift f6", on=on, phase="flip", fish=[3, 3, 3])
    drift = igluiglu.position("c3 c4=drift d6=fish3 f6", on=on, phase="flip", fish=[3, 3, 3])
    found = [analyse(played(state, "flip c4", then), 200) for state, then in ((fish, "end"), (drift, "drift f6 e"))]
    first, second = (one.decisions[0] for one in found)
    assert (first.expected, first.achieved, first.better) == (second.expected, second.achieved, second.better)
    assert first.luck != second.luck
    for one in found:
        assert one.decisions[0].luck == pytest.approx(one.chances[1][0] - one.decisions[0].achieved)
        assert one.decisions[1].luck == 0


# Whole games


@pytest.mark.parametrize("path", [TOWER, FAMILY], ids=["icecult", "igluiglu"])
def test_the_same_question_gets_the_same_answer_on_any_number_of_threads(path: object) -> None:
    record = short(path, 30)
    one = analyse(record, simulations=30, seed="ice", threads=1)
    assert one == analyse(record, simulations=30, seed="ice", threads=3)
    assert one != analyse(record, simulations=30, seed="snow", threads=1)


@pytest.mark.parametrize("path", [TOWER, FAMILY], ids=["icecult", "igluiglu"])
def test_all_that_is_found_fits_together(path: object) -> None:
    record = short(path, 39)
    seen: list[tuple[int, int]] = []
    found = analyse(record, simulations=20, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(n + 1, len(record)) for n in range(len(record))]
    assert len(found.chances) == len(record) + 1
    assert all(sum(shares) == pytest.approx(1, abs=0.01) for shares in found.chances)
    for n, one in enumerate(found.decisions):
        state = record.at(n)
        assert (one.number, one.seat, one.played) == (n, state.to_move, record.actions[n])
        assert one.better is None or one.better in state.legal_actions()
        assert one.better != one.played
    for miss in found.misses:
        assert miss.decision.grade
        assert miss.line[0] == miss.decision.better
        assert not any(fault(fact, vocabulary(found.game)) for fact in miss.why + miss.allowed)
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


def test_the_end_of_a_game_is_how_it_ended() -> None:
    whole = floe.load_record(TOWER)
    assert analyse(whole, simulations=10).chances[-1] == (0, 1)
    resigned = short(TOWER, 5)
    resigned.resign(1)
    assert analyse(resigned, simulations=10).chances[-1] == (1, 0)


def test_a_game_without_an_action_is_refused() -> None:
    with pytest.raises(BadOption, match="nothing was played"):
        analyse(Record.begin(icecult.GAME, 2, 1))


def test_rules_that_no_network_knows_are_judged_by_the_estimate() -> None:
    first = floe.game("igluiglu").new(2, rules={"variant": "gamers"})
    assert analyse(played(first, first.legal_actions()[0]), simulations=10).judged_by == "estimate"
    paths = icecult.GAME.new(2, rules={"path_length": 2})
    assert analyse(played(paths, "nn", "nn"), simulations=10).judged_by == "network"


# Grades, accuracy, turning points


def decision(number: int, seat: int, turn: int, loss: float = 0.0, luck: float = 0.0) -> Decision:
    return Decision(number, turn, seat, "end", "nn" if loss else None, 0.5, 0.5 - loss, luck, forced=False)


@pytest.mark.parametrize(
    ("loss", "grade"), [(0, None), (0.049, None), (0.05, "slip"), (0.12, "mistake"), (0.25, "blunder"), (1, "blunder")]
)
def test_a_loss_has_its_name(loss: float, grade: str | None) -> None:
    assert grade_of(loss) == grade


def test_accuracy_counts_what_was_lost_at_each_choice() -> None:
    made = (decision(0, 0, 0), decision(1, 0, 0, 0.1), decision(2, 1, 1, 0.5), decision(3, 0, 2, 0.2))
    found = accuracy_of(0, made)
    assert found.decisions == 3
    assert found.mean_loss == pytest.approx(0.1)
    assert found.accuracy == pytest.approx((100 + 67.03 + 44.93) / 3, abs=0.01)
    assert (found.slips, found.mistakes, found.blunders) == (1, 1, 0)
    forced = tuple(replace(one, forced=True) for one in made)
    assert accuracy_of(0, forced).accuracy == 100


def test_a_turn_in_which_much_changed_is_a_turning_point() -> None:
    made = (decision(0, 0, 0, 0.3), decision(1, 0, 0), decision(2, 1, 1), decision(3, 0, 2, 0, 0.4))
    chances = ((0.7, 0.3), (0.4, 0.6), (0.4, 0.6), (0.35, 0.65), (0.75, 0.25))
    found = turning_points(chances, made)
    assert [(point.first, point.last, point.seat, point.cause) for point in found] == [
        (0, 1, 0, "mistake"),
        (3, 3, 0, "luck"),
    ]
    assert found[0].swing == pytest.approx(0.3)


def test_a_change_that_neither_mistake_nor_luck_explains_was_not_foreseen() -> None:
    (point,) = turning_points(((0.5, 0.5), (0.9, 0.1)), (decision(0, 0, 0),))
    assert point.cause == "unforeseen"


def test_only_the_largest_turning_points_are_told_in_the_order_of_play() -> None:
    made = tuple(decision(n, 0, n) for n in range(20))
    chances = tuple((0.5 + (0.2 + n / 100) * (n % 2), 0.5 - (0.2 + n / 100) * (n % 2)) for n in range(21))
    found = turning_points(chances, made)
    assert len(found) == 8
    assert [point.first for point in found] == sorted(point.first for point in found)
    assert min(point.first for point in found) > 8


def test_the_example_on_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    short(TOWER, 12).save("game.json")
    exec(example.replace("simulations=800", "simulations=10"), {})  # noqa: S102  # the page is our own

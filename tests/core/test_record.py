"""Records: built by playing, saved and loaded whole, refused with the place of the fault."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import floe
from floe.core.errors import BadOption, BadRecord, IllegalAction, MalformedAction
from floe.core.options import defaults
from floe.core.record import Player, Record
from floe.core.record_document import text_of

GAME = floe.game("icecult")
OPENING = ["ns", "ee", "a@start", "b@start", "c@start", "end"]


def opening(**options: Any) -> Record:
    record = Record.begin(GAME, **({"players": 2, "seed": 7} | options))
    for n, action in enumerate(OPENING):
        record.play(action, 100 * n)
    return record


def played_out(seed: int) -> Record:
    """A whole game, its actions picked by a fixed pattern."""
    record = Record.begin(GAME, players=2, seed=seed)
    while not record.over:
        legal = record.state.legal_actions()
        record.play(legal[(len(record) * 7 + seed) % len(legal)])
    return record


def test_a_record_holds_every_position_from_the_first_on() -> None:
    record = opening()
    states = list(record)
    assert len(record) == len(OPENING)
    assert len(states) == len(OPENING) + 1
    assert states[0] == GAME.new(players=2, seed=7)
    for n, action in enumerate(OPENING):
        assert record.at(n).play(action) == record.at(n + 1) == states[n + 1]
    assert record.state == states[-1]


def test_a_refused_action_changes_nothing() -> None:
    record = opening()
    before = record.to_dict()
    with pytest.raises(IllegalAction):
        record.play("end", 900)
    with pytest.raises(MalformedAction):
        record.play("nonsense", 900)
    assert record.to_dict() == before


def test_a_position_outside_the_record_is_refused() -> None:
    for n in (-1, len(OPENING) + 1, "2", True):
        with pytest.raises(BadOption, match="positions 0 to 6"):
            opening().at(n)  # type: ignore[arg-type]  # on purpose


def test_an_action_can_be_taken_back() -> None:
    record = opening()
    assert record.take_back() == record.at(5)
    assert record.actions == tuple(OPENING[:-1])
    assert record.times == (0, 100, 200, 300, 400)
    record.play("end", 450)
    assert record.state == opening().state


def test_nothing_can_be_taken_back_from_an_empty_record() -> None:
    with pytest.raises(BadOption, match="taken back"):
        Record.begin(GAME).take_back()


def test_times_are_kept_for_all_actions_or_for_none() -> None:
    timed = opening()
    with pytest.raises(BadOption, match="either every action"):
        timed.play("nn")
    untimed = Record.begin(GAME)
    untimed.play("nn")
    assert untimed.times is None
    with pytest.raises(BadOption, match="either every action"):
        untimed.play("nn", 5)


@pytest.mark.parametrize("at", [499, -1, 2**53 + 1, 600.0, True])
def test_a_time_is_a_whole_number_that_does_not_go_back(at: Any) -> None:
    with pytest.raises(BadOption, match="a time is"):
        opening().play("nn", at)


def test_a_finished_game_has_the_result_that_the_rules_give() -> None:
    record = played_out(3)
    outcome = record.state.outcome
    assert outcome is not None
    assert record.result is not None
    assert record.result.winners == outcome.winners
    assert (record.result.rule, record.result.reason) == (outcome.rule, outcome.reason)
    assert record.result.resigned is None


def test_when_somebody_resigns_the_others_share_the_win() -> None:
    record = opening(players=4)
    assert record.result is None
    record.resign(2)
    assert record.over
    assert record.to_dict()["result"] == {"winners": [0, 1, 3], "rule": None, "reason": "resigned", "resigned": 2}
    with pytest.raises(BadOption, match="seat 2 resigned"):
        record.play("nn", 900)
    with pytest.raises(BadOption, match="nobody can resign"):
        record.resign(0)
    with pytest.raises(BadOption, match="taken back"):
        record.take_back()


def test_only_a_seat_can_resign_and_only_while_the_game_runs() -> None:
    for seat in (-1, 2, True, None):
        with pytest.raises(BadOption, match="a seat is"):
            opening().resign(seat)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(BadOption, match="nobody can resign"):
        played_out(1).resign(0)


def test_names_and_kinds_belong_to_seats() -> None:
    record = opening(who=[("Ada", "person"), ("Deep Ice", "greedy")])
    assert record.players == (Player("y", "Ada"), Player("g", "Deep Ice", "greedy"))


@pytest.mark.parametrize(
    "who", [[("Ada", "person")], [("", "person"), ("B", "person")], [("\x1b[2J", "x"), ("B", "x")]]
)
def test_names_that_cannot_be_shown_are_refused(who: Any) -> None:
    with pytest.raises(BadOption):
        opening(who=who)


def test_a_seed_must_give_the_first_position() -> None:
    elsewhere = GAME.new(players=2, seed=7).play("nn")
    with pytest.raises(BadOption, match="does not give this first position"):
        Record(elsewhere, 7)


def test_a_game_without_a_seed_draws_one_that_is_kept() -> None:
    record = Record.begin(GAME)
    assert isinstance(record.seed, int)
    assert Record.from_dict(record.to_dict(), GAME).state == record.state


def test_a_game_may_begin_at_any_position() -> None:
    record = Record.begin_at(opening().at(2))
    record.play("a@start")
    document = json.loads(json.dumps(record.to_dict()))
    assert document["seed"] is None
    assert document["start"] == opening().at(2).to_dict()
    again = Record.from_dict(document, GAME)
    assert again.state == record.state
    assert again.to_dict() == record.to_dict()


def test_saving_and_loading_gives_the_same_record(tmp_path: Path) -> None:
    for record in (Record.begin(GAME), opening(), played_out(5), Record.begin_at(opening().state)):
        record.save(tmp_path / "game.json")
        loaded = floe.load_record(tmp_path / "game.json")
        assert loaded.to_dict() == record.to_dict()
        assert list(loaded) == list(record)
        loaded.verify()


def test_a_resigned_game_survives_the_file(tmp_path: Path) -> None:
    record = opening(seed="a seed in words", rules={"circles": "may", "path_length": 7}, who=[("Zoë", "person")] * 2)
    record.resign(1)
    record.save(tmp_path / "game.json")
    assert floe.load_record(str(tmp_path / "game.json")).to_dict() == record.to_dict()


def test_the_record_in_the_documentation_can_be_read() -> None:
    page = Path(__file__).parents[2] / "docs" / "records.md"
    example = page.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    record = Record.from_dict(json.loads(example), GAME)
    assert text_of(record.to_dict()) == example
    assert record.state == opening().state


def test_a_save_that_fails_leaves_the_old_file_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    opening().save(file)
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space left"):
        played_out(1).save(file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "game.json")
    opening().save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert floe.load_record(tmp_path / "game.json").actions == tuple(OPENING)


def test_verify_notices_a_position_that_the_actions_do_not_lead_to() -> None:
    record = opening()
    record._states[3] = record._states[2]
    with pytest.raises(BadRecord, match=r"actions\[2\]: replaying leads to another position"):
        record.verify()


Change = Callable[[dict[str, Any]], object]

FAULTS: dict[str, tuple[Change, str]] = {
    "no format": (lambda d: d.pop("format"), "'format' is missing"),
    "newer format": (lambda d: d.update(format=2), r"format: 2 is newer than 1"),
    "format no number": (lambda d: d.update(format="1"), "format: expected a whole number"),
    "other game": (lambda d: d.update(game="chess"), "game: "),
    "newer rules": (lambda d: d.update(rules_version=99), "rules_version: played by version 99 .* newer"),
    "rules version no number": (lambda d: d.update(rules_version=None), "rules_version: expected"),
    "unknown field": (lambda d: d.update(colour="blue"), "'colour' is not a field here"),
    "missing field": (lambda d: d.pop("times"), "'times' is missing"),
    "rule option out of range": (lambda d: d["rules"].update(path_length=99), r"rules\.path_length: expected"),
    "rules no object": (lambda d: d.update(rules=3), "rules are given as an object"),
    "a number as 5.0": (lambda d: d["rules"].update(path_length=5.0), r"rules\.path_length: expected"),
    "players no list": (lambda d: d.update(players={}), "players: expected a list"),
    "one player": (lambda d: d["players"].pop(), "2 to 4 players"),
    "a colour twice": (lambda d: d["players"][0].update(colour="g"), "IC-4"),
    "a player without a name": (lambda d: d["players"][1].pop("name"), r"players\[1\]: 'name' is missing"),
    "a name that is a number": (lambda d: d["players"][1].update(name=7), r"players\[1\]\.name: expected a text"),
    "an unprintable name": (lambda d: d["players"][1].update(name="\x07"), "players: a player's name"),
    "seed no seed": (lambda d: d.update(seed=[7]), "a seed is"),
    "seed unprintable": (lambda d: d.update(seed="\ud800"), "seed"),
    "seed and start": (lambda d: d.update(start={}), "start: must be null because there is a seed"),
    "neither seed nor start": (lambda d: d.update(seed=None), "start: expected an object"),
    "a start that cannot be": (
        lambda d: d.update(seed=None, start=GAME.new().to_dict() | {"turn": -1}),
        r"start\.turn: expected",
    ),
    "a start with other colours": (
        lambda d: d.update(seed=None, start=GAME.new(colours="rb").to_dict()),
        "players: must be .*the colours of the first position",
    ),
    "actions no list": (lambda d: d.update(actions="ns"), "actions: expected a list"),
    "an action that is no text": (lambda d: d["actions"].__setitem__(1, 5), r"actions\[1\]: expected a text"),
    "an action that is none": (lambda d: d["actions"].__setitem__(1, "up"), r"actions\[1\]: 'up' is no action"),
    "an illegal action": (
        lambda d: d["actions"].__setitem__(4, "end"),
        r"actions\[4\]: 'end' is not allowed here\. IC-14: ",
    ),
    "times too few": (lambda d: d["times"].pop(), "times: expected 6 entries, found 5"),
    "a time going back": (lambda d: d["times"].__setitem__(3, 0), r"times\[3\]: 0 is before"),
    "a time below zero": (lambda d: d["times"].__setitem__(0, -1), r"times\[0\]: expected"),
    "a result too early": (
        lambda d: d.update(result={"winners": [0], "rule": "IC-20", "reason": "home", "resigned": None}),
        r"result: must be null \(after 6 actions\)",
    ),
    "a result that is no object": (lambda d: d.update(result="won"), "result: expected an object"),
    "nobody's resignation": (
        lambda d: d.update(result={"winners": [0], "rule": None, "reason": "resigned", "resigned": 2}),
        r"result\.resigned: expected a whole number from 0 to 1",
    ),
    "the resigned win": (
        lambda d: d.update(result={"winners": [0], "rule": None, "reason": "resigned", "resigned": 0}),
        r"result: must be .*\[1\]",
    ),
}


@pytest.mark.parametrize(
    "left_out", [["tower"], ["checked"], ["stall_limit"], ["path_length", "circles"], list(defaults(GAME.options))]
)
def test_an_option_that_is_left_out_has_its_default(left_out: list[str]) -> None:
    """So records from before an option was offered are read as they were played."""
    whole = opening().to_dict()
    for seed in (whole["seed"], None):
        start = None if seed is not None else opening().at(0).to_dict()
        rules = {name: value for name, value in defaults(GAME.options).items() if name not in left_out}
        read = Record.from_dict(whole | {"rules": rules, "seed": seed, "start": start}, GAME)
        assert read.to_dict()["rules"] == whole["rules"]
        assert read.state == opening().state


def test_a_reading_is_written_where_it_is_chosen() -> None:
    assert not {"tower", "checked"} & set(opening().to_dict()["rules"])
    document = opening(rules={"tower": "own"}).to_dict()
    assert document["rules"]["tower"] == "own"
    assert Record.from_dict(document, GAME).to_dict() == document
    del document["rules"]["tower"]
    document |= {"seed": None, "start": opening(rules={"tower": "own"}).at(0).to_dict()}
    with pytest.raises(BadRecord, match=r"rules: must be .*as in the first position"):
        Record.from_dict(document, GAME)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_malformed_record_is_refused_with_the_place(fault: str) -> None:
    change, message = FAULTS[fault]
    document = opening().to_dict()
    change(document)
    with pytest.raises(BadRecord, match=message):
        Record.from_dict(document, GAME)


def test_the_result_of_a_finished_game_must_be_the_true_one() -> None:
    whole = played_out(2).to_dict()
    for wrong in (None, whole["result"] | {"winners": [0, 1, 2]}, whole["result"] | {"rule": "IC-99"}):
        with pytest.raises(BadRecord, match="result: must be"):
            Record.from_dict(whole | {"result": wrong}, GAME)
    resigned = {"winners": [0], "rule": None, "reason": "resigned", "resigned": 1}
    with pytest.raises(BadRecord, match=r"result\.resigned: nobody can resign"):
        Record.from_dict(whole | {"result": resigned}, GAME)


def test_nothing_is_played_after_the_end() -> None:
    whole = played_out(2).to_dict()
    whole["actions"].append("nn")
    with pytest.raises(BadRecord, match=rf"actions\[{len(whole['actions']) - 1}\]: .*the game is over"):
        Record.from_dict(whole, GAME)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"[]", b"7", b'{"game": 7}', b'{"game": "go"}', b'{"a": NaN}']
)
def test_a_file_that_is_no_record_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(content)
    with pytest.raises(BadRecord):
        floe.load_record(tmp_path / "game.json")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_mutated_record_is_read_or_refused_but_never_crashes(data: st.DataObject) -> None:
    document: Any = copy.deepcopy(opening().to_dict())
    place = document
    while isinstance(place, (dict, list)) and place:
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], (dict, list)) or not place[key] or data.draw(st.booleans()):
            place[key] = data.draw(VALUES)
            break
        place = place[key]
    try:
        record = Record.from_dict(document, GAME)
    except BadRecord:
        return
    record.verify()

"""``floe play``: a person types, machines answer, everything can be saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import floe
from floe.cli.words import words_for
from floe.core.record import PERSON, Record
from tests.cli.running import RECORDS, call, flat

OPENING = "ns\nee\n"
WORDS = ["help", "help x", "? 3", "undo", "resign", "yes", "save", "save ~nobody", "save .", "board", "quit", "\x00"]
ACTIONS = ["ns", "ee", "a@start", "b@start", "c@start", "end", "a+", "*a@1.1", "NS", "d@9.99"]
HOT_SEAT = ("--who", "person,person", "--names", "Ada,Bo")


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_without_options_you_play_ice_cult_against_an_easy_machine() -> None:
    result = call("play", "--save", "game.json", typed="quit\n")
    assert result.exit_code == 0
    record = floe.load_record("game.json")
    assert record.game.name == "icecult"
    assert [(player.name, player.kind) for player in record.players] == [("You", PERSON), ("easy", "easy")]


def test_the_board_what_is_due_and_the_choices_are_shown() -> None:
    output = call("play", *HOT_SEAT, typed=OPENING).output
    assert "Make the first of your two tilts." in output
    assert "ns tilt a and b south: a shows y↓, b shows g↓" in output
    assert str(floe.game("icecult").new(2).play("ns").play("ee")) in output
    assert "yellow arrow in a ↓: a@start (enters)" in output
    assert "1 arc left, if you like: a+ (y←), a- (y→)" in output
    assert "Ada (yellow)> " in output


def test_a_refusal_is_shown_with_its_rule_and_changes_nothing() -> None:
    result = call("play", *HOT_SEAT, "--save", "game.json", typed=lines("a@start", "ns", "up", "ee", "end"))
    assert "IC-9: a turn begins with two tilts; 2 of them are still to be made" in flat(result.output)
    assert "'up' is no action" in flat(result.output)
    assert "IC-14: the yellow arrow in slot a still has a step: a@start" in flat(result.output)
    assert floe.load_record("game.json").actions == ("ns", "ee")


def test_typing_may_be_careless() -> None:
    call("play", *HOT_SEAT, "--save", "game.json", typed=lines("  NS ", "", "ee"))
    assert floe.load_record("game.json").actions == ("ns", "ee")


def test_undo_goes_back_to_the_last_tilt_and_no_further() -> None:
    typed = lines("ns", "ee", "a@start", "b@start", "undo", "undo", "undo")
    result = call("play", *HOT_SEAT, "--save", "game.json", typed=typed)
    assert "Taken back: b@start" in flat(result.output)
    assert "Taken back: a@start" in flat(result.output)
    assert "IC-12: a tilt is never taken back" in flat(result.output)
    assert floe.load_record("game.json").actions == ("ns", "ee")


def test_undo_does_not_reach_into_somebody_elses_turn() -> None:
    turn = ("ns", "ee", "a@start", "b@start", "c@start", "end")
    result = call("play", *HOT_SEAT, "--save", "game.json", typed=lines(*turn, "undo"))
    assert "Taken back" not in flat(result.output)
    assert floe.load_record("game.json").actions == turn


def test_undo_on_an_empty_table_is_refused() -> None:
    assert "never taken back" in flat(call("play", *HOT_SEAT, typed="undo\n").output)


def test_help_shows_the_commands_the_notation_and_single_rules() -> None:
    output = call("play", *HOT_SEAT, typed=lines("help", "help IC-17", "help 99")).output
    assert "take back your last action" in output
    assert "`*a@start`" in output
    assert "### IC-17 Circle" in output
    assert "icecult has no rule '99'; it has IC-1 to IC-22" in output


def test_board_shows_the_board_again() -> None:
    first = str(floe.game("icecult").new(2))
    assert call("play", *HOT_SEAT, typed="board\n").output.count(first) == 2


def test_resigning_ends_the_game_once_it_is_confirmed() -> None:
    result = call("play", *HOT_SEAT, "--save", "game.json", typed=lines("resign", "no", "ns", "resign", "yes"))
    assert "Ada (yellow) resigned. Bo (green) won." in flat(result.output)
    record = floe.load_record("game.json")
    assert record.actions == ("ns",)
    assert record.result is not None
    assert record.result.resigned == 0


def test_the_end_of_input_ends_the_game_politely_and_keeps_it() -> None:
    result = call("play", *HOT_SEAT, "--save", "game.json", typed="ns\n")
    assert result.exit_code == 0
    assert "Goodbye. The game is kept in game.json." in flat(result.output)
    assert floe.load_record("game.json").actions == ("ns",)


def test_save_writes_a_file_that_load_goes_on_with() -> None:
    call("play", *HOT_SEAT, typed=lines("ns", "save evening.json", "ee"))
    assert floe.load_record("evening.json").actions == ("ns",)
    result = call("play", "--load", "evening.json", "--save", "later.json", typed=lines("ee", "quit"))
    assert "Ada (yellow)> " in flat(result.output)
    later = floe.load_record("later.json")
    assert later.actions == ("ns", "ee")
    assert later.times is not None
    assert later.times[1] >= later.times[0]


def test_a_record_without_times_goes_on_without_them() -> None:
    record = Record.begin(floe.game("icecult"), 2)
    record.play("ns")
    record.save("game.json")
    call("play", "--load", "game.json", "--save", "game.json", typed=lines("ee", "quit"))
    assert floe.load_record("game.json").actions == ("ns", "ee")
    assert floe.load_record("game.json").times is None


def test_a_loaded_game_can_be_given_other_players() -> None:
    call("play", *HOT_SEAT, "--save", "game.json", typed="ns\n")
    call("play", "--load", "game.json", "--against", "random", "--save", "game.json", typed="quit\n")
    assert [player.kind for player in floe.load_record("game.json").players] == [PERSON, "random"]


def test_a_game_can_begin_at_a_position() -> None:
    position = floe.game("icecult").new(3).play("nn").to_dict()
    Path("position.json").write_text(json.dumps(position), encoding="utf-8")
    result = call("play", "--load", "position.json", "--save", "game.json", typed="end\nee\n")
    assert "1 of them is still to be made" in flat(result.output)
    record = floe.load_record("game.json")
    assert record.to_dict()["start"] == position
    assert record.actions == ("ee",)


def test_a_finished_game_is_shown_with_its_result() -> None:
    result = call("play", "--load", RECORDS / "icecult-2-tower.json")
    assert result.exit_code == 0
    assert "five pawns stand in one stack (IC-21)" in flat(result.output)


def test_saving_never_writes_over_something_that_is_no_game() -> None:
    Path("letter.txt").write_text("Dear", encoding="utf-8")
    result = call("play", *HOT_SEAT, typed=lines("save letter.txt", "save", "save no/such/folder.json"))
    assert "letter.txt exists and is no game record" in flat(result.output)
    assert "save needs the name of a file" in flat(result.output)
    assert "no/such/folder.json: No such file or directory" in flat(result.output)
    result = call("play", *HOT_SEAT, "--save", "letter.txt")
    assert result.exit_code == 2
    assert Path("letter.txt").read_text(encoding="utf-8") == "Dear"


def test_machines_tell_what_they_do_in_words() -> None:
    result = call("play", "--who", "random,person", "--seed", "4", "--save", "game.json", typed="quit\n")
    record = floe.load_record("game.json")
    assert record.actions
    for n, action in enumerate(record.actions):
        told = words_for("icecult").told(record.at(n), action)
        assert f"random (yellow) {action} {told}" in flat(result.output)


@pytest.mark.parametrize("game", floe.game_names())
def test_machines_alone_play_any_game_to_its_end(game: str) -> None:
    result = call("play", game, "--who", "random,random", "--seed", "1", "--save", "game.json")
    assert result.exit_code == 0
    record = floe.load_record("game.json")
    assert record.over
    assert str(record.state) in result.output


@pytest.mark.parametrize("game", floe.game_names())
def test_a_person_can_play_any_game(game: str) -> None:
    action = floe.game(game).new(2, 1).legal_actions()[0]
    call("play", game, "--against", "random", "--seed", "1", "--save", "game.json", typed=lines(action, "help", "quit"))
    assert floe.load_record("game.json").actions[0] == action


def test_the_same_seed_gives_the_same_machines_game() -> None:
    for file in ("one.json", "two.json"):
        call("play", "--who", "greedy,random", "--seed", "9", "--save", file)
    assert floe.load_record("one.json").actions == floe.load_record("two.json").actions


def test_names_colours_rules_and_cubes_are_as_asked_for() -> None:
    cubes = {
        slot: {"U": "arc", "D": "arc", "N": f"{colour}>E", "E": "circle", "S": "arc", "W": "circle"}
        for slot, colour in zip("abcd", "yrgb", strict=True)
    }
    Path("cubes.json").write_text(json.dumps(cubes), encoding="utf-8")
    options = ("--colours", "b,y,r", "--names", "Ada,Bo,Cy", "--who", "person,random,greedy", "--seed", "deep blue")
    rules = ("--rules", "path_length=7", "--rules", "circles=may", "--cubes", "cubes.json")
    call("play", "icecult", *options, *rules, "--save", "game.json", typed="quit\n")
    record = floe.load_record("game.json")
    assert [(p.colour, p.name, p.kind) for p in record.players] == [
        ("b", "Ada", PERSON),
        ("y", "Bo", "random"),
        ("r", "Cy", "greedy"),
    ]
    usual = floe.game("icecult").new(3).to_dict()["rules"]
    assert record.to_dict()["rules"] == usual | {"path_length": 7, "cubes": cubes, "circles": "may"}
    assert record.seed == "deep blue"


def test_colours_may_be_written_together() -> None:
    call("play", "--colours", "rb", "--save", "game.json", typed="quit\n")
    assert [player.colour for player in floe.load_record("game.json").players] == ["r", "b"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # the folder is shared, and nothing is read back
@given(st.lists(st.one_of(st.text(), st.sampled_from(WORDS), st.sampled_from(ACTIONS)), max_size=12))
def test_whatever_is_typed_is_played_or_answered(typed: list[str]) -> None:
    result = call("play", *HOT_SEAT, typed="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0

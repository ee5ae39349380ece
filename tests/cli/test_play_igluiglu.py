"""``floe play igluiglu``: whole games by script, the count, and hands that stay secret at one screen."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import floe
from floe.bots.registry import bot
from floe.core.randomness import generator
from floe.core.record import PERSON
from floe.games.igluiglu.game import IgluIgluState
from tests.cli.running import call, flat
from tests.games.igluiglu.positions import GAME, document, position
from tests.games.igluiglu.strategies import random_number

ADA_AND_BO = ("--who", "person,person", "--names", "Ada,Bo")
TYPED = [
    "", "flip c3", "flip e3", "melt d3", "melt f6", "herd", "walk d3 e", "kayak d3 g6", "igloo d3", "drift d3 n", "end",
    "flee r a1", "flee b h8", "flip g6", "score", "actions", "undo", "board", "help 7", "resign", "no", "quit",
]  # fmt: skip


def scripted(players: int, level: str, seed: int) -> tuple[list[str], IgluIgluState]:
    """What a person at seat 0 types to play a whole game against machines, and how it ends."""
    state = GAME.new(players, seed)
    machines = {seat: bot(level, "igluiglu") for seat in range(1, players)}
    rng, hand = generator(seed, "machines"), generator(seed)
    typed = []
    while state.to_move is not None:
        if state.to_move in machines:
            action = machines[state.to_move].choose(state.view(state.to_move), state.legal_actions(), rng)
        else:
            action = state.action_text(random_number(state.mutable(), hand))
            typed.append(action)
        state = state.play(action)
    return typed, state


@pytest.mark.parametrize(("players", "level", "seed"), [(2, "greedy", 3), (4, "random", 5)])
def test_a_person_plays_a_whole_game_against_machines(players: int, level: str, seed: int) -> None:
    typed, end = scripted(players, level, seed)
    options = ("--players", players, "--against", level, "--seed", seed, "--save", "game.json")
    result = call("play", "igluiglu", *options, typed="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0
    record = floe.load_record("game.json")
    assert record.state == end
    assert [player.kind for player in record.players] == [PERSON] + [level] * (players - 1)
    assert "no tile is left to flip (II-26)" in flat(result.output)
    assert max(map(len, result.output.splitlines())) <= 80 + len("You (red)> ")
    count = result.output[result.output.rindex("The count\n") :]
    totals = [str(end.scores().total(colour)) for colour in end.to_dict()["players"]]
    assert re.search(r"^total +" + " +".join(totals) + "$", count, re.MULTILINE)
    assert count.count("island of") == sum(bool(island.strengths) for island in end.scores().islands)


def test_what_a_flip_brings_is_told_to_whoever_flips() -> None:
    start(document("c3=melt d5=fish1 f6", phase="flip", hands={"r": "herd"}, fish=[3]))
    output = call("play", "--load", "start.json", "--against", "random", typed="flip c3\nquit\n").output
    assert "You keep a melt tile." in output
    assert "you hold melt, herd" in output
    output = call("play", "--load", "start.json", "--against", "random", typed="flip d5\nquit\n").output
    assert "A fish comes up: f3." in output


def test_a_machine_keeps_a_tile_without_saying_which() -> None:
    start(document("c3=melt f6=melt", phase="flip", owner=1))
    options = ("--load", "start.json", "--who", "person,random", "--names", "Ada,Bo")
    output = call("play", *options, typed="quit\n").output
    assert re.search(r"Bo \(blue\) +flip [cf]\d +keeps a tile", output)
    assert "melt" not in re.sub(r"Bo \(blue\) +melt .*", "", output)


def test_score_shows_the_count_and_actions_the_choices_at_any_time() -> None:
    result = call("play", "igluiglu", *ADA_AND_BO, typed="place c1\nscore\nSCORE\nactions\nhelp\n")
    assert result.output.count("The count if the game ended now") == 2
    assert "island of 56 tiles                  3136       -" in result.output
    assert "red alone: 56 × 56" in result.output
    assert result.output.count("  place: b1, c1, d1") == 3
    assert "show the points as they are now" in result.output


def test_a_game_without_points_has_no_score() -> None:
    result = call("play", "icecult", *ADA_AND_BO, typed="score\nhelp\n")
    assert "'score' is no action" in flat(result.output)
    assert "show the points" not in result.output


def start(first: dict[str, object]) -> None:
    Path("start.json").write_text(json.dumps(first), encoding="utf-8")


def screens(output: str) -> dict[str, str]:
    """What each person has had before their eyes."""
    seen = {"Ada": "", "Bo": ""}
    parts = re.split(r"Pass the screen to (\w+) \(\w+\), then press Enter\. ", output)
    for name, shown in zip(parts[1::2], parts[2::2], strict=True):
        seen[name] += shown
    assert parts[0].strip() == ""
    return seen


def test_neither_person_sees_the_others_hand() -> None:
    """Ada and Bo hold what the other never gets, and each takes two more tiles of kinds that the other never gets."""
    ice = "b2=energy1 b3=energy2 c7=herd c8=melt f6 f7 g6 g7"
    start(document(ice, phase="flip", hands={"r": "energy3", "b": "harpoon"}, on={"f6": "rr", "g7": "bb"}))
    turns = (
        ("flip b2", "score", "actions", "help", "end"),
        ("flip c7", "score", "end"),
        ("flip b3", "walk f6 n", "undo", "end"),
        ("flip c8", "undo", "board", "end"),
    )
    typed = "".join("\n" + "\n".join(turn) + "\n" for turn in turns)
    output = call("play", "--load", "start.json", *ADA_AND_BO, "--save", "game.json", typed=typed).output
    assert floe.load_record("game.json").actions == (
        "flip b2", "end", "flip c7", "end", "flip b3", "end", "flip c8", "end",
    )  # fmt: skip
    seen = screens(output)
    hands = {
        "Ada": ("energy1", "energy2", "energy3", "you hold energy1, energy2, energy3"),
        "Bo": ("a melt tile", "a herd tile", "you hold harpoon, herd", "you hold melt, harpoon, herd"),
    }
    for person, other in (("Ada", "Bo"), ("Bo", "Ada")):
        for secret in hands[person]:
            assert secret in seen[person]
            assert secret not in seen[other]
    assert re.findall(r"Ada \(red\) +flip b2 +(.*)", seen["Bo"]) == ["keeps a tile"]
    assert not re.search(r"^red .*you hold", seen["Bo"], re.MULTILINE)
    assert not re.search(r"^blue .*you hold", seen["Ada"], re.MULTILINE)


def test_what_was_taken_back_is_not_told_to_the_next_person() -> None:
    start(document("c3 d3 f6 f7", on={"c3": "r", "f6": "b"}, hands={"r": "melt"}))
    typed = "\nwalk c3 e\nundo\nmelt c3\nundo\nend\n\n"
    seen = screens(call("play", "--load", "start.json", *ADA_AND_BO, typed=typed).output)
    assert "Taken back: walk c3 e" in seen["Ada"]
    assert "Taken back: melt c3" in seen["Ada"]
    told = re.findall(r"Ada \(red\) +(.*)", seen["Bo"])
    assert told == ["end             ends the turn"]


def test_undo_goes_back_to_the_flip_and_no_further() -> None:
    start(document("c3=melt d3 e3 f6", phase="flip", on={"d3": "r", "f6": "b"}))
    typed = "\nflip c3\nwalk d3 e\nmelt f6\nundo\nundo\nundo\n"
    result = call("play", "--load", "start.json", *ADA_AND_BO, "--save", "game.json", typed=typed)
    assert floe.load_record("game.json").actions == ("flip c3",)
    assert "A flip is never taken back" in flat(result.output)


def test_the_screen_is_not_passed_on_while_nobody_holds_anything() -> None:
    placing = "".join(f"place {cell}\n" for cell in ("c1", "f1", "d1", "e1", "c8"))
    output = call("play", "igluiglu", *ADA_AND_BO, "--seed", "1", typed=placing).output
    assert "Pass the screen" not in output
    assert "Ada (red)  place c1        places an Inuit" in output
    first = position("c3=melt f6=bear g7", phase="flip")
    start(first.to_dict())
    output = call("play", "--load", "start.json", *ADA_AND_BO, typed="flip c3\nend\n\nquit\n").output
    assert output.count("Pass the screen to Bo") == 1
    assert "Pass the screen to Ada" not in output


def test_an_attack_hands_the_screen_to_those_who_are_asked_and_back() -> None:
    on = {"c3": "b", "c4": "bear", "g6": "b"}
    start(document("c3 f6 g6", on=on, hands={"r": "herd melt", "b": "harpoon"}))
    typed = "\nherd\nstep c4 bear s\n\nspear\n\nend\n\n"
    output = call("play", "--load", "start.json", *ADA_AND_BO, "--save", "game.json", typed=typed).output
    assert floe.load_record("game.json").actions[:3] == ("herd", "step c4 bear s", "spear")
    seen = screens(output)
    assert "A bear attacks on c3 (II-23). You may answer with a harpoon." in seen["Bo"]
    assert "the bear goes to c3 and attacks blue" in seen["Bo"]
    assert re.search(r"Bo \(blue\) +spear +takes the bear by harpoon", seen["Ada"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # the folder is shared, and nothing is read back
@given(st.lists(st.text() | st.sampled_from(TYPED), max_size=30))
def test_whatever_is_typed_is_played_or_answered(typed: list[str]) -> None:
    start(document("c3=melt d3 e3=drift f6 g6", phase="flip", on={"d3": "r", "f6": "rb"}, hands={"r": "herd melt"}))
    result = call("play", "--load", "start.json", *ADA_AND_BO, typed="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0

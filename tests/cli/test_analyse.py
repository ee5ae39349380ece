"""``floe analyse``: a page to read, keys and values for other programs, a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import floe
from floe.arena import plots
from floe.core.record import Record
from tests.cli.running import RECORDS, call, flat
from tests.games.icecult import positions as icecult

TOWER = RECORDS / "icecult-2-tower.json"
LITTLE = ("--simulations", 20)


def missed() -> Path:
    """A game in which yellow does not see the win, and green will have one."""
    paths = {"e": {2: "y", 3: "yyyy"}, "w": {2: "g", 3: "gggg"}}
    state = icecult.position(tops="y>e b>n arc arc", paths=paths, arcs=0)
    record = Record.begin_at(state, [("Ada", "person"), ("Bo", "person")])
    for action in ("a@3.4", "b@start", "end"):
        record.play(action)
    path = Path("game.json")
    record.save(path)
    return path


def test_it_says_what_was_missed_and_how_well_everybody_played() -> None:
    result = call("analyse", missed(), *LITTLE)
    assert result.exit_code == 0
    said = flat(result.output)
    assert "ICE CULT, 3 actions. The game is not over." in said
    assert "Accuracy Ada (yellow)" in said
    assert "Bo (green) 100.0 % in 0 decisions: 0 slips, 0 mistakes, 0 blunders" in said
    assert "Where the chances turned 1–3 Ada's turn: yellow 100 → 0 %" in said
    assert "1 Ada played a@3.4, a blunder: 0 % instead of 100 %." in said
    assert "Better: a@2.1. It wins, whatever the others do; this turn wins by a tower." in said
    assert "Judged by the network, 20 simulations for each action." in said


def test_keys_and_values_for_other_programs() -> None:
    result = call("analyse", TOWER, "--json", *LITTLE)
    answer = json.loads(result.output)
    assert set(answer) == {
        "game", "colours", "simulations", "seed", "judged_by",
        "chances", "decisions", "turning_points", "misses", "accuracies",
    }  # fmt: skip
    assert len(answer["decisions"]) == len(floe.load_record(TOWER))
    assert call("analyse", TOWER, "--json", *LITTLE).output == result.output


def test_the_chances_can_be_drawn() -> None:
    pytest.importorskip("matplotlib")
    assert call("analyse", missed(), "--plot", "chances.png", *LITTLE).exit_code == 0
    assert Path("chances.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_drawn_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "available", lambda: False)
    result = call("analyse", TOWER, "--plot", "chances.png")
    assert result.exit_code == 2
    assert "A picture needs Matplotlib" in flat(result.output)


def test_a_game_without_actions_is_refused_in_a_line() -> None:
    Record.begin(icecult.GAME, 2, 1).save("empty.json")
    result = call("analyse", "empty.json")
    assert result.exit_code == 2
    assert flat(result.output) == "floe: nothing was played in this record yet"

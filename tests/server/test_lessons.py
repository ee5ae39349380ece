"""The lessons of the web app, played by the engine: every position is lawful, and every task can be done in any way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import floe
from floe import rulebook
from floe.core.game import State

FOLDER = Path(__file__).resolve().parents[2] / "web" / "src" / "games"
LANGUAGES = ("en", "de", "fr", "it")
GAMES = ("icecult", "igluiglu")


def steps(game: str) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads((FOLDER / game / "lessons.json").read_text(encoding="utf-8"))
    return read


STEPS = [pytest.param(game, step, id=f"{game}-{step['key']}") for game in GAMES for step in steps(game)]


def allowed(state: State, task: dict[str, Any]) -> list[str]:
    """As ``allows`` in ``lessons.ts`` has it."""
    legal = state.legal_actions()
    if task["allow"] is None:
        return legal
    return [action for action in legal if any(action == one or action.startswith(f"{one} ") for one in task["allow"])]


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_task_can_be_done_whatever_was_done_before(game: str, step: dict[str, Any]) -> None:
    reached = {floe.game(game).from_dict(step["position"])}
    for task in step["tasks"]:
        after: set[State] = set()
        for state in reached:
            assert (state.to_move == 0) != task.get("auto", False)
            choices = allowed(state, task)
            assert choices, f"nothing to do for {task}"
            after.update(state.play(action) for action in (choices[:1] if task.get("auto") else choices))
        reached = after


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_step_names_rules_that_there_are(game: str, step: dict[str, Any]) -> None:
    assert step["rules"]
    assert set(step["rules"]) <= set(rulebook.rules(game))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_its_words(game: str, language: str) -> None:
    words = json.loads((FOLDER / game / "i18n" / language / "lessons.json").read_text(encoding="utf-8"))
    expected = {f"{step['key']}.{part}" for step in steps(game) for part in ("title", "text")}
    expected |= {f"{step['key']}.done" for step in steps(game) if step["tasks"]}
    assert set(words) == expected


def test_the_last_steps_are_won() -> None:
    for game, key in (("icecult", "home"), ("icecult", "tower"), ("igluiglu", "islands")):
        step = next(step for step in steps(game) if step["key"] == key)
        state = floe.game(game).from_dict(step["position"])
        for task in step["tasks"]:
            state = state.play(allowed(state, task)[0])
        assert state.winners == [0]

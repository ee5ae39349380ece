"""A page says what a server says: the same modules, run by CPython here and by MicroPython in a page, letter by letter.

``FLOE_PAGE_ACTIONS=100000`` compares so many actions of each game; the usual number is for every day.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import floe
from floe.core.fairness import Game as Dealt
from floe.core.fairness import SealedDeal
from floe.core.record import Record
from floe.puzzling.trying import judged
from floe.server.language import LANGUAGES
from tests.page import language, told
from tests.page.running import called, needs_micropython
from tests.targets.node import SHIPPED

ACTIONS = int(os.environ.get("FLOE_PAGE_ACTIONS", "300"))
LONGEST = 160
pytestmark = needs_micropython


def setups(name: str, chance: random.Random) -> dict[str, Any]:
    """A setup, with rule options drawn from all that the game has."""
    game = floe.game(name)
    rules: dict[str, Any] = {}
    for option in game.options:
        if chance.random() < 0.4:
            continue
        if option.choices:
            rules[option.name] = chance.choice(option.choices)
        elif option.lowest is not None and option.highest is not None:
            rules[option.name] = chance.choice([option.lowest, option.default, option.default, option.highest])
    return {"players": chance.choice(list(game.players)), "seed": chance.randrange(10**9), "rules": rules}


def games(name: str, actions: int, seed: int) -> list[list[Any]]:
    """Random games with so many actions in all, and for each position something that may be illegal there."""
    chance = random.Random(seed)  # noqa: S311  # games, no secrets
    pool = {"end", "nonsense", "", "é", "place z9", "a@9.9"}
    made: list[list[Any]] = []
    while sum(len(one[2]) for one in made) < actions:
        setup = setups(name, chance)
        state = floe.game(name).new(**setup)
        played: list[str] = []
        tried: list[str] = []
        while not state.over and len(played) < LONGEST:
            legal = state.legal_actions()
            pool.update(legal)
            tried.append(chance.choice(sorted(pool)))
            played.append(chance.choice(legal))
            state = state.play(played[-1])
        made.append([name, setup, played, tried])
    return made


def compare(function: str, calls: list[list[Any]], folder: Path) -> int:
    """How many texts are the same; all of them, or the first that is not is shown."""
    found = called([(function, args) for args in calls], folder)
    same = 0
    for args, there in zip(calls, found, strict=True):
        here = getattr(told, function)(*args)
        for mine, other in zip(*([[here], [there]] if isinstance(here, str) else [here, there]), strict=True):
            assert other == mine, f"{function}{args[:2]}"
            same += 1
    return same


def test_lowered_python_means_the_same(tmp_path: Path) -> None:
    (there,) = called([("everything", [])], tmp_path, "language")
    assert there == json.loads(json.dumps(language.everything()))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_is_told_alike(name: str, tmp_path: Path) -> None:
    assert compare("game", games(name, ACTIONS, seed=1), tmp_path) > 3 * ACTIONS


def test_who_does_not_wait_plays_on_alike(tmp_path: Path) -> None:
    """Its levels are asked between the tilts of the sixth turn in which nobody could step."""
    waiting = ["nn", "nn", "c+", "end", *["nn", "nn", "end"] * 4, "nn"]
    assert compare("game", [["icecult", {"players": 2}, waiting, waiting]], tmp_path) > 3 * len(waiting)
    state = floe.game("icecult").new(2)
    for action in waiting:
        state = state.play(action)
    played = dict(json.loads(told.styles(state)))
    assert state.numbered_actions()["nn"] not in {played[level] for level in ("beginner", "easy", "medium", "hard")}


@pytest.mark.parametrize("name", SHIPPED)
def test_setups_are_taken_or_refused_alike(name: str, tmp_path: Path) -> None:
    chance = random.Random(2)  # noqa: S311  # games, no secrets
    calls: list[list[Any]] = [[name, setups(name, chance)] for _ in range(10)]
    calls += [
        [name, {"players": players, "seed": 7, "rules": rules, "colours": colours}]
        for players, rules, colours in (
            (1, {}, None), (5, {}, None), (2, {"nothing": 1}, None), (2, [], None), (2, {}, ["y", "y"]),
            (2, {}, ["r"]), (3, {}, ["g", "b", "y"]), (2, {"path_length": 0}, None), (2, {"path_length": True}, None),
            (2, {"variant": "chess"}, None), (2, {"cubes": {"a": {}}}, None), (2, {"mix": {"fish1": -1}}, None),
        )
    ]  # fmt: skip
    assert compare("setup", calls, tmp_path) == len(calls)


@pytest.mark.parametrize("name", SHIPPED)
def test_rules_are_told_alike_in_every_language(name: str, tmp_path: Path) -> None:
    calls = [[name, query] for query in ("", *(f"?lang={one}" for one in LANGUAGES))]
    assert compare("rules", calls, tmp_path) == len(calls)
    assert len({told.rules(*call) for call in calls}) == len(LANGUAGES)


@pytest.mark.parametrize("name", SHIPPED)
def test_records_are_read_or_refused_alike(name: str, tmp_path: Path) -> None:
    """Files that people open: whole ones, and such as a newer Floe or a bad disk has written."""
    path = sorted((Path(__file__).parents[1] / "records").glob(f"{name}-2-*.json"))[0]
    record = json.loads(path.read_text(encoding="utf-8"))
    short = record | {"actions": record["actions"][:12], "times": None, "result": None}
    wrong: list[dict[str, Any]] = [
        {"format": 99}, {"rules_version": 99}, {"rules_version": 0}, {"seed": None}, {"players": []}, {"players": None},
        {"actions": [*short["actions"][:3], "nonsense"]}, {"actions": "end"}, {"times": [0]},
        {"result": {"winners": []}}, {"nothing": 1}, {"rules": {}},
    ]  # fmt: skip
    calls: list[list[Any]] = [[short], *([short | one] for one in wrong), [{}]]
    assert compare("replayed", calls, tmp_path) == len(calls)


def test_a_deal_is_checked_alike(tmp_path: Path) -> None:
    game, secret = floe.game("igluiglu"), "5ec2e700" * 8
    dealt = Dealt("table-1", game.name, game.rules_version, (True, False))
    entropy = ("0123abcd", "")
    record = Record.begin(game, 2, dealt.seed(secret, entropy), who=[("Ada", "person"), ("easy", "easy")])
    record.deal = SealedDeal("table-1", dealt.commitment(secret), entropy, secret)
    for _ in range(20):
        record.play(record.state.legal_actions()[0])
    document = record.to_dict()
    deal = document["deal"]
    forged: list[dict[str, Any]] = [
        {}, {"entropy": ["0123abce", ""]}, {"entropy": ["0123abcd", "77"]}, {"entropy": ["0123abcd"]}, {"method": 1},
        {"commitment": "0" * 64}, {"secret": "0" * 64}, {"secret": None}, {"table": "table/1"},
    ]  # fmt: skip
    calls: list[list[Any]] = [[document | {"deal": deal | one}, 0] for one in forged]
    calls += [[document, 1], [document, 2], [{name: value for name, value in document.items() if name != "deal"}, 0]]
    assert compare("verified", calls, tmp_path) == len(calls)
    fair = json.loads(told.verified(document, 0))["answer"]
    assert (fair["commitment"], fair["entropy"], fair["view"]) == (
        deal["commitment"], "0123abcd", record.state.view(0),
    )  # fmt: skip


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("clock", [None, {"type": "live", "seconds": 60, "increment": 2}])
def test_a_table_answers_alike(name: str, clock: Any, tmp_path: Path) -> None:
    """Play, undo, take back, refusals, stale requests, clocks and giving up, with every message of the socket."""
    chance = random.Random(3)  # noqa: S311  # games, no secrets
    kinds = ["play"] * 12 + ["undo", "undo", "ask_takeback", "why", "leave", "return"]
    wishes = [[chance.choice(kinds), chance.randrange(1000)] for _ in range(60)] + [["resign", 1]]
    seats = [{"who": "me"}, {"who": "me", "name": "Zoë"}]
    settings = {"game": name, "seats": seats, "clock": clock, "undo": "free", "on_leave": "machine"}
    assert compare("table", [[settings, wishes]], tmp_path) > 120


@pytest.mark.parametrize("name", SHIPPED)
def test_actions_are_tried_alike(name: str, tmp_path: Path) -> None:
    """From whole positions and from what a seat sees, where what is revealed comes from a seed."""
    chance = random.Random(5)  # noqa: S311  # games, no secrets
    calls = [[name, setups(name, chance), [chance.randrange(1000) for _ in range(14)]] for _ in range(2)]
    assert compare("tries", calls, tmp_path) > 40


def puzzle_questions(name: str, seed: int) -> list[list[Any]]:
    """All puzzles, one of every task, tried rightly and wrongly to the end, and what there is not."""
    chance = random.Random(seed)  # noqa: S311  # games, no secrets
    found = floe.puzzles(name)
    asked: list[list[Any]] = [["GET", name, None]]
    asked += [["GET", f"{name}/daily{query}", None] for query in ("?day=2026-11-16", "?day=2028-02-29", "?day=x", "")]
    for task in found.columns()["tasks"]:
        puzzle = chance.choice(list(found.by(theme=task)))
        path = f"{name}/{puzzle.id}"
        asked += [["GET", path, None], ["GET", f"{path}/solution", None]]
        parts = (
            puzzle.solution if all(puzzle.solution) else puzzle.solution[:1]
        )  # where nobody replies, the first solves
        right: list[str] = [action for part in parts[::2] for action in part]
        for n in range(len(right) + 1):
            asked.append(["POST", f"{path}/try", {"actions": right[:n]}])
            state = judged(puzzle, right[:n]).state
            other = [action for action in state.legal_actions() if action not in right] if n < len(right) else []
            asked += [
                ["POST", f"{path}/try", {"actions": [*right[:n], one]}] for one in chance.sample(other, len(other))[:3]
            ]
        asked += [
            ["POST", f"{path}/try", body] for body in ({"actions": ["nonsense"]}, {"actions": [*right, "end"]}, {})
        ]
        asked.append(["DELETE", path, None])
    return [*asked, ["GET", f"{name}/0123456789ab", None], ["GET", "nothing", None], ["GET", "nothing/daily", None]]


@pytest.mark.parametrize("name", SHIPPED)
def test_puzzles_are_shown_judged_and_refuted_alike(name: str, tmp_path: Path) -> None:
    questions = puzzle_questions(name, seed=6)
    assert compare("puzzles", [[name, questions]], tmp_path) == len(questions)
    answered = [json.loads(one) for one in told.puzzles(name, questions)]
    standings = {one["answer"].get("standing") for one in answered if one["status"] == 200}
    assert standings == {None, "open", "solved", "wrong"}
    assert {one["status"] for one in answered} == {200, 400, 404, 409}

"""The learning example runs from end to end. How well it learns is told in docs/research/learning.md, not tested."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import floe
from floe.core.jit import interpreted
from floe.core.typing import States

EXAMPLES = Path(__file__).parents[2] / "examples"

PLAY = """
import floe
from floe.bots.registry import bot
from floe.core.randomness import generator
from floe.envs.sb3 import GymnasiumVecEnv
from learn_icecult import Agent, ChoosingTurns, MaskablePPO, TurnPolicy

envs = GymnasiumVecEnv(ChoosingTurns(2, 1))
agent = Agent(MaskablePPO(TurnPolicy, envs, n_steps=2, batch_size=4, device="cpu").policy)
players, rng = (agent, bot("random", "icecult")), generator(1)
state = floe.game("icecult").new(players=2)
while not state.over:
    state = state.play(players[state.to_move].choose(state.view(state.to_move), state.legal_actions(), rng))
print(state.winners)
"""


def run(*arguments: str) -> str:
    """What Python prints, started in the folder of the examples, if it has what they need."""
    missing = [name for name in ("sb3_contrib", "matplotlib") if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"the extra learn is not installed: there is no {' and no '.join(missing)}")
    if interpreted():
        pytest.skip("the compiled test is enough: the script is about learning, not about kernels")
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_script_learns_measures_and_draws_its_curve(tmp_path: Path) -> None:
    budget = ["--minutes", "0.001", "--rounds", "1", "--games", "2", "--envs", "4", "--out", str(tmp_path)]
    run("learn_icecult.py", *budget)
    points = json.loads((tmp_path / "curve.json").read_text(encoding="utf-8"))
    assert [point["games"] for point in points] == [2, 8]
    assert [point["turns"] for point in points] == [0, 128]
    assert all(0 <= point[f"against {name}"] <= 1 for point in points for name in ("random", "greedy"))
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "agent.zip").stat().st_size > 0


def test_the_agent_plays_where_machine_players_do() -> None:
    assert run("-c", PLAY).strip() in ("[0]", "[1]", "[0, 1]")


@pytest.fixture
def positions() -> States:
    """Three positions of running games, some turns on."""
    batch = floe.batch("icecult", 3, players=2)
    batch.respond(-1, 4, max_turns=6)
    assert not batch.over.any()
    return batch.states


def test_proposals_are_turns_that_the_rules_allow(monkeypatch: pytest.MonkeyPatch, positions: States) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    turns = importlib.import_module("icecult_turns")
    proposals = turns.propose(positions, turns.Looking(turns=20, kept=8, replies=2), seed=1)
    assert proposals.values.shape == (3, 8, turns.VALUES)
    assert proposals.mask[:, 0].all()
    for game in range(3):
        for k in range(8):
            state = floe.game("icecult").state(positions[game : game + 1].copy())
            for number in turns.actions_of(state.array, proposals.rngs[game, k : k + 1].copy()):
                state = state.play(state.action_text(number))
            assert state.array.tobytes() == proposals.ends[game, k].tobytes()


def test_what_leads_to_the_same_position_is_masked_but_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    turns = importlib.import_module("icecult_turns")
    words = np.array([[[1, 2], [3, 4], [1, 2], [1, 2]]], np.uint64)
    assert turns.seen_before(words).tolist() == [[False, False, True, True]]


def test_a_proposal_that_wins_is_kept_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Yellow's tower lacks one pawn, and an arrow points there: some of many turns win."""
    monkeypatch.syspath_prepend(EXAMPLES)
    turns = importlib.import_module("icecult_turns")
    game = floe.game("icecult")
    document = game.new().play("ns").play("ee").to_dict() | {
        "start": {"y": 1, "r": 5, "g": 5, "b": 5},
        "paths": {"n": [""] * 5, "e": [""] * 5, "s": ["yyyy", "", "", "", ""], "w": [""] * 5},
    }
    state = game.from_dict(document).array
    proposals = turns.propose(state, turns.Looking(turns=200, kept=1, replies=2), seed=1)
    assert proposals.ends["winners"].tolist() == [[1]]
    assert proposals.values[0, 0, 90:92].tolist() == [1, 0]  # won, not lost

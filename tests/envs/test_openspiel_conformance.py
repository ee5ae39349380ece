"""OpenSpiel's own tests: random simulations, the tests of its programming interface, and playthroughs."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough

from tests.envs.openspiel_play import GAMES, NAMES, OUTSIDE, dice, load

PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


class OpenSpielTests(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # open_spiel has no types
    """OpenSpiel runs these on states sampled from each of its games."""

    __test__ = False
    game_name: str

    @classmethod
    def setUpClass(cls) -> None:
        random.seed(7)  # OpenSpiel samples with Python's own generator
        cls.game = load(cls.game_name)
        super().setUpClass()


for _name in (*NAMES, *OUTSIDE):
    globals()[f"Test_{_name}"] = type(f"Test_{_name}", (OpenSpielTests,), {"__test__": True, "game_name": _name})


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_is_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To write one anew: tools/write_playthroughs.py."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    monkeypatch.setattr(generate_playthrough, "_format_tensor", _no_tensors)
    expected, actual = generate_playthrough.replay(str(path))
    assert actual.splitlines() == expected.splitlines()


def _no_tensors(*_: Any) -> list[str]:
    """Observations have tests of their own; here they would fill a file that people read."""
    return []


def test_each_game_has_a_playthrough() -> None:
    played = "".join(path.read_text(encoding="utf-8") for path in PLAYTHROUGHS)
    assert all(f'GameType.short_name = "{name}"' in played for name in NAMES)


@pytest.mark.parametrize("name", [*NAMES, *OUTSIDE])
def test_the_learning_environment_plays_a_game(name: str) -> None:
    environment = rl_environment.Environment(load(name), seed=3)
    rng = dice(3)
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == environment.observation_spec()["info_state"][0]
        step = environment.step([rng.choice(step.observations["legal_actions"][seat])])
    assert sorted(step.rewards) in ([-1, 1], [0, 0])

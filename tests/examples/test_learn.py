"""The learning example runs from end to end. How well it learns is told in docs/research/learning.md, not tested."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from floe.core.jit import interpreted

SCRIPT = Path(__file__).parents[2] / "examples" / "learn_icecult.py"


def test_the_script_learns_measures_and_draws_its_curve(tmp_path: Path) -> None:
    missing = [name for name in ("sb3_contrib", "matplotlib") if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"the extra learn is not installed: there is no {' and no '.join(missing)}")
    if interpreted():
        pytest.skip("the compiled test is enough: the script is about learning, not about kernels")
    budget = ["--minutes", "0.001", "--rounds", "1", "--games", "2", "--envs", "4", "--out", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *budget], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    points = json.loads((tmp_path / "curve.json").read_text(encoding="utf-8"))
    assert points[0]["steps"] == 0
    assert points[-1]["steps"] >= 256
    scores = [key for key in points[-1] if ", " in key]
    assert scores == ["policy, random", "policy, greedy", "policy + critic, greedy"]
    assert all(0 <= point[key] <= 1 for point in points for key in scores)
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "agent.zip").stat().st_size > 0

"""The server holds in simulated worlds; the simulation repeats itself exactly, and finds what is wrong."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SMALL = ("--days", "0.03", "--tables", "12", "--fault-every", "8", "--deadly", "0.01")


def simulation(*arguments: str, hash_seed: int = 0) -> tuple[int, str]:
    """Run it in a process of its own, which it spoils for everything else."""
    command = [sys.executable, "-m", "tests.simulation", "--jobs", "1", *arguments]
    made = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed)},
        check=False,
    )
    return made.returncode, made.stdout + made.stderr


def test_nothing_is_lost_whatever_goes_wrong() -> None:
    code, told = simulation("--seed", "1", "--seeds", "2", *SMALL)
    assert code == 0, told
    assert re.search(r"killed: [1-9]", told)
    assert re.search(r"accepted: [1-9]", told)
    assert re.search(r"called: [1-9]", told)


def test_nor_in_a_world_that_nobody_has_seen() -> None:
    seed = random.SystemRandom().getrandbits(31)
    code, told = simulation("--seed", str(seed), *SMALL)
    assert code == 0, told  # which says how to see it again


def test_a_seed_is_the_same_world_each_time() -> None:
    digests = [
        re.findall(r"digest: (\w+)", simulation("--seed", "3", *SMALL, hash_seed=number)[1]) for number in (1, 2)
    ]
    assert digests[0] == digests[1]
    assert digests[0]


def test_news_of_a_worker_that_dies_between_commit_and_telling_are_found_missing() -> None:
    """No fault but this one: a process dies just after a commit, and nobody looks what it has written."""
    only_this = ("--days", "0.02", "--tables", "16", "--faults", "kill", "--fault-every", "1e9", "--deadly", "0.03")
    code, told = simulation("--seed", "10", "--seeds", "10", *only_this, "--plant", "news_over_the_bus_alone")
    assert code == 1, told
    assert "was not told within" in told
    assert "is killed" in told
    assert "--plant news_over_the_bus_alone" in told  # the command that repeats it
    assert simulation("--seed", "10", *only_this)[0] == 0


SELDOM = {"same_line_twice": 116}
"""What shows in few worlds is first looked for where it was found before."""


@pytest.mark.parametrize(
    ("mistake", "found"),
    [
        ("acknowledged_before_the_commit", r"not durable|was acknowledged as"),
        ("same_id_not_recognised", r"was refused and is stored|the server logged"),
        ("same_line_twice", r"stored twice|then \{"),
        ("machines_forgotten", r"a machine was forgotten|a machine took"),
        ("clock_goes_back", r"a machine|somebody (has no time|was timed out too late)"),
        ("outages_charged", r"charged|timed out after"),
        ("called_before_it_is_put_down", r"was called twice"),
        ("calls_kept_for_ever", r"was not called"),
        ("secret_shown", r"the secret was shown"),
        ("view_of_another_seat", r"looks otherwise|another view|the server logged"),
    ],
)
def test_a_mistake_that_is_planted_is_found(mistake: str, found: str) -> None:
    plan = ("--days", "0.1", "--tables", "16", "--fault-every", "8", "--deadly", "0.01")
    first = SELDOM.get(mistake, 100)
    code, told = simulation("--seed", str(first), "--seeds", "30", *plan, "--plant", mistake)
    assert code == 1, told
    assert re.search(found, "".join(line for line in told.splitlines() if line.startswith("WRONG"))), told

"""The examples on the research pages run as they are written, and what the pages say of rewards is so."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from floe.core.outcome import Outcome

PAGES = Path(__file__).parents[2] / "docs" / "research"


@pytest.mark.parametrize("page", ["observations", "environments", "batches", "from_import_to_rated_agent"])
def test_the_examples_run_one_after_the_other(page: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (PAGES / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)  # noqa: S102  # our own page


def test_the_table_of_rewards_is_right() -> None:
    text = (PAGES / "environments.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (wins alone|shares .*?|loses|all share .*?) \| (.*) \|$", text, re.MULTILINE))
    assert len(rows) == 4
    for players in (2, 3, 4):
        winners = {"wins alone": (0,), "shares": (0, 1), "loses": (1,), "all": tuple(range(players))}
        for said, row in rows.items():
            seats = next(seats for key, seats in winners.items() if said.startswith(key))
            reward = Outcome(seats, players, "", "").rewards[0]
            assert reward == pytest.approx(float(Fraction(row.split(" | ")[players - 2])))

"""Whole games on record, of every game that has any: a change of behaviour shows here as a difference of text.

``tools/pins.py`` writes the files (``test_pins.py``: the same games again, as long as nothing changes).
"""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

import floe

FOLDER = Path(__file__).parent / "records"
RECORDS = sorted(FOLDER.glob("*.json"))
TOOL = runpy.run_path(str(Path(__file__).parent.parent / "tools" / "record_games.py"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_recorded_game_is_replayed_to_its_end(file: Path) -> None:
    record = floe.load_record(file)
    assert record.over
    expected = json.loads((FOLDER / "final" / file.name).read_text(encoding="utf-8"))
    summary = TOOL["summary"](record)
    assert summary["final"] == expected["final"]
    assert summary["way"] == expected["way"], "the end is the same, but something on the way there is not"


def test_every_plan_has_its_record_and_every_record_its_plan() -> None:
    assert sorted(plan.name for plan in TOOL["PLANS"]) == [file.stem for file in RECORDS]
    assert sorted(file.name for file in (FOLDER / "final").iterdir()) == [file.name for file in RECORDS]

"""Subjects of commits fit into one line wherever they are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.tools import tool


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("Rules are told in four languages", None),
        ("Short\n\nAnd a body. With sentences.\n", None),
        ("x" * 72, None),
        ("x" * 73, "73 characters"),
        ("Something is done.", "full stop"),
        ("Short\nno line between", "empty line"),
        ("\n\nlate", "empty"),
        ("Kept\n# what git explains\n", None),
    ],
)
def test_a_subject_is_short_and_stands_alone(message: str, fault: str | None, tmp_path: Path) -> None:
    check = tool("commit_subject")
    found = check.wrong_with(message)
    assert found is None if fault is None else fault in found
    file = tmp_path / "message"
    file.write_text(message, encoding="utf-8")
    assert check.main(str(file)) == (fault is not None)

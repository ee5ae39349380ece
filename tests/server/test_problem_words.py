"""Whatever can go wrong has words in every language of the web app."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGLISH_ONLY = {"malformed", "too_large"}
"""What a program gets that asks for something wrong: the words name the place."""
_IN_PAGES = re.compile(r"""\bproblem\('([a-z_]+)'|\bkey: '([a-z_]+)',\s*words""")


def _said_by(source: str) -> set[str]:
    """The keys that a module of the server or the page names as it refuses something for good."""
    keys: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or any(word.arg == "again" for word in node.keywords):
            continue
        place = {"Refusal": 0, "NotFound": 0, "Problem": 0, "Closing": 1}.get(
            getattr(node.func, "id", getattr(node.func, "attr", ""))
        )
        if place is not None and len(node.args) > place and isinstance(given := node.args[place], ast.Constant):
            keys.add(str(given.value))
    return keys


def keys() -> set[str]:
    """All keys of problems that people may be told of."""
    python = [path for part in ("server", "page") for path in (ROOT / "src" / "floe" / part).rglob("*.py")]
    pages = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in {".ts", ".svelte"}]
    found = set().union(*(_said_by(path.read_text(encoding="utf-8")) for path in python))
    for path in pages:
        found.update(one or other for one, other in _IN_PAGES.findall(path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_every_problem_has_words(language: str) -> None:
    texts = json.loads((ROOT / "web" / "src" / "i18n" / language / "frame.json").read_text(encoding="utf-8"))
    told = {key.removeprefix("problem.") for key in texts if key.startswith("problem.")}
    assert keys() - told == ENGLISH_ONLY
    assert told - keys() == set()

"""What comes along with Floe is told by a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from floe import contents
from floe.contents import Part
from tests.cli.running import call, flat


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("a/*.py", "a/b.py", True),
        ("a/*.py", "a/b/c.py", False),
        ("a/**", "a/b/c.py", True),
        ("a/??.md", "a/de.md", True),
        ("a/??.md", "a/deu.md", False),
        ("a.b", "aXb", False),
    ],
)
def test_a_pattern_matches_within_a_folder_or_below_it(pattern: str, path: str, matches: bool) -> None:
    assert Part("x", {pattern: 1}).has(path) is matches
    assert Part("x", {pattern: 1}).missing([path]) == ([] if matches else [pattern])


def test_so_many_are_needed() -> None:
    assert Part("x", {"*.md": 2}).missing(["a.md"]) == ["*.md"]
    assert Part("x", {"*.md": 2}).missing(["a.md", "b.md"]) == []


def test_a_checkout_has_all_that_is_not_built() -> None:
    built = {"web app", "WebAssembly kernels", "native kernels", "documentation"}
    files = contents.installed()
    assert {part.name: part.missing(files) for part in contents.parts() if part.name not in built} == {
        part.name: [] for part in contents.parts() if part.name not in built
    }


def test_the_doctor_tells_what_is_there_and_what_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    there = [file for file in contents.installed() if not file.startswith("server/docs/")]
    monkeypatch.setattr(contents, "installed", lambda: there)
    said = flat(call("doctor", "--database", tmp_path / "new.sqlite", "--port", 0).stdout)
    assert "✓ contents: " in said
    assert "puzzles, rules, messages, migrations" in said
    assert "– contents: documentation not there in full (server/docs/index.html" in said
    assert "make docs builds it" in said

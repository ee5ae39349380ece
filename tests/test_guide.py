"""CONTRIBUTING's "Change a rule in ten minutes", done as it is written: in a copy of the repository.

Each ``diff`` block of the guide is applied. Before what was changed is mended, exactly those tests fail that the guide
names; afterwards none.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from floe.core.jit import interpreted

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RULE, OPTION = re.findall(
    r"^## Change a rule in ten minutes\n(.*?)^### Let the players choose\n(.*?)^## ", GUIDE, re.DOTALL | re.MULTILINE
)[0]

RULES = ("tests/games/icecult", "tests/test_recorded_games.py")
SUITE = (
    *RULES,
    "tests/test_rules_in_languages.py",
    "tests/test_glossary.py",
    "tests/test_readme.py",
    "tests/test_research.py",
)
APART = "greedy or fuzz or igluiglu or encoding or reach or spoken or levels"
"""What no rule of ICE CULT changes, or what takes long."""
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
"""Nothing has to be compiled for a rule that is half changed."""

pytestmark = pytest.mark.skipif(interpreted(), reason="it starts both compiled and interpreted tests by itself")


@dataclass(frozen=True)
class Edit:
    """A block of the guide: in this file, this text becomes that one."""

    path: str
    old: str
    new: str


def edits(text: str) -> list[Edit]:
    found = []
    for path, body in re.findall(r"```diff\n--- (\S+)\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^@@\n", body, flags=re.MULTILINE):
            lines = [line if line.strip() else " \n" for line in part.splitlines(keepends=True)]
            assert all(line[0] in " -+" for line in lines), part
            old, new = ("".join(line[1:] for line in lines if line[0] in kept) for kept in (" -", " +"))
            found.append(Edit(path, old, new))
    return found


def named(text: str) -> set[str]:
    """The tests that a part of the guide names."""
    [block] = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    return set(block.split())


class Copy:
    """A copy of the repository to work in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = os.pathsep.join([str(folder / "src"), os.environ.get("PYTHONPATH", "")])
        unwanted = shutil.ignore_patterns("node_modules", "__pycache__", ".*", "dist")
        for name in ("src", "docs", "tools", "web", "examples", "benchmarks", "requirements", "tests"):
            shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
        for file in (*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "Makefile"):
            shutil.copy(file, folder)

    def apply(self, edit: Edit) -> None:
        file = self.folder / edit.path
        text = file.read_text(encoding="utf-8")
        assert text.count(edit.old) == 1, f"the guide shows what {edit.path} has not, or more than once:\n{edit.old}"
        file.write_text(text.replace(edit.old, edit.new), encoding="utf-8")

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": self.path} | environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def failing(self, *tests: str, **environment: str) -> set[str]:
        """The tests that fail, by their names without parameters."""
        options = ["-q", "-p", "no:cacheprovider", "--tb=line", "--hypothesis-profile=few", "-k", f"not ({APART})"]
        done = self.run("-m", "pytest", *options, *tests, **environment)
        assert done.returncode in (0, 1), done.stdout + done.stderr
        return set(re.findall(r"^FAILED (\S+?)(?:\[| |$)", done.stdout, re.MULTILINE))


def follow(copy: Copy, text: str, changed: int, pinned: str) -> None:
    """Do the rest of what a part of the guide says, of whose edits so many have been made: the rule is changed.

    What is pinned under these names changes with it.
    """
    steps = edits(text)
    assert copy.failing(*RULES, **INTERPRETED) == {test for test in named(text) if test.startswith(RULES)}
    for edit in steps[changed:]:
        copy.apply(edit)
    pins = copy.run("tools/pins.py", "perft", "records", "facts", "pages", "fixtures-icecult")
    assert pins.returncode == 0, pins.stderr
    for name in pinned.split():
        assert f"{name}: nothing" not in pins.stdout, pins.stdout
    assert copy.failing(*SUITE) == set()


def test_a_rule_is_changed_as_the_guide_says(tmp_path: Path) -> None:
    copy = Copy(tmp_path / "floe")
    own = "tests/games/icecult/test_ic_11_no_tilting_back.py"
    paragraph, test, function, *_ = edits(RULE)
    assert (paragraph.path, test.path) == ("docs/games/icecult.md", own)
    copy.apply(paragraph)
    copy.apply(test)
    assert copy.failing(own, **INTERPRETED) == {f"{own}::test_any_tilt_may_follow"}
    copy.apply(function)
    assert copy.failing(own, **INTERPRETED) == set()
    follow(copy, RULE, 3, "records fixtures-icecult")


def test_an_option_is_added_as_the_guide_says(tmp_path: Path) -> None:
    copy = Copy(tmp_path / "floe")
    own = "tests/games/icecult/test_ic_11_no_tilting_back.py"
    test, *steps = edits(OPTION)
    copy.apply(test)
    assert copy.failing(own, **INTERPRETED) == {f"{own}::test_where_it_is_agreed_on_any_tilt_may_follow"}
    code = [step for step in steps if step.path.startswith("src/")]
    assert code == steps[: len(code)]
    for edit in code:
        copy.apply(edit)
    assert copy.failing(own, **INTERPRETED) == set()
    follow(copy, OPTION, 1 + len(code), "facts")

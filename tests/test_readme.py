"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import floe

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_game_runs_as_written_and_ends_as_told() -> None:
    [program] = [block for block in PYTHON if not block.startswith(">>>")]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    told = re.search(r"The last line it prints is `(.*)`", README)
    assert told
    assert done.stdout.splitlines()[-1] == told[1]
    assert done.stdout.startswith("ICE CULT")


def test_every_prompt_answers_as_shown() -> None:
    session = "\n".join(block for block in PYTHON if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert runner.summarize(verbose=False).attempted >= 6
    assert runner.summarize(verbose=False).failed == 0


def test_the_picture_is_the_position_of_the_rules_page() -> None:
    page = (ROOT / "docs" / "games" / "icecult.md").read_text(encoding="utf-8")
    document = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    picture = re.search(r"```text\n(.*?)\n```", README, re.DOTALL)
    assert document
    assert picture
    assert str(floe.game("icecult").from_dict(json.loads(document[1]))) == picture[1]

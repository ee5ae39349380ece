"""Whatever is wrong with an option or a file: one line on stderr, exit code 2, no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from floe.cli import entry
from tests.cli.running import REPOSITORY

WRONG = {
    "no such command": ("plaz",),
    "no such option": ("play", "--wings"),
    "no such game": ("play", "chess"),
    "no such game for rules": ("rules", "chess"),
    "no such game for perft": ("perft", "chess", "--depth", "2"),
    "players no number": ("play", "--players", "two"),
    "too many players": ("play", "--players", "9"),
    "no players": ("play", "--players", "0"),
    "unknown colour": ("play", "--colours", "y,x"),
    "a colour twice": ("play", "--colours", "yy"),
    "too few names": ("play", "--players", "3", "--names", "Ada,Bo"),
    "an empty name": ("play", "--names", ",Bo"),
    "a name with escape codes": ("play", "--names", "\x1b[2J,Bo"),
    "unknown machine": ("play", "--who", "person,genius"),
    "unknown opponent": ("play", "--against", "genius"),
    "who and against": ("play", "--who", "person,greedy", "--against", "greedy"),
    "rule without a value": ("play", "--rules", "path_length"),
    "unknown rule": ("play", "--rules", "gravity=1"),
    "a rule twice": ("play", "--rules", "circles=may", "--rules", "circles=must"),
    "rule out of range": ("play", "--rules", "path_length=99"),
    "rule file missing": ("play", "--rules", "cubes=@nowhere.json"),
    "cubes missing": ("play", "--cubes", "nowhere.json"),
    "cubes no cubes": ("play", "--cubes", "list.json"),
    "load missing": ("play", "--load", "nowhere.json"),
    "load a folder": ("play", "--load", "."),
    "load bytes": ("play", "--load", "bytes.json"),
    "load no game": ("play", "--load", "list.json"),
    "load and colours": ("play", "--load", "list.json", "--colours", "yg"),
    "save nowhere": ("play", "--save", "no/such/folder.json"),
    "replay missing": ("replay", "nowhere.json"),
    "replay no record": ("replay", "list.json"),
    "replay too far": ("replay", str(REPOSITORY / "tests/records/icecult-2-tower.json"), "--at", "9999"),
    "verify bytes": ("verify", "bytes.json"),
    "legal no position": ("legal", "list.json"),
    "legal impossible position": ("legal", "half.json"),
    "unknown rule number": ("rules", "icecult", "IC-99"),
    "depth missing": ("perft", "icecult"),
    "depth below zero": ("perft", "icecult", "--depth", "-1"),
    "new with a bad seat": ("new", "icecult", "--players", "1"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_told_in_one_line(case: str, capfd: pytest.CaptureFixture[str]) -> None:
    Path("list.json").write_text("[1, 2]", encoding="utf-8")
    Path("half.json").write_text('{"game": "icecult", "rules": {}}', encoding="utf-8")
    Path("bytes.json").write_bytes(b"\xff\xfe\x00{")
    assert entry.main(WRONG[case]) == 2
    said = [line for line in capfd.readouterr().err.splitlines() if not line.startswith("Floe is compiling")]
    assert len(said) == 1
    assert said[0].startswith("floe: ")


def test_a_missing_extra_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert entry.main(["play"]) == 2
    assert capsys.readouterr().err == ("floe: the command line needs typer; install it with: pip install floe-games\n")


def test_help_is_quick_because_it_loads_no_compiler() -> None:
    code = "import sys; from floe.cli.entry import main; main(['--help']); sys.exit('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "replay" in done.stdout


def test_a_reader_that_goes_away_causes_no_traceback() -> None:
    record = REPOSITORY / "tests" / "records" / "icecult-4-home.json"
    command = [sys.executable, "-m", "floe", "replay", str(record), "--all"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert b"Traceback" not in running.stderr.read()

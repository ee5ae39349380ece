"""What a person installs holds all that the command line needs."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from floe import rulebook
from floe.cli import catalogue
from floe.server.language import LANGUAGES
from tests.cli.running import REPOSITORY


def test_the_wheel_brings_the_rules_pages_along(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=REPOSITORY, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "installed"), "PYTHONIOENCODING": "utf-8"}
    for language in LANGUAGES:
        command = [sys.executable, "-m", "floe", "--language", language, "rules", "icecult", "IC-17"]
        done = subprocess.run(command, capture_output=True, env=environment, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout.decode().strip() == rulebook.rule("icecult", "IC-17", language)
        said = f"from floe.cli import catalogue; print(catalogue.messages('icecult', '{language}')('due.may_end'))"
        told = subprocess.run(
            [sys.executable, "-c", said], capture_output=True, env=environment, check=True, cwd=tmp_path
        )
        assert told.stdout.decode().strip() == catalogue.messages("icecult", language)("due.may_end")  # type: ignore[misc]
    where = [sys.executable, "-c", "import floe; print(floe.__file__)"]
    found = subprocess.run(where, capture_output=True, text=True, env=environment, check=True, cwd=tmp_path)
    assert Path(found.stdout.strip()).is_relative_to(tmp_path)

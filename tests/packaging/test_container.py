"""The container's files: what they copy is there, and their steps work, done without a container."""

from __future__ import annotations

import fnmatch
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from floe.server.settings import Settings, variable
from tests.packaging.tools import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
STEPS = [
    re.sub(r"\\\n\s*", "", step)
    for step in re.findall(
        r"^[A-Z]+ (?:.*\\\n)*.*$", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE), re.MULTILINE
    )
]


def ignored(path: str) -> bool:
    """Whether the context lacks a path: the last line of .dockerignore wins that matches it, or what it lies in."""
    out = False
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!")
        parts = Path(path).parts
        above = ["/".join(parts[: n + 1]) for n in range(len(parts))]
        if pattern.startswith("**/"):
            hit = pattern[3:] in parts
        else:
            hit = any(fnmatch.fnmatchcase(one, pattern) for one in above)
        if hit:
            out = not line.startswith("!")
    return out


def tracked() -> list[str]:
    git = shutil.which("git") or "git"
    told = subprocess.run(
        [git, "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [path for path in told.stdout.splitlines() if (ROOT / path).is_file()]


def test_what_is_copied_is_in_the_context() -> None:
    context = [path for path in tracked() if not ignored(path)]
    copied = [step.split()[1:-1] for step in STEPS if step.startswith("COPY ") and "--from" not in step]
    assert copied
    for source in (one for sources in copied for one in sources):
        assert any(path == source or path.startswith(f"{source}/") for path in context), source


def test_the_context_holds_no_more_than_is_copied() -> None:
    sources = [one for step in STEPS if step.startswith("COPY ") for one in step.split()[1:-1]]
    for path in tracked():
        if not ignored(path):
            assert any(path == source or path.startswith(f"{source}/") for source in sources), path


def test_the_wheel_is_built_from_the_context_alone(tmp_path: Path) -> None:
    """The steps of the image, with this Python and without what takes minutes, compiling and the web app."""
    for path in tracked():
        if not ignored(path):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, tmp_path / path)
    [step] = [step for step in STEPS if step.startswith("RUN pip wheel")]
    command = shlex.split(step.removeprefix("RUN ").replace("/wheels", str(tmp_path / "wheels")))
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [wheel] = (tmp_path / "wheels").iterdir()
    [installing] = [step for step in STEPS if "/wheels/" in step]
    named = re.search(r"/wheels/(\S+)", installing)
    assert named
    assert fnmatch.fnmatchcase(wheel.name, named[1])
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {"floe/docs/icecult.de.md", "floe/messages/frame/it/frame.json", "floe/games/icecult/weights.npz"} <= names


def test_the_tools_that_are_run_are_there() -> None:
    scripts = [word for step in STEPS if step.startswith("RUN ") for word in step.split() if word.startswith("tools/")]
    assert scripts == ["tools/web.py", "tools/kernels.py"]
    assert all((ROOT / script).is_file() for script in scripts)


def test_the_build_requirement_is_that_of_the_project() -> None:
    pinned = re.search(r'requires = \["(hatchling==[^"]+)"\]', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert pinned
    assert pinned[1] in DOCKERFILE


@pytest.fixture
def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return read


def test_compose_sets_what_can_be_set(compose: dict[str, Any]) -> None:
    known = {variable(one.name) for one in fields(Settings)}
    image = set(re.findall(r"\b(FLOE_[A-Z_]+)=", DOCKERFILE)) - {"FLOE_CACHE_DIR"}
    assert image <= known
    assert set(compose["services"]["floe"]["environment"]) <= known


def test_compose_names_only_what_it_has(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert set(service.get("depends_on", ())) <= set(compose["services"])
        for volume in service.get("volumes", ()):
            assert volume.partition(":")[0] in compose["volumes"]
        for config in service.get("configs", ()):
            assert config["source"] in compose["configs"]


def test_the_settings_of_compose_are_taken(compose: dict[str, Any]) -> None:
    values = {"FLOE_DB_PASSWORD": "secret", "FLOE_DOMAIN": "play.example.org"}

    def filled(text: str) -> str:
        return re.sub(r"\$\{(\w+)(?::-(\w+)|:\?[^}]*)?\}", lambda one: values.get(one[1], one[2] or ""), text)

    settings = Settings.read(
        {name: filled(str(value)) for name, value in compose["services"]["floe"]["environment"].items()}
    )
    assert settings.database == "postgresql://floe:secret@database/floe"
    assert settings.workers == 2
    assert settings.public_url == "https://play.example.org"

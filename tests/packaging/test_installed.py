"""Wheel and sdist in a bare environment: what the pages tell people to do works there, without the checkout.

Installing needs a package index. Where there is none these tests are skipped; CI has one, and there they fail.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import IO

import pytest

from floe import contents
from tests.packaging.tools import ROOT

REQUIRED = bool(os.environ.get("FLOE_REQUIRE_SERVICES"))
BUILT = (ROOT / "src" / "floe" / "server" / "web" / "index.html").is_file()


@dataclass(frozen=True)
class Environment:
    """A virtual environment with Floe in it, a folder to work in that is no checkout, and one for compiled kernels."""

    folder: Path
    work: Path
    cache: Path

    @property
    def scripts(self) -> Path:
        return self.folder / ("Scripts" if sys.platform == "win32" else "bin")

    @property
    def variables(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("HOME", "SYSTEMROOT", "TEMP") if name in os.environ}
        return kept | {
            "PATH": f"{self.scripts}{os.pathsep}{os.environ['PATH']}",
            "PYTHONIOENCODING": "utf-8",
            "LANG": "C.UTF-8",
            "BROWSER": "true",  # a browser that opens nothing
            "FLOE_CACHE_DIR": str(self.cache),
            "XDG_DATA_HOME": str(self.work / "data"),
        }

    def run(self, *command: str, **more: str) -> str:
        """What a command prints; it has to succeed."""
        program = shutil.which(command[0], path=self.variables["PATH"])
        assert program, f"{command[0]} is not there"
        done = subprocess.run(
            [program, *command[1:]],
            cwd=self.work,
            env=self.variables | more,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, f"{shlex.join(command)}: {done.stdout}{done.stderr}"
        return done.stdout


@contextlib.contextmanager
def made_once(tmp_path_factory: pytest.TempPathFactory, name: str) -> Iterator[tuple[Path, bool]]:
    """A folder that all processes of a run share, and whether it is made already; meanwhile the others wait."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    made = folder / ".made"
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder, made.exists()
        made.touch()


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``make wheel`` leaves in its folder, of what was built in this checkout."""
    with made_once(tmp_path_factory, "dist") as (folder, made):
        if not made:
            build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--target", "wheel"]
            subprocess.run([*build, "--directory", str(folder)], cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The wheel and what it needs, as ``pip install floe-games`` would install them."""
    work = tmp_path_factory.mktemp("work")
    with made_once(tmp_path_factory, "bare") as (folder, made):
        environment = Environment(folder / "env", work, folder / "cache")
        if not made:
            subprocess.run([sys.executable, "-m", "venv", str(environment.folder)], check=True, capture_output=True)
            [wheel] = dist.glob("*.whl")
            pip = [str(environment.scripts / "python"), "-m", "pip"]
            install = ["install", "--quiet", "--disable-pip-version-check", str(wheel)]
            done = subprocess.run([*pip, *install], capture_output=True, text=True, check=False)
            if done.returncode and not REQUIRED:
                pytest.skip(f"what Floe needs cannot be installed here: {done.stderr.strip().splitlines()[-1]}")
            assert done.returncode == 0, done.stderr
    return environment


def said(page: str, command: str) -> str:
    """A command that a page tells people to give."""
    assert command in (ROOT / page).read_text(encoding="utf-8"), f"{page} no longer says {command}"
    return command


def test_it_runs_from_where_it_was_installed(installed: Environment) -> None:
    code = (
        "import floe, importlib.metadata as m; print(floe.__file__); print(m.version('floe-games'), floe.__version__)"
    )
    file, versions = installed.run("python", "-c", code).splitlines()
    assert Path(file).is_relative_to(installed.folder)
    assert len(set(versions.split())) == 1
    assert installed.run("floe", "--version") == installed.run("floe-games", "--version")


def test_no_wheel_tells_of_what_developers_need(installed: Environment) -> None:
    code = "import importlib.metadata as m; print(*m.metadata('floe-games').get_all('Provides-Extra'))"
    extras = set(installed.run("python", "-c", code).split())
    assert {"server", "arena", "envs", "onnx", "train", "gpu", "testing", "dataset"} <= extras
    assert not extras & {"dev", "docs", "node", "peers"}


def test_the_game_of_the_readme_is_played(installed: Environment) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [program] = [
        block for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if not block.startswith(">>>")
    ]
    told = re.search(r"The last line it prints is `(.*)`", readme)
    assert told
    assert installed.run("python", "-W", "error", "-c", program).splitlines()[-1] == told[1]


@pytest.mark.parametrize(
    ("page", "command", "more", "answer"),
    [
        ("README.md", "floe rules icecult IC-17", "", "IC-17"),
        ("README.md", "floe --help", "", "dataset"),
        ("README.md", "floe arena icecult random greedy", " --games 2 --out report", "report"),
        ("CHANGELOG.md", "floe rules icecult IC-17 --language it", "", "IC-17"),
        ("CONTRIBUTING.md", "floe games", "", "igluiglu: IGLU IGLU"),
        ("docs/hosting.md", "floe doctor", " --port 0", "The server can be started"),
        ("docs/playing.md", "floe rules icecult", "", "ICE CULT"),
        ("docs/playing.de.md", "floe rules icecult --language de", "", "Regeln"),
        ("docs/dataset.md", "floe dataset make games", " --games 1 --game icecult --jobs 0", "holds 1 games"),
        ("docs/puzzles.md", "floe puzzles list icecult", "", "win_in_two"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("floe") else "",
)
def test_what_a_page_says_can_be_done(installed: Environment, page: str, command: str, more: str, answer: str) -> None:
    if "doctor" in command and not (BUILT or REQUIRED):
        pytest.skip("the web app is not built in this checkout")
    assert answer in installed.run(*shlex.split(said(page, command) + more))


def test_everything_on_the_list_came_along(installed: Environment) -> None:
    code = (
        "from floe import contents; f = contents.installed(); print([p.name for p in contents.parts() if p.missing(f)])"
    )
    lacking = installed.run("python", "-c", code)
    optional = {"native kernels"}  # `make wheel` has them compiled; a checkout need not
    if not (BUILT or REQUIRED):
        optional |= {"web app", "WebAssembly kernels"}
    if not ((ROOT / "src" / "floe" / "server" / "docs").is_dir() or REQUIRED):
        optional.add("documentation")
    assert set(re.findall("'([^']+)'", lacking)) <= optional


def hear(out: IO[str], lines: Queue[str]) -> None:
    """Pass on what is printed, line by line."""
    for line in out:
        lines.put(line)


@pytest.fixture
def served(installed: Environment) -> Iterator[str]:
    """Where ``floe-games``, without a word more, serves."""
    command = [str(installed.scripts / "floe-games")]
    process = subprocess.Popen(
        command,
        cwd=installed.work,
        env=installed.variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines: Queue[str] = Queue()
    assert process.stdout is not None
    listening = threading.Thread(target=hear, args=[process.stdout, lines])
    listening.start()
    heard = ""
    try:
        while not (found := re.search(r"Floe is at (http://\S+)", heard)):
            heard += lines.get(timeout=300)
        yield found[1]
    finally:
        process.terminate()
        process.wait()
        listening.join()
        process.stdout.close()


def test_floe_games_serves_the_page_and_the_documentation(served: str) -> None:
    def asked(path: str) -> str:
        with urllib.request.urlopen(served + path) as answer:  # noqa: S310  # our own server
            return str(answer.read().decode())

    assert '"icecult"' in asked("api/server")
    if BUILT or REQUIRED:
        assert '<div id="app">' in asked("")
    if (ROOT / "src" / "floe" / "server" / "docs").is_dir() or REQUIRED:
        assert "How to play" in asked("docs/")
        assert "So wird gespielt" in asked("docs/de/playing.html")


@pytest.mark.skipif(not BUILT and not REQUIRED, reason="the web app is not built in this checkout")
def test_a_site_is_written(installed: Environment) -> None:
    installed.run(*shlex.split(said("README.md", "floe site OUT")))
    assert (installed.work / "OUT" / "index.html").is_file()


def test_the_sdist_installs_to_the_same(dist: Path, installed: Environment, tmp_path: Path) -> None:
    [sdist] = dist.glob("*.tar.gz")
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target", str(tmp_path)]
    installed.run("python", *install, str(sdist))
    [mine] = (installed.folder / "lib").glob("python*/site-packages/floe")
    files = {path.relative_to(mine) for path in mine.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    others = tmp_path / "floe"
    assert files == {
        path.relative_to(others) for path in others.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    assert all((mine / file).read_bytes() == (others / file).read_bytes() for file in files)
    where = installed.run("python", "-c", "import floe; print(floe.__file__)", PYTHONPATH=str(tmp_path))
    assert Path(where.strip()).is_relative_to(tmp_path)


ENGINE = ("numpy", "numba", "llvmlite", "platformdirs")


def test_the_engine_alone_plays_and_says_what_it_lacks(installed: Environment, tmp_path: Path) -> None:
    """As docs/research.md has it: NumPy, Numba and platformdirs, and Floe without its other dependencies."""
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    assert "pip install numpy numba platformdirs\npip install --no-deps floe-games" in page
    alone = Environment(tmp_path / "env", installed.work, installed.cache)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(alone.folder)], check=True, capture_output=True)
    [here] = (alone.folder / "lib").glob("python*/site-packages")
    [there] = (installed.folder / "lib").glob("python*/site-packages")
    for entry in there.iterdir():  # installed once, and looked at from here
        if re.split(r"[-.]", entry.name)[0] in (*ENGINE, "floe", "floe_games"):
            (here / entry.name).symlink_to(entry)
    code = "import floe; b = floe.batch('icecult', 100); b.playout(seed=1); print(b.shares().sum())"
    assert float(alone.run("python", "-c", code)) == 100
    command = [str(alone.scripts / "python"), "-m", "floe", "games"]
    refused = subprocess.run(command, env=alone.variables, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert refused.stderr == "floe: the command line needs typer; install it with: pip install floe-games\n"


def test_the_list_of_parts_is_in_the_package() -> None:
    assert (contents.PACKAGE / "contents.toml").is_file()

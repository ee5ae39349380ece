"""Make a release: docs/releasing.md tells what is checked and why.

python tools/release.py VERSION           check, set the version, build, tag
python tools/release.py build [--once]    build and check what a release holds, into dist/
python tools/release.py check WHEEL       is in the wheel what the list says, and nothing else?
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import sbom

from floe import contents

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
VERSION_FILE = ROOT / "src" / "floe" / "__init__.py"
CITATION = ROOT / "CITATION.cff"
_VERSION = re.compile(r'^__version__ = "(?P<version>[^"]+)"$', re.MULTILINE)
_CITED = re.compile(r"^version: .*$", re.MULTILINE)
_MODULES = re.compile(r"floe/(.*\.py|py\.typed|contents\.toml)")
_METADATA = re.compile(r"floe_games-[^/]+\.dist-info/(METADATA|WHEEL|RECORD|entry_points\.txt|licenses/LICENSE)")


class Refused(Exception):
    """Why there is no release."""


def main(arguments: list[str]) -> int:
    try:
        match arguments:
            case ["build"]:
                build(DIST)
            case ["build", "--once"]:
                build(DIST, copies=1)
            case ["check", wheel]:
                check_wheel(Path(wheel))
            case [version] if re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
                release(version)
            case _:
                sys.stderr.write(__doc__ or "")
                return 2
    except Refused as fault:
        sys.stderr.write(f"No release: {fault}\n")
        return 1
    return 0


def release(version: str) -> None:
    """All steps, in order."""
    check_tree(version)
    check_changelog(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if set_version(version):
        _git("commit", "--quiet", "--all", "--message", f"Floe {version}")
    build(DIST)
    _git("tag", "--annotate", f"v{version}", "--message", f"Floe {version}")
    print(f"v{version} is tagged, and {DIST} holds it. Pushing the tag publishes it.")


def check_tree(version: str) -> None:
    """Everything is committed, and nobody has this version yet."""
    if _git("status", "--porcelain"):
        raise Refused("the tree is not clean: commit what has changed, or put it aside")
    if _git("tag", "--list", f"v{version}"):
        raise Refused(f"there is a tag v{version} already")


def check_changelog(version: str, text: str) -> None:
    """The changelog has a section of this version, with a date and something in it."""
    found = re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(?P<body>.*?)(?=^## |\Z)", text, re.M | re.S)
    if found is None:
        raise Refused(f"the changelog has no section '## [{version}] - YYYY-MM-DD'")
    if not re.search(r"^- ", found["body"], re.MULTILINE):
        raise Refused(f"the changelog says nothing of {version}")


def version_of(root: Path = ROOT) -> str:
    """The version that is written in the one place where it is."""
    found = _VERSION.search((root / VERSION_FILE.relative_to(ROOT)).read_text(encoding="utf-8"))
    if found is None:
        raise Refused(f"{VERSION_FILE} has no version")
    return found["version"]


def set_version(version: str) -> bool:
    """Write the version, and how Floe is cited; whether that changed anything."""
    changed = False
    for file, pattern, line in (
        (VERSION_FILE, _VERSION, f'__version__ = "{version}"'),
        (CITATION, _CITED, f"version: {version}"),
    ):
        before = file.read_text(encoding="utf-8")
        after = pattern.sub(line, before)
        changed = changed or before != after
        file.write_text(after, encoding="utf-8")
    return changed


def build(out: Path, copies: int = 2) -> None:
    """Build from copies of what is committed, compare them, check what is in them, and add the bill of materials."""
    when = _git("log", "-1", "--format=%ct")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    with tempfile.TemporaryDirectory(prefix="floe-release-") as folder:
        made = [_built(Path(folder) / name, when) for name in ("first", "another-copy")[:copies]]
        for file in made[0]:
            shutil.copy(file, out)
        for other in made[1:]:
            compare(made[0], other)
        [wheel] = out.glob("*.whl")
        [sdist] = out.glob("*.tar.gz")
        check_wheel(wheel)
        compare([wheel], [wheel_of_sdist(sdist, Path(folder) / "from-sdist", when)])
    version = version_of()
    (out / f"floe_games-{version}.cdx.json").write_text(sbom.text(version, int(when)), encoding="utf-8")
    for file in sorted(out.iterdir()):
        print(f"{_sum(file)}  {file.name}  {file.stat().st_size / 1e6:.2f} MB")


def _built(copy: Path, when: str) -> list[Path]:
    """Wheel and sdist of a copy of the tree, with all that is built for them."""
    archive = copy.parent / f"{copy.name}.tar"
    _git("archive", "--output", str(archive), "HEAD")
    with tarfile.open(archive) as packed:
        packed.extractall(copy, filter="data")
    modules = ROOT / "web" / "node_modules"
    if modules.exists():  # else they are installed anew
        (copy / "web" / "node_modules").symlink_to(modules.resolve())
    environment = _environment(copy, when)
    for command in (["tools/web.py", "build"], ["tools/kernels.py", "native"], ["tools/docs.py"]):
        _run([sys.executable, *command], copy, environment)
    _run([sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--target", "wheel"], copy, environment)
    return sorted((copy / "dist").iterdir())


def wheel_of_sdist(sdist: Path, folder: Path, when: str) -> Path:
    """The wheel that an sdist builds to, with nothing but hatchling."""
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    [source] = folder.iterdir()
    _run([sys.executable, "-m", "hatchling", "build", "--target", "wheel"], source, _environment(source, when))
    [wheel] = (source / "dist").glob("*.whl")
    return wheel


def _environment(copy: Path, when: str) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(copy / "src"),
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": when,
        "FLOE_CACHE_DIR": str(copy.parent / f"{copy.name}-cache"),
    }


def compare(one: list[Path], other: list[Path]) -> None:
    """The same files, to the last byte; if not, which parts differ."""
    for mine, theirs in zip(one, other, strict=True):
        if _sum(mine) != _sum(theirs):
            raise Refused(
                f"{mine.name} was built twice and differs in {', '.join(_apart(mine, theirs)) or 'its frame'}"
            )


def _apart(one: Path, other: Path) -> list[str]:
    first, second = _members(one), _members(other)
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))[:20]


def _members(file: Path) -> dict[str, bytes]:
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    with tarfile.open(file) as packed:
        opened = ((member.name, packed.extractfile(member)) for member in packed.getmembers())
        return {name: content.read() for name, content in opened if content is not None}


def check_wheel(wheel: Path) -> None:
    """Everything that the list has is in the wheel, and nothing that is on no list."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    faults = wrong_with(names)
    if faults:
        raise Refused(f"{wheel.name}: {'; '.join(faults)}")


def wrong_with(names: list[str]) -> list[str]:
    """What is missing among the files of a wheel, and what should not be there."""
    inside = [name.removeprefix("floe/") for name in names if name.startswith("floe/")]
    parts = contents.parts()
    faults = [f"{part.name} lacks {pattern}" for part in parts for pattern in part.missing(inside)]
    listed = {f"floe/{name}" for name in inside for part in parts if part.has(name)}
    unlisted = [
        name for name in names if name not in listed and not _MODULES.fullmatch(name) and not _METADATA.fullmatch(name)
    ]
    return faults + [f"{name} is on no list" for name in unlisted[:20]]


def _sum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    if subprocess.run(command, cwd=folder, env=environment, check=False).returncode:  # noqa: S603  # its own
        raise Refused(f"{' '.join(command[1:])} failed")


def _git(*command: str) -> str:
    program = shutil.which("git") or "git"
    done = subprocess.run([program, *command], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603  # git
    if done.returncode:
        raise Refused(f"git {command[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A release is made by a command, which refuses what is not ready and finds what is missing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

import floe
from floe import contents
from tests.packaging.tools import ROOT, tool


@pytest.fixture(scope="module")
def release() -> ModuleType:
    return tool("release")


def test_a_version_needs_a_section_with_a_date_and_something_in_it(release: ModuleType) -> None:
    section = "## [1.2.3] - 2026-01-31\n\n### Added\n\n- Something.\n\n## [1.2.2] - 2025-12-01\n"
    release.check_changelog("1.2.3", section)
    for text in ("## [Unreleased]\n\n- x\n", section.replace(" - 2026-01-31", ""), section.replace("- Something.", "")):
        with pytest.raises(release.Refused, match=r"1\.2\.3"):
            release.check_changelog("1.2.3", text)


def test_the_version_is_written_in_one_place_and_cited(
    release: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, cited = tmp_path / "__init__.py", tmp_path / "CITATION.cff"
    code.write_text(release.VERSION_FILE.read_text(encoding="utf-8"), encoding="utf-8")
    cited.write_text(release.CITATION.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(release, "VERSION_FILE", code)
    monkeypatch.setattr(release, "CITATION", cited)
    assert release.set_version("9.8.7")
    assert '__version__ = "9.8.7"' in code.read_text(encoding="utf-8")
    assert re.search(r"^version: 9\.8\.7$", cited.read_text(encoding="utf-8"), re.MULTILINE)
    assert not release.set_version("9.8.7")


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {floe.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def whole() -> list[str]:
    """The names of the files of a wheel that has everything."""
    names = ["floe/__init__.py", "floe/py.typed", "floe/contents.toml", "floe_games-0.1.0.dist-info/METADATA"]
    for part in contents.parts():
        for pattern, least in part.patterns.items():
            for n in range(least):
                filled = pattern.replace("**", f"deep/file{n}.html").replace("??", ("de", "fr", "it", "en")[n % 4])
                names.append("floe/" + filled.replace("*", f"x{n}"))
    return names


def test_a_wheel_with_everything_passes(release: ModuleType) -> None:
    assert release.wrong_with(whole()) == []


def test_what_is_missing_is_named(release: ModuleType) -> None:
    lacking = [name for name in whole() if "weights.npz" not in name and "/sw.js" not in name]
    assert release.wrong_with(lacking) == [
        "web app lacks server/web/sw.js",
        "networks lacks games/icecult/weights.npz",
        "networks lacks games/igluiglu/weights.npz",
    ]


def test_what_is_on_no_list_is_named(release: ModuleType) -> None:
    for stray in ("floe/server/web/.sources", "floe/notes.txt", "tests/test_x.py", "floe/server/web/kernels/sources"):
        assert release.wrong_with([*whole(), stray]) == [f"{stray} is on no list"]


def test_two_builds_that_differ_are_told_apart(release: ModuleType, tmp_path: Path) -> None:
    files = []
    for name, text in (("one", "x"), ("two", "x"), ("three", "y")):
        (tmp_path / name).mkdir()
        file = tmp_path / name / "floe.whl"
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(zipfile.ZipInfo("floe/a.py"), text)
        files.append(file)
    release.compare([files[0]], [files[1]])
    with pytest.raises(release.Refused, match=r"differs in floe/a\.py"):
        release.compare([files[0]], [files[2]])


def test_a_tree_with_changes_is_refused(release: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*command: str) -> None:
        who = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
        program = shutil.which("git") or "git"
        subprocess.run([program, *who, *command], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--quiet")
    (tmp_path / "file").write_text("1", encoding="utf-8")
    git("add", "file")
    git("commit", "--quiet", "--message", "One")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    release.check_tree("1.0.0")
    git("tag", "v1.0.0")
    with pytest.raises(release.Refused, match=r"tag v1\.0\.0"):
        release.check_tree("1.0.0")
    (tmp_path / "file").write_text("2", encoding="utf-8")
    with pytest.raises(release.Refused, match="not clean"):
        release.check_tree("1.0.1")


def test_the_bill_of_materials_has_all_that_is_locked() -> None:
    sbom = tool("sbom")
    bill = json.loads(sbom.text("1.2.3", 1_700_000_000))
    assert sbom.text("1.2.3", 1_700_000_000) == json.dumps(bill, indent=1) + "\n"
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["purl"] == "pkg:pypi/floe-games@1.2.3"
    assert bill["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    locked = re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", sbom.PYTHON.read_text(encoding="utf-8"), re.MULTILINE)
    purls = {one["purl"] for one in bill["components"]}
    assert {f"pkg:pypi/{name}@{version}" for name, version in locked} <= purls
    shipped = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert {f"pkg:npm/{name.replace('@', '%40')}@{version}" for name, version in shipped.items()} <= purls
    assert any(purl.startswith("pkg:npm/svelte@") for purl in purls)
    assert len(purls) == len(bill["components"])


def test_the_command_explains_itself() -> None:
    done = subprocess.run([sys.executable, "tools/release.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "release.py VERSION" in done.stderr

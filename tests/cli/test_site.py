"""``floe site``: a folder for any file server. That it plays is tested in a browser: ``web/tests/e2e/site.test.ts``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from floe.cli import site
from floe.core.errors import BadOption
from tests.cli.running import REPOSITORY, call, flat

PAGE = (REPOSITORY / "web" / "index.html").read_text(encoding="utf-8")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """As much of a built web app as the command looks at."""
    folder = tmp_path / "built"
    for name, text in {
        "index.html": PAGE,
        "sw.js": "self",
        ".sources": "note",
        "assets/app.js": "play()",
        "kernels/sources": "note",
        "python/built.json": json.dumps({}),
        "python/icecult.json": "{}",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_documentation_comes_along_where_it_is_built(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    site.write(out, built)
    assert not (out / "docs").exists()
    page = built.parent / "docs" / "de" / "index.html"
    for file in (page, built.parent / "docs" / "index.html"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("Floe", encoding="utf-8")
    site.write(out, built)
    assert (out / "docs" / "de" / "index.html").is_file()
    page.unlink()
    site.write(out, built)
    assert not (out / "docs" / "de" / "index.html").exists()


def test_the_page_is_alone_and_relative(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "site"
    assert site.write(out, built) == ["icecult"]
    page = (out / "index.html").read_text(encoding="utf-8")
    assert site.ALONE in page
    assert site.WITH_SERVER not in page
    assert "<base" not in page
    assert page.index("Content-Security-Policy") < page.index("<title>")
    assert "frame-ancestors" not in page  # which a page cannot say of itself
    assert "ws:" not in page
    assert 'href="rules/icecult.html"' in page
    files = {file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file()}
    assert files == {
        ".nojekyll",
        "index.html",
        "sw.js",
        "assets/app.js",
        "python/built.json",
        "python/icecult.json",
        "rules/icecult.html",
        "rules/icecult.de.html",
        "rules/icecult.fr.html",
        "rules/icecult.it.html",
    }


def test_the_rules_can_be_read_without_the_app(built: Path, tmp_path: Path) -> None:
    site.write(tmp_path / "site", built)
    page = (tmp_path / "site" / "rules" / "icecult.html").read_text(encoding="utf-8")
    assert "<title>ICE CULT: the rules · Floe</title>" in page
    assert 'id="notation"' in page
    assert 'href="#notation"' in page
    assert "IC-17" in page
    assert "<script" not in page


def test_the_rules_can_be_read_in_every_language(built: Path, tmp_path: Path) -> None:
    site.write(tmp_path / "site", built)
    page = (tmp_path / "site" / "rules" / "icecult.de.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    assert "<title>ICE CULT: die Regeln · Floe</title>" in page
    assert "IC-17 Kreis" in page
    links = re.findall(r'href="([^"#]+)"', page)
    assert set(links) >= {"icecult.html", "icecult.de.html", "icecult.fr.html", "icecult.it.html"}
    assert not [link for link in links if link.endswith(".md")]
    assert all((tmp_path / "site" / "rules" / link).exists() for link in links if link.startswith("icecult"))


def test_an_earlier_site_is_written_anew(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    site.write(out, built)
    (out / "CNAME").write_text("floe.example.org")
    (out / "assets" / "old.js").write_text("old()")
    site.write(out, built)
    assert (out / "CNAME").read_text() == "floe.example.org"
    assert not (out / "assets" / "old.js").exists()


def test_a_site_that_was_not_finished_is_written_anew(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    site.write(out, built)
    (out / "index.html").unlink()
    site.write(out, built)
    assert (out / "index.html").is_file()


@pytest.mark.parametrize("found", ["thesis.txt", "index.html"])
def test_a_folder_of_somebody_elses_is_left_alone(found: str, built: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    (out / found).write_text("mine")
    with pytest.raises(BadOption, match="is not empty"):
        site.write(out, built)
    assert [(file.name, file.read_text()) for file in out.iterdir()] == [(found, "mine")]


def test_a_file_is_no_folder(built: Path, tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine")
    with pytest.raises(BadOption, match="is not empty"):
        site.write(tmp_path / "site", built)


@pytest.mark.parametrize("missing", ["index.html", "python/built.json"])
def test_an_app_that_is_not_built_cannot_be_written(missing: str, built: Path, tmp_path: Path) -> None:
    (built / missing).unlink()
    with pytest.raises(BadOption, match="make web"):
        site.write(tmp_path / "site", built)
    assert not (tmp_path / "site").exists()


def test_the_command_says_what_to_do_next(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.write, "__defaults__", (built,))
    said = call("site", tmp_path / "site")
    assert said.exit_code == 0
    assert "ICE CULT" in flat(said.stdout)
    assert "http.server" in flat(said.stdout)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine")
    refused = call("site", tmp_path / "full")
    assert refused.exit_code == 2
    assert "is not empty" in flat(refused.stderr)

"""The documentation as a site: it is built strictly, in four languages, and every link in it leads somewhere."""

from __future__ import annotations

import importlib
import re
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.packaging.tools import tool

SECTIONS = ("Play", "Host", "Research", "Extend")


class Page(HTMLParser):
    """What a page points to, and what can be pointed to in it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.inline_scripts = 0
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.places |= {value for name in ("id", "name") if (value := given.get(name))}
        self.links += [value for name in ("href", "src") if (value := given.get(name))]
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            self.inline_scripts += 1


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as ``make docs`` does it; a warning of Sphinx is an error."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    assert tool("docs").main([str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file) for file in sorted(site.rglob("*.html"))}


def test_every_public_name_is_documented() -> None:
    assert tool("docsite.reference").undocumented() == []


def test_no_link_is_broken(site: Path, pages: dict[Path, Page]) -> None:
    broken = []
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            there = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            there = there / "index.html" if there.is_dir() else there
            found = there.is_file() and there.is_relative_to(site)
            if not found or (parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].places):
                broken.append(f"{file.relative_to(site)}: {link}")
    assert broken == []


def test_no_page_has_a_script_in_it(pages: dict[Path, Page]) -> None:
    """Floe's server sends a policy that would not let it run."""
    assert [str(file) for file, page in pages.items() if page.inline_scripts] == []


def test_no_script_evaluates_text(site: Path) -> None:
    """The server lets no page do that: it would break off what the script does after it."""
    for language in ("de", "fr", "it"):
        assert "new Function" not in (site / language / "_static" / "doctools.js").read_text(encoding="utf-8")


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, Page]) -> None:
    for file, page in pages.items():
        text = file.read_text(encoding="utf-8")
        assert not re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"(?:https?:)?//", text), file
        assert page.links


def test_every_section_is_there_and_every_language_has_the_players_pages(site: Path) -> None:
    index = (site / "index.html").read_text(encoding="utf-8")
    assert all(f'<span class="caption-text">{section}</span>' in index for section in SECTIONS)
    for language, search in (("", "english"), ("de", "german"), ("fr", "french"), ("it", "italian")):
        for page in ("index", "playing", "games/icecult", "games/igluiglu", "search"):
            text = (site / language / f"{page}.html").read_text(encoding="utf-8")
            assert f'lang="{language or "en"}"' in text
        assert (site / language / "searchindex.js").stat().st_size > 5_000
        assert (site / language / "_static" / f"{search}-stemmer.js").is_file()


def test_the_reference_has_every_public_name(site: Path) -> None:
    reference = tool("docsite.reference")
    written = zlib.decompress((site / "objects.inv").read_bytes().split(b"\n", 4)[4]).decode()
    names = {line.split(" ", 1)[0] for line in written.splitlines()}
    for module in reference.modules():
        assert module in names
        for member in reference.public(importlib.import_module(module)):
            value = getattr(importlib.import_module(module), member)
            home = getattr(value, "__module__", module)
            where = f"{home}.{member}" if home in reference.modules() else f"{module}.{member}"
            if isinstance(value, type) or callable(value):
                assert where in names, where


def messages() -> Iterator[str]:
    types = tool("write_web_types")
    for module in types.MODULES:
        yield from (name for name, _ in types._defined(module))


def test_the_protocol_is_told_from_its_types(site: Path) -> None:
    text = (site / "messages.html").read_text(encoding="utf-8")
    assert [name for name in messages() if f"<h3>{name}<" not in text] == []

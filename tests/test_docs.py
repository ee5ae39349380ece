"""The project's own pages: what they point to is there, and they speak of no particular machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from floe import games
from floe.core.levels import LADDER, Level

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

every_page = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def anchor(heading: str) -> str:
    """A heading's anchor, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    prose = re.sub(r"```.*?```", "", text_of(page), flags=re.DOTALL)
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)$", prose, re.MULTILINE)}


def test_there_are_the_pages_that_a_newcomer_looks_for() -> None:
    names = {str(page.relative_to(ROOT)) for page in PAGES}
    assert names >= {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/games/icecult.md"}


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, place = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), f"{target} is not there"
        assert not place or place in anchors(there), f"{target}: there is no such heading"


@every_page
def test_every_make_target_that_is_named_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", text_of(ROOT / "Makefile"), re.MULTILINE))
    fenced = "\n".join(re.findall(r"```sh\n(.*?)```", text_of(page), re.DOTALL))
    named = re.findall(r"`make ([a-z -]+)`", text_of(page))
    named += re.findall(r"^ *make ([a-z -]+)", fenced, re.MULTILINE)
    for commands in named:
        assert set(commands.split()) <= targets, f"make {commands}"


@every_page
def test_every_file_that_is_named_in_full_exists(page: Path) -> None:
    folders = "|".join(folder.name for folder in ROOT.iterdir() if folder.is_dir() and folder.name[0] != ".")
    for path in re.findall(rf"`((?:{folders})/[\w./-]+)`", text_of(page)):
        assert (ROOT / path).exists(), f"{path} is not there"


@every_page
def test_no_page_speaks_of_a_particular_machine(page: Path) -> None:
    found = re.search(
        r"(?<![\w.])/(?:home|root|work|tmp|usr|var|Users|opt|mnt)/|\.\./shared|localhost|[A-Z]:\\", text_of(page)
    )
    assert found is None, found


def test_every_target_of_the_makefile_explains_itself() -> None:
    lines = re.findall(r"^[a-z][a-z-]*:.*$", text_of(ROOT / "Makefile"), re.MULTILINE)
    assert lines
    assert all(" ## " in line for line in lines)


def in_words(level: Level) -> str:
    """How a searching player plays, as the page on machine players says it."""
    budget = level.budget
    thinks = f"{budget.simulations:,} simulations an action" if budget.simulations else ""
    thinks += f"{budget.seconds} seconds an action on up to eight cores" if budget.seconds else ""
    return thinks + (f", overlooks {level.overlooks:.0%} of the actions".replace("%", " %") if level.overlooks else "")


@pytest.mark.parametrize("level", LADDER)
def test_the_page_on_machine_players_says_how_each_level_plays(level: str) -> None:
    row = " | ".join(
        [f"`{level}`", *(in_words(games.manifest(game).levels[level]) for game in ("icecult", "igluiglu"))]
    )
    assert f"| {row} |" in text_of(ROOT / "docs" / "bots.md")

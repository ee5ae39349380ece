"""``floe site``: the web app as a folder that any file server can serve, under any path, with no server of ours."""

from __future__ import annotations

import itertools
import re
import shutil
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

import floe
from floe import rulebook
from floe.core.errors import BadOption
from floe.server.webapp import FOLDER, POLICY

WITH_SERVER = '<meta name="floe-server" content="here" />'
ALONE = '<meta name="floe-server" content="none" />'
"""By this the app knows that it is alone, and we know a folder that we may write again."""
_FROM_THE_TOP = '<base href="/" />'
_NOTES = shutil.ignore_patterns("sources", ".sources")  # the builder's own


def write(out: Path, built: Path = FOLDER) -> list[str]:
    """Write the site into a folder; returns the names of the games that it plays."""
    if not (built / "index.html").is_file():
        raise BadOption("the web app has not been built: run make web in a checkout of Floe")
    if not (built / "python" / "built.json").is_file():
        raise BadOption("the web app was built without what a page needs to host games: run make web again")
    if out.exists() and not _may_write(out):
        raise BadOption(f"{out} is not empty, and no site that floe site wrote")
    out.mkdir(parents=True, exist_ok=True)
    (out / "index.html").unlink(missing_ok=True)  # it comes last: as long as it is missing, the site is not whole
    for entry in sorted(built.iterdir()):
        if entry.is_dir():
            shutil.rmtree(out / entry.name, ignore_errors=True)
            shutil.copytree(entry, out / entry.name, ignore=_NOTES)
        elif entry.name not in ("index.html", ".sources"):
            shutil.copyfile(entry, out / entry.name)
    (out / ".nojekyll").touch()  # or GitHub Pages leaves out files whose names begin with _
    games = [game for game in floe.game_names() if (built / "python" / f"{game}.json").is_file()]
    _write_rules(out / "rules", games)
    shutil.rmtree(out / "docs", ignore_errors=True)
    docs = built.parent / "docs"
    if (docs / "index.html").is_file():  # where it was not built, the site does without
        shutil.copytree(docs, out / "docs")
    (out / "index.html").write_text(_page((built / "index.html").read_text(encoding="utf-8"), games), encoding="utf-8")
    return games


def _may_write(out: Path) -> bool:
    """Whether a folder is empty, or what an earlier call wrote or had begun to write."""
    if not out.is_dir():
        return False
    page = out / "index.html"
    if page.is_file():
        return ALONE in page.read_text(encoding="utf-8", errors="replace")
    return ((out / ".nojekyll").is_file() and (out / "sw.js").is_file()) or not any(out.iterdir())


def _page(page: str, games: list[str]) -> str:
    """The app's page for a folder: all addresses relative, its policy in itself, and for robots a text to read."""
    titles = {game: floe.games.manifest(game).title for game in games}
    rules = " ".join(f'<a href="rules/{game}.html">The rules of {escape(title)}</a>' for game, title in titles.items())
    described = f"Play {' and '.join(titles.values())} in the browser, against machines or at one screen."
    changes = {
        _FROM_THE_TOP: _policy("base-uri 'none'"),
        WITH_SERVER: f'{ALONE}\n    <meta name="description" content="{escape(described)}" />',
        '<div id="app"></div>': f'<div id="app"></div>\n    <noscript>{escape(described)} {rules}</noscript>',
    }
    for before, after in changes.items():
        if page.count(before) != 1:
            raise BadOption("the web app was built by another version of Floe: run make web again")
        page = page.replace(before, after)
    return page


def _policy(more: str) -> str:
    return f'<meta http-equiv="Content-Security-Policy" content="{POLICY}; connect-src \'self\'; {more}" />'


_LANGUAGES = {
    "en": ("English", "{title}: the rules"),
    "de": ("Deutsch", "{title}: die Regeln"),
    "fr": ("Français", "{title} : les règles"),
    "it": ("Italiano", "{title}: le regole"),
}
_RULES = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8" />
    {policy}
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{title} · Floe</title>
    <link rel="icon" href="../icon.svg" type="image/svg+xml" />
    <style>
      body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.6 system-ui, sans-serif; }}
      body {{ color: #e8f6fa; background: #07252e; }}
      a {{ color: #9fdcec; }}
      pre {{ overflow-x: auto; }}
      table {{ display: block; overflow-x: auto; border-collapse: collapse; }}
      td, th {{ padding: 0.25rem 0.75rem; border: 1px solid #2c5966; text-align: left; }}
    </style>
  </head>
  <body>
    <p><a href="../">Floe</a> · {others}</p>
    {text}
  </body>
</html>
"""


def _write_rules(folder: Path, games: list[str]) -> None:
    """Each game's pages of rules, to be read without the app."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for game in games:
        title = escape(floe.games.manifest(game).title)
        there = [one for one in rulebook.languages(game) if one in _LANGUAGES]
        for language in there:
            links = (f'<a href="{_rules_file(game, one)}" lang="{one}">{_LANGUAGES[one][0]}</a>' for one in there)
            page = _RULES.format(
                language=language,
                policy=_policy("base-uri 'none'"),
                title=_LANGUAGES[language][1].format(title=title),
                others=" · ".join(links),
                text=_html(rulebook.page(game, language)),
            )
            (folder / _rules_file(game, language)).write_text(page, encoding="utf-8")


def _rules_file(game: str, language: str) -> str:
    return f"{game}.html" if language == rulebook.ENGLISH else f"{game}.{language}.html"


def _html(markdown: str) -> str:
    """Markdown as a page; its headings can be linked to as on the hosts of repositories."""
    reader = MarkdownIt("commonmark").enable("table")
    tokens = reader.parse(markdown)
    for link in (part for token in tokens for part in token.children or () if part.type == "link_open"):
        link.attrSet("href", re.sub(r"^(\w+)\.md$", r"\1.html", str(link.attrGet("href"))))  # the page beside it
    for token, words in itertools.pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", re.sub(r"[^\w -]", "", words.content.lower()).replace(" ", "-"))
    return str(reader.renderer.render(tokens, reader.options, {}))

"""Put the sources of the site together: the project's pages with their links turned, and what is written from code."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from docsite import messages, reference
from docsite.pages import ENGLISH, LANGUAGES, PLAYERS, ROOT, SECTIONS, pages

_LINK = re.compile(r"(?P<mark>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)")
_FENCE = re.compile(r"(^ *```.*?^ *```[^\n]*$)", re.MULTILINE | re.DOTALL)


def assemble(folder: Path) -> None:
    """Write the sources of every language into a folder of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    every = pages()
    for path, (language, name) in every.items():
        text = _turned((ROOT / path).read_text(encoding="utf-8"), path, every, folder / language)
        _write(folder / language / f"{name}.md", _with_languages(text, language, name, every))
    for name, text in {**reference.pages(), "messages": messages.page()}.items():
        _write(folder / ENGLISH / f"{name}.md", text)
    for language in LANGUAGES:
        index = folder / language / "index.md"
        sections = SECTIONS if language == ENGLISH else {"": PLAYERS}
        _write(index, index.read_text(encoding="utf-8") + "".join(_tree(*section) for section in sections.items()))


def _tree(caption: str, names: list[str]) -> str:
    head = f":caption: {caption}\n" if caption else ""
    return f"\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n{head}\n" + "\n".join(names) + "\n```\n"


def _with_languages(text: str, language: str, name: str, every: dict[str, tuple[str, str]]) -> str:
    """Under the title of a page that other languages have too: where they are."""
    there = [other for other in LANGUAGES if (other, name) in every.values()]
    if len(there) == 1:
        return text
    links = [
        LANGUAGES[other]
        if other == language
        else f'<a href="{_address(name, language, other)}" lang="{other}" hreflang="{other}">{LANGUAGES[other]}</a>'
        for other in there
    ]
    title, _, rest = text.partition("\n")
    return f'{title}\n\n<p class="languages">{" · ".join(links)}</p>\n{rest}'


def _address(name: str, language: str, other: str, source: str | None = None) -> str:
    """The address of a page in the site of another language, as seen from one of this language."""
    here = Path("" if language == ENGLISH else language) / (source or name)
    there = Path("" if other == ENGLISH else other) / f"{name}.html"
    return Path(os.path.relpath(there, here.parent)).as_posix()


def _turned(text: str, path: str, every: dict[str, tuple[str, str]], out: Path) -> str:
    """The links of a page as the site has them. What the site does not hold, such as a source file, is named only."""
    language, name = every[path]

    def turn(found: re.Match[str]) -> str:
        target, words = found["target"], found["text"]
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        file, _, place = target.partition("#")
        there = Path(os.path.normpath(Path(path).parent / file)).as_posix()
        if there in every:
            other, page = every[there]
            anchor = f"#{place}" if place else ""
            if other == language:
                beside = Path(os.path.relpath(f"{page}.md", Path(name).parent)).as_posix()
                return f"[{words}]({beside}{anchor})"
            return f'<a href="{_address(page, language, other, name)}{anchor}">{words}</a>'
        if found["mark"]:
            shown = Path(there).relative_to("docs")
            (out / shown).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / there, out / shown)
            return f"![{words}]({Path(os.path.relpath(shown, Path(name).parent)).as_posix()})"
        return words

    fenced = _FENCE.split(text)
    return "".join(part if number % 2 else _LINK.sub(turn, part) for number, part in enumerate(fenced))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")

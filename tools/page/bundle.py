"""Bundles: which modules of Floe a page runs, lowered, with what stands in for those that it cannot run."""

from __future__ import annotations

import ast
from pathlib import Path

import floe
from floe import rulebook
from floe.bots.search.heuristics import heuristics_of
from floe.core.manifest import load
from floe.server.language import LANGUAGES
from page.lower import lower
from page.names import CannotLower

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [ROOT / "src"]
STAND_INS = ROOT / "web" / "python"


OF_MICROPYTHON = {
    "os",
    "base64",
    "collections",
    "hashlib",
    "json",
    "math",
    "struct",
    "sys",
    "js",
    "outside",
    "floe.page_build",
}
"""Modules that come with MicroPython, that the page registers, or that are written below."""
LEFT_OUT = ("encoding", "compact")
"""Parts of a game that a page never asks for: what networks see. Their names are there, and stand for nothing."""


HOST = ("floe.page.host", "floe.bots.search_player", "floe.bots.uniform")
"""What every page needs. Modules that are imported by name only when they are asked for must be named here."""
OF_GAME = ("engine", "explanations", "trying", "handicaps", "styles")
"""The parts of a game's manifest that a page needs."""


OF_HEURISTICS = ("EXPLORATION", "UCT_EXPLORATION", "by_playouts", "learns")


def bundles(games: list[str], more: tuple[str, ...] = ()) -> dict[str, dict[str, str]]:
    """The host's files, and what games, their puzzles and the rules in each language add, by the bundles' names."""
    made = {"host": _closure([*HOST, *more]) | {"floe/page_build.py": _build_facts(games)}}
    made |= {f"rules-{one}": {f"floe/rules_{one}.py": _rules(games, one)} for one in LANGUAGES}
    for name in games:
        manifest = floe.games.manifest(name)
        parts = [reference for part in OF_GAME if (reference := getattr(manifest, part)) is not None]
        files = _closure([f"{manifest.package}.manifest", *(part.partition(":")[0] for part in parts)])
        made[name] = {path: text for path, text in files.items() if path not in made["host"]}
        puzzles = manifest.file("puzzle_set")
        if puzzles is not None:
            place = f"{manifest.package.replace('.', '/')}/{manifest.puzzle_set}"
            made[f"puzzles-{name}"] = {place: puzzles.read_text(encoding="utf-8")}
    return made


def _build_facts(games: list[str]) -> str:
    """What is known when the page is built."""
    heuristics = {name: {about: getattr(heuristics_of(name), about) for about in OF_HEURISTICS} for name in games}
    text = f"VERSION = {floe.__version__!r}\nHEURISTICS = {heuristics!r}\n"
    return lower(text, "floe.page_build")


def _rules(games: list[str], language: str) -> str:
    """The rules of all games in a language."""
    rules = {name: rulebook.rules(name, language) for name in games}
    return lower(f"RULES = {rules!r}\n", f"floe.rules_{language}")


def _closure(roots: list[str]) -> dict[str, str]:
    """The roots and all that they import, as the texts of modules by their files' names."""
    made: dict[str, str] = {}
    todo = [(name, "the page") for name in roots]
    while todo:
        name, wanted_by = todo.pop()
        if name in OF_MICROPYTHON:
            continue
        found = _file(name)
        if found is None:
            raise CannotLower(wanted_by, None, f"a page has no module {name}")
        path, text = found
        if path in made:
            continue
        made[path] = text
        todo += [(one, name) for one in _imported(name, text)]
    return made


def _imported(name: str, text: str) -> list[str]:
    """The modules that a module needs."""
    parents = name.split(".")
    found = [".".join(parents[:n]) for n in range(1, len(parents))]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            named = (f"{node.module}.{alias.name}" for alias in node.names)
            found += [node.module, *(one for one in named if _file(one) is not None)]
    return found


def _file(name: str) -> tuple[str, str] | None:
    """Where a module is put in the page, and its text: of what stands in for it, or of its own, lowered."""
    for folder, lowered in ((STAND_INS, False), *((source, True) for source in SOURCES)):
        for path in (f"{name.replace('.', '/')}.py", f"{name.replace('.', '/')}/__init__.py"):
            if (folder / path).is_file():
                text = (folder / path).read_text(encoding="utf-8")
                if lowered and name.startswith("floe.games.") and name.rpartition(".")[2] in LEFT_OUT:
                    return path, _names_alone(text)
                return path, _compiled_kernels(name, lower(text, name)) if lowered else ast.unparse(
                    ast.parse(text)
                ) + "\n"
    return None


def _compiled_kernels(module: str, text: str) -> str:
    """A game's module, in which the functions that a page has compiled are those."""
    for game, manifest in floe.games.found().manifests.items():
        if module in manifest.kernels:
            names = load(module).KERNELS
            text += "import kernels\n" + "".join(f"{name} = kernels.entry({game!r}, {name!r})\n" for name in names)
    return text


def _names_alone(text: str) -> str:
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return " = ".join(sorted(names)) + " = None\n"

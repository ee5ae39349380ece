"""The pages of the reference: one for each module that others may import from, filled from its docstrings."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from types import ModuleType

MODULES = {
    "Floe": ["floe"],
    "Games": [
        "floe.core.game",
        "floe.core.mutable",
        "floe.core.batch",
        "floe.core.record",
        "floe.core.outcome",
        "floe.core.facts",
        "floe.core.errors",
    ],
    "Machine players": [
        "floe.bots.bot",
        "floe.bots.registry",
        "floe.bots.search_player",
        "floe.bots.hints",
        "floe.bots.analysis",
    ],
    "Puzzles": ["floe.puzzling.library", "floe.puzzling.collection", "floe.puzzling.puzzle"],
    "Arena": ["floe.arena.match", "floe.arena.ratings", "floe.arena.sprt", "floe.arena.balance"],
    "Environments": ["floe.envs.gymnasium", "floe.envs.pettingzoo", "floe.envs.openspiel"],
    "A game of your own": [
        "floe.core.manifest",
        "floe.core.options",
        "floe.core.levels",
        "floe.core.documents",
        "floe.core.canvas",
        "floe.core.words",
        "floe.core.jit",
        "floe.core.places",
        "floe.testing.checks",
        "floe.testing.fuzz",
        "floe.testing.perft",
        "floe.testing.walks",
    ],
}
"""What is public: these modules, and in them every name without an underscore that is made there."""


def modules() -> list[str]:
    """The public modules."""
    return [name for names in MODULES.values() for name in names]


def public(module: ModuleType) -> list[str]:
    """The public names of a module: those it says, or else the classes and functions that it defines."""
    said = getattr(module, "__all__", None)
    if said is not None:
        return [name for name in said if not inspect.ismodule(getattr(module, name))]
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isroutine(value))
        and getattr(value, "__module__", None) == module.__name__
    ]


def undocumented() -> list[str]:
    """Public names, and public methods of public classes, that no docstring tells of."""
    found = []
    for name in modules():
        module = importlib.import_module(name)
        if not (module.__doc__ or "").strip():
            found.append(name)
        for member in public(module):
            value = getattr(module, member)
            if (inspect.isclass(value) or inspect.isroutine(value)) and not _told(value):
                found.append(f"{name}.{member}")
            if inspect.isclass(value):
                found += [f"{name}.{member}.{method}" for method in _methods(value)]
    return found


def _methods(owner: type) -> list[str]:
    """The public methods and properties that a class itself defines, and nobody tells of."""
    return [
        name
        for name, value in vars(owner).items()
        if not name.startswith("_")
        and (inspect.isroutine(value) or isinstance(value, property))
        and not _told(getattr(owner, name) if inspect.isroutine(value) else value)
        and not any(name in vars(base) for base in owner.__mro__[1:])  # told where it is declared
    ]


def _told(value: object) -> bool:
    return bool((inspect.getdoc(value) or "").strip())


def pages() -> dict[str, str]:
    """The pages by their names in the site."""
    written = {f"reference/{name}": _page(importlib.import_module(name)) for name in modules()}
    lists = "".join(
        f"\n## {title}\n\n"
        + "".join(f"- [`{name}`]({name}.md): {_first(importlib.import_module(name))}\n" for name in names)
        for title, names in MODULES.items()
    )
    tree = "\n```{toctree}\n:hidden:\n\n" + "\n".join(modules()) + "\n```\n"
    head = (
        "# Reference\n\nWhat may be imported, from the docstrings. All else may change from one version to the next.\n"
    )
    return written | {"reference/index": head + lists + tree}


def _page(module: ModuleType) -> str:
    """One module. What it offers of another public module is told there, and once."""
    name = module.__name__
    homes = {member: getattr(getattr(module, member), "__module__", name) for member in public(module)}
    elsewhere = {member: home for member, home in homes.items() if home != name and home in modules()}
    options = ["members:", "show-inheritance:", *(["imported-members:"] if hasattr(module, "__all__") else [])]
    options += [f"exclude-members: {', '.join(elsewhere)}"] if elsewhere else []
    listed = "".join(f"   :{option}\n" for option in options)
    told = "".join(f"- `{name}.{member}`: see [`{home}`]({home}.md)\n" for member, home in elsewhere.items())
    return f"# {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n{listed}```\n" + (f"\n{told}" if told else "")


def _first(module: ModuleType) -> str:
    """The first sentence of a docstring, as Markdown."""
    return " ".join((module.__doc__ or "").strip().partition("\n\n")[0].split()).replace("``", "`")

"""Mutation testing: small mistakes are made in the source, one at a time, and the tests have to notice each.

    python tools/mutants.py src/floe/server/tables src/floe/server/store --count 80 --seed 1

Each mutant lives in processes of its own, which run the quick tests, then a short simulation of the server, then the
tests with a server; the first that fails has killed it. What survives is printed as a difference.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import importlib
import importlib.abc
import mmap
import os
import random
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import NoReturn

import pytest

import floe

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = ("postgresql.py", "migrations", "schema.py", "__init__.py", "plain.py")
"""What runs only beside other programs, or is held by tests of its own."""
QUICK = [
    f"tests/server/test_{name}.py"
    for name in (
        "tables_play", "tables_clocks", "tables_takeback", "tables_gathering", "tables_records", "service",
        "store", "store_appends", "store_outages", "tables_property", "tables_plans", "tables_swap", "tables_joined",
        "tables_handicap", "store_devices", "settings",
    )
]  # fmt: skip

SERVED = [
    f"tests/server/test_{name}.py"
    for name in (
        "store_gone", "admin", "presence", "puzzle_ratings", "puzzle_record", "long_logs", "scheduler", "socket_table",
        "http_tables", "http_records", "http_people", "links", "machines_at_tables", "plans_served", "devices",
        "notices", "host_players", "doctor", "health", "secrets",
    )
]  # fmt: skip
"""Tests with a server: slower, so they come last."""
NOTED = 300
NOTE = mmap.mmap(-1, NOTED)
"""What a process that was forked has to say to the one that waits for it."""
KEYWORDS = {"frozen", "slots", "kw_only", "strict", "tag", "default_factory"}
"""What guards against mistakes of programmers, or names something: not what a program does."""

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


@dataclass(frozen=True)
class Mutant:
    """One mistake: at a node of a file's syntax tree, one of those that can be made there."""

    file: Path
    node: int
    kind: int

    def made(self) -> tuple[int, str, str]:
        """Its line, what it is, and the text of the file with it."""
        tree = ast.parse(self.file.read_text())
        node = list(ast.walk(tree))[self.node]
        line, words = getattr(node, "lineno", 0), _nth(node, self.kind)
        return line, words, ast.unparse(ast.fix_missing_locations(tree))


def mutants_of(file: Path) -> list[Mutant]:
    """All mistakes that can be made in a file."""
    nodes = list(ast.walk(ast.parse(file.read_text())))
    left_out = {id(node.value) for node in nodes if isinstance(node, ast.keyword) and node.arg in KEYWORDS}
    kinds = [0 if id(node) in left_out else len(list(_changes(copy.copy(node)))) for node in nodes]
    return [Mutant(file, number, kind) for number, count in enumerate(kinds) for kind in range(count)]


def _nth(node: ast.AST, wanted: int) -> str:
    for number, words in enumerate(_changes(node)):
        if number == wanted:
            return words
    raise LookupError(wanted)


def _changes(node: ast.AST) -> Iterator[str]:
    """Change a node in one way after the other. The caller stops at the one that it wants."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARED:
            node.ops = [_COMPARED[type(op)]()]
            yield f"{type(op).__name__} became {type(node.ops[0]).__name__}"
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "and and or were exchanged"
        case ast.BinOp() if type(node.op) in _COUNTED:
            node.op = _COUNTED[type(node.op)]()
            yield f"it became {type(node.op).__name__}"
        case ast.UnaryOp(op=ast.Not()):
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
            yield "not was left out"
        case ast.Constant(value=bool()):
            node.value = not node.value
            yield f"it became {node.value}"
        case ast.Constant(value=int(number)):
            node.value = number + 1
            yield f"it became {node.value}"
        case ast.Call(func=ast.Name(id="max" | "min" as name)):
            node.func = ast.Name("min" if name == "max" else "max", ast.Load())
            yield f"{name} was exchanged"
        case ast.If() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
            yield "the condition was turned round"
        case ast.Assign() | ast.AugAssign() | ast.Expr(value=ast.Call() | ast.Await()):
            yield from _left_out(node)


def _left_out(node: ast.Assign | ast.AugAssign | ast.Expr) -> Iterator[str]:
    """A statement that changes something beside a local name is left out."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    if not isinstance(node, ast.Expr) and all(isinstance(target, ast.Name) for target in targets):
        return
    words = ast.unparse(node)
    node.__class__ = ast.Expr  # the place of a statement cannot be left empty
    node.__dict__.clear()
    node.value = ast.Constant(None)
    yield f"left out: {words[:60]}"


class _Mistaken(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Gives one module another text."""

    def __init__(self, file: Path, text: str) -> None:
        self._file = file
        self._text = text
        self._name = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, origin=str(self._file)) if name == self._name else None

    def get_source(self, name: str) -> str:
        return self._text


def preload() -> None:
    """Load once what all mutants need: everything but the server."""
    for name in (
        "alembic.command",
        "asyncpg",
        "httpx",
        "hypothesis",
        "litestar.channels",
        "prometheus_client",
        "pytest",
    ):
        importlib.import_module(name)
    for name in ("sqlalchemy.ext.asyncio", "uvicorn", "websockets", "floe.bots.registry", "floe.core.fairness"):
        importlib.import_module(name)
    for game in floe.game_names():
        floe.game(game).warm_up()


def tested(mutant: Mutant) -> bool:
    """Whether the quick tests pass: first those of the folder that the mutant is in."""
    return _pass(sorted(QUICK, key=lambda test: ("store" in test) != ("store" in str(mutant.file))))


def served(mutant: Mutant) -> bool:
    """Whether the tests with a server pass."""
    return _pass(SERVED)


def _pass(tests: list[str]) -> bool:
    # What rewrites assertions loads all of floe by itself, as the home of a plugin, and would load no mistake.
    options = ["--assert=plain", "-q", "-x", "-p", "no:cacheprovider", "--hypothesis-profile=few"]
    # In a process of its own there is no mistake; what waits for damage to be found takes most of a minute.
    left_out = "postgresql or that_is_killed or real_servers or damaged_page"
    return pytest.main([*options, "-k", f"not ({left_out})", *tests], [_Named()]) == 0


class _Named:
    """Notes which test has failed."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            NOTE.seek(0)
            NOTE.write(report.nodeid.encode()[:NOTED].ljust(NOTED))


def simulated(mutant: Mutant) -> bool:
    """Whether a simulation finds nothing."""
    world = importlib.import_module("tests.simulation.world")
    life = importlib.import_module("tests.simulation.life").life
    plan = world.Plan(days=0.05, tables=12, fault_every=8.0, deadly=0.01)
    return not world.simulate(1, plan, life).wrong


CHECKS: tuple[Callable[[Mutant], bool], ...] = (tested, simulated, served)


def blind(mutant: Mutant, limit: int, checks: Sequence[Callable[[Mutant], bool]]) -> list[str]:
    """The checks that do not even notice a file that cannot be loaded: they look at another one."""
    text = "raise RuntimeError('a mistake')"
    return [check.__name__ for check in checks if killed_by(mutant, text, limit, [check]) is None]


def killed_by(mutant: Mutant, text: str, limit: int, checks: Sequence[Callable[[Mutant], bool]] = CHECKS) -> str | None:
    """What notices a mutant; none if nothing does."""
    for check in checks:
        NOTE[:] = bytes(NOTED)
        child = os.fork()
        if not child:
            _live(mutant, text, limit, check)
        _, status = os.waitpid(child, 0)
        if status:
            test = NOTE[:].strip(b" \0").decode(errors="replace")
            return " ".join([check.__name__, *(["(never ended)"] if os.WIFSIGNALED(status) else []), test]).strip()
    return None


def _live(mutant: Mutant, text: str, limit: int, check: Callable[[Mutant], bool]) -> NoReturn:
    """In a process of its own: run a check with the mutant in place, and end."""
    code = 1
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        signal.alarm(6 * limit)  # for one that waits for ever
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        sys.meta_path.insert(0, _Mistaken(mutant.file, text))
        code = 0 if check(mutant) else 1
    finally:
        os._exit(code)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=60, help="so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="1/1", help="of those drawn, such as 2/3: to share them among processes")
    parser.add_argument(
        "--limit", type=int, default=150, help="seconds of processor time after which one has been noticed"
    )
    parser.add_argument("--sure", action="store_true", help="that it passes without any mistake: leave that run out")
    parser.add_argument(
        "--quick", action="store_true", help="the quick tests alone: the others may notice what is left"
    )
    asked = parser.parse_args()
    checks = CHECKS[:1] if asked.quick else CHECKS
    files = sorted(file.resolve() for folder in asked.folders for file in folder.rglob("*.py"))
    found = [mutant for file in files if not any(part in str(file) for part in LEFT_OUT) for mutant in mutants_of(file)]
    drawn = random.Random(asked.seed).sample(found, min(asked.count, len(found)))  # noqa: S311 - it is repeatable
    part, parts = map(int, asked.part.split("/"))
    chosen = drawn[part - 1 :: parts]
    print(f"{len(found)} mutants, {len(drawn)} of them drawn, {len(chosen)} of them here", flush=True)
    preload()
    limit = 5 * asked.limit  # it compiles what is not yet
    sound = None if asked.sure else killed_by(chosen[0], chosen[0].file.read_text(), limit, checks)
    if sound is not None:
        print(f"without any mistake it fails already: {sound}")
        return 1
    if overlooked := blind(chosen[0], asked.limit, checks):
        print(f"mistakes do not get into: {', '.join(overlooked)}")
        return 1
    survived = 0
    for number, mutant in enumerate(chosen, 1):
        line, words, text = mutant.made()
        killer = killed_by(mutant, text, asked.limit, checks)
        survived += killer is None
        print(f"{number} {killer or 'SURVIVED'}: {mutant.file.relative_to(ROOT)}:{line}: {words}", flush=True)
        if killer is None:
            before = ast.unparse(ast.parse(mutant.file.read_text())).splitlines()
            print("\n".join(difflib.unified_diff(before, text.splitlines(), lineterm="", n=1)), flush=True)
    print(f"{len(chosen) - survived} killed, {survived} survived")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    sys.exit(main())

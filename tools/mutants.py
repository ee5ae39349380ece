"""Mutation testing: small mistakes are made in the source, one at a time, and the tests have to notice each.

    python tools/mutants.py src/floe/server/tables src/floe/server/store --count 80 --seed 1

Each mutant runs in a copy of the source, first against the quick tests and then against a short simulation of the
server; the first that fails has killed it. What survives is printed as a difference.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = ("postgresql.py", "migrations", "schema.py", "__init__.py", "plain.py")
"""What runs only beside other programs, or is held by tests of its own."""
QUICK = [
    "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--hypothesis-profile=few", "-k", "not postgresql",
    "tests/server/test_tables_play.py", "tests/server/test_tables_clocks.py", "tests/server/test_tables_takeback.py",
    "tests/server/test_tables_gathering.py", "tests/server/test_tables_records.py",
    "tests/server/test_tables_property.py", "tests/server/test_store.py", "tests/server/test_store_appends.py",
    "tests/server/test_store_outages.py", "tests/server/test_service.py",
]  # fmt: skip
SIMULATION = [
    "-m", "tests.simulation", "--seed", "1", "--seeds", "2", "--jobs", "1", "--days", "0.05", "--tables", "12",
    "--fault-every", "8", "--deadly", "0.01",
]  # fmt: skip

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


@dataclass(frozen=True)
class Mutant:
    """One mistake: a file, and its text with the mistake in it."""

    file: Path
    line: int
    what: str
    text: str


def mutants_of(file: Path) -> Iterator[Mutant]:
    """All mistakes that can be made in a file."""
    source = file.read_text()
    tree = ast.parse(source)
    for number, node in enumerate(ast.walk(tree)):
        for what in range(len(list(_changes(copy.deepcopy(node))))):
            changed = copy.deepcopy(tree)
            target = list(ast.walk(changed))[number]
            words = _nth(target, what)
            text = ast.unparse(ast.fix_missing_locations(changed))
            yield Mutant(file, getattr(node, "lineno", 0), words, text)


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


def killed_by(mutant: Mutant, limit: float) -> str | None:
    """What notices a mutant; none if nothing does."""
    with tempfile.TemporaryDirectory(prefix="floe-mutant-") as folder:
        place = Path(folder)
        for name in ("tests", "docs", "pyproject.toml"):
            (place / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "src" / "floe", place / "src" / "floe", symlinks=True, ignore=_not_needed)
        (place / mutant.file.relative_to(ROOT)).write_text(mutant.text)
        for name, command in (("tests", QUICK), ("simulation", SIMULATION)):
            environment = os.environ | {"PYTHONPATH": str(place / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
            try:
                done = subprocess.run(  # noqa: S603 - our own commands
                    [sys.executable, *command],
                    cwd=place,
                    env=environment,
                    capture_output=True,
                    timeout=limit,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return f"{name} (never ended)"
            if done.returncode:
                return name
    return None


def _not_needed(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name in ("__pycache__", "web", "precompiled")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=60, help="so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="leave out the first so many of those drawn")
    parser.add_argument("--limit", type=float, default=900, help="seconds after which a run counts as noticed")
    asked = parser.parse_args()
    files = sorted(file.resolve() for folder in asked.folders for file in folder.rglob("*.py"))
    found = [mutant for file in files if not any(part in str(file) for part in LEFT_OUT) for mutant in mutants_of(file)]
    drawn = random.Random(asked.seed).sample(found, min(asked.count, len(found)))  # noqa: S311 - it is repeatable
    print(f"{len(found)} mutants, {len(drawn)} of them drawn")
    survived = 0
    for number, mutant in enumerate(drawn[asked.skip :], asked.skip + 1):
        killer = killed_by(mutant, asked.limit)
        survived += killer is None
        place = f"{mutant.file.relative_to(ROOT)}:{mutant.line}"
        print(f"{number} {killer or 'SURVIVED'}: {place}: {mutant.what}", flush=True)
        if killer is None:
            before = ast.unparse(ast.parse(mutant.file.read_text())).splitlines()
            print("\n".join(difflib.unified_diff(before, mutant.text.splitlines(), lineterm="", n=1)), flush=True)
    print(f"{len(drawn) - asked.skip - survived} killed, {survived} survived")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The command line, run inside the test's own process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from typer.testing import CliRunner, Result

from floe.cli.app import app

Floe: TypeAlias = Callable[..., Result]

REPOSITORY = Path(__file__).parents[2]
RECORDS = REPOSITORY / "tests" / "records"


def call(*arguments: object, typed: str = "") -> Result:
    """``floe ARGUMENTS`` with these lines typed in. A crash of the command is a crash of the test."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed, catch_exceptions=False)


def flat(text: str) -> str:
    """Text on one line, wherever a narrow terminal broke it."""
    return " ".join(text.split())

"""The command ``floe doctor``: what the server's own examination finds, for a person to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from floe.cli.serve import check_installed, with_settings
from floe.server.settings import Settings

_MARKS = {"well": "✓", "note": "–", "wrong": "×"}


def command() -> Callable[..., None]:
    """The command, with the same options as ``floe serve``."""

    def doctor(**flags: Any) -> None:
        """Check that all is there that floe serve needs with the same options, and say what to do."""
        _examine(flags)

    return with_settings(doctor)


def _examine(flags: dict[str, Any]) -> None:
    check_installed()
    settings = Settings.read(**flags)
    check_installed(settings)
    from floe.cli.screen import Screen  # noqa: PLC0415  # loads the terminal
    from floe.server.doctor import examine  # noqa: PLC0415  # loads the server

    screen = Screen()
    findings = examine(settings)
    for finding in findings:
        screen.say(f"{_MARKS[finding.state]} {finding.subject}: {finding.words}")
        if finding.remedy:
            screen.say(f"    {finding.remedy}")
    wrong = sum(finding.state == "wrong" for finding in findings)
    if wrong:
        screen.say(f"\n{wrong} {'thing keeps' if wrong == 1 else 'things keep'} the server from running well.")
        raise typer.Exit(1)
    screen.say("\nThe server can be started: floe serve")

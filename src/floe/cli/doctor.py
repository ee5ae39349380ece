"""The command ``floe doctor``: what the server's own examination finds, for a person to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import typer

from floe import contents
from floe.cli.serve import check_installed, with_settings
from floe.server.settings import Settings

if TYPE_CHECKING:
    from floe.cli.screen import Screen

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
    from floe.cli.screen import Screen  # loads the terminal
    from floe.server.doctor import examine  # loads the server

    screen = Screen()
    findings = examine(settings)
    for finding in findings:
        screen.say(f"{_MARKS[finding.state]} {finding.subject}: {finding.words}")
        if finding.remedy:
            screen.say(f"    {finding.remedy}")
    _tell_contents(screen)
    wrong = sum(finding.state == "wrong" for finding in findings)
    if wrong:
        screen.say(f"\n{wrong} {'thing keeps' if wrong == 1 else 'things keep'} the server from running well.")
        raise typer.Exit(1)
    screen.say("\nThe server can be started: floe serve")


_BUILT_BY = {"web app": "make web", "WebAssembly kernels": "make web", "documentation": "make docs"}


def _tell_contents(screen: Screen) -> None:
    """What came along with this Floe, and what did not: a wheel has everything, a checkout what was built in it."""
    files = contents.installed()
    missing = {part.name: part.missing(files) for part in contents.parts()}
    there = [name for name, lacks in missing.items() if not lacks]
    screen.entry(f"{_MARKS['well']} contents: ", ", ".join(there))
    for name, lacks in missing.items():
        if lacks:
            screen.entry(f"{_MARKS['note']} contents: ", f"{name} not there in full ({', '.join(lacks)})")
            command = _BUILT_BY.get(name)
            screen.say(f"    A wheel brings it along{f'; in a checkout, {command} builds it' if command else ''}.")

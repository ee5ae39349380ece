"""Where files of the user lie on each system: as ``platformdirs`` has it, under the name Floe."""

from __future__ import annotations

from pathlib import Path

from platformdirs import PlatformDirs

NAME = "floe"


def data() -> Path:
    """For what has to stay, such as games: ``~/.local/share/floe``, or what the system has in its place."""
    return PlatformDirs(NAME, appauthor=False).user_data_path


def cache() -> Path:
    """For what can be made again: ``~/.cache/floe``, or what the system has in its place."""
    return PlatformDirs(NAME, appauthor=False).user_cache_path

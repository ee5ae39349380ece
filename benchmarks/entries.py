"""What is measured, beside whom, and what is wanted. What is wanted of a game is in its manifest."""

from __future__ import annotations

from floe import games
from floe.core.manifest import BenchPeers

IMPORT_SECONDS = 0.3
FIRST_PLAY_SECONDS = 20.0
CACHED_PLAY_SECONDS = 1.0
SCALING = 0.7
"""Of what ideal scaling over the cores would give."""


def entries() -> dict[str, BenchPeers]:
    """The games that say beside whom they are measured."""
    found = games.found().manifests.values()
    return {manifest.name: manifest.peers for manifest in found if manifest.peers is not None}

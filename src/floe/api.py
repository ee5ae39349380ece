"""The functions of ``floe`` itself that need NumPy and Numba: loaded when they are first asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

from floe import games
from floe.core.batch import Batch, Setup
from floe.core.engines import engine
from floe.core.errors import UnknownGame, shown
from floe.core.game import Game
from floe.core.targets.cuda import CudaBatch, batch_on


def game(name: str, rules_version: int | None = None) -> Game[Any]:
    """The game of that name, by today's rules or by an older version of them that a record or table names."""
    manifest = games.manifest(name)
    older = None if rules_version is None else manifest.older.get(rules_version)
    made = engine(older or manifest.engine, manifest)
    if rules_version not in (None, made.rules_version):
        raise UnknownGame(f"version {shown(rules_version)} of the rules of {name} is not known here")
    return made


@overload
def batch(
    name: str,
    n: int,
    players: int | None = None,
    seed: int | str | None = None,
    rules: Mapping[str, Any] | None = None,
    colours: Sequence[str] | None = None,
    threads: int | None = None,
    device: Literal["cpu"] = "cpu",
) -> Batch: ...
@overload
def batch(
    name: str,
    n: int,
    players: int | None = None,
    seed: int | str | None = None,
    rules: Mapping[str, Any] | None = None,
    colours: Sequence[str] | None = None,
    threads: int | None = None,
    *,
    device: Literal["cuda"],
) -> CudaBatch: ...
def batch(  # noqa: PLR0913, PLR0917  # they are given by name
    name: str,
    n: int,
    players: int | None = None,
    seed: int | str | None = None,
    rules: Mapping[str, Any] | None = None,
    colours: Sequence[str] | None = None,
    threads: int | None = None,
    device: str = "cpu",
) -> Batch | CudaBatch:
    """``n`` new games of one kind, to be stepped together on all cores, on so many threads, or on a GPU (``cuda``)."""
    setup = Setup(players, seed, rules, colours)
    return Batch.new(game(name), n, setup, threads) if device == "cpu" else batch_on(device, game(name), n, setup)

"""The folder of a training run: its plan, networks, samples and log, each file written whole or not at all, so that a
run that is stopped can go on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import floe
from floe import games
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.network import Weights, load, save
from floe.core.errors import BadOption

ROUNDS, STEPS = "rounds.json", "steps.json"
"""The logs of the two kinds of run: rounds of self-play, and steps of a double oracle."""
BEST = "best.npz"


@dataclass(frozen=True)
class Plan:
    """How to train. The defaults suit one machine and an hour or so."""

    game: str
    folder: Path
    minutes: float = 60.0
    simulations: int = 96
    round_seconds: float = 60.0
    rows: int = 1_500_000
    """The newest samples that are learnt from, and kept in the folder."""
    batch: int = 2048
    rate: float = 1e-3
    """How fast a network learns at first in a round. One that learns on from round to round begins slower each time,
    down to a fifth of that by the end. One that knows much already learns the newest games by heart unless it is
    slower."""
    passes: float = 3.0
    """How often each new sample is learnt from, on average."""
    passes_anew: float = 2.0
    """The same of every sample, where each round learns anew: with more of them the network learns games by heart."""
    gate_games: int = 400
    gate_every: int = 2
    """After so many rounds the newest network has to show that it is no worse than the best so far."""
    gate_share: float = 0.48
    """The part of the games that it must win: a little less than half, or chance alone would throw away every other
    network that is as good."""
    players: tuple[int, ...] = (2, 3, 4, 4)
    """The numbers of players of the games, drawn for each: one that is here twice comes twice as often."""
    begin_with: Path | None = None
    """A network to go on from, which is the best at first; otherwise the games begin with the hand-made estimate. Each
    round learns anew from this network on, unless it is an attack."""
    against: Path | None = None
    """A network to attack, which learns nothing: all games are played against it, and the best is who wins most."""
    league: tuple[Path, ...] = ()
    """Networks that learn nothing either. Every other game is played against one of them, so that what beats them is
    not forgotten while the newest learns to beat itself."""
    seed: int = 1


class Folder:
    """What a run has written so far, of a game that there are features to learn from."""

    def __init__(self, plan: Plan, log: str) -> None:
        self.plan, self._log = plan, plan.folder / log
        self.heuristics = heuristics_of(plan.game)
        if not self.heuristics.learns:
            raise BadOption(f"{plan.game} has no features for a network to learn from: see floe.bots.search.heuristics")
        self.log: list[dict[str, Any]] = []
        """An entry for each round or step that is done."""
        other = plan.folder / (STEPS if log == ROUNDS else ROUNDS)
        if other.exists():
            raise BadOption(f"{plan.folder} has a run of another kind ({other.name}); begin in another folder")
        if self.begun:
            try:
                self.log = json.loads(self._log.read_text())
            except ValueError as fault:
                raise BadOption(f"{self._log} cannot be read ({fault}); begin anew in another folder") from None

    @property
    def begun(self) -> bool:
        """Whether there is a run to go on with."""
        return self._log.exists()

    def write_log(self) -> None:
        """Say how far the run is: what lies in the folder beyond that is of a round that was cut short."""
        whole = self._log.with_name(f"new-{self._log.name}")
        whole.write_text(json.dumps(self.log, indent=1))
        whole.replace(self._log)

    def load(self, name: str) -> Weights | None:
        """A network of the run, if it is there."""
        file = self.plan.folder / name
        return load(file, self.plan.game)[0] if file.exists() else None

    def save(self, name: str, weights: Weights, **told: Any) -> None:
        """Write a network, with how it was trained."""
        plan = self.plan
        about = {
            "game": plan.game,
            "rules_version": floe.game(plan.game).rules_version,
            "rules": dict(games.manifest(plan.game).trained_on),
            "games": sum(entry["games"] for entry in self.log),
            "simulations": plan.simulations,
            "players": plan.players,
            **({} if plan.against is None else {"against": plan.against.name}),
            **({"league": [file.name for file in plan.league]} if plan.league else {}),
            **told,
        }
        temporary = plan.folder / f"new-{name}"
        save(temporary, self.heuristics, weights, about)
        temporary.replace(plan.folder / name)

    def keep(self, samples: dict[str, Any]) -> None:
        """Write the samples of the round or step that is being done."""
        temporary = self.plan.folder / "new-samples.npz"
        np.savez(temporary, **samples)
        temporary.replace(self.plan.folder / f"samples-{len(self.log) + 1:06}.npz")

    def forget_oldest(self) -> None:
        """Remove the oldest samples."""
        self._files()[0].unlink()

    def kept(self) -> list[dict[str, Any]]:
        """The samples of what is done, the newest last. Those of what was cut short are not learnt from."""
        found = []
        for file in self._files():
            if int(file.stem.rpartition("-")[2]) > len(self.log):
                file.unlink()
                continue
            with np.load(file, allow_pickle=False) as arrays:
                found.append(dict(arrays))
        return found

    def _files(self) -> list[Path]:
        return sorted(self.plan.folder.glob("samples-*.npz"))

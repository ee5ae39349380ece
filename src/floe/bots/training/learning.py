"""Learning from samples with PyTorch, on a GPU where there is one."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from floe.bots.search.network import Weights, parts, shapes
from floe.bots.training.selfplay import NO_ENTRY, Samples
from floe.core.errors import BadOption

_RISE = 0.1  # the part of the steps in which the rate rises; it falls in the rest
_MEASURED = 8192  # samples at once
_AVERAGED = 0.995  # how much the average of the weights keeps at each step


def torch() -> Any:
    """PyTorch, or a line that says how to get it."""
    try:
        import torch as found  # noqa: PLC0415  # heavy, and only training needs it
    except ImportError:
        raise BadOption("training needs PyTorch: pip install 'floe-games[train]'") from None
    return found


class Learner:
    """A network in PyTorch's hands, with its optimiser."""

    def __init__(self, heuristics: Any, weights: Weights, device: str | None = None, rate: float = 1e-3) -> None:
        t = torch()
        self.t = t
        self.heuristics = heuristics
        self.device = device or ("cuda" if t.cuda.is_available() else "cpu")
        self.rate = rate
        self.begin_with(weights)

    def begin_with(self, weights: Weights) -> None:
        """Begin, or begin again, with these weights. What the optimiser has learnt of others is forgotten."""
        t = self.t
        self.weights = {
            name: t.nn.Parameter(t.tensor(part, device=self.device))
            for name, part in parts(self.heuristics, weights).items()
        }
        self.average = {name: weight.detach().clone() for name, weight in self.weights.items()}
        """Of the weights on the way: what was learnt by heart of the last batches is not in it."""
        self.steps = 0
        self.optimiser = t.optim.AdamW(self.weights.values(), lr=self.rate, weight_decay=1e-4)

    def keep(self, file: Path) -> None:
        """Write what the optimiser knows."""
        temporary = file.with_name(f"new-{file.name}")
        self.t.save(self.optimiser.state_dict(), temporary)
        temporary.replace(file)

    def remember(self, file: Path) -> None:
        """Read it again; a run of an earlier version has none."""
        if file.exists():
            self.optimiser.load_state_dict(self.t.load(file, map_location=self.device, weights_only=True))

    def learnt(self) -> Weights:
        """The average of the weights, as the kernel wants them."""
        arrays = [self.average[name].cpu().numpy().ravel() for name in shapes(self.heuristics)]
        return np.ascontiguousarray(np.concatenate(arrays), np.float32)

    def tensors(self, samples: dict[str, Any]) -> dict[str, Any]:
        return {name: self.t.as_tensor(array).to(self.device) for name, array in samples.items()}

    def forward(self, features: Any) -> tuple[Any, Any]:
        """Values (logits, seats counted from the player to move) and logits of all actions."""
        w, f = self.weights, self.t.nn.functional
        # Row 0 of the widened table stands for NO_ENTRY.
        table = self.t.cat([self.t.zeros(1, self.heuristics.LAYER1, device=self.device), w["w1"]])
        hidden1 = f.relu(f.embedding_bag(features.long() - NO_ENTRY, table, mode="sum", padding_idx=0) + w["b1"])
        hidden2 = f.relu(hidden1 @ w["w2"] + w["b2"])
        return hidden2 @ w["wv"].T + w["bv"], hidden2 @ w["wp"].T + w["bp"]

    def loss(self, batch: dict[str, Any]) -> tuple[Any, Any]:
        """How far values and policy are from what happened: two cross-entropies."""
        t = self.t
        values, logits = self.forward(batch["features"])
        values = values + batch["given"]
        seats = t.arange(4, device=self.device)[None, :] < batch["players"].long()[:, None]
        value_loss = -(batch["value"] * t.log_softmax(values.masked_fill(~seats, -1e9), 1)).sum(1).mean()
        there = batch["policy"] != NO_ENTRY
        chosen = logits.gather(1, batch["policy"].long().clamp(min=0)).masked_fill(~there, -1e9)
        log_chance = t.log_softmax(chosen, 1).masked_fill(~there, 0)
        policy_loss = -(batch["chance"] * log_chance).sum(1).mean()
        return value_loss, policy_loss

    def unseen(self, samples: dict[str, Any]) -> dict[str, float]:
        """The losses of what was learnt on samples that nothing was learnt from: what tells whether it learns the
        game, or the samples by heart."""
        t, rows = self.t, len(samples["players"])
        weights, self.weights = self.weights, self.average
        sums = t.zeros(2, device=self.device)
        with t.no_grad():
            for first in range(0, rows, _MEASURED):
                batch = self.tensors({name: array[first : first + _MEASURED] for name, array in samples.items()})
                sums += len(batch["players"]) * t.stack(self.loss(batch))
        self.weights = weights
        value, policy = (sums / rows).tolist()
        return {"unseen_value": value, "unseen_policy": policy}

    def learn(
        self, data: dict[str, Any], steps: int, size: int, rate: float, seed: int, until: float = math.inf
    ) -> dict[str, Any]:
        """So many steps on random batches of the samples, fewer if the clock (``time.monotonic``) says so. The rate
        rises and then falls to nothing by the last step or the end of the time."""
        t, begun = self.t, time.monotonic()
        source = t.Generator(device=self.device).manual_seed(seed)
        sums, made, done = t.zeros(2, device=self.device), 0, 0.0
        while made == 0 or done < 1:
            now = rate * min(max(done, 1 / steps) / _RISE, (1 - done) / (1 - _RISE))
            sums += self._step(data, size, now, source)
            made += 1
            done = max(made / steps, (time.monotonic() - begun) / max(until - begun, 1e-9))
        value, policy = (sums / made).tolist()
        return {"steps": made, "value": value, "policy": policy}

    def _step(self, data: dict[str, Any], size: int, rate: float, source: Any) -> Any:
        """Learn from a batch; return its two losses."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        chosen = self.t.randint(len(data["players"]), (size,), device=self.device, generator=source)
        value_loss, policy_loss = self.loss({name: tensor[chosen] for name, tensor in data.items()})
        self.optimiser.zero_grad(set_to_none=True)
        (value_loss + policy_loss).backward()
        self.optimiser.step()
        self.steps += 1
        for name, weight in self.weights.items():
            self.average[name].lerp_(weight.detach(), max(1 - _AVERAGED, 1 / self.steps))
        return self.t.stack([value_loss.detach(), policy_loss.detach()])


def as_arrays(samples: Samples) -> dict[str, Any]:
    """The filled rows, as wide as the longest of them."""
    n = int(samples.used[0])
    found = {name: getattr(samples, name)[:n] for name in ("features", "policy", "chance", "value", "given", "players")}
    active, actions = (max(1, int((found[name] != NO_ENTRY).sum(1).max(initial=0))) for name in ("features", "policy"))
    widths = {"features": active, "policy": actions, "chance": actions}
    return {name: (array[:, : widths[name]] if name in widths else array).copy() for name, array in found.items()}


def joined(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Samples of several parts as one, filled up to the width of the widest."""
    whole = {}
    for name in parts[0]:
        arrays = [part[name] for part in parts]
        if arrays[0].ndim == 2:  # a row of several numbers
            width = max(array.shape[1] for array in arrays)
            empty = NO_ENTRY if name in {"features", "policy"} else 0
            arrays = [np.pad(a, ((0, 0), (0, width - a.shape[1])), constant_values=empty) for a in arrays]
        whole[name] = np.concatenate(arrays)
    return whole

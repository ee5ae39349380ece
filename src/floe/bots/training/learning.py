"""Learning from samples with PyTorch, on a GPU where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np

from floe.bots.search.network import Weights, parts, shapes
from floe.bots.training.selfplay import NO_ENTRY, Samples
from floe.core.errors import BadOption


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
        self.optimiser = t.optim.AdamW(self.weights.values(), lr=self.rate, weight_decay=1e-4)

    def learnt(self) -> Weights:
        """The weights as the kernel wants them."""
        arrays = [self.weights[name].detach().cpu().numpy().ravel() for name in shapes(self.heuristics)]
        return np.ascontiguousarray(np.concatenate(arrays), np.float32)

    def tensors(self, samples: dict[str, Any]) -> dict[str, Any]:
        return {name: self.t.as_tensor(array).to(self.device) for name, array in samples.items()}

    def forward(self, features: Any) -> tuple[Any, Any]:
        """Values (logits, seats counted from the player to move) and logits of all actions."""
        w, f = self.weights, self.t.nn.functional
        # Row 0 of the widened table stands for NO_ENTRY.
        table = self.t.cat([self.t.zeros(1, self.heuristics.LAYER1, device=self.device), w["w1"]])
        hidden1 = f.relu(f.embedding_bag(features.long() - NO_ENTRY, table, mode="sum") + w["b1"])
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

    def learn(self, data: dict[str, Any], steps: int, size: int, rate: float, seed: int) -> dict[str, float]:
        """So many steps on random batches of the samples."""
        t = self.t
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        source = t.Generator(device=self.device).manual_seed(seed)
        rows = len(data["players"])
        sums = [0.0, 0.0]
        for _ in range(steps):
            chosen = t.randint(rows, (size,), device=self.device, generator=source)
            value_loss, policy_loss = self.loss({name: tensor[chosen] for name, tensor in data.items()})
            self.optimiser.zero_grad()
            (value_loss + policy_loss).backward()
            self.optimiser.step()
            sums[0] += float(value_loss.detach())
            sums[1] += float(policy_loss.detach())
        return {"value": sums[0] / steps, "policy": sums[1] / steps}


def as_arrays(samples: Samples) -> dict[str, Any]:
    """The filled rows."""
    n = int(samples.used[0])
    names = ("features", "policy", "chance", "value", "given", "players")
    return {name: getattr(samples, name)[:n].copy() for name in names}

"""The figures: what was measured, what is wanted, and whether it is met."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Peer:
    """Somebody else's figure, and how many times as fast Floe is."""

    name: str
    value: float
    ratio: float


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    game: str | None
    name: str
    value: float
    unit: str  # "/s", "s", "ms", "bytes", "KiB" or "×"
    at_least: float | None = None
    at_most: float | None = None
    ratio_at_least: float | None = None
    """Wanted against the first peer."""
    peers: tuple[Peer, ...] = ()
    part: str = ""
    """Which part of the game's figures it belongs to, where there are several."""

    @property
    def met(self) -> bool | None:
        """Whether it is as wanted; none where nothing is wanted or the peer is not there."""
        if self.at_least is not None:
            return self.value >= self.at_least
        if self.at_most is not None:
            return self.value <= self.at_most
        if self.ratio_at_least is not None and self.peers:
            return self.peers[0].ratio >= self.ratio_at_least
        return None

    @property
    def wanted(self) -> str:
        if self.at_least is not None:
            return f"≥ {shown(self.at_least, self.unit)}"
        if self.at_most is not None:
            return f"≤ {shown(self.at_most, self.unit)}"
        if self.ratio_at_least is None:
            return ""
        return f"≥ {self.ratio_at_least:g} × {'Pgx' if self.part else 'C++'}"

    def document(self) -> dict[str, Any]:
        return asdict(self) | {"met": self.met}


def shown(value: float, unit: str) -> str:
    """A figure as people read it."""
    if unit == "/s":
        if value >= 1e6:
            return f"{value / 1e6:.1f} M/s"
        return f"{round(value, -3 if value >= 1e4 else -2 if value >= 1e3 else 0):,.0f}/s"
    if unit == "s":
        return f"{value:.2f} s"
    if unit in {"ms", "KiB"}:
        return f"{value:,.{1 if value < 100 else 0}f} {unit}"
    return f"{value:,.0f} bytes" if unit == "bytes" else f"{value:.2f} ×"

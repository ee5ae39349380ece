"""The pictures of a report. They need Matplotlib, which is an extra."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from floe.arena.intervals import Interval

if TYPE_CHECKING:
    from floe.arena.balance import Balance
    from floe.arena.match import MatchResult
    from floe.arena.ratings import Rating

MISSING = "The report has no pictures: they need Matplotlib; install it with: pip install 'floe-games[arena]'"

_COLOURS = {"y": "#d9a400", "r": "#c0392b", "g": "#2e8b57", "b": "#2c6fbb"}
_PLAIN = "#3b6a8f"


def available() -> bool:
    """Whether pictures can be drawn."""
    return importlib.util.find_spec("matplotlib") is not None


def draw_ratings(path: Path, title: str, tables: Mapping[int, Sequence[Rating]]) -> None:
    """Every level's rating with its interval, a row of points for each number of players."""
    figure, axes = _figure(0.9 + 0.45 * len(next(iter(tables.values()))) * len(tables))
    labels: list[str] = []
    for players, ratings in tables.items():
        for rating in ratings:
            _bar_of_error(axes, rating.elo, len(labels), _PLAIN)
            labels.append(f"{rating.level}, {players} players" if len(tables) > 1 else rating.level)
    _name_rows(axes, labels)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("Elo points above the anchor, with 95 % intervals")
    _save(figure, axes, path, title)


def draw_shares(path: Path, title: str, shares: Mapping[str, Interval], even: float) -> None:
    """Shares of the wins with their intervals, beside what would be even."""
    figure, axes = _figure(0.9 + 0.5 * len(shares))
    for row, (who, share) in enumerate(shares.items()):
        _bar_of_error(axes, share, row, _COLOURS.get(who, _PLAIN), 100)
    axes.axvline(100 * even, color="black", linestyle="--", linewidth=1)
    _name_rows(axes, list(shares))
    axes.set_xlabel("% of the wins, with 95 % intervals; dashed: even")
    _save(figure, axes, path, title)


def draw_endings(path: Path, title: str, balance: Balance) -> None:
    """How the games ended."""
    figure, axes = _figure(0.9 + 0.5 * len(balance.endings))
    for row, share in enumerate(balance.endings.values()):
        _bar_of_error(axes, share, row, _PLAIN, 100)
    _name_rows(axes, [f"{rule} {reason}" for rule, reason in balance.endings])
    axes.set_xlabel("% of the games, with 95 % intervals")
    _save(figure, axes, path, title)


def draw_lengths(path: Path, title: str, games: Sequence[MatchResult]) -> None:
    """How long the games were."""
    figure, axes = _figure(3.0)
    axes.hist([game.turns for game in games], bins=30, color=_PLAIN)
    axes.set_xlabel("turns")
    axes.set_ylabel("games")
    _save(figure, axes, path, title)


def _figure(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, loaded only where something is drawn

    figure = Figure(figsize=(7, max(height, 1.8)), dpi=120, layout="constrained")
    return figure, figure.add_subplot()


def _bar_of_error(axes: Any, interval: Interval, row: int, colour: str, scale: float = 1) -> None:
    value, low, high = (scale * x for x in (interval.value, interval.low, interval.high))
    axes.plot([low, high], [row, row], color=colour, linewidth=2)
    axes.plot([value], [row], "o", color=colour)


def _name_rows(axes: Any, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)  # the first one on top


def _save(figure: Any, axes: Any, path: Path, title: str) -> None:
    axes.set_title(title, fontsize=10)
    figure.savefig(path, metadata={"Software": "Floe"})

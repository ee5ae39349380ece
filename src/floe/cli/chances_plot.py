"""A picture of the chances in a game, action by action. It needs Matplotlib, which is an extra."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from floe.bots.analysis import Analysis

COLOURS = {"y": "#d9a400", "r": "#c0392b", "g": "#2e8b57", "b": "#2c6fbb"}
LINES = ("-", "--", "-.", ":")
"""A colour never stands alone."""
MARKS = {"blunder": "X", "mistake": "v", "slip": "."}


def draw_chances(path: Path, title: str, found: Analysis, names: Sequence[str]) -> None:
    """Everybody's chances in every position, with a mark wherever a player lost some."""
    from matplotlib.figure import Figure  # an extra, and heavy

    figure = Figure(figsize=(10, 4), dpi=120, layout="constrained")
    axes = figure.add_subplot()
    places = range(len(found.chances))
    for seat, (name, colour) in enumerate(zip(names, found.colours, strict=True)):
        shares = [100 * chances[seat] for chances in found.chances]
        axes.plot(places, shares, LINES[seat % len(LINES)], color=COLOURS[colour], label=name, linewidth=1.4)
        for grade, mark in MARKS.items():
            at = [one.number for one in found.decisions if one.seat == seat and one.grade == grade]
            axes.plot(at, [shares[n] for n in at], mark, color=COLOURS[colour])
    for point in found.turning_points:
        axes.axvspan(point.first, point.last + 1, color="black", alpha=0.06)
    axes.set(xlim=(0, len(found.chances) - 1), ylim=(0, 100), xlabel="actions", ylabel="chances in %", title=title)
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper")
    figure.savefig(path)

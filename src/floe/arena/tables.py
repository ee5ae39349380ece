"""The figures as tables in Markdown: for the terminal and for the report alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from floe.arena.balance import Balance, Spread
from floe.arena.intervals import Interval, proportion
from floe.arena.match import MatchResult
from floe.arena.ratings import Rating
from floe.arena.sprt import Sprt, Verdict
from floe.core.typing import F64Array


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers_from: int = 1) -> str:
    """A table whose first columns are text and whose others are numbers, in line also where nobody renders it."""
    cells = [list(heads), *(list(row) for row in rows)]
    widths = [max(3, *(len(row[column]) for row in cells)) for column in range(len(heads))]

    def line(row: Sequence[str]) -> str:
        padded = [
            cell.ljust(width) if column < numbers_from else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "| " + " | ".join(padded) + " |"

    rule = ["-" * width if column < numbers_from else "-" * (width - 1) + ":" for column, width in enumerate(widths)]
    return "\n".join([line(cells[0]), line(rule), *(line(row) for row in cells[1:])])


def percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def points(interval: Interval | None) -> tuple[str, str]:
    """Elo points and their bounds, as two cells.

    A bound that is the figure itself is left open: in no determinize did the level do better (or worse), so the games
    do not say how much stronger (or weaker) it may be. The anchor has no bounds.
    """
    if interval is None:
        return "", ""
    low, value, high = (f"{x:.0f}" for x in (interval.low, interval.value, interval.high))
    bounds = "" if low == high else f"{'' if low == value else low}..{'' if high == value else high}"
    return value, bounds


def shares(interval: Interval) -> tuple[str, str]:
    """A share and its bounds, as two cells."""
    return percent(interval.value), f"{100 * interval.low:.1f}..{100 * interval.high:.1f}"


def ratings_table(ratings: Sequence[Rating]) -> str:
    """The strongest first. Narrow enough for any terminal."""
    heads = ["level", "Elo", "95%", "gap", "95%", "games", "won", "even", "ms"]
    return table(
        heads,
        [
            [
                rating.level,
                *points(rating.elo),
                *points(rating.above_next),
                str(rating.games),
                percent(rating.share),
                percent(rating.even_share),
                f"{1000 * rating.seconds:.1f}",
            ]
            for rating in ratings
        ],
    )


def cross_table(levels: Sequence[str], blocks: Sequence[Sequence[MatchResult]]) -> str:
    """Of games of two: which part of its games each level won against each other."""
    won: dict[tuple[str, str], list[float]] = {}
    for game in (game for block in blocks for game in block):
        one, other = game.match.seats
        won.setdefault((one, other), []).append(game.shares[0])
        won.setdefault((other, one), []).append(game.shares[1])

    def cell(level: str, other: str) -> str:
        found = won.get((level, other))
        return percent(sum(found) / len(found)) if found else ""

    return table(["won against", *levels], [[level, *(cell(level, other) for other in levels)] for level in levels])


def balance_tables(balance: Balance, reasons: Mapping[tuple[str, str], str] | None = None) -> str:
    """Seats, colours, lengths and endings, one table each."""
    words = reasons or {}
    even = percent(1 / balance.players)
    return "\n\n".join(
        [
            table(["seat", "won", "95%"], [[who, *shares(share)] for who, share in balance.seats.items()]),
            f"Even would be {even} each. If the seats are equal, shares as uneven as these or more so come about "
            f"{_chance(balance.seats_uneven)}.",
            *_swap_tables(balance),
            table(["colour", "won", "95%"], [[who, *shares(share)] for who, share in balance.colours.items()]),
            f"If the colours are equal, shares as uneven as these or more so come about "
            f"{_chance(balance.colours_uneven)}.",
            table(
                ["ending", "rule", "games", "95%"],
                [[words.get(how, how[1]), how[0], *shares(share)] for how, share in balance.endings.items()],
                numbers_from=2,
            ),
            f"Nobody won alone in {percent(balance.shared.value)} of the games ({shares(balance.shared)[1]}).",
            table(
                ["length", "mean", "5% are below", "half are below", "95% are below"],
                [_length("turns", balance.turns), _length("actions", balance.actions)],
            ),
        ]
    )


def _swap_tables(balance: Balance) -> list[str]:
    """Who won by where they sat at first, where places could be swapped."""
    if balance.swapped is None:
        return []
    return [
        table(["sat first at seat", "won", "95%"], [[who, *shares(share)] for who, share in balance.persons.items()]),
        f"Places were swapped in {percent(balance.swapped.value)} of the games ({shares(balance.swapped)[1]}). If it "
        f"does not matter where one sits first, shares as uneven as these or more so come about "
        f"{_chance(balance.persons_uneven)}.",
    ]


def _length(name: str, spread: Spread) -> list[str]:
    return [name, *(f"{value:.1f}" for value in (spread.mean, spread.low, spread.middle, spread.high))]


def _chance(p: float) -> str:
    return f"in {percent(p)} of runs" if p >= 0.001 else "in less than 0.1% of runs"


def sprt_text(test: Sprt, levels: Sequence[str], pairs: F64Array) -> str:
    """What a sequential test has found."""
    one, other = levels
    lower, upper = test.bounds
    verdict = {
        Verdict.HIGH: f"{one} is stronger than {other}: {test.high:g} Elo points fit better than {test.low:g}.",
        Verdict.LOW: f"{one} is not stronger than {other} by {test.high:g} Elo points: {test.low:g} fit better.",
        Verdict.UNDECIDED: f"Undecided between {test.low:g} and {test.high:g} Elo points; it needs more games.",
    }[test.verdict(pairs)]
    share = proportion(float(pairs @ (0, 0.25, 0.5, 0.75, 1)), float(pairs.sum()))
    counts = table([f"wins of {one} in a pair", "0", "½", "1", "1½", "2"], [["pairs", *(f"{n:.0f}" for n in pairs)]])
    return (
        f"**{verdict}** The ratio of likelihoods is {test.llr(pairs):+.2f} (low below {lower:.2f}, high above "
        f"{upper:.2f}; wrong in at most about {percent(test.alpha)} and {percent(test.beta)} of tests). "
        f"{one} won {percent(share.value)} in {int(pairs.sum())} pairs of games.\n\n{counts}"
    )

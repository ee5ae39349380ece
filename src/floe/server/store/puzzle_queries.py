"""What is asked of puzzles that people tried. How ratings change is the caller's business (``Rate``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, insert, select

from floe.server.store.people_queries import upsert
from floe.server.store.rows import PuzzleTryRow, RatingRow, SolverRow
from floe.server.store.schema import puzzle_days, puzzle_ratings, puzzle_solvers, puzzle_tries

Rate = Callable[[RatingRow, RatingRow, bool], tuple[RatingRow, RatingRow]]
"""The ratings of a person and of a puzzle after the person solved it, or did not."""


def add_tries(
    connection: Connection, guest: str, game: str, tries: Sequence[PuzzleTryRow], at: int, novice: RatingRow, rate: Rate
) -> SolverRow:
    """Add tries, oldest first. Of each puzzle only the first one ever counts, of each day that it was solved.

    The caller keeps others from adding tries of the same game meanwhile.
    """
    before = solver(connection, guest, game, novice)
    seen, days, own = dict(before.tries), set(before.days), before.rating
    for one in tries:
        if one.day is not None and one.day not in days:
            days.add(one.day)
            connection.execute(insert(puzzle_days), {"guest": guest, "game": game, "day": one.day})
        if one.puzzle in seen:
            continue
        solved = seen[one.puzzle] = one.solved and not one.hinted
        values = {"guest": guest, "game": game, "puzzle": one.puzzle, "solved": solved, "at": at}
        connection.execute(insert(puzzle_tries), values)
        own, puzzle = rate(own, _puzzle(connection, game, one), solved)
        upsert(connection, puzzle_solvers, ["guest", "game"], {"guest": guest, "game": game} | _columns(own))
        upsert(connection, puzzle_ratings, ["game", "puzzle"], {"game": game, "puzzle": one.puzzle} | _columns(puzzle))
    return SolverRow(game, own, seen, sorted(days))


def solver(connection: Connection, guest: str, game: str, novice: RatingRow) -> SolverRow:
    """What is kept of a guest; of one who has tried nothing, the rating of a novice."""
    mine = puzzle_solvers.c
    wanted = select(mine.rating, mine.deviation, mine.volatility).where(mine.guest == guest, mine.game == game)
    found = connection.execute(wanted).one_or_none()
    tried = puzzle_tries.c
    tries = select(tried.puzzle, tried.solved).where(tried.guest == guest, tried.game == game)
    of_days = select(puzzle_days.c.day).where(puzzle_days.c.guest == guest, puzzle_days.c.game == game)
    return SolverRow(
        game,
        novice if found is None else RatingRow(*found),
        {row.puzzle: row.solved for row in connection.execute(tries.order_by(tried.at, tried.puzzle))},
        list(connection.execute(of_days.order_by(puzzle_days.c.day)).scalars()),
    )


def solvers(connection: Connection, guest: str, novice: RatingRow) -> list[SolverRow]:
    """The same for every game of which the guest has tried a puzzle, or solved that of a day."""
    tried = select(puzzle_tries.c.game).where(puzzle_tries.c.guest == guest)
    games = connection.execute(tried.union(select(puzzle_days.c.game).where(puzzle_days.c.guest == guest))).scalars()
    return [solver(connection, guest, game, novice) for game in sorted(games)]


def ratings(connection: Connection, game: str) -> dict[str, float]:
    """Of the puzzles that somebody has tried."""
    wanted = select(puzzle_ratings.c.puzzle, puzzle_ratings.c.rating).where(puzzle_ratings.c.game == game)
    return {row.puzzle: row.rating for row in connection.execute(wanted)}


def _puzzle(connection: Connection, game: str, tried: PuzzleTryRow) -> RatingRow:
    of = puzzle_ratings.c
    wanted = select(of.rating, of.deviation, of.volatility).where(of.game == game, of.puzzle == tried.puzzle)
    found = connection.execute(wanted).one_or_none()
    return tried.measured if found is None else RatingRow(*found)


def _columns(rating: RatingRow) -> dict[str, float]:
    return {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}

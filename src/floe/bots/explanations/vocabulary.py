"""Every reason that is given for a move: its key, its values, and what it says. In this order they are given."""

from __future__ import annotations

from floe import games
from floe.core.facts import Term
from floe.core.reasons import ACTION, PERCENT

FIRST = {
    "only_choice": Term("Nothing else is legal."),
    "wins_for_sure": Term("Whatever the others do, this wins."),
    "all_others_lose": Term("Every other action is proven to lose."),
}
LAST = {
    "better_than": Term(
        "With this action the seat's chances are `chances`, with the next best one, `action`, they are `others`.",
        {"action": ACTION, "chances": PERCENT, "others": PERCENT},
    ),
}


def vocabulary(game: str) -> dict[str, Term]:
    """All reasons of a game, the most telling first."""
    own = games.manifest(game).part("explanations")
    return {**FIRST, **({} if own is None else own.TERMS), **LAST}

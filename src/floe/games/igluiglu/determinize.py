"""From what a seat knows to a whole position: one drawn at random among all that agree with it (see ``dealing``).

A view does not say which tokens were eaten or melted away, so of the tokens that are nowhere to be seen any may be
still to come up.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from floe.core.arrays import copied
from floe.core.documents import Field
from floe.core.errors import BadOption, BadPosition, FloeError, shown
from floe.core.integers import whole
from floe.core.randomness import draw_below
from floe.core.typing import Document, States, U64Array
from floe.games.igluiglu.dealing import SPECTATOR, determinize_state
from floe.games.igluiglu.document_reader import read
from floe.games.igluiglu.layout import ANIMALS, FISH, FISH_TOKENS, FOX, FOX_TOKENS, HAND, KINDS, OVER
from floe.games.igluiglu.options import read_rules

_TOKENS = {"fish": (FISH, FISH_TOKENS), "fox": (FOX, FOX_TOKENS)}
"""The first of each kind among the animals, and how many tokens there are of each value."""


def determinize(states: States, seat: int | None, rng: U64Array) -> None:
    """Draw the hidden part of a position anew, in place."""
    if states[0]["phase"] == OVER:
        raise BadOption("the game is over; the hands are discarded and there is nothing left to guess")
    determinize_state(states, 0, SPECTATOR if seat is None else seat, rng)


class Guesses:
    """Positions drawn at random among all that agree with what a seat knows of one, each by a generator of its own."""

    def __init__(self, states: States, seat: int | None, masked: Sequence[str] = ("fish", "fox")) -> None:
        """``states`` is left alone. ``masked`` are the supplies of which only the number is known."""
        self._states = states
        self._seat = SPECTATOR if seat is None else seat
        self._over = states[0]["phase"] == OVER
        animals, taken = states[0]["animals"].tolist(), states[0]["taken"].tolist()
        self._unseen = [
            (f"{name}_supply", int(states[0][f"{name}_left"]), _unseen(animals, taken, *_TOKENS[name]))
            for name in masked
        ]

    def __call__(self, rng: U64Array) -> States:
        drawn = copied(self._states)
        for supply, left, unseen in self._unseen:
            tokens = list(unseen)
            drawn[0][supply][:left] = [tokens.pop(draw_below(rng, len(tokens))) for _ in range(left)][::-1]
        if not self._over:
            determinize_state(drawn, 0, self._seat, rng)
        return drawn


def guesses(view: Document, seat: int | None) -> Guesses:
    """Full positions for the view of a seat (None: of a spectator), which is read once for all of them."""
    document = copy.deepcopy(view)
    try:
        masked = _fill_in(document)
        seat = _checked(view, seat)
    except FloeError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        raise BadPosition("", "this is no view of IGLU IGLU") from None
    return Guesses(read(document), seat, masked)


def from_view(view: Document, seat: int | None, rng: U64Array) -> States:
    """A full position for the view of a seat (None: of a spectator)."""
    return guesses(view, seat)(rng)


def _checked(view: Document, seat: int | None) -> int | None:
    """The seat. A view shows its own seat's hand, so that of another seat would be drawn as if it were known."""
    if seat is None:
        return None
    number = whole(seat)
    if number not in range(len(view["players"])):
        raise BadPosition("players", f"there is no seat {shown(seat)}")
    if not isinstance(view["hands"][view["players"][number]], list):
        raise BadPosition("hands", f"this is not the view of seat {number}, whose hand is masked")
    return number


def _fill_in(document: Document) -> list[str]:
    """Put some lawful content wherever the view is masked; which supplies are."""
    mix = read_rules(Field(document["rules"], BadPosition, "rules")).mix
    pool = {kind: mix[kind] - document["seen"].get(kind, 0) for kind in KINDS[1:]}
    for hand in document["hands"].values():
        if isinstance(hand, list):
            for kind in hand:
                pool[kind] -= 1
    unplaced = [kind for kind in KINDS[1:] for _ in range(pool[kind])]
    for colour, hand in document["hands"].items():
        if type(hand) is int:
            red = [kind for kind in unplaced if kind in HAND][:hand]
            document["hands"][colour] = red
            for kind in red:
                unplaced.remove(kind)
    for content in document["cells"].values():
        if content.get("ice") == "down":
            content["ice"] = unplaced.pop()
    masked = [name for name in _TOKENS if type(document["supply"][name]) is int]
    for name in masked:
        number, unseen = document["supply"][name], _unseen_tokens(document, name)
        if not 0 <= number <= len(unseen):
            raise BadPosition(f"supply.{name}", f"{len(unseen)} tokens are nowhere to be seen, not {shown(number)}")
        document["supply"][name] = unseen[:number]
    return masked


def _unseen_tokens(document: Document, name: str) -> list[int]:
    """The values of all tokens that are neither on the board nor taken."""
    first, tokens = _TOKENS[name]
    on_board = "".join(content.get(name, "") for content in document["cells"].values())
    taken = [animal for own in document["taken"].values() for animal in own]
    left = [most - on_board.count(str(v)) - taken.count(ANIMALS[first + v - 1]) for v, most in enumerate(tokens, 1)]
    return [value for value, n in enumerate(left, 1) for _ in range(n)]


def _unseen(animals: list[int], taken: list[list[int]], first: int, tokens: tuple[int, ...]) -> list[int]:
    """The same of a struct's cells and holdings."""
    standing = [cell for cell in animals if cell]
    unseen: list[int] = []
    for value, most in enumerate(tokens, 1):
        animal = first + value - 1
        seen = sum(cell >> 4 * animal & 15 for cell in standing) + sum(own[animal] for own in taken)
        unseen += [value] * (most - seen)
    return unseen

"""From what a seat knows to a whole position: one drawn at random among all that agree with it (see ``dealing``).

A view does not say which tokens were eaten or melted away, so of the tokens that are nowhere to be seen any may be
still to come up.
"""

from __future__ import annotations

import copy

from floe.core.documents import Field
from floe.core.errors import BadOption, BadPosition, FloeError, shown
from floe.core.integers import whole
from floe.core.randomness import draw_below
from floe.core.typing import Document, States, U64Array
from floe.games.igluiglu.dealing import SPECTATOR, determinize_state
from floe.games.igluiglu.document_reader import read
from floe.games.igluiglu.layout import FISH_TOKENS, FOX_TOKENS, HAND, KINDS, OVER
from floe.games.igluiglu.options import read_rules


def determinize(states: States, seat: int | None, rng: U64Array) -> None:
    """Draw the hidden part of a position anew, in place."""
    if states[0]["phase"] == OVER:
        raise BadOption("the game is over; the hands are discarded and there is nothing left to guess")
    determinize_state(states, 0, SPECTATOR if seat is None else seat, rng)


def from_view(view: Document, seat: int | None, rng: U64Array) -> States:
    """A full position for the view of a seat (None: of a spectator)."""
    document = copy.deepcopy(view)
    try:
        _fill_in(document, rng)
        seat = _checked(view, seat)
    except FloeError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        raise BadPosition("", "this is no view of IGLU IGLU") from None
    states = read(document)
    if document["phase"] != "over":
        determinize(states, seat, rng)
    return states


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


def _fill_in(document: Document, rng: U64Array) -> None:
    """Put some lawful content wherever the view is masked."""
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
    for name, letter, tokens in (("fish", "f", FISH_TOKENS), ("fox", "x", FOX_TOKENS)):
        number = document["supply"][name]
        if type(number) is int:
            unseen = _unseen_tokens(document, name, letter, tokens)
            if not 0 <= number <= len(unseen):
                raise BadPosition(f"supply.{name}", f"{len(unseen)} tokens are nowhere to be seen, not {shown(number)}")
            document["supply"][name] = [unseen.pop(draw_below(rng, len(unseen))) for _ in range(number)]


def _unseen_tokens(document: Document, name: str, letter: str, tokens: tuple[int, ...]) -> list[int]:
    """The values of all tokens that are neither on the board nor taken."""
    on_board = "".join(content.get(name, "") for content in document["cells"].values())
    taken = [animal for own in document["taken"].values() for animal in own]
    left = [most - on_board.count(str(v)) - taken.count(f"{letter}{v}") for v, most in enumerate(tokens, 1)]
    return [value for value, n in enumerate(left, 1) for _ in range(n)]

"""Every fact that is told of ICE CULT: its key, its values, and what it says."""

from __future__ import annotations

from floe.core.facts import NUMBER, SEAT, WAIT, WON, YES_NO, Term, Vocabulary, by_name, list_of, one_of, or_null
from floe.core.facts import text_like as _like
from floe.games.icecult.layout import COLOURS, DIRECTIONS, SLOTS
from floe.games.icecult.notation import TILTS

SLOT = one_of("slot", *SLOTS)
COLOUR = one_of("colour", *COLOURS)
DIRECTION = one_of("direction", *DIRECTIONS)
TILT = one_of("tilt", *TILTS)
POSE = _like("pose", "[UNESWD]{2}")
TOP = _like("top", "arc|circle|[yrgb]>[nesw]")
PAWNS = _like("pawns", "[yrgb]*")
WAY = one_of("clockwise or counterclockwise", "clockwise", "counterclockwise")
GOAL = one_of("home or tower", "home", "tower")

_MOVED_BY = {"slot": SLOT, "circle": YES_NO}
_THREAT = {"seat": SEAT, "goal": GOAL, "path": DIRECTION, "space": NUMBER}

TOLD = {
    "tilt": Term(
        "Both cubes of a pair tilt toward a direction (IC-10). `poses` and `tops` are theirs afterwards.",
        {
            "pair": DIRECTION,
            "toward": DIRECTION,
            "slots": list_of(SLOT),
            "poses": by_name("slot", POSE),
            "tops": by_name("slot", TOP),
        },
    ),
    "enter": Term(
        "A pawn goes from start onto space 1 (IC-13), where it is the `standing`th from below. The arrow is that in "
        "`slot`, used itself or copied by a `circle`.",
        {"colour": COLOUR, "path": DIRECTION, "standing": NUMBER, **_MOVED_BY},
    ),
    "step": Term(
        "The pawn that is the `standing`th from below on space `from` steps to space `to`, with the `riders` on it "
        "(IC-16, from below). There it is the `lands`th.",
        {
            "colour": COLOUR,
            "path": DIRECTION,
            "from": NUMBER,
            "to": NUMBER,
            "standing": NUMBER,
            "lands": NUMBER,
            "riders": PAWNS,
            **_MOVED_BY,
        },
    ),
    "home": Term(
        "The pawn that is the `standing`th on the last space comes home, with the `riders` on it (IC-16).",
        {"colour": COLOUR, "path": DIRECTION, "from": NUMBER, "standing": NUMBER, "riders": PAWNS, **_MOVED_BY},
    ),
    "turn": Term(
        "An arc is spent to turn a cube in place (IC-18). `pose` and `top` are its own afterwards.",
        {"slot": SLOT, "way": WAY, "pose": POSE, "top": TOP},
    ),
    "threat": Term(
        "Since this action a seat is one step from winning: a step with one of these `arrows` brings its last pawns "
        "home, or makes its tower on that space.",
        {**_THREAT, "arrows": list_of(COLOUR)},
    ),
    "threat_ended": Term("That threat is no more.", _THREAT),
    "turn_ended": Term(
        "A seat ends its turn (IC-19), and so many arcs are lost; the `next` seat is on turn, if the game goes on.",
        {"seat": SEAT, "next": or_null(SEAT), "arcs_lost": NUMBER},
    ),
    "stalled": Term(
        "So many turns in a row no pawn stepped; at the limit it is a draw (IC-22).", {"turns": NUMBER, "limit": NUMBER}
    ),
    "all_home": Term("All five pawns of a seat are home (IC-20).", {"seat": SEAT}),
    "tower": Term(
        "All five pawns of a seat stand in one stack (IC-21).", {"seat": SEAT, "path": DIRECTION, "space": NUMBER}
    ),
    **WON,
}

DUE = {
    **WAIT,
    "tilt_first": Term("The first tilt (IC-9)."),
    "tilt_second": Term(
        "The second tilt; `barred` would take the first one back (IC-11).", {"first": TILT, "barred": TILT}
    ),
    "use_arrows": Term("The arrows in these slots have a step and are not used (IC-14).", {"slots": list_of(SLOT)}),
    "use_circles": Term(
        "So many circles are left, and may copy the arrows in these slots; they must, unless the rules let the player "
        "waive them (IC-17).",
        {"circles": NUMBER, "slots": list_of(SLOT), "must": YES_NO},
    ),
    "may_turn": Term("So many arcs are left to turn cubes with (IC-18).", {"arcs": NUMBER}),
    "may_end": Term("Nothing is due, and the turn may end (IC-19)."),
}

OUTLOOK = {
    "in_reach": Term("A seat is one step from winning, as `threat` says.", {**_THREAT, "arrows": list_of(COLOUR)}),
}

VOCABULARY = Vocabulary(TOLD, DUE, OUTLOOK)

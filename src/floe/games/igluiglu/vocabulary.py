"""Every fact that is told of IGLU IGLU: its key, its values, and what it says."""

from __future__ import annotations

from floe.core.facts import (
    NUMBER,
    SEAT,
    WAIT,
    WON,
    Kind,
    Term,
    Vocabulary,
    by_name,
    list_of,
    made_of,
    one_of,
    or_null,
    text_like,
)
from floe.games.igluiglu.layout import ANIMALS, COLOURS, DIRECTIONS, HAND, KINDS, TYPES
from floe.games.igluiglu.score_sheet import ALONE, LEADS, NOTHING, SECOND

CELL = text_like("cell", "[a-h][1-8]")
CELLS = list_of(CELL)
COLOUR = one_of("colour", *COLOURS)
INUIT = text_like("Inuit", "[rbyg]*")
DIRECTION = one_of("direction", *DIRECTIONS)
ANIMAL = one_of("animal", *ANIMALS)
TOKENS = list_of(ANIMAL)
KIND = one_of("kind of tile", *KINDS[1:])
TILE = one_of("tile of a hand", *HAND)
TYPE = one_of("type of tile", *TYPES)
VALUE = Kind("value", {"type": "integer", "minimum": 1, "maximum": 3})
RACE = one_of("fish, fox or bear", "fish", "fox", "bear")
SHARE = one_of("share", ALONE, LEADS, SECOND, NOTHING)
HARPOON = one_of("ready, none or played", "ready", "none", "played")

SCORES = by_name("colour", made_of("animals, islands and total", animals=NUMBER, islands=NUMBER, total=NUMBER))
ISLAND = made_of(
    "island",
    cells=CELLS,
    value=NUMBER,
    strengths=by_name("colour", NUMBER),
    points=by_name("colour", NUMBER),
    why=by_name("colour", SHARE),
)
_COUNT = {"scores": SCORES, "islands": list_of(ISLAND)}
_LINE = {"cells": CELLS, "direction": DIRECTION, "onto": CELL}
_JOURNEY = {"colour": COLOUR, "from": CELL, "to": CELL}
_MOVED = {"animal": ANIMAL, "from": CELL, "to": CELL}

TOLD = {
    "placed": Term(
        "An Inuit is set on a cell; so many of its colour are left to place (II-6).",
        {"colour": COLOUR, "cell": CELL, "left": NUMBER},
    ),
    "flipped": Term(
        "A seat flips a tile (II-7). Its cell becomes sea, unless it is a glacier. `kind` is null for all who may not "
        "see it (II-8).",
        {"seat": SEAT, "cell": CELL, "kind": or_null(KIND)},
    ),
    "kept": Term(
        "The flipped tile goes into the hand of a seat. `tile` is null for all others (II-8).",
        {"seat": SEAT, "cell": CELL, "tile": or_null(TILE)},
    ),
    "fish_came": Term("Fish of these values come up (II-9).", {"cell": CELL, "values": list_of(VALUE)}),
    "bear_came": Term("A bear comes up (II-10).", {"cell": CELL}),
    "glacier": Term(
        "The tile stays as a glacier, with a fox of that value on it (II-11).", {"cell": CELL, "fox": or_null(VALUE)}
    ),
    "none_left": Term("Fewer animals came up than the tile says, because no more are left (II-3).", {"animals": RACE}),
    "drift_came": Term("A tile must be pushed (II-12).", {"cell": CELL}),
    "drift_failed": Term("A tile should be pushed, but no push is possible (II-12).", {"cell": CELL}),
    "drifted": Term(
        "These tiles, the pushed one first, move one cell in a direction with all that stands on them; the foremost "
        "comes onto the cell `onto` (II-12).",
        _LINE,
    ),
    "push_waits": Term(
        "That push is chosen, and waits for these animals on `onto` to be moved out (II-13).",
        {**_LINE, "animals": TOKENS},
    ),
    "shoved": Term("An animal is moved out of the way of a push (II-13).", _MOVED),
    "eaten": Term(
        "A bear that was moved onto this cell eats these animals (II-22).", {"cell": CELL, "animals": TOKENS}
    ),
    "walked": Term("An Inuit walks (II-19).", _JOURNEY),
    "kayaked": Term(
        "An Inuit crosses the sea (II-19). `route`: sea cells, one way among the shortest.",
        {**_JOURNEY, "route": CELLS},
    ),
    "hunted": Term(
        "A seat takes an animal for so many points (II-20).",
        {"seat": SEAT, "cell": CELL, "animal": ANIMAL, "points": NUMBER},
    ),
    "harpooned": Term(
        "A seat plays a harpoon and takes an animal (II-17, II-19).", {"seat": SEAT, "cell": CELL, "animal": ANIMAL}
    ),
    "igloo_built": Term(
        "An igloo is built; its colour has so many left (II-24).", {"colour": COLOUR, "cell": CELL, "left": NUMBER}
    ),
    "energy_played": Term("A seat plays an energy tile of that size (II-16).", {"seat": SEAT, "size": VALUE}),
    "points": Term("A seat now has so many points left in this turn (II-16, II-19).", {"seat": SEAT, "points": NUMBER}),
    "melted": Term(
        "A seat plays a melt: the tile is removed unseen, these animals are out of the game, and these Inuit flee "
        "(II-15).",
        {"seat": SEAT, "cell": CELL, "lost": TOKENS, "fleeing": INUIT},
    ),
    "herd_played": Term("A seat plays a herd (II-18).", {"seat": SEAT}),
    "herded": Term("An animal is herded one cell on; so many steps are left (II-18).", {**_MOVED, "left": NUMBER}),
    "herd_stopped": Term("So many herd steps are left, but none is possible any more (II-18).", {"steps": NUMBER}),
    "attack": Term(
        "A bear attacks (II-23). `asked`: the seats with Inuit there, in the order of asking.",
        {"cell": CELL, "asked": list_of(SEAT)},
    ),
    "speared": Term(
        "A seat answers with a harpoon and takes the bear; the attack is over (II-23).", {"seat": SEAT, "cell": CELL}
    ),
    "passed": Term("A seat does not answer the bear (II-23).", {"seat": SEAT, "cell": CELL}),
    "unanswered": Term(
        "Nobody has answered. These Inuit flee, those in their igloo hide (II-23).",
        {"cell": CELL, "fleeing": INUIT, "hiding": INUIT},
    ),
    "fled": Term("An Inuit of that colour goes to a corner (II-15, II-23).", {"colour": COLOUR, "corner": CELL}),
    "turn_ended": Term(
        "A seat ends its turn, and so many points are lost (II-25); the `next` seat is on turn, if the game goes on.",
        {"seat": SEAT, "next": or_null(SEAT), "points_lost": NUMBER},
    ),
    "scored": Term(
        "The count at the end: each colour's points, and island by island who gets what and why (II-27, II-28).", _COUNT
    ),
    **WON,
}

DUE = {
    **WAIT,
    "place": Term("An Inuit is to be placed on a tile of the outer ring; so many are left (II-6).", {"left": NUMBER}),
    "flip": Term("A tile must be flipped (II-7)."),
    "push": Term("A tile must be pushed (II-12)."),
    "make_room": Term("These animals must be moved out of the way of a push (II-13).", {**_LINE, "animals": TOKENS}),
    "points_left": Term("So many points are left to spend (II-19).", {"points": NUMBER}),
    "herd_steps": Term("So many animal steps must be made (II-18).", {"steps": NUMBER}),
    "answer_attack": Term(
        "A bear attacks on that cell, and the first of these seats is asked for a harpoon; then the others (II-23).",
        {"cell": CELL, "asked": list_of(SEAT)},
    ),
    "harpoon": Term(
        "Told to the seat that is asked, and to no other: whether it has a harpoon `ready`, has `none`, or has "
        "`played` one this turn already (II-14).",
        {"answer": HARPOON},
    ),
    "inuit_hide": Term("The asked seat's own Inuit on that cell hide in its igloo (II-23).", {"cell": CELL}),
    "choose_corner": Term(
        "The next Inuit that flees, and how many come after it (II-15, II-23).", {"colour": COLOUR, "more": NUMBER}
    ),
    "may_play": Term(
        "Told to the seat on turn, and to no other: the types of tile that it can play now (II-14).",
        {"types": list_of(TYPE)},
    ),
    "may_end": Term("The turn may end (II-25)."),
}

OUTLOOK = {"standing": Term("The count as it would be if the game ended now, as `scored` gives it.", _COUNT)}

VOCABULARY = Vocabulary(TOLD, DUE, OUTLOOK)

"""Reading position documents. A document that cannot be is refused with what is wrong in it."""

from __future__ import annotations

from typing import Any

from floe.core.documents import Field
from floe.core.errors import BadOption, BadPosition, shown
from floe.core.typing import States
from floe.games.icecult import layout
from floe.games.icecult.geometry import POSES
from floe.games.icecult.layout import COLOURS, DIRECTIONS, NOBODY, PAWNS_PER_COLOUR, PHASES, SLOTS
from floe.games.icecult.notation import TILTS
from floe.games.icecult.options import blank, check_colours, read_rules
from floe.games.icecult.position import Position

KEYS = (
    "game", "rules", "players", "phase", "to_move", "turn", "stalled", "first_tilt", "cubes", "tops",
    "used", "circles", "arcs", "start", "home", "paths", "winners",
)  # fmt: skip


def read(document: object) -> States:
    """The struct of a position document."""
    field = Field(document, BadPosition)
    field.keys(KEYS)
    field.child("game").choice("icecult")
    rules = read_rules(field.child("rules"))
    array = blank(rules, _read_players(field.child("players")))
    struct: Any = array[0]
    struct["phase"] = PHASES.index(field.child("phase").choice(*PHASES))
    struct["turn"] = field.child("turn").integer(0, layout.MAX_TURN)
    struct["stalled"] = field.child("stalled").integer(0, layout.MAX_STALL_LIMIT)
    _read_pawns(field, struct)
    reading = Position(array)
    _read_cubes(field, reading)
    _read_symbols(field, reading)
    if reading.phase == "over":
        _read_ending(field, reading)
    else:
        _read_running(field, reading)
    return array


def _read_players(field: Field) -> list[str]:
    players = [item.text() for item in field.items()]
    if not 2 <= len(players) <= 4:
        raise field.fail(f"IC-4: there are 2 to 4 players, not {len(players)}")
    try:
        return check_colours(players, len(players))
    except BadOption as fault:
        raise field.fail(str(fault)) from None


def _read_pawns(field: Field, struct: Any) -> None:
    counted = dict.fromkeys(COLOURS, 0)
    for name in ("start", "home"):
        box = field.child(name)
        box.keys(COLOURS)
        for i, colour in enumerate(COLOURS):
            struct[name][i] = box.child(colour).integer(0, PAWNS_PER_COLOUR)
            counted[colour] += int(struct[name][i])
    paths = field.child("paths")
    paths.keys(DIRECTIONS)
    standing = [paths.child(path).items(int(struct["path_length"])) for path in DIRECTIONS]
    for stacks in standing:
        for stack in stacks:
            for pawn in stack.text():
                if pawn not in counted:
                    raise stack.fail(f"the pawns are y r g b, not {pawn!r}")
                counted[pawn] += 1
    for colour, number in counted.items():
        if number != PAWNS_PER_COLOUR:
            raise field.fail(f"IC-3: {colour!r} has {number} pawns in start, on the paths and home together, not 5")
    for path, stacks in enumerate(standing):
        pawns = heights = place = 0
        for space, stack in enumerate(stacks):
            heights |= len(stack.value) << 5 * space
            for pawn in stack.value:
                pawns |= COLOURS.index(pawn) + 1 << 3 * place
                place += 1
        struct["pawns"][path] = pawns
        struct["heights"][path] = heights


def _read_cubes(field: Field, reading: Position) -> None:
    cubes, tops = field.child("cubes"), field.child("tops")
    cubes.keys(SLOTS)
    tops.keys(SLOTS)
    for i, slot in enumerate(SLOTS):
        pose = cubes.child(slot)
        if pose.text() not in POSES:
            raise pose.fail(
                f"IC-8: a pose is the face that is up and the face that looks north, not {shown(pose.value)}"
            )
        reading.struct["cubes"][i] = POSES.index(pose.value)
        tops.child(slot).must_be(reading.top(slot), f"because the cube's pose is {pose.value}")


def _read_symbols(field: Field, reading: Position) -> None:
    """What is used and left of this turn's symbols: nothing outside the moving phase."""
    struct, moving = reading.struct, reading.phase == "move"
    used = field.child("used")
    slots = [item.choice(*SLOTS) for item in used.items()]
    if slots and not moving:
        raise used.fail(f"must be empty in phase {reading.phase!r}")
    if slots != sorted(set(slots)):
        raise used.fail("slots are listed once each, in order a to d")
    for slot in slots:
        if ">" not in reading.top(slot):
            raise used.fail(f"IC-14: the cube in slot {slot} shows no arrow that could have been used")
        struct["used"] |= 1 << SLOTS.index(slot)
    for name, symbol in (("circles", "circle"), ("arcs", "arc")):
        left = field.child(name)
        struct[name] = left.integer(0, 4)
        if not moving and struct[name]:
            raise left.fail(f"must be 0 in phase {reading.phase!r}")
        if moving and struct[name] > reading.count_on_top(symbol):
            raise left.fail(f"{struct[name]} are left, but only {reading.count_on_top(symbol)} lie on top")
    if moving and struct["circles"] < reading.count_on_top("circle") and not any(">" in reading.top(s) for s in SLOTS):
        raise field.child("circles").fail(
            "IC-17: a circle is spent, but no arrow lies on top that it could have copied"
        )


def _read_running(field: Field, reading: Position) -> None:
    struct = reading.struct
    struct["to_move"] = field.child("to_move").integer(0, int(struct["players"]) - 1)
    field.child("winners").null("while the game runs")
    struct["winners"] = 0
    first = field.child("first_tilt")
    if reading.phase == "tilt2":
        struct["first_tilt"] = TILTS.index(first.choice(*TILTS))
    else:
        first.null(f"in phase {reading.phase!r}")
    for colour, how in reading.finished.items():
        if _has_won(reading, colour, how):
            rule = "IC-20" if how == "home" else "IC-21"
            raise field.fail(f"{rule}: the game runs, but {colour!r} has already won ({how})")
    stalled = field.child("stalled")
    if struct["stalled"] >= struct["stall_limit"]:
        raise stalled.fail(f"IC-22: the game runs, but {stalled.value} is at or over the limit {struct['stall_limit']}")
    if struct["stalled"] and reading.stepped:
        raise stalled.fail(f"IC-22: must be 0 because a pawn stepped this turn, found {stalled.value}")


def _has_won(reading: Position, colour: str, how: str) -> bool:
    """IC-20, IC-21: whether pawns that are home, or in a tower, ended the game before it came to this position.

    A turn in which nobody has stepped yet has the pawns of the last one's end. A tower that counts for its owner alone
    may stand until that player has stepped, or ended a turn.
    """
    own, by_turn = bool(reading.struct["own_tower"]), bool(reading.struct["by_turn"])
    looked_at = not (by_turn and reading.stepped)
    if how == "home" or not own:
        return looked_at
    seat, players = int(reading.struct["to_move"]), reading.players
    return looked_at and colour == players[seat - 1] if by_turn else reading.stepped and colour == players[seat]


def _read_ending(field: Field, reading: Position) -> None:
    struct = reading.struct
    field.child("to_move").null("when the game is over")
    field.child("first_tilt").null("when the game is over")
    struct["to_move"] = NOBODY
    winners = field.child("winners")
    seats = [item.integer(0, int(struct["players"]) - 1) for item in winners.items()]
    if seats != sorted(set(seats)):
        raise winners.fail("seats are listed once each, in ascending order")
    struct["winners"] = sum(1 << seat for seat in seats)
    finished, own = reading.finished, bool(struct["own_tower"])
    won = [seat for seat, colour in enumerate(reading.players) if colour in finished]
    together = [seat for seat in won if not own or finished[reading.players[seat]] == "home"]
    if not won and struct["stalled"] != struct["stall_limit"]:
        raise field.child("phase").fail("the game is over, but nobody has won and there is no standstill (IC-20 to 22)")
    if reading.standstill and (own or not won):
        return
    if not won:
        raise winners.fail(f"IC-22: a standstill is shared by all players, found {seats}")
    if not seats or seats not in (together, *([seat] for seat in won)):
        raise winners.fail(f"IC-20, IC-21: the seats {won} have won, or the one of them on turn; found {seats}")
    stood = own and struct["by_turn"] and finished[reading.players[seats[0]]] == "tower"
    if struct["stalled"] and not stood:
        raise field.child("stalled").fail("IC-22: must be 0 because a step ended the game")

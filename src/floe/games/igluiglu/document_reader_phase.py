"""Reading what depends on the phase in a position document: points, who must decide, and what is pending."""

from __future__ import annotations

from typing import Any

from floe.core.documents import Field
from floe.games.igluiglu import layout
from floe.games.igluiglu.document import asked
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import (
    DIRECTIONS,
    HERD_STEPS,
    PHASES,
    PLAYED_ENERGY,
    PLAYED_HERD,
    PLAYED_MELT,
    POINTS,
)
from floe.games.igluiglu.notation import Written, parse
from floe.games.igluiglu.options import colours_of
from floe.games.igluiglu.rules import beyond_line, can_herd, flippable, pushable


def read_phase(field: Field, struct: Any) -> None:
    """Fill in what the phase needs, and refuse a field that does not fit it."""
    phase = PHASES[struct["phase"]]
    pending = field.child("pending")
    if phase in ("place", "flip", "drift", "act", "over"):
        pending.null(f"in phase {phase!r}")
    if phase not in ("spear", "over") and struct["to_move"] != struct["owner"]:
        raise field.child("to_move").fail(f"in phase {phase!r} the owner of the turn decides, seat {struct['owner']}")
    if phase == "place":
        _check_placing(field, struct)
    elif struct["to_place"].any():
        raise field.child("to_place").fail(f"II-6: all Inuit are placed before phase {phase!r}")
    if phase in ("herd", "spear", "flee"):
        _read_interrupted(pending, struct, phase)
    if phase == "spear":
        _read_attack(field, pending, struct)
    elif phase == "flee":
        _read_queue(pending, struct)
    elif phase == "shove":
        _read_push(pending, struct)
    _read_points(field, struct, phase)
    _check_possible(field, struct, phase)


def _check_placing(field: Field, struct: Any) -> None:
    """II-6: one Inuit at a time in turn, before anything else happens."""
    owner, left = int(struct["owner"]), [int(n) for n in struct["to_place"]]
    expected = [left[owner] - (seat < owner) for seat in range(int(struct["players"]))]
    if left[owner] == 0 or left[: len(expected)] != expected:
        raise field.child("to_place").fail(f"II-6: players place in turn, and seat {owner} is next")
    if struct["turn"] or struct["played"] or struct["seen"].any() or struct["hands"].any() or struct["taken"].any():
        raise field.child("phase").fail("II-6: nothing was flipped, played or taken before all Inuit are placed")


def _read_interrupted(pending: Field, struct: Any, phase: str) -> None:
    """II-18, II-23: the herd steps left, and the phase that is taken up again."""
    own = {"herd": (), "spear": ("cell", "ask"), "flee": ("queue",)}[phase]
    pending.keys((*own, "steps", "back"))
    steps = pending.child("steps")
    struct["steps"] = steps.integer(1, HERD_STEPS) if phase == "herd" else steps.integer(0, HERD_STEPS - 1)
    struct["back"] = PHASES.index(pending.child("back").choice("flip", "act"))
    played = int(struct["played"])
    if (phase != "flee" or struct["steps"]) and not played & PLAYED_HERD:
        raise pending.fail("II-18: animals are herded, but no herd was played this turn")
    if phase == "flee" and not played & (PLAYED_HERD | PLAYED_MELT):
        raise pending.fail("II-15, II-23: Inuit flee, but neither melt nor herd was played this turn")


def _read_attack(field: Field, pending: Field, struct: Any) -> None:
    """II-23: the bear is there, and those still to ask are the last of those with Inuit there."""
    cell = CELLS.index(pending.child("cell").choice(*CELLS))
    struct["attacked"] = cell
    if not int(struct["bears"]) >> cell & 1:
        raise pending.child("cell").fail("II-23: no bear is there that could attack")
    for seat in range(int(struct["players"])):
        if int(struct["inuit_of"][seat]) >> cell & 1:
            struct["ask"] |= 1 << seat
    everyone = asked(struct)
    ask = pending.child("ask")
    seats = [item.integer(0, int(struct["players"]) - 1) for item in ask.items()]
    if not seats or seats != everyone[-len(seats) :]:
        raise ask.fail(f"II-23: {everyone} are asked in this order; found {seats}")
    struct["ask"] = sum(1 << seat for seat in seats)
    if struct["to_move"] != seats[0]:
        raise field.child("to_move").fail(f"II-23: seat {seats[0]} is asked first")


def _read_queue(pending: Field, struct: Any) -> None:
    """II-15, II-23: by seat, seat 0's first."""
    queue = pending.child("queue")
    colours = colours_of(struct)
    text = queue.text()
    if not text or any(colour not in colours for colour in text) or list(text) != sorted(text, key=colours.index):
        raise queue.fail(f"expected colours in the order {' '.join(colours)}, found {text[:20]!r}")
    for seat, colour in enumerate(colours):
        struct["queue"][seat] = min(text.count(colour), 255)


def _read_push(pending: Field, struct: Any) -> None:
    """II-13: a push that waits for room."""
    pending.keys(("push",))
    push = pending.child("push")
    written = parse(push.text())
    if not isinstance(written, Written) or written.kind != "drift":
        raise push.fail(f"expected a push such as 'drift d3 n', found {push.value[:20]!r}")
    if not int(pushable(struct, written.direction)) >> written.cell & 1:
        raise push.fail("II-12: this push is not possible")
    target = beyond_line(struct, written.cell, written.direction)
    if not int(struct["fish"] | struct["bears"]) >> target & 1:
        raise push.fail(f"II-13: nobody is in the way on {CELLS[target]}, so there is no room to make")
    struct["push_cell"], struct["push_direction"] = written.cell, written.direction


def _read_points(field: Field, struct: Any, phase: str) -> None:
    """II-16, II-19: points are there in the second part alone, three and those of an energy tile."""
    points = field.child("points")
    second_part = phase == "act" or (phase in ("herd", "spear", "flee") and PHASES[struct["back"]] == "act")
    if not second_part:
        points.must_be(0, "outside the second part")
    most = POINTS + 3 * bool(struct["played"] & PLAYED_ENERGY)
    struct["points"] = points.integer(0, most)
    if struct["played"] & PLAYED_ENERGY and not second_part:
        raise field.child("played").fail("II-16: energy is played in the second part")


def _check_possible(field: Field, struct: Any, phase: str) -> None:
    """The phases that are left at once when nothing can be done in them."""
    if phase == "flip" and not flippable(struct):
        raise field.child("phase").fail("II-26: no tile can be flipped, so the game is over")
    if phase == "drift" and not any(pushable(struct, direction) for direction in range(len(DIRECTIONS))):
        raise field.child("phase").fail("II-12: no push is possible, so there is no phase 'drift'")
    if phase == "herd" and not can_herd(struct):
        raise field.child("phase").fail("II-18: no animal can step, so there is no phase 'herd'")
    if phase in ("drift", "shove") and struct["seen"][layout.DRIFT] == 0:
        raise field.child("phase").fail(f"II-12: no drift tile was seen, so there is no phase {phase!r}")

"""What an action did and what is due, as facts. Nothing is hidden in ICE CULT, so all are told alike."""

from __future__ import annotations

from floe.core.facts import Fact
from floe.core.typing import Document, States
from floe.games.icecult.geometry import POSES
from floe.games.icecult.layout import SLOTS
from floe.games.icecult.notation import OPPOSITE_TILT, TILTS, Written, parse
from floe.games.icecult.position import Position, Reading, reading
from floe.games.icecult.threats import Threat, threats

PAIRS = {"n": "ab", "e": "bc", "s": "cd", "w": "ad"}
"""IC-5: the slots of each pair."""


def facts(before: States, after: States, action: str) -> list[Fact]:
    """What a legal action did."""
    old, new, written = reading(before), reading(after), parse(action)
    if written is None:
        raise ValueError(f"{action!r} is no action")
    if written.kind == "tilt":
        return [_tilt(new, action)]
    if written.kind == "turn":
        way = "clockwise" if action.endswith("+") else "counterclockwise"
        return [
            Fact(
                "turn",
                {"slot": written.slot, "way": way, "pose": _pose(new, written.slot), "top": new.top(written.slot)},
            )
        ]
    if written.kind == "end":
        return _end(old, new)
    return [_step(old, written), *_threats(old, new), *_finished(old, new)]


def _pose(position: Position, slot: str) -> str:
    return POSES[position.pose(slot)]


def _tilt(new: Position, action: str) -> Fact:
    slots = PAIRS[action[0]]
    return Fact(
        "tilt",
        {
            "pair": action[0],
            "toward": action[1],
            "slots": list(slots),
            "poses": {slot: _pose(new, slot) for slot in slots},
            "tops": {slot: new.top(slot) for slot in slots},
        },
    )


def _step(old: Position, written: Written) -> Fact:
    """IC-13 to IC-17: who steps where, and who rides along."""
    colour, _, path = old.top(written.slot).partition(">")
    stacks = old.stacks(path)
    who: Document = {"colour": colour, "path": path}
    moved_by = {"slot": written.slot, "circle": written.circle}
    if not written.space:
        return Fact("enter", {**who, "standing": len(stacks[0]) + 1, **moved_by})
    riders = stacks[written.space - 1][written.standing :]
    from_where = {"from": written.space, "standing": written.standing, "riders": riders}
    if written.space == old.path_length:
        return Fact("home", {**who, **from_where, **moved_by})
    to_where = {"to": written.space + 1, "lands": len(stacks[written.space]) + 1}
    return Fact("step", {**who, **from_where, **to_where, **moved_by})


def _values(threat: Threat) -> Document:
    where = {"seat": threat.seat, "goal": threat.goal, "path": threat.path, "space": threat.space}
    return {**where, "arrows": list(threat.arrows)}


def _threats(old: Reading, new: Reading) -> list[Fact]:
    """The threats that are new, and those that are no more. The arrows that make a threat come true may change."""
    if new.phase == "over":
        return []
    before, after = ({(t.seat, t.goal, t.path, t.space): t for t in threats(one)} for one in (old, new))
    ended = [_values(threat) for place, threat in before.items() if place not in after]
    begun = [_values(threat) for place, threat in after.items() if place not in before]
    for values in ended:
        del values["arrows"]
    return [Fact("threat_ended", values) for values in ended] + [Fact("threat", values) for values in begun]


def _finished(old: Position, new: Position) -> list[Fact]:
    """IC-20, IC-21: who has done what wins: by this action, or before it where it wins only now."""
    told = []
    for colour, how in new.finished.items():
        seat = new.players.index(colour)
        if colour in old.finished and (new.standstill or seat not in new.winners):
            continue
        if how == "home":
            told.append(Fact("all_home", {"seat": seat}))
            continue
        for path in "nesw":
            for space, stack in enumerate(new.stacks(path), 1):
                if stack.count(colour) == 5:
                    told.append(Fact("tower", {"seat": seat, "path": path, "space": space}))
    return told


def _end(old: Position, new: Position) -> list[Fact]:
    over = new.phase == "over"
    ended = {
        "seat": old.number("to_move"),
        "next": None if over else new.number("to_move"),
        "arcs_lost": old.number("arcs"),
    }
    stalled = new.number("stalled")
    limit = new.number("stall_limit")
    standing = [Fact("stalled", {"turns": stalled, "limit": limit})] if stalled else []
    return [Fact("turn_ended", ended), *standing, *_finished(old, new)]


def due(array: States) -> list[Fact]:
    """What is due, and what may be done besides."""
    here = reading(array)
    if here.phase == "tilt1":
        return [Fact("tilt_first")]
    if here.phase == "tilt2":
        first = TILTS[here.number("first_tilt")]
        return [Fact("tilt_second", {"first": first, "barred": OPPOSITE_TILT[first]})]
    with_steps = [slot for slot in SLOTS if here.can_step(slot)]
    unused = [slot for slot in with_steps if slot not in here.used]
    circles, arcs = here.number("circles"), here.number("arcs")
    must = not here.number("waive_circles")
    found = []
    if unused:
        found.append(Fact("use_arrows", {"slots": unused}))
    if circles and with_steps:
        found.append(Fact("use_circles", {"circles": circles, "slots": with_steps, "must": must}))
    if arcs:
        found.append(Fact("may_turn", {"arcs": arcs}))
    if not unused and not (circles and with_steps and must):
        found.append(Fact("may_end"))
    return found


def outlook(array: States) -> list[Fact]:
    """Who is one step from winning."""
    return [Fact("in_reach", _values(threat)) for threat in threats(reading(array))]

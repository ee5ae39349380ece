"""What is said in IGLU IGLU, held against the plain rules, played on the true position."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable

from floe.core.game import State
from floe.core.turns import Turns
from floe.core.typing import Document
from floe.games.igluiglu.game import IgluIglu
from tests.games.igluiglu import plain
from tests.games.igluiglu.plain_board import CELLS, CENTRE, LAND, Doc, around, look, tile
from tests.games.igluiglu.plain_score import islands, scores, share, strength
from tests.reasons.claims import Claim

GAME = IgluIglu()
SAMPLED = 8
"""Of many ways to end a turn, so many are played on."""
WORTH = {"f1": 1, "f2": 2, "f3": 3, "x1": 1, "x2": 2, "x3": 3, "bear": 4}


@functools.cache
def _turns() -> Turns:
    return Turns(GAME, 400_000)


def ends(state: State) -> list[Doc]:
    """Every position in which the turn can end."""
    turn = _turns().turn(state.array)
    assert turn is not None, "too many positions"
    return [GAME.state(turn.states[end : end + 1].copy()).to_dict() for end in turn.ends()]


class Told:
    """A claim with what the plain rules make of its plan; of a flip, what it came to."""

    def __init__(self, claim: Claim) -> None:
        self.claim, self.seat = claim, claim.seat
        self.before: Doc = claim.state.to_dict()
        self.own: str = self.before["players"][claim.seat]
        self.docs = [self.before]
        plan = claim.plan if claim.plan or claim.source == "try" else (claim.action,)
        for action in plan:
            assert action in plain.legal(self.docs[-1]), action
            self.docs.append(plain.play(self.docs[-1], action))
        self.plan = plan
        self.after = self.docs[-1]

    @property
    def ended(self) -> bool:
        return bool(self.after["turn"] > self.before["turn"]) or self.after["phase"] == "over"

    def glacier(self) -> bool:
        """Whether a tile was flipped, and stays."""
        verb, *where = self.claim.action.split()
        return verb == "flip" and bool(look(self.after, where[0], "ice"))


def rank(doc: Doc, island: set[str], colour: str) -> int:
    """2 for who is alone, 1 for who is as strong as any."""
    own = strength(doc, island, colour)
    others = [strength(doc, island, other) for other in doc["players"] if other != colour]
    return 0 if own == 0 or own < max(others) else 1 if any(others) else 2


def kept_most(doc: Doc, cells: set[str]) -> list[set[str]]:
    """The islands that most of these cells belong to, all of them where several have equally many."""
    found = [(len(island & cells), island) for island in islands(doc) if island & cells]
    most = max((n for n, _ in found), default=0)
    return [island for n, island in found if n == most]


def takes(told: Told, values: Document) -> bool:
    before, after = (Counter(doc["taken"][told.own]) for doc in (told.before, told.after))
    taken = after - before
    return taken == Counter(values["animals"]) and sum(WORTH[animal] for animal in taken.elements()) == values["points"]


def gains_island(told: Told, values: Document) -> bool:
    if values.get("unless_glacier") and told.glacier():
        return True
    cells = set(values["cells"])
    if cells not in islands(told.after) or share(told.after, cells, told.own) != values["points"]:
        return False
    now = rank(told.after, cells, told.own)
    if now != {"alone": 2, "leads": 1}[values["share"]]:
        return False
    return all(rank(told.before, island, told.own) < now for island in kept_most(told.before, cells))


def breaks_lead(told: Told, values: Document) -> bool:
    if values.get("unless_glacier") and told.glacier():
        return True
    cells, colour = set(values["cells"]), told.before["players"][values["seat"]]
    if cells not in islands(told.before):
        return False
    was = rank(told.before, cells, colour)
    return was > 0 and all(rank(told.after, island, colour) < was for island in kept_most(told.after, cells))


def drives_away(told: Told, values: Document) -> bool:
    fled = ""
    for before, action in zip(told.docs, told.plan, strict=False):
        verb, *where = action.split()
        if verb == "melt" and where[0] in values["cells"]:
            fled += look(before, where[0], "inuit").replace(told.own, "")
    return bool(fled) and fled == values["inuit"]


def attacks(told: Told, values: Document) -> bool:
    for doc in told.docs[1:]:
        if doc["phase"] == "spear" and doc["pending"]["cell"] == values["cell"]:
            there = look(doc, values["cell"], "inuit").replace(told.own, "")
            return bool(there) and there == values["inuit"] and bool(look(doc, values["cell"], "bear"))
    return False


def prey(doc: Doc, own: str) -> Counter[tuple[str, str]]:
    """What the own Inuit could hunt, cell by cell."""
    found: Counter[tuple[str, str]] = Counter()
    for cell in CELLS:
        if tile(doc, cell) and own in look(doc, cell, "inuit"):
            here = Counter((cell, f"x{value}") for value in look(doc, cell, "fox"))
            for water in around(cell):
                here += Counter((water, f"f{value}") for value in look(doc, water, "fish"))
            found |= here
    return found


def reaches(told: Told, values: Document) -> bool:
    new = prey(told.after, told.own) - prey(told.before, told.own)
    return told.ended and Counter(animal for _, animal in new.elements()) == Counter(values["animals"])


def changes_count(told: Told, values: Document) -> bool:
    if values.get("unless_glacier") and told.glacier():
        return True
    before, after = scores(told.before), scores(told.after)
    change = {colour: after[colour]["total"] - before[colour]["total"] for colour in before}
    return change == values["points"] and len(set(change.values())) > 1


# What refutes a try


def lead(doc: Doc, seat: int) -> int:
    totals: list[int] = [count["total"] for count in scores(doc).values()]
    return totals.pop(seat) - max(totals)


def danger(doc: Doc, seat: int) -> int:
    """On how many cells bears can get to a seat's Inuit with three steps."""
    own = doc["players"][seat]
    bears = {cell for cell in CELLS if look(doc, cell, "bear")}
    barred = {*LAND, *bears, *(CENTRE if doc["rules"]["centre"] == "closed" else [])}
    reached: set[str] = set()
    for bear in bears:
        there = {bear}
        for _ in range(3):
            there |= {cell for at in there for cell in around(at) if cell not in barred}
        reached |= there - {bear}
    return sum(own in look(doc, cell, "inuit") and look(doc, cell, "igloo") != own for cell in reached)


def rests(told: Told) -> list[Doc]:
    """Every way in which the turn of the try can end."""
    claim = told.claim
    assert claim.first is not None
    running = claim.state.turn == claim.first.turn and not claim.state.over
    return ends(claim.state) if running else [told.before]


def misses_win(told: Told, values: Document) -> bool:
    return not any(doc["winners"] == [told.seat] for doc in rests(told))


def brings_less(told: Told, values: Document) -> bool:
    target = told.claim.target
    assert target is not None
    assert told.claim.first is not None
    solved = [target.to_dict()] if target.turn != told.claim.first.turn or target.over else ends(target)
    best = max(lead(doc, told.seat) for doc in solved)
    still = max(lead(doc, told.seat) for doc in rests(told))
    return bool(lead(told.after, told.seat) == still == values["lead"] < best == values["best"])


def leaves_danger(told: Told, values: Document) -> bool:
    least = min(danger(doc, told.seat) for doc in rests(told))
    return bool(danger(told.after, told.seat) == least == values["cells"] > 0)


def may_take(state: State, seat: int, other: int, cells: set[str]) -> bool:
    """Whether another seat has a turn of three points, without tiles, after which it is the stronger one there."""
    island = kept_most(state.to_dict(), cells)[0]
    array = state.array.copy()
    array["phase"], array["to_move"], array["owner"], array["points"] = GAME.phases.index("act"), other, other, 3
    array["hands"][0, other] = 0
    players = state.to_dict()["players"]
    own = strength(state.to_dict(), island, players[seat])
    return any(strength(doc, island, players[other]) > own for doc in ends(GAME.state(array)))


def loses_island(told: Told, values: Document) -> bool:
    """Played on from the end of the plan; and from some of the other ends that there are."""
    cells = set(values["cells"])
    if not may_take(GAME.from_dict(told.after), told.seat, values["seat"], cells):
        return False
    others = [seat for seat in range(len(told.before["players"])) if seat != told.seat]
    every = [GAME.from_dict(doc) for doc in rests(told)]
    some = every[:: max(1, len(every) // SAMPLED)]
    return all(any(may_take(end, told.seat, other, cells) for other in others) for end in some)


CHECKS: dict[str, Callable[[Told, Document], bool]] = {
    "takes": takes,
    "gains_island": gains_island,
    "breaks_lead": breaks_lead,
    "drives_away": drives_away,
    "attacks": attacks,
    "reaches": reaches,
    "changes_count": changes_count,
    "misses_win": misses_win,
    "brings_less": brings_less,
    "leaves_danger": leaves_danger,
    "loses_island": loses_island,
}


def holds(claim: Claim, key: str, values: Document) -> bool:
    """Whether one of the game's own facts is true."""
    return CHECKS[key](Told(claim), values)


def loses(state: State, seat: int) -> bool:
    """Nothing is ever proven of what is hidden."""
    return False


def wins_whatever(claim: Claim) -> bool:
    """Only a plan that ends the game proves it."""
    return bool(Told(claim).after["winners"] == [claim.seat])

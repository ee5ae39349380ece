"""IGLU IGLU in words: what is due, what somebody just did, what a flip has brought.

Everything is told from views, so nobody is told more than they may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rich.text import Text

from floe.cli.words.igluiglu_choices import choices
from floe.cli.words.igluiglu_count import count
from floe.cli.words.igluiglu_scene import DIRECTION_NAMES, Scene, joined, points
from floe.cli.words.words import COLOUR_NAMES, Choices, Words, paint_letters
from floe.core.game import State

NOTATION = """\
| written | meaning |
|---|---|
| `place c1` | set an Inuit on a tile of the outer ring |
| `flip d3` | flip a tile |
| `drift d3 n` | push the tile on d3 and all ahead of it north |
| `shove f2 e` | make room for a push: the fish in the way goes east |
| `walk c3 n` | an Inuit walks north, for 1 point |
| `kayak c3 f6` | an Inuit crosses the sea, for 3 points |
| `hunt d3 f2` | take the fish on d3, for as many points as it is worth |
| `igloo c3` | build an igloo, for 3 points |
| `energy 2` | play that tile: 2 points more |
| `harpoon c3 bear` | play a harpoon: take the bear on c3 without points |
| `melt c4` | play a melt: remove the tile on c4 |
| `herd` | play a herd; three steps follow |
| `step d4 f2 n` | herd the fish on d4 north |
| `spear`, `pass` | answer an attack with a harpoon, or not |
| `flee r a1` | a red Inuit flees to the corner a1 |
| `end` | end the turn |

Animals: `f1 f2 f3` fish, `x1 x2 x3` foxes, `bear`. Directions: `n e s w`.
"""

TILES = {
    "melt": "It removes a face-down tile next to the sea, unseen (II-15).",
    "energy1": "It gives 1 point more in a turn (II-16).",
    "energy2": "It gives 2 points more in a turn (II-16).",
    "energy3": "It gives 3 points more in a turn (II-16).",
    "harpoon": "It takes an animal without points, or answers a bear (II-17).",
    "herd": "It moves animals three steps (II-18).",
}
NUMBERS = {1: "a", 2: "two", 3: "three"}
ANIMALS = {"f": "fish", "x": "fox", "b": "bear"}


class IgluIgluWords(Words):
    cannot_undo = "A flip is never taken back, nor is another's answer; since then you have done nothing that could be."
    action_width = 14
    counts = True

    def paint_board(self, text: Text) -> None:
        """Inuit are letters on ice or land, which shows on one side of them at least; igloos have a roof."""
        super().paint(text)
        paint_letters(text, r"(?<=[░▒█:%#])[rbyg]+|[rbyg]+(?=[░▒█:%#])|\^[rbyg]|^[a-h][1-8]: .*")

    def hides(self, state: State, seat: int | None) -> bool:
        """A hand is secret. One that is empty now has been played openly, whatever was in it (II-14)."""
        return seat is not None and bool(_hand(state, seat))

    def due(self, state: State) -> str:
        scene = Scene(state.view(state.to_move))
        return _DUE[state.phase](scene)

    def choices(self, state: State) -> list[Choices]:
        return choices(Scene(state.view(state.to_move)), state.legal_actions())

    def told(self, before: State, action: str) -> str:
        return _told(Scene(before.view(None)), Scene(before.play(action).view(None)), action)

    def learned(self, before: State, action: str) -> str:
        if not action.startswith("flip"):
            return ""
        kept = _kept(before, before.play(action))
        if kept:
            return f"You keep {'an' if kept[0] == 'e' else 'a'} {kept} tile. {TILES[kept]}"
        told = self.told(before, action)
        return f"{told[0].upper()}{told[1:]}."

    def count(self, state: State) -> str:
        return count(state)

    def notation(self, state: State) -> str:
        return NOTATION

    def reason(self, reason: str) -> str:
        return {"no_flip": "no tile is left to flip"}.get(reason, reason)


def _hand(state: State, seat: int) -> list[str]:
    hand: list[str] = state.view(seat)["hands"][state.game.colours(state.records)[seat]]
    return hand


def _kept(before: State, after: State) -> str:
    """II-8: the tile that the player to move has just taken into the hand, if it is one."""
    seat = before.to_move or 0
    hands = [Counter(_hand(state, seat)) for state in (before, after)]
    return next(iter(hands[1] - hands[0]), "")


# What is due


def _place(scene: Scene) -> str:
    left = scene.view["to_place"][scene.mover]
    return f"Place an Inuit on a tile of the outer ring; {left} {'is' if left == 1 else 'are'} left to place (II-6)."


def _flip(scene: Scene) -> str:
    playable = [kind for kind in ("melt", "herd") if kind in scene.hand and kind not in scene.view["played"]]
    first = f" Before that you may play {' and '.join(playable)}." if playable else ""
    return f"Flip one of these empty tiles (II-7).{first}"


def _shove(scene: Scene) -> str:
    return f"For {scene.view['pending']['push']}: move what is in the way on {scene.in_the_way()} out of it (II-13)."


def _act(scene: Scene) -> str:
    left = scene.view["points"]
    return f"You have {points(left)} left to spend." if left else "No points are left."


def _herd(scene: Scene) -> str:
    steps = scene.view["pending"]["steps"]
    return f"Herd animals: {steps} step{'' if steps == 1 else 's'} to go (II-18)."


def _spear(scene: Scene) -> str:
    cell = scene.view["pending"]["cell"]
    if "harpoon" not in scene.hand:
        answer = "You have no harpoon to answer with."
    elif scene.mover == scene.owner and "harpoon" in scene.view["played"]:
        answer = "You have played a harpoon this turn already (II-14)."
    else:
        answer = "You may answer with a harpoon."
    hidden = " Your Inuit there hide in your igloo." if scene.at(cell).get("igloo") == scene.mover else ""
    return f"A bear attacks on {cell} (II-23).{hidden} {answer}"


def _flee(scene: Scene) -> str:
    queue = scene.view["pending"]["queue"]
    more = f" {len(queue) - 1} more after this." if len(queue) > 1 else ""
    return f"Choose the corner to which the {COLOUR_NAMES[queue[0]]} Inuit flees.{more}"


_DUE = {
    "place": _place,
    "flip": _flip,
    "drift": lambda scene: "Push a tile; the whole line ahead of it moves along (II-12).",
    "shove": _shove,
    "act": _act,
    "herd": _herd,
    "spear": _spear,
    "flee": _flee,
}

# What an action did


def _told(before: Scene, after: Scene, action: str) -> str:
    kind, *words = action.split(" ")
    tell: dict[str, Callable[..., str]] = {
        "flip": _told_flip,
        "drift": _told_drift,
        "shove": _told_shove,
        "walk": _told_walk,
        "kayak": lambda b, a, _, target: f"an Inuit crosses to {target}{_bear_taken(b, a)}",
        "hunt": lambda b, a, _, animal: f"takes {_animal(animal)} for {points(int(animal[1]))}",
        "harpoon": lambda b, a, _, animal: f"takes {_animal(animal)} by harpoon",
        "melt": _told_melt,
        "herd": lambda b, a: "herds animals" if a.view["phase"] == "herd" else "herds, but no animal can step",
        "step": _told_step,
        "flee": lambda b, a, colour, corner: f"a {COLOUR_NAMES[colour]} Inuit flees to {corner}",
        "energy": lambda b, a, size: f"gains {points(int(size))}",
    }
    if kind in tell:
        return tell[kind](before, after, *words)
    return {
        "place": "places an Inuit",
        "igloo": "builds an igloo",
        "spear": "takes the bear by harpoon",
        "pass": "does not answer the bear",
        "end": "ends the turn",
    }[kind]


def _animal(name: str) -> str:
    return "the bear" if name == "bear" else f"a {ANIMALS[name[0]]} worth {name[1]}"


def _told_flip(before: Scene, after: Scene, cell: str) -> str:
    news: dict[str, int] = Counter(after.view["seen"]) - Counter(before.view["seen"])
    kind = next(iter(news), "")
    there = after.at(cell)
    if not kind:
        return "keeps a tile"
    if kind == "drift":
        return "drift: a tile must be pushed" if after.view["phase"] == "drift" else "drift, but nothing can be pushed"
    if kind == "glacier":
        return f"a glacier, with {_animal('x' + there['fox'])}" if "fox" in there else "a glacier; no fox is left"
    if kind == "bear":
        return "a bear comes up" if "bear" in there else "a bear tile, but no bear is left"
    fish = [f"f{value}" for value in there.get("fish", "")]
    if not fish:
        return "a fish tile, but no fish is left"
    return f"{NUMBERS[len(fish)]} fish come{'s' if len(fish) == 1 else ''} up: {', '.join(fish)}"


def _told_drift(before: Scene, after: Scene, cell: str, direction: str) -> str:
    line = before.line(cell, direction)
    tiles = "a tile" if len(line) == 1 else f"{len(line)} tiles in line"
    where = DIRECTION_NAMES[direction]
    if after.view["phase"] == "shove":
        return f"pushes {tiles} {where}, once there is room on {before.step(line[-1], direction)}"
    return f"pushes {tiles} {where}"


def _told_shove(before: Scene, after: Scene, animal: str, direction: str) -> str:
    target = before.step(before.in_the_way(), direction)
    done = "" if after.view["phase"] == "shove" else ", and the push is made"
    return f"{_animal(animal)} goes to {target}{_eaten(before, target, animal)}{done}"


def _told_walk(before: Scene, after: Scene, cell: str, direction: str) -> str:
    return f"an Inuit walks to {before.step(cell, direction)}{_bear_taken(before, after)}"


def _bear_taken(before: Scene, after: Scene) -> str:
    return " and harpoons the bear there" if after.view["taken"] != before.view["taken"] else ""


def _told_melt(before: Scene, after: Scene, cell: str) -> str:
    return "; ".join(["removes the tile unseen", *before.melted(cell)])


def _told_step(before: Scene, after: Scene, cell: str, animal: str, direction: str) -> str:
    target = before.step(cell, direction)
    told = f"{_animal(animal)} goes to {target}{_eaten(before, target, animal)}"
    if after.view["phase"] == "spear" and animal == "bear":
        return f"{told} and attacks {joined(before.tribes(target))}"
    return told


def _eaten(before: Scene, target: str, animal: str) -> str:
    eaten = before.animals(target) if animal == "bear" else []
    return f", eats {' '.join(eaten)}" if eaten else ""

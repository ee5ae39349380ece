"""The legal actions of IGLU IGLU in groups: each line begins with the word to type, and says what may follow it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from floe.core.words import Choices, grouped, joined, points
from floe.games.igluiglu.position import Position, neighbour
from floe.games.igluiglu.words_facts import lost_by_melting, tribes

ORDER = (
    "place", "flip", "drift", "shove", "step", "spear", "pass", "flee",
    "walk", "kayak", "hunt", "igloo", "energy", "harpoon", "melt", "herd", "end",
)  # fmt: skip


Group: TypeAlias = list[tuple[str, ...]]
"""The legal actions of one kind, each in its words; the first one is the kind."""


def choices(position: Position, actions: Sequence[str]) -> list[Choices]:
    """Every legal action, in groups."""
    groups: dict[str, Group] = {}
    for action in actions:
        words = tuple(action.split(" "))
        groups.setdefault(words[0], []).append(words)
    found = []
    for kind in ORDER:
        if kind in groups:
            found += _GROUPS[kind](position, groups[kind])
    return found


def _one(heading: str, shown: Iterable[tuple[str, tuple[str, ...]]]) -> list[Choices]:
    """A group of its own, from how each action is shown."""
    return grouped((f"  {heading}", text, " ".join(words)) for text, words in shown)


def _cells(heading: str) -> Callable[[Position, Group], list[Choices]]:
    """A group whose actions are all said by their last words."""
    return lambda position, group: _one(f"{heading}:", ((" ".join(words[1:]), words) for words in group))


def _alone(kind: str, meaning: str) -> Callable[[Position, Group], list[Choices]]:
    return lambda position, group: _one(f"{kind:<6}", [(meaning, group[0])])


def _by_direction(group: Group) -> list[tuple[str, tuple[str, ...]]]:
    """Directions from one cell stand together: c3 n/e."""
    found: dict[tuple[str, ...], list[str]] = {}
    for _, *start, direction in group:
        found.setdefault(tuple(start), []).append(direction)
    together = {start: f"{' '.join(start)} {'/'.join(directions)}" for start, directions in found.items()}
    return [(text, (group[0][0], *start, direction)) for start, text in together.items() for direction in found[start]]


def _drift(position: Position, group: Group) -> list[Choices]:
    return _one("drift:", _by_direction(group))


def _walk(position: Position, group: Group) -> list[Choices]:
    into_bear = [words for words in group if "bear" in position.at(neighbour(*words[1:]))]
    plain = [words for words in group if words not in into_bear]
    harpooned = [(f"{' '.join(words[1:])} (harpooning the bear)", words) for words in into_bear]
    return _one("walk (1 point):", _by_direction(plain) + harpooned)


def _kayak(position: Position, group: Group) -> list[Choices]:
    """Inuit at one sea area have the same targets, but for their own tile, so they share a list."""
    targets: dict[str, list[str]] = {}
    for _, origin, target in group:
        targets.setdefault(origin, []).append(target)
    shared: dict[tuple[str, ...], list[str]] = {}
    for origin, cells in targets.items():
        own = [origin] if "ice" in position.at(origin) else []
        shared.setdefault(tuple(sorted([*cells, *own])), []).append(origin)
    found = []
    for area, origins in shared.items():
        landings = [(cell, origin) for cell in area for origin in origins if cell != origin]
        heading = f"kayak (3 points) from {joined(origins, 'or')} to:"
        found += _one(heading, ((_landing(position, cell), ("kayak", origin, cell)) for cell, origin in landings))
    return found


def _landing(position: Position, cell: str) -> str:
    return f"{cell} (harpooning the bear)" if "bear" in position.at(cell) else cell


def _hunt(position: Position, group: Group) -> list[Choices]:
    return _one("hunt:", ((f"{words[1]} {words[2]} ({points(int(words[2][1]))})", words) for words in group))


def _energy(position: Position, group: Group) -> list[Choices]:
    return _one("energy (tile):", ((f"{words[1]} ({points(int(words[1]))} more)", words) for words in group))


def _melt(position: Position, group: Group) -> list[Choices]:
    shown = []
    for words in group:
        cell = words[1]
        consequences = lost_by_melting(position.animals(cell), position.inuit(cell))
        shown.append((f"{cell} ({'; '.join(consequences)})" if consequences else cell, words))
    return _one("melt (tile), removing one unseen:", shown)


def _step(position: Position, group: Group) -> list[Choices]:
    plain, special = [], []
    for words in group:
        _, cell, animal, direction = words
        effect = _bear_effect(position, neighbour(cell, direction)) if animal == "bear" else ""
        if effect:
            special.append((f"{cell} {animal} {direction} ({effect})", words))
        else:
            plain.append(words)
    return _one("step:", _by_direction(plain) + special)


def _shove(position: Position, group: Group) -> list[Choices]:
    shown = []
    for words in group:
        _, animal, direction = words
        effect = _bear_effect(position, neighbour(position.push()["onto"], direction)) if animal == "bear" else ""
        shown.append((f"{animal} {direction} ({effect})" if effect else f"{animal} {direction}", words))
    return _one("shove:", shown)


def _bear_effect(position: Position, target: str) -> str:
    """II-22, II-23: whom a bear eats or attacks where it goes."""
    eaten, inuit = position.fish_and_foxes(target), position.inuit(target)
    effects = [f"eats {' '.join(eaten)}"] if eaten else []
    effects += [f"attacks {tribes(inuit)}"] if inuit else []
    return ", ".join(effects)


def _flee(position: Position, group: Group) -> list[Choices]:
    return _one(f"flee {group[0][1]}", ((words[2], words) for words in group))


def _end(position: Position, group: Group) -> list[Choices]:
    left = position.view["points"]
    lost = f"; {points(left)} {'is' if left == 1 else 'are'} lost" if left else ""
    return _one("end   ", [(f"ends the turn{lost}", group[0])])


_GROUPS: dict[str, Callable[[Position, Group], list[Choices]]] = {
    "place": _cells("place"),
    "flip": _cells("flip"),
    "drift": _drift,
    "shove": _shove,
    "step": _step,
    "spear": _alone("spear", "takes the bear with a harpoon"),
    "pass": _alone("pass", "leaves the answer to the others; if nobody has one, Inuit flee unless they hide"),
    "flee": _flee,
    "walk": _walk,
    "kayak": _kayak,
    "hunt": _hunt,
    "igloo": _cells("igloo (3 points)"),
    "energy": _energy,
    "harpoon": _cells("harpoon (tile), taking an animal without points"),
    "melt": _melt,
    "herd": _alone("herd", "(tile) moves animals three steps"),
    "end": _end,
}

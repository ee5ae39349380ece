"""The legal actions of IGLU IGLU in groups: each line begins with the word to type, and says what may follow it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from floe.core.words import Choices, joined, points
from floe.games.igluiglu.position import Position, neighbour
from floe.games.igluiglu.words_facts import lost_by_melting, tribes

ORDER = (
    "place", "flip", "drift", "shove", "step", "spear", "pass", "flee",
    "walk", "kayak", "hunt", "igloo", "energy", "harpoon", "melt", "herd", "end",
)  # fmt: skip


def choices(position: Position, actions: Sequence[str]) -> list[Choices]:
    """Every legal action, in groups."""
    groups: dict[str, list[list[str]]] = {}
    for action in actions:
        kind, *words = action.split(" ")
        groups.setdefault(kind, []).append(words)
    found = []
    for kind in ORDER:
        if kind in groups:
            found += _GROUPS[kind](position, groups[kind])
    return found


def _cells(heading: str) -> Callable[[Position, list[list[str]]], list[Choices]]:
    """A group whose actions are all said by their last words."""
    return lambda position, group: [Choices(f"  {heading}:", [" ".join(words) for words in group])]


def _alone(kind: str, meaning: str) -> Callable[[Position, list[list[str]]], list[Choices]]:
    return lambda position, group: [Choices(f"  {kind:<6}", [meaning])]


def _by_direction(entries: Sequence[tuple[str, str]]) -> list[str]:
    """Directions from one cell stand together: c3 n/e."""
    found: dict[str, list[str]] = {}
    for start, direction in entries:
        found.setdefault(start, []).append(direction)
    return [f"{start} {'/'.join(directions)}" for start, directions in found.items()]


def _drift(position: Position, group: list[list[str]]) -> list[Choices]:
    return [Choices("  drift:", _by_direction([(cell, direction) for cell, direction in group]))]


def _walk(position: Position, group: list[list[str]]) -> list[Choices]:
    into_bear = [words for words in group if "bear" in position.at(neighbour(*words))]
    plain = [(cell, direction) for cell, direction in group if [cell, direction] not in into_bear]
    harpooned = [f"{cell} {direction} (harpooning the bear)" for cell, direction in into_bear]
    return [Choices("  walk (1 point):", _by_direction(plain) + harpooned)]


def _kayak(position: Position, group: list[list[str]]) -> list[Choices]:
    """Inuit at one sea area have the same targets, but for their own tile, so they share a list."""
    targets: dict[str, list[str]] = {}
    for origin, target in group:
        targets.setdefault(origin, []).append(target)
    shared: dict[tuple[str, ...], list[str]] = {}
    for origin, cells in targets.items():
        own = [origin] if "ice" in position.at(origin) else []
        shared.setdefault(tuple(sorted([*cells, *own])), []).append(origin)
    found = []
    for area, origins in shared.items():
        shown = [_landing(position, cell) for cell in area if len(origins) > 1 or cell not in origins]
        found.append(Choices(f"  kayak (3 points) from {joined(origins, 'or')} to:", shown))
    return found


def _landing(position: Position, cell: str) -> str:
    return f"{cell} (harpooning the bear)" if "bear" in position.at(cell) else cell


def _hunt(position: Position, group: list[list[str]]) -> list[Choices]:
    return [Choices("  hunt:", [f"{cell} {animal} ({points(int(animal[1]))})" for cell, animal in group])]


def _energy(position: Position, group: list[list[str]]) -> list[Choices]:
    return [Choices("  energy (tile):", [f"{size} ({points(int(size))} more)" for (size,) in group])]


def _melt(position: Position, group: list[list[str]]) -> list[Choices]:
    shown = []
    for (cell,) in group:
        consequences = lost_by_melting(position.animals(cell), position.inuit(cell))
        shown.append(f"{cell} ({'; '.join(consequences)})" if consequences else cell)
    return [Choices("  melt (tile), removing one unseen:", shown)]


def _step(position: Position, group: list[list[str]]) -> list[Choices]:
    plain, special = [], []
    for cell, animal, direction in group:
        effect = _bear_effect(position, neighbour(cell, direction)) if animal == "bear" else ""
        if effect:
            special.append(f"{cell} {animal} {direction} ({effect})")
        else:
            plain.append((f"{cell} {animal}", direction))
    return [Choices("  step:", _by_direction(plain) + special)]


def _shove(position: Position, group: list[list[str]]) -> list[Choices]:
    shown = []
    for animal, direction in group:
        effect = _bear_effect(position, neighbour(position.push()["onto"], direction)) if animal == "bear" else ""
        shown.append(f"{animal} {direction} ({effect})" if effect else f"{animal} {direction}")
    return [Choices("  shove:", shown)]


def _bear_effect(position: Position, target: str) -> str:
    """II-22, II-23: whom a bear eats or attacks where it goes."""
    eaten, inuit = position.fish_and_foxes(target), position.inuit(target)
    effects = [f"eats {' '.join(eaten)}"] if eaten else []
    effects += [f"attacks {tribes(inuit)}"] if inuit else []
    return ", ".join(effects)


def _flee(position: Position, group: list[list[str]]) -> list[Choices]:
    return [Choices(f"  flee {group[0][0]}", [corner for _, corner in group])]


def _end(position: Position, group: list[list[str]]) -> list[Choices]:
    left = position.view["points"]
    lost = f"; {points(left)} {'is' if left == 1 else 'are'} lost" if left else ""
    return [Choices("  end   ", [f"ends the turn{lost}"])]


_GROUPS: dict[str, Callable[[Position, list[list[str]]], list[Choices]]] = {
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

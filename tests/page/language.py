"""What Python has and MicroPython lacks or means otherwise, one after the other: lowered, it must mean the same."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list)
    kind: ClassVar[str] = "point"

    @property
    def sum(self) -> int:
        return self.x + self.y


@dataclass(frozen=True)
class Named(Point):
    name: str = ""


class Pair(NamedTuple):
    left: int
    right: int = 7


@functools.cache
def doubled(n: int) -> int:
    return 2 * n


def matched(value: Any) -> str:
    match value:
        case Named():
            return "named"
        case Point() | Pair():
            return "point or pair"
        case _:
            return "other"


def dictionaries() -> list[Any]:
    """They keep their order, however they are made."""
    made = {name: n for n, name in enumerate(("zeta", "alpha", "n", "e", "s", "w"))}
    more = {**made, "first": 0} | {"last": 1}
    counted = Counter("mississippi")
    kept = dict(zip("zyx", range(3), strict=True))
    return [list(made), list(more), list(dict.fromkeys("banana")), list(counted), dict(counted - Counter("miss")), kept]


def texts() -> list[str]:
    name, wide = "Zoë", 6
    return [
        f"{name!r:>8}|{name:<{wide}}|{3:03d}|{1 / 3:.2f}|{'a':^5}|",
        f"{{{name}}}",
        repr(["it's", 'say "a"', "é\n", None, True, (1,)]),
        "table".removeprefix("ta") + "tables".removesuffix("s") + "two words".title(),
        "abc"[::-1] + "abcdef"[1::2],
        str([name.isprintable(), "\t".isprintable()]),
    ]


def numbers() -> list[Any]:
    return [
        (0b1011).bit_count(),
        (1 << 70).bit_length(),
        isinstance(True, int),
        isinstance(3, int | str),
        [*range(3), *"ab", 9],
        (*[1, 2], 3),
        sorted({*[3, 1], 2}),
        (1, 2, 3)[::-1],
        divmod(-7, 2),
        int(np.uint64(1 << 63) >> np.uint64(62)),
        list(itertools.pairwise([1, 2, 3])),
        list(itertools.zip_longest([1, 2], [3])),
    ]


def order() -> list[Any]:
    """What is equal keeps its place."""
    people = [("b", 1), ("a", 1), ("c", 0), ("d", 1), ("e", 0)]
    people_again = list(people)
    people_again.sort(key=lambda one: -one[1])
    return [sorted(people, key=lambda one: one[1]), sorted(people, key=lambda one: one[1], reverse=True), people_again]


def classes() -> list[Any]:
    point, named = Point(1), Named(3, name="n")
    moved = replace(named, x=9)
    return [
        point == Point(1, 2),
        point == named,
        len({Pair(1), Pair(1), Pair(2)}),
        asdict(moved),
        moved.sum,
        Point.kind,
        list(Pair(1)),
        Pair(1).right,
        [matched(one) for one in (point, named, Pair(1), 5)],
        repr(point),
        [doubled(4), doubled(4)],
    ]


def everything() -> list[Any]:
    """All of it, as values that JSON has."""
    return [dictionaries(), texts(), numbers(), order(), classes()]

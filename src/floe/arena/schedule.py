"""Which games are played: every line-up in turn, each deal with every assignment of its players to the seats."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import floe
from floe.arena.games_file import digests
from floe.arena.match import Match
from floe.bots.registry import bot
from floe.core import handicaps
from floe.core.errors import BadOption, FloeError, shown
from floe.core.game import Game
from floe.core.randomness import Deal, check_seed

EVERYBODY, NEIGHBOURS, ALONE = MEETINGS = ("everybody", "neighbours", "alone")


@dataclass(frozen=True)
class Contest:
    """Machine players that meet at tables of one size. Each is named as ``floe.bots.registry.bot`` takes it."""

    game: str
    levels: tuple[str, ...]
    players: int
    seed: int | str = 0
    rules: Mapping[str, Any] = field(default_factory=dict)
    keep_records: bool = False
    meet: str = EVERYBODY
    """Who meets whom; see ``line_ups``."""
    seconds: float | None = None
    """How long those think who think by the clock; each as it is used to unless told."""
    swap: bool = False
    """Whether the second seat may take over the first after that one's first turn."""
    handicap: tuple[int, str] | None = None
    """A seat, counted from 0, and what it has ahead at the start."""
    opening: int = 0
    """So many actions at the start of each deal are drawn, so that deals differ where nothing is left to chance."""

    def __post_init__(self) -> None:
        check_seed(self.seed)
        made = floe.game(self.game)
        if not self.levels:
            raise BadOption("no machine player was named")
        for level in self.levels:
            bot(level, self.game)  # refuses what there is not
            if self.levels.count(level) > 1:
                raise BadOption(f"{shown(level)} is named twice; against itself every machine player is even")
        if self.meet not in MEETINGS:
            raise BadOption(f"levels meet {', '.join(MEETINGS)}, not {shown(self.meet)}")
        if self.swap and made.hidden:
            raise BadOption(f"in {self.game} hands are hidden, so places are not swapped")
        first = made.new(self.players, 0, self.rules)  # refuses what cannot be set up
        if self.handicap is not None:
            handicaps.given(first, *self.handicap)  # likewise

    def about(self, schedule: str) -> dict[str, Any]:
        """What decides its games, but for the number of players: with the same, number by number they are the same."""
        return {
            "floe": floe.__version__,
            "game": self.game,
            "rules_version": floe.game(self.game).rules_version,
            "levels": self.levels,
            "files": digests(self.levels),
            "schedule": schedule,
            "seed": self.seed,
            "rules": dict(self.rules),
            "meet": self.meet,
            "seconds": self.seconds,
            "swap": self.swap,
            "handicap": self.handicap,
            "opening": self.opening,
        }


def line_ups(levels: Sequence[str], players: int, meet: str = EVERYBODY) -> list[tuple[str, ...]]:
    """Who meets at one table.

    Everybody: with as many levels as seats or more, every choice of different levels. With fewer, every level sits
    there at least once and the seats left over are filled in every way. Neighbours: the same for each two that are
    named one after the other. Alone: the first level alone, and another at all other seats.
    """
    if meet == NEIGHBOURS:
        return [line for pair in itertools.pairwise(levels) for line in line_ups(pair, players)]
    if meet == ALONE:
        return [(levels[0], *[other] * (players - 1)) for other in levels[1:]]
    if len(levels) >= players:
        return list(itertools.combinations(levels, players))
    extra = itertools.combinations_with_replacement(levels, players - len(levels))
    return [tuple(sorted([*levels, *more], key=list(levels).index)) for more in extra]


def seatings(line_up: Sequence[str]) -> list[tuple[str, ...]]:
    """Every different way to seat a line-up."""
    return list(dict.fromkeys(itertools.permutations(line_up)))


def blocks(contest: Contest, games: int) -> Iterator[list[Match]]:
    """The games of a contest, block by block: at least so many, and whole blocks only.

    A block is one deal and one line-up, played with every seating. Line-ups take turns, in an order drawn anew for
    every round, so that wherever one stops, each was played about as often.
    """
    lines = line_ups(contest.levels, contest.players, contest.meet)
    order = Deal(contest.seed, "arena line-ups")
    waiting: list[tuple[str, ...]] = []
    number = 0
    for block in itertools.count():
        if number >= games:
            return
        waiting = waiting or order.shuffled(lines)
        made = [_match(contest, number + n, block, seats, None) for n, seats in enumerate(seatings(waiting.pop()))]
        number += len(made)
        yield made


def balance_blocks(contest: Contest, games: int) -> Iterator[list[Match]]:
    """The games of a contest of one level with itself: each deal with every rotation of some colours.

    So a seat's luck and a colour's luck can be told apart, where the game lets the seats choose their colours.
    """
    (level,) = contest.levels
    choices = colour_choices(floe.game(contest.game), contest.players, contest.rules)
    order = Deal(contest.seed, "arena colours")
    number = 0
    for block in itertools.count():
        if number >= games:
            return
        colours = order.shuffled(choices)[: contest.players] if choices else None
        turns = contest.players if colours else 1
        seats = (level,) * contest.players
        made = [
            _match(contest, number + n, block, seats, None if colours is None else (*colours[n:], *colours[:n]))
            for n in range(turns)
        ]
        number += turns
        yield made


def colour_choices(game: Game[Any], players: int, rules: Mapping[str, Any]) -> list[str] | None:
    """The colours that any seat may take; none where the game gives each seat its own."""
    every = game.colours(game.new(game.players[-1], 0).array)
    for first in every:
        others = [colour for colour in every if colour != first]
        try:
            game.new(players, 0, rules, [first, *others[: players - 1]])
        except FloeError:
            return None
    return every


def _match(contest: Contest, number: int, block: int, seats: tuple[str, ...], colours: tuple[str, ...] | None) -> Match:
    return Match(
        game=contest.game,
        number=number,
        block=block,
        seats=seats,
        seed=contest.seed,
        colours=colours,
        rules=contest.rules,
        keep_record=contest.keep_records,
        seconds=contest.seconds,
        swap=contest.swap,
        handicap=contest.handicap,
        opening=contest.opening,
    )

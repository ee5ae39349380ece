"""One game between machine players: what is to be played, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import floe
from floe.bots.outside import called
from floe.bots.registry import bot
from floe.bots.swapping import choose_evenly, searching, takes_over
from floe.core import handicaps
from floe.core.errors import FloeError
from floe.core.randomness import draw_below, generator
from floe.core.record import Record
from floe.core.record_document import exchanged
from floe.core.typing import Document

MOST_ACTIONS = 20_000
"""Far more than any game takes; a game that reaches this many is a fault."""


@dataclass(frozen=True)
class Match:
    """A game to be played. Everything that comes of it depends on what stands here."""

    game: str
    number: int
    """Counts the games of a run. The generators of the machine players depend on it."""
    block: int
    """Games of one block have the same deal and the same players, on other seats."""
    seats: tuple[str, ...]
    """Who plays at each seat, as ``floe.bots.registry.bot`` takes it."""
    seed: int | str
    """The seed of the whole run."""
    colours: tuple[str, ...] | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    keep_record: bool = False
    seconds: float | None = None
    """How long those think who think by the clock; each as it is used to unless told."""
    swap: bool = False
    """Whether the second seat may take over the first after that one's first turn."""
    handicap: tuple[int, str] | None = None
    """A seat, counted from 0, and what it has ahead at the start."""
    opening: int = 0
    """So many actions at the start are drawn from the legal ones: the same for all games of a block."""

    @property
    def deal(self) -> str:
        """The seed of the game's own chance: one for all games of a block."""
        return f"{self.seed}/{len(self.seats)} players/deal {self.block}"

    def bot_seed(self, seat: int) -> str:
        """What the machine player at a seat draws its chance from."""
        return f"{self.seed}/{len(self.seats)} players/game {self.number}/seat {seat}"

    def __str__(self) -> str:
        told = [self.game, f"seats {' '.join(self.seats)}", f"seed {self.seed!r}", f"deal {self.deal!r}"]
        told += [f"colours {' '.join(self.colours)}"] if self.colours else []
        told += [f"rules {dict(self.rules)}"] if self.rules else []
        told += [f"{self.handicap[1]} ahead at seat {self.handicap[0] + 1}"] if self.handicap else []
        told += ["a swap"] if self.swap else []
        told += [f"an opening of {self.opening}"] if self.opening else []
        told += [f"{self.seconds} s an action"] if self.seconds else []
        return f"game {self.number} ({', '.join(told)})"


@dataclass(frozen=True)
class MatchResult:
    """What came of a game that was played to its end."""

    match: Match
    colours: tuple[str, ...]
    shares: tuple[float, ...]
    """Each seat's part of the win; the parts add up to 1."""
    rule: str
    reason: str
    turns: int
    actions: int
    decisions: tuple[int, ...]
    """How often each seat had to choose between several actions."""
    seconds: tuple[float, ...]
    """How long each seat thought about those, in all."""
    swapped: bool = False
    """Whether those at the first two seats have changed places."""
    record: Document | None = None

    @property
    def shares_as_dealt(self) -> tuple[float, ...]:
        """The part of the win of each of those who sat there when the game began."""
        return tuple(exchanged(self.shares)) if self.swapped else self.shares


class GameFailed(FloeError):
    """A game that could not be played to its end, or other work that could not be done (see ``executors``). The message
    names it in full, so that it can be done again."""

    def __init__(self, match: Any, problem: str) -> None:
        self.match = match
        super().__init__(f"{match} failed: {problem}")


def play(match: Match) -> MatchResult:
    """Play a game. Each machine player sees its seat's view and nothing else."""
    game = floe.game(match.game)
    count = len(match.seats)
    names = [f"{called(player)[-36:]} {seat + 1}" for seat, player in enumerate(match.seats)]
    who = list(zip(names, match.seats, strict=True))
    record = Record.begin(game, count, match.deal, match.rules, match.colours, who)
    if match.handicap is not None:
        record = Record.begin_at(handicaps.given(record.state, *match.handicap), who)
    drawn = generator(match.deal, "arena opening")
    while len(record) < match.opening:
        legal = record.state.legal_actions()
        record.play(legal[draw_below(drawn, len(legal))])
        if record.over:
            raise GameFailed(match, f"it was over after {len(record)} drawn actions; make the opening shorter")
    bots = [bot(player, match.game, match.seconds) for player in match.seats]
    for searches in filter(None, map(searching, bots)):
        searches.remember_apart()
    rngs = [generator(match.bot_seed(seat), "arena") for seat in range(count)]
    decisions, seconds = [0] * count, [0.0] * count
    state, asks = record.state, match.swap
    while (seat := state.to_move) is not None:
        actions = state.legal_actions()
        if len(record) >= MOST_ACTIONS:
            raise GameFailed(match, f"it was not over after {MOST_ACTIONS} actions")
        view = state.view(seat)
        if asks and seat == 1:
            asks = False
            if takes_over(bots[1], view, rngs[1]):
                record.swap()
                bots, rngs = exchanged(bots), exchanged(rngs)
        begun = time.perf_counter()
        evenly = asks and seat == 0  # the first turn, after which the second seat may take this one over
        action = (
            choose_evenly(bots[0], view, actions, rngs[0]) if evenly else bots[seat].choose(view, actions, rngs[seat])
        )
        if len(actions) > 1:
            seconds[seat] += time.perf_counter() - begun
            decisions[seat] += 1
        state = record.play(action)
    outcome = state.outcome
    assert outcome is not None  # noqa: S101 - nobody is to move, so it is over
    return MatchResult(
        match=match,
        colours=tuple(player.colour for player in record.players),
        shares=outcome.shares,
        rule=outcome.rule,
        reason=outcome.reason,
        turns=state.turn,
        actions=len(record),
        decisions=tuple(decisions),
        seconds=tuple(seconds),
        swapped=record.swapped is not None,
        record=record.to_dict() if match.keep_record else None,
    )


def play_or_say_why(match: Match) -> MatchResult | GameFailed:
    """Play a game; whatever goes wrong is returned with the game, so that it can travel between processes."""
    try:
        return play(match)
    except GameFailed as fault:
        return fault
    except Exception as fault:
        return GameFailed(match, f"{type(fault).__name__}: {fault}")

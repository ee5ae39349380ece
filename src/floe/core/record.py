"""A game on record: how it was set up, what was played, and how it ended. ``docs/records.md`` gives the format.

A ``Record`` is always sound: it is built by playing, and one that is read is played through first. So whoever holds
one can ask for any position in it without a thought.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from floe.core import record_document
from floe.core.errors import BadOption, BadRecord, shown
from floe.core.fairness import OLD, SealedDeal
from floe.core.game import Game, State
from floe.core.integers import checked
from floe.core.manifest import load
from floe.core.randomness import check_seed
from floe.core.record_document import FORMAT, MAX_TIME, exchanged
from floe.core.typing import Document

PERSON = "person"
_LENGTHS = {"name": 40, "kind": 200}


@dataclass(frozen=True)
class Player:
    """Who sits at a seat. ``kind`` is ``"person"``, or what names a machine player."""

    colour: str
    name: str
    kind: str = PERSON


@dataclass(frozen=True)
class Result:
    """How a game on record ended. ``rule`` is none, and ``resigned`` the seat, where somebody gave up."""

    winners: tuple[int, ...]
    rule: str | None
    reason: str
    resigned: int | None = None


class Record:
    """One game, from its first position to where it stands now."""

    def __init__(
        self,
        first: State,
        seed: int | str | None,
        who: Iterable[tuple[str, str]] | None = None,
        deal: SealedDeal | None = None,
    ) -> None:
        """A record without actions. ``seed`` is what ``first`` was made from; none if it is any other position.

        ``deal`` is how a server came to the seed.
        """
        self.game: Game[Any] = first.game
        self.seed = None if seed is None else _check_seed(seed)
        self.players = _players(self.game.colours(first.array), who)
        self.deal = deal
        self._states = [first]
        self._actions: list[str] = []
        self._times: list[int] = []
        self._resigned: int | None = None
        self.swapped: int | None = None
        """So many actions had been played when those at the first two seats changed places; ``players`` are as they
        sat from then on."""
        if seed is not None and self._from_seed(first.to_dict()["rules"]) != first:
            raise BadOption(f"the seed {shown(seed)} does not give this first position")

    def _from_seed(self, rules: Mapping[str, Any]) -> State:
        colours = [player.colour for player in self.players]
        state: State = self.game.new(len(colours), self.seed, rules, colours)
        return state

    @classmethod
    def begin(
        cls,
        game: Game[Any],
        players: int | None = None,
        seed: int | str | None = None,
        rules: Mapping[str, Any] | None = None,
        colours: Iterable[str] | None = None,
        who: Iterable[tuple[str, str]] | None = None,
    ) -> Record:
        """The record of a new game; without a seed one is drawn. ``who`` gives each seat's name and kind."""
        fixed = secrets.randbits(48) if seed is None else seed
        return cls(game.new(players, fixed, rules, colours), fixed, who)

    @classmethod
    def begin_at(cls, first: State, who: Iterable[tuple[str, str]] | None = None) -> Record:
        """The record of a game that begins at any position."""
        return cls(first, None, who)

    # Building

    def play(self, action: str, at: int | None = None) -> State:
        """Play an action and return the position after it. ``at``: milliseconds since the game began.

        Either every action has its time or none has. A refused action changes nothing.
        """
        if self._resigned is not None:
            raise BadOption(f"the game is over: seat {self._resigned} resigned")
        time = self._time(at)
        state = self.state.play(action)
        self._states.append(state)
        self._actions.append(action)
        if time is not None:
            self._times.append(time)
        return state

    def _time(self, at: int | None) -> int | None:
        if self._actions and (at is None) != (not self._times):
            raise BadOption("either every action of a record has its time or none has")
        earliest = self._times[-1] if self._times else 0
        told = f"a time is a whole number of milliseconds from {earliest} on"
        return None if at is None else checked(at, earliest, MAX_TIME, told)

    def take_back(self) -> State:
        """Forget the last action (whether that is allowed, ``State.can_undo`` says) and answer the position before."""
        if not self._actions or self._resigned is not None:
            raise BadOption("there is no action to be taken back")
        if len(self._actions) == self.swapped:
            raise BadOption("what was played before the swap is not taken back")
        self._states.pop()
        self._actions.pop()
        if self._times:
            self._times.pop()
        return self.state

    def resign(self, seat: int) -> None:
        """A seat gives up. That ends the game, whoever is on turn; all other seats share the win."""
        if self.result is not None:
            raise BadOption("nobody can resign: the game is over")
        last = len(self.players) - 1
        self._resigned = checked(seat, 0, last, f"a seat is a number from 0 to {last}")

    def swap(self) -> None:
        """After the first seat's first turn, before the second has done anything, the two change places."""
        if self.swapped is not None or not self._swap_is_due():
            raise BadOption("places are swapped once, after the first seat's first turn, where nothing is hidden")
        self.swapped = len(self._actions)
        self.reseat(exchanged([(player.name, player.kind) for player in self.players]))

    def _swap_is_due(self) -> bool:
        """Only the first seat has played, and now the second has to. Never where hands are hidden: whoever changes
        places would take along what the other must not know."""
        *before, now = self._states
        only_first = all(state.to_move == 0 for state in before)
        return not self.game.hidden and bool(before) and only_first and now.to_move == 1

    def seated_at(self, n: int) -> tuple[Player, ...]:
        """Who sat at each seat when so many actions had been played."""
        if self.swapped is None or n >= self.swapped:
            return self.players
        who = exchanged([(player.name, player.kind) for player in self.players])
        return _players([player.colour for player in self.players], who)

    def reseat(self, who: Iterable[tuple[str, str]]) -> None:
        """Others sit down at the seats: each one's name and kind."""
        self.players = _players([player.colour for player in self.players], who)

    # Asking

    @property
    def state(self) -> State:
        """The position after the last action."""
        return self._states[-1]

    @property
    def actions(self) -> tuple[str, ...]:
        """Every action in its written form, in the order of play."""
        return tuple(self._actions)

    @property
    def times(self) -> tuple[int, ...] | None:
        """When each action was played, in milliseconds since the game began; none if that was not kept."""
        return tuple(self._times) if len(self._times) == len(self._actions) else None

    @property
    def result(self) -> Result | None:
        """How the game ended; none while it runs."""
        if self._resigned is not None:
            others = tuple(seat for seat in range(len(self.players)) if seat != self._resigned)
            return Result(others, None, "resigned", self._resigned)
        outcome = self.state.outcome
        return None if outcome is None else Result(outcome.winners, outcome.rule, outcome.reason)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or because somebody gave up."""
        return self.result is not None

    def __len__(self) -> int:
        """How many actions were played."""
        return len(self._actions)

    def __iter__(self) -> Iterator[State]:
        """Every position in turn, the first one first: one more than there are actions."""
        return iter(tuple(self._states))

    def __repr__(self) -> str:
        names, result = ", ".join(player.name for player in self.players), self.result
        stands = (
            "running" if result is None else f"{result.reason}, won by seat {' and '.join(map(str, result.winners))}"
        )
        actions = f"{len(self)} action" + "s" * (len(self) != 1)
        return f"<{self.game.title}: record of {actions} by {names}, {stands}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What a notebook shows: every position by a slider, or at least the one after the last action."""
        page: Callable[..., str | None] = load("floe.core.slideshow:html")  # only notebooks ask for it
        shown = page(self.game.title, self._states, self._actions)
        more = {} if shown is None else {"text/html": shown}
        return self.state._repr_mimebundle_() | {"text/plain": repr(self)} | more

    def at(self, n: int) -> State:
        """The position after the first ``n`` actions."""
        return self._states[checked(n, 0, len(self), f"this record has the positions 0 to {len(self)}")]

    def verify(self) -> None:
        """Play the whole record again from what is written in it, and compare every position and the result."""
        again = Record.from_dict(self.to_dict(), self.game)
        for n, (mine, other) in enumerate(zip(self._states, again._states, strict=True)):
            if mine != other:
                raise BadRecord(f"actions[{n - 1}]" if n else "start", "replaying leads to another position")

    def check_deal(self) -> None:
        """Whether the seed came about as ``deal`` tells; raises ``BadRecord`` if not."""
        if self.deal is not None:
            persons = [player.kind == PERSON for player in self.seated_at(0)]
            self.deal.check(self.seed, self.game.name, self.game.rules_version, persons)

    # Documents and files

    def to_dict(self) -> Document:
        """The record as a document."""
        result = self.result
        first = self._states[0].to_dict()
        deal = {} if self.deal is None else {"deal": _deal(self.deal)}
        swapped = {} if self.swapped is None else {"swapped": self.swapped}
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "rules": first["rules"],
            "players": [asdict(player) for player in self.players],
            "seed": self.seed,
            "start": first if self.seed is None else None,
            **deal,
            **swapped,
            "actions": list(self._actions),
            "times": None if self.times is None else list(self.times),
            "result": None if result is None else {**asdict(result), "winners": list(result.winners)},
        }

    @classmethod
    def from_dict(cls, document: Document, game: Game[Any]) -> Record:
        """The record that a document gives, replayed; raises ``BadRecord`` with the place of the first fault."""
        return record_document.read(cls, document, game)

    def save(self, path: str | Path) -> None:
        """Write the record to a file: wholly, or the file stays as it was."""
        record_document.write_file(self.to_dict(), Path(path))

    @classmethod
    def load(cls, path: str | Path, game: Game[Any]) -> Record:
        """Read a record of this game from a file. (``floe.load_record`` finds the game by itself.)"""
        return cls.from_dict(record_document.parse_file(Path(path)), game)


def _deal(deal: SealedDeal) -> Document:
    document = {**asdict(deal), "entropy": list(deal.entropy)}
    if deal.method == OLD:  # it was not written down then
        del document["method"]
    return document


def _check_seed(seed: object) -> int | str:
    checked = check_seed(seed)
    if isinstance(checked, str) and not checked.isprintable():
        raise BadOption(f"a record's seed is a text that can be printed, not {shown(seed)}")
    return checked


def _players(colours: Sequence[str], who: Iterable[tuple[str, str]] | None) -> tuple[Player, ...]:
    named = [(f"Player {seat}", PERSON) for seat in range(1, len(colours) + 1)] if who is None else list(who)
    if len(named) != len(colours):
        raise BadOption(f"{len(colours)} seats need as many names, not {len(named)}")
    for name, kind in named:
        for what, text in (("name", name), ("kind", kind)):
            if not isinstance(text, str) or not text.isprintable() or not 1 <= len(text) <= _LENGTHS[what]:
                most = _LENGTHS[what]
                raise BadOption(f"a player's {what} has 1 to {most} printable characters, unlike {shown(text)}")
    return tuple(Player(colour, name, kind) for colour, (name, kind) in zip(colours, named, strict=True))

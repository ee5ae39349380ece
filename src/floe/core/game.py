"""The Python face that every game shares: ``Game``, and ``State``, an immutable position.

A game is a subclass of ``Game`` that supplies the hooks below its line; everything else works from those. Its struct
has the fields ``phase``, ``to_move``, ``turn``, ``winners`` (one bit per seat) and ``players``.
"""

from __future__ import annotations

import functools
import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from floe.core import jit
from floe.core.arrays import copied
from floe.core.canvas import Canvas
from floe.core.compact import Compact
from floe.core.encoding import Encoding
from floe.core.errors import BadOption, IllegalAction, MalformedAction, shown
from floe.core.facts import WAIT, WON, Fact, Vocabulary
from floe.core.integers import checked, whole
from floe.core.loops import Loops
from floe.core.manifest import Manifest
from floe.core.mutable import MutableState
from floe.core.options import Option
from floe.core.outcome import Outcome
from floe.core.randomness import check_seed
from floe.core.typing import Document, F32Array, I32Array, States, U8Array, U64Array

NOBODY = 255
"""In a struct's ``to_move``: the game is over."""


class State:
    """An immutable position. Equal positions are equal and hash alike; they can be copied, pickled and compared."""

    __slots__ = ("__dict__", "_array", "_known", "_to_move", "game")

    game: Game[Any]

    def __init__(self, game: Game[Any], array: States) -> None:
        self.game = game
        self._array = array
        self._known: tuple[list[str], list[int]] | None = None
        self._to_move: int = array["to_move"].item()  # asked for again and again
        array.setflags(write=False)

    @property
    def array(self) -> States:
        """The position as an array of one struct, read-only: what kernels work on."""
        return self._array

    @property
    def phase(self) -> str:
        """The name of the part of a turn that the game is in, such as ``move``."""
        return self.game.phases[int(self._array["phase"][0])]

    @property
    def to_move(self) -> int | None:
        """The seat that must decide now; none when the game is over."""
        return None if self._to_move == NOBODY else self._to_move

    @property
    def players(self) -> int:
        """How many play."""
        players: int = self._array["players"].item()
        return players

    @property
    def turn(self) -> int:
        """How many turns were ended so far."""
        turn: int = self._array["turn"].item()
        return turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._to_move == NOBODY

    @property
    def winners(self) -> list[int] | None:
        """The seats that won, in ascending order; none while the game runs."""
        if not self.over:
            return None
        bits = int(self._array["winners"][0])
        return [seat for seat in range(self.players) if bits >> seat & 1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; none while it runs."""
        if not self.over:
            return None
        rule, reason = self.game.ending(self._array)
        return Outcome(tuple(self.winners or ()), self.players, rule, reason)

    @property
    def _legal(self) -> tuple[list[str], list[int]]:
        """The legal actions as they are written, and their numbers. Found out once, when somebody asks."""
        if self._known is None:
            game = self.game
            buffer = game.buffer.numbers
            numbers = buffer[: game.list_legal(self._array, 0, buffer)].tolist()
            self._known = game.action_texts(self._array, numbers), numbers
        return self._known

    def legal_actions(self) -> list[str]:
        """Every action that is legal now, in its written form."""
        return self._legal[0].copy()

    def numbered_actions(self) -> dict[str, int]:
        """Every action that is legal now with its number (see ``Game.n_actions``)."""
        return dict(zip(*self._legal, strict=True))

    def play(self, action: str) -> Self:
        """The position after an action. Refuses with the rule that forbids it."""
        number = self.action_number(action)
        array = copied(self._array)
        self.game.play_number(array, 0, number)
        return type(self)(self.game, array)

    def why_not(self, action: str) -> MalformedAction | IllegalAction:
        """Why an action cannot be played now. Do not ask this of an action that can."""
        if not isinstance(action, str):
            return MalformedAction(action, "an action is a text")
        malformed = self.game.malformed(self._array, action)
        if malformed:
            return MalformedAction(action, malformed)
        if self.over:
            rule, _ = self.game.ending(self._array)
            return IllegalAction(action, rule, "over", {}, "the game is over")
        if action in self._legal[0]:
            raise ValueError(f"{action!r} is legal")
        return self.game.refusal(self._array, action)

    def action_number(self, action: str) -> int:
        """The number of a legal action (see ``Game.n_actions``)."""
        texts, numbers = self._legal
        try:
            return numbers[texts.index(action)]
        except ValueError:
            raise self.why_not(action) from None

    def action_text(self, number: int) -> str:
        """The written form of a legal action's number."""
        texts, numbers = self._legal
        try:
            return texts[numbers.index(number)]
        except ValueError:
            raise MalformedAction(number, "not the number of an action that is legal here") from None

    def legal_mask(self) -> U8Array:
        """1 for each legal action's number, 0 for every other."""
        mask = np.zeros(self.game.n_actions, np.uint8)
        mask[self._legal[1]] = 1
        return mask

    def to_dict(self) -> Document:
        """The position document, in full. ``Game.from_dict`` takes it back."""
        return self.game.document(self._array)

    def view(self, seat: int | None) -> Document:
        """The document as a seat (or, for None, a spectator) may see it."""
        return self.game.view(self._array, self._seat(seat))

    def seen(self, seat: int | None) -> Document:
        """The same as ``view``, to be read only: what several may see can be one and the same object."""
        return self.game.seen(self._array, self._seat(seat))

    def observe(self, seat: int) -> F32Array:
        """What a seat may know, as values for a network: ``game.observation_size`` of them, see ``game.encoding``."""
        viewer = self._seat(seat)
        if viewer is None:
            raise BadOption("what is observed depends on the seat, so one must be named")
        out = np.empty(self.game.observation_size, np.float32)
        self.game.loops.observation(self._array, 0, viewer, out)
        return out

    def text(self, seat: int | None = None) -> str:
        """The board drawn in text, as a seat or a spectator may see it."""
        return self.game.draw(self._array, self._seat(seat))

    def picture(self, seat: int | None = None) -> Canvas | None:
        """The board drawn in colours, as a seat or a spectator may see it; None of a game that draws none."""
        draw: Callable[[State, int | None], Canvas] | None = self.game.manifest.part("picture")
        return None if draw is None else draw(self, self._seat(seat))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What a notebook shows."""
        drawn = self.picture()
        return {"text/plain": self.text()} | ({} if drawn is None else {"image/svg+xml": drawn.svg()})

    def facts(self, action: str, seat: int | None = None, after: State | None = None) -> list[Fact]:
        """What playing an action here tells a seat (None: a spectator), in the order in which it happens. Whoever has
        the position ``after`` it saves having it played once more."""
        viewer, after = self._seat(seat), after or self.play(action)
        told = self.game.facts(self._array, after.array, action, viewer)
        outcome = after.outcome
        if outcome is not None:
            values = {"winners": list(outcome.winners), "rule": outcome.rule, "reason": outcome.reason}
            told.append(Fact("won", values))
        return told

    def due(self, seat: int | None = None) -> list[Fact]:
        """What has to be done now, or may be, as a seat (None: a spectator) may know it; nothing when over."""
        viewer = self._seat(seat)
        if self.over:
            return []
        deciding = viewer == self.to_move
        waiting = [] if deciding else [Fact("wait", {"seat": self.to_move})]
        return waiting + self.game.due(self._array, viewer, self.legal_actions() if deciding else [])

    def outlook(self, seat: int | None = None) -> list[Fact]:
        """What the position holds for one who looks closer: threats, or the points as they stand."""
        return self.game.outlook(self._array, self._seat(seat))

    def _seat(self, seat: int | None) -> int | None:
        if seat is None or (type(seat) is int and 0 <= seat < self.players):
            return seat
        last = self.players - 1
        return checked(seat, 0, last, f"a seat is a number from 0 to {last}, or None")

    def can_undo(self, action: str) -> bool:
        """Whether whoever played this action here may take it back: it revealed nothing, and the game allows it."""
        return self.game.can_undo(self._array, action)

    def reveals(self, action: str) -> bool:
        """Whether what follows an action depends on something that nobody can know."""
        return self.game.reveals(self._array, action)

    def mutable(self) -> MutableState:
        """The same position to be changed in place, with actions as numbers: for speed."""
        return MutableState(self.game.loops, self.game.n_actions, copied(self._array))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        who = "over" if self.over else f"seat {self.to_move} to move"
        return f"<{self.game.title}: {self.players} players, {self.phase}, {who}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self._array.tobytes() == other._array.tobytes()

    def __hash__(self) -> int:
        return hash(self._array.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self.game), self._array.tobytes())


class _Buffer(threading.local):
    """Room for the numbers of all legal actions, for each thread its own."""

    def __init__(self, most: int) -> None:
        self.numbers: I32Array = np.empty(most, np.int32)


def _restore(game: type[Game[Any]], data: bytes) -> State:
    made = game()
    state: State = made.state(np.frombuffer(data, dtype=made.dtype).copy())
    return state


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """A game's rules, as Python sees them. There is one instance a game; get it with ``floe.game(name)``."""

    manifest: ClassVar[Manifest]
    """What else the game has; its name, title, numbers of players and options come from there."""
    rules_version: ClassVar[int]
    """Raised whenever the same actions could lead to another position than before."""
    phases: ClassVar[tuple[str, ...]]
    setup_phases: ClassVar[tuple[str, ...]] = ()
    """Phases before the first turn, in which each action counts as a turn of its own."""
    chance: ClassVar[bool] = True
    """Whether anything is left to chance, so that the seed matters."""
    hidden: ClassVar[bool] = False
    """Whether seats see different things, so that one screen cannot be shown to two of them."""
    open_outlook: ClassVar[bool] = False
    """Whether ``outlook`` tells every seat the same, also where something is hidden."""
    n_actions: ClassVar[int]
    """Actions are numbers from 0 to n_actions - 1; what each means is in the game's docs."""
    dtype: ClassVar[np.dtype[Any]]
    loops: ClassVar[Loops]
    encoding: ClassVar[Encoding]
    """What ``State.observe`` writes where."""
    compact: ClassVar[Compact | None] = None
    """The same in fewer bytes, which ``Batch.observe_compact`` writes; None of a game that has no such form."""
    vocabulary: ClassVar[Vocabulary] = Vocabulary(WON, WAIT)
    """Every fact that is told of this game."""
    state_type: type[S]

    _made: ClassVar[Game[Any]]

    def __new__(cls) -> Self:
        if "_made" not in cls.__dict__:  # a game that builds on another one is a game of its own
            cls._made = super().__new__(cls)
        return cls._made  # type: ignore[return-value]  # always of this very class

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy of a game is the game."""
        return type(self), ()

    @property
    def name(self) -> str:
        """What programs call it."""
        return self.manifest.name

    @property
    def title(self) -> str:
        """What people call it."""
        return self.manifest.title

    @property
    def players(self) -> range:
        """How many can play."""
        return self.manifest.players

    @property
    def options(self) -> tuple[Option, ...]:
        """The rule options, for those who offer them."""
        return self.manifest.options

    @property
    def observation_size(self) -> int:
        """How many values an observation has."""
        return self.encoding.size

    def __repr__(self) -> str:
        seats = " to ".join(map(str, sorted({self.players[0], self.players[-1]})))
        return f"<{self.title}: game for {seats} players, rules version {self.rules_version}>"

    def state(self, array: States) -> S:
        """The state of an array of one struct, which is read-only from then on."""
        if array.dtype != self.dtype or array.shape != (1,):
            raise BadOption(f"a state is an array of one struct of {self.title}, not {array.dtype} of {array.shape}")
        return self.state_type(self, array)

    def new(
        self,
        players: int | None = None,
        seed: int | str | None = None,
        rules: Mapping[str, Any] | None = None,
        colours: Iterable[str] | None = None,
    ) -> S:
        """A new game. The seed alone decides what is left to chance; without one, each game is another."""
        chosen = None if colours is None else self._listed(colours)
        count = players if players is not None else len(chosen) if chosen is not None else self.players[0]
        count = self.check_players(count)
        if rules is not None and not isinstance(rules, Mapping):
            raise BadOption(f"rules are given as an object from option to value, not {shown(rules)}")
        fixed = secrets.randbits(64) if seed is None else check_seed(seed)
        return self.state(self.setup(count, fixed, dict(rules or {}), chosen))

    def check_players(self, count: Any) -> int:
        """The number of players, if the game is for so many."""
        number = whole(count)
        if number is None or number not in self.players:
            low, high = self.players[0], self.players[-1]
            raise BadOption(f"{self.title} is for {low} to {high} players, not {shown(count)}")
        return number

    def from_dict(self, document: Document) -> S:
        """The position that a document describes, or the reason why it cannot be."""
        return self.state(self.from_document(document))

    @functools.cached_property
    def buffer(self) -> _Buffer:
        """Where ``list_legal`` writes to. To make an array each time would take longer than to find the actions."""
        return _Buffer(self.loops.max_legal)

    @functools.cached_property
    def list_legal(self) -> Callable[[States, int, I32Array], int]:
        """``Loops.legal`` for a state's array, which is read-only."""
        array = np.zeros(1, self.dtype)
        array.setflags(write=False)
        return jit.direct(self.loops.legal, array, 0, np.zeros(1, np.int32))

    @functools.cached_property
    def play_number(self) -> Callable[[States, int, int], None]:
        """``Loops.play`` for a copy of it."""
        return jit.direct(self.loops.play, np.zeros(1, self.dtype), 0, 0)

    def warm_up(self) -> None:
        """Compile everything that a person playing needs, or load it from the cache."""
        first = self.new(seed=0)
        str(first.play(first.legal_actions()[0]))
        folder = self._cache_folder()
        if folder is not None and not jit.interpreted():
            (folder / "ready").touch()

    def ready(self) -> bool:
        """Whether ``warm_up`` will find everything compiled."""
        folder = self._cache_folder()
        return jit.interpreted() or (folder is not None and (folder / "ready").exists())

    def _cache_folder(self) -> Path | None:
        return None if self.loops.unit is None else jit.cache_folder(self.loops.unit)

    def is_detour(self, action: str) -> bool:
        """Whether nobody ever has to play an action, and another of its kind can turn it back in the same turn."""
        return False

    def can_undo(self, array: States, action: str) -> bool:
        """Whether an action played in this position may be taken back while the turn lasts. Each game has its say."""
        return False

    def facts(self, before: States, after: States, action: str, seat: int | None) -> list[Fact]:
        """What an action told a seat, but for who won. A game that can be drawn by a screen tells all that moved."""
        return []

    def due(self, array: States, seat: int | None, actions: list[str]) -> list[Fact]:
        """What is due, as a seat may know it. ``actions`` are the legal ones if that seat must decide, or else none."""
        return []

    def outlook(self, array: States, seat: int | None) -> list[Fact]:
        """What a position holds for one who looks closer."""
        return []

    def seen(self, array: States, seat: int | None) -> Document:
        """The view, to be read only: a game that hides something may write once what all may know."""
        return self.view(array, seat)

    def determinize(self, view: Document, seat: int | None, rng: U64Array) -> States:
        """A whole position, drawn at random among those that agree with the view of a seat (None: a spectator).

        A game that hides something says how; where nothing is hidden, the view is the position.
        """
        return self.from_document(view)

    def guesses(self, view: Document, seat: int | None) -> Callable[[U64Array], States]:
        """``determinize`` for whoever draws several positions from one view: a game may read it once for all."""
        return lambda rng: self.determinize(view, seat, rng)

    def guesses_at(self, array: States, seat: int | None) -> Callable[[U64Array], States]:
        """The same for what a seat sees of a position: a game may spare itself the view."""
        return self.guesses(self.view(array, seat), seat)

    def reveals(self, array: States, action: str) -> bool:
        """Whether what follows an action depends on something that nobody can know."""
        return False

    @staticmethod
    def _listed(colours: Iterable[str]) -> list[str]:
        try:
            return list(colours)
        except TypeError:
            raise BadOption(f"colours are given as a list, one for each seat, not {shown(colours)}") from None

    # What each game supplies.

    @abstractmethod
    def setup(self, players: int, seed: int | str, rules: dict[str, Any], colours: list[str] | None) -> States:
        """The first position."""

    @abstractmethod
    def colours(self, array: States) -> list[str]:
        """The colour of each seat."""

    @abstractmethod
    def action_texts(self, array: States, numbers: list[int]) -> list[str]:
        """The written form of legal actions."""

    @abstractmethod
    def malformed(self, array: States, text: str) -> str | None:
        """What is expected instead, if the text is no action of the game at all; otherwise None."""

    @abstractmethod
    def refusal(self, array: States, text: str) -> IllegalAction:
        """Why a well-formed action is not legal in a running game."""

    @abstractmethod
    def document(self, array: States) -> Document:
        """The position document."""

    @abstractmethod
    def from_document(self, document: Document) -> States:
        """The struct of a position document; raises BadPosition."""

    @abstractmethod
    def view(self, array: States, seat: int | None) -> Document:
        """The document with all masked that the seat may not know."""

    @abstractmethod
    def draw(self, array: States, seat: int | None) -> str:
        """The board in text, from the same knowledge."""

    @abstractmethod
    def ending(self, array: States) -> tuple[str, str]:
        """Of a game that is over: the rule that ended it, and a short key for what happened."""

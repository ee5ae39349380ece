"""Actions tried out from a position, without a table: what a lesson, an editor or a study shows next.

A position may be known whole, or only as a seat sees it. Then each action is played in a world that is drawn from what
the seat sees, and of the world that it leads to only what the seat sees of it goes on: nothing is known that was not
revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

import floe
from floe import records
from floe.core.errors import BadOption, IllegalAction, MalformedAction
from floe.core.game import Game, State
from floe.core.randomness import generator
from floe.core.typing import Document, States, U64Array
from floe.server import answers
from floe.server.tables import views
from floe.server.wire import http

WORLDS = 8
"""So many are drawn to find out what somebody else, whose secrets are not seen, may do."""


def tried(asked: http.Try) -> http.Tried:
    """The position after some actions, or only looked at."""
    here = Seen(_given(asked), asked.seat) if asked.sampled else _Whole(_first(asked))
    moves: list[http.Move] = []
    before: State | None = None
    problem: http.Problem | None = None
    documents: list[Document] = []
    for number, action in enumerate(asked.actions):
        world = here.world(action, asked.seeds[number] if number < len(asked.seeds) else 0)
        try:
            here.go_on(world.play(action))
        except (IllegalAction, MalformedAction) as fault:
            if not asked.as_far:
                raise
            problem = answers.problem_of(fault)
            break
        before = world
        mover: Any = world.to_move  # there is one, or nothing could have been played
        moves.append(http.Move(mover, action))
        if asked.every and len(moves) % asked.every == 0:
            documents.append(here.document)
    shown = here.shown(asked.seat, asked.mover)
    made = replace(shown, moves=moves, problem=problem, documents=documents)
    if before is None:
        return made
    last = moves[-1]
    told, words = views.told_of(before, last.action, last.seat if asked.mover else asked.seat)
    return replace(made, facts=told, words=words, reveals=before.reveals(last.action))


def reached(
    position: Document, actions: Sequence[str], seeds: Sequence[int], *, sampled: bool, seat: int | None
) -> State:
    """The position after some actions; of one that is only seen, one that looks the same."""
    here = Seen(position, seat) if sampled else _Whole(answers.position_of(position))
    for action, seed in zip(actions, seeds, strict=True):
        here.go_on(here.world(action, seed).play(action))
    return here.state if isinstance(here, _Whole) else here.drawn()


def seen_by_mover(asked: http.AskLines) -> Document:
    """What whoever is to move sees of a position; where it is another's view, a guess that agrees with it."""
    if not asked.sampled:
        return answers.view_of(asked.position)
    state = Seen(asked.position, asked.seat).drawn()
    return asked.position if state.to_move == asked.seat else state.view(state.to_move)


def _given(asked: http.Try) -> Document:
    if asked.position is None:
        raise BadOption("there is no position to try anything in")
    return asked.position


def _first(asked: http.Try) -> State:
    return answers.position_of(_given(asked)) if asked.record is None else records.first_position(asked.record)


class _Whole:
    """A position of which everything is known."""

    def __init__(self, state: State) -> None:
        self.state = state

    def world(self, action: str, seed: int) -> State:
        return self.state

    def go_on(self, state: State) -> None:
        self.state = state

    @property
    def document(self) -> Document:
        return self.state.to_dict()

    def shown(self, seat: int | None, mover: bool) -> http.Tried:
        return answers.shown(self.state, self.state.to_move if mover else seat)


class Seen:
    """A position as a seat (None: a spectator) sees it."""

    def __init__(self, view: Document, seat: int | None) -> None:
        self.seat = seat
        self._view: Document | None = view
        self._known: State | None = None
        """A position that has this view, where one is known: the only one, where nothing is hidden."""
        self._guesses: Callable[[U64Array], States] | None = None

    @property
    def view(self) -> Document:
        """What the seat sees: written out when somebody asks, because most positions on the way are only passed."""
        if self._view is None and self._known is not None:
            self._view = self._known.view(self.seat)
        return self._view or {}

    def drawn(self, seed: int = 0, number: int = 0) -> State:
        """A world that agrees with the view."""
        game = self._game()
        if self._known is not None and not game.hidden:
            return self._known
        if self._guesses is None:
            known = self._known
            self._guesses = (
                game.guesses(self.view, self.seat) if known is None else game.guesses_at(known.array, self.seat)
            )
        world: State = game.state(self._guesses(generator(f"{seed}/{number}", "try")))
        return world

    def _game(self) -> Game[Any]:
        if self._known is not None:
            return self._known.game
        name: Any = self.view.get("game")
        if not isinstance(name, str):
            raise BadOption("a position document names its game")
        return floe.game(name)

    def world(self, action: str, seed: int) -> State:
        """The world of the seed; if somebody else's action is not legal there, one of those in which it was offered."""
        first = self.drawn(seed)
        if first.to_move == self.seat or action in first.legal_actions():
            return first
        offered = (self.drawn(number=number) for number in range(WORLDS))
        return next((world for world in offered if action in world.legal_actions()), first)

    def worlds(self) -> list[State]:
        """Some that agree with the view; where nothing is hidden, the only one."""
        first = self.drawn()
        return [first, *(self.drawn(number=number) for number in range(1, WORLDS))] if first.game.hidden else [first]

    def go_on(self, state: State) -> None:
        self._view, self._known, self._guesses = None, state, None

    @property
    def document(self) -> Document:
        return self.view

    def shown(self, seat: int | None, mover: bool) -> http.Tried:
        """What somebody else may do depends on what is hidden: all is offered that is legal in one of the worlds."""
        first = self.drawn()
        position = views.position(first, self.seat, 0, legal=True)
        if first.to_move not in (None, self.seat):
            more = [action for world in self.worlds() for action in world.legal_actions()]
            position = replace(position, legal=list(dict.fromkeys(position.legal + more)))
        return http.Tried(
            document=self.view,
            position=position,
            facts=[],
            to_move=first.to_move,
            winners=first.winners,
            seat=self.seat,
        )

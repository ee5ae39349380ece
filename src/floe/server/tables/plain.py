"""A position for screens that have no board for its game: a picture, what is due, and the legal actions in words.

A game's words ask a whole position. So that they cannot tell more than the receiver knows, whatever they look at, they
are given one that agrees with the receiver's view, and is otherwise made up from that view alone.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from floe.core.facts import Fact
from floe.core.game import State
from floe.core.manifest import Manifest
from floe.core.randomness import generator
from floe.core.words import Choices, Words
from floe.server.wire.tables import PlainAction, PlainGroup, PlainPosition


def position(state: State, seat: int | None, *, decides: bool) -> PlainPosition | None:
    """What a seat, or a spectator, is shown and may do; none if the web app has a board for the game."""
    manifest = state.game.manifest
    if manifest.board:
        return None
    picture = state.picture(seat)
    due, groups = "", []
    if decides and not state.over:
        words, known = _words(manifest), _as_known(state, state.to_move if seat is None else seat)
        due, groups = words.due(known), _groups(words.choices(known))
    return PlainPosition(None if picture is None else picture.svg(), state.text(seat), due, groups)


def told(before: State, facts: Sequence[Fact]) -> str | None:
    """What an action did, from the facts that somebody may know; none where its written form must do."""
    manifest = before.game.manifest
    if manifest.board:
        return None
    return _words(manifest).tell(facts, before.game.colours(before.array)) or None


def _as_known(state: State, seat: int | None) -> State:
    """The position, with all that the seat does not know made up: two that look alike to it become the same."""
    game = state.game
    if not game.hidden and not game.chance:
        return state
    made: State = game.state(game.determinize(state.view(seat), seat, generator(0, "plain")))
    return made


def _groups(choices: Iterable[Choices]) -> list[PlainGroup]:
    return [
        PlainGroup(
            group.heading.strip().removesuffix(":"),
            [
                PlainAction(action, shown if len(actions) == 1 else action)  # several in short are written out
                for shown, actions in group.entries.items()
                for action in actions
            ],
        )
        for group in choices
    ]


@functools.cache
def _words(manifest: Manifest) -> Words:
    made: Words = (manifest.part("words") or Words)()
    return made

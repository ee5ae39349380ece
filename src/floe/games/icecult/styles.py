"""Favourite plans in ICE CULT; ``floe.bots.styles`` says what they are for. All are about steps: which pawn goes,
with whom on it, and onto whom. And what it is to wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from floe.core.game import State
from floe.games.icecult.notation import parse
from floe.games.icecult.position import Position, reading


class Step(NamedTuple):
    """A step, by the colours of the pawns in it, each from bottom to top."""

    path: str
    space: int
    """Where it begins; 0 is start."""
    moved: str
    """The pawn that steps, and those that ride on it."""
    left: str
    """Those under it, who stay behind."""
    onto: str
    """Those whom it lands on; nobody at home."""


def _step(here: Position, action: str) -> Step | None:
    """The step that an action makes; None if it makes none."""
    written = parse(action)
    if written is None or written.kind != "step":
        return None
    colour, _, path = here.top(written.slot).partition(">")
    stacks, space = here.stacks(path), written.space
    onto = stacks[space] if space < here.path_length else ""
    if space == 0:
        return Step(path, 0, colour, "", onto)
    stack = stacks[space - 1]
    return Step(path, space, stack[written.standing - 1 :], stack[: written.standing - 1], onto)


def _of_steps(fits: Callable[[Step, str, Position], float]) -> Callable[[State, list[str]], list[float]]:
    """A plan, from what it says of a step. A second tilt or a turn of a cube fits half as well as the best step that it
    makes possible."""

    def plan(state: State, actions: list[str]) -> list[float]:
        own = reading(state.array).on_turn
        return [_fit(state, action, own, fits) for action in actions]

    return plan


def _fit(state: State, action: str, own: str, fits: Callable[[Step, str, Position], float]) -> float:
    here = reading(state.array)
    step = _step(here, action)
    if step is not None:
        return fits(step, own, here)
    if here.phase == "tilt1" or action == "end":
        return 0
    after = state.play(action)
    there = reading(after.array)
    steps = [_step(there, one) for one in after.legal_actions()]
    return max((fits(step, own, there) for step in steps if step is not None), default=0) / 2


def _carries(step: Step, own: str, here: Position) -> float:
    """Own pawns take others along."""
    return len(step.moved) - step.moved.count(own) if step.moved[0] == own else 0


def _rides(step: Step, own: str, here: Position) -> float:
    """Own pawns climb onto others', and are carried by them."""
    if step.moved[0] != own:
        return step.moved.count(own)
    return 1 if step.onto and step.onto[-1] != own else 0


def _together(step: Step, colour: str) -> int:
    """How many pairs of a colour's pawns come together in a step, less those that part."""
    return step.moved.count(colour) * (step.onto.count(colour) - step.left.count(colour))


def _builds(step: Step, own: str, here: Position) -> float:
    """Own pawns come together, for a tower, and do not part."""
    return max(0, _together(step, own))


def _scatters(step: Step, own: str, here: Position) -> float:
    """The other players' pawns part."""
    return max(0, -sum(_together(step, colour) for colour in here.players if colour != own))


def _herds(step: Step, own: str, here: Position) -> float:
    """The other players' pawns are driven out of start, not on from where they are."""
    return 1 if step.moved[0] != own and step.space == 0 else 0


STYLES = {
    "carrier": _of_steps(_carries),
    "builder": _of_steps(_builds),
    "hitchhiker": _of_steps(_rides),
    "hunter": _of_steps(_scatters),
    "herder": _of_steps(_herds),
}


_STILL = 2
"""So many turns in a row without a step are nobody's waiting yet."""


def idle(state: State, actions: list[str]) -> list[float]:
    """When nobody has stepped for a while (IC-22): a tilt that lets nobody step in this turn either."""
    here = reading(state.array)
    if here.number("stalled") < _STILL or here.phase not in ("tilt1", "tilt2"):
        return [0 for _ in actions]
    return [0 if _can_step(state.play(action)) else 1 for action in actions]


def _can_step(state: State) -> bool:
    """Whether a pawn can step, if need be after a second tilt."""
    here = reading(state.array)
    if here.phase == "tilt2":
        return any(_can_step(state.play(tilt)) for tilt in state.legal_actions())
    return any(_step(here, action) for action in state.legal_actions())


def far(state: State, actions: list[str]) -> list[float]:
    """A step is far on a path where none of one's own pawns is."""
    here = reading(state.array)
    steps = [_step(here, action) for action in actions]
    own = here.on_turn
    return [1 if step and own not in step.moved + "".join(here.stacks(step.path)) else 0 for step in steps]

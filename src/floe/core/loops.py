"""The loops that every game needs, written once: random play, perft, batches.

They are written against the names that a game's kernel module defines (``apply``, ``legal_list``, ``is_over``,
``observe``, ``MAX_LEGAL`` and, if it wants, those of ``OPTIONAL``). ``compile_loops`` copies each loop into the game's
own namespace, where those names mean that game's functions, and compiles it there: so the compiler sees straight
through, and nothing is passed around.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from floe.core import jit
from floe.core.randomness import draw_below
from floe.core.typing import F32Array, F64Array, I32Array, I64Array, States, Struct, U8Array, U64Array

MAX_LEGAL = 0
"""At most so many actions are legal in any position of the game."""

OK, NOT_LEGAL, GAME_OVER = 0, 1, 2
"""What ``step`` answers."""


def apply(s: Struct, action: int) -> None:
    """Play an action that is known to be legal. Defined by each game."""
    raise NotImplementedError


def legal_list(s: Struct, out: I32Array) -> int:
    """Write the legal actions in ascending order, answer how many. Defined by each game."""
    raise NotImplementedError


def random_action(s: Struct, buffer: I32Array, rng: U64Array) -> int:
    """One legal action, all equally likely. A game may have a quicker way than this one."""
    return int(buffer[draw_below(rng, legal_list(s, buffer))])


def is_legal(s: Struct, action: int, buffer: I32Array) -> bool:
    """Whether an action, or any other number, is legal. A game may have a quicker way than this one."""
    n = legal_list(s, buffer)
    for k in range(n):  # noqa: SIM110  # kernels have no generators
        if buffer[k] == action:
            return True
    return False


def clear(row: np.ndarray[Any, Any]) -> None:
    """Fill a row with zeros. On a GPU whole blocks of rows are cleared before a loop begins, and this does nothing."""
    row[:] = 0


def fill_mask(s: Struct, mask: U8Array, buffer: I32Array) -> int:
    """Set mask[action] to 1 for each legal action and to 0 for every other; answer how many are legal.

    A game may have a quicker way than this one, and than the next one.
    """
    clear(mask)
    n = legal_list(s, buffer)
    for k in range(n):
        mask[buffer[k]] = 1
    return n


def random_masked_action(s: Struct, mask: U8Array, buffer: I32Array, rng: U64Array) -> int:
    """Fill the mask, and draw one of the legal actions: the k-th of them in ascending order, with one draw for k."""
    return int(buffer[draw_below(rng, fill_mask(s, mask, buffer))])


def is_over(s: Struct) -> bool:
    """Whether the game has ended. Defined by each game."""
    raise NotImplementedError


def observe(s: Struct, seat: int, out: F32Array) -> None:
    """Write into a row of zeros what a seat sees, as the game's ``Encoding`` says. Defined by each game."""
    raise NotImplementedError


def observe_compact(s: Struct, seat: int, out: Struct) -> None:
    """Turn a copy of the position into what a seat sees, as the game's ``Compact`` says. Others have nothing to do."""


def copy_position(s: Struct, out: Struct) -> None:
    """Begin a compact observation. On a GPU whole blocks of positions are copied before a loop begins."""
    out.position = s


def deal(s: Struct, rng: U64Array) -> None:
    """In a first position, draw anew all that chance decides. A game without chance has nothing to do here."""


def legal(states: States, index: int, out: I32Array) -> int:
    """The legal actions of one state."""
    return legal_list(states[index], out)


def legal_mask(states: States, index: int, mask: U8Array, buffer: I32Array) -> int:
    """Which actions are legal in one state; answers how many are."""
    return fill_mask(states[index], mask, buffer)


def step(states: States, index: int, action: int, buffer: I32Array) -> int:
    """Play an action in place if it is legal; otherwise change nothing and say why not."""
    s = states[index]
    if is_over(s):
        return GAME_OVER
    if not is_legal(s, action, buffer):
        return NOT_LEGAL
    apply(s, action)
    return OK


def step_on(states: States, index: int, action: int, buffer: I32Array) -> int:
    """Play an action if it is legal and list what is legal next; answer how many, or -1 if nothing was played."""
    if step(states, index, action, buffer) != OK:
        return -1
    return 0 if is_over(states[index]) else legal_list(states[index], buffer)


def play(states: States, index: int, action: int) -> None:
    """Play an action that is known to be legal, in place."""
    apply(states[index], action)


def playout(states: States, index: int, rng: U64Array, buffer: I32Array, limit: int) -> int:
    """Play one state at random until the game ends or ``limit`` actions were played; answer how many were."""
    s = states[index]
    played = 0
    while played < limit and not is_over(s):
        apply(s, random_action(s, buffer, rng))
        played += 1
    return played


def random_actions(states: States, first: States, rng: U64Array, buffer: I32Array, n: int) -> int:
    """Play ``n`` random actions on state 0, from ``first`` again whenever a game ends; answer how many ended."""
    s = states[0]
    games = 0
    for _ in range(n):
        if is_over(s):
            games += 1
            states[0] = first[0]
        apply(s, random_action(s, buffer, rng))
    return games


def step_slice(states: States, actions: I64Array, answers: U8Array, buffer: I32Array, low: int, high: int) -> None:
    """Step the states from ``low`` to ``high`` - 1, each with its own action; answers[i] says how it went."""
    for i in range(low, high):
        answers[i] = step(states, i, actions[i], buffer)


def random_slice(states: States, rngs: U64Array, actions: I64Array, buffer: I32Array, low: int, high: int) -> None:
    """Draw a legal action for each of the states from ``low`` to ``high`` - 1 with its own generator; -1 if over."""
    for i in range(low, high):
        actions[i] = -1 if is_over(states[i]) else random_action(states[i], buffer, rngs[i])


def playout_slice(
    states: States, rngs: U64Array, played: I64Array, limit: int, buffer: I32Array, low: int, high: int
) -> None:
    """Play the states from ``low`` to ``high`` - 1 on at random, each with its own generator; see ``playout``."""
    for i in range(low, high):
        played[i] = playout(states, i, rngs[i], buffer, limit)


def mask_slice(states: States, masks: np.ndarray[Any, Any], buffer: I32Array, low: int, high: int) -> None:
    """Fill a row of masks for each of the states from ``low`` to ``high`` - 1."""
    for i in range(low, high):
        fill_mask(states[i], masks[i], buffer)


def observation(states: States, index: int, seat: int, out: F32Array) -> None:
    """What a seat sees of one state."""
    clear(out)
    observe(states[index], seat, out)


def observe_slice(states: States, seats: I64Array, out: np.ndarray[Any, Any], low: int, high: int) -> None:
    """Fill a row for each of the states from ``low`` to ``high`` - 1 with what seats[i] sees; zeros for no seat, -1."""
    for i in range(low, high):
        clear(out[i])
        if seats[i] >= 0:
            observe(states[i], seats[i], out[i])


def observe_compact_slice(states: States, seats: I64Array, out: States, blank: States, low: int, high: int) -> None:
    """The same in the compact form; the one struct in ``blank`` is what nobody sees."""
    for i in range(low, high):
        if seats[i] < 0:
            out[i] = blank[0]
        else:
            copy_position(states[i], out[i])
            observe_compact(states[i], seats[i], out[i])


def begin_slice(states: States, first: States, where: U8Array, rngs: U64Array, low: int, high: int) -> None:
    """Where it is asked for, go back to the first position, with a new deal from the state's own generator."""
    for i in range(low, high):
        if where[i]:
            states[i] = first[0]
            deal(states[i], rngs[i])


def respond_slice(
    states: States, seats: I64Array, rngs: U64Array, max_turns: int, buffer: I32Array, low: int, high: int
) -> None:
    """Play at random for everybody but seats[i], until that seat must decide, the game ends or the turns are over."""
    for i in range(low, high):
        s = states[i]
        while not is_over(s) and s.to_move != seats[i] and s.turn < max_turns:
            apply(s, random_action(s, buffer, rngs[i]))


def reward(s: Struct, out: F64Array) -> None:
    """Write each seat's reward as ``Outcome.rewards`` has it: zeros while the game runs, and beyond its seats."""
    for seat in range(len(out)):
        out[seat] = 0.0
    if is_over(s):
        players = int(s.players)
        winners = 0
        for seat in range(players):
            winners += (int(s.winners) >> seat) & 1
        for seat in range(players):
            share = ((int(s.winners) >> seat) & 1) / winners
            out[seat] = (share * players - 1) / (players - 1)


def random_steps_slice(  # noqa: PLR0913, PLR0917  # whatever a step takes and gives, in one pass over memory
    states: States,
    first: States,
    deals: U64Array,
    rngs: U64Array,
    masks: np.ndarray[Any, Any],
    actions: np.ndarray[Any, Any],
    rewards: np.ndarray[Any, Any],
    buffer: I32Array,
    low: int,
    high: int,
) -> None:
    """Steps of random play in each of the states from ``low`` to ``high`` - 1; finished games first begin again.

    Writes down for each step what was legal, what was played and what it brought: [state, step, ...]. Without
    ``deals`` a game begins as ``first`` is.
    """
    for i in range(low, high):
        s = states[i]
        for k in range(actions.shape[1]):
            if is_over(s):
                states[i] = first[0]
                if len(deals) > 0:
                    deal(s, deals[i])
            action = random_masked_action(s, masks[i, k], buffer, rngs[i])
            apply(s, action)
            actions[i, k] = action
            reward(s, rewards[i, k])


def advance_slice(  # noqa: PLR0913, PLR0917  # whatever a step takes and gives, in one pass over memory
    states: States,
    first: States,
    deals: U64Array,
    actions: I64Array,
    answers: U8Array,
    rewards: np.ndarray[Any, Any],
    done: U8Array,
    to_move: np.ndarray[Any, Any],
    masks: np.ndarray[Any, Any],
    observations: np.ndarray[Any, Any],
    compact: States,
    blank: States,
    buffer: I32Array,
    low: int,
    high: int,
) -> None:
    """Step the states from ``low`` to ``high`` - 1, and say what it brought; finished games then begin again.

    The masks, the seat to move and what it sees are those after that. Without ``deals`` a game begins as ``first`` is;
    what is seen is written in those forms for which there are rows; ``blank`` is what nobody sees.
    """
    for i in range(low, high):
        s = states[i]
        answers[i] = step(states, i, actions[i], buffer)
        reward(s, rewards[i])
        done[i] = is_over(s)
        if done[i]:
            states[i] = first[0]
            if len(deals) > 0:
                deal(s, deals[i])
        fill_mask(s, masks[i], buffer)
        seat = -1 if is_over(s) else int(s.to_move)
        to_move[i] = seat
        if len(observations) > 0:
            clear(observations[i])
            if seat >= 0:
                observe(s, seat, observations[i])
        if len(compact) > 0:
            if seat < 0:
                compact[i] = blank[0]
            else:
                copy_position(s, compact[i])
                observe_compact(s, seat, compact[i])


def perft(stack: States, depth: int) -> int:
    """How many sequences of ``depth`` actions begin at stack[0]. The stack has ``depth`` + 1 states."""
    if depth == 0:
        return 1
    moves = np.empty((depth, MAX_LEGAL), np.int32)
    left = np.zeros(depth, np.int64)
    total = 0
    level = 0
    left[0] = legal_list(stack[0], moves[0])
    while level >= 0:
        if level == depth - 1:  # the last action need not be played to be counted
            total += left[level]
            level -= 1
        elif left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            stack[level + 1] = stack[level]
            apply(stack[level + 1], moves[level, left[level]])
            level += 1
            left[level] = 0 if is_over(stack[level]) else legal_list(stack[level], moves[level])
    return total


def next_order(stack: States, moves: I32Array, left: I32Array, level: int, deeper: bool) -> int:
    """One step of a walk, depth first, through every order of the actions that can follow stack[0].

    From the position at a level it goes to the first that follows it, if the walk is to go ``deeper`` there, and else
    to the next that is beside or before it. Answered is the level of that position in the stack; 0 when all were seen.
    A walk begins at level 0, deeper. The action from level k on is moves[k, left[k]].
    """
    if deeper:
        left[level] = legal_list(stack[level], moves[level])
        level += 1
    while level > 0 and left[level - 1] == 0:
        level -= 1
    if level > 0:
        left[level - 1] -= 1
        stack[level] = stack[level - 1]
        apply(stack[level], moves[level - 1, left[level - 1]])
    return level


@dataclass(frozen=True)
class Loops:
    """A game's compiled loops."""

    legal: Callable[[States, int, I32Array], int]
    legal_mask: Callable[[States, int, U8Array, I32Array], int]
    step: Callable[[States, int, int, I32Array], int]
    step_on: Callable[[States, int, int, I32Array], int]
    play: Callable[[States, int, int], None]
    playout: Callable[[States, int, U64Array, I32Array, int], int]
    random_actions: Callable[[States, States, U64Array, I32Array, int], int]
    step_slice: Callable[[States, I64Array, U8Array, I32Array, int, int], None]
    mask_slice: Callable[[States, Any, I32Array, int, int], None]
    random_slice: Callable[[States, U64Array, I64Array, I32Array, int, int], None]
    playout_slice: Callable[[States, U64Array, I64Array, int, I32Array, int, int], None]
    observation: Callable[[States, int, int, F32Array], None]
    observe_slice: Callable[[States, I64Array, Any, int, int], None]
    observe_compact_slice: Callable[[States, I64Array, States, States, int, int], None]
    begin_slice: Callable[[States, States, U8Array, U64Array, int, int], None]
    respond_slice: Callable[[States, I64Array, U64Array, int, I32Array, int, int], None]
    random_steps_slice: Callable[[States, States, U64Array, U64Array, Any, Any, Any, I32Array, int, int], None]
    advance_slice: Callable[..., None]
    perft: Callable[[States, int], int]
    next_order: Callable[[States, I32Array, I32Array, int, bool], int]
    max_legal: int
    unit: jit.Unit | None
    """Where they are kept."""
    kernel: dict[str, Any]
    """The namespace of the kernel that they were compiled with, for those who bind more to it."""


REQUIRED = ("MAX_LEGAL", "apply", "legal_list", "is_over", "observe")
"""What a kernel module must define."""
OPTIONAL = (random_action, is_legal, fill_mask, random_masked_action, deal, observe_compact)
"""What it may define, where it has a quicker way or where chance has a part."""
_HELPERS = (clear, reward, copy_position)
_LOOPS = (
    legal, legal_mask, step, step_on, play, playout, random_actions, observation, perft, step_slice, mask_slice,
    random_slice, playout_slice, observe_slice, observe_compact_slice, begin_slice, respond_slice, random_steps_slice,
    advance_slice, next_order,
)  # fmt: skip


def compile_loops(kernel: dict[str, Any]) -> Loops:
    """Compile every loop for the game whose kernel module has this namespace (its ``globals()``)."""
    missing = [name for name in REQUIRED if name not in kernel]
    if missing:
        raise TypeError(f"the kernel {kernel['__name__']} does not define {', '.join(missing)}")
    unit = jit.unit_of(kernel["__file__"])
    scope: dict[str, Any] = {name: kernel[name] for name in ("__name__", *REQUIRED)}
    scope |= {"np": np, "draw_below": draw_below, "OK": OK, "NOT_LEGAL": NOT_LEGAL, "GAME_OVER": GAME_OVER}
    jit.bind(unit, _HELPERS, scope, inlined=_HELPERS)
    for loop in OPTIONAL:
        if loop.__name__ in kernel:
            scope[loop.__name__] = kernel[loop.__name__]
        else:
            jit.bind(unit, (loop,), scope, inlined=(loop,))
    jit.bind(unit, _LOOPS, scope, allocating=(perft,), inlined=(step, next_order))
    bound = {loop.__name__: scope[loop.__name__] for loop in _LOOPS}
    return Loops(**bound, max_legal=scope["MAX_LEGAL"], unit=unit, kernel=scope | kernel)

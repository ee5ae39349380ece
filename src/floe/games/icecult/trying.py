"""What people try at puzzles of ICE CULT: whether it can still be right, and if not, what it allows. Compiled, with
little memory, so that pages can do it too."""

from __future__ import annotations

import numpy as np

from floe.core.facts import SEAT, Fact, Term
from floe.core.game import State
from floe.core.jit import compiled
from floe.core.puzzles import Found, Refutation, rest_of_turn, written
from floe.core.randomness import generator
from floe.core.typing import I32Array, States, Struct, U64Array
from floe.games.icecult.explanations import win_in_reach, winning_line
from floe.games.icecult.kernel import apply, is_over, next_order, random_action
from floe.games.icecult.layout import MAX_LEGAL
from floe.games.icecult.orders import LONGEST, alike
from floe.games.icecult.reach import DEPTH, MOST_POSITIONS, find_win

RANDOM_REPLIES = 2000
"""So many are tried before all of them are."""

TERMS = {
    "misses_win": Term("There was a win, and nothing wins in this turn any more."),
    "allows_reply": Term(
        "A seat has a reply after which there is no win in the solver's next turn, whatever is played.", {"seat": SEAT}
    ),
    "ends_game": Term("The game ends with this turn, and the solver does not win it alone."),
}

_TURN = {"moves": ("i4", LONGEST, MAX_LEGAL), "left": ("i4", LONGEST)}
_WIN = {"stack": ("state", DEPTH + 1), "moves": ("i4", DEPTH, MAX_LEGAL), "left": ("i4", DEPTH)}
KERNELS = {
    "find_way": {"stack": ("state", LONGEST + 1), **_TURN, "target": ("state", 1)},
    "draw_escape": {"replies": ("state", 2), "picked": ("i4", LONGEST), **_WIN, "rng": ("u8", 1)},
    "find_escape": {
        "replies": ("state", LONGEST + 1),
        "picks": ("i4", LONGEST, MAX_LEGAL),
        "waiting": ("i4", LONGEST),
        **_WIN,
    },
}
"""What a page has to have compiled (as ``Manifest.kernels`` describes it)."""


@compiled
def is_same(s: Struct, t: Struct) -> bool:
    """Whether two positions of one game are equal."""
    if s.turn != t.turn or s.stalled != t.stalled or s.phase != t.phase or s.to_move != t.to_move:
        return False
    if s.winners != t.winners or s.first_tilt != t.first_tilt or s.used != t.used:
        return False
    return bool(s.circles == t.circles and s.arcs == t.arcs and alike(s, t))


@compiled
def find_way(stack: States, moves: I32Array, left: I32Array, target: States) -> int:
    """In how many actions the rest of the turn of stack[0] leads to target[0], in some order; 0 if in none. They
    stay in ``moves``, the last of each row's first ``left`` + 1.
    """
    turn = stack[0].turn
    level = next_order(stack, moves, left, 0, True)
    while level > 0:
        s = stack[level]
        if is_same(s, target[0]):
            break
        level = next_order(stack, moves, left, level, s.turn == turn and not is_over(s))
    return level


@compiled
def escapes(s: Struct, winner: int, stack: States, moves: I32Array, left: I32Array) -> bool:
    """Whether the end of a turn leaves the next seat no win, or is over and not won by ``winner`` alone."""
    if is_over(s):
        return int(s.winners) != winner
    stack[0] = s
    return find_win(stack, moves, left, MOST_POSITIONS) == 0


@compiled
def draw_escape(
    replies: States, picked: I32Array, stack: States, moves: I32Array, left: I32Array, rng: U64Array, tries: int
) -> int:
    """Play the turn of replies[0] at random until the seat after it has no win: how many actions that took, which are
    in ``picked``; 0 after so many tries.
    """
    turn, winner = replies[0].turn, 1 << ((int(replies[0].to_move) + 1) % int(replies[0].players))
    s = replies[1]
    for _ in range(tries):
        replies[1] = replies[0]
        n = 0
        while not is_over(s) and s.turn == turn:
            picked[n] = random_action(s, moves[0], rng)
            apply(s, picked[n])
            n += 1
        if escapes(s, winner, stack, moves, left):
            return n
    return 0


@compiled
def find_escape(
    replies: States, picks: I32Array, waiting: I32Array, stack: States, moves: I32Array, left: I32Array
) -> int:
    """The same by trying every order: the actions are the last of each row's first ``waiting`` + 1 of ``picks``."""
    turn, winner = replies[0].turn, 1 << ((int(replies[0].to_move) + 1) % int(replies[0].players))
    level = next_order(replies, picks, waiting, 0, True)
    while level > 0:
        s = replies[level]
        goes_on = s.turn == turn and not is_over(s)
        if not goes_on and escapes(s, winner, stack, moves, left):
            break
        level = next_order(replies, picks, waiting, level, goes_on)
    return level


def reaches(state: State, target: State) -> bool:
    """Whether the rest of the turn can still lead there."""
    moves, left = np.empty((LONGEST, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32)
    return find_way(np.repeat(state.array, LONGEST + 1), moves, left, target.array) > 0


def refutation(first: State, found: Found, target: State, now: State) -> Refutation:
    """What the turn allows, as far as it was played: the next player's win, or a reply that saves them."""
    if target.over:
        return Refutation((Fact("misses_win"),))
    rest, after = ([], now) if now.turn != first.turn or now.over else rest_of_turn(now)
    if after.over:
        return Refutation((Fact("ends_game"),), tuple(rest))
    win = winning_line(after)
    if win is not None and (found.task == "defence" or not rest):  # or else another rest may not leave it
        goal = win_in_reach(after, after.to_move or 0)
        return Refutation((Fact("leaves_win", {"seat": after.to_move, "goal": goal}),), (*rest, *win))
    return Refutation((Fact("allows_reply", {"seat": after.to_move}),), (*rest, *(win or escape(after))))


def escape(state: State) -> list[str]:
    """A turn after which the next seat has no win; empty if there is none."""
    stack, moves = np.repeat(state.array, DEPTH + 1), np.empty((DEPTH, MAX_LEGAL), np.int32)
    left, picked = np.zeros(DEPTH, np.int32), np.empty(LONGEST, np.int32)
    n = draw_escape(np.repeat(state.array, 2), picked, stack, moves, left, generator("escape"), RANDOM_REPLIES)
    if n:
        return written(state, [int(action) for action in picked[:n]])[0]
    picks, waiting = np.empty((LONGEST, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32)
    n = find_escape(np.repeat(state.array, LONGEST + 1), picks, waiting, stack, moves, left)
    return written(state, [int(picks[level, waiting[level]]) for level in range(n)])[0]

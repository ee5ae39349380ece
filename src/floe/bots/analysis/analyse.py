"""Walking through a recorded game and judging every decision. Positions are shared out among threads.

For a number of simulations and a seed the answer is always the same, however many threads there are: each position has
chances of its own to draw from.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from floe.bots.analysis.judge import Judge, Judged
from floe.bots.analysis.results import Accuracy, Analysis, Decision, Miss, accuracy_of
from floe.bots.analysis.turning import turning_points
from floe.bots.explanations import allowed, explain
from floe.core.errors import BadOption
from floe.core.game import State
from floe.core.record import Record
from floe.core.threads import cores

SIMULATIONS = 800
MOST_MISSES = 12
"""More are not explained: the worst are told, the decisions list has all of them."""

Progress = Callable[[int, int], None]


def analyse(
    record: Record,
    simulations: int = SIMULATIONS,
    seed: int | str = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Judge every action of a game. ``progress`` is told how many of how many are done."""
    _check(record)
    return concluded(record, _judge_all(record, simulations, seed, threads or cores(), progress), simulations, seed)


def judgements(record: Record, simulations: int = SIMULATIONS, seed: int | str = 0) -> Iterator[Judged]:
    """Judge one decision after the other, for who cannot wait for all of them at once; ``concluded`` makes the rest."""
    _check(record)
    judge = Judge(record.game.name, record.at(0).to_dict()["rules"], simulations)
    for n in range(len(record)):
        yield _judged(judge, record, n, seed)


def concluded(record: Record, judged: list[Judged], simulations: int, seed: int | str) -> Analysis:
    """What all judgements of a game add up to."""
    chances = tuple(_chances(record, judged))
    decisions = tuple(_decision(record, n, judged[n], chances) for n in range(len(record)))
    accuracies: tuple[Accuracy, ...] = tuple(accuracy_of(seat, decisions) for seat in range(len(record.players)))
    return Analysis(
        game=record.game.name,
        colours=tuple(player.colour for player in record.players),
        simulations=simulations,
        seed=seed,
        judged_by=judged[0].thought.judged_by,
        chances=chances,
        decisions=decisions,
        turning_points=tuple(turning_points(_by_play(record, judged, chances), decisions)),
        misses=tuple(_misses(record, decisions, judged)),
        accuracies=accuracies,
    )


def _check(record: Record) -> None:
    if not len(record):
        raise BadOption("nothing was played in this record yet")


def _judged(judge: Judge, record: Record, n: int, seed: int | str) -> Judged:
    state = record.at(n)
    return judge.judge(state.view(state.to_move), record.actions[n], f"{seed}/{n}")


def _judge_all(
    record: Record, simulations: int, seed: int | str, threads: int, progress: Progress | None
) -> list[Judged]:
    """Every decision, judged; each thread takes the next that nobody has."""
    judges: queue.SimpleQueue[Judge] = queue.SimpleQueue()
    rules = record.at(0).to_dict()["rules"]
    for _ in range(threads):
        judges.put(Judge(record.game.name, rules, simulations))
    done: queue.SimpleQueue[None] = queue.SimpleQueue()

    def judge(n: int) -> Judged:
        one = judges.get()
        try:
            return _judged(one, record, n, seed)
        finally:
            judges.put(one)
            done.put(None)

    with ThreadPoolExecutor(threads, thread_name_prefix="floe-analysis") as pool:
        found = [pool.submit(judge, n) for n in range(len(record))]
        try:
            for n in range(len(record)):
                done.get()
                if progress is not None:
                    progress(n + 1, len(record))
            return [one.result() for one in found]
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _chances(record: Record, judged: list[Judged]) -> list[tuple[float, ...]]:
    """In every position; at the end of the game, how it ended. Somebody who resigns has no more chances."""
    result = record.result
    if result is not None:
        shares = 1 / len(result.winners)
        last = tuple(shares if seat in result.winners else 0.0 for seat in range(len(record.players)))
    else:
        last = judged[-1].played
    return [*(one.best for one in judged), last]


def _by_play(
    record: Record, judged: list[Judged], chances: tuple[tuple[float, ...], ...]
) -> tuple[tuple[float, ...], ...]:
    """The chances as the actions made them: that somebody gave up in the end was no action's doing."""
    resigned = record.result is not None and record.result.resigned is not None
    return (*chances[:-1], judged[-1].played) if resigned else chances


def _decision(record: Record, n: int, judged: Judged, chances: tuple[tuple[float, ...], ...]) -> Decision:
    state, action = record.at(n), record.actions[n]
    seat = _seat(state)
    forced = len(state.legal_actions()) == 1
    other = None if forced or judged.thought.action == action else judged.thought.action
    revealed = state.reveals(action) and n + 1 < len(record)
    return Decision(
        number=n,
        turn=state.turn,
        seat=seat,
        played=action,
        better=other,
        expected=judged.best[seat],
        achieved=judged.played[seat],
        luck=chances[n + 1][seat] - judged.played[seat] if revealed else 0.0,
        forced=forced,
        setup=state.phase in state.game.setup_phases,
    )


def _seat(state: State) -> int:
    """The seat to move; there is one wherever something was played."""
    return 0 if state.to_move is None else state.to_move


def _misses(record: Record, decisions: tuple[Decision, ...], judged: list[Judged]) -> list[Miss]:
    """The worst of the moves that have a grade, in the order of play, each explained."""
    graded = sorted((one for one in decisions if one.grade), key=lambda one: -one.loss)[:MOST_MISSES]
    return [_miss(record, one, judged[one.number]) for one in sorted(graded, key=lambda one: one.number)]


def _miss(record: Record, decision: Decision, judged: Judged) -> Miss:
    state, meant = record.at(decision.number), judged.thought
    view = state.view(decision.seat)
    why = explain(view, meant, comparing=False).reasons  # what it is worth is what the decision says
    instead = replace(meant, action=decision.played, line=_played_turn(record, decision.number))
    return Miss(decision, tuple(_own_part(state, meant.line)), why, allowed(view, instead))


def _played_turn(record: Record, n: int) -> list[str]:
    """The actions that were played from here to the end of the turn."""
    state = record.at(n)
    turn: list[str] = []
    while n < len(record) and record.at(n).turn == state.turn and record.at(n).to_move == state.to_move:
        turn.append(record.actions[n])
        n += 1
    return turn


def _own_part(state: State, line: list[str]) -> list[str]:
    """The beginning of a line that the seat to move can play by itself."""
    seat, part = state.to_move, []
    for action in line:
        if state.to_move != seat or action not in state.legal_actions():
            break
        part.append(action)
        if state.reveals(action):
            break
        state = state.play(action)
    return part

"""Playing games: what a machine player gets, and that the place where they are played changes nothing."""

from __future__ import annotations

import copy
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection

import pytest

import floe
from floe.arena import executors, match
from floe.arena.executors import Executor, InProcess, LocalProcesses
from floe.arena.match import GameFailed, Match, MatchResult, play
from floe.arena.run import Run
from floe.arena.schedule import Contest, blocks
from floe.bots.search_player import SearchPlayer
from floe.bots.uniform import Uniform
from floe.core import threads
from floe.core.errors import BadOption
from floe.core.randomness import generator
from floe.core.record import Record
from floe.core.threads import cores
from floe.core.typing import Document, U64Array
from tests.arena.bad_bots import CHEATING, DYING, SLEEPING

GAMES = [Match("icecult", 3, 1, ("random", "greedy"), 5), Match("igluiglu", 0, 0, ("random", "random", "greedy"), "s")]


def timeless(game: MatchResult) -> MatchResult:
    return replace(game, seconds=())


@pytest.mark.parametrize("wanted", GAMES, ids=lambda wanted: wanted.game)
def test_a_game_is_what_its_record_says(wanted: Match) -> None:
    game = play(replace(wanted, keep_record=True))
    assert game.record is not None
    record = Record.from_dict(game.record, floe.game(wanted.game))
    assert [player.kind for player in record.players] == list(wanted.seats)
    assert record.seed == wanted.deal
    assert record.state.outcome is not None
    assert game.shares == record.state.outcome.shares
    assert (game.rule, game.reason) == (record.state.outcome.rule, record.state.outcome.reason)
    assert (game.turns, game.actions) == (record.state.turn, len(record))
    choices = [state.to_move for state in record if len(state.legal_actions()) > 1]
    assert game.decisions == tuple(choices.count(seat) for seat in range(len(wanted.seats)))
    assert play(wanted).record is None


@pytest.mark.parametrize("wanted", GAMES, ids=lambda wanted: wanted.game)
def test_the_same_game_is_the_same_and_another_number_is_another(wanted: Match) -> None:
    kept = replace(wanted, keep_record=True)
    assert timeless(play(kept)) == timeless(play(kept))
    assert play(kept).record != play(replace(kept, number=99)).record


def test_who_thinks_by_the_clock_remembers_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[SearchPlayer] = []

    def watching(level: str, game: str, seconds: float | None = None) -> SearchPlayer:
        made.append(SearchPlayer(game, level, threads=1, seconds=seconds))
        return made[-1]

    monkeypatch.setattr(match, "bot", watching)
    for number in range(2):
        play(Match("icecult", number, 0, ("strong@0.002s", "strong@0.002s"), 1, rules={"path_length": 1}))
    searchers = [player._own_searcher for player in made]
    assert None not in searchers
    assert len(set(map(id, searchers))) == 4
    trees = [searcher._places[0].about for searcher in searchers if searcher is not None]
    assert [about.seat for about in trees if about is not None] == [0, 1, 0, 1]


def test_a_machine_player_gets_its_seats_view_and_its_own_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Document, int]] = []
    first: dict[int, int] = {}

    class Watching(Uniform):
        def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
            first.setdefault(id(self), int(rng[0]))
            seen.append((copy.deepcopy(view), id(self)))
            return super().choose(view, actions, rng)

    made: list[Watching] = []

    def watching(level: str, game: str, seconds: float | None = None) -> Watching:
        made.append(Watching())
        return made[-1]

    monkeypatch.setattr(match, "bot", watching)
    wanted = Match("igluiglu", 4, 2, ("random",) * 3, 1, keep_record=True)
    game = play(wanted)
    assert game.record is not None
    states = list(Record.from_dict(game.record, floe.game("igluiglu")))[:-1]
    assert len(made) == 3
    for state, (view, who) in zip(states, seen, strict=True):
        seat = state.to_move
        assert seat is not None
        assert who == id(made[seat])
        assert view == state.view(seat)
    assert any(state.view(state.to_move) != state.to_dict() for state in states)  # there was something to hide
    for seat, bot in enumerate(made):
        assert first[id(bot)] == int(generator(wanted.bot_seed(seat), "arena")[0])
    assert len(set(first.values())) == 3


def test_processes_play_the_same_games_as_this_one() -> None:
    def games(executor: Executor) -> list[MatchResult]:
        run = Run(blocks(Contest("icecult", ("random", "greedy"), 2, seed=2), 8), executor)
        return [timeless(game) for block in run.play() for game in block]

    here = games(InProcess())
    assert len(here) == 8
    assert games(LocalProcesses(2)) == here


def test_games_are_taken_as_there_is_room_for_them() -> None:
    asked = 0

    def endless() -> Iterator[Match]:
        nonlocal asked
        while True:
            asked += 1
            yield Match("icecult", asked, asked, ("random", "random"), 0)

    games = LocalProcesses(1).play(endless())
    for _ in range(3):
        next(games)
    games.close()
    assert asked <= 4


def test_a_game_that_fails_is_named_with_its_seed() -> None:
    with pytest.raises(
        GameFailed, match=r"game 7 \(icecult, seats \S+:Cheating random, seed 11.*is no action"
    ) as failed:
        list(InProcess().play([Match("icecult", 7, 0, (CHEATING, "random"), 11)]))
    assert failed.value.match.number == 7


def test_a_game_is_named_in_full() -> None:
    plain = Match("icecult", 7, 0, ("random", "greedy"), 11)
    assert str(plain) == "game 7 (icecult, seats random greedy, seed 11, deal '11/2 players/deal 0')"
    rest = replace(plain, colours=("r", "b"), rules={"path_length": 3}, seconds=0.5, handicap=(1, "pawn"), opening=8)
    assert str(rest) == (
        "game 7 (icecult, seats random greedy, seed 11, deal '11/2 players/deal 0', colours r b, "
        "rules {'path_length': 3}, pawn ahead at seat 2, an opening of 8, 0.5 s an action)"
    )
    assert str(replace(plain, swap=True)).endswith(", a swap)")


def test_an_opening_that_ends_the_game_is_no_game() -> None:
    short = Match("icecult", 0, 0, ("random", "greedy"), seed=1, rules={"path_length": 1}, opening=100)
    with pytest.raises(GameFailed, match=r"over after \d+ drawn actions; make the opening shorter"):
        play(short)
    assert play(replace(short, opening=4)).actions > 4


def test_a_process_that_dies_is_reported_with_its_game() -> None:
    with pytest.raises(GameFailed, match=r"game 2 \(icecult, seats \S+:Dying random, seed 11.*ended with code 7"):
        list(
            LocalProcesses(2).play(
                [
                    Match("icecult", 1, 0, ("random", "random"), 11),
                    Match("icecult", 2, 0, (DYING, "random"), 11),
                ]
            )
        )


def test_stopping_does_not_wait_for_games_that_run() -> None:
    matches = [
        Match("icecult", 1, 0, (SLEEPING, "random"), 11),
        Match("icecult", 2, 0, ("random", "random"), 11),
        Match("icecult", 3, 0, (SLEEPING, "random"), 11),
    ]
    games = LocalProcesses(2).play(matches)
    assert next(games).match.number == 2
    games.close()  # the test would hang here


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system cannot share out its cores")
def test_the_cores_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 4, 5})
    share = executors._share_of_cores
    assert [share(place, 4) for place in range(4)] == [{0}, {1}, {4}, {5}]
    assert [share(place, 2) for place in range(2)] == [{0, 1}, {4, 5}]
    assert share(0, 1) == {0, 1, 4, 5}
    assert [share(place, 6) for place in range(6)] == [{0}, {1}, {4}, {5}, {0}, {1}]


def _tell_cores(line: Connection, place: int, jobs: int) -> None:
    executors._take_share_of_cores(place, jobs)
    line.send(cores())


@pytest.mark.parametrize("jobs", [1, 2, 1000])
def test_a_process_thinks_on_its_share_of_the_cores_alone(jobs: int) -> None:
    context = multiprocessing.get_context("spawn")
    line, theirs = context.Pipe()
    process = context.Process(target=_tell_cores, args=(theirs, 0, jobs))
    process.start()
    assert line.recv() == max(1, cores() // jobs)
    process.join()


def test_a_task_of_ray_thinks_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_most", None)
    executors._work_on_one_core(match.play_or_say_why, GAMES[0], os.getcwd())
    assert cores() == 1


def test_no_process_at_all_is_refused() -> None:
    with pytest.raises(BadOption, match="1 process or more, not 0"):
        LocalProcesses(0)


class Backwards:
    """An executor whose games end in the wrong order."""

    def __init__(self, failing: int | None = None) -> None:
        self.failing = failing

    def play(self, matches: object) -> executors.Games:
        for wanted in reversed(list(matches)):  # type: ignore[call-overload]  # it is an iterable of matches
            if wanted.number == self.failing:
                raise GameFailed(wanted, "on purpose")
            yield play(wanted)


def test_blocks_come_whole_and_in_order_whatever_ends_first() -> None:
    run = Run(blocks(Contest("icecult", ("random", "greedy"), 2), 6), Backwards())
    told: list[int] = []
    found = list(run.play(lambda game: told.append(game.match.number)))
    assert [[game.match.number for game in block] for block in found] == [[0, 1], [2, 3], [4, 5]]
    assert told == [5, 4, 3, 2, 1, 0]
    assert run.whole_blocks() == found


def test_what_was_played_before_a_failure_is_kept_and_whole_blocks_of_it_count() -> None:
    run = Run(blocks(Contest("icecult", ("random", "greedy"), 2), 6), Backwards(failing=2))
    with pytest.raises(GameFailed):
        list(run.play())
    assert [game.match.number for game in run.played] == [5, 4, 3]
    assert [[game.match.number for game in block] for block in run.whole_blocks()] == [[4, 5]]

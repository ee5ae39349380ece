"""Batches: what a batch does to each of its states is what a single state would do."""

from __future__ import annotations

import multiprocessing
import sys
from typing import Any

import numpy as np
import pytest

import floe
from floe.core.arrays import copied
from floe.core.batch import GAME_OVER, NOT_LEGAL, OK, Batch
from floe.core.jit import interpreted
from floe.core.randomness import generators
from floe.core.threads import each_slice

MANY = 40 if interpreted() else 5000
"""Enough states for several threads, where there are any."""

every_game = pytest.mark.parametrize("name", floe.game_names())
every_table = pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in floe.game_names() for players in floe.game(name).players]
)


def several(name: str) -> int:
    """Three players, where so many can play."""
    return min(3, floe.game(name).players[-1])


def test_a_batch_of_new_games_has_n_first_positions() -> None:
    batch = floe.batch("icecult", 3, players=3, rules={"path_length": 4})
    first = floe.game("icecult").new(players=3, rules={"path_length": 4})
    assert len(batch) == 3
    assert batch.states.dtype == first.array.dtype
    assert list(batch) == [first, first, first]


def test_a_batch_can_begin_at_any_position() -> None:
    state = floe.game("icecult").new(seed=1).play("nn").play("ee")
    assert list(Batch.of(state, 2)) == [state, state]


@every_game
def test_each_game_of_a_batch_has_a_deal_of_its_own(name: str) -> None:
    game = floe.game(name)
    batch = floe.batch(name, 20, players=several(name), seed="here")
    assert list(batch) == list(floe.batch(name, 30, players=several(name), seed="here"))[:20]
    assert len(set(batch)) == (20 if game.chance else 1)
    assert (list(batch) == list(floe.batch(name, 20, players=several(name), seed="there"))) != game.chance
    for state in batch:
        assert game.from_dict(state.to_dict()) == state


def test_a_batch_without_a_seed_is_another_each_time() -> None:
    assert floe.batch("igluiglu", 1)[0] != floe.batch("igluiglu", 1)[0]


@every_game
def test_stepping_a_batch_is_stepping_each_state(name: str) -> None:
    batch = floe.batch(name, 4, seed=3)
    singles = list(batch)
    for turn in range(40):
        numbers = batch.random_actions(f"turn {turn}").tolist()
        assert all(number in batch.legal(i) for i, number in enumerate(numbers))
        assert batch.step(numbers).tolist() == [OK] * 4
        singles = [single.play(single.action_text(number)) for single, number in zip(singles, numbers, strict=True)]
        assert list(batch) == singles
        assert batch.to_move.tolist() == [-1 if single.over else single.to_move for single in singles]
        assert np.array_equal(batch.masks(), [single.legal_mask() for single in singles])
        batch.reset(batch.over)
        singles = list(batch)


def test_a_step_that_is_not_legal_changes_nothing_and_the_others_are_made() -> None:
    batch = floe.batch("icecult", 3)
    first = batch[0]
    assert batch.step([0, 64, -1]).tolist() == [OK, NOT_LEGAL, NOT_LEGAL]
    assert list(batch) == [first.play("nn"), first, first]


def test_a_game_that_is_over_answers_so_and_offers_nothing() -> None:
    batch = floe.batch("icecult", 2, rules={"path_length": 1})
    batch.playout(0)
    assert batch.over.all()
    ended = copied(batch.states)
    assert batch.step([0, 0]).tolist() == [GAME_OVER, GAME_OVER]
    assert batch.states.tobytes() == ended.tobytes()
    assert not batch.masks().any()
    assert batch.random_actions(0).tolist() == [-1, -1]
    assert batch.to_move.tolist() == [-1, -1]
    assert batch.playout(0).tolist() == [0, 0]


@every_game
def test_a_playout_plays_every_game_to_its_end(name: str) -> None:
    batch = floe.batch(name, 20, players=several(name), seed=1)
    assert not batch.over.any()
    assert not batch.shares().any()
    played = batch.playout(5)
    assert (played > 0).all()
    assert batch.over.all()
    for state, shares in zip(batch, batch.shares().tolist(), strict=True):
        assert state.outcome is not None
        assert tuple(shares[: state.players]) == state.outcome.shares
        assert not any(shares[3:])


def test_a_playout_stops_at_its_limit() -> None:
    batch = floe.batch("icecult", 3)
    assert batch.playout(0, limit=7).tolist() == [7, 7, 7]
    assert not batch.over.any()


@every_game
def test_the_number_of_threads_changes_no_result(name: str) -> None:
    alone, together = floe.batch(name, 2, seed=2, threads=1), floe.batch(name, 2, seed=2, threads=4)
    alone, together = (Batch.of(batch[0], MANY, batch.threads) for batch in (alone, together))
    for turn in range(3):
        actions = alone.random_actions(turn)
        assert np.array_equal(actions, together.random_actions(turn))
        assert np.array_equal(alone.step(actions), together.step(actions))
        assert np.array_equal(alone.masks(), together.masks())
        one, other = alone.random_steps(turn, 3), together.random_steps(turn, 3)
        assert all(np.array_equal(getattr(one, part), getattr(other, part)) for part in one._fields)
    assert np.array_equal(alone.playout(9), together.playout(9))
    assert alone.states.tobytes() == together.states.tobytes()


@every_game
def test_random_steps_are_masks_legal_actions_and_their_rewards(name: str) -> None:
    rules = {"path_length": 1} if name == "icecult" else None
    batch = floe.batch(name, 6, players=several(name), seed=3, rules=rules)
    single, rngs, ended = batch.copy(), generators(1, 6), 0
    for _ in range(400):
        masks, actions, rewards = batch.random_steps(rngs, 4)
        for step in range(4):
            single.reset(single.over)  # a finished game begins again before anything is played in it
            assert np.array_equal(masks[:, step], single.masks())
            assert single.step(actions[:, step]).tolist() == [OK] * 6
            assert np.array_equal(rewards[:, step], single.rewards())
            ended += int(single.over.sum())
        assert list(batch) == list(single)
        if ended > 5:
            break
    assert ended > 5


@every_game
def test_many_random_steps_are_one_after_the_other(name: str) -> None:
    one, other, rngs = floe.batch(name, 3, seed=1), floe.batch(name, 3, seed=1), generators(5, 3)
    whole = one.random_steps(rngs.copy(), 20)
    first, second = other.random_steps(rngs, 10), other.random_steps(rngs, 10)
    for part in range(3):
        assert np.array_equal(whole[part], np.concatenate([first[part], second[part]], axis=1))


@every_game
def test_random_steps_reach_every_legal_action(name: str) -> None:
    state = floe.game(name).new(seed=1)
    batch = Batch.of(state, 40 * len(state.legal_actions()))
    actions = batch.random_steps("all of them").actions
    assert {state.action_text(int(number)) for number in actions[:, 0]} == set(state.legal_actions())


def test_a_batch_of_one_position_goes_back_to_it_in_random_steps() -> None:
    state = floe.game("igluiglu").new(seed=1)
    batch = Batch.of(state, 1)
    batch.playout(1)
    assert np.array_equal(batch.random_steps(2).masks[0, 0], state.legal_mask())


def test_random_steps_can_be_written_over_those_before() -> None:
    batch, rngs = floe.batch("icecult", 2), generators(1, 2)
    first = batch.random_steps(rngs, 3)
    played = first.actions.copy()
    second = batch.random_steps(rngs, 3, out=first)
    assert second.masks is first.masks
    assert not np.array_equal(played, second.actions)
    with pytest.raises(floe.BadBatch, match=r"shape \(2, 4, 65\)"):
        batch.random_steps(rngs, 4, out=first)
    with pytest.raises(floe.BadOption, match="steps are 1 or more, not 0"):
        batch.random_steps(rngs, 0)


def test_generators_can_be_kept_and_move_on() -> None:
    rngs = generators(1, 3)
    seeded, kept = floe.batch("icecult", 3), floe.batch("icecult", 3)
    assert np.array_equal(kept.random_actions(rngs), seeded.random_actions(1))
    assert not np.array_equal(rngs, generators(1, 3))
    assert not np.array_equal(kept.playout(rngs), seeded.playout(1))


@pytest.mark.parametrize("rngs", [generators(1, 2), generators(1, 3)[:, 0], generators(1, 3).astype(np.int64)])
def test_generators_that_do_not_fit_are_refused(rngs: Any) -> None:
    batch = floe.batch("icecult", 3)
    for method in (batch.random_actions, batch.playout, batch.random_steps):
        with pytest.raises(floe.BadBatch, match="3 uint64"):
            method(rngs)


def test_what_happens_to_a_state_does_not_depend_on_how_many_there_are() -> None:
    few, many = floe.batch("icecult", 5), floe.batch("icecult", 50)
    assert np.array_equal(few.playout("s"), many.playout("s")[:5])
    assert few.states.tobytes() == many.states[:5].tobytes()


def test_the_states_of_a_batch_go_different_ways() -> None:
    batch = floe.batch("icecult", 50)
    batch.playout(1)
    assert len(set(batch)) == 50
    assert len(np.unique(generators(1, 1000))) == 1000


def test_resetting_begins_again_only_where_it_is_asked_for() -> None:
    batch = floe.batch("icecult", 3)
    first = batch[0]
    batch.step([0, 1, 2])
    batch.reset([False, True, False])
    assert list(batch) == [first.play("nn"), first, first.play("sn")]
    batch.reset(batch.over)
    assert batch[1] == first != batch[0]
    batch.reset()
    assert list(batch) == [first] * 3


def test_a_game_begun_again_has_a_new_deal() -> None:
    batch = floe.batch("igluiglu", 2, seed=4)
    before = list(batch)
    batch.playout(1)
    kept = batch[0]
    batch.reset([False, True])
    assert batch[0] == kept
    assert batch[1] not in before
    assert batch[1].phase == "place"


def test_a_copy_goes_its_own_way() -> None:
    batch = floe.batch("icecult", 2)
    other = batch.copy()
    other.step([0, 0])
    assert batch[0] != other[0]


@every_game
def test_observing_a_batch_is_observing_each_state(name: str) -> None:
    batch = floe.batch(name, 6, players=several(name), seed=5)
    batch.playout(5, limit=6)
    last = several(name) - 1
    for seats in (0, last, [0, 1, last, 0, 1, last]):
        each = np.broadcast_to(seats, 6).tolist()
        expected = [state.observe(seat) for state, seat in zip(batch, each, strict=True)]
        assert np.array_equal(batch.observe(seats), expected)
    movers = [state.observe(int(seat)) for state, seat in zip(batch, batch.to_move, strict=True)]
    assert np.array_equal(batch.observe(), movers)


def test_where_nobody_is_to_move_there_is_nothing_to_observe() -> None:
    batch = floe.batch("icecult", 2)
    batch.playout(0)
    assert not batch.observe().any()
    assert batch.observe([0, -1]).any(axis=1).tolist() == [True, False]


@every_table
def test_rewards_are_those_of_the_outcome_and_add_up_to_nothing(name: str, players: int) -> None:
    batch = floe.batch(name, 30, players=players, seed=1)
    assert not batch.rewards().any()
    batch.playout(3)
    assert np.allclose(batch.rewards().sum(axis=1), 0)
    for state, rewards in zip(batch, batch.rewards().tolist(), strict=True):
        assert state.outcome is not None
        assert tuple(rewards[:players]) == state.outcome.rewards
        assert not any(rewards[players:])


@every_game
def test_the_others_respond_until_the_seat_must_decide(name: str) -> None:
    batch = floe.batch(name, 20, players=several(name), seed=6)
    for turn in range(30):
        batch.respond(1, seed=turn)
        assert ((batch.to_move == 1) | batch.over).all()
        running = batch.copy()
        running.respond(1, seed=turn)
        assert running.states.tobytes() == batch.states.tobytes()
        batch.step(batch.random_actions(turn))
    assert (batch.states["turn"] > 0).all()


def test_the_others_stop_when_the_turns_are_over() -> None:
    batch = floe.batch("icecult", 5, players=4)
    batch.respond(3, seed=0, max_turns=2)
    assert batch.states["turn"].tolist() == [2] * 5
    assert batch.to_move.tolist() == [2] * 5
    batch.respond(3, seed=0, max_turns=0)
    assert batch.to_move.tolist() == [2] * 5


def test_a_batch_without_a_learner_plays_to_the_end() -> None:
    batch = floe.batch("icecult", 3)
    batch.respond(-1, seed=0)
    assert batch.over.all()


def test_observations_can_be_written_to_an_array_that_is_there() -> None:
    batch = floe.batch("icecult", 2)
    out = np.full((2, batch.game.observation_size), 9, np.float32)
    assert batch.observe(out=out) is out
    assert (out <= 1).all()
    with pytest.raises(floe.BadBatch, match="float32 and shape"):
        batch.observe(out=out.astype(np.float64))


@pytest.mark.parametrize(
    ("seats", "told"),
    [([0], "one a state or one for all"), ([0.5, 1], "float64"), (2, "has seat 2"), ([0, -2], "-1 is nobody's")],
)
def test_seats_that_do_not_fit_are_refused(seats: Any, told: str) -> None:
    batch = floe.batch("icecult", 2)
    for method in (batch.observe, lambda s: batch.respond(s, seed=0)):
        with pytest.raises(floe.BadBatch, match=told):
            method(seats)


@pytest.mark.parametrize("turns", [-1, 1.0, None])
def test_a_number_of_turns_that_is_none_is_refused(turns: Any) -> None:
    with pytest.raises(floe.BadOption, match="number of turns"):
        floe.batch("icecult", 1).respond(0, 0, turns)


def test_masks_can_be_written_to_an_array_that_is_there() -> None:
    batch = floe.batch("icecult", 2)
    out = np.full((2, 65), 9, np.uint8)
    assert batch.masks(out) is out
    assert out.tolist() == [[1] * 8 + [0] * 57] * 2


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([0], "actions are 2 whole numbers, one a state, not int64 of shape (1,)"),
        ([[0, 0]], "shape (1, 2)"),
        (0, "shape ()"),
        ([0.0, 1.0], "float64"),
        ([True, False], "bool"),
        (["nn", "ns"], "<U2"),
        ([[0], [1, 2]], "[[0], [1, 2]]"),
        ([0, 2**70], "object"),
        (np.array([0, 2**63], np.uint64), str(2**63)),
    ],
)
def test_actions_that_do_not_fit_are_refused(actions: Any, told: str) -> None:
    batch = floe.batch("icecult", 2)
    before = copied(batch.states)
    with pytest.raises(floe.BadBatch) as refused:
        batch.step(actions)
    assert told in str(refused.value)
    assert batch.states.tobytes() == before.tobytes()


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint16, np.uint64])
def test_actions_of_any_whole_kind_are_welcome(dtype: type) -> None:
    assert floe.batch("icecult", 2).step(np.array([0, 1, 2, 3], dtype)[::2]).tolist() == [OK, OK]


@pytest.mark.parametrize("where", [[True], [0, 1], [True, False, True], "yes", True])
def test_a_mask_that_does_not_fit_is_refused(where: Any) -> None:
    with pytest.raises(floe.BadBatch, match="2 bools"):
        floe.batch("icecult", 2).reset(where)


@pytest.mark.parametrize(
    "out", [np.zeros((2, 64), np.uint8), np.zeros((2, 65), np.int8), np.zeros((65, 2), np.uint8).T]
)
def test_an_array_that_cannot_take_the_masks_is_refused(out: Any) -> None:
    with pytest.raises(floe.BadBatch, match=r"shape \(2, 65\)"):
        floe.batch("icecult", 2).masks(out)


@pytest.mark.parametrize("index", [2, -3, "0", None, 1.0])
def test_a_state_that_is_not_there_is_refused(index: Any) -> None:
    batch = floe.batch("icecult", 2)
    with pytest.raises(floe.BadBatch, match="numbered from 0 to 1"):
        batch[index]
    with pytest.raises(floe.BadBatch, match="numbered from 0 to 1"):
        batch.legal(index)


def test_states_are_counted_from_the_end_too() -> None:
    batch = floe.batch("icecult", 2)
    batch.step([0, 1])
    assert batch[-1] == batch[1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"n": 0}, "1 state or more"),
        ({"n": 2.0}, "1 state or more"),
        ({"n": True}, "1 state or more"),
        ({"threads": 0}, "threads are 1 or more"),
        ({"threads": "all"}, "threads are 1 or more"),
        ({"players": 7}, "2 to 4 players"),
        ({"seed": 1.5}, "a seed is"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(floe.BadOption, match=told):
        floe.batch("icecult", **({"n": 2} | options))


@pytest.mark.parametrize("limit", [-1, 1.0, 2**63, None])
def test_a_limit_that_is_none_is_refused(limit: Any) -> None:
    with pytest.raises(floe.BadOption, match="number of actions"):
        floe.batch("icecult", 1).playout(0, limit)


@pytest.mark.skipif(interpreted(), reason="plain Python does everything in one slice")
def test_slices_cover_everything_once_and_failures_come_through() -> None:
    counts = np.zeros(1000, np.int64)

    def count(low: int, high: int) -> None:
        counts[low:high] += 1

    each_slice(count, 1000, threads=3, least=7)
    assert (counts == 1).all()

    def fail(low: int, high: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        each_slice(fail, 1000, threads=3, least=7)


def _play_in_child() -> None:
    sys.exit(0 if floe.batch("icecult", MANY, threads=2).playout(1).all() else 1)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems start their processes afresh")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # a fork beside threads is just what is tested
def test_a_forked_process_has_threads_of_its_own() -> None:
    floe.batch("icecult", MANY, threads=2).playout(1)
    child = multiprocessing.get_context("fork").Process(target=_play_in_child)
    child.start()
    child.join(300)
    assert child.exitcode == 0

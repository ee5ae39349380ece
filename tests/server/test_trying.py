"""Actions tried out without a table: from a whole position, from a record, and from what a seat sees."""

from __future__ import annotations

import random
from typing import Any

import pytest

import floe
from floe.core.errors import BadOption, BadRecord, FloeError, IllegalAction
from floe.core.game import State
from floe.core.levels import Budget
from floe.core.randomness import generator
from floe.core.record import Record
from floe.server.answers import lined
from floe.server.trying import seen_by_mover, tried
from floe.server.wire.http import AskLines, Try
from tests.server.live import Live

SIMULATIONS = 300
BUDGET = Budget(simulations=SIMULATIONS)


def played(name: str, players: int, actions: int, seed: int = 3) -> tuple[State, list[State], list[str]]:
    """A game: where it begins, its positions, and what was played."""
    chance = random.Random(seed)  # noqa: S311  # games, no secrets
    first: State = floe.game(name).new(players, seed)
    states = [first]
    texts: list[str] = []
    while len(texts) < actions and not states[-1].over:
        texts.append(chance.choice(states[-1].legal_actions()))
        states.append(states[-1].play(texts[-1]))
    return first, states, texts


@pytest.mark.parametrize("name", floe.game_names())
def test_several_actions_lead_where_one_after_the_other_leads(name: str) -> None:
    first, states, actions = played(name, floe.game(name).players[-1], 40)
    found = tried(Try(first.to_dict(), actions=actions, mover=True))
    last, before = states[-1], states[-2]
    assert found.document == last.to_dict()
    assert found.seat == last.to_move
    assert found.position.view == last.view(last.to_move)
    assert found.position.legal == last.legal_actions()
    assert [(move.seat, move.action) for move in found.moves] == [
        (state.to_move, action) for state, action in zip(states, actions, strict=False)
    ]
    told = before.facts(actions[-1], before.to_move)
    assert [(fact.key, fact.values) for fact in found.facts] == [(fact.key, fact.values) for fact in told]
    assert found.reveals == before.reveals(actions[-1])


def test_documents_on_the_way_are_told() -> None:
    first, states, actions = played("igluiglu", 2, 25)
    found = tried(Try(first.to_dict(), actions=actions, every=10))
    assert found.documents == [states[10].to_dict(), states[20].to_dict()]
    seen = tried(Try(states[4].view(0), actions=[], seat=0, sampled=True, every=1))
    assert seen.documents == []


def test_what_is_not_legal_is_refused_or_left_out() -> None:
    first, states, actions = played("icecult", 2, 6)
    wrong = [*actions[:3], "nonsense", *actions[3:]]
    with pytest.raises(FloeError):
        tried(Try(first.to_dict(), actions=wrong))
    found = tried(Try(first.to_dict(), actions=wrong, as_far=True))
    assert found.document == states[3].to_dict()
    assert [move.action for move in found.moves] == actions[:3]
    assert found.problem is not None
    assert "nonsense" in found.problem.words


def test_a_record_is_tried_where_it_begins_whatever_was_played() -> None:
    record = Record.begin(floe.game("igluiglu"), 3, "a seed of letters")
    record.play(record.state.legal_actions()[0])
    damaged = record.to_dict() | {"rules_version": 99, "actions": ["nonsense"], "result": 7}
    assert tried(Try(record=damaged, actions=list(record.actions))).document == record.state.to_dict()


@pytest.mark.parametrize(
    "record",
    [
        {"game": "icecult"},
        {"game": "chess"},
        {"game": "icecult", "players": 7, "seed": 1, "start": None, "rules": {}},
        {"game": "icecult", "players": [], "seed": None, "start": {}, "rules": {}},
    ],
)
def test_a_record_that_begins_nowhere_is_refused(record: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        tried(Try(record=record))


def test_nothing_is_tried_nowhere() -> None:
    for asked in (Try(), Try(sampled=True), Try({}), Try({"game": 3}, sampled=True)):
        with pytest.raises(BadOption):
            tried(asked)


# What a seat sees


def test_what_is_not_seen_stays_unseen() -> None:
    """The whole way is gone in what the seat sees: nothing that the position holds can be in it."""
    chance = random.Random(1)  # noqa: S311  # games, no secrets
    _, states, _ = played("igluiglu", 2, 30)
    seat = 1
    view = states[-1].view(seat)
    others = {name: hand for name, hand in view["hands"].items() if isinstance(hand, int)}
    assert others
    for number in range(25):
        found = tried(Try(view, seat=seat, sampled=True))
        assert found.document == view
        assert found.position.view == view
        if not found.position.legal:
            break
        action = chance.choice(found.position.legal)
        found = tried(Try(view, actions=[action], seeds=[number], seat=seat, sampled=True))
        view = found.document
        assert all(isinstance(view["hands"][name], int) for name in others)
        assert isinstance(view["supply"]["fish"], int)
        assert {cell["ice"] for cell in view["cells"].values() if "ice" in cell} <= {"up", "down"}


def test_what_is_revealed_comes_from_the_seed() -> None:
    state: State = floe.game("igluiglu").new(2, 5)
    while not any(state.reveals(action) for action in state.legal_actions()):
        state = state.play(state.legal_actions()[-1])
    seat = state.to_move
    action = next(action for action in state.legal_actions() if state.reveals(action))

    def flipped(view: dict[str, Any], seed: int) -> str:
        found = tried(Try(view, actions=[action], seeds=[seed], seat=seat, sampled=True))
        assert found.reveals
        return repr(sorted(found.document["seen"].items()))

    view = state.view(seat)
    assert flipped(view, 7) == flipped(view, 7)
    outcomes = {flipped(view, seed) for seed in range(30)}
    assert len(outcomes) > 2
    # The same for every position that the seat cannot tell from this one.
    other = floe.game("igluiglu").state(floe.game("igluiglu").determinize(view, seat, generator(9, "test")))
    assert other.to_dict() != state.to_dict()
    assert [flipped(other.view(seat), seed) for seed in range(5)] == [flipped(view, seed) for seed in range(5)]


def test_another_seat_may_do_what_some_hidden_hand_allows() -> None:
    """Tiles of a hand that is not seen can be played, if there is a hand that has them."""
    state = next(state for state in played("igluiglu", 2, 400)[1] if _holds_a_tile(state))
    seat = 1 - (state.to_move or 0)
    view = state.view(seat)
    offered = tried(Try(view, seat=seat, sampled=True)).position.legal
    assert {action for action in state.legal_actions() if not _of_hand(action)} <= set(offered)
    for action in filter(_of_hand, offered):
        found = tried(Try(view, actions=[action], seat=seat, sampled=True))
        assert [(move.seat, move.action) for move in found.moves] == [(state.to_move, action)]
    with pytest.raises(IllegalAction):
        tried(Try(view, actions=["place a1"], seat=seat, sampled=True))


def _of_hand(action: str) -> bool:
    return action.split(maxsplit=1)[0] in ("energy", "melt", "herd", "harpoon")


def _holds_a_tile(state: State) -> bool:
    return state.phase == "act" and any(map(_of_hand, state.legal_actions()))


# What machines think of it


def test_lines_are_told_from_what_the_mover_sees() -> None:
    _, states, _ = played("igluiglu", 2, 12)
    state = states[-1]
    mover = state.to_move
    assert mover is not None
    assert seen_by_mover(AskLines(state.to_dict())) == state.view(mover)
    assert seen_by_mover(AskLines(state.view(mover), mover, sampled=True)) == state.view(mover)
    guessed = seen_by_mover(AskLines(state.view(1 - mover), 1 - mover, sampled=True))
    assert guessed["to_move"] == mover
    assert isinstance(guessed["hands"][guessed["players"][mover]], list)


@pytest.mark.parametrize("name", floe.game_names())
def test_the_best_actions_come_with_chances_and_what_follows(name: str) -> None:
    _, states, _ = played(name, 2, 9)
    state = states[-1]
    found = lined(seen_by_mover(AskLines(state.to_dict())), BUDGET)
    assert found.seat == state.to_move
    assert 1 <= len(found.best) <= 3
    assert found.depth >= max(len(line.moves) for line in found.best if not line.proven)
    assert found.simulations >= SIMULATIONS or found.enough
    for line in found.best:
        assert line.action in state.legal_actions()
        assert sum(line.chances) == pytest.approx(1, abs=1e-3)
        assert 0 <= line.share <= 1
        assert (line.moves[0].seat, line.moves[0].action) == (state.to_move, line.action)
        _follow(state, [(move.seat, move.action) for move in line.moves])


def _follow(state: State, moves: list[tuple[int, str]]) -> None:
    """A line can be played by those who are said to play it, up to where something is revealed."""
    for number, (seat, action) in enumerate(moves):
        assert state.to_move == seat
        assert not state.reveals(action) or number == len(moves) - 1
        state = state.play(action)


def test_a_win_at_hand_is_the_best_line_and_certain() -> None:
    state: State = floe.game("icecult").new(2, 1, {"path_length": 1})
    chance = random.Random(4)  # noqa: S311  # games, no secrets
    while not state.over:
        before, state = state, state.play(chance.choice(state.legal_actions()))
    found = lined(before.view(before.to_move), BUDGET)
    assert found.enough
    assert found.best[0].proven
    assert found.best[0].chances[found.seat] == 1


def test_there_are_no_lines_after_the_end() -> None:
    _, states, _ = played("icecult", 2, 5000, seed=8)
    assert states[-1].over
    with pytest.raises(BadOption):
        lined(seen_by_mover(AskLines(states[-1].to_dict())), BUDGET)


@pytest.mark.anyio
async def test_lines_are_asked_for_over_http(live: Live) -> None:
    ada = await live.person()
    first = await ada.post("/api/positions", {"game": "icecult"})
    found = await ada.post("/api/lines", {"position": first["document"]})
    assert found["seat"] == 0
    assert {line["action"] for line in found["best"]} <= set(first["position"]["legal"])
    refused = await ada.call("POST", "/api/lines", {"position": {"game": "icecult"}})
    assert (refused.status_code, refused.json()["key"]) == (400, "malformed")

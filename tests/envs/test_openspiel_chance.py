"""Chance in IGLU IGLU, decided as it is revealed: the same game, and the same chances, as with a deal at setup."""

from __future__ import annotations

import copy
import itertools
import math
import random
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any

import pytest

import floe
from floe.core.arrays import copied
from floe.core.game import State
from floe.core.randomness import generator
from floe.core.tree import CHANCE
from floe.core.typing import States
from floe.games.igluiglu import chance
from floe.games.igluiglu.layout import END, FISH_TOKENS, FLIP, GLACIER, KINDS, MELT, MELT_ACTION, TILES
from floe.games.igluiglu.options import DEFAULT_MIX, MIX_ROWS
from floe.games.igluiglu.tree import IgluIgluNode
from tests.envs.openspiel_play import IGLU_GAMES, dice, load, played, states
from tests.games.igluiglu.positions import position

GAME = floe.game("igluiglu")
MIX = [DEFAULT_MIX[kind] for kind in KINDS[1:]]


def new(players: int = 2) -> IgluIgluNode:
    return IgluIgluNode.first(GAME, players, {})


def act(game: IgluIgluNode, rng: random.Random) -> None:
    """One random action, or what chance brings."""
    if game.player == CHANCE:
        outcomes, chances = zip(*game.chance_outcomes(), strict=True)
        game.apply(rng.choices(outcomes, chances)[0])
    else:
        game.apply(rng.choice(game.legal()))


class Follower:
    """A game in which chance brings what was really dealt in another."""

    def __init__(self, truth: State) -> None:
        self.truth = truth
        self.game = new(truth.players)
        self.reveal([int(fish["fish"]) - 1 for fish in self._centre()])

    def _centre(self) -> list[dict[str, str]]:
        return [self.truth.to_dict()["cells"][cell] for cell in ("d4", "e4", "d5", "e5")]

    def reveal(self, outcomes: list[int]) -> None:
        for outcome in outcomes:
            assert outcome in dict(self.game.chance_outcomes())
            self.game.apply(outcome)

    def play(self, action: int) -> None:
        text = self.truth.action_text(action)
        before = self.truth.to_dict()
        self.truth = self.truth.play(text)
        self.game.apply(action)
        if FLIP <= action < MELT_ACTION:
            kind = KINDS.index(before["cells"][text.split()[1]]["ice"])
            due = {"fish1": 1, "fish2": 2, "fish3": 3, "glacier": 1}.get(KINDS[kind], 0)
            supply = before["supply"]["fox" if kind == GLACIER else "fish"]
            self.reveal([kind - 1, *(value - 1 for value in supply[:due])])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_the_same_game_as_with_a_deal_at_setup(players: int) -> None:
    rng = dice(players)
    follower = Follower(GAME.new(players, seed=players))
    while not follower.truth.over:
        follower.play(rng.choice(follower.game.legal()))
        truth, game = follower.truth, follower.game.state()
        for seat in (None, *range(players)):
            assert game.view(seat) == truth.view(seat)
        assert game.to_dict()["hands"] == truth.to_dict()["hands"]
        assert game.legal_actions() == truth.legal_actions()
        for name in ("fish", "fox"):
            assert sorted(game.to_dict()["supply"][name]) == sorted(truth.to_dict()["supply"][name])
    assert follower.game.utilities() == list(truth.outcome.rewards if truth.outcome else ())


def test_the_first_fish_come_up_from_all_fish() -> None:
    game = new()
    fish = list(FISH_TOKENS)
    for value in (2, 2, 1, 3):
        assert game.chance_outcomes() == [(i, n / sum(fish)) for i, n in enumerate(fish)]
        game.apply(value - 1)
        fish[value - 1] -= 1
    assert game.player == 0
    assert game.seen == "d4 f2, e4 f2, d5 f1, e5 f3"


def test_the_first_tile_is_of_each_kind_as_the_mix_has_it() -> None:
    state = played("python_floe_igluiglu", seed=1, actions=14)
    state.apply_action(state.legal_actions()[0])
    assert state.chance_outcomes() == [(i, n / TILES) for i, n in enumerate(MIX)]


def unseen(game: IgluIgluNode) -> list[int]:
    """The tiles that nobody has seen, by the document: face down, or removed by a melt."""
    document = game.state().to_dict()
    mix = document["rules"]["mix"]
    tiles = Counter(DEFAULT_MIX if mix == "default" else mix)
    tiles -= Counter(document["seen"])
    for hand in document["hands"].values():
        tiles -= Counter(hand)
    return [KINDS.index(kind) for kind in tiles.elements()]


def face_down(game: IgluIgluNode) -> list[int]:
    return [cell for cell in range(64) if int(game.array["down"][0]) >> cell & 1]


def flips(game: IgluIgluNode) -> list[int]:
    return [action for action in game.legal() if FLIP <= action < MELT_ACTION] if game.player >= 0 else []


def begun(state: State) -> IgluIgluNode:
    """A game that goes on from a position."""
    game = IgluIgluNode(GAME, copied(state.array))
    game.first_fish = len(chance.FIRST_FISH)
    game.changed()
    chance.tidy_state(game.array, 0)
    return game


@pytest.mark.parametrize(
    "sketch",
    [
        {"ice": "b2=drift b3=melt b4=fish2 b5=bear", "hands": {"b": "melt melt harpoon"}},
        {"ice": "b2=herd b3=herd b4=glacier b5=glacier b6=melt", "hands": {"r": "herd"}, "players": 3},
        {"ice": "g2 g3 g4=fish1", "hands": {"r": "energy1", "b": "energy1 energy1"}, "owner": 1},
    ],
)
def test_each_kind_has_the_chance_that_counting_all_deals_gives(sketch: dict[str, Any]) -> None:
    """Few tiles are left that nobody has seen, one of them removed by a melt: every way to deal them is counted."""
    game = begun(position(phase="flip", **sketch))
    cells = face_down(game)
    assert len(cells) < len(unseen(game)) <= 8
    deals = list(itertools.permutations(unseen(game)))  # onto the cells; those left over were removed
    assert flips(game)
    for flip in flips(game):
        dealt = Counter(deal[cells.index(flip - FLIP)] for deal in deals)
        flipped = copy.deepcopy(game)
        flipped.apply(flip)
        expected = {kind - 1: n / len(deals) for kind, n in dealt.items()}
        assert dict(flipped.chance_outcomes()) == pytest.approx(expected)


def test_by_hand_a_tile_that_a_melt_removed_may_still_come_up() -> None:
    """Four tiles lie face down and a glacier was removed unseen: each of the five is as likely to come up."""
    game = begun(position("b2=drift b3=melt b4=fish2 b5=bear", phase="flip", owner=1, hands={"r": "melt"}))
    game.apply(flips(game)[0])
    kinds = ("fish2", "bear", "glacier", "drift", "melt")
    assert game.chance_outcomes() == [(KINDS.index(kind) - 1, 1 / 5) for kind in kinds]


def fits(observed: Counter[Hashable], expected: Mapping[Hashable, float]) -> bool:
    """Chi-square: whether what was counted is within four deviations of what it should be."""
    assert observed.keys() <= expected.keys()
    total = observed.total()
    square = sum((observed[key] - total * p) ** 2 / (total * p) for key, p in expected.items())
    freedom = len(expected) - 1
    return square < freedom + 4 * math.sqrt(2 * freedom)


def alike(first: Counter[Hashable], second: Counter[Hashable]) -> bool:
    """The same for two samples of one unknown distribution. Rare values are thrown together."""
    common = {key for key in first | second if first[key] + second[key] >= 10}
    ratio = math.sqrt(second.total() / first.total())
    counts = [(first[key], second[key]) for key in common]
    counts.append((first.total() - sum(a for a, _ in counts), second.total() - sum(b for _, b in counts)))
    square = sum((a * ratio - b / ratio) ** 2 / (a + b) for a, b in counts if a + b)
    freedom = len(counts) - 1
    return square < freedom + 4 * math.sqrt(2 * freedom)


def first_two_kinds(seed: int) -> tuple[str, ...]:
    """What the first two flips bring, by its row of the mix. The players end their turns as soon as they can."""
    rows = {kind: "".join(row) for row in MIX_ROWS for kind in row}
    rng = dice(seed)
    game = new()
    kinds: list[str] = []
    while len(kinds) < 2:
        if len(game.flipped) == 1:
            outcomes, chances = zip(*game.chance_outcomes(), strict=True)
            kinds.append(rows[game.chance_text(outcome := rng.choices(outcomes, chances)[0])])
            game.apply(outcome)
        elif game.player >= 0 and game.legal()[-1] == END:
            game.apply(END)
        else:
            act(game, rng)
    return tuple(kinds)


def test_two_flips_bring_two_tiles_of_one_mix() -> None:
    """The second depends on the first: of two tiles from 56, without putting the first one back."""
    observed: Counter[Hashable] = Counter(first_two_kinds(seed) for seed in range(1500))
    mix = {"".join(row): sum(DEFAULT_MIX[kind] for kind in row) for row in MIX_ROWS}
    expected: dict[Hashable, float] = {
        (a, b): mix[a] * (mix[b] - (a == b)) / (TILES * (TILES - 1)) for a, b in itertools.product(mix, repeat=2)
    }
    assert fits(observed, expected)


def summaries(state: State) -> dict[str, Hashable]:
    """Some facts about a finished game that all depend on chance."""
    document = state.to_dict()
    scores = [document["scores"][colour] for colour in document["players"]]
    return {
        "winners": tuple(document["winners"]),
        "turns": document["turn"],
        "glaciers": document["seen"].get("glacier", 0),
        "played": sum(document["seen"].get(kind, 0) for kind in KINDS[MELT:]),
        "fish left": len(document["supply"]["fish"]),
        "animals": sum(score["animals"] for score in scores) // 4,
        "islands": sum(score["islands"] for score in scores) // 100,
    }


def test_whole_games_are_as_with_a_deal_at_setup() -> None:
    """Random games, so many dealt at setup and so many as they go: nobody can tell which is which."""
    dealt: dict[str, Counter[Hashable]] = {}
    unfolded: dict[str, Counter[Hashable]] = {}
    for seed in range(300):
        rng = dice(seed)
        state = GAME.new(2, seed=seed).mutable()
        state.playout(generator(seed))
        game = new()
        while not game.over:
            act(game, rng)
        for counts, end in ((dealt, GAME.state(state.array)), (unfolded, game.state())):
            for name, value in summaries(end).items():
                counts.setdefault(name, Counter())[value] += 1
    assert {name: alike(dealt[name], unfolded[name]) for name in dealt} == dict.fromkeys(dealt, True)


@pytest.mark.parametrize("name", IGLU_GAMES)
def test_chance_nodes_are_few_and_their_chances_add_up_to_one(name: str) -> None:
    nodes = 0
    for state in states(name, seed=5):
        if state.is_chance_node():
            nodes += 1
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            assert all(p > 0 for _, p in outcomes)
            assert all(0 <= outcome < IgluIgluNode.max_chance_outcomes for outcome, _ in outcomes)
    assert nodes <= IgluIgluNode.max_chance_nodes == load(name).max_chance_nodes_in_history()


def test_tokens_come_up_one_after_the_other_and_without_going_back() -> None:
    game = new()
    while not flips(game):
        game.apply(game.legal()[0] if game.player >= 0 else 1)
    game.apply(flips(game)[0])
    game.apply(KINDS.index("fish3") - 1)
    left = [8, 12 - 4, 8]  # the first fish are of value 2
    for value in (1, 1, 3):
        assert game.chance_outcomes() == [(i, n / sum(left)) for i, n in enumerate(left)]
        assert game.chance_text(value - 1) == f"f{value}"
        game.apply(value - 1)
        left[value - 1] -= 1
    assert game.player == 0
    assert game.seen.endswith("fish3 f1 f1 f3")


def test_a_glacier_brings_a_fox() -> None:
    game = new()
    while not flips(game):
        game.apply(game.legal()[0] if game.player >= 0 else 1)
    game.apply(flips(game)[0])
    game.apply(GLACIER - 1)
    assert game.chance_outcomes() == [(0, 0.3), (1, 0.4), (2, 0.3)]
    assert game.chance_text(2) == "x3"


def test_what_cannot_come_up_is_refused_and_changes_nothing() -> None:
    game = new()
    before = copy.deepcopy(game)
    with pytest.raises(floe.FloeError, match="outcome 3 cannot come up"):
        game.apply(3)
    assert game.array.tobytes() == before.array.tobytes()
    assert game.player == CHANCE


def test_what_is_undecided_is_kept_in_an_order_that_tells_nothing() -> None:
    """However the hidden tiles and tokens lie, putting them in order gives the same record, byte for byte."""
    state = played("python_floe_igluiglu(players=3)", seed=4, actions=90)
    records = state.position.array
    shuffled = copied(records)
    deal_face_down(shuffled, unseen(state.position), dice(4))
    assert shuffled.tobytes() != records.tobytes()
    chance.tidy_state(shuffled, 0)
    assert shuffled.tobytes() == records.tobytes()


def deal_face_down(records: States, tiles: list[int], rng: random.Random) -> None:
    """Deal the tiles that nobody has seen, and the tokens still to come up, in another way."""
    record = records[0]
    rng.shuffle(tiles)
    for cell in range(64):
        if int(record["down"]) >> cell & 1:
            record["kinds"][cell] = tiles.pop()
    for name, left in (("fish_supply", "fish_left"), ("fox_supply", "fox_left")):
        number = int(record[left])
        record[name][:number] = rng.sample(record[name][:number].tolist(), number)


def test_the_order_in_which_tokens_came_up_does_not_matter_to_the_state() -> None:
    ways = []
    for values in ((1, 3), (3, 1)):
        game = new()
        while not flips(game):
            game.apply(game.legal()[0] if game.player >= 0 else 1)
        for action in (flips(game)[0], KINDS.index("fish2") - 1, *(value - 1 for value in values)):
            game.apply(action)
        ways.append(game)
    assert ways[0].array.tobytes() == ways[1].array.tobytes()

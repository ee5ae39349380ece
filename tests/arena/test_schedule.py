"""Which games are played."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

import floe
from floe.arena.schedule import ALONE, NEIGHBOURS, Contest, balance_blocks, blocks, colour_choices, line_ups, seatings
from floe.core.errors import BadOption, FloeError

TWO = ("random", "greedy")


def test_levels_meet_in_every_combination() -> None:
    assert line_ups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups("abcd", 3) == list(itertools.combinations("abcd", 3))
    assert line_ups("abc", 3) == [("a", "b", "c")]


def test_where_levels_are_fewer_than_seats_the_rest_is_filled_in_every_way() -> None:
    assert line_ups("ba", 3) == [("b", "b", "a"), ("b", "a", "a")]
    assert line_ups("ab", 4) == [("a", "a", "a", "b"), ("a", "a", "b", "b"), ("a", "b", "b", "b")]


def test_a_line_up_is_seated_in_every_different_way() -> None:
    assert seatings("ab") == [("a", "b"), ("b", "a")]
    assert len(seatings("abcd")) == 24
    assert seatings("abb") == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_block_is_one_deal_with_every_seating(players: int) -> None:
    numbers = []
    for place, block in enumerate(blocks(Contest("igluiglu", TWO, players, seed=5), 40)):
        assert {match.block for match in block} == {place}
        assert len({match.deal for match in block}) == 1
        assert [match.seats for match in block] == seatings(block[0].seats)
        numbers += [match.number for match in block]
    assert numbers == list(range(len(numbers)))
    assert 40 <= len(numbers) < 40 + 6


def test_no_two_blocks_have_the_same_deal_and_no_two_seats_the_same_chance() -> None:
    matches = [
        match for players in (2, 3, 4) for block in blocks(Contest("igluiglu", TWO, players), 60) for match in block
    ]
    deals = {(len(match.seats), match.block): match.deal for match in matches}
    assert len(set(deals.values())) == len(deals)
    chances = [match.bot_seed(seat) for match in matches for seat in range(len(match.seats))]
    assert len(set(chances)) == len(chances)
    assert not set(deals.values()) & set(chances)


def test_every_level_has_every_seat_equally_often() -> None:
    whole = [match for block in blocks(Contest("icecult", TWO, 4), 14 * 5) for match in block]
    sat = Counter((level, seat) for match in whole for seat, level in enumerate(match.seats))
    assert len(set(sat.values())) == 1


def test_line_ups_take_turns() -> None:
    played = Counter(tuple(sorted(block[0].seats)) for block in blocks(Contest("icecult", TWO, 4), 100))
    assert max(played.values()) - min(played.values()) <= 1


def test_the_seed_decides_everything() -> None:
    def listed(seed: int) -> list[object]:
        return [match for block in blocks(Contest("icecult", TWO, 3, seed), 40) for match in block]

    assert listed(1) == listed(1)
    assert listed(1) != listed(2)


def test_for_the_balance_every_colour_has_every_seat() -> None:
    games = 0
    pairs: Counter[tuple[str, int]] = Counter()
    for block in balance_blocks(Contest("icecult", ("random",), 3), 90):
        (deal,) = {match.deal for match in block}
        assert deal
        assert len(block) == 3
        for seat in range(3):
            assert {match.colours[seat] for match in block if match.colours} == set(block[0].colours or ())
        for match in block:
            games += 1
            pairs.update((colour, seat) for seat, colour in enumerate(match.colours or ()))
    assert games == 90
    assert set(pairs) == set(itertools.product("yrgb", range(3)))


def test_where_the_seats_have_their_colours_each_deal_is_played_once() -> None:
    assert colour_choices(floe.game("igluiglu"), 2, {}) is None
    assert colour_choices(floe.game("icecult"), 3, {}) == list("yrgb")
    made = list(balance_blocks(Contest("igluiglu", ("random",), 2), 5))
    assert [len(block) for block in made] == [1] * 5


@pytest.mark.parametrize(
    ("contest", "said"),
    [
        (("icecult", ("random", "genius"), 2), "no machine player 'genius'"),
        (("icecult", ("random", "random"), 2), "'random' is named twice"),
        (("icecult", (), 2), "no machine player was named"),
        (("icecult", TWO, 5), "for 2 to 4 players, not 5"),
        (("icecult", TWO, 2, True), "a seed is a whole number or a text"),
        (("icecult", TWO, 2, 0, {"magic": 1}), "magic"),
    ],
)
def test_what_cannot_be_held_is_refused(contest: tuple[object, ...], said: str) -> None:
    with pytest.raises(FloeError, match=said):
        Contest(*contest)  # type: ignore[arg-type]  # some are wrong on purpose
    assert issubclass(BadOption, FloeError)


def test_neighbours_meet_only_those_named_before_and_after_them() -> None:
    assert line_ups(("a", "b", "c"), 2, NEIGHBOURS) == [("a", "b"), ("b", "c")]
    assert line_ups(("a", "b", "c"), 3, NEIGHBOURS) == [
        ("a", "a", "b"),
        ("a", "b", "b"),
        ("b", "b", "c"),
        ("b", "c", "c"),
    ]


def test_the_first_level_sits_alone_among_others() -> None:
    assert line_ups(("a", "b", "c"), 2, ALONE) == [("a", "b"), ("a", "c")]
    assert line_ups(("a", "b", "c"), 4, ALONE) == [("a", "b", "b", "b"), ("a", "c", "c", "c")]
    contest = Contest("icecult", TWO, 4, meet=ALONE)
    (block,) = blocks(contest, 4)
    assert [match.seats.index("random") for match in block] == [0, 1, 2, 3]


def test_another_way_to_meet_is_refused() -> None:
    with pytest.raises(BadOption, match="levels meet everybody, neighbours, alone, not 'nobody'"):
        Contest("icecult", TWO, 2, meet="nobody")


def test_the_games_know_how_long_is_thought() -> None:
    (block,) = blocks(Contest("icecult", TWO, 2, seconds=0.2), 2)
    assert {match.seconds for match in block} == {0.2}

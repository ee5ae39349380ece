"""IC-20 Home."""

from __future__ import annotations

from tests.games.icecult.positions import played, position, refusal

LAST = {"tops": "y>e circle arc arc", "paths": {"e": {5: "y"}}, "home": {"y": 4}}
TOGETHER = {"tops": "y>e circle arc arc", "paths": {"e": {5: "yrg"}}, "home": {"y": 4, "r": 4, "g": 4}}


def test_the_fifth_pawn_home_ends_the_game_at_once() -> None:
    state = position(**LAST).play("a@5.1")
    assert (state.over, state.phase, state.to_move, state.winners) == (True, "over", None, [0])
    assert state.legal_actions() == []
    assert state.outcome is not None
    assert (state.outcome.rule, state.outcome.reason) == ("IC-20", "home")


def test_four_pawns_home_do_not() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {5: "y"}}, home={"y": 3}).play("a@5.1")
    assert not state.over


def test_it_counts_after_a_circle_step_too() -> None:
    assert position(**LAST).play("*a@5.1").winners == [0]


def test_the_game_ends_in_the_middle_of_the_turn() -> None:
    """A circle and an arc are still unspent; they are gone, and the turn is not counted as ended."""
    document = position(turn=8, **LAST).play("a@5.1").to_dict()
    assert (document["turn"], document["used"], document["circles"], document["arcs"]) == (8, [], 0, 0)


def test_a_player_wins_also_by_anothers_step() -> None:
    assert position(to_move=1, **LAST).play("a@5.1").winners == [0]


def test_the_player_on_turn_wins_alone_if_among_those_who_come_home() -> None:
    for seat in range(3):
        assert position(players="yrg", to_move=seat, **TOGETHER).play("a@5.1").winners == [seat]


def test_otherwise_all_who_come_home_share_the_win() -> None:
    state = position(players="brgy", to_move=0, **TOGETHER).play("a@5.1")
    assert state.winners == [1, 2, 3]
    assert state.outcome is not None
    assert state.outcome.shares == (0.0, 1 / 3, 1 / 3, 1 / 3)


def test_a_neutral_colour_shares_nothing() -> None:
    assert position(players="gb", to_move=1, **TOGETHER).play("a@5.1").winners == [0]


def test_a_rider_who_comes_home_wins_as_well() -> None:
    state = position(players="yg", tops="r>w arc arc arc", paths={"w": {5: "ryyg"}}, home={"y": 3}).play("a@5.1")
    assert state.winners == [0]


def test_refused_any_action_after_the_end() -> None:
    over = position(**LAST).play("a@5.1")
    for action in ("end", "nn", "a@start", "*a@start", "a+"):
        refused = refusal(over, action)
        assert (refused.rule, refused.key, refused.values) == ("IC-20", "over", {})
        assert "the game is over" in str(refused)


def test_where_turns_are_looked_at_the_game_ends_with_the_turn() -> None:
    state = position(turn=8, **LAST, rules={"checked": "turn"}).play("a@5.1")
    assert (state.over, state.to_dict()["home"]["y"]) == (False, 5)
    over = played(state, "end")
    assert (over.winners, over.turn) == ([0], 9)
    assert over.outcome is not None
    assert (over.outcome.rule, over.outcome.reason) == ("IC-20", "home")
    assert over.game.from_dict(over.to_dict()) == over


def test_others_may_come_home_in_the_same_turn() -> None:
    """Yellow's last pawn comes home first, green's after it: whoever ends the turn comes first."""
    options = {"tops": "y>e g>n arc arc", "paths": {"e": {5: "y"}, "n": {5: "g"}}, "home": {"y": 4, "g": 4}}
    for players, to_move, winners in (("yg", 0, [0]), ("yg", 1, [1]), ("yrg", 1, [0, 2])):
        state = position(players=players, to_move=to_move, rules={"checked": "turn"}, **options)
        assert played(state, "a@5.1", "b@5.1", "end").winners == winners

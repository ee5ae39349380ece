"""The examples that the rulebook gives, described in our own words and played.

Its pictures are not at hand in every detail; the positions here are ours, made so that all that the text says of a
picture holds.
"""

from __future__ import annotations

from tests.games.igluiglu.positions import cell, dealt, drawn, fields, offered, played, position, reason


def test_in_the_first_turn_the_choice_is_between_the_eight_tiles_around_the_centre() -> None:
    for players in (2, 3, 4):
        assert offered(dealt(players, seed=3), "flip") == {"d3", "e3", "c4", "c5", "f4", "f5", "d6", "e6"}


DRIFT = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . # . . . .
    . . . . y . . .
    . . . g . . . .
    . . . . . . . .
"""


def test_a_drift_with_fish_in_the_way() -> None:
    """Green pushes the tile on d2 north, where fish lie between it, another tile and yellow's tile.

    The fish can only go left: the cells across the corners are not next to theirs. Then the tile moves and carries
    green's Inuit. Yellow was beside the fish and no longer is; green is.
    """
    sketch = drawn(DRIFT)
    sketch["on"]["d3"] = "f13"
    before = position(**sketch, players=4, owner=2, rest="a8")
    assert offered(before, "hunt") == {"d3 f1", "d3 f3"}, "yellow could have caught them"

    state = position(**sketch, players=4, owner=3, rest="a8", phase="drift").play("drift d2 n")
    assert offered(state, "shove") == {"f1 w", "f3 w"}
    for direction in "nes":
        assert reason(state, f"shove f1 {direction}") == ("II-13", "shove_not_sea")
    state = played(state, "shove f1 w", "shove f3 w")
    assert cell(state, "c3") == {"fish": "13"}
    assert cell(state, "d3")["inuit"] == "g"
    assert cell(state, "d2") == {}
    assert fields(state, "phase", "points") == ("act", 3)
    assert offered(state, "hunt") == {"c3 f1", "c3 f3"}

    yellow = position(
        **drawn(DRIFT) | {"on": {"e3": "y", "d3": "g", "c3": "f13"}, "ice": "d4 e3 d3"}, players=4, owner=2
    )
    assert offered(yellow, "hunt") == set()


KAYAK = """
    . . # . . . . .
    . . . . . # # #
    . . # # . # . .
    . r . . 2 . # .
    . # # # . # # .
    . . . # 3 # . .
    # # . . # # . #
    . # . . # . . .
"""


def test_a_kayak_lands_on_every_tile_around_its_sea_and_on_no_other() -> None:
    """From b5: north, south and through the fish lane in the middle. The eastern sea, g6 down to f1, is another."""
    state = position(**drawn(KAYAK), rest="a8")
    north = {"c8", "f7", "g7", "c6", "d6", "f6", "g5"}
    lane = {"d4", "f4", "d3", "f3", "e2"}
    south = {"b4", "c4", "a2", "b2", "b1", "e1"}
    assert offered(state, "kayak", "b5") == north | lane | south
    for target in ("h7", "g4", "f2", "h2"):
        assert reason(state, f"kayak b5 {target}") == ("II-19", "kayak_other_sea")


def test_energy_and_melt_in_one_turn_but_not_two_energies_of_different_sizes() -> None:
    state = position("c3 f6", hands={"r": "energy1 energy2 melt"})
    assert reason(state.play("energy 1"), "energy 2") == ("II-14", "type_played")
    assert played(state, "energy 1", "melt c3").to_dict()["played"] == ["melt", "energy"]


def test_four_points_do_not_hunt_a_bear() -> None:
    state = position("c3", on={"c3": "r ^r bear"}, hands={"r": "energy1"}).play("energy 1")
    assert state.to_dict()["points"] == 4
    assert reason(state, "hunt c3 bear") == ("II-20", "bear_for_points")


def test_the_island_count() -> None:
    """Six tiles below the corner h8 and one tile on its other side.

    On the six: yellow an Inuit and an igloo (3), blue three Inuit (3), red two (2), green one (1). Yellow and blue
    score 6 each, red 3, green nothing. On the single tile red is alone and scores 1. The yellow Inuit on the corner
    counts for neither island, and the corner does not join them.
    """
    on = {"h7": "y ^y", "h6": "bbb", "g6": "rr", "g5": "g", "g8": "r", "h8": "y"}
    sheet = position("h7 h6 g6 h5 g5 f5 g8", players=4, on=on, rest="a1").scores()
    six, one = sheet.islands
    assert six.cells == ("f5", "g5", "h5", "g6", "h6", "h7")
    assert six.strengths == {"r": 2, "b": 3, "y": 3, "g": 1}
    assert six.points == {"r": 3, "b": 6, "y": 6, "g": 0}
    assert six.why == {"r": "second", "b": "leads", "y": "leads", "g": "nothing"}
    assert (one.cells, one.points, one.why) == (("g8",), {"r": 1}, {"r": "alone"})
    assert {colour: sheet.total(colour) for colour in "rbyg"} == {"r": 4, "b": 6, "y": 6, "g": 0}

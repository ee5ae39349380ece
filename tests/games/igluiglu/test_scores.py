"""The score sheet: the count explained, as if the game ended now."""

from __future__ import annotations

from hypothesis import given

from floe.games.igluiglu.game import IgluIgluState
from floe.games.igluiglu.score_sheet import IslandScore
from tests.games.igluiglu.positions import GAME, dealt, position
from tests.games.igluiglu.strategies import positions

ON = {"c3": "rrr", "c4": "^b", "c5": "y", "f6": "g", "h3": "b"}
SKETCH = {"players": 4, "up": "g2", "on": ON, "taken": {"r": "f1 f3 x1", "g": "bear"}}


def test_it_lists_animals_then_island_by_island_then_totals() -> None:
    sheet = position("c3 c4 c5 f6 f7 h3", **SKETCH).scores()
    assert sheet.colours == ("r", "b", "y", "g")
    assert sheet.animals == {"r": {"f1": 1, "f3": 1, "x1": 1}, "b": {}, "y": {}, "g": {"bear": 1}}
    assert sheet.animal_points == {"r": 5, "b": 0, "y": 0, "g": 4}
    assert sheet.islands == (
        IslandScore(
            cells=("c3", "c4", "c5"),
            value=3,
            strengths={"r": 3, "b": 2, "y": 1},
            points={"r": 3, "b": 1, "y": 0},
            why={"r": "leads", "b": "second", "y": "nothing"},
        ),
        IslandScore(("f6", "f7"), 2, {"g": 1}, {"g": 4}, {"g": "alone"}),
        IslandScore(("g2",), 1, {}, {}, {}),
        IslandScore(("h3",), 1, {"b": 1}, {"b": 1}, {"b": "alone"}),
    )
    assert [sheet.island_points(colour) for colour in "rbyg"] == [3, 2, 0, 4]
    assert [sheet.total(colour) for colour in "rbyg"] == [8, 2, 0, 8]
    assert sheet.totals() == {
        "r": {"animals": 5, "islands": 3, "total": 8},
        "b": {"animals": 0, "islands": 2, "total": 2},
        "y": {"animals": 0, "islands": 0, "total": 0},
        "g": {"animals": 4, "islands": 4, "total": 8},
    }


def test_islands_come_from_the_largest_to_the_smallest() -> None:
    sizes = [len(island.cells) for island in position("h3 c3 c4 c5 f6 f7 a5").scores().islands]
    assert sizes == [3, 2, 1, 1]


def test_all_who_lead_and_all_who_are_second_are_told() -> None:
    island = position("c3 c4", players=4, on={"c3": "rrbb", "c4": "yg"}).scores().islands[0]
    assert island.why == {"r": "leads", "b": "leads", "y": "second", "g": "second"}


def test_in_the_gamers_variant_one_alone_scores_the_value() -> None:
    island = position("c3 c4 c5", on={"c3": "r"}, rules={"variant": "gamers"}).scores().islands[0]
    assert (island.value, island.points, island.why) == (6, {"r": 6}, {"r": "alone"})


def test_it_can_be_asked_for_at_any_time() -> None:
    """Before the first flip everybody stands on the one great island."""
    assert GAME.new(players=2, seed=1).scores().totals()["r"] == {"animals": 0, "islands": 0, "total": 0}
    first = dealt(seed=1).scores()
    assert [len(island.cells) for island in first.islands] == [56]
    assert first.totals() == {c: {"animals": 0, "islands": 56, "total": 56} for c in "rb"}


def test_at_the_end_it_is_what_the_document_says() -> None:
    state = position(up="c3 c4 f6", on={"c3": "r", "f6": "rb"}, taken={"b": "f2"}).play("end")
    assert state.to_dict()["scores"] == state.scores().totals()
    assert state.winners == [0]


@given(positions())
def test_it_adds_up_and_every_point_has_its_reason(state: IgluIgluState) -> None:
    sheet = state.scores()
    rules = state.to_dict()["rules"]
    by_variant = "squares" if rules["variant"] == "family" else "table"
    squares = rules.get("islands", "by variant").replace("by variant", by_variant) == "squares"
    more = rules.get("half", "down") == "up"
    tiles = {name for name, content in state.to_dict()["cells"].items() if "ice" in content}
    assert sorted(name for island in sheet.islands for name in island.cells) == sorted(tiles)
    for island in sheet.islands:
        assert set(island.strengths) == set(island.points) == set(island.why)
        for colour, why in island.why.items():
            alone = len(island.cells) ** 2 if squares else island.value
            expected = {"alone": alone, "leads": island.value, "second": (island.value + more) // 2, "nothing": 0}
            assert island.points[colour] == expected[why]
    for colour in sheet.colours:
        assert sheet.total(colour) == sheet.animal_points[colour] + sum(i.points.get(colour, 0) for i in sheet.islands)
    if state.over:
        best = max(sheet.total(colour) for colour in sheet.colours)
        assert state.winners == [seat for seat, colour in enumerate(sheet.colours) if sheet.total(colour) == best]

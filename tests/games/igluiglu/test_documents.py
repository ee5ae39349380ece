"""Position documents, both ways: each way in which one cannot be, with the place that is named."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from floe import BadPosition
from tests.games.igluiglu.positions import GAME, dealt, document, played, position

SETUP = GAME.new(seed=1).to_dict()
PLACED = played(GAME.new(seed=1), *["place c1"] * 3).to_dict()
FLIP = dealt(seed=1).to_dict()
ACT = document(
    "c3 c4 f6 a5",
    up="d3 g2",
    on={"c3": "rrb ^r", "d3": "x12", "d4": "f12", "e4": "bear", "a1": "b"},
    hands={"r": "melt harpoon", "b": "herd"},
    taken={"r": "f2", "b": "bear"},
    played="energy",
    points=2,
)
DRIFT = document("c3 c4", phase="drift")
SHOVE = document("c3 f6", phase="shove", on={"c4": "f12"}, pending={"push": "drift c3 n"})
HERD = document("c3", phase="herd", on={"c4": "f1"}, played="herd", pending={"steps": 2, "back": "flip"})
SPEAR = document(
    "c3 f6",
    players=3,
    phase="spear",
    on={"c3": "rby bear"},
    played="herd",
    hands={"b": "harpoon"},
    pending={"cell": "c3", "ask": [1, 2, 0], "steps": 1, "back": "act"},
)
FLEE = document("c3", phase="flee", played="melt", pending={"queue": "rrb", "steps": 0, "back": "flip"})
OVER = position("c3", up="g2", on={"c3": "r"}, taken={"b": "f3"}).play("end").to_dict()

LAWFUL = {
    "setup": SETUP, "placed": PLACED, "flip": FLIP, "act": ACT, "drift": DRIFT, "shove": SHOVE, "herd": HERD,
    "spear": SPEAR, "flee": FLEE, "over": OVER,
}  # fmt: skip


@pytest.mark.parametrize("doc", LAWFUL.values(), ids=LAWFUL)
def test_a_lawful_document_is_taken_and_written_back_the_same(doc: dict[str, Any]) -> None:
    assert GAME.from_dict(copy.deepcopy(doc)).to_dict() == doc


def test_the_order_of_keys_does_not_matter() -> None:
    turned = dict(reversed(ACT.items()))
    turned["cells"] = dict(reversed(ACT["cells"].items()))
    assert GAME.from_dict(turned) == GAME.from_dict(ACT)


def test_rules_left_out_take_their_defaults() -> None:
    assert GAME.from_dict(FLIP | {"rules": {}}) == GAME.from_dict(FLIP)
    gamers = GAME.from_dict(FLIP | {"rules": {"variant": "gamers"}})
    assert gamers.to_dict()["rules"] == {"variant": "gamers", "centre": "closed", "mix": "default"}


def test_a_document_is_not_changed_by_reading_it() -> None:
    given = copy.deepcopy(ACT)
    GAME.from_dict(given)
    assert given == ACT


def test_a_position_does_not_change_with_the_documents_made_from_it() -> None:
    state = GAME.from_dict(ACT)
    state.to_dict()["cells"]["c3"]["inuit"] = "bbb"
    state.view(0)["hands"]["r"].clear()
    assert state.to_dict() == ACT


def test_what_play_could_have_led_to_is_not_asked() -> None:
    """See the rules page: the number of turns, for one."""
    assert GAME.from_dict(ACT | {"turn": 0}).to_dict()["turn"] == 0


def changed(doc: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one field changed; ``path`` as errors name it, with "/" between keys."""
    doc = copy.deepcopy(doc)
    at: Any = doc
    *way, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    for key in way:
        at = at[key]
    if value is REMOVED:
        del at[last]
    else:
        at[last] = value
    return doc


REMOVED = object()
NOT_NULL = "must be null while the game runs"

# The document that is changed, where, to what; the place that the error names, and words of its reason.
IMPOSSIBLE: list[tuple[dict[str, Any], str, Any, str, str]] = [
    (ACT, "game", "icecult", "game", "expected one of 'igluiglu', found 'icecult'"),
    (ACT, "extra", 1, "", "'extra' is not a field here"),
    # rules
    (ACT, "rules", None, "rules", "expected an object"),
    (ACT, "rules/speed", 1, "rules", "'speed' is not a field here"),
    (ACT, "rules/variant", "expert", "rules.variant", "found 'expert'"),
    (ACT, "rules/centre", None, "rules.centre", "found None"),
    (ACT, "rules/mix", "fair", "rules.mix", "found 'fair'"),
    (ACT, "rules/mix", {"drift": 56}, "rules.mix", "II-3: a mix has at least one tile of fish1 or fish2 or fish3"),
    (ACT, "rules/mix/drift", -1, "rules.mix.drift", "found -1"),
    # players (II-5)
    (ACT, "players", "rb", "players", "expected a list"),
    (ACT, "players", [], "players", "II-5: there are 2 to 4 players, not 0"),
    (ACT, "players", ["r"], "players", "II-5: there are 2 to 4 players, not 1"),
    (ACT, "players", ["r", "y"], "players", "II-5: two play red and blue (r b or b r), not ['r', 'y']"),
    (ACT, "players", ["r", "b", "b"], "players", "II-5: each seat has a colour of its own, unlike in ['r', 'b', 'b']"),
    (ACT, "players", ["r", "b", "w"], "players", "II-5: the colours are r b y g, not 'w'"),
    (ACT, "players", ["b", "r"], "cells.c3.inuit", "expected the order b r"),
    (ACT, "players", ["r", 1], "players[1]", "expected a text"),
    (ACT, "players", ["r", "b", "y"], "hands", "'y' is missing"),
    # phase, seats, turn, points, played
    (ACT, "phase", "rest", "phase", "found 'rest'"),
    (ACT, "phase", None, "phase", "found None"),
    (ACT, "owner", 2, "owner", "from 0 to 1, found 2"),
    (ACT, "owner", True, "owner", "found True"),
    (ACT, "to_move", 1, "to_move", "in phase 'act' the owner of the turn decides, seat 0"),
    (ACT, "to_move", None, "to_move", "found None"),
    (ACT, "turn", -1, "turn", "found -1"),
    (ACT, "turn", 2**32, "turn", "found 4294967296"),
    (ACT, "points", 7, "points", "from 0 to 6, found 7"),
    (ACT, "points", -1, "points", "found -1"),
    (ACT, "points", "2", "points", "found '2'"),
    (document("c3"), "points", 4, "points", "from 0 to 3, found 4"),
    (FLIP, "points", 3, "points", "must be 0 outside the second part"),
    (HERD, "points", 3, "points", "must be 0 outside the second part"),
    (OVER, "points", 1, "points", "must be 0 outside the second part"),
    (ACT, "played", "energy", "played", "expected a list"),
    (ACT, "played", 1, "played", "expected a list, found 1"),
    (ACT, "played", ["energy2"], "played[0]", "found 'energy2'"),
    (ACT, "played", ["herd", "melt"], "played", "expected each once, in the order melt energy harpoon herd"),
    (ACT, "played", ["melt", "melt"], "played", "expected each once"),
    (FLIP, "played", ["energy"], "played", "II-16: energy is played in the second part"),
    (SHOVE, "played", ["energy"], "played", "II-16: energy is played in the second part"),
    (OVER, "played", ["energy"], "played", "II-16: energy is played in the second part"),
    # cells
    (ACT, "cells", [], "cells", "expected an object"),
    (ACT, "cells/a9", {"ice": "drift"}, "cells", "'a9' is no cell"),
    (ACT, "cells/b2", {}, "cells.b2", "only cells with something on them are listed"),
    (ACT, "cells/b2", None, "cells.b2", "expected an object"),
    (ACT, "cells/b2", {"seal": 1}, "cells.b2", "'seal' is not a field here"),
    (ACT, "cells/a1/ice", "drift", "cells.a1.ice", "II-1: the corners are land, no tile lies there"),
    (ACT, "cells/c3/ice", "seal", "cells.c3.ice", "found 'seal'"),
    (ACT, "cells/c3/ice", "", "cells.c3.ice", "found ''"),
    (ACT, "cells/c3/ice", "down", "cells.c3.ice", "this is a view"),
    (ACT, "cells/b2", {"inuit": "r"}, "cells.b2.inuit", "stands on tile or land, but this cell is sea"),
    (ACT, "cells/b2", {"igloo": "r"}, "cells.b2.igloo", "stands on tile, but this cell is sea"),
    (ACT, "cells/a1/igloo", "r", "cells.a1.igloo", "stands on tile, but this cell is land"),
    (ACT, "cells/b2", {"fox": "1"}, "cells.b2.fox", "stands on tile, but this cell is sea"),
    (ACT, "cells/c3/fish", "1", "cells.c3.fish", "stands on sea, but this cell is tile"),
    (ACT, "cells/a1/fish", "1", "cells.a1.fish", "stands on sea, but this cell is land"),
    (ACT, "cells/a1/bear", True, "cells.a1.bear", "stands on tile or sea, but this cell is land"),
    (ACT, "cells/c3/inuit", "", "cells.c3.inuit", "expected some of r b, found ''"),
    (ACT, "cells/c3/inuit", "ry", "cells.c3.inuit", "expected some of r b, found 'ry'"),
    (ACT, "cells/c3/inuit", "brr", "cells.c3.inuit", "expected the order r b, found 'brr'"),
    (ACT, "cells/c3/inuit", 3, "cells.c3.inuit", "expected a text"),
    (ACT, "cells/c3/inuit", "rrrrrr", "cells.c3.inuit", "II-5: 'r' has 5 Inuit, found 6 here"),
    (ACT, "cells/c3/inuit", "r" * 16, "cells.c3.inuit", "II-5: 'r' has 5 Inuit, found 16 here"),
    (ACT, "cells/c3/inuit", "b" * 1000, "cells.c3.inuit", "II-5: 'b' has 5 Inuit, found 1000 here"),
    (ACT, "cells/c3/igloo", "y", "cells.c3.igloo", "found 'y'"),
    (ACT, "cells/d4/fish", "21", "cells.d4.fish", "expected the order 1 2 3, found '21'"),
    (ACT, "cells/d4/fish", "14", "cells.d4.fish", "expected some of 1 2 3, found '14'"),
    (ACT, "cells/d4/fish", 12, "cells.d4.fish", "expected a text"),
    (ACT, "cells/d4/fish", "1" * 9, "cells.d4.fish", "II-4: there are 8 tokens of 1, found 9 here"),
    (ACT, "cells/d4/fish", "1" * 16, "cells.d4.fish", "II-4: there are 8 tokens of 1, found 16 here"),
    (ACT, "cells/d3/fox", "3333", "cells.d3.fox", "II-4: there are 3 tokens of 3, found 4 here"),
    (ACT, "cells/e4/bear", False, "cells.e4.bear", "must be true where there is a bear"),
    (ACT, "cells/e4/bear", 1, "cells.e4.bear", "must be true where there is a bear"),
    # hands, taken, seen, to_place, igloos
    (ACT, "hands", {}, "hands", "'r' is missing"),
    (ACT, "hands/y", [], "hands", "'y' is not a field here"),
    (ACT, "hands/b", 1, "hands.b", "this is a view"),
    (ACT, "hands/b", "herd", "hands.b", "expected a list"),
    (ACT, "hands/b", ["energy"], "hands.b[0]", "found 'energy'"),
    (ACT, "hands/b", ["glacier"], "hands.b[0]", "found 'glacier'"),
    (ACT, "hands/r", ["harpoon", "melt"], "hands.r", "in the order melt energy1 energy2 energy3 harpoon herd"),
    (ACT, "hands/b", [], "", "II-15: 2 tiles are missing from the mix, but 1 melts were played (one tile each)"),
    (ACT, "hands/b", ["herd"] * 300, "", "II-3: "),
    (ACT, "taken/r", 1, "taken.r", "expected a list, found 1"),
    (ACT, "taken/r", ["f4"], "taken.r[0]", "found 'f4'"),
    (ACT, "taken/r", ["x1", "f2"], "taken.r", "in the order f1 f2 f3 x1 x2 x3 bear"),
    (ACT, "taken/r", ["f1"] * 9, "", "II-4: there are 8 fish tokens of 1"),
    (ACT, "taken/r", ["x3"] * 300, "", "II-4: there are 3 fox tokens of 3"),
    (ACT, "taken/r", ["bear"] * 4, "", "II-4: there are 4 bears, found 8"),
    (ACT, "seen", [], "seen", "expected an object"),
    (ACT, "seen/seal", 1, "seen", "'seal' is not a field here"),
    (ACT, "seen/up", 1, "seen", "'up' is not a field here"),
    (ACT, "seen/bear", 0, "seen.bear", "from 1 to 56, found 0"),
    (ACT, "seen/bear", 57, "seen.bear", "from 1 to 56, found 57"),
    (ACT, "seen/bear", 3, "", "II-3: 3 tiles 'bear' are face down, in hands or seen, but the mix has 2"),
    (ACT, "seen/bear", 1, "", "II-15: 2 tiles are missing from the mix"),
    (ACT, "seen/melt", 2, "", "II-3: 3 tiles 'melt' are face down, in hands or seen, but the mix has 2"),
    (ACT, "cells/g2", REMOVED, "", "II-11: 1 glaciers lie face up, but 2 were seen"),
    (ACT, "cells/g2/ice", "drift", "", "II-3: "),
    (ACT, "cells/a5/ice", "up", "", "II-15: 2 tiles are missing from the mix, but 1 melts were played"),
    (ACT, "to_place/r", 1, "to_place", "II-6: all Inuit are placed before phase 'act'"),
    (ACT, "to_place/r", 6, "to_place.r", "from 0 to 5, found 6"),
    (ACT, "cells/a1", REMOVED, "", "II-5: 'b' has 5 Inuit, found 4"),
    (ACT, "cells/a1/inuit", "bb", "", "II-5: 'b' has 5 Inuit, found 6"),
    (ACT, "igloos/r", 2, "", "II-5: 'r' has 2 igloos, found 3"),
    (ACT, "igloos/b", 1, "", "II-5: 'b' has 2 igloos, found 1"),
    (ACT, "igloos/b", 3, "igloos.b", "from 0 to 2, found 3"),
    # supply
    (ACT, "supply", None, "supply", "expected an object"),
    (ACT, "supply/seals", 1, "supply", "'seals' is not a field here"),
    (ACT, "supply/fish", 20, "supply.fish", "this is a view"),
    (ACT, "supply/fox", 8, "supply.fox", "this is a view"),
    (ACT, "supply/fish", [1] * 25, "supply.fish", "at most 24 tokens are left, found 25"),
    (ACT, "supply/fish", [1] * 9, "", "II-4: there are 8 fish tokens of 1"),
    (ACT, "supply/fox", [0], "supply.fox[0]", "from 1 to 3, found 0"),
    (ACT, "supply/fox", ["1"], "supply.fox[0]", "found '1'"),
    (ACT, "supply/fox", [2] * 11, "supply.fox", "at most 10 tokens are left, found 11"),
    (ACT, "supply/fox", [3] * 4, "", "II-4: there are 3 fox tokens of 3, found 4"),
    (ACT, "supply/bears", 5, "supply.bears", "from 0 to 4, found 5"),
    (ACT, "supply/bears", 3, "", "II-4: there are 4 bears, found 5"),
    # place (II-6)
    (PLACED, "to_place/r", 4, "to_place", "II-6: players place in turn, and seat 1 is next"),
    (PLACED, "to_place", {"r": 0, "b": 0}, "to_place", "II-6: players place in turn"),
    (PLACED, "owner", 0, "to_move", "in phase 'place' the owner of the turn decides, seat 0"),
    (PLACED, "turn", 1, "phase", "II-6: nothing was flipped, played or taken"),
    (PLACED, "played", ["melt"], "phase", "II-6: nothing was flipped, played or taken"),
    (PLACED, "taken/r", ["f1"], "phase", "II-6: nothing was flipped, played or taken"),
    (PLACED, "seen", {"drift": 1}, "phase", "II-6: nothing was flipped, played or taken"),
    (PLACED, "hands/r", ["melt"], "phase", "II-6: nothing was flipped, played or taken"),
    # flip, drift and shove (II-7, II-12, II-13)
    (document("c3", on={"c3": "r"}), "phase", "flip", "points", "must be 0 outside the second part"),
    (changed(document("c3", on={"c3": "r"}), "points", 0), "phase", "flip", "phase", "II-26: no tile can be flipped"),
    (DRIFT, "pending", {}, "pending", "must be null in phase 'drift'"),
    (
        changed(document(up="c3"), "points", 0),
        "pending",
        {"push": "drift c3 n"},
        "pending",
        "must be null in phase 'act'",
    ),
    (
        document(phase="flip", ice="c3"),
        "pending",
        {"steps": 1, "back": "flip"},
        "pending",
        "must be null in phase 'flip'",
    ),
    (changed(document(), "points", 0), "phase", "drift", "phase", "II-12: no push is possible"),
    (FLIP, "phase", "drift", "phase", "II-12: no drift tile was seen, so there is no phase 'drift'"),
    (FLIP | {"pending": {"push": "drift d3 n"}}, "phase", "shove", "phase", "so there is no phase 'shove'"),
    (SHOVE, "pending", None, "pending", "expected an object"),
    (SHOVE, "pending", {}, "pending", "'push' is missing"),
    (SHOVE, "pending/steps", 1, "pending", "'steps' is not a field here"),
    (SHOVE, "pending/push", None, "pending.push", "expected a text"),
    (SHOVE, "pending/push", "c3 n", "pending.push", "expected a push such as 'drift d3 n', found 'c3 n'"),
    (SHOVE, "pending/push", "walk c3 n", "pending.push", "expected a push such as"),
    (SHOVE, "pending/push", "drift e5 n", "pending.push", "II-12: this push is not possible"),
    (SHOVE, "pending/push", "drift c3 e", "pending.push", "II-13: nobody is in the way on d3"),
    # herd, spear and flee (II-18, II-23)
    (HERD, "pending", None, "pending", "expected an object"),
    (HERD, "pending", {"steps": 2}, "pending", "'back' is missing"),
    (HERD, "pending/cell", "c3", "pending", "'cell' is not a field here"),
    (HERD, "pending/steps", 0, "pending.steps", "from 1 to 3, found 0"),
    (HERD, "pending/steps", 4, "pending.steps", "from 1 to 3, found 4"),
    (HERD, "pending/back", "herd", "pending.back", "found 'herd'"),
    (HERD, "played", [], "pending", "II-18: animals are herded, but no herd was played this turn"),
    (HERD, "cells/c4", REMOVED, "phase", "II-18: no animal can step"),
    (SPEAR, "pending/steps", 3, "pending.steps", "from 0 to 2, found 3"),
    (SPEAR, "pending/cell", "z9", "pending.cell", "found 'z9'"),
    (SPEAR, "pending/cell", "f6", "pending.cell", "II-23: no bear is there that could attack"),
    (SPEAR, "pending/ask", [], "pending.ask", "II-23: [1, 2, 0] are asked in this order; found []"),
    (SPEAR, "pending/ask", [1, 2], "pending.ask", "found [1, 2]"),
    (SPEAR, "pending/ask", [2, 1, 0], "pending.ask", "found [2, 1, 0]"),
    (SPEAR, "pending/ask", [3], "pending.ask[0]", "from 0 to 2, found 3"),
    (SPEAR, "pending/ask", "120", "pending.ask", "expected a list"),
    (SPEAR, "pending/ask", [2, 0], "to_move", "II-23: seat 2 is asked first"),
    (SPEAR, "to_move", 0, "to_move", "II-23: seat 1 is asked first"),
    (SPEAR, "played", ["melt"], "pending", "II-18: animals are herded, but no herd was played this turn"),
    (FLEE, "pending/queue", "", "pending.queue", "expected colours in the order r b, found ''"),
    (FLEE, "pending/queue", "brr", "pending.queue", "found 'brr'"),
    (FLEE, "pending/queue", "rry", "pending.queue", "found 'rry'"),
    (FLEE, "pending/queue", "rrr", "", "II-5: 'r' has 5 Inuit, found 6"),
    (FLEE, "pending/queue", "r" * 300, "", "II-5: 'r' has 5 Inuit"),
    (FLEE, "pending/steps", 1, "pending", "II-18: animals are herded, but no herd was played this turn"),
    (FLEE, "played", ["harpoon"], "pending", "II-15, II-23: Inuit flee, but neither melt nor herd was played"),
    (FLEE, "to_move", 1, "to_move", "in phase 'flee' the owner of the turn decides, seat 0"),
    # the end (II-26 to II-29)
    (ACT, "scores", {}, "scores", NOT_NULL),
    (ACT, "winners", [0], "winners", NOT_NULL),
    (OVER, "to_move", 0, "to_move", "must be null when the game is over"),
    (OVER, "pending", {}, "pending", "must be null in phase 'over'"),
    (OVER, "cells/c3", {"ice": "energy1"}, "", "II-5: 'r' has 5 Inuit, found 4"),
    (OVER, "hands/b", ["herd"], "", "II-3: "),
    (OVER, "scores", None, "scores", "must be {'r': {'animals': 0, 'islands': 1, 'total': 1}"),
    (OVER, "scores/r/total", 2, "scores", "as the board stands"),
    (OVER, "scores/r/total", 1.0, "scores", "as the board stands"),
    (OVER, "scores/y", {}, "scores", "as the board stands"),
    (OVER, "winners", [True], "winners", "must be [1] as the board stands, found [True]"),
    (OVER, "winners", None, "winners", "must be [1] as the board stands, found None"),
    (OVER, "winners", [0], "winners", "must be [1] as the board stands, found [0]"),
    (OVER, "winners", [0, 1], "winners", "must be [1] as the board stands"),
]


@pytest.mark.parametrize(
    ("doc", "path", "value", "where", "words"),
    IMPOSSIBLE,
    ids=[f"{row[1]} removed" if row[2] is REMOVED else f"{row[1]}={row[2]!r:.30}" for row in IMPOSSIBLE],
)
def test_a_document_that_cannot_be_is_refused(
    doc: dict[str, Any], path: str, value: Any, where: str, words: str
) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.from_dict(changed(doc, path, value))
    assert caught.value.where == where
    assert words in caught.value.problem
    assert str(caught.value) == f"this position cannot be: {where}{': ' if where else ''}{caught.value.problem}"


def test_a_game_that_is_over_though_a_tile_could_be_flipped_is_refused() -> None:
    doc = changed(OVER, "cells/c3", {"ice": "energy1"})
    doc["cells"]["h8"]["inuit"] = "rrrrrbbbbb"
    with pytest.raises(BadPosition, match="II-26: the game is over, but a tile could be flipped"):
        GAME.from_dict(doc)


def test_a_game_that_is_over_with_tiles_in_a_hand_is_refused() -> None:
    """The tile is missing from the mix, as discarded hands are; but it is said to be held."""
    doc = position(up="c3", hands={"b": "harpoon"}).play("end").to_dict()
    with pytest.raises(BadPosition, match="II-26: hands are discarded when the game is over") as caught:
        GAME.from_dict(changed(doc, "hands/b", ["harpoon"]))
    assert caught.value.where == "hands"


def test_a_game_that_is_over_lacks_at_least_a_tile_for_each_melt() -> None:
    doc = copy.deepcopy(OVER)
    doc["seen"]["glacier"] += 1
    doc["cells"]["c1"] = {"ice": "up"}
    with pytest.raises(BadPosition, match="II-15: 2 melts were played, but only 1 tiles are missing from the mix"):
        GAME.from_dict(doc)


@pytest.mark.parametrize("doc", [SETUP, FLIP, ACT, SPEAR, OVER], ids=["setup", "flip", "act", "spear", "over"])
def test_a_view_is_no_position(doc: dict[str, Any]) -> None:
    state = GAME.from_dict(doc)
    for seat in (None, *range(state.players)):
        with pytest.raises(BadPosition, match="this is a view"):
            GAME.from_dict(state.view(seat))


@pytest.mark.parametrize("key", sorted(ACT))
def test_no_key_can_be_left_out(key: str) -> None:
    with pytest.raises(BadPosition, match=f"'{key}' is missing"):
        GAME.from_dict({name: value for name, value in ACT.items() if name != key})


@pytest.mark.parametrize("thing", [None, [], "igluiglu", 7, b"{}", [ACT]])
def test_what_is_no_object_is_no_document(thing: Any) -> None:
    with pytest.raises(BadPosition, match="expected an object") as caught:
        GAME.from_dict(thing)
    assert caught.value.where == ""

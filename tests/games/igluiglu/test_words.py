"""IGLU IGLU in words: what is due, the choices, a sentence after each kind of action, and no secret in any of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from rich.text import Text

from floe.cli.words import words_for
from floe.core.randomness import generator
from floe.core.record import Record
from floe.core.words import COLOUR_STYLES
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.positions import GAME, dealt, played, position
from tests.games.igluiglu.strategies import positions

WORDS = words_for("igluiglu")
TILES = "melt energy2 harpoon herd"


def named(state: IgluIgluState) -> list[str]:
    """Every action that the choices name, written out."""
    found = []
    for group in WORDS.choices(state):
        heading = re.sub(r" \([^)]*\)|, (tak|remov)ing .*", "", group.heading.strip())
        first, _, origins = heading.rstrip(":").partition(" from ")
        if first in ("spear", "pass", "herd", "end"):
            found.append(first)
            continue
        for shown in group.shown:
            words = re.sub(r" \(.*\)", "", shown)
            if origins:
                starts = re.split(r", | or ", origins.removesuffix(" to"))
                found += [f"{first} {start} {words}" for start in starts if start != words]
            else:
                start, _, directions = words.rpartition(" ")
                found += [f"{first} {start} {last}".replace("  ", " ") for last in directions.split("/")]
    return found


@given(positions(running=True))
def test_the_choices_name_every_legal_action_exactly_once(state: IgluIgluState) -> None:
    assert sorted(named(state)) == sorted(state.legal_actions())
    linked = [action for group in WORDS.choices(state) for actions in group.entries.values() for action in actions]
    assert sorted(linked) == sorted(state.legal_actions())


@given(positions(running=True))
def test_the_choices_and_what_is_due_tell_no_secret(state: IgluIgluState) -> None:
    other = state.determinize(state.to_move, generator(1))
    assert WORDS.choices(state) == WORDS.choices(other)
    assert WORDS.due(state) == WORDS.due(other)
    assert 10 < len(WORDS.due(state)) <= 80 or state.phase == "spear"


@given(positions(running=True))
def test_what_is_told_tells_no_secret(state: IgluIgluState) -> None:
    """Two positions that a spectator cannot tell apart, before an action and after it, are told alike."""
    for action in state.legal_actions()[::7]:
        told = WORDS.told(state, action)
        assert told
        assert not any(kind in told for kind in ("melt", "energy1", "energy2", "energy3", "red-bordered"))
        after = state.play(action)
        if action.startswith("flip") or after.over:
            continue
        assert WORDS.told(state.determinize(state.to_move, generator(2)), action) == told


@pytest.mark.parametrize(
    ("kind", "told", "learned"),
    [
        ("melt", "keeps a tile", "You keep a melt tile. It removes a face-down tile next to the sea, unseen (II-15)."),
        ("energy3", "keeps a tile", "You keep an energy3 tile. It gives 3 points more in a turn (II-16)."),
        ("bear", "a bear comes up", "A bear comes up."),
        ("glacier", "a glacier, with a fox worth 3", "A glacier, with a fox worth 3."),
        ("drift", "drift: a tile must be pushed", "Drift: a tile must be pushed."),
        ("fish1", "a fish comes up: f2", "A fish comes up: f2."),
        ("fish3", "three fish come up: f1, f2, f2", "Three fish come up: f1, f2, f2."),
    ],
)
def test_a_flip_is_told_to_all_and_a_kept_tile_to_its_owner_alone(kind: str, told: str, learned: str) -> None:
    state = position(f"c3={kind} f6", phase="flip", fish=[2, 1, 2], fox=[3], hands={"r": "herd"})
    assert WORDS.told(state, "flip c3") == told
    assert WORDS.learned(state, "flip c3") == learned


def test_a_flip_for_which_nothing_is_left_is_told() -> None:
    state = position("c3=fish2 c5=drift", phase="flip", fish_left=0)
    assert WORDS.told(state, "flip c3") == "a fish tile, but no fish is left"
    few = position("c3=fish3 c5=drift", phase="flip", fish=[2], fish_left=1)
    assert WORDS.told(few, "flip c3") == "a fish comes up: f2; no more are left"
    alone = position("c3=drift", phase="flip")
    assert WORDS.told(alone, "flip c3") == "drift, but nothing can be pushed"


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("walk c3 e", "an Inuit walks to d3"),
        ("walk c3 w", "an Inuit walks to b3 and harpoons the bear there"),
        ("kayak c3 f6", "an Inuit crosses to f6"),
        ("kayak c3 b3", "an Inuit crosses to b3 and harpoons the bear there"),
        ("hunt c4 f2", "takes a fish worth 2 for 2 points"),
        ("hunt c3 x1", "takes a fox worth 1 for 1 point"),
        ("harpoon c3 x1", "takes a fox worth 1 by harpoon"),
        ("igloo c3", "builds an igloo"),
        ("energy 2", "gains 2 points"),
        ("melt f6", "removes the tile unseen; blue flees"),
        ("melt c3", "removes the tile unseen; red flees; x1 lost"),
        ("melt b3", "removes the tile unseen; bear lost"),
        ("herd", "herds animals"),
        ("end", "ends the turn"),
    ],
)
def test_an_action_of_the_second_part_is_told(action: str, told: str) -> None:
    on = {"c3": "r x1", "c4": "f2", "b3": "bear", "f6": "b"}
    state = position("b3 c3 d3 f6", up="g2", on=on, hands={"r": TILES})
    assert WORDS.told(state, action) == told
    assert WORDS.learned(state, action) == ""


def test_pushes_and_room_for_them_are_told() -> None:
    state = position("c3 c4", phase="drift", on={"c5": "f12 bear", "b5": "f3"})
    assert WORDS.told(state, "drift c4 e") == "pushes a tile east"
    assert WORDS.told(state, "drift c3 n") == "pushes 2 tiles in line north, once there is room on c5"
    state = state.play("drift c3 n")
    assert WORDS.told(state, "shove f1 e") == "a fish worth 1 goes to d5"
    state = played(state, "shove f1 e", "shove f2 n")
    assert WORDS.told(state, "shove bear w") == "the bear goes to b5, eats f3, and the push is made"


def test_herding_attacks_and_flights_are_told() -> None:
    on = {"c3": "rb x2", "c4": "bear", "d4": "f3"}
    state = position("c3 f6", up="g2", on=on, hands={"r": "herd", "b": "harpoon"})
    herding = state.play("herd")
    assert WORDS.told(herding, "step d4 f3 n") == "a fish worth 3 goes to d5"
    assert WORDS.told(herding, "step c4 bear s") == "the bear goes to c3, eats x2 and attacks red and blue"
    attack = herding.play("step c4 bear s")
    assert WORDS.told(attack, "spear") == "takes the bear by harpoon"
    assert WORDS.told(attack, "pass") == "does not answer the bear"
    assert WORDS.told(attack.play("pass"), "pass") == "does not answer the bear, so red and blue flee"
    assert WORDS.told(played(attack, "pass", "pass"), "flee r h1") == "a red Inuit flees to h1"
    useless = position("c3 f6", hands={"r": "herd"})
    assert WORDS.told(useless, "herd") == "herds animals, but none can step"


def choices(state: IgluIgluState) -> dict[str, list[str]]:
    return {group.heading.strip(): group.shown for group in WORDS.choices(state)}


def test_choices_are_shown_with_their_price_and_what_they_do() -> None:
    on = {"c3": "rr x1", "c4": "f2", "b3": "bear", "f6": "b", "d3": "r"}
    shown = choices(position("b3 c3 d3 f6 g8", up="g2", on=on, hands={"r": TILES}, rest="a1"))
    assert shown["walk (1 point):"] == ["c3 e", "d3 w", "c3 w (harpooning the bear)"]
    assert shown["kayak (3 points) from a1, c3 or d3 to:"] == ["b3 (harpooning the bear)", "c3", "d3", "f6", "g2", "g8"]
    assert shown["hunt:"] == ["c3 x1 (1 point)", "c4 f2 (2 points)"]
    assert shown["igloo (3 points):"] == ["c3", "d3"]
    assert shown["energy (tile):"] == ["2 (2 points more)"]
    assert shown["harpoon (tile), taking an animal without points:"] == ["c3 x1", "c4 f2"]
    assert shown["melt (tile), removing one unseen:"] == [
        "b3 (bear lost)", "c3 (red flee; x1 lost)", "d3 (red flees)", "f6 (blue flees)", "g8",
    ]  # fmt: skip
    assert shown["herd"] == ["(tile) moves animals three steps"]
    assert shown["end"] == ["ends the turn; 3 points are lost"]


def test_choices_of_a_push_and_of_herding_say_what_a_bear_does() -> None:
    state = position("c3", phase="drift", on={"c4": "bear", "b4": "f3"})
    assert choices(state)["drift:"] == ["c3 n/e/s/w"]
    assert choices(state.play("drift c3 n"))["shove:"] == ["bear n", "bear w (eats f3)"]
    herding = position("c3 f6", on={"c3": "b", "c4": "bear", "b4": "f3"}, hands={"r": "herd"}).play("herd")
    assert choices(herding)["step:"] == [
        "b4 f3 n/e/s/w",
        "c4 bear n",
        "c4 bear s (attacks blue)",
        "c4 bear w (eats f3)",
    ]


def test_what_is_due_is_said() -> None:
    hands = {"r": "herd melt harpoon", "b": "harpoon"}
    attack = position("c3 f6", on={"c3": "rb", "c4": "bear"}, hands=hands)
    asked = played(attack, "herd", "step c4 bear s")
    room = position("c3", phase="drift", on={"c4": "f1"})
    dues = {
        "Place an Inuit on a tile of the outer ring; 5 are left to place (II-6).": GAME.new(seed=1),
        "Flip one of these empty tiles (II-7).": dealt(seed=1),
        "Flip one of these empty tiles (II-7). Before that you may play melt and herd.": position(
            "c3 f6", phase="flip", hands={"r": TILES}
        ),
        "Push a tile; the whole line ahead of it moves along (II-12).": room,
        "For drift c3 n: move what is in the way on c4 out of it (II-13).": room.play("drift c3 n"),
        "You have 3 points left to spend.": position("c3"),
        "You have 1 point left to spend.": position("c3", points=1),
        "No points are left.": position("c3", points=0),
        "Herd animals: 3 steps to go (II-18).": attack.play("herd"),
        "A bear attacks on c3 (II-23). You may answer with a harpoon.": asked,
        "Choose the corner to which the red Inuit flees. 1 more after this.": played(asked, "pass", "pass"),
        "Choose the corner to which the blue Inuit flees.": played(asked, "pass", "pass", "flee r a1"),
    }
    for due, state in dues.items():
        assert WORDS.due(state) == due


def test_who_cannot_answer_an_attack_is_told_why() -> None:
    def asked(**options: Any) -> IgluIgluState:
        return position("c3 f6", **options).play("step c4 bear s")

    herding = {"phase": "herd", "played": "herd", "pending": {"steps": 3, "back": "act"}}
    assert WORDS.due(asked(on={"c3": "b", "c4": "bear"}, **herding)).endswith("You have no harpoon to answer with.")
    spent = herding | {"played": "harpoon herd"}
    own = asked(on={"c3": "r", "c4": "bear"}, hands={"r": "harpoon"}, **spent)
    assert WORDS.due(own).endswith("You have played a harpoon this turn already (II-14).")
    hidden = asked(on={"c3": "b ^b", "c4": "bear"}, hands={"b": "harpoon"}, **herding)
    assert "Your Inuit there hide in your igloo. You may answer" in WORDS.due(hidden)


COUNT = """\
The count if the game ended now
                                     red    blue  yellow
animals (II-27)                        6       4       0
    red: f2×3
    blue: bear
island of 3 tiles                      3       1       -
    c3 c4 c5
    red strongest with 4: 3; blue second with 1: half of 3
island of 2 tiles                      2       2       1
    f6 g6
    red and blue strongest with 2: 2; yellow second with 1: half of 2
island of 1 tile                       -       -       1
    a5
    yellow alone: 1 × 1
islands of nobody: 1, with 1 tile
total                                 11       7       2"""


def counted(rules: dict[str, Any] | None = None) -> IgluIgluState:
    on = {"c3": "rr ^r", "c4": "b", "f6": "^r", "g6": "bby", "a5": "y"}
    taken = {"r": "f2 f2 f2", "b": "bear"}
    sketch: dict[str, Any] = {"up": "g2", "on": on, "taken": taken, "players": 3, "rest": "h8", "rules": rules}
    return position("c3 c4 c5 f6 g6 a5", **sketch)


def test_the_count_says_island_by_island_who_gets_what_and_why() -> None:
    assert WORDS.counts
    assert WORDS.count(counted()) == COUNT


def test_the_gamers_count_names_the_value() -> None:
    gamers = WORDS.count(counted({"variant": "gamers"}))
    assert "red strongest with 4: 6; blue second with 1: half of 6" in gamers
    assert "yellow alone: worth 1" in gamers


@given(positions())
def test_every_count_is_the_sheets_and_fits_80_columns(state: IgluIgluState) -> None:
    lines = WORDS.count(state).splitlines()
    sheet = state.scores()
    assert lines[0] == ("The count" if state.over else "The count if the game ended now")
    assert lines[-1].split() == ["total", *(str(sheet.total(colour)) for colour in sheet.colours)]
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("island of") for line in lines) == sum(bool(i.strengths) for i in sheet.islands)


def test_the_end_has_its_words() -> None:
    record = Record.begin_at(position(up="c3", on={"c3": "b"}), [("Ada", "person"), ("Bo", "person")])
    record.play("end")
    assert WORDS.ending(record) == "Bo (blue) won: no tile is left to flip (II-26)."


def test_inuit_and_igloos_have_their_colours_and_columns_have_none() -> None:
    text = Text(str(position("c3 d3", up="e5", on={"c3": "rb ^b", "a1": "y", "h8": "yyg"}, players=4)))
    WORDS.paint_board(text)
    for place, letter in ((text.plain.index("rb░"), "r"), (text.plain.index("rb░") + 1, "b")):
        assert any(span.start <= place < span.end and span.style == COLOUR_STYLES[letter] for span in text.spans)
    roof = text.plain.index("^b░")
    assert any(span.start <= roof + 1 < span.end and span.style == COLOUR_STYLES["b"] for span in text.spans)
    header = text.plain.index("       b       c")
    assert not any(header <= span.start < header + 60 and span.style for span in text.spans)

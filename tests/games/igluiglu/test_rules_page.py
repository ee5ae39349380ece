"""The rules page (``docs/games/igluiglu.md``) is whole, and says what the engine does."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from pathlib import Path

from floe.core.randomness import Deal
from floe.games.igluiglu import layout, notation, refusals
from floe.games.igluiglu.game import IgluIgluState
from floe.games.igluiglu.options import DEFAULT_MIX, DEFAULT_RULES
from tests.games.igluiglu.positions import CELLS, CENTRE, FISH_TOKENS, FOX_TOKENS, GAME, KINDS, LAND, position

TESTS = Path(__file__).parent
PAGE = (TESTS.parents[2] / "docs" / "games" / "igluiglu.md").read_text(encoding="utf-8")

NAMES = [
    "Board",
    "Ice",
    "Tile mix",
    "Animals",
    "Players",
    "Setup",
    "Flip",
    "Secret look",
    "Fish",
    "Bear",
    "Glacier",
    "Drift",
    "Making room",
    "Playing",
    "Melt",
    "Energy",
    "Harpoon",
    "Herd",
    "Move",
    "Hunt",
    "Closed centre",
    "Bear meets animals",
    "Attack",
    "Igloo",
    "End of turn",
    "End",
    "Animals",
    "Islands",
    "Winner",
    "Gamers' variant",
]


def section(heading: str) -> str:
    """What stands under a heading, up to the next one."""
    _, _, rest = PAGE.partition(f"\n{heading}\n")
    assert rest, heading
    return re.split(r"^#{1,3} ", rest, maxsplit=1, flags=re.MULTILINE)[0].strip()


def tables(text: str) -> list[list[list[str]]]:
    """The cells of each table, without its head."""
    found = re.findall(r"(?:^\|.*\n?)+", text, flags=re.MULTILINE)
    return [[[cell.strip() for cell in line.strip("|").split("|")] for line in t.splitlines()[2:]] for t in found]


def example() -> IgluIgluState:
    text = re.search(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
    assert text
    document = json.loads(text[1])
    state = GAME.from_dict(document)
    assert state.to_dict() == document
    return state


def test_all_30_rules_are_there_in_order_each_with_its_paragraphs() -> None:
    headings = re.findall(r"^### (.*)$", PAGE, flags=re.MULTILINE)
    assert headings == [f"II-{number} {name}" for number, name in enumerate(NAMES, 1)]
    for heading in headings:
        assert len(section(f"### {heading}")) > 40


def test_every_rule_has_a_test_file_that_bears_its_name() -> None:
    for number, name in enumerate(NAMES, 1):
        slug = name.lower().replace(" ", "_").replace("'", "")
        file = TESTS / f"test_ii_{number:02}_{slug}.py"
        assert file.read_text(encoding="utf-8").startswith(f'"""II-{number} {name}.')


def test_rulings_are_marked_as_such() -> None:
    ruled = [n for n, name in enumerate(NAMES, 1) if "**Ruling:**" in section(f"### II-{n} {name}")]
    assert ruled == [3, 18, 19, 21, 23, 24, 26, 28]


def test_every_rule_that_a_refusal_cites_is_on_the_page() -> None:
    for rule, _ in refusals.SENTENCES.values():
        assert rule == "{rule}" or f"\n### {rule} " in PAGE


def test_the_table_of_the_mix_is_the_default_mix() -> None:
    shown: dict[str, int] = {}
    for kinds, number, _ in tables(section("### II-3 Tile mix"))[0]:
        shown |= dict.fromkeys(re.findall(r"`(\w+)`", kinds), int(number.split()[0]))
    assert shown == DEFAULT_MIX
    assert list(shown) == list(KINDS)


def test_the_options_have_the_defaults_that_the_page_says() -> None:
    rows = tables(section("## Options"))[0]
    assert {option.strip("`"): json.loads(default.strip("`")) for option, default, *_ in rows} == DEFAULT_RULES


def test_a_seed_deals_as_the_page_says() -> None:
    deal = Deal("a seed", "igluiglu")
    tiles = deal.shuffled([kind for kind in KINDS for _ in range(DEFAULT_MIX[kind])])
    fish, foxes = deal.shuffled(FISH_TOKENS), deal.shuffled(FOX_TOKENS)
    document = GAME.new(seed="a seed").to_dict()
    laid = [cell for cell in CELLS if cell not in LAND | CENTRE]
    assert (laid[0], laid[1], laid[-1]) == ("b1", "c1", "g8")
    assert [document["cells"][cell]["ice"] for cell in laid] == tiles[::-1]
    assert [document["cells"][cell]["fish"] for cell in ("d4", "e4", "d5", "e5")] == [str(n) for n in fish[:-5:-1]]
    assert document["supply"]["fish"] == fish[-5::-1]
    assert document["supply"]["fox"] == foxes[::-1]


def test_the_forms_in_the_table_of_notation_are_actions() -> None:
    rows = tables(section("## Notation"))[0]
    forms = [form for _, cell, _ in rows for form in re.findall(r"`([^`]+)`", cell)]
    assert all(isinstance(notation.parse(form), notation.Written) for form in forms)
    assert {form.split()[0] for form in forms} == set(notation.FORMS)


def test_the_example_is_a_lawful_position() -> None:
    """As the text above it says: two points are left to yellow, and a harpoon that must wait."""
    state = example()
    assert GAME.colours(state.array)[state.to_move or 0] == "y"
    assert state.to_dict()["rules"]["mix"] == "default"
    assert "harpoon" in state.to_dict()["hands"]["y"]
    words = Counter(action.split()[0] for action in state.legal_actions())
    assert words == {"walk": 2, "hunt": 3, "end": 1}


def test_the_table_of_keys_names_every_key_of_a_document() -> None:
    keys = [key for cell, _ in tables(section("## Position documents"))[0] for key in re.findall(r"`(\w+)`", cell)]
    assert keys == list(GAME.new().to_dict())


def test_pending_has_the_fields_that_the_page_shows() -> None:
    shown = {}
    for phase, text in tables(section("## Position documents"))[1]:
        pending = re.match(r"`({.*?})`", text)
        assert pending
        shown[phase.strip("`")] = list(json.loads(pending[1]))
    herd = position("c3 f6", on={"c3": "rrb", "c4": "bear"}, hands={"r": "herd"}).play("herd")
    spear = herd.play("step c4 bear s")
    flee = spear.play("pass").play("pass")
    shove = position("d3", phase="drift", on={"d4": "f1"}).play("drift d3 n")
    assert {state.phase: list(state.to_dict()["pending"]) for state in (shove, herd, spear, flee)} == shown
    assert shove.to_dict()["pending"] == {"push": "drift d3 n"}
    assert flee.to_dict()["pending"]["queue"] == "rrb"


def test_the_score_sheet_says_of_the_example_what_the_page_shows() -> None:
    text = section("## The score sheet")
    sheet = example().scores()
    largest = sheet.islands[0]
    for value in (
        f"{sheet.animals['y']}, {sheet.animal_points['y']}",
        f"{largest.cells}, {largest.value}",
        f"{largest.strengths}",
        f"{largest.points}, {largest.why}",
    ):
        assert f"# {value}" in text


def test_actions_have_the_numbers_that_the_page_says() -> None:
    spans = [re.findall(r"\d+", cell) for cell, _ in tables(section("## Actions as numbers"))[0]]
    firsts = [int(span[0]) for span in spans]
    assert firsts == [
        layout.PLACE, layout.FLIP, layout.MELT_ACTION, layout.HERD_ACTION, layout.DRIFT_ACTION, layout.SHOVE,
        layout.STEP, layout.SPEAR, layout.PASS, layout.FLEE, layout.WALK, layout.KAYAK, layout.HUNT,
        layout.HARPOON_ACTION, layout.IGLOO, layout.ENERGY, layout.END,
    ]  # fmt: skip
    assert all(int(before[-1]) + 1 == after for before, after in zip(spans, firsts[1:], strict=False))
    assert int(spans[-1][-1]) + 1 == layout.N_ACTIONS == GAME.n_actions


def test_actions_are_counted_as_the_page_says() -> None:
    cell = CELLS.index
    on = {"c3": "rr ^r x2 bear", "f6": "r", "f7": "f3", "d4": "f1"}
    hands = {"r": "melt herd harpoon energy2"}
    state = position("c4 f6", up="c3 g2", on=on, hands=hands)
    for text, number in {
        "melt f6": 128 + cell("f6"),
        "herd": 192,
        "walk c3 n": 1495 + 4 * cell("c3"),
        "kayak f6 c4": 1751 + 64 * 1 + cell("c4"),
        "kayak h8 f6": 1751 + 64 * 2 + cell("f6"),
        "hunt f7 f3": 2071 + 3 * cell("f7") + 2,
        "hunt c3 x2": 2071 + 3 * cell("c3") + 1,
        "harpoon c3 bear": 2263 + 4 * cell("c3") + 3,
        "igloo f6": 2519 + cell("f6"),
        "energy 2": 2584,
        "end": 2586,
    }.items():
        assert state.action_number(text) == number
        assert state.action_text(number) == text
    herd = state.play("herd")
    assert herd.action_number("step f7 f3 e") == 465 + 16 * cell("f7") + 4 * 2 + 1
    assert herd.action_number("step c3 bear w") == 465 + 16 * cell("c3") + 4 * 3 + 3
    assert [state.play("melt f6").action_number(f"flee r {name}") for name in ("a1", "h1", "a8", "h8")] == [
        *range(1491, 1495)
    ]
    push = position("d3", phase="drift", on={"d4": "f2 bear"})
    assert push.action_number("drift d3 n") == 193 + 4 * cell("d3")
    assert push.play("drift d3 n").action_number("shove f2 n") == 449 + 4 * 1
    assert push.play("drift d3 n").action_number("shove bear w") == 449 + 4 * 3 + 3
    assert GAME.new().action_number("place c1") == cell("c1")
    attack = position("c3", on={"c3": "b", "c4": "bear"}, hands={"r": "herd", "b": "harpoon"})
    asked = attack.play("herd").play("step c4 bear s")
    assert [asked.action_number("spear"), asked.action_number("pass")] == [1489, 1490]


def test_kayaks_have_room_for_every_origin() -> None:
    """Five Inuit on five cells, each with kayaks of its own numbers."""
    state = position("b3 c5 d7 e2 f4 g6", on=dict.fromkeys(("b3", "c5", "d7", "e2", "f4"), "r"))
    numbers = [state.action_number(text) for text in state.legal_actions() if text.startswith("kayak")]
    assert len(numbers) == 5 * 5
    assert {(number - layout.KAYAK) // 64 for number in numbers} == {0, 1, 2, 3, 4}
    assert max(numbers) < layout.HUNT
    assert all(one < other for one, other in itertools.pairwise(numbers))

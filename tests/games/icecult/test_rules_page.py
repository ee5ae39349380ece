"""The rules page (``docs/games/icecult.md``) is whole, and says what the engine does."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

from floe.games.icecult import layout, notation, refusals
from floe.games.icecult.cubesets import BUILT_IN
from floe.games.icecult.options import DEFAULT_RULES
from tests.games.icecult.positions import GAME, position

TESTS = Path(__file__).parent
PAGE = (TESTS.parents[2] / "docs" / "games" / "icecult.md").read_text(encoding="utf-8")

NAMES = [
    "Directions",
    "Paths",
    "Pawns",
    "Players",
    "Cubes",
    "Faces",
    "Cube sets",
    "Pose",
    "Order",
    "Tilt",
    "No tilting back",
    "Touched is moved",
    "Arrow",
    "Must",
    "Stack",
    "Piggyback",
    "Circle",
    "Arc",
    "End of turn",
    "Home",
    "Tower",
    "Standstill",
]


def section(heading: str) -> str:
    """What stands under a heading, up to the next one."""
    _, _, rest = PAGE.partition(f"\n{heading}\n")
    assert rest, heading
    return re.split(r"^#{1,3} ", rest, maxsplit=1, flags=re.MULTILINE)[0].strip()


def rows(text: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_all_22_rules_are_there_in_order_each_with_its_paragraphs() -> None:
    headings = re.findall(r"^### (.*)$", PAGE, flags=re.MULTILINE)
    assert headings == [f"IC-{number} {name}" for number, name in enumerate(NAMES, 1)]
    for heading in headings:
        assert len(section(f"### {heading}")) > 40


def test_every_rule_has_a_test_file_that_bears_its_name() -> None:
    for number, name in enumerate(NAMES, 1):
        file = TESTS / f"test_ic_{number:02}_{name.lower().replace(' ', '_')}.py"
        assert file.read_text(encoding="utf-8").startswith(f'"""IC-{number} {name}.')


def test_rulings_are_marked_as_such() -> None:
    ruled = [n for n, name in enumerate(NAMES, 1) if "**Ruling:**" in section(f"### IC-{n} {name}")]
    assert ruled == [2, 4, 7, 17, 20, 21, 22]


def test_every_rule_that_a_refusal_cites_is_on_the_page() -> None:
    for rule, _ in refusals.SENTENCES.values():
        assert f"\n### {rule} " in PAGE


def test_the_table_of_the_fair_set_is_the_built_in_set() -> None:
    shown = {}
    for slot, *faces in rows(section("### IC-7 Cube sets")):
        symbols = (face if face in ("arc", "circle") else f"{face}>U" for face in faces)
        shown[slot] = dict(zip("UNESWD", symbols, strict=True))
    assert shown == BUILT_IN["fair"]


def test_the_sides_of_the_balanced_set_are_on_the_page() -> None:
    told = dict(re.findall(r"`([yrgb]{4})` on\s+([abcd])", section("### IC-7 Cube sets")))
    sides = {"".join(BUILT_IN["balanced"][slot][face][0] for face in "NESW"): slot for slot in "abcd"}
    assert told == sides


def test_the_options_have_the_defaults_that_the_page_says() -> None:
    said = {option.strip("`"): json.loads(default.strip("`")) for option, default, *_ in rows(section("## Options"))}
    assert said == DEFAULT_RULES


def test_the_forms_in_the_table_of_notation_are_actions() -> None:
    forms = [form for _, cell, _ in rows(section("## Notation")) for form in re.findall(r"`([^`]+)`", cell)]
    assert set(forms) > set(notation.TILTS) | {"a@start", "*a@3.1", "a+", "end"}
    assert all(notation.parse(form) for form in forms)


def test_the_example_is_a_lawful_position() -> None:
    """As the text above it says: an arrow, a circle and an arc are left to red."""
    text = re.search(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
    assert text
    document = json.loads(text[1])
    state = GAME.from_dict(document)
    assert state.to_dict() == document
    assert GAME.colours(state.array)[state.to_move or 0] == "r"
    actions = state.legal_actions()
    assert {"c@start", "*a@start", "*a@4.1", "*c@start", "a+"} <= set(actions)
    assert "end" not in actions


def test_the_table_of_keys_names_every_key_of_a_document() -> None:
    keys = [key for cell, _ in rows(section("## Position documents")) for key in re.findall(r"`(\w+)`", cell)]
    assert keys == list(GAME.new().to_dict())


def test_actions_have_the_numbers_that_the_page_says() -> None:
    spans = [re.findall(r"\d+", cell) for cell, _ in rows(section("## Actions as numbers"))]
    assert [int(span[0]) for span in spans] == [layout.TILT, layout.STEP, layout.COPY, layout.TURN, layout.END]
    assert [int(span[-1]) + 1 for span in spans] == [
        layout.STEP, layout.COPY, layout.TURN, layout.END, layout.N_ACTIONS,
    ]  # fmt: skip
    assert all(int(after[0]) == int(before[-1]) + 1 for before, after in itertools.pairwise(spans))


def test_choices_are_counted_as_the_page_says() -> None:
    """From start, then outward and, within a stack, upward."""
    state = position(tops="arc y>e circle arc", paths={"e": {1: "yry", 3: "by"}})
    assert [state.action_text(number) for number in range(8 + 6, 8 + 6 + 4)] == ["b@start", "b@1.1", "b@1.3", "b@3.2"]
    assert [state.action_text(number) for number in range(32 + 6, 32 + 6 + 2)] == ["*b@start", "*b@1.1"]
    assert [state.action_text(number) for number in (56, 57, 63)] == ["a+", "a-", "d-"]
    assert GAME.new().action_number("ww") == 7
    assert position(tops="arc arc arc arc").action_number("end") == 64

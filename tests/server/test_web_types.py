"""The web app's types are those of the wire, and of the facts that the games declare."""

from __future__ import annotations

import runpy
from pathlib import Path

from floe.core.facts import NUMBER, YES_NO, by_name, list_of, made_of, one_of, or_null, text_like

ROOT = Path(__file__).resolve().parents[2]


def test_the_types_of_messages_are_up_to_date() -> None:
    """To write them anew: python tools/write_web_types.py web/src/protocol.ts."""
    made = runpy.run_path(str(ROOT / "tools" / "write_web_types.py"))["typescript"]()
    assert (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8") == made


def test_the_types_of_facts_are_up_to_date() -> None:
    """To write them anew: python tools/write_fact_types.py web/src/games."""
    made = runpy.run_path(str(ROOT / "tools" / "write_fact_types.py"))["typescript"]()
    assert made
    folder = ROOT / "web" / "src" / "games"
    assert {place: (folder / place).read_text(encoding="utf-8") for place in made} == made


def test_the_kinds_of_facts_have_their_types() -> None:
    as_type = runpy.run_path(str(ROOT / "tools" / "write_fact_types.py"))["_type"]
    assert as_type(or_null(list_of(one_of("letter", "a", "b"))).schema) == '("a" | "b")[] | null'
    island = made_of("island", value=NUMBER, why=by_name("colour", text_like("word", "[a-z]+")), last=YES_NO)
    assert as_type(island.schema) == "{ value: number; why: Record<string, string>; last: boolean }"

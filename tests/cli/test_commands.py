"""The commands around playing: replay, verify, rules, games, new, legal, perft."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import floe
from floe import rulebook
from floe.bots.registry import levels
from floe.cli.commands import allowed
from floe.cli.words import words_for
from floe.core.manifest import Manifest
from floe.core.options import Option
from floe.core.record import Record
from tests.cli.running import RECORDS, call, flat

TOWER = RECORDS / "icecult-2-tower.json"


def test_replay_shows_the_position_after_so_many_actions() -> None:
    record = floe.load_record(TOWER)
    for n in (0, 1, len(record) // 2, len(record)):
        result = call("replay", TOWER, "--at", n)
        assert result.exit_code == 0
        assert str(record.at(n)) in result.output


def test_replay_can_show_every_position() -> None:
    record = floe.load_record(TOWER)
    output = call("replay", TOWER, "--all").output
    place = 0
    for state in record:
        place = output.index(str(state), place)
    assert "five pawns stand in one stack (IC-21)" in output[place:]


def test_replay_lists_the_actions_where_nobody_can_walk_through_them() -> None:
    record = floe.load_record(TOWER)
    output = call("replay", TOWER).output
    for n, action in enumerate(record.actions, 1):
        assert f"{n:>4}  Player" in output
        assert f": {action} " in output
        assert words_for("icecult").told(record.at(n - 1), action) in flat(output)
    assert str(record.state) in output


def test_verify_says_what_a_lawful_record_holds() -> None:
    record = floe.load_record(TOWER)
    result = call("verify", TOWER)
    assert result.exit_code == 0
    said = f"is in order: ICE CULT, {len(record)} actions. {words_for('icecult').ending(record)}"
    assert flat(result.output).endswith(said)
    assert "five pawns stand in one stack (IC-21)" in said


def test_verify_knows_a_game_that_still_runs() -> None:
    Record.begin(floe.game("icecult")).save("game.json")
    assert "Still running." in call("verify", "game.json").output


def test_verify_refuses_a_record_that_was_tampered_with() -> None:
    document = json.loads(TOWER.read_text(encoding="utf-8"))
    document["actions"][0] = "end"
    Path("game.json").write_text(json.dumps(document), encoding="utf-8")
    result = call("verify", "game.json")
    assert result.exit_code == 2
    assert "game.json: this record cannot be: actions[0]: 'end' is not allowed here. IC-9" in result.stderr


@pytest.mark.parametrize("number", ["IC-17", "ic-17", "ic17", "17"])
def test_a_rule_is_found_by_its_number(number: str) -> None:
    result = call("rules", "icecult", number)
    assert result.output.startswith("### IC-17 Circle")
    assert "IC-18" not in result.output


def test_rules_prints_the_whole_page_without_a_number_and_several_with_several() -> None:
    page = call("rules", "icecult").output
    assert page.strip() == rulebook.page("icecult").strip()
    both = call("rules", "icecult", "IC-1", "22").output
    assert "### IC-1 Directions" in both
    assert "### IC-22 Standstill" in both


def test_every_rule_that_a_refusal_cites_has_its_paragraph() -> None:
    numbers = list(rulebook.rules("icecult"))
    assert numbers == [f"IC-{n}" for n in range(1, 23)]
    for text in rulebook.rules("icecult").values():
        assert len(text.splitlines()) > 2


def test_games_lists_every_game_with_its_players_options_and_levels() -> None:
    output = flat(call("games").output)
    for name, manifest in floe.games.found().manifests.items():
        assert f"{name}: {manifest.title}, {manifest.players[0]}" in output
        assert manifest.summary in output
        for option in manifest.options:
            assert f"{option.name}={option.default} {allowed(option)}" in output
            assert option.text in output
        assert f"machines: {', '.join(levels(name))}" in output


def test_what_an_option_may_be_is_said() -> None:
    assert allowed(Option("path_length", 5, lowest=1, highest=9)) == "1 to 9"
    assert allowed(Option("cubes", "fair", ("fair",), own=True)) == "fair or one of your own"
    assert allowed(Option("seats", None)) == "any value"


def test_games_names_the_broken_ones_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """One whose manifest cannot be loaded, and one whose manifest promises an engine that is not there."""
    empty = Manifest("empty", "Empty", range(2, 3), "floe.nowhere:Empty", "floe")
    found = floe.games.found()
    all_of_them = floe.games.Found({**found.manifests, "empty": empty}, {"torn": "torn:MANIFEST of a box: ImportError"})
    monkeypatch.setattr(floe.games, "found", lambda: all_of_them)
    output = flat(call("games").output)
    assert "torn: broken and left out. torn:MANIFEST of a box: ImportError" in output
    assert "empty: broken and left out. the game 'empty' is broken: its engine floe.nowhere:Empty cannot" in output
    assert output.count("machines: ") == len(found.manifests)


def test_a_game_without_a_page_of_rules_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = Manifest("silent", "Silent", range(2, 3), "floe.nowhere:Silent", "floe")
    monkeypatch.setattr(floe.games, "found", lambda: floe.games.Found({"silent": silent}, {}))
    result = call("rules", "silent")
    assert result.exit_code == 2
    assert "silent has no page of rules" in result.stderr


def test_new_prints_a_first_position_that_legal_reads() -> None:
    document = call("new", "icecult", "--colours", "rb", "--rules", "path_length=3").stdout
    expected = floe.game("icecult").new(colours="rb", rules={"path_length": 3})
    assert json.loads(document) == expected.to_dict()
    assert call("legal", "-", typed=document).stdout.split("\n")[:-1] == expected.legal_actions()
    Path("position.json").write_text(document, encoding="utf-8")
    assert call("legal", "position.json").stdout.split() == expected.legal_actions()


def test_new_is_the_same_for_the_same_seed() -> None:
    for game in floe.game_names():
        assert json.loads(call("new", game, "--seed", "5").stdout) == floe.game(game).new(seed=5).to_dict()


def test_perft_counts_sequences_of_actions() -> None:
    assert call("perft", "icecult", "--depth", "0").stdout.split() == ["1"]
    first = floe.game("icecult").new(4)
    second = [first.play(action) for action in first.legal_actions()]
    third = [state.play(action) for state in second for action in state.legal_actions()]
    assert call("perft", "icecult", "--depth", "2", "--players", "4").stdout.split() == [str(len(third))]
    count = sum(len(state.legal_actions()) for state in third)
    assert call("perft", "icecult", "--depth", "3", "--players", "4").stdout.split() == [str(count)]


def test_perft_divides_by_the_first_action() -> None:
    lines = call("perft", "icecult", "--depth", "3", "--divide").stdout.splitlines()
    counts = dict(line.split() for line in lines)
    assert set(counts) == {*floe.game("icecult").new().legal_actions(), "total"}
    assert counts["total"] == call("perft", "icecult", "--depth", "3").stdout.strip()
    assert int(counts.pop("total")) == sum(map(int, counts.values()))


def test_version() -> None:
    assert call("--version").output.strip() == f"floe {floe.__version__}"

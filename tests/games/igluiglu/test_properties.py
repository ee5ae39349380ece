"""What holds in every position: found by random play over random options and looked at by Hypothesis."""

from __future__ import annotations

from collections import Counter
from typing import Any

import hypothesis.strategies as st
from hypothesis import given

from floe.core.jit import interpreted
from floe.core.randomness import draw_below, generator
from floe.games.igluiglu import layout
from floe.games.igluiglu.game import IgluIgluState
from floe.testing.checks import check_numbers, check_position, check_texts
from tests.games.igluiglu import plain, plain_score
from tests.games.igluiglu.positions import FISH_TOKENS, FOX_TOKENS, GAME, KINDS
from tests.games.igluiglu.strategies import positions, random_number
from tests.games.igluiglu.texts import ALL_TEXTS

DEFAULT_MIX = Counter(
    fish1=4, fish2=4, fish3=4, bear=4, glacier=10, drift=6, melt=6, energy1=2, energy2=2, energy3=2, harpoon=6, herd=6
)
FEW = 150 if interpreted() else 1500
"""So many texts or numbers are tried on one position."""
A_WHILE = 10 if interpreted() else 30
"""So many actions are played beside the plain rules."""


@given(positions(), st.integers(0, 2**32))
def test_a_game_goes_on_as_the_plain_rules_say(state: IgluIgluState, seed: int) -> None:
    """The engine beside the second, slow implementation: the same actions offered, the same documents reached."""
    document = state.to_dict()
    rng = generator(seed)
    for _ in range(A_WHILE):
        assert set(state.legal_actions()) == plain.legal(document)
        if state.over:
            break
        action = state.action_text(random_number(state.mutable(), rng))
        state, document = state.play(action), plain.play(document, action)
        assert state.to_dict() == document


@given(positions(), st.integers(0, 2**32))
def test_all_holds_that_holds_in_any_game(state: IgluIgluState, seed: int) -> None:
    check_position(state)
    rng, legal = generator(seed), state.numbered_actions()
    check_texts(state, {*legal, *(ALL_TEXTS[draw_below(rng, len(ALL_TEXTS))] for _ in range(FEW))})
    check_numbers(state, {*legal.values(), *(draw_below(rng, GAME.n_actions) for _ in range(FEW)), -1, GAME.n_actions})
    assert set(legal) <= set(ALL_TEXTS)


@given(positions())
def test_the_count_is_what_the_plain_rules_count(state: IgluIgluState) -> None:
    assert state.scores().totals() == plain_score.scores(state.to_dict())


def followers(state: IgluIgluState) -> list[tuple[str, IgluIgluState]]:
    """The positions that some of the legal actions lead to."""
    actions = state.legal_actions()
    return [(action, state.play(action)) for action in actions[:: 1 + len(actions) // 25]]


def tokens(document: dict[str, Any]) -> Counter[str]:
    """How many animals of each sort are on the board, taken or still to come up."""
    found = Counter(animal for taken in document["taken"].values() for animal in taken)
    for content in document["cells"].values():
        found.update(f"f{value}" for value in content.get("fish", ""))
        found.update(f"x{value}" for value in content.get("fox", ""))
        found["bear"] += bool(content.get("bear"))
    found.update(f"f{value}" for value in document["supply"]["fish"])
    found.update(f"x{value}" for value in document["supply"]["fox"])
    found["bear"] += document["supply"]["bears"]
    return found


@given(positions())
def test_every_tile_is_face_down_in_a_hand_seen_or_removed_by_a_melt(state: IgluIgluState) -> None:
    for after in [state, *(after for _, after in followers(state))]:
        document = after.to_dict()
        ice = Counter(content["ice"] for content in document["cells"].values() if "ice" in content)
        glaciers = ice.pop("up", 0)
        placed = ice + Counter(document["seen"])
        placed.update(kind for hand in document["hands"].values() for kind in hand)
        mix = DEFAULT_MIX if document["rules"]["mix"] == "default" else Counter(document["rules"]["mix"])
        missing = {kind: mix[kind] - placed[kind] for kind in KINDS}
        assert min(missing.values()) >= 0
        melted = document["seen"].get("melt", 0)
        assert sum(missing.values()) == melted or (after.over and sum(missing.values()) > melted)
        assert glaciers == document["seen"].get("glacier", 0)


@given(positions(running=True))
def test_flips_and_melts_account_for_every_tile_that_no_longer_lies_face_down(state: IgluIgluState) -> None:
    """Each turn flips one tile. So a game has at most 56 turns."""
    document = state.to_dict()
    down = sum(content.get("ice", "up") != "up" for content in document["cells"].values())
    second_part = document["phase"] == "act" or (document["pending"] or {}).get("back") == "act"
    flipped = second_part or document["phase"] in ("drift", "shove")
    assert 56 - down == document["turn"] + flipped + document["seen"].get("melt", 0)
    if document["phase"] != "place":
        assert document["owner"] == document["turn"] % state.players


@given(positions())
def test_no_token_is_lost_but_by_a_bear_or_a_melt(state: IgluIgluState) -> None:
    before = tokens(state.to_dict())
    assert before["bear"] <= 4
    for letter, printed in (("f", FISH_TOKENS), ("x", FOX_TOKENS)):
        assert all(before[f"{letter}{value}"] <= printed.count(value) for value in (1, 2, 3))
    for action, after in followers(state):
        lost = before - tokens(after.to_dict())
        assert not tokens(after.to_dict()) - before
        bear_moved = action.startswith(("step", "shove")) and " bear " in action
        assert all(bear_moved or (action.startswith("melt") and token[0] != "f") for token in lost)
        assert not (bear_moved and lost["bear"])


@given(positions())
def test_tokens_leave_the_supply_only_by_a_flip_and_as_the_tiles_say(state: IgluIgluState) -> None:
    document = state.to_dict()
    seen = document["seen"]
    fish = 4 + sum(number * seen.get(f"fish{number}", 0) for number in (1, 2, 3))
    assert len(document["supply"]["fish"]) == 28 - min(28, fish)
    assert len(document["supply"]["fox"]) == 10 - min(10, seen.get("glacier", 0))
    assert document["supply"]["bears"] == 4 - min(4, seen.get("bear", 0))
    for action, after in followers(state):
        if not action.startswith("flip"):
            assert after.to_dict()["supply"] == document["supply"]


@given(positions())
def test_every_inuit_and_igloo_is_somewhere(state: IgluIgluState) -> None:
    for after in [state, *(after for _, after in followers(state))]:
        document = after.to_dict()
        standing = "".join(content.get("inuit", "") for content in document["cells"].values())
        standing += (document["pending"] or {}).get("queue", "")
        built = "".join(content.get("igloo", "") for content in document["cells"].values())
        for colour in document["players"]:
            assert standing.count(colour) + document["to_place"][colour] == (5 if after.players == 2 else 3)
            assert built.count(colour) + document["igloos"][colour] == 2


@given(positions())
def test_things_stand_where_they_can(state: IgluIgluState) -> None:
    for name, content in state.to_dict()["cells"].items():
        if name in ("a1", "h1", "a8", "h8"):
            open_to_bears = state.to_dict()["rules"].get("corners") == "open"
            assert set(content) <= ({"inuit", "bear"} if open_to_bears else {"inuit"})
        elif "ice" in content:
            assert "fish" not in content
        else:
            assert set(content) <= {"fish", "bear"}


@given(positions())
def test_a_bear_and_inuit_share_a_tile_only_while_it_attacks_or_they_hide(state: IgluIgluState) -> None:
    document = state.to_dict()
    attacked = (document["pending"] or {}).get("cell")
    for name, content in document["cells"].items():
        if content.get("bear") and name != attacked:
            assert set(content.get("inuit", "")) <= {content.get("igloo")}


@given(positions())
def test_only_an_attack_asks_another_than_the_player_on_turn(state: IgluIgluState) -> None:
    document = state.to_dict()
    if not state.over and document["phase"] != "spear":
        assert document["to_move"] == document["owner"]


def test_the_most_legal_actions_that_can_be_fit_into_the_list() -> None:
    """Upper bounds for each kind of action in the second part, where most are legal at once.

    Five cells with own Inuit, 56 tiles, 28 fish, 10 foxes and 4 bears, each of which is named once at most.
    """
    melts_and_herd = 56 + 1
    walks, kayaks = 5 * 4, 5 * 55
    hunts, harpoons = 28 + 10, 28 + 10 + 4
    igloos, energies, end = 5, 3, 1
    second_part = melts_and_herd + walks + kayaks + hunts + harpoons + igloos + energies + end
    herd_steps = (28 + 10 + 4) * 4
    pushes = 56 * 4
    assert max(second_part, herd_steps, pushes, 56 + melts_and_herd) <= layout.MAX_LEGAL

"""The small commands: one function each."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import numpy as np

import floe
from floe.bots.registry import players
from floe.cli.options import BadFile, read_json
from floe.cli.screen import Screen
from floe.cli.words import words_for
from floe.core.errors import BadPosition, BadRecord, FloeError, UnknownGame
from floe.core.game import State
from floe.core.options import Option
from floe.core.record import Record
from floe.core.typing import Document


def list_games(screen: Screen) -> None:
    """Every game with its options and machine players; then those that are installed but broken, with the reason."""
    found = floe.games.found()
    broken = dict(found.broken)
    for name, manifest in found.manifests.items():
        try:
            version = floe.game(name).rules_version
        except FloeError as fault:  # a manifest alone does not say whether its engine can be used
            broken[name] = str(fault)
            continue
        fewest, most = manifest.players[0], manifest.players[-1]
        count = f"{fewest} to {most} players" if most > fewest else f"{most} players"
        screen.say(f"{name}: {manifest.title}, {count}, rules version {version}", "bold")
        if manifest.summary:
            screen.entry("  ", manifest.summary)
        for option in manifest.options:
            screen.entry(f"  {option.name}={option.default}  ", f"{allowed(option)}; {option.text}".rstrip("; "))
        screen.entry("  machines: ", ", ".join(players(name)))
    for name, reason in broken.items():
        screen.entry(f"{name}: ", f"broken and left out. {reason}", "red")


def allowed(option: Option) -> str:
    """What a rule option may be."""
    if option.lowest is not None and option.highest is not None:
        return f"{option.lowest} to {option.highest}"
    choices = [*option.choices, *(["one of your own"] if option.own else [])]
    return " or ".join(choices) or "any value"


_FAIR = (
    "The deal is fair. The commitment that was published before any player added to the deal is a hash of the secret, "
    "so the server could not exchange it; and the seed follows from the secret together with what was drawn by {who}. "
    "So neither the server nor any player could choose the deal, unless all of them did so together. Check that the "
    "commitment in this file is the one that you were shown before the game."
)
_ON_TRUST = (
    "The deal follows from the secret that the server was bound to before the game. No player has added anything to "
    "it, so this does not prove that the server did not choose a secret that suited it."
)


def verify_file(screen: Screen, file: Path) -> None:
    record = record_in(file)
    record.verify()
    words = words_for(record.game.name)
    result = words.ending(record) if record.over else "Still running."
    screen.paragraph(f"{file} is in order: {record.game.title}, {len(record)} actions. {result}", paint=words.paint)
    if record.deal is not None:
        try:
            record.check_deal()
        except BadRecord as fault:
            raise BadFile(str(file), str(fault)) from None
        drew = [
            player.name for player, entropy in zip(record.seated_at(0), record.deal.entropy, strict=False) if entropy
        ]
        screen.paragraph(_FAIR.format(who=" and ".join(drew)) if drew else _ON_TRUST)


def record_in(file: Path) -> Record:
    """The record in a file; a refusal names the file."""
    try:
        return floe.load_record(file)
    except BadRecord as fault:
        raise BadFile(str(file), str(fault)) from None


def print_document(document: Document) -> None:
    """As JSON for other programs: plain ASCII, one field per line."""
    fields = ",\n ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in document.items())
    print("{" + fields + "}")


def position(name: str) -> State:
    """The position that a file (or stdin) describes, whatever game it is of."""
    return position_of(read_json(name), name)


def position_of(document: object, name: str) -> State:
    """The position that a document describes."""
    if not isinstance(document, dict) or "game" not in document:
        raise BadFile(name, "a position is an object that names its 'game'")
    try:
        state: State = floe.game(document["game"]).from_dict(document)
    except (UnknownGame, BadPosition) as fault:
        raise BadFile(name, str(fault)) from None
    return state


def count_sequences(screen: Screen, first: State, depth: int, divide: bool) -> None:
    if divide and depth > 0 and not first.over:
        total = 0
        width = max(len(action) for action in first.legal_actions())
        for action in sorted(first.legal_actions()):
            count = perft(first.play(action), depth - 1)
            total += count
            screen.say(f"{action:<{width}}  {count}")
        screen.say(f"total {total}")
        return
    began = time.perf_counter()
    with screen.busy(f"Counting to depth {depth} …"):
        total = perft(first, depth)
    took = time.perf_counter() - began
    screen.say(f"{total}" + (f"   in {took:.1f} s" if screen.is_terminal else ""))


def perft(state: State, depth: int) -> int:
    """How many sequences of so many actions there are. It counts in a thread, so that Ctrl-C is heard meanwhile."""
    answer: list[int] = []
    stack = np.repeat(state.array, depth + 1)
    counting = threading.Thread(target=lambda: answer.append(int(state.game.loops.perft(stack, depth))), daemon=True)
    counting.start()
    while counting.is_alive():
        counting.join(0.1)
    return answer[0]

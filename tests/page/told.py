"""Everything that the face of a game, and a table, tell of a game, as text. Python runs this module, and so does a
page's: both must say the same, letter by letter."""

from __future__ import annotations

from typing import Any

import msgspec

import floe
from floe.bots.search.results import Found, Result
from floe.bots.styles import noticed
from floe.core.errors import FloeError
from floe.core.game import State
from floe.core.randomness import generator
from floe.page import host as hosts


def plain(value: Any) -> str:
    """JSON, with names in order, written the same by every Python."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([plain(one) for one in value]) + "]"
    if hasattr(value, "items"):
        return "{" + ",".join([plain(str(key)) + ":" + plain(value[key]) for key in sorted(value)]) + "}"
    raise TypeError(f"{type(value)} in what is told")


# The face of a game


def _facts(told: Any) -> list[Any]:
    return [[fact.key, fact.values] for fact in told]


def position(state: State, seats: list[int | None]) -> str:
    """All that is told of a position to these seats; None is a spectator."""
    outcome = state.outcome
    return plain(
        {
            "bytes": state.array.tobytes().hex(),
            "legal": state.legal_actions(),
            "numbers": list(state.numbered_actions().values()),
            "views": [state.view(seat) for seat in seats],
            "due": [_facts(state.due(seat)) for seat in seats],
            "outlook": [_facts(state.outlook(seat)) for seat in seats],
            "outcome": None if outcome is None else [list(outcome.winners), outcome.rule, outcome.reason],
        }
    )


def styles(state: State) -> str:
    """What each level plays in a position, from findings that are made up: it may overlook some, and likes others."""
    manifest, players = state.game.manifest, range(state.players)
    each = [
        Found(number, number * 7 % 13, tuple([(number * 5 + seat) % 17 / 40 for seat in players]), False)
        for number in state.numbered_actions().values()
    ]
    result = Result(sorted(each, key=lambda one: -one.visits), (), 0, 0.0, [])
    levels = [] if state.over else manifest.levels.items()
    return plain([[name, noticed(state, result, level, generator(1)).action] for name, level in levels])


def document(state: State) -> str:
    """The position document, whether it can be read again, and the board in text."""
    again = state.game.from_dict(state.to_dict()).array.tobytes() == state.array.tobytes()
    return plain([state.to_dict(), again, [state.text(seat) for seat in (None, 0, 1)]])


def refused(state: State, action: str) -> str:
    """Why an action is refused."""
    try:
        state.play(action)
    except FloeError as fault:
        return plain([type(fault).__name__, str(fault), fault.rule, fault.key, dict(fault.values)])
    return "legal"


def game(name: str, setup: dict[str, Any], actions: list[str], tried: list[str]) -> list[str]:
    """A game from its setup to its end: now and then to everybody, otherwise to whoever decides and to one other."""
    state = floe.game(name).new(**setup)
    everybody: list[int | None] = [None, *range(state.players)]
    told = [position(state, everybody)]
    for number, action in enumerate(actions):
        seats = everybody if number % 16 == 0 else [state.to_move, everybody[number % len(everybody)]]
        told.append(refused(state, tried[number]))
        told.append(plain([_facts(state.facts(action, seat)) for seat in seats]))
        told.append(plain([state.can_undo(action), state.reveals(action)]))
        state = state.play(action)
        told.append(position(state, seats))
        if number % 16 == 0:
            told.append(document(state))
            told.append(styles(state))
    return told


def setup(name: str, given: dict[str, Any]) -> str:
    """How a game is set up, or why it cannot be."""
    try:
        return document(floe.game(name).new(**given))
    except FloeError as fault:
        return plain([type(fault).__name__, str(fault), fault.rule, fault.key, dict(fault.values)])


def verified(record: dict[str, Any], seat: int) -> str:
    """The end of a record whose deal is in order, or what is wrong with it."""
    host = hosts.Host([])
    body = {"record": record, "seat": seat}
    return plain(_call(host, do="request", method="POST", path="/api/verify", body=body, now=0))


def replayed(record: dict[str, Any]) -> str:
    """The positions of a record, or why it cannot be replayed."""
    host = hosts.Host([])
    return plain(_call(host, do="request", method="POST", path="/api/replay", body={"record": record}, now=0))


def rules(name: str, query: str) -> str:
    """The rules of a game in words."""
    host = hosts.Host([name])
    path = f"/api/games/{name}/rules{query}"
    return plain(_call(host, do="request", method="GET", path=path, body=None, now=0))


# Tables


class _Fixed:
    """The same draws for everybody."""

    def __init__(self) -> None:
        self._drawn = 0

    def token_hex(self, n: int) -> str:
        self._drawn += 1
        return f"{self._drawn:0{2 * n}x}"


def table(settings: dict[str, Any], wishes: list[list[Any]]) -> list[str]:
    """A table at one screen, where one wish after the other is carried out or refused; all that is answered."""
    fixed = _Fixed()
    drawn: Any = hosts
    drawn.secrets, drawn.new_secret = fixed, lambda: fixed.token_hex(32)
    host = hosts.Host([settings["game"]])
    now = 1_800_000_000_000
    made = _call(host, do="request", method="POST", path="/api/tables", body={"settings": settings}, now=now)
    told = [plain(made)]
    table_id = made["answer"].get("id")
    have = 0
    for number, (kind, choice) in enumerate(wishes if table_id else []):
        now += 1000 + 37 * choice
        state = _call(host, do="state", table_id=table_id, have=have, now=now)
        told.append(plain(state))
        have = state["version"]
        message: dict[str, Any] = {"type": kind, "id": f"request-{number}"}
        legal = state["position"]["legal"]
        if kind in ("play", "why"):
            wrong = kind == "why" or choice % 23 == 0
            message["action"] = f"nonsense {choice}" if wrong or not legal else legal[choice % len(legal)]
        if kind in ("play", "undo", "ask_takeback"):
            message["version"] = have - (choice % 29 == 0)
        if kind == "resign":
            message["seat"] = choice % 2
        told.append(plain(_call(host, do="ask", table_id=table_id, message=message, now=now)))
    for path in ("record", "frames?first=0&count=5"):
        answer = _call(host, do="request", method="GET", path=f"/api/tables/{table_id}/{path}", body=None, now=now)
        told.append(plain(answer))
    return told


def tries(name: str, given: dict[str, Any], choices: list[int]) -> list[str]:
    """Actions tried out: from a whole position as each mover sees it, and from what one seat sees of it."""
    host = hosts.Host([name])
    first = floe.game(name).new(**given)
    whole: dict[str, Any] = {"position": first.to_dict(), "mover": True}
    seen: dict[str, Any] = {"position": first.view(1), "seat": 1, "sampled": True}
    told: list[str] = []
    for asked in (whole, seen):
        actions: list[str] = []
        seeds: list[int] = []
        for choice in choices:
            found = _tried(host, {**asked, "actions": actions, "seeds": seeds, "every": 3})
            told.append(plain(found))
            legal = found["answer"]["position"]["legal"]
            if not legal:
                break
            actions.append(legal[choice % len(legal)])
            seeds.append(choice)
        told.append(plain(_tried(host, {**asked, "actions": [*actions, "nonsense"], "seeds": seeds, "as_far": True})))
        told.append(plain(_tried(host, {**asked, "actions": ["nonsense"]})))
    bad: list[Any] = [{}, {"record": {"game": name}}, {"position": {"game": name}}, {"position": {}, "sampled": True}]
    return told + [plain(_tried(host, asked)) for asked in bad]


def _tried(host: hosts.Host, body: Any) -> Any:
    return _call(host, do="request", method="POST", path="/api/try", body=body, now=0)


def _call(host: hosts.Host, **asked: Any) -> Any:
    return msgspec.json.decode(host.call(msgspec.json.encode(asked).decode()))


# Puzzles


def puzzles(name: str, asked: list[list[Any]]) -> list[str]:
    """What is answered to questions about the puzzles of a game: each with its method, path and body."""
    host = hosts.Host([name])
    told = []
    for method, path, body in asked:
        told.append(plain(_call(host, do="request", method=method, path=f"/api/puzzles/{path}", body=body, now=0)))
    return told

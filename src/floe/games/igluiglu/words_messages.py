"""What the web app's messages on IGLU IGLU are given, so that terminals can say them in other languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from floe.core.messages import OR, Messages
from floe.core.typing import Document
from floe.core.words import Telling

NOBODY = "no"
"""Sentences about a seat name it: a screen may have several readers."""


def _race(animal: str) -> dict[str, object]:
    if animal == "bear":
        return {"race": "bear", "value": 4}
    return {"race": "fish" if animal[0] == "f" else "fox", "value": animal[1]}


def _animals(say: Messages, animals: Iterable[str]) -> str:
    """Several animals: "2 × fish 1 and bear"."""
    counted = [(say("animal", **_race(name)), n) for name, n in Counter(animals).items()]
    return say.listed([name if n == 1 else f"{n} × {name}" for name, n in counted])


def _inuit(say: Messages, inuit: str) -> str:
    return say.listed([say("inuit", colour=colour, n=n) for colour, n in Counter(inuit).items()])


def _plain(key: str) -> Telling:
    return lambda say, values, names: say(f"fact.{key}", **values)


def _by_seat(key: str, more: Callable[[Messages, Document], Document] = lambda say, values: {}) -> Telling:
    return lambda say, values, names: say(
        f"fact.{key}", **{**values, **more(say, values), "me": NOBODY, "name": names[values["seat"]]}
    )


def _by_colour(key: str) -> Telling:
    """Colours are named by the seats' names, which are theirs."""
    return lambda say, values, names: say(
        f"fact.{key}", **{**values, "me": NOBODY, "name": _named(say, values["colour"])}
    )


def _named(say: Messages, colour: str) -> str:
    return say(f"colour.{colour}")


def _line(key: str) -> Telling:
    return lambda say, values, names: say(
        f"fact.{key}",
        n=len(values["cells"]),
        cell=values["cells"][0],
        where=say("direction", direction=values["direction"]),
        onto=values["onto"],
    )


def _goes(say: Messages, values: Document, names: Sequence[str]) -> str:
    return say("animal.goes", to=values["to"], **_race(values["animal"]))


def _flipped(say: Messages, values: Document, names: Sequence[str]) -> str:
    """Whoever may not see the tile is told by ``kept`` that it was flipped."""
    if not values["kind"]:
        return ""
    tile = say(f"tile.{values['kind']}")
    return say("fact.flipped", me=NOBODY, name=names[values["seat"]], cell=values["cell"], tile=tile)


def _fish(say: Messages, values: Document, names: Sequence[str]) -> str:
    fish = values["values"]
    return say("fact.fish_came", n=len(fish), values=say.listed([str(value) for value in fish]))


def _melted(say: Messages, values: Document, names: Sequence[str]) -> str:
    told = [say("fact.melted", me=NOBODY, name=names[values["seat"]], cell=values["cell"])]
    told += [say("fact.lost", animals=_animals(say, values["lost"]))] if values["lost"] else []
    told += [say("fact.fleeing", inuit=_inuit(say, values["fleeing"]))] if values["fleeing"] else []
    return " ".join(told)


def _unanswered(say: Messages, values: Document, names: Sequence[str]) -> str:
    told = [say("fact.unanswered")]
    told += [say("fact.fleeing", inuit=_inuit(say, values["fleeing"]))] if values["fleeing"] else []
    told += [say("fact.hiding", inuit=_inuit(say, values["hiding"]))] if values["hiding"] else []
    return " ".join(told)


def _turn_ended(say: Messages, values: Document, names: Sequence[str]) -> str:
    told = [say("fact.turn_ended", me=NOBODY, name=names[values["seat"]])]
    told += [say("fact.points_lost", n=values["points_lost"])] if values["points_lost"] else []
    return " ".join(told)


FACTS: dict[str, Telling] = {
    "placed": _by_colour("placed"),
    "flipped": _flipped,
    "kept": _by_seat("kept"),
    "fish_came": _fish,
    "bear_came": _plain("bear_came"),
    "glacier": lambda say, values, names: say("fact.glacier", cell=values["cell"], fox=values["fox"] or 0),
    "none_left": _plain("none_left"),
    "drift_came": _plain("drift_came"),
    "drift_failed": _plain("drift_failed"),
    "drifted": _line("drifted"),
    "push_waits": _line("push_waits"),
    "shoved": _goes,
    "herded": _goes,
    "eaten": lambda say, values, names: say("fact.eaten", animals=_animals(say, values["animals"])),
    "walked": _by_colour("walked"),
    "kayaked": _by_colour("kayaked"),
    "hunted": _by_seat(
        "hunted",
        lambda say, values: {
            "animal": say("animal.a", **_race(values["animal"])),
            "points": say("points", n=values["points"]),
        },
    ),
    "harpooned": _by_seat("harpooned", lambda say, values: {"animal": say("animal.a", **_race(values["animal"]))}),
    "igloo_built": _by_colour("igloo_built"),
    "energy_played": _by_seat("energy_played"),
    "melted": _melted,
    "herd_played": _by_seat("herd_played"),
    "herd_stopped": _plain("herd_stopped"),
    "attack": _plain("attack"),
    "speared": _by_seat("speared"),
    "passed": _by_seat("passed"),
    "unanswered": _unanswered,
    "fled": _plain("fled"),
    "turn_ended": _turn_ended,
}
"""The facts that are told of an action. The others are seen on the board, or said at the end."""


def _sentence(key: str) -> Telling:
    return lambda say, values, names: say(f"due.{key}", **{**values, "me": "yes", "name": ""})


def _room(say: Messages, values: Document, names: Sequence[str]) -> str:
    return say("due.make_room", me="yes", name="", onto=values["onto"], animals=_animals(say, values["animals"]))


def _may_play(say: Messages, values: Document, names: Sequence[str]) -> str:
    return say("due.may_play", tiles=say.listed([say(f"type.{kind}") for kind in values["types"]], OR))


DUE: dict[str, Telling] = {
    "place": _sentence("place"),
    "flip": lambda say, values, names: say("refusal.due_flip"),  # the other sentence speaks of tiles that shimmer
    "push": _sentence("push"),
    "make_room": _room,
    "points_left": _sentence("points_left"),
    "herd_steps": _sentence("herd_steps"),
    "answer_attack": _sentence("answer_attack"),
    "harpoon": _sentence("harpoon"),
    "inuit_hide": _sentence("inuit_hide"),
    "choose_corner": _sentence("choose_corner"),
    "may_play": _may_play,
}


def _lead(say: Messages, values: Document, names: Sequence[str]) -> str:
    cells = values["cells"]
    given = {"me": NOBODY, "name": names[values["seat"]], "cell": cells[0], "tiles": len(cells)}
    return say("reason.breaks_lead", unless=_unless(values), **given)


def _unless(values: Document) -> str:
    """Whether it holds only if no glacier comes up."""
    return "yes" if values.get("unless_glacier") else "no"


def _island(say: Messages, values: Document, names: Sequence[str]) -> str:
    cells, share, points = values["cells"], values["share"], values["points"]
    given = {"cell": cells[0], "tiles": len(cells), "share": share, "points": points}
    return say("reason.gains_island", unless=_unless(values), **given)


def _count(say: Messages, values: Document, names: Sequence[str]) -> str:
    changed = [f"{_named(say, colour)} {change:+d}" for colour, change in values["points"].items() if change]
    return say("reason.changes_count", changes=", ".join(changed), unless=_unless(values))


def _ahead(say: Messages, lead: int) -> str:
    side = "ahead" if lead > 0 else "behind" if lead < 0 else "level"
    return say("puzzle.lead", side=side, points=abs(lead))


REASONS: dict[str, Telling] = {
    "takes": lambda say, values, names: say(
        "reason.takes", animals=_animals(say, values["animals"]), points=values["points"]
    ),
    "gains_island": _island,
    "breaks_lead": _lead,
    "drives_away": lambda say, values, names: say(
        "reason.drives_away", inuit=_inuit(say, values["inuit"]), cells=say.listed(values["cells"])
    ),
    "attacks": lambda say, values, names: say(
        "reason.attacks", cell=values["cell"], inuit=_inuit(say, values["inuit"])
    ),
    "reaches": lambda say, values, names: say("reason.reaches", animals=_animals(say, values["animals"])),
    "changes_count": _count,
    "misses_win": lambda say, values, names: say("puzzle.refuted.misses_win"),
    "brings_less": lambda say, values, names: say(
        "puzzle.refuted.brings_less", lead=_ahead(say, values["lead"]), best=_ahead(say, values["best"])
    ),
    "loses_island": lambda say, values, names: say(
        "puzzle.refuted.loses_island",
        name=names[values["seat"]],
        cell=values["cells"][0],
        tiles=len(values["cells"]),
    ),
    "leaves_danger": lambda say, values, names: say("puzzle.refuted.leaves_danger", cells=values["cells"]),
}
"""Why a move is good, or does not solve a puzzle."""


def ending(say: Messages, reason: str, winners: Sequence[str]) -> str:
    """Who won, and how."""
    won = say("fact.won", n=len(winners), names=say.listed(winners))
    return f"{say(f'won.{reason}')} {won}" if f"won.{reason}" in say else won


def learned(say: Messages, tile: str) -> str:
    """What the player of a flip keeps, and what it is good for."""
    return f"{say('fact.kept', me='yes', name='', cell='')} {say(f'tile.{tile}')}: {say(f'tile.{tile}.help')}"

"""Before the game: who plays what, by options or by questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import floe
from floe.bots.outside import called
from floe.bots.registry import bot, default_level, level_bot, players
from floe.cli.catalogue import say
from floe.cli.commands import position_of, record_in
from floe.cli.loading import get_ready
from floe.cli.options import read_json
from floe.cli.screen import Screen
from floe.cli.session import Session
from floe.cli.words import words_for
from floe.core.errors import BadOption, FloeError
from floe.core.game import Game
from floe.core.record import PERSON, Record


@dataclass
class Wishes:
    """What was asked for on the command line; none where nothing was said."""

    game: str | None = None
    players: int | None = None
    colours: list[str] | None = None
    names: list[str] | None = None
    who: list[str] | None = None
    against: str | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    seed: int | str | None = None
    load: Path | None = None

    @property
    def open(self) -> bool:
        """Whether it was left open who plays."""
        said = (self.players, self.colours, self.names, self.who, self.against, self.load)
        return all(wish is None for wish in said)


def sit_down(screen: Screen, wishes: Wishes, save_to: Path | None) -> None:
    """Set a game up and play it. Whatever has to be compiled is compiled before it is needed, and said."""
    try:
        if screen.interactive:
            _ask(screen, wishes)
        record = _resume(screen, wishes) if wishes.load else _begin(screen, wishes)
    except (EOFError, KeyboardInterrupt):
        screen.say(f"\n{say('Another time, then.')}")
        return
    machines = {player.kind for player in record.players if player.kind != PERSON}
    get_ready(screen, record.game.name, machines)
    Session(screen, record, save_to).play()


def _begin(screen: Screen, wishes: Wishes) -> Record:
    game = get_ready(screen, wishes.game or floe.game_names()[0])
    lists = (wishes.colours, wishes.who, wishes.names)
    count = wishes.players
    if count is None:
        count = next((len(given) for given in lists if given is not None), game.players[0])
    first = game.new(count, 0, wishes.rules, wishes.colours)  # refuses before names are asked after
    return Record.begin(game, count, wishes.seed, wishes.rules, wishes.colours, seats(game, first.players, wishes))


def _resume(screen: Screen, wishes: Wishes) -> Record:
    """Go on with a record, or begin at a position."""
    if wishes.rules or any(wish is not None for wish in (wishes.players, wishes.colours, wishes.seed)):
        raise BadOption("--load brings its own players, colours, rules and seed")
    name = str(wishes.load)
    document = read_json(name)
    if isinstance(document, dict) and document.get("game") in floe.game_names():
        get_ready(screen, document["game"])
    if isinstance(document, dict) and "actions" in document:
        record = record_in(Path(name))
    else:
        first = position_of(document, name)
        record = Record.begin_at(first, seats(first.game, first.players, wishes))
    if wishes.game not in (None, record.game.name):
        raise BadOption(f"{wishes.load} is a game of {record.game.name}, not of {wishes.game}")
    if wishes.who or wishes.against or wishes.names:
        record.reseat(seats(record.game, len(record.players), wishes))
    else:
        _refuse_strangers(record, name)
    return record


def _refuse_strangers(record: Record, file: str) -> None:
    """What a file names must be a level: a player from outside is code, which only the person at the screen chooses."""
    for player in record.players:
        if player.kind != PERSON:
            try:
                level_bot(player.kind, record.game.name)
            except BadOption as fault:
                raise BadOption(f"{file}: {fault}; --who or --against say who plays instead") from None


def seats(game: Game[Any], count: int, wishes: Wishes) -> list[tuple[str, str]]:
    """Each seat's name and kind: as wished, or else you against a machine that suits a beginner."""
    if wishes.who is not None and wishes.against is not None:
        raise BadOption("--who and --against both say who plays; give one of them")
    machine = wishes.against or default_level(game.name)
    kinds = wishes.who or [PERSON, *[machine] * (count - 1)]
    for option, given in (("--who", kinds), ("--names", wishes.names)):
        if given is not None and len(given) != count:
            raise BadOption(f"{option} is for {len(given)} seats, but {count} play")
    for kind in kinds:
        if kind != PERSON:
            bot(kind, game.name)  # refuses what there is not
    return list(zip(wishes.names or _names(kinds), kinds, strict=True))


def _names(kinds: list[str]) -> list[str]:
    """A name for everybody that nobody else has."""
    own = say("You") if kinds.count(PERSON) == 1 else say("Player")
    names = []
    for seat, kind in enumerate(kinds, 1):
        name = own if kind == PERSON else called(kind)[-36:]
        names.append(name if kinds.count(kind) == 1 else f"{name} {seat}")
    return names


def _ask(screen: Screen, wishes: Wishes) -> None:
    """Ask what the options left open."""
    if wishes.game is None and wishes.load is None:
        names = floe.game_names()
        wishes.game = _choice(screen, say("Which game?"), names, names[0])
    if wishes.game is None or not wishes.open:
        return
    with screen.busy(say("Opening the box …")):
        game = floe.game(wishes.game)
    machine = default_level(game.name)
    question = say("{game}: you against the machine ({level})?", game=game.title, level=machine)
    if _choice(screen, question, [say("yes"), say("no")], say("yes")) == say("yes"):
        return
    counts = [str(count) for count in game.players]
    wishes.players = int(_choice(screen, say("How many play?"), counts, counts[0]))
    wishes.colours = _colours(screen, game, wishes.players)
    wishes.who, wishes.names = [], []
    for seat, letter in enumerate(wishes.colours, 1):
        colour = words_for(game.name).colour(letter)
        kind = _choice(screen, say("Who plays {colour}?", colour=colour), [PERSON, *players(game.name)], PERSON)
        name = f"{say('Player')} {seat}" if kind == PERSON else f"{kind} {seat}"
        wishes.who.append(kind)
        wishes.names.append((screen.ask(f"  Name [{name}]: ") or name) if kind == PERSON else name)


def _colours(screen: Screen, game: Game[Any], players: int) -> list[str]:
    """The colour of each seat, asked again until the game takes them; not asked where there is no choice."""
    usual = list(game.manifest.colours[players])
    if players not in game.manifest.choosable:
        return usual
    while True:
        chosen = (
            screen.ask(f"{say('Colours, in the order of play?')} [{' '.join(usual)}]: ")
            .lower()
            .replace(",", " ")
            .split()
        )
        try:
            return game.colours(game.new(players, colours=chosen or usual).array)
        except FloeError as fault:
            screen.paragraph(str(fault), style="red")


def _choice(screen: Screen, question: str, choices: list[str], usual: str) -> str:
    """One of some answers, or its beginning; the usual one if nothing is typed."""
    while True:
        answer = screen.ask(f"{question} {'/'.join(choices)} [{usual}]: ").lower() or usual
        meant = [choice for choice in choices if choice.startswith(answer)]
        if len(meant) == 1 or answer in meant:
            return answer if answer in meant else meant[0]
        screen.say(say("Please answer {some} or {last}.", some=", ".join(choices[:-1]), last=choices[-1]))

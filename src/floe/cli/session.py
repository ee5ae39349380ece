"""The game itself: the board, what is due, what the person types, what the machines do."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from floe import rulebook
from floe.bots.bot import Bot
from floe.bots.registry import bot
from floe.cli import language
from floe.cli.catalogue import say
from floe.cli.screen import Screen
from floe.cli.words import refusal, words_for
from floe.core.documents import parse_json
from floe.core.errors import BadDocument, BadOption, FloeError
from floe.core.game import State
from floe.core.randomness import generator
from floe.core.record import PERSON, Record

COMMANDS = """\
Type an action, or one of these:

| command | |
|---|---|
| `help` | this page; `help RULE` (such as `help 17`) shows a rule |
| `board` | show the board again |
| `actions` | list what you can do |
{count}| `undo` | take back your last action of this turn |
| `save FILE` | write the game to a file; `floe play --load FILE` goes on with it |
| `resign` | give up; all others share the win |
| `quit` | leave the table |
"""
COUNT = "| `score` | show the points as they are now, and what they come from |\n"
COMMAND_WORDS = ("help", "board", "actions", "undo", "save ", "resign", "quit")


class Left(Exception):
    """The person has left the table."""


class Session:
    """One game at one screen, with persons and machines."""

    def __init__(self, screen: Screen, record: Record, save_to: Path | None) -> None:
        self._screen = screen
        self._record = record
        self._save_to = save_to
        self._words = words_for(record.game.name)
        self._bots: dict[int, Bot] = {
            seat: bot(player.kind, record.game.name)
            for seat, player in enumerate(record.players)
            if player.kind != PERSON
        }
        self._rng = generator(secrets.randbits(64) if record.seed is None else record.seed, "machines")
        times = record.times
        self._timed = times is not None
        self._began = time.monotonic() - (times[-1] / 1000 if times else 0)
        # With several persons at one screen and secrets between them, each sees the board alone.
        self._secret = record.game.hidden and len(record.players) - len(self._bots) > 1
        self._looking: int | None = None  # the seat that sees the screen
        self._news: dict[int, list[tuple[str, str]]] = {seat: [] for seat in range(len(record.players))}

    @property
    def _state(self) -> State:
        return self._record.state

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        if self._save_to is not None:
            self._save(self._save_to, quiet=True)
        try:
            while not self._record.over:
                seat = self._state.to_move or 0
                if seat in self._bots:
                    self._machine(seat)
                else:
                    self._person(seat)
        except (EOFError, KeyboardInterrupt, Left):
            self._leave()
            return
        self._finish()

    # Machines

    def _machine(self, seat: int) -> None:
        """A machine plays one action, and it is told."""
        state = self._state
        self._play(self._bots[seat].choose(state.view(seat), state.legal_actions(), self._rng))

    def _play(self, action: str) -> None:
        """Put an action on record and tell those who did not play it."""
        before = self._state
        seat = before.to_move or 0
        self._record.play(action, self._now())
        self._autosave()
        width = max(len(self._called(other)) for other in self._news)
        start = f"{self._called(seat):<{width}}  {action:<{self._words.action_width}}  "
        news = start, self._words.told(before, action)
        if self._secret:
            for other in self._news:
                if other != seat:
                    self._news[other].append(news)
        elif seat in self._bots:
            self._tell(news)
        if seat not in self._bots and (learned := self._words.learned(before, action)):
            self._screen.paragraph(learned)

    def _tell(self, news: tuple[str, str]) -> None:
        self._screen.entry(*news, paint=self._words.paint)

    def _now(self) -> int | None:
        return int((time.monotonic() - self._began) * 1000) if self._timed else None

    # Persons

    def _person(self, seat: int) -> None:
        """A person decides: before this returns an action was played or taken back, or the game has ended."""
        if self._secret and self._looking != seat:
            if self._words.hides(self._state, seat) or self._words.hides(self._state, self._looking):
                self._hand_over(seat)
            for news in self._news[seat]:
                self._tell(news)
            self._news[seat].clear()
        self._looking = seat
        self._show(seat)
        self._screen.complete(
            [*self._state.legal_actions(), *COMMAND_WORDS, *(["score"] if self._words.counts else [])]
        )
        before = self._state
        while self._state == before and not self._record.over:
            text = " ".join(self._screen.ask(f"{self._called(seat)}> ").split())
            if text:
                self._obey(seat, text)

    def _hand_over(self, seat: int) -> None:
        self._screen.clear()
        self._screen.complete(())  # what the last person could do is a secret too
        self._screen.ask(say("Pass the screen to {name}, then press Enter. ", name=self._called(seat)))
        self._screen.clear()

    def _show(self, seat: int | None) -> None:
        """The board as the seat sees it, what is due, and what can be done.

        Where the terminal is too low for all that, the board stays in sight and what can be done is said in brief.
        """
        state = self._state
        board = state.text(seat)
        self._screen.say()
        self._screen.say(board, paint=self._words.paint_board)
        if state.over:
            return
        due, choices, height = self._screen.wrapped(self._words.due(state)), self._choices(), self._screen.height
        needed = len(board.splitlines()) + 1 + len(due) + len(choices) + 1  # with a line between, and one to type in
        fits = height is None or needed <= height
        if fits:
            self._screen.say()
        if due:
            self._screen.say("\n".join(due), style="bold")
        if fits or len(choices) == 1:
            self._screen.say("\n".join(choices), paint=self._words.paint)
        else:
            words = ", ".join(dict.fromkeys(action.split(" ")[0] for action in state.legal_actions()))
            self._screen.paragraph(say("Possible: {words}. Type actions to see them all.", words=words))

    def _choices(self) -> list[str]:
        """What can be done, line by line."""
        groups = self._words.choices(self._state)
        return [line for group in groups for line in self._screen.listed(group.heading, group.shown)]

    def _show_count(self) -> None:
        self._screen.say()
        self._screen.say(self._words.count(self._state), paint=self._words.paint)

    def _obey(self, seat: int, text: str) -> None:
        """Play an action, or do what a command says."""
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: self._help(rest),
            "?": lambda: self._help(rest),
            "board": lambda: self._show(seat),
            "actions": lambda: self._screen.say("\n".join(self._choices()), paint=self._words.paint),
            "undo": lambda: self._undo(seat),
            "save": lambda: self._save_as(rest),
            "resign": lambda: self._resign(seat),
            "quit": self._quit,
        }
        if self._words.counts:
            commands["score"] = self._show_count
        try:
            if word.lower() in commands:
                commands[word.lower()]()
            else:
                self._play(text if text in self._state.legal_actions() else text.lower())
        except FloeError as fault:
            self._screen.paragraph(refusal(self._words, fault), style="red")
        except OSError as fault:
            self._screen.paragraph(f"{rest}: {fault.strerror or fault}", style="red")

    def _help(self, number: str) -> None:
        if number:
            self._screen.page(rulebook.rule(self._record.game.name, number, language.chosen()))
        else:
            commands = say(COMMANDS, count=say(COUNT) if self._words.counts else "")
            self._screen.page(f"{commands}\n{self._words.notation(self._state)}")

    def _undo(self, seat: int) -> None:
        """Take the last action back, if it was this person's, of this turn, and the game allows it."""
        n = len(self._record)
        before = self._record.at(n - 1) if n else None
        if before is None or before.to_move != seat or not before.can_undo(self._record.actions[-1]):
            raise BadOption(self._words.cannot_undo)
        self._screen.say(say("Taken back: {action}", action=self._record.actions[-1]))
        self._record.take_back()
        if self._secret:
            for other in self._news:
                if other != seat:
                    self._news[other].pop()
        self._autosave()

    def _resign(self, seat: int) -> None:
        if self._screen.ask(say("Give up? yes/no [no]: ")).lower() in ("y", "yes", say("yes")):
            self._record.resign(seat)
            self._autosave()

    def _quit(self) -> None:
        raise Left

    # Saving and leaving

    def _save_as(self, name: str) -> None:
        if not name or not name.isprintable():
            raise BadOption(say("save needs the name of a file: save FILE"))
        self._save(Path(os.path.expanduser(name)))

    def _save(self, file: Path, quiet: bool = False) -> None:
        """Write the game to a file, but not over something that is no game."""
        if file.exists() and not _is_record(file):
            raise BadOption(say("{file} exists and is no game record, so it is left alone", file=file))
        self._record.save(file)
        if not quiet:
            self._screen.say(say("Saved to {file}.", file=file))

    def _autosave(self) -> None:
        if self._save_to is None:
            return
        try:
            self._record.save(self._save_to)
        except OSError as fault:  # the game goes on; the next action tries again
            self._screen.paragraph(
                say("{file} could not be written: {fault}", file=self._save_to, fault=fault.strerror or fault),
                style="red",
            )

    def _leave(self) -> None:
        kept = f" {self._kept()}" if self._save_to is not None else ""
        self._screen.say(f"\n{say('Goodbye.')}{kept}")

    def _kept(self) -> str:
        return say("The game is kept in {file}.", file=self._save_to)

    def _finish(self) -> None:
        if self._secret:
            self._screen.clear()
        self._show(None)
        if self._words.counts and self._state.over:
            self._show_count()
        self._screen.say()
        self._screen.paragraph(self._words.ending(self._record), style="bold", paint=self._words.paint)
        if self._save_to is not None:
            self._screen.say(self._kept())

    def _called(self, seat: int) -> str:
        player = self._record.players[seat]
        return f"{player.name} ({self._words.colour(player.colour)})"


def _is_record(file: Path) -> bool:
    try:
        document = parse_json(file.read_bytes(), BadDocument)
    except BadDocument:
        return False
    return isinstance(document, dict) and "format" in document and "actions" in document

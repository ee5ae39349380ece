"""The command ``floe puzzles solve``: a puzzle on the screen, and what comes of each try."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime

from floe.cli.catalogue import say
from floe.cli.screen import Screen
from floe.cli.words import refusal, task, words_for
from floe.core.errors import BadOption, FloeError
from floe.core.game import State
from floe.puzzling.collection import Puzzles
from floe.puzzling.puzzle import Puzzle
from floe.puzzling.trying import OPEN, SOLVED, judged, reasons

COMMANDS = "Type an action, or: actions, board, undo, retry, solution, next, quit."


def today() -> str:
    """The date, the same all over the world."""
    return datetime.now(UTC).date().isoformat()


class Left(Exception):
    """The person has enough."""


class Solving:
    """Puzzles, one after the other, until the person leaves."""

    def __init__(self, screen: Screen, puzzles: Puzzles) -> None:
        if not len(puzzles):
            raise BadOption(say("there is no such puzzle"))
        self._screen, self._puzzles = screen, puzzles
        self._words = words_for(puzzles.game)
        self._played: list[str] = []
        self._failed = False
        self._puzzle: Puzzle | None = None

    def begin(self, first: Puzzle | None) -> None:
        try:
            self._pose(first or self._any())
            while True:
                self._obey(" ".join(self._screen.ask("> ").split()))
        except (EOFError, KeyboardInterrupt, Left):
            self._screen.say(f"\n{say('Goodbye.')}")

    def _any(self) -> Puzzle:
        return self._puzzles[secrets.randbelow(len(self._puzzles))]

    @property
    def puzzle(self) -> Puzzle:
        if self._puzzle is None:
            raise BadOption(say("there is no puzzle yet"))
        return self._puzzle

    def _pose(self, puzzle: Puzzle) -> None:
        self._puzzle, self._failed = puzzle, False
        self._screen.say(_heading(puzzle), "bold")
        self._screen.paragraph(task(self._words, puzzle), style="bold")
        self._retry()
        self._screen.paragraph(say(COMMANDS))

    def _retry(self) -> None:
        self._played = []
        self._show(self.puzzle.state)

    def _show(self, state: State) -> None:
        self._screen.say()
        self._screen.say(state.text(self.puzzle.seat), paint=self._words.paint_board)
        self._screen.say()
        if state.to_move == self.puzzle.seat:
            self._actions(state)

    def _actions(self, state: State) -> None:
        self._screen.complete(state.legal_actions())
        for group in self._words.choices(state):
            for line in self._screen.listed(group.heading, group.shown):
                self._screen.say(line, paint=self._words.paint)

    def _obey(self, text: str) -> None:
        commands: dict[str, Callable[[], None]] = {
            "actions": lambda: self._actions(judged(self.puzzle, self._played).state),
            "board": lambda: self._show(judged(self.puzzle, self._played).state),
            "undo": self._undo,
            "retry": self._retry,
            "solution": self._solution,
            "next": lambda: self._pose(self._any()),
            "quit": self._quit,
        }
        try:
            if text.lower() in commands:
                commands[text.lower()]()
            elif text:
                self._try(text)
        except FloeError as fault:
            self._screen.paragraph(refusal(self._words, fault), style="red")

    def _quit(self) -> None:
        raise Left

    def _undo(self) -> None:
        if self._played:
            self._screen.say(say("Taken back: {action}", action=self._played.pop()))
        self._show(judged(self.puzzle, self._played).state)

    def _try(self, action: str) -> None:
        verdict = judged(self.puzzle, [*self._played, action])
        self._played.append(action)
        if verdict.standing == SOLVED:
            self._screen.say(
                say("Solved.") if not self._failed else say("Solved, though not at the first try."), "bold green"
            )
            self._why()
        elif verdict.standing == OPEN:
            if verdict.reply:
                self._screen.paragraph(
                    say("Right. The reply: {actions}.", actions=", ".join(verdict.reply)), style="green"
                )
            self._show(verdict.state)
        elif verdict.refutation is not None:
            self._failed = True
            colours = verdict.state.game.colours(verdict.state.array)
            told = self._words.why(verdict.refutation.facts, colours)
            self._screen.paragraph(say("Wrong: {why}.", why=told), style="red")
            if verdict.refutation.line:
                self._screen.paragraph(say("For example: {actions}.", actions=", ".join(verdict.refutation.line)))
            self._screen.say(say("Type undo, retry, solution or next."))

    def _solution(self) -> None:
        """The whole of it, in words."""
        self._failed, state = True, self.puzzle.state
        for action in (action for part in self.puzzle.solution for action in part):
            told = "" if state.reveals(action) else self._words.told(state, action)
            self._screen.entry(f"{action:<{self._words.action_width}}  ", told, paint=self._words.paint)
            state = state.play(action)
        self._why()

    def _why(self) -> None:
        puzzle = self.puzzle
        why = self._words.why(reasons(puzzle), puzzle.state.game.colours(puzzle.state.array))
        if why:
            self._screen.paragraph(say("Why: {why}.", why=why), paint=self._words.paint)


def _heading(puzzle: Puzzle) -> str:
    told = say(
        "Puzzle {id}, {players} players, rated {rating}", id=puzzle.id, players=puzzle.players, rating=puzzle.rating
    )
    return f"\n{told}"

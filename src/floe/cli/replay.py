"""Walking through a recorded game."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from floe.cli.commands import record_in
from floe.cli.screen import Screen
from floe.cli.words import words_for
from floe.core.errors import BadOption, shown
from floe.core.record import Record


def replay_file(screen: Screen, file: Path, at: int | None, every: bool) -> None:
    """Show one position, or all, or let the person walk; elsewhere than on a terminal, list the actions."""
    player = _Player(screen, record_in(file))
    if at is not None:
        player.show(at)
    elif every:
        player.show_all()
    elif screen.interactive:
        player.walk()
    else:
        player.listed()


def animate_file(screen: Screen, file: Path, out: Path) -> None:
    """Write a game as an animated picture."""
    if out.suffix.lower() != ".gif":
        raise BadOption(f"an animation is a GIF, so its file is called .gif, unlike {shown(out.name)}")
    if importlib.util.find_spec("PIL") is None or importlib.util.find_spec("pymupdf_fonts") is None:
        raise BadOption("drawing is not installed: pip install floe-games")
    from floe.pictures import animation  # an extra
    from floe.pictures.seats import seats_of

    record = record_in(file)
    made = animation.gif(record, seats_of(record))
    out.write_bytes(made)
    screen.say(f"{out}: {len(record)} actions, {len(made) / 1e6:.1f} MB.")


class _Player:
    def __init__(self, screen: Screen, record: Record) -> None:
        self._screen = screen
        self._record = record
        self._words = words_for(record.game.name)

    def show(self, n: int) -> None:
        """The position after n actions, and the action that led there."""
        state = self._record.at(n)
        self._screen.say()
        if n:
            self._screen.entry(*self._action(n), "bold")
            self._tell_swap(n)
        else:
            self._screen.say(f"The first position, of {len(self._record)} actions.", "bold")
        self._screen.say()
        self._screen.say(state.text(), paint=self._words.paint_board)
        if n == len(self._record):
            self._end()

    def _action(self, n: int) -> tuple[str, str]:
        """How an action is told: who did what, and the same in words."""
        before, action = self._record.at(n - 1), self._record.actions[n - 1]
        name = self._record.seated_at(n - 1)[before.to_move or 0].name
        width = max(len(player.name) for player in self._record.players) + 1
        start = f"{n:>4}  {name + ':':<{width}} {action:<{self._words.action_width}}  "
        return start, self._words.told(before, action)

    def _tell_swap(self, n: int) -> None:
        if n == self._record.swapped:
            taker, other = (player.name for player in self._record.players[:2])
            self._screen.say(f"{taker} takes over the first seat: {taker} and {other} change places.", "bold")

    def _end(self) -> None:
        if self._words.counts and self._record.state.over:
            self._screen.say()
            self._screen.say(self._words.count(self._record.state), paint=self._words.paint)
        self._screen.say()
        self._screen.paragraph(self._words.ending(self._record), "bold", self._words.paint)

    def show_all(self) -> None:
        for n in range(len(self._record) + 1):
            self.show(n)

    def listed(self) -> None:
        """Every action in words, then the last position."""
        for n in range(1, len(self._record) + 1):
            self._screen.entry(*self._action(n), paint=self._words.paint)
            self._tell_swap(n)
        self.show(len(self._record))

    def walk(self) -> None:
        """Forward, back, or to any position, as the person says."""
        n = 0
        self.show(n)
        while True:
            try:
                answer = self._screen.ask(
                    f"\n{n} of {len(self._record)}: next, previous, a number, or quit [n]: "
                ).lower()
            except (EOFError, KeyboardInterrupt):
                self._screen.say()
                return
            if answer in ("q", "quit"):
                return
            try:
                n = self._target(n, answer)
            except BadOption as fault:
                self._screen.say(str(fault), "red")
                continue
            self.show(n)

    def _target(self, n: int, answer: str) -> int:
        last = len(self._record)
        if answer in ("", "n", "next"):
            return min(n + 1, last)
        if answer in ("p", "previous"):
            return max(n - 1, 0)
        if not answer.isdecimal() or int(answer) > last:
            raise BadOption(f"n, p, q, or a number from 0 to {last}")
        return int(answer)

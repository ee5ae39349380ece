"""The real program on a real terminal, with a person who types (a script that plays as greedy would)."""

from __future__ import annotations

import dataclasses
import os
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import floe
from floe.bots.registry import bot
from floe.cli import setup
from floe.cli.screen import Screen
from floe.core.randomness import generator
from floe.core.record import PERSON

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")

PATIENCE = 120  # seconds without a sign of life; the first game on a machine has to be compiled
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")

# So that Ctrl-C reaches the program, the terminal must be the one that its session is bound to, and the signal must
# not be ignored, as it is in whatever a script started in the background.
LAUNCHER = """
import os, signal, sys
os.login_tty(0)
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, "-m", "floe", *sys.argv[1:]])
"""


class Terminal:
    """``floe`` at the other end of a pseudo-terminal of 80 columns."""

    def __init__(self, *arguments: str, rows: int = 50) -> None:
        self._end, other = pty.openpty()
        termios.tcsetwinsize(other, (rows, 80))
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCHER, *arguments], stdin=other, stdout=other, stderr=other, env=environment
        )
        os.close(other)
        self.shown = ""
        self._new = 0

    def wait_for(self, *texts: str) -> str:
        """Read on until one of the texts comes up after what was read before, and answer it."""
        while True:
            fresh = ESCAPES.sub("", self.shown[self._new :])
            for text in texts:
                if text in fresh:
                    self._new = len(self.shown)
                    return text
            assert self._read(), f"floe ended; waited for {texts}, saw: {fresh[-2000:]}"

    def _read(self) -> bool:
        ready, _, _ = select.select([self._end], [], [], PATIENCE)
        assert ready, f"nothing happens; last seen: {self.shown[-2000:]}"
        try:
            data = os.read(self._end, 65536)
        except OSError:  # how Linux says that the other side has closed
            return False
        self.shown += data.decode("utf-8", "replace")
        return bool(data)

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def press(self, key: str) -> None:
        """A key that interrupts. Python hears it only once it waits for input, a moment after it has asked."""
        before, now = None, self._at_rest()
        while now is None or now != before:
            time.sleep(0.3)
            before, now = now, self._at_rest()
        self.type(key)

    def _at_rest(self) -> list[str] | None:
        """How long it has computed, unless it computes just now; only Linux tells."""
        told = Path(f"/proc/{self.process.pid}/stat")
        if not told.exists():
            return []
        fields = told.read_text().rpartition(")")[2].split()
        return fields[11:13] if fields[0] in "SZ" else None  # asleep, or ended

    def end(self) -> int:
        """Read to the end and answer the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < deadline, f"floe does not end; last seen: {self.shown[-2000:]}"
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._end)


@pytest.fixture
def open_terminal() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def start(opened: list[Terminal], *arguments: str, rows: int = 50) -> Terminal:
    opened.append(Terminal(*arguments, rows=rows))
    return opened[-1]


def test_a_person_plays_a_whole_game_against_the_machine(open_terminal: list[Terminal]) -> None:
    terminal = start(open_terminal, "play", "icecult", "--against", "random", "--seed", "5", "--save", "game.json")
    person, rng = bot("greedy", "icecult"), generator(5)
    typed = 0
    while terminal.wait_for("You (yellow)> ", "The game is kept in") == "You (yellow)> ":
        state = floe.load_record("game.json").state
        assert state.to_move == 0
        terminal.type(person.choose(state.view(0), state.legal_actions(), rng) + "\n")
        typed += 1
    assert terminal.end() == 0
    record = floe.load_record("game.json")
    assert record.over
    assert record.times is not None
    assert sum(state.to_move == 0 for state in record) == typed > 5
    assert [player.kind for player in record.players] == [PERSON, "random"]
    assert "won: five pawns" in ESCAPES.sub("", terminal.shown)
    assert "\x1b[1;33m" in terminal.shown, "yellow is not shown in yellow"


def test_the_board_of_iglu_iglu_stays_in_sight_on_a_terminal_of_24_rows(open_terminal: list[Terminal]) -> None:
    options = ("--against", "greedy", "--seed", "2", "--save", "game.json")
    terminal = start(open_terminal, "play", "igluiglu", *options, rows=24)
    person, rng, brief = bot("greedy", "igluiglu"), generator(2), 0
    shown = 0
    for _ in range(40):
        terminal.wait_for("You (red)> ")
        screen = ESCAPES.sub("", terminal.shown[shown:]).splitlines()[-24:]
        assert any(line.startswith("8  ███████ ") for line in screen)
        assert all(len(line) <= 80 for line in screen)
        brief += "Type actions to see them all." in screen[-2]
        shown = len(terminal.shown)
        state = floe.load_record("game.json").state
        terminal.type(person.choose(state.view(0), state.legal_actions(), rng) + "\n")
    assert brief > 2
    terminal.wait_for("You (red)> ")
    terminal.type("actions\n")
    terminal.wait_for("You (red)> ")
    terminal.type("quit\n")
    assert terminal.end() == 0


def test_questions_set_the_game_up(open_terminal: list[Terminal]) -> None:
    terminal = start(open_terminal, "play", "--save", "game.json")
    answers = {
        "Which game?": "icecult",
        "you against the machine": "n",
        "How many play?": "3",
        "Colours": "g b y",
        "Who plays green?": "person",
        "Name [Player 1]": "Ada",
        "Who plays blue?": "random",
        "Who plays yellow?": "gr",
        "Ada (green)>": "quit",
    }
    for question, answer in answers.items():
        terminal.wait_for(question)
        terminal.type(answer + "\n")
    assert terminal.end() == 0
    players = floe.load_record("game.json").players
    assert [(p.colour, p.name, p.kind) for p in players] == [
        ("g", "Ada", PERSON),
        ("b", "random 2", "random"),
        ("y", "greedy 3", "greedy"),
    ]


def test_colours_are_asked_for_again_until_the_game_takes_them(open_terminal: list[Terminal]) -> None:
    terminal = start(open_terminal, "play", "igluiglu", "--save", "game.json")
    answers = {
        "you against the machine (easy)?": "n",
        "How many play?": "2",
        "Colours, in the order of play? [r b]: ": "y b",
        "II-5: two play red and blue": "b r",
        "Who plays blue?": "person",
        "Name [Player 1]": "",
        "Who plays red?": "random",
        "Player 1 (blue)>": "quit",
    }
    for question, answer in answers.items():
        terminal.wait_for(question)
        terminal.type(answer + "\n")
    assert terminal.end() == 0
    assert [player.colour for player in floe.load_record("game.json").players] == ["b", "r"]


def test_colours_are_not_asked_for_where_there_is_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = floe.game("igluiglu")
    monkeypatch.setattr(type(game), "manifest", dataclasses.replace(game.manifest, choosable={}))
    assert setup._colours(Screen(), game, 3) == ["r", "b", "y"]  # a screen that is asked would wait for an answer


def test_enter_alone_starts_the_usual_game(open_terminal: list[Terminal]) -> None:
    terminal = start(open_terminal, "play", "--save", "game.json")
    terminal.wait_for("Which game?")
    terminal.type("chess\n")
    terminal.wait_for("Please answer")
    terminal.type("\n")
    terminal.wait_for("you against the machine (easy)?")
    terminal.type("\n")
    terminal.wait_for("You (yellow)> ")
    terminal.type("ns\n")
    terminal.wait_for("You (yellow)> ")
    terminal.press("\x03")
    terminal.wait_for("Goodbye. The game is kept in game.json.")
    assert terminal.end() == 0
    assert floe.load_record("game.json").actions == ("ns",)


@pytest.mark.parametrize("leaving", ["\x03", "\x04"])
def test_leaving_during_the_questions_is_polite(leaving: str, open_terminal: list[Terminal]) -> None:
    terminal = start(open_terminal, "play")
    terminal.wait_for("Which game?")
    terminal.press(leaving)
    terminal.wait_for("Another time, then.")
    assert terminal.end() == 0


def test_a_person_walks_through_a_record(open_terminal: list[Terminal]) -> None:
    file = Path(__file__).parents[1] / "records" / "icecult-2-tower.json"
    last = len(floe.load_record(file))
    terminal = start(open_terminal, "replay", str(file))
    walk = {"": 1, "n": 2, "p": 1, str(last // 2): last // 2, str(last): last, "next": last, "0": 0, "previous": 0}
    terminal.wait_for(f"0 of {last}: ")
    for answer, n in walk.items():
        terminal.type(answer + "\n")
        terminal.wait_for(f"{n} of {last}: ")
    terminal.type(f"{last + 1}\n")
    terminal.wait_for(f"a number from 0 to {last}")
    terminal.type("q\n")
    assert terminal.end() == 0


def test_counting_can_be_interrupted(open_terminal: list[Terminal]) -> None:
    terminal = start(open_terminal, "perft", "icecult", "--depth", "30")
    terminal.wait_for("Counting to depth 30")
    terminal.type("\x03")
    assert terminal.end() != 0
    assert "Traceback" not in terminal.shown

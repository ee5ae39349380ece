"""A game as an animated picture: a GIF, which every messenger and browser shows.

Its size, its frames and its time are bounded: of a long game not every position is shown.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from floe.core.errors import BadOption
from floe.core.record import Record
from floe.pictures.board import board
from floe.pictures.lettering import font, write
from floe.pictures.marks import mark
from floe.pictures.seats import Seat
from floe.pictures.tints import ICE, QUIET, SEA, SUN, TEXT

MOST_FRAMES = 120
MOST_BYTES = 4 << 20
LASTS_MS = 30_000
"""So long the positions of a game are shown, unless it is a short one."""
SLOWEST_MS, QUICKEST_MS, END_MS = 800, 200, 4_000
_WIDTH = 600
_ROOM = (_WIDTH - 40, 520)
_HEAD, _GAP, _ROW, _FOOT = 62, 16, 46, 14


class NoPicture(BadOption):
    """The game draws no pictures, so there is nothing to animate."""

    def __init__(self, title: str) -> None:
        super().__init__(f"{title} draws no pictures, so a game of it cannot be animated")


def gif(record: Record, seats: Sequence[Seat]) -> bytes:
    """A game on record, as a spectator saw it, from its first position to its last."""
    frames = MOST_FRAMES
    while True:
        made = _encoded(record, seats, shown(len(record), frames))
        if len(made) <= MOST_BYTES or frames <= 2:
            return made
        frames //= 2


def shown(last: int, frames: int = MOST_FRAMES) -> list[int]:
    """Which positions of a game are shown, by the actions before each: all, or so many at equal distances."""
    count = min(last + 1, frames)
    return [round(step * last / max(count - 1, 1)) for step in range(count)]


def _encoded(record: Record, seats: Sequence[Seat], plies: Sequence[int]) -> bytes:
    pictures = list(_pictures(record, seats, plies))
    pause = min(max(LASTS_MS // len(plies), QUICKEST_MS), SLOWEST_MS)
    file = io.BytesIO()
    pictures[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[pause] * (len(plies) - 1) + [END_MS],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def _pictures(record: Record, seats: Sequence[Seat], plies: Sequence[int]) -> Iterator[Image.Image]:
    """Each frame in the colours of one palette, which the first, the middle and the last position give."""
    typical = [_frame(record, seats, ply) for ply in (plies[0], plies[len(plies) // 2], plies[-1])]
    palette = _palette(typical)
    for ply in plies:
        yield _frame(record, seats, ply).quantize(palette=palette, dither=Image.Dither.NONE)


def _palette(frames: Sequence[Image.Image]) -> Image.Image:
    width, height = frames[0].size
    together = Image.new("RGB", (width, height * len(frames)))
    for number, frame in enumerate(frames):
        together.paste(frame, (0, number * height))
    return together.quantize(255)


def _frame(record: Record, seats: Sequence[Seat], ply: int) -> Image.Image:
    """A position: above it the game and how far it is, below it who plays."""
    state = record.at(ply)
    canvas = state.picture(None)
    if canvas is None:
        raise NoPicture(record.game.title)
    drawn = board(canvas, *_ROOM)
    rows = (len(seats) + 1) // 2
    made = Image.new("RGB", (_WIDTH, _HEAD + drawn.height + _GAP + _ROW * rows + _FOOT), SEA[1])
    write(made, (20, 12), record.game.title, font(30, "bold"), TEXT, 400)
    count, letters = f"{ply} / {len(record)}", font(24)
    width = round(letters.getlength(count)) + 2
    write(made, (_WIDTH - 20 - width, 18), count, letters, QUIET, width)
    made.paste(drawn, ((_WIDTH - drawn.width) // 2, _HEAD))
    result = record.result if ply == len(record) else None
    marked = result.winners if result is not None else () if state.to_move is None else (state.to_move,)
    _seats(made, seats, marked, won=result is not None)
    return made


def _seats(picture: Image.Image, seats: Sequence[Seat], marked: Sequence[int], *, won: bool) -> None:
    """Two names a row. Whoever has to decide is underlined; who has won is written in the colour of the sun."""
    rows = (len(seats) + 1) // 2
    pen = ImageDraw.Draw(picture)
    for number, seat in enumerate(seats):
        x, y = 20 + 285 * (number % 2), picture.height - _FOOT - _ROW * (rows - number // 2)
        badge = mark(seat.colour, 34)
        picture.paste(badge, (x, y + 4), badge)
        letters = font(25, "bold" if number in marked else "regular")
        write(picture, (x + 44, y + 4), seat.written, letters, SUN[1] if won and number in marked else TEXT, 235)
        if number in marked:
            pen.rectangle((x + 44, y + 40, x + 44 + min(235, letters.getlength(seat.written)), y + 42), fill=ICE[4])

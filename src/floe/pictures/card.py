"""The picture beside a link, as messengers show it: a board on the left, words on the right, 1200 × 630."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from PIL.ImageFont import FreeTypeFont

from floe.core.canvas import Canvas
from floe.pictures.board import board, rounded
from floe.pictures.lettering import fitted, font, listed, write, written
from floe.pictures.marks import mark, sign
from floe.pictures.seats import Seat
from floe.pictures.tints import ICE, QUIET, SEA, SUN, TEXT

WIDTH, HEIGHT = 1200, 630
_MARGIN = 44
_ROOM = (590, HEIGHT - 2 * _MARGIN)
"""For the board."""
_GAP = 44
_ROW = 62
_CORNER = 18
_LINES = 3
_EFFORT = 4
"""Of zlib: 6 would save an eighth of the file and take half as long again."""


@dataclass(frozen=True)
class Card:
    """What is written on a card."""

    title: str
    facts: tuple[str, ...]
    """What is told below the seats, each in a few words."""
    seats: tuple[Seat, ...] = ()


def png(card: Card, canvas: Canvas | None) -> bytes:
    """The card as a file. Without a board the sign of Floe takes its place."""
    file = io.BytesIO()
    drawn(card, canvas).save(file, "PNG", compress_level=_EFFORT)
    return file.getvalue()


def drawn(card: Card, canvas: Canvas | None) -> Image.Image:
    """The card as a picture."""
    picture = _ground().copy()
    right = _place_board(picture, canvas) if canvas is not None else _place_sign(picture)
    _write_words(picture, card, right + _GAP)
    return picture


def _place_board(picture: Image.Image, canvas: Canvas) -> int:
    """The board at its place. Returns where it ends."""
    placed = board(canvas, *_ROOM)
    top = (HEIGHT - placed.height) // 2
    mask, shadow = _frame(placed.size)
    picture.paste(SEA[0], (_MARGIN - _GAP, top - _GAP), shadow)
    picture.paste(placed, (_MARGIN, top), mask)
    return _MARGIN + placed.width


@lru_cache(maxsize=8)
def _frame(size: tuple[int, int]) -> tuple[Image.Image, Image.Image]:
    """The mask of a board, and that of its shadow."""
    mask = rounded(size, _CORNER)
    shadow = Image.new("L", (size[0] + 2 * _GAP, size[1] + 2 * _GAP))
    shadow.paste(190, (_GAP, _GAP + 8), mask)
    return mask, shadow.filter(ImageFilter.GaussianBlur(14))


def _place_sign(picture: Image.Image) -> int:
    size = 430
    picture.paste(sign(size), (_MARGIN + 10, (HEIGHT - size) // 2), sign(size))
    return _MARGIN + size + 10


def _write_words(picture: Image.Image, card: Card, left: int) -> None:
    """Title, seats and text, together in the middle of the height; below them who shows it."""
    width = WIDTH - _MARGIN - left
    title, words = _title(card.title, width), font(28)
    lines = listed([written(fact, "") for fact in card.facts], words, width, _LINES)
    height = 84 + (len(card.seats) * _ROW + 14 if card.seats else 0) + 40 * len(lines)
    y = max(_MARGIN, (HEIGHT - 44 - height) // 2)
    write(picture, (left, y), written(card.title, "Floe"), title, TEXT, width)
    y += 84
    for seat in card.seats:
        _write_seat(picture, seat, left, y, width)
        y += _ROW
    y += 14 if card.seats else 0
    for line in lines:
        write(picture, (left, y), line, words, QUIET, width)
        y += 40
    if card.title != "Floe":
        picture.paste(sign(56), (left - 6, HEIGHT - _MARGIN - 52), sign(56))
        write(picture, (left + 56, HEIGHT - _MARGIN - 42), "Floe", font(28, "bold"), ICE[3], 200)


def _title(text: str, width: int) -> FreeTypeFont:
    """As large as it fits."""
    for size in (64, 58, 52, 46):
        if font(size, "bold").getlength(text) <= width:
            return font(size, "bold")
    return font(40, "bold")


def _write_seat(picture: Image.Image, seat: Seat, left: int, y: int, width: int) -> None:
    badge = mark(seat.colour, 44, filled=seat.taken)
    picture.paste(badge, (left, y + 4), badge)
    name, note = font(36, "bold" if seat.note else "regular"), font(24, "bold")
    room = width - 62 - (note.getlength(seat.note) + 44 if seat.note else 0)
    shown = fitted(seat.written, name, room)
    write(picture, (left + 62, y + 3), shown, name, TEXT if seat.taken else QUIET, int(room) + 1)
    if seat.note:
        x = left + 62 + round(name.getlength(shown)) + 16
        pill = (round(note.getlength(seat.note)) + 28, 38)
        picture.paste(SUN[1], (x, y + 8), rounded(pill, 19))
        write(picture, (x + 14, y + 12), seat.note, note, SEA[0], pill[0])


@lru_cache(maxsize=1)
def _ground() -> Image.Image:
    """Calm water: light in the upper right corner, floes far out."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    depth = (y / HEIGHT)[..., None]
    water = np.array(SEA[3], np.float32) * (1 - depth) + np.array(SEA[0], np.float32) * depth
    glow = np.exp(-(((x - WIDTH) / 700) ** 2 + (y / 420) ** 2))[..., None] * 0.42
    mixed = water * (1 - glow) + np.array(SEA[5], np.float32) * glow
    made = Image.fromarray(np.round(mixed).astype(np.uint8))
    floes = Image.new("L", (WIDTH * 2, HEIGHT * 2))
    pen = ImageDraw.Draw(floes)
    for points, shade in _FLOES:
        pen.polygon([(2 * across, 2 * down) for across, down in points], fill=shade)
    made.paste(ICE[3], (0, 0), floes.reduce(2))
    return made


_FLOES = (
    (((-20, 560), (120, 532), (270, 548), (330, 590), (180, 640), (-20, 650)), 26),
    (((520, 600), (640, 580), (790, 588), (850, 620), (700, 650), (540, 640)), 20),
    (((930, 548), (1060, 524), (1230, 540), (1230, 600), (1080, 612), (960, 590)), 24),
    (((330, 20), (470, 6), (590, 22), (540, 52), (400, 56)), 14),
)
"""Outlines, and how much of each is seen."""

"""Words in pictures. The font is FiraGO, for Latin, Greek, Cyrillic, Hebrew, Arabic, Georgian, Thai and Devanagari."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import pymupdf_fonts
from PIL import Image, ImageDraw, ImageFont

from floe.pictures.tints import Tint

Weight = Literal["regular", "bold"]
_CODES: dict[Weight, str] = {"regular": "figo", "bold": "figbo"}
_NO_CHARACTER = "\U0010ffff"
_ELLIPSIS = "…"


@lru_cache(maxsize=2)
def _file(weight: Weight) -> bytes:
    """The font as it is packed: unpacking takes longer than drawing a whole card."""
    return bytes(pymupdf_fonts.fontbuffers[_CODES[weight]]())


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "regular") -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(io.BytesIO(_file(weight)), size)


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    """Whether the font has a character: what it lacks is drawn like one that does not exist."""
    shape, missing = (font(24).getmask(text) for text in (character, _NO_CHARACTER))
    return character.isspace() or (shape.size, bytes(shape)) != (missing.size, bytes(missing))


def written(text: str, instead: str) -> str:
    """A text without the signs that the font lacks; another one in its place if letters were among them."""
    kept = "".join(filter(_has, text)).strip()
    lost = any(not _has(character) and character.isalnum() for character in text)
    return instead if lost or not kept else kept


def fitted(text: str, letters: ImageFont.FreeTypeFont, width: float) -> str:
    """As much of a text as there is room for."""
    if letters.getlength(text) <= width:
        return text
    while text and letters.getlength(text + _ELLIPSIS) > width:
        text = text[:-1].rstrip()
    return text + _ELLIPSIS


def listed(facts: Sequence[str], letters: ImageFont.FreeTypeFont, width: float, lines: int) -> list[str]:
    """Facts with dots between them, in lines of some width that end between two of them if they can. What does not
    fit into so many lines is cut off.
    """
    made: list[str] = []
    for fact in facts:
        longer = f"{made[-1]} · {fact}" if made else fact
        if made and letters.getlength(longer) <= width:
            made[-1] = longer
        else:
            made += _wrapped(fact, letters, width)
    return made[:lines]


def _wrapped(text: str, letters: ImageFont.FreeTypeFont, width: float) -> list[str]:
    made: list[str] = []
    for word in text.split(" "):
        longer = f"{made[-1]} {word}" if made else word
        if made and letters.getlength(longer) <= width:
            made[-1] = longer
        else:
            made.append(word)
    return made


def write(
    picture: Image.Image, at: tuple[int, int], text: str, letters: ImageFont.FreeTypeFont, tint: Tint, width: int
) -> None:
    """A line from its left top on, no wider than it may be and no higher than a line: marks piled on a letter end
    where the next line begins.
    """
    ascent, descent = letters.getmetrics()
    line = Image.new("L", (width, ascent + descent))
    ImageDraw.Draw(line).text((0, 0), fitted(text, letters, width), fill=255, font=letters)
    picture.paste(tint, at, line)

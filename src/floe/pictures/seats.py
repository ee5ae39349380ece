"""Those at a table, as pictures show them."""

from __future__ import annotations

from dataclasses import dataclass

from floe.core.record import Record
from floe.core.words import COLOUR_NAMES
from floe.pictures.lettering import written


@dataclass(frozen=True)
class Seat:
    """Somebody at the table, or nobody yet."""

    colour: str
    """One of y r g b."""
    name: str
    instead: str
    """What is written where the font lacks the name's letters."""
    note: str = ""
    """A word behind the name: that it won, or is to move."""
    taken: bool = True

    @property
    def written(self) -> str:
        return written(self.name, self.instead)


def seats_of(record: Record) -> list[Seat]:
    """Those who played a game on record, in English."""
    return [Seat(player.colour, player.name, COLOUR_NAMES[player.colour].capitalize()) for player in record.players]

"""Who sits at one seat of a table: everything that is known of it, once for the game, for lists and for the wire."""

from __future__ import annotations

from msgspec import Struct

from floe.server.wire.tables import SeatKind

NAMELESS = "Guest"
"""How people are called who have not told their name."""


class Seat(Struct):
    """One seat. Lists store it as it is; what others may see of it has the same names in ``SeatView``."""

    colour: str
    kind: SeatKind = "open"
    name: str | None = None
    level: str | None = None
    """Of the machine that decides here now, also of one that stands in; none where a person does."""
    guest: str | None = None
    stand_in: bool = False
    """A machine plays for this person, who left or ran out of time."""
    entropy_due: bool = False
    """Its person has still to add to the deal; the game waits for it."""
    entropy: str = ""
    reserved: str | None = None
    """The guest for whom an open seat is kept."""
    only_this_turn: bool = False
    """The machine that stands in stops when the turn is over."""

    def taken_by(self, guest: str, name: str, entropy: str, entropy_due: bool) -> Seat:
        """The seat when a person has sat down."""
        return Seat(self.colour, "person", name, guest=guest, entropy=entropy, entropy_due=entropy_due)

    def played_by(self, level: str | None) -> Seat:
        """The seat when a machine has it."""
        return Seat(self.colour, "machine", level, level)

    def replace_by(self, level: str) -> None:
        """A machine of this level stands in for the person."""
        self.stand_in, self.level = True, level

    def come_back(self) -> None:
        """The person plays again."""
        self.stand_in = self.only_this_turn = False
        self.level = None


def hand_over(seats: list[Seat], gone: str, into: str) -> None:
    """Let the seats of one guest be another's, also those that are kept. Whoever sits needs none kept."""
    for seat in seats:
        seat.guest = into if seat.guest == gone else seat.guest
        seat.reserved = into if seat.reserved == gone else seat.reserved
    if any(seat.guest == into for seat in seats):
        for seat in seats:
            seat.reserved = None if seat.reserved == into else seat.reserved

"""The rules of IGLU IGLU in the order of the rulebook, one function per rule. Compiled; see ``floe.core.jit``.

``s`` is one struct (``layout.STATE``), changed in place. Functions that return a set of cells say what is allowed;
the others do what was chosen and trust that it was allowed. Ending and scoring (II-26 to II-30) are in ``scoring``.
"""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.typing import Struct
from floe.games.igluiglu import layout
from floe.games.igluiglu.geography import (
    CENTRE,
    CORNERS,
    LAND,
    NEIGHBOUR,
    RING,
    WATER,
    area,
    around,
    bit,
    contains,
    shifted,
)
from floe.games.igluiglu.layout import (
    ACT_PHASE,
    BARRED_IGLOOS,
    BEAR,
    BEAR_TOKEN,
    BY_VARIANT,
    DRIFT,
    DRIFT_PHASE,
    FISH,
    FLEE_PHASE,
    FLIP_PHASE,
    FOX,
    GLACIER,
    HAND_ENERGY,
    HAND_HARPOON,
    HAND_HERD,
    HAND_MELT,
    HARPOON,
    HERD_PHASE,
    MELT,
    PLAYED_ENERGY,
    PLAYED_HARPOON,
    PLAYED_HERD,
    PLAYED_MELT,
    SHOVE_PHASE,
    SPEAR_PHASE,
)
from floe.games.igluiglu.pieces import (
    add_animal,
    add_inuit,
    all_igloos,
    all_inuit,
    clear_animals,
    inuit_count,
    move_tile,
    moved,
    remove_animal,
    remove_inuit,
    remove_tile,
)
from floe.games.igluiglu.scoring import finish

_ZERO = np.uint64(0)
_CORNER = np.array(CORNERS, dtype=np.int64)
_OPPOSITE = np.array([2, 3, 0, 1], dtype=np.int64)
_ANY_BEAR = 3  # among the animals of an action


@compiled
def sea(s: Struct) -> np.uint64:
    """II-2: the cells without a tile that are not land."""
    return np.uint64(WATER & ~s.ice)


@compiled
def place(s: Struct, cell: int) -> None:
    """II-6: the players in turn, one Inuit at a time, set all their Inuit on tiles of the outer ring."""
    seat = int(s.to_move)
    add_inuit(s, cell, seat)
    s.to_place[seat] -= 1
    s.owner = (seat + 1) % int(s.players)
    s.to_move = s.owner
    if s.to_place[s.owner] == 0:
        begin_flip(s)


@compiled
def flippable(s: Struct) -> np.uint64:
    """II-7: empty face-down tiles next to the sea; if there are none, empty face-down tiles of the outer ring."""
    empty = s.down & ~(all_inuit(s) | all_igloos(s) | s.fish | s.foxes | s.bears)
    at_sea = empty & around(sea(s))
    return np.uint64(at_sea if at_sea != _ZERO else empty & RING)


@compiled
def begin_flip(s: Struct) -> None:
    """II-7, II-26: play comes (or comes back) to the flip; if none is possible, the game ends at once."""
    s.phase = FLIP_PHASE
    s.to_move = s.owner
    if flippable(s) == _ZERO:
        finish(s)


@compiled
def flip(s: Struct, cell: int) -> None:
    """II-7, II-8: a tile with a red border goes into the hand; any other is shown and happens at once."""
    kind = int(s.kinds[cell])
    if kind == GLACIER:
        glacier_comes_up(s, cell)
    else:
        remove_tile(s, cell)
    if kind >= MELT:
        s.hands[s.owner, kind - MELT] += 1
    else:
        s.seen[kind] += 1
    if kind == BEAR:
        bear_comes_up(s, cell)
    elif kind == DRIFT:
        begin_drift(s)
        return
    elif kind < BEAR:
        fish_come_up(s, cell, kind)
    begin_second_part(s)


@compiled
def begin_second_part(s: Struct) -> None:
    """II-19: three action points, to be spent in any order."""
    s.phase = ACT_PHASE
    s.points = layout.POINTS


@compiled
def fish_come_up(s: Struct, cell: int, number: int) -> None:
    """II-9, II-3: so many fish, or as many as are left."""
    for _ in range(number):
        if s.fish_left > 0:
            s.fish_left -= 1
            add_animal(s, cell, FISH + int(s.fish_supply[s.fish_left]) - 1)
            s.fish_supply[s.fish_left] = 0


@compiled
def bear_comes_up(s: Struct, cell: int) -> None:
    """II-10: it attacks nobody until it is moved."""
    if s.bears_left > 0:
        s.bears_left -= 1
        s.bears |= bit(cell)


@compiled
def glacier_comes_up(s: Struct, cell: int) -> None:
    """II-11: the tile stays for good, face up, with a fox on it."""
    s.down &= ~bit(cell)
    s.kinds[cell] = 0
    if s.fox_left > 0:
        s.fox_left -= 1
        add_animal(s, cell, FOX + int(s.fox_supply[s.fox_left]) - 1)
        s.fox_supply[s.fox_left] = 0


@compiled
def pushable(s: Struct, direction: int) -> np.uint64:
    """II-12: the tiles that can be pushed: an unbroken line ahead, and beyond it sea where room can be made."""
    back = _OPPOSITE[direction]
    line = shifted(sea(s) & ~no_room(s), back) & s.ice
    for _ in range(6):
        line |= shifted(line, back) & s.ice
    return np.uint64(line)


@compiled
def begin_drift(s: Struct) -> None:
    """II-12: the player must push a tile; if no push is possible, nothing happens."""
    for direction in range(4):
        if pushable(s, direction) != _ZERO:
            s.phase = DRIFT_PHASE
            return
    begin_second_part(s)


@compiled
def beyond_line(s: Struct, cell: int, direction: int) -> int:
    """II-12: the first cell beyond the unbroken line of tiles that begins here."""
    while contains(s.ice, cell):
        cell = int(NEIGHBOUR[cell, direction])
    return cell


@compiled
def drift(s: Struct, cell: int, direction: int) -> None:
    """II-12, II-13: push the line, after room was made for it."""
    target = beyond_line(s, cell, direction)
    if contains(s.fish | s.bears, target):
        s.phase = SHOVE_PHASE
        s.push_cell = cell
        s.push_direction = direction
        return
    s.push_cell = 0
    s.push_direction = 0
    while target != cell:
        behind = int(NEIGHBOUR[target, _OPPOSITE[direction]])
        move_tile(s, behind, target)
        target = behind
    begin_second_part(s)


@compiled
def bear_room(s: Struct) -> np.uint64:
    """II-13, II-21: sea onto which a bear may be moved out of the way."""
    return np.uint64(sea(s) & ~s.bears & ~barred_centre(s))


@compiled
def no_room(s: Struct) -> np.uint64:
    """II-13: cells with fish or a bear that cannot be moved out of the way."""
    return np.uint64((s.fish & ~around(sea(s))) | (s.bears & ~around(bear_room(s))))


@compiled
def shove_room(s: Struct, animal: int) -> np.uint64:
    """II-13: where an animal in the way may go."""
    in_the_way = bit(beyond_line(s, int(s.push_cell), int(s.push_direction)))
    return np.uint64(around(in_the_way) & (bear_room(s) if animal == _ANY_BEAR else sea(s)))


@compiled
def shove(s: Struct, animal: int, direction: int) -> None:
    """II-13: an animal in the way goes to a neighbouring sea cell; when all are gone, the push is made."""
    origin = beyond_line(s, int(s.push_cell), int(s.push_direction))
    move_animal(s, origin, FISH + animal if animal != _ANY_BEAR else BEAR_TOKEN, int(NEIGHBOUR[origin, direction]))
    drift(s, int(s.push_cell), int(s.push_direction))


@compiled
def may_play(s: Struct, hand: int, played: int) -> bool:
    """II-14: a tile in the owner's hand whose type was not played this turn."""
    return bool(s.hands[s.owner, hand] > 0 and not int(s.played) & played)


@compiled
def play_tile(s: Struct, hand: int, played: int) -> None:
    """II-14: a tile of the owner's is played: out of the game, and openly seen."""
    s.hands[s.owner, hand] -= 1
    s.seen[MELT + hand] += 1
    s.played |= np.uint8(played)


@compiled
def may_melt(s: Struct) -> bool:
    """II-14, II-15: a melt tile, before the flip or in the second part."""
    return may_play(s, HAND_MELT, PLAYED_MELT)


@compiled
def meltable(s: Struct) -> np.uint64:
    """II-15: face-down tiles next to the sea and without an igloo."""
    return np.uint64(s.down & around(sea(s)) & ~all_igloos(s))


@compiled
def melt(s: Struct, cell: int) -> None:
    """II-15: the tile goes unseen, the animals on it are out of the game, the Inuit flee."""
    play_tile(s, HAND_MELT, PLAYED_MELT)
    remove_tile(s, cell)
    clear_animals(s, cell)
    s.bears &= ~bit(cell)
    s.back = s.phase
    for seat in range(int(s.players)):
        begin_flight(s, cell, seat)
    go_on(s)


@compiled
def begin_flight(s: Struct, cell: int, seat: int) -> None:
    """II-15, II-23: a player's Inuit leave a cell and wait for their corners."""
    number = inuit_count(s, cell, seat)
    if number > 0:
        s.queue[seat] = number
        remove_inuit(s, cell, seat, number)


@compiled
def flee(s: Struct, corner: int) -> None:
    """II-15, II-23: the next Inuit, by seat, goes to the corner that the player on turn chooses."""
    for seat in range(4):
        if s.queue[seat] > 0:
            s.queue[seat] -= 1
            add_inuit(s, int(_CORNER[corner]), seat)
            break
    go_on(s)


@compiled
def go_on(s: Struct) -> None:
    """II-15, II-18, II-23: first those who flee, then the herd steps left, then the phase that was interrupted."""
    s.to_move = s.owner
    for seat in range(4):
        if s.queue[seat] > 0:
            s.phase = FLEE_PHASE
            return
    if s.steps > 0 and can_herd(s):
        s.phase = HERD_PHASE
        return
    s.steps = 0
    back = int(s.back)
    s.back = 0
    s.phase = back
    if back == FLIP_PHASE:
        begin_flip(s)


@compiled
def may_play_energy(s: Struct, size: int) -> bool:
    """II-14, II-16: an energy tile of that size, one of any size a turn."""
    return may_play(s, HAND_ENERGY + size, PLAYED_ENERGY)


@compiled
def energy(s: Struct, size: int) -> None:
    """II-16: that many more points this turn."""
    play_tile(s, HAND_ENERGY + size, PLAYED_ENERGY)
    s.points += size + 1


@compiled
def may_harpoon(s: Struct) -> bool:
    """II-14, II-17: the player on turn has a harpoon and played none this turn."""
    return may_play(s, HAND_HARPOON, PLAYED_HARPOON)


@compiled
def harpoon(s: Struct, cell: int, animal: int) -> None:
    """II-17: take an animal without points."""
    play_tile(s, HAND_HARPOON, PLAYED_HARPOON)
    take(s, int(s.owner), cell, animal)


@compiled
def take(s: Struct, seat: int, cell: int, animal: int) -> None:
    """II-17, II-20: an animal leaves the board for a player's own."""
    s.taken[seat, animal] += 1
    if animal == BEAR_TOKEN:
        s.bears &= ~bit(cell)
    else:
        remove_animal(s, cell, animal)


@compiled
def may_play_herd(s: Struct) -> bool:
    """II-14, II-18: a herd tile, before the flip or in the second part."""
    return may_play(s, HAND_HERD, PLAYED_HERD)


@compiled
def herd(s: Struct) -> None:
    """II-18: three animal steps follow, as long as any is possible."""
    play_tile(s, HAND_HERD, PLAYED_HERD)
    s.back = s.phase
    s.steps = layout.HERD_STEPS
    go_on(s)


@compiled
def fox_ground(s: Struct) -> np.uint64:
    """II-18, II-21: tiles onto which a fox may step."""
    return np.uint64(s.ice & ~barred_centre(s))


@compiled
def bear_ground(s: Struct) -> np.uint64:
    """II-18, II-21: where a bear may step: sea and tiles without a bear, and land if the corners are open."""
    return np.uint64(~(s.bears | barred_centre(s) | barred_land(s)))


@compiled
def barred_land(s: Struct) -> np.uint64:
    """II-18: where bears are not herded, unless the corners are open."""
    return np.uint64(_ZERO if s.open_corners else LAND)


@compiled
def can_herd(s: Struct) -> bool:
    """II-18: whether any animal step is possible."""
    fish = s.fish & around(sea(s))
    foxes = s.foxes & around(fox_ground(s))
    bears = s.bears & around(bear_ground(s))
    return bool((fish | foxes | bears) != _ZERO)


@compiled
def animal_step(s: Struct, cell: int, animal: int, direction: int) -> None:
    """II-18: an animal is herded one cell on. A bear that comes to Inuit attacks (II-23)."""
    s.steps -= 1
    target = int(NEIGHBOUR[cell, direction])
    move_animal(s, cell, animal, target)
    if animal == BEAR_TOKEN and contains(all_inuit(s), target):
        attack(s, target)
    else:
        go_on(s)


@compiled
def walkable(s: Struct) -> np.uint64:
    """II-19, II-30: tiles that an Inuit of the player on turn may enter; those with a bear only with a harpoon."""
    tiles = s.ice
    if not may_harpoon(s):
        tiles &= ~s.bears
    if igloos_barred(s):
        tiles &= ~(all_igloos(s) & ~s.igloo_of[s.owner])
    return np.uint64(tiles)


@compiled
def igloos_barred(s: Struct) -> bool:
    """II-30: whether nobody enters a tile with another player's igloo."""
    return bool(s.gamers if s.igloo_reading == BY_VARIANT else s.igloo_reading == BARRED_IGLOOS)


@compiled
def kayak_targets(s: Struct, cell: int) -> np.uint64:
    """II-19: other tiles next to the sea area that the cell is next to; sea with a bear is no part of it."""
    waters = area(around(bit(cell)), sea(s) & ~s.bears)
    return np.uint64(around(waters) & walkable(s) & ~bit(cell))


@compiled
def travel(s: Struct, cell: int, target: int, price: int) -> None:
    """II-19: an own Inuit walks or kayaks; entering a bear's tile takes the bear by harpoon."""
    s.points -= price
    remove_inuit(s, cell, int(s.owner), 1)
    add_inuit(s, target, int(s.owner))
    if contains(s.bears, target):
        harpoon(s, target, BEAR_TOKEN)


@compiled
def fish_in_reach(s: Struct) -> np.uint64:
    """II-20: fish next to a tile (not land) with an own Inuit."""
    return np.uint64(s.fish & around(s.inuit_of[s.owner] & s.ice))


@compiled
def foxes_in_reach(s: Struct) -> np.uint64:
    """II-20: foxes on a tile with an own Inuit."""
    return np.uint64(s.foxes & s.inuit_of[s.owner])


@compiled
def bears_in_reach(s: Struct) -> np.uint64:
    """II-17, II-20: bears on a cell with an own Inuit; only by harpoon."""
    return np.uint64(s.bears & s.inuit_of[s.owner])


@compiled
def hunt(s: Struct, cell: int, animal: int) -> None:
    """II-20: an animal costs as many points as it is worth."""
    s.points -= animal % 3 + 1
    take(s, int(s.owner), cell, animal)


@compiled
def barred_centre(s: Struct) -> np.uint64:
    """II-21: where bears and foxes are not moved by herding or making room."""
    return np.uint64(_ZERO if s.open_centre else CENTRE)


@compiled
def move_animal(s: Struct, cell: int, animal: int, target: int) -> None:
    """II-22: a bear that is moved eats the fish and foxes where it comes; other animals just move."""
    if animal == BEAR_TOKEN:
        s.bears = moved(s.bears, cell, target)
        clear_animals(s, target)
    else:
        remove_animal(s, cell, animal)
        add_animal(s, target, animal)


@compiled
def attack(s: Struct, cell: int) -> None:
    """II-23: every player with Inuit on the cell is asked for a harpoon."""
    s.attacked = cell
    for seat in range(int(s.players)):
        if inuit_count(s, cell, seat) > 0:
            s.ask |= np.uint8(1 << seat)
    ask_next(s)


@compiled
def ask_next(s: Struct) -> None:
    """II-23: clockwise from the player after the one on turn, that player last. When nobody answers, they flee."""
    players = int(s.players)
    for k in range(players):
        seat = (int(s.owner) + 1 + k) % players
        if (int(s.ask) >> seat) & 1:
            s.phase = SPEAR_PHASE
            s.to_move = seat
            return
    cell = int(s.attacked)
    s.attacked = 0
    for seat in range(players):
        if not contains(s.igloo_of[seat], cell):
            begin_flight(s, cell, seat)
    go_on(s)


@compiled
def may_spear(s: Struct) -> bool:
    """II-14, II-23: the player asked has a harpoon; the player on turn usually only if none was played this turn."""
    if s.to_move == s.owner and not s.many_answers:
        return may_harpoon(s)
    return bool(s.hands[s.to_move, HAND_HARPOON] > 0)


@compiled
def spear(s: Struct) -> None:
    """II-23: the answer takes the bear; everyone stays and the attack is over."""
    seat = int(s.to_move)
    s.hands[seat, HAND_HARPOON] -= 1
    s.seen[HARPOON] += 1
    if seat == s.owner:
        s.played |= np.uint8(PLAYED_HARPOON)
    take(s, seat, int(s.attacked), BEAR_TOKEN)
    s.attacked = 0
    s.ask = 0
    go_on(s)


@compiled
def pass_by(s: Struct) -> None:
    """II-23: the player asked does not answer."""
    s.ask &= np.uint8(~(1 << int(s.to_move)) & 255)
    ask_next(s)


@compiled
def igloo_sites(s: Struct) -> np.uint64:
    """II-24: tiles with an own Inuit, no other player's and no igloo; if an igloo and three points are left."""
    if s.igloos[s.owner] == 0 or s.points < 3:
        return _ZERO
    others = _ZERO
    for seat in range(4):
        if seat != s.owner:
            others |= s.inuit_of[seat]
    return np.uint64(s.inuit_of[s.owner] & s.ice & ~others & ~all_igloos(s))


@compiled
def build(s: Struct, cell: int) -> None:
    """II-24: an igloo costs three points."""
    s.points -= 3
    s.igloos[s.owner] -= 1
    s.igloo_of[s.owner] |= bit(cell)


@compiled
def end_turn(s: Struct) -> None:
    """II-25: points left over are lost and the next seat is on turn."""
    s.points = 0
    s.played = 0
    if s.turn < layout.MAX_TURN:  # which no game reaches, but a document may name
        s.turn += 1
    s.owner = (int(s.owner) + 1) % int(s.players)
    begin_flip(s)

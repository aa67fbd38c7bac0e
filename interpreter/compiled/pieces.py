"""Pieces on their places: every mask that depends on where they stand is kept up to date."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .layout import CLOCK, ON_BOARD
from .native import Built, on_pieces
from .sets import State, bits

Putting = Callable[[State, int, int], None]
Lifting = Callable[[State, int], None]
Field = tuple[str, int, int]
"""a state of pieces: its form, its slot, and another slot or what it is at first"""


class Pieces:
    """Placing, lifting and swapping pieces, with every mask that depends on where they stand."""

    def __init__(
        self,
        places: int,
        owners: int,
        stamps: int,
        contents: int,
        sides: int,
        affects: Sequence[tuple[int, ...]],
        offsets: Sequence[int],
        standing: Sequence[int],
        groups: Sequence[int],
        kinds: Sequence[int],
        fields: Sequence[tuple[Field, ...]],
        fixed: Sequence[int],
        first_piece_place: int,
    ) -> None:
        self.places, self.owners, self.stamps = places, owners, stamps
        self.contents = contents
        """slot of what stands on piece 0"""
        self.sides = sides
        """how many can own pieces; their place masks stand first, then nobody's, then all"""
        self.affects = affects
        """by place: the slots whose masks hold the pieces standing there, its own first"""
        self.offsets = offsets
        self.standing = standing
        """by piece: the slots of place masks of its kind, or 0"""
        self.groups = groups
        """by piece: all pieces of its kind and owner"""
        self.kinds = kinds
        """by piece: all pieces of its kind"""
        self.fields = fields
        """by piece: (form, slot, what it is at first) of each of its states"""
        self.fixed = fixed
        """by piece: its owner for good, or -1"""
        self.first_piece_place = first_piece_place
        native = self.in_c()
        self.put: Putting = native.get("put", self.plain_put)
        self.stand: Putting = native.get("stand", self.plain_stand)
        """put down where it stood before: no later than then"""
        self.lift: Lifting = native.get("lift", self.plain_lift)
        self.move: Putting = native.get("move", self.plain_move)

    def in_c(self) -> dict[str, Built]:
        """Built-in functions of the same effect, where there are any."""
        numbers = (ON_BOARD, CLOCK, self.places, self.owners, self.stamps, self.sides)
        things = range(max(len(self.offsets), len(self.affects)))
        return on_pieces(
            numbers,
            tuple(self.affects),
            tuple(self.offsets),
            tuple(self.standing),
            tuple(self.groups),
            tuple(self.kinds),
            tuple(1 << thing for thing in things),
            tuple(~(1 << thing) for thing in things),
        )

    def plain_put(self, state: State, piece: int, place: int) -> None:
        self.plain_stand(state, piece, place)
        state[CLOCK] += 1
        state[self.stamps + piece] = state[CLOCK]

    def plain_stand(self, state: State, piece: int, place: int) -> None:
        bit = 1 << piece
        state[ON_BOARD] |= bit
        state[self.places + piece] = place
        for slot in self.affects[place + self.offsets[piece]]:
            state[slot] |= bit
        block = self.standing[piece]
        if block:
            owner = state[self.owners + piece]
            spot = 1 << place
            state[block + (owner if owner >= 0 else self.sides)] |= spot
            state[block + self.sides + 1] |= spot

    def plain_lift(self, state: State, piece: int) -> None:
        place = state[self.places + piece]
        if place < 0:
            return
        clear = ~(1 << piece)
        state[ON_BOARD] &= clear
        state[self.places + piece] = -1
        slots = self.affects[place + self.offsets[piece]]
        for slot in slots:
            state[slot] &= clear
        block = self.standing[piece]
        if block:
            here = state[slots[0]]
            spot = ~(1 << place)
            owner = state[self.owners + piece]
            if owner < 0 or not here & self.groups[piece]:
                state[block + (owner if owner >= 0 else self.sides)] &= spot
            if not here & self.kinds[piece]:
                state[block + self.sides + 1] &= spot

    def plain_move(self, state: State, piece: int, place: int) -> None:
        self.plain_lift(state, piece)
        self.plain_put(state, piece, place)

    def put_far(self, state: State, piece: int, place: int) -> None:
        """Put on a place of the common numbering: pieces of several sorts of places."""
        self.put(state, piece, place - self.offsets[piece])

    def move_far(self, state: State, piece: int, place: int) -> None:
        self.move(state, piece, place - self.offsets[piece])

    def remove(self, state: State, piece: int) -> None:
        """Back to the supply, with all that stands on it."""
        for cargo in bits(state[self.contents + piece]):
            self.remove(state, cargo)
        self.lift(state, piece)
        self.forget(state, piece)
        state[self.owners + piece] = self.fixed[piece]

    def forget(self, state: State, piece: int) -> None:
        for form, slot, first in self.fields[piece]:
            if form == "flags":
                state[slot] = state[slot] | 1 << piece if first else state[slot] & ~(1 << piece)
            else:
                state[slot] = first

    def swap(self, state: State, piece: int, other: int, shared: Sequence[Field]) -> None:
        """`other` takes the place, stamp, load and common fields of `piece`."""
        place = state[self.places + piece] + self.offsets[piece]
        stamp = state[self.stamps + piece]
        for form, from_slot, to_slot in shared:
            if form == "flags":
                had = state[from_slot] >> piece & 1
                state[to_slot] = (
                    state[to_slot] | had << other if had else state[to_slot] & ~(1 << other)
                )
            else:
                state[to_slot + other] = state[from_slot + piece]
        cargo = bits(state[self.contents + piece])
        for item in cargo:
            self.lift(state, item)
        self.lift(state, piece)
        self.forget(state, piece)
        state[self.owners + piece] = self.fixed[piece]
        self.stand(state, other, place - self.offsets[other])
        state[self.stamps + other] = stamp
        for item in cargo:
            self.stand(state, item, other + self.first_piece_place - self.offsets[item])


def free_piece(state: State, mask: int) -> int:
    """The first piece of a set that is in the supply, or none."""
    left: int = mask & ~state[ON_BOARD]
    return (left & -left).bit_length() - 1


def far_place(state: State, places: int, offsets: Sequence[int], piece: int) -> int:
    """Where a piece stands, in the common numbering of places."""
    place: int = state[places + piece]
    return place + offsets[piece] if place >= 0 else -1


def near_place(place: int, offset: int) -> int:
    """A place of the common numbering as the pieces of one sort of place write it down."""
    return place - offset if place >= 0 else -1


def around_pieces(
    state: State, places: int, offsets: Sequence[int], table: Sequence[int], mask: int
) -> int:
    """The union of a table of masks over the places of some pieces."""
    found = 0
    for piece in bits(mask):
        place = state[places + piece]
        if place >= 0:
            found |= table[place + offsets[piece]]
    return found


def standing_on(state: State, places: int, pieces: int, spots: int) -> tuple[int, ...]:
    """Those pieces of a set that stand on certain places."""
    if not spots:
        return ()
    found = [(piece, state[places + piece]) for piece in bits(pieces)]
    return tuple([piece for piece, place in found if place >= 0 and spots >> place & 1])


def touched_once(state: State, places: int, pieces: int, table: Sequence[int]) -> int:
    """Of a table of masks over the places of some pieces: what is in exactly one of them."""
    once = twice = 0
    for piece in bits(pieces):
        around = table[state[places + piece]]
        twice |= once & around
        once |= around
    return once & ~twice


def owned_by(state: State, owners: int, kind: int, who: int) -> int:
    """Pieces of a kind on the board that belong to one of a set of players."""
    found = 0
    for piece in bits(state[ON_BOARD] & kind):
        owner = state[owners + piece]
        if owner >= 0 and who >> owner & 1:
            found |= 1 << piece
    return found


def edges_but(state: State, edges: int, piece: int, among: int, places: int, occupied: int) -> int:
    """Edges below some pieces, without one of them; another one may stand on the same edge."""
    place = state[places + piece] if piece >= 0 else -1
    if place < 0 or not among >> piece & 1 or state[occupied + place] & among & ~(1 << piece):
        return edges
    return edges & ~(1 << place)

"""Sets as bit masks, and lists of things, as generated code uses them.

Results that depend only on masks are remembered, because the same masks come again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from .native import answering

State = list[Any]
"""the flat state; `layout` says what lies where"""
Masks = Sequence[int]
MOST_REMEMBERED = 30_000
WORD, WIDEST = 8, 1 << 16
"""bytes; no row so wide is left to the built-in function"""
SPARSE = 30
"""sets with fewer elements are taken apart element by element, larger ones byte by byte"""


class Elements(dict[int, tuple[int, ...]]):
    """mask → its elements, in order; what was asked before is found without a call."""

    def plain(self, mask: int) -> tuple[int, ...]:
        items: list[int] = []
        rest = mask
        if mask.bit_count() < SPARSE:
            while rest:
                top = rest.bit_length() - 1
                items.append(top)
                rest ^= 1 << top
            items.reverse()
        else:
            place = 0
            for byte in mask.to_bytes(mask.bit_length() + 7 >> 3, "little"):
                if byte:
                    items += BYTES[place | byte]
                place += 256
        if len(self) > MOST_REMEMBERED:
            self.clear()
        found = self[mask] = tuple(items)
        return found

    __missing__ = plain


class Bytes(dict[int, tuple[int, ...]]):
    """256 * i + byte → the elements that byte number i of a mask stands for."""

    def __missing__(self, key: int) -> tuple[int, ...]:
        place, byte = divmod(key, 256)
        found = self[key] = tuple(8 * place + i for i in range(8) if byte >> i & 1)
        return found


BYTES = Bytes()
bits = Elements().__getitem__


def mask_of(items: Sequence[int]) -> int:
    mask = 0
    for item in items:
        if item >= 0:
            mask |= 1 << item
    return mask


def one_bit(mask: int) -> int:
    """The only element, or none."""
    return mask.bit_length() - 1 if mask and not mask & (mask - 1) else -1


def first_bit(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


@cache
def in_c() -> bool:
    """What is not in these memories is found by built-in functions, where there are any."""
    return answering(Elements, "elements") and answering(Image, "image")


def as_table(rows: Masks) -> bytes:
    """Masks as the built-in function reads them, in whole words: how many bytes a row has, then the
    rows."""
    wide = -(-max(rows, default=0).bit_length() // (8 * WORD)) * WORD
    fitting = [row.to_bytes(wide, "little") for row in rows] if wide < WIDEST else ()
    return wide.to_bytes(WORD, "little") + b"".join(fitting)


class Image(dict[int, int]):
    """The union of table rows over a set, remembered; asked through `__getitem__`."""

    __slots__ = ("bytes", "rows", "table")

    def __init__(self, rows: Masks) -> None:
        self.rows = rows
        self.bytes = ByteImage(rows)
        self.table = as_table(rows) if in_c() else b""

    def plain(self, mask: int) -> int:
        found = 0
        if mask.bit_count() < SPARSE:
            rows, rest = self.rows, mask
            while rest:
                top = rest.bit_length() - 1
                found |= rows[top]
                rest ^= 1 << top
        else:
            place = 0
            known = self.bytes
            for byte in mask.to_bytes(mask.bit_length() + 7 >> 3, "little"):
                if byte:
                    found |= known[place | byte]
                place += 256
        if len(self) > MOST_REMEMBERED:
            self.clear()
        self[mask] = found
        return found

    __missing__ = plain


class Reaching(dict[tuple[int, int], int]):
    """What is reached from neighbour to neighbour, remembered: (the set that is not left, where it
    begins) → all that is reached."""

    def __init__(self, neighbours: Masks) -> None:
        self.around = image_over(neighbours)

    def __missing__(self, key: tuple[int, int]) -> int:
        inside, new = key
        found = new
        while new:
            new = self.around(new) & inside & ~found
            found |= new
        if len(self) > MOST_REMEMBERED:
            self.clear()
        self[key] = found
        return found


class ByteImage(dict[int, int]):
    """256 * i + byte → the union of the rows that byte number i of a mask stands for."""

    def __init__(self, rows: Masks) -> None:
        self.rows = rows

    def __missing__(self, key: int) -> int:
        found = 0
        for item in BYTES[key]:
            found |= self.rows[item]
        self[key] = found
        return found


@lru_cache(maxsize=64)
def image_over(rows: tuple[int, ...]) -> Callable[[int], int]:
    """The same table is remembered once, whoever asks."""
    return Image(rows).__getitem__


def gather(state: State, base: int, mask: int) -> int:
    """The union of slots base+x over a set."""
    found = 0
    for item in bits(mask):
        found |= state[base + item]
    return found


def collect(state: State, base: int, items: Sequence[int]) -> int:
    """The set of the contents of slots base+x."""
    found = 0
    for item in items:
        value = state[base + item]
        if value >= 0:
            found |= 1 << value
    return found


def equal_to(state: State, base: int, mask: int, value: int) -> int:
    """Those things of a set for which slot base+x holds a value."""
    found = 0
    for item in bits(mask):
        if state[base + item] == value:
            found |= 1 << item
    return found


def add_moves(moves: list[int], things: int, first: int, step: int) -> None:
    """A move for each thing of a set."""
    moves += [first + x * step for x in bits(things)]


def newest(state: State, stamps: int, mask: int) -> int:
    best, found = -1, -1
    for item in bits(mask):
        if state[stamps + item] > best:
            best, found = state[stamps + item], item
    return found


def oldest(state: State, stamps: int, mask: int) -> int:
    best, found = 1 << 60, -1
    for item in bits(mask):
        if state[stamps + item] < best:
            best, found = state[stamps + item], item
    return found


def turn_order(order: Sequence[int], mask: int) -> list[int]:
    """Players of a set in turn order; neutral last."""
    found = [p for p in order if mask >> p & 1]
    if mask >> len(order):
        found += [p for p in bits(mask) if p >= len(order)]
    return found


def sets_together(kept: int, slots: Sequence[int]) -> Callable[[State], int]:
    """A function that joins the sets in some slots and keeps what it found in another one."""

    def together(state: State) -> int:
        found: int | None = state[kept]
        if found is None:
            found = 0
            for slot in slots:
                found |= state[slot]
            state[kept] = found
        return found

    return together


def rotated(items: Sequence[int], first: int, everybody: Sequence[int]) -> list[int]:
    """Items beginning with `first`; when it is not among them, with what would follow it."""
    if first in items:
        at = list(items).index(first)
        return [*items[at:], *items[:at]]
    if first in everybody:
        at = list(everybody).index(first)
        turned = [*everybody[at:], *everybody[:at]]
        inside = set(items)
        return [x for x in turned if x in inside]
    return list(items)


def at(items: Sequence[int], number: int, none: int = -1) -> int:
    return items[number - 1] if 1 <= number <= len(items) else none


def single(item: int) -> int:
    """The set of one thing; none gives nothing."""
    return 1 << item if item >= 0 else 0


def first_item(items: Sequence[int]) -> int:
    return next(iter(items), -1)


def union_rows(table: Masks, mask: int) -> int:
    """The union of table rows over a set."""
    found = 0
    for item in bits(mask):
        found |= table[item]
    return found

"""Measures on the board: longest lines, what can be reached, shortest ways; and careful sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .layout import NO_NUMBER
from .sets import MOST_REMEMBERED, bits, image_over, mask_of

Steps = Callable[[int, int], Sequence[tuple[int, int]]]
"""(place, came by) → (next place, by what)"""
Passes = Callable[[int, int, int], bool]
"""(place, came by, goes by)"""


class Trails:
    """Longest lines over edges of a fixed board, remembered by (edges, corners that let pass)."""

    def __init__(
        self, ends: Sequence[tuple[int, ...]], at_corner: Sequence[tuple[int, ...]]
    ) -> None:
        self.ends = ends
        self.around = tuple(mask_of(row) for row in at_corner)
        self.ways = image_over(tuple(self.around))
        self.corners = image_over(tuple(mask_of(row) for row in ends))
        self.known: dict[tuple[int, int], int] = {}

    def length(self, edges: int, passing: int) -> int:
        key = (edges, passing)
        found = self.known.get(key)
        if found is None:
            found = self.search(edges, passing)
            if len(self.known) > MOST_REMEMBERED:
                self.known.clear()
            self.known[key] = found
        return found

    def search(self, edges: int, passing: int) -> int:
        """Only some corners can begin a longest line: it cannot be made longer at its ends, so an
        end has an odd number of ways or does not let pass. A part of the net without such a corner
        is walked whole, and in a part without rings a corner with three ways is never an end."""
        ends, around = self.ends, self.around
        best = 0

        def go(corner: int, left: int, length: int) -> None:
            nonlocal best
            while True:
                if length > best:
                    best = length
                elif length + left.bit_count() <= best:
                    return
                if not passing >> corner & 1:
                    return
                ways = bits(around[corner] & left)
                if not ways:
                    return
                for e in ways[1:]:
                    a, b = ends[e]
                    go(b if a == corner else a, left & ~(1 << e), length + 1)
                e = ways[0]
                a, b = ends[e]
                corner = b if a == corner else a
                left &= ~(1 << e)
                length += 1

        for part in self.parts(edges):
            inside = bits(part)
            touched: dict[int, list[int]] = {}
            for e in inside:
                for corner in ends[e]:
                    touched.setdefault(corner, []).append(e)
            tree = len(inside) == len(touched) - 1
            first = [
                (corner, e)
                for corner, there in touched.items()
                if not passing >> corner & 1 or (len(there) == 1 if tree else len(there) & 1)
                for e in there
            ]
            if not first:
                best = max(best, len(inside))
            for corner, e in first:
                a, b = ends[e]
                go(b if a == corner else a, part & ~(1 << e), 1)
        return best

    def parts(self, edges: int) -> list[int]:
        """Edges that hang together, as masks."""
        ends, around = self.corners, self.ways
        found: list[int] = []
        while edges:
            part = front = edges & -edges
            edges ^= front
            while front:
                front = around(ends(front)) & edges
                edges ^= front
                part |= front
            found.append(part)
        return found


def longest_line(
    pieces: Sequence[int], ends: Callable[[int], Sequence[int]], passes: Passes
) -> int:
    """The same over single pieces, where joining depends on the pieces before and after."""
    spots = {p: ends(p) for p in pieces}
    at_corner: dict[int, list[int]] = {}
    for p, corners in spots.items():
        for c in corners:
            at_corner.setdefault(c, []).append(p)
    best = 0

    def go(piece: int, corner: int, used: set[int]) -> None:
        nonlocal best
        best = max(best, len(used))
        for other in at_corner[corner]:
            if other not in used and passes(corner, piece, other):
                a, b = spots[other]
                used.add(other)
                go(other, b if a == corner else a, used)
                used.remove(other)

    for p in pieces:
        for c in spots[p]:
            go(p, c, {p})
    return best


def on_rings(pieces: Sequence[int], ends: Callable[[int], Sequence[int]], passes: Passes) -> int:
    """The pieces whose two ends stay joined by the others, piece by piece."""
    spots = {p: ends(p) for p in pieces}
    there: dict[int, list[tuple[int, int]]] = {}
    for p, (one, other) in spots.items():
        there.setdefault(one, []).append((other, p))
        there.setdefault(other, []).append((one, p))
    found = 0
    for p, (start, goal) in spots.items():
        ways = {corner: [way for way in at if way[1] != p] for corner, at in there.items()}
        if _joined(start, goal, ways, passes):
            found |= 1 << p
    return found


def _joined(start: int, goal: int, ways: dict[int, list[tuple[int, int]]], passes: Passes) -> bool:
    return bool(reach(1 << start, lambda corner, _: ways[corner], 1000, passes) >> goal & 1)


def reach(start: int, steps: Steps, within: int, passes: Passes | None) -> int:
    """Places reached from a set; `steps(place, came)` gives (next place, by what).

    A place is crossed only when `passes(place, came by, goes by)`; the start is not tested.
    """
    found = start
    seen: set[tuple[int, int]] = set()
    front = [(p, -1) for p in bits(start)]
    for _ in range(within):
        following: list[tuple[int, int]] = []
        for place, came in front:
            for goal, by in steps(place, came):
                if by == came or (goal, by) in seen:
                    continue
                if came >= 0 and passes is not None and not passes(place, came, by):
                    continue
                seen.add((goal, by))
                found |= 1 << goal
                following.append((goal, by))
        if not following:
            break
        front = following
    return found


def shortest(start: int, goal: int, steps: Steps, passes: Passes | None) -> int:
    """The pieces of all shortest ways from corner to corner."""
    if start < 0 or goal < 0 or start == goal:
        return 0
    front: dict[tuple[int, int], int] = {(start, -1): 0}
    seen = set(front)
    while front:
        following: dict[tuple[int, int], int] = {}
        for (place, came), way in front.items():
            for spot, by in steps(place, came):
                if by == came or (spot, by) in seen:
                    continue
                if came >= 0 and passes is not None and not passes(place, came, by):
                    continue
                following[(spot, by)] = following.get((spot, by), 0) | way | 1 << by
        arrived = 0
        for (spot, _), way in following.items():
            if spot == goal:
                arrived |= way
        if arrived:
            return arrived
        seen |= set(following)
        front = following
    return 0


def stop_at(value: int, low: int, high: int) -> int:
    return low if value < low else high if value > high else value


def add_numbers(one: int, other: int) -> int:
    return NO_NUMBER if one == NO_NUMBER or other == NO_NUMBER else one + other


def divide(one: int, other: int) -> int:
    return one // other if other else 0

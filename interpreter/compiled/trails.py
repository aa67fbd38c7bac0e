"""Longest lines over kinds of pieces that do not join each other everywhere.

`edges` are the edges below each kind; `passing` the corners where two pieces join, for the kinds
(0, 0), (0, 1), …, (1, 1), … in order. The lines run over a net with one node for each corner and
kind: where a kind joins an earlier one, it shares its node, and where a kind does not even join
itself, every piece ends at a node of its own.

Most moves change one or two edges. As long as the longest line of before is whole, only lines over
a new edge can be longer, and these are found from that edge. Who only has to know that a line is
not longer than another one need not even look at the line of before.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .nets import Edge, longest_in_net
from .sets import MOST_REMEMBERED, Image, bits, mask_of

Masks = tuple[int, ...]
Asked = tuple[Masks, Masks]
"""edges and passing"""
ANY_EDGE = -1
TOO_MANY = 1 << 30
Found = tuple[int, int]
"""how long the longest line is, and its edges; any edge, where they are not known"""


class MixedTrails:
    """One question about lines, for all its owners."""

    def __init__(
        self, ends: Sequence[tuple[int, ...]], at_corner: Sequence[tuple[int, ...]]
    ) -> None:
        self.ends, self.at_corner = ends, at_corner
        self.corners = Image(tuple(mask_of(row) for row in ends)).__getitem__
        self.count = len(at_corner)
        self.known: dict[Asked, Found] = {}
        self.last: dict[int, tuple[Asked, Found]] = {}
        """what was asked last about each owner, with the answer"""
        self.bounds: dict[int, tuple[Asked, Found]] = {}
        """the same, where only a bound was asked for"""

    def length(self, owner: int, edges: Masks, passing: Masks) -> int:
        key = (edges, passing)
        found = self.known.get(key)
        if found is None:
            if len(self.known) > MOST_REMEMBERED:
                self.known.clear()
            found = self._changed(self.last.get(owner), key, exact=True) or self._search(*key)
            self.known[key] = found
        self.last[owner] = self.bounds[owner] = (key, found)
        return found[0]

    def at_most(self, owner: int, edges: Masks, passing: Masks) -> int:
        """A number that the length does not exceed; it may be far too large."""
        key = (edges, passing)
        found = self.known.get(key)
        if found is None:
            found = self._changed(self.bounds.get(owner), key, exact=False)
            if found is None:
                return TOO_MANY
        self.bounds[owner] = (key, found)
        return found[0]

    # from what was before

    def _changed(
        self, before: tuple[Asked, Found] | None, now: Asked, *, exact: bool
    ) -> Found | None:
        """The longest line, if at most one edge is new and the line of before is still whole; or
        how long it can be at most, whatever has become of that line."""
        if before is None:
            return None
        (old_edges, old_passing), (length, line) = before
        edges, passing = now
        if old_passing != passing:
            touched = 0
            for mask in edges:
                touched |= self.corners(mask)
            if any((p ^ q) & touched for p, q in zip(passing, old_passing, strict=True)):
                return None
        added, kind = 0, 0
        for number, (mask, old) in enumerate(zip(edges, old_edges, strict=True)):
            if mask != old:
                if exact and old & ~mask & line:
                    return None
                new = mask & ~old
                if new:
                    if added or new & (new - 1):
                        return None
                    added, kind = new, number
        if not added:
            return length, line
        found = self._through(added.bit_length() - 1, kind, edges, passing)
        if found is None:
            return None
        return found if found[0] > length else (length, line)

    def _through(self, edge: int, kind: int, edges: Masks, passing: Masks) -> Found | None:
        """The longest line over one edge, unless there is a ring."""
        joined = joined_by_kind(len(edges), passing)
        ends, at_corner = self.ends, self.at_corner
        together = 0
        for mask in edges:
            together |= mask
        one, other = ends[edge]
        seen = {(one, kind), (other, kind)}

        def further(corner: int, came: int, kind: int) -> Found | None:
            best: Found = (0, 0)
            for way in at_corner[corner]:
                if way == came or not together >> way & 1:
                    continue
                goes = 0
                while not edges[goes] >> way & 1:
                    goes += 1
                if joined[kind][goes] >> corner & 1:
                    a, b = ends[way]
                    goal = a + b - corner
                    if (goal, goes) in seen:
                        return None
                    seen.add((goal, goes))
                    found = further(goal, way, goes)
                    if found is None:
                        return None
                    if found[0] >= best[0]:
                        best = (found[0] + 1, found[1] | 1 << way)
            return best

        here = further(one, edge, kind)
        there = here and further(other, edge, kind)
        if here is None or there is None:
            return None
        return here[0] + 1 + there[0], here[1] | 1 << edge | there[1]

    # from nothing

    def _search(self, edges: Masks, passing: Masks) -> Found:
        kinds = len(edges)
        near = tuple([self.corners(mask) for mask in edges])
        joined = joined_by_kind(kinds, passing)
        if overlapping(near, joined):
            return self._plain(edges, joined), ANY_EDGE
        ends, count = self.ends, self.count
        net: list[Edge] = []
        numbers: list[int] = []
        lonely = kinds * count
        for kind, mask in enumerate(edges):
            node = list(range(kind * count, (kind + 1) * count))
            for k in range(kind):
                for corner in bits(near[k] & near[kind] & joined[k][kind]):
                    node[corner] = min(node[corner], k * count + corner)
            alone = near[kind] & ~joined[kind][kind]
            inside = bits(mask)
            numbers += inside
            if alone:
                for e in inside:
                    one, other = ends[e]
                    a, b = node[one], node[other]
                    if alone >> one & 1:
                        a, lonely = lonely, lonely + 1
                    if alone >> other & 1:
                        b, lonely = lonely, lonely + 1
                    net.append((a, b))
            else:
                net += [(node[a], node[b]) for a, b in [ends[e] for e in inside]]
        length, line = longest_in_net(net, lonely)
        found = 0
        for number in line:
            found |= 1 << numbers[number]
        return length, found

    def _plain(self, edges: Masks, joined: Sequence[Masks]) -> int:
        """By plain search, where a corner joins one piece with two that do not join each other."""
        kinds = {e: kind for kind, mask in enumerate(edges) for e in bits(mask)}
        at: dict[int, list[int]] = {}
        for e in kinds:
            for corner in self.ends[e]:
                at.setdefault(corner, []).append(e)
        best = 0

        def go(edge: int, corner: int, used: set[int]) -> None:
            nonlocal best
            best = max(best, len(used))
            for other in at[corner]:
                if other not in used and joined[kinds[edge]][kinds[other]] >> corner & 1:
                    a, b = self.ends[other]
                    go(other, b if a == corner else a, used | {other})

        for edge in kinds:
            for corner in self.ends[edge]:
                go(edge, corner, {edge})
        return best


def joined_by_kind(kinds: int, passing: Masks) -> Sequence[Masks]:
    """For each two kinds the corners where they join."""
    if kinds == 2:
        same, mixed, other = passing
        return ((same, mixed), (mixed, other))
    rows = [[0] * kinds for _ in range(kinds)]
    numbers = iter(passing)
    for one in range(kinds):
        for other in range(one, kinds):
            rows[one][other] = rows[other][one] = next(numbers)
    return [tuple(row) for row in rows]


def overlapping(near: Masks, joined: Sequence[Masks]) -> int:
    """Corners where a piece may join two that do not join each other."""
    found = 0
    for one, other in combinations(range(len(near)), 2):
        both = near[one] & near[other] & joined[one][other]
        found |= both & ~(joined[one][one] & joined[other][other])
    for one, other, third in combinations(range(len(near)), 3):
        here = near[one] & near[other] & near[third]
        a, b, c = joined[one][other], joined[one][third], joined[other][third]
        found |= here & (a & b | a & c | b & c) & ~(a & b & c)
    return found

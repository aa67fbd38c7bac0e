"""Measures by masks: what is reached over edges, and longest lines over several kinds of pieces."""

from __future__ import annotations

from collections.abc import Sequence

from .measures import Trails
from .nets import Net, longest_in_net
from .sets import MOST_REMEMBERED, Image, bits, mask_of


class Spread:
    """What is reached over edges of a fixed board, where corners let pass or not."""

    def __init__(
        self, ends: Sequence[tuple[int, ...]], at_corner: Sequence[tuple[int, ...]]
    ) -> None:
        self.ends = Image(tuple(mask_of(row) for row in ends)).__getitem__
        self.around = Image(tuple(mask_of(row) for row in at_corner)).__getitem__
        self.known: dict[tuple[int, int, int, int], int] = {}

    def reach(self, start: int, edges: int, passing: int, within: int) -> int:
        """Corners at most `within` edges away; the start is not tested, other corners are reached
        even if they do not let pass."""
        key = (start, edges, passing, within)
        found = self.known.get(key)
        if found is None:
            if len(self.known) > MOST_REMEMBERED:
                self.known.clear()
            found = self.known[key] = self._search(*key)
        return found

    def _search(self, start: int, edges: int, passing: int, within: int) -> int:
        ends, around = self.ends, self.around
        found = front = start
        while front and within > 0:
            within -= 1
            ways = around(front) & edges
            edges ^= ways
            reached = ends(ways) & ~found
            found |= reached
            front = reached & passing
        return found


class MixedTrails:
    """Longest lines over kinds of pieces that do not join each other everywhere.

    `edges` are the edges below each kind; `passing` the corners where two pieces join, for the
    kinds (0, 0), (0, 1), …, (1, 1), … in order. Where a corner does not join all its pieces it is
    taken apart, into one corner for each group that joins. Parts that do not touch each other are
    measured and remembered alone: a move changes one or two of them.
    """

    def __init__(self, ends: Sequence[tuple[int, ...]], plain: Trails) -> None:
        self.ends = ends
        self.plain = plain
        self.corners = Image(tuple(mask_of(row) for row in ends)).__getitem__
        self.known: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    def length(self, edges: tuple[int, ...], passing: tuple[int, ...]) -> int:
        together = 0
        for mask in edges:
            together |= mask
        best = 0
        for part in self.plain.parts(together):
            if part.bit_count() > best:
                corners = self.corners(part)
                inside = tuple([mask & part for mask in edges])
                joined = tuple([mask & corners for mask in passing])
                found = self.known.get((inside, joined))
                if found is None:
                    if len(self.known) > MOST_REMEMBERED:
                        self.known.clear()
                    found = self.known[inside, joined] = self._search(inside, joined)
                if found > best:
                    best = found
        return best

    def _search(self, edges: tuple[int, ...], passing: tuple[int, ...]) -> int:
        """Over a net whose nodes are corners; one that does not join all its pieces is taken apart,
        into one node for each group that joins."""
        table = self._table(len(edges), passing)
        near = [self.corners(mask) for mask in edges]
        apart = 0
        for i, one in enumerate(near):
            for j in range(i, len(near)):
                apart |= one & near[j] & ~table[i, j]
        at: dict[int, list[int]] = {}
        all_edges: list[int] = []
        for mask in edges:
            for edge in bits(mask):
                all_edges.append(edge)
                for corner in self.ends[edge]:
                    if corner in at:
                        at[corner].append(edge)
                    else:
                        at[corner] = [edge]
        net: Net = self.ends
        if apart:
            kinds = {e: kind for kind, mask in enumerate(edges) for e in bits(mask)}
            net = ends = {e: self.ends[e] for e in all_edges}
            for corner in bits(apart):
                if len(at[corner]) > 1 and not self._split(corner, at, ends, kinds, table):
                    return self._plain(kinds, at, table)
        return longest_in_net(net, at, all_edges)

    def _split(
        self,
        corner: int,
        at: dict[int, list[int]],
        ends: dict[int, tuple[int, ...]],
        kinds: dict[int, int],
        table: dict[tuple[int, int], int],
    ) -> bool:
        """Give every group that bonds at a corner its own node; False if groups overlap."""
        there = at[corner]
        groups = [[edge] for edge in there]
        bonds = 0
        for i, one in enumerate(there):
            for other in there[i + 1 :]:
                if table[kinds[one], kinds[other]] >> corner & 1:
                    bonds += 1
                    mine = [g for g in groups if one in g or other in g]
                    if len(mine) == 2:
                        groups = [g for g in groups if g not in mine] + [mine[0] + mine[1]]
        if bonds != sum(len(g) * (len(g) - 1) // 2 for g in groups):
            return False
        for number, group in enumerate(groups[1:], 1):
            node = corner + (number << 20)
            at[node] = group
            for edge in group:
                a, b = ends[edge]
                ends[edge] = (node, b) if a == corner else (a, node)
        at[corner] = groups[0]
        return True

    def _table(self, count: int, passing: tuple[int, ...]) -> dict[tuple[int, int], int]:
        table: dict[tuple[int, int], int] = {}
        numbers = iter(passing)
        for one in range(count):
            for other in range(one, count):
                table[one, other] = table[other, one] = next(numbers)
        return table

    def _plain(
        self, kinds: dict[int, int], at: dict[int, list[int]], table: dict[tuple[int, int], int]
    ) -> int:
        """By plain search, where a corner joins one piece with two that do not join each other."""
        best = 0

        def go(edge: int, corner: int, used: set[int]) -> None:
            nonlocal best
            best = max(best, len(used))
            for other in at[corner]:
                if other not in used and table[kinds[edge], kinds[other]] >> corner & 1:
                    a, b = self.ends[other]
                    go(other, b if a == corner else a, used | {other})

        for edge in kinds:
            for corner in self.ends[edge]:
                go(edge, corner, {edge})
        return best

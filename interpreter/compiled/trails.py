"""Longest lines over kinds of pieces that do not join each other everywhere.

`edges` are the edges below each kind; `passing` the corners where two pieces join, for the kinds
(0, 0), (0, 1), …, (1, 1), … in order. The lines run over a net with one node for each corner and
kind: where a kind joins an earlier one, it shares its node, and where a kind does not even join
itself, every piece ends at a node of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from itertools import combinations
from operator import or_

from .native import on_net
from .nets import Edge, longest_in_net
from .sets import MOST_REMEMBERED, bits, image_over, mask_of

Masks = tuple[int, ...]


class MixedTrails:
    def __init__(
        self, ends: Sequence[tuple[int, ...]], at_corner: Sequence[tuple[int, ...]]
    ) -> None:
        self.ends = ends
        self.corners = image_over(tuple(mask_of(row) for row in ends))
        self.count = len(at_corner)
        self.native = on_net(ends, at_corner).get("length")
        self.known: dict[Masks, tuple[Masks, int, int]] = {}
        """edges → the corners that let pass when they were asked for last, those that matter, and
        the length"""

    def length(self, edges: Masks, passing: Masks) -> int:
        known = self.known.get(edges)
        if known is not None:
            before, near, found = known
            for one, other in zip(before, passing, strict=True):
                if (one ^ other) & near:
                    break
            else:
                return found
        elif len(self.known) > MOST_REMEMBERED:
            self.known.clear()
        length = None
        if self.native is not None:
            length = self.native(edges, passing, pairs_of_kinds(len(edges)))
        if length is None:
            length = self.search(edges, passing)
        self.known[edges] = passing, self.corners(reduce(or_, edges)), length
        return length

    def search(self, edges: Masks, passing: Masks) -> int:
        kinds = len(edges)
        near = tuple([self.corners(mask) for mask in edges])
        joined = joined_by_kind(kinds, passing)
        if overlapping(near, joined):
            return self._plain(edges, joined)
        ends, count = self.ends, self.count
        net: list[Edge] = []
        lonely = kinds * count
        for kind, mask in enumerate(edges):
            node = list(range(kind * count, (kind + 1) * count))
            for k in range(kind):
                for corner in bits(near[k] & near[kind] & joined[k][kind]):
                    node[corner] = min(node[corner], k * count + corner)
            alone = near[kind] & ~joined[kind][kind]
            inside = bits(mask)
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
        return longest_in_net(net, lonely)

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


@cache
def pairs_of_kinds(kinds: int) -> bytes:
    """For each two kinds the number of the mask that joins them."""
    number: dict[tuple[int, int], int] = {}
    for one in range(kinds):
        for other in range(one, kinds):
            number[one, other] = number[other, one] = len(set(number.values()))
    return bytes(number[i, j] for i in range(kinds) for j in range(kinds))


def joined_by_kind(kinds: int, passing: Masks) -> Sequence[Masks]:
    """For each two kinds the corners where they join."""
    pairs = iter(pairs_of_kinds(kinds))
    return [tuple([passing[next(pairs)] for _ in range(kinds)]) for _ in range(kinds)]


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

"""Measures by masks: what is reached over edges, and longest lines over several kinds of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .nets import Edge, longest_in_net
from .sets import MOST_REMEMBERED, Image, bits, mask_of

Joined = dict[tuple[int, int], int]
"""two kinds → the corners where pieces of theirs join"""


class Spread:
    """What is reached over edges of a fixed board, where corners let pass or not."""

    def __init__(
        self, ends: Sequence[tuple[int, ...]], at_corner: Sequence[tuple[int, ...]]
    ) -> None:
        self.rows = ends
        self.masks = tuple(mask_of(row) for row in ends)
        self.ends = Image(self.masks).__getitem__
        self.around = Image(tuple(mask_of(row) for row in at_corner)).__getitem__
        self.known: dict[tuple[int, int, int, int], int] = {}
        self.ringed: dict[tuple[int, int], int] = {}
        self.joining: dict[tuple[int, int], int] = {}

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

    def rings(self, edges: int, passing: int) -> int:
        """Edges whose two ends stay joined by the others; corners between must let pass."""
        key = (edges, passing)
        found = self.ringed.get(key)
        if found is None:
            if len(self.ringed) > MOST_REMEMBERED:
                self.ringed.clear()
            found = self.ringed[key] = self._rings(edges, passing)
        return found

    def _rings(self, edges: int, passing: int) -> int:
        found = 0
        for e in bits(self._core(edges, 0)):
            a, b = self.rows[e]
            if self._search(1 << a, edges & ~(1 << e), passing, 1000) >> b & 1:
                found |= 1 << e
        return found

    def between(self, places: int, edges: int) -> int:
        """Edges on lines between two different corners of a set; a line touches no corner twice.
        What leads nowhere is taken off first. If a ring is left, an edge lies on such a line if no
        single corner parts it from all the others of the set."""
        key = (edges, places)
        found = self.joining.get(key)
        if found is None:
            found = self._core(edges, places)
            if found and not self.forest(found):
                for cut in bits(self.ends(found)):
                    here = 1 << cut
                    rest = found & ~self.around(here)
                    near = self._search(places & ~here, rest, -1, 1000) & ~here
                    found &= self.around(near)
            if len(self.joining) > MOST_REMEMBERED:
                self.joining.clear()
            self.joining[key] = found
        return found

    def forest(self, edges: int) -> bool:
        """Whether there is no ring at all."""
        above: dict[int, int] = {}
        for e in bits(edges):
            a, b = self.rows[e]
            while a in above:
                a = above[a]
            while b in above:
                b = above[b]
            if a == b:
                return False
            above[a] = b
        return True

    def _core(self, edges: int, kept: int) -> int:
        """The edges that stay when ends that lead nowhere are taken off again and again, except
        at some corners."""
        if not kept and self.forest(edges):
            return 0
        masks = self.masks
        left = bits(edges)
        while True:
            once, twice = 0, kept
            for e in left:
                both = masks[e]
                twice |= once & both
                once |= both
            fewer = [e for e in left if masks[e] & twice == masks[e]]
            if len(fewer) == len(left):
                return mask_of(left)
            left = tuple(fewer)

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

    `edges` are the edges below each kind, `near` their corners; `passing` the corners where two
    pieces join, for the kinds (0, 0), (0, 1), …, (1, 1), … in order. The lines run over a net with
    one node for each corner and kind: where a kind joins an earlier one, it shares its node, and
    where a kind does not even join itself, every piece ends at a node of its own.
    """

    def __init__(self, ends: Sequence[tuple[int, ...]], corners: int) -> None:
        self.ends = ends
        self.count = corners
        self.known: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    def length(
        self, edges: tuple[int, ...], near: tuple[int, ...], passing: tuple[int, ...]
    ) -> int:
        key = (edges, passing)
        found = self.known.get(key)
        if found is None:
            if len(self.known) > MOST_REMEMBERED:
                self.known.clear()
            found = self.known[key] = self._search(edges, near, passing)
        return found

    def _search(
        self, edges: tuple[int, ...], near: tuple[int, ...], passing: tuple[int, ...]
    ) -> int:
        kinds = len(edges)
        table = joined_by_kind(kinds, passing)
        if overlapping(kinds, near, table):
            return self._plain(edges, table)
        ends, count = self.ends, self.count
        net: list[Edge] = []
        lonely = kinds * count
        for kind, mask in enumerate(edges):
            if not mask:
                continue
            alone = near[kind] & ~table[kind, kind]
            shared = [
                (k, both) for k in range(kind) if (both := near[k] & near[kind] & table[k, kind])
            ]
            first = kind * count
            if not alone and not shared:
                for e in bits(mask):
                    a, b = ends[e]
                    net.append((first + a, first + b))
                continue
            for e in bits(mask):
                nodes = []
                for corner in ends[e]:
                    if alone >> corner & 1:
                        nodes.append(lonely)
                        lonely += 1
                        continue
                    for k, both in shared:
                        if both >> corner & 1:
                            nodes.append(k * count + corner)
                            break
                    else:
                        nodes.append(first + corner)
                net.append((nodes[0], nodes[1]))
        return longest_in_net(net, lonely)

    def _plain(self, edges: tuple[int, ...], table: Joined) -> int:
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
                if other not in used and table[kinds[edge], kinds[other]] >> corner & 1:
                    a, b = self.ends[other]
                    go(other, b if a == corner else a, used | {other})

        for edge in kinds:
            for corner in self.ends[edge]:
                go(edge, corner, {edge})
        return best


def joined_by_kind(kinds: int, passing: tuple[int, ...]) -> Joined:
    table: Joined = {}
    numbers = iter(passing)
    for one in range(kinds):
        for other in range(one, kinds):
            table[one, other] = table[other, one] = next(numbers)
    return table


def overlapping(kinds: int, near: tuple[int, ...], table: Joined) -> int:
    """Corners where a piece may join two that do not join each other."""
    found = 0
    for one, other in combinations(range(kinds), 2):
        both = near[one] & near[other] & table[one, other]
        found |= both & ~(table[one, one] & table[other, other])
    for one, other, third in combinations(range(kinds), 3):
        here = near[one] & near[other] & near[third]
        a, b, c = table[one, other], table[one, third], table[other, third]
        found |= here & (a & b | a & c | b & c) & ~(a & b & c)
    return found

"""Measures by masks: what is reached over edges, rings, and lines between places."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .native import on_net
from .sets import MOST_REMEMBERED, bits, image_over, mask_of

Reach = Callable[[int, int, int, int], int]
"""start, edges, corners that let pass, how far"""
Meets = Callable[[int, int, int, int, int], bool]
Way = Callable[[int, int, int, int, int], int]
DeadEnd = Callable[[int, int, int], bool]
SHORTEST_RING = 6
"""around one hex"""


class Spread:
    """What is reached over edges of a fixed board, where corners let pass or not."""

    def __init__(
        self, ends: Sequence[tuple[int, ...]], at_corner: Sequence[tuple[int, ...]]
    ) -> None:
        self.rows = ends
        self.masks = tuple(mask_of(row) for row in ends)
        self.ends = image_over(self.masks)
        self.around = image_over(tuple(mask_of(row) for row in at_corner))
        self.known: dict[tuple[int, int, int, int], int] = {}
        self.ringed: dict[tuple[int, int], int] = {}
        self.joining: dict[tuple[int, int], int] = {}
        native = on_net(ends, at_corner)
        self.native = native
        self.reach: Reach = native.get("reach", self.plain_reach)
        """corners at most so many edges away; the start is not tested, other corners are reached
        even if they do not let pass"""
        self.meets: Meets = native.get("meets", self.plain_meets)
        """whether any of some corners is reached"""
        self.way: Way = native.get("way_to", self.plain_way)
        """the edges of one shortest way to a corner of a set; nothing where there is none"""
        self.dead_end: DeadEnd = native.get("dead_end", self.plain_dead_end)
        """whether at one end of an edge no other one goes on, except from some corners"""

    def plain_reach(self, start: int, edges: int, passing: int, within: int) -> int:
        key = (start, edges, passing, within)
        found = self.known.get(key)
        if found is None:
            if len(self.known) > MOST_REMEMBERED:
                self.known.clear()
            found = self.known[key] = self._search(*key)
        return found

    def plain_meets(self, start: int, edges: int, passing: int, within: int, goals: int) -> bool:
        """Mostly one is near, so nothing is remembered."""
        ends, around = self.ends, self.around
        found = front = start
        while not found & goals:
            within -= 1
            ways = around(front) & edges
            if not ways or within < 0:
                return False
            edges ^= ways
            reached = ends(ways) & ~found
            found |= reached
            front = reached & passing
        return True

    def plain_dead_end(self, edge: int, edges: int, corners: int) -> bool:
        one, other = self.rows[edge]
        rest, around = edges & ~(1 << edge), self.around
        if not (corners >> one & 1 or around(1 << one) & rest):
            return True
        return not (corners >> other & 1 or around(1 << other) & rest)

    def plain_way(self, start: int, edges: int, passing: int, within: int, goals: int) -> int:
        ends, around = self.ends, self.around
        found = front = start
        steps: list[int] = []
        while not found & goals:
            ways = around(front) & edges
            if not ways or len(steps) >= within:
                return 0
            edges ^= ways
            steps.append(ways)
            reached = ends(ways) & ~found
            found |= reached
            front = reached & passing
        here, way = found & goals, 0
        here &= -here
        for ways in reversed(steps):
            edge = around(here) & ways
            edge &= -edge
            way |= edge
            here ^= ends(edge)
        return way

    def rings(self, edges: int, passing: int) -> int:
        """Edges whose two ends stay joined by the others; corners between must let pass."""
        if edges.bit_count() < SHORTEST_RING:
            return 0
        key = (edges, passing)
        found = self.ringed.get(key)
        if found is None:
            if len(self.ringed) > MOST_REMEMBERED:
                self.ringed.clear()
            found = self.native["rings"](edges, passing) if self.native else None
            if found is None:
                found = self.search_rings(edges, passing) if self.inside(edges) else 0
            self.ringed[key] = found
        return found

    def inside(self, edges: int) -> bool:
        """Whether enough edges for a ring go on at both ends."""
        once = twice = 0
        for e in bits(edges):
            both = self.masks[e]
            twice |= once & both
            once |= both
        return (edges & ~self.around(once & ~twice)).bit_count() >= SHORTEST_RING

    def search_rings(self, edges: int, passing: int) -> int:
        found = 0
        for e in bits(self._core(edges, 0)):
            a, b = self.rows[e]
            if self._search(1 << a, edges & ~(1 << e), passing, 1000) >> b & 1:
                found |= 1 << e
        return found

    def between(self, places: int, edges: int) -> int:
        """Edges on lines between two different corners of a set; a line touches no corner twice."""
        key = (edges, places)
        found = self.joining.get(key)
        if found is None:
            if len(self.joining) > MOST_REMEMBERED:
                self.joining.clear()
            found = self.native["between"](edges, places) if self.native else None
            if found is None:
                found = self.search_between(places, edges)
            self.joining[key] = found
        return found

    def search_between(self, places: int, edges: int) -> int:
        """What leads nowhere is taken off first. If a ring is left, an edge lies on such a line if
        no single corner parts it from all the others of the set."""
        found = self._core(edges, places)
        if found and not self.ringless(found):
            for cut in bits(self.ends(found)):
                here = 1 << cut
                rest = found & ~self.around(here)
                near = self._search(places & ~here, rest, -1, 1000) & ~here
                found &= self.around(near)
        return found

    def ringless(self, edges: int) -> bool:
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
        if not kept and self.ringless(edges):
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

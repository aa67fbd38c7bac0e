"""Shortest ways over several classes of pieces: of some owners, of some kinds.

A class is a mask of edges. Whether two pieces join at a corner depends only on their classes, so
joining is a few masks of corners. The same question comes again after every move of somebody else:
answers are remembered by the masks they follow from.
"""

from __future__ import annotations

from collections.abc import Sequence

from .native import on_net
from .sets import MOST_REMEMBERED

Masks = tuple[int, ...]


class ShortWays:
    def __init__(
        self,
        ends: Sequence[tuple[int, ...]],
        at_corner: Sequence[tuple[int, ...]],
        joints: Sequence[Sequence[int]],
    ) -> None:
        self.ends, self.at_corner = ends, at_corner
        self.joints = joints
        """for two classes, the number of the mask of corners where they join"""
        self.pairs = bytes(number for row in joints for number in row)
        self.native = on_net(ends, at_corner).get("shortest")
        self.known: dict[tuple[int, int, Masks, Masks], int] = {}

    def edges(self, start: int, goal: int, classes: Masks, joined: Masks) -> int:
        """The edges of all shortest ways from corner to corner together; 0 if there is none."""
        key = (start, goal, classes, joined)
        found = self.known.get(key)
        if found is None:
            if len(self.known) > MOST_REMEMBERED:
                self.known.clear()
            found = self.native(*key, self.pairs) if self.native is not None else None
            if found is None:
                found = self.search(*key)
            self.known[key] = found
        return found

    def search(self, start: int, goal: int, classes: Masks, joined: Masks) -> int:
        together = 0
        for mask in classes:
            together |= mask
        if start == goal:
            return 0
        ends, at_corner, joints = self.ends, self.at_corner, self.joints
        of: dict[int, int] = {}
        front: dict[tuple[int, int], int] = {(start, -1): 0}
        seen = set(front)
        while front:
            following: dict[tuple[int, int], int] = {}
            for (corner, came), way in front.items():
                for edge in at_corner[corner]:
                    if edge == came or not together >> edge & 1:
                        continue
                    if edge not in of:
                        of[edge] = next(i for i, m in enumerate(classes) if m >> edge & 1)
                    if came >= 0 and not joined[joints[of[came]][of[edge]]] >> corner & 1:
                        continue
                    a, b = ends[edge]
                    state = (b if a == corner else a, edge)
                    if state not in seen:
                        following[state] = following.get(state, 0) | way | 1 << edge
            arrived = 0
            for (corner, _), way in following.items():
                if corner == goal:
                    arrived |= way
            if arrived:
                return arrived
            seen.update(following)
            front = following
        return 0

"""The longest line over a net, none of its edges twice, where every node lets pass.

What hangs off the rings of a net has no rings itself: it is peeled off leaf by leaf, and of each
node only the two deepest branches are kept. A node knows how many neighbours it has left and the
exclusive or of their numbers, so a leaf knows its only neighbour at once. Lines over the rings are
then found by plain search, which has little left to do.
"""

from __future__ import annotations

from collections.abc import Sequence

Edge = tuple[int, int]
"""the two nodes of an edge"""
Stretch = tuple[int, int, int]
"""its number, the fork at its other end, its length"""


def longest_in_net(edges: Sequence[Edge], nodes: int) -> int:
    """Most edges in one line. Nodes have numbers below `nodes`."""
    degree, near = [0] * nodes, [0] * nodes
    for a, b in edges:
        degree[a] += 1
        degree[b] += 1
        near[a] ^= b
        near[b] ^= a
    deepest, second = [0] * nodes, [0] * nodes
    best = 0
    left = len(edges)
    leaves = [node for edge in edges for node in edge if degree[node] == 1]
    for leaf in leaves:
        if degree[leaf]:
            left -= 1
            node = near[leaf]
            depth = deepest[leaf] + 1
            other = deepest[node]
            if other + depth > best:
                best = other + depth
            if depth > other:
                second[node], deepest[node] = other, depth
            elif depth > second[node]:
                second[node] = depth
            degree[leaf] = 0
            degree[node] -= 1
            near[node] ^= leaf
            if degree[node] == 1:
                leaves.append(node)
    if left:
        rest = [edge for edge in edges if degree[edge[0]] and degree[edge[1]]]
        return Rings(rest, deepest, second).longest(best)
    return best


class Rings:
    """What is left of a net when its branches are off. Forks are nodes with branches or with more
    than two ways; between them there is nothing to decide, such stretches are taken as one."""

    def __init__(
        self, edges: Sequence[Edge], deepest: Sequence[int], second: Sequence[int]
    ) -> None:
        self.deepest, self.second = deepest, second
        self.at: dict[int, list[tuple[int, int]]] = {}
        for number, (a, b) in enumerate(edges):
            self.at.setdefault(a, []).append((number, b))
            self.at.setdefault(b, []).append((number, a))
        self.forks: dict[int, list[Stretch]] = {
            n: [] for n, there in self.at.items() if deepest[n] or len(there) != 2
        }
        self.passed: set[int] = set()
        count = 0
        for start in self.forks:
            for way in self.at[start]:
                if way[0] not in self.passed:
                    goal, length = self._follow(way, set(self.forks))
                    self.forks[start].append((count, goal, length))
                    self.forks[goal].append((count, start, length))
                    count += 1

    def _follow(self, way: tuple[int, int], stops: set[int]) -> tuple[int, int]:
        """Where a stretch ends, and how long it is."""
        number, node = way
        self.passed.add(number)
        length = 1
        while node not in stops:
            one, other = self.at[node]
            number, node = other if one[0] == number else one
            self.passed.add(number)
            length += 1
        return node, length

    def longest(self, best: int) -> int:
        """A line begins and ends at a branch, or at a fork with an odd number of ways; a part
        without such forks is walked whole."""
        for node, ways in self.at.items():
            if ways[0][0] not in self.passed:
                best = max(best, self._follow(ways[0], {node})[1])
        seen: set[int] = set()
        for fork in self.forks:
            if fork not in seen:
                part, length = self._part(fork)
                seen |= part
                starts = [n for n in part if self.deepest[n] or len(self.at[n]) & 1]
                if not starts:
                    best = max(best, length)
                most = length + max(self.deepest[n] for n in part)
                for start in starts:
                    best = self._from(start, most, best)
        return best

    def _part(self, first: int) -> tuple[set[int], int]:
        """The forks that hang together with one, and the length of all between them."""
        part, front, twice = {first}, [first], 0
        while front:
            for _, goal, length in self.forks[front.pop()]:
                twice += length
                if goal not in part:
                    part.add(goal)
                    front.append(goal)
        return part, twice // 2

    def _from(self, start: int, most: int, best: int) -> int:
        """The longest line that begins at a fork, or in its deepest branch."""
        forks, deepest, second = self.forks, self.deepest, self.second
        most += deepest[start]
        used: set[int] = set()

        def go(fork: int, length: int) -> None:
            nonlocal best
            for number, goal, further in forks[fork]:
                if number not in used:
                    whole = length + further
                    best = max(best, whole + (second if goal == start else deepest)[goal])
                    if most > best:
                        used.add(number)
                        go(goal, whole)
                        used.discard(number)

        go(start, deepest[start])
        return best

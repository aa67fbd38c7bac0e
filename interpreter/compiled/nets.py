"""The longest line over a net, none of its edges twice, where every node lets pass.

What hangs off the rings of a net has no rings itself: it is peeled off leaf by leaf, and of each
node only the two deepest branches are kept. A node knows how many edges it has left and the
exclusive or of their numbers, so a leaf knows its only edge at once. Lines over the rings are then
found by plain search, which has little left to do.
"""

from __future__ import annotations

from collections.abc import Sequence

from .sets import MOST_REMEMBERED

Edge = tuple[int, int]
"""the two nodes of an edge"""
Line = tuple[int, list[int]]
"""how long it is, and the numbers of its edges"""


def longest_in_net(edges: Sequence[Edge], nodes: int) -> Line:
    """Most edges in one line, with such a line. Nodes have numbers below `nodes`."""
    degree, only = [0] * nodes, [0] * nodes
    for number, (a, b) in enumerate(edges):
        degree[a] += 1
        degree[b] += 1
        only[a] ^= number
        only[b] ^= number
    deepest, second = [0] * nodes, [0] * nodes
    first_way, second_way = [-1] * nodes, [-1] * nodes
    best = 0
    line = (0, -1, -1)
    left = len(edges)
    leaves = [node for edge in edges for node in edge if degree[node] == 1]
    for leaf in leaves:
        if degree[leaf]:
            left -= 1
            number = only[leaf]
            a, b = edges[number]
            node = a + b - leaf
            depth = deepest[leaf] + 1
            other = deepest[node]
            if other + depth > best:
                best = other + depth
                line = (node, number, first_way[node])
            if depth > other:
                second[node], deepest[node] = other, depth
                second_way[node], first_way[node] = first_way[node], number
            elif depth > second[node]:
                second[node], second_way[node] = depth, number
            degree[leaf] = 0
            degree[node] -= 1
            only[node] ^= number
            if degree[node] == 1:
                leaves.append(node)

    def branch(node: int, number: int) -> list[int]:
        """The edges from a node into the branch that begins with one of them."""
        found: list[int] = []
        while number >= 0:
            found.append(number)
            a, b = edges[number]
            node = a + b - node
            number = first_way[node]
        return found

    if left:
        core = [i for i, (a, b) in enumerate(edges) if degree[a] and degree[b]]
        rings = tuple([edges[i] for i in core])
        branched = frozenset([node for edge in rings for node in edge if deepest[node]])
        longer: tuple[int, int, tuple[int, ...]] | None = None
        for (start, goal), (length, over) in lines_over_rings(rings, branched).items():
            if start >= 0:
                length += deepest[start] + (second if start == goal else deepest)[goal]
            if length > best:
                best, longer = length, (start, goal, over)
        if longer is not None:
            start, goal, over = longer
            found = [core[i] for i in over]
            if start >= 0:
                last = second_way if start == goal else first_way
                found += branch(start, first_way[start]) + branch(goal, last[goal])
            return best, found
    node, one, other = line
    return best, branch(node, one) + branch(node, other)


Lines = dict[tuple[int, int], tuple[int, tuple[int, ...]]]
"""(first node, last node) → length and edges of the longest line; (-1, -1): of a closed one"""
Stretch = tuple[int, int, int]
"""its number, the fork at its other end, its length"""
_known: dict[tuple[tuple[Edge, ...], frozenset[int]], Lines] = {}


def lines_over_rings(edges: tuple[Edge, ...], branched: frozenset[int]) -> Lines:
    """The longest lines over what is left of a net when its branches are off, between the nodes
    where a longest line of the net can begin. Rings stay for long while branches come and go, so
    the answers are remembered."""
    key = (edges, branched)
    found = _known.get(key)
    if found is None:
        if len(_known) > MOST_REMEMBERED:
            _known.clear()
        found = _known[key] = Rings(edges, branched).lines()
    return found


class Rings:
    """Forks are nodes with branches or with more than two ways; between them there is nothing to
    decide, such stretches are taken as one."""

    def __init__(self, edges: Sequence[Edge], branched: frozenset[int]) -> None:
        self.branched = branched
        self.at: dict[int, list[tuple[int, int]]] = {}
        for number, (a, b) in enumerate(edges):
            self.at.setdefault(a, []).append((number, b))
            self.at.setdefault(b, []).append((number, a))
        self.forks: dict[int, list[Stretch]] = {
            n: [] for n, there in self.at.items() if n in branched or len(there) != 2
        }
        self.stretches: list[list[int]] = []
        self.passed: set[int] = set()
        for start in self.forks:
            for way in self.at[start]:
                if way[0] not in self.passed:
                    goal, inside = self._follow(way, self.forks)
                    number = len(self.stretches)
                    self.stretches.append(inside)
                    self.forks[start].append((number, goal, len(inside)))
                    self.forks[goal].append((number, start, len(inside)))

    def _follow(
        self, way: tuple[int, int], forks: dict[int, list[Stretch]]
    ) -> tuple[int, list[int]]:
        """The fork where a stretch ends, and its edges."""
        number, node = way
        inside = [number]
        while node not in forks:
            one, other = self.at[node]
            number, node = other if one[0] == number else one
            inside.append(number)
        self.passed.update(inside)
        return node, inside

    def lines(self) -> Lines:
        """A line begins and ends at a branch, or at a fork with an odd number of ways; a part
        without such forks is walked whole."""
        found: Lines = {}

        def closed(inside: Sequence[int]) -> None:
            if len(inside) > found.get((-1, -1), (0, ()))[0]:
                found[-1, -1] = (len(inside), tuple(inside))

        for node, ways in self.at.items():
            if ways[0][0] not in self.passed:
                closed(self._follow(ways[0], {node: []})[1])
        seen: set[int] = set()
        for fork in self.forks:
            if fork not in seen:
                part = self._part(fork)
                seen |= part
                starts = [n for n in part if n in self.branched or len(self.at[n]) & 1]
                for start in starts:
                    self._from(start, found)
                if not starts:
                    walked = {number for n in part for number, _, _ in self.forks[n]}
                    closed([edge for number in walked for edge in self.stretches[number]])
        return found

    def _part(self, first: int) -> set[int]:
        """The forks that hang together with one."""
        part, front = {first}, [first]
        while front:
            for _, goal, _ in self.forks[front.pop()]:
                if goal not in part:
                    part.add(goal)
                    front.append(goal)
        return part

    def _from(self, start: int, found: Lines) -> None:
        """The longest line from one fork to each other one."""
        forks = self.forks
        used: list[int] = []
        best: dict[int, tuple[int, list[int]]] = {}

        def go(fork: int, length: int) -> None:
            for number, goal, further in forks[fork]:
                if number not in used:
                    used.append(number)
                    if goal not in best or length + further > best[goal][0]:
                        best[goal] = (length + further, used[:])
                    go(goal, length + further)
                    used.pop()

        go(start, 0)
        for goal, (length, over) in best.items():
            edges = [edge for number in over for edge in self.stretches[number]]
            found[start, goal] = (length, tuple(edges))

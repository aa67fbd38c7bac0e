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


def longest_in_net(edges: Sequence[Edge], nodes: int) -> int:
    """Most edges in one line; nodes have numbers below `nodes`."""
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
        return _over_rings(rest, deepest, second, best)
    return best


def _over_rings(
    edges: Sequence[Edge], deepest: Sequence[int], second: Sequence[int], best: int
) -> int:
    """Lines that use an edge of a ring. They begin and end at a branch, or at a node with an odd
    number of ways; a part without such nodes is walked whole."""
    core: dict[int, list[int]] = {}
    for number, (a, b) in enumerate(edges):
        core.setdefault(a, []).append(number)
        core.setdefault(b, []).append(number)
    seen: set[int] = set()
    for first in core:
        if first in seen:
            continue
        part, inside = _part(first, edges, core)
        seen |= part
        starts = [n for n in part if deepest[n] or len(core[n]) & 1]
        if not starts:
            best = max(best, len(inside))
            continue
        most = max(deepest[n] for n in part)
        for start in starts:
            best = _from(start, edges, core, deepest, second, len(inside), most, best)
    return best


def _part(
    first: int, edges: Sequence[Edge], core: dict[int, list[int]]
) -> tuple[set[int], set[int]]:
    part, inside, front = {first}, set[int](), [first]
    while front:
        for edge in core[front.pop()]:
            inside.add(edge)
            for node in edges[edge]:
                if node not in part:
                    part.add(node)
                    front.append(node)
    return part, inside


def _from(
    start: int,
    edges: Sequence[Edge],
    core: dict[int, list[int]],
    deepest: Sequence[int],
    second: Sequence[int],
    count: int,
    most: int,
    best: int,
) -> int:
    """The longest line that begins at a node, or in its deepest branch."""
    used: set[int] = set()
    before = deepest[start]

    def go(node: int, length: int) -> None:
        nonlocal best
        for edge in core[node]:
            if edge not in used:
                a, b = edges[edge]
                goal = b if a == node else a
                whole = length + 1 + (second[goal] if goal == start else deepest[goal])
                if whole > best:
                    best = whole
                if before + count + most > best:
                    used.add(edge)
                    go(goal, length + 1)
                    used.discard(edge)

    go(start, before)
    return best

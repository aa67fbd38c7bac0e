"""The longest line over a net of edges, none of them twice, where every node lets pass.

What hangs off the rings of a net has no rings itself: it is peeled off leaf by leaf, and of each
node only the two deepest branches are kept. Lines over the rings are then found by plain search,
which has little left to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Net = Mapping[int, Sequence[int]] | Sequence[Sequence[int]]
"""edge → its two nodes"""


def longest_in_net(ends: Net, at: Mapping[int, Sequence[int]], edges: Sequence[int]) -> int:
    """Most edges in one line; `at` has the edges of each node."""
    degree = {node: len(there) for node, there in at.items()}
    deepest = dict.fromkeys(at, 0)
    second = dict.fromkeys(at, 0)
    left = set(edges)
    best = 0
    leaves = [node for node, n in degree.items() if n == 1]
    while leaves:
        leaf = leaves.pop()
        if degree[leaf] != 1:
            continue
        edge = next(e for e in at[leaf] if e in left)
        left.discard(edge)
        a, b = ends[edge]
        node = b if a == leaf else a
        depth = deepest[leaf] + 1
        if deepest[node] + depth > best:
            best = deepest[node] + depth
        if depth > deepest[node]:
            second[node], deepest[node] = deepest[node], depth
        elif depth > second[node]:
            second[node] = depth
        degree[leaf] = 0
        degree[node] -= 1
        if degree[node] == 1:
            leaves.append(node)
    return _over_rings(ends, at, left, deepest, second, best) if left else best


def _over_rings(
    ends: Net,
    at: Mapping[int, Sequence[int]],
    left: set[int],
    deepest: dict[int, int],
    second: dict[int, int],
    best: int,
) -> int:
    """Lines that use an edge of a ring. They begin and end at a branch, or at a node with an odd
    number of ways; a part without such nodes is walked whole."""
    core = {node: [e for e in there if e in left] for node, there in at.items()}
    seen: set[int] = set()
    for first in [node for node, there in core.items() if there]:
        if first in seen:
            continue
        part, edges = _part(first, ends, core)
        seen |= part
        starts = [n for n in part if deepest[n] or len(core[n]) & 1]
        if not starts:
            best = max(best, len(edges))
            continue
        most = max(deepest[n] for n in part)
        for start in starts:
            best = _from(start, ends, core, deepest, second, len(edges), most, best)
    return best


def _part(first: int, ends: Net, core: Mapping[int, list[int]]) -> tuple[set[int], set[int]]:
    part, edges, front = {first}, set[int](), [first]
    while front:
        for edge in core[front.pop()]:
            edges.add(edge)
            for node in ends[edge]:
                if node not in part:
                    part.add(node)
                    front.append(node)
    return part, edges


def _from(
    start: int,
    ends: Net,
    core: Mapping[int, list[int]],
    deepest: dict[int, int],
    second: dict[int, int],
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
                a, b = ends[edge]
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

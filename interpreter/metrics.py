"""Measures over the board graph: longest lines, what is reached, shortest ways, rings.

Lines run from place to place over links. A link is a thing (a piece on an edge, or an edge) with
the two places it joins; several links may join the same two places. Whether a line may cross a
place, coming over one link and leaving over another, is asked of `passes`; a place that is not
crossed can still be an end of the line. Searches go over (place, link by which it was entered),
because a place may let pass between some links and not between others.

Everything is found by plain search. The lines of a game are short, and nothing here is clever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

Link = tuple[int, int, int]
"""thing, one end, other end"""
Passes = Callable[[int, int, int], bool]
"""place, link before, link after"""
State = tuple[int, int | None]
"""a place and the link over which it was entered; None at the start"""


def links_at(links: Iterable[Link]) -> dict[int, list[tuple[int, int]]]:
    """For each place the (link, place at its other end) pairs."""
    table: dict[int, list[tuple[int, int]]] = {}
    for thing, one, other in links:
        table.setdefault(one, []).append((thing, other))
        table.setdefault(other, []).append((thing, one))
    return table


def longest_trail(links: Sequence[Link], passes: Passes) -> int:
    """Most links in one line that uses none of them twice."""
    at = links_at(links)
    asked: dict[tuple[int, int, int], bool] = {}

    def crossing(place: int, before: int, after: int) -> bool:
        key = (place, before, after)
        if key not in asked:
            asked[key] = passes(place, before, after)
        return asked[key]

    def longest(place: int, last: int | None, used: frozenset[int]) -> int:
        best = len(used)
        for thing, beyond in at[place]:
            if thing not in used and (last is None or crossing(place, last, thing)):
                best = max(best, longest(beyond, thing, used | {thing}))
        return best

    return max((longest(place, None, frozenset()) for place in at), default=0)


def _next_states(
    state: State, at: Mapping[int, list[tuple[int, int]]], passes: Passes
) -> Iterable[State]:
    place, last = state
    for thing, beyond in at.get(place, ()):
        if last is None or (thing != last and passes(place, last, thing)):
            yield beyond, thing


def reached(
    start: Iterable[int], links: Iterable[Link], passes: Passes, within: int | None
) -> frozenset[int]:
    """All places at most `within` links away; the start is not tested."""
    at = links_at(links)
    seen: set[State] = {(place, None) for place in start}
    layer = sorted(place for place, _ in seen)
    states: list[State] = [(place, None) for place in layer]
    steps = 0
    while states and (within is None or steps < within):
        steps += 1
        following = {s for state in states for s in _next_states(state, at, passes)} - seen
        seen |= following
        states = sorted(following, key=lambda s: (s[0], s[1] or 0))
    return frozenset(place for place, _ in seen)


def reached_side_by_side(
    start: Iterable[int],
    over: frozenset[int],
    neighbours: Sequence[Sequence[int]],
    passes: Callable[[int], bool],
    within: int | None,
) -> frozenset[int]:
    """Places reached by going from neighbour to neighbour among `over`."""
    first = frozenset(start)
    seen = set(first)
    layer = sorted(first)
    steps = 0
    while layer and (within is None or steps < within):
        steps += 1
        open_ones = [place for place in layer if place in first or passes(place)]
        following = {n for place in open_ones for n in neighbours[place] if n in over} - seen
        seen |= following
        layer = sorted(following)
    return frozenset(seen)


def shortest_way(start: int, goal: int, links: Iterable[Link], passes: Passes) -> frozenset[int]:
    """The links of all shortest ways together; nothing if there is no way."""
    if start == goal:
        return frozenset()
    at = links_at(links)
    cameby: dict[State, set[State]] = {(start, None): set()}
    layer: list[State] = [(start, None)]
    while layer and not any(place == goal for place, _ in layer):
        following: dict[State, set[State]] = {}
        for state in layer:
            for after in _next_states(state, at, passes):
                if after not in cameby:
                    following.setdefault(after, set()).add(state)
        cameby |= following
        layer = list(following)
    found: set[int] = set()
    back = [state for state in layer if state[0] == goal]
    while back:
        state = back.pop()
        if state[1] is not None:
            found.add(state[1])
            back.extend(cameby[state])
    return frozenset(found)


def rings(links: Sequence[Link], passes: Passes) -> frozenset[int]:
    """The links whose two ends stay joined by the other links."""
    return frozenset(
        link[0]
        for link in links
        if link[2] in reached((link[1],), [x for x in links if x is not link], passes, None)
    )


def lines_between(places: frozenset[int], links: Sequence[Link]) -> frozenset[int]:
    """The links on lines between two different places, no place touched twice: those that no
    single place separates from all of the given places."""
    found = []
    for thing, one, other in links:
        for cut in {end for link in links for end in link[1:]}:
            rest = [link for link in links if cut not in link[1:]]
            beside = {one, other} - {cut}
            if not reached(beside, rest, lambda *_: True, None) & (places - {cut}):
                break
        else:
            found.append(thing)
    return frozenset(found)

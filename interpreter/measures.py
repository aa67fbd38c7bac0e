"""Measures of the rules over the board graph: what they run over, and what lets them pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter import metrics
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.shapes import Unsupported, is_single
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator


def longest_trail(ev: Evaluator, e: ir.LongestTrail, scope: Scope) -> Plain:
    return metrics.longest_trail(_links(ev, e.over, scope), _passes(ev, e.passing, scope))


def reached(ev: Evaluator, e: ir.Reached, scope: Scope) -> Plain:
    sort = e.type.base
    start = _places(ev, e.start, scope, sort)
    within = None
    if e.within is not None:
        within = max(0, ev.number(e.within, scope) or 0)
    if sort == "corner":
        links = _links(ev, e.over, scope)
        found = metrics.reached(start, links, _passes(ev, e.passing, scope), within)
    elif sort in ("hex", "edge"):
        over = frozenset(_places(ev, e.over, scope, sort))
        rows = getattr(ev.setting.topology, f"{sort}_neighbours")
        passes = _passes(ev, e.passing, scope)
        found = metrics.reached_side_by_side(
            start, over, rows, lambda place: passes(place, place, place), within
        )
    else:
        raise Unsupported(e, f"reaching places of sort {sort}")
    return found if e.type.shape == "set" else tuple(sorted(found))


def shortest_way(ev: Evaluator, e: ir.ShortestWay, scope: Scope) -> Plain:
    start = _places(ev, e.start, scope, "corner")
    goal = _places(ev, e.goal, scope, "corner")
    if len(start) != 1 or len(goal) != 1:
        return frozenset()
    links = _links(ev, e.over, scope)
    return metrics.shortest_way(start[0], goal[0], links, _passes(ev, e.passing, scope))


def rings(ev: Evaluator, e: ir.Rings, scope: Scope) -> Plain:
    return metrics.rings(_links(ev, e.over, scope), _passes(ev, e.passing, scope))


def lines_between(ev: Evaluator, e: ir.LinesBetween, scope: Scope) -> Plain:
    places = _places(ev, e.places, scope, "corner")
    return metrics.lines_between(frozenset(places), _links(ev, e.over, scope))


def _things(ev: Evaluator, expr: ir.Expr, scope: Scope) -> list[Plain]:
    value = ev.value(expr, scope)
    if is_single(expr.type):
        return [] if value is None else [value]
    return ev.items(value, expr.type)


def _places(ev: Evaluator, expr: ir.Expr, scope: Scope, sort: str) -> list[int]:
    """Places of one sort; a piece stands for the place it is on."""
    found = []
    for thing in _things(ev, expr, scope):
        number = ev.place_number(thing, expr.type)
        if expr.type.base == "piece":
            number = ev.table.places[thing]
        place = ev.place_value(number, ir.Type(sort))
        if place is not None:
            found.append(place)
    return found


def _links(ev: Evaluator, expr: ir.Expr, scope: Scope) -> list[metrics.Link]:
    """Pieces on edges, or edges themselves, with their two ends."""
    ends = ev.setting.topology.edge_ends
    links = []
    for thing in _things(ev, expr, scope):
        edge = thing
        if expr.type.base == "piece":
            edge = ev.place_value(ev.table.places[thing], ir.EDGE)
        elif expr.type.base != "edge":
            raise Unsupported(expr, f"a line over things of type {expr.type.base}")
        if edge is not None:
            one, other = ends[edge]
            links.append((thing, one, other))
    return links


def _passes(
    ev: Evaluator, passing: ir.Passing | None, scope: Scope
) -> Callable[[int, int, int], bool]:
    """Whether a line may cross a place between two links."""
    if passing is None:
        return lambda place, before, after: True
    subject = None if passing.subject is None else ev.value(passing.subject, scope)
    args = ev.args(passing.args, scope)
    key, free, you = passing.key, passing.free, scope.you
    if passing.subject is not None and subject is None:
        return lambda place, before, after: False

    def passes(place: int, before: int, after: int) -> bool:
        asked = (place, before, after)[:free]
        return bool(ev.worth(key, subject, (*args, *asked), you))

    return passes

"""Comparing things and sets, and the quantified forms: some, every, count, sum, highest …"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.shapes import Unsupported, element, is_single, is_stock
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator

PLACES = ("hex", "corner", "edge", "space", "piece", "place")


def compare(ev: Evaluator, e: ir.Compare, scope: Scope) -> Plain:
    match e.op:
        case "is":
            return _same(ev, e, scope)
        case "is not":
            return not _same(ev, e, scope)
        case "is in":
            return _inside(ev, e, scope)
        case "is not in":
            return not _inside(ev, e, scope)
    a, b = ev.number(e.left, scope), ev.number(e.right, scope)
    if a is None or b is None:
        return False
    match e.op:
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case ">=":
            return a >= b
    raise Unsupported(e, f"the comparison {e.op}")


def _alike(ev: Evaluator, value: Plain, t: ir.Type, other: ir.Type) -> Plain:
    """A value in a form that can be compared with one of another type."""
    if t.base == other.base or value is None:
        return value
    if t.base in PLACES and other.base in PLACES and "place" in (t.base, other.base):
        return ev.place_number(value, t)
    if t.base == "space" and other.base == "number":
        return ev.setting.spaces[value][1]
    return value


def _things(ev: Evaluator, expr: ir.Expr, value: Plain, other: ir.Type) -> list[Plain]:
    t = expr.type
    things = ([] if value is None else [value]) if is_single(t) else ev.items(value, t)
    return [_alike(ev, thing, element(t), element(other)) for thing in things]


def _same(ev: Evaluator, e: ir.Compare, scope: Scope) -> bool:
    left, right = ev.value(e.left, scope), ev.value(e.right, scope)
    a, b = e.left.type, e.right.type
    if is_single(a) and is_single(b):
        return bool(_alike(ev, left, a, b) == _alike(ev, right, b, a))
    if is_stock(a) or is_stock(b):
        if a.base == b.base == "pile":
            return bool(left == right)
        return ev.as_bundle(left, a) == ev.as_bundle(right, b)
    things, others = _things(ev, e.left, left, b), _things(ev, e.right, right, a)
    if a.shape == b.shape == "list":
        return things == others
    return set(things) == set(others)


def _inside(ev: Evaluator, e: ir.Compare, scope: Scope) -> bool:
    left, right = ev.value(e.left, scope), ev.value(e.right, scope)
    a, b = e.left.type, e.right.type
    if left is None:
        return False
    if is_stock(b):
        if a.base == "number":
            return left in right
        return bundles.contains(ev.as_bundle(right, b), ev.as_bundle(left, a))
    others = _things(ev, e.right, right, a)
    if is_stock(a):
        return all(member in others for member in ev.items(left, a))
    return all(thing in others for thing in _things(ev, e.left, left, b))


def quantified(ev: Evaluator, e: ir.Quantified, scope: Scope) -> Plain:
    value = ev.value(e.over, scope)
    if e.local is None:
        return _plain(ev, e, value)
    found = []
    for thing in ev.items(value, e.over.type):
        scope.slots[e.local.slot] = thing
        if e.where is None or ev.truth(e.where, scope):
            found.append(thing)
    match e.word:
        case "some":
            return bool(found)
        case "no":
            return not found
        case "only":
            return found[0] if len(found) == 1 else None
        case "first":
            return found[0] if found else None
        case "count":
            return sum(_times(e, value, thing) for thing in found)
        case "all" if e.body is None:
            return _kept(ev, e, value, found)
    if e.body is None:
        raise Unsupported(e, f"{e.word} without a body")
    bodies = []
    for thing in found:
        scope.slots[e.local.slot] = thing
        bodies.append(ev.value(e.body, scope))
    match e.word:
        case "every":
            return all(bodies)
        case "sum":
            return _added(
                ev, e, [(b, _times(e, value, t)) for b, t in zip(bodies, found, strict=True)]
            )
        case "all":
            return ev.gather(bodies, e.body.type, e.type)
        case "highest" | "lowest":
            return _extreme(ev, e, found, bodies)
    raise Unsupported(e, f"the word {e.word}")


def _plain(ev: Evaluator, e: ir.Quantified, value: Plain) -> Plain:
    """`some S`, `count S`, `first S`: about the set itself."""
    t = e.over.type
    if t.base == "number" and t.shape == "one":
        raise Unsupported(e, f"{e.word} of a number")
    items = ev.items(value, t)
    match e.word:
        case "some":
            return bool(items)
        case "no":
            return not items
        case "count":
            return bundles.size(value) if t.base in ("cards", "bundle") else _length(value, items)
        case "only":
            return items[0] if len(items) == 1 else None
        case "first":
            return items[0] if items else None
        case "sum":
            return sum(item for item in items if item is not None)
        case "all":
            return value
        case "every":
            return all(items)
        case "highest" | "lowest" if t.base == "number":
            best = (max if e.word == "highest" else min)(items, default=None)
            return best if is_single(e.type) else frozenset(x for x in items if x == best)
    raise Unsupported(e, f"{e.word} without a name")


def _length(value: Plain, items: list[Plain]) -> int:
    return len(value) if isinstance(value, (tuple, frozenset)) else len(items)


def _times(e: ir.Quantified, value: Plain, thing: Plain) -> int:
    """How often a thing counts: once, but a member of a holding or pile for each card."""
    if not is_stock(e.over.type):
        return 1
    return int(value.count(thing) if e.over.type.base == "pile" else dict(value)[thing])


def _kept(ev: Evaluator, e: ir.Quantified, value: Plain, found: list[Plain]) -> Plain:
    """The filtered set, in the shape its type says."""
    if is_stock(e.type):
        whole = ev.as_bundle(value, e.over.type)
        return tuple((member, count) for member, count in whole if member in found)
    return frozenset(found) if e.type.shape == "set" else tuple(found)


def _added(ev: Evaluator, e: ir.Quantified, found: list[tuple[Plain, int]]) -> Plain:
    assert e.body is not None
    if is_stock(e.type):
        t = e.body.type
        return bundles.add(bundles.times(ev.as_bundle(body, t), n) for body, n in found)
    return sum(body * n for body, n in found if body is not None)


def _extreme(ev: Evaluator, e: ir.Quantified, found: list[Plain], bodies: list[Plain]) -> Plain:
    assert e.body is not None
    measured = [
        (thing, _alike(ev, body, e.body.type, ir.NUMBER))
        for thing, body in zip(found, bodies, strict=True)
        if body is not None
    ]
    if not measured:
        tied = []
    else:
        pick = max if e.word == "highest" else min
        best = pick(body for _, body in measured)
        tied = [thing for thing, body in measured if body == best]
    return tuple(tied) if e.type.shape == "list" else frozenset(tied)

"""Built-in fields: what the engine itself knows of places, pieces, players, spaces and piles.

A piece passes the fields of places through to the place it stands on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import NOBODY
from hexwright.interpreter.shapes import Unsupported, element, is_single
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator

AROUND = ("corners", "edges", "hexes", "ends", "neighbours")


def field(ev: Evaluator, e: ir.Field, scope: Scope) -> Plain:
    if e.name in AROUND:
        place_type = ir.Type(e.type.base, e.type.of, "list")
        return ev.over(
            e.base, scope, place_type, e.type, lambda one: _one_shape(e, _around(ev, e, one))
        )
    if e.name in ("newest", "oldest"):
        return _by_stamp(ev, e, scope)
    if e.name in ("top", "bottom"):
        pile = ev.value(e.base, scope)
        return pile[0 if e.name == "top" else -1] if pile else None
    if e.name in ("first", "last"):
        items = ev.items(ev.value(e.base, scope), e.base.type)
        return items[0 if e.name == "first" else -1] if items else None
    return ev.over(e.base, scope, element(e.type), e.type, lambda one: _of_one(ev, e, one))


def _one_shape(e: ir.Field, found: tuple[int, ...]) -> Plain:
    """Rows of the board are lists; a term of one thing gives what its type says."""
    return found if e.base.type.shape != "one" or e.type.shape == "list" else frozenset(found)


def _around(ev: Evaluator, e: ir.Field, one: Plain) -> tuple[int, ...]:
    """A row of the board's tables; a place of another sort has none."""
    t = e.base.type
    sort, number = t.base, one
    if t.base == "piece":
        place = ev.table.places[one]
        if place is None:
            return ()
        sort, number = ev.setting.sort_of_place(place)
    elif t.base == "place":
        sort, number = ev.setting.sort_of_place(one)
    if sort == "piece":
        return _around(ev, ir.Field(ir.Const(None, ir.Type("piece")), e.name, e.type), number)
    if e.name == f"{sort}s":
        return (number,)
    rows = getattr(ev.setting.topology, f"{sort}_{e.name}", None)
    return () if rows is None else tuple(rows[number])


def _of_one(ev: Evaluator, e: ir.Field, one: Plain) -> Plain:
    setting, sort = ev.setting, e.base.type.base
    match sort, e.name:
        case "piece", "place":
            return ev.place_value(ev.table.places[one], element(e.type))
        case "piece", "owner":
            owner = ev.table.owners[one]
            return None if owner == NOBODY else owner
        case "piece", "kind":
            return setting.instances[one].kind
        case "player", "seat":
            return one + 1
        case "player", "next":
            return (one + 1) % setting.players
        case "space", "number":
            return setting.spaces[one][1]
        case "space", "next":
            last = one + 1 == len(setting.spaces)
            return None if last or setting.spaces[one + 1][0] != setting.spaces[one][0] else one + 1
    raise Unsupported(e, f"{e.name} of a {sort}")


def _by_stamp(ev: Evaluator, e: ir.Field, scope: Scope) -> Plain:
    value = ev.value(e.base, scope)
    pieces = ev.items(value, e.base.type)
    if e.base.type.base != "piece":
        places = {ev.place_number(place, e.base.type) for place in pieces}
        pieces = [piece for piece, place in enumerate(ev.table.places) if place in places]
    stamps = ev.table.stamps
    if not pieces:
        return None
    if e.name == "newest":
        return min(pieces, key=lambda piece: (-stamps[piece], piece))
    return min(pieces, key=lambda piece: (stamps[piece], piece))


def pieces_of(ev: Evaluator, e: ir.PiecesOf, scope: Scope) -> Plain:
    value = ev.value(e.base, scope)
    t = e.base.type
    things = ([] if value is None else [value]) if is_single(t) else ev.items(value, t)
    standing = ev.standing(e.kind)
    if t.base == "player":
        return frozenset(piece for piece in standing if ev.table.owners[piece] in things)
    places = {ev.place_number(thing, t) for thing in things}
    return frozenset(piece for piece in standing if ev.table.places[piece] in places)


def only_piece_of(ev: Evaluator, e: ir.OnlyPieceOf, scope: Scope) -> Plain:
    found = pieces_of(ev, ir.PiecesOf(e.base, e.kind, e.type), scope)
    return next(iter(found)) if len(found) == 1 else None

"""The terms of the language: one function for each node of the typed program.

Fields of places and pieces stand in `fields`, comparing and quantifying in `comparing`, measures
over the board graph in `measures`, whether an action is possible in `heads`. The table at the end
says which function belongs to which node.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles, comparing, fields, heads, measures
from hexwright.interpreter.box import column_cell, copies
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.shapes import STOCKS, Unsupported, element, nothing
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator


def _const(_: Evaluator, e: ir.Const, __: Scope) -> Plain:
    return e.value


def _word(_: Evaluator, e: ir.WordRef, __: Scope) -> Plain:
    return e.word


def _member(ev: Evaluator, e: ir.MemberRef, _: Scope) -> Plain:
    return ev.setting.members[e.name]


def _by_name(_: Evaluator, e: ir.PieceKindRef | ir.PhaseRef, __: Scope) -> Plain:
    return e.name


def _one_piece(ev: Evaluator, e: ir.OnePiece, _: Scope) -> Plain:
    return next(i.id for i in ev.setting.instances if i.kind == e.name)


def _player(ev: Evaluator, e: ir.PlayerRef, _: Scope) -> Plain:
    return ev.setting.owner_called(e.colour)


def _place(ev: Evaluator, e: ir.PlaceRef, _: Scope) -> Plain:
    if e.type.base in ("hex", "corner", "edge"):
        return ev.setting.find(e.text, e.type.base)
    for sort in ("hex", "corner", "edge"):
        found = ev.setting.topology.find(e.text, sort)
        if found is not None:
            return found + ev.setting.place_base[sort]
    raise Unsupported(e, f"{e.text} is no place of the board {ev.setting.board.name}")


def _option(ev: Evaluator, e: ir.OptionRef, _: Scope) -> Plain:
    return ev.setting.options[e.name]


def _local(_: Evaluator, e: ir.LocalRef, scope: Scope) -> Plain:
    if e.slot not in scope.slots:
        raise Unsupported(e, f"the name {e.name} is not bound yet")
    return scope.slots[e.slot]


def _head_name(_: Evaluator, e: ir.HeadRef, scope: Scope) -> Plain:
    if e.name not in scope.names:
        raise Unsupported(e, f"the name {e.name} of the called head is not bound yet")
    return scope.names[e.name]


def _built_in(ev: Evaluator, e: ir.BuiltIn, scope: Scope) -> Plain:
    if e.name == "you":
        return scope.you
    if e.name == "neutral":
        return ev.setting.neutral
    if e.name == "neutrals":
        return ev.setting.neutrals
    if e.name == "paid":
        return scope.paid
    if e.name in ("active", "starter", "round", "phase"):
        return getattr(ev.table, e.name)
    raise Unsupported(e, f"the word {e.name}")


def _everything(ev: Evaluator, e: ir.Everything, _: Scope) -> Plain:
    t, top = e.type, ev.setting.topology
    if t.base == "player":
        return tuple(ev.turn_order()) if t.shape == "list" else frozenset(ev.turn_order())
    sizes = {"hex": top.hex_count, "corner": top.corner_count, "edge": top.edge_count}
    found: Sequence[Plain]
    if t.base in sizes:
        found = range(sizes[t.base])
    elif t.base == "piece":
        found = ev.standing(t.of)
    elif t.base == "member":
        found = ev.setting.kinds[t.of]
    elif t.base == "space":
        found = [i for i, (track, _) in enumerate(ev.setting.spaces) if track == t.of]
    elif t.base == "action":
        found = ev.program.kinds[t.of].members
    else:
        raise Unsupported(e, f"all of type {t.base}")
    return tuple(found) if t.shape == "list" else frozenset(found)


def _mark(ev: Evaluator, e: ir.MarkRef, _: Scope) -> Plain:
    return (
        ev.setting.marks[e.name] if e.type.shape == "list" else frozenset(ev.setting.marks[e.name])
    )


def _listing(ev: Evaluator, e: ir.Listing, scope: Scope) -> Plain:
    found: list[Plain] = []
    for item in e.items:
        value = ev.value(item, scope)
        found += [value] if item.type.shape == "one" else ev.items(value, item.type)
    present = [value for value in found if value is not None]
    return frozenset(present) if e.type.shape == "set" else tuple(present)


def _as_set(ev: Evaluator, e: ir.AsSet, scope: Scope) -> Plain:
    items = ev.items(ev.value(e.base, scope), e.base.type)
    ordered = e.type.shape == "list" or e.base.type.shape == "list"
    return tuple(items) if ordered else frozenset(items)


def _as_bundle(ev: Evaluator, e: ir.AsBundle, scope: Scope) -> Plain:
    return ev.bundle(e.base, scope)


def _amount(ev: Evaluator, e: ir.AmountIn, scope: Scope) -> Plain:
    member = ev.value(e.member, scope)
    return dict(ev.bundle(e.base, scope)).get(member, 0)


def _item_at(ev: Evaluator, e: ir.ItemAt, scope: Scope) -> Plain:
    number = ev.number(e.number, scope)
    items = ev.value(e.base, scope)
    if isinstance(e.base, ir.Everything) and e.base.type.base == "player":
        items = tuple(range(ev.setting.players))  # by seat, whoever's turn it is
    if e.base.type.base == "space":
        wanted = (e.base.type.of, number)
        return next((i for i, s in enumerate(ev.setting.spaces) if s == wanted), None)
    if e.base.type.shape == "set":
        items = ev.items(items, e.base.type)
    return items[number - 1] if number is not None and 1 <= number <= len(items) else None


def _left(ev: Evaluator, e: ir.LeftIn, scope: Scope) -> Plain:
    kind = ev.value(e.piece, scope)
    player = ev.value(e.base, scope)
    return len(ev.in_supply(kind, ev.supply_owner(kind, player)))


def _column(ev: Evaluator, e: ir.Column, scope: Scope) -> Plain:
    def of(member: Plain) -> Plain:
        if e.column == "copies":
            return copies(ev.program, ev.setting.member_names[member])
        cell = column_cell(ev.program, ev.setting.member_names[member], e.column)
        return nothing(e.type) if cell is None else ev.value(cell, Scope())

    return ev.over(e.base, scope, element(e.type), e.type, of)


def _state(ev: Evaluator, e: ir.StateRef, scope: Scope) -> Plain:
    inner = ev.program.states[e.key].type
    args = ev.args(e.args, scope)
    if e.subject is None:
        return _or_nothing(ev.slot_value((e.key, None, args)), e.type)
    return ev.over(
        e.subject,
        scope,
        inner,
        e.type,
        lambda subject: _or_nothing(ev.slot_value((e.key, subject, args)), inner),
    )


def _or_nothing(value: Plain, t: ir.Type) -> Plain:
    return nothing(t) if value is None else value


def _worth(ev: Evaluator, e: ir.ValueRef, scope: Scope) -> Plain:
    inner = ev.program.values[e.key].type
    args = ev.args(e.args, scope)
    if e.subject is None:
        return ev.worth(e.key, None, args, scope.you)
    return ev.over(e.subject, scope, inner, e.type, lambda s: ev.worth(e.key, s, args, scope.you))


def _holder(ev: Evaluator, e: ir.HolderOf, _: Scope) -> Plain:
    return ev.table.holders.get(e.award)


def _piece_fact(ev: Evaluator, e: ir.PieceFact, scope: Scope) -> Plain:
    kind = ev.value(e.base, scope)
    name = kind if isinstance(kind, str) else ev.setting.instances[kind].kind
    piece = ev.program.pieces[name]
    if e.name == "supply":
        return piece.supply
    if e.name == "cost":
        return bundles.EMPTY if piece.cost is None else ev.bundle(piece.cost, Scope())
    raise Unsupported(e, f"{e.name} of a piece")


def _arithmetic(ev: Evaluator, e: ir.Arithmetic, scope: Scope) -> Plain:
    if e.type.shape != "one":
        return _set_arithmetic(ev, e, scope)
    if e.type.base in STOCKS:
        return _bundle_arithmetic(ev, e, scope)
    a, b = ev.number(e.left, scope), ev.number(e.right, scope)
    if a is None or b is None:
        return None
    return {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0}[e.op]


def _bundle_arithmetic(ev: Evaluator, e: ir.Arithmetic, scope: Scope) -> Plain:
    if e.op == "*":
        number, of = (e.left, e.right) if e.left.type.base == "number" else (e.right, e.left)
        return bundles.times(ev.bundle(of, scope), ev.number(number, scope) or 0)
    left, right = ev.bundle(e.left, scope), ev.bundle(e.right, scope)
    if e.op == "+":
        return bundles.add((left, right))
    if e.op == "-":
        return bundles.subtract(left, right)
    raise Unsupported(e, f"{e.op} between bundles")


def _set_arithmetic(ev: Evaluator, e: ir.Arithmetic, scope: Scope) -> Plain:
    left = ev.items(ev.value(e.left, scope), e.left.type)
    right = ev.items(ev.value(e.right, scope), e.right.type)
    if e.op == "+":
        found = [*left, *(x for x in right if x not in left)]
    elif e.op == "-":
        found = [x for x in left if x not in right]
    else:
        raise Unsupported(e, f"{e.op} between sets")
    return frozenset(found) if e.type.shape == "set" else tuple(found)


def _both(ev: Evaluator, e: ir.Both, scope: Scope) -> Plain:
    return ev.truth(e.left, scope) and ev.truth(e.right, scope)


def _either(ev: Evaluator, e: ir.Either, scope: Scope) -> Plain:
    return ev.truth(e.left, scope) or ev.truth(e.right, scope)


def _negation(ev: Evaluator, e: ir.Negation, scope: Scope) -> Plain:
    return not ev.truth(e.operand, scope)


def _can(ev: Evaluator, e: ir.Can, scope: Scope) -> Plain:
    who = ev.value(e.who, scope)
    return who is not None and heads.can(ev, who, e.terms, scope)


def _without(ev: Evaluator, e: ir.Without, scope: Scope) -> Plain:
    lifted = ev.items(ev.value(e.piece, scope), e.piece.type)
    return supposing(ev, dict.fromkeys(lifted), lambda: ev.value(e.body, scope))


def _as_if(ev: Evaluator, e: ir.AsIf, scope: Scope) -> Plain:
    piece = ev.value(e.piece, scope)
    place = ev.place_number(ev.value(e.place, scope), e.place.type)
    if isinstance(piece, str):
        left = ev.in_supply(piece, ev.supply_owner(piece, scope.you))
        piece = left[0] if left else None
    moved = {} if piece is None else {piece: place}
    return supposing(ev, moved, lambda: ev.value(e.body, scope))


def supposing(ev: Evaluator, moved: dict[int, int | None], then: Callable[[], Plain]) -> Plain:
    """Judge something with pieces lifted or set elsewhere; the table is as before afterwards."""
    places = ev.table.places
    before = {piece: places[piece] for piece in moved}
    for piece, place in moved.items():
        places[piece] = place
    try:
        return then()
    finally:
        for piece, place in before.items():
            places[piece] = place


METHODS: dict[type, Callable[[Evaluator, Any, Scope], Plain]] = {
    ir.Const: _const,
    ir.WordRef: _word,
    ir.MemberRef: _member,
    ir.PieceKindRef: _by_name,
    ir.OnePiece: _one_piece,
    ir.PlayerRef: _player,
    ir.PlaceRef: _place,
    ir.PhaseRef: _by_name,
    ir.OptionRef: _option,
    ir.LocalRef: _local,
    ir.HeadRef: _head_name,
    ir.BuiltIn: _built_in,
    ir.Everything: _everything,
    ir.MarkRef: _mark,
    ir.Listing: _listing,
    ir.AsSet: _as_set,
    ir.AsBundle: _as_bundle,
    ir.Field: fields.field,
    ir.PiecesOf: fields.pieces_of,
    ir.OnlyPieceOf: fields.only_piece_of,
    ir.AmountIn: _amount,
    ir.ItemAt: _item_at,
    ir.LeftIn: _left,
    ir.Column: _column,
    ir.StateRef: _state,
    ir.ValueRef: _worth,
    ir.HolderOf: _holder,
    ir.PieceFact: _piece_fact,
    ir.Arithmetic: _arithmetic,
    ir.Compare: comparing.compare,
    ir.Both: _both,
    ir.Either: _either,
    ir.Negation: _negation,
    ir.Quantified: comparing.quantified,
    ir.Can: _can,
    ir.Without: _without,
    ir.AsIf: _as_if,
    ir.LongestTrail: measures.longest_trail,
    ir.Reached: measures.reached,
    ir.ShortestWay: measures.shortest_way,
    ir.Rings: measures.rings,
    ir.LinesBetween: measures.lines_between,
}

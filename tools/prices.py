"""What actions cost, as far as it can be read off the rules without a game.

A price that depends on the state (a rate, a discount) is unknown here and left out; who wants to
know it must ask a game. Bots use prices to see how near they are to something they cannot do yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hexwright.dsl import program as ir

Bundle = Mapping[str, int]


def prices(program: ir.Program) -> dict[str, Bundle]:
    """Action → members it costs, of all actions with a constant price."""
    found: dict[str, Bundle] = {}
    for action in program.actions.values():
        first = next(iter(action.body), None)
        if isinstance(first, ir.Pay):
            price = bundle(program, first.what)
            if price:
                found[action.name] = price
    return found


def placed(program: ir.Program, action: str) -> tuple[str, ...]:
    """Kinds of pieces that an action puts on the board by itself."""
    kinds = []
    for line in program.actions[action].body:
        piece = line.piece if isinstance(line, ir.PlacePiece) else None
        piece = line.by if isinstance(line, ir.ReplacePiece) else piece
        if isinstance(piece, ir.PieceKindRef | ir.OnePiece):
            kinds.append(piece.name)
    return tuple(kinds)


def bundle(program: ir.Program, expr: ir.Expr) -> Bundle | None:
    """A constant bundle, or None where a game would be needed."""
    match expr:
        case ir.MemberRef(name=name):
            return {name: 1}
        case ir.AsBundle(base=base):
            return bundle(program, base)
        case ir.PieceFact(base=ir.PieceKindRef(name=name), name="cost"):
            cost = program.pieces[name].cost
            return None if cost is None else bundle(program, cost)
        case ir.ValueRef(key=key, subject=None, args=()):
            formula = program.values[key].formula
            return None if formula is None else bundle(program, formula)
        case ir.Arithmetic(op="+", left=left, right=right):
            one, other = bundle(program, left), bundle(program, right)
            return None if one is None or other is None else Counter(one) + Counter(other)
        case ir.Arithmetic(op="*", left=ir.Const(value=int(times)), right=right):
            one = bundle(program, right)
            return None if one is None else {name: times * n for name, n in one.items()}
    return None

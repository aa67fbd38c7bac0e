"""Values that are known before the game: what `{…}` in a sentence, a price or a limit comes to.

An expression is known if nothing in it depends on the course of a game: options, constants, prices,
and values made of them. It is then computed by the reference evaluator, on the table as it lies, so
that the page and the game cannot disagree.
"""

from __future__ import annotations

from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.walk import walk
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.scope import Scope

UNKNOWN = object()
CHANGING = (
    ir.LocalRef, ir.HeadRef, ir.BuiltIn, ir.StateRef, ir.PiecesOf, ir.OnlyPieceOf, ir.LeftIn,
    ir.HolderOf, ir.OnePiece, ir.Can, ir.Without, ir.AsIf, ir.LongestTrail, ir.Reached,
    ir.ShortestWay, ir.Rings, ir.LinesBetween, ir.MarkRef,
    ir.Field, ir.PlayerRef, ir.PlaceRef, ir.PhaseRef,
)  # fmt: skip
DEEPEST = 20


class Known:
    def __init__(self, program: ir.Program, evaluator: Evaluator | None) -> None:
        self.program = program
        self.evaluator = evaluator

    def value(self, expr: ir.Expr | None) -> Any:
        """What it comes to, as the engine has it; UNKNOWN if that depends on the game."""
        if expr is None or self.evaluator is None or not self.constant(expr):
            return UNKNOWN
        try:
            return self.evaluator.value(expr, Scope({}, 0))
        except Exception:  # an odd expression of a stranger's ruleset stays unknown
            return UNKNOWN

    def constant(self, expr: Any, depth: int = 0) -> bool:
        if depth > DEEPEST:
            return False
        for node in walk((expr,)):
            if isinstance(node, ir.Everything) and node.type.base not in ("member", "player"):
                return False
            if isinstance(node, ir.ValueRef):
                value = self.program.values.get(node.key)
                if value is None or node.subject is not None or node.args:
                    return False
                parts = [p for part in value.parts for p in (part.value, part.when)]
                if not all(
                    self.constant(e, depth + 1) for e in (value.formula, *parts) if e is not None
                ):
                    return False
            elif isinstance(node, CHANGING):
                return False
        return True

    def decided(self, expr: ir.Expr | None, depth: int = 0) -> bool | None:
        """What the options in force make of a condition, for any number of players; or None."""
        match expr:
            case None:
                return None
            case ir.Both(left=left, right=right):
                return self._joined((left, right), False, depth)
            case ir.Either(left=left, right=right):
                return self._joined((left, right), True, depth)
            case ir.Negation(operand=operand):
                inner = self.decided(operand, depth)
                return None if inner is None else not inner
            case ir.ValueRef(key=key) if depth < DEEPEST:
                value = self.program.values.get(key)
                if value is not None and value.form in ("all", "any") and value.parts:
                    if any(part.when is not None for part in value.parts):
                        return None
                    parts = tuple(part.value for part in value.parts)
                    return self._joined(parts, value.form == "any", depth + 1)
        seats = (n for n in walk((expr,)) if isinstance(n, ir.Everything))
        if any(n.type.base == "player" for n in seats):
            return None
        value = self.value(expr)
        return value if isinstance(value, bool) else None

    def _joined(self, parts: tuple[ir.Expr, ...], enough: bool, depth: int) -> bool | None:
        """One part that is `enough` settles it; all others together settle the opposite."""
        found = [self.decided(part, depth) for part in parts]
        if enough in found:
            return enough
        return None if None in found else not enough

    def plain_sum(self, expr: ir.Expr) -> Any:
        """Of a value with a subject: the sum of its parts, if all of them always count."""
        if not isinstance(expr, ir.ValueRef):
            return UNKNOWN
        value = self.program.values.get(expr.key)
        if value is None or value.form != "sum" or value.type.base != "number":
            return UNKNOWN
        found = [self.value(part.value) for part in value.parts if part.when is None]
        if len(found) < len(value.parts) or any(not isinstance(n, int) for n in found):
            return UNKNOWN
        return sum(found)

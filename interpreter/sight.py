"""Who may know what: read off the sights that stand below each state.

Numbers, flags and places are public unless their state says otherwise; holdings and piles are seen
by their owner unless it does. A term is as visible as the least visible slot it reads. What is not
read, because what stands before it decides already, hides nothing: `not h.hidden and h.kind is …`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter import uses
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import NOBODY
from hexwright.interpreter.shapes import is_single, is_stock
from hexwright.interpreter.table import Plain, Slot

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator

NOTHING, COUNT, CONTENTS, EVERYTHING = range(4)
"""how much of a slot is seen"""
LEVELS = {"count": COUNT, "contents": CONTENTS, "seen": EVERYTHING}


def owner_of(ev: Evaluator, slot: Slot) -> int | None:
    """The player to whom a slot belongs."""
    (kind, _), subject, _ = slot
    if kind == "player":
        return subject
    if kind in ev.setting.piece_kinds and kind and subject is not None:
        owner = ev.table.owners[subject]
        return None if owner == NOBODY else owner
    return None


def seen(ev: Evaluator, player: int, slot: Slot) -> int:
    """How much of a slot a player sees."""
    state = ev.program.states[slot[0]]
    mine = owner_of(ev, slot) == player
    if not state.sights:
        return EVERYTHING if mine or not is_stock(state.type) else NOTHING
    scope = Scope({} if slot[1] is None else {0: slot[1]}, player)
    most = NOTHING
    for sight in state.sights:
        if _meant(ev, sight.by, player, mine, scope) and ev.truth(sight.when, scope.copy()):
            most = max(most, LEVELS[sight.what])
    return most


def _meant(ev: Evaluator, by: str | ir.Expr, player: int, mine: bool, scope: Scope) -> bool:
    if isinstance(by, str):
        return by == "everyone" or (by == "owner" and mine)
    value = ev.value(by, scope.copy())
    return value == player if is_single(by.type) else player in ev.items(value, by.type)


def may_know(ev: Evaluator, player: int, expr: ir.Expr | None, scope: Scope) -> bool:
    """Whether a player sees everything that a term reads."""
    return expr is None or _Reader(ev, player).reads(expr, scope.copy(), EVERYTHING)


class _Reader:
    def __init__(self, ev: Evaluator, player: int) -> None:
        self.ev = ev
        self.player = player

    def reads(self, expr: ir.Expr, scope: Scope, least: int) -> bool:
        match expr:
            case ir.StateRef():
                return self._inside((expr.subject, *expr.args), scope) and self._state(
                    expr, scope, least
                )
            case ir.ValueRef():
                return self._inside((expr.subject, *expr.args), scope) and self._value(expr, scope)
            case ir.Quantified(local=None, word=word) if is_stock(expr.over.type):
                enough = COUNT if word in ("count", "some", "no") else CONTENTS
                return self.reads(expr.over, scope, enough)
            case ir.Quantified(local=None):
                return self.reads(expr.over, scope, EVERYTHING)
            case ir.Quantified():
                return self._quantified(expr, scope)
            case ir.AmountIn() | ir.AsBundle() | ir.AsSet():
                inner = min(least, CONTENTS) if is_stock(expr.base.type) else least
                rest = (expr.member,) if isinstance(expr, ir.AmountIn) else ()
                return self.reads(expr.base, scope, inner) and self._inside(rest, scope)
            case ir.Can():
                return True
            case ir.Both(left=left, right=right):
                return self.reads(left, scope, EVERYTHING) and (
                    not self.ev.truth(left, scope.copy()) or self.reads(right, scope, EVERYTHING)
                )
            case ir.Either(left=left, right=right):
                return self.reads(left, scope, EVERYTHING) and (
                    self.ev.truth(left, scope.copy()) or self.reads(right, scope, EVERYTHING)
                )
        parts = [p for p in _parts(expr) if p is not expr]
        return all(self.reads(part, scope, EVERYTHING) for part in parts)

    def _inside(self, parts: tuple[ir.Expr | None, ...], scope: Scope) -> bool:
        return all(p is None or self.reads(p, scope, EVERYTHING) for p in parts)

    def _subjects(self, expr: ir.StateRef | ir.ValueRef, scope: Scope) -> list[Plain]:
        if expr.subject is None:
            return [None]
        value = self.ev.value(expr.subject, scope)
        if is_single(expr.subject.type):
            return [] if value is None else [value]
        return self.ev.items(value, expr.subject.type)

    def _state(self, expr: ir.StateRef, scope: Scope, least: int) -> bool:
        args = self.ev.args(expr.args, scope)
        if not is_stock(expr.type):
            least = EVERYTHING
        return all(
            seen(self.ev, self.player, (expr.key, subject, args)) >= least
            for subject in self._subjects(expr, scope)
        )

    def _value(self, expr: ir.ValueRef, scope: Scope) -> bool:
        value = self.ev.program.values[expr.key]
        args = self.ev.args(expr.args, scope)
        for subject in self._subjects(expr, scope):
            given = (subject, *args) if value.owner else args
            slots = {p.slot: v for p, v in zip(value.params, given, strict=True)}
            inner = Scope(slots, scope.you)
            if value.formula is not None and not self.reads(
                value.formula, inner.copy(), EVERYTHING
            ):
                return False
            if not self._parts_read(value, inner):
                return False
        return True

    def _parts_read(self, value: ir.ValueDef, scope: Scope) -> bool:
        """The parts in order, up to the one that decides."""
        decides = {"any": True, "all": False}.get(value.form)
        for part in value.parts:
            if part.when is not None:
                if not self.reads(part.when, scope.copy(), EVERYTHING):
                    return False
                if not self.ev.truth(part.when, scope.copy()):
                    continue
            if not self.reads(part.value, scope.copy(), EVERYTHING):
                return False
            if decides is not None and self.ev.truth(part.value, scope.copy()) is decides:
                return True
        return True

    def _quantified(self, expr: ir.Quantified, scope: Scope) -> bool:
        if not self.reads(expr.over, scope, CONTENTS):
            return False
        assert expr.local is not None
        for thing in self.ev.items(self.ev.value(expr.over, scope), expr.over.type):
            scope.slots[expr.local.slot] = thing
            if not self._inside((expr.where,), scope):
                return False
            if expr.where is not None and not self.ev.truth(expr.where, scope.copy()):
                continue
            if not self._inside((expr.body,), scope):
                return False
        return True


def _parts(expr: ir.Expr) -> list[ir.Expr]:
    """The terms directly inside a term."""
    found: list[ir.Expr] = []
    for node in uses.children(expr):
        if hasattr(node, "type"):
            found.append(node)
    return found

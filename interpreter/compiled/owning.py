"""Whose pieces a value looks at.

Most values of a player or of a piece look only at pieces of that player, or of that piece's owner:
its line, its harvest, what it may still move. Then a piece of somebody else can come and go without
making them forget. Here it is found out which kinds of pieces a value reads through the owner of
its first argument alone; anything that is not plainly so counts as read from anybody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hexwright.dsl import program as ir

from .analysis import EVERYTHING, Analysis, conjuncts, parts_of

PLAYER, PIECE, OTHER = "player", "piece", ""
Passed = ir.LongestTrail | ir.Reached | ir.ShortestWay | ir.Rings
"""measures over what lets pass"""
Roles = dict[int, str]
"""slot → whether it holds the owner, a piece of the owner, or something else"""


@dataclass
class Kinds:
    own: set[str] = field(default_factory=set)
    anybody: set[str] = field(default_factory=set)


class Owning:
    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.program = analysis.program
        self._known: dict[tuple[ir.Key, tuple[str, ...]], Kinds] = {}

    def own_kinds(self, key: ir.Key) -> frozenset[str]:
        """Kinds of pieces that the value reads only as those of its first argument's owner."""
        value = self.program.values[key]
        if not value.params or value.params[0].type.base not in (PLAYER, PIECE):
            return frozenset()
        first = value.params[0].type
        if first.base == PIECE and any(
            self.program.pieces[k].in_all for k in self.analysis.kinds_of(first.of)
        ):
            return frozenset()
        if EVERYTHING in self.analysis.value_reads(key):
            return frozenset()
        found = self._value(key, (first.base, *(OTHER for _ in value.params[1:])))
        return frozenset(k for k in found.own - found.anybody if not self.program.pieces[k].in_all)

    def _value(self, key: ir.Key, roles: tuple[str, ...]) -> Kinds:
        if (key, roles) not in self._known:
            found = self._known[key, roles] = Kinds()
            value = self.program.values[key]
            self._visit((value.formula, tuple(value.parts)), dict(enumerate(roles)), found)
        return self._known[key, roles]

    # what a term is

    def _role(self, e: ir.Expr | None, roles: Roles) -> str:
        if e is None:
            return OTHER
        if self._is_owner(e, roles):
            return PLAYER
        return PIECE if self._is_own(e, roles) else OTHER

    def _is_owner(self, e: ir.Expr, roles: Roles) -> bool:
        match e:
            case ir.LocalRef(slot=slot):
                return roles.get(slot) == PLAYER
            case ir.Field(base=base, name="owner"):
                return base.type.shape == "one" and self._is_own(base, roles)
            case ir.AsSet(base=base):
                return self._is_owner(base, roles)
        return False

    def _is_own(self, e: ir.Expr, roles: Roles) -> bool:
        match e:
            case ir.LocalRef(slot=slot):
                return roles.get(slot) == PIECE
            case ir.PiecesOf(base=base):
                return base.type.base == "player" and self._is_owner(base, roles)
            case ir.AsSet(base=base):
                return self._is_own(base, roles)
            case ir.Arithmetic(op="+", left=left, right=right):
                return self._is_own(left, roles) and self._is_own(right, roles)
            case ir.Arithmetic(op="-", left=left):
                return self._is_own(left, roles)
            case ir.Quantified(over=over, body=None):
                return self._is_own(over, roles)
        return False

    # walking

    def _visit(self, n: Any, roles: Roles, found: Kinds) -> None:
        if isinstance(n, tuple):
            for one in n:
                self._visit(one, roles, found)
            return
        match n:
            case ir.PiecesOf(base=base, kind=kind):
                there = found.own if self._is_own(n, roles) else found.anybody
                there.update(self.analysis.kinds_of(kind))
                self._visit(base, roles, found)
            case ir.Field(base=base) if base.type.base == "piece":
                there = found.own if self._is_own(base, roles) else found.anybody
                there.update(self.analysis.kinds_of(base.type.of))
                self._visit(base, roles, found)
            case ir.Compare(
                left=left, right=ir.Field(name="owner", base=ir.PiecesOf() as near)
            ) if n.op in ("is in", "is not in") and self._is_owner(left, roles):
                found.own.update(self.analysis.kinds_of(near.kind))
                self._visit((left, near.base), roles, found)
            case ir.Quantified():
                self._quantified(n, roles, found)
            case ir.ValueRef(key=key, subject=subject, args=args):
                given = (*((subject,) if subject is not None else ()), *args)
                self._call(key, tuple(self._role(g, roles) for g in given), found)
                self._visit(given, roles, found)
            case ir.LongestTrail() | ir.Reached() | ir.ShortestWay() | ir.Rings():
                self._measure(n, roles, found)
            case _ if (names := parts_of(type(n))) is not None:
                self._plain(n, found)
                for name in names:
                    self._visit(getattr(n, name), roles, found)

    def _plain(self, n: Any, found: Kinds) -> None:
        """What a node reads by itself, whoever it belongs to."""
        pieces = self.program.pieces
        match n:
            case ir.OnlyPieceOf(kind=kind):
                found.anybody.update(self.analysis.kinds_of(kind))
            case ir.OnePiece(name=name):
                found.anybody.add(name)
            case ir.Everything(type=t) if t.base == "piece":
                found.anybody.update(self.analysis.kinds_of(t.of))
            case ir.LeftIn() | ir.Without() | ir.AsIf() | ir.Can():
                found.anybody.update(pieces)
            case ir.Field(base=base, name=name):
                if base.type.base == "place" or name in ("newest", "oldest"):
                    found.anybody.update(pieces)

    def _quantified(self, n: ir.Quantified, roles: Roles, found: Kinds) -> None:
        over = n.over
        inner = dict(roles)
        own = self._is_own(over, roles)
        if n.local is not None:
            whose = isinstance(over, ir.PiecesOf) and over.base.type.base != "player"
            if whose and self._asks_owner(n.where, n.local.slot, roles):
                assert isinstance(over, ir.PiecesOf)
                own = True
                found.own.update(self.analysis.kinds_of(over.kind))
                self._visit(over.base, roles, found)
            else:
                self._visit(over, roles, found)
            inner[n.local.slot] = PIECE if own else OTHER
        else:
            self._visit(over, roles, found)
        if own and n.local is not None:
            for part in conjuncts(n.where):
                if not self._is_owner_test(part, n.local.slot, roles):
                    self._visit(part, inner, found)
        else:
            self._visit(n.where, inner, found)
        self._visit(n.body, inner, found)

    def _asks_owner(self, where: ir.Expr | None, slot: int, roles: Roles) -> bool:
        return any(self._is_owner_test(part, slot, roles) for part in conjuncts(where))

    def _is_owner_test(self, e: ir.Expr, slot: int, roles: Roles) -> bool:
        """`x.owner is OWNER`."""
        if not isinstance(e, ir.Compare) or e.op != "is":
            return False
        for one, other in ((e.left, e.right), (e.right, e.left)):
            if (
                isinstance(one, ir.Field)
                and one.name == "owner"
                and isinstance(one.base, ir.LocalRef)
                and one.base.slot == slot
                and self._is_owner(other, roles)
            ):
                return True
        return False

    def _measure(self, n: Passed, roles: Roles, found: Kinds) -> None:
        for name in parts_of(type(n)) or ():
            if name != "passing":
                self._visit(getattr(n, name), roles, found)
        p = n.passing
        if p is None:
            return
        given = (*((p.subject,) if p.subject is not None else ()), *p.args)
        self._visit(given, roles, found)
        piece = PIECE if self._is_own(n.over, roles) else OTHER
        free = (OTHER, piece, piece)[: p.free]
        self._call(p.key, (*(self._role(g, roles) for g in given), *free), found)

    def _call(self, key: ir.Key, roles: tuple[str, ...], found: Kinds) -> None:
        inner = self._value(key, roles)
        found.own |= inner.own
        found.anybody |= inner.anybody

"""Conditions: joined, compared, contained."""

from __future__ import annotations

from hexwright.dsl import program as ir

from .layout import NO_NUMBER, ON_BOARD, plain_none
from .lookups import Lookups
from .source import Scope
from .writer import atom, both


class Conditions(Lookups):
    def flag(self, e: ir.Expr, c: Scope) -> str:
        """A condition; what options decide is decided here."""
        fixed = self.known(e)
        if isinstance(fixed, bool):
            return str(fixed)
        match e:
            case ir.Both(left=left, right=right):
                parts = [self.flag(left, c), self.flag(right, c)]
                if "False" in parts:
                    return "False"
                return both([p for p in parts if p != "True"], "True", "and")
            case ir.Either(left=left, right=right):
                parts = [self.flag(left, c), self.flag(right, c)]
                if "True" in parts:
                    return "True"
                return both([p for p in parts if p != "False"], "False", "or")
            case ir.Negation(operand=operand):
                inner = self.flag(operand, c)
                return {"True": "False", "False": "True"}.get(inner, f"(not {inner})")
            case ir.Compare():
                return self.compare(e, c)
            case ir.Can():
                return self.can(e, c)
        return self.scalar(e, c)

    def compare(self, e: ir.Compare, c: Scope) -> str:
        op, left, right = e.op, e.left, e.right
        if op in ("<", "<=", ">", ">="):
            a, b = self.number(left, c), self.number(right, c)
            text = f"({a} {op} {b})"
            for side, t in ((a, left.type), (b, right.type)):
                if t.optional and t.base in ("number", "space"):
                    text = f"({side} != {NO_NUMBER} and {text})"
            return text
        if op in ("is in", "is not in"):
            text = self.contained(left, right, c)
            return text if op == "is in" else f"(not {text})"
        text = self.equal(left, right, c)
        return text if op == "is" else f"(not {text})"

    def equal(self, left: ir.Expr, right: ir.Expr, c: Scope) -> str:
        if isinstance(left, ir.Const) and left.value is None:
            left, right = right, left
        if isinstance(right, ir.Const) and right.value is None:
            if left.type.shape != "one":
                return f"(not {self.mask(left, c)})"
            return f"({self.scalar(left, c)} == {plain_none(left.type)})"
        a, b = left.type, right.type
        bundled = ("bundle", "cards")
        if a.base in bundled or b.base in bundled:
            return f"({self.pairs(left, c)} == {self.pairs(right, c)})"
        if a.shape != "one" or b.shape != "one":
            if a.shape == "list" and b.shape == "list":
                return f"(tuple({self.items(left, c)}) == tuple({self.items(right, c)}))"
            return f"({self.mask(left, c)} == {self.mask(right, c)})"
        if a.base == "flag" and b.base == "flag":
            return f"(bool({self.scalar(left, c)}) == bool({self.scalar(right, c)}))"
        if "place" in (a.base, b.base) and a.base != b.base:
            return f"({self.common_place(left, c)} == {self.common_place(right, c)})"
        if "space" in (a.base, b.base) and "number" in (a.base, b.base):
            return f"({self.number(left, c)} == {self.number(right, c)})"
        return f"({self.scalar(left, c)} == {self.scalar(right, c)})"

    def common_place(self, e: ir.Expr, c: Scope) -> str:
        text = self.scalar(e, c)
        base = {**self.setting.place_base, "place": 0}.get(e.type.base, 0)
        if not base:
            return text
        if e.type.optional:
            return self.guarded(e, c, lambda x: f"({x} + {base})")
        return f"({text} + {base})"

    def contained(self, left: ir.Expr, right: ir.Expr, c: Scope) -> str:
        a, b = left.type, right.type
        if b.base == "cards" and a.base == "member" and a.shape == "one":
            base, members = self.holding(right, c)
            text = self.scalar(left, c)
            if a.optional or not set(self.setting.kinds.get(a.of, ())) <= set(members):
                return f"({self.mask(right, c)} >> max({text}, 0) & 1 and {text} >= 0)"
            return f"(S[{self.count_slot(base, members, text)}] > 0)"
        if b.base == "cards" and (fixed := self.constant_pairs(left)) is not None:
            base, members = self.holding(right, c)
            tests = [f"S[{self.count_slot(base, members, str(m))}] >= {n}" for m, n in fixed]
            return both(tests, "True", "and")
        if a.base in ("bundle", "cards") or b.base == "bundle" and a.base != "member":
            return f"pairs_inside({self.pairs(left, c)}, {self.pairs(right, c)})"
        if a.shape != "one":
            return f"(not {self.mask(left, c)} & ~{self.mask(right, c)})"
        text = self.scalar(left, c)
        if b.base == "piece" and a.base == "piece" and isinstance(right, ir.Everything):
            mask = f"(S[{ON_BOARD}] & {self.layout.piece_mask(b.of)})"
        else:
            mask = self.mask(right, c)
        if a.base == "player" and isinstance(right, ir.Field) and right.name == "owner":
            owned = self.owned_there(left, right, c)
            if owned is not None:
                return owned
        if mask.isdigit() and text.isdigit():
            return str(bool(int(mask) >> int(text) & 1))
        if a.optional or a.base in ("number", "none"):
            if not atom(text):
                name = self.fresh("t")
                return f"(({name} := {text}) >= 0 and {mask} >> {name} & 1)"
            return f"({text} >= 0 and {mask} >> {text} & 1)"
        return f"({mask} >> {text} & 1)"

    def owned_there(self, who: ir.Expr, owners: ir.Field, c: Scope) -> str | None:
        """`p is in PIECES.owner` without listing the owners."""
        pieces = owners.base
        if pieces.type.base != "piece" or self.layout.in_all(pieces.type.of):
            return None
        n = self.setting.owners
        groups = (*(self.layout.piece_mask(pieces.type.of, p) for p in range(n)), 0)
        table = self.const(groups, "OWN")
        return f"({self.mask(pieces, c)} & {table}[{self.scalar(who, c)}])"

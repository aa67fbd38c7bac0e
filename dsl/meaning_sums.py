"""Gives reckoning, comparing and speaking of many things their meaning."""

from __future__ import annotations

from . import program as ir
from . import tree as t
from .context import Scope
from .meaning_names import Naming
from .program import FLAG, NUMBER, Type
from .tree import Span
from .types import ANY, HOLDINGS, WORD, describe, element, join, meet, optional, shaped

ORDER = ("<", "<=", ">", ">=")


class Reckoning(Naming):
    """Arithmetic, comparisons, and the words some, no, every, count, sum, all …"""

    def arithmetic(self, e: t.Arithmetic, s: Scope, want: Type) -> ir.Expr:
        left, right = self.term(e.left, s, want), self.term(e.right, s, want)
        a, b, op = left.type, right.type, e.op
        if "any" in (a.base, b.base):
            return self.x.broken(e.span)
        if a.base == "space" and a.shape == "one":
            left, a = self.fit(left, NUMBER), NUMBER
        if b.base == "space" and b.shape == "one":
            right, b = self.fit(right, NUMBER), NUMBER
        if a.base == b.base == "number" and a.shape == b.shape == "one":
            return ir.Arithmetic(op, left, right, NUMBER, e.span)
        if op == "*" and a.base == "number" and b.shape == "one":
            if b.base == "member":
                return ir.Arithmetic(op, left, right, Type("bundle", b.of), e.span)
            if b.base in HOLDINGS:
                return ir.Arithmetic(
                    op, left, self.as_bundle(right, b), Type("bundle", b.of), e.span
                )
        if op in "+-":
            sets = a.shape != "one" and (b.shape != "one" or b.base == a.base)
            sets = sets or (b.shape != "one" and b.base == a.base)
            cards = a.base in (*HOLDINGS, "member") and b.base in (*HOLDINGS, "member")
            if sets and a.base not in HOLDINGS:
                left, right = self.as_many(left), self.as_many(right)
                common = join(self.x.kinds, [element(left.type), element(right.type)])
                if common is not None:
                    both = left.type.shape == right.type.shape == "list" and op == "+"
                    kind = shaped(common, "list" if both else "set")
                    return ir.Arithmetic(op, left, right, kind, e.span)
            elif cards:
                of = self.x.kinds.union("member", (a.of, b.of))
                whole = Type("bundle", of)
                return ir.Arithmetic(
                    op, self.as_bundle(left, whole), self.as_bundle(right, whole), whole, e.span
                )
        message = f"{describe(a)} {op} {describe(b)}: that cannot be reckoned"
        self.x.report("wrong-type", message, e.span)
        return self.x.broken(e.span)

    def compare(self, e: t.Compare, s: Scope) -> ir.Expr:
        left = self.term(e.left, s)
        right = self.term(e.right, s, hint(left.type))
        if isinstance(left, ir.WordRef | ir.PhaseRef) or left.type.base == "none":
            left = self.term(e.left, s, hint(right.type))
        a, b, op = left.type, right.type, e.op
        if "any" in (a.base, b.base):
            return self.x.broken(e.span)
        if op in ORDER:
            return ir.Compare(op, self.fit(left, NUMBER), self.fit(right, NUMBER), FLAG, e.span)
        if op in ("is in", "is not in"):
            return self.contained(op, left, right, e.span)
        if {a.base, b.base} == {"number", "space"}:
            return ir.Compare(op, self.fit(left, NUMBER), self.fit(right, NUMBER), FLAG, e.span)
        left, right = self.narrow(left, b.base), self.narrow(right, a.base)
        a, b = left.type, right.type
        if isinstance(right, ir.PieceKindRef) and a.base == "piece" and not _is_kind(left):
            word = "is in" if op == "is" else "is not in"
            return self.contained(word, left, right, e.span)
        holding = a.base in HOLDINGS and a.shape == "one", b.base in HOLDINGS and b.shape == "one"
        if any(holding) and "none" not in (a.base, b.base):
            whole = Type("bundle", a.of if holding[0] else b.of)
            left, right = self.as_bundle(left, whole), self.as_bundle(right, whole)
            return ir.Compare(op, left, right, FLAG, e.span)
        if "none" in (a.base, b.base):
            return ir.Compare(op, left, right, FLAG, e.span)
        worded = {a.base, b.base} == {"number", "word"} and bool(
            a.of if a.base == "number" else b.of
        )
        if not worded and not meet(self.x.kinds, element(a), element(b)):
            message = f"{describe(a)} can never be {describe(b)}"
            self.x.report("cannot-compare", message, e.span)
            return self.x.broken(e.span)
        return ir.Compare(op, left, right, FLAG, e.span)

    def contained(self, op: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
        a, b = left.type, right.type
        holding = b.base in HOLDINGS and b.shape == "one"
        several = a.base in HOLDINGS and a.shape == "one"
        if several and (holding or b.base == "member"):
            left, right = self.as_bundle(left, b), self.as_bundle(right, a)
            return ir.Compare(op, left, right, FLAG, span)
        if not holding:
            right = self.as_many(right)
        right = self.narrow(right, a.base)
        left = self.narrow(left, right.type.base)
        if isinstance(left, ir.PieceKindRef) and not _is_kind(right):
            left = self.as_many(left)
        one, other = element(left.type), element(right.type)
        if holding and b.of == "number":
            other = NUMBER
        if not meet(self.x.kinds, one, other) and left.type.base != "none":
            message = f"{describe(left.type)} can never be in {describe(right.type)}"
            self.x.report("cannot-compare", message, span)
            return self.x.broken(span)
        return ir.Compare(op, left, right, FLAG, span)

    # Many things at once

    def quantified(self, e: t.Quantified, s: Scope) -> ir.Expr:
        over = self.term(e.over, s)
        if over.type.base == "any":
            if e.name is not None:
                inner = s.inner()
                inner.bind(e.name.text, ANY)
                for part in (e.where, e.body):
                    if part is not None:
                        self.term(part, inner)
            return self.x.broken(e.span)
        if not (over.type.base in HOLDINGS and over.type.shape == "one"):
            over = self.as_many(over)
        local, where, body = None, None, None
        one = element(over.type)
        if e.name is not None:
            inner = s.inner()
            local = inner.bind(e.name.text, one)
            where = self.flag(e.where, inner) if e.where is not None else None
            if e.body is not None:
                body = self.term(e.body, inner)
        type = self.quantity(e, over, body)
        if e.word == "every" and body is not None:
            body = self.fit(body, FLAG)
        if e.word in ("highest", "lowest") and body is not None:
            body = self.fit(body, NUMBER)
        if e.word == "all" and body is not None:
            if body.type.base in HOLDINGS:
                type = Type("bundle", body.type.of)
                return ir.Quantified("sum", local, over, where, self.as_bundle(body, type), type,
                                     e.span)  # fmt: skip
            body = self.as_many(body)
        if e.word == "sum" and body is not None and type.base == "bundle":
            body = self.as_bundle(body, type)
        if e.word == "sum" and body is not None and type.base == "number":
            body = self.fit(body, NUMBER)
        return ir.Quantified(e.word, local, over, where, body, type, e.span)

    def quantity(self, e: t.Quantified, over: ir.Expr, body: ir.Expr | None) -> Type:
        have = over.type
        one = element(have)
        match e.word:
            case "some" | "no" | "every":
                return FLAG
            case "count":
                return NUMBER
            case "sum":
                if body is None:
                    return NUMBER if one.base == "number" else Type("bundle", one.of)
                if body.type.base in (*HOLDINGS, "member"):
                    return Type("bundle", body.type.of)
                return NUMBER
            case "all":
                if body is None:
                    return have if have.shape != "one" else shaped(one, "set")
                return shaped(optional(element(body.type), False), "set")
            case "only" | "first":
                return optional(one)
        return shaped(one, "set")


def _is_kind(e: ir.Expr) -> bool:
    return isinstance(e, ir.PieceKindRef) or (isinstance(e, ir.Field) and e.name == "kind")


def hint(other: Type) -> Type:
    """What the other side of a comparison tells about a word."""
    if other.base == "number" and other.of:
        return WORD
    return other if other.base in ("word", "phase", "hex", "corner", "edge") else ANY

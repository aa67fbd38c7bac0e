"""Shorter ways to the same results, found by looking through values.

- Sums inside sums become loops inside loops. What decides for all parts of a sum whether they count
  is asked once, as far outside as its names allow.
- How many cards a bundle has, how many of one sort, and which sorts, is read from the holdings it
  is made of, without making the bundle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.tree import Span

from .analysis import bound_in, conjuncts, plain, uses_slot
from .joining import Joining
from .source import Scope

Lines = list[str]
Emit = Callable[[Scope, str], Lines]
FRESH = 50_000
FORMULA = ("formula", "number")


class Shortcuts(Joining):
    _fresh_slot = FRESH

    # looking through values

    def unfolded(self, e: ir.Expr) -> ir.Expr | None:
        """What a value stands for, written out with its arguments; None if that does not help."""
        if not isinstance(e, ir.ValueRef) or not self.open(e):
            return None
        value = self.program.values[e.key]
        if value.form == "formula" and value.formula is not None:
            return self.substituted(value.formula, e)
        if value.form == "sum" and all(p.when is None for p in value.parts) and value.parts:
            parts = [self.substituted(p.value, e) for p in value.parts]
            found = parts[0]
            for other in parts[1:]:
                found = ir.Arithmetic("+", found, other, value.type)
            return found
        return None

    def open(self, e: ir.ValueRef) -> bool:
        """Can this value be written out: nothing fixes, adds to or remembers it?"""
        if e.subject is not None and e.subject.type.shape != "one":
            return False
        args = ((e.subject,) if e.subject is not None else ()) + e.args
        plain = all(isinstance(a, (ir.LocalRef, ir.Const, ir.BuiltIn, ir.MemberRef)) for a in args)
        special = e.key in self.pinned or e.key in self.included or self.remembered(e.key)
        return plain and not special

    def substituted(self, node: ir.Expr, call: ir.ValueRef) -> ir.Expr:
        """A part of a value's definition, with the arguments of a call in it."""
        value = self.program.values[call.key]
        args = ((call.subject,) if call.subject is not None else ()) + call.args
        names = {p.slot: a for p, a in zip(value.params, args, strict=True)}
        moved = {}
        for slot in sorted(bound_in(node)):
            self._fresh_slot += 1
            moved[slot] = self._fresh_slot
        found: ir.Expr = _replaced(node, names, moved)
        return found

    # sums

    def plan(self, e: ir.Expr) -> tuple[list[ir.Expr], Emit]:
        """(conditions without which nothing is added, lines that add to `n` when they hold)."""
        if (
            isinstance(e, ir.Quantified)
            and e.word == "sum"
            and e.local is not None
            and e.body is not None
            and e.type.base == "number"
            and e.over.type.base not in ("cards", "bundle", "pile")
        ):
            return self._loop(self.swapped(e) or e)
        if isinstance(e, ir.ValueRef) and self.open(e):
            value = self.program.values[e.key]
            if value.formula is not None and (value.form, value.type.base) == FORMULA:
                return self.plan(self.substituted(value.formula, e))
            if value.form == "sum" and value.type == ir.NUMBER:
                return self._parts([
                    (self.substituted(p.value, e),
                     self.substituted(p.when, e) if p.when is not None else None)
                    for p in value.parts
                ])  # fmt: skip

        def emit(c: Scope, pad: str) -> Lines:
            return [f"{pad}n += {self.scalar(e, c)}"]

        return [], emit

    def _parts(self, parts: list[tuple[ir.Expr, ir.Expr | None]]) -> tuple[list[ir.Expr], Emit]:
        split = [(value, conjuncts(when)) for value, when in parts]
        split = [(v, w) for v, w in split if not any(self.known(k) is False for k in w)]
        if not split:
            return [], lambda c, pad: []
        common = [k for k in split[0][1] if all(among(k, w) for _, w in split[1:])]

        def emit(c: Scope, pad: str) -> Lines:
            lines: Lines = []
            for value, when in split:
                tests = [self.flag(k, c) for k in when if not among(k, common)]
                tests = [t for t in tests if t != "True"]
                if "False" in tests:
                    continue
                guard = f"if {' and '.join(tests)}: " if tests else ""
                lines.append(f"{pad}{guard}n += {self.scalar(value, c)}")
            return lines or [f"{pad}pass"]

        return common, emit

    def _loop(self, e: ir.Quantified) -> tuple[list[ir.Expr], Emit]:
        assert e.local is not None and e.body is not None
        slot = e.local.slot
        conditions, inner_emit = self.plan(e.body)
        outside = [k for k in conditions if not uses_slot(k, slot)]
        inside = [k for k in conditions if uses_slot(k, slot)]

        def emit(c: Scope, pad: str) -> Lines:
            x = f"x{slot}"
            inner = c.bind(slot, x)
            walked, where = self.walked(e, c)
            tests = [self.flag(where, inner)] if where is not None else []
            tests += [self.flag(k, inner) for k in inside]
            tests = [t for t in tests if t != "True"]
            lines = [f"{pad}for {x} in {walked}:"]
            pad += "    "
            if tests:
                lines.append(f"{pad}if {' and '.join(tests)}:")
                pad += "    "
            return [*lines, *inner_emit(inner, pad)]

        return outside, emit

    def quantified_body(self, e: ir.Quantified, x: str, c: Scope, outer: Scope) -> Lines:
        if e.word == "sum" and e.type.base == "number" and e.body is not None:
            conditions, emit = self.plan(e)
            tests = [t for k in conditions if (t := self.flag(k, outer)) != "True"]
            guard = [f"if not ({' and '.join(tests)}): return 0"] if tests else []
            if e.over.type.base not in ("cards", "bundle", "pile"):
                return [*guard, "n = 0", *emit(outer, ""), "return n"]
        return super().quantified_body(e, x, c, outer)

    # cards

    def count(self, e: ir.Expr, c: Scope) -> str:
        if e.type.base == "bundle" and e.type.shape == "one":
            found = self.total(e, c)
            if found is not None:
                return found
        return super().count(e, c)

    def total(self, e: ir.Expr, c: Scope) -> str | None:
        """How many cards a bundle has, without making it."""
        match e:
            case ir.AsBundle(base=base):
                if base.type.base in ("cards", "pile") and base.type.shape == "one":
                    return super().count(base, c)
                if base.type.base == "bundle":
                    return self.total(base, c)
                if base.type.base == "member" and base.type.shape == "one":
                    return None if base.type.optional else "1"
                return None
            case ir.Arithmetic(op="+", left=left, right=right):
                one, other = self.total(left, c), self.total(right, c)
                return f"({one} + {other})" if one and other else None
            case ir.Arithmetic(op="*", left=left, right=right):
                if left.type.base != "number":
                    left, right = right, left
                each = self.total(ir.AsBundle(right, e.type), c)
                if each and isinstance(left, (ir.Const, ir.AmountIn, ir.Quantified)):
                    number = self.scalar(left, c)
                    return number if each == "1" else f"({number} * {each})"
                return None
        inner = self.unfolded(e)
        return self.total(inner, c) if inner is not None else None

    def amount_in(self, e: ir.AmountIn, c: Scope) -> str:
        if e.base.type.base == "bundle":
            found = self.amount(e.base, e.member, c)
            if found is not None:
                return found
        return super().amount_in(e, c)

    def amount(self, e: ir.Expr, member: ir.Expr, c: Scope) -> str | None:
        match e:
            case ir.AsBundle(base=base):
                if base.type.base == "bundle":
                    return self.amount(base, member, c)
                if base.type.base == "cards" and base.type.shape == "one":
                    if not isinstance(member, ir.MemberRef):
                        return None
                    if self.setting.members[member.name] not in self.setting.kinds[base.type.of]:
                        return "0"
                    return super().amount_in(ir.AmountIn(base, member, ir.NUMBER), c)
                return None
            case ir.Arithmetic(op="+", left=left, right=right):
                one, other = self.amount(left, member, c), self.amount(right, member, c)
                return f"({one} + {other})" if one and other else None
        inner = self.unfolded(e)
        return self.amount(inner, member, c) if inner is not None else None

    def mask(self, e: ir.Expr, c: Scope) -> str:
        if e.type.base == "bundle" and e.type.shape == "one":
            found = self.sorts_in(e, c)
            if found is not None:
                return found
        return super().mask(e, c)

    def sorts_in(self, e: ir.Expr, c: Scope) -> str | None:
        """The members of a bundle as a set, without making it."""
        match e:
            case ir.AsBundle(base=base):
                if base.type.base == "cards" and base.type.shape == "one":
                    return self.held(base, c)
                return self.sorts_in(base, c) if base.type.base == "bundle" else None
            case ir.Arithmetic(op="+", left=left, right=right):
                one, other = self.sorts_in(left, c), self.sorts_in(right, c)
                return f"({one} | {other})" if one and other else None
        inner = self.unfolded(e)
        return self.sorts_in(inner, c) if inner is not None else None


def among(e: ir.Expr, others: list[ir.Expr]) -> bool:
    mine = plain(e)
    return any(plain(o) == mine for o in others)


def _replaced(node: Any, names: dict[int, ir.Expr], moved: dict[int, int]) -> Any:
    """A term with parameters replaced and its own names renumbered."""
    if isinstance(node, ir.LocalRef):
        if node.slot in moved:
            return replace(node, slot=moved[node.slot])
        return names.get(node.slot, node)
    if isinstance(node, ir.Local):
        return replace(node, slot=moved.get(node.slot, node.slot))
    if isinstance(node, tuple):
        return tuple(_replaced(n, names, moved) for n in node)
    if is_dataclass(node) and not isinstance(node, (ir.Type, Span, type)):
        changed = {f.name: _replaced(getattr(node, f.name), names, moved) for f in fields(node)}
        return replace(node, **changed)
    return node

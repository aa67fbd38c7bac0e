"""Whether a number is large enough, without reckoning it to the end.

`active.points >= 12` is asked all the time and is seldom so. Where a part of such a sum counts
what takes long to find (pieces between which there is a way), it is first taken to be as large as
it could be: if even that is not enough, nothing is looked for.
"""

from __future__ import annotations

from hexwright.dsl import program as ir

from .meeting import Meeting
from .source import Scope


class Bounds(Meeting):
    def compare(self, e: ir.Compare, c: Scope) -> str:
        text = super().compare(e, c)
        if e.op != ">=" or not isinstance(e.left, ir.ValueRef) or not self._long(e.left):
            return text
        most, enough = self.at_most(e.left, c), self.number(e.right, c)
        return f"({most} >= {enough} and {text})"

    def at_most(self, e: ir.Expr, c: Scope) -> str:
        """A number that a term does not exceed."""
        if not isinstance(e, ir.ValueRef) or not self._long(e):
            return self.scalar(e, c)
        args = [self.scalar(a, c) for a in ((e.subject,) if e.subject else ()) + e.args]
        name = f"MOST_{e.key[0]}_{e.key[1]}"
        if name not in self.written:
            self.written.add(name)
            value = self.program.values[e.key]
            params = [f"v{i}" for i in range(len(value.params))]
            inner = Scope(names=dict(enumerate(params)))
            self.value_function(e.key)
            known = f"S[{self.memory(value, params)}]"
            lines = [f"if ({known}) is not None: return {known}"]
            if value.form == "sum":
                lines += self._most_of_sum(value, inner)
            else:
                lines += self._most_of_count(value, inner, known)
            self.define(f"{name}({', '.join(['S', *params])})", lines)
        return f"{name}({', '.join(['S', *args])})"

    def _most_of_sum(self, value: ir.ValueDef, c: Scope) -> list[str]:
        terms = []
        for part in value.parts:
            term = self.at_most(part.value, c)
            when = self.flag(part.when, c) if part.when is not None else "True"
            terms.append(term if when == "True" else f"({term} if {when} else 0)")
        return [f"return {' + '.join(terms)}"]

    def _most_of_count(self, value: ir.ValueDef, c: Scope, known: str) -> list[str]:
        outer = value.formula
        assert isinstance(outer, ir.Quantified) and outer.local is not None
        inner = outer.body
        assert isinstance(inner, ir.Quantified)
        x = f"x{outer.local.slot}"
        walked, _ = self.walked(outer, c)
        found, _ = self.walked(inner, c.bind(outer.local.slot, x))
        size = self.cache_size(value)
        if value.key not in self.most_caches:
            self.most_caches[value.key] = self.layout.cache(size)
        first = self.most_caches[value.key]
        reads = self.analysis.value_reads(value.key)
        self.listen(reads, f"S[{first}:{first + size}] = {self.empty(size)}")
        here = f"{known[:-1]} + {first - self.caches[value.key]}]"
        return [
            f"n = {here}",
            "if n is None:",
            "    n = 0",
            f"    for {x} in {walked}: n += len({found})",
            f"    {here} = n",
            "return n",
        ]

    def _long(self, e: ir.ValueRef) -> bool:
        """A sum with a part that counts pieces between which there is a way."""
        value = self.program.values[e.key]
        given = ((e.subject,) if e.subject is not None else ()) + e.args
        if value.type != ir.NUMBER or not value.params or not self.remembered(e.key):
            return False
        if e.key in self.pinned or e.key in self.included:
            return False
        if any(a.type.optional or a.type.shape != "one" for a in given):
            return False
        if value.form == "sum":
            return any(
                isinstance(p.value, ir.ValueRef) and self._long(p.value) for p in value.parts
            )
        outer = value.formula
        if value.form != "formula" or not isinstance(outer, ir.Quantified) or outer.local is None:
            return False
        inner = outer.body
        return (
            outer.word == "sum"
            and isinstance(inner, ir.Quantified)
            and inner.word == "count"
            and inner.local is not None
            and inner.over.type.base == "piece"
            and self.may_meet(outer, Scope(names=dict(enumerate("v" * len(value.params)))))
            is not None
        )

"""Pieces between which there may be a way.

`count f in PIECES where some (shortest way from b.place to f.place over …)` asks for a way to every
single piece, and mostly there is none. What is reached from one place over the pieces of everybody,
past all corners that may let pass, is more than any such way needs, and one question for all:
only pieces that stand there are walked. Around it, `sum b in OTHERS: count f in PIECES where …`
walks only those others that are reached from any of the pieces.
"""

from __future__ import annotations

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting

from .analysis import EVERYTHING, Atom, conjuncts, plain, slots_in, uses_slot, walk
from .shortcuts import Shortcuts
from .source import Scope


class Meeting(Shortcuts):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.walks: dict[str, tuple[str, int, set[Atom]]] = {}
        """functions that remember who is walked: name, slot, and what makes them forget"""

    def walked(self, e: ir.Quantified, outer: Scope) -> tuple[str, ir.Expr | None]:
        walked, rest = super().walked(e, outer)
        there = self.may_meet(e, outer)
        if there is None or not walked.startswith("bits("):
            return walked, rest
        some = self.fresh("t")
        standing = f"standing_on(S, {self.layout.places}, {some}, {there})"
        found = f"({standing} if ({some} := {walked[5:-1]}) else ())"
        return self.remembered_walk(e, found, outer), rest

    def remembered_walk(self, e: ir.Quantified, found: str, c: Scope) -> str:
        """Who is walked, remembered where it is the same for every player and every piece."""
        inner = e.body
        if e.word != "sum" or not isinstance(inner, ir.Quantified):
            return found
        ways = [way for one in conjuncts(inner.where) if (way := self._way(one)) is not None]
        asked = (e.over, e.where, inner.over, *ways)
        own = {q.local.slot for q in (e, inner) if q.local is not None}
        reads = self.analysis.reads(asked)
        free = any(isinstance(n, ir.HeadRef) for n in walk(asked)) or slots_in(asked) - own
        if free or self.analysis.uses_you(asked) or EVERYTHING in reads:
            return found
        key = f"{plain(e)!r}"
        if key not in self.walks:
            self.walks[key] = (f"WALKED_{len(self.walks)}", self.layout.cache(1), reads)
        name, slot, _ = self.walks[key]
        if name not in self.written:
            self.written.add(name)
            self.listen(reads, f"S[{slot}] = None")
            self.define(
                f"{name}(S)",
                [f"r = S[{slot}]", "if r is None:", f"    r = S[{slot}] = {found}", "return r"],
            )
        return f"{name}(S)"

    def may_meet(self, e: ir.Quantified, c: Scope) -> str | None:
        """The corners outside which no piece that is walked can count."""
        if e.local is None or not self._on_corners(e.over):
            return None
        for one in conjuncts(e.where):
            way = self._way(one)
            if way is not None:
                start = self._other_end(way, e.local)
                if start is not None:
                    return self._reached(f"single({self.scalar(start, c)})", way, c)
        inner = e.body
        if e.word != "sum" or not isinstance(inner, ir.Quantified) or inner.local is None:
            return None
        if inner.word not in ("count", "sum") or uses_slot(inner.over, e.local.slot):
            return None
        if not self._on_corners(inner.over):
            return None
        for one in conjuncts(inner.where):
            way = self._way(one)
            if way is not None and self._joins(way, e.local, inner.local):
                others = f"collect(S, {self.layout.places}, bits({self.mask(inner.over, c)}))"
                return self._reached(others, way, c)
        return None

    def _on_corners(self, pieces: ir.Expr) -> bool:
        t = pieces.type
        return (t.base, t.shape) == ("piece", "set") and self.one_sort(t.of) == "corner"

    def _way(self, e: ir.Expr) -> ir.ShortestWay | None:
        """`some WAY`, also by the name of a value."""
        if not isinstance(e, ir.Quantified) or e.word != "some" or e.local is not None:
            return None
        found = e.over
        if isinstance(found, ir.ValueRef):
            value = self.program.values[found.key]
            special = found.key in self.pinned or found.key in self.included
            if value.form != "formula" or value.formula is None or special:
                return None
            found = self.substituted(value.formula, found)
        return found if isinstance(found, ir.ShortestWay) else None

    def _other_end(self, way: ir.ShortestWay, piece: ir.Local) -> ir.Expr | None:
        """Where a way to or from a piece begins or ends otherwise."""
        for end, other in ((way.start, way.goal), (way.goal, way.start)):
            if _place_of(end, piece) and not uses_slot(other, piece.slot):
                return other
        return None

    def _joins(self, way: ir.ShortestWay, one: ir.Local, other: ir.Local) -> bool:
        ends = (way.start, way.goal)
        return any(
            _place_of(a, one) and _place_of(b, other) for a, b in (ends, tuple(reversed(ends)))
        )

    def _reached(self, start: str, way: ir.ShortestWay, c: Scope) -> str | None:
        kinds = self._edge_kinds(way.over)
        if kinds is None:
            return None
        passing = "-1"
        if way.passing is not None and slots_in(way.passing) <= c.names.keys():
            passing = self.passing_at_most(way.passing, c)
        edges = self.standing_mask(kinds, None, c)
        return f"spread.reach({start}, {edges}, {passing}, 1000)"

    def _edge_kinds(self, over: ir.Expr) -> tuple[str, ...] | None:
        """The kinds of pieces on edges that a set is made of."""
        if isinstance(over, ir.Arithmetic) and over.op == "+":
            one, other = self._edge_kinds(over.left), self._edge_kinds(over.right)
            return None if one is None or other is None else tuple(dict.fromkeys(one + other))
        if not isinstance(over, ir.PiecesOf):
            return None
        kinds = self.analysis.kinds_of(over.kind)
        on_edges = all(self.layout.place_sort(k) == "edge" for k in kinds)
        return kinds if kinds and on_edges else None


def _place_of(e: ir.Expr, piece: ir.Local) -> bool:
    return (
        isinstance(e, ir.Field)
        and e.name == "place"
        and isinstance(e.base, ir.LocalRef)
        and e.base.slot == piece.slot
    )

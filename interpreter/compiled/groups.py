"""Sums for all arguments at once.

A remembered sum over pieces and places is often asked for every player and every sort of card in
turn. When each argument only says which items count (whose piece it is, what a place yields), one
walk over all items fills the memory for all arguments: every item is added where it belongs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwright.dsl import program as ir

from .analysis import conjuncts, slots_in, uses_slot
from .bounds import Bounds
from .shortcuts import Lines, among
from .source import Scope
from .writer import PLACES


@dataclass(slots=True)
class Walk:
    """A sum taken apart: loops from outside in, what decides for all, and what is added when."""

    loops: list[ir.Quantified]
    common: list[ir.Expr]
    parts: list[tuple[ir.Expr, list[ir.Expr]]]


class Groups(Bounds):
    def remember(
        self, value: ir.ValueDef, params: list[str], body: list[str], name: str
    ) -> list[str]:
        lines = super().remember(value, params, body, name)
        fill = self.fill(value)
        if fill is None:
            return lines
        first, total = self.caches[value.key], self.cache_size(value)
        fill = ["c = [0] * " + str(total), *fill, f"S[{first}:{first + total}] = c"]
        self.define(f"{name}_all(S)", fill)
        read = next(line for line in lines if line.startswith("r = S["))
        at = lines.index(read)
        return [*lines[: at + 1], "if r is None:", f"    {name}_all(S)", f"    {read}", "return r"]

    def fill(self, value: ir.ValueDef) -> Lines | None:
        """Lines that add every item of a sum to `c`; None if the arguments do more than select."""
        if value.form != "formula" or value.formula is None or value.type != ir.NUMBER:
            return None
        if not value.params or any(p.type.base not in ("player", "member") for p in value.params):
            return None
        whole = self.taken_apart(value.formula)
        if whole is None or not whole.loops:
            return None
        lines: Lines = []
        for walk in self.by_selector(value, whole):
            keys: dict[int, ir.Expr | int] = {}
            for p in value.params:
                key = self.selector(p, walk)
                if key is None:
                    return None
                keys[p.slot] = key
            everything = (*walk.loops, *walk.common, *(e for v, w in walk.parts for e in (v, *w)))
            if slots_in(everything) & {p.slot for p in value.params}:
                return None
            lines += self._filling(value, walk, keys)
        return lines

    def by_selector(self, value: ir.ValueDef, whole: Walk) -> list[Walk]:
        """A walk for each way in which parts of the sum name the argument they belong to."""
        walks: list[Walk] = []
        for added, when in whole.parts:
            own = [k for k in when if any(self._selects(k, p) for p in value.params)]
            rest = [k for k in when if not among(k, own)]
            for walk in walks:
                known = walk.common[len(whole.common) :]
                if len(known) == len(own) and all(among(k, known) for k in own):
                    walk.parts.append((added, rest))
                    break
            else:
                walks.append(Walk(list(whole.loops), [*whole.common, *own], [(added, rest)]))
        return walks

    def _selects(self, k: ir.Expr, p: ir.Local) -> bool:
        """Whether a condition says that the argument is something."""
        return (
            p.type.base == "member"
            and isinstance(k, ir.Compare)
            and k.op == "is"
            and any(isinstance(e, ir.LocalRef) and e.slot == p.slot for e in (k.left, k.right))
        )

    def taken_apart(self, e: ir.Expr) -> Walk | None:
        if isinstance(e, ir.Quantified) and e.word == "sum" and e.local is not None:
            e = self.swapped(e) or e
            if e.body is None or e.local is None or e.over.type.base not in (*PLACES, "piece"):
                return None
            inner = self.taken_apart(e.body)
            if inner is None:
                return None
            inner.loops.insert(0, replace(e, body=None))
            return inner
        if isinstance(e, ir.ValueRef) and self.open(e):
            value = self.program.values[e.key]
            if value.form == "sum" and value.type == ir.NUMBER:
                parts = []
                for p in value.parts:
                    when = self.substituted(p.when, e) if p.when is not None else None
                    parts.append((self.substituted(p.value, e), conjuncts(when)))
                if not parts:
                    return None
                common = [k for k in parts[0][1] if all(among(k, w) for _, w in parts[1:])]
                kept = [(v, [k for k in w if not among(k, common)]) for v, w in parts]
                return Walk([], common, kept)
        return Walk([], [], [(e, [])])

    def selector(self, p: ir.Local, walk: Walk) -> ir.Expr | int | None:
        """What an item's argument is: a term, or the loop whose pieces' owner it is. Takes the
        condition out of the walk."""
        if p.type.base == "member":
            for k in walk.common:
                if isinstance(k, ir.Compare) and k.op == "is":
                    for one, other in ((k.left, k.right), (k.right, k.left)):
                        mine = isinstance(one, ir.LocalRef) and one.slot == p.slot
                        if mine and other.type.shape == "one" and not uses_slot(other, p.slot):
                            walk.common = [x for x in walk.common if x is not k]
                            return other
            return None
        for i, loop in enumerate(walk.loops):
            over = loop.over
            if isinstance(over, ir.Both) and over.type.shape == "set":
                near, own = over.left, over.right
                if self._owned(own, p):
                    walk.loops[i] = replace(loop, over=near)
                    return i
            elif self._owned(over, p):
                walk.loops[i] = replace(loop, over=ir.Everything(over.type))
                return i
        return None

    def _owned(self, e: ir.Expr, p: ir.Local) -> bool:
        return (
            isinstance(e, ir.PiecesOf)
            and isinstance(e.base, ir.LocalRef)
            and e.base.slot == p.slot
            and not self.layout.in_all(e.kind)
        )

    def _filling(self, value: ir.ValueDef, walk: Walk, keys: dict[int, ir.Expr | int]) -> Lines:
        owners = self.const(tuple(i.owner for i in self.setting.instances), "OWNER")
        c = Scope()
        lines: Lines = []
        pad = ""
        bound: set[int] = set()
        todo = list(walk.common)
        open_keys = dict(keys)
        index: dict[int, str] = {}

        def settle_keys(depth: int) -> None:
            nonlocal pad, todo
            tests = [self.flag(k, c) for k in todo if slots_in(k) <= bound]
            todo = [k for k in todo if not slots_in(k) <= bound]
            for slot, key in list(open_keys.items()):
                if isinstance(key, int):
                    if key == depth - 1:
                        local = walk.loops[key].local
                        assert local is not None
                        index[slot] = f"{owners}[{c.names[local.slot]}]"
                        del open_keys[slot]
                elif slots_in(key) <= bound:
                    low, kinds = self.layout.domain(value.params[slot].type)
                    name = f"g{slot}"
                    text = self.scalar(key, c)
                    lines.append(
                        f"{pad}{name} = {text} - {low}" if low else f"{pad}{name} = {text}"
                    )
                    tests.append(f"0 <= {name} < {kinds}")
                    index[slot] = name
                    del open_keys[slot]
            tests = [t for t in tests if t != "True"]
            if tests:
                lines.append(f"{pad}if {' and '.join(tests)}:")
                pad += "    "

        settle_keys(0)
        for depth, loop in enumerate(walk.loops, 1):
            assert loop.local is not None
            x = f"x{loop.local.slot}"
            walked, where = self.walked(loop, c)
            lines.append(f"{pad}for {x} in {walked}:")
            pad += "    "
            c = c.bind(loop.local.slot, x)
            bound.add(loop.local.slot)
            if where is not None:
                lines.append(f"{pad}if {self.flag(where, c)}:")
                pad += "    "
            settle_keys(depth)
        size = self.cache_size(value)
        terms = []
        for p in value.params:
            size //= self.layout.domain(p.type)[1]
            terms.append(index[p.slot] if size == 1 else f"{index[p.slot]} * {size}")
        at = " + ".join(terms)
        for added, when in walk.parts:
            tests = [t for k in when if (t := self.flag(k, c)) != "True"]
            if "False" in tests:
                continue
            guard = f"if {' and '.join(tests)}: " if tests else ""
            lines.append(f"{pad}{guard}c[{at}] += {self.scalar(added, c)}")
        return lines

"""Terms that look something up: states of the game, columns of tables, items of lists."""

from __future__ import annotations

from hexwright.dsl import program as ir

from .bundles import Bundles
from .layout import StateSlots, plain_none
from .source import NotCompilable, Scope


class Lookups(Bundles):
    def item_at(self, e: ir.ItemAt, c: Scope) -> str:
        base, number = e.base, self.scalar(e.number, c)
        t = base.type
        if isinstance(base, ir.Everything) and t.base == "player":
            return f"at({self.const(tuple(range(self.setting.players)), 'SEATS')}, {number})"
        if t.base == "space":
            numbers = tuple(
                (n, i) for i, (name, n) in enumerate(self.setting.spaces) if name == t.of
            )
            name = f"{self.const(numbers, 'SPACES')}_at"
            self.namespace[name] = dict(numbers)
            return f"{name}.get({number}, -1)"
        return f"at({self.items(base, c)}, {number}, {plain_none(e.type)})"

    def column(self, e: ir.Column, c: Scope) -> str:
        kind = self.column_kind(e.base.type.of, e.column)
        found: list[object] = []
        for name in self.setting.member_names:
            found.append(self.cell(name, e.column, e.type))
        found.append(plain_none(e.type) if e.type.base != "bundle" else ())
        table = self.const(tuple(found), f"COLUMN_{kind}_")
        if e.base.type.shape == "one":
            return f"{table}[{self.scalar(e.base, c)}]"
        return f"mask_of([{table}[x] for x in {self.items(e.base, c)}])"

    def column_kind(self, kind: str, column: str) -> str:
        return kind or column

    def cell(self, member: str, column: str, t: ir.Type) -> object:
        kind = self.program.kinds[self.program.members[member]]
        names = [n for n, _ in kind.columns]
        if column == "copies" and member in self.program.cards:
            return self.program.cards[member].copies
        if column in names:
            for name, cells in kind.cells:
                if name == member:
                    cell = cells[names.index(column)]
                    if t.shape == "list":
                        text = self.items(cell, Scope())
                        return eval(text, dict(self.namespace))
                    if isinstance(cell, ir.Const) and cell.value is None:
                        return plain_none(t)
                    text = self.scalar(cell, Scope())
                    return eval(text, dict(self.namespace))
        return () if t.shape == "list" else plain_none(t)

    # states

    def address(self, e: ir.StateRef, c: Scope) -> str:
        slots = self.layout.states[e.key]
        constant_part = slots.base
        terms: list[str] = []
        if e.subject is not None:
            terms.append(self.times(self.scalar(e.subject, c), slots.stride))
            constant_part -= slots.owner_offset * slots.stride
        step = slots.stride
        for arg, (first, count) in zip(e.args, slots.arg_sorts, strict=True):
            step //= count
            terms.append(self.times(self.scalar(arg, c), step))
            constant_part -= first * step
        numbers = [int(t) for t in terms if t.isdigit()]
        terms = [t for t in terms if not t.isdigit()]
        return " + ".join([str(constant_part + sum(numbers)), *terms])

    def times(self, text: str, step: int) -> str:
        if text.isdigit():
            return str(int(text) * step)
        return text if step == 1 else f"{text} * {step}"

    def state(self, e: ir.StateRef, c: Scope) -> str:
        slots = self.layout.states[e.key]
        if e.subject is not None and e.subject.type.shape != "one":
            return self.state_of_many(e, slots, c)
        if slots.form == "flags":
            assert e.subject is not None
            if e.subject.type.optional:
                return self.guarded_flag(e.subject, slots, c)
            return f"(S[{slots.base}] >> {self.scalar(e.subject, c)} & 1)"
        return f"S[{self.address(e, c)}]"

    def guarded_flag(self, subject: ir.Expr, slots: StateSlots, c: Scope) -> str:
        text = self.scalar(subject, c)
        name = self.fresh("t")
        return f"(S[{slots.base}] >> {name} & 1 if ({name} := {text}) >= 0 else 0)"

    def state_of_many(self, e: ir.StateRef, slots: StateSlots, c: Scope) -> str:
        assert e.subject is not None
        if slots.form == "flags":
            return f"({self.mask(e.subject, c)} & S[{slots.base}])"
        if slots.form != "value" or slots.arg_sorts:
            raise NotCompilable("a state of many things with arguments")
        shift = slots.base - slots.owner_offset
        if e.type.base in ("member", "player", "piece", "hex", "corner", "edge"):
            if slots.definition.type.shape == "set":
                return f"gather(S, {shift}, {self.mask(e.subject, c)})"
            return f"collect(S, {shift}, {self.items(e.subject, c)})"
        if e.type.base == "number":
            return f"mask_of([S[{shift} + x] for x in {self.items(e.subject, c)}])"
        raise NotCompilable(f"{e.type.base} of many things")

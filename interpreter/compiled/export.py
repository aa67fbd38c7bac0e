"""Between the flat state and the plain table: to compare, view, explain and set positions."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.table import Slot, Table

from .assemble import Assembler
from .layout import (
    ACTIVE,
    CLOCK,
    DIRTY,
    GENERATOR,
    INCLUDES,
    KNOWN,
    NO_NUMBER,
    PHASE,
    ROUND,
    SCRIPT,
    STARTER,
    WINNERS,
    StateSlots,
)  # fmt: skip
from .runtime import Pieces, bits, mask_of


class Exporter:
    """Knows the layout of one compiled setting."""

    def __init__(self, assembler: Assembler) -> None:
        self.assembler = assembler
        self.setting = assembler.setting
        self.layout = assembler.layout
        self.words = {n: w for w, n in self.layout.words.items()}
        self.phases = list(self.setting.program.phases)
        self.offsets = self.layout.place_offsets()
        self.pins: dict[Slot, Any] = {}
        """values fixed by the scenario that is running"""

    @cached_property
    def plan(self) -> list[tuple[StateSlots, list[tuple[Slot, int]]]]:
        """Every state with its slots, as a table names them, and where each of them lies."""
        found = []
        for key, slots in self.layout.states.items():
            params = slots.definition.params
            named = [
                (args, tuple(self.plain(p.type, a) for p, a in zip(params, args, strict=True)))
                for args in self.arguments(slots)
            ]
            rows: list[tuple[Slot, int]] = [
                ((key, subject, plain), self.address(slots, subject, args))
                for subject in self.subjects(slots)
                for args, plain in named
            ]
            found.append((slots, rows))
        return found

    # single values

    def plain(self, t: ir.Type, value: Any) -> Any:
        if t.base in ("bundle", "pile"):
            return value
        if t.shape == "set":
            return frozenset(self.plain(ir.Type(t.base, t.of), x) for x in bits(value))
        if t.shape == "list":
            return tuple(self.plain(ir.Type(t.base, t.of), x) for x in value)
        if t.base == "flag":
            return bool(value)
        if value == (NO_NUMBER if t.base == "number" else -1):
            return None
        if t.base == "word":
            return self.words.get(value)
        return self.phases[value] if t.base == "phase" else value

    def flat(self, t: ir.Type, value: Any) -> Any:
        if t.base in ("bundle", "pile"):
            return tuple(value or ())
        if t.shape == "set":
            return mask_of([self.flat(ir.Type(t.base, t.of), x) for x in value or ()])
        if t.shape == "list":
            return tuple(self.flat(ir.Type(t.base, t.of), x) for x in value or ())
        if value is None:
            return NO_NUMBER if t.base == "number" else -1
        if t.base == "word":
            return self.layout.word(value)
        if t.base == "phase":
            return self.phases.index(value)
        return int(value)

    # addresses

    def subjects(self, slots: StateSlots) -> list[int | None]:
        d = slots.definition
        if not d.owner:
            return [None]
        if slots.owner_sort == "player":
            return list(range(self.setting.players))
        if slots.owner_sort == "piece":
            kinds = self.setting.piece_kinds[d.owner]
            return [i.id for i in self.setting.instances if i.kind in kinds]
        if slots.owner_sort == "member":
            return list(self.setting.kinds[d.owner])
        return list(range(slots.owners))

    def arguments(self, slots: StateSlots) -> list[tuple[int, ...]]:
        ranges = [range(low, low + count) for low, count in slots.arg_sorts]
        return list(product(*ranges))

    def address(self, slots: StateSlots, subject: int | None, args: tuple[int, ...]) -> int:
        """The slot of a value; of flags, the bit of their mask."""
        if slots.form == "flags":
            return subject or 0
        at = slots.base
        if subject is not None:
            at += (subject - slots.owner_offset) * slots.stride
        step = slots.stride
        for (low, count), arg in zip(slots.arg_sorts, args, strict=True):
            step //= count
            at += (arg - low) * step
        return at

    def read(self, state: list[Any], slots: StateSlots, rows: list[tuple[Slot, int]]) -> Any:
        """(slot, value) of all rows of one state."""
        t = slots.definition.type
        if slots.form == "flags":
            mask = state[slots.base]
            return [(slot, bool(mask >> bit & 1)) for slot, bit in rows]
        if slots.form == "cards":
            members = self.layout.holding_members(t.of)
            return [
                (slot, {m: n for i, m in enumerate(members, at + 1) if (n := state[i])})
                for slot, at in rows
            ]
        if t.base in ("bundle", "pile"):
            return [(slot, state[at]) for slot, at in rows]
        if t.base == "flag" or t.base in ("word", "phase") or t.shape != "one":
            return [(slot, self.plain(t, state[at])) for slot, at in rows]
        none = NO_NUMBER if t.base == "number" else -1
        return [(slot, None if (n := state[at]) == none else n) for slot, at in rows]

    def write(
        self, state: list[Any], slots: StateSlots, rows: list[tuple[Slot, int]], table: Table
    ) -> None:
        """The inverse: what a table says of one state."""
        t = slots.definition.type
        said = table.slots
        if slots.form == "flags":
            state[slots.base] = mask_of([bit for slot, bit in rows if said[slot]])
            return
        if slots.form == "cards":
            members = self.layout.holding_members(t.of)
            for slot, at in rows:
                held = dict(said[slot])
                state[at] = sum(held.values())
                for i, m in enumerate(members, at + 1):
                    state[i] = held.get(m, 0)
            return
        if t.shape == "one" and t.base not in ("bundle", "pile", "word", "phase"):
            none = NO_NUMBER if t.base == "number" else -1
            for slot, at in rows:
                value = said[slot]
                state[at] = none if value is None else int(value)
            return
        for slot, at in rows:
            state[at] = self.flat(t, said[slot])

    # whole tables

    def table(self, state: list[Any]) -> Table:
        layout, setting = self.layout, self.setting
        table = Table()
        for slots, rows in self.plan:
            table.slots.update(self.read(state, slots, rows))
        offsets = self.offsets
        for i in setting.instances:
            place = state[layout.places + i.id]
            table.places.append(None if place < 0 else place + offsets[i.id])
            table.owners.append(state[layout.owners + i.id])
            table.stamps.append(state[layout.stamps + i.id])
        table.clock = state[CLOCK]
        table.holders = {a: _none(state[slot]) for a, slot in layout.holders.items()}
        table.includes = [self.include(entry) for entry in state[INCLUDES]]
        for action, first in layout.used.items():
            for seat in range(setting.players):
                if state[first + seat]:
                    table.used[(action, seat)] = state[first + seat]
        table.active, table.starter = state[ACTIVE], state[STARTER]
        table.round = state[ROUND]
        table.phase = self.phases[state[PHASE]] if state[PHASE] >= 0 else ""
        table.generator = state[GENERATOR]
        table.script = list(state[SCRIPT])
        table.pins = dict(self.pins)
        table.winners = frozenset(bits(state[WINNERS]))
        table.known = [
            (who, (key, None if subject < 0 else subject, (self.shown(t, value),)))
            for who, (key, t), subject, value in state[KNOWN]
        ]
        return table

    def shown(self, t: ir.Type, value: Any) -> Any:
        return value if t.base in ("bundle", "cards", "pile") else self.plain(t, value)

    def include(self, entry: Any) -> Any:
        """A temporary part, as the table writes it."""
        (number, given), amount, until = entry
        key = next(k for k, n in self.assembler.include_ids.items() if n == number)
        value = self.setting.program.values[key]
        plain = [self.plain(p.type, a) for p, a in zip(value.params, given, strict=True)]
        subject = plain.pop(0) if value.owner else None
        return (key, subject, tuple(plain), self.plain(value.type, amount), until)

    def load(self, state: list[Any], table: Table) -> None:
        """Make the flat state say what the table says; caches forget everything."""
        layout, setting = self.layout, self.setting
        for slots, rows in self.plan:
            self.write(state, slots, rows, table)
        pieces: Pieces = self.assembler.namespace["PIECES"]
        for i in setting.instances:
            if state[layout.places + i.id] >= 0:
                pieces.lift(state, i.id)
        offsets = self.offsets
        for i in setting.instances:
            state[layout.owners + i.id] = table.owners[i.id]
            place = table.places[i.id]
            if place is not None:
                pieces.put(state, i.id, place - offsets[i.id])
            state[layout.stamps + i.id] = table.stamps[i.id]
        state[CLOCK] = table.clock
        for award, at in layout.holders.items():
            holder = table.holders.get(award)
            state[at] = -1 if holder is None else holder
        for action, first in layout.used.items():
            for seat in range(setting.players):
                state[first + seat] = table.used.get((action, seat), 0)
        state[ACTIVE], state[STARTER], state[ROUND] = table.active, table.starter, table.round
        state[PHASE] = self.phases.index(table.phase) if table.phase else -1
        state[GENERATOR] = table.generator
        state[SCRIPT] = list(table.script)
        state[WINNERS] = mask_of(list(table.winners))
        state[KNOWN] = tuple(
            (who, (key, ir.Type("bundle")), -1 if subject is None else subject, shown)
            for who, (key, subject, (shown,)) in table.known
        )
        self.load_parts(state, table)
        for first, count in layout.caches:
            state[first : first + count] = [None] * count
        state[DIRTY] = self.assembler.all_dirty

    def unpin(self) -> None:
        """A new game: no value is fixed."""
        self.pins = {}
        self.assembler.namespace["PINS"].clear()

    def load_parts(self, state: list[Any], table: Table) -> None:
        """Temporary parts and values fixed by a scenario."""
        values, ids = self.setting.program.values, self.assembler.include_ids
        parts = []
        for key, subject, args, amount, until in table.includes:
            given = self.flat_args(key, subject, args)
            parts.append(((ids[key], given), self.flat(values[key].type, amount), until))
        state[INCLUDES] = tuple(parts)
        self.pins = dict(table.pins)
        pins = self.assembler.namespace["PINS"]
        pins.clear()
        for (key, subject, args), value in table.pins.items():
            given = self.flat_args(key, subject, args)
            pins[(ids[key], *given)] = self.flat(values[key].type, value)

    def flat_args(self, key: ir.Key, subject: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
        value = self.setting.program.values[key]
        given = (subject, *args) if value.owner else args
        return tuple(self.flat(p.type, a) for p, a in zip(value.params, given, strict=True))


def _none(number: int) -> int | None:
    return None if number < 0 else number

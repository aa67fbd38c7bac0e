"""What an expression gives on a table.

This is the executable specification of the language's terms. It walks the tree, looks at the table
and computes every value anew; nothing is remembered between two questions. Here stands what all
terms share: walking sets in their order, taking results together, values with their parts, pieces
and places. `terms` has one function for each node of the typed program.

Values are those of `Table`, with two exceptions: a holding is read as a bundle, and the name of a
piece used as a noun is its name. An unsupported combination raises `Unsupported` with the node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles
from hexwright.interpreter.first import first_value, subjects
from hexwright.interpreter.moves import RuleConflict
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import NOBODY, Setting
from hexwright.interpreter.shapes import Unsupported, is_single, is_stock, nothing
from hexwright.interpreter.table import Plain, Slot, Table
from hexwright.interpreter.terms import METHODS


class Evaluator:
    """Reads one table. `setting` and `table` are all it knows."""

    def __init__(self, setting: Setting, table: Table) -> None:
        self.setting = setting
        self.table = table
        self.program = setting.program

    def value(self, expr: ir.Expr, scope: Scope) -> Plain:
        method = METHODS.get(type(expr))
        if method is None:
            raise Unsupported(expr, "no meaning is known for it")
        return method(self, expr, scope)

    def truth(self, expr: ir.Expr | None, scope: Scope) -> bool:
        """A condition; a missing one holds, none does not."""
        return expr is None or bool(self.value(expr, scope))

    def number(self, expr: ir.Expr, scope: Scope) -> int | None:
        """A number; a space of a track counts as its number."""
        value = self.value(expr, scope)
        if value is not None and expr.type.base == "space":
            return self.setting.spaces[value][1]
        return None if value is None else int(value)

    def bundle(self, expr: ir.Expr, scope: Scope) -> bundles.Bundle:
        """A bundle from whatever may stand for one."""
        return self.as_bundle(self.value(expr, scope), expr.type)

    def as_bundle(self, value: Plain, t: ir.Type) -> bundles.Bundle:
        if value is None:
            return bundles.EMPTY
        if t.shape != "one" or t.base == "pile":
            return bundles.of_members(value)
        if t.base == "member":
            return ((value, 1),)
        return tuple(value)

    def converted(self, value: Plain, t: ir.Type, wanted: ir.Type) -> Plain:
        """A value as it is kept under a name or in a slot of another type."""
        if wanted.shape == "one" and wanted.base in ("bundle", "cards"):
            return self.as_bundle(value, t)
        if wanted.shape != "one":
            items = self.items(value, t)
            return frozenset(items) if wanted.shape == "set" else tuple(items)
        if value is None or t.shape != "one":
            return value
        if wanted.base == "place" and t.base != "place":
            return self.place_number(value, t)
        if wanted.base == "number" and t.base == "space":
            return self.setting.spaces[value][1]
        return bool(value) if wanted.base == "flag" else value

    # walking sets

    def turn_order(self) -> list[int]:
        count = self.setting.players
        return [(self.table.active + i) % count for i in range(count)]

    def items(self, value: Plain, t: ir.Type) -> list[Plain]:
        """The things of a set, list, bundle or pile, in the order the language promises."""
        if value is None:
            return []
        if t.shape == "one":
            if t.base in ("cards", "bundle"):
                return [member for member, _ in value]
            return list(dict.fromkeys(value)) if t.base == "pile" else [value]
        if t.shape == "list":
            return list(value)
        if t.base == "player":
            order = [p for p in self.turn_order() if p in value]
            return order + sorted(p for p in value if p not in order)
        return sorted(value)

    def gather(self, found: Iterable[Plain], inner: ir.Type, result: ir.Type) -> Plain:
        """Results over a set taken together."""
        if is_stock(result):
            return bundles.add(found)
        flat: list[Plain] = []
        for value in found:
            if is_single(inner):
                flat += [] if value is None else [value]
            else:
                flat += self.items(value, inner)
        if result.shape == "set":
            return frozenset(flat)
        if result.shape == "list":
            return tuple(flat) if result.base == "number" else tuple(dict.fromkeys(flat))
        raise Unsupported(result, "several results where one is expected")

    def over(
        self,
        base: ir.Expr,
        scope: Scope,
        inner: ir.Type,
        result: ir.Type,
        of: Callable[[Plain], Plain],
    ) -> Plain:
        """A term after a dot: of one thing, of all things of a set, or of nothing."""
        value = self.value(base, scope)
        if is_single(base.type):
            return nothing(result) if value is None else of(value)
        return self.gather([of(item) for item in self.items(value, base.type)], inner, result)

    # states and values

    def slot_value(self, slot: Slot) -> Plain:
        """What lies in a slot, a holding as a bundle; a slot nobody wrote is as at first."""
        slots = self.table.slots
        held = slots[slot] if slot in slots else self._unwritten(slot)
        return bundles.bundle_of(held) if isinstance(held, dict) else held

    def _unwritten(self, slot: Slot) -> Plain:
        state = self.program.states[slot[0]]
        if slot[1] not in subjects(self.setting, state.owner) or None in slot[2]:
            return None
        return first_value(self, slot)

    def args(self, args: Sequence[ir.Expr], scope: Scope) -> tuple[Plain, ...]:
        return tuple(self.value(arg, scope) for arg in args)

    def worth(self, key: ir.Key, subject: Plain, args: tuple[Plain, ...], you: Plain) -> Plain:
        """A value of the rules for one subject and arguments."""
        slot = (key, subject, args)
        if slot in self.table.pins:
            return self.table.pins[slot]
        definition = self.program.values[key]
        given = (subject, *args) if definition.owner else args
        slots = {local.slot: v for local, v in zip(definition.params, given, strict=True)}
        scope = Scope(slots, you)
        extra = [amount for *where, amount, _ in self.table.includes if tuple(where) == slot]
        return self._combined(definition, scope, extra)

    def _combined(self, value: ir.ValueDef, scope: Scope, extra: list[Plain]) -> Plain:
        if value.form == "formula":
            assert value.formula is not None
            return extra[-1] if extra else self.value(value.formula, scope)
        applying = [p for p in value.parts if self.truth(p.when, scope)]
        if value.form == "usually":
            return extra[-1] if extra else self._usually(value, applying, scope)
        if value.form == "any":
            return any(self.truth(p.value, scope) for p in applying) or any(extra)
        if value.form == "all":
            return all(self.truth(p.value, scope) for p in applying) or any(extra)
        found = [(self.value(p.value, scope), p.value.type) for p in applying]
        if value.form == "lowest":
            numbers = [v for v, _ in found if v is not None] + extra
            return min(numbers, default=None)
        if value.form == "sum":
            return self._sum([*found, *((v, value.type) for v in extra)], value.type)
        raise Unsupported(value, f"values of the form {value.form}")

    def _sum(self, found: list[tuple[Plain, ir.Type]], t: ir.Type) -> Plain:
        if t.shape == "set":
            return frozenset(x for v, of in found for x in self.items(v, of))
        if is_stock(t):
            return bundles.add(self.as_bundle(v, of) for v, of in found)
        return sum(v for v, _ in found if v is not None)

    def _usually(self, value: ir.ValueDef, applying: list[ir.PartDef], scope: Scope) -> Plain:
        beaten = {part.over for part in applying}
        left = [(p, self.value(p.value, scope)) for p in applying if p.name not in beaten]
        if not left:
            assert value.formula is not None
            return self.value(value.formula, scope)
        for part, other in left[1:]:
            if other != left[0][1]:
                name = ".".join(word for word in value.key if word)
                raise RuleConflict(
                    f"{name}: `{left[0][0].name}` ({left[0][0].span}) and `{part.name}` "
                    f"({part.span}) both apply and disagree; say which one stands `over` the other"
                )
        return left[0][1]

    # pieces

    def standing(self, kind: str) -> list[int]:
        """Pieces of a kind that are on the board, by number."""
        names = self.setting.piece_kinds[kind]
        return [
            i.id
            for i in self.setting.instances
            if i.kind in names and self.table.places[i.id] is not None
        ]

    def in_supply(self, kind: str, owner: int) -> list[int]:
        """Pieces of a kind and owner that are not on the board, by number."""
        names = self.setting.piece_kinds[kind]
        return [
            i.id
            for i in self.setting.instances
            if i.kind in names and i.owner == owner and self.table.places[i.id] is None
        ]

    def supply_owner(self, kind: str, player: int | None) -> int:
        """From whose supply a player takes such a piece."""
        in_all = all(self.program.pieces[k].in_all for k in self.setting.piece_kinds[kind])
        return NOBODY if in_all or player is None else player

    # places

    def place_number(self, value: Plain, t: ir.Type) -> int | None:
        """A place in the common numbering of places."""
        if value is None:
            return None
        return int(value) if t.base == "place" else self.setting.place_base[t.base] + int(value)

    def place_value(self, place: int | None, t: ir.Type) -> Plain:
        """A place of the common numbering as a value of a type; none if it is of another sort."""
        if place is None or t.base == "place":
            return place
        sort, number = self.setting.sort_of_place(place)
        return number if sort == t.base else None

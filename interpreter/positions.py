"""Positions for scenarios: options that a board asks for, and what `given` lines put on the table.

Cards are conserved: what a player is given comes from the store that belongs to it, and what is
taken away goes back there, unless the scenario says itself what lies in that store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles, changes
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.first import first_value, slots_of
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import NOBODY, Constant
from hexwright.interpreter.shapes import is_single, is_stock
from hexwright.interpreter.table import Plain, Slot

TURN = ("active", "starter", "round", "phase")


class ImpossiblePosition(Exception):
    """A `given` line that cannot be set, in one sentence."""


def options_for(
    program: ir.Program, board: str, given: Iterable[ir.GivenDef]
) -> dict[str, Constant]:
    """Options under which the board is used, and those that the scenario sets itself."""
    found: dict[str, Constant] = {}
    if board in program.boards:
        found.update(next(_solutions(program.boards[board].when), {}))
    for line in given:
        if isinstance(line.target, ir.OptionRef):
            value = _constant(line.value)
            found[line.target.name] = value
    return found


def _constant(expr: ir.Expr) -> Constant:
    if isinstance(expr, ir.Const):
        return expr.value
    if isinstance(expr, ir.WordRef):
        return expr.word
    raise ImpossiblePosition("an option can only be set to a word, a number, yes or no")


def _solutions(when: ir.Expr | None) -> Iterator[dict[str, Constant]]:
    """Ways to make a condition on options true; what is no option is left as it is."""
    match when:
        case ir.Both(left=left, right=right):
            for one in _solutions(left):
                for other in _solutions(right):
                    if all(one.get(name, value) == value for name, value in other.items()):
                        yield {**one, **other}
        case ir.Either(left=left, right=right):
            yield from _solutions(left)
            yield from _solutions(right)
        case ir.Compare(op="is", left=ir.OptionRef(name=name), right=right):
            yield {name: _constant(right)}
        case ir.OptionRef(name=name):
            yield {name: True}
        case ir.Negation(operand=ir.OptionRef(name=name)):
            yield {name: False}
        case _:
            yield {}


class Position:
    """Sets a table as the `given` lines of a scenario say."""

    def __init__(self, ev: Evaluator, scenario: ir.ScenarioDef) -> None:
        self.ev = ev
        self.own = {
            line.target.key
            for line in scenario.steps
            if isinstance(line, ir.GivenDef) and isinstance(line.target, ir.StateRef)
        }

    def give(self, line: ir.GivenDef) -> None:
        if line.op == "is in":
            self._add(line)
            return
        target = line.target
        match target:
            case ir.OptionRef():
                return
            case ir.StateRef():
                self._state(target, line.value)
            case ir.ValueRef():
                self._pin(target, line.value)
            case ir.HolderOf(award=award):
                self.ev.table.holders[award] = self._value(line.value)
            case ir.BuiltIn(name=name) if name in TURN:
                setattr(self.ev.table, name, self._value(line.value))
            case ir.PiecesOf(kind=kind):
                self._pieces(target, kind, line.value)
            case ir.Everything(type=ir.Type(base="piece", of=kind)):
                self._pieces(target, kind, line.value)
            case ir.Field(name="top", base=ir.StateRef() as pile):
                self._top(pile, line.value)
            case ir.Field(name="place"):
                self._stand(target.base, line.value)
            case _:
                raise ImpossiblePosition("this cannot be given")

    def _value(self, expr: ir.Expr) -> Plain:
        return self.ev.value(expr, Scope())

    def _slot(self, ref: ir.StateRef) -> Slot:
        slot = changes.slot_of(self.ev, ref, Scope())
        if slot is None:
            raise ImpossiblePosition("this belongs to nobody at the table")
        if isinstance(slot[1], (frozenset, tuple)):
            raise ImpossiblePosition("this belongs to several things; name one of them")
        return slot

    # states and values

    def _state(self, ref: ir.StateRef, expr: ir.Expr) -> None:
        ev, slot = self.ev, self._slot(ref)
        before = Counter(self._contents(slot))
        changes.put_value(ev, slot, self._value(expr), expr.type)
        if is_stock(ev.program.states[slot[0]].type):
            self._conserve(slot, before, Counter(self._contents(slot)))

    def _contents(self, slot: Slot) -> list[int]:
        t = self.ev.program.states[slot[0]].type
        if not is_stock(t) or t.base == "bundle" or t.of == "number":
            return []
        value = self.ev.slot_value(slot)
        return list(value) if t.base == "pile" else bundles.spelled_out(value)

    def _store(self, slot: Slot, member: int) -> Slot | None:
        """Where cards of a holding come from: where they are spent to, or a stock that was full."""
        ev = self.ev
        spent = ev.program.states[slot[0]].spent_to
        for state in ev.program.states.values():
            if state.key == slot[0]:
                continue
            if spent:
                if state.name == spent and not state.owner:
                    return state.key, None, ()
            elif state.full and member in ev.setting.kinds.get(state.type.of, ()):
                for stock in slots_of(ev.setting, state):
                    if member in first_value(ev, stock):
                        return stock
        return None

    def _conserve(self, slot: Slot, before: Counter[int], after: Counter[int]) -> None:
        for member in before.keys() | after.keys():
            store = self._store(slot, member)
            more = after[member] - before[member]
            if store is None or store[0] in self.own or not more:
                continue
            self._shift(store, member, -more)

    def _shift(self, store: Slot, member: int, by: int) -> None:
        ev = self.ev
        contents = Counter(self._contents(store))
        if contents[member] + by < 0:
            name = ev.setting.member_names[member].replace("_", " ")
            raise ImpossiblePosition(f"there are only {contents[member]} {name} left to give")
        if ev.program.states[store[0]].type.base == "pile":
            pile = list(ev.table.slots[store])
            for _ in range(-by):
                pile.remove(member)
            ev.table.slots[store] = (*pile, *[member] * by)
        else:
            contents[member] += by
            ev.table.slots[store] = dict(bundles.bundle_of(contents))

    def _pin(self, ref: ir.ValueRef, expr: ir.Expr) -> None:
        subject = None if ref.subject is None else self._value(ref.subject)
        value = self.ev.program.values[ref.key]
        args = self.ev.args(ref.args, Scope())
        pinned = self.ev.converted(self._value(expr), expr.type, value.type)
        self.ev.table.pins[ref.key, subject, args] = pinned

    def _top(self, ref: ir.StateRef, expr: ir.Expr) -> None:
        slot, wanted = self._slot(ref), self._value(expr)
        pile = list(self.ev.table.slots[slot])
        if wanted in pile:
            pile.remove(wanted)
        self.ev.table.slots[slot] = (wanted, *pile)

    # pieces

    def _places(self, expr: ir.Expr, kind: str = "") -> list[int]:
        """Places in the common numbering. A piece stands for its place, unless it carries `kind`:
        then it is the place."""
        value = self._value(expr)
        things = ([] if value is None else [value]) if is_single(expr.type) else None
        if things is None:
            things = self.ev.items(value, expr.type)
        if expr.type.base == "piece" and not self._carried(kind, expr.type.of):
            return [p for p in (self.ev.table.places[thing] for thing in things) if p is not None]
        numbers = [self.ev.place_number(thing, expr.type) for thing in things]
        return [number for number in numbers if number is not None]

    def _carried(self, kind: str, by: str) -> bool:
        """Whether pieces of a kind can stand on pieces of another one."""
        names = self.ev.setting.piece_kinds
        carriers = {p for k in names.get(kind, ()) for p in self.ev.program.pieces[k].places}
        return bool(carriers & set(names.get(by, ())))

    def _owner(self, target: ir.PiecesOf | ir.Everything) -> int:
        if isinstance(target, ir.Everything):
            if not self.ev.program.pieces[target.type.of].in_all:
                raise ImpossiblePosition("say whose pieces these are")
            return NOBODY
        owner = self._value(target.base)
        if target.base.type.base != "player" or owner is None:
            raise ImpossiblePosition("pieces are given to a player at the table")
        return int(owner)

    def _pieces(self, target: ir.PiecesOf | ir.Everything, kind: str, expr: ir.Expr) -> None:
        owner = self._owner(target)
        places = self._places(expr, kind)
        for piece in self.ev.standing(kind):
            if self.ev.table.owners[piece] == owner:
                changes.take_off(self.ev, piece)
        for place in places:
            self._put(kind, owner, place)

    def _put(self, kind: str, owner: int, place: int) -> None:
        supply = self.ev.in_supply(kind, self.ev.supply_owner(kind, owner))
        if not supply:
            raise ImpossiblePosition(f"there is no {kind.replace('_', ' ')} left to give")
        changes.stand(self.ev, supply[0], place)
        self.ev.table.owners[supply[0]] = owner

    def _stand(self, piece: ir.Expr, expr: ir.Expr) -> None:
        found, places = self._value(piece), self._places(expr, piece.type.of)
        if found is None or not isinstance(found, int):
            raise ImpossiblePosition("there is no such piece")
        if places:
            changes.stand(self.ev, found, places[0])
        else:
            changes.take_off(self.ev, found)

    def _add(self, line: ir.GivenDef) -> None:
        into, what = line.target, line.value
        pieces = ir.PiecesOf | ir.Everything
        if not isinstance(into, pieces | ir.StateRef):
            into, what = what, into
        if isinstance(into, pieces):
            owner, kind = self._owner(into), into.type.of
            for place in self._places(what, kind):
                self._put(kind, owner, place)
            return
        if not isinstance(into, ir.StateRef):
            raise ImpossiblePosition("this cannot be given")
        slot, thing = self._slot(into), self._value(what)
        held = self.ev.table.slots[slot]
        before = Counter(self._contents(slot))
        if isinstance(held, dict):
            more = self.ev.as_bundle(thing, what.type)
            self.ev.table.slots[slot] = dict(bundles.add((bundles.bundle_of(held), more)))
        elif isinstance(held, frozenset):
            self.ev.table.slots[slot] = held | {thing}
        else:
            self.ev.table.slots[slot] = (thing, *(held or ()))
        self._conserve(slot, before, Counter(self._contents(slot)))

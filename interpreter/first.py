"""The table before the first move: every slot at its first value, the board laid as drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles
from hexwright.interpreter.box import copies
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import NOBODY, Setting, constant
from hexwright.interpreter.table import Plain, Slot, Table

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator


def subjects(setting: Setting, owner: str) -> list[int | None]:
    """Everything that has a state of this owner, by number."""
    top = setting.topology
    sizes = {
        "player": setting.players,
        "hex": top.hex_count,
        "corner": top.corner_count,
        "edge": top.edge_count,
    }
    if not owner:
        return [None]
    if owner in sizes:
        return list(range(sizes[owner]))
    if owner in setting.piece_kinds:
        names = setting.piece_kinds[owner]
        return [piece.id for piece in setting.instances if piece.kind in names]
    return list(setting.kinds[owner])


def domain(setting: Setting, t: ir.Type) -> list[Plain] | None:
    """Every value an argument of a state can have, if they can be listed."""
    top = setting.topology
    match t.base:
        case "player":
            return list(range(setting.players))
        case "hex":
            return list(range(top.hex_count))
        case "corner":
            return list(range(top.corner_count))
        case "edge":
            return list(range(top.edge_count))
        case "member":
            return list(setting.kinds[t.of])
        case "flag":
            return [False, True]
    return None


def slots_of(setting: Setting, state: ir.StateDef) -> Iterator[Slot]:
    domains = [domain(setting, param.type) for param in state.params]
    if any(found is None for found in domains):
        return
    listed = [found for found in domains if found is not None]
    for subject in subjects(setting, state.owner):
        for args in product(*listed):
            yield state.key, subject, args


def first_value(ev: Evaluator, slot: Slot) -> Plain:
    """What a slot holds at first; a holding as {member: count}."""
    key, subject, args = slot
    state = ev.program.states[key]
    slots = {} if subject is None else {0: subject}
    slots |= {param.slot: arg for param, arg in zip(state.params, args, strict=True)}
    t = state.type
    if t.shape == "one" and t.base in ("cards", "pile"):
        return _first_cards(ev, state, Scope(slots))
    if state.at_first is not None:
        value = ev.value(state.at_first, Scope(slots))
        return ev.converted(value, state.at_first.type, t)
    if t.shape == "set":
        return frozenset()
    if t.shape == "list" or t.base == "bundle":
        return ()
    if t.optional:
        return None
    if t.base == "number":
        low = constant(state.low, ev.setting) if state.low is not None else 0
        return max(0, low) if isinstance(low, int) else 0
    return False if t.base == "flag" else None


def _first_cards(ev: Evaluator, state: ir.StateDef, scope: Scope) -> Plain:
    pile = state.type.base == "pile"
    found: list[Plain] = []
    if state.full:
        for member in ev.setting.kinds[state.type.of]:
            if state.full_where is not None:
                asked = scope.bound(1, member)
                if not state.owner:
                    asked = asked.bound(0, member)
                if not ev.truth(state.full_where, asked):
                    continue
            found += [member] * copies(ev.program, ev.setting.member_names[member])
    elif state.at_first is not None:
        value = ev.value(state.at_first, scope)
        if state.at_first.type.shape == "list":
            found = list(value)
        else:
            found = bundles.spelled_out(ev.as_bundle(value, state.at_first.type))
    return tuple(found) if pile else dict(bundles.of_members(found))


def fill_table(ev: Evaluator) -> None:
    """Fill an empty table."""
    setting, table = ev.setting, ev.table
    table.places = [None] * len(setting.instances)
    table.owners = [piece.owner for piece in setting.instances]
    table.stamps = [0] * len(setting.instances)
    table.holders = dict.fromkeys(ev.program.awards)
    for state in ev.program.states.values():
        for slot in slots_of(setting, state):
            table.slots[slot] = first_value(ev, slot)
    _draw_board(ev)


def _draw_board(ev: Evaluator) -> None:
    setting, table = ev.setting, ev.table
    board = setting.board

    def fill(key: ir.Key, place: int, expr: ir.Expr) -> None:
        value = ev.value(expr, Scope())
        table.slots[key, place, ()] = ev.converted(value, expr.type, ev.program.states[key].type)

    for number, cell in enumerate(board.cells):
        for key, value in cell.fills:
            fill(key, number, value)
    for line in board.fills:
        if line.when is None or constant(line.when, setting):
            for text in line.places:
                fill(line.state, setting.find(text, line.state[0]), line.value)
    for stand in board.stands:
        if stand.when is not None and not constant(stand.when, setting):
            continue
        if stand.colour and setting.owner_called(stand.colour) is None:
            continue
        for text in stand.places:
            _stand(ev, stand, text)


def _stand(ev: Evaluator, stand: ir.StandDef, text: str) -> None:
    setting, table = ev.setting, ev.table
    called = setting.owner_called(stand.colour) if stand.colour else None
    owner = NOBODY if called is None else called
    supply = ev.in_supply(stand.piece, ev.supply_owner(stand.piece, owner))
    if supply:
        table.places[supply[0]] = place_of_text(setting, stand.piece, text)
        table.owners[supply[0]] = owner
        table.clock += 1
        table.stamps[supply[0]] = table.clock


def place_of_text(setting: Setting, piece: str, text: str) -> int:
    """The place that a text names for such a piece, in the common numbering."""
    sorts = [s for s in setting.program.pieces[piece].places if s in ("hex", "corner", "edge")]
    for sort in sorts:
        found = setting.topology.find(text, sort)
        if found is not None:
            return setting.place_base[sort] + found
    return setting.place_base[sorts[0]] + setting.find(text, sorts[0])


def new_table(setting: Setting) -> Table:
    from hexwright.interpreter.evaluate import Evaluator

    table = Table()
    fill_table(Evaluator(setting, table))
    return table


__all__ = ["first_value", "new_table", "place_of_text", "slots_of", "subjects"]

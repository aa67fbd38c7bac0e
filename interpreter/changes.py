"""Changes of a table: cards, pieces, slots. Each function does one thing as far as it goes.

What a change causes (rules on pieces, settling) is not done here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles
from hexwright.interpreter.bundles import Bundle
from hexwright.interpreter.first import first_value
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import NOBODY, constant
from hexwright.interpreter.shapes import Unsupported
from hexwright.interpreter.table import Plain, Slot

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator

Holding = dict[int, int]

# slots


def slot_of(ev: Evaluator, ref: ir.StateRef, scope: Scope) -> Slot | None:
    """The slot that a term names; None when it speaks of nothing."""
    subject = None if ref.subject is None else ev.value(ref.subject, scope)
    if ref.subject is not None and subject is None:
        return None
    args = ev.args(ref.args, scope)
    return None if any(arg is None for arg in args) else (ref.key, subject, args)


def in_range(ev: Evaluator, state: ir.StateDef, value: Plain) -> Plain:
    """A number stops at the ends of its slot."""
    if value is None or state.type.base != "number" or state.type.shape != "one":
        return value
    for end, pick in ((state.low, max), (state.high, min)):
        bound = None if end is None else constant(end, ev.setting)
        if isinstance(bound, int):
            value = pick(value, bound)
    return value


def put_value(ev: Evaluator, slot: Slot, value: Plain, t: ir.Type) -> None:
    """Fill a slot with a value of another type."""
    state = ev.program.states[slot[0]]
    if state.type.shape == "one" and state.type.base == "cards":
        ev.table.slots[slot] = dict(ev.as_bundle(value, t))
    elif state.type.shape == "one" and state.type.base == "pile":
        stacked = t.shape == "one" and t.base in ("bundle", "cards", "member")
        items = bundles.spelled_out(ev.as_bundle(value, t)) if stacked else value or ()
        ev.table.slots[slot] = tuple(items)
    else:
        ev.table.slots[slot] = in_range(ev, state, ev.converted(value, t, state.type))


def fall_back(ev: Evaluator, until: str) -> None:
    """The end of a turn or phase: what lasts until then is as it was at first."""
    table = ev.table
    for slot in list(table.slots):
        if ev.program.states[slot[0]].until == until:
            table.slots[slot] = first_value(ev, slot)
    table.includes = [part for part in table.includes if part[4] != until]
    for action, player in list(table.used):
        if (ev.program.actions[action].limit_per or "turn") == until:
            del table.used[action, player]


# cards


def holding_slot(ev: Evaluator, player: int, member: int) -> Slot | None:
    """Where a player keeps cards of this member."""
    key = ev.program.holdings.get(ev.setting.member_names[member])
    return None if key is None else (key, player, ())


def store_slot(ev: Evaluator, member: int) -> Slot | None:
    """Where cards of this member are spent to, and given from."""
    key = ev.program.holdings.get(ev.setting.member_names[member])
    if key is None or not ev.program.states[key].spent_to:
        return None
    return ("", ev.program.states[key].spent_to), None, ()


def _count(ev: Evaluator, slot: Slot | None, member: int) -> int:
    held = None if slot is None else ev.table.slots.get(slot)
    return held.get(member, 0) if isinstance(held, dict) else 0


def _shift(ev: Evaluator, slot: Slot, member: int, by: int) -> None:
    held: Holding = ev.table.slots[slot]
    count = held.get(member, 0) + by
    if count:
        held[member] = count
    else:
        held.pop(member, None)


def _carry(ev: Evaluator, source: Slot | None, target: Slot | None, member: int, n: int) -> bool:
    """Cards of one member between holdings, as many as there are."""
    if source is None or target is None or not takes(ev, target, member):
        return False
    n = min(n, _count(ev, source, member))
    if n > 0:
        _shift(ev, source, member, -n)
        _shift(ev, target, member, n)
    return n > 0


def takes(ev: Evaluator, slot: Slot, member: int) -> bool:
    """Whether a holding is for cards of this member."""
    t = ev.program.states[slot[0]].type
    return t.base == "cards" and member in ev.setting.kinds[t.of]


def pay(ev: Evaluator, player: int, price: Bundle) -> bool:
    """Cards to where they are spent; says whether any moved."""
    moved = [
        _carry(ev, holding_slot(ev, player, member), store_slot(ev, member), member, count)
        for member, count in price
    ]
    return any(moved)


def give(ev: Evaluator, player: int, bundle: Bundle, up_to: bool) -> None:
    if not up_to and any(_count(ev, store_slot(ev, m), m) < count for m, count in bundle):
        return
    for member, count in bundle:
        _carry(ev, store_slot(ev, member), holding_slot(ev, player, member), member, count)


def move_cards(ev: Evaluator, line: ir.MoveCards, scope: Scope) -> None:
    """Between holdings, piles, slots and players."""
    source, target = line.source, line.target
    sort, taker = _store(ev, target, scope)
    if taker is None:
        return
    bundle, up_to = _meant(ev, line, scope)
    if source.sort in ("cards", "player") and sort in ("cards", "player"):
        _, giver = _store(ev, source, scope)
        if giver is not None:
            _between_holdings(ev, giver, taker, bundle, up_to)
        return
    items = _taken(ev, line, bundle, up_to, scope)
    _lay(ev, sort, taker, items)


Side = Slot | int
"""a slot, or the player whose holdings are meant"""


def _store(ev: Evaluator, store: ir.Store, scope: Scope) -> tuple[str, Side | None]:
    if store.sort == "player":
        player = ev.value(store.ref, scope)
        return "player", player
    if not isinstance(store.ref, ir.StateRef):
        raise Unsupported(store.ref, "no place for cards")
    return store.sort, slot_of(ev, store.ref, scope)


def _at(ev: Evaluator, side: Side, member: int) -> Slot | None:
    return holding_slot(ev, side, member) if isinstance(side, int) else side


def _meant(ev: Evaluator, line: ir.MoveCards, scope: Scope) -> tuple[Bundle, bool]:
    """Which cards are to move, and whether fewer will do."""
    if line.what is None:
        if line.source.sort in ("top", "slot"):
            return bundles.EMPTY, True
        if line.source.sort == "player":
            player = ev.value(line.source.ref, scope)
            keys = dict.fromkeys(ev.program.holdings.values())
            return bundles.add(ev.slot_value((key, player, ())) or () for key in keys), True
        return ev.bundle(line.source.ref, scope), True
    if line.every:
        member = ev.value(line.what, scope)
        return (bundles.EMPTY if member is None else ((member, 1_000_000),)), True
    return ev.bundle(line.what, scope), line.up_to


def _between_holdings(ev: Evaluator, giver: Side, taker: Side, bundle: Bundle, up_to: bool) -> None:
    if not up_to and any(_count(ev, _at(ev, giver, m), m) < count for m, count in bundle):
        return
    for member, count in bundle:
        _carry(ev, _at(ev, giver, member), _at(ev, taker, member), member, count)


def _taken(
    ev: Evaluator, line: ir.MoveCards, bundle: Bundle, up_to: bool, scope: Scope
) -> list[Plain]:
    """Take cards out of their source, one by one."""
    sort, side = _store(ev, line.source, scope)
    if side is None:
        return []
    if sort in ("cards", "player"):
        if not up_to and any(_count(ev, _at(ev, side, m), m) < n for m, n in bundle):
            return []
        found: list[Plain] = []
        for member, count in bundle:
            slot = _at(ev, side, member)
            n = min(count, _count(ev, slot, member))
            if slot is not None and n > 0:
                _shift(ev, slot, member, -n)
                found += [member] * n
        return found
    assert not isinstance(side, int)
    content = ev.table.slots[side]
    if sort == "slot":
        ev.table.slots[side] = None
        return [] if content is None else [content]
    if sort in ("top", "bottom"):
        at = 0 if sort == "top" else len(content) - 1
        ev.table.slots[side] = content[:at] + content[at + 1 :]
        return list(content[at : at + 1])
    return _out_of_pile(ev, side, bundle, up_to)


def _out_of_pile(ev: Evaluator, slot: Slot, bundle: Bundle, up_to: bool) -> list[Plain]:
    left = list(ev.table.slots[slot])
    wanted = bundles.spelled_out(bundle)
    if not up_to and not bundles.contains(bundles.of_members(left), bundle):
        return []
    found = []
    for member in wanted:
        if member in left:
            left.remove(member)
            found.append(member)
    ev.table.slots[slot] = tuple(left)
    return found


def _lay(ev: Evaluator, sort: str, side: Side, items: list[Plain]) -> None:
    """Put cards down; a slot takes one."""
    for_holding = sort in ("cards", "player")
    if for_holding:
        for member in items:
            slot = _at(ev, side, member)
            if slot is not None and takes(ev, slot, member):
                _shift(ev, slot, member, 1)
        return
    assert not isinstance(side, int)
    if not items:
        return
    if sort == "slot":
        ev.table.slots[side] = items[0]
    elif sort == "bottom":
        ev.table.slots[side] = (*ev.table.slots[side], *items)
    else:
        ev.table.slots[side] = (*items, *ev.table.slots[side])


# pieces


def stand(ev: Evaluator, piece: int, place: int) -> None:
    """Place or move a piece; the newest of all now."""
    table = ev.table
    table.places[piece] = place
    table.clock += 1
    table.stamps[piece] = table.clock


def take_off(ev: Evaluator, piece: int) -> None:
    """Back to the supply, with all that stands on it."""
    for other in load_of(ev, piece):
        take_off(ev, other)
    ev.table.places[piece] = None
    _forget(ev, piece)


def load_of(ev: Evaluator, piece: int) -> list[int]:
    here = ev.setting.place_base["piece"] + piece
    return [other for other, place in enumerate(ev.table.places) if place == here]


def _forget(ev: Evaluator, piece: int) -> None:
    """A piece in the supply carries nothing from before."""
    ev.table.owners[piece] = ev.setting.instances[piece].owner
    for state in states_of_piece(ev, piece):
        for slot in [s for s in ev.table.slots if s[0] == state.key and s[1] == piece]:
            ev.table.slots[slot] = first_value(ev, slot)


def states_of_piece(ev: Evaluator, piece: int) -> list[ir.StateDef]:
    kind = ev.setting.instances[piece].kind
    return [
        state
        for state in ev.program.states.values()
        if kind in ev.setting.piece_kinds.get(state.owner, ()) and state.owner
    ]


def replace(ev: Evaluator, piece: int, other: int) -> None:
    """`other` takes over place, stamp, owner, load and the states both kinds have."""
    table = ev.table
    mine = {state.name: state for state in states_of_piece(ev, piece)}
    for state in states_of_piece(ev, other):
        if state.name in mine:
            old = mine[state.name].key
            for key, subject, args in list(table.slots):
                if key == old and subject == piece:
                    table.slots[state.key, other, args] = table.slots[key, subject, args]
    for item in load_of(ev, piece):
        table.places[item] = ev.setting.place_base["piece"] + other
    table.places[other], table.places[piece] = table.places[piece], None
    table.stamps[other] = table.stamps[piece]
    owner = table.owners[piece]
    _forget(ev, piece)
    if ev.setting.instances[other].owner == NOBODY:
        table.owners[other] = owner

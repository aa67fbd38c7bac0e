"""What each statement does: one function for each node of the typed program.

A statement changes the table, pushes a frame, or leaves a question; the engine sees which. A loop
or a branch opens a cursor in the frame that runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles, changes, choices, piece_lines
from hexwright.interpreter.box import copies
from hexwright.interpreter.frames import Cursor, Frame, Question
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import constant
from hexwright.interpreter.shapes import Unsupported, element, is_single
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator
    from hexwright.interpreter.reference import ReferenceEngine


def seated(player: Plain, ev: Evaluator) -> TypeGuard[int]:
    """Somebody who can be asked."""
    return player is not None and 0 <= player < ev.setting.players


# questions


def _choose(game: ReferenceEngine, frame: Frame, line: ir.Choose) -> None:
    if line.by_chance:
        frame.scope.slots[line.local.slot] = drawn(game, line, frame.scope)
        after_choice(frame, line)
        return
    who = frame.scope.you if line.who is None else game.ev.value(line.who, frame.scope)
    if not seated(who, game.ev):
        frame.scope.slots[line.local.slot] = choices.none_of(line)
        after_choice(frame, line)
        return
    frame.picked = ()
    game.ask(Question("choose" if line.amount == "one" else "pick", who, choose=line))


def after_choice(frame: Frame, line: ir.Choose) -> None:
    """With nothing chosen `if any` leaves out the rest of its list."""
    if line.if_any and frame.scope.slots[line.local.slot] == choices.none_of(line):
        frame.cursors[-1].at = len(frame.cursors[-1].body)


def drawn(game: ReferenceEngine, line: ir.Choose, scope: Scope) -> Plain:
    """What chance chooses, every card of a holding or pile equally likely."""
    ev = game.ev
    sort = element(line.over.type).base if line.high is None else "number"
    pool = _pool(ev, line, scope)
    if line.amount == "one":
        return game.drawer.one(pool, sort)
    number = None if line.number is None else ev.number(line.number, scope)
    count = len(pool) if number is None else max(0, number)
    return choices.amount_of(line, tuple(game.drawer.several(pool, count, sort)))


def _pool(ev: Evaluator, line: ir.Choose, scope: Scope) -> list[Plain]:
    if line.high is not None:
        low, high = ev.number(line.over, scope), ev.number(line.high, scope)
        found: list[Plain] = [] if low is None or high is None else list(range(low, high + 1))
    elif line.over.type.base == "pile" and line.over.type.shape == "one":
        found = list(ev.value(line.over, scope) or ())
    elif line.over.type.base in ("cards", "bundle") and line.over.type.shape == "one":
        found = bundles.spelled_out(ev.bundle(line.over, scope))
    else:
        found = ev.items(ev.value(line.over, scope), line.over.type)
    if line.where is None:
        return found
    return [x for x in found if ev.truth(line.where, scope.bound(line.local.slot, x))]


def _must(game: ReferenceEngine, frame: Frame, line: ir.Must) -> None:
    ask_must(game, frame, line, False)


def ask_must(game: ReferenceEngine, frame: Frame, line: ir.Must, seal: bool) -> None:
    who = game.ev.value(line.who, frame.scope)
    if seated(who, game.ev):
        kind = "may" if line.optional else "must"
        game.ask(Question(kind, who, must=line, seal=seal))


def _play_phase(game: ReferenceEngine, frame: Frame, line: ir.PlayPhase) -> None:
    who = game.ev.value(line.who, frame.scope)
    if seated(who, game.ev):
        game.push(Frame("phase", line.phase, Scope({}, who)))


def _play_card(game: ReferenceEngine, frame: Frame, line: ir.PlayCard) -> None:
    who, card = game.ev.value(line.who, frame.scope), game.ev.value(line.card, frame.scope)
    if card is None or not seated(who, game.ev):
        return
    name = game.ev.setting.member_names[card]
    if name in game.ev.program.cards:
        game.push(Frame("card", name, Scope({}, who), "head"))


def _do(game: ReferenceEngine, frame: Frame, line: ir.Do) -> None:
    steps = game.ev.program.steps[line.steps]
    slots = {
        param.slot: game.ev.converted(game.ev.value(arg, frame.scope), arg.type, param.type)
        for param, arg in zip(steps.params, line.args, strict=True)
    }
    game.push(Frame("steps", line.steps, Scope(slots, frame.scope.you)))


# order of statements


def _if(game: ReferenceEngine, frame: Frame, line: ir.If) -> None:
    for test, body in line.branches:
        if game.ev.truth(test, frame.scope):
            frame.cursors.append(Cursor(body))
            return
    frame.cursors.append(Cursor(line.otherwise))


def _each(game: ReferenceEngine, frame: Frame, line: ir.Each) -> None:
    items = tuple(_walked(game.ev, line, frame.scope))
    cursor = Cursor(line.body, len(line.body), line, items)
    if line.order == "at once" and line.body and isinstance(line.body[0], ir.Must | ir.Choose):
        cursor.body, cursor.at, cursor.sealed = (), 0, ()
    frame.cursors.append(cursor)


def _walked(ev: Evaluator, line: ir.Each, scope: Scope) -> Sequence[Plain]:
    """What a loop runs over, in its order, taken once."""
    if line.high is not None:
        low, high = ev.number(line.over, scope), ev.number(line.high, scope)
        everything: list[Plain] = [] if low is None or high is None else list(range(low, high + 1))
    else:
        everything = ev.items(ev.value(line.over, scope), line.over.type)
    asked = scope.copy()
    items = []
    for thing in everything:
        asked.slots[line.local.slot] = thing
        if ev.truth(line.where, asked):
            items.append(thing)
    if line.order == "in reverse":
        return items[::-1]
    if line.order == "starting with" and line.first is not None:
        circle = ev.turn_order() if line.local.type.base == "player" else everything
        return _rotated(items, ev.value(line.first, scope), circle)
    return items


def _rotated(items: list[Plain], first: Plain, circle: list[Plain]) -> list[Plain]:
    """Items in the order of a circle that begins with `first`, even if that is left out."""
    if first in items:
        at = items.index(first)
        return items[at:] + items[:at]
    if first in circle:
        at = circle.index(first)
        return [thing for thing in circle[at:] + circle[:at] if thing in items]
    return items


def _repeat(game: ReferenceEngine, frame: Frame, line: ir.Repeat) -> None:
    times = game.ev.number(line.times, frame.scope) or 0
    frame.cursors.append(Cursor(line.body, len(line.body), line, (), times))


def _one_go(game: ReferenceEngine, frame: Frame, line: ir.OneGo) -> None:
    frame.cursors.append(Cursor(line.body, held=True))


def _settle(game: ReferenceEngine, frame: Frame, line: ir.Settle) -> None:
    """A game that is won goes no further."""
    game.settle()
    if game.state.winners:
        frame.cursors.clear()


def next_turn(game: ReferenceEngine, frame: Frame, cursor: Cursor) -> bool:
    """Begin the next turn of a loop; no when it is over."""
    line = cursor.loop
    if isinstance(line, ir.Repeat):
        if cursor.turn <= 0 or not game.ev.truth(line.condition, frame.scope):
            return False
        cursor.turn -= 1
        cursor.at = 0
        return True
    if not isinstance(line, ir.Each):
        return False
    if cursor.sealed is not None and not cursor.opened:
        _gather(game, frame, cursor, line)
        return True
    if cursor.turn >= len(cursor.items):
        return False
    cursor.at = 0
    cursor.turn += 1
    frame.scope.slots[line.local.slot] = cursor.items[cursor.turn - 1]
    if cursor.sealed is not None:
        _open_answer(game, frame, line.body[0], cursor.sealed[cursor.turn - 1])
    return True


def _gather(game: ReferenceEngine, frame: Frame, cursor: Cursor, line: ir.Each) -> None:
    """Ask the next one for an answer to the first line of the block; when all have answered, the
    loop begins anew with what they said."""
    assert cursor.sealed is not None
    first = line.body[0]
    if cursor.turn > len(cursor.sealed):
        said = frame.scope.slots[first.local.slot] if isinstance(first, ir.Choose) else None
        cursor.sealed = (*cursor.sealed, said)
    if cursor.turn == len(cursor.items):
        cursor.body, cursor.turn, cursor.opened = line.body[1:], 0, True
        cursor.at = len(cursor.body)
        return
    frame.scope.slots[line.local.slot] = cursor.items[cursor.turn]
    cursor.turn += 1
    if isinstance(first, ir.Must):
        ask_must(game, frame, first, True)
    elif isinstance(first, ir.Choose):
        _choose(game, frame, first)


def _open_answer(game: ReferenceEngine, frame: Frame, first: ir.Statement, answer: Any) -> None:
    if isinstance(answer, Frame):
        game.push(answer.copy())
    elif isinstance(first, ir.Choose):
        frame.scope.slots[first.local.slot] = answer
        after_choice(frame, first)


# cards, slots and values


def _win(game: ReferenceEngine, frame: Frame, line: ir.Win) -> None:
    who = game.ev.value(line.who, frame.scope)
    players = [who] if is_single(line.who.type) else game.ev.items(who, line.who.type)
    game.state.winners |= {p for p in players if seated(p, game.ev)}


def _pay(game: ReferenceEngine, frame: Frame, line: ir.Pay) -> None:
    if frame.price is not None or frame.scope.you is None:
        return
    if changes.pay(game.ev, frame.scope.you, game.ev.bundle(line.what, frame.scope)):
        frame.scope.paid = True


def _give(game: ReferenceEngine, frame: Frame, line: ir.Give) -> None:
    who = game.ev.value(line.to, frame.scope)
    if seated(who, game.ev):
        changes.give(game.ev, who, game.ev.bundle(line.what, frame.scope), line.up_to)


def _move_cards(game: ReferenceEngine, frame: Frame, line: ir.MoveCards) -> None:
    changes.move_cards(game.ev, line, frame.scope)


def _assign(game: ReferenceEngine, frame: Frame, line: ir.Assign) -> None:
    ev, table = game.ev, game.state
    value = ev.value(line.value, frame.scope)
    match line.target:
        case ir.HolderOf(award=award):
            table.holders[award] = value
        case ir.BuiltIn(name="starter"):
            if value is not None:
                table.starter = value
                table.active = value if table.round == 0 else table.active
        case ir.StateRef():
            slot = changes.slot_of(ev, line.target, frame.scope)
            if slot is not None:
                changes.put_value(ev, slot, value, line.value.type)
        case _:
            raise Unsupported(line, "nothing that can be set")


def _increase(game: ReferenceEngine, frame: Frame, line: ir.Increase) -> None:
    if not isinstance(line.target, ir.StateRef):
        raise Unsupported(line, "nothing that can be increased")
    slot = changes.slot_of(game.ev, line.target, frame.scope)
    by = game.ev.number(line.by, frame.scope)
    if slot is None or by is None:
        return
    value = game.ev.slot_value(slot)
    if value is not None:
        changed = value - by if line.down else value + by
        changes.put_value(game.ev, slot, changed, ir.NUMBER)


def _let(game: ReferenceEngine, frame: Frame, line: ir.Let) -> None:
    value = game.ev.value(line.value, frame.scope)
    frame.scope.slots[line.local.slot] = game.ev.converted(value, line.value.type, line.local.type)


def _include(game: ReferenceEngine, frame: Frame, line: ir.Include) -> None:
    ev = game.ev
    subject = None if line.subject is None else ev.value(line.subject, frame.scope)
    if line.subject is not None and subject is None:
        return
    value = ev.program.values[line.value]
    amount = ev.converted(ev.value(line.amount, frame.scope), line.amount.type, value.type)
    args = ev.args(line.args, frame.scope)
    game.state.includes.append((line.value, subject, args, amount, line.until))


def _show(game: ReferenceEngine, frame: Frame, line: ir.Show) -> None:
    """One-time knowledge: whose, of what, and what it was."""
    ev = game.ev
    what = line.what.base if isinstance(line.what, ir.AsBundle) else line.what
    key, subject = ("", ""), None
    if isinstance(what, ir.StateRef | ir.ValueRef):
        key = what.key
        subject = None if what.subject is None else ev.value(what.subject, frame.scope)
    shown = ev.value(line.what, frame.scope)
    who = ev.value(line.to, frame.scope)
    players = [who] if is_single(line.to.type) else ev.items(who, line.to.type)
    seats = sorted(p for p in players if seated(p, ev))
    game.state.known += [(seat, (key, subject, (shown,))) for seat in seats]


# chance


def _roll(game: ReferenceEngine, frame: Frame, line: ir.Roll) -> None:
    ev = game.ev
    for target in line.targets:
        slot = changes.slot_of(ev, target, frame.scope)
        if slot is None:
            continue
        state = ev.program.states[target.key]
        if state.type.base == "number":
            low = 1 if state.low is None else constant(state.low, ev.setting)
            high = 6 if state.high is None else constant(state.high, ev.setting)
            assert isinstance(low, int) and isinstance(high, int)
            game.state.slots[slot] = game.drawer.number(low, high)
        else:
            names = ev.setting.member_names
            faces = [
                m
                for m in ev.setting.kinds[state.type.of]
                for _ in range(copies(ev.program, names[m]))
            ]
            game.state.slots[slot] = game.drawer.one(faces, "member")


def _shuffle(game: ReferenceEngine, frame: Frame, line: ir.Shuffle) -> None:
    slot = changes.slot_of(game.ev, line.target, frame.scope)
    if slot is not None:
        sort = "number" if line.target.type.of == "number" else "member"
        game.state.slots[slot] = game.drawer.order(game.state.slots[slot], sort)


METHODS: dict[type, Callable[[ReferenceEngine, Frame, Any], None]] = {
    ir.Choose: _choose,
    ir.Must: _must,
    ir.PlayPhase: _play_phase,
    ir.PlayCard: _play_card,
    ir.Win: _win,
    ir.Pay: _pay,
    ir.Give: _give,
    ir.MoveCards: _move_cards,
    ir.MovePieces: piece_lines.move,
    ir.PlacePiece: piece_lines.place,
    ir.RemovePieces: piece_lines.remove,
    ir.ReplacePiece: piece_lines.replace,
    ir.Assign: _assign,
    ir.Increase: _increase,
    ir.Let: _let,
    ir.Include: _include,
    ir.Roll: _roll,
    ir.Shuffle: _shuffle,
    ir.Show: _show,
    ir.Do: _do,
    ir.If: _if,
    ir.Each: _each,
    ir.Repeat: _repeat,
    ir.OneGo: _one_go,
    ir.Settle: _settle,
}

"""What others are told of an answer: nothing that only the one who answers may know.

An answer is a secret if it is taken from cards that not everybody sees, or kept where not everybody
looks, and nothing in the same rule shows it: it is not played, and not moved or noted in the open.
What chance says is told where it fills a state that everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.moves import CHOOSE, TAKE, Answer, Move
from hexwright.interpreter.shapes import is_stock
from hexwright.interpreter.uses import nodes

UNSEEN: Answer = "something unseen"


def told_to_others(game: Any, move: Move) -> Move:
    """A move as the others at the table see it; asked before it is played."""
    program: ir.Program = game.setting.program
    if move.what in program.actions:
        block: Any = program.actions[move.what]
        choices = [line for line in block.head if isinstance(line, ir.Choose)]
        pairs = zip(move.args, choices, strict=False)
        told = tuple(UNSEEN if secret(program, block, choice) else arg for arg, choice in pairs)
        return Move(move.what, told + move.args[len(told) :])
    if move.what in (CHOOSE, TAKE) and move.args:
        found = open_choice(game)
        if found is not None and secret(program, *found):
            return Move(move.what, (UNSEEN,))
    return move


def open_choice(game: Any) -> tuple[Any, ir.Choose] | None:
    """The choice that is being answered, and the block it stands in."""
    program: ir.Program = game.setting.program
    context = game.engine.context()
    if context is None:
        return None
    if context.choose is None:
        if not context.block:
            return None
        known: Any = program.cards if context.sort == "card" else program.actions
        block: Any = known[context.block]
        choices = [line for line in block.head if isinstance(line, ir.Choose)]
        return (block, choices[context.level]) if context.level < len(choices) else None
    for table in (program.actions, program.cards, program.steps, program.rules):
        for block in table.values():
            if any(node is context.choose for node in nodes(block.body)):
                return block, context.choose
    return None


def secret(program: ir.Program, block: Any, choice: ir.Choose) -> bool:
    slot = choice.local.slot
    hidden = any(
        isinstance(node, ir.StateRef) and is_stock(node.type) and not public(program, node.key)
        for node in nodes(choice.over)
    )
    found = list(uses_of(program, block.body, slot))
    shown = any(seen for _, seen in found)
    kept = any(isinstance(line, ir.Assign) and not seen for line, seen in found)
    return not shown and (hidden or kept)


def uses_of(program: ir.Program, body: Any, slot: int) -> Iterator[tuple[ir.Statement, bool]]:
    """What a rule does with a name, and whether everybody sees it."""
    for node in nodes(body):
        match node:
            case ir.PlayCard(card=card) if names(card, slot):
                yield node, True
            case ir.MoveCards(what=what, target=target) if what is not None and names(what, slot):
                ref = target.ref
                yield node, isinstance(ref, ir.StateRef) and public(program, ref.key)
            case ir.Assign(target=ir.StateRef(key=key), value=value) if names(value, slot):
                yield node, public(program, key)


def names(node: Any, slot: int) -> bool:
    return any(isinstance(n, ir.LocalRef) and n.slot == slot for n in nodes(node))


def public(program: ir.Program, key: ir.Key) -> bool:
    """Whether everybody always sees a state in full."""
    state = program.states[key]
    if not state.sights:
        return not is_stock(state.type)
    return any(s.what == "seen" and s.by == "everyone" and s.when is None for s in state.sights)


def chance_told(game: Any) -> list[str]:
    """What everybody sees of the last words of chance: numbers, and things that were rolled."""
    program: ir.Program = game.setting.program
    table = game.engine.table()
    rolled = set()
    for blocks in (program.actions, program.cards, program.steps, program.rules):
        for block in blocks.values():
            for node in nodes(block.body):
                if isinstance(node, ir.Roll):
                    rolled |= {t.key for t in node.targets if public(program, t.key)}
    faces = {
        game.setting.member_names[value]
        for (key, _, _), value in table.slots.items()
        if key in rolled and program.states[key].type.base == "member" and value is not None
    }
    return [
        str(value).replace("_", " ")
        for sort, value in game.journal.entries[-1].said
        if sort == "number" or (sort == "member" and value in faces)
    ]

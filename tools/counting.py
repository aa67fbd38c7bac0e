"""Does a board carry what its table says? Counted when the first decision is to be made.

By then everything that is laid at random lies on the board; a fixed board lies there from the
beginning. What is counted must be named in the table, and the other way round.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.diagnostics import Diagnostic, diagnose
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import constant


def miscounted(game: Any, board: ir.BoardDef) -> Diagnostic | None:
    """The first line `holds …` of a board that is not true, told as a diagnostic."""
    ev = Evaluator(game.setting, game.engine.table())
    for line in board.holds:
        if line.when is not None and not constant(line.when, game.setting):
            continue
        wanted, found = stated(ev, line), found_on(ev, line.state)
        if wanted != found:
            return _told(ev, board, line, wanted, found)
    return None


def stated(ev: Evaluator, line: ir.HoldsDef) -> Counter[int]:
    value = ev.value(line.table, Scope())
    if line.table.type.shape == "list":
        return Counter(value)
    return Counter(dict(ev.as_bundle(value, line.table.type)))


def found_on(ev: Evaluator, state: ir.Key) -> Counter[int]:
    """How often each value of a state lies on the places of the board; nothing is not counted."""
    slots = ev.table.slots
    return Counter(v for (key, _, _), v in slots.items() if key == state and isinstance(v, int))


def _told(
    ev: Evaluator, board: ir.BoardDef, line: ir.HoldsDef, wanted: Counter[int], found: Counter[int]
) -> Diagnostic:
    members = ev.program.states[line.state].type.base == "member"
    names = ev.setting.member_names
    wrong = []
    for what in sorted(set(wanted) | set(found)):
        if wanted[what] != found[what]:
            word = names[what] if members else str(what)
            wrong.append(f"{word} {found[what]} instead of {wanted[what]}")
    message = f"the board {board.name} does not hold what its table says: {', '.join(wrong)}"
    hint = "counted when the first decision is to be made, over all places of the board"
    return diagnose("bad-count", message, line.span, hints=(hint,))

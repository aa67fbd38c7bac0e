"""Does it matter what is answered? Looked at in random games, on copies.

For a decision two of its answers are tried on copies of the game, which then go on alike for a few
decisions. If everything on the table is the same all the way, the answer made no difference. One
such case says nothing; a choice that never mattered in all the cases looked at is reported. In the
same way an action is reported that never changed anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.diagnostics import Diagnostic, diagnose
from hexwright.interpreter.moves import DECLINE, ENOUGH, Decision, Move

LOOKED_AT = 5
"""cases of one decision that are tried"""
AHEAD = 8
"""decisions that are played after it"""
FEWEST = 3
"""cases without a difference before something is said"""


class Effects:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.places: dict[str, Any] = {}
        """decision → where it is written"""
        self.cases: Counter[str] = Counter()
        self.matters: set[str] = set()
        self.done: Counter[str] = Counter()
        self.changes: set[str] = set()

    def look(self, game: Any, decision: Decision, moves: Sequence[Move], move: Move) -> None:
        if move.what in self.program.actions and move.what not in self.changes:
            self.look_at_action(game, move)
        if len(moves) > 1 and decision.decision in ("choose", "must"):
            self.look_at_choice(game, moves)

    def look_at_action(self, game: Any, move: Move) -> None:
        """Does the action change anything at all?"""
        if self.done[move.what] >= LOOKED_AT:
            return
        self.done[move.what] += 1
        ahead = game.engine.copy()
        before = seen(ahead)
        ahead.answer(move)
        if seen(ahead) != before:
            self.changes.add(move.what)

    def look_at_choice(self, game: Any, moves: Sequence[Move]) -> None:
        context = game.engine.context()
        name, place = asked(self.program, context)
        if not name or name in self.matters or self.cases[name] >= LOOKED_AT:
            return
        kept = [m for m in moves if m.what not in (DECLINE, ENOUGH)]
        if len(kept) < 2:
            return
        self.cases[name] += 1
        self.places[name] = place
        if self.differ(game, kept[0], kept[-1]):
            self.matters.add(name)

    def differ(self, game: Any, one: Move, other: Move) -> bool:
        """Do two answers lead to different tables, if all goes on alike?"""
        a, b = game.engine.copy(), game.engine.copy()
        a.answer(one)
        b.answer(other)
        for step in range(AHEAD):
            if seen(a) != seen(b):
                return True
            mine, theirs = a.moves(), b.moves()
            if mine != theirs:
                return True
            if a.decision() is None or not mine:
                return False
            pick = mine[(step * 7 + 3) % len(mine)]
            a.answer(pick)
            b.answer(pick)
        return seen(a) != seen(b)

    def judge(self) -> Iterator[Diagnostic]:
        """What never made a difference."""
        for name, cases in self.cases.items():
            if cases >= FEWEST and name not in self.matters:
                message = f"what is chosen for {name} never makes a difference"
                hints = [f"looked at in {cases} cases; nothing that follows asks for it"]
                yield diagnose("no-effect", message, self.places[name].span, hints=hints)
        for name, cases in self.done.items():
            if cases >= FEWEST and name not in self.changes:
                message = f"{name} changes nothing"
                span = self.program.actions[name].span
                hints = [f"looked at in {cases} cases: the table was the same before and after"]
                yield diagnose("no-effect", message, span, hints=hints)


def asked(program: ir.Program, context: Any) -> tuple[str, Any]:
    """The choice that is open: its name, with the block it is in, and where it is written."""
    if context is None:
        return "", None
    choice = context.choose
    if choice is None and context.block:
        table = program.cards if context.sort == "card" else program.actions
        block: Any = table[context.block]
        choices = [line for line in block.head if isinstance(line, ir.Choose)]
        choice = choices[context.level] if context.level < len(choices) else None
    if choice is None:
        return "", None
    return f"{choice.local.name} in {context.block}" if context.block else choice.local.name, choice


def seen(engine: Any) -> tuple[Any, ...]:
    """Everything that could matter later: all but the order of placing and what was used up."""
    table = engine.table()
    decision = engine.decision()
    asked = None if decision is None else (decision.player, decision.decision, decision.actions)
    return (
        table.slots,
        table.places,
        table.holders,
        table.includes,
        (table.active, table.starter, table.round, table.phase, table.winners),
        table.known,
        asked,
    )

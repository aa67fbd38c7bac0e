"""The marks of a board that matter while somebody plays.

Many marks only serve to lay the board: where numbers begin, which edges can take a sign. Those are
no business of a player. A mark is played with when a turn, an action, a card, an award or a rule
reads it, itself or through the values and steps that it uses; rules that follow steps of the set-up
alone do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.walk import walk

FIRST, TURN = "set_up", "take_turn"


def marks_in_play(program: ir.Program) -> set[str]:
    early = _steps_below(program, FIRST) - _steps_below(program, TURN)
    roots = (program.actions, program.cards, program.awards)
    todo: list[Any] = [block for blocks in roots for block in blocks.values()]
    todo += [rule for rule in program.rules.values() if not rule.events or {*rule.events} - early]
    todo += [program.steps[name] for name in _steps_below(program, TURN)]
    return {n.name for n in _reached(program, todo) if isinstance(n, ir.MarkRef)}


def _steps_below(program: ir.Program, name: str) -> set[str]:
    """Steps and all that they do."""
    if name not in program.steps:
        return set()
    below = _reached(program, [program.steps[name]])
    return {name} | {node.steps for node in below if isinstance(node, ir.Do)}


def _reached(program: ir.Program, todo: list[Any]) -> Iterator[Any]:
    """All nodes of some blocks and of the values and steps that they use."""
    seen: set[object] = set()
    while todo:
        for node in walk(todo.pop()):
            yield node
            match node:
                case ir.ValueRef(key=key) if key not in seen and key in program.values:
                    seen.add(key)
                    todo.append(program.values[key])
                case ir.Do(steps=name) if name not in seen and name in program.steps:
                    seen.add(name)
                    todo.append(program.steps[name])

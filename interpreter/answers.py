"""Whole answers: an action with its amounts in one move, taken apart into the small ones.

The engines ask for amounts thing by thing. A person rather says it all at once; nothing is listed
for that, the small moves are tried on a copy.
"""

from __future__ import annotations

from hexwright.dsl import program as ir
from hexwright.interpreter.engines import Engine
from hexwright.interpreter.heads import head_of
from hexwright.interpreter.moves import CHOOSE, ENOUGH, TAKE, Answer, Move


def expand(engine: Engine, move: Move) -> list[Move] | None:
    """The small moves that a move stands for; None if they are not possible."""
    if move in engine.moves():
        return [move]
    decision = engine.decision()
    if decision is None:
        return None
    trial = engine.copy()
    played: list[Move] = []
    rest = move.args
    if not (decision.decision == "pick" and decision.actions == (move.what,)):
        fitting = [
            known
            for known in engine.moves()
            if known.what == move.what and known.args == move.args[: len(known.args)]
        ]
        if not fitting or move.what in (CHOOSE, TAKE, ENOUGH):
            return None
        played.append(fitting[0])
        trial.answer(fitting[0])
        rest = move.args[len(fitting[0].args) :]
    for answer in rest:
        more = answer_choice(trial, answer)
        if more is None:
            return None
        played += more
    return played


def answer_choice(engine: Engine, answer: Answer) -> list[Move] | None:
    """Answer one open choice of an engine, an amount as a whole; None if that is not possible."""
    decision = engine.decision()
    if decision is None:
        return None
    if decision.decision == "pick":
        return _take_all(engine, answer)
    move = Move(CHOOSE, (answer,))
    if decision.decision != "choose" or move not in engine.moves():
        return None
    engine.answer(move)
    return [move]


def _take_all(engine: Engine, answer: Answer) -> list[Move] | None:
    wanted = spelled_out(answer)
    played: list[Move] = []
    exact = open_choice(engine).amount == "exactly"
    while wanted:
        taking = [m for m in engine.moves() if m.what == TAKE and m.args[0] in wanted]
        if not taking or not _still_open(engine, len(played)):
            return None
        wanted.remove(taking[0].args[0])
        engine.answer(taking[0])
        played.append(taking[0])
    if not exact or _still_open(engine, len(played)):
        if not _still_open(engine, len(played)) or Move(ENOUGH) not in engine.moves():
            return None
        engine.answer(Move(ENOUGH))
        played.append(Move(ENOUGH))
    return played


def open_choice(engine: Engine) -> ir.Choose:
    """The line that a choice or an amount answers."""
    context = engine.context()
    assert context is not None
    if context.choose is not None:
        return context.choose
    head = head_of(engine.setting.program, context.sort, context.block).head
    return [line for line in head if isinstance(line, ir.Choose)][context.level]


def _still_open(engine: Engine, taken: int) -> bool:
    """Whether the amount is still being put together. An exact one ends by itself; another one
    ends before it is told to only if what was taken leads nowhere."""
    context = engine.context()
    return context is not None and context.kind == "pick" and len(context.picked) == taken


def spelled_out(answer: Answer) -> list[Answer]:
    """The things of an amount one by one: of a bundle, a list, or one thing."""
    if answer is None:
        return []
    if not isinstance(answer, tuple):
        return [answer]
    found: list[Answer] = []
    for item in answer:
        if isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], int):
            found += [item[0]] * item[1]
        else:
            found.append(item)
    return found

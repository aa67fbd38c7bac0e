"""A played move in one line, with the rule it used and the place where that rule stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexwright.interpreter.moves import CHOOSE, DECLINE, ENOUGH, TAKE, Decision, Move, show_answer
from hexwright.tools.entries import place, sentence_of

ANSWERS = {CHOOSE: "chooses", TAKE: "takes", ENOUGH: "has enough", DECLINE: "declines"}


@dataclass(frozen=True, slots=True)
class Told:
    """What a player did, by which rule."""

    what: str
    rule: str
    where: str
    """file:line"""
    sentence: str


def tell(program: Any, decision: Decision, move: Move) -> Told:
    rule = rule_of(program, decision, move)
    where = place(rule.span) if rule is not None else ""
    name = rule.name if rule is not None else ""
    return Told(worded(move), name, where, sentence_of(rule.texts) if rule is not None else "")


def worded(move: Move) -> str:
    """`build thing @2,3NE`; answers as a sentence of two words."""
    what = ANSWERS.get(move.what, move.what.replace("_", " "))
    answers = ", ".join(show_answer(answer).replace("_", " ") for answer in move.args)
    return f"{what} {answers}".rstrip()


def rule_of(program: Any, decision: Decision, move: Move) -> Any:
    """The rule that a move follows: its card, else its action, else what the answer belongs to."""
    for answer in move.args:
        if isinstance(answer, str) and answer in program.cards and move.what not in ANSWERS:
            return program.cards[answer]
    names = [move.what, *decision.actions, decision.phase]
    for name in names:
        for blocks in (
            program.actions,
            program.cards,
            program.steps,
            program.rules,
            program.phases,
        ):
            if name in blocks:
                return blocks[name]
    return None

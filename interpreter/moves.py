"""Decisions, answers and refusals: what passes between a game and whoever plays it.

A move is plain data that JSON can carry: the name of an action with the answers to the choices of
its head, or an answer to a question that stands alone. Places are written as on the board
(`@2,3NE`), members, words and colours by name, pieces by owner, kind and number, bundles as pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

Answer = str | int | bool | None | tuple[Any, ...]

CHOOSE, TAKE, ENOUGH, DECLINE = "choose", "take", "enough", "decline"


class Move(NamedTuple):
    """`what` is an action, or choose (one answer), take (one more of several), enough, decline."""

    what: str
    args: tuple[Answer, ...] = ()

    def __str__(self) -> str:
        if not self.args:
            return self.what
        return f"{self.what}({', '.join(show_answer(a) for a in self.args)})"


def show_answer(answer: Answer) -> str:
    """An answer as a player would write it; pairs are a bundle."""
    if isinstance(answer, tuple):
        if all(isinstance(pair, tuple) and len(pair) == 2 for pair in answer):
            parts = [name if count == 1 else f"{count} {name}" for name, count in answer]
            return " + ".join(parts) or "nothing"
        return "(" + ", ".join(show_answer(a) for a in answer) + ")"
    if answer is None:
        return "none"
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return str(answer)


def move_from_json(data: Any) -> Move:
    """The inverse of what the journal writes: [what, [args]]."""
    what, args = data
    return Move(str(what), tuple(_tuples(a) for a in args))


def _tuples(value: Any) -> Any:
    return tuple(_tuples(v) for v in value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides what. `decision` is act, must, may, choose or pick."""

    player: int
    colour: str
    decision: str
    prompt: str
    actions: tuple[str, ...] = ()
    """the actions among which the player decides"""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One failing requirement: its name, its sentence, and where it is written."""

    name: str
    sentence: str
    place: str
    """file:line"""
    action: str = ""
    inner: tuple[Refusal, ...] = ()
    """reasons of an action that this requirement asked about"""


class IllegalMove(Exception):
    def __init__(self, move: Move, reasons: list[Refusal]) -> None:
        self.move = move
        self.reasons = reasons
        why = "; ".join(f"{r.sentence} ({r.name}, {r.place})" for r in reasons)
        super().__init__(f"{move} is not possible: {why or 'it is not offered now.'}")


class RuleConflict(Exception):
    """Two exceptions of a value apply at once and disagree."""

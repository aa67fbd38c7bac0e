"""The agenda of the reference engine: what is being done, and how far it has come.

A frame is one block that runs: steps, an action, a card, a rule, a phase, or the game itself. In
it stand cursors, one for each list of statements that is open. All of it is plain data: a copy of a
game copies its frames and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.bundles import Bundle
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.table import Plain


@dataclass(slots=True)
class Cursor:
    """A list of statements and the next one; a loop also keeps what it walks."""

    body: tuple[ir.Statement, ...]
    at: int = 0
    loop: ir.Each | ir.Repeat | None = None
    items: tuple[Plain, ...] = ()
    turn: int = 0
    """the next item, or how many times are left"""
    sealed: tuple[Any, ...] | None = None
    """of a loop `at once`: the answers that are in, one for each item so far"""
    opened: bool = False
    """all answers are in"""
    held: bool = False
    """nothing settles while this list runs"""


@dataclass(slots=True)
class Frame:
    """sort: game, steps, action, card, rule, phase or pieces.

    stage says what comes next: head, before, body, run, after or done; of a phase open or check; of
    the game its round of turns.
    """

    sort: str
    name: str
    scope: Scope
    stage: str = "before"
    cursors: list[Cursor] = field(default_factory=list)
    rule: int = 0
    """the next rule on this event"""
    price: Bundle | None = None
    """what is paid instead of the written price; nothing for a gift"""
    terms: ir.Terms | None = None
    caller: Scope | None = None
    """how an action was called, and the names of who called it"""
    level: int = 0
    """choices of the head that are answered"""
    picked: tuple[Plain, ...] = ()
    """the amount that is being put together"""
    enough: bool = False
    voluntary: bool = False
    """an action that may be given up while its head is asked"""
    seal: bool = False
    """its answers are gathered before anything happens"""
    todo: tuple[Any, ...] = ()
    """what is to happen to pieces"""
    kept: str = ""
    """the phase before this one"""

    def copy(self) -> Frame:
        return replace(
            self,
            scope=self.scope.copy(),
            cursors=[replace(cursor) for cursor in self.cursors],
            caller=None if self.caller is None else self.caller.copy(),
        )


@dataclass(frozen=True, slots=True)
class Question:
    """What the top frame waits for. kind: act, must, may, choose or pick."""

    kind: str
    player: int
    must: ir.Must | None = None
    choose: ir.Choose | None = None
    """a choice that is a statement; of a head it is the frame's own next one"""
    phase: str = ""
    seal: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """What a move stands for: an action with the names bound so far, or one thing."""

    action: str = ""
    scope: Scope | None = None
    level: int = 0
    thing: Plain = None

"""What both engines can do, and how one is made. A game is played through this interface alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from hexwright.dsl.program import Key
from hexwright.interpreter.moves import Decision, Move
from hexwright.interpreter.refusals import Context
from hexwright.interpreter.setting import Setting
from hexwright.interpreter.table import Plain, Table

COMPILED, REFERENCE = "compiled", "reference"
ENGINES = (COMPILED, REFERENCE)
MOST_TURNS = 1000


class Engine(Protocol):
    """Runs until somebody has to decide. Everything in it is plain data."""

    setting: Setting

    @property
    def turns(self) -> int:
        """Turns that have begun."""

    @property
    def winners(self) -> frozenset[int]: ...

    def start(self, seed: int = 0, script: Sequence[Plain] = ()) -> None:
        """From the very beginning to the first decision; chance first says what the script says."""

    def place(self, table: Table, phase: str, turns: int = 1) -> None:
        """Go on from a table: the turn of its active player, in that phase."""

    def decision(self) -> Decision | None:
        """The open decision; None when the game is over."""

    def moves(self) -> list[Move]:
        """All answers to it, in a fixed order."""

    def answer(self, move: Move) -> None:
        """One of the moves."""

    def copy(self) -> Engine: ...

    def table(self) -> Table:
        """The state, written down; changing it changes nothing."""

    def load(self, table: Table) -> None:
        """Take over a changed table at the same decision; the moves are found anew."""

    def context(self) -> Context | None:
        """What a refusal has to know about the open decision."""

    def said(self) -> list[tuple[Any, ...]]:
        """What chance said since this was asked last."""


def make_engine(
    name: str,
    setting: Setting,
    max_turns: int = MOST_TURNS,
    pinned: frozenset[Key] = frozenset(),
) -> Engine:
    """`pinned` are the values that a scenario will fix."""
    if name == REFERENCE:
        from hexwright.interpreter.reference import ReferenceEngine

        return ReferenceEngine(setting, max_turns)
    if name == COMPILED:
        from hexwright.interpreter.compiled.engine import (
            CompiledEngine,
            NotCompilable,
            compile_setting,
        )

        try:
            code = compile_setting(setting, pinned)
        except NotCompilable:
            return make_engine(REFERENCE, setting, max_turns)
        engine: Any = CompiledEngine(setting, max_turns=max_turns, compiled=code)
        return engine  # type: ignore[no-any-return]
    raise ValueError(f"there is no engine {name}; engines: {', '.join(ENGINES)}")

"""What resolving knows while it works: the composed world, its tables, and what was found so far.

A `Context` is made once per world. It grows in three ways only: definitions that have been
resolved (values and heads of actions are resolved when they are first asked for, so they may stand
in any order), words that choices offer, and diagnostics. A `Scope` holds the names bound at one
place of one callable; inner scopes share its `Frame`, which counts the slots.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import program as ir
from .diagnostics import Diagnostic, Fix, diagnose, suggest
from .kinds import Kinds, plural
from .program import Key, Local, Type
from .tree import NOWHERE, Span
from .types import ANY, HOLDINGS, describe

if TYPE_CHECKING:
    from .world import Removed, World


MOST_NAMED = 12
"""names that a message lists where none is near"""


@dataclass(slots=True)
class Frame:
    """What all scopes of one callable share."""

    tree: Any = None
    """the block, to tell a name that is bound later from one that is bound nowhere"""
    colours: bool = False
    """boards and scenarios call players by their colours"""
    slots: int = 0
    words: set[str] = field(default_factory=set)
    """words that a choice of this callable offers"""


@dataclass(slots=True)
class Scope:
    frame: Frame = field(default_factory=Frame)
    names: dict[str, Local] = field(default_factory=dict)
    heads: dict[str, Type] = field(default_factory=dict)
    """in the `where` of a call: the names of the called head"""

    def inner(self) -> Scope:
        return Scope(self.frame, dict(self.names), self.heads)

    def bind(self, name: str, type: Type) -> Local:
        local = Local(self.frame.slots, name, type)
        self.frame.slots += 1
        self.names[name] = local
        return local

    def retype(self, local: Local, type: Type) -> Local:
        """The same slot, holding something else from here on."""
        self.names[local.name] = changed = Local(local.slot, local.name, type)
        return changed


@dataclass(frozen=True, slots=True)
class Slot:
    """What is known of a state before its expressions are resolved."""

    key: Key
    type: Type
    params: tuple[Local, ...]
    ranged: bool
    """a number from … to …"""
    span: Span


@dataclass(frozen=True, slots=True)
class HeadOf:
    """A resolved head, and the scope in which the body goes on."""

    scope: Scope
    params: tuple[Local, ...]
    head: ir.Head
    names: tuple[Local, ...]


@dataclass(slots=True)
class Context:
    world: World
    kinds: Kinds
    places: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """piece → where it stands, kinds spelled out"""
    options: dict[str, ir.OptionDef] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    """word → the option it belongs to, or "" for words of states and parameters"""
    columns: dict[str, dict[str, Type]] = field(default_factory=dict)
    """kind that declares members → its columns"""
    slots: dict[Key, Slot] = field(default_factory=dict)
    fields: dict[str, list[tuple[str, Key]]] = field(default_factory=dict)
    """what may stand after a dot → (state or value, key)"""
    plurals: dict[str, str] = field(default_factory=dict)
    """plural → kind or piece"""
    marks: dict[str, str] = field(default_factory=dict)
    """mark → hex, corner or edge"""
    colours: tuple[str, ...] = ()
    values: dict[Key, ir.ValueDef] = field(default_factory=dict)
    heads: dict[tuple[str, str], HeadOf] = field(default_factory=dict)
    under_way: list[tuple[str, Any]] = field(default_factory=list)
    """definitions being resolved, outermost first"""
    told: dict[tuple[str, str], tuple[ir.Text, ...]] = field(default_factory=dict)
    """(sort, name) → sentences of blocks that carry none in the program"""
    sites: int = 0
    found: list[Diagnostic] = field(default_factory=list)
    said: set[tuple[str, Span]] = field(default_factory=set)

    def report(
        self,
        name: str,
        message: str,
        span: Span = NOWHERE,
        label: str = "",
        *,
        others: Iterable[tuple[Span, str]] = (),
        hints: Iterable[str] = (),
        fix: Fix | None = None,
    ) -> None:
        """Notes a problem; the same one at the same place only once."""
        if (name, span) not in self.said or span == NOWHERE:
            self.said.add((name, span))
            made = diagnose(name, message, span, label, others=others, hints=hints, fix=fix)
            self.found.append(made)

    def broken(self, span: Span) -> ir.Expr:
        """What stands in for an expression with an error: it fits everywhere."""
        return ir.Const(None, ANY, span)

    def unknown(
        self,
        word: str,
        span: Span,
        candidates: Iterable[str],
        what: str = "",
        name: str = "unknown-name",
    ) -> None:
        """Reports a name that means nothing at this place, with the names that would."""
        known = ("unknown-name", "unknown-label")
        gone = self.gone(word) if not what or name in known else None
        if gone is not None:
            self.report(
                "removed-name",
                f'"{word}" has been removed by {gone.ruleset}',
                span,
                "no longer there",
                others=[(gone.span, "removed here")],
            )
            return
        names = set(candidates)
        no = "are no" if what == "steps" else "is no"
        message = f'there {no} {what} called "{word}"' if what else f'nothing is called "{word}"'
        hints, fix = suggest(word, names, span)
        if not hints and what and 0 < len(names) <= MOST_NAMED:
            hints = (f"there is: {', '.join(sorted(names))}",)
        self.report(name, message, span, "not found", hints=hints, fix=fix)

    def gone(self, word: str) -> Removed | None:
        """Who removed the thing of that name, also if many of them are meant."""
        removed = self.world.removed
        return removed.get(word) or next((r for n, r in removed.items() if plural(n) == word), None)

    def expected(self, wanted: str, found: Type, span: Span, hints: Iterable[str] = ()) -> ir.Expr:
        """Reports a wrong type."""
        message = f"expected {wanted}, found {describe(found)}"
        told, fix = list(hints), None
        if wanted == "a number" and (found.shape != "one" or found.base in HOLDINGS):
            told.append("write `count` before it to say how many there are")
            fix = Fix(Span(span.file, span.line, span.column, span.line, span.column), "count ")
        elif wanted == "yes or no" and found.base == "number":
            told.append("compare it with something, for example `… > 3`")
        elif wanted.startswith("an amount of cards") and found.base == "number":
            told.append("say of what: `2 NAME + NAME`")
        label = f"this is {describe(found)}"
        self.report("wrong-type", message, span, label, hints=told, fix=fix)
        return self.broken(span)

    def site(self) -> int:
        self.sites += 1
        return self.sites - 1

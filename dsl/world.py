"""What composing gives: every block that is in force, where it came from, and what is gone.

A `World` holds trees, not meanings: one dictionary per sort of block, in the order in which the
rules are read (parents first). Verbs of variants have been carried out; their traces are in
`history`, so that every later message can say who wrote a part and who changed it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from . import tree as t
from .tree import Span

Id = tuple[str, Any]
"""(sort, name): sort is the name of a dictionary of World; name a string, or (owner, name) for
states and values"""


@dataclass(frozen=True, slots=True)
class Removed:
    """Who took a name away, and where."""

    ruleset: str
    span: Span


@dataclass(frozen=True, slots=True)
class Event:
    """One step in the life of a block."""

    ruleset: str
    verb: str
    """defined, replaced, changed, added, kept"""
    what: str
    """the part: "" for the whole block, else e.g. "requirement free_spot", "cost", "text" """
    span: Span
    old: Any = None
    """what stood there before, for a change"""
    new: Any = None
    kept: str = ""
    """the part that was kept, named as in `what`"""


Colours = tuple[tuple[int, tuple[t.Word, ...]], ...]
"""colours by the number of players"""


@dataclass(slots=True)
class World:
    name: str
    title: str = ""
    players: tuple[int, int] = (0, 0)
    seats: Colours = ()
    neutral: Colours = ()
    header: t.Ruleset | None = None
    """of the ruleset itself, not of its parents; None if it has none"""
    headers: dict[str, t.Ruleset] = field(default_factory=dict)
    """of every ruleset that has one"""
    lineage: tuple[str, ...] = ()
    """all rulesets that are part of it, parents first, itself last"""
    parents: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """ruleset → those it extends itself"""
    sections: dict[str, t.Section] = field(default_factory=dict)
    options: dict[str, t.Option] = field(default_factory=dict)
    kinds: dict[str, t.Kind] = field(default_factory=dict)
    states: dict[tuple[str, str], t.State] = field(default_factory=dict)
    pieces: dict[str, t.Piece] = field(default_factory=dict)
    tracks: dict[str, t.Track] = field(default_factory=dict)
    values: dict[tuple[str, str], t.Value] = field(default_factory=dict)
    awards: dict[str, t.Award] = field(default_factory=dict)
    actions: dict[str, t.Action] = field(default_factory=dict)
    cards: dict[str, t.Card] = field(default_factory=dict)
    steps: dict[str, t.Steps] = field(default_factory=dict)
    phases: dict[str, t.Phase] = field(default_factory=dict)
    rules: dict[str, t.Rule] = field(default_factory=dict)
    boards: dict[str, t.Board] = field(default_factory=dict)
    scenarios: dict[str, t.Scenario] = field(default_factory=dict)
    unproved: dict[str, t.Unproved] = field(default_factory=dict)
    origin: dict[Id, str] = field(default_factory=dict)
    """block → the ruleset that defined it first"""
    history: dict[Id, list[Event]] = field(default_factory=dict)
    section_of: dict[Id, str] = field(default_factory=dict)
    """block → the section it stands in, if any"""
    removed: dict[str, Removed] = field(default_factory=dict)
    """names of blocks, members, parts and requirements that are gone"""
    files: dict[str, str] = field(default_factory=dict)
    """file → its text, for messages"""
    file_of: dict[str, str] = field(default_factory=dict)
    """file → the ruleset it is part of"""

    def blocks(self) -> Iterator[tuple[Id, Any]]:
        """Every definition with its id, sort by sort."""
        for sort in SORTS:
            for name, block in getattr(self, sort).items():
                yield (sort, name), block


SORTS = (
    "sections",
    "options",
    "kinds",
    "states",
    "pieces",
    "tracks",
    "values",
    "awards",
    "actions",
    "cards",
    "steps",
    "phases",
    "rules",
    "boards",
    "scenarios",
)

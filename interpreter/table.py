"""The state of a game in its plainest form: what lies where on the table.

The reference evaluator works on it directly; the compiled engine can write its own state down as a
table and read one, which is how the two are compared, how views are built, how a refusal is
explained and how a game is saved.

Values: numbers and flags as they are, words as text, members, players, hexes, corners, edges,
spaces and pieces by their number in the setting, `none` as None, sets as frozenset, lists and piles
(top first) as tuple, bundles as a tuple of (member, count) pairs by member, without zeros. A place
of mixed sort, and the place of a piece, has its number in the common numbering of places.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hexwright.dsl.program import Key

Plain = Any
Slot = tuple[Key, int | None, tuple[Plain, ...]]
"""state, subject (its number; None for the game), further arguments"""


@dataclass(slots=True)
class Table:
    slots: dict[Slot, Plain] = field(default_factory=dict)
    """every state slot, spelled out; cards are held as {member: count} without zeros"""
    places: list[int | None] = field(default_factory=list)
    """by piece: where it stands, None in the supply"""
    owners: list[int] = field(default_factory=list)
    stamps: list[int] = field(default_factory=list)
    """by piece: when it was last placed or moved"""
    clock: int = 0
    holders: dict[str, int | None] = field(default_factory=dict)
    """award → holder"""
    includes: list[tuple[Key, int | None, tuple[Plain, ...], Plain, str]] = field(
        default_factory=list
    )
    """temporary parts: value, subject, arguments, amount, until"""
    used: dict[tuple[str, int], int] = field(default_factory=dict)
    """(action, player) → times done in the current turn or phase"""
    pins: dict[Slot, Plain] = field(default_factory=dict)
    """values fixed by a scenario"""
    active: int = 0
    starter: int = 0
    round: int = 0
    phase: str = ""
    paid: bool = False
    generator: int = 0
    script: list[Plain] = field(default_factory=list)
    """chance answers that a scenario or a replay has laid ready"""
    winners: frozenset[int] = frozenset()
    known: list[tuple[int, Slot]] = field(default_factory=list)
    """one-time knowledge: (player, what was shown)"""

    def copy(self) -> Table:
        """An equal table of its own; holdings are the only values that can change in place."""
        return Table(
            slots={k: dict(v) if isinstance(v, dict) else v for k, v in self.slots.items()},
            places=list(self.places),
            owners=list(self.owners),
            stamps=list(self.stamps),
            clock=self.clock,
            holders=dict(self.holders),
            includes=list(self.includes),
            used=dict(self.used),
            pins=dict(self.pins),
            active=self.active,
            starter=self.starter,
            round=self.round,
            phase=self.phase,
            paid=self.paid,
            generator=self.generator,
            script=list(self.script),
            winners=self.winners,
            known=list(self.known),
        )

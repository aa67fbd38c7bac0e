"""Chance: what is drawn, and from what. What chance said is noted in order, for the journal.

A scripted answer stands before the generator. A draw among one thing needs no number.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from hexwright.interpreter import chance
from hexwright.interpreter.table import Plain, Table

Said = tuple[Plain, ...]
"""(sort, value), or ("order", sort, values) of a shuffle"""


class ImpossibleChance(Exception):
    """A scripted answer that chance could not give here."""


def scripted(value: Any, items: Collection[Any], sort: str) -> Any:
    """What a script says, if chance could say it here; a place may have a name for each sort."""
    if isinstance(value, dict):
        value = value.get(sort)
    if value not in items:
        raise ImpossibleChance(f"chance cannot show {value} here")
    return value


class Drawer:
    """Draws for one table."""

    def __init__(self, table: Table, said: list[Said]) -> None:
        self.table = table
        self.said = said

    def number_below(self, among: int) -> int:
        if among < 2:
            return 0
        self.table.generator = chance.step(self.table.generator)
        return chance.pick(self.table.generator, among)

    def one(self, items: Sequence[Plain], sort: str) -> Plain:
        """One of the items, each equally likely; none of nothing."""
        if not items:
            return None
        if self.table.script:
            value: Plain = scripted(self.table.script.pop(0), items, sort)
        else:
            value = items[self.number_below(len(items))]
        self.said.append((sort, value))
        return value

    def number(self, low: int, high: int) -> int:
        return int(self.one(range(low, high + 1), "number") or 0)

    def several(self, pool: Sequence[Plain], count: int, sort: str) -> list[Plain]:
        """Things one after the other, none put back."""
        left = list(pool)
        taken = []
        for _ in range(min(count, len(left))):
            taken.append(self.one(left, sort))
            left.remove(taken[-1])
        return taken

    def order(self, pile: Sequence[Plain], sort: str) -> tuple[Plain, ...]:
        """A pile in a new order; a script may say what lies on top."""
        items = list(pile)
        wanted: list[Plain] = []
        if self.table.script and isinstance(self.table.script[0], tuple):
            for thing in self.table.script.pop(0):
                if thing not in items:
                    raise ImpossibleChance(f"{thing} is not there to be shuffled to the top")
                items.remove(thing)
                wanted.append(thing)
        for last in range(len(items) - 1, 0, -1):
            other = self.number_below(last + 1)
            items[last], items[other] = items[other], items[last]
        result = (*wanted, *items)
        self.said.append(("order", sort, result))
        return result

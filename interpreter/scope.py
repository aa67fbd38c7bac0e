"""The names that are bound while an expression is judged or a block runs."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.interpreter.table import Plain


class Scope:
    """Bound names of one callable: its numbered slots, and who is acting.

    `names` are those of the head of a called action, for the `where` of the call. `paid` says
    whether something has been paid for what runs here.
    """

    __slots__ = ("names", "paid", "slots", "you")

    def __init__(
        self,
        slots: Mapping[int, Plain] | None = None,
        you: int | None = None,
        names: Mapping[str, Plain] | None = None,
        paid: bool = False,
    ) -> None:
        self.slots: dict[int, Plain] = dict(slots or {})
        self.you = you
        self.names: dict[str, Plain] = dict(names or {})
        self.paid = paid

    def copy(self) -> Scope:
        return Scope(self.slots, self.you, self.names, self.paid)

    def bound(self, slot: int, value: Plain) -> Scope:
        """The same with one more name."""
        more = self.copy()
        more.slots[slot] = value
        return more

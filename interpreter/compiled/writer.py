"""What every writer of terms shares: the forms a term can be written in, and small helpers.

`scalar` writes what an expression gives in the engine's encoding; `mask` any set or list as a bit
mask; `items` anything that can be walked, in the order the language promises; `pairs` a bundle;
`flag` a condition. Later classes write them; each of these modules knows one topic.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting

from . import native, runtime
from .source import Scope, Source

TOPOLOGY = ("corners", "edges", "hexes", "ends", "neighbours")
PLACES = ("hex", "corner", "edge")
HELPERS = (
    "add_moves",
    "bits",
    "mask_of",
    "one_bit",
    "first_bit",
    "gather",
    "collect",
    "newest",
    "oldest",
    "turn_order",
    "rotated",
    "at",
    "pairs_of",
    "pairs_of_pile",
    "pairs_of_items",
    "members_of",
    "members_held",
    "pairs_total",
    "pairs_amount",
    "pairs_add",
    "pairs_times",
    "pairs_inside",
    "transfer",
    "draw",
    "roll_number",
    "roll_member",
    "choose_from",
    "choose_card",
    "choose_cards",
    "shuffled",
    "free_piece",
    "longest_line",
    "on_rings",
    "reach",
    "shortest",
    "stop_at",
    "add_numbers",
    "single",
    "first_item",
    "union_rows",
    "one_card",
    "pile_top",
    "pile_bottom",
    "divide",
    "far_place",
    "near_place",
    "around_pieces",
    "owned_by",
    "standing_on",
    "touched_once",
    "edges_but",
    "equal_to",
)


def atom(text: str) -> bool:
    return text.isidentifier() or text.lstrip("-").isdigit()


def read_first(slot: object, call: str) -> str:
    """What is remembered in a slot, or what is asked anew."""
    return f"(r_ if (r_ := S[{slot}]) is not None else {call})"


def both(parts: list[str], empty: str, word: str) -> str:
    if not parts:
        return empty
    return parts[0] if len(parts) == 1 else "(" + f" {word} ".join(parts) + ")"


class Writer(Source, ABC):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        for name in HELPERS:
            self.helper(name, native.faster(name, getattr(runtime, name)))
        n = setting.players
        self.everybody = (1 << n) - 1
        self.order = self.const(
            tuple(tuple((s + i) % n for i in range(n)) for s in range(n)), "ORDER"
        )
        self.values_done: dict[ir.Key, str] = {}
        self.pinned: frozenset[ir.Key] = frozenset()
        self._depth = 0

    @abstractmethod
    def scalar(self, e: ir.Expr, c: Scope) -> str:
        """A term in the encoding of its type."""

    @abstractmethod
    def number(self, e: ir.Expr, c: Scope) -> str:
        """A number; a place on a track counts as its number."""

    @abstractmethod
    def mask(self, e: ir.Expr, c: Scope) -> str:
        """A set or list as a bit mask."""

    @abstractmethod
    def as_set(self, e: ir.Expr, c: Scope) -> str:
        """The bit mask of one thing or of many."""

    @abstractmethod
    def items(self, e: ir.Expr, c: Scope) -> str:
        """Something to walk, in the order the language promises."""

    @abstractmethod
    def pairs(self, e: ir.Expr, c: Scope) -> str:
        """A bundle as (member, count) pairs."""

    @abstractmethod
    def address(self, e: ir.StateRef, c: Scope) -> str:
        """The slot of a state; of cards, that of the total."""

    @abstractmethod
    def flag(self, e: ir.Expr, c: Scope) -> str:
        """A condition; what options decide is decided here."""

    @abstractmethod
    def can(self, e: ir.Can, c: Scope) -> str:
        """Whether somebody could do something now."""

    @abstractmethod
    def value(self, e: ir.ValueRef, c: Scope) -> str:
        """A value with its arguments."""

    @abstractmethod
    def supposed(self, e: ir.Without | ir.AsIf, c: Scope) -> str:
        """A term on a board with one piece lifted or put elsewhere."""

    @abstractmethod
    def measure(self, e: ir.Measure, c: Scope) -> str:
        """Lines, ways and what can be reached."""

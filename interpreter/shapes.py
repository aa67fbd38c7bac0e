"""Small facts about types, and what goes wrong when a program does not fit them."""

from __future__ import annotations

from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.tree import NOWHERE
from hexwright.interpreter.table import Plain

STOCKS = ("cards", "bundle", "pile")
"""types of which one value holds several members"""


class Unsupported(Exception):
    """A combination the engine does not know: a gap of the engine, never of a ruleset."""

    def __init__(self, node: Any, why: str) -> None:
        span = getattr(node, "span", NOWHERE)
        super().__init__(f"{type(node).__name__} at {span}: {why}")


def is_stock(t: ir.Type) -> bool:
    return t.shape == "one" and t.base in STOCKS


def is_single(t: ir.Type) -> bool:
    """One thing or none."""
    return t.shape == "one" and t.base not in STOCKS


def nothing(t: ir.Type) -> Plain:
    """What a term gives after nothing."""
    if t.shape == "set":
        return frozenset()
    if t.shape == "list" or t.base in STOCKS:
        return ()
    return False if t.base == "flag" else None


def element(t: ir.Type) -> ir.Type:
    """The type of the things in a set, list, holding or pile."""
    if t.shape != "one":
        return ir.Type(t.base, t.of)
    if t.base == "pile" and t.of == "number":
        return ir.NUMBER
    return ir.Type("member", t.of) if t.base in STOCKS else t

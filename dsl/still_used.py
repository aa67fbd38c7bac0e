"""Something that a variant removed is still needed by rules that it kept.

Resolving finds each use by itself and says that the name is gone. Where the use stands in a ruleset
that could not know (a parent, or another parent of the same child), the mistake is the removal: all
uses are gathered into one message at that line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .compose_names import SINGULAR, show
from .diagnostics import Diagnostic, diagnose
from .tree import Span
from .world import World

MOST = 5
"""uses that one message shows"""


def still_used(world: World, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics, with those on uses of one removed thing gathered into one."""
    kept: list[Diagnostic] = []
    uses: dict[Span, list[Diagnostic]] = {}
    for one in found:
        if one.name != "removed-name" or not one.others or knows(world, one):
            kept.append(one)
            continue
        removal = one.others[0][0]
        if removal not in uses:
            uses[removal] = []
            kept.append(one)
        uses[removal].append(one)
    return [gathered(world, uses[one.others[0][0]]) if one in firsts(uses) else one for one in kept]


def firsts(uses: dict[Span, list[Diagnostic]]) -> list[Diagnostic]:
    return [many[0] for many in uses.values()]


def knows(world: World, use: Diagnostic) -> bool:
    """Could the author of the use know of the removal?"""
    user = world.file_of.get(use.span.file, world.name)
    remover = world.file_of.get(use.others[0][0].file, world.name)
    left, seen = [user], {user}
    while left:
        for parent in world.parents.get(left.pop(), ()):
            if parent not in seen:
                seen.add(parent)
                left.append(parent)
    return remover in seen


def gathered(world: World, uses: list[Diagnostic]) -> Diagnostic:
    removal = uses[0].others[0][0]
    names = list(dict.fromkeys(use.message.split('"')[1] for use in uses if '"' in use.message))
    spoken = " and ".join(f'"{name}"' for name in names[:3])
    many = len({use.span for use in uses})
    where = "in one place" if many == 1 else f"in {many} places"
    message = f"{spoken} cannot be removed: it is still used {where}"
    blocks = list(dict.fromkeys(b for use in uses if (b := block_at(world, use.span))))
    others = [(use.span, "used here") for use in uses[:MOST]]
    hints = []
    if blocks:
        listed = ", ".join(blocks[:MOST]) + (" …" if len(blocks) > MOST else "")
        hints.append(f"remove, change or replace these, too: {listed}")
    return diagnose("still-used", message, removal, "removed here", others=others, hints=hints)


def block_at(world: World, span: Span) -> str:
    """The block, and the part of it, in which something stands, as one would write it."""
    for (sort, name), block in world.blocks():
        spoken = show(name)
        for part in parts_of(block):
            if holds(part.span, span):
                word = {"Require": "requirement", "Part": "part"}[type(part).__name__]
                return f"{word} {part.name.text} of {spoken}"
        if holds(block.span, span):
            return f'scenario "{spoken}"' if sort == "scenarios" else f"{SINGULAR[sort]} {spoken}"
    return ""


def parts_of(block: Any) -> list[Any]:
    found = [*getattr(block, "head", ()), *getattr(block, "parts", ())]
    return [part for part in found if type(part).__name__ in ("Require", "Part")]


def holds(outer: Span, inner: Span) -> bool:
    if outer.file != inner.file:
        return False
    return (outer.line, outer.column) <= (inner.line, inner.column) and (
        inner.end_line, inner.end_column
    ) <= (outer.end_line, outer.end_column)  # fmt: skip

"""Which bound names a part of the program uses: read off the typed program, never guessed.

Legality needs it to judge a requirement as soon as its names are bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.tree import Span


def nodes(part: Any) -> Iterator[Any]:
    """The part itself and everything inside it, outermost first."""
    if isinstance(part, tuple):
        for item in part:
            yield from nodes(item)
    elif is_dataclass(part) and not isinstance(part, (type, ir.Type, Span)):
        yield part
        for field in fields(part):
            yield from nodes(getattr(part, field.name))


def children(part: Any) -> Iterator[Any]:
    """What stands directly inside a part."""
    for field in fields(part):
        inside = getattr(part, field.name)
        for item in inside if isinstance(inside, tuple) else (inside,):
            if is_dataclass(item) and not isinstance(item, (type, ir.Type, Span)):
                yield item


def slots_used(part: Any) -> frozenset[int]:
    return frozenset(node.slot for node in nodes(part) if isinstance(node, ir.LocalRef))


def head_names_used(part: Any) -> frozenset[str]:
    """Names of the head of a called action, in the `where` of the call."""
    return frozenset(node.name for node in nodes(part) if isinstance(node, ir.HeadRef))

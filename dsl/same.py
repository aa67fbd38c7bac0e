"""Are two trees the same but for their places? And what is a tree, written without them?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from .tree import Notes, Span

_FIELDS: dict[type, tuple[str, ...]] = {}


def _names(sort: type) -> tuple[str, ...]:
    found = _FIELDS.get(sort)
    if found is None:
        found = tuple(f.name for f in fields(sort) if not f.name.endswith("span"))
        _FIELDS[sort] = found
    return found


def same(one: Any, other: Any) -> bool:
    """Equal apart from spans and notes."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Notes | Span):
        return True
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if hasattr(one, "__dataclass_fields__"):
        return all(same(getattr(one, n), getattr(other, n)) for n in _names(type(one)))
    return bool(one == other)


def essence(node: Any) -> Iterator[str]:
    """What a tree says as words, without places, notes and sentences: the stuff of a hash."""
    if isinstance(node, Notes | Span):
        return
    if isinstance(node, tuple):
        yield "("
        for item in node:
            yield from essence(item)
        yield ")"
    elif hasattr(node, "__dataclass_fields__"):
        sort = type(node)
        yield sort.__name__
        for name in _names(sort):
            if name not in ("sentence", "title", "heading"):
                yield from essence(getattr(node, name))
    else:
        yield repr(node)

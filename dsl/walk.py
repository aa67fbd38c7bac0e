"""One walk over the nodes of a program, whatever they are.

Every node of `program` and of `tree` is a frozen dataclass whose fields hold nodes, tuples of them,
or plain values. So what depends on a rule, what it reads and what it writes is found by one generic
walk, and a new node needs no further line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from .program import Local, Text, Type
from .tree import Scenario, Section, Span, Word

_LEAVES = (Span, Type, Local, Word, Scenario, Section, str, int, type(None))
_FIELDS: dict[type, tuple[str, ...]] = {}


def _names(sort: type) -> tuple[str, ...]:
    found = _FIELDS.get(sort)
    if found is None:
        found = _FIELDS[sort] = tuple(
            f.name
            for f in fields(sort)
            if f.name not in ("type", "span") and not (sort is Text and f.name == "sentence")
        )
    return found


def children(node: Any) -> Iterator[Any]:
    """The nodes directly below one node, in the order of its fields."""
    for name in _names(type(node)):
        yield from _nodes(getattr(node, name))


def _nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, _LEAVES):
        return
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _nodes(item)
    else:
        yield value


def walk(node: Any) -> Iterator[Any]:
    """The node and everything below it, parents first; also of a tuple of nodes."""
    stack = list(_nodes(node))[::-1]
    while stack:
        here = stack.pop()
        yield here
        stack.extend(list(children(here))[::-1])


def walk_until(node: Any, stop: Callable[[Any], bool]) -> Iterator[Any]:
    """Like `walk`, but nothing below a node for which `stop` holds; the node itself is given."""
    stack = list(_nodes(node))[::-1]
    while stack:
        here = stack.pop()
        yield here
        if not stop(here):
            stack.extend(list(children(here))[::-1])


def nodes(tree: Any) -> Iterator[Any]:
    """Every node of a tree as written, words included, parents first."""
    stack = [tree]
    while stack:
        one = stack.pop()
        if isinstance(one, tuple):
            stack.extend(reversed(one))
        elif hasattr(one, "__dataclass_fields__") and not isinstance(one, Span):
            yield one
            stack.extend(getattr(one, name) for name in reversed(one.__dataclass_fields__))

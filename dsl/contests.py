"""Who touched which part: when two rulesets that do not know each other disagree about one.

A key names a part of a block; "" is the block itself. Two touches of one key by strangers (neither
is a parent of the other) are a contest, unless both say the same, or both only raise and lower a
number. A contest is settled by a ruleset that knows both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import tree as t
from .same import same
from .tree import Span
from .world import Id

Key = tuple[Id, str]


@dataclass(frozen=True, slots=True)
class Touch:
    ruleset: str
    span: Span
    verb: str
    new: Any


@dataclass(frozen=True, slots=True)
class Contest:
    key: tuple[Id, str]
    one: Touch
    other: Touch


def overlaps(one: Key, other: Key) -> bool:
    """Do two keys speak of the same part, or one of what the other is part of?"""
    return one[0] == other[0] and (covers(one[1], other[1]) or covers(other[1], one[1]))


def covers(part: str, other: str) -> bool:
    if part in ("", other):
        return True
    return part.startswith("member ") and other.startswith(f"{part.removeprefix('member ')}.")


def clash(one: Touch, key: Key, other: Touch, their_key: Key) -> bool:
    """Do two touches by strangers contradict each other?"""
    if not overlaps(key, their_key):
        # A part that one removes cannot be told anew by the other.
        return key[0] == their_key[0] and (
            one.verb == "remove"
            and their_key[1].endswith(f" of {key[1]}")
            or other.verb == "remove"
            and key[1].endswith(f" of {their_key[1]}")
        )
    return not agree(one, other)


def agree(one: Touch, other: Touch) -> bool:
    """Two strangers that do the same, or only raise and lower, do not disagree."""
    if one.verb in ("+", "-") and other.verb in ("+", "-"):
        return True
    if one.verb != other.verb:
        return False
    if one.verb == "remove":
        return True
    return one.new is not None and same(one.new, other.new)


def said_by(verb: Any, part: str) -> Any:
    """What a line makes of a part, to compare it with another line."""
    match verb:
        case t.Change():
            return (verb.value, verb.when)
        case t.AddRequirement():
            return verb.require
        case t.AddPart():
            return verb.part
        case t.AddMark():
            return verb.mark
        case t.ChangeMap() | t.AddText():
            return verb.text
        case t.AddRows():
            rows = {r[0].word: r for r in verb.rows if r and isinstance(r[0], t.Name)}
            return (verb.columns, rows.get(part.removeprefix("member ")))
        case t.AddColumns():
            return tuple(c for c in verb.columns if part == f"column {c.name.text}")
        case t.AddMembers() | t.AddPhase() | t.AddPlaces() | t.AddEnds():
            return part
    return None

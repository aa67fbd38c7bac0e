"""Plain records that are made fast: what the trees and the program consist of.

They behave as frozen dataclasses and are declared as such; the type checker holds that nobody
changes one. At run time only `__init__` is generated for each of them; comparing, hashing and
showing are shared. Two hundred classes made in the usual way would take a good part of the time
that a short command has.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any


def values(record: Any) -> tuple[Any, ...]:
    return tuple(getattr(record, name) for name in record.__dataclass_fields__)


def equal(one: Any, other: Any) -> bool:
    if one is other:
        return True
    return other.__class__ is one.__class__ and values(one) == values(other)


def hashed(record: Any) -> int:
    return hash(values(record))


def shown(record: Any) -> str:
    parts = [f"{name}={getattr(record, name)!r}" for name in record.__dataclass_fields__]
    return f"{type(record).__qualname__}({', '.join(parts)})"


def dataclass(*, frozen: bool = True, slots: bool = True) -> Callable[[type], type]:
    """A record; takes the words of the usual decorator."""

    def make(cls: type) -> type:
        made: Any = dataclasses.dataclass(repr=False, eq=False)(cls)
        if frozen:
            made.__eq__ = equal
            made.__hash__ = hashed
        made.__repr__ = shown
        return made  # type: ignore[no-any-return]

    return make

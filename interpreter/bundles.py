"""Bundles: how many of which members, as sorted (member, count) pairs without zeros.

A bundle is a value: a price, an offer, the contents of a holding at one moment. Only a holding, a
`{member: count}` of the table, changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Bundle = tuple[tuple[int, int], ...]
EMPTY: Bundle = ()


def bundle_of(counts: Mapping[int, int]) -> Bundle:
    return tuple((member, counts[member]) for member in sorted(counts) if counts[member] > 0)


def of_members(members: Iterable[int]) -> Bundle:
    """One for each time a member is named."""
    counts: dict[int, int] = {}
    for member in members:
        counts[member] = counts.get(member, 0) + 1
    return bundle_of(counts)


def add(bundles: Iterable[Bundle]) -> Bundle:
    counts: dict[int, int] = {}
    for bundle in bundles:
        for member, count in bundle:
            counts[member] = counts.get(member, 0) + count
    return bundle_of(counts)


def subtract(bundle: Bundle, less: Bundle) -> Bundle:
    """Stops at nothing, member by member."""
    counts = dict(bundle)
    for member, count in less:
        counts[member] = counts.get(member, 0) - count
    return bundle_of(counts)


def times(bundle: Bundle, number: int) -> Bundle:
    return bundle_of({member: count * number for member, count in bundle})


def size(bundle: Bundle) -> int:
    return sum(count for _, count in bundle)


def contains(bundle: Bundle, part: Bundle) -> bool:
    counts = dict(bundle)
    return all(counts.get(member, 0) >= count for member, count in part)


def members_of(bundle: Bundle) -> tuple[int, ...]:
    return tuple(member for member, _ in bundle)


def spelled_out(bundle: Bundle) -> list[int]:
    """The members one by one, each as often as it is there."""
    return [member for member, count in bundle for _ in range(count)]

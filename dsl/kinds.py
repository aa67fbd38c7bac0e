"""Kinds spelled out: which members, pieces or actions a word stands for.

A kind may be a table of its own members, a union of other things, or both, and any later ruleset
may let it grow. So nothing here asks how a kind was written: it asks which names belong to it.
One kind is a part of another if all its names are; that is the whole theory of subtypes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .world import World

NOTHING: frozenset[str] = frozenset()


def plural(word: str) -> str:
    """How the language makes a plural: by rule, without exceptions."""
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


@dataclass(slots=True)
class Kinds:
    """sorts: kind → member, piece or action. lists: kind (or piece) → the names it stands for."""

    sorts: dict[str, str] = field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sets: dict[str, frozenset[str]] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    """member → the kind that declares it"""
    pieces: frozenset[str] = NOTHING
    rings: list[tuple[str, ...]] = field(default_factory=list)
    """kinds that contain themselves"""
    strangers: list[tuple[str, str]] = field(default_factory=list)
    """(kind, word in it that is nothing)"""
    mixed: list[tuple[str, str]] = field(default_factory=list)
    """(kind, word in it that is of another sort)"""
    _covers: dict[tuple[str, frozenset[str]], str] = field(default_factory=dict)

    def names(self, base: str, of: str) -> frozenset[str] | None:
        """What a type of that base speaks of; None if that is not known or anything at all."""
        if not of:
            return None
        return self.sets.get(of)

    def within(self, part: str, whole: str) -> bool:
        """Is everything in the one also in the other?"""
        if part == whole or not whole:
            return True
        one, other = self.sets.get(part), self.sets.get(whole)
        return one is None or other is None or one <= other

    def overlap(self, one: str, other: str) -> bool:
        if one == other:
            return True
        a, b = self.sets.get(one), self.sets.get(other)
        return not a or not b or not a.isdisjoint(b)

    def cover(self, base: str, names: frozenset[str]) -> str:
        """The smallest word of that sort that stands for all these names; "" if there is none."""
        key = (base, names)
        found = self._covers.get(key)
        if found is None:
            if base == "piece" and len(names) == 1:
                found = next(iter(names))
            else:
                fitting = (k for k, s in self.sorts.items() if s == base and names <= self.sets[k])
                found = min(fitting, key=lambda k: len(self.sets[k]), default="")
            self._covers[key] = found
        return found

    def union(self, base: str, kinds: Iterable[str]) -> str:
        """The smallest word that stands for all these kinds together."""
        seen = list(dict.fromkeys(kinds))
        if len(seen) == 1:
            return seen[0]
        names: frozenset[str] = NOTHING
        for kind in seen:
            if kind not in self.sets:
                return ""
            names |= self.sets[kind]
        for kind in seen:
            if self.sets[kind] == names:
                return kind
        return self.cover(base, names)


def spell_out(world: World) -> Kinds:
    """All kinds of a world, each with its names in order: own rows, then its cards, then unions."""
    kinds = Kinds(pieces=frozenset(world.pieces))
    cards: dict[str, list[str]] = {}
    for card in world.cards.values():
        cards.setdefault(card.kind.text, []).append(card.name.text)
    for name, kind in world.kinds.items():
        own = [row[0].word for row in kind.rows if row and hasattr(row[0], "word")]
        for member in [*own, *cards.get(name, ())]:
            kinds.members.setdefault(member, name)
    for piece in world.pieces:
        kinds.lists[piece] = (piece,)
        kinds.sets[piece] = frozenset((piece,))
    doers = {*world.actions, *world.steps, *world.cards, *world.rules, *world.phases}

    def fill(name: str, path: tuple[str, ...]) -> None:
        if name in kinds.sorts:
            return
        if name in path:
            kinds.rings.append((*path[path.index(name) :], name))
            return
        found: dict[str, None] = {}
        sort = ""
        for word, what, names in parts(name, (*path, name)):
            if not what:
                kinds.strangers.append((name, word))
            elif sort and what != sort and not (sort == "action" and word in doers):
                kinds.mixed.append((name, word))
            else:
                sort = sort or (what if names or word not in world.kinds else "")
                found.update(dict.fromkeys(names))
        if name not in kinds.sorts:
            kinds.sorts[name] = sort or "member"
            kinds.lists[name] = tuple(found)
            kinds.sets[name] = frozenset(found)

    def parts(name: str, path: tuple[str, ...]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        kind = world.kinds[name]
        own = [row[0].word for row in kind.rows if row and hasattr(row[0], "word")]
        for member in [*own, *cards.get(name, ())]:
            yield member, "member", (member,)
        for word in (w.text for w in kind.of):
            if word in world.kinds and word != name:
                fill(word, path)
                yield word, kinds.sorts.get(word, "member"), kinds.lists.get(word, ())
            elif word in world.pieces:
                yield word, "piece", (word,)
            elif word in kinds.members and word not in world.actions:
                yield word, "member", (word,)
            else:
                yield word, "action" if word in doers else "", (word,)

    for name in world.kinds:
        fill(name, ())
    return kinds

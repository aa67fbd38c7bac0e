"""What types are called, which of them fit together, and what they become when joined.

Types say little: a base, the kind it speaks of, one or many, maybe none. Everything about kinds is
a question to `Kinds`. `any` is the type of what already has an error: it fits everywhere, so that
one mistake gives one message.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .kinds import Kinds, plural
from .program import FLAG, NONE, NUMBER, TEXT, Type

ANY = Type("any")
WORD = Type("word")
PLACES = ("hex", "corner", "edge", "space", "place")
HOLDINGS = ("cards", "bundle", "pile")

SIMPLE = {
    "number": NUMBER,
    "flag": FLAG,
    "text": TEXT,
    "hex": Type("hex"),
    "corner": Type("corner"),
    "edge": Type("edge"),
    "player": Type("player"),
    "piece": Type("piece"),
    "place": Type("place"),
    "action": Type("action"),
    "phase": Type("phase"),
}
"""type words that stand alone"""


@cache
def shaped(type: Type, shape: str) -> Type:
    """The same, one or many; several things are never none."""
    return Type(type.base, type.of, shape, type.optional and shape == "one")


@cache
def optional(type: Type, may_be_none: bool = True) -> Type:
    if type.shape != "one" or type.base in HOLDINGS or type.base in ("any", "none"):
        return type
    return Type(type.base, type.of, type.shape, may_be_none)


def many(type: Type) -> bool:
    """Can this be counted and gone through one by one?"""
    return type.shape != "one" or type.base in HOLDINGS


@cache
def element(type: Type) -> Type:
    """What one of many is."""
    if type.shape != "one":
        return Type(type.base, type.of)
    if type.base in HOLDINGS:
        return NUMBER if type.of == "number" else Type("member", type.of)
    return optional(type, False)


def lifted(result: Type, base: Type) -> Type:
    """What a field gives when taken of one thing, of maybe nothing, or of many at once."""
    if base.shape == "one":
        return optional(result) if base.optional else result
    if result.shape == "one" and result.base in HOLDINGS:
        return Type("bundle", result.of)
    if result.base in ("number", "flag") and result.shape == "one":
        return Type(result.base, result.of, "list")
    return shaped(result, "set")


def meet(kinds: Kinds, a: Type, b: Type) -> bool:
    """Can one thing of the first sort be the same as one thing of the second?"""
    if "any" in (a.base, b.base):
        return True
    if a.base == "none" or b.base == "none":
        return a.optional and b.optional
    if a.base == b.base:
        if a.base in ("member", "piece"):
            return kinds.overlap(a.of, b.of)
        return a.of == b.of or not a.of or not b.of
    if "place" in (a.base, b.base):
        return {a.base, b.base} <= {*PLACES, "piece"}
    return False


def fits(kinds: Kinds, found: Type, wanted: Type) -> bool:
    """May one thing of the first sort stand where the second is asked for?"""
    if found.base == wanted.base and found.base in ("member", "piece"):
        return not found.of or kinds.within(found.of, wanted.of)
    if found.base == "none":
        return wanted.optional
    if wanted.base == "none":
        return False
    if found.base == "place":
        return wanted.base in PLACES
    return meet(kinds, found, wanted)


def join(kinds: Kinds, types: Sequence[Type]) -> Type | None:
    """The one type of which all these are; None if they have nothing in common."""
    known = [t for t in dict.fromkeys(types) if t.base != "any"]
    if len(known) < len(set(types)) or not known:
        return ANY
    if len(known) == 1:
        return known[0]
    maybe = any(t.optional for t in known)
    real = [t for t in known if t.base != "none"]
    if len(real) <= 1:
        return optional(real[0]) if real else NONE
    shapes = {t.shape for t in real}
    shape = "one" if shapes == {"one"} else "list" if shapes == {"list"} else "set"
    bases = {t.base for t in real}
    if bases & set(HOLDINGS) and bases <= {*HOLDINGS, "member"} and shape == "one":
        return Type("bundle", kinds.union("member", (t.of for t in real)))
    if len(bases) > 1:
        return Type("place", "", shape, maybe) if bases <= {*PLACES, "piece"} else None
    base = bases.pop()
    if base in ("member", "piece"):
        of = kinds.union(base, (t.of for t in real))
    else:
        ofs = {t.of for t in real}
        of = ofs.pop() if len(ofs) == 1 else ""
    return Type(base, of, shape, maybe and shape == "one")


def place_of(kinds: Kinds, places: dict[str, tuple[str, ...]], piece: str) -> Type:
    """Where pieces of that kind stand; `places` holds the places of each piece, spelled out."""
    names = kinds.lists.get(piece, ()) if piece else tuple(places)
    sorts = dict.fromkeys(place for name in names for place in places.get(name, ()))
    bases = {p if p in ("hex", "corner", "edge") else _other(kinds, p) for p in sorts}
    if len(bases) != 1:
        return Type("place")
    base = bases.pop()
    if base == "space":
        return Type("space", next(iter(sorts)) if len(sorts) == 1 else "")
    if base == "piece":
        return Type("piece", kinds.union("piece", sorts))
    return Type(base)


def _other(kinds: Kinds, place: str) -> str:
    return "piece" if place in kinds.pieces else "space"


_PLAIN = {
    "flag": "yes or no",
    "text": "a text",
    "none": "none",
    "place": "a place",
    "any": "anything",
    "word": "a word",
    "space": "a space of a track",
    "hex": "a hex",
    "corner": "a corner",
    "edge": "an edge",
    "player": "a player",
    "number": "a number",
    "phase": "a phase",
    "action": "an action",
}


def a(word: str) -> str:
    """a or an, by the first letter"""
    return f"{'an' if word[:1] in tuple('aeiou') else 'a'} {word}"


def describe(type: Type) -> str:
    """A type in the words of an author: `a player`, `hexes`, `cards of good`."""
    if type.base == "bundle":
        return f"an amount of cards of {type.of}" if type.of else "an amount of cards"
    if type.base in HOLDINGS:
        name = type.base + (f" of {type.of}" if type.of else "")
        return name if type.base == "cards" else a(name)
    if type.base in ("member", "piece"):
        noun = type.of or ("piece" if type.base == "piece" else "member of a kind")
    elif type.base == "space" and type.of:
        noun = f"space of {type.of}"
    else:
        noun = type.base
    if type.shape == "one":
        return _PLAIN.get(noun) or a(noun)
    if noun == "flag":
        return "several answers of yes or no"
    head, _, tail = noun.partition(" of ")
    return plural(head) + (f" of {tail}" if tail else "")

"""What is asked for and what is there: how one sort of thing stands where another one is wanted.

Each module of meaning adds one topic to the class before it: asking for types (here), names and
fields, reckoning and comparing, terms as a whole, statements; `resolve` puts the blocks on top.
"""

from __future__ import annotations

from dataclasses import replace

from . import program as ir
from . import tree as t
from .context import Context, Scope
from .program import FLAG, NONE, NUMBER, PLAYER, Key, Type
from .types import (
    ANY,
    HOLDINGS,
    SIMPLE,
    describe,
    element,
    fits,
    join,
    meet,
    optional,
    place_of,
    shaped,
)


class Asking:
    """Terms by the type that is wanted, and types as they are written."""

    def __init__(self, context: Context) -> None:
        self.x = context

    def term(self, e: t.Expr, s: Scope, want: Type = ANY) -> ir.Expr:
        """The meaning of a term; `want` helps with words that could mean several things."""
        raise NotImplementedError

    def value_of(self, key: Key) -> ir.ValueDef | None:
        """A resolved value; None while it is being resolved (then it is circular)."""
        raise NotImplementedError

    def flag(self, e: t.Expr, s: Scope) -> ir.Expr:
        return self.typed(e, s, FLAG)

    def number(self, e: t.Expr, s: Scope) -> ir.Expr:
        return self.typed(e, s, NUMBER)

    def typed(self, e: t.Expr, s: Scope, want: Type) -> ir.Expr:
        return self.fit(self.term(e, s, want), want)

    def fit(self, found: ir.Expr, want: Type) -> ir.Expr:
        """The same where `want` is asked for; a message if it can never be."""
        have = found.type
        if "any" in (have.base, want.base):
            return found
        if want.base in ("bundle", "cards", "pile") and want.shape == "one":
            return self.as_bundle(found, want)
        if want.shape != "one":
            found = self.as_many(found)
            have = found.type
            if isinstance(found, ir.Listing) and not found.items:
                return replace(found, type=want)
            if have.base != "any" and not meet(self.x.kinds, element(have), element(want)):
                return self.x.expected(describe(want), have, found.span)
            return self.narrow(found, want.base)
        found = self.narrow(found, want.base)
        have = found.type
        if want.base == "number" and have.base == "space" and have.shape == "one":
            return ir.Field(found, "number", optional(NUMBER, have.optional), found.span)
        if want.base == "space" and want.of and have.base == "number" and have.shape == "one":
            track = ir.Everything(Type("space", want.of, "list"), found.span)
            return ir.ItemAt(track, found, Type("space", want.of, optional=True), found.span)
        if have.shape != "one" or not fits(self.x.kinds, have, want):
            if have.base == "none":
                message = f"none cannot stand here: {describe(want)} is needed"
                self.x.report("optional-value", message, found.span, "never none")
                return found
            return self.x.expected(describe(want), have, found.span)
        return found

    def narrow(self, e: ir.Expr, base: str) -> ir.Expr:
        """`@2,3NE` is a corner or an edge, by what is expected."""
        if base not in ("hex", "corner", "edge"):
            return e
        if isinstance(e, ir.PlaceRef) and e.type.base == "place":
            return replace(e, type=replace(e.type, base=base))
        if isinstance(e, ir.Listing) and e.type.base == "place":
            items = tuple(self.narrow(i, base) for i in e.items)
            return replace(e, items=items, type=replace(e.type, base=base))
        if isinstance(e, ir.AsSet) and e.type.base == "place":
            return replace(e, base=self.narrow(e.base, base), type=replace(e.type, base=base))
        return e

    def as_many(self, e: ir.Expr) -> ir.Expr:
        have = e.type
        if have.base == "any" or have.shape != "one":
            return e
        if isinstance(e, ir.PieceKindRef):
            return ir.Everything(Type("piece", e.name, "set"), e.span)
        if have.base in HOLDINGS:
            return ir.AsSet(e, shaped(element(have), "set"), e.span)
        return ir.AsSet(e, shaped(optional(have, False), "set"), e.span)

    def as_bundle(self, e: ir.Expr, want: Type) -> ir.Expr:
        have = e.type
        if have.base == "any" or (have.base == "bundle" and have.shape == "one"):
            return e
        if have.base in ("cards", "pile") and have.shape == "one":
            return ir.AsBundle(e, Type("bundle", have.of), e.span)
        if have.base == "member":
            return ir.AsBundle(e, Type("bundle", have.of), e.span)
        if have.base == "number" and want.of == "number":
            return ir.AsBundle(e, Type("bundle", "number"), e.span)
        if have.base == "none" or self.empty_sum(e):
            nothing = ir.Listing((), Type("member", want.of, "list"), e.span)
            return ir.AsBundle(nothing, Type("bundle", want.of), e.span)
        return self.x.expected(describe(Type("bundle", want.of)), have, e.span)

    def empty_sum(self, e: ir.Expr) -> bool:
        """A sum without parts is nothing of whatever is asked for."""
        if not isinstance(e, ir.ValueRef):
            return False
        value = self.x.values.get(e.key)
        return value is not None and value.form == "sum" and not value.parts

    def piece(self, e: t.Expr, s: Scope) -> ir.Expr:
        return self.typed(e, s, Type("piece"))

    def stand(self, piece: Type) -> Type:
        return place_of(self.x.kinds, self.x.places, piece.of)

    # Types as written

    def type_of(self, written: t.TypeName, word_of: str = "") -> tuple[Type, list[str]]:
        """A written type, and the new words in it."""
        x = self.x
        parts: list[Type] = []
        words: list[str] = []
        maybe = False
        for term in written.terms:
            name = term.name.text
            if name == "none":
                maybe = True
            elif term.of is not None:
                parts.append(self.collection(name, term.of, word_of))
            elif name in SIMPLE:
                parts.append(SIMPLE[name])
            elif name in x.world.tracks:
                parts.append(Type("space", name))
            elif name in x.world.pieces:
                parts.append(Type("piece", name))
            elif name in x.world.kinds:
                parts.append(self.kind_type(name))
            elif name == "neutral":
                parts.append(PLAYER)
            elif name in x.kinds.members:
                parts.append(Type("member", x.kinds.members[name]))
            else:
                words.append(name)
        if words:
            if len(words) == 1 and not parts:
                near = [*SIMPLE, *x.world.kinds, *x.world.pieces, *x.world.tracks]
                x.unknown(words[0], written.terms[0].name.span, near, "type")
                return ANY, []
            if parts == [NUMBER]:
                return Type("number", word_of or "word"), words
            parts.append(Type("word", word_of))
        if not parts:
            return NONE, words
        common = join(x.kinds, parts)
        if common is None:
            x.report("wrong-type", "these sorts of things cannot be mixed", written.span)
            return ANY, words
        return optional(common, maybe or common.optional), words

    def collection(self, name: str, of: t.TypeTerm, word_of: str) -> Type:
        inner, _ = self.type_of(t.TypeName((of,), of.span), word_of)
        if name in ("set", "list"):
            return shaped(inner, name)
        if of.name.text in self.x.world.kinds and inner.base in ("member", "any"):
            return Type(name, of.name.text)
        if name not in HOLDINGS or inner.base not in ("member", "number"):
            if inner.base != "any":
                self.x.report("wrong-type", f"{name} hold members of a kind", of.span)
            return ANY
        return Type(name, inner.of if inner.base == "member" else inner.base)

    def kind_type(self, kind: str) -> Type:
        """One thing of a kind; of a kind that is still empty nobody knows what it will be."""
        x = self.x
        if not x.kinds.lists.get(kind) and not x.columns.get(kind):
            return ANY
        return Type(x.kinds.sorts.get(kind, "member"), kind)

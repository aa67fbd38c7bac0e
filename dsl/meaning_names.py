"""Gives names their meaning: bound ones, built-in ones, and what a ruleset declares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import program as ir
from . import tree as t
from .context import MOST_NAMED, Scope
from .diagnostics import nearest, suggest
from .meaning_base import Asking
from .program import CORNER, EDGE, FLAG, HEX, NUMBER, PLAYER, Key, Type
from .tree import NOWHERE, Span
from .types import (
    ANY,
    HOLDINGS,
    PLACES,
    WORD,
    describe,
    element,
    join,
    lifted,
    many,
    meet,
    optional,
    shaped,
)
from .walk import nodes

BUILT_IN = {
    "you": PLAYER,
    "active": PLAYER,
    "starter": PLAYER,
    "round": NUMBER,
    "phase": Type("phase", optional=True),
    "paid": FLAG,
    "neutral": PLAYER,
    "neutrals": Type("player", shape="list"),
}
EVERYTHING = {
    "players": Type("player", shape="list"),
    "everyone": Type("player", shape="list"),
    "hexes": Type("hex", shape="set"),
    "corners": Type("corner", shape="set"),
    "edges": Type("edge", shape="set"),
    "pieces": Type("piece", shape="set"),
}
AROUND = {"corners": CORNER, "edges": EDGE, "hexes": HEX, "ends": CORNER}
ORDER = ("<", "<=", ">", ">=")
FIELD_WORDS = (
    "corners", "edges", "hexes", "ends", "neighbours", "pieces", "place", "owner", "owners", "kind",
    "seat", "next", "number", "newest", "oldest", "top", "bottom", "amount", "at", "left", "cost",
    "supply", "holder", "first", "last",
)  # fmt: skip

BINDERS = (t.Choose, t.Let, t.Each, t.Quantified)


class Naming(Asking):
    """Names, fields, states and values."""

    def name(self, word: str, span: Span, s: Scope, want: Type = ANY) -> ir.Expr:
        local = s.names.get(word)
        if local is not None:
            return ir.LocalRef(local.slot, word, local.type, span)
        if word in s.heads:
            return ir.HeadRef(word, s.heads[word], span)
        if word in BUILT_IN:
            return ir.BuiltIn(word, BUILT_IN[word], span)
        if word in EVERYTHING:
            return ir.Everything(EVERYTHING[word], span)
        if word == "nobody":
            return ir.Listing((), Type("player", shape="list"), span)
        if s.frame.colours and word in self.x.colours:
            return ir.PlayerRef(word, PLAYER, span)
        if want.base == "word" and (word in self.x.words or word in s.frame.words):
            return ir.WordRef(word, WORD, span)
        if want.base == "phase" and word in self.x.world.phases:
            return ir.PhaseRef(word, Type("phase"), span)
        return self.declared(word, span, s, want)

    def declared(self, word: str, span: Span, s: Scope, want: Type = ANY) -> ir.Expr:
        x, world = self.x, self.x.world
        if word in world.options:
            return ir.OptionRef(word, x.options[word].type, span)
        if word in x.kinds.members:
            return ir.MemberRef(word, Type("member", x.kinds.members[word]), span)
        if word in world.pieces:
            block = world.pieces[word]
            kind = Type("piece", word)
            if block.supply == 1 and block.supply_in_all:
                return ir.OnePiece(word, kind, span)
            return ir.PieceKindRef(word, kind, span)
        group = word if word in world.kinds else x.plurals.get(word)
        if group is not None:
            return ir.Everything(self.group(group), span)
        if word in world.tracks:
            return ir.Everything(Type("space", word, "list"), span)
        if word in x.marks:
            return ir.MarkRef(word, Type(x.marks[word], shape="list"), span)
        if ("", word) in x.slots or ("", word) in world.values:
            return self.field_of(("", word), None, (), span, s)
        if word in world.phases:
            return ir.PhaseRef(word, Type("phase"), span)
        if word in x.words or word in s.frame.words:
            return ir.WordRef(word, WORD, span)
        if word in world.awards:
            message = f"{word} is an award: write {word}.holder for who holds it"
            x.report("unknown-name", message, span, "an award")
            return x.broken(span)
        later = bound_in(s.frame.tree, word)
        if later is not None:
            message = f'"{word}" is not known here: a name holds only below and inside its own line'
            x.report(
                "unknown-name", message, span, "not yet", others=[(later, "gets its name here")]
            )
        else:
            x.unknown(word, span, self.fitting(word, self.names_here(s), s, want))
        return x.broken(span)

    def fitting(self, word: str, names: set[str], s: Scope, want: Type) -> set[str]:
        """Of the names that could be meant, those of the sort that is wanted, if there are any."""
        if want.base == "any":
            return names
        near = nearest(word, names, most=8)
        fine = {n for n in near if self.might_be(n, s, want)}
        return fine or names

    def might_be(self, name: str, s: Scope, want: Type) -> bool:
        if ("", name) in self.x.world.values or ("", name) in self.x.slots:
            return True
        have = self.name(name, NOWHERE, s, want).type
        return "any" in (have.base, want.base) or meet(self.x.kinds, element(have), element(want))

    def group(self, kind: str) -> Type:
        sort = "piece" if kind in self.x.world.pieces else self.x.kinds.sorts.get(kind, "member")
        return Type(sort, kind, "set" if sort == "piece" else "list")

    def names_here(self, s: Scope) -> set[str]:
        x, world = self.x, self.x.world
        names = {*s.names, *s.heads, *BUILT_IN, *EVERYTHING, *world.options, *x.kinds.members}
        names |= {*world.pieces, *world.kinds, *x.plurals, *world.tracks, *x.marks, *world.phases}
        names |= {name for owner, name in (*x.slots, *world.values) if not owner}
        names |= set(x.words)
        if s.frame.colours:
            names |= set(x.colours)
        return names

    def listing(self, e: t.ListOf, s: Scope, want: Type) -> ir.Expr:
        inner = element(want) if want.base != "any" else ANY
        items = tuple(self.term(i, s, inner) for i in e.items)
        if want.base in ("hex", "corner", "edge"):
            items = tuple(self.narrow(i, want.base) for i in items)
        sides = {i.type.base for i in items if isinstance(i, ir.PlaceRef)}
        for sort in ("corner", "edge"):
            if sides == {"place", sort}:
                items = tuple(self.narrow(i, sort) for i in items)
        types = [optional(i.type, False) for i in items]
        common = join(self.x.kinds, types)
        if common is None:
            self.x.report("wrong-type", "the things of a list must be of one sort", e.span)
            return self.x.broken(e.span)
        if common.shape != "one" or common.base in HOLDINGS:
            self.x.report("wrong-type", "a list holds single things", e.span)
            return self.x.broken(e.span)
        return ir.Listing(items, shaped(common, "list"), e.span)

    # Calls, fields, states and values

    def call(self, e: t.Call, s: Scope) -> ir.Expr:
        key = ("", e.name.text)
        if key in self.x.slots or key in self.x.world.values:
            return self.field_of(key, None, e.args, e.span, s)
        names = [n for o, n in (*self.x.slots, *self.x.world.values) if not o]
        self.x.unknown(e.name.text, e.name.span, names, "value")
        return self.x.broken(e.span)

    def field_of(
        self, key: Key, subject: ir.Expr | None, args: Iterable[t.Expr], span: Span, s: Scope
    ) -> ir.Expr:
        """A state or value with its arguments."""
        given = tuple(args)
        slot = self.x.slots.get(key)
        if slot is not None:
            full = self.arguments(given, slot.params, slot, span, s)
            type = lifted(slot.type, subject.type) if subject is not None else slot.type
            return ir.StateRef(key, subject, full, type, span)
        value = self.value_of(key)
        if value is None:
            return self.x.broken(span)
        params = value.params[1:] if value.owner else value.params
        full = self.arguments(given, params, value, span, s)
        type = lifted(value.type, subject.type) if subject is not None else value.type
        return ir.ValueRef(key, subject, full, type, span)

    def arguments(
        self, given: tuple[t.Expr, ...], params: tuple[ir.Local, ...], of: Any, span: Span, s: Scope
    ) -> tuple[ir.Expr, ...]:
        if len(given) != len(params):
            wanted = ", ".join(f"{p.name} ({describe(p.type)})" for p in params) or "nothing"
            message = f"in the brackets belongs: {wanted}"
            count = f"{len(given)} given" if given else "nothing given"
            self.x.report("wrong-count", message, span, count, others=[(of.span, "declared here")])
        return tuple(self.typed(a, s, p.type) for a, p in zip(given, params, strict=False))

    def owned(self, base: Type, name: str) -> Key | None:
        """The state or value of that name which things of this type have."""
        found: Key | None = None
        for _, key in self.x.fields.get(name, ()):
            owner = key[0]
            if base.base in ("member", "piece"):
                kinds = self.x.kinds
                same_sort = (
                    owner in kinds.pieces or kinds.sorts.get(owner) == "piece"
                    if base.base == "piece"
                    else kinds.sorts.get(owner) == "member"
                )
                if same_sort and base.of and kinds.within(base.of, owner):
                    return key
                if same_sort and kinds.overlap(base.of, owner):
                    found = found or key
            elif owner == base.base:
                return key
        return found

    def get(self, e: t.Get, s: Scope, want: Type = ANY) -> ir.Expr:
        field, span = e.field.text, e.span
        special = self.special(e, s)
        if special is not None:
            return special
        base = self.term(e.base, s)
        if base.type.base == "any":
            return self.x.broken(span)
        if base.type.base == "place":
            owners = {key[0] for _, key in self.x.fields.get(field, ())} & {"corner", "edge"}
            if len(owners) == 1:
                base = self.narrow(base, owners.pop())
        key = self.owned(base.type, field)
        if key is not None:
            if isinstance(base, ir.PieceKindRef):
                return self.x.expected("one piece", base.type, base.span)
            return self.field_of(key, base, e.args or (), span, s)
        found = self.known_field(base, e, s)
        if found is not None:
            return found
        group = self.x.plurals.get(field)
        if group is not None and self.group(group).base == "piece" and self.can_hold(base.type):
            base = self.narrow(base, self.stand(Type("piece", group)).base)
            return ir.PiecesOf(base, group, Type("piece", group, "set"), span)
        if field == "pieces" and self.can_hold(base.type):
            return ir.PiecesOf(base, "", Type("piece", shape="set"), span)
        if field in self.x.world.pieces and self.can_hold(base.type):
            base = self.narrow(base, self.stand(Type("piece", field)).base)
            return ir.OnlyPieceOf(base, field, Type("piece", field, optional=True), span)
        return self.no_field(base, e.field)

    def special(self, e: t.Get, s: Scope) -> ir.Expr | None:
        """Fields of names that are no things: awards, sorts of pieces, tracks."""
        if not isinstance(e.base, t.Name) or e.base.word in s.names or e.base.word in s.heads:
            return None
        word, field, span = e.base.word, e.field.text, e.span
        world = self.x.world
        if word in world.awards:
            if field == "holder":
                subject = world.awards[word].subject.text
                holder = PLAYER if subject == "player" else Type("member", subject)
                return ir.HolderOf(word, optional(holder), span)
            self.x.unknown(field, e.field.span, ["holder"], "", "unknown-field")
            return self.x.broken(span)
        if field in ("cost", "supply") and word in world.pieces:
            base = ir.PieceKindRef(word, Type("piece", word), e.base.span)
            type = NUMBER if field == "supply" else self.cost_type(word)
            return ir.PieceFact(base, field, type, span)
        if field in ("first", "last") and word in world.tracks:
            track = ir.Everything(Type("space", word, "list"), e.base.span)
            return ir.Field(track, field, Type("space", word), span)
        return None

    def cost_type(self, piece: str) -> Type:
        return Type("bundle", "")

    def can_hold(self, base: Type) -> bool:
        return base.base in ("player", *PLACES, "piece") or base.base == "any"

    def known_field(self, base: ir.Expr, e: t.Get, s: Scope) -> ir.Expr | None:
        """What the engine itself knows of things."""
        have, field, span = base.type, e.field.text, e.span
        args = e.args or ()
        single = element(have) if have.base not in HOLDINGS else have
        if field == "at" and len(args) == 1 and (many(have)):
            return ir.ItemAt(base, self.number(args[0], s), optional(element(have)), span)
        if have.base in HOLDINGS and have.shape == "one":
            return self.holding_field(base, field, args, span, s)
        if field in ("newest", "oldest") and have.base in ("piece", "space"):
            of = single if have.base == "piece" else Type("piece")
            return ir.Field(base, field, optional(of), span)
        if field in ("cost", "supply") and have.base == "piece" and have.shape == "one":
            return ir.PieceFact(base, field, NUMBER if field == "supply" else Type("bundle"), span)
        if field == "left" and have.base == "player" and len(args) == 1:
            piece = self.term(args[0], s)
            if piece.type.base not in ("piece", "any"):
                return self.x.expected("a sort of piece", piece.type, piece.span)
            if isinstance(piece, ir.OnePiece):
                piece = ir.PieceKindRef(piece.name, piece.type, piece.span)
            return ir.LeftIn(base, piece, lifted(NUMBER, have), span)
        result = self.simple_field(single, field)
        if result is None:
            column = self.column(single, field)
            if column is None:
                return None
            return ir.Column(base, field, lifted(column, have), span)
        name = "owner" if field == "owners" else field
        return ir.Field(base, name, lifted(result, have), span)

    def holding_field(
        self, base: ir.Expr, field: str, args: tuple[t.Expr, ...], span: Span, s: Scope
    ) -> ir.Expr | None:
        have = base.type
        one = NUMBER if have.of == "number" else Type("member", have.of)
        if field == "amount" and len(args) == 1:
            return ir.AmountIn(base, self.typed(args[0], s, one), NUMBER, span)
        if field in ("top", "bottom") and have.base == "pile":
            return ir.Field(base, field, optional(one), span)
        column = self.column(one, field)
        if column is not None:
            many_of = ir.AsSet(base, shaped(one, "set"), span)
            return ir.Column(many_of, field, lifted(column, many_of.type), span)
        return None

    def simple_field(self, one: Type, field: str) -> Type | None:
        base = one.base
        if field in AROUND and base in ("hex", "corner", "edge", "piece", "place"):
            if field == "ends" and base in ("hex", "corner"):
                return None
            return shaped(AROUND[field], "set")
        if field == "neighbours":
            if base in ("hex", "corner", "edge"):
                return shaped(Type(base), "set")
            if base in ("piece", "place"):
                return shaped(self.stand(one) if base == "piece" else one, "set")
        if base == "piece":
            return {
                "place": optional(self.stand(one)),
                "owner": Type("player", optional=True),
                "owners": Type("player", optional=True),
                "kind": Type("piece", one.of),
            }.get(field)
        if base == "player":
            return {"seat": NUMBER, "next": PLAYER}.get(field)
        if base == "space":
            return {"next": optional(one), "number": NUMBER}.get(field)
        return None

    def column(self, one: Type, field: str) -> Type | None:
        if one.base != "member":
            return None
        x = self.x
        if field == "copies":
            return NUMBER
        found = x.columns.get(one.of, {}).get(field)
        if found is not None:
            return found
        types = []
        for member in x.kinds.lists.get(one.of, ()):
            kind = x.kinds.members.get(member, "")
            column = x.columns.get(kind, {}).get(field)
            if column is not None:
                types.append(column)
        return join(x.kinds, types) if types else None

    def no_field(self, base: ir.Expr, field: t.Word) -> ir.Expr:
        x = self.x
        names = {n for n, keys in x.fields.items() if self.owned(base.type, n) and keys}
        single = element(base.type)
        names |= {n for n in FIELD_WORDS if self.simple_field(single, n) is not None}
        if self.can_hold(base.type):
            names |= {p for p, k in x.plurals.items() if self.group(k).base == "piece"}
        if single.base == "member":
            names |= set(x.columns.get(single.of, {}))
        what = describe(base.type)
        gone = x.gone(field.text)
        if gone is not None:
            x.unknown(field.text, field.span, names)
            return x.broken(field.span)
        hints, fix = suggest(field.text, names, field.span)
        if not hints and 0 < len(names) <= MOST_NAMED:
            hints = (f"it has: {', '.join(sorted(names))}",)
        message = f'{what} has no "{field.text}"'
        x.report("unknown-field", message, field.span, "not known here", hints=hints, fix=fix)
        return x.broken(field.span)


def bound_in(block: Any, word: str) -> Span | None:
    """Where a block gives that name to something."""
    for node in nodes(block):
        name = getattr(node, "name", None)
        if isinstance(node, BINDERS) and isinstance(name, t.Word) and name.text == word:
            return name.span
    return None

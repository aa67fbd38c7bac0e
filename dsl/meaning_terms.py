"""Gives every form of a term its meaning and its type."""

from __future__ import annotations

from . import program as ir
from . import tree as t
from .context import Scope
from .meaning_sums import Reckoning
from .program import CORNER, EDGE, FLAG, HEX, NONE, NUMBER, PLAYER, TEXT, Type
from .tree import Span
from .types import ANY, shaped


class Terms(Reckoning):
    """Everything that can stand in a condition, a formula or an amount."""

    def call_terms(
        self,
        calls: tuple[t.Called, ...],
        modifiers: t.Modifiers,
        where: t.Expr | None,
        s: Scope,
        span: Span,
    ) -> ir.Terms:
        """The terms of must, may and can; kinds of actions are spelled out."""
        raise NotImplementedError

    def term(self, e: t.Expr, s: Scope, want: Type = ANY) -> ir.Expr:
        match e:
            case t.Number(value=value, span=span):
                return ir.Const(value, NUMBER, span)
            case t.Flag(value=value, span=span):
                return ir.Const(value, FLAG, span)
            case t.Nothing(span=span):
                return ir.Const(None, NONE, span)
            case t.Sentence(text=text, span=span):
                return ir.Const(text, TEXT, span)
            case t.PlaceName(text=text, span=span):
                return ir.PlaceRef(text, place_type(text), span)
            case t.Name(word=word, span=span):
                return self.name(word, span, s, want)
            case t.ListOf():
                return self.listing(e, s, want)
            case t.Get():
                return self.get(e, s, want)
            case t.Call():
                return self.call(e, s)
            case t.Amount(number=number, of=of, span=span):
                one = self.name(of.text, of.span, s)
                if one.type.base != "member" or one.type.shape != "one":
                    return self.x.expected("a sort of card", one.type, of.span)
                count = ir.Const(number, NUMBER, span)
                return ir.Arithmetic("*", count, one, Type("bundle", one.type.of), span)
            case t.Arithmetic():
                return self.arithmetic(e, s, want)
            case t.Compare():
                return self.compare(e, s)
            case t.Both(left=left, right=right, span=span):
                return ir.Both(self.flag(left, s), self.flag(right, s), FLAG, span)
            case t.Either(left=left, right=right, span=span):
                return ir.Either(self.flag(left, s), self.flag(right, s), FLAG, span)
            case t.Negation(operand=operand, span=span):
                return ir.Negation(self.flag(operand, s), FLAG, span)
            case t.Quantified():
                return self.quantified(e, s)
            case t.Can(who=who, span=span):
                terms = self.call_terms(e.calls, e.modifiers, e.where, s, span)
                return ir.Can(self.typed(who, s, PLAYER), terms, FLAG, span)
            case t.Without(piece=piece, body=body, span=span):
                inner = self.term(body, s)
                return ir.Without(self.piece(piece, s), inner, inner.type, span)
            case t.AsIf(piece=piece, place=place, body=body, span=span):
                inner = self.term(body, s)
                lifted_piece = self.piece(piece, s)
                where = self.typed(place, s, self.stand(lifted_piece.type))
                return ir.AsIf(lifted_piece, where, inner, inner.type, span)
        return self.measure(e, s)

    def measure(self, e: t.Expr, s: Scope) -> ir.Expr:
        if isinstance(e, t.LongestTrail):
            over = self.as_many(self.term(e.over, s))
            if over.type.base not in ("piece", "any"):
                return self.x.expected("pieces on edges", over.type, over.span)
            return ir.LongestTrail(over, self.passing(e.passing, s), NUMBER, e.span)
        if isinstance(e, t.Reached):
            over = self.as_many(self.term(e.over, s))
            start = self.as_many(self.term(e.start, s))
            base = over.type.base
            sort = CORNER if base == "piece" else Type(base)
            if base == "edge" and start.type.base == "corner":
                sort = CORNER
            if base not in ("piece", "hex", "edge", "any"):
                return self.x.expected("pieces, hexes or edges", over.type, over.span)
            start = self.narrow(start, sort.base)
            within = self.number(e.within, s) if e.within is not None else None
            passing = self.passing(e.passing, s)
            return ir.Reached(start, over, passing, within, shaped(sort, "set"), e.span)
        if isinstance(e, t.Rings | t.LinesBetween):
            return self.lying_on(e, s)
        assert isinstance(e, t.ShortestWay)
        over = self.as_many(self.term(e.over, s))
        start, goal = self.typed(e.start, s, CORNER), self.typed(e.goal, s, CORNER)
        passing = self.passing(e.passing, s)
        return ir.ShortestWay(start, goal, over, passing, shaped(over.type, "set"), e.span)

    def lying_on(self, e: t.Rings | t.LinesBetween, s: Scope) -> ir.Expr:
        """Pieces that lie on a ring, or on a line between places."""
        over = self.as_many(self.term(e.over, s))
        if over.type.base not in ("piece", "any"):
            return self.x.expected("pieces on edges", over.type, over.span)
        found = shaped(over.type, "set")
        if isinstance(e, t.Rings):
            return ir.Rings(over, self.passing(e.passing, s), found, e.span)
        places = self.narrow(self.as_many(self.term(e.places, s)), "corner")
        return ir.LinesBetween(places, over, found, e.span)

    def passing(self, e: t.Expr | None, s: Scope) -> ir.Passing | None:
        """A flag value named up to its last arguments."""
        if e is None:
            return None
        subject: ir.Expr | None = None
        given: tuple[t.Expr, ...] = ()
        if isinstance(e, t.Get):
            subject = self.term(e.base, s)
            name, given = e.field.text, e.args or ()
            key = self.owned(subject.type, name)
        elif isinstance(e, t.Call):
            name, given, key = e.name.text, e.args, ("", e.name.text)
        else:
            name = e.word if isinstance(e, t.Name) else ""
            key = ("", name)
        if key is None or key not in self.x.world.values:
            values = [k[1] for k in self.x.world.values]
            self.x.unknown(name or "this", e.span, values, "value")
            return None
        value = self.value_of(key)
        if value is None:
            return None
        params = value.params[1:] if value.owner else value.params
        args = tuple(self.typed(a, s, p.type) for a, p in zip(given, params, strict=False))
        free = len(params) - len(args)
        if free not in (1, 3):
            message = f"{name} is asked about a corner, or a corner and two pieces: 1 or 3 names"
            self.x.report("wrong-count", message, e.span, f"{free} are left open here")
            return None
        return ir.Passing(key, subject, args, free, e.span)


def place_type(text: str) -> Type:
    tail = text.lstrip("@0123456789,")
    if not tail:
        return HEX
    if tail in ("N", "S"):
        return CORNER
    return EDGE if tail in ("E", "W") else Type("place")

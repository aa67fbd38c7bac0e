"""Gives statements, heads and calls their meaning."""

from __future__ import annotations

from typing import Any

from . import program as ir
from . import tree as t
from .context import Frame, HeadOf, Scope
from .meaning_terms import Terms
from .program import NUMBER, PLAYER, Local, Type
from .tree import Span
from .types import ANY, HOLDINGS, element, join, optional, shaped

IMPLIED = ("price", "supply", "limit", "phase", "turn", "card")
Body = tuple[ir.Statement, ...]


class Acts(Terms):
    # Heads

    def head_of(self, sort: str, name: str) -> HeadOf | None:
        """The head of an action, card or steps; None while it is being resolved."""
        found = self.x.heads.get((sort, name))
        if found is not None:
            return found
        if (sort, name) in self.x.under_way:
            return None
        self.x.under_way.append((sort, name))
        block: Any = getattr(self.x.world, sort)[name]
        scope = Scope(Frame(block))
        params = self.bind_params(getattr(block, "params", ()), scope)
        head: list[Any] = []
        names = list(params)
        for item in getattr(block, "head", ()):
            if isinstance(item, t.Require):
                head.append(self.requirement(item, scope))
                continue
            made = self.choose(item, scope) if isinstance(item, t.Choose) else self.let(item, scope)
            head.append(made)
            names.append(made.local)
        self.x.under_way.pop()
        found = HeadOf(scope, params, tuple(head), tuple(names))
        self.x.heads[(sort, name)] = found
        return found

    def bind_params(self, params: tuple[t.Param, ...], scope: Scope) -> tuple[Local, ...]:
        made = []
        for param in params:
            type, words = self.type_of(param.type)
            for word in words:
                self.x.words.setdefault(word, "")
            made.append(scope.bind(param.name.text, type))
        return tuple(made)

    def requirement(self, r: t.Require, scope: Scope) -> ir.RequireDef:
        condition = self.flag(r.condition, scope)
        sentence = self.text(r.sentence, scope)
        return ir.RequireDef(r.name.text, condition, sentence, self.texts(r.notes, scope), r.span)

    def text(self, sentence: t.Sentence, scope: Scope) -> ir.Text:
        return ir.Text(sentence, tuple(self.term(hole, scope.inner()) for hole in sentence.holes))

    def texts(self, notes: t.Notes, scope: Scope | None = None) -> tuple[ir.Text, ...]:
        return tuple(self.text(s, scope or Scope()) for s in notes.texts)

    # Calls

    def call_terms(
        self, calls: tuple[t.Called, ...], modifiers: t.Modifiers, where: t.Expr | None, s: Scope,
        span: Span,
    ) -> ir.Terms:  # fmt: skip
        site = self.x.site()
        made: list[ir.Call] = []
        heads: list[dict[str, Type]] = []
        for called in calls:
            for name in self.actions_meant(called):
                head = self.head_of("actions", name)
                if head is None:
                    message = f"{name} asks about itself: its head would never end"
                    self.x.report("circular", message, called.span, "asked again here")
                    continue
                args = self.arguments(called.args, head.params, self.x.world.actions[name],
                                      called.span, s)  # fmt: skip
                made.append(ir.Call(name, args))
                heads.append({local.name: local.type for local in head.names})
        paying = None
        if modifiers.paying is not None:
            paying = self.typed(modifiers.paying, s, Type("bundle"))
        self.ignored(modifiers, made)
        condition = None
        if where is not None:
            known = {}
            for name in dict.fromkeys(n for h in heads for n in h):
                common = join(self.x.kinds, [h[name] for h in heads if name in h])
                known[name] = common if common is not None else ANY
            shadow = {n: local for n, local in s.names.items() if n not in known}
            inner = Scope(s.frame, shadow, known)
            condition = self.flag(where, inner)
        ignoring = tuple(w.text for w in modifiers.ignoring)
        return ir.Terms(site, tuple(made), modifiers.free, paying, ignoring, condition)

    def actions_meant(self, called: t.Called) -> list[str]:
        name, world = called.name.text, self.x.world
        if name in world.actions:
            return [name]
        if name in world.kinds and self.x.kinds.sorts.get(name) == "action":
            return [a for a in self.x.kinds.lists[name] if a in world.actions]
        groups = [k for k, sort in self.x.kinds.sorts.items() if sort == "action"]
        self.x.unknown(name, called.name.span, [*world.actions, *groups], "action")
        return []

    def ignored(self, modifiers: t.Modifiers, calls: list[ir.Call]) -> None:
        labels = set(IMPLIED)
        for call in calls:
            head = self.x.heads.get(("actions", call.action))
            if head is not None:
                labels |= {i.name for i in head.head if isinstance(i, ir.RequireDef)}
        for word in modifiers.ignoring:
            if calls and word.text not in labels and word.text not in self.x.world.removed:
                self.x.unknown(word.text, word.span, labels, "requirement", "unknown-label")

    # Statements

    def body(self, body: tuple[t.Statement, ...], s: Scope) -> Body:
        inner = s.inner()
        return tuple(made for one in body for made in self.statement(one, inner))

    def statement(self, one: t.Statement, s: Scope) -> list[ir.Statement]:
        match one:
            case t.Choose():
                return [self.choose(one, s)]
            case t.Let():
                return [self.let(one, s)]
            case t.Must(who=who, span=span):
                terms = self.call_terms(one.calls, one.modifiers, one.where, s, span)
                return [ir.Must(self.typed(who, s, PLAYER), terms, one.optional, span)]
            case t.Play():
                return self.play(one, s)
            case t.Win(who=who, span=span):
                return [ir.Win(self.typed(who, s, PLAYER), span)]
            case t.Pay(what=what, span=span):
                return [ir.Pay(self.typed(what, s, Type("bundle")), span)]
            case t.Give(up_to=up_to, what=what, to=to, span=span):
                bundle = self.typed(what, s, Type("bundle"))
                return [ir.Give(up_to, bundle, self.typed(to, s, PLAYER), span)]
            case t.Move():
                return self.move(one, s)
            case t.PlacePiece(piece=piece, of=of, on=on, span=span):
                kind = self.sort_of_piece(piece, s)
                owner = self.typed(of, s, PLAYER) if of is not None else None
                place = self.typed(on, s, optional(self.stand(kind.type)))
                return [ir.PlacePiece(kind, owner, place, span)]
            case t.RemovePiece(what=what, span=span):
                return [ir.RemovePieces(self.pieces(what, s), span)]
            case t.ReplacePiece(what=what, by=by, span=span):
                return [ir.ReplacePiece(self.piece(what, s), self.sort_of_piece(by, s), span)]
            case t.SetTo(target=target, value=value, span=span):
                return self.assign(self.target(target, s), value, s, span)
            case t.Increase(target=target, by=by, down=down, span=span):
                changed = self.target(target, s)
                number = self.number(by, s)
                if changed is None:
                    return []
                return [ir.Increase(self.fit(changed, NUMBER), number, down, span)]
            case t.Include():
                return self.include(one, s)
            case t.Roll(targets=targets, span=span):
                places = [self.target(x, s) for x in targets]
                rolled = tuple(p for p in places if isinstance(p, ir.StateRef))
                return [ir.Roll(rolled, span)]
            case t.Shuffle(target=target, span=span):
                pile = self.target(target, s)
                if pile is not None and pile.type.base != "pile":
                    self.x.expected("a pile", pile.type, span)
                return [ir.Shuffle(pile, span)] if isinstance(pile, ir.StateRef) else []
            case t.Show(what=what, to=to, span=span):
                to_whom = self.typed(to, s, Type("player", shape="set"))
                return [ir.Show(self.term(what, s), to_whom, span)]
            case t.Do(call=call, span=span):
                return self.do(call, s, span)
            case t.If():
                return [self.branches(one, s)]
            case t.Each():
                return [self.each(one, s)]
            case t.OneGo(body=body, span=span):
                return [ir.OneGo(self.body(body, s), span)]
            case t.Settle(span=span):
                return [ir.Settle(span)]
        assert isinstance(one, t.Repeat)
        times = self.number(one.times, s)
        until = self.flag(one.until, s) if one.until is not None else None
        return [ir.Repeat(times, until, self.body(one.body, s), one.span)]

    def assign(
        self, place: ir.Expr | None, value: t.Expr, s: Scope, span: Span
    ) -> list[ir.Statement]:
        if place is None:
            self.term(value, s)
            return []
        if place.type.base in ("cards", "pile"):
            message = "cards are moved, never set: they must come from somewhere"
            self.x.report("not-a-statement", message, span, hints=["write `move … to …`"])
            return []
        return [ir.Assign(place, self.typed(value, s, place.type), span)]

    def branches(self, one: t.If, s: Scope) -> ir.If:
        made = tuple((self.flag(test, s), self.body(body, s)) for test, body in one.branches)
        return ir.If(made, self.body(one.otherwise, s), one.span)

    def do(self, call: t.Called, s: Scope, span: Span) -> list[ir.Statement]:
        name = call.name.text
        if name not in self.x.world.steps:
            self.x.unknown(name, call.name.span, self.x.world.steps, "steps")
            return []
        head = self.head_of("steps", name)
        assert head is not None
        args = self.arguments(call.args, head.params, self.x.world.steps[name], span, s)
        return [ir.Do(name, args, span)]

    def play(self, one: t.Play, s: Scope) -> list[ir.Statement]:
        who = self.typed(one.who, s, PLAYER)
        what = one.what
        word = what.word if isinstance(what, t.Name) else ""
        if word in self.x.world.phases and word not in s.names:
            return [ir.PlayPhase(who, word, one.span)]
        card = self.term(what, s)
        if card.type.base not in ("member", "any"):
            self.x.expected("a phase or a card", card.type, card.span)
            return []
        return [ir.PlayCard(who, card, one.span)]

    def let(self, one: t.Let, s: Scope) -> ir.Let:
        value = self.term(one.value, s)
        if value.type.base in ("cards", "pile"):
            value = self.as_bundle(value, Type("bundle", value.type.of))
        return ir.Let(s.bind(one.name.text, value.type), value, one.span)

    def include(self, one: t.Include, s: Scope) -> list[ir.Statement]:
        ref = self.term(one.target, s)
        if isinstance(ref, ir.Const):
            return []
        if not isinstance(ref, ir.ValueRef):
            message = "only a value can include something for a time"
            self.x.report("not-a-statement", message, one.span)
            return []
        value = self.value_of(ref.key)
        type = value.type if value is not None else ANY
        amount = self.typed(one.value, s, type)
        until = one.until.text
        if until != "turn" and until not in self.x.world.phases:
            self.x.unknown(until, one.until.span, [*self.x.world.phases, "turn"], "phase")
        return [ir.Include(ref.key, ref.subject, ref.args, amount, until, one.span)]

    def choose(self, one: t.Choose, s: Scope) -> ir.Choose:
        by_chance = isinstance(one.who, t.Name) and one.who.word == "chance"
        who = None
        if one.who is not None and not by_chance:
            who = self.typed(one.who, s, PLAYER)
        high = None
        if one.high is not None:
            over, high = self.number(one.low, s), self.number(one.high, s)
            single = NUMBER
        else:
            self.new_words(one.low, s)
            over = self.term(one.low, s)
            if not (over.type.base in HOLDINGS and over.type.shape == "one"):
                over = self.as_many(over)
            single = element(over.type)
        inner = s.inner()
        local = inner.bind(one.name.text, single)
        where = self.flag(one.where, inner) if one.where is not None else None
        number = self.number(one.number, s) if one.number is not None else None
        bundle = False
        type = optional(single) if one.if_any else single
        if one.amount != "one":
            whole = isinstance(over, ir.Everything) and over.type.base == "member"
            bundle = whole or (over.type.base in HOLDINGS and over.type.shape == "one")
            type = Type("bundle", single.of) if bundle else shaped(single, "set")
        local = s.retype(local, type)
        return ir.Choose(who, by_chance, one.amount, number, local, over, high, where, one.if_any,
                         bundle, one.span)  # fmt: skip

    def new_words(self, low: t.Expr, s: Scope) -> None:
        """Words that a choice offers are declared by their use."""
        if not isinstance(low, t.ListOf) or not all(isinstance(i, t.Name) for i in low.items):
            return
        known = self.names_here(s)
        words = [i.word for i in low.items if isinstance(i, t.Name)]
        if any(w in known and w not in self.x.words for w in words):
            return
        for word in words:
            s.frame.words.add(word)
            self.x.words.setdefault(word, "")

    def each(self, one: t.Each, s: Scope) -> ir.Each:
        high = None
        if one.high is not None:
            over, high = self.number(one.low, s), self.number(one.high, s)
            single = NUMBER
        else:
            over = self.term(one.low, s)
            if not (over.type.base in HOLDINGS and over.type.shape == "one"):
                over = self.as_many(over)
            single = element(over.type)
        inner = s.inner()
        local = inner.bind(one.name.text, single)
        where = self.flag(one.where, inner) if one.where is not None else None
        first = self.typed(one.first, s, single) if one.first is not None else None
        body = self.body(one.body, inner)
        return ir.Each(local, over, high, where, one.order, first, body, one.span)

    # What is changed, moved, placed

    def target(self, e: t.Expr, s: Scope) -> ir.Expr | None:
        found = self.term(e, s)
        if isinstance(found, ir.StateRef | ir.HolderOf):
            subject = found.subject if isinstance(found, ir.StateRef) else None
            if subject is not None and subject.type.shape != "one":
                hints = ["go through them with `each … in …`"]
                self.x.expected("one thing at a time", subject.type, found.span, hints)
                return None
            return found
        if isinstance(found, ir.BuiltIn) and found.name == "starter":
            return found
        if found.type.base != "any":
            message = unchangeable(found)
            hints = []
            if isinstance(found, ir.ValueRef):
                hints = ["a value is reckoned anew each time; declare a state with `each … has …`"]
            self.x.report("not-a-statement", message, found.span, hints=hints)
        return None

    def sort_of_piece(self, e: t.Expr, s: Scope) -> ir.Expr:
        found = self.term(e, s)
        if isinstance(found, ir.OnePiece):
            return ir.PieceKindRef(found.name, found.type, found.span)
        if found.type.base not in ("piece", "any") or found.type.shape != "one":
            return self.x.expected("a sort of piece", found.type, found.span)
        return found

    def pieces(self, e: t.Expr, s: Scope) -> ir.Expr:
        found = self.term(e, s)
        if found.type.base not in ("piece", "any"):
            return self.x.expected("a piece", found.type, found.span)
        return found

    def move(self, one: t.Move, s: Scope) -> list[ir.Statement]:
        every = False
        written = one.what
        if isinstance(written, t.Quantified) and written.word == "all" and written.name is None:
            written, every = written.over, True
        what = self.term(written, s)
        if what.type.base == "any":
            self.term(one.to, s)
            return []
        if what.type.base == "piece":
            sort = optional(self.stand(what.type))
            to = self.term(one.to, s)
            return [ir.MovePieces(what, self.fit(to, sort), one.span)]
        to_store = self.store(self.term(one.to, s), False)
        if one.source is not None:
            source = self.store(self.term(one.source, s), True)
            if source is None or to_store is None:
                return []
            amount: ir.Expr = what
            if not every:
                amount = self.as_bundle(what, Type("bundle", what.type.of))
            return [ir.MoveCards(amount, every, one.up_to, source, to_store, one.span)]
        source = self.store(what, True)
        if source is None or to_store is None:
            return []
        if source.sort == "player":
            self.x.report("wrong-type", "say what is moved: move … from … to …", one.span)
            return []
        return [ir.MoveCards(None, False, one.up_to, source, to_store, one.span)]

    def store(self, e: ir.Expr, source: bool) -> ir.Store | None:
        if e.type.base == "any":
            return None
        if e.type.base == "player" and e.type.shape == "one":
            return ir.Store("player", e)
        if isinstance(e, ir.Field) and e.name in ("top", "bottom"):
            if source and e.name == "bottom":
                return ir.Store("bottom", e.base)
            if source:
                return ir.Store("top", e.base)
            return ir.Store("bottom" if e.name == "bottom" else "pile", e.base)
        if isinstance(e, ir.StateRef):
            if e.type.base in ("cards", "pile") and e.type.shape == "one":
                return ir.Store(e.type.base, e)
            if e.type.base in ("member", "number") and e.type.shape == "one":
                return ir.Store("slot", e)
        self.x.expected("a place for cards", e.type, e.span)
        return None


def unchangeable(found: ir.Expr) -> str:
    """Why something cannot be set."""
    match found:
        case ir.OptionRef(name=name):
            return f"{name} is an option: it is chosen before the game and never changes in it"
        case ir.ValueRef(key=(_, name)):
            return f"{name} is a value: it follows from other things and cannot be set"
        case ir.Column():
            return "this stands in a table and never changes in a game"
        case ir.LocalRef(name=name):
            return f"{name} is only a name for something and cannot be set"
    return "this cannot be changed: it is no state"

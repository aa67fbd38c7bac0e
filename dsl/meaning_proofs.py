"""Gives scenarios their meaning."""

from __future__ import annotations

from . import program as ir
from . import tree as t
from .context import Frame, Scope
from .meaning_acts import Acts
from .program import Type
from .tree import Span
from .types import ANY, PLACES, element


class Proofs(Acts):
    def scenario(self, scenario: t.Scenario) -> ir.ScenarioDef:
        scope = Scope(Frame(scenario, colours=True))
        board, players, from_set_up = "", self.x.world.players[1], False
        if scenario.on is not None:
            board, players = scenario.on.board.text, scenario.on.players
            from_set_up = scenario.on.from_set_up
            if board not in self.x.world.boards:
                self.x.unknown(board, scenario.on.board.span, self.x.world.boards, "board")
            self.seated(players, scenario.on.span)
        elif len(self.x.world.boards) == 1:
            board = next(iter(self.x.world.boards))
        steps = tuple(made for one in scenario.steps if (made := self.step(one, scope)) is not None)
        return ir.ScenarioDef(
            scenario.title.text, scenario.proves, board, players, from_set_up, steps,
            scope.frame.slots, scenario, scenario.span,
        )  # fmt: skip

    def seated(self, players: int, span: Span) -> None:
        """An inherited scenario for more or fewer players than the game is for cannot be told."""
        low, high = self.x.world.players
        if not low <= players <= high:
            allowed = f"{low} to {high}" if low < high else str(low)
            message = f"the game is for {allowed} players, not {players}"
            self.x.report("scenario-cannot-run", message, span, "not with so many")

    def step(self, one: t.Step, s: Scope) -> ir.StepDef | None:
        match one:
            case t.Given(fact=fact, span=span):
                return self.given(fact, s, span)
            case t.Shows(what=what, span=span):
                return ir.ShowsDef(tuple(self.term(e, s.inner()) for e in what), span)
            case t.Plays(who=who, call=call, span=span):
                return ir.PlaysDef(self.colour(who), *self.played(call, s), span)
            case t.Picks(who=who, what=what, span=span):
                return ir.PicksDef(self.colour(who), tuple(self.answer(e, s) for e in what), span)
            case t.Declines(who=who, span=span):
                return ir.DeclinesDef(self.colour(who), span)
            case t.Then(fact=fact, span=span):
                return ir.ThenDef(self.flag(fact, s.inner()), span)
            case t.ThenMove(who=who, verb=verb, call=call, because=because, span=span):
                name, args = self.played(call, s)
                why = because.text if because is not None else ""
                if because is not None:
                    self.label(because, name)
                return ir.ThenMoveDef(self.colour(who), verb, name, args, why, span)
            case t.ThenChoice(who=who, what=what, allowed=allowed, because=because, span=span):
                answers = tuple(self.answer(e, s) for e in what)
                why = because.text if because is not None else ""
                if because is not None:
                    self.label(because)
                return ir.ThenChoiceDef(self.colour(who), answers, allowed, why, span)
            case t.ThenWins(who=who, span=span):
                return ir.ThenWinsDef(self.colour(who), span)
        assert isinstance(one, t.ThenSees)
        seen = self.term(one.what, s.inner())
        return ir.ThenSeesDef(self.colour(one.who), seen, one.sees, one.span)

    def colour(self, who: t.Word) -> str:
        if who.text not in self.x.colours:
            self.x.unknown(who.text, who.span, self.x.colours, "colour")
        return who.text

    def label(self, because: t.Word, action: str = "") -> None:
        """A reason: of that action and of cards it may play, or of whatever is being answered."""
        labels = {"price", "supply", "limit", "phase", "turn", "card", "choice"}
        actions = [action] if action else self.x.world.actions
        heads = [*(("actions", a) for a in actions), *(("cards", c) for c in self.x.world.cards)]
        for sort, block in heads:
            head = self.x.heads.get((sort, block))
            if head is not None:
                labels |= {i.name for i in head.head if isinstance(i, ir.RequireDef)}
        if because.text not in labels:
            self.x.unknown(because.text, because.span, labels, "requirement", "unknown-label")

    def played(self, call: t.Called, s: Scope) -> tuple[str, tuple[ir.Expr, ...]]:
        """An action with the answers to the choices of its head, in order."""
        name = call.name.text
        if name not in self.x.world.actions:
            self.x.unknown(name, call.name.span, self.x.world.actions, "action")
            return name, ()
        head = self.head_of("actions", name)
        assert head is not None
        chosen = [i.local for i in head.head if isinstance(i, ir.Choose) and not i.by_chance]
        wanted = [*head.params, *chosen] if len(call.args) > len(chosen) else chosen
        args = []
        for i, e in enumerate(call.args):
            if i >= len(wanted):
                message = f"{name} has {len(chosen)} choices"
                self.x.report("wrong-count", message, e.span, "one too many")
                break
            args.append(self.answer(e, s, wanted[i].type))
        return name, tuple(args)

    def answer(self, e: t.Expr, s: Scope, want: Type = ANY) -> ir.Expr:
        """An answer; a piece may be called by the place it stands on."""
        if isinstance(e, t.Name) and e.word in self.x.words and e.word not in self.names_only(s):
            return ir.WordRef(e.word, Type("word"), e.span)
        found = self.term(e, s.inner(), want)
        if want.base == "piece" and want.shape == "one" and found.type.base in PLACES:
            return self.narrow(found, self.stand(want).base)
        return self.fit(found, want)

    def names_only(self, s: Scope) -> set[str]:
        return self.names_here(s) - set(self.x.words)

    def nothing(self, target: ir.Expr, span: t.Span) -> ir.Expr:
        """What makes a holding, a pile, a set or somebody's pieces empty."""
        kind = target.type
        if kind.base == "piece":
            kind = Type("place", "", "list")
        elif kind.base in ("cards", "bundle"):
            kind = Type("bundle", kind.of)
        elif kind.base == "pile":
            kind = Type("number" if kind.of == "number" else "member", kind.of, "list")
        elif kind.shape == "one":
            self.x.expected("cards, a pile, a set or pieces", kind, span)
        return ir.Listing((), kind, span)

    def stands_there(self, value: ir.Expr, base: str) -> None:
        """A piece that stands on corners cannot be given an edge, and so on."""
        match value:
            case ir.Listing(items=items):
                for item in items:
                    self.stands_there(item, base)
            case ir.AsSet(base=inner):
                self.stands_there(inner, base)
            case ir.PlaceRef(text=text, type=have, span=span):
                if base in ("hex", "corner", "edge") and have.base not in (base, "place"):
                    message = f"{text} is the name of {named(have.base)}, not of {named(base)}"
                    self.x.report("wrong-type", message, span, f"{named(base)} is needed here")

    def given(self, fact: t.Expr, s: Scope, span: t.Span) -> ir.GivenDef | None:
        if not isinstance(fact, t.Compare) or fact.op not in ("is", "is in"):
            if isinstance(fact, t.Quantified) and fact.word == "no" and fact.name is None:
                target = self.term(fact.over, s.inner())
                return ir.GivenDef("is", target, self.nothing(target, span), span)
            if isinstance(fact, t.Negation):
                target = self.term(fact.operand, s.inner())
                return ir.GivenDef("is", target, ir.Const(False, ir.FLAG, span), span)
            target = self.term(fact, s.inner())
            if target.type.base == "flag":
                return ir.GivenDef("is", target, ir.Const(True, ir.FLAG, span), span)
            self.x.report("wrong-type", "given says what something is: given X is Y", span)
            return None
        inner = s.inner()
        if fact.op == "is in":
            right = self.as_many(self.term(fact.right, inner))
            want = self.stood(right, inner)
            left = self.narrow(self.term(fact.left, inner, want), want.base)
            self.stands_there(left, want.base)
            return ir.GivenDef("is in", right, left, span)
        target = self.term(fact.left, inner)
        if isinstance(target, ir.PieceKindRef):
            target = ir.OnePiece(target.name, target.type, target.span)
        want = target.type
        if want.base == "piece":
            place = self.stood(target, inner)
            value = self.narrow(self.term(fact.right, inner, place), place.base)
            self.stands_there(value, place.base)
            return ir.GivenDef("is", target, value, span)
        value = self.term(fact.right, inner, want)
        if value.type.base == "none" or want.base == "any":
            return ir.GivenDef("is", target, value, span)
        if want.base == "pile" and value.type == ir.NUMBER:
            value = ir.Listing((value,), Type("number", shape="list"), value.span)
        if want.base == "pile" and value.type.shape == "list":
            return ir.GivenDef("is", target, value, span)
        return ir.GivenDef("is", target, self.fit(value, want), span)

    def stood(self, pieces: ir.Expr, s: Scope) -> Type:
        del s
        if pieces.type.base != "piece":
            return element(pieces.type) if pieces.type.base != "any" else ANY
        return self.stand(pieces.type)


def named(sort: str) -> str:
    return f"an {sort}" if sort == "edge" else f"a {sort}"

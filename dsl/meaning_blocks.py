"""Gives declarations and everything that is done their meaning, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from . import program as ir
from . import tree as t
from .context import Frame, Scope
from .meaning_acts import Acts
from .program import FLAG, NUMBER, PLAYER, Key, Local, Type
from .types import ANY, HOLDINGS, join, optional, shaped

PLACES = ("hex", "corner", "edge")
OWNERS = ("player", "hex", "corner", "edge")
MOST = 1_000_000


class Blocks(Acts):
    """One method for each sort of block, and what they share."""

    def is_owner(self, owner: str) -> bool:
        return owner in OWNERS or owner in self.x.world.kinds or owner in self.x.world.pieces

    def owner_type(self, owner: str) -> Type:
        if owner in OWNERS:
            return Type(owner)
        if owner in self.x.world.pieces:
            return Type("piece", owner)
        return self.kind_type(owner)

    def option(self, option: t.Option) -> ir.OptionDef:
        name = option.name.text
        kind, words = self.type_of(option.type, name)
        for word in words:
            self.x.words.setdefault(word, name)
        low, high = self.ends(option.type)
        normally: int | bool | str = 0
        match option.normally:
            case t.Number(value=value):
                normally = value
                if low is not None and high is not None and low > high:
                    message = f"from {low} to {high} is no range: the smaller number comes first"
                    self.x.report("bad-range", message, option.type.span)
                elif low is not None and high is not None and not low <= value <= high:
                    message = f"{name} cannot be {value}: it goes from {low} to {high}"
                    wide = f"number from {min(low, value)} to {max(high, value)}"
                    hints = [f"to widen it, `replace option {name} is {wide}, normally {value}`"]
                    self.x.report("bad-range", message, option.normally.span, hints=hints)
            case t.Flag(value=value):
                normally = value
            case t.Name(word=word):
                normally = word
                if words and word not in words:
                    self.x.unknown(word, option.normally.span, words, "word of this option")
            case _:
                takes = ["a number"] if kind.base == "number" else []
                takes += ["yes or no"] if kind.base == "flag" else list(words)
                message = f"the option {name} takes {' or '.join(takes)}"
                self.x.report("wrong-type", message, option.normally.span)
                normally = words[0] if words else kind.base == "flag" or 0
                normally = 0 if kind.base == "number" else normally
        fitting = {"number": int, "flag": bool, "word": str}.get(kind.base)
        if fitting is not None and not words and type(normally) is not fitting:
            wanted = "a number" if kind.base == "number" else "yes or no"
            message = f"the option {name} is {wanted}, and so is what it normally is"
            self.x.report("wrong-type", message, option.normally.span, f"expected {wanted}")
        return ir.OptionDef(name, kind, low, high, tuple(words), normally, option.span)

    def ends(self, written: t.TypeName) -> tuple[int | None, int | None]:
        for term in written.terms:
            if term.low is not None and term.high is not None:
                for end in (term.low, term.high):
                    if not isinstance(end, t.Number):
                        message = "an option's range goes from one number to another"
                        self.x.report("bad-range", message, end.span, "expected a number")
                        return None, None
                assert isinstance(term.low, t.Number) and isinstance(term.high, t.Number)
                return term.low.value, term.high.value
            if term.name.text == "number":
                return 0, MOST
        return None, None

    def kind(self, kind: t.Kind) -> ir.KindDef:
        name = kind.name.text
        x = self.x
        columns = tuple(x.columns[name].items())
        cells: list[tuple[str, tuple[ir.Expr, ...]]] = []
        for row in kind.rows:
            member = row[0].word if isinstance(row[0], t.Name) else ""
            given = (*row[1:], *(c.normally for c in kind.columns[len(row) - 1 :]))
            if len(row) - 1 > len(columns) or None in given:
                message = f"{member}: {len(row) - 1} cells, but the kind has {len(columns)} columns"
                hints = ["only columns with `normally` may be left out, and only at the end"]
                x.report("wrong-count", message, row[0].span, hints=hints)
                continue
            made = tuple(
                self.typed(cell, Scope(), type)
                for cell, (_, type) in zip(given, columns, strict=True)
                if cell is not None
            )
            cells.append((member, made))
        x.told["kind", name] = self.texts(kind.notes)
        sort = x.kinds.sorts.get(name, "member")
        members = x.kinds.lists.get(name, ())
        return ir.KindDef(name, sort, members, columns, tuple(cells), kind.span)

    def piece_places(self, piece: t.Piece) -> Iterator[str]:
        world = self.x.world
        for word in piece.places:
            name = word.text
            if name in PLACES or name in world.tracks or name in world.pieces:
                yield name
            elif name in world.kinds and self.x.kinds.sorts.get(name) == "piece":
                yield from self.x.kinds.lists[name]
            else:
                names = [*PLACES, *world.tracks, *world.pieces, *world.kinds]
                self.x.unknown(name, word.span, names, "place")

    def piece_block(self, piece: t.Piece) -> ir.PieceDef:
        name = piece.name.text
        cost = None
        if piece.cost is not None:
            cost = self.typed(piece.cost, Scope(), Type("bundle"))
        supply = piece.supply if piece.supply is not None else 0
        if supply > 10_000:
            message = f"{supply:,} pieces are more than any table holds"
            self.x.report("number-too-large", message, piece.supply_span)
            supply = 0
        self.x.told["piece", name] = self.texts(piece.notes)
        places = self.x.places[name]
        return ir.PieceDef(name, places, supply, piece.supply_in_all, cost, piece.span)

    def state(self, state: t.State) -> ir.StateDef:
        owner = state.owner.text if state.owner is not None else ""
        slot = self.x.slots[(owner, state.name.text)]
        scope = Scope()
        if owner:
            scope.bind(owner, self.owner_type(owner))
        params = self.bind_params(state.params, scope)
        low = high = None
        for term in state.type.terms:
            if term.low is not None and term.high is not None:
                low, high = self.number(term.low, scope), self.number(term.high, scope)
        full = isinstance(state.at_first, t.Name) and state.at_first.word == "full"
        at_first = None
        if state.at_first is not None and not full:
            at_first = self.first_value(state.at_first, slot.type, scope)
        where = None
        if state.at_first_where is not None:
            inner = Scope()
            inner.bind(owner or "the game", self.owner_type(owner) if owner else ANY)
            inner.bind("card", Type("member", slot.type.of))
            where = self.flag(state.at_first_where, inner)
        until = state.until.text if state.until is not None else ""
        known = ("", "turn", *self.x.world.phases)
        if until not in known and state.until is not None:
            self.x.unknown(until, state.until.span, known[1:], "phase")
        sights = tuple(self.sight(sight, scope) for sight in state.sights)
        spent = state.spent_to.text if state.spent_to is not None else ""
        if spent and ("", spent) not in self.x.slots and state.spent_to is not None:
            names = [n for o, n in self.x.slots if not o]
            self.x.unknown(spent, state.spent_to.span, names, "state of the game")
        spoken = ".".join(word for word in (owner, state.name.text) if word)
        self.x.told["state", spoken] = self.texts(state.notes, scope.inner())
        return ir.StateDef(
            owner, state.name.text, params, slot.type, low, high, at_first, full, where, until,
            sights, spent, state.span,
        )  # fmt: skip

    def first_value(self, e: t.Expr, type: Type, scope: Scope) -> ir.Expr:
        if type.base == "pile" and isinstance(e, t.ListOf):
            one = NUMBER if type.of == "number" else Type("member", type.of)
            return self.typed(e, scope, shaped(one, "list"))
        if type.base == "pile":
            found = self.term(e, scope)
            if found.type.shape == "list":
                return found
            return self.fit(found, type)
        return self.typed(e, scope, type)

    def sight(self, sight: t.Sight, scope: Scope) -> ir.SightDef:
        by: str | ir.Expr
        if isinstance(sight.by, t.Name) and sight.by.word in ("owner", "everyone", "nobody"):
            by = sight.by.word
        else:
            by = self.typed(sight.by, scope.inner(), Type("player", shape="set"))
        when = self.flag(sight.when, scope.inner()) if sight.when is not None else None
        return ir.SightDef(sight.what, by, when)

    def value_of(self, key: Key) -> ir.ValueDef | None:
        found = self.x.values.get(key)
        if found is not None:
            return found
        if ("values", key) in self.x.under_way:
            names = [k for s, k in self.x.under_way if s == "values"]
            ring = names[names.index(key) :]
            shown = " → ".join(".".join(p for p in k if p) for k in [*ring, key])
            span = self.x.world.values[key].name.span
            self.x.report("circular", f"a value that needs itself: {shown}", span)
            return None
        self.x.under_way.append(("values", key))
        made = self.value(self.x.world.values[key])
        self.x.under_way.pop()
        self.x.values[key] = made
        return made

    def value(self, value: t.Value) -> ir.ValueDef:
        owner = value.owner.text if value.owner is not None else ""
        scope = Scope(Frame(value))
        params: list[Local] = []
        if owner:
            if not self.is_owner(owner) and value.owner is not None:
                names = [*OWNERS, *self.x.world.kinds, *self.x.world.pieces]
                self.x.unknown(owner, value.owner.span, names)
            params.append(scope.bind(owner, self.owner_type(owner)))
        params += self.bind_params(value.params, scope)
        formula = self.term(value.formula, scope.inner()) if value.formula is not None else None
        raw = []
        for part in value.parts:
            inner = scope.inner()
            when = self.flag(part.when, inner) if part.when is not None else None
            raw.append((part, self.term(part.value, inner), when))
        type = self.combined(value, formula, [e for _, e, _ in raw])
        if formula is not None and value.form != "formula":
            formula = self.fit(formula, type)
        labels = [p.name.text for p in value.parts]
        parts = []
        for part, e, when in raw:
            over = part.over.text if part.over is not None else ""
            if over and over not in labels and part.over is not None:
                self.x.unknown(over, part.over.span, labels, "exception", "unknown-label")
            parts.append(ir.PartDef(part.name.text, self.fit(e, type), when, over, (), part.span))
        plain = formula is not None and value.form == "formula"
        if plain and formula is not None and formula.type.base in ("cards", "pile"):
            formula = self.as_bundle(formula, type)
        made = ir.ValueDef(
            owner, value.name.text, tuple(params), value.form, formula, tuple(parts), type,
            scope.frame.slots, (), value.span,
        )  # fmt: skip
        self.x.values[made.key] = made
        told = tuple(
            replace(one, texts=self.texts(part.notes, scope))
            for one, part in zip(parts, value.parts, strict=True)
        )
        return replace(made, parts=told, texts=self.texts(value.notes, scope))

    def combined(self, value: t.Value, formula: ir.Expr | None, parts: list[ir.Expr]) -> Type:
        """The type of a value, from how its parts are put together."""
        if value.form in ("any", "all"):
            return FLAG
        if value.form == "lowest":
            return NUMBER
        every = ([formula] if formula is not None else []) + parts
        types = [e.type for e in every]
        if value.form == "formula" and formula is not None:
            have = formula.type
            if have.base in ("cards", "pile") and have.shape == "one":
                return Type("bundle", have.of)
            return have
        if any(x.base == "any" for x in types):
            return ANY
        if value.form == "sum":
            if all(x.base in ("number", "space") and x.shape == "one" for x in types):
                return NUMBER
            holding = any(x.base in HOLDINGS and x.shape == "one" for x in types)
            if holding:
                return Type("bundle", self.x.kinds.union("member", (x.of for x in types)))
            common = join(self.x.kinds, [optional(shaped(x, "one"), False) for x in types])
            if common is not None and types:
                return shaped(common, "set")
        else:
            common = join(self.x.kinds, types)
            if common is not None:
                return common
        self.x.report("wrong-type", "the parts of a value must be of one sort", value.span)
        return ANY

    def award(self, award: t.Award) -> ir.AwardDef:
        subject = award.subject.text
        if subject != "player" and self.x.kinds.sorts.get(subject) != "member":
            self.x.unknown(subject, award.subject.span, ["player", *self.x.world.kinds])
        scope = Scope(Frame(award))
        scope.bind(subject, PLAYER if subject == "player" else Type("member", subject))
        measure = self.term(award.measure, scope)
        if measure.type.base != "space":
            measure = self.fit(measure, NUMBER)
        minimum = self.number(award.minimum, scope) if award.minimum is not None else None
        holder = isinstance(award.ties, t.Name) and award.ties.word == "holder"
        ties = None
        if award.ties is not None and not holder:
            ties = self.typed(award.ties, scope, scope.names[subject].type)
        return ir.AwardDef(
            award.name.text, subject, measure, minimum, holder, ties, scope.frame.slots,
            self.texts(award.notes, scope), award.span,
        )  # fmt: skip

    def action(self, action: t.Action) -> ir.ActionDef:
        name = action.name.text
        head = self.head_of("actions", name)
        assert head is not None
        for word in action.during:
            if word.text not in self.x.world.phases:
                self.x.unknown(word.text, word.span, self.x.world.phases, "phase")
        limit = self.number(action.limit, Scope()) if action.limit is not None else None
        per = action.limit_per.text if action.limit_per is not None else "turn"
        if per != "turn" and per not in self.x.world.phases and action.limit_per is not None:
            self.x.unknown(per, action.limit_per.span, [*self.x.world.phases, "turn"], "phase")
        self.x.under_way.append(("actions", name))
        body = self.body(action.body, head.scope)
        self.x.under_way.pop()
        return ir.ActionDef(
            name, head.params, tuple(w.text for w in action.during), limit, per, head.head, body,
            head.scope.frame.slots, head.names, self.texts(action.notes, head.scope), action.span,
        )  # fmt: skip

    def card(self, card: t.Card) -> ir.CardDef:
        name = card.name.text
        if self.x.kinds.sorts.get(card.kind.text) != "member":
            self.x.unknown(card.kind.text, card.kind.span, self.x.world.kinds, "kind of cards")
        if card.copies > 10_000:
            message = f"{card.copies:,} cards are too many"
            self.x.report("number-too-large", message, card.copies_span)
        head = self.head_of("cards", name)
        assert head is not None
        body = self.body(card.body, head.scope)
        return ir.CardDef(
            name, card.kind.text, card.copies, head.head, body, head.scope.frame.slots, head.names,
            self.texts(card.notes, head.scope), card.span,
        )  # fmt: skip

    def steps(self, steps: t.Steps) -> ir.StepsDef:
        head = self.head_of("steps", steps.name.text)
        assert head is not None
        body = self.body(steps.body, head.scope)
        return ir.StepsDef(
            steps.name.text, head.params, body, head.scope.frame.slots, head.names,
            self.texts(steps.notes, head.scope), steps.span,
        )  # fmt: skip

    def phase(self, phase: t.Phase) -> ir.PhaseDef:
        for word in phase.ends_with:
            if word.text not in self.x.world.actions:
                self.x.unknown(word.text, word.span, self.x.world.actions, "action")
        names = tuple(w.text for w in phase.ends_with)
        return ir.PhaseDef(phase.name.text, names, self.texts(phase.notes), phase.span)

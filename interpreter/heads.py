"""The head of an action or a card: it alone decides whether a move is legal.

A head is walked in order. Its choices are levels: at level n the first n choices are answered. Each
requirement, and each name bound by `let`, belongs to the first level at which all names it uses are
bound, and is judged there. So a candidate is dropped as early as possible, and a refusal can name
every requirement that is known to fail, even for half an answer.

Beside the written requirements there are implied ones: `limit` (at most n times), `price` (the
`pay` lines that follow the head, and those of rules before the action), `supply` (a piece that the
body places must be left) and `card` (a card that the body plays must itself be possible).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexwright.dsl import program as ir
from hexwright.interpreter import choices, uses, weaving
from hexwright.interpreter.implied import implied
from hexwright.interpreter.requirements import Test, sentence, surely
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator

HeadDef = ir.ActionDef | ir.CardDef


class Plan:
    """What can be read off a head without a table: its choices, and the level of every name."""

    def __init__(self, definition: HeadDef) -> None:
        self.definition = definition
        self.choices = tuple(i for i in definition.head if isinstance(i, ir.Choose))
        self.levels: dict[int, int] = {}
        """slot → level at which it is bound"""
        if isinstance(definition, ir.ActionDef):
            self.levels = {local.slot: 0 for local in definition.params}
        answered = 0
        for item in definition.head:
            if isinstance(item, ir.Choose):
                answered += 1
                self.levels[item.local.slot] = answered
            elif isinstance(item, ir.Let):
                level = self.level_of(item.value)
                assert level is not None
                self.levels[item.local.slot] = level
        self.names = {local.name: self.levels[local.slot] for local in definition.head_names}

    def level_of(self, part: Any) -> int | None:
        """The level from which on a part can be judged; None if it uses a name of the body."""
        inside = {
            node.local.slot
            for node in uses.nodes(part)
            if isinstance(node, ir.Quantified) and node.local is not None
        }
        used = uses.slots_used(part) - inside
        if not used <= self.levels.keys():
            return None
        return max((self.levels[slot] for slot in used), default=0)


_plans: dict[int, Plan] = {}


def plan_of(definition: HeadDef) -> Plan:
    plan = _plans.get(id(definition))
    if plan is None or plan.definition is not definition:
        plan = _plans[id(definition)] = Plan(definition)
    return plan


def head_of(program: ir.Program, sort: str, name: str) -> HeadDef:
    return program.cards[name] if sort == "card" else program.actions[name]


class Walk:
    """One head, seen by who is to answer it and as it is called."""

    def __init__(
        self,
        ev: Evaluator,
        sort: str,
        name: str,
        who: int,
        terms: ir.Terms | None = None,
        caller: Scope | None = None,
        call: ir.Call | None = None,
    ) -> None:
        self.ev = ev
        self.sort = sort
        self.name = name
        self.who = who
        self.terms = terms
        self.caller = caller or Scope()
        self.call = call
        self.definition = head_of(ev.program, sort, name)
        self.plan = plan_of(self.definition)
        self.choices = self.plan.choices
        ignored = terms.ignoring if terms is not None else ()
        self.tests = [t for t in [*self._written(), *implied(self)] if t.name not in ignored]
        self.at: list[list[ir.Let | Test]] = [[] for _ in range(len(self.choices) + 1)]
        for item in self.definition.head:
            if isinstance(item, ir.Let):
                self.at[self.plan.levels[item.local.slot]].append(item)
            elif isinstance(item, ir.RequireDef):
                found = [t for t in self.tests if t.condition is item.condition]
                for test in found:
                    self.at[test.level].append(test)
        for test in self.tests:
            if test.condition is None:
                self.at[test.level].append(test)

    def of_card(self, name: str) -> Walk:
        """The head of a card that the same player would play."""
        return Walk(self.ev, "card", name, self.who)

    def begin(self) -> Scope:
        """The names that are bound before the first choice: the parameters."""
        scope = Scope({}, self.who)
        if self.call is not None and isinstance(self.definition, ir.ActionDef):
            for local, arg in zip(self.definition.params, self.call.args, strict=True):
                value = self.ev.value(arg, self.caller.copy())
                scope.slots[local.slot] = self.ev.converted(value, arg.type, local.type)
        return scope

    def lacks_argument(self, scope: Scope) -> bool:
        """A parameter that got nothing: then there is nothing to do."""
        params = self.definition.params if isinstance(self.definition, ir.ActionDef) else ()
        return any(scope.slots.get(p.slot) is None and not p.type.optional for p in params)

    # walking

    def bind(self, scope: Scope, level: int) -> None:
        """Bind the names that `let` gives at a level."""
        for item in self.at[level]:
            if isinstance(item, ir.Let):
                value = self.ev.value(item.value, scope)
                scope.slots[item.local.slot] = self.ev.converted(
                    value, item.value.type, item.local.type
                )

    def passes(self, scope: Scope, level: int) -> bool:
        """Bind the names of a level and judge its requirements."""
        self.bind(scope, level)
        return all(item.holds(scope) for item in self.at[level] if isinstance(item, Test))

    def ways(self, scope: Scope, level: int) -> Iterator[tuple[Scope, int]]:
        """Every way to answer the choices of one thing, up to the first choice of an amount, from
        which the rest of the head can still succeed."""
        if level == 0 and self.lacks_argument(scope):
            return
        scope = scope.copy()
        if not self.passes(scope, level):
            return
        if level == len(self.choices):
            yield scope, level
            return
        choice = self.choices[level]
        if choice.amount != "one":
            if not self.refuted(scope, level) and self.fillable(scope, level, ()):
                yield scope, level
            return
        found = choices.candidates(self.ev, choice, scope)
        if not found and choice.if_any:
            found = [None]
        asked = self.asked_for(choice)
        if asked is not None:
            found = [thing for thing in found if thing in asked]
        for thing in found:
            yield from self.ways(scope.bound(choice.local.slot, thing), level + 1)

    def asked_for(self, choice: ir.Choose) -> tuple[Plain, ...] | None:
        """The only answer that the caller asks for (`where NAME is X`); None if any will do."""
        where = self.terms.where if self.terms is not None else None
        if not isinstance(where, ir.Compare) or where.op != "is":
            return None
        name, other = where.left, where.right
        if not isinstance(name, ir.HeadRef):
            name, other = other, name
        alike = (other.type.base, other.type.shape) == (choice.local.type.base, "one")
        if not isinstance(name, ir.HeadRef) or name.name != choice.local.name or not alike:
            return None
        if uses.head_names_used(other):
            return None
        return (self.ev.value(other, self.caller.copy()),)

    def possible(self, scope: Scope, level: int) -> bool:
        return any(True for _ in self.ways(scope, level))

    def refuted(self, scope: Scope, level: int) -> list[Test]:
        """Requirements of later levels that fail whatever will be answered."""
        later = [t for items in self.at[level + 1 :] for t in items if isinstance(t, Test)]
        return [
            test
            for test in later
            if test.condition is not None and surely(self.ev, test.condition, scope) is False
        ]

    def fillable(self, scope: Scope, level: int, picked: tuple[Plain, ...]) -> bool:
        """Can an amount that begins with these things be completed?

        An exact amount is tried out as far as requirements read it. A free amount is taken to be
        possible if there is anything to take; only its end is judged.
        """
        choice = self.choices[level]
        there = choices.stock(self.ev, choice, scope)
        least, most = choices.bounds(self.ev, choice, scope, there)
        if choice.amount != "exactly" and (picked or most):
            return True
        if most == len(picked):
            amount = choices.amount_of(choice, picked)
            return self.possible(scope.bound(choice.local.slot, amount), level + 1)
        if choices.still_there(there, picked) < least - len(picked):
            return False
        if not any(self.at[level + 1 :]) and level + 1 == len(self.choices):
            return True
        return any(
            self.fillable(scope, level, (*picked, thing))
            for thing in choices.next_takes(there, picked)
        )

    # requirements

    def _written(self) -> Iterator[Test]:
        for item in self.definition.head:
            if isinstance(item, ir.RequireDef):
                yield self._requirement(item)
        if self.terms is not None and self.terms.where is not None:
            where = self.terms.where
            names = uses.head_names_used(where)
            level = max((self.plan.names[name] for name in names), default=0)
            yield Test(
                "where",
                level,
                lambda scope: self.ev.truth(where, self.where_scope(scope)),
                lambda scope: "That is not what is asked for here.",
                where.span,
            )

    def _requirement(self, require: ir.RequireDef) -> Test:
        level = self.plan.level_of(require.condition)
        assert level is not None
        return Test(
            require.name,
            level,
            lambda scope: self.ev.truth(require.condition, scope),
            lambda scope: sentence(self.ev, require.sentence, scope),
            require.span,
            require.condition,
        )

    def where_scope(self, scope: Scope) -> Scope:
        """The caller's names, and those of this head."""
        names = weaving.names_of(self.definition.head_names, scope)
        return Scope(self.caller.slots, self.caller.you, names)


def can(ev: Evaluator, who: int, terms: ir.Terms, caller: Scope) -> bool:
    """`P can A …`: is there a legal way? The window and the turn do not matter."""
    if not 0 <= who < ev.setting.players:
        return False
    for call in terms.calls:
        walk = Walk(ev, "action", call.action, who, terms, caller, call)
        if walk.possible(walk.begin(), 0):
            return True
    return False

"""Why a move is not possible: every requirement that fails, with its sentence and its line.

It needs a table and some plain data about the open decision, so it serves both engines.
A requirement that reads what the player may not see is not named.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hexwright.dsl import program as ir
from hexwright.dsl.tree import Span
from hexwright.interpreter import choices, labels, sight
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.heads import Walk
from hexwright.interpreter.moves import CHOOSE, DECLINE, ENOUGH, TAKE, Move, Refusal
from hexwright.interpreter.requirements import Test
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import Setting
from hexwright.interpreter.shapes import element
from hexwright.interpreter.table import Plain, Table


@dataclass(frozen=True, slots=True)
class Context:
    """The open decision. kind: act, must, may, choose or pick."""

    player: int
    kind: str
    phase: str = ""
    """the window of an `act`"""
    terms: ir.Terms | None = None
    """how the action is called, of a must or may, and while its head is answered"""
    names: dict[int, Plain] = field(default_factory=dict)
    """slots of the block that calls"""
    you: int | None = None
    """the acting player of the block that calls"""
    sort: str = ""
    block: str = ""
    """action or card whose head is being answered, and its name"""
    bound: dict[int, Plain] = field(default_factory=dict)
    """slots that are bound: of that head, or of the block in which a choice stands"""
    level: int = 0
    """choices of the head that are answered"""
    picked: tuple[Plain, ...] = ()
    choose: ir.Choose | None = None
    """the choice that is asked, when it is no part of a head"""


def explain(setting: Setting, table: Table, context: Context | None, move: Move) -> list[Refusal]:
    """The reasons against a move; nothing if there are none that the player may know."""
    if context is None:
        return [Refusal("over", "The game is over.", "")]
    ev = Evaluator(setting, table)
    chosen = context.kind in ("choose", "pick") or move.what not in setting.program.actions
    if chosen and move.what in (CHOOSE, TAKE, ENOUGH, DECLINE):
        return _Explainer(ev, context).answer(move)
    if move.what not in setting.program.actions:
        return [Refusal("action", f"There is no action {move.what}.", "")]
    return _Explainer(ev, context).action(move)


def place_of(span: Span) -> str:
    return f"{span.file}:{span.line}" if span.line else ""


class _Explainer:
    def __init__(self, ev: Evaluator, context: Context) -> None:
        self.ev = ev
        self.context = context
        self.caller = Scope(context.names, context.you)

    # actions

    def action(self, move: Move) -> list[Refusal]:
        action = self.ev.program.actions[move.what]
        found: list[Refusal] = []
        context = self.context
        if context.kind == "pick" and (context.sort, context.block) == ("action", move.what):
            walk = Walk(self.ev, "action", move.what, context.player, context.terms, self.caller)
            return self.head(walk, move.args, Scope(context.bound, context.player))
        call = None
        terms = None
        if self.context.kind == "act":
            if self.context.phase not in action.during:
                found.append(
                    self._phase(action, f"This is not done in the phase {self._window()}.")
                )
        else:
            calls = self.context.terms.calls if self.context.terms is not None else ()
            call = next((c for c in calls if c.action == move.what), None)
            if self.context.kind not in ("must", "may") or call is None:
                found.append(self._phase(action, "Something else has to be decided first."))
                call = None
            else:
                terms = self.context.terms
        if call is None and action.params:
            return found
        walk = Walk(self.ev, "action", move.what, self.context.player, terms, self.caller, call)
        return found + self.head(walk, move.args)

    def _window(self) -> str:
        return self.context.phase.replace("_", " ")

    def _phase(self, action: ir.ActionDef, sentence: str) -> Refusal:
        return Refusal("phase", sentence, place_of(action.span), action.name)

    def head(
        self, walk: Walk, args: tuple[object, ...], bound: Scope | None = None
    ) -> list[Refusal]:
        """Everything that speaks against these answers to a head."""
        scope = bound or walk.begin()
        if walk.lacks_argument(scope):
            return [Refusal("choice", "There is nothing this could be about.", "", walk.name)]
        if len(args) > len(walk.choices):
            return [Refusal("choice", "So much is not asked for.", "", walk.name)]
        found = self._level(walk, scope, 0)
        for level, answer in enumerate(args):
            choice = walk.choices[level]
            thing, refusal = self._read(walk.name, choice, scope, answer)
            found += refusal
            if thing is None and refusal:
                return found
            scope = scope.bound(choice.local.slot, thing)
            found += self._level(walk, scope, level + 1)
        if not found and len(args) < len(walk.choices):
            found = self._no_way(walk, scope, len(args))
        return found

    def _no_way(self, walk: Walk, scope: Scope, level: int) -> list[Refusal]:
        """Why no answer to the rest of a head will do: what speaks against each."""
        choice = walk.choices[level]
        if walk.possible(scope, level):
            return []
        if choice.amount != "one":
            return self._no_amount(walk, scope, level)
        found: dict[str, Refusal] = {}
        things = choices.candidates(self.ev, choice, scope)
        for thing in things:
            bound = scope.bound(choice.local.slot, thing)
            reasons = self._level(walk, bound, level + 1)
            if not reasons and level + 1 < len(walk.choices):
                reasons = self._no_way(walk, bound, level + 1)
            for reason in reasons:
                found.setdefault(reason.name, reason)
        if not things:
            found["choice"] = self._choice(walk.name, choice, "There is nothing to choose from.")
        return list(found.values())

    def _no_amount(self, walk: Walk, scope: Scope, level: int) -> list[Refusal]:
        """Why no amount will do: what fails whatever is taken, or because nothing is there."""
        choice = walk.choices[level]
        refuted = [t for t in walk.refuted(scope, level) if self._may_be_told(t, scope)]
        found = [self._refusal(walk, test, scope) for test in refuted]
        if not found and not choices.stock(self.ev, choice, scope):
            bound = scope.bound(choice.local.slot, choices.none_of(choice))
            found = self._level(walk, bound, level + 1)
            if not found and level + 1 < len(walk.choices):
                found = self._no_way(walk, bound, level + 1)
        return found or [self._choice(walk.name, choice, "There is not enough to choose from.")]

    def _level(self, walk: Walk, scope: Scope, level: int) -> list[Refusal]:
        walk.bind(scope, level)
        tests = [item for item in walk.at[level] if isinstance(item, Test)]
        return [
            self._refusal(walk, test, scope)
            for test in tests
            if not test.holds(scope) and self._may_be_told(test, scope)
        ]

    def _may_be_told(self, test: Test, scope: Scope) -> bool:
        if test.condition is None:
            return True
        return sight.may_know(self.ev, self.context.player, test.condition, scope)

    def _refusal(self, walk: Walk, test: Test, scope: Scope) -> Refusal:
        inner: list[Refusal] = []
        if test.card is not None:
            inner = self.head(Walk(self.ev, "card", test.card(scope), walk.who), ())
        elif test.condition is not None:
            inner = list(self._asked(test.condition, scope))
        sentence = test.says(scope)
        return Refusal(test.name, sentence, place_of(test.span), walk.name, tuple(inner))

    def _asked(self, condition: ir.Expr, scope: Scope) -> Iterable[Refusal]:
        """Reasons of an action of the same player that a requirement asks about."""
        if not isinstance(condition, ir.Can):
            return
        who = self.ev.value(condition.who, scope.copy())
        if who != self.context.player:
            return
        for call in condition.terms.calls:
            walk = Walk(self.ev, "action", call.action, who, condition.terms, scope, call)
            yield from self.head(walk, ())

    def _choice(self, action: str, choice: ir.Choose, sentence: str) -> Refusal:
        return Refusal("choice", sentence, place_of(choice.span), action)

    def _read(
        self, name: str, choice: ir.Choose, scope: Scope, answer: object
    ) -> tuple[Plain, list[Refusal]]:
        """The thing or amount that an answer names, and what speaks against choosing it."""
        wanted = choice.local.type
        if choice.amount != "one" and choice.bundle:
            wanted = ir.Type("bundle", wanted.of)
        try:
            among = self._domain(choice, scope)
            thing = labels.read(self.ev, answer, wanted, among)  # type: ignore[arg-type]
        except labels.Unreadable as wrong:
            return None, [self._choice(name, choice, f"{wrong}.")]
        if choice.amount == "one":
            fits = thing in choices.candidates(self.ev, choice, scope)
        else:
            thing = choices.none_of(choice) if thing is None else thing
            fits = self._fits(choice, scope, choices.spelled_out(choice, thing))
        if fits:
            return thing, []
        shown = labels.show(self.ev.setting, thing, wanted)
        return thing, [self._choice(name, choice, f"{shown} cannot be chosen here.")]

    def _domain(self, choice: ir.Choose, scope: Scope) -> list[Plain]:
        return choices.candidates(self.ev, choice, scope)

    def _fits(self, choice: ir.Choose, scope: Scope, picked: tuple[Plain, ...]) -> bool:
        there = choices.stock(self.ev, choice, scope)
        least, most = choices.bounds(self.ev, choice, scope, there)
        counts = dict(there)
        enough = all(picked.count(thing) <= counts.get(thing, 0) for thing in picked)
        return enough and least <= len(picked) <= most

    # answers

    def answer(self, move: Move) -> list[Refusal]:
        context = self.context
        if move.what == DECLINE:
            return [Refusal("choice", "This cannot be declined.", "", context.block)]
        if context.kind not in ("choose", "pick"):
            return [Refusal("phase", "An action is asked for, not a choice.", "")]
        walk = None
        scope = Scope(context.bound, context.player)
        choice = context.choose
        if choice is None:
            walk = Walk(
                self.ev, context.sort, context.block, context.player, context.terms, self.caller
            )
            choice = walk.choices[context.level]
        if move.what == CHOOSE and context.kind == "pick":
            return self._whole(walk, choice, scope, move)
        if (move.what == CHOOSE) != (context.kind == "choose"):
            return [self._choice(context.block, choice, "That is not what is asked for here.")]
        if move.what == ENOUGH:
            return self._enough(walk, choice, scope)
        return self._thing(walk, choice, scope, move)

    def _whole(
        self, walk: Walk | None, choice: ir.Choose, scope: Scope, move: Move
    ) -> list[Refusal]:
        """An amount that is named at once, not thing by thing."""
        answer = move.args[0] if move.args else None
        name = walk.name if walk is not None else self.context.block
        thing, found = self._read(name, choice, scope, answer)
        if found or walk is None:
            return found
        return self._judged(walk, scope.bound(choice.local.slot, thing))

    def _enough(self, walk: Walk | None, choice: ir.Choose, scope: Scope) -> list[Refusal]:
        if choice.amount == "exactly":
            return [self._choice(self.context.block, choice, "That is not enough yet.")]
        if walk is None:
            return []
        amount = choices.amount_of(choice, self.context.picked)
        return self._judged(walk, scope.bound(choice.local.slot, amount))

    def _no_way_after(self, walk: Walk, scope: Scope) -> list[Refusal]:
        level = self.context.level + 1
        return self._no_way(walk, scope, level) if level < len(walk.choices) else []

    def _thing(
        self, walk: Walk | None, choice: ir.Choose, scope: Scope, move: Move
    ) -> list[Refusal]:
        t = element(choice.over.type) if move.what == TAKE else choice.local.type
        try:
            domain = self._domain(choice, scope)
            thing = labels.read(self.ev, move.args[0] if move.args else None, t, domain)
        except labels.Unreadable as wrong:
            return [self._choice(self.context.block, choice, f"{wrong}.")]
        shown = labels.show(self.ev.setting, thing, t)
        if thing not in domain:
            return [self._choice(self.context.block, choice, f"{shown} cannot be chosen here.")]
        if move.what == TAKE:
            text = f"{shown} cannot be taken now: take things in their order, as many as are there."
            return [self._choice(self.context.block, choice, text)]
        if walk is None:
            return []
        return self._judged(walk, scope.bound(choice.local.slot, thing))

    def _judged(self, walk: Walk, bound: Scope) -> list[Refusal]:
        """What speaks against the answer just bound, or against every way to go on from it."""
        return self._level(walk, bound, self.context.level + 1) or self._no_way_after(walk, bound)


__all__ = ["Context", "explain", "place_of"]

"""Rules on events: which rules belong to an event, and with which names they run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator

_known: dict[int, tuple[ir.Program, dict[tuple[str, str, str], list[ir.RuleDef]]]] = {}


def _rules(program: ir.Program, timing: str, verb: str, event: str) -> list[ir.RuleDef]:
    """Rules in the order in which they run, remembered for each program."""
    known = _known.get(id(program))
    if known is None or known[0] is not program:
        known = _known[id(program)] = (program, {})
    key = (timing, verb, event)
    if key not in known[1]:
        known[1][key] = [
            rule
            for rule in program.rules.values()
            if rule.timing == timing
            and event in rule.events
            and (verb in rule.verbs if verb else not rule.verbs)
        ]
    return known[1][key]


def rules_on(program: ir.Program, timing: str, event: str) -> list[ir.RuleDef]:
    """Rules on an action, card, steps, phase or rule."""
    return _rules(program, timing, "", event)


def rules_on_piece(program: ir.Program, timing: str, verb: str, kind: str) -> list[ir.RuleDef]:
    return _rules(program, timing, verb, kind)


def names_of(locals_: Iterable[ir.Local], scope: Scope) -> dict[str, Plain]:
    """The names of a head that are bound so far."""
    return {local.name: scope.slots[local.slot] for local in locals_ if local.slot in scope.slots}


def rule_scope(rule: ir.RuleDef, names: Mapping[str, Plain], you: int | None) -> Scope:
    """A rule takes from its event the names it uses, and acts for whoever caused the event."""
    return Scope({p.slot: names[p.name] for p in rule.params if p.name in names}, you)


def applies(ev: Evaluator, rule: ir.RuleDef, scope: Scope) -> bool:
    return ev.truth(rule.when, scope)

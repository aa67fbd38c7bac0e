"""Settling: awards and `whenever` rules, before every decision and at the end of every action.

All measures come first, then every award once, then the rules, until nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter.first import subjects
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator

ROUNDS = 100


def settle(ev: Evaluator, run: Callable[[ir.RuleDef, int], None]) -> None:
    """`run` carries out a rule for a player."""
    table = ev.table
    for _ in range(ROUNDS):
        before = table.copy()
        measured = {a.name: _measures(ev, a) for a in ev.program.awards.values()}
        for award in ev.program.awards.values():
            table.holders[award.name] = _holder(ev, award, measured[award.name])
        for rule in ev.program.rules.values():
            if rule.timing == "whenever" and ev.truth(rule.when, Scope({}, table.active)):
                run(rule, table.active)
                if table.winners:
                    return
        if table == before:
            return


def _measures(ev: Evaluator, award: ir.AwardDef) -> list[tuple[Plain, int]]:
    found = []
    for subject in subjects(ev.setting, award.subject):
        measure = ev.number(award.measure, Scope({0: subject}, ev.table.active))
        if measure is not None:
            found.append((subject, measure))
    return found


def _holder(ev: Evaluator, award: ir.AwardDef, measured: list[tuple[Plain, int]]) -> Plain:
    """The one leader; of several the one that ties go to, if among them; else nobody."""
    scope = Scope({}, ev.table.active)
    best = max((measure for _, measure in measured), default=None)
    least = None if award.minimum is None else ev.number(award.minimum, scope)
    if best is None or (least is not None and best < least):
        return None
    leaders = [subject for subject, measure in measured if measure == best]
    if len(leaders) == 1:
        return leaders[0]
    favoured = None
    if award.ties_to_holder:
        favoured = ev.table.holders.get(award.name)
    elif award.ties is not None:
        favoured = ev.value(award.ties, scope)
    return favoured if favoured in leaders else None

"""One requirement of a head, and how its sentence reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.dsl.tree import Span
from hexwright.interpreter import labels, sight, uses
from hexwright.interpreter.scope import Scope

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator


@dataclass(frozen=True, slots=True)
class Test:
    """One requirement: when it can be judged, whether it holds, and what to say if not."""

    name: str
    level: int
    holds: Callable[[Scope], bool]
    says: Callable[[Scope], str]
    span: Span
    condition: ir.Expr | None = None
    """of a written requirement: may ask whether another action is possible"""
    card: Callable[[Scope], str] | None = None
    """of the implied requirement `card`: which one"""


def sentence(ev: Evaluator, text: ir.Text, scope: Scope) -> str:
    """A sentence with its holes filled; what is not known yet stays as written."""
    out = text.sentence.text
    parts: list[str] = []
    at = 0
    for hole in text.holes:
        start = out.find("{", at)
        end = out.find("}", start)
        if start < 0 or end < 0:
            break
        parts.append(out[at:start])
        if _bound(hole, scope):
            value = ev.value(hole, scope.copy())
            parts.append(labels.show(ev.setting, value, hole.type))
        else:
            parts.append(out[start + 1 : end])
        at = end + 1
    return "".join(parts) + out[at:]


def told(ev: Evaluator, text: ir.Text, player: int) -> str:
    """A sentence as one player reads it; "" if a hole is open or none of the player's business."""
    scope = Scope({}, player)
    if all(_bound(h, scope) and sight.may_know(ev, player, h, scope) for h in text.holes):
        return sentence(ev, text, scope)
    return ""


def surely(ev: Evaluator, condition: ir.Expr, scope: Scope) -> bool | None:
    """What a condition gives whatever its unbound names will be; None if that is open."""
    match condition:
        case ir.Both(left=left, right=right):
            both = surely(ev, left, scope), surely(ev, right, scope)
            return False if False in both else None if None in both else True
        case ir.Either(left=left, right=right):
            either = surely(ev, left, scope), surely(ev, right, scope)
            return True if True in either else None if None in either else False
        case ir.Negation(operand=operand):
            known = surely(ev, operand, scope)
            return None if known is None else not known
    return ev.truth(condition, scope.copy()) if _bound(condition, scope) else None


def _bound(part: ir.Expr, scope: Scope) -> bool:
    """Whether all names of a term are bound, or bound inside it."""
    inside = {
        node.local.slot
        for node in uses.nodes(part)
        if isinstance(node, ir.Quantified) and node.local is not None
    }
    return uses.slots_used(part) - inside <= scope.slots.keys()

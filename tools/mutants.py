"""Rules broken on purpose, one place at a time, to see whether a scenario notices.

Every mutant is the program of a ruleset with one thing wrong: a requirement, a part, a rule or a
line is gone, a condition is turned round, a number is one off, one word stands for another. Only
what the ruleset itself wrote is broken, not what it inherits. A mutant that all scenarios pass is
a rule that nobody proves, or two ways of saying the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.tree import NOWHERE, Span

BLOCKS = ("options", "pieces", "tracks", "kinds", "states", "values", "awards", "actions", "cards",
          "steps", "phases", "rules")  # fmt: skip
"""what of a program holds rules"""
OPPOSITE = {"is": "is not", "is not": "is", "is in": "is not in", "is not in": "is in",
            "<": ">=", ">=": "<", ">": "<=", "<=": ">", "+": "-", "-": "+"}  # fmt: skip
NEAR = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
BINDING = ir.Choose | ir.Let
"""lines that give a name to something; what uses the name needs them"""
SILENT = ("texts", "sentence", "source", "span", "type", "params", "head_names", "local", "holes")
"""fields that do not say how a game goes"""

Variant = tuple[str, Span, Any]
"""what is wrong, where, and the node in which it is wrong"""


@dataclass(frozen=True)
class Mutant:
    what: str
    span: Span
    program: ir.Program


def mutants(program: ir.Program, own: Callable[[str], bool]) -> Iterator[Mutant]:
    """One after the other, in the order of the blocks; `own` tells which files are broken."""
    maker = _Maker(program, own)
    for sort in BLOCKS:
        blocks: dict[Any, Any] = getattr(program, sort)
        for key, block in blocks.items():
            for what, span, broken in maker.variants(block, block.span):
                yield Mutant(what, span, _with(program, sort, {**blocks, key: broken}))
            if isinstance(block, ir.RuleDef | ir.AwardDef) and own(block.span.file):
                rest = {k: b for k, b in blocks.items() if k != key}
                yield Mutant(f"{block.name} is gone", block.span, _with(program, sort, rest))


def _with(program: ir.Program, sort: str, blocks: dict[Any, Any]) -> ir.Program:
    changed: Any = {sort: blocks}
    return replace(program, **changed)


class _Maker:
    def __init__(self, program: ir.Program, own: Callable[[str], bool]) -> None:
        self.program = program
        self.own = own

    def variants(self, node: Any, outer: Span) -> Iterator[Variant]:
        """The node with one thing wrong in it or below it."""
        span = _span(node, outer)
        if self.own(span.file):
            yield from ((what, span, wrong) for what, wrong in self.wrong(node))
        ends = ("low", "high") if isinstance(node, ir.StateDef) else ()
        for one in fields(node):
            if one.name not in SILENT and one.name not in ends:
                for what, where, wrong in self.within(getattr(node, one.name), span):
                    yield what, where, replace(node, **{one.name: wrong})

    def within(self, value: Any, outer: Span) -> Iterator[Variant]:
        if isinstance(value, tuple):
            for i, item in enumerate(value):
                for what, span, wrong in self.within(item, outer):
                    yield what, span, (*value[:i], wrong, *value[i + 1 :])
                span = _span(item, outer)
                if _removable(item) and self.own(span.file):
                    yield f"{_called(item)} is gone", span, value[:i] + value[i + 1 :]
        elif hasattr(value, "__dataclass_fields__") and not isinstance(value, ir.Type | Span):
            yield from self.variants(value, outer)

    def wrong(self, node: Any) -> Iterator[tuple[str, Any]]:
        """What can be wrong about a node itself."""
        yield from self.of_terms(node)
        yield from self.of_lines(node)
        yield from self.of_blocks(node)
        for name in ("where", "when", "passing"):
            if getattr(node, name, None) is not None:
                always = ir.Const(True, ir.FLAG) if isinstance(node, ir.PartDef) else None
                yield f"without `{name}`", replace(node, **{name: always})

    def of_terms(self, node: Any) -> Iterator[tuple[str, Any]]:
        match node:
            case ir.Const(value=bool(value)):
                yield f"{'no' if value else 'yes'} instead", replace(node, value=not value)
            case ir.Const(value=int(value)):
                yield f"{value + 1} instead of {value}", replace(node, value=value + 1)
                if value > 0:
                    yield f"{value - 1} instead of {value}", replace(node, value=value - 1)
            case ir.MemberRef(name=name):
                other = self.other_member(name)
                if other:
                    yield f"{other} instead of {name}", replace(node, name=other)
            case ir.Compare(op=op) | ir.Arithmetic(op=("+" | "-") as op):
                for other in (OPPOSITE[op], *([NEAR[op]] if op in NEAR else [])):
                    yield f"`{other}` instead of `{op}`", replace(node, op=other)
            case ir.Both(left=left, right=right) | ir.Either(left=left, right=right):
                yield "only what stands before", left
                yield "only what stands after", right
            case ir.Negation(operand=operand):
                yield "without `not`", operand
            case ir.Quantified(word="some" | "no" | "every") | ir.Can():
                yield "the opposite", ir.Negation(node)
            case ir.StateRef(type=ir.Type(base="flag", shape="one")):
                yield "the opposite", ir.Negation(node)
            case ir.ValueRef(type=ir.Type(base="flag", shape="one")):
                yield "the opposite", ir.Negation(node)
            case ir.Terms(free=True):
                yield "paying", replace(node, free=False)
            case ir.Terms(paying=price) if price is not None:
                yield "at the usual price", replace(node, paying=None)

    def of_lines(self, node: Any) -> Iterator[tuple[str, Any]]:
        match node:
            case ir.Choose(amount=("exactly" | "up to") as amount):
                other = "up to" if amount == "exactly" else "exactly"
                yield f"{other} instead of {amount}", replace(node, amount=other)
            case ir.Must(optional=optional):
                yield (
                    f"{'must' if optional else 'may'} instead",
                    replace(node, optional=not optional),
                )
            case ir.Give(up_to=True) | ir.MoveCards(up_to=True):
                yield "without `up to`", replace(node, up_to=False)
            case ir.Each(order=order) if order != "turn":
                yield f"not {order}", replace(node, order="turn", first=None)
            case ir.OneGo(body=body, span=span):
                yield "not in one go", ir.If(((ir.Const(True, ir.FLAG), body),), (), span)

    def of_blocks(self, node: Any) -> Iterator[tuple[str, Any]]:
        match node:
            case ir.OptionDef(normally=normally):
                for other in other_defaults(node):
                    yield f"normally {other} instead of {normally}", replace(node, normally=other)
            case ir.PieceDef(supply=supply):
                yield f"supply {supply + 1}", replace(node, supply=supply + 1)
                if supply > 1:
                    yield f"supply {supply - 1}", replace(node, supply=supply - 1)
            case ir.TrackDef(high=high):
                yield f"to {high + 1}", replace(node, high=high + 1)
            case ir.CardDef(copies=copies):
                yield f"copies {copies + 1}", replace(node, copies=copies + 1)
            case ir.StateDef(until=until) if until:
                yield f"not until end of {until}", replace(node, until="")
            case ir.SightDef(by=by):
                other = "nobody" if by == "everyone" else "everyone"
                yield f"seen by {other}", replace(node, by=other)
            case ir.RuleDef(timing=("before" | "after") as timing, verbs=()):
                other = "after" if timing == "before" else "before"
                yield f"{other} instead of {timing}", replace(node, timing=other)
            case ir.ActionDef(during=during):
                for phase in during:
                    rest = tuple(p for p in during if p != phase)
                    yield f"not during {phase}", replace(node, during=rest)
                if node.limit is not None:
                    yield "without limit", replace(node, limit=None)

    def other_member(self, name: str) -> str:
        """The next one in the smallest kind that has it."""
        kinds = [k.members for k in self.program.kinds.values()
                 if k.sort == "member" and name in k.members]  # fmt: skip
        near = min(kinds, key=len, default=(name,))
        other = near[(near.index(name) + 1) % len(near)]
        return other if other != name else ""


def other_defaults(option: ir.OptionDef) -> list[int | bool | str]:
    """What an option could be if nobody chooses."""
    if isinstance(option.normally, bool):
        return [not option.normally]
    words: list[int | bool | str] = [w for w in option.words if w != option.normally]
    if isinstance(option.normally, int):
        near = (option.normally - 1, option.normally + 1)
        words += [n for n in near if (option.low or 0) <= n <= (option.high or n)]
    return words


def _span(node: Any, outer: Span) -> Span:
    found = getattr(node, "span", NOWHERE)
    return outer if found == NOWHERE else found


def _removable(node: Any) -> bool:
    if isinstance(node, ir.RequireDef | ir.PartDef | ir.SightDef):
        return True
    return isinstance(node, ir.Statement) and not isinstance(node, BINDING)


def _called(node: Any) -> str:
    match node:
        case ir.RequireDef(name=name):
            return f"requirement {name}"
        case ir.PartDef(name=name):
            return f"part {name}"
        case ir.SightDef(what=what):
            return f"`{'seen' if what == 'seen' else f'{what} seen'} by …`"
    return "this line"

"""What each part of a program reads and writes, and which parts can stop to ask somebody.

An *atom* names a piece of the state coarsely: ("state", owner, name), ("piece", kind), ("holder",
award), ("include", owner, name), ("turn", word). Caches and settling rules are invalidated by
atoms, so a coarse atom costs speed, never correctness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.tree import NOWHERE, Span
from hexwright.interpreter.setting import Setting

Atom = tuple[str, ...]
EVERYTHING: Atom = ("*",)
PIECE_FIELDS = {"place", "hexes", "corners", "edges", "ends", "neighbours"}


NOTHING_BELOW = (ir.Type, Span, type)


PARTS: dict[type[Any], tuple[str, ...] | None] = {}


def parts_of(sort: type[Any]) -> tuple[str, ...] | None:
    """The fields of a sort of node; None of what is no node."""
    if sort not in PARTS:
        node = is_dataclass(sort) and not issubclass(sort, NOTHING_BELOW)
        PARTS[sort] = tuple(f.name for f in fields(sort)) if node else None
    return PARTS[sort]


def walk(node: Any) -> Iterator[Any]:
    """Every node of the program below this one, itself included."""
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(item)
        elif (names := parts_of(type(item))) is not None:
            yield item
            for name in names:
                stack.append(getattr(item, name))


def uses_slot(node: Any, slot: int) -> bool:
    return any(isinstance(n, ir.LocalRef) and n.slot == slot for n in walk(node))


def slots_in(node: Any) -> set[int]:
    return {n.slot for n in walk(node) if isinstance(n, ir.LocalRef)}


def conjuncts(e: ir.Expr | None) -> list[ir.Expr]:
    """The conditions that a condition joins by `and`."""
    if e is None:
        return []
    if isinstance(e, ir.Both) and e.type == ir.FLAG:
        return conjuncts(e.left) + conjuncts(e.right)
    return [e]


def bound_in(node: Any) -> set[int]:
    """Slots that the node binds itself (quantifiers, choices, loops)."""
    return {
        n.local.slot
        for n in walk(node)
        if isinstance(n, (ir.Quantified, ir.Choose, ir.Each, ir.Let)) and n.local is not None
    }


def rewritten(node: Any, change: Callable[[Any], Any]) -> Any:
    """The same node with what `change` gives in place of others; None leaves one as it is."""
    if isinstance(node, tuple):
        return tuple(rewritten(n, change) for n in node)
    if parts_of(type(node)) is None:
        return node
    found = change(node)
    if found is not None:
        return found
    new = {name: rewritten(getattr(node, name), change) for name in parts_of(type(node)) or ()}
    return replace(node, **new)


def plain(node: Any) -> Any:
    """The same node without places, so that equal terms are equal."""
    if isinstance(node, Span):
        return NOWHERE
    if isinstance(node, tuple):
        return tuple(plain(n) for n in node)
    if is_dataclass(node) and not isinstance(node, (ir.Type, type)):
        return replace(node, **{f.name: plain(getattr(node, f.name)) for f in fields(node)})
    return node


class Analysis:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.program = setting.program
        self._values: dict[ir.Key, frozenset[Atom]] = {}
        self._you: dict[ir.Key, bool] = {}
        self.rules_on: dict[str, list[ir.RuleDef]] = {}
        self.rules_on_pieces: dict[tuple[str, str, str], list[ir.RuleDef]] = {}
        for rule in self.program.rules.values():
            for event in rule.events:
                if rule.verbs:
                    for verb in rule.verbs:
                        self.rules_on_pieces.setdefault((rule.timing, verb, event), []).append(rule)
                else:
                    self.rules_on.setdefault(event, []).append(rule)
        self.suspending = self._find_suspending()

    # reading

    def kinds_of(self, kind: str) -> tuple[str, ...]:
        return self.setting.piece_kinds.get(kind, (kind,) if kind in self.program.pieces else ())

    def value_reads(self, key: ir.Key) -> frozenset[Atom]:
        if key not in self._values:
            self._values[key] = frozenset()
            value = self.program.values[key]
            found = set(self.reads((value.formula, tuple(value.parts))))
            found.add(("include", *key))
            self._values[key] = frozenset(found)
        return self._values[key]

    def value_uses_you(self, key: ir.Key) -> bool:
        if key not in self._you:
            self._you[key] = False
            value = self.program.values[key]
            self._you[key] = self.uses_you((value.formula, tuple(value.parts)))
        return self._you[key]

    def uses_you(self, node: Any) -> bool:
        for n in walk(node):
            if isinstance(n, ir.BuiltIn) and n.name == "you":
                return True
            if isinstance(n, (ir.ValueRef, ir.Passing)) and self.value_uses_you(n.key):
                return True
        return False

    def reads(self, node: Any) -> set[Atom]:
        found: set[Atom] = set()
        for n in walk(node):
            match n:
                case ir.StateRef(key=key):
                    found.add(("state", *key))
                case ir.ValueRef(key=key) | ir.Passing(key=key):
                    found |= self.value_reads(key)
                case ir.PiecesOf(kind=kind) | ir.OnlyPieceOf(kind=kind):
                    found |= {("piece", k) for k in self.kinds_of(kind)}
                case ir.OnePiece(name=name):
                    found.add(("piece", name))
                case ir.LeftIn():
                    found |= {("piece", k) for k in self.program.pieces}
                case ir.Everything(type=t) if t.base == "piece":
                    found |= {("piece", k) for k in self.kinds_of(t.of)}
                case ir.Field(base=base, name=name):
                    t = base.type
                    if t.base == "piece":
                        found |= {("piece", k) for k in self.kinds_of(t.of)}
                    elif t.base == "place" or name in ("newest", "oldest"):
                        found |= {("piece", k) for k in self.program.pieces}
                case ir.HolderOf(award=award):
                    found.add(("holder", award))
                case ir.BuiltIn(name=name) if name not in ("you", "neutral", "neutrals"):
                    found.add(("turn", name))
                case ir.Can():
                    found.add(EVERYTHING)
        return found

    # stopping

    def _find_suspending(self) -> set[tuple[str, str]]:
        stopping: set[tuple[str, str]] = set()
        p = self.program
        while True:
            before = len(stopping)
            for sort, table in (("action", p.actions), ("card", p.cards), ("steps", p.steps)):
                for name, block in table.items():
                    hooks = self.rules_on.get(name, [])
                    if self._any_stops(block.body, stopping) or any(
                        ("rule", r.name) in stopping for r in hooks
                    ):
                        stopping.add((sort, name))
                    if isinstance(block, ir.CardDef) and any(
                        isinstance(h, ir.Choose) for h in block.head
                    ):
                        stopping.add((sort, name))
                    if isinstance(block, ir.ActionDef) and has_amount(block.head):
                        stopping.add((sort, name))
            for name, rule in p.rules.items():
                hooks = self.rules_on.get(name, [])
                if self._any_stops(rule.body, stopping) or any(
                    ("rule", r.name) in stopping for r in hooks
                ):
                    stopping.add(("rule", name))
            if len(stopping) == before:
                return stopping

    def _any_stops(self, body: tuple[ir.Statement, ...], stopping: set[tuple[str, str]]) -> bool:
        return any(self._stops(s, stopping) for s in body)

    def stops(self, statement: ir.Statement) -> bool:
        return self._stops(statement, self.suspending)

    def _stops(self, s: ir.Statement, stopping: set[tuple[str, str]]) -> bool:
        match s:
            case ir.Choose(by_chance=by_chance):
                return not by_chance
            case ir.Must() | ir.PlayPhase() | ir.Settle():
                return True
            case ir.PlayCard(card=card):
                return any(("card", c) in stopping for c in self.cards_of(card.type.of))
            case ir.Do(steps=steps):
                return ("steps", steps) in stopping
            case ir.If(branches=branches, otherwise=otherwise):
                return any(self._any_stops(b, stopping) for _, b in branches) or self._any_stops(
                    otherwise, stopping
                )
            case ir.Each(body=body) | ir.Repeat(body=body) | ir.OneGo(body=body):
                return self._any_stops(body, stopping)
            case ir.PlacePiece() | ir.MovePieces() | ir.RemovePieces() | ir.ReplacePiece():
                return any(
                    ("rule", r.name) in stopping
                    for verb, kinds in piece_events(s, self)
                    for k in kinds
                    for timing in ("before", "after")
                    for r in self.rules_on_pieces.get((timing, verb, k), [])
                )
        return False

    def cards_of(self, kind: str) -> list[str]:
        definition = self.program.kinds.get(kind)
        names = definition.members if definition else tuple(self.program.cards)
        return [n for n in names if n in self.program.cards]


def has_amount(head: ir.Head) -> bool:
    return any(isinstance(h, ir.Choose) and h.amount != "one" for h in head)


def piece_events(
    s: ir.PlacePiece | ir.MovePieces | ir.RemovePieces | ir.ReplacePiece, analysis: Analysis
) -> list[tuple[str, tuple[str, ...]]]:
    """(verb, piece kinds) that a statement on pieces may cause."""
    match s:
        case ir.PlacePiece(piece=piece):
            return [("placing", analysis.kinds_of(piece.type.of))]
        case ir.MovePieces(what=what):
            return [("moving", analysis.kinds_of(what.type.of))]
        case ir.RemovePieces(what=what):
            return [("removing", analysis.kinds_of(what.type.of))]
        case ir.ReplacePiece(what=what, by=by):
            kinds = analysis.kinds_of(what.type.of) + analysis.kinds_of(by.type.of)
            return [("replacing", kinds)]


def open_offers(program: ir.Program) -> frozenset[str]:
    """Actions whose head asks for any bundle at all, and actions that lead to such ones."""
    found = {
        a.name
        for a in program.actions.values()
        if any(isinstance(h, ir.Choose) and h.amount == "some" and h.bundle for h in a.head)
    }
    while True:
        more = {
            a.name
            for a in program.actions.values()
            if a.name not in found
            and a.during
            and any(
                isinstance(s, ir.Must) and any(c.action in found for c in s.terms.calls)
                for s in walk(a.body)
            )
        }
        if not more:
            return frozenset(found)
        found |= more

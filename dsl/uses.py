"""What a stretch of a program reads, writes, calls and causes, found by one walk over its nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from . import program as ir
from .walk import children

Node = tuple[str, str]
"""(sort, name) of anything that has a name"""


def spoken(key: ir.Key) -> str:
    """A state or value as an author writes it."""
    return f"{key[0]}.{key[1]}" if key[0] else key[1]


@dataclass(slots=True)
class Uses:
    """What one piece of a program needs and does, without what it calls."""

    reads: set[Node] = field(default_factory=set)
    writes: set[Node] = field(default_factory=set)
    calls: set[Node] = field(default_factory=set)
    causes: set[Node] = field(default_factory=set)
    """events of pieces"""

    def sorted(self) -> Iterator[tuple[str, Node]]:
        named = ("reads", self.reads), ("writes", self.writes), ("calls", self.calls)
        for kind, nodes in (*named, ("triggers", self.causes)):
            for node in sorted(nodes):
                yield kind, node


def uses(program: ir.Program, *nodes: Any) -> Uses:
    """What these expressions and statements read, write, call and cause."""
    finder = _Finder(program)
    for node in nodes:
        finder.look(node)
    return finder.found


class _Finder:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.found = Uses()

    def look(self, node: Any) -> None:
        if isinstance(node, tuple):
            for item in node:
                self.look(item)
            return
        if not hasattr(node, "__dataclass_fields__"):
            return
        for below in self.step(node):
            self.look(below)

    def step(self, node: Any) -> Iterable[Any]:
        """Notes one node; what is left to look at below it."""
        found, program = self.found, self.program
        match node:
            case ir.Assign(target=target, value=value):
                return [*self.change(target), value]
            case ir.Increase(target=target, by=by):
                return [*self.change(target), target, by]
            case ir.Roll(targets=targets):
                return [below for target in targets for below in self.change(target)]
            case ir.Shuffle(target=target):
                return self.change(target)
            case ir.MoveCards(what=what, source=source, target=target):
                kind = what.type.of if what is not None else ""
                return [what, *self.store(source, kind), *self.store(target, kind)]
            case ir.Give(what=what) | ir.Pay(what=what):
                self.hold(what.type.of)
            case ir.PlacePiece(piece=piece):
                self.pieces(piece.type.of, "placing")
            case ir.MovePieces(what=what):
                self.pieces(what.type.of, "moving")
            case ir.RemovePieces(what=what):
                self.pieces(what.type.of, "removing")
            case ir.ReplacePiece(what=what, by=by):
                self.pieces(what.type.of, "replacing")
                self.pieces(by.type.of, "")
            case ir.Include(value=key):
                found.writes.add(("value", spoken(key)))
            case ir.Do(steps=steps):
                found.calls.add(("steps", steps))
            case ir.Call(action=action):
                found.calls.add(("action", action))
            case ir.PlayPhase(phase=phase):
                found.calls.add(("phase", phase))
            case ir.PlayCard(card=card):
                members = self.spelled(card.type.of)
                found.calls |= {("card", m) for m in members if m in program.cards}
            case _:
                self.read(node)
        return children(node)

    def read(self, node: Any) -> None:
        reads, program = self.found.reads, self.program
        match node:
            case ir.StateRef(key=key):
                reads.add(("state", spoken(key)))
            case ir.ValueRef(key=key) | ir.Passing(key=key):
                reads.add(("value", spoken(key)))
            case ir.OptionRef(name=name):
                reads.add(("option", name))
            case ir.MemberRef(name=name):
                reads.add(("member", name))
            case ir.MarkRef(name=name):
                reads.add(("mark", name))
            case ir.PhaseRef(name=name):
                reads.add(("phase", name))
            case ir.HolderOf(award=award):
                reads.add(("award", award))
            case ir.PieceKindRef(name=name) | ir.OnePiece(name=name):
                reads.add(("piece", name))
            case ir.PiecesOf(kind=kind) | ir.OnlyPieceOf(kind=kind):
                reads.update([self.group(kind)] if kind else [("piece", p) for p in program.pieces])
            case ir.Everything(type=t) if t.of:
                reads.add(("track", t.of) if t.of in program.tracks else self.group(t.of))

    def group(self, name: str) -> Node:
        return ("piece", name) if name in self.program.pieces else ("kind", name)

    def spelled(self, kind: str) -> tuple[str, ...]:
        if kind in self.program.kinds:
            return self.program.kinds[kind].members
        return (kind,) if kind else tuple(self.program.pieces)

    def change(self, target: ir.Expr) -> Iterable[Any]:
        if isinstance(target, ir.StateRef):
            self.found.writes.add(("state", spoken(target.key)))
            return [target.subject, *target.args]
        if isinstance(target, ir.HolderOf):
            self.found.writes.add(("award", target.award))
            return []
        return [target]

    def store(self, store: ir.Store, kind: str) -> Iterable[Any]:
        if store.sort == "player":
            self.hold(kind)
            return [store.ref]
        return [store.ref, *self.change(store.ref)]

    def hold(self, kind: str) -> None:
        """Cards of that kind leave or reach a holding and the store they are spent to."""
        program = self.program
        members = program.kinds[kind].members if kind in program.kinds else program.holdings
        for key in {program.holdings[m] for m in members if m in program.holdings}:
            state = program.states.get(key)
            for node in (spoken(key), state.spent_to if state is not None else ""):
                if node:
                    self.found.writes.add(("state", node))
                    self.found.reads.add(("state", node))

    def pieces(self, kind: str, verb: str) -> None:
        for name in self.spelled(kind):
            if name in self.program.pieces:
                self.found.writes.add(("piece", name))
                if verb:
                    self.found.causes.add(("event", f"{verb} {name}"))

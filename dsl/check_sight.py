"""Who may see what: requirements that would give a secret away, holdings that say nothing.

A requirement is told to its player, so it may read only what that player sees. What is read is
followed through values, with one question at each state: is it the viewer's own? The test is kind
where it cannot know: a sight with `when`, or by some players, is taken to be met.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from . import program as ir
from .diagnostics import Diagnostic, diagnose
from .tree import Span
from .uses import spoken, uses
from .walk import children, walk

COUNT, CONTENTS, ALL = 0, 1, 2
"""how closely something is looked at: how many, which ones, everything"""
GRANTS = {"count": COUNT, "contents": CONTENTS, "seen": ALL}


@dataclass(frozen=True, slots=True)
class View:
    """Whose eyes: `you` and these bound names are the viewer."""

    you: bool
    slots: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Look:
    key: ir.Key
    own: bool
    depth: int
    span: Span


def sight(program: ir.Program) -> Iterator[Diagnostic]:
    yield from silent(program)
    reader = Reader(program)
    yield from leaks(program, reader)
    yield from sealed(program, reader)


def silent(program: ir.Program) -> Iterator[Diagnostic]:
    for key, state in program.states.items():
        if state.type.base in ("cards", "pile") and state.type.shape == "one" and not state.sights:
            message = f"{spoken(key)} does not say who sees it"
            hints = ["write below it `seen by owner`, `seen by everyone` or `seen by nobody`"]
            yield diagnose("sight-missing", message, state.span, hints=hints)


class Reader:
    """Finds what an expression looks at, and how closely."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.known: dict[tuple[ir.Key, View, int], tuple[Look, ...]] = {}

    def look(self, e: Any, view: View, depth: int = CONTENTS) -> Iterator[Look]:
        match e:
            case ir.StateRef(key=key, subject=subject, args=args):
                own = subject is not None and self.is_viewer(subject, view)
                yield Look(key, own, depth, e.span)
                yield from self.each((subject, args), view)
            case ir.ValueRef(key=key, subject=subject, args=args):
                given = ((subject,) if subject is not None else ()) + args
                for found in self.inside(key, given, view, depth):
                    yield replace(found, span=e.span)
                yield from self.each((subject, args), view)
            case ir.Quantified(word="some" | "no" | "count", local=None, over=over):
                yield from self.look(over, view, COUNT)
            case ir.Quantified(over=over, where=where, body=body):
                closely = CONTENTS if where is not None or body is not None else depth
                yield from self.look(over, view, max(closely, COUNT))
                yield from self.each((where, body), view)
            case ir.AsSet(base=base) | ir.AsBundle(base=base):
                yield from self.look(base, view, depth)
            case ir.Arithmetic(left=left, right=right) if e.type.base == "bundle":
                yield from self.look(left, view, depth)
                yield from self.look(right, view, depth)
            case ir.Field(base=base, name="top" | "bottom"):
                yield from self.look(base, view, ALL)
            case ir.Can():
                return
            case _:
                yield from self.each(tuple(children(e)), view)

    def each(self, nodes: tuple[Any, ...], view: View) -> Iterator[Look]:
        for node in nodes:
            if isinstance(node, tuple):
                yield from self.each(node, view)
            elif node is not None:
                yield from self.look(node, view)

    def is_viewer(self, e: ir.Expr, view: View) -> bool:
        if isinstance(e, ir.BuiltIn):
            return e.name == "you" and view.you
        return isinstance(e, ir.LocalRef) and e.slot in view.slots

    def inside(
        self, key: ir.Key, given: tuple[ir.Expr, ...], view: View, depth: int
    ) -> tuple[Look, ...]:
        """What a value looks at, asked with these arguments."""
        value = self.program.values.get(key)
        if value is None:
            return ()
        pairs = zip(value.params, given, strict=False)
        slots = frozenset(param.slot for param, e in pairs if self.is_viewer(e, view))
        inner = (key, View(view.you, slots), depth)
        if inner not in self.known:
            self.known[inner] = ()
            found: list[Look] = []
            if value.formula is not None:
                found += self.look(value.formula, inner[1], depth)
            for part in value.parts:
                found += self.look(part.value, inner[1], depth)
                found += self.each((part.when,), inner[1])
            self.known[inner] = tuple(dict.fromkeys(found))
        return self.known[inner]

    def secret(self, look: Look) -> bool:
        """Is that more than the viewer may know?"""
        state = self.program.states.get(look.key)
        if state is None or not state.sights:
            return False
        for one in state.sights:
            met = one.by == "everyone" or not isinstance(one.by, str)
            if (met or (one.by == "owner" and look.own)) and GRANTS[one.what] >= look.depth:
                return False
            if one.when is not None and one.by != "nobody":
                return False
        return True


def leaks(program: ir.Program, reader: Reader) -> Iterator[Diagnostic]:
    """Heads that tell their player what the player may not see."""
    you = View(True)
    blocks: list[ir.ActionDef | ir.CardDef] = [*program.actions.values(), *program.cards.values()]
    for block in blocks:
        for item in block.head:
            parts: tuple[Any, ...]
            match item:
                case ir.RequireDef(condition=condition, sentence=sentence):
                    what, parts = f"the requirement {item.name}", (condition, sentence.holes)
                case ir.Choose(who=None, by_chance=False, over=over, where=where, number=number):
                    what, parts = f"the choice of {item.local.name}", (over, where, number)
                case ir.Let(value=value):
                    what, parts = item.local.name, (value,)
                case _:
                    continue
            secrets = [look for look in reader.each(parts, you) if reader.secret(look)]
            for look in {look.span: look for look in reversed(secrets)}.values():
                yield _leak(program, f"{what} of {block.name}", look)
        for line in walk(block.body):
            if isinstance(line, ir.Choose) and not line.by_chance and line.where is not None:
                view = you if line.who is None else View(*_eyes(line.who))
                for look in reader.look(line.where, view):
                    if reader.secret(look):
                        yield _leak(program, f"the choice of {line.local.name}", look)


def _eyes(who: ir.Expr) -> tuple[bool, frozenset[int]]:
    if isinstance(who, ir.LocalRef):
        return False, frozenset((who.slot,))
    return isinstance(who, ir.BuiltIn) and who.name == "you", frozenset()


def _leak(program: ir.Program, what: str, look: Look) -> Diagnostic:
    state = program.states[look.key]
    message = f"{what} reads {spoken(look.key)}, which its player may not see"
    return diagnose(
        "leaks", message, look.span, "a secret", others=[(state.span, "who sees it stands here")]
    )


# Sealed answers


def sealed(program: ir.Program, reader: Reader) -> Iterator[Diagnostic]:
    """`at once`: nobody's answer may depend on what the answers of others change."""
    owners = (program.actions, program.cards, program.steps, program.rules)
    for block in (one for table in owners for one in table.values()):
        for line in walk(block.body):
            if isinstance(line, ir.Each) and line.order == "at once":
                written = {name for sort, name in _written(program, line.body) if sort == "state"}
                for look in _asked(program, reader, line):
                    if not look.own and spoken(look.key) in written:
                        message = (
                            f"all answer at once, but the answer looks at {spoken(look.key)}, "
                            "which the answers of others change"
                        )
                        hints = ["leave out `, at once`: then they answer one after the other"]
                        yield diagnose("at-once-reads", message, line.span, hints=hints)
                        break


def _asked(program: ir.Program, reader: Reader, line: ir.Each) -> Iterator[Look]:
    """What the first decisions of the block look at."""
    mine = View(False, frozenset((line.local.slot,)))
    for node in walk(line.body):
        if isinstance(node, ir.Choose) and not node.by_chance:
            yield from reader.each((node.over, node.where, node.number), mine)
        elif isinstance(node, ir.Must):
            yield from reader.each((node.terms.where,), mine)
            for call in node.terms.calls:
                action = program.actions.get(call.action)
                for item in action.head if action is not None else ():
                    if isinstance(item, ir.RequireDef):
                        yield from reader.look(item.condition, View(True))
                    elif isinstance(item, ir.Let):
                        yield from reader.look(item.value, View(True))
                    else:
                        parts = (item.over, item.where, item.number)
                        yield from reader.each(parts, View(True))


def _written(program: ir.Program, body: Any) -> set[tuple[str, str]]:
    """What statements change, with the steps and actions they run."""
    found: set[tuple[str, str]] = set()
    seen: set[tuple[str, str]] = set()
    left: list[Any] = [body]
    while left:
        effects = uses(program, left.pop())
        found |= effects.writes
        for sort, name in effects.calls - seen:
            seen.add((sort, name))
            table: Any = {"steps": program.steps, "action": program.actions}.get(sort)
            if table is not None and name in table:
                left.append(table[name].body)
    return found

"""Names that are taken, that could mean two things, or that hide another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import program as ir
from . import tree as t
from .compose_names import SINGULAR
from .diagnostics import Diagnostic, diagnose
from .kinds import plural
from .tree import Span
from .uses import Node, spoken
from .walk import nodes
from .world import World

BUILT_IN = frozenset((
    "you", "active", "starter", "round", "phase", "paid", "neutral", "neutrals", "players",
    "everyone", "nobody", "hexes", "corners", "edges", "pieces", "chance", "owner", "holder",
    "full", "hex", "corner", "edge", "player", "number", "flag", "text", "none",
))  # fmt: skip
"""names that a ruleset cannot give to something of its own"""
BINDERS = (t.Choose, t.Let, t.Each, t.Quantified, t.Param)


def names(world: World, program: ir.Program, mine: set[Node]) -> Iterator[Diagnostic]:
    yield from taken(world, mine)
    yield from kinds(world, program, mine)
    yield from hidden(world, program, mine)


def blocks(world: World, mine: set[Node]) -> Iterator[tuple[str, Any]]:
    """The blocks that the ruleset itself wrote or touched."""
    for (sort, name), block in world.blocks():
        shown = spoken(name) if isinstance(name, tuple) else str(name)
        if (SINGULAR.get(sort, sort), shown) in mine:
            yield sort, block


def taken(world: World, mine: set[Node]) -> Iterator[Diagnostic]:
    """Names of the language itself, declared or bound."""
    for sort, block in blocks(world, mine):
        if sort in ("sections", "scenarios"):
            continue
        declared = []
        if sort not in ("states", "values") or block.owner is None:
            declared.append(block.name)
        if sort == "kinds":
            rows = [row[0] for row in block.rows if row and isinstance(row[0], t.Name)]
            declared += [t.Word(name.word, name.span) for name in rows]
        declared += [n.name for n in nodes(block) if isinstance(n, BINDERS) and n.name is not None]
        for word in declared:
            if word.text in BUILT_IN:
                message = f'"{word.text}" is a name of the language itself'
                yield diagnose("reserved-name", message, word.span, "choose another name")


def kinds(world: World, program: ir.Program, mine: set[Node]) -> Iterator[Diagnostic]:
    """Kinds and options that no other block mentions."""
    wanted = {("kind", k) for k in program.kinds} | {("option", o) for o in program.options}
    wanted &= mine
    if not wanted:
        return
    mentioned: dict[str, int] = {}
    for _, one in world.blocks():
        for word in words(one):
            mentioned[word] = mentioned.get(word, 0) + 1
    for sort, name in sorted(wanted):
        block: Any = world.kinds[name] if sort == "kind" else world.options[name]
        spellings = {name, plural(name)} if sort == "kind" else {name}
        own = words(block)
        if sort == "kind":
            members = program.kinds[name].members if block.rows else ()
            spellings |= {m for m in members if program.members.get(m) == name}
        if all(mentioned.get(word, 0) <= (word in own) for word in spellings):
            message = f"no other block speaks of {name}"
            yield diagnose("unused", message, block.name.span, "nothing uses this")


def words(block: Any) -> set[str]:
    """Every word that a block mentions, fields and words of types included."""
    found: set[str] = set()
    for node in nodes(block):
        if isinstance(node, t.Name):
            found.add(node.word)
        elif isinstance(node, t.Word):
            found.add(node.text)
    return found


def hidden(world: World, program: ir.Program, mine: set[Node]) -> Iterator[Diagnostic]:
    """Bound names that hide a state, value, option or member of the same name."""
    known: dict[str, tuple[str, Span]] = {}
    for name, option in program.options.items():
        known[name] = ("an option", option.span)
    for (owner, name), state in program.states.items():
        if not owner:
            known[name] = ("a state of the game", state.span)
    for (owner, name), value in program.values.items():
        if not owner:
            known[name] = ("a value", value.span)
    for member, kind in program.members.items():
        known[member] = (f"one of {kind}", program.kinds[kind].span)
    for sort, block in blocks(world, mine):
        if sort in ("kinds", "scenarios"):
            continue
        for node in nodes(block):
            if not isinstance(node, BINDERS) or node.name is None:
                continue
            hit = known.get(node.name.text)
            if hit is not None:
                message = f'"{node.name.text}" is also {hit[0]}, which cannot be reached below'
                others = [(hit[1], "declared here")]
                yield diagnose("hidden-name", message, node.name.span, others=others)

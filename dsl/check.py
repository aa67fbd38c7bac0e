"""What a ruleset should not have: things nobody uses, contradictions, leaks, missing texts.

Everything here is found without playing. Names and types are the business of `resolve`; what shows
only in a game is tried by the tools. Warnings speak about what the ruleset wrote or changed itself:
its parents have been told already. A block switches a warning off with `allow CODE`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import program as ir
from . import tree as t
from .allowing import Allowed
from .check_looks import looks
from .check_names import names
from .check_sense import boards, foregone, homeless
from .check_sight import sight
from .compose_names import SINGULAR
from .diagnostics import Diagnostic, diagnose
from .graph import Graph, rule_graph
from .tree import Span
from .uses import Node, spoken
from .world import Id, World

SPEAKING = ("options", "pieces", "awards", "actions", "cards", "steps", "phases", "rules", "boards")
"""blocks that a printed rule book explains"""
TOLD = ("part", "but", "requirement", "value", "cost", "supply", "limit", "measure")
"""changed parts of which a text usually speaks"""
ENGINE_CALLS = ("set_up", "take_turn")


def check(world: World, program: ir.Program) -> list[Diagnostic]:
    """Everything that is odd about a program that has a meaning, but for what its blocks allow."""
    allowed = Allowed(world)
    found = [*allowed.without(oddities(world, program)), *allowed.wrong()]
    return sorted(found, key=lambda d: (d.span.file, d.span.line))


def oddities(world: World, program: ir.Program) -> list[Diagnostic]:
    graph = rule_graph(program, world)
    mine = own(world)
    found = list(names(world, program, mine))
    if program.boards:
        found += unused(program, graph, mine)
    found += texts(world, mine)
    found += stale(world)
    found += endings(program, mine)
    found += contested(world, program, graph)
    found += sight(program)
    found += foregone(program, mine)
    found += homeless(program, mine)
    found += boards(world, program)
    found += looks(program, mine)
    found += unproved(world, program)
    return found


def own(world: World) -> set[Node]:
    """The blocks that the ruleset itself wrote or touched, as nodes of the graph."""
    found: set[Node] = set()
    for (sort, name), events in world.history.items():
        if any(event.ruleset == world.name for event in events):
            shown = spoken(name) if isinstance(name, tuple) else str(name)
            found.add((SINGULAR.get(sort, sort), shown))
    return found


# Things nobody uses


def unused(program: ir.Program, graph: Graph, mine: set[Node]) -> Iterator[Diagnostic]:
    for node in sorted(mine & set(graph)):
        sort, name = node
        span = graph.nodes[node].get("span")
        if span is None:
            continue
        needed = needs(graph, node)
        needed -= {"holds", "replaces", "tells", "follows"}
        message = ""
        if sort == "action" and not needed:
            message = f"nobody can ever do {name}: no phase offers it and no rule asks for it"
            hints = ["say when it may be done: `during PHASE`"]
            yield diagnose("never-offered", message, span, hints=hints)
            continue
        if sort == "steps" and not needed and name not in ENGINE_CALLS:
            message = f"nothing does the steps {name}"
        elif sort == "phase" and "calls" not in needed:
            message = f"the phase {name} is never played"
        elif sort == "value" and not needed:
            message = f"nothing asks for {name}"
        elif sort == "state" and not _state_used(program, name, needed):
            written = "is written but never read" if "writes" in needed else "is never used"
            message = f"{name} {written}"
        elif sort in ("piece", "track", "mark") and not needed:
            message = f"nothing speaks of {name}"
        if message:
            yield diagnose("unused", message, span, "nothing uses this")


def needs(graph: Graph, node: Node) -> set[str]:
    """In which ways others need a node."""
    found: set[str] = set()
    for other in graph.predecessors(node):
        found.update(graph.edges[other, node]["kinds"])
    return found


def _state_used(program: ir.Program, name: str, needed: set[str]) -> bool:
    if "reads" in needed:
        return True
    owner, _, field = name.rpartition(".")
    state = program.states.get((owner, field))
    return state is not None and state.type.base in ("cards", "pile") and "writes" in needed


# Texts


def texts(world: World, mine: set[Node]) -> Iterator[Diagnostic]:
    for (sort, name), block in world.blocks():
        shown = spoken(name) if isinstance(name, tuple) else str(name)
        if (SINGULAR.get(sort, sort), shown) not in mine or block.notes.texts:
            continue
        if not written_here(world, (sort, name)):
            continue
        if sort == "values":
            told = bool(block.parts) and all(part.notes.texts for part in block.parts)
            if told or block.form == "formula" and not world.title:
                continue
        elif sort not in SPEAKING:
            continue
        message = f"{shown} has no text: the printed rules cannot explain it"
        hints = ['add a line `text "…"` below it']
        yield diagnose("missing-text", message, block.name.span, "no text", hints=hints)


def written_here(world: World, id: Id) -> bool:
    """Did the ruleset itself write the block, as a whole?"""
    events = world.history.get(id, [])
    whole = [e for e in events if e.verb in ("defined", "replaced")]
    return bool(whole) and whole[-1].ruleset == world.name


def stale(world: World) -> Iterator[Diagnostic]:
    """Parts that were changed while the sentence about them stayed."""
    for (sort, name), events in world.history.items():
        block = getattr(world, sort).get(name)
        if block is None or sort == "options":
            continue
        here = [e for e in events if e.ruleset == world.name and e.verb == "changed"]
        retold = {e.what for e in events if e.ruleset == world.name and e.what.startswith("text")}
        for event in here:
            words = event.what.replace(".", " ").split()
            if not words or not {words[0], words[-1]} & set(TOLD):
                continue
            shown = spoken(name) if isinstance(name, tuple) else str(name)
            about, part = _about(block, words)
            if f"text of {part}" in retold or not part and "text" in retold:
                continue
            if not about or any(s.holes or _inside(s.span, event.span) for s in about):
                continue
            target = f"{part} of {shown}" if part else shown
            message = f"{changed_part(event.what, shown)} was changed, its text was not"
            others = [(about[0].span, "this text may be wrong now")]
            hints = [f'write `change text of {target} to "…"`']
            yield diagnose("stale-text", message, event.span, others=others, hints=hints)


def changed_part(what: str, block: str) -> str:
    if what == "value":
        return block
    return what if "." in what else f"the {what} of {block}"


def _inside(one: Span, other: Span) -> bool:
    return one.file == other.file and other.line <= one.line <= other.end_line


def _about(block: Any, words: list[str]) -> tuple[tuple[t.Sentence, ...], str]:
    """What is said about a changed part, and how that part is called; "" for the block itself."""
    if len(words) == 2 and words[0] in ("part", "but", "requirement"):
        for part in (*getattr(block, "parts", ()), *getattr(block, "head", ())):
            if isinstance(part, t.Part | t.Require) and part.name.text == words[1]:
                refusal = (part.sentence,) if isinstance(part, t.Require) else ()
                return (*refusal, *part.notes.texts), " ".join(words)
    return block.notes.texts, ""


def unproved(world: World, program: ir.Program) -> Iterator[Diagnostic]:
    """Ids that the ruleset cites and that nothing proves, told as one note."""
    proved = {id for scenario in program.scenarios.values() for id in scenario.proves}
    cited: dict[str, Span] = {}
    for id, block in world.blocks():
        if block.notes.sees and id[0] != "scenarios" and written_here(world, id):
            for one in block.notes.sees:
                cited.setdefault(one, block.span)
    left = [one for one in cited if one not in proved and one not in world.unproved]
    if left:
        named = ", ".join(left[:8]) + (" …" if len(left) > 8 else "")
        what = "one id is" if len(left) == 1 else f"{len(left)} ids are"
        message = f"{what} cited and not proved by any scenario: {named}"
        hints = [f'write `proves {left[0]}` in a scenario, or `unproved {left[0]} "Why."`']
        yield diagnose("unproved-id", message, cited[left[0]], "cited here", hints=hints)


# Order


def endings(program: ir.Program, mine: set[Node]) -> Iterator[Diagnostic]:
    """Phases that no action of theirs can end."""
    for name, phase in program.phases.items():
        if ("phase", name) not in mine:
            continue
        actions = [program.actions[a] for a in phase.ends_with if a in program.actions]
        if not any(name in action.during for action in actions):
            message = f"the phase {name} has no end: no action during it ends it"
            hints = ["name one that players can do then: `ends with ACTION`"]
            yield diagnose("dead-end", message, phase.span, hints=hints)


def contested(world: World, program: ir.Program, graph: Graph) -> Iterator[Diagnostic]:
    """Rules of two strangers that meet here on one event, one writing what the other reads."""
    rules = list(program.rules.values())
    writers = {r.name: _writer(world, r.name) for r in rules}
    kin = {name: _ancestors(world, name) for name in set(writers.values())}
    known: dict[str, tuple[set[Node], set[Node]]] = {}

    def effects(rule: ir.RuleDef) -> tuple[set[Node], set[Node]]:
        if rule.name not in known:
            known[rule.name] = _effects(graph, ("rule", rule.name))
        return known[rule.name]

    for number, one in enumerate(rules):
        for other in rules[number + 1 :]:
            a, b = writers[one.name], writers[other.name]
            met = any({a, b} <= _ancestors(world, p) for p in world.parents.get(world.name, ()))
            if met or a in kin[b] or b in kin[a] or one.timing != other.timing:
                continue
            shared = sorted(set(one.events) & set(other.events))
            if not shared or (one.verbs or other.verbs) and not set(one.verbs) & set(other.verbs):
                continue
            common = (effects(one)[1] & effects(other)[0]) | (effects(other)[1] & effects(one)[0])
            common = {node for node in common if node[0] in ("state", "piece", "award")}
            if common:
                what = ", ".join(name for _, name in sorted(common)[:3])
                message = (
                    f"{one.name} ({a}) and {other.name} ({b}) both run {one.timing} {shared[0]}, "
                    f"and one changes what the other reads: {what}"
                )
                hints = [f"hang one on the other, e.g. `after {one.name}`, to say what comes first"]
                others = [(one.span, f"of {a}"), (other.span, f"of {b}")]
                span = world.header.span if world.header is not None else other.span
                yield diagnose("contested-order", message, span, others=others, hints=hints)


def _writer(world: World, rule: str) -> str:
    events = [e for e in world.history.get(("rules", rule), []) if e.verb != "changed"]
    return events[-1].ruleset if events else world.name


def _ancestors(world: World, name: str) -> set[str]:
    found, left = {name}, [name]
    while left:
        for parent in world.parents.get(left.pop(), ()):
            if parent not in found:
                found.add(parent)
                left.append(parent)
    return found


def _effects(graph: Graph, start: Node) -> tuple[set[Node], set[Node]]:
    """What a rule reads and writes, with all it does and all values it asks for."""
    reads: set[Node] = set()
    writes: set[Node] = set()
    seen, left = {start}, [start]
    while left:
        here = left.pop()
        for node in graph.successors(here):
            kinds = graph.edges[here, node]["kinds"]
            if "reads" in kinds:
                reads.add(node)
            if "writes" in kinds:
                writes.add(node)
            deeper = "calls" in kinds or "holds" in kinds or node[0] in ("value", "part")
            if deeper and node[0] != "text" and node not in seen:
                seen.add(node)
                left.append(node)
    return reads, writes

"""The rule graph: what every rule reads, writes, calls, offers and sets off.

Nodes are (sort, name): every block of a program, every part, requirement, text, mark and member,
and the events to which rules answer. An edge leads from what needs to what is needed, or from what
comes first to what comes after; its `kinds` are a sorted tuple out of KINDS. Unused things, the
drawings and `explain` are questions to this graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import networkx

from . import program as ir
from .compose_names import SINGULAR
from .uses import Node, spoken, uses
from .walk import walk

if TYPE_CHECKING:
    from .world import World

Graph: TypeAlias = "networkx.DiGraph[Node]"

KINDS = {
    "extends": "a ruleset builds on another one",
    "replaces": "a ruleset has put its own block, or part of it, in this place",
    "reads": "looks at it",
    "writes": "changes it",
    "calls": "runs it, or asks whether it could be done",
    "triggers": "sets it off",
    "offers": "lets a player do it",
    "ends": "is closed by it",
    "follows": "comes before it",
    "holds": "contains it",
    "tells": "is explained by it",
}
SETTLING: Node = ("event", "settling")


def rule_graph(program: ir.Program, world: World | None = None) -> Graph:
    """The graph of a program; with its world also where the blocks come from."""
    maker = _Maker(program)
    maker.make()
    if world is not None:
        maker.origins(world)
    return maker.graph


class _Maker:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.graph: Graph = networkx.DiGraph()

    def node(self, node: Node, span: Any = None) -> None:
        self.graph.add_node(node, sort=node[0], name=node[1])
        if span is not None:
            self.graph.nodes[node]["span"] = span

    def edge(self, one: Node, kind: str, other: Node) -> None:
        for node in (one, other):
            if node not in self.graph:
                self.node(node)
        old = self.graph.edges[one, other]["kinds"] if self.graph.has_edge(one, other) else ()
        self.graph.add_edge(one, other, kinds=tuple(sorted({*old, kind})))

    def uses(self, node: Node, *parts: Any) -> None:
        for kind, other in uses(self.program, *parts).sorted():
            self.edge(node, kind, other)

    def texts(self, node: Node, texts: Iterable[ir.Text]) -> None:
        for number, text in enumerate(texts, 1):
            told = ("text", f"{number} of {' '.join(node)}")
            self.node(told, text.sentence.span)
            self.graph.nodes[told]["text"] = text.sentence.text
            self.edge(node, "tells", told)
            self.uses(told, text.holes)

    def make(self) -> None:
        program = self.program
        for name, option in program.options.items():
            self.node(("option", name), option.span)
        for name, track in program.tracks.items():
            self.node(("track", name), track.span)
        self.things()
        for key, state in program.states.items():
            node = ("state", spoken(key))
            self.node(node, state.span)
            sights = tuple((s.by, s.when) for s in state.sights)
            self.uses(node, state.low, state.high, state.at_first, state.full_where, sights)
            if state.spent_to:
                self.edge(node, "reads", ("state", state.spent_to))
        self.values()
        self.doings()
        for name, phase in program.phases.items():
            self.node(("phase", name), phase.span)
            self.texts(("phase", name), phase.texts)
            for action in phase.ends_with:
                self.edge(("phase", name), "ends", ("action", action))
        for name, rule in program.rules.items():
            self.node(("rule", name), rule.span)
        for name, rule in program.rules.items():
            self.rule(name, rule)
        self.follow()
        for name, board in program.boards.items():
            self.board(("board", name), board)
        for name, section in program.sections.items():
            self.node(("section", name), section.source.span)
            self.texts(("section", name), section.texts)
            for sort, block in section.members:
                member = (SINGULAR.get(sort, sort), block)
                if member in self.graph:
                    self.edge(("section", name), "holds", member)

    def things(self) -> None:
        program = self.program
        for name, kind in program.kinds.items():
            node = ("kind", name)
            self.node(node, kind.span)
            for member in kind.members:
                self.edge(node, "holds", self.member(kind.sort, member))
            for member, cells in kind.cells:
                self.uses(("member", member), cells)
        for name, piece in program.pieces.items():
            node = ("piece", name)
            self.node(node, piece.span)
            self.uses(node, piece.cost)
            for place in piece.places:
                if place in program.tracks or place in program.pieces:
                    self.edge(
                        node, "reads", ("track" if place in program.tracks else "piece", place)
                    )

    def member(self, sort: str, name: str) -> Node:
        if sort == "piece":
            return ("piece", name)
        if sort == "member":
            return ("member", name)
        return self.doing(name)

    def doing(self, name: str) -> Node:
        """An action, steps, phase, card or rule by its name."""
        for sort in ("actions", "steps", "phases", "cards", "rules"):
            if name in getattr(self.program, sort):
                return (SINGULAR[sort], name)
        return ("event", name)

    def values(self) -> None:
        for key, value in self.program.values.items():
            node = ("value", spoken(key))
            self.node(node, value.span)
            self.uses(node, value.formula)
            self.texts(node, value.texts)
            for part in value.parts:
                label = ("part", f"{part.name} of {node[1]}")
                self.node(label, part.span)
                self.edge(node, "holds", label)
                self.uses(label, part.value, part.when)
                self.texts(label, part.texts)
        for name, award in self.program.awards.items():
            node = ("award", name)
            self.node(node, award.span)
            self.uses(node, award.measure, award.minimum, award.ties)
            self.texts(node, award.texts)
            self.edge(SETTLING, "triggers", node)

    def doings(self) -> None:
        program = self.program
        for name, action in program.actions.items():
            node = ("action", name)
            self.head(node, action)
            self.uses(node, action.limit)
            for phase in action.during:
                self.edge(("phase", phase), "offers", node)
        for name, card in program.cards.items():
            self.head(("card", name), card)
            self.edge(("card", name), "reads", ("member", name))
        for name, steps in program.steps.items():
            self.node(("steps", name), steps.span)
            self.uses(("steps", name), steps.body)
            self.texts(("steps", name), steps.texts)

    def head(self, node: Node, block: ir.ActionDef | ir.CardDef) -> None:
        self.node(node, block.span)
        self.uses(node, block.body)
        self.texts(node, block.texts)
        for item in block.head:
            if not isinstance(item, ir.RequireDef):
                self.uses(node, item)
                continue
            label = ("requirement", f"{item.name} of {node[1]}")
            self.node(label, item.span)
            self.edge(node, "holds", label)
            self.uses(label, item.condition)
            self.texts(label, (item.sentence, *item.texts))

    def rule(self, name: str, rule: ir.RuleDef) -> None:
        node = ("rule", name)
        self.uses(node, rule.when, rule.body)
        self.texts(node, rule.texts)
        if rule.timing == "whenever":
            self.edge(SETTLING, "triggers", node)
        for event in rule.events:
            if not rule.verbs:
                self.edge(self.doing(event), "triggers", node)
            for verb in rule.verbs:
                self.edge(("event", f"{verb} {event}"), "triggers", node)

    def follow(self) -> None:
        """Phases that stand one after the other, and rules in the order in which they run."""
        program = self.program
        for steps in program.steps.values():
            before: Node | None = None
            for line in walk(steps.body):
                if isinstance(line, ir.PlayPhase):
                    here = ("phase", line.phase)
                    if before is not None and before != here:
                        self.edge(before, "follows", here)
                    before = here
        last: dict[tuple[str, str], Node] = {}
        for name, rule in program.rules.items():
            for event in dict.fromkeys(rule.events or ("settling",)):
                for verb in rule.verbs or (rule.timing,):
                    slot = (f"{rule.timing} {verb}", event)
                    if slot in last:
                        self.edge(last[slot], "follows", ("rule", name))
                    last[slot] = ("rule", name)

    def board(self, node: Node, board: ir.BoardDef) -> None:
        self.node(node, board.span)
        self.texts(node, board.texts)
        self.uses(node, board.when)
        for mark in board.marks:
            self.edge(node, "holds", ("mark", mark.name))
            self.graph.nodes[("mark", mark.name)]["span"] = mark.span
            self.uses(node, mark.when)
        for cell in board.cells:
            for name in cell.marks:
                self.edge(node, "holds", ("mark", name))
        fills = [fill for cell in board.cells for fill in cell.fills]
        fills += [(fill.state, fill.value) for fill in board.fills]
        for key, value in fills:
            self.edge(node, "writes", ("state", spoken(key)))
            self.uses(node, value)
        self.uses(node, tuple(f.when for f in board.fills), tuple(s.when for s in board.stands))
        for stand in board.stands:
            self.edge(node, "writes", ("piece", stand.piece))

    def origins(self, world: World) -> None:
        """Which ruleset wrote, and which one changed what."""
        for ruleset in world.lineage:
            self.node(("ruleset", ruleset))
            for parent in world.parents.get(ruleset, ()):
                self.edge(("ruleset", ruleset), "extends", ("ruleset", parent))
        for (sort, name), events in world.history.items():
            block = (SINGULAR.get(sort, sort), spoken(name) if isinstance(name, tuple) else name)
            if block not in self.graph:
                continue
            for event in events:
                kind = "holds" if event.verb == "defined" else "replaces"
                self.edge(("ruleset", event.ruleset), kind, block)


def edges_of(graph: Graph, kind: str) -> list[tuple[Node, Node]]:
    """All edges of one kind."""
    return [(a, b) for a, b in graph.edges if kind in graph.edges[a, b]["kinds"]]

"""Makes tree nodes of blocks: declarations, actions, boards, scenarios and variants.

The methods are named after the rules of grammar.lark, like those of build.py. Lines of a block
may stand in any order; those that may stand once only are checked here, and the head of an action
is split from its effects.
"""

from __future__ import annotations

import re
from typing import Any

from . import complaints
from . import tree as t
from .build import MOST_IDS, Bit, Children, Statements
from .lines import Token
from .tree import Span

ID = re.compile(r"(.*-)(\d+)$")
Head = tuple[t.Choose | t.Let | t.Require, ...]


class Lines:
    """The lines below a block: single ones by tag, the rest in order."""

    def __init__(self, many: Children | None) -> None:
        self.single: dict[str, Bit] = {}
        self.repeated: list[Bit] = []
        self.nodes: list[Any] = []
        self.texts: list[t.Sentence] = []
        self.sees: list[str] = []
        self.allows: list[t.Word] = []
        for one in many or ():
            if not isinstance(one, Bit):
                if one is not None:
                    self.nodes.append(one)
            elif one.tag == "text":
                self.texts.append(one.value)
            elif one.tag == "see":
                self.sees += one.value
            elif one.tag == "allow":
                self.allows += one.value
            elif one.tag in self.single:
                self.repeated.append(one)
            else:
                self.single[one.tag] = one

    @property
    def notes(self) -> t.Notes:
        return t.Notes(tuple(self.texts), tuple(self.sees), tuple(self.allows))

    def get(self, tag: str) -> Any:
        bit = self.single.get(tag)
        return bit.value if bit else None

    def all(self, tag: str) -> tuple[Any, ...]:
        """The values of a line that may stand several times."""
        bits = (self.single.get(tag), *self.repeated)
        return tuple(bit.value for bit in bits if bit and bit.tag == tag)


class Declarations(Statements):
    """The rules of sections 1 to 4 of the grammar."""

    def lines(self, many: Children | None) -> Lines:
        lines = Lines(many)
        for bit in lines.repeated:
            if bit.tag not in ("seats", "neutral"):
                self.found.append(complaints.twice(bit.tag, bit.span))
        return lines

    def text(self, c: Children, at: Span) -> Bit:
        return Bit("text", self.sentence(c[0]), at)

    def see(self, c: Children, at: Span) -> Bit:
        return Bit("see", c[0], at)

    def allow(self, c: Children, at: Span) -> Bit:
        return Bit("allow", tuple(self.word(token) for token in c), at)

    def ids(self, c: Children, at: Span) -> tuple[str, ...]:
        return tuple(one for many in c for one in many)

    def id_range(self, c: Children, at: Span) -> tuple[str, ...]:
        """BASE-012 to BASE-014 → all three."""
        first, last = c
        if last is None:
            return (first.text,)
        one, other = ID.match(first.text), ID.match(last.text)
        if one is None or other is None or one[1] != other[1] or int(one[2]) > int(other[2]):
            self.found.append(complaints.bad_range(first.text, last.text, at))
            return (first.text,)
        low, high, wide = int(one[2]), int(other[2]), len(one[2])
        self.ids_left -= high - low
        if self.ids_left < 0:
            self.found.append(complaints.too_many_ids(MOST_IDS, at))
            return (first.text,)
        return tuple(f"{one[1]}{n:0{wide}d}" for n in range(low, high + 1))

    def notes(self, c: Children, at: Span) -> t.Notes:
        return Lines(c).notes

    def source(self, c: Children, at: Span) -> t.Word:
        return t.Word("".join(token.text for token in c), at)

    def dotted(self, c: Children, at: Span) -> tuple[t.Word, ...]:
        return tuple(self.word(token) for token in c)

    def ruleset(self, c: Children, at: Span) -> t.Ruleset:
        lines = self.lines(c[1:])
        return t.Ruleset(
            self.word(c[0]),
            lines.get("extends") or (),
            lines.get("title"),
            lines.get("players"),
            lines.all("seats"),
            lines.all("neutral"),
            lines.notes,
            at,
        )

    def extends(self, c: Children, at: Span) -> Bit:
        return Bit("extends", tuple(c), at)

    def title(self, c: Children, at: Span) -> Bit:
        return Bit("title", self.sentence(c[0]), at)

    def players(self, c: Children, at: Span) -> Bit:
        low, high = int(c[0].text), int((c[1] or c[0]).text)
        if not 1 <= low <= high:
            self.found.append(complaints.bad_range(str(low), str(high), at))
        return Bit("players", (low, high), at)

    def seats(self, c: Children, at: Span) -> Bit:
        if int(c[0].text) != len(c[1]):
            self.found.append(complaints.seats(int(c[0].text), len(c[1]), at))
        return Bit("seats", (int(c[0].text), c[1]), at)

    def neutral(self, c: Children, at: Span) -> Bit:
        return Bit("neutral", (int(c[0].text), c[1]), at)

    def section(self, c: Children, at: Span) -> t.Section:
        return t.Section(self.word(c[0]), self.sentence(c[1]), c[2], at)

    def option(self, c: Children, at: Span) -> t.Option:
        return t.Option(self.new_name(c[0]), c[1], c[2], c[3], at)

    def kind(self, c: Children, at: Span) -> t.Kind:
        lines = self.lines(c[2:])
        rows = tuple(one for one in lines.nodes)
        return t.Kind(
            self.new_name(c[0]), c[1] or (), lines.get("columns") or (), rows, lines.notes, at
        )  # fmt: skip

    def columns(self, c: Children, at: Span) -> Bit:
        return Bit("columns", c[0], at)

    filled = columns

    def row(self, c: Children, at: Span) -> tuple[t.Expr, ...]:
        return tuple(c)

    def state_of(self, c: Children, at: Span) -> t.State:
        return self.make_state(self.word(c[0]), c[1], c[2:], at)

    def state_of_game(self, c: Children, at: Span) -> t.State:
        return self.make_state(None, c[0], c[1:], at)

    def slot(self, c: Children, at: Span) -> Children:
        return c

    def make_state(
        self, owner: t.Word | None, slot: Children, below: Children, at: Span
    ) -> t.State:
        name, params, kind, first, until = slot
        lines = self.lines(below)
        sights = tuple(one for one in lines.nodes if isinstance(one, t.Sight))
        value, where = first or (None, None)
        named = self.word(name) if owner else self.new_name(name)
        return t.State(
            owner, named, params, kind, value, where, until, sights, lines.get("spent to"),
            lines.notes, at,
        )  # fmt: skip

    def at_first(self, c: Children, at: Span) -> tuple[t.Expr, t.Expr | None]:
        return (c[0], c[1].value if len(c) > 1 else None)

    def lasting(self, c: Children, at: Span) -> t.Word:
        return self.word(c[0])

    def seen(self, c: Children, at: Span) -> t.Sight:
        return t.Sight("seen", c[0], c[1], at)

    def count_seen(self, c: Children, at: Span) -> t.Sight:
        return t.Sight("count", c[0], c[1], at)

    def contents_seen(self, c: Children, at: Span) -> t.Sight:
        return t.Sight("contents", c[0], c[1], at)

    def spent(self, c: Children, at: Span) -> Bit:
        return Bit("spent to", self.word(c[0]), at)

    def piece(self, c: Children, at: Span) -> t.Piece:
        lines = self.lines(c[2:])
        supply = lines.single.get("supply")
        number, in_all = supply.value if supply else (None, False)
        span = supply.span if supply else at
        return t.Piece(
            self.new_name(c[0]), c[1], number, in_all, span, lines.get("cost"), lines.notes, at
        )  # fmt: skip

    def supply_each(self, c: Children, at: Span) -> Bit:
        return Bit("supply", (int(c[0].text), False), at)

    def supply_in_all(self, c: Children, at: Span) -> Bit:
        return Bit("supply", (int(c[0].text), True), at)

    def cost(self, c: Children, at: Span) -> Bit:
        return Bit("cost", c[0], at)

    def track(self, c: Children, at: Span) -> t.Track:
        low, high = int(c[1].text), int(c[2].text)
        if low > high:
            self.found.append(complaints.bad_range(str(low), str(high), at))
        return t.Track(self.new_name(c[0]), low, high, c[3], at)

    def params(self, c: Children, at: Span) -> tuple[t.Param, ...]:
        return tuple(c)

    def inner_params(self, c: Children, at: Span) -> tuple[t.Param, ...]:
        for param in c:
            if param is not None and param.name.text in self.reserved:
                name = param.name
                self.found.append(complaints.keyword_as_name(name.text, name.span))
        return tuple(param for param in c if param is not None)

    def param(self, c: Children, at: Span) -> t.Param:
        return t.Param(self.word(c[0]), c[1], c[2])

    def type(self, c: Children, at: Span) -> t.TypeName:
        return t.TypeName(tuple(c), at)

    def simple(self, c: Children, at: Span) -> t.TypeTerm:
        return t.TypeTerm(self.word(c[0]), None, None, None, at)

    simple_none = simple

    def simple_range(self, c: Children, at: Span) -> t.TypeTerm:
        return t.TypeTerm(self.word(c[0]), c[1], c[2], None, at)

    def simple_of(self, c: Children, at: Span) -> t.TypeTerm:
        return t.TypeTerm(self.word(c[0]), None, None, c[1], at)

    def decl(self, c: Children, at: Span) -> tuple[t.Word | None, t.Word, tuple[t.Param, ...]]:
        path, params = c
        if len(path) > 2:
            self.found.append(complaints.long_path(path[2].span))
        if len(path) > 1:
            return (path[0], path[1], params)
        if path[0].text in self.reserved:
            self.found.append(complaints.keyword_as_name(path[0].text, path[0].span))
        return (None, path[0], params)

    def formula(self, c: Children, at: Span) -> t.Value:
        owner, name, params = c[0]
        return t.Value(owner, name, params, "formula", c[1], (), c[2], at)

    def combination(self, c: Children, at: Span) -> t.Value:
        (owner, name, params), form, *below = c
        lines = self.lines(below)
        parts = tuple(lines.nodes)
        return t.Value(owner, name, params, form, None, parts, lines.notes, at)

    def usually(self, c: Children, at: Span) -> t.Value:
        (owner, name, params), formula, *below = c
        lines = self.lines(below)
        parts = tuple(lines.nodes)
        return t.Value(owner, name, params, "usually", formula, parts, lines.notes, at)

    def combined(self, c: Children, at: Span) -> str:
        word: str = next(token.text for token in c if token.text in ("sum", "lowest", "any", "all"))
        return word

    def part(self, c: Children, at: Span) -> t.Part:
        return t.Part(self.word(c[0]), c[1], c[2], None, c[3], at)

    def but(self, c: Children, at: Span) -> t.Part:
        return t.Part(self.word(c[0]), c[2], c[3], c[1], c[4], at)

    def over(self, c: Children, at: Span) -> t.Word:
        return self.word(c[0])

    def when(self, c: Children, at: Span) -> Any:
        return c[0]

    def award(self, c: Children, at: Span) -> t.Award:
        lines = self.lines(c[2:])
        if "measure" not in lines.single:
            self.found.append(complaints.missing_line("award", "measure", self.at(c[0])))
        get = lines.get
        return t.Award(
            self.new_name(c[0]), self.word(c[1]), get("measure") or t.Number(0, at),
            get("at least"), get("ties go to"), lines.notes, at,
        )  # fmt: skip

    def measure(self, c: Children, at: Span) -> Bit:
        return Bit("measure", c[0], at)

    def minimum(self, c: Children, at: Span) -> Bit:
        return Bit("at least", c[0], at)

    def ties(self, c: Children, at: Span) -> Bit:
        return Bit("ties go to", c[0], at)

    def split_head(self, of: Token, nodes: list[Any]) -> tuple[Head, tuple[t.Statement, ...]]:
        """Choices, names and requirements up to the first change; a later requirement is wrong."""
        head: list[Any] = []
        body: list[Any] = []
        for node in nodes:
            asks = isinstance(node, t.Let | t.Require)
            asks = asks or isinstance(node, t.Choose) and node.who is None
            if asks and not body:
                head.append(node)
            elif isinstance(node, t.Require):
                late = complaints.late_requirement(node.name.text, of.text, node.name.span)
                self.found.append(late(body[0].span))
            else:
                body.append(node)
        return tuple(head), tuple(body)

    def action(self, c: Children, at: Span) -> t.Action:
        lines = self.lines(c[2:])
        head, body = self.split_head(c[0], lines.nodes)
        limit, per = lines.get("at most") or (None, None)
        return t.Action(
            self.new_name(c[0]), c[1], lines.get("during") or (), limit, per, head, body,
            lines.notes, at,
        )  # fmt: skip

    def card(self, c: Children, at: Span) -> t.Card:
        lines = self.lines(c[2:])
        head, body = self.split_head(c[0], lines.nodes)
        copies = lines.single.get("copies")
        span = copies.span if copies else at
        return t.Card(
            self.new_name(c[0]), self.word(c[1]), copies.value if copies else 1, span, head, body,
            lines.notes, at,
        )  # fmt: skip

    def steps(self, c: Children, at: Span) -> t.Steps:
        lines = self.lines(c[2:])
        return t.Steps(self.new_name(c[0]), c[1], tuple(lines.nodes), lines.notes, at)

    def phase(self, c: Children, at: Span) -> t.Phase:
        lines = self.lines(c[1:])
        return t.Phase(self.new_name(c[0]), lines.get("ends with") or (), lines.notes, at)

    def copies(self, c: Children, at: Span) -> Bit:
        return Bit("copies", int(c[0].text), at)

    def during(self, c: Children, at: Span) -> Bit:
        return Bit("during", c[0], at)

    def limit(self, c: Children, at: Span) -> Bit:
        return Bit("at most", (c[0], self.word(c[1])), at)

    def ends(self, c: Children, at: Span) -> Bit:
        return Bit("ends with", c[0], at)

    def require(self, c: Children, at: Span) -> t.Require:
        return t.Require(self.word(c[0]), c[1], self.sentence(c[2]), c[3], at)

    def rule(self, c: Children, at: Span) -> t.Rule:
        timing, events, verbs, when = c[1].value
        lines = self.lines(c[2:])
        return t.Rule(
            self.new_name(c[0]), timing, events, verbs, when, tuple(lines.nodes), lines.notes, at
        )

    def before(self, c: Children, at: Span) -> Bit:
        events, verbs = c[0].value if isinstance(c[0], Bit) else (c[0], ())
        return Bit("timing", ("before", events, verbs, c[1]), at)

    def after(self, c: Children, at: Span) -> Bit:
        events, verbs = c[0].value if isinstance(c[0], Bit) else (c[0], ())
        return Bit("timing", ("after", events, verbs, c[1]), at)

    def instead_of(self, c: Children, at: Span) -> Bit:
        return Bit("timing", ("instead of", c[0], (), c[1]), at)

    def whenever(self, c: Children, at: Span) -> Bit:
        return Bit("timing", ("whenever", (), (), c[0]), at)

    def changed(self, c: Children, at: Span) -> Bit:
        *verbs, name = c
        return Bit("changed", ((self.word(name),), tuple(verbs)), at)

    def verb(self, c: Children, at: Span) -> str:
        text: str = c[0].text
        return text

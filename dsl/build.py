"""Makes tree nodes of what the grammar recognises: expressions and statements.

Each method is named after a rule of grammar.lark and gets the children and the span of that rule.
Small parts that are no nodes of their own (`where F`, `up to`) travel as plain values or as a
`Bit`, which is a value with a tag. What the grammar cannot forbid is noted in `found`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from . import complaints
from . import tree as t
from .diagnostics import Diagnostic
from .lines import Token
from .tree import Span

HOLE = re.compile(r"\{([^{}]*)\}")
Children = list[Any]
MOST_IDS = 20_000
"""that the ranges of one file may spell out"""


class Bit(NamedTuple):
    tag: str
    value: Any
    span: Span


class Expressions:
    """The rules of section 6 of the grammar, and the words and sentences all others use."""

    def __init__(
        self, file: str, read_hole: Callable[[str, int, int], Any], reserved: frozenset[str]
    ) -> None:
        self.file = file
        self.read_hole = read_hole
        self.reserved = reserved
        self.found: list[Diagnostic] = []
        self.ids_left = MOST_IDS

    def at(self, token: Token) -> Span:
        return Span(self.file, token.line, token.column, token.end_line, token.end)

    def word(self, token: Token) -> t.Word:
        return t.Word(token.text, self.at(token))

    def new_name(self, token: Token) -> t.Word:
        """A name that is declared here, and so may not be a word of the language."""
        if token.text in self.reserved:
            self.found.append(complaints.keyword_as_name(token.text, self.at(token)))
        return t.Word(token.text, self.at(token))

    def sentence(self, token: Token) -> t.Sentence:
        """A string; what stands in its curly brackets is read as expressions."""
        text = token.text[1:-1]
        holes: list[t.Expr] = []
        if "{" in text or "}" in text:
            for hole in HOLE.finditer(text):
                node = self.read_hole(hole[1], token.line, token.column + 1 + hole.start(1))
                if node is not None:
                    holes.append(node)
            rest = HOLE.sub(lambda hole: " " * len(hole[0]), text)
            for sign in "{}":
                if sign in rest:
                    column = token.column + 1 + rest.index(sign)
                    span = Span(self.file, token.line, column, token.line, column + 1)
                    self.found.append(complaints.single_curly(sign, span))
                    break
        return t.Sentence(text, tuple(holes), self.at(token))

    def expression(self, c: Children, at: Span) -> t.Expr:
        node: t.Expr = c[0]
        return node

    def or_(self, c: Children, at: Span) -> t.Either:
        return t.Either(c[0], c[1], at)

    def and_(self, c: Children, at: Span) -> t.Both:
        return t.Both(c[0], c[1], at)

    def not_(self, c: Children, at: Span) -> t.Negation:
        return t.Negation(c[0], at)

    def cmp(self, c: Children, at: Span) -> t.Compare:
        return t.Compare(c[1], c[0], c[2], at)

    def compare(self, c: Children, at: Span) -> str:
        return " ".join(token.text for token in c)

    def can(self, c: Children, at: Span) -> t.Can:
        return t.Can(c[0], c[1], c[2], c[3].value if len(c) > 3 else None, at)

    def without(self, c: Children, at: Span) -> t.Without:
        return t.Without(c[0], c[1], at)

    def as_if(self, c: Children, at: Span) -> t.AsIf:
        return t.AsIf(c[0], c[1], c[2], at)

    def arithmetic(self, c: Children, at: Span) -> t.Arithmetic:
        return t.Arithmetic(c[1].text, c[0], c[2], at)

    def negative(self, c: Children, at: Span) -> t.Number:
        return t.Number(-int(c[1].text), at)

    def quant(self, c: Children, at: Span) -> str:
        text: str = c[0].text
        return text

    def quantified(self, c: Children, at: Span) -> t.Quantified:
        return t.Quantified(c[0], None, c[1], None, None, at)

    def quantified_over(self, c: Children, at: Span) -> t.Quantified:
        return t.Quantified(c[0], self.new_name(c[1]), c[2], None, c[3], at)

    def quantified_where(self, c: Children, at: Span) -> t.Quantified:
        return t.Quantified(c[0], self.new_name(c[1]), c[2], c[3], c[4], at)

    def quantified_open(self, c: Children, at: Span) -> t.Quantified:
        return t.Quantified(c[0], self.new_name(c[1]), c[2], c[3], None, at)

    def longest_trail(self, c: Children, at: Span) -> t.LongestTrail:
        return t.LongestTrail(c[0], c[1], at)

    def reached(self, c: Children, at: Span) -> t.Reached:
        return t.Reached(c[0], c[1], c[2], c[3], at)

    def shortest_way(self, c: Children, at: Span) -> t.ShortestWay:
        return t.ShortestWay(c[0], c[1], c[2], c[3], at)

    def rings(self, c: Children, at: Span) -> t.Rings:
        return t.Rings(c[0], c[1], at)

    def lines_between(self, c: Children, at: Span) -> t.LinesBetween:
        return t.LinesBetween(c[0], c[1], at)

    def passing(self, c: Children, at: Span) -> Any:
        return c[0]

    within = passing

    def name(self, c: Children, at: Span) -> t.Name:
        return t.Name(c[0].text, at)

    def call_of(self, c: Children, at: Span) -> t.Call:
        return t.Call(self.word(c[0]), c[1], at)

    def place_at(self, c: Children, at: Span) -> t.PlaceName:
        return t.PlaceName(c[0].text, at)

    def bracketed(self, c: Children, at: Span) -> t.Expr:
        items: tuple[t.Expr, ...] = c[0]
        return items[0] if len(items) == 1 else t.ListOf(items, at)

    def get(self, c: Children, at: Span) -> t.Get:
        return t.Get(c[0], self.word(c[1]), None, at)

    def call_on(self, c: Children, at: Span) -> t.Get:
        return t.Get(c[0], self.word(c[1]), c[2], at)

    def number(self, c: Children, at: Span) -> t.Number:
        return t.Number(int(c[0].text), at)

    def amount_of(self, c: Children, at: Span) -> t.Amount:
        return t.Amount(int(c[0].text), self.word(c[1]), at)

    def string(self, c: Children, at: Span) -> t.Sentence:
        return self.sentence(c[0])

    def yes(self, c: Children, at: Span) -> t.Flag:
        return t.Flag(True, at)

    def no(self, c: Children, at: Span) -> t.Flag:
        return t.Flag(False, at)

    def none(self, c: Children, at: Span) -> t.Nothing:
        return t.Nothing(at)

    def exprs(self, c: Children, at: Span) -> tuple[t.Expr, ...]:
        return tuple(c)

    sums = exprs

    def names(self, c: Children, at: Span) -> tuple[t.Word, ...]:
        return tuple(self.word(token) for token in c)


class Statements(Expressions):
    """The rules of section 5."""

    def body(self, c: Children, at: Span) -> tuple[t.Statement, ...]:
        return tuple(c)

    def choose(self, c: Children, at: Span) -> t.Choose:
        return self.chooses([None, *c], at)

    def chooses(self, c: Children, at: Span) -> t.Choose:
        who, amount, name, (low, high), where, if_any = c
        kind, number = amount or ("one", None)
        where = where.value if where else None
        return t.Choose(
            who, kind, number, self.new_name(name), low, high, where, bool(if_any), at
        )  # fmt: skip

    def exactly(self, c: Children, at: Span) -> tuple[str, t.Expr]:
        return ("exactly", c[0])

    def up_to(self, c: Children, at: Span) -> tuple[str, t.Expr]:
        return ("up to", c[0])

    def any_amount(self, c: Children, at: Span) -> tuple[str, None]:
        return ("some", None)

    def between(self, c: Children, at: Span) -> tuple[t.Expr, t.Expr | None]:
        return (c[0], c[1])

    def where(self, c: Children, at: Span) -> Bit:
        return Bit("where", c[0], at)

    def if_any(self, c: Children, at: Span) -> bool:
        return True

    as_far = if_any

    def must(self, c: Children, at: Span) -> t.Must:
        return t.Must(c[0], c[1], c[2], c[3].value if c[3] else None, False, at)

    def may(self, c: Children, at: Span) -> t.Must:
        return t.Must(c[0], c[1], c[2], c[3].value if c[3] else None, True, at)

    def play(self, c: Children, at: Span) -> t.Play:
        return t.Play(c[0], c[1], at)

    def win(self, c: Children, at: Span) -> t.Win:
        return t.Win(c[0], at)

    def calls(self, c: Children, at: Span) -> tuple[t.Called, ...]:
        return tuple(c)

    def called(self, c: Children, at: Span) -> t.Called:
        return t.Called(self.word(c[0]), c[1] or (), at)

    def modifiers(self, c: Children, at: Span) -> t.Modifiers:
        if not c:
            return t.Modifiers()
        free, paying, ignoring = False, None, ()
        for bit in c:
            if bit.tag == "ignoring":
                ignoring += bit.value
                continue
            if free or paying is not None:
                self.found.append(complaints.twice("a price", bit.span))
            free, paying = (free or bit.tag == "free"), bit.value or paying
        return t.Modifiers(free, paying, ignoring)

    def without_paying(self, c: Children, at: Span) -> Bit:
        return Bit("free", None, at)

    def paying(self, c: Children, at: Span) -> Bit:
        return Bit("paying", c[0], at)

    def ignoring(self, c: Children, at: Span) -> Bit:
        return Bit("ignoring", tuple(self.word(token) for token in c), at)

    def pay(self, c: Children, at: Span) -> t.Pay:
        return t.Pay(c[0], at)

    def give(self, c: Children, at: Span) -> t.Give:
        return t.Give(bool(c[0]), c[1], c[2], at)

    def move(self, c: Children, at: Span) -> t.Move:
        return t.Move(bool(c[0]), c[1], c[2], c[3], at)

    def place(self, c: Children, at: Span) -> t.PlacePiece:
        return t.PlacePiece(c[0], c[1], c[2], at)

    def take_away(self, c: Children, at: Span) -> t.RemovePiece:
        return t.RemovePiece(c[0], at)

    def upgrade(self, c: Children, at: Span) -> t.ReplacePiece:
        return t.ReplacePiece(c[0], c[1], at)

    def set_to(self, c: Children, at: Span) -> t.SetTo:
        return t.SetTo(c[0], c[1], at)

    def increase(self, c: Children, at: Span) -> t.Increase:
        return t.Increase(c[0], c[1], False, at)

    def decrease(self, c: Children, at: Span) -> t.Increase:
        return t.Increase(c[0], c[1], True, at)

    def let(self, c: Children, at: Span) -> t.Let:
        return t.Let(self.new_name(c[0]), c[1], at)

    def include(self, c: Children, at: Span) -> t.Include:
        return t.Include(c[0], c[1], self.word(c[2]), at)

    def roll(self, c: Children, at: Span) -> t.Roll:
        return t.Roll(tuple(c), at)

    def shuffle(self, c: Children, at: Span) -> t.Shuffle:
        return t.Shuffle(c[0], at)

    def show(self, c: Children, at: Span) -> t.Show:
        return t.Show(c[0], c[1], at)

    def do(self, c: Children, at: Span) -> t.Do:
        return t.Do(c[0], at)

    def if_(self, c: Children, at: Span) -> t.If:
        condition, body, *further, otherwise = c
        return t.If(((condition, body), *further), otherwise or (), at)

    def otherwise_if(self, c: Children, at: Span) -> tuple[t.Expr, tuple[t.Statement, ...]]:
        return (c[0], c[1])

    def otherwise(self, c: Children, at: Span) -> Any:
        return c[0]

    def each(self, c: Children, at: Span) -> t.Each:
        name, (low, high), where, order, body = c
        how, first = order or ("turn", None)
        where = where.value if where else None
        return t.Each(self.new_name(name), low, high, where, how, first, body, at)

    def at_once(self, c: Children, at: Span) -> tuple[str, None]:
        return ("at once", None)

    def in_reverse(self, c: Children, at: Span) -> tuple[str, None]:
        return ("in reverse", None)

    def starting_with(self, c: Children, at: Span) -> tuple[str, t.Expr]:
        return ("starting with", c[0])

    def repeat(self, c: Children, at: Span) -> t.Repeat:
        return t.Repeat(c[1], bool(c[0]), c[2], c[3], at)

    def one_go(self, c: Children, at: Span) -> t.OneGo:
        return t.OneGo(c[0], at)

    def settle(self, c: Children, at: Span) -> t.Settle:
        return t.Settle(at)

    def while_(self, c: Children, at: Span) -> Any:
        return c[0]

"""Worked examples: scenarios of the rules, told line by line.

A scenario is told only if every line of it can be said without pointing at places of a board, and
if its title is known in the language of the page. The ruleset's own scenarios come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hexwright.dsl import program as ir
from hexwright.tools.printing.book import Book
from hexwright.tools.printing.model import Block, Bullets, Entry, Item
from hexwright.tools.printing.speech import capital

MOST, MOST_OF_A_FILE, LONGEST = 8, 1, 9
"""examples in all, from one file, lines of one"""


class Unsaid(Exception):
    """A line that cannot be put into words."""


def examples(book: Book) -> list[Block]:
    found: list[Block] = []
    taken: Counter[str] = Counter()
    for scenario in _ordered(book):
        if len(found) == MOST:
            break
        if taken[scenario.span.file] >= MOST_OF_A_FILE or not _titled(book, scenario.title):
            continue
        try:
            told = tuple(_Telling(book, scenario).lines())
        except Unsaid:
            continue
        if 3 <= len(told) <= LONGEST:
            taken[scenario.span.file] += 1
            anchor = f"example-{len(found) + 1}"
            title = book.speech.sentence(scenario.title)
            found.append(Entry(anchor, title, blocks=(Bullets(told),)))
    return found


def _ordered(book: Book) -> Iterable[ir.ScenarioDef]:
    origin = book.world.origin
    lineage = list(book.world.lineage)

    def age(scenario: ir.ScenarioDef) -> int:
        return -lineage.index(origin.get(("scenarios", scenario.title), lineage[0]))

    return sorted(book.program.scenarios.values(), key=age)


def _titled(book: Book, title: str) -> bool:
    return book.language == "en" or title in book.speech.catalogue.sentences


class _Telling:
    def __init__(self, book: Book, scenario: ir.ScenarioDef) -> None:
        self.book = book
        self.speech = book.speech
        self.words = book.words
        self.scenario = scenario

    def lines(self) -> Iterable[Item]:
        for step in self.scenario.steps:
            yield Item(self.speech.set(self.line(step)))

    def line(self, step: ir.StepDef) -> str:
        words = self.words
        match step:
            case ir.GivenDef(op=op, target=target, value=value):
                if op != "is":
                    raise Unsaid
                return words("At first: {fact}.", fact=self.fact(target, value))
            case ir.ShowsDef(what=what):
                said = self.speech.listed(self.said(expr) for expr in what)
                return words("Chance shows {said}.", said=said)
            case ir.PlaysDef(colour=colour, action=action, args=args):
                return self.move("{who}: {what}.", colour, action, args)
            case ir.PicksDef(colour=colour, what=what):
                said = self.speech.listed(self.said(expr) for expr in what)
                return words("{who} chooses {what}.", who=self.who(colour), what=said)
            case ir.DeclinesDef(colour=colour):
                return words("{who} declines.", who=self.who(colour))
            case ir.ThenDef(fact=fact):
                return "→ " + capital(self.outcome(fact)) + "."
            case ir.ThenMoveDef(colour=colour, verb=verb, action=action, args=args):
                form = {
                    "must": "{who} must: {what}.",
                    "may": "{who} may: {what}.",
                    "may not": "{who} may not: {what}.",
                }[verb]
                return "→ " + self.move(form, colour, action, args) + self.reason(step)
            case ir.ThenWinsDef(colour=colour):
                return "→ " + words("{who} wins.", who=self.who(colour))
        raise Unsaid

    def who(self, colour: str) -> str:
        return self.speech.title(colour)

    def move(self, form: str, colour: str, action: str, args: Sequence[ir.Expr]) -> str:
        said = ", ".join(self.said(arg) for arg in args)
        what = self.speech.name(action) + (f" ({said})" if said else "")
        return self.words(form, who=self.who(colour), what=what)

    def reason(self, step: ir.ThenMoveDef) -> str:
        if not step.because:
            return ""
        block = self.book.program.actions.get(step.action)
        for line in block.head if block is not None else ():
            if isinstance(line, ir.RequireDef) and line.name == step.because:
                said = self.speech.text(line.sentence)
                return " " + self.words("“{said}”", said=said)
        return ""

    def fact(self, left: ir.Expr, right: ir.Expr) -> str:
        return f"{self.named(left)} = {self.said(right)}"

    def outcome(self, fact: ir.Expr) -> str:
        match fact:
            case ir.Compare(op="is", left=left, right=right):
                return self.fact(left, right)
            case ir.Compare(op=("<" | "<=" | ">" | ">=") as op, left=left, right=right):
                sign = {"<=": "≤", ">=": "≥"}.get(op, op)
                return f"{self.named(left)} {sign} {self.said(right)}"
        raise Unsaid

    def named(self, expr: ir.Expr) -> str:
        """Something that has a value: whose it is, and what."""
        match expr:
            case ir.AsBundle(base=base) | ir.AsSet(base=base):
                return self.named(base)
            case (
                ir.StateRef(key=key, subject=subject, args=())
                | ir.ValueRef(key=key, subject=subject, args=())
            ):
                return self.owned(subject, self.speech.name(key[1]))
            case ir.AmountIn(base=base, member=member):
                return f"{self.named(base)}, {self.said(member)}"
            case ir.HolderOf(award=award):
                return self.speech.name(award)
            case ir.OptionRef(name=name):
                return self.speech.name(name)
            case ir.BuiltIn(name=name):
                return self.words(name)
            case ir.PiecesOf(base=base, kind=kind):
                return self.owned(base, self.speech.many(kind))
            case ir.Quantified(word="count", local=None, over=over):
                return self.words("number of {things}", things=self.named(over))
            case ir.LeftIn(base=base, piece=piece):
                supply = self.words("supply: {thing}", thing=self.said(piece))
                return self.owned(base, supply)
        raise Unsaid

    def owned(self, subject: ir.Expr | None, thing: str) -> str:
        if subject is None:
            return thing
        if isinstance(subject, ir.PlayerRef):
            whose = self.who(subject.colour)
            return self.speech.set(self.words("{thing} of {whose}", thing=thing, whose=whose))
        raise Unsaid

    def said(self, expr: ir.Expr) -> str:
        match expr:
            case ir.PlaceRef():
                raise Unsaid
            case ir.PlayerRef(colour=colour):
                return self.who(colour)
            case ir.PhaseRef(name=name) | ir.WordRef(word=name):
                return self.speech.name(name)
            case ir.AsBundle(base=base) | ir.AsSet(base=base):
                return self.said(base)
            case ir.Listing(items=items):
                return self.speech.listed(self.said(item) for item in items)
        found = self.speech.phrase(expr)
        if not found:
            raise Unsaid
        return found

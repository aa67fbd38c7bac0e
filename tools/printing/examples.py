"""Worked examples: scenarios of the rules, told line by line.

A scenario is told only if every line of it can be said without pointing at places of a board, and
if its title is known in the language of the page. The ruleset's own scenarios come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hexwright.dsl import program as ir
from hexwright.dsl.walk import walk
from hexwright.tools.printing.book import Book
from hexwright.tools.printing.model import Block, Bullets, Entry, Item
from hexwright.tools.printing.speech import WIDE, capital

MOST, MOST_OF_A_FILE, LONGEST = 8, 1, 9
"""examples in all, from one file, lines of one"""

FOLLOWS = "→ "
HEAPS = ("bundle", "cards", "pile")
BUILT_IN = {"active": "active player", "starter": "starting player"}


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
        if not 3 <= len(scenario.steps) <= LONGEST:
            continue
        try:
            told = tuple(_Telling(book, scenario).blocks())
        except Unsaid:
            continue
        taken[scenario.span.file] += 1
        anchor = f"example-{len(found) + 1}"
        found.append(Entry(anchor, book.speech.sentence(scenario.title), blocks=told))
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

    def blocks(self) -> Iterable[Block]:
        """How things stand, then move by move what happens; what follows stands beside its move."""
        given: list[str] = []
        moves: list[str] = []
        for step in self.scenario.steps:
            said = self.line(step)
            if isinstance(step, ir.GivenDef) and not moves:
                given.append(said)
            elif said.startswith(FOLLOWS) and moves and not moves[-1].startswith(FOLLOWS):
                moves[-1] += f" {said}"
            else:
                moves.append(said)
        if given:
            yield Bullets(self.items(given), self.words("At first:"))
        yield Bullets(self.items(moves), self.words("Then:") if given else "")

    def items(self, lines: list[str]) -> tuple[Item, ...]:
        return tuple(Item(self.speech.set(line)) for line in lines)

    def line(self, step: ir.StepDef) -> str:
        words = self.words
        match step:
            case ir.GivenDef(op="is", target=target, value=value):
                return f"{capital(self.fact(target, value))}."
            case ir.ShowsDef(what=what):
                said = self.speech.listed(self.said(expr) for expr in what)
                return words("Chance shows {said}.", said=said)
            case ir.PlaysDef(colour=colour, action=action, args=args):
                return self.move("{who}: {what}.", colour, action, args)
            case ir.PicksDef(colour=colour, what=what):
                said = self.speech.listed(self.said(expr) for expr in what)
                return words("{who} chooses: {what}.", who=self.who(colour), what=said)
            case ir.DeclinesDef(colour=colour):
                return words("{who} declines.", who=self.who(colour))
            case ir.ThenDef(fact=fact):
                return FOLLOWS + capital(self.outcome(fact)) + "."
            case ir.ThenMoveDef(colour=colour, verb=verb, action=action, args=args):
                form = {
                    "must": "{who} must: {what}.",
                    "may": "{who} may: {what}.",
                    "may not": "{who} may not: {what}.",
                }[verb]
                return FOLLOWS + self.move(form, colour, action, args) + self.reason(step)
            case ir.ThenChoiceDef(colour=colour, what=what, allowed=allowed):
                form = "{who} may choose: {what}." if allowed else "{who} may not choose: {what}."
                said = self.speech.listed((self.said(expr) for expr in what), "or")
                told = words(form, who=self.who(colour), what=said)
                return FOLLOWS + told + self.refusal(step.because)
            case ir.ThenWinsDef(colour=colour):
                return FOLLOWS + words("{who} wins.", who=self.who(colour))
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

    def refusal(self, label: str) -> str:
        """The sentence of the requirement that refuses an answer, if only one has that name."""
        program = self.book.program
        asking = (program.actions, program.cards, program.steps)
        said = {
            self.speech.text(node.sentence)
            for node in walk(tuple(tuple(found.values()) for found in asking))
            if isinstance(node, ir.RequireDef) and node.name == label
        }
        return " " + self.words("“{said}”", said=said.pop()) if len(said) == 1 else ""

    def fact(self, left: ir.Expr, right: ir.Expr) -> str:
        return self.speech.colon(self.named(left), self.said(right))

    def outcome(self, fact: ir.Expr) -> str:
        match fact:
            case ir.Compare(op="is", left=left, right=right):
                return self.fact(left, right)
            case ir.Compare(op=("<" | "<=" | ">" | ">=") as op, left=left, right=right):
                sign = {"<=": "≤", ">=": "≥"}.get(op, op)
                return f"{self.named(left)}{WIDE}{sign}{WIDE}{self.said(right)}"
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
                return self.words(BUILT_IN.get(name, name))
            case ir.PiecesOf(base=base, kind=kind):
                return self.owned(base, self.speech.many(kind))
            case ir.Quantified(word="count", local=None, over=over) if over.type.base in HEAPS:
                return self.words("cards in {things}", things=self.named(over))
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
            return self.speech.set(self.words("{whose}’s {thing}", thing=thing, whose=whose))
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

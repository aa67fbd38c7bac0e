"""The short sheets: a summary on two pages, a page to read aloud, price cards for each player.

Both short texts are made of the authors' sentences, the most important first: what the game is
about, how it is won, what a turn is, what may be done and what it costs. They stop when the paper
is full; then the rest is in the complete rules, and the last line says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hexwright.dsl import program as ir
from hexwright.dsl.compose_names import SINGULAR
from hexwright.dsl.walk import walk
from hexwright.tools.printing.book import Book
from hexwright.tools.printing.changes import in_brief
from hexwright.tools.printing.chapters import Chapters
from hexwright.tools.printing.components import options_table, prices, prices_table
from hexwright.tools.printing.model import (
    Block,
    Bullets,
    Cutting,
    Document,
    Item,
    Para,
    Row,
    Section,
    Table,
)
from hexwright.tools.printing.speech import capital
from hexwright.tools.printing.telling import Teller

SUMMARY, TEACH, CHANGES = 10_500, 4_400, 2_500
"""characters that fit; more changes than that make another game, which is told as a whole"""


class Digest:
    """The important things of a ruleset, each as short blocks."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.program = book.program
        self.teller = Teller(book)
        self.speech = book.speech
        self.words = book.words

    def about(self) -> list[Block]:
        found: list[Block] = []
        for ruleset in reversed(self.book.speaking()):
            for text in self.program.told.get(("ruleset", ruleset), ()):
                found.append(Para(self.speech.text(text)))
            if found:
                break
        return found

    def changes(self) -> list[Block]:
        """What a house rule changes; a whole book of changes has a sheet of its own."""
        found = Bullets(tuple(in_brief(self.book)))
        return [found] if found.items and weight(found) <= CHANGES else []

    def variant(self) -> str:
        """Who makes the changes: these rules, or what was composed on top of the first ones."""
        if self.book.world.name in self.book.world.headers:
            return self.book.title
        return self.speech.listed(self.book.marks.title(name) for name in self.book.parents[1:])

    def winning(self) -> list[Block]:
        found: list[Block] = []
        for rule in self.program.rules.values():
            if any(isinstance(node, ir.Win) for node in walk(rule.body)):
                found += [Para(self.speech.text(text)) for text in rule.texts]
        return found

    def points(self) -> list[str]:
        """What the values say that the victory rule reads: each part's sentence."""
        seen: set[ir.Key] = set()
        found: list[str] = []
        left = [
            node.key
            for rule in self.program.rules.values()
            if any(isinstance(n, ir.Win) for n in walk(rule.body))
            for node in walk((rule.when,))
            if isinstance(node, ir.ValueRef)
        ]
        while left:
            key = left.pop(0)
            value = self.program.values.get(key)
            if value is None or key in seen:
                continue
            seen.add(key)
            for part in value.parts:
                inner = [n.key for n in walk((part.value,)) if isinstance(n, ir.ValueRef)]
                adding = [k for k in inner if self.sums(k)]
                left += adding
                if not adding:
                    found += self.speech.texts(part.texts)
        return found

    def sums(self, key: ir.Key) -> bool:
        value = self.program.values.get(key)
        return value is not None and value.form == "sum" and bool(value.parts)

    def turn(self) -> list[Block]:
        steps = self.program.steps.get("take_turn")
        return [Para(self.speech.text(text)) for text in steps.texts] if steps else []

    def phases(self) -> Iterable[tuple[ir.PhaseDef, list[ir.ActionDef]]]:
        """Each phase with its actions; an action that several phases offer, with the first."""
        shown: set[str] = set()
        for phase in self.program.phases.values():
            offered = [a for a in self.program.actions.values() if phase.name in a.during]
            yield phase, [a for a in offered if a.name not in shown]
            shown.update(a.name for a in offered)

    def line(self, action: ir.ActionDef, whole: bool) -> str:
        """An action in one line: name, price, sentence."""
        costs = self.teller.costs(action)
        price = f" ({costs[0].text})" if costs else ""
        texts = self.speech.texts(action.texts)
        said = " ".join(texts)
        if not whole and texts:
            said = first_sentence(texts[0])
        return self.speech.colon(f"{self.speech.title(action.name)}{price}", said)

    def set_up(self) -> list[str]:
        """The sentences of what set-up does, two levels deep."""
        found: list[str] = []
        left = [("set_up", 0)]
        seen = set()
        while left:
            name, depth = left.pop(0)
            steps = self.program.steps.get(name)
            if steps is None or name in seen:
                continue
            seen.add(name)
            found += self.speech.texts(steps.texts)
            if depth < 2:
                left += [(n.steps, depth + 1) for n in walk(steps.body) if isinstance(n, ir.Do)]
        return found

    def awards(self) -> list[str]:
        return [
            self.speech.colon(self.speech.title(a.name), " ".join(self.speech.texts(a.texts)))
            for a in self.program.awards.values()
        ]

    def sections(self) -> list[tuple[bool, str, str]]:
        """(sure to come up, heading, sentences) of the sections on the course of the game.

        What a phase's last action sets off comes up in every turn.
        """
        chapters = Chapters(self.book, drawn=False)
        sure: set[tuple[str, str]] = set()
        for phase in self.program.phases.values():
            for name in phase.ends_with:
                sure |= chapters.reached(("action", name))
        found = []
        for section in self.program.sections.values():
            if not section.members or chapters.place(section):
                continue
            said = self.speech.texts(section.texts)
            for sort, name in section.members:
                if sort in ("steps", "rules", "values"):
                    said += self.sentences(sort, name)
            if said:
                heading = self.speech.sentence(section.source.heading.text)
                doing = [
                    (SINGULAR[sort], name) for sort, name in section.members if sort == "steps"
                ]
                found.append((any(node in sure for node in doing), heading, " ".join(said)))
        return found

    def sentences(self, sort: str, name: str) -> list[str]:
        if sort == "values":
            owner, _, last = name.rpartition(".")
            value = self.program.values.get((owner, last))
            if value is None:
                return []
            parts = [text for part in value.parts for text in part.texts]
            return self.speech.texts([*value.texts, *parts])
        block = getattr(self.program, sort).get(name)
        return self.speech.texts(block.texts) if block is not None else []


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence."""
    for at, letter in enumerate(text):
        if letter == "." and (at + 1 == len(text) or text[at + 1] == " "):
            return text[: at + 1]
    return text


def bare(block: Table) -> Block:
    """A table without marks and without the caption that its heading says already."""
    return replace(block, caption="", rows=tuple(Row(row.cells) for row in block.rows))


def in_lines(digest: Digest, block: Block) -> Block:
    """A table of cards as lines: name, how many, what it does."""
    if not isinstance(block, Table):
        return block
    return Bullets(
        tuple(
            Item(digest.speech.colon(f"{row.cells[0]} ({row.cells[1]})", row.cells[2]))
            for row in block.rows
        )
    )


def weight(block: Block) -> int:
    """Characters of a block, and what its lines take besides."""
    match block:
        case Para(text=text):
            return len(text) + 30
        case Bullets(items=items, intro=intro):
            return len(intro) + sum(len(item.text) + 25 for item in items)
        case Table(rows=rows):
            return 60 + sum(sum(map(len, row.cells)) + 30 for row in rows)
    return 0


def fitting(sections: list[tuple[int, str, str, list[Block]]], most: int) -> list[Section]:
    """(importance, anchor, heading, blocks): the most important ones that fit, in given order."""
    kept: set[int] = set()
    room = most
    for at in sorted(range(len(sections)), key=lambda n: sections[n][0]):
        size = 40 + sum(weight(block) for block in sections[at][3])
        if size <= room:
            kept.add(at)
            room -= size
    return [
        Section(anchor, heading, tuple(blocks))
        for at, (_, anchor, heading, blocks) in enumerate(sections)
        if at in kept and blocks
    ]


def summary_sheet(book: Book) -> Document:
    digest, words = Digest(book), book.words
    teller = digest.teller
    points = Bullets(tuple(Item(text) for text in digest.points()))
    turn = digest.turn()
    found: list[tuple[int, str, str, list[Block]]] = [
        (0, "aim", words("Aim of the game"), [*digest.winning()]),
        (1, "points", words("Points"), [points] if points.items else []),
        (6, "set-up", words("Set-up"), [Bullets(tuple(map(Item, digest.set_up())))]),
        (2, "turn", words("The turn"), list(turn)),
    ]
    changes = digest.changes()
    if changes:
        found.insert(1, (0, "changes", words("Different"), changes))
    for phase, offered in digest.phases():
        lines = tuple(Item(digest.line(action, whole=False)) for action in offered)
        blocks: list[Block] = [Para(text) for text in digest.speech.texts(phase.texts)]
        blocks += [Bullets(lines)] if lines else []
        found.append((2, f"phase-{phase.name}", digest.speech.title(phase.name), blocks))
    table = prices_table(teller)
    found.append((1, "prices", words("Prices"), [bare(table)] if table else []))
    for kind in dict.fromkeys(card.kind for card in book.program.cards.values()):
        cards = [in_lines(digest, table) for table in teller.cards(kind)]
        heading = capital(digest.speech.many(kind))
        found.append((5, f"cards-{kind}", heading, cards))
    awards = tuple(Item(text) for text in digest.awards())
    found.append((3, "awards", words("Awards"), [Bullets(awards)] if awards else []))
    for number, (sure, heading, said) in enumerate(digest.sections()):
        weighed = 5 if sure else 7 + number
        found.append((weighed, f"section-{number}", heading, [Para(said)]))
    options = options_table(teller)
    if options is not None:
        rows = tuple(Row((row.cells[0], row.cells[1])) for row in options.rows)
        short = Table("", options.head[:2], rows)
        found.append((4, "options", words("Options in force"), [short]))
    sections = tuple(
        replace(section, mark=digest.variant()) if section.anchor == "changes" else section
        for section in fitting(found, SUMMARY)
    )
    return Document(
        book.rules.name, book.title, words("Summary"), "summary", book.language, book.paper, (),
        sections,
    )  # fmt: skip


def teach_sheet(book: Book) -> Document:
    digest, words = Digest(book), book.words
    points = " ".join(digest.points())
    found: list[tuple[int, str, str, list[Block]]] = [
        (0, "about", words("What it is about"), [*digest.about(), *digest.winning()]),
        (3, "points", words("What counts"), [Para(points)] if points else []),
        (5, "set-up", words("How we begin"), [Para(" ".join(digest.set_up()[:4]))]),
        (1, "turn", words("Your turn"), [*digest.turn()]),
    ]
    for number, (phase, offered) in enumerate(digest.phases()):
        blocks: list[Block] = [Para(text) for text in digest.speech.texts(phase.texts)]
        lines = [Item(digest.line(action, whole=False)) for action in offered]
        if lines:
            blocks.append(Bullets(tuple(lines)))
        found.append((2, f"phase-{number}", digest.speech.title(phase.name), blocks))
    awards = digest.awards()
    if awards:
        found.append((6, "awards", words("Awards"), [Para(text) for text in awards]))
    for number, (sure, heading, said) in enumerate(digest.sections()):
        weighed = 4 if sure else 7 + number
        found.append((weighed, f"section-{number}", heading, [Para(said)]))
    last = Para(words("Everything else comes up as we play; the complete rules have it."))
    sections = fitting(found, TEACH)
    sections.append(Section("last", words("And now"), (last,)))
    return Document(
        book.rules.name, book.title, words("To read aloud before a first game"), "teach",
        book.language, book.paper, (), tuple(sections),
    )  # fmt: skip


def costs_sheet(book: Book) -> Document:
    """One card for each seat: what things cost, how many there are, what counts."""
    digest, words = Digest(book), book.words
    rows = tuple(
        Row((what, price, supply or "–")) for what, price, supply, _ in prices(digest.teller)
    )
    blocks: list[Block] = []
    if rows:
        head = (words("What"), words("Price"), words("Supply"))
        blocks.append(Table(words("Prices"), head, rows, wide=1))
    points = digest.points()
    if points:
        blocks.append(Bullets(tuple(Item(text) for text in points), words("What counts:")))
    seats = max(book.program.seats, default=(0, ()))[1]
    cards = tuple((book.speech.title(colour), tuple(blocks)) for colour in seats)
    lead: list[Block] = [Cutting(cards)] if blocks and cards else []
    return Document(
        book.rules.name, book.title, words("Price cards to cut out"), "costs", book.language,
        book.paper, tuple(lead),
    )  # fmt: skip

"""Every single thing a ruleset says, under a key: what two rulesets can be compared by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.compose_names import SINGULAR
from hexwright.tools.printing.components import (
    of_players,
    options_table,
    pieces_table,
    possible,
    prices,
)
from hexwright.tools.printing.model import Block, Bullets, Entry, Para, Table
from hexwright.tools.printing.speech import capital
from hexwright.tools.printing.telling import NONE, Teller

PLURAL = {one: many for many, one in SINGULAR.items()}
Key = tuple[str, str, str]
"""(sort, name, part)"""


@dataclass(frozen=True, slots=True)
class Saying:
    """What one part of the rules says, and how it is called."""

    title: str
    text: str
    chapter: str = ""
    """of what has no name of its own at the table: under which heading it stands"""
    order: int = 0
    """of that heading in the rules"""
    rank: int = field(default=0, compare=False)
    """its place below the heading"""
    short: str = field(default="", compare=False)
    """to read aloud: without lists of components, letters of maps, who may look, what else could be
    chosen, and facts besides a sentence"""

    @property
    def heading(self) -> str:
        """What a reader knows it by."""
        return self.chapter or self.title


def sayings(teller: Teller) -> dict[Key, Saying]:
    """All of them, in the order of the rules."""
    collector = _Collector(teller)
    collector.collect()
    return collector.found


class _Collector:
    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.program = teller.program
        self.speech = teller.speech
        self.words = teller.words
        self.found: dict[Key, Saying] = {}
        sections = self.program.sections.values()
        self.places = {section.name: at for at, section in enumerate(sections)}
        self.ranks = {
            member: at for section in sections for at, member in enumerate(section.members)
        }

    def say(
        self,
        sort: str,
        name: str,
        part: str,
        title: str,
        text: str,
        chapter: str = "",
        short: str | None = None,
    ) -> None:
        if text:
            order, rank = self.order(sort, name), self.rank(sort, name)
            aloud = text if short is None else short
            self.found[sort, name, part] = Saying(title, text, chapter, order, rank, aloud)

    def rank(self, sort: str, name: str) -> int:
        """As the section has it; its own sentence first, what is kept in mind last."""
        if sort in ("section", "state"):
            return -1 if sort == "section" else len(self.ranks)
        return self.ranks.get((PLURAL.get(sort, sort), name), len(self.ranks))

    def order(self, sort: str, name: str) -> int:
        """Pieces, prices and options first, then section by section, then what stands outside."""
        if sort in ("ruleset", "option", "piece", "price"):
            return -1
        if sort == "section":
            return self.places.get(name, len(self.places))
        owner, _, last = name.rpartition(".")
        key = (owner, last) if sort in ("value", "state") else name
        section = self.teller.book.world.section_of.get((PLURAL[sort], key), "")
        return self.places.get(section, len(self.places))

    def chapter(self, sort: str, block: Any) -> str:
        """The heading above a block; outside every section, the title of who wrote it."""
        world = self.teller.book.world
        section = world.section_of.get((sort, block))
        if section in self.program.sections:
            return self.speech.sentence(self.program.sections[section].source.heading.text)
        return self.teller.marks.title(world.origin.get((sort, block), world.name))

    def collect(self) -> None:
        self.general()
        self.options()
        self.things()
        program = self.program
        for name, section in program.sections.items():
            heading = self.speech.sentence(section.source.heading.text)
            said = " ".join(self.speech.texts(section.texts))
            self.say("section", name, "", heading, said, heading)
        for action in program.actions.values():
            self.entry("action", action.name, self.teller.action(action))
        for kind in dict.fromkeys(card.kind for card in program.cards.values()):
            names = [card.name for card in program.cards.values() if card.kind == kind]
            for block in self.teller.cards(kind):
                self.table("card", names, block)
        for award in program.awards.values():
            self.entry("award", award.name, self.teller.award(award))
        for phase in program.phases.values():
            self.entry("phase", phase.name, self.teller.phase(phase))
        for value in program.values.values():
            self.value(value)
        self.sentences()

    def general(self) -> None:
        low, high = self.program.players
        text = f"{low}–{high}" if low != high else str(high)
        self.say("ruleset", "", "players", self.words("Players"), text)

    def options(self) -> None:
        table = options_table(self.teller)
        options = list(self.program.options.values())
        for option, row in zip(options, table.rows if table else (), strict=True):
            title = row.cells[0]
            chosen, about = f"{row.cells[1]} ({possible(self.teller, option)})", row.cells[3]
            aloud = f"{row.cells[1]}. {about}"
            self.say("option", option.name, "", title, f"{chosen}. {about}", short=aloud)

    def things(self) -> None:
        table = pieces_table(self.teller)
        pieces = list(self.program.pieces)
        for name, row in zip(pieces, table.rows if table else (), strict=True):
            title, supply, where, about = row.cells
            self.say("piece", name, "supply", f"{title}, {self.words('Supply').lower()}", supply)
            self.say("piece", name, "place", f"{title}, {self.words('Stands on').lower()}", where)
            self.say("piece", name, "", title, about)
        for what, price, _, _ in prices(self.teller):
            self.say("price", what, "", f"{what}, {self.words('Price').lower()}", price)
        for kind in self.program.kinds.values():
            texts = self.speech.texts(self.teller.told_of("kind", kind.name))
            self.say("kind", kind.name, "text", self.speech.title(kind.name), " ".join(texts))
            members = self.teller.members(kind)
            if members:
                self.say("kind", kind.name, "members", self.speech.title(kind.name), members)
            made = self.teller.kind_table(kind)
            if made is not None:
                for (member, _), row in zip(kind.cells, made.rows, strict=True):
                    for column, cell in zip(made.head[1:], row.cells[1:], strict=True):
                        said = self.speech.colon(column, cell) if cell != NONE else ""
                        letter = len(cell.strip()) == 1 and not cell.isdigit()  # on the map
                        part = f"{member}.{column}"
                        short = "" if letter else None
                        self.say("kind", kind.name, part, row.cells[0], said, short=short)
        for track in self.program.tracks.values():
            texts = self.speech.texts(self.teller.told_of("track", track.name))
            said = " ".join(texts)
            if track.low < track.high:
                said = f"{track.low}–{track.high}. {said}"
            self.say("track", track.name, "", self.speech.title(track.name), said)

    def entry(self, sort: str, name: str, entry: Entry) -> None:
        block = self.program.actions.get(name) if sort == "action" else None
        text = " ".join(b.text for b in entry.blocks if isinstance(b, Para))
        for fact in entry.facts:
            if block is not None and not block.during and fact.label == self.words("When"):
                continue  # who asks for it is told where it is asked for
            title = f"{entry.title}, {fact.label.lower()}"
            short = None if not text or fact.label == self.words("Cost") else ""
            self.say(sort, name, fact.label, title, fact.text, short=short)
        self.say(sort, name, "", entry.title, text)
        if block is not None:
            names = [line.name for line in block.head if isinstance(line, ir.RequireDef)]
            told = [b for b in entry.blocks if isinstance(b, Bullets)]
            items = [item.text for bullets in told for item in bullets.items]
            title = f"{entry.title}, {self.words('refused')}"
            for label, text in zip(names, items, strict=True):
                self.say(sort, name, f"requirement {label}", title, text)

    def table(self, sort: str, names: list[str], block: Block) -> None:
        if isinstance(block, Table):
            for name, row in zip(names, block.rows, strict=True):
                self.say(sort, name, "", row.cells[0], f"{row.cells[1]} × {row.cells[2]}")

    def value(self, value: ir.ValueDef) -> None:
        name = ".".join(word for word in value.key if word)
        title = self.speech.title(value.name)
        chapter = self.chapter("values", value.key)
        short = " ".join(self.speech.texts(value.texts))
        told = self.teller.completed(value, short) if short else self.teller.constant(value)
        self.say("value", name, "", title, told, chapter, short or None)
        for part in value.parts:
            said = " ".join(self.speech.texts(part.texts))
            told = said or self.teller.untold_part(value, part)
            listed = not said and bool(short) and bool(self.teller.by_seats(part))
            self.say("value", name, part.name, title, told, chapter, "" if listed else None)

    def sentences(self) -> None:
        program = self.program
        for steps in program.steps.values():
            title = self.speech.label(steps.name)
            said = " ".join(self.speech.texts(steps.texts))
            self.say("steps", steps.name, "", title, said, self.chapter("steps", steps.name))
        for rule in program.rules.values():
            title = self.speech.label(rule.name)
            said = " ".join(self.speech.texts(rule.texts))
            self.say("rule", rule.name, "", title, said, self.chapter("rules", rule.name))
        for state in program.states.values():
            name = ".".join(word for word in state.key if word)
            told = self.speech.texts(self.teller.told_of("state", name))
            sight = self.teller.sight(state)
            text = " ".join([*told, *([sight] if sight else [])])
            chapter = self.chapter("states", state.key) if told else ""
            title, short = capital(self.speech.name(state.name)), " ".join(told)
            self.say("state", name, "", title, text, chapter, short)
        for board in program.boards.values():
            title = of_players(self.teller, board)
            self.say("board", board.name, "", title, " ".join(self.speech.texts(board.texts)))

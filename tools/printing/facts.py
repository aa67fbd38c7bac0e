"""Every single thing a ruleset says, under a key: what two rulesets can be compared by."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.dsl import program as ir
from hexwright.tools.printing.components import options_table, pieces_table, possible, prices
from hexwright.tools.printing.model import Block, Bullets, Entry, Para, Table
from hexwright.tools.printing.speech import capital
from hexwright.tools.printing.telling import Teller

Key = tuple[str, str, str]
"""(sort, name, part)"""


@dataclass(frozen=True, slots=True)
class Saying:
    """What one part of the rules says, and how it is called."""

    title: str
    text: str


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

    def say(self, sort: str, name: str, part: str, title: str, text: str) -> None:
        if text:
            self.found[sort, name, part] = Saying(title, text)

    def collect(self) -> None:
        self.general()
        self.options()
        self.things()
        program = self.program
        for name, section in program.sections.items():
            heading = self.speech.sentence(section.source.heading.text)
            self.say("section", name, "", heading, " ".join(self.speech.texts(section.texts)))
        for action in program.actions.values():
            self.entry("action", action.name, self.teller.action(action))
        for kind in dict.fromkeys(card.kind for card in program.cards.values()):
            for block in self.teller.cards(kind):
                self.table("card", block)
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
            chosen = f"{row.cells[1]} ({possible(self.teller, option)})"
            self.say("option", option.name, "", title, f"{chosen}. {row.cells[3]}")

    def things(self) -> None:
        table = pieces_table(self.teller)
        pieces = list(self.program.pieces)
        for name, row in zip(pieces, table.rows if table else (), strict=True):
            title, supply, where, about = row.cells
            self.say("piece", name, "", title, f"{supply}; {where}. {about}")
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
                    cells = [
                        self.speech.colon(h, c)
                        for h, c in zip(made.head[1:], row.cells[1:], strict=True)
                    ]
                    self.say(
                        "kind", kind.name, member, row.cells[0], self.speech.set("; ".join(cells))
                    )
        for track in self.program.tracks.values():
            texts = self.speech.texts(self.teller.told_of("track", track.name))
            said = f"{track.low}–{track.high}. {' '.join(texts)}"
            self.say("track", track.name, "", self.speech.title(track.name), said)

    def entry(self, sort: str, name: str, entry: Entry) -> None:
        for fact in entry.facts:
            self.say(sort, name, fact.label, f"{entry.title}, {fact.label.lower()}", fact.text)
        text = " ".join(b.text for b in entry.blocks if isinstance(b, Para))
        self.say(sort, name, "", entry.title, text)
        block = self.program.actions.get(name) if sort == "action" else None
        if block is not None:
            names = [line.name for line in block.head if isinstance(line, ir.RequireDef)]
            told = [b for b in entry.blocks if isinstance(b, Bullets)]
            items = [item.text for bullets in told for item in bullets.items]
            title = f"{entry.title}, {self.words('refused')}"
            for label, text in zip(names, items, strict=True):
                self.say(sort, name, f"requirement {label}", title, text)

    def table(self, sort: str, block: Block) -> None:
        if isinstance(block, Table):
            for row in block.rows:
                self.say(sort, row.cells[0], "", row.cells[0], f"{row.cells[1]} × {row.cells[2]}")

    def value(self, value: ir.ValueDef) -> None:
        name = ".".join(word for word in value.key if word)
        title = self.speech.title(value.name)
        self.say("value", name, "", title, " ".join(self.speech.texts(value.texts)))
        for part in value.parts:
            said = " ".join(self.speech.texts(part.texts))
            said = said or self.teller.untold_part(value, part)
            self.say("value", name, part.name, title, said)

    def sentences(self) -> None:
        program = self.program
        for steps in program.steps.values():
            title = self.speech.label(steps.name)
            self.say("steps", steps.name, "", title, " ".join(self.speech.texts(steps.texts)))
        for rule in program.rules.values():
            title = self.speech.label(rule.name)
            self.say("rule", rule.name, "", title, " ".join(self.speech.texts(rule.texts)))
        for state in program.states.values():
            name = ".".join(word for word in state.key if word)
            said = self.speech.texts(self.teller.told_of("state", name))
            sight = self.teller.sight(state)
            text = " ".join([*said, *([sight] if sight else [])])
            self.say("state", name, "", capital(self.speech.name(state.name)), text)
        for board in program.boards.values():
            title = self.speech.title(board.name)
            self.say("board", board.name, "", title, " ".join(self.speech.texts(board.texts)))

"""The short sheets: a summary on two pages, a page to read aloud, price cards for each player.

Both short texts are made of the authors' sentences, the most important first: what the game is
about, how it is won, what a turn is, what may be done and what it costs. They stop when the paper
is full, counted in lines of legible type; the rest is in the complete rules. No sentence stands
twice on a sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, inf

from hexwright.dsl import program as ir
from hexwright.dsl.compose_names import SINGULAR
from hexwright.dsl.walk import walk
from hexwright.tools.printing.book import Book
from hexwright.tools.printing.changes import in_brief
from hexwright.tools.printing.chapters import TURN, Chapters
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
from hexwright.tools.printing.speech import WIDE, at_a_rate, capital, sentences
from hexwright.tools.printing.telling import Teller

CHANGES = 2_900
"""characters; more changes than that make another game, which is told as a whole"""
LONGER = 1.25
"""so much longer may a translation be"""


@dataclass(frozen=True, slots=True)
class Paper:
    """The room on a sheet, in lines of `width` characters of its usual type."""

    width: int
    lines: float
    heading: float
    """lines that a heading takes, with the space around it"""
    row: float = 1.5
    """lines that a row of a table takes at least"""


SUMMARY = Paper(width=60, lines=4 * 66, heading=2.0)
CROWDED = {
    "a4": Paper(width=64, lines=4 * 69, heading=2.0),
    "letter": Paper(width=64, lines=4 * 65, heading=2.0),
}
"""the same in smaller type, for games with more to say"""
TEACH = Paper(width=114, lines=56, heading=2.5)
ACTIONS = 0.4
"""share of the page to read aloud that lists of actions may take"""
LONG = 4
"""sentences that a text which loses its end has left at least"""
WHOLE = "points"
"""anchor of the list of what counts, told as a whole or not at all"""


class Digest:
    """The important things of a ruleset, each as short blocks."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.program = book.program
        self.teller = Teller(book)
        self.speech = book.speech
        self.words = book.words

    def about(self) -> list[Block]:
        """What the first game says of itself, and what the last ones add.

        If the first one is for another number of players, the next one speaks, too.
        """
        told = {name: self.book.introduced(name) for name in self.book.world.lineage}
        first = [name for name in told if told[name] and self.book.outnumbered(name)][:1]
        heard = [name for name in self.book.speaking() if told[name]]
        adding = [name for name in heard[1:] if name in self.book.adding()] or heard[1:][-1:]
        return [Para(text) for name in first + heard[:1] + adding for text in told[name]]

    @cached_property
    def changes(self) -> list[Block]:
        """What a house rule changes, with its parents if that is little.

        A whole book of changes has a sheet of its own.
        """
        return _listed(self.compared()[0])

    def aloud(self, room: float = inf) -> list[Block]:
        """The changes to read aloud, in so many lines: long ones lose their end."""
        found = _listed(self.compared(aloud=True)[0])
        for most in range(int(TEACH.lines), 0, -1):
            if tall(found) <= room:
                break
            found = [_capped(block, most) for block in found]
        return found

    def compared(self, aloud: bool = False) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        """The changes if they are few, and those that the aim of the game tells anyway."""
        limit = CHANGES if self.book.language == "en" else CHANGES * LONGER
        said = [block.text for block in self.winning() if isinstance(block, Para)]
        won = [part for text in said for part in sentences(text)]  # both sheets begin with it
        games = (self.book.first(), self.book.before())
        for before in {game.rules.name: game for game in games if game is not None}.values():
            items = in_brief(self.book, before, aloud)
            aims = tuple(item for item in items if any(map(item.text.endswith, won)))
            found = tuple(item for item in items if item not in aims)
            if (found or aims) and weight(Bullets(found)) <= limit:
                return found, aims
        return (), ()

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
                if self.teller.dormant(part):
                    continue
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
        """Each phase with its actions, what ends it last; what several offer, with the first."""
        shown: set[str] = set()
        for phase in self.program.phases.values():
            offered = self.teller.offered(phase)
            fresh = [a for a in offered if a.name not in shown]
            yield phase, sorted(fresh, key=lambda a: a.name in phase.ends_with)
            shown.update(a.name for a in offered)

    def line(self, action: ir.ActionDef, whole: bool) -> str:
        """An action in one line: name, price, sentence."""
        texts = self.speech.texts(action.texts)
        said = " ".join(texts)
        if not whole and texts:
            said = first_sentence(texts[0])
        return self.speech.colon(capital(self.call(action)), said)

    def known(self, action: ir.ActionDef) -> bool:
        """Does it come from the first game, in a book that builds on it?"""
        return bool(self.book.parents) and not self.teller.marks.whole("actions", action.name)

    def brief(self, offered: list[ir.ActionDef], terse: bool, room: float) -> list[Block]:
        """Actions to read aloud; terse: those of the first game in one line, if some are newer.

        What has no room for a sentence is named at the end, in any case without its price.
        """
        known = [action for action in offered if self.known(action)]
        if len(known) == len(offered) or not terse:
            known = []
        newer = [action for action in offered if action not in known]
        lines = [Item(self.line(action, whole=False)) for action in newer]
        for told in range(len(newer), -1, -1):
            items = (*self.named(known), *lines[:told], *self.named(newer[told:]))
            block = Bullets(items)
            if items and height(block, TEACH) <= room:
                return [block]
        bare = Bullets((*self.named(known, False), *self.named(newer, False)))
        return [bare] if bare.items else []

    def named(self, actions: list[ir.ActionDef], priced: bool = True) -> list[Item]:
        """Actions in one line: names and prices."""
        say = self.call if priced else lambda action: self.speech.name(action.name)
        names = self.speech.listed(map(say, actions))
        return [Item(self.words("You may {actions}.", actions=names))] if actions else []

    def call(self, action: ir.ActionDef) -> str:
        """Name and price; a rate is told by the sentence."""
        paid = [node.what for node in walk(action.body) if isinstance(node, ir.Pay)]
        costs = self.teller.costs(action) if not all(map(at_a_rate, paid)) else []
        price = f" ({costs[0].text})" if costs else ""
        return f"{self.speech.name(action.name)}{price}"

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

    def cards(self, kind: str) -> list[Block]:
        """Each card in a line: name, how many, what it does; without room, the first two."""
        cards = [card for card in self.program.cards.values() if card.kind == kind]
        names = [f"{self.speech.title(card.name)} ({card.copies})" for card in cards]
        lines = [
            self.speech.colon(name, " ".join(self.speech.texts(card.texts)))
            for name, card in zip(names, cards, strict=True)
        ]
        return [Bullets(tuple(map(Item, lines)), brief=f"{self.speech.listed(names)}.")]

    def awards(self) -> list[str]:
        return [
            self.speech.colon(self.speech.title(a.name), " ".join(self.speech.texts(a.texts)))
            for a in self.program.awards.values()
        ]

    def sections(self, turn: str) -> list[tuple[int, str, str]]:
        """(importance, heading, sentences) of the sections on the course of the game.

        What a phase's last action sets off comes up in every turn; what the variant itself tells
        comes before what it builds on. The section about the turn
        itself goes under the heading `turn`.
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
                if TURN in section.members:
                    heading = turn
                doing = [
                    (SINGULAR[sort], name) for sort, name in section.members if sort == "steps"
                ]
                strange = bool(self.book.marks.whole("sections", section.name))
                often = any(node in sure for node in doing)
                found.append((4 if often else 8 - strange, heading, " ".join(said)))
        return found

    def sentences(self, sort: str, name: str) -> list[str]:
        if sort == "values":
            owner, _, last = name.rpartition(".")
            value = self.program.values.get((owner, last))
            if value is None:
                return []
            live = [part for part in value.parts if not self.teller.dormant(part)]
            parts = [text for part in live for text in part.texts]
            own = self.speech.texts(value.texts)
            if own and not value.parts:
                own[-1] = self.teller.completed(value, own[-1])
            return [*own, *self.speech.texts(parts)]
        block = getattr(self.program, sort).get(name)
        if isinstance(block, ir.RuleDef) and self.teller.dormant(block):
            return []
        return self.speech.texts(block.texts) if block is not None else []


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence."""
    for at, letter in enumerate(text):
        if letter == "." and (at + 1 == len(text) or text[at + 1] == " "):
            return text[: at + 1]
    return text


def _listed(items: tuple[Item, ...]) -> list[Block]:
    return [Bullets(items)] if items else []


def _capped(block: Block, most: int) -> Block:
    """Without the last sentences of what takes more than so many lines to read aloud."""
    if not isinstance(block, Bullets):
        return block
    items = []
    for item in block.items:
        said = sentences(item.text)
        while len(said) > 1 and ceil(len(" ".join(said)) / (TEACH.width - 3)) > most:
            said.pop()
        items.append(replace(item, text=" ".join(said)))
    return replace(block, items=tuple(items))


def bare(block: Table) -> Block:
    """A table without marks and without the caption that its heading says already."""
    return replace(block, caption="", rows=tuple(Row(row.cells) for row in block.rows))


def weight(block: Block) -> int:
    """Characters of a block, and what its lines take besides."""
    match block:
        case Para(text=text):
            return len(text) + 30
        case Bullets(items=items, intro=intro):
            return len(intro) + sum(len(item.text) + 25 for item in items)
    return 0


def height(block: Block, paper: Paper) -> float:
    """Lines that a block takes."""

    def lines(text: str, width: int = paper.width) -> int:
        return ceil(len(text) / width)

    match block:
        case Para(text=text):
            return lines(text) + 0.4
        case Bullets(items=items, intro=intro):
            inner = paper.width - 3
            return lines(intro) + sum(lines(item.text, inner) for item in items) + 0.4
        case Table(rows=rows):
            half = paper.width // 2
            return 2 + sum(paper.row + max(lines(c, half) for c in row.cells) - 1 for row in rows)
    return 0


def fitting(sections: list[tuple[int, str, str, list[Block]]], paper: Paper) -> list[Section]:
    """(importance, anchor, heading, blocks): the most important ones that fit, in given order.

    Sections with one heading are one section. The last one that fits may lose its end. A list
    that can be told in brief leaves room for the next ones of its kind.
    """
    kept: dict[int, list[Block]] = {}
    room = paper.lines
    ordered = sorted(range(len(sections)), key=lambda n: sections[n][0])
    for place, at in enumerate(ordered):
        again = any(sections[n][2] == sections[at][2] for n in kept)
        blocks = sections[at][3]
        if sections[at][1] != WHOLE:
            blocks = fresh(blocks, [block for found in kept.values() for block in found])
        left = room - (0 if again else paper.heading)
        whole = sum(height(block, paper) for block in blocks)
        spare = left
        if any(map(shrinks, blocks)):
            spare -= sum(least(sections[n][3], paper) for n in ordered[place + 1 :])
        if whole > spare:
            blocks = shortened(blocks, spare, paper) if sections[at][1] != WHOLE else []
            whole = sum(height(block, paper) for block in blocks)
        if blocks:
            kept[at] = blocks
            room = left - whole
    found: dict[str, Section] = {}
    for at, (_, anchor, heading, _) in enumerate(sections):
        if at in kept:
            known = found.get(heading, Section(anchor, heading))
            found[heading] = replace(known, blocks=(*known.blocks, *kept[at]))
    return list(found.values())


def shrinks(block: Block) -> bool:
    return isinstance(block, Bullets) and bool(block.brief)


def least(blocks: list[Block], paper: Paper) -> float:
    """Lines of a section that can be told in brief, with its heading."""
    briefs = [Para(b.brief) for b in blocks if isinstance(b, Bullets) and b.brief]
    return sum(paper.heading + height(brief, paper) for brief in briefs)


def roomy(sections: list[tuple[int, str, str, list[Block]]], paper: str) -> Paper:
    """The paper of a summary: the usual type if what comes up in a game fits."""
    needed = [blocks for importance, *_, blocks in sections if importance < 6 and blocks]
    lines = sum(SUMMARY.heading + sum(height(b, SUMMARY) for b in bs) for bs in needed)
    return SUMMARY if lines <= SUMMARY.lines else CROWDED[paper]


def fresh(blocks: list[Block], before: list[Block]) -> list[Block]:
    """Without the sentences that stand on the sheet already."""
    told = " ".join(text for block in before for text in texts(block))
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Para):
            kept = [s for s in sentences(block.text) if s not in told]
            block = replace(block, text=" ".join(kept))
        elif isinstance(block, Bullets):
            block = replace(block, items=tuple(i for i in block.items if i.text not in told))
        told += " ".join(texts(block))
        if isinstance(block, Table) or any(texts(block)):
            found.append(block)
    return found


def texts(block: Block) -> list[str]:
    match block:
        case Para(text=text):
            return [text]
        case Bullets(items=items):
            return [item.text for item in items]
    return []


def shortened(blocks: list[Block], room: float, paper: Paper) -> list[Block]:
    """As much as fits: a list in brief or most of its lines, a long text without its last third."""
    found: list[Block] = []
    for block in blocks:
        parts: list[Block] = [block]
        if isinstance(block, Bullets) and block.brief:
            parts.append(Para(block.brief))
        elif isinstance(block, Bullets):
            sizes = range(len(block.items), len(block.items) // 3, -1)
            parts = [replace(block, items=block.items[:n]) for n in sizes]
        elif isinstance(block, Para):
            said = sentences(block.text)
            least = max(LONG, ceil(len(said) * 2 / 3))
            parts += [Para(" ".join(said[:n])) for n in range(len(said) - 1, least - 1, -1)]
        part = next((p for p in parts if height(p, paper) <= room), None)
        if part is None:
            break
        found.append(part)
        room -= height(part, paper)
        if part != block:
            break
    return found


def summary_sheet(book: Book) -> Document:
    digest, words = Digest(book), book.words
    teller = digest.teller
    points = Bullets(tuple(Item(text) for text in digest.points()))
    turn = digest.turn()
    found: list[tuple[int, str, str, list[Block]]] = [
        (0, "aim", words("Aim of the game"), [*digest.winning()]),
        (1, WHOLE, words("Points"), [points] if points.items else []),
        (7, "set-up", words("Set-up"), [Bullets(tuple(map(Item, digest.set_up())))]),
        (2, "turn", words("The turn"), list(turn)),
    ]
    changes = digest.changes
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
        heading = capital(digest.speech.many(kind))
        found.append((5, f"cards-{kind}", heading, digest.cards(kind)))
    awards = tuple(Item(text) for text in digest.awards())
    found.append((3, "awards", words("Awards"), [Bullets(awards)] if awards else []))
    for number, (weighed, heading, said) in enumerate(digest.sections(words("The turn"))):
        found.append((weighed, f"section-{number}", heading, [Para(said)]))
    options = options_table(teller)
    if options is not None:
        rows = tuple(Row((row.cells[0], row.cells[1])) for row in options.rows)
        short = Table("", options.head[:2], rows)
        found.append((6, "options", words("Options in force"), [short]))
    marked = "changes" if changes else "aim" if digest.compared()[1] else ""
    sections = tuple(
        replace(section, mark=digest.variant()) if section.anchor == marked else section
        for section in fitting(found, roomy(found, book.paper))
    )
    return Document(
        book.rules.name, book.title, words("Summary"), "summary", book.language, book.paper, (),
        sections,
    )  # fmt: skip


def tall(blocks: Iterable[Block]) -> float:
    """Lines on a page to read aloud."""
    return sum(height(block, TEACH) for block in blocks)


def _spoken(sections: Iterable[Sequence[Block]]) -> float:
    """The same with a heading each."""
    return sum(TEACH.heading + tall(blocks) for blocks in sections if blocks)


def _doing(
    digest: Digest, terse: bool, room: float = inf
) -> list[tuple[int, str, str, list[Block]]]:
    """The phases to read aloud, each with what may be done in it, in so many lines."""
    phases = list(digest.phases())
    told = [[Para(text) for text in digest.speech.texts(phase.texts)] for phase, _ in phases]
    left = room - sum(TEACH.heading + tall(paras) for paras in told)
    most = TEACH.lines * ACTIONS / max(1, sum(len(offered) for _, offered in phases))
    share = min(most, left / max(1, sum(len(offered) + 1 for _, offered in phases)))
    found: list[tuple[int, str, str, list[Block]]] = []
    for number, (phase, offered) in enumerate(phases):
        blocks: list[Block] = [*told[number]]
        doing = [action for action in offered if action.name not in phase.ends_with]
        blocks += digest.brief(doing, terse, share * (len(offered) + 1))
        found.append((2, f"phase-{number}", digest.speech.title(phase.name), blocks))
    return found


def teach_sheet(book: Book) -> Document:
    digest, words = Digest(book), book.words
    points = " ".join(digest.points())
    found: list[tuple[int, str, str, list[Block]]] = [
        (0, "about", words("What it is about"), [*digest.about(), *digest.winning()]),
        (1, WHOLE, words("What counts"), [Para(points)] if points else []),
        (5, "set-up", words("How we begin"), list(map(Para, digest.set_up()))),
        (1, "turn", words("Your turn"), [*digest.turn()]),
    ]
    changes = digest.aloud()
    for terse in (not changes, True):
        doing = _doing(digest, terse)
        first = [blocks for importance, *_, blocks in [*found, *doing] if importance < 3]
        needed = _spoken(first)
        if changes and tall(changes) + TEACH.heading + needed <= TEACH.lines:
            break
    named = [*found, *_doing(digest, True, 0)]
    least = _spoken(blocks for importance, *_, blocks in named if importance < 3)
    room = max(TEACH.lines - needed - TEACH.heading, TEACH.lines / 4)
    changes = digest.aloud(min(room, TEACH.lines - least - TEACH.heading))
    if changes:
        found.insert(1, (0, "changes", words("Different"), changes))
    first = [blocks for importance, *_, blocks in found if importance < 2]
    found += _doing(digest, terse, TEACH.lines - _spoken(first))
    awards = digest.awards()
    if awards:
        found.append((6, "awards", words("Awards"), [Para(text) for text in awards]))
    for number, (weighed, heading, said) in enumerate(digest.sections(words("Your turn"))):
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
        Row((f"{what} ({supply.replace(' ', WIDE)})" if supply else what, price))
        for what, price, supply, _ in prices(digest.teller)
    )
    blocks: list[Block] = []
    if rows:
        blocks.append(Table("", (words("What"), words("Price")), rows, wide=-3))
    points = digest.points()
    if points:
        blocks.append(Bullets(tuple(Item(text) for text in points), words("What counts:")))
    seats = dict(book.program.seats).get(book.program.players[1], ())
    seats = seats or max(book.program.seats, default=(0, ()))[1]
    cards = tuple((book.speech.title(colour), tuple(blocks)) for colour in seats)
    lead: list[Block] = [Cutting(cards)] if blocks and cards else []
    return Document(
        book.rules.name, book.title, words("Price cards to cut out"), "costs", book.language,
        book.paper, tuple(lead),
    )  # fmt: skip

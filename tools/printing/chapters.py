"""The complete rules, in the order of a good rule book.

Aim, components, options, set-up with the boards, the turn, then everything else in the order in
which the authors wrote it, then points and the end, examples, an appendix for what no sentence
tells, and the index. Every block is told once. Where a section belongs follows from the rule graph:
what only set-up calls belongs to the set-up, what the victory rule reads belongs to the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hexwright.dsl import program as ir
from hexwright.dsl.compose_names import SINGULAR
from hexwright.dsl.walk import walk
from hexwright.tools.printing.book import Book
from hexwright.tools.printing.components import components, options_table
from hexwright.tools.printing.examples import examples
from hexwright.tools.printing.model import (
    Block,
    Code,
    Document,
    Entry,
    Pair,
    Para,
    Picture,
    Reference,
    Section,
)
from hexwright.tools.printing.pictures import SMALL, pictures
from hexwright.tools.printing.telling import Teller, anchor
from hexwright.tools.sources import block as cited

SET_UP, TURN = ("steps", "set_up"), ("steps", "take_turn")
FOLLOWED = ("calls", "triggers", "offers", "ends")
ORDER = ("kinds", "tracks", "phases", "steps", "rules", "actions", "cards", "awards", "values")


def rules_sheet(book: Book) -> Document:
    """The whole document."""
    chapters = Chapters(book)
    sections = numbered(chapters.all())
    index = tuple(chapters.index(sections))
    words = book.words
    return Document(
        name=book.rules.name,
        title=book.title,
        subtitle=words("The complete rules"),
        sheet="rules",
        language=book.language,
        paper=book.paper,
        lead=tuple(lead(book)),
        sections=sections,
        index=index,
    )


def lead(book: Book) -> Iterable[Block]:
    """What the marks mean, if there are any."""
    strangers = [n for n in book.world.lineage if n not in book.marks.roots]
    titles = [book.marks.title(n) for n in strangers if n in book.world.headers]
    if titles:
        roots = book.speech.listed(book.marks.title(n) for n in sorted(book.marks.roots))
        names = book.speech.listed(titles)
        form = "◆ marks what is new or different against {roots}. It stems from: {names}."
        yield Para(book.speech.set(book.words(form, roots=roots, names=names)), quiet=True)


class Chapters:
    def __init__(self, book: Book, drawn: bool = True) -> None:
        self.book = book
        self.program = book.program
        self.teller = Teller(book)
        self.words = book.words
        self.setting_up = self.reached(SET_UP) - self.reached(TURN)
        self.pictures: dict[str, list[Picture]] = {}
        for name, picture in pictures(book) if drawn else ():
            self.pictures.setdefault(name, []).append(picture)

    def reached(self, start: tuple[str, str]) -> set[tuple[str, str]]:
        """What the graph does from there on."""
        graph = self.book.graph
        seen, left = {start}, [start] if start in graph else []
        while left:
            here = left.pop()
            for node in graph.successors(here):
                kinds = graph.edges[here, node]["kinds"]
                if node not in seen and any(kind in kinds for kind in FOLLOWED):
                    seen.add(node)
                    left.append(node)
        return seen

    def all(self) -> list[Section]:
        bodies = [self.section(name) for name in self.program.sections]
        outside = self.outside()
        chapters = [
            self.aim(),
            self.components(),
            self.options([s for where, s in bodies if where == "options"]),
            self.set_up([s for where, s in [*bodies, *outside] if where == "set_up"]),
            *(s for where, s in bodies if where == ""),
            *(s for where, s in outside if where == ""),
            *(s for where, s in bodies if where == "end"),
            self.examples(),
            self.appendix(),
        ]
        return [c for c in chapters if c.blocks or c.sections]

    # Generated chapters

    def at(self, name: str) -> str:
        """Opens a section: what is told from now on is found there."""
        self.teller.here = anchor("chapter", name)
        return self.teller.here

    def aim(self) -> Section:
        here = self.at("aim")
        book, program = self.book, self.program
        blocks: list[Block] = []
        for ruleset in book.world.lineage:
            mark = "" if ruleset in book.marks.roots else book.marks.title(ruleset)
            blocks += [Para(text, mark) for text in book.introduced(ruleset)]
        low, high = program.players
        if high:
            form = "Players: {low} to {high}." if low != high else "Players: {high}."
            blocks.append(Para(self.words(form, low=low, high=high)))
        for rule in program.rules.values():
            if any(isinstance(node, ir.Win) for node in walk(rule.body)):
                blocks += self.teller.block("rules", rule.name)
        return Section(here, self.words("Aim of the game"), tuple(blocks))

    def components(self) -> Section:
        here = self.at("components")
        blocks = tuple(components(self.teller))
        return Section(here, self.words("Components"), blocks)

    def options(self, sections: list[Section]) -> Section:
        here = self.at("options")
        blocks = [owned(b, s.mark) for s in sections for b in s.blocks]
        table = options_table(self.teller)
        if table is not None:
            blocks.append(table)
        marks = {s.mark for s in sections}
        mark = marks.pop() if len(marks) == 1 else ""
        return Section(here, self.words("Options in force"), tuple(blocks), mark=mark)

    def set_up(self, sections: list[Section]) -> Section:
        here = self.at("set-up")
        blocks: list[Block] = []
        in_force = self.book.setting.board.name
        blocks += [replace(p, floating=True) for p in self.pictures.get(in_force, ())]
        heading = self.words("Set-up")
        main = self.program.sections
        first = [s for s in sections if s.heading == heading or self.begins(main, s.anchor)]
        inner = [s for s in sections if s not in first]
        before = [b for s in first for b in s.blocks]
        mark = next((s.mark for s in first if s.mark), "")
        return Section(here, heading, (*before, *blocks), tuple(inner), mark=mark)

    def begins(self, sections: dict[str, ir.SectionDef], where: str) -> bool:
        """Is it the section of the steps with which everything begins?"""
        return any(
            anchor("section", name) == where and ("steps", SET_UP[1]) in section.members
            for name, section in sections.items()
        )

    # Sections of the rules

    def place(self, section: ir.SectionDef) -> str:
        """Which chapter a section belongs to: options, set_up, end, or "" for its own."""
        sorts = {sort for sort, _ in section.members}
        if sorts == {"options"}:
            return "options"
        doing = self.doing(section.members)
        if "boards" in sorts or (doing and sum(doing) * 2 > len(doing)):
            return "set_up"
        if any(sort == "rules" and self.wins(name) for sort, name in section.members):
            return "end"
        return ""

    def doing(self, members: Iterable[tuple[str, str]]) -> list[bool]:
        """Of each block that does something: does only the set-up come to it?"""
        return [
            (SINGULAR[sort], name) in self.setting_up
            for sort, name in members
            if sort in ("steps", "rules", "actions")
        ]

    def wins(self, name: str) -> bool:
        rule = self.program.rules.get(name)
        return rule is not None and any(isinstance(n, ir.Win) for n in walk(rule.body))

    def section(self, name: str) -> tuple[str, Section]:
        section = self.program.sections[name]
        here = self.teller.here = anchor("section", name)
        blocks = self.teller.paras(section.texts, "sections", name)
        blocks += self.members(section.members)
        if all(isinstance(block, Picture) for block in blocks):
            blocks = [*self.boards_in_words(section.members), *blocks]
        mark = self.book.marks.whole("sections", name)
        heading = self.book.speech.sentence(section.source.heading.text)
        return self.place(section), Section(here, heading, tuple(blocks), mark=mark)

    def members(self, members: Iterable[tuple[str, str]]) -> list[Block]:
        """Blocks in the author's order; cards as tables, states in small print at the end."""
        blocks: list[Block] = []
        kept: list[str] = []
        piles: list[str] = []
        for sort, name in members:
            if sort == "states":
                kept.append(name)
            elif sort == "cards" and name in self.program.cards:
                piles.append(self.program.cards[name].kind)
            elif sort == "boards":
                blocks += self.board(name)
            elif (sort, name) not in (("rules", n) for n in self.program.rules if self.wins(n)):
                blocks += self.teller.block(sort, name)
        for kind in dict.fromkeys(piles):
            blocks += self.teller.cards(kind)
        return blocks + self.teller.states(kept)

    def board(self, name: str) -> list[Block]:
        board = self.program.boards.get(name)
        if board is None:
            return []
        self.teller.note("board", name)
        if name not in self.pictures:
            return self.teller.paras(board.texts, "boards", name)
        if name == self.book.setting.board.name:
            return []  # it is drawn where the set-up begins
        return [replace(picture, floating=True) for picture in self.pictures[name]]

    def boards_in_words(self, members: Iterable[tuple[str, str]]) -> list[Block]:
        """For a section with nothing but drawings, which may move away from its heading."""
        boards = [self.program.boards.get(name) for sort, name in members if sort == "boards"]
        return [
            block
            for board in boards
            if board is not None
            for block in self.teller.paras(board.texts, "boards", board.name)
        ]

    def outside(self) -> list[tuple[str, Section]]:
        """Blocks outside every section, under the name of the ruleset that wrote them.

        What does nothing but in the set-up belongs there.
        """
        world = self.book.world
        found: dict[str, list[tuple[str, str]]] = {}
        for sort in (*ORDER, "states", "boards"):
            for name in getattr(world, sort):
                if (sort, name) not in world.section_of:
                    shown = ".".join(p for p in name if p) if isinstance(name, tuple) else name
                    owner = world.origin.get((sort, name), world.name)
                    found.setdefault(owner, []).append((sort, shown))
        sections = []
        for ruleset in world.lineage:
            here = self.teller.here = anchor("ruleset", ruleset)
            members = found.get(ruleset, [])
            blocks = self.members(members)
            if blocks:
                root = ruleset in self.book.marks.roots
                title = self.book.marks.title(ruleset)
                heading = self.words("Further rules") if root else title
                if not root:
                    heading = f"{heading} ◆"
                    blocks = [unmarked(block, title) for block in blocks]
                doing = self.doing(members)
                place = "set_up" if doing and all(doing) else ""
                sections.append((place, Section(here, heading, tuple(blocks))))
        return sections

    # The end

    def examples(self) -> Section:
        here = self.at("examples")
        return Section(here, self.words("Examples"), tuple(examples(self.book)))

    def appendix(self) -> Section:
        """The author's own lines for what has no sentence."""
        here = self.at("appendix")
        lines: dict[str, None] = {}
        for sort, name, span in self.teller.untold:
            text = cited(self.book.rules.texts, span)
            if text:
                of = name.partition(" of ")[2] if sort == "part" else ""
                lines[f"# {of}\n{text}" if of else text] = None
        blocks: list[Block] = []
        if lines:
            intro = "These rules have no sentence of their own yet; here they are as written."
            blocks = [Para(self.words(intro), quiet=True), Code("\n\n".join(lines))]
        return Section(here, self.words("Rules as written"), tuple(blocks))

    def index(self, sections: tuple[Section, ...]) -> Iterable[Reference]:
        numbers = dict(places(sections))
        ordered = {number: at for at, number in enumerate(numbers.values())}
        found: dict[str, list[tuple[str, str]]] = {}
        for (sort, name), where in self.teller.told.items():
            if sort not in INDEXED or where not in numbers:
                continue
            word = self.book.speech.title(name)
            entry = anchor(sort, name) if sort in ("action", "award", "phase") else where
            found.setdefault(word, []).append((entry, numbers[where]))
        for word in sorted(found, key=fold):
            where_told = sorted(dict.fromkeys(found[word]), key=lambda at: ordered[at[1]])
            yield Reference(word, tuple(where_told))


INDEXED = ("action", "card", "award", "piece", "option", "phase", "track", "kind", "board")


def fold(word: str) -> str:
    """For sorting: without accents and capitals."""
    import unicodedata

    plain = unicodedata.normalize("NFD", word.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def numbered(sections: Iterable[Section], prefix: str = "") -> tuple[Section, ...]:
    """Sections with their numbers; a mark that all their parts share stands at the heading only."""
    found = []
    for at, section in enumerate(sections, 1):
        number = f"{prefix}{at}"
        inner = numbered(section.sections, f"{number}.")
        blocks = tuple(unmarked(b, section.mark) for b in paired(section.blocks))
        found.append(replace(section, number=number, sections=inner, blocks=blocks))
    return tuple(found)


def paired(blocks: Iterable[Block]) -> list[Block]:
    """Small pictures that follow each other, two by two."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if small(block) and small(last):
            assert isinstance(block, Picture) and isinstance(last, Picture)
            found[-1] = Pair((last, block))
        else:
            found.append(block)
    return found


def small(block: Block | None) -> bool:
    return isinstance(block, Picture) and block.share <= SMALL


def owned(block: Block, mark: str) -> Block:
    """A sentence with the mark of the section that it came from, if it has none of its own."""
    return replace(block, mark=mark) if isinstance(block, Para) and not block.mark else block


def unmarked(block: Block, mark: str) -> Block:
    """A block without the marks that its heading, or its own title, carries already."""
    changes: dict[str, object] = {}
    for name in ("items", "rows", "facts", "blocks"):
        inside = getattr(block, name, None)
        if inside:
            changes[name] = tuple(unmarked(one, mark) for one in inside)
    if mark and getattr(block, "mark", "") == mark:
        changes["mark"] = ""
    elif isinstance(block, Entry) and block.mark:
        changes["blocks"] = tuple(unmarked(one, block.mark) for one in block.blocks)
        changes["facts"] = tuple(
            replace(fact, mark="") if fact.mark == block.mark else fact for fact in block.facts
        )
    return replace(block, **changes) if changes else block  # type: ignore[arg-type]


def places(sections: Iterable[Section]) -> Iterable[tuple[str, str]]:
    """(anchor, number) of every section."""
    for section in sections:
        yield section.anchor, section.number
        yield from places(section.sections)

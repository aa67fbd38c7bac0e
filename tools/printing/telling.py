"""Tells single blocks of the rules: an action, a card, a value, a state … as parts of a page.

Sentences are the author's. What an action costs, when it is offered, what is chosen and how often
it may be done is read off the rule itself; its requirements are listed as what stands in the way. A
block without a sentence is noted in `untold` and cited in the author's own lines in an appendix, so
that nothing the engine does is missing from the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from hexwright.dsl import program as ir
from hexwright.dsl.tree import Span
from hexwright.dsl.walk import walk
from hexwright.tools.printing.book import Book
from hexwright.tools.printing.known import UNKNOWN
from hexwright.tools.printing.model import (
    Block,
    Bullets,
    Entry,
    Fact,
    Item,
    Para,
    Row,
    Strip,
    Table,
)
from hexwright.tools.printing.speech import WIDE, capital

COMBINED = {
    "sum": "These add up:",
    "lowest": "The lowest of these counts:",
    "any": "One of these is enough:",
    "all": "All of these must hold:",
    "usually": "Exceptions:",
}
NONE = "–"
"""an empty cell"""
COPIES = "copies"
HIDDEN_COLUMNS = ("look",)


def anchor(sort: str, name: str) -> str:
    """How a place of the page is called."""
    return f"{sort}-{name}".replace(".", "-").replace("_", "-").replace("/", "-")


class Teller:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.program = book.program
        self.speech = book.speech
        self.marks = book.marks
        self.words = book.words
        self.untold: list[tuple[str, str, Span]] = []
        """(sort, name, place) of blocks without a sentence"""
        self.told: dict[tuple[str, str], str] = {}
        """(sort, name) → anchor of the section that tells it"""
        self.here = ""
        """anchor of the section being written"""

    def note(self, sort: str, name: str) -> None:
        self.told.setdefault((sort, name), self.here)

    # Sentences

    def paras(
        self, texts: Sequence[ir.Text], sort: str, name: object, parts: Iterable[str] = ()
    ) -> list[Block]:
        mark = self.marks.whole(sort, name) or self.marks.part(sort, name, "text", *parts)
        return [Para(self.speech.text(text), mark) for text in texts]

    def plain(self, sort: str, plural: str, name: str, texts: Sequence[ir.Text], span: Span,
              id: object = None) -> list[Block]:  # fmt: skip
        """A block that is told by its sentences alone."""
        self.note(sort, name)
        if not texts:
            self.untold.append((sort, name, span))
            return []
        return self.paras(texts, plural, name if id is None else id, ("value", "when"))

    def dormant(self, block: ir.ActionDef | ir.CardDef | ir.RuleDef | ir.PartDef) -> bool:
        """Do the options in force put it out of force?"""
        decided = self.speech.known.decided
        if isinstance(block, (ir.RuleDef, ir.PartDef)):
            return decided(block.when) is False
        needed = [line for line in block.head if isinstance(line, ir.RequireDef)]
        return any(decided(line.condition) is False for line in needed)

    def told_of(self, sort: str, name: str) -> tuple[ir.Text, ...]:
        return self.program.told.get((sort, name), ())

    # One block of each sort

    def block(self, sort: str, name: str) -> list[Block]:
        """What a member of a section says; `sort` as the sections name it."""
        program = self.program
        match sort:
            case "actions" if name in program.actions:
                return [self.action(program.actions[name])]
            case "steps" if name in program.steps:
                steps = program.steps[name]
                return self.plain("steps", "steps", name, steps.texts, steps.span)
            case "rules" if name in program.rules:
                rule = program.rules[name]
                return self.waiting(
                    self.plain("rule", "rules", name, rule.texts, rule.span), self.dormant(rule)
                )
            case "phases" if name in program.phases:
                return [self.phase(program.phases[name])]
            case "awards" if name in program.awards:
                return [self.award(program.awards[name])]
            case "values":
                return self.value(name)
            case "kinds" if name in program.kinds:
                return self.kind(program.kinds[name])
            case "tracks" if name in program.tracks:
                return self.track(program.tracks[name])
        return []

    def waiting(self, blocks: list[Block], dormant: bool) -> list[Block]:
        """Sentences that the options put out of force say so."""
        last = blocks[-1] if blocks else None
        if dormant and isinstance(last, Para):
            said = self.words("(Not with the options in force.)")
            blocks[-1] = replace(last, text=f"{last.text} {said}")
        return blocks

    def action(self, action: ir.ActionDef) -> Entry:
        self.note("action", action.name)
        if not action.texts:
            self.untold.append(("action", action.name, action.span))
        facts = [
            Fact(self.words("When"), self.when(action), self.part("actions", action, "phase")),
            *self.costs(action),
            *self.choices(action.head),
            *self.limit(action),
        ]
        blocks = self.paras(action.texts, "actions", action.name)
        blocks += self.conditions("actions", action.name, action.head)
        mark = self.marks.whole("actions", action.name)
        title = self.speech.title(action.name)
        found = tuple(fact for fact in facts if fact.text)
        return Entry(anchor("action", action.name), title, mark, found, tuple(blocks))

    def part(self, sort: str, block: ir.ActionDef | ir.CardDef, *parts: str) -> str:
        whole = self.marks.whole(sort, block.name)
        return whole or self.marks.part(sort, block.name, *parts)

    def when(self, action: ir.ActionDef) -> str:
        if self.dormant(action):
            return self.words("not with the options in force")
        if action.during:
            return self.speech.listed((self.speech.name(p) for p in action.during), "or")
        callers = []
        for sort, name in sorted(self.book.graph.predecessors(("action", action.name))):
            if sort in ("action", "card") and name != action.name:
                callers.append(self.speech.title(name))
        if callers:
            names = self.speech.listed(callers, "or")
            return self.words("only when a rule asks for it, e.g. {names}", names=names)
        return self.words("only when a rule asks for it")

    def costs(self, block: ir.ActionDef | ir.CardDef) -> list[Fact]:
        paid = [node for node in walk(block.body) if isinstance(node, ir.Pay)]
        said = [self.speech.phrase(p.what) for p in paid if self.speech.known.value(p.what) != ()]
        said = [s for s in said if s]
        if not said:
            return []
        return [Fact(self.words("Cost"), self.speech.listed(said), self.price_mark(block))]

    def price_mark(self, block: ir.ActionDef | ir.CardDef) -> str:
        """The variant that changed the price of what is paid for."""
        for node in walk(block.body):
            if isinstance(node, ir.PieceFact) and isinstance(node.base, ir.PieceKindRef):
                piece = node.base.name
                found = self.marks.part("pieces", piece, f"{piece}.cost", "cost")
                if found:
                    return found
        return ""

    def choices(self, head: ir.Head) -> list[Fact]:
        said = Counter(
            (self.choice(line), line.amount == "one")
            for line in head
            if isinstance(line, ir.Choose)
        )
        if not said:
            return []
        each = [
            what if n == 1 else f"{n}{WIDE}×{WIDE}{what if one else f'({what})'}"
            for (what, one), n in said.items()
        ]
        return [Fact(self.words("Choose"), self.speech.listed(each))]

    def choice(self, choose: ir.Choose) -> str:
        local = choose.local
        if choose.amount == "one":
            if local.type.base == "number":
                return self.words("a number")
            return self.one(local.type)
        things = self.words("cards") if choose.bundle else self.things(local.type)
        if choose.amount == "some" or choose.number is None:
            return self.words("any number of {things}", things=things)
        value = self.speech.known.value(choose.number)
        if value is UNKNOWN:
            return things
        number = str(value)
        form = "exactly {n} {things}" if choose.amount == "exactly" else "up to {n} {things}"
        return self.words(form, n=number, things=things)

    def one(self, t: ir.Type) -> str:
        return self.speech.thing(t)

    def things(self, t: ir.Type) -> str:
        if t.base in ("player", "hex", "corner", "edge"):
            return self.speech.many(t.base)
        return self.speech.many(t.of) if t.of else self.words("things")

    def limit(self, action: ir.ActionDef) -> list[Fact]:
        if action.limit is None:
            return []
        value = self.speech.known.value(action.limit)
        number = str(value) if value is not UNKNOWN else self.speech.phrase(action.limit)
        per = (
            self.words("turn") if action.limit_per == "turn" else self.speech.name(action.limit_per)
        )
        form = "once per {per}" if value == 1 else "{n} times per {per}"
        if value is UNKNOWN:
            form = "{n}, per {per}"
        said = self.words(form, n=number, per=per)
        return [Fact(self.words("Limit"), said, self.part("actions", action, "limit"))]

    def conditions(self, sort: str, name: str, head: ir.Head) -> list[Block]:
        whole = self.marks.whole(sort, name)
        items = []
        for line in head:
            if not isinstance(line, ir.RequireDef):
                continue
            said = [self.quoted(line.sentence), *self.speech.texts(line.texts)]
            if self.speech.known.decided(line.condition) is True:
                said.append(self.words("(Not with the options in force.)"))
            mark = whole or self.marks.part(sort, name, f"requirement {line.name}")
            items.append(Item(" ".join(said), mark))
        return [Bullets(tuple(items), self.words("It may be refused:"))] if items else []

    def quoted(self, text: ir.Text) -> str:
        return self.speech.set(self.words("“{said}”", said=self.speech.text(text)))

    def phase(self, phase: ir.PhaseDef) -> Entry:
        self.note("phase", phase.name)
        if not phase.texts:
            self.untold.append(("phase", phase.name, phase.span))
        offered = self.offered(phase)
        items = [
            Item(self.speech.title(a.name), self.marks.whole("actions", a.name)) for a in offered
        ]
        facts = []
        if phase.ends_with:
            names = (self.speech.title(a) for a in phase.ends_with)
            facts.append(Fact(self.words("Ends with"), self.speech.listed(names, "or")))
        blocks = self.paras(phase.texts, "phases", phase.name)
        if items:
            blocks.append(Bullets(tuple(items), self.words("You may:")))
        mark = self.marks.whole("phases", phase.name)
        title = self.speech.title(phase.name)
        return Entry(anchor("phase", phase.name), title, mark, tuple(facts), tuple(blocks))

    def offered(self, phase: ir.PhaseDef) -> list[ir.ActionDef]:
        """The actions of a phase that the options in force do not rule out."""
        actions = self.program.actions.values()
        return [a for a in actions if phase.name in a.during and not self.dormant(a)]

    def award(self, award: ir.AwardDef) -> Entry:
        self.note("award", award.name)
        if not award.texts:
            self.untold.append(("award", award.name, award.span))
        facts = []
        least = self.speech.phrase(award.minimum) if award.minimum is not None else ""
        if least:
            mark = self.marks.part("awards", award.name, "at least")
            facts.append(Fact(self.words("At least"), least, mark))
        if award.ties_to_holder:
            facts.append(Fact(self.words("Ties"), self.words("the holder keeps it")))
        mark = self.marks.whole("awards", award.name)
        blocks = tuple(self.paras(award.texts, "awards", award.name, ("measure", "at least")))
        title = self.speech.title(award.name)
        return Entry(anchor("award", award.name), title, mark, tuple(facts), blocks)

    def value(self, dotted: str) -> list[Block]:
        key = tuple(dotted.split(".", 1)) if "." in dotted else ("", dotted)
        value = self.program.values.get((key[0], key[1]))
        if value is None:
            return []
        self.note("value", dotted)
        blocks = self.paras(value.texts, "values", value.key, ("value",))
        said = self.constant(value)
        if said and blocks and isinstance(blocks[-1], Para):
            blocks[-1] = replace(blocks[-1], text=self.completed(value, blocks[-1].text))
        elif said:
            title = self.speech.title(value.name)
            blocks = [Para(self.speech.colon(title, said), self.marks.touched("values", value.key))]
        whole = self.marks.whole("values", value.key)
        items = []
        for part in value.parts:
            said = " ".join(self.speech.texts(part.texts)) or self.untold_part(value, part)
            mark = whole or self.marks.part("values", value.key, f"part {part.name}")
            if said and self.dormant(part):
                said = f"{said} {self.words('(Not with the options in force.)')}"
            if said:
                items.append(Item(said, mark))
        if len(items) == 1:
            return [*blocks, Para(items[0].text, items[0].mark)]
        if items:
            title = self.speech.title(value.name)
            intro = self.words(COMBINED[value.form])
            return [*blocks, Bullets(tuple(items), f"{title}. {intro}")]
        if not blocks and (value.parts or value.formula is not None):
            self.untold.append(("value", dotted, value.span))
        return blocks

    def completed(self, value: ir.ValueDef, told: str) -> str:
        """The last sentence of a value, with what the value always is if no sentence says so."""
        said = self.constant(value)
        if not said:
            return told
        return f"{told} {said}" if value.parts else self.speech.colon(told.rstrip("."), f"{said}.")

    def constant(self, value: ir.ValueDef) -> str:
        """What a value always is, if no sentence of its own says so."""
        if value.formula is None or any(text.holes for text in value.texts):
            return ""
        known = self.speech.known.value(value.formula)
        if known is UNKNOWN or known is None or value.type.base in ("flag", "player"):
            return ""
        said = self.speech.shown(known, value.type)
        told = " ".join(self.speech.texts(value.texts))
        silent = any(not part.texts and not self.by_seats(part) for part in value.parts)
        if said in told or silent:
            return ""
        return self.words("Usually: {said}.", said=said) if value.parts else said

    def untold_part(self, value: ir.ValueDef, part: ir.PartDef) -> str:
        """A part without a sentence: its label and its number, if that says it all."""
        if part.when is None and value.form in ("sum", "lowest"):
            said = self.speech.phrase(part.value)
            if said:
                return self.speech.colon(self.speech.label(part.name), said)
        by_seats = self.by_seats(part)
        if by_seats:
            return by_seats
        spoken = ".".join(word for word in value.key if word)
        if not value.texts:
            self.untold.append(("part", f"{part.name} of {spoken}", part.span))
        return ""

    def by_seats(self, part: ir.PartDef) -> str:
        """What holds for a number of players, if that and a fixed value is all a part says."""
        match part.when:
            case ir.Compare(
                op="is", left=ir.Quantified(word="count", over=over), right=ir.Const(value=n)
            ) if isinstance(over, ir.Everything) and over.type.base == "player":
                known = self.speech.known.value(part.value)
                if known is not UNKNOWN:
                    said = self.speech.shown(known, part.value.type)
                    return self.words("With {n} players: {said}.", n=n, said=said)
        return ""

    def kind(self, kind: ir.KindDef) -> list[Block]:
        self.note("kind", kind.name)
        blocks = self.paras(self.told_of("kind", kind.name), "kinds", kind.name)
        table = self.kind_table(kind)
        if table is not None:
            blocks.append(table)
        members = self.members(kind)
        if members:
            title = capital(self.speech.many(kind.name))
            grown = self.grown(kind.name)
            first = blocks[0] if blocks else None
            if kind.cells:
                form = "{kind}, also: {members}."
                blocks.append(Para(self.words(form, kind=title, members=members), grown))
            elif isinstance(first, Para):
                said = self.words("Namely: {members}.", members=members)
                blocks[0] = replace(first, text=f"{first.text} {said}", mark=first.mark or grown)
            else:
                blocks.append(Para(self.speech.colon(title, f"{members}."), grown))
        return blocks

    def members(self, kind: ir.KindDef) -> str:
        """The things a union stands for, besides those of its table."""
        if any(card.kind == kind.name for card in self.program.cards.values()):
            return ""
        own = {member for member, _ in kind.cells}
        return self.speech.listed(self.speech.name(m) for m in kind.members if m not in own)

    def grown(self, kind: str) -> str:
        """The variant that let a union grow."""
        for event in reversed(self.marks.events("kinds", kind)):
            if event.what.startswith("member ") and event.ruleset not in self.marks.roots:
                return self.marks.title(event.ruleset)
        return ""

    def kind_table(self, kind: ir.KindDef) -> Table | None:
        """Rows and columns of a kind; nothing if there is only one column to show."""
        hidden = {*HIDDEN_COLUMNS, *([COPIES] if kind.name in self.book.counted else [])}
        shown = [
            n
            for n, (column, t) in enumerate(kind.columns)
            if column not in hidden and t.base in ("text", "number", "flag", "member",
                                                           "word", "piece", "bundle")
        ]  # fmt: skip
        if not kind.cells or not shown:
            return None
        head = (self.speech.title(kind.name),
                *(self.speech.title(kind.columns[n][0]) for n in shown))  # fmt: skip
        whole = self.marks.whole("kinds", kind.name)
        copies = next((n for n in shown if kind.columns[n][0] == COPIES), -1)
        rows = []
        for member, cells in kind.cells:
            said = [self.cell(cells[n]) for n in shown]
            if copies in shown and said[shown.index(copies)] == "0":
                said[shown.index(copies)] = NONE
            mark = whole or self.row_mark(kind.name, member)
            rows.append(Row((self.speech.title(member), *said), mark))
        return Table(self.speech.title(kind.name), head, tuple(rows), wide=-2)

    def row_mark(self, kind: str, member: str) -> str:
        for event in reversed(self.marks.events("kinds", kind)):
            if event.what == f"member {member}" or event.what.startswith(f"{member}."):
                return "" if event.ruleset in self.marks.roots else self.marks.title(event.ruleset)
        return ""

    def cell(self, expr: ir.Expr) -> str:
        if isinstance(expr, ir.Const):
            if expr.value is None or expr.value == "":
                return NONE
            if isinstance(expr.value, bool):
                return self.words("yes" if expr.value else "no")
            if isinstance(expr.value, str):
                return self.speech.sentence(expr.value)
        return self.speech.phrase(expr) or NONE

    def track(self, track: ir.TrackDef) -> list[Block]:
        self.note("track", track.name)
        spaces = tuple(str(n) for n in range(track.low, track.high + 1))
        blocks = self.paras(self.told_of("track", track.name), "tracks", track.name)
        if len(spaces) == 1:
            return blocks
        return [*blocks, Strip(self.speech.title(track.name), spaces)]

    def cards(self, kind: str) -> list[Block]:
        """All cards of one kind as a table: how many, what they do, when they cannot be played."""
        rows = []
        for card in self.program.cards.values():
            if card.kind != kind:
                continue
            self.note("card", card.name)
            if not card.texts:
                self.untold.append(("card", card.name, card.span))
            said = self.speech.texts(card.texts)
            for line in self.conditions("cards", card.name, card.head):
                if isinstance(line, Bullets):
                    reasons = " ".join(item.text for item in line.items)
                    said.append(f"{line.intro} {reasons}")
            if self.dormant(card):
                said.append(self.words("(Not with the options in force.)"))
            cells = (self.speech.title(card.name), str(card.copies), " ".join(said))
            mark = self.marks.whole("cards", card.name) or self.marks.touched("cards", card.name)
            rows.append(Row(cells, mark))
        if not rows:
            return []
        head = (self.words("Card"), self.words("Number"), self.words("What it does"))
        return [Table(capital(self.speech.many(kind)), head, tuple(rows))]

    # What the game keeps

    def states(self, names: Sequence[str]) -> list[Block]:
        """States in small print: what is kept in mind, and who sees it."""
        items = []
        for dotted in names:
            owner, _, name = dotted.rpartition(".")
            state = self.program.states.get((owner, name))
            if state is None:
                continue
            self.note("state", dotted)
            said = self.speech.texts(self.told_of("state", dotted))
            mark = self.marks.whole("states", state.key) or self.marks.part(
                "states", state.key, "text", "value"
            )
            sight = self.sight(state)
            if not said:
                self.untold.append(("state", dotted, state.span))
                if not sight:
                    continue
                said = [self.speech.title(name) + "."]
            items.append(Item(" ".join([*said, *([sight] if sight else [])]), mark))
        if not items:
            return []
        return [Bullets(tuple(items), self.words("What is kept in mind or laid out:"))]

    def sight(self, state: ir.StateDef) -> str:
        """Who may look, for cards, piles and secrets."""
        if not state.sights:
            return ""
        said = []
        for sight in state.sights:
            who = sight.by if isinstance(sight.by, str) else ""
            if not who or sight.when is not None:
                continue
            form = {
                "seen": {"owner": "Only the owner may look.", "everyone": "Everybody may look.",
                         "nobody": "Nobody may look."},
                "count": {"everyone": "Everybody may know how many.",
                          "owner": "Its owner may know how many.", "nobody": ""},
                "contents": {"everyone": "Everybody may know which, not in what order.",
                             "owner": "Its owner may know which, not in what order.",
                             "nobody": ""},
            }[sight.what].get(who, "")  # fmt: skip
            if form:
                said.append(self.words(form))
        return " ".join(said)

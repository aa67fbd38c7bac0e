"""Everything the sheets of one ruleset are made from, gathered once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.graph import Graph, rule_graph
from hexwright.dsl.load import Rules, load_ruleset
from hexwright.dsl.translate import catalogue
from hexwright.dsl.tree import NOWHERE
from hexwright.dsl.world import Event
from hexwright.interpreter.board import topology_of
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.setting import Constant, Setting, SettingError, make_setting
from hexwright.tools.printing.known import Known
from hexwright.tools.printing.speech import Speech

SEED = 7
"""of the boards that are laid at random"""


@dataclass
class Book:
    rules: Rules
    language: str
    options: Mapping[str, Constant] = field(default_factory=dict)
    paper: str = "a4"

    @property
    def program(self) -> ir.Program:
        return self.rules.program

    @property
    def world(self) -> Any:
        return self.rules.world

    @cached_property
    def setting(self) -> Setting:
        """The table under the options in force; on a makeshift board if the rules have none."""
        program = self.program
        try:
            return make_setting(program, None, self.options)
        except SettingError:
            if program.boards:
                raise
        chosen: dict[str, Constant] = {o.name: o.normally for o in program.options.values()}
        board = ir.BoardDef(
            name="", when=None, rows=("*",), row_spans=(NOWHERE,), cells=(), marks=(), fills=(),
            stands=(), holds=(), texts=(), span=NOWHERE,
        )  # fmt: skip
        seats = max(program.seats, default=(1, ("red",)))
        colours = seats[1]
        return Setting(program, chosen, len(colours), colours, board, topology_of(board.rows))

    @cached_property
    def evaluator(self) -> Evaluator | None:
        from hexwright.interpreter.first import new_table

        try:
            return Evaluator(self.setting, new_table(self.setting))
        except Exception:  # rules that are only a part of a game may lack what a table needs
            return None

    @cached_property
    def speech(self) -> Speech:
        said = catalogue(self.rules, self.language)
        known = Known(self.program, self.evaluator)
        return Speech(self.program, said, self.setting, known)

    @cached_property
    def graph(self) -> Graph:
        return rule_graph(self.program, self.world)

    @cached_property
    def marks(self) -> Marks:
        return Marks(self)

    @cached_property
    def title(self) -> str:
        headers = self.world.headers
        if self.world.name in headers:
            return self.speech.sentence(self.program.title)
        parents = self.world.parents.get(self.world.name, ())
        return " + ".join(self.marks.title(p) for p in parents) or self.program.title

    @cached_property
    def parents(self) -> tuple[str, ...]:
        return tuple(self.world.parents.get(self.world.name, ()))

    @cached_property
    def counted(self) -> set[str]:
        """The kinds whose number on the table each board says itself, not the box."""
        boards = self.program.boards.values()
        held = [{self.program.states[h.state].type.of for h in board.holds} for board in boards]
        return set.intersection(*held) if held else set()

    def speaking(self) -> list[str]:
        """The rulesets whose headers still hold as a whole."""
        headers = self.world.headers
        return [n for n in self.world.lineage if n in headers and not self.outnumbered(n)]

    def outnumbered(self, ruleset: str) -> bool:
        """Is it written for another number of players?"""
        header = self.world.headers.get(ruleset)
        return header is not None and header.players not in (None, self.program.players)

    def introduced(self, ruleset: str) -> list[str]:
        """What its header says; if it is for others, without what names their number."""
        said = self.speech.texts(self.program.told.get(("ruleset", ruleset), ()))
        if not self.outnumbered(ruleset):
            return said
        numbers = set(map(str, self.world.headers[ruleset].players))
        return [text for text in said if numbers.isdisjoint(re.findall(r"\d+", text))]

    def ground(self) -> str:
        """The game this ruleset changes: its first parent, or what several variants all change."""
        first = next(iter(self.parents), "")
        changed = {self.world.parents.get(parent, ()) for parent in self.parents}
        if len(self.parents) > 1 and len(changed) == 1:
            first = next(iter(changed.pop()), first)
        return first

    def before(self) -> Book | None:
        return self.other(self.ground()) if self.parents else None

    def adding(self) -> list[str]:
        """The rulesets whose headers still hold and that the game before does without."""
        known = self.kin(self.ground())
        return [name for name in self.speaking() if name not in known]

    def kin(self, ruleset: str) -> set[str]:
        """A ruleset and all that it builds on."""
        found: set[str] = set()
        left = [ruleset]
        while left:
            name = left.pop()
            left += self.world.parents.get(name, ()) if name not in found else ()
            found.add(name)
        return found

    def first(self) -> Book | None:
        """The game that everything builds on, if it is one and not this one."""
        roots = self.marks.roots
        return self.other(min(roots)) if self.parents and len(roots) == 1 else None

    def other(self, ruleset: str) -> Book:
        """The book of a parent, in the same language, with the same options."""
        place = self.rules.places.get(ruleset)
        name = str(place.files[0]) if place and len(place.files) == 1 else ruleset
        rules = load_ruleset(name)
        known = {k: v for k, v in self.options.items() if k in rules.program.options}
        found = Book(rules, self.language, known, self.paper)
        found.counted.update(self.counted)  # a number that is told elsewhere now is not gone
        return found

    def words(self, text: str, **holes: object) -> str:
        return self.speech.words(text, **holes)


class Marks:
    """Who changed what: the name of the variant for everything that is not as in the first game."""

    def __init__(self, book: Book) -> None:
        self.book = book
        parents = book.world.parents
        beginning = [name for name in book.world.lineage if not parents.get(name)]
        self.roots = set(beginning[:1])
        """the first game; what later ones take in from elsewhere is new, too"""

    def title(self, ruleset: str) -> str:
        header = self.book.world.headers.get(ruleset)
        if header is not None and header.title is not None:
            return self.book.speech.sentence(header.title.text)
        return self.book.speech.title(ruleset.rsplit("/", 1)[-1])

    def events(self, sort: str, name: Any) -> list[Event]:
        """What happened to a block; of versions in conflict, only to the one that was kept."""
        found: list[Event] = []
        for event in self.book.world.history.get((sort, name), []):
            if event.verb != "kept":
                found.append(event)
                continue
            kin = self.book.kin(event.what.removeprefix("from "))
            found = [e for e in found if e.ruleset in kin or event.kept not in ("", e.what)]
        return found

    def whole(self, sort: str, name: Any) -> str:
        """The variant that wrote the block, or "" if the first game did."""
        for event in reversed(self.events(sort, name)):
            if event.verb in ("defined", "replaced"):
                return "" if event.ruleset in self.roots else self.title(event.ruleset)
        return ""

    def part(self, sort: str, name: Any, *parts: str) -> str:
        """The variant that last touched one of these parts of a block that it did not write."""
        for event in reversed(self.events(sort, name)):
            if event.verb in ("defined", "replaced"):
                return ""
            if event.what in parts or any(event.what.endswith(f" of {p}") for p in parts if p):
                return "" if event.ruleset in self.roots else self.title(event.ruleset)
        return ""

    def touched(self, sort: str, name: Any) -> str:
        """The variant that last did anything to the block."""
        events = [e for e in self.events(sort, name) if e.ruleset not in self.roots]
        return self.title(events[-1].ruleset) if events else ""

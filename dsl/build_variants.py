"""Makes tree nodes of boards, scenarios and variants: sections 7 to 9 of the grammar."""

from __future__ import annotations

import dataclasses
from typing import Any

from . import complaints
from . import tree as t
from .build import Bit, Children
from .build_blocks import Declarations
from .lines import Token
from .tree import Span

FACTS = ("cost", "supply", "copies")
"""`cost of PIECE` is another way to write `PIECE.cost`"""
LISTS = ("ends", "seen")
"""`ends of PHASE`, `seen of STATE`"""


class Builder(Declarations):
    """All rules of the grammar."""

    def board(self, c: Children, at: Span) -> t.Board:
        lines = self.lines(c[2:])

        def every(sort: type) -> tuple[Any, ...]:
            return tuple(one for one in lines.nodes if isinstance(one, sort))

        return t.Board(
            self.new_name(c[0]), c[1], lines.get("cells") or (), lines.get("map") or (),
            every(t.MarkLine), every(t.BoardSet), every(t.BoardPlace), every(t.Letter),
            every(t.Holds), lines.notes, at,
        )  # fmt: skip

    def cells(self, c: Children, at: Span) -> Bit:
        return Bit("cells", c[0], at)

    def map(self, c: Children, at: Span) -> Bit:
        return Bit("map", tuple(t.MapRow(token.text, self.at(token)) for token in c), at)

    def mark(self, c: Children, at: Span) -> t.MarkLine:
        return t.MarkLine(self.new_name(c[0]), self.word(c[1]), c[2], c[3], at)

    def board_set(self, c: Children, at: Span) -> t.BoardSet:
        return t.BoardSet(self.word(c[0]), c[1], c[2], c[3], at)

    def board_place(self, c: Children, at: Span) -> t.BoardPlace:
        return t.BoardPlace(self.word(c[0]), c[1], c[2], c[3], at)

    def letter_mark(self, c: Children, at: Span) -> t.Letter:
        return t.Letter(self.one_letter(c[0]), self.new_name(c[1]), None, None, at)

    def letter_field(self, c: Children, at: Span) -> t.Letter:
        return t.Letter(self.one_letter(c[0]), None, self.word(c[1]), c[2], at)

    def holds(self, c: Children, at: Span) -> t.Holds:
        return t.Holds(self.word(c[0]), c[1], c[2], at)

    def one_letter(self, token: Token) -> str:
        if len(token.text) != 1 or token.text in '*|#"' or token.text.isdigit():
            self.found.append(complaints.bad_letter(token.text, self.at(token)))
        return token.text

    def scenario(self, c: Children, at: Span) -> t.Scenario:
        lines = self.lines(c[1:])
        return t.Scenario(
            self.sentence(c[0]), lines.get("proves") or (), lines.get("on"), tuple(lines.nodes),
            lines.notes, at,
        )  # fmt: skip

    def proves(self, c: Children, at: Span) -> Bit:
        return Bit("proves", c[0], at)

    def on_board(self, c: Children, at: Span) -> Bit:
        return Bit("on", t.OnBoard(self.word(c[0]), int(c[1].text), bool(c[2]), at), at)

    def from_set_up(self, c: Children, at: Span) -> bool:
        return True

    def given(self, c: Children, at: Span) -> t.Given:
        return t.Given(c[0], at)

    def shows(self, c: Children, at: Span) -> t.Shows:
        return t.Shows(self.word(c[0]), c[1], at)

    def plays(self, c: Children, at: Span) -> t.Plays:
        return t.Plays(self.word(c[0]), c[1], at)

    def picks(self, c: Children, at: Span) -> t.Picks:
        return t.Picks(self.word(c[0]), c[1], at)

    def declines(self, c: Children, at: Span) -> t.Declines:
        return t.Declines(self.word(c[0]), at)

    def then(self, c: Children, at: Span) -> t.Then:
        return t.Then(c[0], at)

    def then_must(self, c: Children, at: Span) -> t.ThenMove:
        return t.ThenMove(self.word(c[0]), "must", c[1], None, at)

    def then_may(self, c: Children, at: Span) -> t.ThenMove:
        return t.ThenMove(self.word(c[0]), "may", c[1], None, at)

    def then_may_not(self, c: Children, at: Span) -> t.ThenMove:
        because = self.word(c[2]) if c[2] else None
        return t.ThenMove(self.word(c[0]), "may not", c[1], because, at)

    def then_choose(self, c: Children, at: Span) -> t.ThenChoice:
        return t.ThenChoice(self.word(c[0]), c[1], True, None, at)

    def then_choose_not(self, c: Children, at: Span) -> t.ThenChoice:
        because = self.word(c[2]) if c[2] else None
        return t.ThenChoice(self.word(c[0]), c[1], False, because, at)

    def then_wins(self, c: Children, at: Span) -> t.ThenWins:
        return t.ThenWins(self.word(c[0]), at)

    def then_sees(self, c: Children, at: Span) -> t.ThenSees:
        return t.ThenSees(self.word(c[0]), c[1], True, at)

    def then_sees_not(self, c: Children, at: Span) -> t.ThenSees:
        return t.ThenSees(self.word(c[0]), c[1], False, at)

    def unproved(self, c: Children, at: Span) -> t.Unproved:
        return t.Unproved(c[0], self.sentence(c[1]), at)

    def change(self, c: Children, at: Span) -> t.Change:
        return t.Change(c[0], c[1], c[2], "", c[3], at)

    def change_map(self, c: Children, at: Span) -> t.ChangeMap:
        place = t.Word(c[0].text, self.at(c[0]))
        return t.ChangeMap(place, self.word(c[1]), self.sentence(c[2]), c[3], at)

    def raise_by(self, c: Children, at: Span) -> t.Change:
        return t.Change(c[0], c[1], None, "+", c[2], at)

    def lower_by(self, c: Children, at: Span) -> t.Change:
        return t.Change(c[0], c[1], None, "-", c[2], at)

    def replace(self, c: Children, at: Span) -> t.ReplaceBlock:
        return t.ReplaceBlock(c[0], at)

    def replace_requirement(self, c: Children, at: Span) -> t.AddRequirement:
        return dataclasses.replace(self.add_requirement(c, at), replaces=True)

    def replace_part(self, c: Children, at: Span) -> t.AddPart:
        return dataclasses.replace(self.add_part(c, at), replaces=True)

    def replace_but(self, c: Children, at: Span) -> t.AddPart:
        return dataclasses.replace(self.add_but(c, at), replaces=True)

    def replace_text(self, c: Children, at: Span) -> t.Change:
        target = t.Target("text", (), c[0], None, c[0].span)
        return t.Change(target, self.sentence(c[1]), None, "", c[2], at)

    def replace_mark(self, c: Children, at: Span) -> t.AddMark:
        return dataclasses.replace(self.add_mark(c, at), replaces=True)

    def remove(self, c: Children, at: Span) -> t.RemoveBlock:
        return t.RemoveBlock(c[0], c[1], at)

    def keep(self, c: Children, at: Span) -> t.Keep:
        return t.Keep(c[0], c[1], c[2], at)

    def add_requirement(self, c: Children, at: Span) -> t.AddRequirement:
        name, to, condition, sentence, notes = c
        require = t.Require(self.word(name), condition, self.sentence(sentence), notes, at)
        return t.AddRequirement(self.word(to), require, at)

    def add_part(self, c: Children, at: Span) -> t.AddPart:
        name, to, value, when, notes = c
        part = t.Part(self.word(name), value, when, None, notes, at)
        return t.AddPart(self.path_target(to), part, False, at)

    def add_but(self, c: Children, at: Span) -> t.AddPart:
        name, over, to, value, when, notes = c
        part = t.Part(self.word(name), value, when, over, notes, at)
        return t.AddPart(self.path_target(to), part, True, at)

    def path_target(self, path: tuple[t.Word, ...]) -> t.Target:
        first, last = path[0].span, path[-1].span
        span = Span(self.file, first.line, first.column, last.end_line, last.end_column)
        return t.Target(None, path, None, None, span)

    def add_rows(self, c: Children, at: Span) -> t.AddRows:
        lines = self.lines(c[1:])
        columns = lines.get("columns") or ()
        return t.AddRows(self.word(c[0]), columns, tuple(lines.nodes), lines.notes, at)

    def add_columns(self, c: Children, at: Span) -> t.AddColumns:
        lines = self.lines(c[1:])
        columns = lines.get("columns") or ()
        for param in columns:
            if param.normally is None:
                self.found.append(complaints.column_without_default(param.name))
        return t.AddColumns(self.word(c[0]), columns, lines.notes, at)

    def add_phase(self, c: Children, at: Span) -> t.AddPhase:
        return t.AddPhase(self.word(c[0]), self.word(c[1]), c[2], at)

    def add_ends(self, c: Children, at: Span) -> t.AddEnds:
        return t.AddEnds(c[0], self.word(c[1]), c[2], at)

    def add_text(self, c: Children, at: Span) -> t.AddText:
        return t.AddText(c[0], self.sentence(c[1]), c[2], at)

    def add_mark(self, c: Children, at: Span) -> t.AddMark:
        mark = t.MarkLine(self.new_name(c[0]), self.word(c[2]), c[3], c[4], at)
        return t.AddMark(self.word(c[1]), mark, at)

    def add_places(self, c: Children, at: Span) -> t.AddPlaces:
        return t.AddPlaces(c[0], self.word(c[1]), c[2], at)

    def add_members(self, c: Children, at: Span) -> t.AddMembers:
        return t.AddMembers(c[0], self.word(c[1]), c[2], at)

    def target(self, c: Children, at: Span) -> t.Target:
        """A name, or `NAME of X`: a member, a price or number of X, something in a list of X."""
        names, of = c[0], c[1]
        if of is None:
            return t.Target(None, names, None, None, at)
        word = names[0].text if len(names) == 1 else ""
        if word in FACTS and of.of is None and len(of.path) == 1:
            return t.Target(None, (*of.path, *names), None, None, at)
        if word in LISTS:
            return t.Target(word, (), of, None, at)
        if of.what in ("places", "ends") and not of.path:
            return t.Target(of.what, names, of.of, None, at)
        return t.Target("member", names, of, None, at)

    def target_what(self, c: Children, at: Span) -> t.Target:
        return t.Target(c[0], c[1], c[2], None, at)

    def target_of(self, c: Children, at: Span) -> t.Target:
        return t.Target(c[0], (), c[1], None, at)

    def target_scenario(self, c: Children, at: Span) -> t.Target:
        return t.Target("scenario", (), None, self.sentence(c[0]).text, at)

    def what(self, c: Children, at: Span) -> str:
        text: str = c[0].text
        return text

    def property(self, c: Children, at: Span) -> str:
        text: str = c[0].text
        return "at least" if text == "at" else text

"""Gives boards their meaning: what each cell of a map says, where marks and pieces are."""

from __future__ import annotations

import re

from . import program as ir
from . import tree as t
from .context import Frame, Scope
from .meaning_acts import Acts
from .program import NUMBER, PLAYER, Key, Type

SORTS = {"hexes": "hex", "corners": "corner", "edges": "edge"}
CELL = re.compile(r"\S+")
PLACE = re.compile(r"@(\d+),(\d+)([NESW]*)")
SIDES = {
    "hex": ("",),
    "corner": ("N", "NE", "SE", "S", "SW", "NW"),
    "edge": ("NE", "E", "SE", "SW", "W", "NW"),
}
SPELLED = "@2,3 is a hex, @2,3N a corner, @2,3E an edge, @2,3NE a corner or an edge"
DIGITS = re.compile(r"\d+")


class Boards(Acts):
    def board(self, board: t.Board) -> ir.BoardDef:
        scope = Scope(Frame(board, colours=True))
        when = self.flag(board.when, scope) if board.when is not None else None
        marks = tuple(self.mark_line(m, board, scope) for m in board.marks)
        fills = tuple(f for b in board.sets if (f := self.fill(b, board, scope)) is not None)
        stands = tuple(
            p for b in board.places if (p := self.stand_line(b, board, scope)) is not None
        )
        return ir.BoardDef(
            board.name.text,
            when,
            tuple(row.text for row in board.rows),
            tuple(row.span for row in board.rows),
            tuple(self.cells(board)),
            marks,
            fills,
            stands,
            tuple(h for line in board.holds if (h := self.holds_line(line, scope)) is not None),
            self.texts(board.notes, scope),
            board.span,
        )

    def cells(self, board: t.Board) -> list[ir.CellDef]:
        codes, letter_state, number_state = self.cell_forms(board)
        own = self.letters(board)
        made: list[ir.CellDef] = []
        for row_number, row in enumerate(board.rows):
            for column, text in enumerate(CELL.findall(row.text)):
                fills: list[tuple[Key, ir.Expr]] = []
                marks: list[str] = []
                self.cell(text, row, codes, letter_state, number_state, own, fills, marks)
                made.append(ir.CellDef(row_number, column, text, tuple(fills), tuple(marks)))
        return made

    def cell(
        self, text: str, row: t.MapRow, codes: dict[str, str], letter_state: Key | None,
        number_state: Key | None, own: dict[str, t.Letter], fills: list[tuple[Key, ir.Expr]],
        marks: list[str],
    ) -> None:  # fmt: skip
        """Letters first, then digits; letters of the board's own may stand on either side."""
        digits = DIGITS.search(text)
        before = text[: digits.start()] if digits else text
        after = text[digits.end() :] if digits else ""
        code = next((before[:n] for n in range(len(before), 0, -1) if before[:n] in codes), "")
        rest = before[len(code) :] + after
        if code and letter_state is not None:
            member = codes[code]
            type = Type("member", self.x.kinds.members[member])
            fills.append((letter_state, ir.MemberRef(member, type, row.span)))
        for letter in rest:
            if letter == "*":
                continue
            mine = own.get(letter)
            if mine is None:
                known = ", ".join(sorted({*codes, *own}))
                message = (
                    f'the cell "{text}" of the map has the letter {letter}, which means nothing'
                )
                hints = [f"letters of this board: {known}"] if known else []
                self.x.report("bad-cell", message, row.span, hints=hints)
                return
            self.own_letter(mine, fills, marks)
        if digits is not None:
            value = int(digits.group())
            if number_state is None:
                message = f'the cell "{text}" has a number, but `cells` names nothing for numbers'
                self.x.report("bad-cell", message, row.span)
                return
            low, high = self.ends_of(number_state)
            if not low <= value <= high:
                message = f'the cell "{text}": {value} is not from {low} to {high}'
                self.x.report("bad-cell", message, row.span)
                return
            fills.append((number_state, ir.Const(value, NUMBER, row.span)))

    def ends_of(self, key: Key) -> tuple[int, int]:
        state = self.x.world.states[key]
        for term in state.type.terms:
            if isinstance(term.low, t.Number) and isinstance(term.high, t.Number):
                return term.low.value, term.high.value
        return 0, 1_000_000

    def own_letter(
        self, letter: t.Letter, fills: list[tuple[Key, ir.Expr]], marks: list[str]
    ) -> None:
        if letter.mark is not None:
            marks.append(letter.mark.text)
            return
        assert letter.field is not None and letter.value is not None
        key = ("hex", letter.field.text)
        slot = self.x.slots.get(key)
        if slot is None:
            names = [n for o, n in self.x.slots if o == "hex"]
            self.x.unknown(letter.field.text, letter.field.span, names, "state of a hex")
            return
        fills.append((key, self.typed(letter.value, Scope(), slot.type)))

    def letters(self, board: t.Board) -> dict[str, t.Letter]:
        own: dict[str, t.Letter] = {}
        for letter in board.letters:
            if letter.letter in own:
                message = f"the letter {letter.letter} is explained twice"
                self.x.report("bad-letter", message, letter.span)
            own[letter.letter] = letter
        return own

    def cell_forms(self, board: t.Board) -> tuple[dict[str, str], Key | None, Key | None]:
        """What letters and digits of a cell fill: (code → member, state of members, of numbers)."""
        codes: dict[str, str] = {}
        letter_state: Key | None = None
        number_state: Key | None = None
        for e in board.cells:
            word = e.base.word if isinstance(e, t.Get) and isinstance(e.base, t.Name) else ""
            word = e.word if isinstance(e, t.Name) else word
            key = ("hex", word)
            slot = self.x.slots.get(key)
            if slot is None:
                names = [n for o, n in self.x.slots if o == "hex"]
                self.x.unknown(word or "this", e.span, names, "state of a hex")
                continue
            if isinstance(e, t.Get):
                letter_state = key
                codes = self.codes(slot.type.of, e.field)
            elif slot.type.base == "number":
                number_state = key
            else:
                self.x.expected("a number or a column of codes", slot.type, e.span)
        return codes, letter_state, number_state

    def codes(self, kind: str, column: t.Word) -> dict[str, str]:
        found: dict[str, str] = {}
        for member in self.x.kinds.lists.get(kind, ()):
            home = self.x.kinds.members[member]
            block = self.x.world.kinds[home]
            columns = [c.name.text for c in block.columns]
            if column.text not in columns:
                continue
            at = columns.index(column.text) + 1
            for row in block.rows:
                if getattr(row[0], "word", "") == member and at < len(row):
                    cell = row[at]
                    if isinstance(cell, t.Sentence):
                        found[cell.text] = member
        if not found:
            self.x.unknown(
                column.text, column.span, self.x.columns.get(kind, {}), "column of texts"
            )
        return found

    # Lines below the map

    def places(
        self, written: tuple[t.Expr, ...], board: t.Board, sorts: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Places that are on this board and of one of these sorts."""
        found = []
        for e in written:
            match = PLACE.fullmatch(e.text) if isinstance(e, t.PlaceName) else None
            if match is None or not isinstance(e, t.PlaceName):
                self.x.report("bad-place", "a place is written like @2,3NE", e.span)
                continue
            row, column, side = int(match[1]), int(match[2]), match[3]
            cells = CELL.findall(board.rows[row].text) if row < len(board.rows) else []
            if column >= len(cells):
                message = f"there is no hex @{row},{column} on the board {board.name.text}"
                hints = ["rows and places in a row are counted from 0"]
                self.x.report("bad-place", message, e.span, "not on the map", hints=hints)
            elif not any(side in SIDES[sort] for sort in sorts if sort in SIDES):
                wanted = " or ".join(sort for sort in sorts if sort in SIDES)
                message = f"{e.text} is no {wanted or 'place of a board'}"
                self.x.report("bad-place", message, e.span, hints=[SPELLED])
            else:
                found.append(e.text)
        return tuple(found)

    def mark_line(self, mark: t.MarkLine, board: t.Board, scope: Scope) -> ir.MarkDef:
        when = self.flag(mark.when, scope) if mark.when is not None else None
        if mark.kind.text not in SORTS:
            self.x.unknown(mark.kind.text, mark.kind.span, SORTS, "sort of places")
        sort = SORTS.get(mark.kind.text, "hex")
        known = self.x.marks[mark.name.text]
        if sort != known:
            message = f"{mark.name.text} marks a {known} on another board and a {sort} here"
            self.x.report("wrong-type", message, mark.span)
        places = self.places(mark.places, board, (sort,))
        return ir.MarkDef(mark.name.text, sort, places, when, mark.span)

    def fill(self, line: t.BoardSet, board: t.Board, scope: Scope) -> ir.FillDef | None:
        name = line.field.text
        owners = [o for o in ("hex", "corner", "edge") if (o, name) in self.x.slots]
        first = line.places[0] if line.places else None
        if len(owners) > 1 and isinstance(first, t.PlaceName):
            side = first.text.lstrip("@0123456789,")
            owners = [o for o in owners if side in SIDES[o]] or owners
        if not owners:
            names = [n for o, n in self.x.slots if o in ("hex", "edge", "corner")]
            self.x.unknown(name, line.field.span, names, "state of a place")
            return None
        key = (owners[0], name)
        when = self.flag(line.when, scope) if line.when is not None else None
        value = self.typed(line.value, scope, self.x.slots[key].type)
        return ir.FillDef(key, value, self.places(line.places, board, key[:1]), when, line.span)

    def holds_line(self, line: t.Holds, scope: Scope) -> ir.HoldsDef | None:
        name = line.field.text
        owners = [o for o in ("hex", "corner", "edge") if (o, name) in self.x.slots]
        if not owners:
            names = [n for o, n in self.x.slots if o in ("hex", "edge", "corner")]
            self.x.unknown(name, line.field.span, names, "state of a place")
            return None
        key = (owners[0], name)
        slot = self.x.slots[key].type
        many = Type("bundle", slot.of)
        if slot.base == "number":
            many = Type("number", "", "list")
        elif slot.base != "member":
            self.x.expected("a state that holds members or numbers", slot, line.field.span)
            return None
        when = self.flag(line.when, scope) if line.when is not None else None
        return ir.HoldsDef(key, self.typed(line.table, scope, many), when, line.span)

    def stand_line(self, line: t.BoardPlace, board: t.Board, scope: Scope) -> ir.StandDef | None:
        name = line.piece.text
        if name not in self.x.world.pieces:
            self.x.unknown(name, line.piece.span, self.x.world.pieces, "piece")
            return None
        colour = ""
        if line.of is not None:
            owner = self.typed(line.of, scope, PLAYER)
            if isinstance(owner, ir.PlayerRef):
                colour = owner.colour
            elif isinstance(owner, ir.BuiltIn) and owner.name == "neutral":
                colour = "neutral"
            else:
                self.x.report("wrong-type", "say whose piece it is by colour", line.of.span)
        when = self.flag(line.when, scope) if line.when is not None else None
        places = self.places(line.places, board, self.x.places[name])
        return ir.StandDef(name, colour, places, when, line.span)

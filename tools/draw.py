"""The board as text, for a terminal of 80 columns.

A hex is three lines of words between its corners; rows of hexes share the lines of the corners
between them, so that a row takes four lines:

        *            corner N, also SE and SW of the row above
     /     \\         edges NW and NE
  *    word    *     corners NW and NE, also S of the row above
  |     8      |     edges W and E
  *    2,1     *     corners SW and SE: the next row's N

Everything is put on a sheet of single characters by the lattice of the board's positions; nothing
depends on the outline of the board. A piece is two letters, its owner's and its kind's; a sign at
an edge of the rim stands outside the board, one between two hexes in the emptier of them, with the
side at which it lies.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hexwright.interpreter.board import Position
from hexwright.tools.scene import Scene, Stand, legend, letters, scene_of
from hexwright.tools.signs import signs

if TYPE_CHECKING:
    from hexwright.tools.sight import Sight
    from rich.text import Text

HALF = 6
"""characters from the middle of a hex to its side"""
ROOM = 2 * HALF - 3
"""characters of words inside a hex"""
WIDEST = 2 * HALF - 2
"""characters of a single word, or of a sign"""
OUTSIDE = 2 * HALF + 4
"""characters of a sign that stands outside the board, or in its legend"""
WIDE = 80
"""characters of a line of the legend, if the board is not wider"""
FAINT = "dim"
HUES = ("color(108)", "color(180)", "color(150)", "color(138)", "color(110)", "color(222)")
"""soft colours for the words on hexes, one for each word as far as they go"""


@dataclass
class Sheet:
    """Characters with a style each; grows to where something is put."""

    spots: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        for at, letter in enumerate(text, column):
            self.spots[line, at] = (letter, style)

    def centred(self, line: int, column: int, text: str, style: str = "") -> None:
        self.put(line, column - len(text) // 2, text, style)

    def lines(self) -> list[list[tuple[str, str]]]:
        """Runs of (text, style) from the leftmost column on, line by line."""
        if not self.spots:
            return []
        first = min(line for line, _ in self.spots)
        last = max(line for line, _ in self.spots)
        left = min(column for _, column in self.spots)
        return [self._runs(line, left) for line in range(first, last + 1)]

    def _runs(self, line: int, left: int) -> list[tuple[str, str]]:
        here = {column: spot for (at, column), spot in self.spots.items() if at == line}
        runs: list[tuple[str, str]] = []
        for column in range(left, max(here, default=left - 1) + 1):
            letter, style = here.get(column, (" ", ""))
            if runs and runs[-1][1] == style:
                runs[-1] = (runs[-1][0] + letter, style)
            else:
                runs.append((letter, style))
        return runs


def draw(scene: Scene) -> Sheet:
    """The board on a sheet, with a legend of its letters below."""
    return _Drawing(scene).drawn()


def plain(sheet: Sheet) -> str:
    """Without colours."""
    return "\n".join("".join(text for text, _ in runs).rstrip() for runs in sheet.lines())


def board_text(sight: Sight) -> Text:
    """With colours, for rich."""
    return drawn_text(scene_of(sight.setting, sight.table))


def drawn_text(scene: Scene) -> Text:
    """The same of what stands on a board already."""
    from rich.text import Text

    drawn = Text(no_wrap=True)
    for number, runs in enumerate(draw(scene).lines()):
        drawn.append("\n" if number else "")
        for text, style in runs:
            drawn.append(text, style=style or None)
    return drawn


def fitted(words: Sequence[str], widest: int = WIDEST) -> str:
    """The words that fit into a hex as a whole, the first one in any case."""
    text = words[0][:widest] if words else ""
    for word in words[1:]:
        text = f"{text} {word}" if len(text) + 1 + len(word) <= ROOM else text
    return text


def style_of(colour: str) -> str:
    """What a terminal calls the colour of a seat; bold alone if it does not know it."""
    known = {"orange": "dark_orange", "brown": "orange4", "purple": "purple"}
    plainly = {"red", "blue", "green", "yellow", "magenta", "cyan", "white", "black"}
    if colour in plainly:
        return f"bold bright_{colour}" if colour != "black" else "bold reverse"
    return f"bold {known[colour]}" if colour in known else "bold"


class _Drawing:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sheet = Sheet()
        self.seats, self.kinds = letters(scene)
        self.short: dict[str, str] = {}
        """letter → sign of corners"""
        self.marks: dict[tuple[str, int], str] = {}
        """by place: the signs of its marks"""
        self.shown = [s for s in signs(scene) if s.sort == "hex" or not s.flag]
        for one in self.shown:
            for place in one.places:
                at = one.sort, place
                self.marks[at] = self.marks.get(at, "") + one.sign
        known = sorted(set(scene.words.values()))
        self.hues = {words: HUES[n % len(HUES)] for n, words in enumerate(known)}

    def drawn(self) -> Sheet:
        top = self.scene.topology
        for number in range(top.edge_count):
            self.edge(number)
        for number, position in enumerate(top.corner_positions):
            line, column = _spot(position)
            self.stand("corner", number, line, column, "·")
        for number in range(top.hex_count):
            self.hex(number)
        for (sort, number), found in self.scene.signs.items():
            self.sign(sort, number, [word.replace("_", " ") for word in found])
        self.legend()
        return self.sheet

    def hex(self, number: int) -> None:
        line, column = _spot(self.scene.topology.hex_positions[number])
        name = self.scene.topology.hex_names[number].removeprefix("@")
        name += self.marks.get(("hex", number), "")
        known = self.scene.words.get(number, ())
        words = [word for word in known if word not in self.scene.flags]
        text = fitted(["?"] * (number in self.scene.veiled) + _words(words))
        start = column - len(text) // 2
        if len(text) >= ROOM and (line - 1, column - HALF + 1) in self.sheet.spots:
            start = column + HALF - len(text)
        self.sheet.put(line - 1, start, text, self.hues.get(known, ""))
        self.sheet.centred(line + 1, column, name[:ROOM], FAINT)
        count = " ".join(self.scene.numbers.get(number, ()))
        stands = self.scene.pieces.get(("hex", number), ())
        row = [(count, "bold")] if count else []
        row += [(self.piece(stand, ROOM - len(count) - 1), self.style(stand)) for stand in stands]
        column -= (sum(len(text) + 1 for text, _ in row) - 1) // 2
        for text, style in row:
            self.sheet.put(line, column, text, style)
            column += len(text) + 1

    def edge(self, number: int) -> None:
        one, other = (
            _spot(self.scene.topology.corner_positions[end])
            for end in self.scene.topology.edge_ends[number]
        )
        line, column = (one[0] + other[0]) // 2, (one[1] + other[1]) // 2
        if one[1] == other[1]:
            sign = "|"
        else:
            sign = "\\" if (one[0] < other[0]) == (one[1] < other[1]) else "/"
        self.stand("edge", number, line, column, sign)

    def stand(self, sort: str, number: int, line: int, column: int, bare: str) -> None:
        stands = self.scene.pieces.get((sort, number), ())
        if not stands:
            mark = self.marks.get((sort, number))
            self.sheet.put(line, column, mark or bare, "" if mark else FAINT)
        for stand in stands:
            text = self.piece(stand, 4)
            self.sheet.put(line, column - (len(text) - 1) // 2, text, self.style(stand))
            column += len(text)

    def piece(self, stand: Stand, room: int) -> str:
        if not stand.colour:
            return stand.kind.replace("_", " ")[: max(room, 1)]
        return self.seats[stand.colour].upper() + self.kinds[stand.kind].lower()

    def sign(self, sort: str, number: int, found: Sequence[str]) -> None:
        """Outside if there is one side only; else beside the place, or one letter on a corner."""
        top = self.scene.topology
        hexes = (top.edge_hexes if sort == "edge" else top.corner_hexes)[number]
        positions = top.edge_positions if sort == "edge" else top.corner_positions
        line, column = _spot(positions[number])
        wide = len(hexes) == 1 or sort == "corner"
        text = f"({fitted(found, OUTSIDE if wide else WIDEST)})"
        if len(hexes) > 1 and sort == "corner":
            self.short[text[1]] = " ".join(found)
            if not self.scene.pieces.get((sort, number)):
                self.sheet.put(line, column - 1, f"({text[1]})", "italic")
            return
        if len(hexes) > 1:
            self.sign_inside(self.emptier(hexes), line, column, text.strip("()"))
            return
        middle_line, middle = _spot(top.hex_positions[hexes[0]])
        down, across = line - middle_line, column - middle
        if down == 0:
            self.sheet.put(line, column + (2 if across > 0 else -1 - len(text)), text, "italic")
            return
        away = 1 if down > 0 else -1
        start = column + 1 if across > 0 else column - len(text)
        if across == 0:
            start = column - len(text) // 2
        outside = line + away
        if not self.free(outside, start, len(text)):
            outside += away
        self.sheet.put(outside, start, text, "italic")

    def emptier(self, hexes: Sequence[int]) -> int:
        """The side without a number; of two such sides the commoner sort."""
        bare = [h for h in hexes if not self.scene.numbers.get(h)] or list(hexes)
        words = [self.scene.words.get(h) for h in range(self.scene.topology.hex_count)]
        return max(bare, key=lambda h: words.count(self.scene.words.get(h)))

    def sign_inside(self, number: int, line: int, column: int, text: str) -> None:
        """A sign in a hex, with the side of the hex at which it lies."""
        middle, heart = _spot(self.scene.topology.hex_positions[number])
        side = "" if line == middle else "N" if line < middle else "S"
        side += "E" if column > heart else "W"
        word = f"{text[: WIDEST - len(side)]} {side}"
        if self.scene.pieces.get(("hex", number)) or self.scene.numbers.get(number):
            middle -= 1
            self.sheet.put(middle, heart - HALF + 2, " " * (2 * HALF - 3))
        self.sheet.centred(middle, heart, word, "italic")

    def free(self, line: int, column: int, width: int) -> bool:
        """Is there nothing yet, with a blank on both sides?"""
        return not any(
            (line, at) in self.sheet.spots for at in range(column - 1, column + width + 1)
        )

    def style(self, stand: Stand) -> str:
        return self.paint(stand.colour) if stand.colour else "reverse"

    def paint(self, colour: str) -> str:
        return style_of(self.scene.declared.get(colour, colour))

    def legend(self) -> None:
        shown = legend(self.scene)
        if not shown and not self.short and not self.shown:
            return
        line = max(line for line, _ in self.sheet.spots) + 2
        left = min(column for _, column in self.sheet.spots)
        right = max(left + WIDE, max(column for _, column in self.sheet.spots) + 1)
        entries = [
            (sign, self.paint(meaning.split(" (")[0]) if sign.isupper() else "bold", meaning)
            for sign, meaning in shown
        ]
        entries += [(f"({letter})", "italic", meaning) for letter, meaning in self.short.items()]
        entries += [(mark.sign, "", mark.name.replace("_", " ")) for mark in self.shown]
        column = left
        for sign, style, meaning in entries:
            width = len(sign) + 1 + len(meaning)
            if column > left and column + width > right:
                line, column = line + 1, left
            self.sheet.put(line, column, sign, style)
            self.sheet.put(line, column + len(sign) + 1, meaning)
            column += width + 3


def _spot(position: Position) -> tuple[int, int]:
    """(line, column) of a place: rows of the lattice are three units apart, drawn as four lines."""
    across = round(position[0] / (math.sqrt(3) / 2) * HALF)
    down = position[1] * 2
    row, rest = divmod(round(down * 2), 6)
    return 4 * row + {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 5: 3}[rest], across


def _words(words: Iterable[str]) -> list[str]:
    return [word.replace("_", " ") for word in words]

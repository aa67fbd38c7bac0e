"""The board as a picture (SVG), for the screen, for paper and for people who see no colours.

Every hex says what it is three times: by colour, by pattern and by letter. Numbers carry as many
pips as the dice have ways to show them. What stands at an edge of the coast (a member of some kind)
is drawn outside, on two piers. Pieces are shapes with the letter of their owner. A legend below
explains what is on this board and nothing else. The words come through `say`, so that the same
drawing speaks every language.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from hexwright.dsl import program as ir
from hexwright.interpreter.board import Position
from hexwright.interpreter.setting import NEUTRAL
from hexwright.tools import shapes
from hexwright.tools.looks import PALE, PATTERNS, SEATS, Look, looks, ways
from hexwright.tools.scene import Scene, Stand, letters
from hexwright.tools.signs import HOLLOW, Plate, common, signs
from hexwright.tools.svg import FONT, INK, circle, line, polygon, tag, text, words

SCALE = 50.0
"""from the middle of a hex to its corner"""
MARGIN = 14.0
GAP = 22.0
"""height of a line of the legend"""
BLANK = Look("#ffffff", "rows", "?")
RED = "#b3261e"
FRAME = "#c7b48f"
RIM = 6.0
"""how far the frame stands out"""

Say = Callable[[str], str]


def plainly(name: str) -> str:
    """A name as English words."""
    return name.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Caption:
    """Words of the drawing itself, as `picture` is asked to write them."""

    hidden: str = "not known yet"
    row: str = "Row"
    neutral: str = NEUTRAL
    colon: str = ":"
    size: float = 1.0
    """of the letters around the board; larger for a drawing that is made small on paper"""


@dataclass
class Picture:
    """One drawing in the making."""

    program: ir.Program
    scene: Scene
    say: Say
    title: str
    prefix: str
    caption: Caption = field(default_factory=Caption)
    parts: list[str] = field(default_factory=list)
    box: list[float] = field(default_factory=lambda: [math.inf, math.inf, -math.inf, -math.inf])
    used: dict[str, Look] = field(default_factory=dict)
    """looks on this board, by the name of the member, in the order of the kind"""

    def drawn(self) -> str:
        self.looks = looks(self.program)
        self.ways = ways(self.program)
        self.letters = letters(self.scene)[0]
        self.shapes = shapes.assigned(self.program, {s.kind for s in self.scene.stands()})
        top = self.scene.topology
        self.counts = Counter(self.look_of(n)[0] for n in range(top.hex_count))
        self.common = common(self.scene)
        self.hidden = set[str]()
        self.signs = signs(self.scene, written=True)
        self.frame()
        self.plates = [
            self.plate(at, number, said) for (at, number), said in self.scene.signs.items()
        ]
        for number in range(top.hex_count):
            self.hex(number)
        self.parts += [part for plate in self.plates for part in plate.parts]
        self.marks()
        for sort in ("edge", "corner", "hex"):
            for (at, number), stands in self.scene.pieces.items():
                if at == sort:
                    self.stands(sort, number, stands)
        left, top_edge, right, bottom = self.box
        bottom = self.legend(left, right, bottom + MARGIN)
        right = max(right, self.box[2])
        x, y = left - MARGIN, top_edge - MARGIN
        width, height = right - left + 2 * MARGIN, bottom - y + MARGIN / 2
        content = [
            tag("title", words(self.title) or " "),
            tag("desc", words(self.description()) or " "),
            tag("defs", "".join(self.patterns()) or " "),
            *self.parts,
        ]
        return tag(
            "svg",
            "\n".join(content),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}",
            width=f"{width:.0f}",
            height=f"{height:.0f}",
            role="img",
            font_family=FONT,
        )

    # What is where

    def at(self, position: Position) -> tuple[float, float]:
        return position[0] * SCALE, position[1] * SCALE

    def reach(self, x: float, y: float, half_width: float = 0, half_height: float = 0) -> None:
        """Makes the paper large enough for something there."""
        box = self.box
        box[0] = min(box[0], x - half_width)
        box[1] = min(box[1], y - half_height)
        box[2] = max(box[2], x + half_width)
        box[3] = max(box[3], y + half_height)

    def look_of(self, number: int) -> tuple[str, Look, list[str]]:
        """(name, look, further words) of a hex."""
        known = list(self.scene.words.get(number, ()))
        for name in known:
            if name in self.looks:
                known.remove(name)
                return name, self.looks[name], known
        return "", BLANK, known

    def hex(self, number: int) -> None:
        top = self.scene.topology
        x, y = self.at(top.hex_positions[number])
        corners = [self.at(top.corner_positions[c]) for c in top.hex_corners[number]]
        for corner in corners:
            self.reach(*corner)
        name, look, further = self.look_of(number)
        self.used[name] = look
        if number in self.scene.veiled:
            self.hidden.add(name)
        outline = {"stroke": INK, "stroke_width": 1.5, "stroke_linejoin": "round"}
        self.parts.append(polygon(corners, fill=look.colour))
        if look.pattern != "plain":
            self.parts.append(polygon(corners, fill=f"url(#{self.prefix}{look.pattern})"))
        self.parts.append(polygon(corners, fill="none", **outline))
        halo = {"stroke": "#ffffff", "stroke_width": 4, "paint_order": "stroke"}
        letter = {"font_weight": "bold", "stroke_linejoin": "round", **halo}
        head = y - 0.52 * SCALE
        if any(plate.covers(x, head) for plate in self.plates):
            head = y + 0.7 * SCALE
        self.parts.append(text(x, head, look.letter, 15, **letter))
        rare = [word for word in further if word not in self.common]
        for at, word in enumerate(rare):
            numbered = self.scene.numbers.get(number)
            lowest, size = (0.72, 9.0) if numbered else (0.44, 9 * self.caption.size)
            low = y + (lowest - 0.22 * at) * SCALE
            self.parts.append(text(x, low, self.say(word), size, font_style="italic", **halo))
        for at, figure in enumerate(self.scene.numbers.get(number, ())):
            self.number(x + (at * 0.7) * SCALE, y + 0.06 * SCALE, figure)

    def number(self, x: float, y: float, figure: str) -> None:
        pips = self.ways.get(int(figure), 0) if figure.lstrip("-").isdigit() else 0
        often = pips and pips >= max(
            (w for n, w in self.ways.items() if n != _middle(self.ways)), default=0
        )
        ink = RED if often else INK
        self.parts.append(circle((x, y), 0.36 * SCALE, fill="#fffaf0", stroke=INK, stroke_width=1))
        weight = "bold" if often else "normal"
        self.parts.append(text(x, y + 3, figure, 19, fill=ink, font_weight=weight))
        for pip in range(min(pips, 8)):
            across = x + (pip - (min(pips, 8) - 1) / 2) * 4.4
            self.parts.append(circle((across, y + 9.5), 1.5, fill=ink))

    def plate(self, sort: str, number: int, said: tuple[str, ...]) -> Plate:
        """It stands outside: away from the hex with a number, or else from the rarer one."""
        top = self.scene.topology
        members = [word for word in said if word not in self.scene.flags]
        if not members:
            return Plate()
        hexes = (top.edge_hexes if sort == "edge" else top.corner_hexes)[number]
        positions = top.edge_positions if sort == "edge" else top.corner_positions
        x, y = self.at(positions[number])
        home = min(hexes, key=self.inner)
        hx, hy = self.at(top.hex_positions[home])
        away = math.hypot(x - hx, y - hy) or 1.0
        ux, uy = (x - hx) / away, (y - hy) / away
        px, py = x + ux * 0.42 * SCALE, y + uy * 0.42 * SCALE
        ends = top.edge_ends[number] if sort == "edge" else (number,)
        feet = (self.at(top.corner_positions[end]) for end in ends)
        parts = [line(foot, (px, py), stroke=INK, stroke_width=2) for foot in feet]
        words = ", ".join(self.say(word) for word in members)
        size = min(self.caption.size, 1.15)  # neighbours must have room
        half, high = max(10.0, 2.35 * len(words) + 5) * size, 8 * size
        px += ux * max(0.0, half - 14)
        box = {"rx": 7 * size, "fill": "#ffffff", "stroke": INK, "stroke_width": 1.1}
        parts.append(tag("rect", x=px - half, y=py - high, width=2 * half, height=2 * high,
                         **box))  # fmt: skip
        parts.append(text(px, py + 3.5 * size, words, 10 * size))
        self.reach(px, py, half, high)
        return Plate(px, py, half, high, tuple(parts))

    def inner(self, number: int) -> tuple[bool, int]:
        """Small for a numbered hex, then for one of a sort of which there are few."""
        return not self.scene.numbers.get(number), self.counts[self.look_of(number)[0]]

    def frame(self) -> None:
        """A band around the board: its rim, behind everything else."""
        top = self.scene.topology
        band = {"stroke": FRAME, "stroke_width": 2 * RIM, "stroke_linecap": "round"}
        for hexes, ends in zip(top.edge_hexes, top.edge_ends, strict=True):
            if len(hexes) == 1:
                one, other = (self.at(top.corner_positions[end]) for end in ends)
                self.parts.append(line(one, other, **band))
                for x, y in (one, other):
                    self.reach(x, y, RIM, RIM)

    def marks(self) -> None:
        """Signs of marked places: marks above a corner, flags on it, both in the head of a hex."""
        top = self.scene.topology
        heads: Counter[int] = Counter()
        for mark in self.signs:
            positions = getattr(top, f"{mark.sort}_positions")
            for place in mark.places:
                x, y = self.at(positions[place])
                if mark.sort == "hex":
                    x, y = x + (13 * heads[place] - 0.55 * SCALE), y - 0.36 * SCALE
                    heads[place] += 1
                elif mark.sort == "corner" and not mark.flag:
                    y -= 17
                self.parts.append(_sign(mark.sign)(x, y))

    def stands(self, sort: str, number: int, stands: tuple[Stand, ...]) -> None:
        top = self.scene.topology
        if sort == "edge":
            one, other = (self.at(top.corner_positions[c]) for c in top.edge_ends[number])
            for at, stand in enumerate(stands):
                shift = 7.0 * at
                ends = ((one[0], one[1] + shift), (other[0], other[1] + shift))
                self.parts.append(shapes.bar(*ends, self.paint(stand), self.letter(stand),
                                             self.shapes.get(stand.kind, 0)))  # fmt: skip
            return
        positions = {"corner": top.corner_positions, "hex": top.hex_positions}[sort]
        x, y = self.at(positions[number])
        if sort == "hex":
            y += 0.62 * SCALE if self.scene.numbers.get(number) else 0.2 * SCALE
        for at, stand in enumerate(stands):
            across = x + (at - (len(stands) - 1) / 2) * 20
            shape = self.shapes.get(stand.kind, 0)
            self.parts.append(
                shapes.piece(sort, shape, across, y, self.paint(stand), self.letter(stand))
            )
            self.reach(across, y, 12, 12)

    def paint(self, stand: Stand) -> str:
        return SEATS.get(stand.colour, PALE) if stand.colour else "#6b6b6b"

    def letter(self, stand: Stand) -> str:
        if stand.colour:
            return self.letters[stand.colour].upper()
        return self.say(stand.kind)[:1].upper()

    # Around it

    def legend(self, left: float, right: float, top: float) -> float:
        """Entries one after the other, line by line; gives where it ends."""
        entries = list(self.entries())
        size = self.caption.size
        gap = GAP * (1 + size) / 2  # letters grow, the samples before them do not
        x, y = left, top + gap / 2
        for drawing, said in entries:
            width = 30 + 5.7 * size * len(said) + 16
            if x + width > max(right, left + 360) and x > left:
                x, y = left, y + gap
            self.parts.append(drawing(x + 14, y))
            self.parts.append(text(x + 30, y + 4 * size, said, 12 * size, text_anchor="start"))
            x += width
            self.box[2] = max(self.box[2], x - 18)
        return y + gap / 2 if entries else top

    def entries(self) -> list[tuple[Callable[[float, float], str], str]]:
        found: list[tuple[Callable[[float, float], str], str]] = []
        for name in sorted(self.used, key=lambda n: list(self.looks).index(n) if n else -1):
            said = f"{self.say(name) if name else self.caption.hidden} ({self.counts[name]})"
            if name and name in self.hidden:
                said = f"{said}{self.caption.colon} {self.caption.hidden}"
            found.append((self.swatch(self.used[name]), said))
        kinds: dict[tuple[str, str], Stand] = {}
        for (sort, _), stands in self.scene.pieces.items():
            for stand in stands:
                kinds.setdefault((sort, stand.kind), stand)
        for (sort, kind), stand in kinds.items():
            if sort in ("hex", "corner", "edge"):
                found.append((self.sample(sort, stand), self.say(kind)))
        standing = {stand.colour for stand in self.scene.stands()}
        for colour in self.letters:
            if colour in standing:
                idle = colour in self.scene.idle and colour != NEUTRAL
                said = f"{self.say(colour)} ({self.caption.neutral})" if idle else self.say(colour)
                found.append((self.patch(colour), said))
        found += [(_sign(mark.sign), self.say(mark.name)) for mark in self.signs]
        return found

    def swatch(self, look: Look) -> Callable[[float, float], str]:
        def drawing(x: float, y: float) -> str:
            points = [
                (x + 11 * math.sin(a * math.pi / 3), y + 11 * math.cos(a * math.pi / 3))
                for a in range(6)
            ]
            pattern = f"url(#{self.prefix}{look.pattern})" if look.pattern != "plain" else "none"
            halo = {"stroke": "#ffffff", "stroke_width": 3, "paint_order": "stroke"}
            return (
                polygon(points, fill=look.colour)
                + polygon(points, fill=pattern, stroke=INK, stroke_width=1)
                + text(x, y + 4, look.letter, 11, font_weight="bold", **halo)
            )

        return drawing

    def sample(self, sort: str, stand: Stand) -> Callable[[float, float], str]:
        shape = self.shapes.get(stand.kind, 0)
        letter = "" if stand.colour else self.letter(stand)
        paint = "#ffffff" if stand.colour else self.paint(stand)

        def drawing(x: float, y: float) -> str:
            if sort == "edge":
                return shapes.bar((x - 20, y + 6), (x + 20, y - 6), paint, letter, shape)
            return shapes.piece(sort, shape, x, y, paint, letter)

        return drawing

    def patch(self, colour: str) -> Callable[[float, float], str]:
        def drawing(x: float, y: float) -> str:
            fill = SEATS.get(colour, PALE)
            disc = circle((x, y), 8, fill=fill, stroke=INK, stroke_width=1)
            said = self.letters[colour].upper()
            return disc + text(x, y + 4, said, 11, fill=shapes.on(fill), font_weight="bold")

        return drawing

    def patterns(self) -> list[str]:
        found = []
        for name in dict.fromkeys(look.pattern for look in self.used.values()):
            if not PATTERNS[name]:
                continue
            round_ = name == "dots"
            stroke = {"stroke": INK, "stroke_opacity": 0.42, "fill": "none"}
            path = tag(
                "path",
                d=PATTERNS[name],
                stroke_width=2.6 if round_ else 1,
                stroke_linecap="round",
                **stroke,
            )
            size = {"width": 12, "height": 12, "patternUnits": "userSpaceOnUse"}
            found.append(tag("pattern", path, id=f"{self.prefix}{name}", **size))
        return found

    def description(self) -> str:
        """The board row by row, for those who hear it."""
        rows: dict[int, list[str]] = {}
        for number, cell in enumerate(self.scene.topology.cells):
            name = self.look_of(number)[0]
            figures = self.scene.numbers.get(number, ())
            said = " ".join((self.say(name) if name else self.caption.hidden, *figures))
            rows.setdefault(cell.row, []).append(said)
        return " ".join(
            f"{self.caption.row} {at}: {', '.join(found)}."
            for at, found in enumerate(rows.values(), 1)
        )


def _sign(sign: str) -> Callable[[float, float], str]:
    """A sign on a small disc; hollow ones are the disc alone."""

    def drawing(x: float, y: float) -> str:
        if sign == HOLLOW:
            return circle((x, y), 4.5, fill="#ffffff", stroke=INK, stroke_width=1.5)
        disc = circle((x, y), 6.5, fill="#ffffff", stroke=INK)
        if sign.isdigit():
            return disc + text(x, y + 3.5, sign, 9, font_weight="bold")
        return disc + shapes.mark(sign, x, y)

    return drawing


def _middle(table: dict[int, int]) -> int | None:
    """The likeliest sum, if it stands alone."""
    best = max(table.values(), default=0)
    found = [n for n, w in table.items() if w == best]
    return found[0] if len(found) == 1 else None


def picture(
    program: ir.Program,
    scene: Scene,
    title: str,
    say: Say = plainly,
    prefix: str = "b-",
    caption: Caption | None = None,
) -> str:
    """The drawing of a board as one SVG element."""
    return Picture(program, scene, say, title, prefix, caption or Caption()).drawn()

"""Shapes of pieces and marks: which kind gets which, and how each is drawn.

Kinds of pieces that stand on the same sort of place get different shapes, in the order in which the
rules declare them, so that they can be told apart without colours.
"""

from __future__ import annotations

import math

from hexwright.dsl import program as ir
from hexwright.tools.svg import INK, circle, line, polygon, tag, text

Point = tuple[float, float]

CORNERS: tuple[tuple[Point, ...], ...] = (
    ((-9, 9), (-9, -3), (0, -11), (9, -3), (9, 9)),
    ((-12, 9), (-12, -3), (-6, -12), (0, -3), (12, -3), (12, 9)),
    ((-10, 9), (-10, -9), (-5, -9), (-5, -4), (5, -4), (5, -9), (10, -9), (10, 9)),
    ((0, -12), (11, 0), (0, 12), (-11, 0)),
    ((-6, -10), (6, -10), (11, 0), (6, 10), (-6, 10), (-11, 0)),
    ((-10, 9), (0, -11), (10, 9)),
)
STAR = "★"


def assigned(program: ir.Program, present: set[str]) -> dict[str, int]:
    """Kind of piece → number of its shape among those of the same places."""
    counts: dict[str, int] = {}
    found: dict[str, int] = {}
    for piece in program.pieces.values():
        if piece.name not in present:
            continue
        sort = piece.places[0] if piece.places else ""
        found[piece.name] = counts.get(sort, 0)
        counts[sort] = counts.get(sort, 0) + 1
    return found


def on(fill: str) -> str:
    """The ink that can be read on a colour."""
    red, green, blue = (int(fill[n : n + 2], 16) for n in (1, 3, 5))
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 140 else INK


def bar(one: Point, other: Point, paint: str, letter: str, shape: int) -> str:
    """A piece along an edge: the first kind is a beam, the second a hull, the third a capsule."""
    (x1, y1), (x2, y2) = one, other
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    half = 0.3 * math.hypot(x2 - x1, y2 - y1)
    angle = math.atan2(y2 - y1, x2 - x1)
    outlines: list[list[Point]] = [
        [(half, 4.5), (-half, 4.5), (-half, -4.5), (half, -4.5)],
        [(half, 0), (half / 2, 7), (-half / 2, 7), (-half, 0), (-half / 2, -7), (half / 2, -7)],
        [(half, 0), (half - 4, 6), (4 - half, 6), (-half, 0), (4 - half, -2), (half - 4, -2)],
    ]
    points = _turned(outlines[shape % 3], angle, middle)
    drawn = polygon(points, fill=paint, stroke=INK, stroke_width=1.5, stroke_linejoin="round")
    if letter:
        drawn += text(middle[0], middle[1] + 3, letter, 8.5, fill=on(paint), font_weight="bold")
    return drawn


def _turned(points: list[Point], angle: float, middle: Point) -> list[Point]:
    sin, cos = math.sin(angle), math.cos(angle)
    return [(middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos) for x, y in points]


def piece(sort: str, shape: int, x: float, y: float, paint: str, letter: str) -> str:
    outline = {"stroke": INK, "stroke_width": 1.5, "stroke_linejoin": "round"}
    if sort == "hex":
        body = tag("path", d=_pawn(x, y, shape), fill=paint, **outline)
        return body + text(x, y + 7, letter, 9, fill=on(paint), font_weight="bold")
    points = [(x + dx, y + dy) for dx, dy in CORNERS[shape % len(CORNERS)]]
    drawn = polygon(points, fill=paint, **outline)
    if letter:
        drawn += text(x, y + 6.5, letter, 10, fill=on(paint), font_weight="bold")
    return drawn


def _pawn(x: float, y: float, shape: int) -> str:
    wide = 8 + 2 * (shape % 3)
    head = f"M{x - 4:.1f} {y - 6:.1f} a4.5 4.5 0 1 1 8 0"
    return f"{head} L{x + wide:.1f} {y + 10:.1f} H{x - wide:.1f} Z"


def mark(sign: str, x: float, y: float) -> str:
    """A small sign for a marked place."""
    if sign == STAR:
        points = []
        for n in range(10):
            r = 6.0 if n % 2 == 0 else 2.6
            angle = math.pi * n / 5
            points.append((x + r * math.sin(angle), y - r * math.cos(angle)))
        return polygon(points, fill=INK)
    if sign == "◆":
        return polygon([(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)], fill=INK)
    if sign == "▲":
        return polygon([(x, y - 5), (x + 5, y + 4), (x - 5, y + 4)], fill=INK)
    if sign == "●":
        return circle((x, y), 4, fill=INK)
    if sign == "■":
        return polygon([(x - 4, y - 4), (x + 4, y - 4), (x + 4, y + 4), (x - 4, y + 4)], fill=INK)
    return line((x - 5, y), (x + 5, y), stroke=INK, stroke_width=3) + line(
        (x, y - 5), (x, y + 5), stroke=INK, stroke_width=3
    )

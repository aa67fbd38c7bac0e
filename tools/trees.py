"""Lays trees out as SVG: one row for each thing, what belongs to it below and further right.

Boxes, elbows and words only, black on white with one tint for each sort: readable in print and
without colours. Text widths are estimated; what does not fit is cut with an ellipsis.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexwright.tools.svg import INK, line, tag, words

WIDTH = 1000
MARGIN = 40
ROW = 30
INDENT = 44
BOX = 22
LETTER = 8.3
"""how wide a letter of the labels is, about"""
SMALL = 6.0
FONT = "Helvetica, Arial, DejaVu Sans, sans-serif"
TINTS = {
    "phase": "#cfe3f5",
    "action": "#d9efd0",
    "steps": "#f3f3f3",
    "rule": "#fbe3c0",
    "award": "#efd9ee",
    "card": "#f7f2b8",
}
CHIEF = "#ffffff"


def drawn(title: str, roots: list[Any]) -> str:
    rows = list(_rows(roots, 0))
    height = MARGIN * 2 + 60 + ROW * len(rows) + 20 * len(roots)
    parts = [tag("rect", width=WIDTH, height=height, fill="#ffffff"), *_head(title)]
    y = MARGIN + 76.0
    opened: dict[int, float] = {}
    for node, depth in rows:
        if depth == 0:
            y += 14
        parts += _row(node, depth, y, opened.get(depth - 1))
        opened[depth] = y
        y += ROW
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + tag(
            "svg",
            "\n".join(parts),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {height}",
            width=WIDTH,
            height=height,
            font_family=FONT,
        )
        + "\n"
    )


def _rows(nodes: list[Any], depth: int) -> Iterator[tuple[Any, int]]:
    for node in nodes:
        yield node, depth
        yield from _rows(node.below, depth + 1)


def _head(title: str) -> list[str]:
    found = [_text(MARGIN, MARGIN + 8, title, 20, font_weight="bold")]
    x = float(MARGIN)
    for sort, tint in TINTS.items():
        found.append(
            tag("rect", x=x, y=MARGIN + 24, width=16, height=16, rx=3, fill=tint, stroke=INK)
        )
        found.append(_text(x + 22, MARGIN + 37, sort, 12))
        x += 40 + 8 * len(sort)
    found.append(_text(x, MARGIN + 37, "↑ told in full elsewhere", 12, fill="#555555"))
    return found


def _row(node: Any, depth: int, y: float, above: float | None) -> list[str]:
    x = MARGIN + INDENT * depth
    found = []
    if above is not None:
        elbow = x - INDENT + 12
        found.append(line((elbow, above + BOX), (elbow, y + BOX / 2), stroke="#999999"))
        found.append(line((elbow, y + BOX / 2), (x, y + BOX / 2), stroke="#999999"))
    how = f"{node.how} " if node.how else ""
    label = f"{node.label} ↑" if node.again else node.label
    width = 20 + LETTER * len(label) + SMALL * len(how)
    tint = TINTS.get(node.key[0], CHIEF)
    found.append(
        tag("rect", x=x, y=y, width=width, height=BOX, rx=4, stroke=INK, fill=tint,
            stroke_dasharray="3 2" if node.again else None)
    )  # fmt: skip
    if how:
        found.append(_text(x + 8, y + 15, how.strip(), 11, fill="#555555", font_style="italic"))
    weight = "normal" if node.again else "bold"
    found.append(_text(x + 8 + SMALL * len(how), y + 15, label, 13, font_weight=weight))
    room = int((WIDTH - MARGIN - x - width - 12) / SMALL)
    if not node.again and node.sentence and room > 12:
        said = (
            node.sentence
            if len(node.sentence) <= room
            else f"{node.sentence[: room - 1].rstrip()}…"
        )
        found.append(_text(x + width + 12, y + 15, said, 11, fill="#444444"))
    return found


def _text(x: float, y: float, said: str, size: int, **attributes: object) -> str:
    return tag(
        "text", words(said), x=float(x), y=float(y), font_size=size, **{"fill": INK, **attributes}
    )

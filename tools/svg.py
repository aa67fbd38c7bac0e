"""Writes SVG: every text and every attribute is escaped here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

FONT = "Libertinus Serif, Georgia, Times New Roman, serif"
INK = "#2b2b2b"


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """One element; `content` is markup already. `stroke_width=2` becomes stroke-width="2"."""
    said = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def words(text: str) -> str:
    """Text as markup, without what XML cannot carry."""
    return escape("".join(c for c in text if c >= " "))


def text(x: float, y: float, said: str, size: float, **attributes: object) -> str:
    """Text centred at x, its foot at y."""
    attributes = {"text_anchor": "middle", "fill": INK, **attributes}
    return tag("text", words(said), x=x, y=y, font_size=size, **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: object) -> str:
    return tag("polygon", points=" ".join(f"{_value(x)},{_value(y)}" for x, y in points),
               **attributes)  # fmt: skip


def line(one: tuple[float, float], other: tuple[float, float], **attributes: object) -> str:
    return tag("line", x1=one[0], y1=one[1], x2=other[0], y2=other[1], **attributes)


def circle(at: tuple[float, float], r: float, **attributes: object) -> str:
    return tag("circle", cx=at[0], cy=at[1], r=r, **attributes)


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)

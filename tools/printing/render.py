"""From the document model to a file: HTML, typst (for PDF), Markdown, plain text.

The templates decide the layout. Every string of a document goes through the escaping of its format:
HTML by jinja2's autoescape, typst as string literals, Markdown by backslashes. SVG is written by
`tools/svg.py`, which escapes for itself.
"""

from __future__ import annotations

import re
import textwrap
from functools import cache
from pathlib import Path

from hexwright.tools.paper import compiled, typst_string
from hexwright.tools.printing.model import (
    Bullets,
    Cutting,
    Document,
    Entry,
    Picture,
    Section,
    Table,
)
from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATES = Path(__file__).parent / "templates"
FORMATS = ("html", "pdf", "md", "txt")
WHOLE = 16
"""lines of an entry that no page break divides"""
FULL = 15
"""lines of a card to cut out"""
WIDTH = 78
"""columns of plain text"""
MIDDLE = 17
"""letters of a column between others in a table that has to be narrow"""
FITTING = {"teach": 1, "summary": 2, "costs": 1}
"""sheets that must fit on so many pages"""
SIZES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65)


@cache
def environment(form: str) -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=form == "html",
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    made.filters["typ"] = typst_string
    made.filters["md"] = markdown
    made.filters["cell"] = lambda text: markdown(text).replace("|", "\\|")
    made.filters["wrap"] = wrapped
    made.globals["kind"] = lambda block: type(block).__name__.lower()
    made.globals["grid"] = grid
    made.globals["short"] = short
    made.globals["facing"] = facing
    made.globals["dense"] = dense
    return made


def markdown(text: str) -> str:
    """Text that Markdown shows as it is."""
    plain = " ".join(text.split("\n"))
    plain = re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", plain)
    return re.sub(r"^(\s*)([-+]|\d+[.)])(\s)", r"\1\\\2\3", plain)


def short(entry: Entry) -> bool:
    """Is it so short that it stands on one page as a whole?"""
    lines = len(entry.facts)
    for block in entry.blocks:
        inner = block.items if isinstance(block, Bullets) else (block,)
        lines += sum(1 + len(getattr(line, "text", "")) // WIDTH for line in inner)
    return lines <= WHOLE


def facing(section: Section) -> bool:
    """Does it hold two drawings and nothing else?"""
    return len(section.blocks) == 2 and all(isinstance(b, Picture) for b in section.blocks)


def dense(cutting: Cutting) -> bool:
    """Has a card so many lines that four of them need small type?"""
    blocks = cutting.cards[0][1] if cutting.cards else ()
    return sum(len(getattr(b, "rows", ()) or getattr(b, "items", ())) for b in blocks) > FULL


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    plain = "".join(c if c >= " " else " " for c in text)
    lines = textwrap.wrap(
        plain,
        WIDTH,
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def grid(table: Table, mark: str = "◆") -> str:
    """A table in plain text: narrow columns as wide as they need, the others share the rest."""
    rows = [list(table.head)]
    for row in table.rows:
        said = f" {mark}\u00a0{row.mark}" if row.mark else ""
        rows.append([*row.cells[:-1], f"{row.cells[-1]}{said}"])
    widths = shared([max(len(texts[n]) for texts in rows) for n in range(len(table.head))])
    lines = []
    for number, texts in enumerate(rows):
        cells = [
            textwrap.wrap(text, width, break_on_hyphens=False) or [""]
            for text, width in zip(texts, widths, strict=True)
        ]
        for at in range(max(len(cell) for cell in cells)):
            parts = [
                (cell[at] if at < len(cell) else "").ljust(width)
                for cell, width in zip(cells, widths, strict=True)
            ]
            lines.append("  ".join(parts).rstrip())
        if number == 0:
            lines.append("  ".join("-" * width for width in widths))
    return "\n".join(lines)


def shared(wanted: list[int]) -> list[int]:
    """Widths of columns that fit on a line: what is not wanted by one is left to the others."""
    widths = list(wanted)
    room, left = WIDTH - 2 * (len(wanted) - 1), len(wanted)
    if left > 3 and sum(wanted) > room:
        wanted = [wanted[0], *(min(width, MIDDLE) for width in wanted[1:-1]), wanted[-1]]
    for n in sorted(range(len(wanted)), key=lambda n: wanted[n]):
        widths[n] = min(wanted[n], room // left)
        room, left = room - widths[n], left - 1
    return widths


def source(document: Document, form: str, size: float = 1.0) -> str:
    """The text of a document in one format; `typ` is what PDFs are made of."""
    template = environment(form).get_template(f"page.{form}.j2")
    made = template.render(doc=document, w=document.words, size=size)
    return re.sub(r"\n{3,}", "\n\n", made).strip() + "\n"


def rendered(document: Document, form: str) -> bytes:
    if form != "pdf":
        return source(document, form).encode("utf-8")
    return fitted(document)[0]


def fitted(document: Document) -> tuple[bytes, float]:
    """The PDF, and how large its type is against the usual one so that it fits its pages."""
    most = FITTING.get(document.sheet)
    for size in SIZES:
        pdf = compiled(source(document, "typ", size), "pdf")[0]
        if most is None or pages(pdf) <= most:
            break
    return pdf, size


def pages(pdf: bytes) -> int:
    """How many pages a PDF of our own has."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))

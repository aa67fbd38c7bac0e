"""How members of a kind are drawn: the words that their column `look` may use.

The drawings know a colour or a pattern for each of these words; a word that is not among them would
be drawn plainly, which nobody would notice before the board is on paper.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import program as ir
from .diagnostics import Diagnostic, diagnose, did_you_mean
from .uses import Node

LOOK = "look"
COLOURS = (
    "green", "lime", "yellow", "red", "grey", "tan", "blue", "amber", "violet", "teal", "pink",
    "brown", "navy", "white", "black",
)  # fmt: skip
PATTERNS = (
    "plain", "trees", "tufts", "stripes", "blocks", "peaks", "dots", "waves", "checks", "rows",
    "rings",
)  # fmt: skip


def looks(program: ir.Program, mine: set[Node]) -> Iterator[Diagnostic]:
    """Words of a look that are no colour, no pattern, or too many."""
    for kind in program.kinds.values():
        places = [n for n, (c, t) in enumerate(kind.columns) if c == LOOK and t.base == "text"]
        if not places or ("kind", kind.name) not in mine:
            continue
        for member, cells in kind.cells:
            cell = cells[places[0]]
            if isinstance(cell, ir.Const) and isinstance(cell.value, str):
                yield from _odd(member, cell.value, cell)


def _odd(member: str, look: str, cell: ir.Const) -> Iterator[Diagnostic]:
    words = look.split()
    for word, sort, known in zip(words, ("colour", "pattern"), (COLOURS, PATTERNS), strict=False):
        if word not in known:
            message = f"{member} is drawn plainly: `{word}` is no {sort} that boards are drawn with"
            hints = [*did_you_mean(word, known), f"a {sort} is one of {', '.join(sorted(known))}"]
            yield diagnose("unknown-look", message, cell.span, hints=hints)
    if len(words) > 2:
        message = f"the look of {member} has {len(words)} words: a colour and a pattern are enough"
        yield diagnose("unknown-look", message, cell.span, hints=[f'"{" ".join(words[:2])}"'])

"""Carries out the safe edits of diagnostics on the text of a file.

An edit is safe if it can mean one thing only. Edits that overlap are left for the next round; the
caller reads the file anew after each round and keeps only what made things better.
"""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostics import Diagnostic, Fix


def fixes_of(found: Iterable[Diagnostic], file: str) -> list[Fix]:
    """The edits for one file, in order, each place once."""
    fixes = {one.fix for one in found if one.fix is not None and one.fix.span.file == file}
    chosen: list[Fix] = []
    for fix in sorted(fixes, key=start):
        if not chosen or end(chosen[-1]) <= start(fix):
            chosen.append(fix)
    return chosen


def start(fix: Fix) -> tuple[int, int]:
    return fix.span.line, fix.span.column


def end(fix: Fix) -> tuple[int, int]:
    return fix.span.end_line, fix.span.end_column


def mended(text: str, fixes: Iterable[Fix]) -> str:
    """The text with all edits made; places count from 1 and are those of the text as it was."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix("\ufeff")
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for fix in sorted(fixes, key=start, reverse=True):
        first = offset(starts, len(text), *start(fix))
        last = offset(starts, len(text), *end(fix))
        text = text[:first] + fix.text + text[last:]
    return mark + text


def offset(starts: list[int], length: int, line: int, column: int) -> int:
    if not 0 < line < len(starts):
        return length
    return min(starts[line - 1] + column - 1, starts[line] - 1 if column > 1 else starts[line - 1])

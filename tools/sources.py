"""The author's own lines: a stretch of a rules file, as it was written.

Rules are shown by citing them, never by writing them anew: what a person reads in `explain` and in
the terminal is what stands in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from hexwright.dsl.tree import NOWHERE, Span


def cited(texts: Mapping[str, str], span: Span) -> str:
    """What stands in a span, on one line."""
    if span == NOWHERE or span.file not in texts:
        return ""
    lines = texts[span.file].splitlines()[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1] if span.end_line > span.line else lines[-1]
    if span.end_line == span.line:
        return lines[0][span.column - 1 : span.end_column - 1].strip()
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(line.strip() for line in lines if line.strip())


def block(texts: Mapping[str, str], span: Span) -> str:
    """The whole block that begins at a span: its line and everything indented below it."""
    if span == NOWHERE or span.file not in texts:
        return ""
    lines = texts[span.file].splitlines()[span.line - 1 :]
    if not lines:
        return ""
    depth = len(lines[0]) - len(lines[0].lstrip())
    taken = lines[:1]
    for line in lines[1:]:
        if line.strip() and len(line) - len(line.lstrip()) <= depth:
            break
        taken.append(line)
    return dedent("\n".join(taken)).rstrip()

"""Which mistakes are mistakes of their own, and which only follow from others.

A block that cannot be read is left out, so whatever it would have declared is missing further on.
What is said about such words, and about the block itself, would only confuse: it goes away with
the first mistake. Everything else is told at once, so that one look at the file mends it all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .diagnostics import Diagnostic
from .tree import Span

WORD = re.compile(r"[a-z][a-z0-9_]*")
FATAL = (
    "not-text", "too-large", "unknown-ruleset", "circular-extends", "two-headers", "no-ruleset",
)  # fmt: skip
"""after these nothing that could be said would be worth hearing"""


class Lost:
    """The blocks that could not be used, and every word in them."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.lines = {file: text.split("\n") for file, text in texts.items()}
        self.words: set[str] = set()
        self.blocks: set[tuple[str, int]] = set()
        self.header = False

    def add(self, found: Iterable[Diagnostic]) -> None:
        for one in found:
            if one.severity != "error" or one.span.file not in self.lines:
                continue
            start, end = self.block(one.span)
            self.blocks.add((one.span.file, start))
            lines = self.lines[one.span.file][start:end]
            self.words.update(word for line in lines for word in WORD.findall(line))
            self.header |= bool(lines) and lines[0].startswith("ruleset")

    def block(self, span: Span) -> tuple[int, int]:
        """The first line of the block around a place and the line behind its last one, from 0."""
        lines = self.lines[span.file]
        start = max(0, min(span.line, len(lines)) - 1)
        while start > 0 and not begins(lines[start]):
            start -= 1
        end = start + 1
        while end < len(lines) and not begins(lines[end]):
            end += 1
        return start, end

    def text(self, span: Span) -> str:
        lines = self.lines.get(span.file, [])
        if not 0 < span.line <= len(lines):
            return ""
        end = span.end_column - 1 if span.end_line == span.line else None
        return lines[span.line - 1][span.column - 1 : end]

    def explains(self, one: Diagnostic) -> bool:
        """Does a mistake only follow from what was lost?"""
        if one.span.file not in self.lines:
            return True
        if (one.span.file, self.block(one.span)[0]) in self.blocks:
            return True
        about = self.text(one.span) if one.code[0] in "NC" else one.message
        return bool(self.words & set(WORD.findall(about)))


def begins(line: str) -> bool:
    """Does a line begin a block?"""
    return line[:1].isalnum()


def hopeless(found: Iterable[Diagnostic]) -> bool:
    return any(one.name in FATAL and one.severity == "error" for one in found)


def independent(lost: Lost, files: Iterable[str], found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those errors that stand for themselves, in the files of the author."""
    mine = set(files)
    return [
        one
        for one in found
        if one.severity == "error" and one.span.file in mine and not lost.explains(one)
    ]

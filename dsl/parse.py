"""From the text of a file to its tree: block by block, so that three mistakes give three messages.

`parse_text` never raises: whatever the text is, it answers with the blocks that could be read and
with diagnostics for the rest. Inside a block that does not parse, the line with the mistake is
taken out and the rest is tried again, to find further mistakes; the block itself is dropped.
"""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import complaints
from . import tree as t
from .build_variants import Builder
from .diagnostics import Diagnostic
from .lalr import Machine, Problem, walk_block, walk_expression
from .lines import Chunk, Line, Reader, Token, split
from .mistakes import explain
from .tables import tables
from .tree import ParsedFile, Span

LARGEST_FILE = 500_000
DEEPEST = 60
MOST_TRIES = 8
OPENERS = frozenset({"each", "if", "in", "otherwise", "repeat"})
ANYTHING = Token("word", "do", 1, 1, 1, 1)


@lru_cache(maxsize=1)
def machine() -> Machine:
    return Machine(tables(), {})


def read_rules(path: Path, file: str | None = None) -> tuple[str, list[Diagnostic]]:
    """The text of a file, or why it cannot be used; `file` is how messages call it."""
    name = file or str(path)
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            return "", [complaints.too_large_file(name, size, LARGEST_FILE)]
        data = path.read_bytes()
    except OSError as error:
        return "", [complaints.unreadable(name, error.strerror or str(error))]
    return decode(name, data)


def decode(file: str, data: bytes) -> tuple[str, list[Diagnostic]]:
    """UTF-8, with or without a byte order mark."""
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        return "", [complaints.not_text(Span(file, line, column, line, column + 1))]


def parse_text(file: str, text: str) -> tuple[ParsedFile, list[Diagnostic]]:
    """The tree of a file and everything that is wrong with it."""
    text = text.removeprefix("\ufeff")
    if len(text) > LARGEST_FILE:
        return ParsedFile(file, ""), [complaints.too_large_file(file, len(text), LARGEST_FILE)]
    chunks, found = split(file, text)
    parser = BlockParser(file)
    blocks = [parser.parse(chunk) for chunk in chunks]
    found += parser.found
    if not chunks and not found:
        found.append(complaints.empty_file(file))
    found.sort(key=lambda d: (d.span.line, d.span.column))
    outside = {d.span.line for d in found if d.name == "bad-indentation" and d.fix is not None}
    found = [d for d in found if d.name != "missing-else" or d.span.end_line + 1 not in outside]
    return ParsedFile(file, text, tuple(b for b in blocks if b is not None)), found


class BlockParser:
    """Parses the blocks of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.machine = machine()
        self.builder = Builder(file, self.read_hole, self.machine.tables.reserved)
        self.found: list[Diagnostic] = []
        rules = self.machine.tables.rules
        self.callbacks = [getattr(self.builder, rule.name or "", None) for rule in rules]

    def parse(self, chunk: Chunk) -> t.Block | None:
        """The node of a block; None if something is wrong with it."""
        first = chunk.lines[0]
        if first.broken:
            return None
        before = len(self.found)
        self.check_levels(chunk.lines)
        for _ in range(MOST_TRIES):
            lines = whole(chunk.lines)
            intact = lines is chunk.lines
            self.builder.found = []
            node: Any = walk_block(self.machine, self.file, lines, self.callbacks)
            if not isinstance(node, Problem):
                break
            unsure = node.layout == "dedent" or node.line >= len(lines)
            said = explain(self.machine.tables, self.file, lines, node)
            follows = not intact and said.name == "missing-line"
            if (intact or not unsure) and not follows:
                self.found.append(said)
            if node.line == 0 or unsure:
                break
            spoil(lines, node)
        self.found += [d for d in self.builder.found if intact or d.name != "missing-line"]
        if not intact or len(self.found) > before:
            return None
        if deep(lines) and depth(node) > DEEPEST:
            self.found.append(complaints.too_deep(self.builder.at(first.tokens[0])))
            return None
        block: t.Block = node
        return block

    def check_levels(self, lines: list[Line]) -> None:
        """Marks lines that are indented to no level in use; they are taken to mean the next one."""
        levels = [0]
        for line in lines:
            if line.indent > levels[-1]:
                levels.append(line.indent)
            last = line.indent
            while line.indent < levels[-1]:
                last = levels.pop()
            if line.indent > levels[-1]:
                line.indent = last
                levels.append(last)
                if not line.broken:
                    line.broken = True
                    self.found.append(complaints.bad_level(self.builder.at(line.tokens[0])))

    def read_hole(self, text: str, line: int, column: int) -> t.Expr | None:
        """The term inside the curly brackets of a sentence."""
        span = Span(self.file, line, column, line, column + max(1, len(text)))
        read = Line(0, [])
        Reader(self.file).lex(line, text, read)
        moved = [
            x._replace(column=x.column + column - 1, end=x.end + column - 1) for x in read.tokens
        ]
        if read.broken or not moved or any(x.kind == "STRING" for x in moved):
            self.builder.found.append(complaints.bad_hole(text, span, ""))
            return None
        node = walk_expression(self.machine, self.file, moved, self.callbacks)
        if isinstance(node, Problem):
            why = f': "{moved[node.at].text}" cannot stand there' if node.at < len(moved) else ""
            self.builder.found.append(complaints.bad_hole(text, span, why))
            return None
        expr: t.Expr = node
        return expr


def whole(lines: list[Line]) -> list[Line]:
    """The lines without those that have been complained about, and what stands below them.

    In a list of statements something stays in their place, so that an `if` keeps its body.
    """
    if not any(line.broken for line in lines):
        return lines
    kept: list[Line] = []
    below: int | None = None
    for line in lines:
        if below is not None and line.indent > below:
            continue
        below = line.indent if line.broken else None
        if not line.broken:
            kept.append(line)
        elif kept[-1].indent < line.indent and kept[-1].tokens[0].text in OPENERS:
            kept.append(Line(line.indent, [ANYTHING, ANYTHING._replace(text="x")]))
    return kept


def spoil(lines: list[Line], problem: Problem) -> None:
    """Marks the line of a problem; if it is indented too far, all that stand beside it, too."""
    line = lines[problem.line]
    line.broken = True
    if problem.layout == "indent":
        for other in lines[problem.line + 1 :]:
            if other.indent < line.indent:
                break
            other.broken = True


def deep(lines: list[Line]) -> bool:
    """Could these lines be nested deeply? Commas and plain items do not nest."""
    flat = ("_COMMA", "_INNER", "PLACE", "NUMBER", "STRING")
    levels = {line.indent for line in lines}
    longest = max(sum(token.kind not in flat for token in line.tokens) for line in lines)
    return len(levels) + longest > DEEPEST


def depth(node: Any) -> int:
    """How deeply a node is nested, found without recursion."""
    deepest, open_nodes = 0, [(node, 1)]
    while open_nodes:
        one, level = open_nodes.pop()
        deepest = max(deepest, level)
        if isinstance(one, tuple):
            open_nodes += [(item, level) for item in one]
        elif dataclasses.is_dataclass(one):
            for part in dataclasses.fields(one):
                open_nodes.append((getattr(one, part.name), level + 1))
    return deepest

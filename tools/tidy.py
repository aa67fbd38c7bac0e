"""One layout for rules files: the same words in the same lines, evenly spaced.

What is changed: indentation (four blanks a level, one level more for a line that goes on below),
blanks between words and signs, the columns of tables, blank lines (never two, one around every
block of several lines), line ends. What stays: every word, every comment, where the author began a
new row, and drawn maps to the last blank.

A tidied file has the same tree as before; whoever writes one to a disk may ask `same_meaning`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hexwright.dsl.lines import TOKEN, Chunk, Line, Token, split
from hexwright.dsl.parse import parse_text
from hexwright.dsl.tree import Span

STEP = 4
TIGHT_BEFORE = frozenset({"_COMMA", "_INNER", "_COLON", "_RPAR", "_DOT"})
PATHS = frozenset({"extends", "keep"})
"""lines in which a slash is part of the name of a ruleset"""
TIGHT_AFTER = frozenset({"_LPAR", "_DOT"})


def tidy(text: str) -> str:
    """The text in its one layout. Only for a text that can be read."""
    text = text.removeprefix("\ufeff")
    rows = [row.rstrip() for row in text.split("\n")]
    chunks, _ = split("", text)
    return _Writer(rows, chunks).written()


def same_meaning(one: str, other: str) -> bool:
    """Do two texts have the same tree, sentences and notes included?"""
    trees = [_bare(parse_text("", text)[0].blocks) for text in (one, other)]
    return bool(trees[0] == trees[1])


def _bare(node: Any) -> Any:
    """A tree without its places."""
    if isinstance(node, Span):
        return None
    if isinstance(node, tuple | list):
        return tuple(_bare(item) for item in node)
    if hasattr(node, "__dataclass_fields__"):
        names = (name for name in node.__dataclass_fields__ if not name.endswith(("span", "spans")))
        return type(node).__name__, tuple(_bare(getattr(node, name)) for name in names)
    return node


@dataclass
class _Row:
    """What stands in one row of the file."""

    depth: int
    text: str
    comment: str = ""
    starts: bool = False
    """the first row of a block"""
    inside: bool = False
    """the row goes on from the one above"""
    long: bool = False
    """belongs to a block of several rows"""


@dataclass
class _Writer:
    rows: list[str]
    chunks: list[Chunk]
    known: dict[int, _Row] = field(default_factory=dict)

    def written(self) -> str:
        for chunk in self.chunks:
            self.chunk(chunk)
        return "\n".join(self.laid_out()).rstrip("\n") + "\n"

    def chunk(self, chunk: Chunk) -> None:
        levels: list[int] = []
        table: list[tuple[int, Line]] = []
        many = len({token.line for line in chunk.lines for token in line.tokens}) > 1
        for number, line in enumerate(chunk.lines):
            while levels and line.indent < levels[-1]:
                levels.pop()
            if not levels or line.indent > levels[-1]:
                levels.append(line.indent)
            depth = len(levels) - 1
            if line.tokens and line.tokens[0].kind == "_BAR":
                table.append((depth, line))
            else:
                self.line(line, depth)
            first = self.known.get(line.tokens[0].line) if line.tokens else None
            if first is not None:
                first.starts = number == 0
        self.table(table)
        for line in chunk.lines:
            for token in line.tokens:
                self.known[token.line].long = many

    def line(self, line: Line, depth: int) -> None:
        by_row: dict[int, list[Token]] = {}
        for token in line.tokens:
            by_row.setdefault(token.line, []).append(token)
        for number, (row, tokens) in enumerate(by_row.items()):
            if tokens[0].kind == "ROW":
                self.known[row] = _Row(depth, f"|{tokens[0].text}")
                continue
            spoken = joined(tokens)
            inside = number > 0
            self.known[row] = _Row(depth + inside, spoken, self.comment(row), inside=inside)

    def comment(self, row: int) -> str:
        text = self.rows[row - 1]
        for match in TOKEN.finditer(text):
            if match.lastgroup == "comment":
                return match.group().rstrip()
        return ""

    def table(self, lines: list[tuple[int, Line]]) -> None:
        """Rows of cells: as wide as the widest cell of each column."""
        cells = [self.cells(line) for _, line in lines]
        widths = [
            max(len(row[at]) for row in cells if at < len(row))
            for at in range(max(map(len, cells), default=0))
        ]
        for (depth, line), row in zip(lines, cells, strict=True):
            padded = " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
            at = line.tokens[0].line
            self.known[at] = _Row(depth, f"| {padded} |", self.comment(at))
            for token in line.tokens:
                if token.line not in self.known:  # a cell that goes on below
                    self.known[token.line] = _Row(depth, "")

    def cells(self, line: Line) -> list[str]:
        found: list[list[Token]] = []
        for token in line.tokens:
            if token.kind == "_BAR":
                found.append([])
            else:
                found[-1].append(token)
        return [joined(tokens) for tokens in found[:-1]]

    # Rows between others

    def laid_out(self) -> list[str]:
        done: list[str] = []
        waiting: list[int] = []
        """rows without words since the last one with words"""
        before: _Row | None = None
        for number in range(1, len(self.rows) + 1):
            here = self.known.get(number)
            if here is None:
                waiting.append(number)
                continue
            if not here.text:
                continue
            done += self.between(before, waiting, here, bool(done))
            done.append(self.shown(here))
            before, waiting = here, []
        done += self.between(before, waiting, None, bool(done))
        return done

    def shown(self, row: _Row) -> str:
        text = " " * (STEP * row.depth) + row.text
        return f"{text}  {row.comment}" if row.comment else text

    def between(
        self, before: _Row | None, numbers: list[int], after: _Row | None, any_above: bool
    ) -> list[str]:
        """Comments and blank rows between two rows with words."""
        texts = [self.rows[number - 1] for number in numbers]
        inside = after is not None and after.inside
        found: list[str] = []
        for text in texts:
            if text.strip():
                found.append(" " * (STEP * self.level(text, before, after)) + text.strip())
            elif not inside and (found or any_above) and (not found or found[-1]):
                found.append("")
        apart = after is None or not after.starts or before is None
        if not apart and "" not in found and (before.long or after.long):  # type: ignore[union-attr]
            at = next((i for i, text in enumerate(found) if text[:1] == "#"), len(found))
            found.insert(at, "")
        return found

    def level(self, text: str, before: _Row | None, after: _Row | None) -> int:
        """A comment at the margin stays there; others stand with the words below or above."""
        if text[:1] == "#":
            return 0
        if after is not None and not after.starts:
            return after.depth
        return before.depth if before is not None else 0


def joined(tokens: list[Token]) -> str:
    """The words of a row with one blank between them, and none where it would look odd."""
    text = ""
    for number, token in enumerate(tokens):
        before = tokens[number - 1] if number else None
        if before is not None and apart(tokens, number):
            text += " "
        text += token.text
    return text


def apart(tokens: list[Token], number: int) -> bool:
    """Is there a blank before this token?"""
    token, before = tokens[number], tokens[number - 1]
    if token.kind in TIGHT_BEFORE or before.kind in TIGHT_AFTER:
        return False
    touching = before.end == token.column
    if "SLASH" in (token.kind, before.kind) and tokens[0].text in PATHS:
        return False
    if token.kind == "_LPAR":
        return not touching or before.kind != "word"
    if before.kind == "MINUS" and touching:
        return number > 1 and tokens[number - 2].end == before.column
    return True

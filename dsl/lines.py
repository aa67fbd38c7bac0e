"""From text to lines of tokens: everything about a rules file that a grammar cannot see.

A file is a list of blocks; a block starts at column 1 and is handed on alone, so that one mistake
spoils one block. A block is a list of lines with their indentation. A line goes on below if it
ends in a comma, a colon, a sign or a word that wants more (`is`, `and` …), if a bracket is open,
or if the next one starts with a joining word (`where`, `else`, `+` …); what arrives at the parser
are whole lines.

Words are not told apart here: whether `card` is a keyword or a name depends on where it stands and
is decided by the parser. Commas are: one inside brackets separates arguments, one outside joins
parts of a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from . import complaints
from .diagnostics import Diagnostic
from .tree import Span

MOST_BRACKETS = 40
LARGEST_NUMBER = 1_000_000
JOINING = frozenset({
    "and", "because", "by", "else", "from", "ignoring", "is", "or", "over", "passing", "paying",
    "to", "until", "when", "where", "within", "without",
})  # fmt: skip
OPEN_WORDS = frozenset({"and", "else", "is", "not", "or", "when", "where"})
OPEN_SIGNS = frozenset({"_COMMA", "_COLON", "PLUS", "MINUS", "STAR", "SLASH", "ORDER"})
SIGNS = {
    "+": "PLUS", "-": "MINUS", "*": "STAR", "/": "SLASH", "<": "ORDER", "<=": "ORDER",
    ">": "ORDER", ">=": "ORDER", ".": "_DOT", ":": "_COLON", "(": "_LPAR", ")": "_RPAR",
    "|": "_BAR", ",": "_COMMA",
}  # fmt: skip
TOKEN = re.compile(
    r"""(?P<word>[a-z][a-z0-9_]*)
    |[ ]+
    |(?P<sign><=|>=|[-+*/<>.:()|,])
    |(?P<NUMBER>[0-9]+(?![\w]))
    |(?P<STRING>"[^"]*")
    |(?P<PLACE>@[0-9]{1,4},[0-9]{1,4}(?:NE|NW|SE|SW|N|E|S|W)?\b)
    |(?P<ID>[A-Z]+(?:-[A-Z]+)?-[A-Z]?[0-9]{1,6}\b)
    |(?P<CODE>[A-Z][0-9]{1,6}\b)
    |(?P<comment>\#.*)
    |(?P<odd>[^\W\d]\w*|\d\w*|@\S*|.)""",
    re.VERBOSE,
)
LETTER_LINE = re.compile(r"( *letter +)(\S+)(?= )")


class Token(NamedTuple):
    """kind is "word", or the terminal."""

    kind: str
    text: str
    line: int
    column: int
    end_line: int
    end: int


@dataclass(slots=True)
class Line:
    """A whole line: `indent` of its first row, its tokens in order.

    A broken one has been complained about already.
    """

    indent: int
    tokens: list[Token]
    broken: bool = False


@dataclass(slots=True)
class Chunk:
    """The lines of one block."""

    lines: list[Line] = field(default_factory=list)


def split(file: str, text: str) -> tuple[list[Chunk], list[Diagnostic]]:
    """The blocks of a file, and what is wrong with its characters and its layout."""
    reader = Reader(file)
    for number, row in enumerate(text.split("\n"), 1):
        reader.read(number, row.rstrip("\r"))
    reader.close()
    return reader.chunks, reader.found


class Reader:
    """Takes a file row by row."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.chunks: list[Chunk] = []
        self.found: list[Diagnostic] = []
        self.depth = 0
        self.goes_on = False
        self.open_bracket: Token | None = None
        self.in_board = False

    def read(self, number: int, row: str) -> None:
        body = row.lstrip()
        if not body or body[0] == "#":
            return
        indent = len(row) - len(body)
        if indent and "\t" in row[:indent]:
            indent = len(row[:indent].expandtabs(4))
        if body[0] == "|" and self.in_board and indent:
            self.close()
            end = len(row.rstrip()) + 1
            token = Token("ROW", body[1:].rstrip(), number, indent + 1, number, end)
            self.chunks[-1].lines.append(Line(indent, [token]))
            return
        if indent == 0:
            self.close()
            self.chunks.append(Chunk())
            self.in_board = re.match(r"(replace +)?board\b", row) is not None
        elif not self.chunks:
            self.chunks.append(Chunk([Line(0, [], broken=True)]))
            self.found.append(complaints.below_nothing(self.span(number, 1, indent + len(body))))
        lines = self.chunks[-1].lines
        if lines and indent <= lines[-1].indent and body[0] != ")":
            self.close()
        goes_on = self.goes_on or self.depth or starts_joining(body)
        if not lines or not goes_on:
            lines.append(Line(indent, []))
        line = lines[-1]
        self.lex(number, row, line)
        self.goes_on = is_open(line.tokens)

    def close(self) -> None:
        """The end of a line that cannot go on: all brackets must be closed."""
        if self.depth and self.open_bracket:
            line, mark = self.chunks[-1].lines[-1], self.open_bracket
            if not line.broken:
                line.broken = True
                span = self.span(mark.line, mark.column, mark.end)
                self.found.append(complaints.open_bracket(span))
        self.depth, self.goes_on, self.open_bracket = 0, False, None

    def span(self, line: int, column: int, end: int) -> Span:
        return Span(self.file, line, column, line, end)

    def lex(self, number: int, row: str, line: Line) -> None:
        """Adds the tokens of one row."""
        at, into = 0, line.tokens
        if not into and (letter := LETTER_LINE.match(row)):
            word = len(letter[1]) - len(letter[1].lstrip()) + 1
            into.append(Token("word", "letter", number, word, number, word + 6))
            start, at = letter.start(2) + 1, letter.end()
            into.append(Token("LETTER", letter[2], number, start, number, start + len(letter[2])))
        for match in TOKEN.finditer(row, at):
            kind = match.lastgroup
            if kind is None:
                continue
            if kind == "comment":
                break
            text = match.group()
            start, end = match.start() + 1, match.end() + 1
            if kind == "sign":
                kind = SIGNS[text]
                if kind == "_LPAR":
                    self.depth += 1
                    if self.depth == 1:
                        self.open_bracket = Token(kind, text, number, start, number, end)
                    if self.depth > MOST_BRACKETS:
                        self.bad(line, complaints.too_deep(self.span(number, start, end)))
                elif kind == "_RPAR":
                    if not self.depth:
                        self.bad(line, complaints.stray_bracket(self.span(number, start, end)))
                    self.depth = max(0, self.depth - 1)
                elif kind == "_COMMA" and self.depth:
                    kind = "_INNER"
            elif kind == "NUMBER":
                if len(text) > 7 or int(text) > LARGEST_NUMBER:
                    self.bad(line, complaints.too_large(self.span(number, start, end), text))
            elif kind == "odd":
                span = self.span(number, start, end)
                self.bad(line, complaints.odd(text, span, row))
                if text[0] in complaints.QUOTES:
                    break
                continue
            elif kind == "STRING" and "\t" in text:
                tab = start + text.index("\t")
                self.bad(line, complaints.odd("\t", self.span(number, tab, tab + 1), row))
            into.append(Token(kind, text, number, start, number, end))

    def bad(self, line: Line, diagnostic: Diagnostic) -> None:
        """One complaint about characters for each row is enough."""
        line.broken = True
        if not self.found or (self.found[-1].span.line, self.found[-1].code) != (
            diagnostic.span.line, diagnostic.code,
        ):  # fmt: skip
            self.found.append(diagnostic)


def is_open(tokens: list[Token]) -> bool:
    """Does a line go on below, by its last word or sign?"""
    if not tokens:
        return False
    last = tokens[-1]
    if last.kind == "word":
        return last.text in OPEN_WORDS and len(tokens) > 1 and tokens[-2].kind != "_DOT"
    return last.kind in OPEN_SIGNS


def starts_joining(body: str) -> bool:
    """Does this row go on from the one above, by its first word?"""
    if body[0] in "+*/-":
        return True
    word = re.match(r"[a-z]+(?![\w])", body)
    return word is not None and word[0] in JOINING

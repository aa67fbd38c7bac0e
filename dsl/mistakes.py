"""Finds out what a person meant when a block does not parse.

The tables know only that a token cannot stand where it stands. What helps the author is another
thing: a misspelt first word, a missing `else`, brackets that were left out. Each question is asked
in order of how much its answer helps; the last answer is a plain "found …, expected …" together
with the form of the line.
"""

from __future__ import annotations

from . import complaints
from .diagnostics import Diagnostic, Fix, did_you_mean, nearest, suggest, surely
from .lalr import VERBS, Problem
from .lines import JOINING, Line, Token
from .tables import Tables
from .tree import Span
from .words import FORMS, SENTENCES

SIGNS = {
    "_COLON": '":"', "_COMMA": "a comma", "_INNER": "a comma", "_DOT": '"."', "_LPAR": '"("',
    "_RPAR": '")"', "_BAR": '"|"', "NAME": "a name", "NUMBER": "a number", "PLACE": "a place",
    "STRING": "a sentence in quotes", "ID": "a catalogue id like AB-012",
    "CODE": "a code like C102", "ROW": "a row of the map", "LETTER": "a letter",
    "_NL": "the end of the line",
}  # fmt: skip
PART_FORMS = {
    "requirement": 'requirement LABEL JOINT ACTION: CONDITION else "Sentence."',
    "part": "part LABEL JOINT VALUE: TERM [when CONDITION]",
    "but": "but LABEL [over LABEL] JOINT VALUE: TERM when CONDITION",
    "text": 'text JOINT THING: "Sentence."',
    "mark": "mark NAME JOINT BOARD: hexes / corners / edges PLACE, PLACE",
}
"""how lines on one part of a block read"""
OPERATORS = {"PLUS", "MINUS", "STAR", "SLASH", "ORDER", "_IS", "_AND", "_OR", "_DOT", "_CAN"}
TERM = {"NAME", "_LPAR", "PLACE"}
QUANTIFIERS = frozenset({
    "all", "count", "every", "first", "highest", "lowest", "no", "only", "some", "sum",
})  # fmt: skip
BLOCKS = frozenset({
    "ruleset", "section", "option", "kind", "piece", "track", "value", "award", "action", "card",
    "phase", "rule", "board", "scenario", "unproved", "change", "raise", "lower", "keep", "add",
})  # fmt: skip
"""words that begin a block and nothing else"""
VERBS_OF_TERMS = frozenset({"lines", "longest", "reached", "rings", "shortest", "without"})
LABELLED = frozenset({"add", "but", "columns", "each", "part", "require", "seats", "the"})


class Case:
    """One problem, and what is around it."""

    def __init__(self, tables: Tables, file: str, lines: list[Line], problem: Problem) -> None:
        self.tables, self.file, self.lines, self.problem = tables, file, lines, problem
        row = tables.actions[problem.state]
        self.row = {symbol for symbol in row if symbol.isupper() or symbol[0] == "$"}
        self.tokens = lines[problem.line].tokens if problem.line < len(lines) else []
        self.at = problem.at

    def span(self, first: Token, last: Token | None = None) -> Span:
        last = last or first
        return Span(self.file, first.line, first.column, last.end_line, last.end)

    @property
    def end(self) -> Span:
        """Just behind the last token of the line."""
        last = self.tokens[-1]
        return Span(self.file, last.end_line, last.end, last.end_line, last.end + 1)

    @property
    def here(self) -> Span:
        return self.span(self.tokens[self.at]) if self.at < len(self.tokens) else self.end

    def words(self, row: set[str] | None = None) -> list[str]:
        """The first words that may stand here, as people write them."""
        spelled = [self.tables.spellings[s] for s in self.row if s in self.tables.spellings]
        return sorted(spelled + (["|"] if {"_BAR", "ROW"} & self.row else []))


def explain(tables: Tables, file: str, lines: list[Line], problem: Problem) -> Diagnostic:
    """The most helpful thing to say about a problem."""
    case = Case(tables, file, lines, problem)
    if problem.layout == "level":
        return complaints.bad_level(case.here)
    if problem.layout == "indent":
        return too_far_in(case)
    if problem.layout == "dedent":
        return nothing_there(case)
    if case.at == 0:
        return first_word(case)
    for question in (lacks_else, lacks_colon, lacks_brackets):
        answer = question(case)
        if answer is not None:
            return answer
    return anything_else(case)


def shown(line: Line) -> str:
    """The beginning of a line, for quoting."""
    text = " ".join(token.text for token in line.tokens[:3])
    return text.replace(" :", ":").replace(" . ", ".") + (" …" if len(line.tokens) > 3 else "")


def form_of(line: Line) -> str | None:
    """How such a line reads."""
    first = line.tokens[0]
    if first.text in ("add", "replace") and len(line.tokens) > 1:
        exact = PART_FORMS.get(line.tokens[1].text)
        if exact is not None:
            joint = "to" if first.text == "add" else "of"
            return f"{first.text} {exact.replace('JOINT', joint)}"
    if first.kind == "word" and first.text in FORMS:
        return FORMS[first.text]
    for token in line.tokens[1:]:
        if token.kind == "word" and token.text in SENTENCES:
            return SENTENCES[token.text]
    return FORMS["|"] if first.kind == "_BAR" else None


def too_far_in(case: Case) -> Diagnostic:
    above = case.lines[case.problem.line - 1]
    deeper = case.lines[case.problem.line].indent - above.indent
    if case.tokens[0].text in FORMS and deeper > 0 and case.problem.line > 1:
        return complaints.too_far(shown(above), case.here, deeper)
    return complaints.nothing_below(shown(above), form_of(above), case.here, sorted(JOINING))


def nothing_there(case: Case) -> Diagnostic:
    """A line that needs others below it has none."""
    number = min(case.problem.line, len(case.lines)) - 1
    above = case.lines[max(0, number)]
    span = case.span(above.tokens[0], above.tokens[-1])
    inside = case.tables.actions[case.problem.state].get("_INDENT")
    words: list[str] = []
    if inside is not None and inside >= 0:
        row = case.tables.actions[inside]
        words = sorted(case.tables.spellings[s] for s in row if s in case.tables.spellings)
    return complaints.lines_missing(shown(above), words, span)


def first_word(case: Case) -> Diagnostic:
    """The first word of a block or of a line is not one that can stand there."""
    token = case.tokens[0]
    word, words, here = token.text, case.words(), case.here
    if case.row == {"_INDENT"} or case.row <= {"_INDENT", "$END"} and case.problem.line:
        return nothing_there(case)
    if case.problem.line == 0:
        if word in JOINING:
            return complaints.must_be_indented(word, here)
        extra = []
        if word in FORMS:
            extra.append(f'"{word}" begins a line inside a block; put four blanks before it')
        return complaints.unknown_block(word, [w.split()[0] for w in words], here, extra)
    if word in BLOCKS and word not in words and len(case.tokens) > 1:
        return complaints.indented_block(word, here)
    if untimed(case):
        return complaints.no_timing(case.lines[0].tokens[-1].text, here)
    header = case.lines[0].tokens
    block = header[1].text if header[0].text == "replace" and len(header) > 1 else header[0].text
    block = "state" if block in ("each", "the") else block
    where = f"of this {block} block" if case.lines[case.problem.line].indent else "here"
    extra = []
    if "NAME" in case.row and len(case.tokens) > 1:
        second = case.tokens[1]
        verbs = did_you_mean(second.text, VERBS) if second.kind == "word" else ()
        if verbs and not nearest(word, words):
            span = case.span(second)
            expected = "must, may, chooses, plays or wins"
            return complaints.unexpected(f'"{second.text}"', word, expected, None, span, verbs)
    if "NAME" in case.row:
        extra.append("or with somebody who must, may, chooses, plays or wins")
    elif word in FORMS and word not in words:
        extra.append(f'a line with "{word}" belongs elsewhere: {FORMS[word]}')
    return complaints.unknown_line(word, where, words, here, extra)


def untimed(case: Case) -> bool:
    """Does a rule go on to what it does before it has said when?"""
    first = case.tokens[0].text
    at_start = "_BEFORE" in case.row and "_DO" not in case.row
    return at_start and first in FORMS and not nearest(first, case.words())


def lacks_else(case: Case) -> Diagnostic | None:
    """`require L: F` without its sentence, or with the sentence but without `else`."""
    first = case.tokens[0].text
    label = 1 if first == "require" else 2
    is_require = first == "require" or (
        first == "add" and len(case.tokens) > 2 and case.tokens[1].text == "requirement"
    )
    if not is_require or "_ELSE" not in case.row or len(case.tokens) <= label:
        return None
    if case.at < len(case.tokens) and case.tokens[case.at].kind != "STRING":
        return None
    fix = None
    below = case.lines[case.problem.line + 1 : case.problem.line + 2]
    sentence = case.tokens[case.at] if case.at < len(case.tokens) else None
    if sentence is None and below and len(below[0].tokens) == 1:
        sentence = below[0].tokens[0]
    if sentence is not None and sentence.kind == "STRING":
        at = case.span(sentence)
        fix = Fix(Span(at.file, at.line, at.column, at.line, at.column), "else ")
    return complaints.missing_else(case.tokens[label].text, case.here, fix)


def lacks_colon(case: Case) -> Diagnostic | None:
    if "_COLON" not in case.row or any(t.kind == "_COLON" for t in case.tokens[: case.at]):
        return None
    if case.tokens[0].text not in LABELLED:
        return None
    before = case.tokens[case.at - 1]
    span = Span(case.file, before.end_line, before.end, before.end_line, before.end + 1)
    return complaints.missing_colon(before.text, span)


def lacks_brackets(case: Case) -> Diagnostic | None:
    """`count c in S where F` cannot be compared or added to without brackets."""
    if case.at >= len(case.tokens):
        return None
    token = case.tokens[case.at]
    signs = ("ORDER", "PLUS", "MINUS", "STAR", "SLASH")
    if token.kind not in signs and token.text not in ("is", "and", "or"):
        return None
    for start in range(case.at - 3, -1, -1):
        word, name, joint = case.tokens[start : start + 3]
        if word.text in QUANTIFIERS and name.kind == "word" and joint.text == "in":
            inside = case.tokens[start : case.at]
            if unbalanced(inside):
                continue
            written = join(inside)
            span = case.span(inside[0], inside[-1])
            return complaints.missing_brackets(word.text, token.text, written, case.here, span)
    return None


def unbalanced(tokens: list[Token]) -> bool:
    kinds = [token.kind for token in tokens]
    return kinds.count("_LPAR") != kinds.count("_RPAR")


def join(tokens: list[Token]) -> str:
    """Tokens as text again, with the blanks they had."""
    text = tokens[0].text
    for before, token in zip(tokens, tokens[1:], strict=False):
        glued = token.line == before.end_line and token.column == before.end
        text += ("" if glued else " ") + token.text
    return text if len(text) <= 60 else f"{text[:57]}…"


def anything_else(case: Case) -> Diagnostic:
    """Found this, expected that."""
    line = case.lines[case.problem.line]
    ended = case.at >= len(case.tokens)
    extra: list[str] = []
    fix: Fix | None = None
    if ended:
        found = "the end of the line"
    else:
        token = case.tokens[case.at]
        found = token.text if token.kind == "STRING" else f'"{token.text}"'
        if token.kind == "word" and token.text not in case.tables.words:
            words = [case.tables.spellings[s] for s in case.row if s in case.tables.spellings]
            near, fix = suggest(token.text, words, case.here)
            extra += near
    before = case.tokens[max(0, case.at - 2) : case.at]
    previous = before[-1].text
    meant = None
    if before[-1].kind == "word" and previous not in case.tables.words:
        meant = surely(previous, QUANTIFIERS | VERBS_OF_TERMS)
    if meant is not None and not extra:
        at = case.span(before[-1])
        hint = f"did you mean {meant}?"
        return complaints.unexpected(
            f'"{previous}"', "", "", form_of(line), at, (hint,), Fix(at, meant)
        )
    taken = case.at > 1 and before[-1].kind == "word" and previous in case.tables.reserved
    if taken and not extra and "NAME" not in case.row:
        extra.append(f'"{previous}" is a word of the language; it was read as a name here')
    return complaints.unexpected(
        found, join(before), expected(case), form_of(line), case.here, extra, fix
    )


def expected(case: Case) -> str:
    """What could stand here, in a few words; empty if that would be a long list."""
    row = set(case.row)
    names = []
    if row >= TERM:
        names.append("a term")
        row = {s for s in row if s in ("_NL",)}
    else:
        row -= OPERATORS
    for symbol in sorted(row):
        name = SIGNS.get(symbol) or case.tables.spellings.get(symbol)
        if name:
            names.append(name)
    names = sorted(set(names))
    if not names or len(names) > 6:
        return ""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"

"""The words for everything that can be wrong with how a file is written.

One function for each mistake. Which mistake it is, is found out in mistakes.py; here it is only
said, in the reader's words, with what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from .diagnostics import Diagnostic, Fix, diagnose, suggest
from .tree import Span, Word

INSTEAD = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‟": '"',
    "‘": "'", "’": "'",
    "\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u2009": " ", "\u3000": " ",
    "\u200b": "", "\ufeff": "", "\u2060": "",
    "–": "-", "—": "-", "−": "-", "×": "*", "·": "*", "÷": "/",
    "≤": "<=", "≥": ">=", "…": "...",
}  # fmt: skip
CALLED = {
    "\u00a0": "a hard space", "\u202f": "a narrow hard space", "\u2007": "a figure space",
    "\u2009": "a thin space", "\u3000": "a wide space", "\u200b": "an invisible space",
    "\ufeff": "an invisible mark", "\u2060": "an invisible mark", "\r": "a carriage return",
}  # fmt: skip
CONDITION = re.compile(r"\b(when|where|if|require|then|whenever)\b")
QUOTES = frozenset('"“”„«»‟')
ADVICE = {
    "=": "write `is` to compare and `set … to …` to change",
    "!": "write `not`, or `is not`",
    "≠": "write `is not`",
    "&": "write `and`",
    "%": "there are no percentages; write a number",
    ";": "put each sentence on a line of its own",
    "[": "use round brackets, or none",
    "]": "use round brackets, or none",
    "{": "curly brackets are for terms inside a sentence in quotes",
    "}": "curly brackets are for terms inside a sentence in quotes",
    "'": 'sentences stand in straight double quotes: "…"',
    "@": "a place is written @row,column or @row,columnNE",
}


def odd(text: str, span: Span, row: str) -> Diagnostic:
    """A character or word that is in no vocabulary."""
    sign = text[0]
    if sign == "\t":
        message = "found a tab, expected blanks: four for each step of indentation"
        return diagnose("tab", message, span, "a tab", fix=Fix(span, "    "))
    if text == '"':
        long = Span(span.file, span.line, span.column, span.line, len(row) + 1)
        hints = ("a sentence stands on one line, from quote to quote",)
        message = "the closing quote is missing"
        return diagnose("open-quote", message, long, "opened here", hints=hints)
    if sign in QUOTES:
        message = f"found the curly quote {sign}, expected a straight one"
        return diagnose("curly-quote", message, span, 'write "', fix=straight(span, row))
    if sign.isalpha() and len(text) >= 1 and not sign.islower():
        return bad_name(text, span)
    if sign.isalpha() or sign == "_" or sign.isdigit():
        hints = ("names are written with small letters a to z, digits and _, a letter first",)
        return diagnose("bad-name", f'"{text}" cannot be a name', span, hints=hints)
    called = CALLED.get(sign) or (f'"{sign}"' if sign.isprintable() else f"character {ord(sign)}")
    message = f"found {called}, which the language does not use"
    if sign in INSTEAD:
        better = INSTEAD[sign]
        gone = "write a plain blank" if better else "delete it"
        hint = f'write "{better}"' if better.strip() else gone
        return diagnose("odd-character", message, span, hints=(hint,), fix=Fix(span, better))
    advice = (ADVICE[sign],) if sign in ADVICE else ()
    fix = Fix(span, "is") if sign == "=" and CONDITION.search(row[: span.column - 1]) else None
    return diagnose("odd-character", message, span, hints=advice, fix=fix)


def straight(span: Span, row: str) -> Fix:
    """Straight quotes around the sentence that a curly one opens, if it is closed on its line."""
    rest = row[span.column :]
    ends = [at for at, sign in enumerate(rest) if sign in QUOTES]
    if not ends:
        return Fix(span, '"')
    close = span.column + ends[-1] + 1
    whole = Span(span.file, span.line, span.column, span.line, close + 1)
    inside = "".join(c for c in rest[: ends[-1]] if c not in QUOTES)
    return Fix(whole, f'"{inside}"')


def bad_name(text: str, span: Span) -> Diagnostic:
    hints = ["names are written in small letters, with _ between words"]
    low = text.lower()
    fix = None
    if low.isascii() and low.isidentifier():
        hints.append(f"write {low}")
        fix = Fix(span, low)
    return diagnose("bad-name", f'"{text}" cannot be a name here', span, hints=hints, fix=fix)


def not_text(span: Span) -> Diagnostic:
    hints = ('save the file as "UTF-8" in your editor',)
    return diagnose("not-text", "the file is not UTF-8 text", span, "from here on", hints=hints)


def too_large_file(file: str, size: int, limit: int) -> Diagnostic:
    message = f"the file has {size:,} bytes; a rules file may have {limit:,}"
    return diagnose("too-large", message, Span(file, 1, 1, 1, 1))


def empty_file(file: str) -> Diagnostic:
    hints = ("begin with: ruleset NAME",)
    return diagnose("empty-file", "the file contains no rules", Span(file, 1, 1, 1, 1), hints=hints)


def below_nothing(span: Span) -> Diagnostic:
    message = "this line is indented, but nothing stands above it that it could belong to"
    return diagnose("unexpected-indentation", message, span, hints=("begin at the first column",))


def open_bracket(span: Span) -> Diagnostic:
    return diagnose("open-bracket", "this bracket is never closed", span, "opened here")


def stray_bracket(span: Span) -> Diagnostic:
    return diagnose("open-bracket", "this bracket closes nothing", span)


def too_deep(span: Span) -> Diagnostic:
    hints = ("give parts of it a name, with `let` or in a `value` of their own",)
    return diagnose("too-deep", "this is nested too deeply to be read", span, hints=hints)


def too_large(span: Span, text: str) -> Diagnostic:
    shown = text if len(text) <= 12 else f"{text[:9]}…"
    return diagnose("number-too-large", f"{shown} is too large; numbers go up to 1,000,000", span)


def keyword_as_name(word: str, span: Span) -> Diagnostic:
    hints = (f"choose another one, for example {word}_1 or my_{word}",)
    message = f'"{word}" is a word of the language and cannot be a name'
    return diagnose("keyword-as-name", message, span, hints=hints)


def single_curly(sign: str, span: Span) -> Diagnostic:
    hints = ("a term in a sentence stands between { and }",)
    return diagnose("bad-hole", f'found a single "{sign}" in a sentence', span, hints=hints)


def bad_hole(text: str, span: Span, why: str) -> Diagnostic:
    message = f"{{{text}}} is not a term{why}"
    return diagnose("bad-hole", message, span, "no term")


def twice(what: str, span: Span) -> Diagnostic:
    return diagnose("twice-in-block", f"{what} is given twice; once is enough", span)


def missing_line(block: str, line: str, span: Span) -> Diagnostic:
    return diagnose("missing-line", f'this {block} needs a line "{line} …"', span)


def bad_range(low: str, high: str, span: Span) -> Diagnostic:
    return diagnose("bad-range", f"{low} to {high} is not a range that can be counted", span)


def too_many_ids(most: int, span: Span) -> Diagnostic:
    return diagnose("bad-range", f"the ranges of one file may spell out {most:,} ids", span)


def seats(number: int, named: int, span: Span) -> Diagnostic:
    message = f"seats {number} needs {number} colours, found {named}"
    return diagnose("bad-range", message, span)


def long_path(span: Span) -> Diagnostic:
    hints = ("a value belongs to one kind: value player.points",)
    return diagnose("unexpected-word", "a value has one owner at most", span, hints=hints)


def bad_letter(text: str, span: Span) -> Diagnostic:
    message = f'"{text}" cannot be a letter of a map; take one character that is no digit'
    return diagnose("bad-name", message, span)


def column_without_default(name: Word) -> Diagnostic:
    message = f'the new column "{name}" needs a normal value, for the members that exist already'
    hints = (f"write: columns {name}: TYPE normally X",)
    return diagnose("missing-line", message, name.span, hints=hints)


def late_requirement(label: str, of: str, span: Span) -> Callable[[Span], Diagnostic]:
    """A requirement below a change; the place of the change comes second."""

    def at(change: Span) -> Diagnostic:
        message = f'the requirement "{label}" stands below the first change of "{of}"'
        hints = (
            f"move it up, above line {change.line}: what is required is judged before anything"
            " happens",
        )
        others = ((change, "the first change"),)
        return diagnose("late-requirement", message, span, "too late", others=others, hints=hints)

    return at


def bad_level(span: Span) -> Diagnostic:
    message = "this line is indented to no level that the lines above use"
    hints = ("use four blanks for each step",)
    return diagnose("bad-indentation", message, span, hints=hints)


def nothing_below(above: str, form: str | None, span: Span, joining: Iterable[str]) -> Diagnostic:
    message = f'nothing can stand below "{above}"'
    hints = [
        f"a line goes on below only if it ends in a comma or colon, or if the next one begins with"
        f" {', '.join(sorted(joining))} or a sign",
    ]
    if form:
        hints.append(f"that line reads: {form}")
    return diagnose("unexpected-indentation", message, span, "indented too far", hints=hints)


def lines_missing(above: str, words: Iterable[str], span: Span) -> Diagnostic:
    hints = [f"below it can stand: {', '.join(words)}"] if words else []
    message = f'"{above}" needs lines below it, indented by four blanks'
    return diagnose("empty-block", message, span, hints=hints)


def unknown_block(word: str, words: Iterable[str], span: Span, extra: Iterable[str]) -> Diagnostic:
    known = sorted(set(words))
    near, fix = suggest(word, known, span)
    rest = () if near else (*extra, f"a block begins with: {', '.join(known)}")
    message = f'no block begins with "{word}"'
    return diagnose("unknown-block", message, span, hints=(*near, *rest), fix=fix)


def indented_block(word: str, span: Span) -> Diagnostic:
    message = f'"{word}" begins a block of its own, which stands at the left margin'
    left = Span(span.file, span.line, 1, span.line, span.column)
    hints = ("take away the blanks before it",)
    return diagnose("unexpected-indentation", message, span, hints=hints, fix=Fix(left, ""))


def must_be_indented(word: str, span: Span) -> Diagnostic:
    message = f'a line that begins with "{word}" goes on from the line above and must be indented'
    here = Span(span.file, span.line, 1, span.line, 1)
    label = "put four blanks before it"
    return diagnose("bad-indentation", message, span, label, fix=Fix(here, "    "))


def no_timing(rule: str, span: Span) -> Diagnostic:
    message = f"the rule {rule} does not say when it runs"
    hints = (
        "write first one of: `after ACTION`, `before ACTION`, `instead of ACTION when CONDITION`, "
        "`whenever CONDITION`",
    )
    return diagnose("missing-line", message, span, "when?", hints=hints)


def too_far(above: str, span: Span, depth: int) -> Diagnostic:
    """A line that stands deeper than the one above, and could stand beside it."""
    message = f'this line stands below "{above}", which takes nothing below it'
    extra = Span(span.file, span.line, span.column - depth, span.line, span.column)
    hints = (f"put it in line with the one above: take away {depth} spaces",)
    label = "indented too far"
    return diagnose("unexpected-indentation", message, span, label, hints=hints, fix=Fix(extra, ""))


def unknown_line(
    word: str, block: str, words: Iterable[str], span: Span, extra: Iterable[str]
) -> Diagnostic:
    known = sorted(set(words))
    near, fix = suggest(word, known, span)
    rest = () if near else (*extra, f"lines here begin with: {', '.join(known)}")
    message = f'found "{word}", which does not begin a line {block}'
    return diagnose("unknown-line", message, span, hints=(*near, *rest), fix=fix)


def unexpected(
    found: str,
    after: str,
    expected: str,
    form: str | None,
    span: Span,
    extra: Iterable[str],
    fix: Fix | None = None,
) -> Diagnostic:
    message = f"found {found}" + (f' after "{after}"' if after else "")
    if expected:
        message += f", expected {expected}"
    hints = [*extra, *([f"the line reads: {form}"] if form else [])]
    return diagnose("unexpected-word", message, span, hints=hints, fix=fix)


def missing_else(label: str, span: Span, fix: Fix | None) -> Diagnostic:
    message = f'the requirement "{label}" needs a sentence for the player it refuses'
    hints = ('write at its end: else "Why this is not allowed."',)
    return diagnose("missing-else", message, span, "else is missing", hints=hints, fix=fix)


def missing_colon(after: str, span: Span) -> Diagnostic:
    here = Span(span.file, span.line, span.column, span.line, span.column)
    message = f'a colon is missing after "{after}"'
    return diagnose("missing-colon", message, span, "expected :", fix=Fix(here, ":"))


def missing_brackets(quant: str, sign: str, written: str, span: Span, start: Span) -> Diagnostic:
    message = f'"{quant} … in …" runs to the end of the line, so "{sign}" cannot follow it'
    hints = (f"put brackets around it: ({written}) {sign} …",)
    others = ((start, "this part needs brackets"),)
    return diagnose("missing-brackets", message, span, others=others, hints=hints)


def unreadable(file: str, why: str) -> Diagnostic:
    return diagnose("not-text", f"{file} cannot be read: {why}", Span(file, 1, 1, 1, 1))

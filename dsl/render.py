"""Draws diagnostics: as text for people, as JSON, SARIF or GitHub annotations for programs.

    error[S011 unknown-line]: found "chose", which does not begin a line of this block
      --> mine.rules:2:5
       |
     2 |     chose spot from places
       |     ^^^^^
       = did you mean choose?
       = hexwright explain S011

Nothing is decided here: what is said and where is in the diagnostic. A rules file is a stranger's
text, so whatever could steer a terminal is shown as a dot.
"""

from __future__ import annotations

import json
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .diagnostics import BY_CODE, Diagnostic
from .tree import Span

WIDTH = 100
MOST_SHOWN = 60
PAINT = {"error": "\033[31m", "warning": "\033[33m", "note": "\033[36m", "bold": "\033[1m"}
PLAIN = "\033[0m"
LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def as_text(
    found: Iterable[Diagnostic], texts: Mapping[str, str] | None = None, *, colour: bool = False
) -> str:
    """All diagnostics one below the other, and how many there are; empty if there is none."""
    many = tuple(found)
    lines_of = Source(texts or {})
    drawn = [draw(one, lines_of, colour) for one in many[:MOST_SHOWN]]
    if len(many) > MOST_SHOWN:
        drawn.append(f"… and {len(many) - MOST_SHOWN} more")
    if many:
        drawn.append(summary(many))
    return "\n\n".join(drawn)


class Source:
    """The lines of the files that diagnostics speak about; a file is split once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.split: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str | None:
        if file not in self.split:
            self.split[file] = self.texts.get(file, "").removeprefix("\ufeff").split("\n")
        lines = self.split[file]
        return lines[number - 1] if 0 < number <= len(lines) and file in self.texts else None


def draw(one: Diagnostic, source: Source, colour: bool = False) -> str:
    """One diagnostic with its places and hints."""
    numbers = [one.span.line, *(span.line for span, _ in one.others)]
    margin = " " * max(2, *(len(str(number)) for number in numbers))
    severity = paint(f"{one.severity}[{one.code} {one.name}]", one.severity, colour)
    message = f"{one.severity}[{one.code} {one.name}]: {harmless(one.message)}"
    first, *further = wrapped(message, "    ")
    head = first.replace(f"{one.severity}[{one.code} {one.name}]", severity, 1)
    rows = [head, *further, *place(one.span, one.label, "-->", margin, source, colour)]
    for span, label in one.others:
        rows += place(span, label, ":::", margin, source, colour)
    for hint in [*one.hints, *edit(one), f"hexwright explain {one.code}"]:
        rows += [f"{margin} = {row}" if n == 0 else f"{margin}   {row}"
                 for n, row in enumerate(wrapped(harmless(hint), ""))]  # fmt: skip
    return "\n".join(rows)


def edit(one: Diagnostic) -> list[str]:
    """The safe edit of a diagnostic, in words."""
    if one.fix is None:
        return []
    span, text = one.fix.span, harmless(one.fix.text)
    bare = text.split('"')[1] if text.count('"') == 2 else text.strip()
    if not text or any(bare and bare in hint for hint in one.hints):
        return []
    if '"' in text:
        return [f"write {text}"]
    spot = f"{span.line}:{span.column}"
    if (span.line, span.column) == (span.end_line, span.end_column):
        return [f'at {spot} put in "{text}"']
    return [f'at {spot} write "{text}"']


def place(
    span: Span, label: str, arrow: str, margin: str, source: Source, colour: bool
) -> list[str]:
    """Where something is: the address, the source line and carets below it."""
    if not span.file:
        return []
    said = harmless(label)
    rows = [f"{margin}{arrow} {harmless(span.file)}:{span.line}:{span.column}"]
    line = source.line(span.file, span.line)
    if line is None:
        return [*rows, *([f"{margin} | {said}"] if said else [])]
    start = min(max(0, span.column - 1), len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    end = min(max(end, start + 1), max(len(line), start + 1))
    left = max(0, min(start - 20, end - WIDTH)) if len(line) > WIDTH + 20 else 0
    cut = line[left : left + WIDTH + 20]
    more = "…" if left else ""
    carets = "^" * max(1, width(line[start : min(end, left + len(cut))]))
    shown = harmless(cut).rstrip()
    if left + len(cut) < len(line):
        shown += "…"
    indent = " " * (width(line[left:start]) + len(more))
    marked = paint(f"{carets} {said}".rstrip(), "bold", colour)
    number = str(span.line).rjust(len(margin))
    return [*rows, f"{margin} |", f"{number} | {more}{shown}", f"{margin} | {indent}{marked}"]


def paint(text: str, how: str, colour: bool) -> str:
    return f"{PAINT[how]}{text}{PLAIN}" if colour and how in PAINT else text


def wrapped(text: str, indent: str) -> list[str]:
    """A long sentence on several rows."""
    rows = textwrap.wrap(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return rows or [""]


def harmless(text: str) -> str:
    """Text without anything that could steer a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else "·" for c in text)


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def summary(many: Sequence[Diagnostic]) -> str:
    """3 errors, 1 warning"""
    counts = Counter(one.severity for one in many)
    told = [
        f"{counts[severity]} {severity}{'' if counts[severity] == 1 else 's'}"
        for severity in ("error", "warning", "note")
        if counts[severity]
    ]
    return ", ".join(told)


# ---- for programs --------------------------------------------------------------------------------


def as_data(one: Diagnostic) -> dict[str, Any]:
    """One diagnostic as plain data; lines and columns count from 1, the end is exclusive."""
    fix = {**spot(one.fix.span), "text": one.fix.text} if one.fix else None
    return {
        "code": one.code,
        "name": one.name,
        "severity": one.severity,
        "message": one.message,
        **spot(one.span),
        "label": one.label,
        "others": [{**spot(span), "label": label} for span, label in one.others],
        "hints": list(one.hints),
        "fix": fix,
    }


def spot(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def as_json(found: Iterable[Diagnostic]) -> str:
    """A list of objects, one for each diagnostic."""
    return json.dumps([as_data(one) for one in found], ensure_ascii=False, indent=2)


def as_sarif(found: Iterable[Diagnostic]) -> str:
    """SARIF 2.1.0, the format that code hosts and editors read."""
    many = tuple(found)
    codes = sorted({one.code for one in many})
    rules = [
        {"id": code, "name": BY_CODE[code].name, "shortDescription": {"text": BY_CODE[code].title}}
        for code in codes
    ]
    results: list[dict[str, Any]] = []
    for one in many:
        result: dict[str, Any] = {
            "ruleId": one.code,
            "level": one.severity,
            "message": {"text": ". ".join([one.message, *one.hints])},
        }
        if one.span.file:
            result["locations"] = [location(one.span)]
        others = [
            {**location(span), "message": {"text": label or "see also"}}
            for span, label in one.others
            if span.file
        ]
        if others:
            result["relatedLocations"] = others
        results.append(result)
    run = {"tool": {"driver": {"name": "hexwright", "rules": rules}}, "results": results}
    return json.dumps(
        {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [run],
        },
        ensure_ascii=False,
        indent=2,
    )


def location(span: Span) -> dict[str, Any]:
    region = {
        "startLine": max(1, span.line),
        "startColumn": max(1, span.column),
        "endLine": max(1, span.end_line),
        "endColumn": max(1, span.end_column),
    }
    uri = span.file.replace("\\", "/")
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def as_github(found: Iterable[Diagnostic]) -> str:
    """One annotation a line, as the log of a GitHub workflow takes them."""
    return "\n".join(annotation(one) for one in found)


def annotation(one: Diagnostic) -> str:
    said = escaped("\n".join([one.message, *one.hints]))
    title = f"title={escaped(f'{one.code} {one.name}', name=True)}"
    if not one.span.file:
        return f"::{LEVELS[one.severity]} {title}::{said}"
    span = one.span
    where = f"file={escaped(span.file, name=True)},line={span.line},endLine={span.end_line}"
    if span.line == span.end_line:
        where += f",col={span.column},endColumn={span.end_column}"
    return f"::{LEVELS[one.severity]} {where},{title}::{said}"


def escaped(text: str, name: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if name else text

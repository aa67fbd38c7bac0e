"""`allow CODE`: a block that knows better than a warning, and one that only thinks so.

An `allow` holds for the block it stands in, whatever verb began it. One that switches nothing off
is reported, so that it does not hide the next mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .diagnostics import BY_CODE, Diagnostic, Fix, diagnose, suggest
from .knock_on import begins
from .tree import Span
from .world import World

LINE = re.compile(r"^[ ]+allow[ ]+(.*)$")
CODE = re.compile(r"[A-Z]\d+")
RUNNING = ("R003", "R004", "R008", "R009", "R010")
"""warnings that may need games to show"""


@dataclass(frozen=True, slots=True)
class Allowance:
    code: str
    span: Span
    first: int
    last: int
    """lines of its block"""
    whole: bool
    """nothing else stands on its line"""

    def covers(self, one: Diagnostic) -> bool:
        at = one.span
        same = one.code == self.code and at.file == self.span.file
        return same and self.first <= at.line <= self.last


class Allowed:
    def __init__(self, world: World) -> None:
        self.world = world
        self.all = [a for file, text in world.files.items() for a in allowances(file, text)]
        self.used: set[Span] = set()

    def without(self, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """What is left when each block has switched off what it may."""
        for one in found:
            hit = [a for a in self.all if a.covers(one)] if one.severity != "error" else []
            self.used.update(a.span for a in hit)
            if not hit:
                yield one

    def wrong(self) -> Iterator[Diagnostic]:
        """Codes that are none, or that stand for errors."""
        for a in self.mine():
            known = BY_CODE.get(a.code)
            if known is None:
                codes = [c.code for c in BY_CODE.values() if c.severity != "error"]
                hints, fix = suggest(a.code, codes, a.span)
                message = f"there is no message {a.code}"
                yield diagnose("unknown-code", message, a.span, hints=hints, fix=fix)
            elif known.severity == "error":
                message = f"{a.code} {known.name} is an error and cannot be allowed"
                yield diagnose("unknown-code", message, a.span, hints=["mend it instead"])

    def needless(self, played: bool) -> Iterator[Diagnostic]:
        """Those that switched nothing off; some can be judged only after games were played."""
        for a in self.mine():
            known = BY_CODE.get(a.code)
            if a.span in self.used or known is None or known.severity == "error":
                continue
            if a.code in RUNNING and not played:
                continue
            message = f"nothing here causes {a.code} {known.name}: the line can go"
            line = Span(a.span.file, a.span.line, 1, a.span.line + 1, 1)
            fix = Fix(line, "") if a.whole else None
            yield diagnose("needless-allow", message, a.span, fix=fix)

    def mine(self) -> list[Allowance]:
        files = self.world.file_of
        return [a for a in self.all if files.get(a.span.file) == self.world.name]


def allowances(file: str, text: str) -> Iterator[Allowance]:
    if "allow" not in text:
        return
    lines = text.removeprefix("\ufeff").split("\n")
    for number, line in enumerate(lines):
        match = LINE.match(line.split("#")[0])
        if match is None:
            continue
        first, last = number, number + 1
        while first > 0 and not begins(lines[first]):
            first -= 1
        while last < len(lines) and not begins(lines[last]):
            last += 1
        codes = list(CODE.finditer(match[1]))
        for code in codes:
            column = match.start(1) + code.start() + 1
            span = Span(file, number + 1, column, number + 1, column + len(code[0]))
            yield Allowance(code[0], span, first + 1, last, len(codes) == 1)

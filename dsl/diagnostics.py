"""What the passes say when something is wrong: data, worded once, drawn elsewhere (render.py).

A diagnostic has a code that never changes its meaning, a readable name, one sentence in the
author's words, the place, and what to write instead. The families follow the passes: S for how a
file is written, N for names, T for types, C for composition, V for who may see what, B for boards,
X for texts and translations, R for what shows only when the rules are run.

`CODES` lists them all. `hexwright explain CODE` prints the page of a code; nothing registers
itself, so this file can be read as the list of everything that can be wrong with a ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .tree import NOWHERE, Span

FAMILIES = {
    "S": "how a file is written",
    "N": "names",
    "T": "types",
    "C": "composition",
    "V": "who may see what",
    "B": "boards",
    "X": "texts and translations",
    "R": "running rules and scenarios",
}


LONGEST = 600


@dataclass(frozen=True, slots=True)
class Code:
    code: str
    name: str
    title: str
    severity: str = "error"


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that is safe to make without asking: put `text` where `span` is."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    code: str
    name: str
    severity: str
    """error, warning or note"""
    message: str
    span: Span
    label: str = ""
    """short text under the carets"""
    others: tuple[tuple[Span, str], ...] = ()
    """further places, each with its own short text"""
    hints: tuple[str, ...] = ()
    fix: Fix | None = None


class RulesetError(Exception):
    """A ruleset cannot be used; carries everything that is known to be wrong with it."""

    def __init__(self, diagnostics: Iterable[Diagnostic], texts: dict[str, str] | None = None):
        self.diagnostics = tuple(diagnostics)
        self.texts = texts or {}
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        from .render import as_text

        return as_text(self.diagnostics, self.texts)


def diagnose(
    name: str,
    message: str,
    span: Span = NOWHERE,
    label: str = "",
    *,
    others: Iterable[tuple[Span, str]] = (),
    hints: Iterable[str] = (),
    fix: Fix | None = None,
) -> Diagnostic:
    """A diagnostic by the readable name of its code."""
    code = BY_NAME[name]
    told = tuple(shortened(hint) for hint in hints)
    return Diagnostic(
        code.code, name, code.severity, shortened(message), span, label, tuple(others), told, fix
    )


def shortened(text: str) -> str:
    """A sentence that quotes something endless is cut."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 4 :]}"


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(d for d in diagnostics if d.severity == "error")


def distance(one: str, other: str, limit: int) -> int:
    """Edits between two words, a swap of neighbours counting as one; above `limit` anything."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, previous, row = row, before, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, previous[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def nearest(word: str, candidates: Iterable[str], most: int = 3) -> list[str]:
    """The candidates a person may have meant, best first; short words must be nearly right."""
    limit = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    found = []
    for candidate in set(candidates):
        far = distance(word, candidate, limit)
        if far == 0:
            continue
        if far > limit and not other_order(word, candidate):
            continue
        found.append((far, candidate[:1] != word[:1], candidate))
    return [candidate for *_, candidate in sorted(found)[:most]]


def surely(word: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that is so near, and so much nearer than others, that it must be meant."""
    names = set(candidates)
    near = nearest(word, names, most=2)
    if not near:
        return None
    limit = 1 if len(word) < 8 else 2
    best = distance(word, near[0], limit)
    if best > limit and not other_order(word, near[0]):
        return None
    if len(near) > 1 and distance(word, near[1], limit) <= best:
        return None
    return near[0]


def suggest(word: str, candidates: Iterable[str], span: Span) -> tuple[tuple[str, ...], Fix | None]:
    """The hint with the nearest names, and the edit if only one can be meant."""
    names = set(candidates)
    sure = surely(word, names)
    return did_you_mean(word, names), Fix(span, sure) if sure is not None else None


def other_order(one: str, other: str) -> bool:
    """card_draw for draw_card: the same words in another order."""
    return "_" in one and sorted(one.split("_")) == sorted(other.split("_"))


def did_you_mean(word: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """A hint with the nearest candidates, or none."""
    near = nearest(word, candidates)
    return (f"did you mean {' or '.join(near)}?",) if near else ()


CODES = [
    Code("S001", "not-text", "The file is not UTF-8 text"),
    Code("S002", "too-large", "The file is too large for a ruleset"),
    Code("S003", "odd-character", "A character that the language does not know"),
    Code("S004", "tab", "A tab where blanks belong"),
    Code("S005", "curly-quote", "A typographic quote where a straight one belongs"),
    Code("S006", "open-quote", "A sentence without its closing quote"),
    Code("S007", "bad-indentation", "A line indented to no level that is in use"),
    Code("S008", "unexpected-indentation", "A line stands below one that takes nothing below it"),
    Code("S009", "empty-block", "A block lacks the lines that belong below it"),
    Code("S010", "unknown-block", "A block begins with an unknown word"),
    Code("S011", "unknown-line", "A line begins with a word that its block does not know"),
    Code("S012", "unexpected-word", "A line does not go on as it should"),
    Code("S013", "missing-else", "A requirement lacks its sentence"),
    Code("S014", "missing-colon", "A colon is missing"),
    Code("S015", "missing-brackets", "A count or choice with `where` needs brackets here"),
    Code("S016", "keyword-as-name", "A word of the language is used as a name"),
    Code("S017", "late-requirement", "A requirement stands below the first change of its action"),
    Code("S018", "bad-hole", "The curly brackets of a sentence hold no term"),
    Code("S019", "number-too-large", "A number is too large"),
    Code("S020", "too-deep", "A line is nested too deeply"),
    Code("S021", "open-bracket", "Brackets do not match"),
    Code("S022", "twice-in-block", "A line that may stand once stands twice"),
    Code("S023", "missing-line", "A block lacks a line that it must have"),
    Code("S024", "bad-range", "A range that cannot be"),
    Code("S025", "empty-file", "The file contains no rules", "warning"),
    Code("S026", "bad-name", "Names are written in small letters"),
    Code("S027", "needless-allow", "An `allow` that switches nothing off", "warning"),
    Code("S028", "unknown-code", "An `allow` of a code that does not exist or cannot be allowed"),
    Code("N001", "unknown-name", "A name that is declared nowhere"),
    Code("N002", "unknown-field", "A field that nothing of this sort has"),
    Code("N003", "removed-name", "A name that a ruleset has removed is still used"),
    Code("N004", "reserved-name", "A name that the language itself uses"),
    Code("N005", "ambiguous-name", "A name that could mean two things"),
    Code("N006", "hidden-name", "A name that hides another one", "warning"),
    Code("N007", "unknown-label", "A requirement or part that does not exist"),
    Code("T001", "wrong-type", "Something of another sort is needed here"),
    Code("T002", "wrong-count", "Too many or too few arguments"),
    Code("T003", "cannot-compare", "Two things that can never be equal"),
    Code("T004", "not-a-statement", "Something that cannot be changed"),
    Code("T005", "circular", "A definition that needs itself"),
    Code("T006", "optional-value", "Something that may be none is used as if it were there"),
    Code("T007", "foregone", "A condition that always or never holds", "warning"),
    Code("C101", "defined-twice", "Two definitions of one name"),
    Code("C102", "changes-nothing", "A variant changes something that does not exist"),
    Code("C103", "contested", "Two parents changed the same part"),
    Code("C104", "wrong-kind", "A variant changes something in a way that does not fit it"),
    Code("C105", "circular-extends", "A ruleset that extends itself"),
    Code("C106", "unknown-ruleset", "A ruleset that cannot be found"),
    Code("C108", "no-ruleset", "A file that belongs to no ruleset"),
    Code("C109", "keeps-nothing", "A `keep` that decides nothing"),
    Code("C110", "two-headers", "Two headers of one ruleset disagree"),
    Code("C111", "needless-change", "A change that changes nothing", "warning"),
    Code("C112", "contested-order", "Two parents' rules on one event depend on order", "warning"),
    Code("C113", "still-used", "Something removed is still used"),
    Code("V001", "leaks", "A requirement or text reads what its player may not see"),
    Code("V002", "sight-missing", "Cards or a pile do not say who sees them"),
    Code("V003", "at-once-reads", "Sealed answers that depend on each other"),
    Code("B001", "bad-cell", "A cell of a map that cannot be read"),
    Code("B002", "bad-place", "A place that is not on the board"),
    Code("B003", "bad-count", "The cells of a board do not match the components"),
    Code("B004", "no-board", "No board for these options"),
    Code("B005", "bad-letter", "A letter of a map that is used twice or not at all"),
    Code("X001", "stale-text", "A rule was changed without its text", "warning"),
    Code("X002", "missing-text", "A rule without a text", "warning"),
    Code("X003", "missing-translation", "A sentence without a translation", "warning"),
    Code("X004", "bad-translation", "A translation whose holes differ from the sentence"),
    Code("X005", "unused-translation", "A translation of no sentence", "warning"),
    Code("X006", "unknown-look", "A look that boards are not drawn with", "warning"),
    Code("R001", "scenario-fails", "A scenario does not come out as written"),
    Code("R002", "scenario-cannot-run", "A scenario cannot be set up"),
    Code("R003", "dead-end", "A game that cannot go on"),
    Code("R004", "never-offered", "An action that is never offered", "warning"),
    Code("R005", "unused", "Something that nothing uses", "warning"),
    Code("R006", "unproved-id", "A catalogue id that no scenario proves", "note"),
    Code("R007", "scenario-left-out", "Inherited scenarios speak of things that are gone", "note"),
    Code("R008", "never-won", "Games that nobody wins", "warning"),
    Code("R009", "cards-lost", "Cards get lost or come from nowhere", "warning"),
    Code("R010", "no-effect", "A decision or an action that makes no difference", "warning"),
]
BY_NAME = {code.name: code for code in CODES}
BY_CODE = {code.code: code for code in CODES}

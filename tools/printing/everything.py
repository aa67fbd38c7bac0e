"""Prints all shipped rulesets into one folder, with a page that leads to each sheet."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from hexwright.dsl.diagnostics import RulesetError
from hexwright.dsl.load import load_ruleset, shipped_names
from hexwright.dsl.translate import catalogue
from hexwright.tools.asking import LANGUAGES, say_diagnostics
from hexwright.tools.printing.book import Book
from hexwright.tools.printing.render import environment, rendered
from hexwright.tools.printing.sheets import sheet

SHEETS = ("rules", "summary", "costs", "changes", "teach")
HEADINGS = {
    "rules": ("Rules", "Règle"),
    "summary": ("Summary", "Aide de jeu"),
    "costs": ("Price cards", "Cartes de prix"),
    "changes": ("Changes", "Changements"),
    "teach": ("To read aloud", "À lire à voix haute"),
}
"""of the columns of the index, in both languages"""
FOLDERS = {"house": ("House rules", "Règles maison")}
"""whose rulesets have titles of their own each"""
Line = tuple[dict[str, str], dict[tuple[str, str, str], str]]
"""(title in each language, files by language, sheet and form) of a ruleset"""


def print_all(folder: Path, only: str | None = None, form: str | None = None,
              paper: str = "a4") -> int:  # fmt: skip
    """Every sheet of every ruleset in every language; HTML and PDF unless one form is asked for."""
    names = [name for name in shipped_names() if only is None or name.startswith(only)]
    forms = [form] if form else ["html", "pdf"]
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress(len(names) * len(LANGUAGES) * len(SHEETS) * len(forms))
    lines: dict[str, list[Line]] = {}
    broken: list[str] = []
    for name in names:
        try:
            rules = load_ruleset(name)
        except RulesetError as problem:
            progress.done()
            say_diagnostics(problem.diagnostics, problem.texts, sys.stderr)
            broken.append(name)
            continue
        made: dict[tuple[str, str, str], str] = {}
        for language in LANGUAGES:
            book = Book(rules, language, {}, paper)
            for kind in SHEETS:
                if kind == "changes" and not book.parents:
                    progress.step(len(forms), f"{name} {kind}")
                    continue
                document = sheet(book, kind)
                for one in forms:
                    file = f"{name.replace('/', '-')}.{kind}.{language}.{one}"
                    (folder / file).write_bytes(rendered(document, one))
                    made[language, kind, one] = file
                    progress.step(1, f"{name} {kind} ({language}, {one})")
        title = rules.program.title
        titles = {language: catalogue(rules, language).sentence(title) for language in LANGUAGES}
        lines.setdefault(name.partition("/")[0], []).append((titles, made))
    progress.done()
    template = environment("html").get_template("index.html.j2")
    groups = [(heading(folder, found), sorted(found, key=lambda line: line[0]["en"]))
              for folder, found in lines.items()]  # fmt: skip
    page = template.render(
        groups=groups, languages=LANGUAGES, sheets=SHEETS, forms=forms, headings=HEADINGS
    )
    (folder / "index.html").write_text(page, encoding="utf-8")
    files = sum(len(made) for found in lines.values() for _, made in found)
    print(f"{files} files in {folder}, see index.html")
    if broken:
        print(f"hexwright: not printed: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


def heading(folder: str, lines: Sequence[Line]) -> tuple[str, ...]:
    """The heading over a folder of rulesets, in both languages: how most of its titles begin."""
    if folder in FOLDERS:
        return FOLDERS[folder]
    found = []
    for language in LANGUAGES:
        titles = [titles[language] for titles, _ in lines]
        begun = Counter(re.split(r"\s*[,:]", title)[0] for title in titles)
        found.append(titles[0] if len(titles) == 1 else begun.most_common(1)[0][0])
    return tuple(found)


class Progress:
    """One line on a terminal, nothing elsewhere."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.at = 0
        self.shown = sys.stderr.isatty()

    def step(self, count: int, what: str) -> None:
        self.at += count
        if self.shown:
            line = f"{self.at:>4} of {self.total}  {what}"
            print(f"\r{line:<78.78}", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        if self.shown:
            print(f"\r{'':<78}\r", end="", file=sys.stderr, flush=True)

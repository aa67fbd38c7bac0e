"""Which sheets there are, and the words that every page needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hexwright.tools.printing.book import Book
from hexwright.tools.printing.changes import changes_sheet
from hexwright.tools.printing.chapters import rules_sheet
from hexwright.tools.printing.model import Document
from hexwright.tools.printing.short import costs_sheet, summary_sheet, teach_sheet

SHEETS: dict[str, Callable[[Book], Document]] = {
    "rules": rules_sheet,
    "summary": summary_sheet,
    "costs": costs_sheet,
    "changes": changes_sheet,
    "teach": teach_sheet,
}


def sheet(book: Book, name: str) -> Document:
    """One sheet of a ruleset, ready to be rendered."""
    words = {
        "contents": book.words("Contents"),
        "index": book.words("Index"),
        "colon": book.words(":"),
        "made": book.words("Made by Hexwright from the rules that are played."),
    }
    return replace(SHEETS[name](book), words=words)

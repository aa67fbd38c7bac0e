"""One ruleset as its author wrote it: header and blocks of all its files, without its parents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from . import tree as t
from .diagnostics import Diagnostic, diagnose


@dataclass(frozen=True, slots=True)
class Item:
    block: Any
    section: str


@dataclass(slots=True)
class Source:
    """One ruleset as written: its header and its blocks, from all its files."""

    name: str
    parents: tuple[str, ...] = ()
    header: t.Ruleset | None = None
    items: list[Item] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)


def read_source(name: str, files: Iterable[t.ParsedFile]) -> tuple[Source, list[Diagnostic]]:
    """The blocks of one ruleset; a section reaches to the next one or to the end of its file."""
    source = Source(name)
    found: list[Diagnostic] = []
    for file in files:
        source.files[file.file] = file.text
        section = ""
        for block in file.blocks:
            if isinstance(block, t.Ruleset):
                found += _header(source, block)
                continue
            if isinstance(block, t.Section):
                section = block.name.text
            source.items.append(Item(block, section))
    return source, found


def _header(source: Source, header: t.Ruleset) -> list[Diagnostic]:
    old = source.header
    if old is None:
        source.header = header
        return []
    bare = not (header.extends or header.title or header.players or header.seats or header.neutral)
    if bare:
        return []
    if not (old.extends or old.title or old.players or old.seats):
        source.header = header
        return []
    message = f"the ruleset {source.name} has two headers that say something"
    others = [(old.span, "the other one")]
    return [diagnose("two-headers", message, header.name.span, "second header", others=others)]

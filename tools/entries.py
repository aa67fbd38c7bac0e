"""Every name of a ruleset that a variant can point at, with its sentence and its place.

One list serves `list` (all of it), `explain` (one of it) and the nearest-name hints of both. An
entry is written as a variant would write it: `requirement free of ACTION`, `part plain of
player.value`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.tree import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Entry:
    sort: str
    """option, kind, piece, state, value, part, action, requirement, …"""
    name: str
    """with its owner: player.points"""
    of: str
    """what a part or requirement belongs to, or "" """
    sentence: str
    span: Span
    definition: Any
    """the program's own object"""

    @property
    def address(self) -> str:
        return f"{self.name} of {self.of}" if self.of else self.name


def dotted(key: ir.Key) -> str:
    return f"{key[0]}.{key[1]}" if key[0] else key[1]


def sentence_of(texts: Iterable[ir.Text]) -> str:
    """The first sentence; holes as they are written."""
    return next((text.sentence.text for text in texts), "")


def entries(rules: Any) -> Iterator[Entry]:
    """In the order of the program's own lists, each with the first sentence written about it."""
    for entry in _entries(rules.program):
        yield entry if entry.sentence else replace(entry, sentence=_written(rules.world, entry))


def _written(world: Any, entry: Entry) -> str:
    """The first sentence of the block itself, for what the program carries no texts of."""
    if entry.of:
        return ""
    blocks = getattr(world, f"{entry.sort}s", {})
    block = blocks.get(getattr(entry.definition, "key", entry.name))
    notes = getattr(block, "notes", None)
    return next((text.text for text in notes.texts), "") if notes is not None else ""


def _entries(program: ir.Program) -> Iterator[Entry]:
    for option in program.options.values():
        yield _entry("option", option)
    for kind in program.kinds.values():
        yield _entry("kind", kind)
        if kind.sort == "member":
            for member, cells in kind.cells:
                yield Entry("member", member, kind.name, _cells(kind, cells), kind.span, kind)
    for piece in program.pieces.values():
        yield _entry("piece", piece)
    for track in program.tracks.values():
        yield _entry("track", track)
    for state in program.states.values():
        yield Entry("state", dotted(state.key), "", _sentence(state), state.span, state)
    for value in program.values.values():
        name = dotted(value.key)
        yield Entry("value", name, "", _sentence(value), value.span, value)
        for part in value.parts:
            sort = "but" if value.form == "usually" else "part"
            yield Entry(sort, part.name, name, _sentence(part), part.span, part)
    for award in program.awards.values():
        yield _entry("award", award)
    for action in program.actions.values():
        yield _entry("action", action)
        yield from _requirements(action.name, action.head)
    for card in program.cards.values():
        yield _entry("card", card)
        yield from _requirements(card.name, card.head)
    for sort, blocks in _plain_blocks(program):
        for block in blocks:
            yield _entry(sort, block)
    for section in program.sections.values():
        heading = section.source.heading.text
        yield Entry("section", section.name, "", heading, section.source.span, section)
    for scenario in program.scenarios.values():
        yield Entry("scenario", scenario.title, "", "", scenario.span, scenario)


def _cells(kind: ir.KindDef, cells: tuple[ir.Expr, ...]) -> str:
    """What a row of a kind says, as far as it is plain."""
    said = []
    for (column, _), cell in zip(kind.columns, cells, strict=False):
        match cell:
            case ir.Const(value=value):
                said.append(f"{column} {'none' if value is None else value}")
            case ir.MemberRef(name=name):
                said.append(f"{column} {name}")
    return ", ".join(said)


def _plain_blocks(program: ir.Program) -> list[tuple[str, list[Any]]]:
    return [
        ("steps", list(program.steps.values())),
        ("phase", list(program.phases.values())),
        ("rule", list(program.rules.values())),
        ("board", list(program.boards.values())),
    ]


def _requirements(of: str, head: ir.Head) -> Iterator[Entry]:
    for line in head:
        if isinstance(line, ir.RequireDef):
            sentence = line.sentence.sentence.text
            yield Entry("requirement", line.name, of, sentence, line.span, line)


def _entry(sort: str, block: Any) -> Entry:
    return Entry(sort, block.name, "", _sentence(block), block.span, block)


def _sentence(block: Any) -> str:
    return sentence_of(getattr(block, "texts", ()))


def place(span: Span) -> str:
    """file:line, or nothing for what stands in no file."""
    return "" if span == NOWHERE else f"{span.file}:{span.line}"

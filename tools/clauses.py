"""The clauses of a value, or the requirements of an action, as they are in force now.

Each one with its formula as written, its place, and who wrote it over whom: what stood there before
is kept in the history of the block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hexwright.dsl import tree as t
from hexwright.tools.entries import Entry, place
from hexwright.tools.sources import cited

FORMS = {
    "sum": "the sum of",
    "lowest": "the lowest of",
    "any": "any of",
    "all": "all of",
    "usually": "usually",
}


@dataclass(frozen=True, slots=True)
class Clause:
    sort: str
    name: str
    formula: str
    over: str
    """the clause that this one goes before, or "" """
    place: str
    sentence: str
    past: tuple[str, ...] = field(default=())
    """who changed it, and what it was"""


def clauses(rules: Any, entry: Entry) -> list[Clause]:
    """Of a value with parts, an action or a card; otherwise nothing."""
    block = _block(rules.world, entry)
    if block is None:
        return []
    return [_clause(rules, entry, part) for part in _parts(block)]


def heading(rules: Any, entry: Entry) -> str:
    """How the clauses are put together."""
    block = _block(rules.world, entry)
    form = getattr(block, "form", "")
    if form == "usually":
        return f"usually {cited(rules.texts, block.formula.span)}, but"
    return FORMS.get(form, "all of")


def removed(rules: Any, entry: Entry) -> list[str]:
    """Clauses that a ruleset has taken away, each as a line."""
    found = []
    for event in rules.world.history.get(_id(entry), []):
        if event.verb == "removed" and event.what:
            found.append(f"{event.what}: removed by {event.ruleset}, {place(event.span)}")
    return found


def drawn(rules: Any, entry: Entry) -> Iterator[str]:
    """The clauses as a tree."""
    found = clauses(rules, entry)
    gone = removed(rules, entry)
    if not found:
        return
    yield f"  {heading(rules, entry)}"
    for number, clause in enumerate(found):
        last = number == len(found) - 1 and not gone
        branch, stem = ("└─", "   ") if last else ("├─", "│  ")
        over = f" over {clause.over}" if clause.over else ""
        yield f"  {branch} {clause.name}{over}: {clause.formula}    {clause.place}".rstrip()
        if clause.sentence:
            yield f"  {stem}     {clause.sentence}"
        yield from (f"  {stem}     {line}" for line in clause.past)
    for number, line in enumerate(gone):
        yield f"  {'└─' if number == len(gone) - 1 else '├─'} {line}"


def _id(entry: Entry) -> tuple[str, Any]:
    sort = {"value": "values", "action": "actions", "card": "cards"}.get(entry.sort, "")
    return sort, getattr(entry.definition, "key", entry.name)


def _block(world: Any, entry: Entry) -> Any:
    sort, name = _id(entry)
    return getattr(world, sort).get(name) if sort else None


def _parts(block: Any) -> list[Any]:
    if isinstance(block, t.Value):
        return list(block.parts)
    return [item for item in block.head if isinstance(item, t.Require)]


def _clause(rules: Any, entry: Entry, part: Any) -> Clause:
    requirement = isinstance(part, t.Require)
    texts = (part.sentence,) if requirement else part.notes.texts
    over = part.over.text if not requirement and part.over is not None else ""
    sort = "requirement" if requirement else "but" if entry.definition.form == "usually" else "part"
    return Clause(
        sort, part.name.text, _formula(rules, part), over, place(part.span),
        texts[0].text if texts else "", tuple(_past(rules, entry, part, sort)),
    )  # fmt: skip


def _formula(rules: Any, part: Any) -> str:
    if isinstance(part, t.Require):
        return cited(rules.texts, part.condition.span)
    formula = cited(rules.texts, part.value.span)
    return f"{formula} when {cited(rules.texts, part.when.span)}" if part.when else formula


def _past(rules: Any, entry: Entry, part: Any, sort: str) -> Iterator[str]:
    what = f"{sort} {part.name.text}"
    for event in rules.world.history.get(_id(entry), []):
        if event.verb not in ("changed", "replaced", "kept") or event.what not in (what, ""):
            continue
        line = f"{event.verb} by {event.ruleset}, {place(event.span)}"
        old = _old(event.old, part.name.text)
        if old is not None:
            line += f"; before: {_formula(rules, old)}, {place(old.span)}"
        yield line


def _old(block: Any, name: str) -> Any:
    if block is None or not hasattr(block, "parts") and not hasattr(block, "head"):
        return None
    return next((part for part in _parts(block) if part.name.text == name), None)

"""How blocks and their parts are called, in tables and in sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import tree as t
from .contests import Key
from .tree import Span

SORT_OF: dict[type, str] = {
    t.Section: "sections",
    t.Option: "options",
    t.Kind: "kinds",
    t.State: "states",
    t.Piece: "pieces",
    t.Track: "tracks",
    t.Value: "values",
    t.Award: "awards",
    t.Action: "actions",
    t.Card: "cards",
    t.Steps: "steps",
    t.Phase: "phases",
    t.Rule: "rules",
    t.Board: "boards",
    t.Scenario: "scenarios",
}
OWN_LISTS = ("sections", "scenarios")
"""sorts whose names are apart from all others"""
UNIONS = ("pieces", "actions", "cards", "kinds", "steps", "rules", "phases")
"""sorts that can be part of a kind"""
SINGULAR = {
    "sections": "section",
    "options": "option",
    "kinds": "kind",
    "states": "state",
    "pieces": "piece",
    "tracks": "track",
    "values": "value",
    "awards": "award",
    "actions": "action",
    "cards": "card",
    "steps": "steps",
    "phases": "phase",
    "rules": "rule",
    "boards": "board",
    "scenarios": "scenario",
}


def target_of(verb: Any) -> t.Target:
    """What a verb points at, in one form for all verbs."""
    match verb:
        case t.Change() | t.RemoveBlock() | t.Keep():
            return verb.target
        case t.AddPart():
            return replace(verb.to, what="value")
        case t.AddText():
            return verb.to
    word: t.Word = verb.to
    what = {
        t.AddRequirement: None,
        t.AddRows: "kind",
        t.AddColumns: "kind",
        t.AddMembers: "kind",
        t.AddPhase: "action",
        t.AddPlaces: "piece",
        t.AddEnds: "phase",
        t.AddMark: "board",
        t.ChangeMap: "board",
    }[type(verb)]
    return t.Target(what, (word,), None, None, word.span)


def how(verb: Any) -> str:
    """What a line does to a part, in one word, to compare it with other lines."""
    if isinstance(verb, t.RemoveBlock):
        return "remove"
    return getattr(verb, "by", "") or "edit"


def is_addition(verb: Any) -> bool:
    if isinstance(verb, t.Change | t.ChangeMap):
        return False
    return not getattr(verb, "replaces", False)


def told(key: Key) -> str:
    """A part as one speaks of it."""
    (sort, name), part = key
    if sort == "header":
        return str(name)
    if not part or part == "value":
        quoted = f'"{name}"' if sort == "scenarios" else show(name)
        return f"{SINGULAR[sort]} {quoted}"
    return keepable(key) or f"{part} of {show(name)}"


def keepable(key: Key) -> str:
    """A part as it is written after `keep`; empty if it cannot be."""
    (sort, name), part = key
    spoken = show(name)
    if sort == "header":
        return ""
    if sort == "scenarios":
        return f'scenario "{spoken}"'
    if part in ("", "value"):
        return spoken if sort in ("states", "values") else f"{SINGULAR[sort]} {spoken}"
    if part.startswith("@") or part.startswith("text ") and ":" in part:
        return ""
    if part.startswith(("places ", "ends ")):
        word, inner = part.split(" ", 1)
        return f"{inner} of {word} of {spoken}"
    return part if "." in part.split()[0] else f"{part} of {spoken}"


def name_of(block: Any) -> Any:
    if isinstance(block, t.State | t.Value):
        return (block.owner.text if block.owner else "", block.name.text)
    if isinstance(block, t.Scenario):
        return block.title.text
    return block.name.text


def name_span(block: Any) -> Span:
    if isinstance(block, t.Scenario):
        return block.title.span
    span: Span = block.name.span
    return span


def members_of(block: Any) -> list[str]:
    """Members that a kind declares itself."""
    if not isinstance(block, t.Kind):
        return []
    return [row[0].word for row in block.rows if row and isinstance(row[0], t.Name)]


def show(name: Any) -> str:
    if isinstance(name, tuple):
        return ".".join(part for part in name if part)
    return str(name)


def a(word: str) -> str:
    if word == "steps":
        return word
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"

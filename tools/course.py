"""The course of a game as a tree: what happens, and what it makes happen.

Read from the rule graph: the two blocks that the engine calls, what they do, the phases they open,
the actions offered there, and the rules that answer to any of them. What is always watched (awards
and `whenever` rules) stands under an entry of its own. A thing that was told before is only named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.walk import walk
from hexwright.tools.printing.speech import Speech

Key = tuple[str, str]


@dataclass
class Happening:
    key: Key
    label: str
    how: str
    """how the one above makes it happen: does, plays, offers, after, …"""
    sentence: str
    below: list[Happening] = field(default_factory=list)
    again: bool = False
    """told in full elsewhere"""


def course(rules: Any, language: str = "en") -> list[Happening]:
    """The roots: what the engine calls by itself, and what it always watches."""
    from hexwright.tools.printing.book import Book

    teller = _Teller(rules.program, Book(rules, language).speech)
    roots = [teller.told(("steps", name), "") for name in ("set_up", "take_turn")
             if name in rules.program.steps]  # fmt: skip
    watched = Happening(("always", "watched"), "Always watched", "", "Before every decision.")
    for name in rules.program.awards:
        watched.below.append(teller.told(("award", name), "award"))
    for rule in rules.program.rules.values():
        if rule.timing == "whenever":
            watched.below.append(teller.told(("rule", rule.name), "whenever"))
    if watched.below:
        roots.append(watched)
    rest = [
        teller.told(("rule", rule.name), _timing(rule))
        for rule in rules.program.rules.values()
        if ("rule", rule.name) not in teller.seen
    ]
    if rest:
        other = Happening(("other", "events"), "Other events", "", "Wherever they happen.")
        other.below = rest
        roots.append(other)
    return roots


def _timing(rule: ir.RuleDef) -> str:
    events = " or ".join(rule.events).replace("_", " ")
    return f"{rule.timing} {' or '.join(rule.verbs)} {events}".replace("  ", " ").strip()


class _Teller:
    def __init__(self, program: ir.Program, speech: Speech) -> None:
        self.program = program
        self.speech = speech
        self.seen: set[Key] = set()
        self.answers: dict[str, list[ir.RuleDef]] = {}
        """rules by what they answer to"""
        for rule in program.rules.values():
            for event in rule.events if not rule.verbs else ():
                for name in self.members(event):
                    self.answers.setdefault(name, []).append(rule)

    def members(self, event: str) -> tuple[str, ...]:
        kind = self.program.kinds.get(event)
        return tuple(kind.members) if kind is not None else (event,)

    def block(self, key: Key) -> Any:
        sort, name = key
        table: dict[str, Any] = getattr(self.program, sort if sort == "steps" else f"{sort}s")
        return table[name]

    def told(self, key: Key, how: str) -> Happening:
        block = self.block(key)
        said = self.speech.text(block.texts[0]) if block.texts else ""
        here = Happening(key, self.speech.title(key[1]), how, said)
        if key in self.seen:
            here.again = True
            return here
        self.seen.add(key)
        for way, other in dict.fromkeys(self.follows(key, block)):
            here.below.append(self.told(other, way))
        return here

    def follows(self, key: Key, block: Any) -> Iterator[tuple[str, Key]]:
        sort, name = key
        answers = self.answers.get(name, []) if sort != "award" else []
        yield from ((r.timing, ("rule", r.name)) for r in answers if r.timing != "after")
        if sort == "phase":
            for action in self.program.actions.values():
                if name in action.during:
                    ends = action.name in block.ends_with
                    yield ("ends with" if ends else "offers"), ("action", action.name)
        yield from self.inside(block)
        yield from (("after", ("rule", r.name)) for r in answers if r.timing == "after")

    def inside(self, block: Any) -> Iterator[tuple[str, Key]]:
        for line in walk(getattr(block, "body", ())):
            match line:
                case ir.Do(steps=steps):
                    yield "does", ("steps", steps)
                case ir.PlayPhase(phase=phase):
                    yield "begins", ("phase", phase)
                case ir.PlayCard(card=card):
                    played = self.program.kinds.get(card.type.of)
                    for name in played.members if played is not None else ():
                        if name in self.program.cards:
                            yield "plays", ("card", name)
                case ir.Call(action=action):
                    yield "asks for", ("action", action)


def every(roots: list[Happening]) -> Iterator[Happening]:
    for node in roots:
        if not node.again:
            yield node
        yield from every(node.below)


def edges(roots: list[Happening]) -> list[tuple[str, str, str]]:
    """(from, how, to) of the whole tree, each once."""
    found: dict[tuple[str, str, str], None] = {}
    for node in every(roots):
        for child in node.below:
            found[" ".join(node.key), child.how, " ".join(child.key)] = None
    return list(found)

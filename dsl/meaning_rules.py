"""Gives rules their meaning: what they hang on, and which names of it they may use."""

from __future__ import annotations

from typing import Any

from . import program as ir
from . import tree as t
from .context import Frame, Scope
from .meaning_acts import Acts
from .program import Local, Type
from .tree import Span
from .types import ANY, join


class Rules(Acts):
    """Events, kinds of them spelled out, and the names that all of them have."""

    def rule(self, rule: t.Rule) -> ir.RuleDef:
        scope = Scope(Frame(rule))
        events: list[str] = []
        params: list[Local] = []
        if rule.verbs:
            events = self.piece_events(rule)
            word = rule.events[0].text
            common = self.x.kinds.union("piece", [w.text for w in rule.events])
            params.append(scope.bind(word, Type("piece", common)))
        elif rule.timing != "whenever":
            events, params = self.named_events(rule, scope)
        when = self.flag(rule.when, scope.inner()) if rule.when is not None else None
        body = self.body(rule.body, scope)
        return ir.RuleDef(
            rule.name.text, rule.timing, tuple(events), rule.verbs, tuple(params), when, body,
            scope.frame.slots, self.texts(rule.notes, scope), rule.span,
        )  # fmt: skip

    def piece_events(self, rule: t.Rule) -> list[str]:
        events: list[str] = []
        for word in rule.events:
            if word.text in self.x.world.pieces or self.x.kinds.sorts.get(word.text) == "piece":
                events += self.x.kinds.lists[word.text]
            else:
                names = [*self.x.world.pieces, *self.x.world.kinds]
                self.x.unknown(word.text, word.span, names, "piece")
        return list(dict.fromkeys(events))

    def named_events(self, rule: t.Rule, scope: Scope) -> tuple[list[str], list[Local]]:
        events: list[str] = []
        heads: list[dict[str, Type]] = []
        for word in rule.events:
            for name, sort in self.events_meant(word):
                events.append(name)
                heads.append(self.event_names(sort, name))
        used = words_in((rule.when, rule.body, rule.notes))
        params = []
        for name in heads[0] if heads else ():
            if name in used and all(name in h for h in heads):
                common = join(self.x.kinds, [h[name] for h in heads])
                params.append(scope.bind(name, common if common is not None else ANY))
        return events, params

    def events_meant(self, word: t.Word) -> list[tuple[str, str]]:
        world, name = self.x.world, word.text
        sorts = ("actions", "steps", "phases", "cards", "rules")
        for sort in sorts:
            if name in getattr(world, sort):
                return [(name, sort)]
        if name in world.kinds and self.x.kinds.sorts.get(name) in ("action", "member"):
            found = []
            for member in self.x.kinds.lists[name]:
                found += [(member, s) for s in sorts if member in getattr(world, s)][:1]
            return found
        names = [n for sort in sorts for n in getattr(world, sort)] + list(world.kinds)
        self.x.unknown(name, word.span, names)
        return []

    def event_names(self, sort: str, name: str) -> dict[str, Type]:
        if sort in ("actions", "cards", "steps"):
            head = self.head_of(sort, name)
            return {local.name: local.type for local in head.names} if head is not None else {}
        if sort == "rules":
            block = self.x.world.rules[name]
            if block.verbs:
                common = self.x.kinds.union("piece", [w.text for w in block.events])
                return {block.events[0].text: Type("piece", common)}
        return {}


def words_in(node: Any) -> set[str]:
    """Every name that a tree mentions."""
    found: set[str] = set()
    stack = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, tuple):
            stack.extend(one)
        elif isinstance(one, t.Name):
            found.add(one.word)
        elif isinstance(one, t.Amount):
            found.add(one.of.text)
        elif hasattr(one, "__dataclass_fields__") and not isinstance(one, Span):
            stack.extend(getattr(one, f) for f in one.__dataclass_fields__)
    return found

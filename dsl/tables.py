"""The parser's tables: made by lark out of grammar.lark, shipped as grammar.tables.

lark needs a third of a second to work out an LALR table and a few hundredths only to be imported,
which is most of what a short command takes. So the table is made once, by

    python -m hexwright.dsl.make_tables --write

and stored as JSON beside the grammar, with a fingerprint of the grammar it was made from; a test
fails when the two differ. If the stored table is missing or stale (somebody is editing the
grammar) it is made anew on the spot. Everything here is plain data: states, actions and, for each
rule of the grammar, which of its parts become children of the node.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class Reduction:
    """One rule of the grammar, as the parser applies it.

    `parts` says which of the `size` symbols become children: (index, is it a list to be spliced,
    how many absent ones stand before it). A rule without a `name` is spliced into its user.
    """

    result: str
    name: str
    size: int
    parts: tuple[tuple[int, bool, int], ...]
    absent: int
    passes_single: bool
    passes_through: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """actions[state][symbol]: go on in that state, or below 0 apply the rule -1 - n."""

    actions: tuple[dict[str, int], ...]
    rules: tuple[Reduction, ...]
    starts: dict[str, int]
    ends: frozenset[int]
    words: dict[str, str]
    """spelling of a keyword of one word, and its terminal"""
    phrases: dict[str, tuple[tuple[str, tuple[str, ...]], ...]]
    """first word (or comma): terminals that go on with these further words, longest first"""
    spellings: dict[str, str]
    """terminal: how a person writes it"""
    reserved: frozenset[str]
    """words that could stand where a name could, so that nothing may be called so"""


def fingerprint(grammar: str) -> str:
    return hashlib.sha256(grammar.encode()).hexdigest()[:16]


def prepare(data: dict[str, Any]) -> Tables:
    """Tables as the parser wants them."""
    rules = []
    for result, name, size, parts, absent, single in data["rules"]:
        through = size == 1 and single and not absent and parts == [[0, False, 0]]
        kept = tuple((p[0], p[1], p[2]) for p in parts)
        rules.append(Reduction(result, name, size, kept, absent, single, through))
    actions: tuple[dict[str, int], ...] = tuple(data["states"])
    words: dict[str, str] = {}
    phrases: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    spellings: dict[str, str] = {}
    for terminal, pattern in data["words"].items():
        spellings[terminal] = pattern.replace("s?", "s").removeprefix(", ")
        first, *further = pattern.replace(",", ", ").split()
        if further:
            phrases.setdefault(first, []).append((terminal, tuple(further)))
        else:
            for spelling in {first.replace("s?", "s"), first.replace("s?", "")}:
                words[spelling] = terminal
    near = {symbol for row in actions if "NAME" in row for symbol in row}
    reserved = {word for word, terminal in words.items() if terminal in near}
    reserved |= {f for f, many in phrases.items() if f.isalpha() and near & {t for t, _ in many}}
    return Tables(
        actions=actions,
        rules=tuple(rules),
        starts=data["starts"],
        ends=frozenset(data["ends"]),
        words=words,
        phrases={f: tuple(sorted(m, key=lambda p: -len(p[1]))) for f, m in phrases.items()},
        spellings=spellings,
        reserved=frozenset(reserved),
    )


def beside(name: str) -> str | None:
    """A text shipped beside this module, or None."""
    try:
        return (resources.files(__package__) / name).read_text(encoding="utf-8")
    except OSError:
        return None


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of the shipped grammar."""
    grammar, stored = beside("grammar.lark") or "", beside("grammar.tables")
    if stored is not None:
        data = json.loads(stored)
        if data["fingerprint"] == fingerprint(grammar):
            return prepare(data)
    from .make_tables import make

    return prepare(json.loads(json.dumps(make(grammar))))

"""Walks the tables that lark made over the lines of one block.

Nothing here knows the language. A keyword is one only where the tables have a use for it; in all
other places the same letters are a name. A rule that only hands on its one part (an expression on
its way through the levels of precedence) costs nothing: chains of such steps are remembered.

The walk stops at the first token that cannot stand where it stands and says which ones could; it
never raises. What a rule of the grammar becomes is decided by the builder's method of that name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .lines import Line, Token
from .tables import Tables
from .tree import Span

VERBS = frozenset({"must", "may", "chooses", "plays", "play", "wins", "win", "shows", "declines"})
"""Words that make a line a sentence about somebody; only such a line may begin with a name."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Where a walk stopped: at token `at` of line `line`, in this state of the tables.

    A number beyond the tokens of the line means the end of the line; `layout` is "indent",
    "dedent" or "level" when the indentation and not a token is wrong.
    """

    line: int
    at: int
    state: int
    layout: str = ""


@dataclass(frozen=True, slots=True)
class Machine:
    """The tables, ready to walk, with the memory of chains of passing steps."""

    tables: Tables
    jumps: dict[tuple[int, str, str], int]

    def goto(self, below: int, result: str, ahead: str) -> int:
        """The state after `result` was recognised, past all rules that only hand it on."""
        key = (below, result, ahead)
        known = self.jumps.get(key)
        if known is not None:
            return known
        actions, rules = self.tables.actions, self.tables.rules
        state = actions[below][result]
        while (action := actions[state].get(ahead, 0)) < 0:
            rule = rules[-1 - action]
            if not rule.passes_through:
                break
            state = actions[below][rule.result]
        self.jumps[key] = state
        return state


class Walk:
    """One walk from a start symbol to its end."""

    def __init__(self, machine: Machine, file: str, start: str, callbacks: Sequence[Any]) -> None:
        self.machine = machine
        self.file = file
        self.callbacks = callbacks
        self.states = [machine.tables.starts[start]]
        self.values: list[Any] = []
        self.begins: list[tuple[int, int]] = []
        self.ends: list[tuple[int, int]] = []
        self.last = (1, 1)

    def feed(self, kind: str, value: Any, begin: tuple[int, int], end: tuple[int, int]) -> bool:
        """Takes one token; no if it cannot stand here."""
        states, values, begins, ends = self.states, self.values, self.begins, self.ends
        actions, rules = self.machine.tables.actions, self.machine.tables.rules
        jumps = self.machine.jumps
        while True:
            action = actions[states[-1]].get(kind)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                values.append(value)
                begins.append(begin)
                ends.append(end)
                self.last = end
                return True
            rule = rules[-1 - action]
            size = rule.size
            if size:
                children = values[-size:]
                first, final = begins[-size], ends[-1]
                del states[-size:], values[-size:], begins[-size:], ends[-size:]
            else:
                children = []
                first = final = self.last
            result: Any = shape(children, rule.parts, rule.absent)
            if rule.passes_single and len(result) == 1:
                result = result[0]
            elif rule.name:
                span = Span(self.file, first[0], first[1], final[0], final[1])
                result = self.callbacks[-1 - action](result, span)
            below = states[-1]
            state = jumps.get((below, rule.result, kind))
            if state is None:
                state = self.machine.goto(below, rule.result, kind)
            states.append(state)
            values.append(result)
            begins.append(first)
            ends.append(final)
            if kind == "$END" and state in self.machine.tables.ends:
                return True

    def take(self, tokens: list[Token], is_line: bool = True) -> int:
        """Feeds the tokens of one line or term; the number of the one that cannot stand, or -1."""
        tables = self.machine.tables
        actions, words, phrases = tables.actions, tables.words, tables.phrases
        states, feed = self.states, self.feed
        at, count = 0, len(tokens)
        while at < count:
            token = tokens[at]
            kind, text = token.kind, token.text
            final, step = token, 1
            if kind == "word" or kind == "_COMMA":
                row = actions[states[-1]]
                if kind == "word":
                    kind = words.get(text, "NAME")
                    if kind not in row:
                        kind = "NAME"
                if text in phrases:
                    for terminal, further in phrases[text]:
                        if terminal in row and follows(tokens, at, further):
                            kind, step = terminal, 1 + len(further)
                            final = tokens[at + step - 1]
                            break
                if is_line and at == 0 and kind == "NAME" and not about_somebody(tokens):
                    return 0
            if not feed(kind, token, (token.line, token.column), (final.end_line, final.end)):
                return at
            at += step
        return -1


def shape(children: list[Any], parts: tuple[tuple[int, bool, int], ...], absent: int) -> list[Any]:
    """The children of a node: without signs, with lists spliced, None where something is absent."""
    result: list[Any] = []
    for index, splice, missing in parts:
        if missing:
            result += [None] * missing
        if not splice:
            result.append(children[index])
        elif result:
            result += children[index]
        else:
            result = children[index]
    if absent:
        result += [None] * absent
    return result


def follows(tokens: list[Token], at: int, further: tuple[str, ...]) -> bool:
    if at + len(further) >= len(tokens):
        return False
    return all(tokens[at + 1 + n].text == word for n, word in enumerate(further))


def about_somebody(tokens: list[Token]) -> bool:
    return any(t.text in VERBS and t.kind == "word" for t in tokens[1:])


def walk_block(
    machine: Machine, file: str, lines: list[Line], callbacks: Sequence[Any]
) -> Any | Problem:
    """The node of one block, or where it went wrong."""
    walk = Walk(machine, file, "block", callbacks)
    levels = [0]
    for number, line in enumerate(lines):
        indent = line.indent
        if indent != levels[-1] and number:
            here = walk.last
            if indent > levels[-1]:
                if not walk.feed("_INDENT", None, here, here):
                    return Problem(number, 0, walk.states[-1], "indent")
                levels.append(indent)
            while indent < levels[-1]:
                levels.pop()
                if not walk.feed("_DEDENT", None, here, here):
                    return Problem(number, 0, walk.states[-1], "dedent")
            if indent != levels[-1]:
                return Problem(number, 0, walk.states[-1], "level")
        wrong = walk.take(line.tokens)
        if wrong >= 0:
            return Problem(number, wrong, walk.states[-1])
        here = walk.last
        if not walk.feed("_NL", None, here, here):
            return Problem(number, len(line.tokens), walk.states[-1])
    here = walk.last
    for _ in levels[1:]:
        if not walk.feed("_DEDENT", None, here, here):
            return Problem(len(lines), 0, walk.states[-1], "dedent")
    if not walk.feed("$END", None, here, here):
        return Problem(len(lines), 0, walk.states[-1], "dedent")
    return walk.values[-1]


def walk_expression(
    machine: Machine, file: str, tokens: list[Token], callbacks: Sequence[Any]
) -> Any | Problem:
    """The node of one expression, as it stands in the holes of a sentence."""
    walk = Walk(machine, file, "expression", callbacks)
    wrong = walk.take(tokens, is_line=False) if tokens else 0
    if wrong >= 0:
        return Problem(0, wrong, walk.states[-1])
    here = walk.last
    if not walk.feed("$END", None, here, here):
        return Problem(0, len(tokens), walk.states[-1])
    return walk.values[-1]

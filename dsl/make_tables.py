"""Makes grammar.tables out of grammar.lark: the only place that needs lark.

    python -m hexwright.dsl.make_tables --write

stores the tables; without `--write` it says whether the stored ones are fresh. The same grammar
always gives the same file, so that a difference is a difference of the grammar.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .tables import fingerprint

STARTS = ("block", "expression")


def make(grammar: str) -> dict[str, Any]:
    """The tables of a grammar as JSON-like data; lark refuses a grammar with any conflict."""
    from lark import Lark
    from lark.lexer import Lexer
    from lark.parse_tree_builder import maybe_create_child_filter
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        def __init__(self, _conf: object) -> None:
            pass

        def lex(self, *_anything: object) -> Any:
            return iter(())

    made = Lark(
        grammar, parser="lalr", lexer=NoLexer, start=list(STARTS), strict=True,
        maybe_placeholders=True,
    )  # fmt: skip
    table = made.parser.parser._parse_table
    rules: list[list[object]] = []
    number: dict[Any, int] = {}
    for rule in sorted(made.rules, key=str):
        child_filter = maybe_create_child_filter(
            rule.expansion, rule.options.keep_all_tokens, False, list(rule.options.empty_indices)
        )
        parts = [(i, False, 0) for i in range(len(rule.expansion))]
        absent = 0
        if child_filter is not None:
            parts = [(p[0], bool(p[1]), p[2] if len(p) > 2 else 0) for p in child_filter.args[0]]
            absent = child_filter.args[1] if len(child_filter.args) > 1 else 0
        origin = str(rule.origin.name)
        name = rule.alias or ("" if origin.startswith("_") else origin)
        single = bool(rule.options.expand1 and not rule.alias)
        number[rule] = len(rules)
        rules.append([origin, name, len(rule.expansion), parts, absent, single])
    order = in_order(table, Shift)
    states = [
        {
            str(symbol): order[target] if act is Shift else -1 - number[target]
            for symbol, (act, target) in sorted(table.states[state].items())
        }
        for state in order
    ]
    return {
        "fingerprint": fingerprint(grammar),
        "starts": {start: order[table.start_states[start]] for start in STARTS},
        "ends": sorted(order[table.end_states[start]] for start in STARTS),
        "words": spelled_terminals(grammar),
        "rules": rules,
        "states": states,
    }


def in_order(table: Any, shift: object) -> dict[int, int]:
    """The states numbered as they are met from the starts; lark's own numbers vary by run."""
    order: dict[int, int] = {}
    queue = [table.start_states[start] for start in STARTS]
    for state in queue:
        if state not in order:
            order[state] = len(order)
            row = sorted(table.states[state].items())
            queue += [target for _, (act, target) in row if act is shift]
    return order


def spelled_terminals(grammar: str) -> dict[str, str]:
    """Terminals that are words, with their pattern: `_PLAYS` → `plays?`, `_AT_MOST` → `at most`."""
    return dict(re.findall(r"(?m)^(\w+): /([^/\n]+?)\\b/$", grammar))


def written(data: dict[str, Any]) -> str:
    """The JSON of the tables, one rule or state a line, so that changes can be reviewed."""

    def lines(many: Iterable[object]) -> str:
        return ",\n".join(json.dumps(one, separators=(",", ":")) for one in many)

    head = {key: data[key] for key in ("fingerprint", "starts", "ends", "words")}
    start = json.dumps(head, indent=0)[:-2]
    return (
        f'{start},\n"rules": [\n{lines(data["rules"])}\n],\n'
        f'"states": [\n{lines(data["states"])}\n]\n}}\n'
    )


def main(arguments: list[str]) -> int:
    """`--write` stores the tables; without it, say whether the stored ones are fresh."""
    folder = Path(__file__).parent
    text = written(make((folder / "grammar.lark").read_text(encoding="utf-8")))
    path = folder / "grammar.tables"
    if arguments == ["--write"]:
        path.write_text(text, encoding="utf-8")
        return 0
    fresh = path.exists() and path.read_text(encoding="utf-8") == text
    print("fresh" if fresh else "stale: run python -m hexwright.dsl.make_tables --write")
    return 0 if fresh else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

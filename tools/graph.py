"""Draws how a game goes: set-up, the phases of a turn, what is offered and what that sets off.

`--to svg` lays the rule graph out as a tree that can be printed: what happens stands to the right
of what makes it happen, each thing once in full and after that by its name. `--to dot` gives the
same nodes and edges as text for other drawing programs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hexwright.tools import asking


def arguments(parser: argparse.ArgumentParser) -> None:
    asking.ask_rules(parser)
    parser.add_argument("--to", choices=("svg", "dot"), default="svg")
    parser.add_argument("--lang", choices=("en", "fr"), default="en")
    parser.add_argument("--out", metavar="FILE", help="write it there instead of printing it")
    asking.ask_format(parser, "json")


def run(args: argparse.Namespace) -> int:
    from hexwright.tools.course import course, edges
    from hexwright.tools.writing import write_whole

    rules = asking.load(args.name, args.with_)
    roots = course(rules, args.lang)
    if args.format == "json":
        asking.say_json(
            [dict(zip(("from", "how", "to"), edge, strict=True)) for edge in edges(roots)]
        )
        return 0
    drawn = dot(rules, roots) if args.to == "dot" else svg(rules, roots)
    if args.out is None:
        sys.stdout.write(drawn)
        return 0
    write_whole(Path(args.out), drawn)
    return 0


def svg(rules: Any, roots: list[Any]) -> str:
    from hexwright.tools.trees import drawn

    return drawn(rules.program.title, roots)


def dot(rules: Any, roots: list[Any]) -> str:
    from hexwright.tools.course import edges, every

    lines = [
        f"digraph {_quoted(rules.program.title)} {{",
        "    rankdir=LR;",
        "    node [shape=box];",
    ]
    known = {node.key: node for node in every(roots)}
    lines += [
        f"    {_quoted(' '.join(key))} [label={_quoted(node.label)}];"
        for key, node in known.items()
    ]
    lines += [
        f"    {_quoted(one)} -> {_quoted(other)} [label={_quoted(how)}];"
        for one, how, other in edges(roots)
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

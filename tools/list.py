"""Every name one can change, with its sentence and its place; without a ruleset, the rulesets."""

from __future__ import annotations

import argparse
from typing import Any

from hexwright.tools import asking
from hexwright.tools.entries import Entry, entries, place
from hexwright.tools.handles import handles


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="a ruleset; without it: the shipped ones"
    )
    parser.add_argument(
        "--with", dest="with_", metavar="FILE", action="append", default=[], help="compose on top"
    )
    parser.add_argument("--sort", help="only this sort: action, value, part, requirement, …")
    parser.add_argument("--how", action="store_true", help="also the lines that change each thing")
    asking.ask_format(parser, "json")


def run(args: argparse.Namespace) -> int:
    if args.name is None:
        return _rulesets(args.format)
    found = list(entries(asking.load(args.name, args.with_)))
    if args.sort:
        sorts = dict.fromkeys(entry.sort for entry in found)
        if args.sort not in sorts:
            raise asking.Wrong(f"there is no {args.sort} here; sorts: {', '.join(sorts)}", 2)
        found = [entry for entry in found if entry.sort == args.sort]
    if args.format == "json":
        asking.say_json([as_data(entry) for entry in found])
        return 0
    print("\n".join(_drawn(found, args.how)))
    return 0


def as_data(entry: Entry) -> dict[str, Any]:
    return {
        "sort": entry.sort,
        "name": entry.name,
        "of": entry.of,
        "sentence": entry.sentence,
        "place": place(entry.span),
        "lines": list(handles(entry)),
    }


def _drawn(found: list[Entry], how: bool) -> list[str]:
    """Blocks under a heading for each sort; parts and requirements below what they belong to."""
    lines: list[str] = []
    heading = ""
    for entry in found:
        if not entry.of and entry.sort != heading:
            heading = entry.sort
            lines += ["", heading] if lines else [heading]
        indent = "    " if not entry.of else f"        {entry.sort} "
        words = f"{indent}{entry.name}"
        lines.append(f"{words:<44} {place(entry.span):<32} {entry.sentence}".rstrip())
        if how:
            lines += [f"            {line}" for line in handles(entry)]
    return lines


def _rulesets(form: str) -> int:
    found = asking.shipped()
    if form == "json":
        asking.say_json([{"name": name, "title": title} for name, title in found])
        return 0
    width = max(len(name) for name, _ in found)
    for name, title in found:
        print(f"{name:<{width}}  {title}".rstrip())
    return 0

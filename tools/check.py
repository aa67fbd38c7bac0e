"""Finds mistakes: in the text, in its boards, and in what happens when the game is set up.

The passes of the language look at the text. Then every board is built, and every set-up is run for
every number of players up to the first decision. `--deep N` also runs the scenarios and plays N
random games, to find what shows only in play. `--fix` makes those edits that can mean one thing
only, in the author's files, and only as far as they leave fewer mistakes than before.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hexwright.tools import asking


def arguments(parser: argparse.ArgumentParser) -> None:
    asking.ask_rules(parser, several=True)
    asking.ask_options(parser)
    asking.ask_format(parser, "json", "sarif", "github")
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    parser.add_argument("--fix", action="store_true", help="mend in the files what is safe to mend")
    parser.add_argument(
        "--deep", type=asking.positive, metavar="N", help="also play N games at random"
    )
    parser.add_argument(
        "--journal",
        metavar="FILE",
        type=Path,
        help="with --deep: where to save a game that came to a dead end",
    )
    parser.add_argument("--no-cache", action="store_true", help="look at everything anew")


def run(args: argparse.Namespace) -> int:
    from hexwright.dsl.diagnostics import errors

    found: list[Any] = []
    texts: dict[str, str] = {}
    fine: list[str] = []
    for name in args.name:
        if args.fix:
            from hexwright.tools.mending import mend

            mend(name, args.with_)
        here, rules = diagnostics_of(name, args, texts)
        wrong = here if args.strict else errors(here)
        if not wrong and rules is not None:
            fine.append(summary(rules))
        found += [one for one in here if one not in found]
    counted = [d for d in found if d.severity != "note"] if args.strict else errors(found)
    if args.format == "text":
        asking.say_diagnostics(found, texts, sys.stderr if counted else sys.stdout)
        for line in fine:
            print(line)
    else:
        asking.say_diagnostics(found, texts, sys.stdout, args.format)
    return 1 if counted else 0


def diagnostics_of(
    name: str, args: argparse.Namespace, texts: dict[str, str]
) -> tuple[list[Any], Any]:
    """Everything that is wrong with a ruleset, and the ruleset as far as it could be made."""
    from hexwright.dsl.diagnostics import errors
    from hexwright.dsl.load import try_ruleset

    rules, found = try_ruleset(name, args.with_)
    if rules is None:
        return found, None
    texts.update(rules.texts)
    if errors(found):
        return in_order([d for d in found if d.severity != "note"]), rules
    from hexwright.dsl.allowing import Allowed
    from hexwright.dsl.check import oddities
    from hexwright.dsl.translate import check_translations

    allowed = Allowed(rules.world)
    found = [*found, *oddities(rules.world, rules.program), *allowed.wrong()]
    found += check_translations(rules)
    if not errors(found):
        from hexwright.tools.trying import try_set_ups

        found += try_set_ups(rules)
    if args.deep and not errors(found):
        from hexwright.tools.deep import Search

        found += Search(rules, args.deep, asking.options_of(args), args.journal).run()
    found = list(allowed.without(found))
    if not errors(found):
        found += allowed.needless(bool(args.deep))
    return in_order(found), rules


def in_order(found: list[Any]) -> list[Any]:
    """By file and line; files in the order in which they were first spoken of."""
    files = list(dict.fromkeys(one.span.file for one in found))
    key = {file: number for number, file in enumerate(files)}
    return sorted(found, key=lambda d: (key[d.span.file], d.span.line, d.span.column))


def summary(rules: Any) -> str:
    """What was found to be fine, in one line."""
    program = rules.program
    low, high = program.players
    counts = [
        _count(len(rules.texts), "file"),
        _count(len(program.actions), "action"),
        _count(len(program.rules), "rule"),
        _count(len(program.boards), "board"),
        _count(len(program.scenarios), "scenario"),
        f"{low} to {high} players" if low != high else _count(low, "player"),
    ]
    return f"{rules.name}: fine ({', '.join(counts)})"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

"""Finds mistakes: in the text, in its boards, and in what happens when the game is set up.

The passes of the language look at the text. Then every board is built, and every set-up is run for
every number of players up to the first decision. `--deep N` also plays N random games and tells
where one could not go on and which actions were never offered.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from hexwright.tools import asking


def arguments(parser: argparse.ArgumentParser) -> None:
    asking.ask_rules(parser, several=True)
    asking.ask_format(parser, "json", "sarif", "github")
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    parser.add_argument(
        "--deep", type=asking.positive, metavar="N", help="also play N games at random"
    )


def run(args: argparse.Namespace) -> int:
    from hexwright.dsl.diagnostics import errors

    found: list[Any] = []
    texts: dict[str, str] = {}
    fine: list[str] = []
    for name in args.name:
        here, rules = diagnostics_of(name, args.with_, args.deep or 0, texts)
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
    name: str, with_: list[str], deep: int, texts: dict[str, str]
) -> tuple[list[Any], Any]:
    """Everything that is wrong with a ruleset, and the ruleset as far as it could be made."""
    from hexwright.dsl.diagnostics import errors
    from hexwright.dsl.load import try_ruleset

    rules, found = try_ruleset(name, with_)
    found = list(found)
    if rules is not None:
        texts.update(rules.texts)
        if not errors(found):
            from hexwright.dsl.check import check

            found += check(rules.world, rules.program)
            from hexwright.dsl.translate import check_translations

            found += check_translations(rules)
        if not errors(found):
            from hexwright.tools.trying import try_deep, try_set_ups

            found += try_set_ups(rules)
            if deep and not errors(found):
                found += try_deep(rules, deep)
    return found, rules


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

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
    from hexwright.dsl.load import each_of
    from hexwright.tools.remembering import Memory

    args.name = [one for name in args.name for one in each_of(name)]
    if args.fix:
        from hexwright.tools.mending import mend

        for name in args.name:
            mend(name, args.with_)
    if args.fix or args.deep or args.no_cache:
        return say(Answer(args))
    terminal = [str(stream.isatty()) for stream in (sys.stdout, sys.stderr)]
    asked = [*args.name, "--with", *args.with_, str(args.strict), args.format, *terminal]
    memory = Memory(asked)
    kept = memory.recall()
    if kept is not None:
        return say_again(kept)
    answer = Answer(args)
    status = say(answer)
    if answer.complete:
        memory.keep(*answer.read, answer.as_data(status))
    return status


def say_again(kept: dict[str, Any]) -> int:
    """What was said the last time."""
    for text, stream in ((kept["err"], sys.stderr), (kept["out"], sys.stdout)):
        if text:
            print(text, file=stream)
    return int(kept["status"])


class Answer:
    """Everything that is to be said about some rulesets."""

    def __init__(self, args: argparse.Namespace) -> None:
        from hexwright.dsl.diagnostics import errors
        from hexwright.dsl.load import shipped_root

        self.form: str = args.format
        self.found: list[Any] = []
        self.texts: dict[str, str] = {}
        self.fine: list[str] = []
        self.complete = True
        files: list[Path] = []
        folders: list[Path] = [shipped_root()]
        for name in args.name:
            here, rules = diagnostics_of(name, args, self.texts)
            self.complete &= rules is not None
            wrong = here if args.strict else errors(here)
            if not wrong and rules is not None:
                self.fine.append(summary(rules))
            self.found += [one for one in here if one not in self.found]
            if rules is not None:
                files += rules.paths.values()
                folders += [path.parent for path in rules.paths.values()]
                if rules.home is not None:
                    folders.append(rules.home)
        folders = list(dict.fromkeys(folders))
        files += [path for folder in folders for path in folder.glob("*.po")]
        self.read = (list(dict.fromkeys(files)), folders)
        strict = [d for d in self.found if d.severity != "note"]
        self.counted = strict if args.strict else errors(self.found)

    def text(self, colour: bool) -> str:
        from hexwright.dsl import render

        ways = {"json": render.as_json, "sarif": render.as_sarif, "github": render.as_github}
        if self.form in ways:
            return ways[self.form](tuple(self.found))
        return render.as_text(tuple(self.found), self.texts, colour=colour)

    def said(self) -> tuple[str, str]:
        """For the output, and for errors."""
        if self.form != "text":
            return self.text(False), ""
        to = sys.stderr if self.counted else sys.stdout
        drawn = self.text(to.isatty())
        fine = "\n".join(self.fine)
        if self.counted:
            return fine, drawn
        return "\n".join(part for part in (drawn, fine) if part), ""

    def as_data(self, status: int) -> dict[str, Any]:
        out, err = self.said()
        return {"out": out, "err": err, "status": status}


def say(answer: Answer) -> int:
    status = 1 if answer.counted else 0
    say_again(answer.as_data(status))
    return status


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

"""Prints the rules: complete, in short, as price cards, as a list of changes, or to read aloud.

What is printed comes from the same composed rules that are played, with the same options in force.
`--all` prints every shipped ruleset into a folder, with an index page. `--missing` writes the
entries that a translation file still lacks.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hexwright.tools import asking
from hexwright.tools.asking import Wrong

SHEETS = ("rules", "summary", "costs", "changes", "teach")
FORMATS = ("html", "pdf", "md", "txt")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="a shipped ruleset or a file")
    asking.ask_with(parser)
    asking.ask_options(parser)
    asking.ask_language(parser)
    parser.add_argument("--to", choices=FORMATS, help="usually what --out ends in, else txt")
    parser.add_argument("--sheet", choices=SHEETS, default="rules")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    parser.add_argument("--out", metavar="FILE", help="write it there instead of printing it")
    parser.add_argument(
        "--all",
        action="store_true",
        help="every shipped ruleset in both languages, into the folder --out (usually `printed`)",
    )
    parser.add_argument(
        "--missing", action="store_true", help="the entries that the translation still lacks"
    )


def run(args: argparse.Namespace) -> int:
    if args.all:
        from hexwright.tools.printing.everything import print_all

        return print_all(Path(args.out or "printed"), args.name, args.to, args.paper)
    if args.name is None:
        raise Wrong("say which ruleset to print, or --all", 2)
    rules = asking.load(args.name, args.with_)
    if args.missing:
        return _missing(rules, args.lang)
    form = _form(args)
    data = printed(rules, args.lang, form, args.sheet, asking.options_of(args), args.paper)
    if args.out is not None:
        Path(args.out).write_bytes(data)
        return 0
    if form == "pdf" and asking.on_terminal():
        raise Wrong("a PDF is no text: say where to write it, --out FILE", 2)
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return 0


def printed(
    rules: Any, language: str, form: str, sheet: str, options: Any = None, paper: str = "a4"
) -> bytes:
    """One sheet as a file."""
    from hexwright.tools.printing.book import Book
    from hexwright.tools.printing.render import rendered
    from hexwright.tools.printing.sheets import sheet as make

    return rendered(make(Book(rules, language, options or {}, paper), sheet), form)


def _form(args: argparse.Namespace) -> str:
    if args.to is not None:
        return str(args.to)
    ending = Path(args.out).suffix.lstrip(".").lower() if args.out else "txt"
    if ending not in FORMATS:
        raise Wrong(f"say what to make of it: --to {', '.join(FORMATS)}", 2)
    return ending


def _missing(rules: Any, language: str) -> int:
    """Entries of a translation file, to be filled in."""
    from hexwright.dsl.translate import NAME, catalogue, lacks

    if language == "en":
        raise Wrong("the rules are written in English: say --lang fr", 2)
    count = 0
    for context, text, span in lacks(rules, catalogue(rules, language)):
        count += 1
        print(f"#: {span.file}:{span.line}")
        if context == NAME:
            print(f'msgctxt "{context}"')
        print(f'msgid "{text}"\nmsgstr ""\n')
    print(f"hexwright: {count} entries", file=sys.stderr)
    return 0

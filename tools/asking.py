"""What many commands ask alike: which rules, which options, how many players, which form of answer.

The words a person typed are read here and nowhere else. Whatever cannot be read is told in one
sentence (`Wrong`), with the exit status that fits: 2 if other words would help, 1 if a file would
have to change.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from hexwright.dsl.diagnostics import Diagnostic
    from hexwright.interpreter.setting import Constant

TITLE = re.compile(r'^ruleset .*\n(?:[ ]+.*\n)*?[ ]+title "([^"\n]*)"', re.MULTILINE)
LANGUAGES = ("en", "fr")


class Wrong(Exception):
    """Something the person can mend, in one sentence."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


def ask_rules(parser: argparse.ArgumentParser, several: bool = False) -> None:
    """NAME and --with."""
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="+" if several else None,
        help="a shipped ruleset, a file or a folder",
    )
    ask_with(parser)


def ask_with(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--with",
        dest="with_",
        metavar="FILE",
        action="append",
        default=[],
        help="compose a further ruleset on top; may be repeated",
    )


def ask_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--option",
        dest="options",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="set an option of the rules; may be repeated",
    )


def ask_format(parser: argparse.ArgumentParser, *formats: str) -> None:
    parser.add_argument("--format", choices=("text", *formats), default="text")


def ask_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default="en")


def ask_players(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=positive, metavar="P", help="how many play")


def positive(text: str) -> int:
    """A whole number from 1 on, for argparse."""
    if not text.isdecimal() or not 1 <= int(text) <= 10**9:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 on")
    return int(text)


def natural(text: str) -> int:
    """A whole number from 0 on, small enough to count seats."""
    if not text.isdecimal() or int(text) > 10**6:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 on")
    return int(text)


def seed(text: str) -> int:
    """A whole number from 0 on, for argparse."""
    if not text.isdecimal() or int(text) >= 1 << 63:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 on")
    return int(text)


def load(name: str, with_: Iterable[str] = ()) -> Any:
    """The ruleset; RulesetError is told by the command line."""
    from hexwright.dsl.load import load_ruleset

    return load_ruleset(name, with_=list(with_))


def shipped() -> list[tuple[str, str]]:
    """(name, title) of every ruleset that comes with the program."""
    from hexwright.dsl.load import locate, shipped_names

    found = []
    for name in shipped_names():
        place = locate(name)
        texts = (
            [f.read_text(encoding="utf-8", errors="replace") for f in place.files] if place else []
        )
        title = next((m[1] for text in texts if (m := TITLE.search(text))), "")
        found.append((name, title))
    return found


def options_of(args: argparse.Namespace) -> dict[str, Constant]:
    """`-o key=value` as a mapping; what a value may be is known to the ruleset."""
    found: dict[str, Constant] = {}
    for text in args.options:
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise Wrong(f"-o takes key=value, not {text}", 2)
        found[key.strip()] = value.strip()
    return found


def say_diagnostics(
    found: Iterable[Diagnostic], texts: Mapping[str, str], to: TextIO, form: str = "text"
) -> None:
    """Draws diagnostics for people or for programs; in colour on a terminal."""
    from hexwright.dsl import render

    ways = {"json": render.as_json, "sarif": render.as_sarif, "github": render.as_github}
    if form in ways:
        print(ways[form](tuple(found)), file=to)
        return
    drawn = render.as_text(tuple(found), dict(texts), colour=to.isatty())
    if drawn:
        print(drawn, file=to)


def say_json(data: Any) -> None:
    """One line, keys in the order given."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def on_terminal() -> bool:
    return sys.stdout.isatty()

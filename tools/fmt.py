"""Lays rules files out evenly: same words, same meaning, comments kept.

A file that cannot be read is left alone and its mistakes are told. A file is written only if it
changes, and as a whole or not at all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

from hexwright.tools import asking
from hexwright.tools.asking import Wrong


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="FILE", nargs="+", help="a rules file or a folder of them")
    parser.add_argument("--check", action="store_true", help="only say which files would change")
    parser.add_argument("--diff", action="store_true", help="only show what would change")
    asking.ask_format(parser, "json")


def run(args: argparse.Namespace) -> int:
    from hexwright.dsl.diagnostics import errors
    from hexwright.dsl.load import shown_path
    from hexwright.dsl.parse import parse_text, read_rules
    from hexwright.tools.tidy import same_meaning, tidy
    from hexwright.tools.writing import write_whole

    look = args.check or args.diff
    changed: list[str] = []
    found: list[Any] = []
    texts: dict[str, str] = {}
    files = list(dict.fromkeys(path for name in args.name for path in rules_files(name)))
    for path in files:
        shown = shown_path(path)
        text, unread = read_rules(path, shown)
        wrong = errors(unread) or errors(parse_text(shown, text)[1])
        texts[shown] = text
        if wrong:
            found += wrong
            continue
        new = tidy(text)
        if not same_meaning(text, new):
            raise RuntimeError(f"{shown} would change its meaning")
        if new.encode() == path.read_bytes():
            continue
        changed.append(shown)
        if args.diff and args.format == "text":
            sys.stdout.writelines(difference(shown, text, new))
        if not look:
            write_whole(path, new)
    return report(args, files, changed, found, texts)


def report(
    args: argparse.Namespace,
    files: list[Path],
    changed: list[str],
    found: list[Any],
    texts: dict[str, str],
) -> int:
    look = args.check or args.diff
    if args.format == "json":
        wrong = [f"{d.span.file}:{d.span.line}: {d.code} {d.message}" for d in found]
        asking.say_json({"files": len(files), "changed": changed, "problems": wrong})
    else:
        asking.say_diagnostics(found, texts, sys.stderr)
        verb = "would be laid out anew" if look else "laid out anew"
        for name in changed if not args.diff else ():
            print(f"{name}: {verb}")
        if not changed and not found:
            print(f"{len(files)} {'file is' if len(files) == 1 else 'files are'} well laid out")
    return 1 if found or (look and changed) else 0


def rules_files(name: str) -> Iterator[Path]:
    """A file, or all rules files below a folder; also a shipped ruleset by its name."""
    from hexwright.dsl.load import locate

    path = Path(name)
    if path.is_dir():
        yield from sorted(path.rglob("*.rules"))
    elif path.is_file():
        yield path
    else:
        place = locate(name)
        if place is None:
            raise Wrong(f"there is no file or folder {name}", 2)
        yield from place.files


def difference(name: str, old: str, new: str) -> list[str]:
    lines = unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), name, f"{name} (laid out)"
    )
    return [line if line.endswith("\n") else f"{line}\n" for line in lines]

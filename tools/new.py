"""Begins a house rule: a file with a header and, as comments, lines that really work.

The examples are made from the ruleset that is extended: its own options, parts, pieces, actions
and boards. Take the `# ` away from one of them and it is a rule. The file checks clean as it is,
and with any of the examples.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexwright.dsl import program as ir
from hexwright.tools import asking
from hexwright.tools.asking import Wrong

NAME = re.compile(r"[a-z][a-z0-9_]*")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the file to write; must not exist yet")
    parser.add_argument(
        "--extends",
        dest="parents",
        metavar="NAME",
        action="append",
        help="the ruleset it changes; may be repeated (usually: base)",
    )
    parser.add_argument("--title", help="how the printed rules call it")


def run(args: argparse.Namespace) -> int:
    path = Path(args.file if args.file.endswith(".rules") else f"{args.file}.rules")
    name = path.name.removesuffix(".rules")
    parents = args.parents or ["base"]
    check_name(name, parents)
    rules = asking.load(parents[0], parents[1:])
    title = args.title or name.replace("_", " ").capitalize()
    if '"' in title or "\n" in title:
        raise Wrong("a title stands on one line and has no quotes in it", 2)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(starter(rules, name, [spoken(p, path.parent) for p in parents], title))
    except FileExistsError:
        raise Wrong(f"{path} is there already; choose another name") from None
    print(f"{path} is ready: open it, take the `# ` away from a line, then")
    print(f"  hexwright check {path}")
    return 0


def check_name(name: str, parents: list[str]) -> None:
    from hexwright.dsl.tables import tables

    if not NAME.fullmatch(name):
        raise Wrong(f"{name} cannot be the name of a ruleset: small letters, digits and _ only", 2)
    if name in tables().reserved:
        raise Wrong(f"{name} is a word of the language; choose another name", 2)
    if name in [parent.rsplit("/", 1)[-1].removesuffix(".rules") for parent in parents]:
        raise Wrong(f"{name} is the name of the ruleset that it extends; choose another one", 2)


def spoken(parent: str, folder: Path) -> str:
    """How the header names a parent: a file beside the new one by its name alone."""
    path = Path(parent)
    if parent.endswith(".rules") and path.parent.resolve() == folder.resolve():
        from hexwright.dsl.load import headed

        return headed(path) or path.stem
    return parent


def starter(rules: Any, name: str, parents: list[str], title: str) -> str:
    lines = [
        f"# {title}: a house rule. Everything after a # is a comment.",
        f"ruleset {name}",
        f"    extends {', '.join(parents)}",
        f'    title "{title}"',
        "",
        "# Say only what differs. Every example works: take away the `# ` at the left.",
        f"# `hexwright list {parents[0]}` names everything that can be changed.",
    ]
    for remark, example in examples(rules.program):
        lines += ["", f"# {remark}", *(f"# {line}" for line in example)]
    return "\n".join(lines) + "\n"


def examples(program: ir.Program) -> Iterator[tuple[str, list[str]]]:
    """(what it does, lines) made from the names of the game itself."""
    ranged = [o for o in program.options.values() if _room(o) is not None]
    option = max(ranged, key=lambda o: (o.high or 0) - (o.low or 0), default=None)
    if option is not None:
        number = _room(option)
        text = f'    text "Here it is {{{option.name}}}."'
        yield "Another number:", [f"change {option.name} to {number}", text]
    for value in program.values.values():
        part = next((p for p in value.parts if _plain(p) is not None and not p.when), None)
        if part is not None:
            number = (_plain(part) or 0) + 1
            line = f"change part {part.name} of {_dotted(value.key)} to {number}"
            yield "Another part of a sum or a rate:", [line, f'    text "Now it is {number}."']
            break
    piece = next((p for p in program.pieces.values() if not p.in_all and p.cost is not None), None)
    if piece is not None:
        line = f"raise {piece.name}.supply by 1"
        text = f'    text "Everybody has {{{piece.name}.supply}} of these."'
        yield "More pieces:", [line, text]
    offered = [a for a in program.actions.values() if a.during and not _ends(program, a)]
    offered.sort(key=lambda a: not any(isinstance(line, ir.Choose) for line in a.head))
    action = next(iter(offered), None)
    if action is not None:
        line = f"add requirement not_yet to {action.name}: round > 1"
        yield (
            "A new condition; the sentence is the answer to whoever tries it too early:",
            [
                line,
                '    else "Not in the first round."',
            ],
        )
    board = next(iter(program.boards.values()), None)
    if board is not None:
        yield (
            "A test of the rules, run by `hexwright test`:",
            [
                'scenario "What I expect"',
                f"    on {board.name} with {program.players[0]} players",
                "    then round is 1",
            ],
        )


def _plain(part: ir.PartDef) -> int | None:
    """The number, if a part is nothing but a number."""
    value = part.value.value if isinstance(part.value, ir.Const) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _room(option: ir.OptionDef) -> int | None:
    """Another number that the option may have."""
    if option.low is None or option.high is None or not isinstance(option.normally, int):
        return None
    if isinstance(option.normally, bool):
        return None
    if option.normally < option.high:
        return option.normally + 1
    return option.low if option.low < option.normally else None


def _ends(program: ir.Program, action: ir.ActionDef) -> bool:
    return any(action.name in phase.ends_with for phase in program.phases.values())


def _dotted(key: ir.Key) -> str:
    return ".".join(word for word in key if word)

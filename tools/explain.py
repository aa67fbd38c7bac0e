"""A rule with its parts, its history and its places, or the page of a message's code.

hexwright explain C102
hexwright explain ACTION
hexwright explain requirement free of ACTION --in my.rules
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexwright.tools import asking, clauses
from hexwright.tools.asking import Wrong
from hexwright.tools.entries import Entry, entries, place

CODE = re.compile(r"[A-Za-z]\d{3}")
SMALL = {"the", "a", "an"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="WHAT", nargs="+", help="a name of the rules, or a code")
    parser.add_argument(
        "--in", dest="rules", metavar="NAME", default="base", help="the ruleset (usually: base)"
    )
    parser.add_argument(
        "--with", dest="with_", metavar="FILE", action="append", default=[], help="compose on top"
    )
    asking.ask_format(parser, "json")


def run(args: argparse.Namespace) -> int:
    words = [word for text in args.what for word in text.split()]
    if not words:
        raise Wrong("explain needs a name or a code", 2)
    if len(words) == 1 and CODE.fullmatch(words[0]):
        return _code(words[0].upper(), args.format)
    by_name = _named(words[0])
    if len(words) == 1 and by_name is not None:
        return _code(by_name, args.format)
    rules = asking.load(args.rules, args.with_)
    found = lookup(list(entries(rules)), words, args.rules)
    if args.format == "json":
        asking.say_json([_whole(rules, e) for e in found])
        return 0
    print("\n\n".join("\n".join(_page(rules, entry)) for entry in found))
    return 0


# codes


def _named(word: str) -> str | None:
    from hexwright.dsl.diagnostics import BY_NAME

    return BY_NAME[word].code if word in BY_NAME else None


def _code(code: str, form: str) -> int:
    from hexwright.dsl.diagnostics import BY_CODE, FAMILIES, did_you_mean

    known = BY_CODE.get(code)
    if known is None:
        near = did_you_mean(code, BY_CODE)
        raise Wrong(f"there is no code {code}{': ' + near[0] if near else ''}", 2)
    text = page(code)
    if form == "json":
        facts = {"code": code, "name": known.name, "title": known.title}
        asking.say_json({**facts, "severity": known.severity, "page": text})
        return 0
    print(f"{code} {known.name} ({known.severity}; {FAMILIES[code[0]]})\n{known.title}.")
    if text:
        print(f"\n{text}")
    return 0


def page(code: str) -> str:
    """The page of a code, without its heading; "" if there is none."""
    from hexwright.dsl import diagnostics

    folder = Path(diagnostics.__file__).parent / "pages"
    for path in sorted(folder.glob(f"{code}*.md")):
        text = path.read_text(encoding="utf-8").strip()
        return re.sub(r"\A#[^\n]*\n+", "", text)
    return ""


# names


def lookup(known: list[Entry], words: list[str], rules: str) -> list[Entry]:
    """The entries that the words mean: a name, perhaps with its sort or its owner."""
    from hexwright.dsl.diagnostics import nearest

    sorts = {entry.sort for entry in known}
    rest = [word for word in words if word not in SMALL]
    sort = rest.pop(0) if len(rest) > 1 and rest[0] in sorts else ""
    of = ""
    if "of" in rest:
        at = rest.index("of")
        rest, of = rest[:at], " ".join(rest[at + 1 :])
    name = "_".join(rest)
    title = " ".join(rest)
    found = [
        entry
        for entry in known
        if (name in (entry.name, entry.name.rpartition(".")[2]) or entry.name == title)
        and sort in ("", entry.sort)
        and of in ("", entry.of, entry.of.rpartition(".")[2])
    ]
    exact = [entry for entry in found if entry.name == name]
    if exact and not of:
        found = [e for e in exact if not e.of] or exact
    if found:
        return found
    near = nearest(name, {e.name for e in known} | {e.name.rpartition(".")[2] for e in known})
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise Wrong(f"{rules} has nothing called {' '.join(words)}{hint}", 2)


def _data(entry: Entry) -> dict[str, Any]:
    from hexwright.tools.list import as_data

    return as_data(entry)


def _whole(rules: Any, entry: Entry) -> dict[str, Any]:
    found = [{n: getattr(c, n) for n in c.__slots__} for c in clauses.clauses(rules, entry)]
    together = clauses.heading(rules, entry) if found else ""
    history = _history(rules, entry)
    return {**_data(entry), "together": together, "clauses": found, "history": history}


def _page(rules: Any, entry: Entry) -> Iterator[str]:
    from hexwright.tools.sources import block

    yield f"{entry.sort} {entry.address}    {place(entry.span)}".rstrip()
    if entry.sentence:
        yield f"  {entry.sentence}"
    tree = list(clauses.drawn(rules, entry))
    source = block(rules.texts, entry.span)
    if entry.sort == "value" and tree:
        yield from ("", *tree)
    elif source:
        yield ""
        yield from (f"    {line}".rstrip() for line in source.splitlines())
        if tree:
            yield from ("", "  Requirements now:", *tree)
    history = _history(rules, entry)
    if history:
        yield ""
        yield "  History:"
        yield from (f"    {line}" for line in history)
    users = _users(rules, entry)
    if users:
        yield ""
        yield f"  Used by: {', '.join(users)}"


def _history(rules: Any, entry: Entry) -> list[str]:
    """Who wrote it and who changed it, as lines."""
    found = []
    for (sort, name), events in rules.world.history.items():
        dotted = name if isinstance(name, str) else ".".join(part for part in name if part)
        if dotted != (entry.of or entry.name) or _singular(sort) not in (entry.sort, _owner(entry)):
            continue
        for event in events:
            words = event.what.split()
            if entry.of and event.what and entry.name not in words:
                continue
            what = f" {event.what}" if event.what else ""
            found.append(f"{event.verb}{what} by {event.ruleset}, {place(event.span)}")
    return found if len(found) > 1 else []


def _owner(entry: Entry) -> str:
    if not entry.of:
        return entry.sort
    return {"part": "value", "but": "value", "member": "kind"}.get(entry.sort, "action")


def _singular(sort: str) -> str:
    return sort if sort == "steps" else sort.removesuffix("s")


def _users(rules: Any, entry: Entry) -> list[str]:
    """Blocks whose meaning mentions it."""
    if entry.of:
        return []
    from hexwright.interpreter.uses import nodes

    found: dict[str, None] = {}
    for other in entries(rules):
        if (
            other.of
            or other.definition is entry.definition
            or other.sort in ("scenario", "section")
        ):
            continue
        if any(_mentions(node, entry) for node in nodes(_meaning(other.definition))):
            found[other.name] = None
    return list(found)


def _meaning(definition: Any) -> tuple[Any, ...]:
    names = ("head", "body", "formula", "parts", "when", "measure", "minimum", "ties", "limit")
    return tuple(getattr(definition, name, None) for name in names)


def _mentions(node: Any, entry: Entry) -> bool:
    from hexwright.dsl import program as ir

    match node:
        case ir.StateRef(key=key) | ir.ValueRef(key=key) | ir.Include(value=key):
            return key == getattr(entry.definition, "key", None)
        case ir.Call(action=name) | ir.Do(steps=name) | ir.PlayPhase(phase=name):
            return name == entry.name and entry.sort in ("action", "steps", "phase")
        case ir.HolderOf(award=name):
            return name == entry.name and entry.sort == "award"
        case ir.PieceKindRef(name=name) | ir.OnePiece(name=name):
            return name == entry.name and entry.sort in ("piece", "kind")
        case ir.PiecesOf(kind=name):
            return name == entry.name and entry.sort in ("piece", "kind")
        case ir.OptionRef(name=name):
            return name == entry.name and entry.sort == "option"
        case ir.MemberRef(name=name):
            return name == entry.name and entry.sort == "card"
    return False

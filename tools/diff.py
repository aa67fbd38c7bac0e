"""What one ruleset changes against another, in the words of the rules.

Everything both rulesets say is compared sentence by sentence, with its numbers filled in, as the
printed rules say it. What differs but has no sentence is cited as it is written. Each line names
the place in the file that makes the difference.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hexwright.tools import asking

WIDTH = 96
NOT_RULES = ("sections", "scenarios")


@dataclass(frozen=True, slots=True)
class Difference:
    sort: str
    """different, new, gone, untold"""
    title: str
    before: str
    now: str
    place: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", metavar="A", help="a ruleset: what was")
    parser.add_argument("other", metavar="B", help="a ruleset: what is now")
    parser.add_argument(
        "--with", dest="with_", metavar="FILE", action="append", default=[], help="on top of B"
    )
    parser.add_argument("--lang", choices=("en", "fr"), default="en")
    asking.ask_format(parser, "json")


def run(args: argparse.Namespace) -> int:
    one = asking.load(args.one)
    other = asking.load(args.other, args.with_)
    found = list(differences(one, other, args.lang))
    scenarios = scenario_changes(one, other)
    if args.format == "json":
        data = [{name: getattr(d, name) for name in Difference.__slots__} for d in found]
        asking.say_json(
            {"one": one.name, "other": other.name, "differences": data, "scenarios": scenarios}
        )
        return 0
    print("\n".join(drawn(one, other, found, scenarios)))
    return 0


def differences(one: Any, other: Any, language: str = "en") -> Iterator[Difference]:
    """Everything that is not the same in both, told ones first."""
    from hexwright.tools.printing.book import Book
    from hexwright.tools.printing.facts import sayings
    from hexwright.tools.printing.telling import Teller

    old = sayings(Teller(Book(one, language)))
    new = sayings(Teller(Book(other, language)))
    told: set[tuple[str, str]] = set()
    for key, saying in new.items():
        if key not in old:
            told.add(key[:2])
            yield Difference("new", saying.title, "", saying.text, place_of(other, key))
        elif old[key].text != saying.text:
            told.add(key[:2])
            where = place_of(other, key)
            yield Difference("different", saying.title, old[key].text, saying.text, where)
    for key, saying in old.items():
        if key not in new:
            told.add(key[:2])
            yield Difference("gone", saying.title, saying.text, "", place_of(one, key))
    yield from untold(one, other, told)


def untold(one: Any, other: Any, told: set[tuple[str, str]]) -> Iterator[Difference]:
    """Blocks that differ while no sentence about them does."""
    from hexwright.dsl.compose_names import SINGULAR
    from hexwright.dsl.same import same
    from hexwright.tools.entries import place

    theirs = dict(one.world.blocks())
    for id, block in other.world.blocks():
        shown = spoken(id[1])
        key = (SINGULAR.get(id[0], id[0]), shown)
        if id[0] in NOT_RULES or key in told or same(theirs.get(id), block):
            continue
        old = one.world.history.get(id, [])
        new = [event for event in other.world.history.get(id, []) if event not in old]
        title = f"{key[0]} {shown}"
        before = written(one, old[-1:]) if any(e.verb == "replaced" for e in new) else ""
        span = new[-1].span if new else block.span
        yield Difference("untold", title, before, written(other, new), place(span))


def written(rules: Any, events: list[Any]) -> str:
    """The lines that shaped a block, as they stand in their files."""
    from hexwright.tools.sources import block

    return "\n".join(block(rules.texts, event.span) for event in events)


def spoken(name: Any) -> str:
    return ".".join(part for part in name if part) if isinstance(name, tuple) else str(name)


def place_of(rules: Any, key: tuple[str, str, str]) -> str:
    """Where a part was last written or changed."""
    from hexwright.dsl.compose_names import SINGULAR
    from hexwright.tools.entries import place

    sort, name, part = key
    for (plural, id), events in rules.world.history.items():
        if SINGULAR.get(plural, plural) == sort and spoken(id) == name:
            named = [e for e in events if part and part.split()[-1] in e.what.split()]
            return place((named or events)[-1].span)
    if sort == "ruleset" and rules.world.header is not None:
        return place(rules.world.header.span)
    return ""


def scenario_changes(one: Any, other: Any) -> dict[str, int]:
    """How many scenarios hold in both, in one only, or are told in another way."""
    from hexwright.dsl.same import same

    old, new = one.world.scenarios, other.world.scenarios
    both = old.keys() & new.keys()
    return {
        "same": sum(same(old[title], new[title]) for title in both),
        "changed": sum(not same(old[title], new[title]) for title in both),
        "new": len(new.keys() - both),
        "gone": len(old.keys() - both),
    }


HEADINGS = {
    "different": "Different",
    "new": "New",
    "gone": "No longer so",
    "untold": "Without a sentence of its own",
}


def drawn(
    one: Any, other: Any, found: list[Difference], scenarios: dict[str, int]
) -> Iterator[str]:
    yield f"{other.program.title} ({other.name}), against {one.program.title} ({one.name})"
    for sort, heading in HEADINGS.items():
        mine = [d for d in found if d.sort == sort]
        if mine:
            yield ""
            yield heading
        for difference in mine:
            yield f"  {difference.title}    {difference.place}".rstrip()
            yield from _side("-", difference.before)
            yield from _side("+", difference.now)
    if not found:
        yield "no rule differs"
    if any(scenarios[word] for word in ("changed", "new", "gone")):
        counts = [f"{scenarios[word]} {word}" for word in ("same", "changed", "new", "gone")]
        yield ""
        yield f"Scenarios: {', '.join(counts)}"


def _side(sign: str, text: str) -> Iterator[str]:
    for line in text.splitlines():
        first = f"    {sign} {line[: len(line) - len(line.lstrip())]}"
        yield from textwrap.wrap(
            line.strip(), WIDTH, initial_indent=first, subsequent_indent=" " * len(first)
        )

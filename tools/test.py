"""Runs the scenarios of a ruleset and of its parents, and tells which catalogue ids they prove.

The name of a folder means its own ruleset and all rulesets inside it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from hexwright.dsl.tree import Span
from hexwright.tools import asking
from hexwright.tools.asking import Wrong
from hexwright.tools.entries import place

ENGINES = ("compiled", "reference", "both")


def arguments(parser: argparse.ArgumentParser) -> None:
    asking.ask_rules(parser, several=True)
    asking.ask_format(parser, "json")
    parser.add_argument("--coverage", action="store_true", help="which catalogue ids are proved")
    parser.add_argument("--only", metavar="WORDS", help="scenarios with these words in the title")
    parser.add_argument(
        "--accept",
        action="store_true",
        help="declare inherited scenarios that no longer hold as changed, in the file itself",
    )
    parser.add_argument(
        "--mutate",
        action="store_true",
        help="break the rules in every place and tell what no scenario notices (takes minutes)",
    )
    parser.add_argument("--engine", choices=ENGINES, default="compiled")
    parser.add_argument("-v", "--verbose", action="store_true", help="name the passing ones, too")


def run(args: argparse.Namespace) -> int:
    from hexwright.dsl.load import family

    status = 0
    for name in args.name:
        status = max(status, test_family(name, family(name), args))
    return status


def test_family(name: str, names: list[str], args: argparse.Namespace) -> int:
    """The scenarios of a ruleset and of all rulesets inside its folder."""
    if args.mutate:
        return tell_unnoticed(name, names, args)
    told = [t for t in (test_ruleset(one, args) for one in names) if t is not None]
    if not told:
        raise Wrong(f"{name} has no scenario with {args.only!r} in its title", 2)
    if args.accept:
        return accept(name, told)
    if args.format == "json":
        asking.say_json(as_data(name, told, args))
    elif len(told) > 1:
        passed, count = sum(t.passed for t in told), sum(len(t.results) for t in told)
        print(f"{name}, all {len(told)} rulesets: {passed} of {count} scenarios pass")
    if args.coverage and args.format == "text":
        print("\n".join(coverage_lines(told)))
    return 1 if any(t.passed < len(t.results) for t in told) else 0


def tell_unnoticed(name: str, names: list[str], args: argparse.Namespace) -> int:
    """Where the rules can be broken; that is no mistake of theirs, only a scenario too few."""
    from hexwright.tools import unnoticed

    loaded = [asking.load(one, args.with_) for one in names]
    told = unnoticed.mutate(name, [(r, list(r.program.scenarios.values())) for r in loaded])
    if args.format == "json":
        asking.say_json(told)
    else:
        print("\n".join(unnoticed.lines(told)))
    return 0


def accept(name: str, told: list[Told]) -> int:
    """Writes down which scenarios of the parents no longer hold; own ones must hold."""
    from hexwright.tools.declaring import declare

    left: list[str] = []
    for one in told:
        titles = declare(name, one.rules, one.failed)
        left += [s.title for s in one.failed if s.title not in titles]
        for title in titles:
            print(f'remove scenario "{title}"')
        count = "one scenario" if len(titles) == 1 else f"{len(titles)} scenarios"
        print(f"{one.name}: {count} of its parents declared as changed")
    for title in dict.fromkeys(left):
        print(f"{name}: its own scenario fails: {title}")
    return 1 if left else 0


@dataclass(frozen=True)
class Told:
    """What came of the scenarios of one ruleset."""

    name: str
    rules: Any
    results: list[tuple[Any, str, Any]]

    @property
    def passed(self) -> int:
        return sum(outcome.passed for _, _, outcome in self.results)

    @property
    def failed(self) -> list[Any]:
        return [scenario for scenario, _, outcome in self.results if not outcome.passed]


def test_ruleset(name: str, args: argparse.Namespace) -> Told | None:
    from hexwright.interpreter.scenarios import run_scenario

    rules = asking.load(name, args.with_)
    chosen = list(rules.program.scenarios.values())
    if args.only:
        chosen = [s for s in chosen if args.only.lower() in s.title.lower()]
        if not chosen:
            return None
    engines = ENGINES[:2] if args.engine == "both" else (args.engine,)
    began = time.perf_counter()
    results: list[tuple[Any, str, Any]] = []
    for scenario in chosen:
        for engine in engines:
            outcome = run_scenario(rules, scenario, engine)
            results.append((scenario, engine, outcome))
    told = Told(name, rules, results)
    if args.format != "json" and not args.accept:
        say(told, time.perf_counter() - began, args)
    return told


def say(told: Told, seconds: float, args: argparse.Namespace) -> None:
    failed = [result for result in told.results if not result[2].passed]
    if args.verbose:
        for scenario, engine, outcome in told.results:
            word = "ok  " if outcome.passed else "FAIL"
            print(f"{word} {scenario.title}{f' ({engine})' if args.engine == 'both' else ''}")
    if failed:
        asking.say_diagnostics(
            [complaint(told.rules, *f) for f in failed], told.rules.texts, sys.stdout
        )
    count = f"{told.passed} of {len(told.results)} scenarios pass"
    print(f"{told.name}: {count} ({seconds:.1f} s)")


def complaint(rules: Any, scenario: Any, engine: str, outcome: Any) -> Any:
    """A failed scenario as a diagnostic: which line, and what was found there."""
    from hexwright.dsl.diagnostics import diagnose
    from hexwright.dsl.tree import NOWHERE

    span = outcome.span if outcome.span not in (None, NOWHERE) else scenario.span
    others = () if span == scenario.span else ((scenario.span, "in this scenario"),)
    hints = [f"found by the {engine} engine"]
    message = f'"{scenario.title}": {outcome.message}'
    events = rules.world.history.get(("scenarios", scenario.title))
    writer = events[-1].ruleset if events else rules.name
    if writer != rules.name:
        message = f'"{scenario.title}" of {writer} no longer holds: {outcome.message}'
        title = f'scenario "{scenario.title}"'
        hints = [f"if that is meant, say so: `remove {title}` or `replace {title}`"]
    name = "scenario-cannot-run" if outcome.impossible else "scenario-fails"
    return diagnose(name, message, span, others=others, hints=hints)


def coverage_of(told: list[Told]) -> tuple[list[str], dict[str, str]]:
    """The cited ids that passing scenarios prove, and the others with their reasons."""
    from hexwright.interpreter.scenarios import coverage

    proved: set[str] = set()
    rest: dict[str, str] = {}
    for one in told:
        failed = [scenario.title for scenario, _, outcome in one.results if not outcome.passed]
        found = coverage(one.rules, cited_ids(one.rules.world), failed)
        proved.update(found.proved)
        rest |= {i: rest.get(i, "") for i in found.missing}
        rest |= found.unproved
    return sorted(proved), {i: rest[i] for i in sorted(rest) if i not in proved}


def cited_ids(world: Any) -> list[str]:
    """Every catalogue id that a block cites, proves or gives a reason for, in order."""
    from hexwright.dsl.tree import Notes, Scenario, Unproved

    found: set[str] = set()
    blocks = [block for _, block in world.blocks()]
    for node in _nodes([world.header, *blocks, *world.unproved.values()]):
        if isinstance(node, Notes):
            found.update(node.sees)
        elif isinstance(node, Scenario):
            found.update(node.proves)
        elif isinstance(node, Unproved):
            found.update(node.ids)
    return sorted(found)


def _nodes(part: Any) -> Iterator[Any]:
    if isinstance(part, tuple | list):
        for item in part:
            yield from _nodes(item)
    elif is_dataclass(part) and not isinstance(part, type | Span):
        yield part
        for one in fields(part):
            yield from _nodes(getattr(part, one.name))


def coverage_lines(told: list[Told]) -> list[str]:
    """`ids proved N of M`, then the rest with reasons."""
    proved, rest = coverage_of(told)
    lines = [f"ids proved {len(proved)} of {len(proved) + len(rest)}"]
    return lines + [f"  {i:<12} {why or 'no scenario proves it'}" for i, why in rest.items()]


def as_data(name: str, told: list[Told], args: argparse.Namespace) -> dict[str, Any]:
    data: dict[str, Any] = {
        "ruleset": name,
        "passed": sum(one.passed for one in told),
        "scenarios": [
            {
                "title": scenario.title,
                "ruleset": one.name,
                "engine": engine,
                "passed": outcome.passed,
                "message": outcome.message,
                "place": place(outcome.span or scenario.span),
            }
            for one in told
            for scenario, engine, outcome in one.results
        ],
    }
    if args.coverage:
        data["proved"], data["unproved"] = coverage_of(told)
    return data

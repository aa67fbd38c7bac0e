"""Runs the scenarios of a ruleset and of its parents, and tells which catalogue ids they prove."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
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
    parser.add_argument("--engine", choices=ENGINES, default="compiled")
    parser.add_argument("-v", "--verbose", action="store_true", help="name the passing ones, too")


def run(args: argparse.Namespace) -> int:
    status = 0
    for name in args.name:
        status = max(status, test_ruleset(name, args))
    return status


def test_ruleset(name: str, args: argparse.Namespace) -> int:
    from hexwright.interpreter.scenarios import run_scenario

    rules = asking.load(name, args.with_)
    chosen = list(rules.program.scenarios.values())
    if args.only:
        chosen = [s for s in chosen if args.only.lower() in s.title.lower()]
        if not chosen:
            raise Wrong(f"{name} has no scenario with {args.only!r} in its title", 2)
    engines = ENGINES[:2] if args.engine == "both" else (args.engine,)
    began = time.perf_counter()
    results: list[tuple[Any, str, Any]] = []
    for scenario in chosen:
        for engine in engines:
            outcome = run_scenario(rules, scenario, engine)
            results.append((scenario, engine, outcome))
    seconds = time.perf_counter() - began
    failed = [result for result in results if not result[2].passed]
    if args.format == "json":
        asking.say_json(as_data(name, rules, results, args))
    else:
        say(name, rules, results, seconds, args)
    return 1 if failed else 0


def say(
    name: str,
    rules: Any,
    results: list[tuple[Any, str, Any]],
    seconds: float,
    args: argparse.Namespace,
) -> None:
    failed = [result for result in results if not result[2].passed]
    if args.verbose:
        for scenario, engine, outcome in results:
            word = "ok  " if outcome.passed else "FAIL"
            print(f"{word} {scenario.title}{f' ({engine})' if args.engine == 'both' else ''}")
    if failed:
        asking.say_diagnostics([complaint(*f) for f in failed], rules.texts, sys.stdout)
    passed = len(results) - len(failed)
    count = f"{passed} of {len(results)} scenarios pass"
    print(f"{name}: {count} ({seconds:.1f} s)")
    if args.coverage:
        print("\n".join(coverage_lines(rules, results)))


def complaint(scenario: Any, engine: str, outcome: Any) -> Any:
    """A failed scenario as a diagnostic: which line, and what was found there."""
    from hexwright.dsl.diagnostics import diagnose
    from hexwright.dsl.tree import NOWHERE

    span = outcome.span if outcome.span not in (None, NOWHERE) else scenario.span
    others = () if span == scenario.span else ((scenario.span, "in this scenario"),)
    hint = (f"found by the {engine} engine",)
    message = f'"{scenario.title}": {outcome.message}'
    return diagnose("scenario-fails", message, span, others=others, hints=hint)


def coverage_of(rules: Any, results: list[tuple[Any, str, Any]]) -> Any:
    """Which of the ids that the rules cite are proved by scenarios that pass."""
    from hexwright.interpreter.scenarios import coverage

    failed = [scenario.title for scenario, _, outcome in results if not outcome.passed]
    return coverage(rules, cited_ids(rules.world), failed)


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


def coverage_lines(rules: Any, results: list[tuple[Any, str, Any]]) -> list[str]:
    """`ids proved N of M`, then the rest with reasons."""
    found = coverage_of(rules, results)
    rest = {**found.unproved, **dict.fromkeys(found.missing, "no scenario proves it")}
    lines = [f"ids proved {len(found.proved)} of {len(found.proved) + len(rest)}"]
    return lines + [f"  {name:<12} {rest[name]}" for name in sorted(rest)]


def as_data(
    name: str, rules: Any, results: list[tuple[Any, str, Any]], args: argparse.Namespace
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "ruleset": name,
        "passed": sum(outcome.passed for _, _, outcome in results),
        "scenarios": [
            {
                "title": scenario.title,
                "engine": engine,
                "passed": outcome.passed,
                "message": outcome.message,
                "place": place(outcome.span or scenario.span),
            }
            for scenario, engine, outcome in results
        ],
    }
    if args.coverage:
        found = coverage_of(rules, results)
        data["proved"] = list(found.proved)
        data["unproved"] = {**found.unproved, **dict.fromkeys(found.missing, "")}
    return data

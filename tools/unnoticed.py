"""Which rules can be broken without a scenario noticing: `hexwright test NAME --mutate`.

The scenarios run on the plain engine: it needs no preparation for a program that lives for a
second. Those that noticed the last mistakes come first, so most mutants need one or two of them.
The rulesets of a folder are judged together: what one of them notices is noticed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from hexwright.tools.entries import place
from hexwright.tools.mutants import Mutant, mutants

Key = tuple[str, int, int, str, int]
"""the place of a mutant, what is wrong, and a number if the same can be wrong there twice"""


def mutate(name: str, family: list[tuple[Any, list[Any]]]) -> dict[str, Any]:
    """Rulesets with their scenarios → how many mutants there are, and the unnoticed ones."""
    began = time.perf_counter()
    authors = {rules.world.name for rules, _ in family}
    left: dict[Key, dict[str, str]] = {}
    noticed: set[Key] = set()
    for rules, scenarios in family:
        own = {file for file, author in rules.world.file_of.items() if author in authors}
        broken = keyed(mutants(rules.program, own.__contains__))
        fresh = {key: one for key, one in broken.items() if key not in noticed}
        found = dict(unnoticed(rules, fresh, scenarios))
        noticed |= fresh.keys() - found.keys()
        left |= {key: as_data(rules, one) for key, one in found.items()}
    left = {key: one for key, one in sorted(left.items()) if key not in noticed}
    return {
        "ruleset": name,
        "mutants": len(left) + len(noticed),
        "unnoticed": list(left.values()),
        "seconds": round(time.perf_counter() - began, 1),
    }


def keyed(broken: Iterable[Mutant]) -> dict[Key, Mutant]:
    found: dict[Key, Mutant] = {}
    times: Counter[tuple[str, int, int, str]] = Counter()
    for one in broken:
        spot = (one.span.file, one.span.line, one.span.column, one.what)
        found[(*spot, times[spot])] = one
        times[spot] += 1
    return found


def unnoticed(
    rules: Any, broken: dict[Key, Mutant], scenarios: list[Any]
) -> Iterator[tuple[Key, Mutant]]:
    from hexwright.interpreter import run_scenario

    order = [s for s in scenarios if run_scenario(rules, s, "reference").passed]
    for key, one in broken.items():
        wrong = replace(rules, program=one.program)
        for i, scenario in enumerate(order):
            if not run_scenario(wrong, scenario, "reference").passed:
                order.insert(0, order.pop(i))
                break
        else:
            yield key, one


def as_data(rules: Any, mutant: Mutant) -> dict[str, str]:
    lines = rules.texts.get(mutant.span.file, "").splitlines()
    number = mutant.span.line - 1
    text = lines[number].strip() if number < len(lines) else ""
    return {"place": place(mutant.span), "what": mutant.what, "line": text}


def lines(told: dict[str, Any]) -> Iterator[str]:
    for one in told["unnoticed"]:
        yield f"{one['place']}: {one['what']}"
        yield f"    {one['line']}"
    yield (
        f"{told['ruleset']}: {told['mutants']} ways to break a rule, "
        f"{len(told['unnoticed'])} unnoticed ({told['seconds']} s)"
    )

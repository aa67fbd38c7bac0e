"""Declares inherited scenarios as changed: a line `remove scenario` for each that no longer holds.

A variant re-runs the scenarios of its parents and must say which of them it changes. Whoever has
looked at the list and means it lets the program write these lines at the end of the file.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hexwright.tools.asking import Wrong
from hexwright.tools.writing import write_whole

REMARK = "# Told differently by the parents:"


def declare(name: str, rules: Any, failed: Iterable[Any]) -> list[str]:
    """Adds the lines to the author's file; the titles."""
    path = Path(name)
    if not path.is_file():
        raise Wrong("--accept writes into a file of yours: name it with its path", 2)
    titles = [
        title
        for title in dict.fromkeys(scenario.title for scenario in failed)
        if inherited(rules, title)
    ]
    if not titles:
        return []
    text = path.read_text(encoding="utf-8").rstrip("\n") + "\n"
    if REMARK not in text.split("\n"):
        text += f"\n{REMARK}\n"
    write_whole(path, text + "".join(f'remove scenario "{title}"\n' for title in titles))
    return titles


def inherited(rules: Any, title: str) -> bool:
    events = rules.world.history.get(("scenarios", title), [])
    return bool(events) and events[-1].ruleset != rules.world.name

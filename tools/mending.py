"""Makes the safe edits of diagnostics in the author's files.

Edits are tried on the files themselves, all of a round together and, if that does not help, one by
one; what does not make things better is taken back. A file is only ever replaced by a complete one.
Files of the library are left alone.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hexwright.dsl.allowing import Allowed
from hexwright.dsl.check import oddities
from hexwright.dsl.diagnostics import errors
from hexwright.dsl.fixing import fixes_of, mended
from hexwright.dsl.load import shipped_root, try_ruleset

MOST_ROUNDS = 40


def mend(name: str, with_: list[str]) -> int:
    """How many edits were made."""
    made: dict[Path, int] = {}
    for _ in range(MOST_ROUNDS):
        found, paths = mistakes(name, with_)
        fixable = [d for d in found if d.fix is not None and _mine(paths.get(d.fix.span.file))]
        if not fixable:
            break
        if _attempt(name, with_, found, fixable, paths, made):
            continue
        if not any(_attempt(name, with_, found, [d], paths, made) for d in fixable):
            break
    for path, count in made.items():
        print(f"mended {count} {'place' if count == 1 else 'places'} in {path}", file=sys.stderr)
    return sum(made.values())


def _mine(path: Path | None) -> bool:
    return path is not None and not path.resolve().is_relative_to(shipped_root().resolve())


def _attempt(
    name: str,
    with_: list[str],
    found: list[Any],
    chosen: list[Any],
    paths: dict[str, Path],
    made: dict[Path, int],
) -> bool:
    """Makes some edits; takes them back if they do not help."""
    counts: dict[Path, int] = {}
    before: dict[Path, str] = {}
    for file in dict.fromkeys(d.fix.span.file for d in chosen):
        path, fixes = paths[file], fixes_of(chosen, file)
        before[path] = path.read_bytes().decode("utf-8")
        counts[path] = len(fixes)
        write_atomically(path, mended(before[path], fixes))
    if better(found, mistakes(name, with_)[0], chosen):
        for path, count in counts.items():
            made[path] = made.get(path, 0) + count
        return True
    for path, text in before.items():
        write_atomically(path, text)
    return False


def mistakes(name: str, with_: list[str]) -> tuple[list[Any], dict[str, Path]]:
    """What the text alone shows, and the files it stands in."""
    rules, found = try_ruleset(name, with_)
    if rules is None:
        return found, {}
    if not errors(found):
        allowed = Allowed(rules.world)
        found = [*allowed.without(oddities(rules.world, rules.program)), *allowed.wrong()]
        found += allowed.needless(False)
    return found, rules.paths


def better(before: list[Any], after: list[Any], chosen: list[Any]) -> bool:
    """Are the chosen mistakes gone, and is nothing worse?

    Where a block could not be read, reading it may uncover further mistakes; those do not count.
    """
    left = [(d.code, d.message) for d in after]
    was = [(d.code, d.message) for d in before]
    if any(left.count((d.code, d.message)) >= was.count((d.code, d.message)) for d in chosen):
        return False
    uncovered = any(d.code[0] == "S" or d.name == "unknown-ruleset" for d in chosen)
    return uncovered or len(errors(after)) <= len(errors(before))


def write_atomically(path: Path, text: str) -> None:
    """The whole new text or the whole old one, whatever happens in between."""
    mode = path.stat().st_mode
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.resolve().parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path.resolve())
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

"""What `check` found the last time, as long as nothing has changed since.

The answer is kept in the user's cache folder under a name made of everything it depends on: the
words of the command, the program itself, and the contents of every file it read. The files are
found by looking: each folder that was looked into is listed again, so that a new file counts, too.
An entry carries a sum of itself; a damaged one, or one that cannot be read or written, is as good
as none. Nothing is ever executed from it: it is plain JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

KINDS = (".rules", ".po")
MOST_ENTRIES = 200
VERSION = 1


def folder() -> Path | None:
    """Where entries are kept; None if the person wants none."""
    if os.environ.get("HEXWRIGHT_NO_CACHE"):
        return None
    own = os.environ.get("HEXWRIGHT_CACHE")
    if own:
        return Path(own)
    from platformdirs import user_cache_path

    return user_cache_path("hexwright", appauthor=False) / "check"


def sum_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def program_mark() -> str:
    """Another program gives other answers: names, sizes and times of its own files."""
    root = Path(__file__).parent.parent
    facts = []
    for part in ("dsl", "interpreter", "interpreter/compiled", "tools"):
        with os.scandir(root / part) as entries:
            for entry in entries:
                if entry.is_file():
                    stat = entry.stat()
                    facts.append(f"{part}/{entry.name} {stat.st_size} {stat.st_mtime_ns}")
    return sum_of("\n".join(sorted(facts)).encode())


def listing(path: Path) -> str:
    """The rules and translations in a folder and in its scenarios, by name."""
    names = []
    for place in (path, path / "scenarios"):
        try:
            with os.scandir(place) as entries:
                names += [f"{place.name}/{e.name}" for e in entries if e.name.endswith(KINDS)]
        except OSError:
            names.append(f"{place.name} -")
    return sum_of("\n".join(sorted(names)).encode())


def contents(path: Path) -> str:
    try:
        return sum_of(path.read_bytes())
    except OSError:
        return "-"


class Memory:
    def __init__(self, words: Sequence[str]) -> None:
        self.folder = folder()
        key = json.dumps([VERSION, sys.version, str(Path.cwd()), *words])
        self.name = sum_of(key.encode())[:40]

    def recall(self) -> dict[str, Any] | None:
        """The answer, if everything is as it was."""
        if self.folder is None:
            return None
        try:
            raw = (self.folder / f"{self.name}.json").read_bytes()
            kept, body = raw.split(b"\n", 1)
            if kept.decode("ascii") != sum_of(body):
                return None
            data: dict[str, Any] = json.loads(body)
            if data["program"] != program_mark():
                return None
            if any(contents(Path(path)) != was for path, was in data["files"]):
                return None
            if any(listing(Path(path)) != was for path, was in data["folders"]):
                return None
            answer: dict[str, Any] = data["answer"]
            return answer
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, files: Iterable[Path], folders: Iterable[Path], answer: dict[str, Any]) -> None:
        """Writes the answer down, all of it or nothing."""
        if self.folder is None:
            return
        data = {
            "program": program_mark(),
            "files": [[str(p.resolve()), contents(p)] for p in files],
            "folders": [[str(p.resolve()), listing(p.resolve())] for p in folders],
            "answer": answer,
        }
        body = json.dumps(data, ensure_ascii=True).encode()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder)
            with os.fdopen(handle, "wb") as file:
                file.write(sum_of(body).encode("ascii") + b"\n" + body)
            Path(name).replace(self.folder / f"{self.name}.json")
            self.tidy()
        except OSError:
            return

    def tidy(self) -> None:
        """The oldest entries make room."""
        assert self.folder is not None
        entries = sorted(self.folder.glob("*.json"), key=lambda p: p.stat().st_mtime)
        for old in entries[: max(0, len(entries) - MOST_ENTRIES)]:
            old.unlink(missing_ok=True)

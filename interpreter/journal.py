"""The journal of a game: who played what, and what chance said; enough to play it again.

It is kept as lines of JSON: a header (rules, options, seats, seed), then every move with what
chance said after it, then the end. Every line carries a sum over itself and the sum before, so
that damage is found at the line where it happened.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexwright.interpreter.moves import Move, move_from_json
from hexwright.interpreter.setting import Constant, Setting

VERSION = 1


class JournalError(Exception):
    """A journal that cannot be used; `line` counts from 1, 0 when no line is at fault."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {sentence}" if line else sentence)
        self.sentence = sentence
        self.line = line


@dataclass(frozen=True, slots=True)
class Header:
    rules: str
    hash: str
    options: dict[str, Constant]
    players: int
    colours: tuple[str, ...]
    seed: int
    max_turns: int
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Entry:
    """One move (None: the beginning), who played it, and what chance said then."""

    player: str
    move: Move | None
    said: tuple[tuple[Any, ...], ...] = ()


@dataclass(slots=True)
class Journal:
    header: Header
    entries: list[Entry] = field(default_factory=list)

    @property
    def moves(self) -> list[Move]:
        return [entry.move for entry in self.entries if entry.move is not None]

    def copy(self) -> Journal:
        return Journal(self.header, list(self.entries))

    def lines(self) -> Iterator[str]:
        before = ""
        records: list[dict[str, Any]] = [_header_record(self.header)]
        records += [_entry_record(entry) for entry in self.entries]
        records.append({"end": len(self.entries)})
        for record in records:
            before = _sum(before, record)
            yield json.dumps({**record, "sum": before}, ensure_ascii=False)

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines())


def _sum(before: str, record: dict[str, Any]) -> str:
    written = json.dumps(record, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(f"{before}\n{written}".encode()).hexdigest()[:16]


def _header_record(header: Header) -> dict[str, Any]:
    return {
        "journal": header.version,
        "rules": header.rules,
        "hash": header.hash,
        "options": dict(header.options),
        "players": header.players,
        "colours": list(header.colours),
        "seed": header.seed,
        "max_turns": header.max_turns,
    }


def _entry_record(entry: Entry) -> dict[str, Any]:
    record: dict[str, Any] = {}
    if entry.move is not None:
        record = {"player": entry.player, "move": [entry.move.what, _listed(entry.move.args)]}
    if entry.said:
        record["chance"] = _listed(entry.said)
    return record


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def chance_in_words(setting: Setting, said: tuple[Any, ...]) -> tuple[Any, ...]:
    """What chance said, by the names of things."""
    if said[0] == "order":
        return "order", tuple(_named(setting, said[1], thing) for thing in said[2])
    return said[0], _named(setting, said[0], said[1])


def _named(setting: Setting, sort: str, thing: Any) -> Any:
    if thing is None or isinstance(thing, str) or sort in ("number", "flag"):
        return thing
    return setting.label(sort, thing)


# reading


def read_journal(text: str) -> Journal:
    """The journal that a text holds; JournalError names the first damaged line."""
    records = list(_records(text))
    if not records:
        raise JournalError("the journal is empty")
    if "journal" not in records[0]:
        raise JournalError("a journal begins with a header, and this does not", 1)
    header = _header(records[0])
    if records[-1].get("end") != len(records) - 2:
        raise JournalError("the journal is cut off: its end is missing", len(records))
    entries = [_entry(record, line) for line, record in enumerate(records[1:-1], 2)]
    return Journal(header, entries)


def _records(text: str) -> Iterator[dict[str, Any]]:
    before = ""
    for line, written in enumerate(text.splitlines(), 1):
        try:
            record = json.loads(written)
        except (ValueError, RecursionError):
            raise JournalError("this is no JSON", line) from None
        if not isinstance(record, dict):
            raise JournalError("this is no record of a journal", line)
        claimed = record.pop("sum", None)
        before = _sum(before, record)
        if claimed != before:
            raise JournalError("the sum does not fit: this line or one before was changed", line)
        yield record


def _header(record: dict[str, Any]) -> Header:
    if record["journal"] != VERSION:
        raise JournalError(f"this is version {record['journal']} of the format, not {VERSION}", 1)
    try:
        header = Header(
            rules=record["rules"],
            hash=record["hash"],
            options=dict(record["options"]),
            players=record["players"],
            colours=tuple(record["colours"]),
            seed=record["seed"],
            max_turns=record["max_turns"],
        )
    except (KeyError, TypeError, ValueError):
        raise JournalError("the header is not complete", 1) from None
    if not isinstance(header.players, int) or not isinstance(header.seed, int):
        raise JournalError("players and seed must be numbers", 1)
    return header


def _entry(record: dict[str, Any], line: int) -> Entry:
    try:
        said = _tuples(record.get("chance", []))
        if "move" not in record:
            return Entry("", None, said)
        return Entry(str(record["player"]), move_from_json(record["move"]), said)
    except (KeyError, TypeError, ValueError):
        raise JournalError("this is no move", line) from None


def read_file(path: Path) -> Journal:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise JournalError(f"byte {wrong.start} is no text") from None
    except OSError as wrong:
        raise JournalError(f"{path} cannot be read: {wrong.strerror}") from None
    return read_journal(text)


def write_file(journal: Journal, path: Path) -> None:
    """All or nothing: a file is only ever replaced by a complete one."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(journal.text())
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

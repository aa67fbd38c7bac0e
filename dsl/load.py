"""Finds rulesets, reads them with their parents, and hands out what can be played.

A shipped ruleset is a folder below `rulesets/`; a file in it that has a header of its own is a
ruleset, too (`folder/name`), every other file belongs to the folder's ruleset. A path names a file
or a folder of the author's. Parents are looked for beside the file first, then among the shipped.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from . import tree as t
from .compose import Source, ancestors, compose, read_source
from .diagnostics import Diagnostic, RulesetError, diagnose, errors, suggest
from .knock_on import Lost, hopeless, independent
from .parse import parse_text, read_rules
from .program import Program
from .same import essence
from .tree import NOWHERE, Span
from .world import Colours, World

HEADER = re.compile(r"^ruleset[ ]+([a-z][a-z0-9_/]*)", re.MULTILINE)
LEADING = re.compile(r"^\d+_")
APART = ("sections", "scenarios")
MOST_FILES = 500


@dataclass(eq=False)
class Rules:
    """A ruleset that has been read, composed and resolved."""

    name: str
    world: World
    program: Program
    diagnostics: tuple[Diagnostic, ...]
    home: Path | None = None
    """the folder it was read from"""
    places: dict[str, Place] = field(default_factory=dict)
    """where each ruleset of the lineage is written"""
    paths: dict[str, Path] = field(default_factory=dict)
    """how messages call a file → where it is"""

    @property
    def texts(self) -> dict[str, str]:
        return self.world.files

    @cached_property
    def hash(self) -> str:
        """Names what is played: the same for rules that differ in comments and printed words."""
        digest = hashlib.sha256()
        for (sort, name), block in self.world.blocks():
            if sort not in APART:
                digest.update(f"{sort} {name} ".encode())
                digest.update(" ".join(essence(block)).encode())
        digest.update(repr((self.world.players, essence_of_colours(self.world.seats))).encode())
        if self.world.neutral:
            digest.update(repr(essence_of_colours(self.world.neutral)).encode())
        return digest.hexdigest()[:16]


def essence_of_colours(lines: Colours) -> list[tuple[int, list[str]]]:
    return [(count, [word.text for word in words]) for count, words in lines]


def shipped_root() -> Path:
    """The folder of the rulesets that come with the program."""
    from hexwright import rulesets

    file = rulesets.__file__
    assert file is not None
    return Path(file).parent


def load_ruleset(name: str | Path, with_: Sequence[str | Path] = ()) -> Rules:
    """The rules of that name or path, with house rules on top; RulesetError if unusable."""
    rules, found = try_ruleset(name, with_)
    if rules is None or errors(found):
        raise RulesetError(found, rules.texts if rules else None)
    return rules


def try_ruleset(
    name: str | Path, with_: Sequence[str | Path] = ()
) -> tuple[Rules | None, list[Diagnostic]]:
    """Like load_ruleset, but with whatever could be made of it and everything that is wrong."""
    from .resolve import resolve

    reader = Reader()
    top = reader.find(str(name))
    extra = [reader.find(str(one)) for one in with_]
    if top is None or None in extra:
        return None, reader.found
    names = [top, *(one for one in extra if one is not None)]
    reader.need_header(top)
    sources = reader.lineage(names)
    texts = {f: x for s in sources for f, x in s.files.items()} | reader.texts
    home = reader.homes.get(top)
    lost = Lost(texts)
    lost.add(reader.found)
    if hopeless(reader.found) or lost.header:
        world, program = World(top, files=texts), Program(top, "", (0, 0), ())
        broken = tuple(reader.found)
        return Rules(top, world, program, broken, home, reader.places, reader.paths), reader.found
    found = list(reader.found)
    world, more = compose(sources)
    world.files.update(texts)
    world.file_of.update({f: s.name for s in sources for f in s.files})
    authors = {world.file_of[d.span.file] for d in found if d.span.file in world.file_of}
    found += independent(lost, files_of(world, authors), more) if errors(found) else more
    lost.add(more)
    program, more = resolve(world)
    if errors(found):
        authors |= {world.file_of[d.span.file] for d in found if d.span.file in world.file_of}
        more = independent(lost, files_of(world, authors | {world.name}), more)
        program = Program(world.name, world.title, world.players, ())
    found += more
    rules = Rules(world.name, world, program, tuple(found), home, reader.places, reader.paths)
    return rules, found


def files_of(world: World, rulesets: Iterable[str]) -> set[str]:
    return {file for file, name in world.file_of.items() if name in rulesets}


@dataclass
class Reader:
    """Reads rulesets and their parents, each once."""

    found: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    """by name, parents before children"""
    homes: dict[str, Path] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)

    def find(self, name: str, near: Path | None = None, span: Span = NOWHERE) -> str | None:
        """Reads the ruleset of that name or path with all its parents; gives its full name."""
        place = locate(name, near)
        if place is None:
            self.unknown(name, near, span)
            return None
        if place.name in self.open:
            ring = [*self.open[self.open.index(place.name) :], place.name]
            message = f"rulesets extend each other in a ring: {' → '.join(ring)}"
            self.found.append(diagnose("circular-extends", message, span, "closes the ring"))
            return None
        if place.name in self.sources:
            return place.name
        self.open.append(place.name)
        self.homes[place.name] = place.folder
        self.places[place.name] = place
        source, wrong = read_source(place.name, self.files(place))
        self.found += wrong
        parents = []
        for word in source.header.extends if source.header else ():
            parent = self.find(word.text, place.folder, word.span)
            if parent is not None:
                parents.append(parent)
        source.parents = tuple(parents)
        self.open.pop()
        self.sources[place.name] = source
        return place.name

    def files(self, place: Place) -> Iterable[t.ParsedFile]:
        for path in place.files:
            shown = shown_path(path)
            text, wrong = read_rules(path, shown)
            self.found += wrong
            self.texts[shown] = text
            self.paths[shown] = path
            if wrong:
                continue
            parsed, problems = parsed_once(shown, text)
            self.found += problems
            yield parsed

    def need_header(self, name: str) -> None:
        """What stands for itself must say what it is."""
        source = self.sources[name]
        if source.header is not None or not source.files:
            return
        first = source.items[0].block.span if source.items else None
        file, line = (first.file, first.line) if first else (next(iter(source.files)), 1)
        start = Span(file, line, 1, line, 1)
        message = "the file has no header: it does not say which rules it changes"
        hints = ["begin with two lines: `ruleset NAME`, and below it `    extends base`"]
        self.found.append(diagnose("no-ruleset", message, start, hints=hints))

    def lineage(self, names: list[str]) -> list[Source]:
        """The sources of these rulesets, parents first; house rules are stacked by one more.

        A house rule that extends nothing is meant for whatever it is stacked on.
        """
        order = list(dict.fromkeys(names))
        for number, name in enumerate(order):
            source = self.sources[name]
            below = ancestors(list(self.sources.values()))
            needed = any(name in below[other] for other in order)
            if number and not needed and not (source.header and source.header.extends):
                source.parents = tuple(order[:number])
                self.sources[name] = self.sources.pop(name)
        sources = list(self.sources.values())
        if len(order) > 1:
            short = [n.split("/")[-1] for n in order]
            sources.append(Source(" + ".join(short), tuple(order)))
        return sources

    def unknown(self, name: str, near: Path | None, span: Span) -> None:
        if name.endswith(".rules") or "\\" in name:
            message = f"there is no file {name}"
            self.found.append(diagnose("unknown-ruleset", message, span, "not found"))
            return
        if Path(name).is_dir():
            message = f'the folder "{name}" holds no ruleset'
            hint = "a ruleset is a file that ends in .rules and begins with `ruleset NAME`"
            self.found.append(diagnose("unknown-ruleset", message, span, "none", hints=(hint,)))
            return
        names = shipped_names() + (names_in(near) if near else [])
        message = f'there is no ruleset called "{name}"'
        hints, fix = suggest(name, names, span)
        hints = hints or (f"shipped are: {', '.join(names[:20])}",)
        fix = fix if span != NOWHERE else None
        one = diagnose("unknown-ruleset", message, span, "not found", hints=hints, fix=fix)
        self.found.append(one)


@lru_cache(maxsize=MOST_FILES)
def parsed_once(file: str, text: str) -> tuple[t.ParsedFile, tuple[Diagnostic, ...]]:
    """Trees never change, so one process reads each text once."""
    parsed, found = parse_text(file, text)
    return parsed, tuple(found)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a ruleset is written."""

    name: str
    folder: Path
    files: tuple[Path, ...]


def locate(name: str, near: Path | None = None) -> Place | None:
    """The files of a ruleset, by path or by name; a name may carry its folder."""
    path = Path(name)
    if name.endswith(".rules") or (
        near is None and path.exists() and (path.parts[1:] or name == ".")
    ):
        if path.is_dir():
            return in_folder(path, path.resolve().name)
        return Place(headed(path) or path.stem, path.parent, (path,)) if path.is_file() else None
    root = shipped_root()
    for folder in [near, root] if near else [root]:
        assert folder is not None
        found = _inside(folder, name, root)
        if found is not None:
            return found
    for folder in sorted(p for p in root.iterdir() if p.is_dir()):
        if "/" not in name:
            found = _member(folder, name, root)
            if found is not None:
                return found
    if near is None and path.is_dir():
        return in_folder(path, path.resolve().name)
    return None


def _inside(folder: Path, name: str, root: Path) -> Place | None:
    if not name or any(part in ("", ".", "..") for part in name.split("/")):
        return None
    whole = folder / name
    if whole.is_dir():
        return in_folder(whole, full_name(whole, root))
    if folder != root or (folder / f"{name}.rules").is_file():
        found = _member(folder, name, root)
        if found is not None:
            return found
    if "/" in name:
        head, tail = name.rsplit("/", 1)
        if (folder / head).is_dir():
            return _member(folder / head, tail, root)
    if whole.parent.is_dir() and folder == root and folder.name == name:
        return in_folder(folder, name)
    return None


def _member(folder: Path, name: str, root: Path) -> Place | None:
    """A file of a folder that is a ruleset of its own; or the folder's own ruleset."""
    files = rule_files(folder)
    mine = [f for f in files if headed(f) == name]
    if not mine:
        mine = [f for f in files if LEADING.sub("", f.stem) == name and headed(f) in (None, name)]
        mine = [f for f in mine if headed(f)]
    if not mine:
        return None
    own = main_name(folder)
    if own == name:
        return in_folder(folder, full_name(folder, root) if folder.is_relative_to(root) else name)
    prefix = full_name(folder, root)
    full = f"{prefix}/{name}" if folder.is_relative_to(root) and folder != root else name
    extra = [f for f in rule_files(folder / "scenarios") if headed(f) == name]
    return Place(full, folder, tuple(mine + extra))


def full_name(folder: Path, root: Path) -> str:
    return folder.relative_to(root).as_posix() if folder.is_relative_to(root) else folder.name


def in_folder(folder: Path, name: str) -> Place | None:
    """The ruleset of a whole folder: files without header, or with the folder's own."""
    own = main_name(folder)
    files = [*rule_files(folder), *rule_files(folder / "scenarios")]
    mine = tuple(f for f in files if headed(f) in (None, own))
    return Place(name, folder, mine) if mine and own is not None else None


def main_name(folder: Path) -> str | None:
    """How the ruleset of a folder is called in its headers: the folder's name, or the only one."""
    names = list(dict.fromkeys(h for h in map(headed, rule_files(folder)) if h))
    if folder.resolve().name in names:
        return folder.resolve().name
    return names[0] if len(names) == 1 else None


def rule_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.rules"))[:MOST_FILES] if folder.is_dir() else []


_HEADERS: dict[tuple[Path, float, int], str | None] = {}


def headed(path: Path) -> str | None:
    """The name in the header of a file, without reading all of it closely."""
    try:
        facts = path.stat()
        key = (path, facts.st_mtime, facts.st_size)
        if key not in _HEADERS:
            with path.open("rb") as file:
                match = HEADER.search(file.read(20_000).decode("utf-8", "replace"))
            _HEADERS[key] = match.group(1) if match else None
        return _HEADERS[key]
    except OSError:
        return None


def names_in(folder: Path) -> list[str]:
    return sorted({h for h in map(headed, rule_files(folder)) if h})


def shipped_names() -> list[str]:
    """Every ruleset that comes with the program, by full name."""
    names = []
    for folder in sorted(p for p in shipped_root().iterdir() if p.is_dir()):
        own = main_name(folder)
        if own is not None:
            names.append(folder.name)
        names += [f"{folder.name}/{n}" for n in names_in(folder) if n != own]
    return names


def folder_called(name: str) -> Path | None:
    """A folder of rulesets, in the library or where we stand."""
    for folder in (shipped_root() / name, Path(name).resolve()):
        if folder.is_dir() and names_in(folder):
            return folder
    return None


def each_of(name: str) -> list[str]:
    """A ruleset, or all those in a folder that is none itself."""
    return family(name) if locate(name) is None else [name]


def family(name: str) -> list[str]:
    """A ruleset, and every ruleset inside its folder if it is a folder's own; the own one first. In
    a folder that is none itself, files without header are strays: named, so that they are told."""
    place = locate(name)
    if place is not None and place.name == full_name(place.folder, shipped_root()):
        folder, own = place.folder, [name]
    elif place is None and (inside := folder_called(name)) is not None:
        folder, own = inside, []
    else:
        return [name]
    members = [n for n in names_in(folder) if n != main_name(folder)]
    if folder.is_relative_to(shipped_root()):
        return own + [f"{full_name(folder, shipped_root())}/{n}" for n in members]
    first = {headed(f): str(f) for f in reversed(rule_files(folder))}
    stray = [] if own else [str(f) for f in rule_files(folder) if headed(f) is None]
    return own + [first[n] for n in members] + stray


def shown_path(path: Path) -> str:
    """How messages call a file: as in the library, else from where we stand, else as it is."""
    root = shipped_root()
    resolved = path.resolve()
    if resolved.is_relative_to(root.resolve()):
        return resolved.relative_to(root.resolve()).as_posix()
    here = Path.cwd()
    return resolved.relative_to(here).as_posix() if resolved.is_relative_to(here) else path.name

"""Translations beside the rules: which files, what they say, and whether they fit.

A translation file is a gettext catalogue: `fr.po` in the folder of a ruleset, or `NAME.fr.po`
beside a single file NAME.rules. A sentence is its own key, holes and all. Names of things carry the
context `name`; a plural may be given, otherwise it is made by rule. `en.po` may say how a name is
written in English when spaces for underlines are not enough ("corner" → "intersection").

Every ruleset brings the catalogue for its own words. What a parent has said already stays as it is,
so that one sentence has one translation, also when a folder of variants shares a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import tree as t
from .diagnostics import Diagnostic, diagnose
from .kinds import plural
from .tree import Span

if TYPE_CHECKING:
    from .load import Place, Rules

NAME = "name"
"""the context of names"""
HOLE = re.compile(r"\{([^{}]*)\}")
LANGUAGES = ("fr",)
"""languages besides English that shipped rules are written in"""
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Named:
    one: str
    many: str
    gender: str = ""


@dataclass(slots=True)
class Catalogue:
    """What one language calls the things and says the sentences of a ruleset."""

    language: str
    sentences: dict[str, str] = field(default_factory=dict)
    names: dict[str, Named] = field(default_factory=dict)

    def sentence(self, text: str) -> str:
        """The translation, or the sentence itself."""
        return self.sentences.get(text) or text

    def name(self, word: str) -> Named:
        """How a thing is called, one and many."""
        found = self.names.get(word)
        if found is not None:
            return found
        plain = word.replace("_", " ")
        many = plural_in(self.language, plain)
        return Named(plain, many)


def plural_in(language: str, word: str) -> str:
    """The plural by rule; in French the first word carries it ("cartes du paquet")."""
    if language != "fr":
        return plural(word)
    first, space, rest = word.partition(" ")
    if first[-1:] in ("s", "x", "z", ""):
        return word
    if first.endswith(("au", "eu")):
        first += "x"
    elif first.endswith("al"):
        first = first[:-2] + "aux"
    else:
        first += "s"
    return first + space + rest


def files_of(place: Place, language: str) -> list[Path]:
    """The catalogues of a ruleset in one language that exist, general ones first."""
    own = [f.with_name(f"{f.stem}.{language}.po") for f in place.files]
    found = [place.folder / f"{language}.po", *own]
    return [path for path in dict.fromkeys(found) if path.is_file()]


def catalogue(rules: Rules, language: str) -> Catalogue:
    """Everything the catalogues of the lineage say.

    A sentence stays as its author's folder has it; a name may be another one in a child's book.
    """
    found = Catalogue(language)
    for name in rules.world.lineage:
        place = rules.places.get(name)
        for path in files_of(place, language) if place is not None else ():
            for entry in entries(path):
                add(found, entry)
    return found


def unreadable(path: Path) -> str:
    """Why a file is no catalogue, or ""."""
    import polib

    try:
        polib.pofile(str(path), encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as problem:
        return str(problem).replace(str(path), path.name)
    return ""


def entries(path: Path) -> list[Any]:
    """The entries of a file; a file that cannot be read has none (`check` tells why)."""
    import polib

    try:
        return list(polib.pofile(str(path), encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValueError):
        return []


def add(found: Catalogue, entry: Any) -> None:
    if entry.obsolete or "fuzzy" in entry.flags:
        return
    if entry.msgctxt != NAME:
        if entry.msgstr:
            found.sentences.setdefault(entry.msgid, entry.msgstr)
        return
    one = entry.msgstr or (entry.msgstr_plural or {}).get(0, "")
    if one:
        many = (entry.msgstr_plural or {}).get(1) or plural_in(found.language, one)
        comment = str(entry.comment or "")
        already_many = " pl" in f" {comment}"
        named = Named(one, one if already_many else many, comment)
        found.names[entry.msgid] = named


# Whether they fit


def check_translations(rules: Rules) -> list[Diagnostic]:
    """Of the ruleset's own words: what is missing, what is out of date, what does not fit."""
    place = rules.places.get(rules.name)
    if place is None:
        return []
    found: list[Diagnostic] = []
    for language in LANGUAGES:
        files = files_of(place, language)
        if not files:
            continue
        found += _missing(rules, place, language)
        for path in files:
            found += _wrong(path, place)
    return found


def _missing(rules: Rules, place: Place, language: str) -> Iterator[Diagnostic]:
    known = catalogue(rules, language)
    lacking = list(lacks(rules, known))
    if not lacking:
        return
    first = lacking[0]
    many = f"{len(lacking)} words or sentences have" if len(lacking) > 1 else "one has"
    message = f'{many} no translation into "{language}", e.g. "{first[1]}"'
    others = [(span, "this one, too") for _, _, span in lacking[1:MOST_SHOWN]]
    from .load import shown_path

    name = rules.name if "/" in rules.name or len(place.files) > 1 else shown_path(place.files[0])
    command = f"hexwright print {name} --lang {language} --missing"
    hints = [f"`{command}` writes the entries to fill in"]
    yield diagnose("missing-translation", message, first[2], others=others, hints=hints)


def lacks(rules: Rules, known: Catalogue) -> Iterator[tuple[str, str, Span]]:
    """(context, text, place) of every sentence and name of the ruleset itself without translation.

    Names are wanted where pages print them: of what is declared, not of labels inside a rule.
    """
    place = rules.places.get(rules.name)
    own = set() if place is None else {f.name for f in place.files}
    said: set[tuple[str, str]] = set()
    for context, text, span in (*sentences(rules), *names(rules)):
        mine = Path(span.file).name in own
        have = known.names if context == NAME else known.sentences
        if mine and text and text not in have and (context, text) not in said:
            said.add((context, text))
            yield context, text, span


def sentences(rules: Rules) -> Iterator[tuple[str, str, Span]]:
    """Every sentence that a page may print."""
    world = rules.world
    for header in world.headers.values():
        if header.title is not None:
            yield "", header.title.text, header.title.span
        yield from _told(header.notes.texts)
    for (sort, name), block in world.blocks():
        yield from _told(block.notes.texts)
        if sort == "sections":
            yield from _told((block.heading,))
        if sort == "scenarios":
            yield "", str(name), block.span
        for part in (*getattr(block, "parts", ()), *getattr(block, "head", ())):
            notes = getattr(part, "notes", None)
            if notes is not None:
                yield from _told(notes.texts)
            if isinstance(part, t.Require):
                yield from _told((part.sentence,))


def _told(texts: Iterable[t.Sentence]) -> Iterator[tuple[str, str, Span]]:
    for sentence in texts:
        yield "", sentence.text, sentence.span


NAMED = ("options", "kinds", "pieces", "tracks", "awards", "actions", "cards", "phases", "boards")


def names(rules: Rules) -> Iterator[tuple[str, str, Span]]:
    """Every name that a page may print."""
    world, program = rules.world, rules.program
    for sort in NAMED:
        for name, block in getattr(world, sort).items():
            yield NAME, str(name), block.name.span
    for name, option in world.options.items():
        for word in program.options[name].words if name in program.options else ():
            yield NAME, word, option.span
    for kind in world.kinds.values():
        for row in kind.rows:
            if row and isinstance(row[0], t.Name):
                yield NAME, row[0].word, row[0].span
        for column in kind.columns:
            yield NAME, column.name.text, column.name.span
    for state in world.states.values():
        yield NAME, state.name.text, state.name.span
    for value in world.values.values():
        yield NAME, value.name.text, value.name.span
    for _, seats in (*world.seats, *world.neutral):
        for seat in seats:
            yield NAME, seat.text, seat.span


QUOTED = re.compile(r'"([^"\n]*)"')
WORD = re.compile(r"[a-z][a-z0-9_]*")


def _wrong(path: Path, place: Place) -> Iterator[Diagnostic]:
    """Entries that nothing uses, or whose holes differ; what is used is read off the files."""
    from .load import shown_path

    shown = shown_path(path)
    problem = unreadable(path)
    if problem:
        span = Span(shown, 1, 1, 1, 2)
        yield diagnose("bad-translation", f"the translations cannot be read: {problem}", span)
        return
    texts = [f.read_text(encoding="utf-8", errors="replace") for f in _files(path, place)]
    said = {sentence for text in texts for sentence in QUOTED.findall(text)}
    words = {word for text in texts for word in WORD.findall(text)}
    for entry in entries(path):
        span = Span(shown, max(entry.linenum, 1), 1, max(entry.linenum, 1), 2)
        if entry.obsolete:
            continue
        used = entry.msgid in (words | LANGUAGE_WORDS if entry.msgctxt == NAME else said)
        if not used:
            message = f'nothing in the rules says "{entry.msgid}" any more'
            yield diagnose("unused-translation", message, span)
        elif entry.msgstr and sorted(HOLE.findall(entry.msgid)) != sorted(
            HOLE.findall(entry.msgstr)
        ):
            message = f'the translation of "{entry.msgid}" has other holes than the sentence'
            yield diagnose("bad-translation", message, span)


LANGUAGE_WORDS = frozenset(("hex", "corner", "edge", "player", "piece"))
"""names that the language gives to things of every game"""


def _files(path: Path, place: Place) -> list[Path]:
    """The rules that a catalogue serves: one file, or all of its folder."""
    if len(place.files) == 1 and path.stem.startswith(f"{place.files[0].stem}."):
        return list(place.files)
    return sorted(path.parent.rglob("*.rules"))

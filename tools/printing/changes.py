"""Only what a variant changes against its parent: old and new side by side."""

from __future__ import annotations

from dataclasses import replace

from hexwright.dsl.compose_names import SINGULAR
from hexwright.tools.printing.book import Book
from hexwright.tools.printing.chapters import numbered
from hexwright.tools.printing.facts import Key, Saying, sayings
from hexwright.tools.printing.model import (
    Block,
    Bullets,
    Code,
    Document,
    Item,
    Para,
    Row,
    Section,
    Table,
)
from hexwright.tools.printing.pictures import pictures
from hexwright.tools.printing.speech import capital, sentences
from hexwright.tools.printing.telling import Teller
from hexwright.tools.sources import block as cited

ABSENT = "–"
FACING = 60
"""percent of the line that each of two boards gets at least when they share a page"""
LATER = 1_000
"""places; read aloud, what happens comes before what is looked up"""


def changes_sheet(book: Book) -> Document:
    before = book.before()
    words = book.words
    new = sayings(Teller(book))
    old = sayings(Teller(before)) if before is not None else {}
    if before is None:
        subtitle = words("What this game changes: nothing, it builds on no other.")
        return _document(book, subtitle, ())
    subtitle = words("What changes against {title}", title=before.title)
    return _document(book, book.speech.set(subtitle), tuple(_sections(book, before, old, new)))


def in_brief(book: Book, before: Book, aloud: bool = False) -> list[Item]:
    """Each sentence that is new or different, and what is gone; a choice of boards has pictures."""
    new, old = sayings(Teller(book)), sayings(Teller(before))
    boards = [key for key in new if key[0] == "board" and key not in old]
    if len(boards) > 1:
        new = {key: saying for key, saying in new.items() if key not in boards}
    rows = [Row((row.cells[0], _news(*row.cells[1:]))) for row in _different(old, new)]
    if aloud:
        new = {
            key: replace(s, text=s.short, rank=s.rank + (key[0] == "value") * LATER)
            for key, s in new.items()
            if s.short
        }
    cells = [row.cells for row in [*_merged(rows), *_added(book, old, new)]]
    lines = [book.speech.colon(title, ended(text)) for title, text in cells]
    gone = _gone(book, old, {key[:2] for key in new}, {s.chapter for s in new.values()})
    if gone:
        said = "; ".join(text.rstrip(".") for text in gone)
        lines.append(book.speech.colon(book.words("No longer in the game"), f"{said}."))
    return [Item(line) for line in lines]


def _document(book: Book, subtitle: str, sections: tuple[Section, ...]) -> Document:
    name = book.rules.name
    made = numbered(sections)
    return Document(name, book.title, subtitle, "changes", book.language, book.paper, (), made)


def _sections(
    book: Book, before: Book, old: dict[Key, Saying], new: dict[Key, Saying]
) -> list[Section]:
    words = book.words
    intro: list[Block] = [
        Para(book.speech.text(text))
        for name in book.adding()
        for text in book.program.told.get(("ruleset", name), ())
    ]
    order: dict[str, int] = {}
    for saying in (*old.values(), *new.values()):
        order[saying.heading] = min(saying.order, order.get(saying.heading, saying.order))
    changed = [_shorter(row) for row in _different(old, new)]
    added = _added(book, old, new)
    still = {key[:2] for key in new}
    changed += [
        Row((saying.heading, saying.text, ABSENT))
        for key, saying in old.items()
        if key not in new and key[:2] in still
    ]
    gone = _gone(book, old, still)
    changed = _merged(sorted(changed, key=lambda row: order[row.cells[0]]))
    found = []
    if intro:
        found.append(Section("about", words("In short"), tuple(intro)))
    if changed:
        head = (words("What"), words("Before"), words("Now"))
        table = Table("", head, tuple(changed), wide=-3)
        found.append(Section("different", words("Different"), (table,)))
    if added:
        table = Table("", (words("What"), words("The rule")), tuple(added))
        found.append(Section("new", words("New"), (table,)))
    if gone:
        items = tuple(Item(title) for title in gone)
        found.append(Section("gone", words("No longer in the game"), (Bullets(items),)))
    silent = _silent(book, old, new)
    if silent:
        found.append(Section("silent", words("Rules as written"), tuple(silent)))
    boards = _boards(book, before)
    if boards:
        found.append(Section("boards", words("The board"), tuple(boards)))
    return found


def _different(old: dict[Key, Saying], new: dict[Key, Saying]) -> list[Row]:
    """What is said otherwise; a price that only repeats a sentence is left to that sentence."""
    found = {key: s for key, s in new.items() if key in old and old[key].text != s.text}
    told = {_plain(saying.text) for key, saying in found.items() if key[0] != "price"}
    return [
        Row((saying.heading, old[key].text, saying.text))
        for key, saying in found.items()
        if key[0] != "price" or _plain(saying.text) not in told
    ]


def _news(before: str, now: str) -> str:
    """The sentences that were not there before; all of them if that leaves none."""
    known = sentences(before)
    return " ".join(said for said in sentences(now) if said not in known) or now


def _shorter(row: Row) -> Row:
    """Without the last sentences that are the same before and now."""
    title, *texts = row.cells
    before, now = map(sentences, texts)
    while len(before) > 1 and len(now) > 1 and before[-1] == now[-1]:
        before.pop()
        now.pop()
    return Row((title, " ".join(before), " ".join(now)))


def _plain(text: str) -> str:
    return text.rstrip(".").lower()


def _added(book: Book, old: dict[Key, Saying], new: dict[Key, Saying]) -> list[Row]:
    """What is new; all that is said of one new thing, or under one heading, in one line.

    What the players merely have to remember is left out: the rules that use it say so.
    """
    before = {key[:2] for key in old}
    kept = {
        ".".join(word for word in state.key if word)
        for state in book.program.states.values()
        if not state.sights
    }
    things: dict[tuple[str, str], list[tuple[str, Saying]]] = {}
    for (sort, name, part), saying in sorted(new.items(), key=_place):
        if (sort, name, part) not in old and not (sort == "state" and name in kept):
            whole = (sort, name) if not saying.chapter else ("", saying.chapter)
            things.setdefault(whole, []).append((part, saying))
    priced = {saying.title for (sort, _), found in things.items() if sort in ("piece", "action")
              for _, saying in found}  # fmt: skip
    rows = []
    for (sort, name), found in things.items():
        if sort == "price" and name in priced:
            continue
        if not sort:
            rows.append(Row((name, " ".join(ended(saying.text) for _, saying in found))))
            continue
        if (sort, name) in before or sort == "kind":
            parts: dict[str, list[str]] = {}
            for _, saying in found:
                parts.setdefault(saying.heading, []).append(saying.text)
            rows += [Row((title, _joined(book, texts))) for title, texts in parts.items()]
            continue
        main = next((s.title for part, s in found if not part), found[0][1].title)
        said, last = [], ""
        for _, saying in found:
            label = saying.title.removeprefix(main).lstrip(", ")
            labelled = label and label != last
            last = label
            said.append(ended(book.speech.colon(label, saying.text) if labelled else saying.text))
        rows.append(Row((main, " ".join(said))))
    return _merged(rows)


def _place(pair: tuple[Key, Saying]) -> tuple[int, int]:
    """Heading by heading, as the rules have it; things with a name keep their order."""
    saying = pair[1]
    return saying.order, saying.rank if saying.chapter else 0


def _joined(book: Book, texts: list[str]) -> str:
    """Sentences after each other, facts with a semicolon between."""
    if any(ended(text) == text for text in texts):
        return " ".join(map(ended, texts))
    return book.speech.set(" ; ".join(texts)).replace(" ;", ";")


def ended(text: str) -> str:
    """As a sentence."""
    return capital(text) if text[-1:] in ".,;:!?»”)" else f"{capital(text)}."


def _gone(
    book: Book,
    old: dict[Key, Saying],
    still: set[tuple[str, str]],
    standing: set[str] | None = None,
) -> list[str]:
    """The titles of things of which nothing is left; of what has no name, its sentence.

    With the sections that are still standing, sentences are left out: only the heading of a
    section that is lost is told. What a game merely keeps in mind goes with the rules that use it.
    """
    things: dict[tuple[str, str], str] = {}
    said: dict[str, list[str]] = {}
    for (sort, name, part), saying in old.items():
        if (sort, name) in still or sort in ("price", "state"):
            continue
        if saying.chapter:
            if sort != "section":
                said.setdefault(saying.chapter, []).append(saying.text)
            else:
                said.setdefault(saying.chapter, [])
        elif not part or (sort, name) not in things:
            things[sort, name] = saying.title
    if standing is not None:
        said = {chapter: [] for chapter in said if chapter not in standing}
    lines = [
        book.speech.colon(chapter, " ".join(map(ended, texts))) if texts else chapter
        for chapter, texts in said.items()
    ]
    return [*dict.fromkeys(things.values()), *lines]


def _merged(rows: list[Row]) -> list[Row]:
    """Parts that change in the same way share a line."""
    found: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        found.setdefault(row.cells[1:], []).append(row.cells[0])
    return [Row((" · ".join(dict.fromkeys(titles)), *rest)) for rest, titles in found.items()]


def _silent(book: Book, old: dict[Key, Saying], new: dict[Key, Saying]) -> list[Block]:
    """Lines of the variant whose effect no sentence shows: cited as they are written."""
    told = {key[:2] for key in new if old.get(key) != new[key]}
    told |= {key[:2] for key in old if key not in new}
    priced = any(key[0] == "price" for key in told)
    lines: dict[str, None] = {}
    for (sort, name), events in book.world.history.items():
        shown = ".".join(part for part in name if part) if isinstance(name, tuple) else str(name)
        key = (SINGULAR.get(sort, sort), shown)
        if (
            sort in ("scenarios", "boards", "sections")
            or key in told
            or (sort == "pieces" and priced)
        ):
            continue
        for event in events:
            if event.ruleset == book.rules.name:
                lines[cited(book.rules.texts, event.span)] = None
    text = "\n\n".join(line for line in lines if line)
    intro = "These rules have no sentence of their own yet; here they are as written."
    return [Para(book.words(intro), quiet=True), Code(text)] if text else []


def _boards(book: Book, before: Book) -> list[Block]:
    """Pictures of boards that the parent does not have, or has otherwise."""
    theirs = before.program.boards
    mine = [
        name
        for name, board in book.program.boards.items()
        if name not in theirs or _drawn(theirs[name]) != _drawn(board)
    ]
    least = FACING if len(mine) > 1 else 100
    return [picture for name, picture in pictures(book, least) if name in mine]


def _drawn(board: object) -> tuple[object, ...]:
    return tuple(getattr(board, n) for n in ("rows", "marks", "fills", "stands"))

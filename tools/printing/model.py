"""What a printed sheet consists of. Plain data: all words are chosen, nothing is laid out yet.

Every string here is text, never markup: the renderings escape it. A `mark` names the ruleset that
changed a part; it is empty for what stands as in the game that everything builds on.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Para:
    text: str
    mark: str = ""
    quiet: bool = False
    """small print"""


@dataclass(frozen=True, slots=True)
class Item:
    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[Item, ...]
    intro: str = ""
    brief: str = ""
    """what is said instead where there is no room for all of them; else the first ones are"""


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[str, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    caption: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]
    wide: int = -1
    """the column that takes the rest of the line; -1 for the last one, -2 for none, -3 for all
    but the first alike"""


@dataclass(frozen=True, slots=True)
class Picture:
    svg: str
    alt: str
    caption: str = ""
    share: int = 100
    """percent of the width of the text"""
    text: str = ""
    """the same drawing in characters, for pages without pictures"""
    floating: bool = False
    """it may move to the top of the next page while the text goes on"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pictures side by side."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """A rule in the author's own lines, where no sentence tells it."""

    text: str
    intro: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something with a name: an action, a card, an award, a phase."""

    anchor: str
    title: str
    mark: str = ""
    facts: tuple[Fact, ...] = ()
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Strip:
    """A track: numbered spaces in a row."""

    title: str
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cutting:
    """Equal cards to cut out, one for each player."""

    cards: tuple[tuple[str, tuple[Block, ...]], ...]


Block = Para | Bullets | Table | Picture | Pair | Code | Entry | Strip | Cutting


@dataclass(frozen=True, slots=True)
class Section:
    anchor: str
    heading: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    mark: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A line of the index."""

    word: str
    anchors: tuple[tuple[str, str], ...]
    """(anchor, number of its section)"""


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    """of the ruleset"""
    title: str
    subtitle: str
    sheet: str
    language: str
    paper: str
    lead: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    index: tuple[Reference, ...] = ()
    words: dict[str, str] = field(default_factory=dict)
    """words of the page itself, in its language"""

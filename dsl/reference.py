"""Writes the tables of the language reference that can be read off the code.

    python -m hexwright.dsl.reference docs/language.md --write

puts them between the marks `<!-- generated: NAME -->` and `<!-- end -->` of the document; without
`--write` it says whether they are fresh. What a built-in name or field means is said here, once.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from .diagnostics import CODES
from .tables import tables
from .words import FORMS, SENTENCES

MARK = re.compile(r"(?s)(<!-- generated: (\w+) -->\n).*?(<!-- end -->)")

NAMES = {
    "you": "the player who acts: who does the action, whose rule runs, whose turn it is",
    "active": "the player whose turn it is",
    "starter": "the first player; set-up may set it, as no other built-in name",
    "players": "all players, in turn order from the active one; `players.at(n)` by seat",
    "everyone": "all players, where somebody sees or is shown something",
    "nobody": "no player",
    "neutral": "the owner of the pieces of colours that do not play; the first of `neutrals`",
    "neutrals": "the colours that do not play but own pieces, as the header names them",
    "chance": "who chooses at random: dice, draws, shuffles",
    "owner": "in `seen by`: whose state it is",
    "holder": "in `ties go to`: who holds the award now",
    "full": "in `at first`: all cards of the kind, by their `copies`",
    "round": "0 in set-up, 1 in the first round of turns, and so on",
    "phase": "the window that is open, or none",
    "paid": "in `after` rules: was the action really paid for?",
    "hexes": "all hexes of the board",
    "corners": "all corners of the board",
    "edges": "all edges of the board",
    "pieces": "all pieces on the board",
}

FIELDS = {
    "corners": ("place, piece", "the corners of a hex, the two of an edge, those next to a piece"),
    "edges": ("place, piece", "the edges of a hex, those that meet at a corner"),
    "hexes": ("place, piece", "the hexes that touch it"),
    "ends": ("edge, piece on one", "the two corners of an edge"),
    "neighbours": ("place, piece", "the places of the same sort next to it"),
    "pieces": ("player, place", "all pieces that belong to it or stand there"),
    "place": ("piece", "where it stands; none if it is in its supply"),
    "owner": ("piece", "whose it is; none if nobody's"),
    "owners": ("pieces", "the same, for many pieces"),
    "kind": ("piece", "what sort of piece it is, to place or replace another one by"),
    "seat": ("player", "the number of the seat, from 1"),
    "next": ("player, space", "the left neighbour; the next space of the track, or none"),
    "number": ("space", "the number of the space"),
    "newest": ("pieces, space", "the one placed or moved last"),
    "oldest": ("pieces, space", "the one that has stood longest"),
    "top": ("pile", "the upper card, or none; also where cards are moved from or to"),
    "bottom": ("pile", "the lowest card, or none"),
    "amount(k)": ("cards, bundle, pile", "how many of k are in it"),
    "at(n)": ("list, mark, track", "the n-th, counted from 1 (track: the space of that number)"),
    "left(k)": ("player", "how many pieces of that sort are still in the supply"),
    "cost": ("sort of piece", "its price"),
    "supply": ("sort of piece", "how many there are, as printed"),
    "copies": ("member", "how many cards or tiles of it exist"),
    "holder": ("award", "who holds it, or none"),
    "first": ("track", "its first space"),
    "last": ("track", "its last space"),
}

TYPES = {
    "number": "a whole number; `number from a to b` stops at its ends",
    "flag": "yes or no",
    "text": "a sentence in quotes (columns of a kind)",
    "hex": "a hex of the board",
    "corner": "a corner: where three hexes meet",
    "edge": "an edge: the border of two hexes",
    "place": "anything a piece can stand on",
    "player": "a player",
    "piece": "any piece",
    "action": "an action",
    "phase": "a phase",
}

GROUPS = {
    "blocks": ("ruleset", "keep"),
    "lines": ("extends", "allow"),
    "statements": ("choose", "settle"),
    "proofs": ("cells", "then"),
}
"""table → first and last word of its part of FORMS"""


def row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def table(heads: tuple[str, ...], rows: list[str]) -> str:
    return "\n".join([row(*heads), "|" + "---|" * len(heads), *rows]) + "\n"


def forms(group: str) -> Callable[[], str]:
    """The forms of one part of FORMS; for statements also the sentences about somebody."""

    def write() -> str:
        first, last = GROUPS[group]
        known = list(FORMS)
        chosen = known[known.index(first) : known.index(last) + 1]
        rows = [row(f"`{word}`", f"`{FORMS[word]}`") for word in chosen]
        if group == "statements":
            rows += [row(f"`{word}`", f"`{form}`") for word, form in SENTENCES.items()]
        return table(("word", "form"), rows)

    return write


def names() -> str:
    return table(("name", "meaning"), [row(f"`{n}`", told) for n, told in NAMES.items()])


def fields() -> str:
    rows = [row(f"`{name}`", of, told) for name, (of, told) in FIELDS.items()]
    return table(("field", "of", "meaning"), rows)


def types() -> str:
    return table(("type", "meaning"), [row(f"`{n}`", told) for n, told in TYPES.items()])


def codes() -> str:
    rows = [row(f"`{c.code}`", c.name, c.title, c.severity) for c in CODES]
    return table(("code", "name", "title", "severity"), rows)


def reserved() -> str:
    return " ".join(f"`{word}`" for word in sorted(tables().reserved)) + "\n"


TABLES: dict[str, Callable[[], str]] = {
    **{group: forms(group) for group in GROUPS},
    "names": names,
    "fields": fields,
    "types": types,
    "codes": codes,
    "reserved": reserved,
}


def written_into(document: str) -> str:
    """The document with every generated table as it should be."""
    return MARK.sub(lambda found: found[1] + TABLES[found[2]]() + found[3], document)


def main(words: list[str]) -> int:
    paths = [word for word in words if not word.startswith("--")]
    path = Path(paths[0] if paths else "docs/language.md")
    old = path.read_text(encoding="utf-8")
    new = written_into(old)
    if "--write" in words:
        path.write_text(new, encoding="utf-8")
        return 0
    print("fresh" if new == old else f"stale: python -m hexwright.dsl.reference {path} --write")
    return 0 if new == old else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

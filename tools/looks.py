"""How things look on paper: a colour, a pattern and a letter, so that one of the three is enough.

A ruleset may say it itself: a kind with the text column `look` names a colour and a pattern for
each member ("green trees"), and the first text column whose entries are all one or two characters
long gives the letters. Whoever says nothing gets the next colour and pattern of the lists below and
the first letter that is still free.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import cycle, product

from hexwright.dsl import program as ir
from hexwright.dsl.check_looks import LOOK
from hexwright.dsl.walk import walk
from hexwright.tools.scene import initials

SHORT = 2
"""characters of a letter code, at most"""

COLOURS = {
    "green": "#4f8a4c",
    "lime": "#b4d77c",
    "yellow": "#f2d05c",
    "red": "#cf7a52",
    "grey": "#a7abb3",
    "tan": "#ead9b0",
    "blue": "#a9cfe8",
    "amber": "#e8b22e",
    "violet": "#b9a3d0",
    "teal": "#7fc0b3",
    "pink": "#e7b3bd",
    "brown": "#b08a64",
    "navy": "#6f96bd",
    "white": "#ffffff",
    "black": "#5a5a5a",
}
PATTERNS = {
    "plain": "",
    "trees": "M6 3 L9 9 H3 Z M6 9 V11",
    "tufts": "M3 9 Q4 5 3 4 M5 9 Q5 5 6 4 M7 9 Q8 6 9 5",
    "stripes": "M0 12 L12 0 M-3 3 L3 -3 M9 15 L15 9",
    "blocks": "M0 3 H12 M0 9 H12 M3 3 V9 M9 9 V15 M9 -3 V3",
    "peaks": "M1 10 L5 3 L9 10 M7 6 L9 3 L12 8",
    "dots": "M3 3 h.01 M9 9 h.01",
    "waves": "M0 4 Q3 1 6 4 T12 4 M0 10 Q3 7 6 10 T12 10",
    "checks": "M0 0 L12 12 M12 0 L0 12",
    "rows": "M0 3 H5 M7 9 H12",
    "rings": "M6 3 a3 3 0 1 0 .01 0",
}
"""strokes in a square of 12 by 12 that is repeated"""

SEATS = {
    "red": "#c4392f",
    "blue": "#2f62b5",
    "white": "#ffffff",
    "orange": "#ee8b22",
    "green": "#3a8f4d",
    "brown": "#8a5a33",
    "yellow": "#f0cf3a",
    "purple": "#7d4fa3",
    "black": "#333333",
    "grey": "#9a9a9a",
    "pink": "#e58fb0",
    "cyan": "#4fb6c4",
}
PALE = "#d8d8d8"
"""for a seat or a colour word that is not in the lists"""


@dataclass(frozen=True, slots=True)
class Look:
    colour: str
    """as a page writes it"""
    pattern: str
    letter: str


def looks(program: ir.Program) -> dict[str, Look]:
    """Every member that can lie on a hex → how it is drawn; no two look the same by chance."""
    kinds = _on_hexes(program)
    said = {m: words.split() for kind in kinds for m, words in _column(kind, LOOK).items()}
    taken = {words[0] for words in said.values() if words}
    colours = cycle([name for name in COLOURS if name not in taken] or list(COLOURS))
    used = {words[1] for words in said.values() if len(words) > 1}
    rest = [name for name in PATTERNS if name not in used and name != "plain"]
    patterns = cycle(rest or list(PATTERNS))
    found = {}
    for kind in kinds:
        letters = _letters(kind, [member for member, _ in kind.cells])
        for member, _ in kind.cells:
            words = said.get(member) or [next(colours)]
            pattern = words[1] if len(words) > 1 else next(patterns)
            found[member] = Look(
                COLOURS.get(words[0], PALE),
                pattern if pattern in PATTERNS else "plain",
                letters[member],
            )
    return found


def _on_hexes(program: ir.Program) -> list[ir.KindDef]:
    """The kinds whose members a hex can carry, in order of declaration."""
    kinds = program.kinds
    held = {s.type.of for s in program.states.values() if s.owner == "hex"}
    members = {m for name in held if name in kinds for m in kinds[name].members}
    return [
        kind
        for kind in kinds.values()
        if kind.sort == "member" and any(member in members for member, _ in kind.cells)
    ]


def _column(kind: ir.KindDef, name: str) -> dict[str, str]:
    """Member → text of a text column; nothing if there is no such column."""
    places = [n for n, (c, t) in enumerate(kind.columns) if c == name and t.base == "text"]
    if not places:
        return {}
    found = {}
    for member, cells in kind.cells:
        cell = cells[places[0]]
        if isinstance(cell, ir.Const) and isinstance(cell.value, str):
            found[member] = cell.value
    return found


def _letters(kind: ir.KindDef, members: list[str]) -> dict[str, str]:
    for name, t in kind.columns:
        texts = _column(kind, name) if t.base == "text" and name != LOOK else {}
        if len(texts) == len(members) and all(0 < len(x) <= SHORT for x in texts.values()):
            return texts
    return {name: letter.upper() for name, letter in initials(members).items()}


def ways(program: ir.Program) -> dict[int, int]:
    """Sum of the dice → in how many ways they show it; of the widest roll of several numbers."""
    best: Counter[int] = Counter()
    blocks = (program.steps, program.actions, program.rules, program.cards)
    for line in walk(tuple(tuple(found.values()) for found in blocks)):
        if not isinstance(line, ir.Roll):
            continue
        faces = [f for f in (_faces(program, target) for target in line.targets) if f]
        if 1 < len(faces) <= 4 and all(len(f) <= 20 for f in faces):
            best = max(best, Counter(map(sum, product(*faces))), key=len)
    return dict(best)


def _faces(program: ir.Program, die: ir.StateRef) -> range | None:
    """The numbers a die can show, if it shows numbers."""
    state = program.states.get(die.key)
    if state is None or state.type.base != "number":
        return None
    low, high = state.low, state.high
    if isinstance(low, ir.Const) and isinstance(high, ir.Const):
        return range(int(low.value or 0), int(high.value or 0) + 1)
    return None

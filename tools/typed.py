"""Reads what a person typed as a move.

A move may be given by its number in the list, or by its words: spaces or underscores, brackets or
none, words shortened as long as one legal move fits. A place may have any of its spellings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from hexwright.dsl import program as ir
from hexwright.interpreter.moves import CHOOSE, ENOUGH, TAKE, Answer, Move, show_answer
from hexwright.interpreter.setting import Setting

TOKEN = re.compile(r"@\d+,\d+[NESWnesw]{0,2}|[^\W_]+|-\d+")
STANDING_FOR_ONE = (CHOOSE, TAKE)
Standing = Mapping[str, str]
"""piece → the place on which it stands, both as a move names them"""


def tokens(text: str) -> list[str]:
    """Words in small letters, places in capitals; underscores, brackets and commas are blanks."""
    found = TOKEN.findall(text)
    return [t.upper() if t.startswith("@") else t.lower() for t in found]


def match(
    typed: str, moves: Sequence[Move], setting: Setting, standing: Standing | None = None
) -> list[Move]:
    """The legal moves that the words may mean; the best kind of likeness counts. Pieces may be
    called by the places on which they stand."""
    words = same_places(tokens(typed), setting)
    if not words:
        return []
    found = _matching(words, moves, setting)
    if found or not standing:
        return found
    placed = {Move(m.what, tuple(by_place(a, standing) for a in m.args)): m for m in moves}
    return [placed[m] for m in _matching(words, list(placed), setting)]


def by_place(answer: Answer, standing: Standing) -> Answer:
    """A piece as its owner, its sort and where it stands; any other answer as it is."""
    if isinstance(answer, tuple):
        return tuple(by_place(part, standing) for part in answer)
    if not isinstance(answer, str) or answer not in standing:
        return answer
    return f"{answer.rpartition(' ')[0]} {standing[answer]}"


def _matching(words: list[str], moves: Sequence[Move], setting: Setting) -> list[Move]:
    spelled = [(move, same_places(spelling(move), setting)) for move in moves]
    for fits in (_equal, _start, _short):
        found = [m for m, form in spelled if fits(words, form)]
        if not found:
            bare = [(m, same_places(spelling(m, True), setting)) for m in moves]
            found = [m for m, form in bare if form and fits(words, form)]
        if found:
            return found
    return []


def spelling(move: Move, bare: bool = False) -> list[str]:
    """The tokens of a move; `bare` leaves out the word for choosing or taking."""
    words = [show_answer(answer) for answer in move.args]
    if bare and move.what not in STANDING_FOR_ONE:
        return []
    return tokens(" ".join(words if bare else [move.what, *words]))


def same_places(words: Iterable[str], setting: Setting) -> list[str]:
    """Every place by one spelling; corners and edges that share a spelling stay together."""
    found = []
    for word in words:
        if word.startswith("@"):
            ids = [setting.topology.find(word, sort) for sort in ("hex", "corner", "edge")]
            word = "@" + "/".join("" if i is None else str(i) for i in ids) if any_of(ids) else word
        found.append(word)
    return found


def any_of(ids: Iterable[int | None]) -> bool:
    return any(i is not None for i in ids)


def _alike(one: str, other: str) -> bool:
    """Equal words; for places: the same corner or the same edge."""
    if one.startswith("@") and other.startswith("@") and "/" in one and "/" in other:
        pairs = zip(one[1:].split("/"), other[1:].split("/"), strict=True)
        return any(a == b != "" for a, b in pairs)
    return one == other


def _equal(words: list[str], form: list[str]) -> bool:
    return len(words) == len(form) and all(map(_alike, words, form))


def _start(words: list[str], form: list[str]) -> bool:
    return len(words) <= len(form) and all(map(_alike, words, form))


def _short(words: list[str], form: list[str]) -> bool:
    """Every typed word begins a word of the move, in order."""
    rest = iter(form)
    return all(any(_alike(w, f) or _begins(w, f) for f in rest) for w in words)


def _begins(word: str, form: str) -> bool:
    return not word.startswith("@") and not form.startswith("@") and form.startswith(word)


def meant(typed: str, program: ir.Program, setting: Setting) -> Move | None:
    """The move that the words describe, legal or not; None if they name no action."""
    words = tokens(typed)
    for size in range(len(words), 0, -1):
        name = "_".join(words[:size])
        if name in program.actions:
            break
    else:
        starting = [a for a in program.actions if words and tokens(a)[: len(words)] == words]
        if len(starting) != 1:
            return None
        name, size = starting[0], len(words)
    return Move(name, tuple(answers(words[size:], program, setting)))


def answers(words: list[str], program: ir.Program, setting: Setting) -> list[Answer]:
    """Places, numbers, and names of several words from the longest on."""
    known = {*program.members, *setting.colours, *program.pieces}
    known |= {w for option in program.options.values() for w in option.words}
    found: list[Answer] = []
    at = 0
    while at < len(words):
        size = next(
            (n for n in range(len(words) - at, 1, -1) if "_".join(words[at : at + n]) in known), 1
        )
        word = "_".join(words[at : at + size])
        found.append(int(word) if word.lstrip("-").isdigit() else word)
        at += size
    return found


def amounts(typed: str, moves: Sequence[Move]) -> list[Move] | None:
    """`2 this + that` for a question that takes things one by one: the answers one after the other.

    They are given in the order in which they are offered; None if the words are no such list.
    """
    offered = {tuple(spelling(m, True)): m for m in moves if m.what == TAKE}
    if not offered:
        return None
    wanted: dict[Move, int] = {}
    for part in re.split(r"[+,]| and ", typed):
        words = tokens(part)
        count = int(words.pop(0)) if len(words) > 1 and words[0].isdigit() else 1
        found = offered.get(tuple(words))
        if found is None or count > 1000:
            return None
        wanted[found] = wanted.get(found, 0) + count
    return [m for m in moves for _ in range(wanted.get(m, 0))]


def finishing(moves: Sequence[Move]) -> Move | None:
    """The answer that ends taking, if it is offered."""
    return next((m for m in moves if m.what == ENOUGH), None)

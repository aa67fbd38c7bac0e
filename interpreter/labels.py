"""Things and their names: how a value stands in a move, a journal and a sentence, and is read back.

Inside, things are numbers; outside, places are written as on the board, members, words and players
by name, pieces by owner, kind and number, bundles as pairs of name and count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter.moves import Answer, show_answer
from hexwright.interpreter.setting import Setting
from hexwright.interpreter.shapes import element, is_stock
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator

NAMED = ("hex", "corner", "edge", "place", "player", "member", "space", "piece")


class Unreadable(Exception):
    """An answer that names nothing of the sort that is asked for."""


def label(setting: Setting, value: Plain, t: ir.Type) -> Answer:
    """A value as it stands in a move."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if t.base == "pile" or t.shape != "one":
        of = element(t)
        items = value if isinstance(value, tuple) else sorted(value)
        return tuple(label(setting, item, of) for item in items)
    if t.base in ("cards", "bundle"):
        return tuple((setting.member_names[member], count) for member, count in value)
    if t.base in NAMED:
        return setting.label(t.base, value)
    return int(value)


def show(setting: Setting, value: Plain, t: ir.Type) -> str:
    """A value as it stands in a sentence."""
    named = label(setting, value, t)
    if isinstance(named, tuple) and not is_stock(t):
        return ", ".join(show_answer(item) for item in named) or "nobody"
    if isinstance(named, str):
        return named.replace("_", " ")
    return show_answer(named).replace("_", " ")


def read(ev: Evaluator, answer: Answer, t: ir.Type, among: Iterable[Plain] = ()) -> Plain:
    """The value that an answer names. A piece may be named by the place on which it stands; then
    the one of `among` is meant that stands there."""
    setting = ev.setting
    if answer is None:
        return None
    if t.base == "pile" or t.shape != "one":
        things = [read(ev, a, element(t), among) for a in _several(answer)]
        return frozenset(things) if t.shape == "set" else tuple(things)
    if t.base in ("cards", "bundle"):
        return _read_bundle(setting, answer)
    match t.base:
        case "number" if isinstance(answer, int) and not isinstance(answer, bool):
            return answer
        case "flag" if isinstance(answer, bool):
            return answer
        case "word" | "phase" | "action" | "text" if isinstance(answer, str):
            return answer
        case "player" if isinstance(answer, str):
            if (owner := setting.owner_called(answer)) is not None:
                return owner
        case "member" if isinstance(answer, str) and answer in setting.members:
            return setting.members[answer]
        case "hex" | "corner" | "edge" if isinstance(answer, str):
            found = setting.topology.find(answer, t.base)
            if found is not None:
                return found
        case "space" if isinstance(answer, (str, int)):
            for number, (track, space) in enumerate(setting.spaces):
                if answer == f"{track} {space}" or (track == t.of and answer == space):
                    return number
        case "piece" if isinstance(answer, str):
            return _read_piece(ev, answer, among, t.of)
        case "place" if isinstance(answer, str):
            return _read_place(ev, answer)
    raise Unreadable(f"{show_answer(answer)} is no {t.of or t.base}")


def _several(answer: Answer) -> tuple[Answer, ...]:
    return answer if isinstance(answer, tuple) else (answer,)


def _read_bundle(setting: Setting, answer: Answer) -> Plain:
    counts: dict[int, int] = {}
    for pair in _several(answer):
        name, count = pair if isinstance(pair, tuple) and len(pair) == 2 else (pair, 1)
        if name not in setting.members or not isinstance(count, int) or count < 1:
            raise Unreadable(f"{show_answer(pair)} is no part of a bundle")
        member = setting.members[name]
        counts[member] = counts.get(member, 0) + count
    return tuple(sorted(counts.items()))


def _read_piece(ev: Evaluator, answer: str, among: Iterable[Plain], kind: str) -> Plain:
    if answer.startswith("@"):
        places = {
            found + ev.setting.place_base[sort]
            for sort in ("hex", "corner", "edge")
            if (found := ev.setting.topology.find(answer, sort)) is not None
        }
        for piece in among:
            if ev.table.places[piece] in places:
                return piece
        kinds = ev.setting.piece_kinds.get(kind, ev.setting.piece_kinds[""])
        for one in ev.setting.instances:
            if one.kind in kinds and ev.table.places[one.id] in places:
                return one.id
        raise Unreadable(f"No {kind.replace('_', ' ') or 'piece'} stands on {answer}")
    for piece in ev.setting.instances:
        if ev.setting.label("piece", piece.id) == answer:
            return piece.id
    raise Unreadable(f"{answer} is no piece")


def _read_place(ev: Evaluator, answer: str) -> Plain:
    for place in range(ev.setting.place_base["end"]):
        if ev.setting.label("place", place) == answer:
            return place
    for sort in ("hex", "corner", "edge"):
        found = ev.setting.topology.find(answer, sort)
        if found is not None:
            return found + ev.setting.place_base[sort]
    raise Unreadable(f"{answer} is no place")

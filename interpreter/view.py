"""What one player sees of a table.

A view is built from what is allowed, never by taking away: a slot that the player may not see is
not copied into it. Hidden things show as counts where the count is public, and as nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles, labels, sight
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.moves import Answer
from hexwright.interpreter.setting import NOBODY, Setting
from hexwright.interpreter.shapes import is_stock
from hexwright.interpreter.table import Plain, Slot, Table


@dataclass(frozen=True, slots=True)
class Hidden:
    """Something that is there but not seen; `count` if that is public."""

    count: int | None = None


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece on the board."""

    name: str
    kind: str
    owner: str
    """colour, or "" """
    sort: str
    place: str


@dataclass(frozen=True, slots=True)
class View:
    """states: (state, subject, arguments) by their names → what is seen: a value, or Hidden."""

    player: int
    colour: str
    phase: str
    round: int
    active: str
    starter: str
    states: dict[tuple[str, Answer, tuple[Answer, ...]], Answer | Hidden]
    pieces: tuple[SeenPiece, ...]
    supply: dict[tuple[str, str], int]
    """(kind, owner) → how many are left"""
    holders: dict[str, str | None]
    known: tuple[tuple[str, Answer, Answer], ...] = ()
    """what was shown to this player once: name, whose, what"""
    winners: tuple[str, ...] = ()
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def state(self, name: str, subject: Answer = None, *args: Answer) -> Answer | Hidden:
        """What is seen of one slot."""
        return self.states[name, subject, args]

    def as_json(self) -> dict[str, Any]:
        """Plain data for a program that reads it."""
        states: dict[str, list[Any]] = {}
        for (name, subject, args), value in self.states.items():
            shown: Any = value
            if isinstance(value, Hidden):
                shown = {"hidden": True} | ({} if value.count is None else {"count": value.count})
            states.setdefault(name, []).append([subject, *args, shown])
        return {
            "player": self.colour,
            "phase": self.phase,
            "round": self.round,
            "active": self.active,
            "starter": self.starter,
            "states": states,
            "pieces": [[p.name, p.sort, p.place] for p in self.pieces],
            "supply": [[kind, owner, count] for (kind, owner), count in self.supply.items()],
            "holders": self.holders,
            "known": [list(entry) for entry in self.known],
            "winners": list(self.winners),
        }


def view(setting: Setting, table: Table, player: int) -> View:
    ev = Evaluator(setting, table)
    states = {_name(setting, slot): _shown(ev, player, slot) for slot in table.slots}
    return View(
        player=player,
        colour=setting.colour(player),
        phase=table.phase,
        round=table.round,
        active=setting.colour(table.active),
        starter=setting.colour(table.starter),
        states=states,
        pieces=tuple(_pieces(setting, table)),
        supply=_supply(setting, table),
        holders={a: _holder(setting, a, h) for a, h in table.holders.items()},
        known=tuple(_known(setting, player, table)),
        winners=tuple(setting.colour(w) for w in sorted(table.winners)),
        marks={name: _marked(setting, name) for name in setting.marks},
    )


def _sort_of_owner(setting: Setting, owner: str) -> str:
    if owner in ("player", "hex", "corner", "edge"):
        return owner
    return "piece" if owner in setting.piece_kinds else "member"


def _subject(setting: Setting, owner: str, subject: int | None) -> Answer:
    if subject is None or not owner:
        return None
    return setting.label(_sort_of_owner(setting, owner), subject)


def _name(setting: Setting, slot: Slot) -> tuple[str, Answer, tuple[Answer, ...]]:
    (owner, name), subject, args = slot
    params = setting.program.states[owner, name].params
    shown = [labels.label(setting, a, p.type) for a, p in zip(args, params, strict=True)]
    return name, _subject(setting, owner, subject), tuple(shown)


def _shown(ev: Evaluator, player: int, slot: Slot) -> Answer | Hidden:
    t = ev.program.states[slot[0]].type
    value = ev.slot_value(slot)
    level = sight.seen(ev, player, slot)
    if level == sight.EVERYTHING:
        return labels.label(ev.setting, value, t)
    if level == sight.CONTENTS:
        bundle = ev.as_bundle(value, t)
        return labels.label(ev.setting, bundle, ir.Type("bundle", t.of))
    if level == sight.COUNT:
        stock = is_stock(t) and t.base != "pile"
        return Hidden(bundles.size(value) if stock else len(value))
    return Hidden()


def _pieces(setting: Setting, table: Table) -> Iterable[SeenPiece]:
    for piece in setting.instances:
        place = table.places[piece.id]
        if place is not None:
            owner = table.owners[piece.id]
            sort, number = setting.sort_of_place(place)
            yield SeenPiece(
                setting.label("piece", piece.id),
                piece.kind,
                "" if owner == NOBODY else setting.colour(owner),
                sort,
                setting.label(sort, number),
            )


def _supply(setting: Setting, table: Table) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for piece in setting.instances:
        owner = "" if piece.owner == NOBODY else setting.colour(piece.owner)
        left = table.places[piece.id] is None
        found[piece.kind, owner] = found.get((piece.kind, owner), 0) + left
    return found


def _holder(setting: Setting, award: str, holder: Plain) -> str | None:
    if holder is None:
        return None
    subject = setting.program.awards[award].subject
    return setting.label("player" if subject == "player" else "member", holder)


def _known(setting: Setting, player: int, table: Table) -> Iterable[tuple[str, Answer, Answer]]:
    for who, ((owner, name), subject, (shown,)) in table.known:
        if who == player:
            yield name, _subject(setting, owner, subject), _any_label(setting, shown)


def _any_label(setting: Setting, shown: Plain) -> Answer:
    """A bundle, or one member."""
    if isinstance(shown, tuple) and all(isinstance(pair, tuple) for pair in shown):
        return labels.label(setting, shown, ir.Type("bundle"))
    if isinstance(shown, (tuple, frozenset)):
        return tuple(setting.label("member", member) for member in sorted(shown))
    return shown if not isinstance(shown, int) else setting.label("member", shown)


def _marked(setting: Setting, name: str) -> tuple[str, ...]:
    for board in setting.program.boards.values():
        for mark in board.marks:
            if mark.name == name:
                return tuple(setting.label(mark.sort, place) for place in setting.marks[name])
    return tuple(setting.label("hex", place) for place in setting.marks[name])

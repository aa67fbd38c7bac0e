"""What follows from the table and is worth a look: strengths and lengths, the states of pieces, and
what belongs to the members of a kind. Only what the one who looks may know is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter import sight as sights
from hexwright.interpreter.labels import show
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import NOBODY
from hexwright.interpreter.uses import nodes
from hexwright.tools.sight import POINTS, Sight

CHANGING = (ir.StateRef, ir.PiecesOf, ir.OnlyPieceOf, ir.OnePiece, ir.Everything, ir.HolderOf)
CALLS = (ir.ValueRef, ir.Passing)


class Known:
    """What the rules declare, looked through once: programs are compared as objects."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program

    def __hash__(self) -> int:
        return id(self.program)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.program is self.program


@lru_cache(maxsize=8)
def figures(known: Known) -> tuple[ir.ValueDef, ...]:
    """Numbers that the rules work out for a player or for the game, as far as they can change."""
    values = known.program.values
    plain = [v for v in values.values() if v.type == ir.NUMBER and v.owner in ("", "player")]
    alone = [v for v in plain if len(v.params) == bool(v.owner) and v.key != POINTS]
    return tuple(v for v in alone if changes(known.program, v.key, frozenset()))


def changes(program: ir.Program, key: ir.Key, above: frozenset[ir.Key]) -> bool:
    """Whether a value reads anything that is not fixed before the game."""
    value = program.values[key]
    for node in nodes((value.formula, value.parts)):
        if isinstance(node, CHANGING):
            return True
        further = isinstance(node, CALLS) and node.key not in above
        if further and changes(program, node.key, above | {key}):
            return True
    return False


def of_player(sight: Sight, seat: int) -> Iterator[str]:
    """`longest line 4`: the numbers of a player that are not 0 and not the points again."""
    for value in figures(Known(sight.setting.program)):
        if value.owner == "player":
            number = worked_out(sight, value, seat)
            if number and str(number) != sight.points(seat):
                yield f"{words(value.name)} {number}"


def of_game(sight: Sight) -> Iterator[str]:
    for value in figures(Known(sight.setting.program)):
        if not value.owner and (number := worked_out(sight, value, None)):
            yield f"{words(value.name)} {number}"


def worked_out(sight: Sight, value: ir.ValueDef, seat: int | None) -> int | None:
    """The number, if the one who looks may know it."""
    subject = None if seat is None else ir.LocalRef(0, "player", ir.PLAYER)
    reference = ir.ValueRef(value.key, subject, (), value.type)
    scope = Scope({} if seat is None else {0: seat}, sight.player)
    if sight.player is not None and not sights.may_know(sight.ev, sight.player, reference, scope):
        return None
    return sight.ev.number(reference, scope.copy())


def of_pieces(sight: Sight) -> Iterator[str]:
    """`red: guard @2,3NE awake`, a line for each owner, with what is true of the pieces."""
    setting, table = sight.setting, sight.table
    told: dict[int, list[str]] = {}
    notes: dict[int, list[str]] = {}
    for (key, subject, args), value in table.slots.items():
        state = setting.program.states[key]
        if subject is None or args or not value or key[0] not in setting.piece_kinds:
            continue
        if state.type.base in ("flag", "number", "member", "word") and state.type.shape == "one":
            text = "" if value is True else f" {show(setting, value, state.type)}"
            notes.setdefault(subject, []).append(words(state.name) + text)
    for piece in setting.instances:
        place = table.places[piece.id]
        if place is not None and piece.id in notes:
            where = setting.label("place", place)
            line = f"{words(piece.kind)} {where} {', '.join(notes[piece.id])}"
            told.setdefault(table.owners[piece.id], []).append(line)
    for owner in sorted(told):
        name = "" if owner == NOBODY else f"{setting.colour(owner)}: "
        yield name + "; ".join(told[owner])


def of_members(sight: Sight) -> Iterator[str]:
    """`stack: this 18, that 17`: states of the members of a kind, counts where no more is seen."""
    setting = sight.setting
    lines: dict[ir.Key, list[str]] = {}
    for (key, subject, args), value in sight.ev.table.slots.items():
        if args or subject is None or key[0] not in setting.kinds:
            continue
        text = shown(sight, (key, subject, args), value)
        if text:
            member = words(setting.member_names[subject])
            lines.setdefault(key, []).append(f"{member}{text}")
    for key, found in lines.items():
        yield f"{words(key[1])}: {', '.join(found)}"


def shown(sight: Sight, slot: Any, value: Any) -> str:
    setting, t = sight.setting, sight.setting.program.states[slot[0]].type
    level = sights.EVERYTHING
    if sight.player is not None:
        level = sights.seen(sight.ev, sight.player, slot)
    if t.base in ("cards", "pile") and level >= sights.COUNT:
        return f" {sum(value.values()) if isinstance(value, dict) else len(value)}"
    if level < sights.EVERYTHING or not value and not (t.base == "piece" and value is not None):
        return ""
    if t.base == "piece" and t.shape == "one":
        place = sight.table.places[value]
        owner = sight.table.owners[value]
        name = "" if owner == NOBODY else f" {setting.colour(owner)}"
        return f"{name} {setting.label('place', place)}" if place is not None else ""
    return "" if value is True else f" {show(setting, value, t)}"


def words(name: str) -> str:
    return name.replace("_", " ")

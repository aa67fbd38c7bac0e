"""Statements on pieces: placing, moving, removing, replacing.

Each says what is to happen to which piece; a frame of its own does it, piece by piece, with the
rules that hang on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwright.dsl import program as ir
from hexwright.interpreter import changes
from hexwright.interpreter.frames import Frame
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import NOBODY
from hexwright.interpreter.shapes import is_single

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator
    from hexwright.interpreter.reference import ReferenceEngine


def _pieces(ev: Evaluator, expr: ir.Expr, scope: Scope) -> list[int]:
    value = ev.value(expr, scope)
    if is_single(expr.type):
        return [] if value is None else [value]
    return [int(piece) for piece in ev.items(value, expr.type)]


def _to_pieces(game: ReferenceEngine, frame: Frame, todo: list[tuple[Any, ...]]) -> None:
    if todo:
        scope = Scope({}, frame.scope.you, None, frame.scope.paid)
        game.push(Frame("pieces", "", scope, "run", todo=tuple(todo)))


def place(game: ReferenceEngine, frame: Frame, line: ir.PlacePiece) -> None:
    ev, scope = game.ev, frame.scope
    kind, place = ev.value(line.piece, scope), ev.value(line.on, scope)
    owner = scope.you if line.of is None else ev.value(line.of, scope)
    if kind is None or place is None or owner is None:
        return
    supply = ev.in_supply(kind, ev.supply_owner(kind, owner))
    if supply:
        if ev.setting.instances[supply[0]].owner == NOBODY:
            game.state.owners[supply[0]] = NOBODY if line.of is None else owner
        number = ev.place_number(place, line.on.type)
        _to_pieces(game, frame, [("piece", "placing", supply[0], number)])


def move(game: ReferenceEngine, frame: Frame, line: ir.MovePieces) -> None:
    place = game.ev.place_number(game.ev.value(line.to, frame.scope), line.to.type)
    if place is not None:
        pieces = _pieces(game.ev, line.what, frame.scope)
        _to_pieces(game, frame, [("piece", "moving", piece, place) for piece in pieces])


def remove(game: ReferenceEngine, frame: Frame, line: ir.RemovePieces) -> None:
    pieces = _pieces(game.ev, line.what, frame.scope)
    _to_pieces(game, frame, [("piece", "removing", piece, None) for piece in pieces])


def replace(game: ReferenceEngine, frame: Frame, line: ir.ReplacePiece) -> None:
    ev = game.ev
    old, kind = ev.value(line.what, frame.scope), ev.value(line.by, frame.scope)
    if old is None or kind is None or game.state.places[old] is None:
        return
    supply = ev.in_supply(kind, ev.supply_owner(kind, game.state.owners[old]))
    if supply:
        changes.replace(ev, old, supply[0])
        _to_pieces(game, frame, [("piece", "replacing", supply[0], None)])

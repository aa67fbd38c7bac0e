"""What one player may see of a game, or everything when it is over: the tools look through this."""

from __future__ import annotations

from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter import sight
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.labels import show
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import Setting
from hexwright.interpreter.table import Table

POINTS = ("player", "points")


class Sight:
    """The table through the eyes of `player`; None sees all (bots among themselves, the end).

    `table` holds only slots that are seen in full; a holding of which only the number is known
    shows as that number in `cards`.
    """

    def __init__(self, game: Any, player: int | None) -> None:
        self.player = player
        self.setting: Setting = game.setting
        whole: Table = game.engine.table()
        self.ev = Evaluator(self.setting, whole)
        self.table = whole.copy()
        if player is not None:
            for slot in whole.slots:
                if sight.seen(self.ev, player, slot) < sight.EVERYTHING:
                    del self.table.slots[slot]

    def points(self, seat: int) -> str:
        """A number; `3+` if a part of it is hidden; a dash if the rules count no points."""
        value = self.setting.program.values.get(POINTS)
        if value is None:
            return "–"
        if self.player is None or self._known(value, seat):
            return str(self._number(value, seat))
        least = sum(
            self._part(part, seat)
            for part in value.parts
            if value.form == "sum" and self._part_known(part, seat)
        )
        return f"{least}+"

    def _number(self, value: ir.ValueDef, seat: int) -> int:
        found = self.ev.value(self._reference(value), Scope({0: seat}, seat))
        return int(found or 0)

    def _reference(self, value: ir.ValueDef) -> ir.ValueRef:
        subject = ir.LocalRef(0, "player", ir.PLAYER)
        return ir.ValueRef(value.key, subject, (), value.type)

    def _known(self, value: ir.ValueDef, seat: int) -> bool:
        assert self.player is not None
        scope = Scope({0: seat}, self.player)
        return sight.may_know(self.ev, self.player, self._reference(value), scope)

    def _part_known(self, part: ir.PartDef, seat: int) -> bool:
        assert self.player is not None
        scope = Scope({0: seat}, self.player)
        return all(
            sight.may_know(self.ev, self.player, expr, scope.copy())
            for expr in (part.when, part.value)
        )

    def _part(self, part: ir.PartDef, seat: int) -> int:
        scope = Scope({0: seat}, seat)
        if not self.ev.truth(part.when, scope.copy()):
            return 0
        return int(self.ev.number(part.value, scope) or 0)

    def cards(self, key: ir.Key, seat: int) -> str:
        """The cards of a holding, or how many there are, or a question mark."""
        slot = (key, seat, ())
        held: dict[int, int] = self.ev.table.slots.get(slot) or {}
        count = sum(held.values())
        if self.player is not None:
            level = sight.seen(self.ev, self.player, slot)
            if level == sight.NOTHING:
                return "?"
            if level == sight.COUNT:
                return str(count)
        if not count:
            return "0"
        contents = show(self.setting, tuple(sorted(held.items())), ir.Type("bundle"))
        return f"{count}: {contents}" if len(held) > 1 else contents

    def standing(self, kind: str, seat: int) -> int:
        """Pieces of a kind that a player has on the board."""
        return sum(
            piece.kind == kind
            and self.table.places[piece.id] is not None
            and self.table.owners[piece.id] == seat
            for piece in self.setting.instances
        )

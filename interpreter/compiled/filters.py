"""Conditions over all pieces at once: whose they are, of which kind, which of them are flagged.

Pieces are numbered kind by kind and owner by owner, so most of what is asked of a piece is one mask
of pieces. Of conditions joined by `and`, those that can be said so narrow what is walked; others
are tested piece by piece.
"""

from __future__ import annotations

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import NOBODY

from .analysis import conjuncts, uses_slot
from .source import Scope
from .ways import Ways


class Filters(Ways):
    def filtered(
        self, where: ir.Expr | None, piece: ir.Local, c: Scope
    ) -> tuple[list[str], ir.Expr | None]:
        """Masks of pieces for the conditions that can be said so, and what is left to test."""
        masks: list[str] = []
        rest: ir.Expr | None = None
        for one in conjuncts(where):
            mask = self.pieces_where(one, piece.slot, piece.type.of, c)
            if mask is not None:
                masks.append(mask)
            else:
                rest = one if rest is None else ir.Both(rest, one, ir.FLAG)
        return masks, rest

    def pieces_where(self, e: ir.Expr, slot: int, kind: str, c: Scope) -> str | None:
        """The mask of all pieces of a kind for which the condition on `slot` holds; it may hold
        further pieces of other kinds."""
        if not uses_slot(e, slot):
            return None
        match e:
            case ir.Either(left=left, right=right) | ir.Both(left=left, right=right):
                one = self.pieces_where(left, slot, kind, c)
                other = self.pieces_where(right, slot, kind, c)
                if one is None or other is None:
                    return None
                return f"({one} {'&' if isinstance(e, ir.Both) else '|'} {other})"
            case ir.Negation(operand=operand):
                inner = self.pieces_where(operand, slot, kind, c)
                return None if inner is None else f"~{inner}"
            case ir.StateRef(key=key, subject=ir.LocalRef(slot=s), args=()) if s == slot:
                slots = self.layout.states[key]
                flagged = slots.form == "flags" and slots.owner_sort == "piece"
                return f"S[{slots.base}]" if flagged and not slots.owner_offset else None
            case ir.Compare():
                found = self.pieces_compared(e, slot, kind, c)
                return f"~{found}" if found is not None and "not" in e.op else found
        return None

    def pieces_compared(self, e: ir.Compare, slot: int, kind: str, c: Scope) -> str | None:
        left, right = e.left, e.right
        if e.op in ("is", "is not") and uses_slot(right, slot):
            left, right = right, left
        if uses_slot(right, slot) or e.op not in ("is", "is not", "is in", "is not in"):
            return None
        single = "in" not in e.op.split()
        match left:
            case ir.LocalRef(slot=s) if s == slot and right.type.base == "piece":
                return self.as_set(right, c) if single else self.mask(right, c)
            case ir.Field(base=ir.LocalRef(slot=s), name="owner") if s == slot:
                if self.layout.in_all(kind) or right.type.base != "player":
                    return None
                owners = range(self.setting.owners)
                groups = tuple(self.layout.piece_mask(kind, p) for p in owners)
                table = self.const((*groups, self.layout.piece_mask(kind, NOBODY)), "OWN")
                if single:
                    return f"{table}[{self.scalar(right, c)}]"
                return f"union_rows({table}, {self.mask(right, c)})"
            case ir.Field(base=ir.LocalRef(slot=s), name="kind") if s == slot and single:
                if isinstance(right, ir.PieceKindRef):
                    return str(self.layout.piece_mask(right.name))
        return None

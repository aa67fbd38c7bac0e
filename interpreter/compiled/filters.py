"""Conditions over all pieces at once: whose they are, of which kind, which of them are flagged.

Pieces are numbered kind by kind and owner by owner, so most of what is asked of a piece is one mask
of pieces. Of conditions joined by `and`, those that can be said so narrow what is walked; others
are tested piece by piece.
"""

from __future__ import annotations

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import NOBODY, Setting

from .analysis import conjuncts, rewritten, uses_slot
from .layout import ON_BOARD
from .source import Scope
from .ways import Ways
from .writer import TOPOLOGY

AROUND = {
    ("corner", "hex"): "corners",
    ("edge", "hex"): "edges",
    ("edge", "corner"): "edges",
    ("corner", "edge"): "ends",
}
"""(sort of a piece's place, sort of places around it) → what leads back"""
OWNER_SLOT = 22_000


class Filters(Ways):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.owned_sets: dict[str, int] = {}
        """what is remembered of each owner by itself → its first slot"""
        self.owned_keys: dict[ir.Key, list[int]] = {}
        """the same slots by the value that they depend on"""

    def filtered(
        self, where: ir.Expr | None, piece: ir.Local, over: ir.Expr, c: Scope
    ) -> tuple[list[str], ir.Expr | None]:
        """Masks of pieces for the conditions that can be said so, and what is left to test."""
        masks: list[str] = []
        rest: ir.Expr | None = None
        for one in conjuncts(where):
            mask = self.owned_where(one, piece, over, c)
            if mask is None:
                mask = self.pieces_where(one, piece.slot, piece.type.of, c)
            if mask is not None:
                masks.append(mask)
            else:
                rest = one if rest is None else ir.Both(rest, one, ir.FLAG)
        return masks, rest

    def owned_where(self, e: ir.Expr, piece: ir.Local, over: ir.Expr, c: Scope) -> str | None:
        """The mask of a player's pieces that are flagged, by a value that looks only at what
        belongs to that player."""
        if not isinstance(e, ir.ValueRef) or not isinstance(over, ir.PiecesOf) or e.args:
            return None
        whose = over.base.type
        if not isinstance(e.subject, ir.LocalRef) or e.subject.slot != piece.slot:
            return None
        if whose.base != "player" or whose.shape != "one" or whose.optional:
            return None
        name = self.owned_set(e.key, over.kind)
        return None if name is None else f"{name}(S, {self.scalar(over.base, c)})"

    def owned_set(self, key: ir.Key, kind: str) -> str | None:
        kinds = self.owning.own_kinds(key)
        if not kinds or not self.remembered(key) or self.layout.in_all(kind):
            return None
        if (
            not set(self.analysis.kinds_of(kind)) <= kinds
            or len(self.program.values[key].params) > 1
        ):
            return None
        name = f"OWNED_{key[0]}_{key[1]}_{kind}"
        if name not in self.written:
            self.written.add(name)
            slot = self.remember_owned(name, key, kinds)
            groups = tuple(self.layout.piece_mask(kind, p) for p in range(self.setting.owners))
            own = f"S[{ON_BOARD}] & {self.const((*groups, 0), 'OWN')}[o]"
            shape = self.owned_by_shape(self.program.values[key], kind)
            body = [f"    m = {own} & {shape}"]
            if shape is None:
                test = f"{self.value_function(key)}(S, x)"
                body = [f"    m = mask_of([x for x in bits({own}) if {test}])"]
            self.define(
                f"{name}(S, o)",
                [f"m = {slot}", "if m is None:", *body, f"    {slot} = m", "return m"],
            )
        return name

    def remember_owned(self, name: str, key: ir.Key, kinds: frozenset[str]) -> str:
        """A slot for each owner `o` that is forgotten with what a value reads of that owner."""
        count = self.setting.owners + 1
        if name not in self.owned_sets:
            self.owned_sets[name] = self.layout.cache(count)
            self.owned_keys.setdefault(key, []).append(self.owned_sets[name])
        first = self.owned_sets[name]
        line = f"S[{first}:{first + count}] = {self.empty(count)}"
        self.listen(self.analysis.value_reads(key) - {("piece", k) for k in kinds}, line)
        self.listen_own(kinds, line, f"S[{first + 1} + o_] = None")
        return f"S[{first + 1} + o]"

    def owned_by_shape(self, value: ir.ValueDef, kind: str) -> str | None:
        """The pieces of owner `o` that a value flags, out of the masks of its parts."""
        owner = ir.LocalRef(OWNER_SLOT, "o", ir.PLAYER)

        def known(node: object) -> ir.LocalRef | None:
            match node:
                case ir.Field(base=ir.LocalRef(slot=0), name="owner"):
                    return owner
            return None

        if value.form not in ("any", "all") or any(p.when is not None for p in value.parts):
            return None
        scope = Scope(names={OWNER_SLOT: "o"})
        masks = []
        for part in value.parts:
            mask = self.pieces_where(rewritten(part.value, known), 0, kind, scope)
            if mask is None:
                return None
            masks.append(mask)
        return "(" + (" | " if value.form == "any" else " & ").join(masks or ["-1"]) + ")"

    def vector(self, e: ir.Expr, slot: int, sort: str, c: Scope) -> str | None:
        """All places for which a condition holds, as one mask. `vectors` knows how."""
        return None

    def pieces_beside(self, e: ir.Quantified, slot: int, kind: str, c: Scope) -> str | None:
        """`some c in PIECE.ends where …`: the pieces that stand around the places in question."""
        over = e.over
        if e.local is None or e.where is None or uses_slot(e.where, slot):
            return None
        if not isinstance(over, ir.Field) or not isinstance(over.base, ir.LocalRef):
            return None
        stand, target = self.one_sort(kind), e.local.type.base
        back = AROUND.get((stand, target))
        if over.base.slot != slot or over.name not in TOPOLOGY or back is None:
            return None
        places = self.vector(e.where, e.local.slot, target, c)
        if places is None:
            return None
        return f"gather(S, {self.layout.relation(target, back)}, {places})"

    def pieces_where(self, e: ir.Expr, slot: int, kind: str, c: Scope) -> str | None:
        """The mask of all pieces of a kind for which the condition on `slot` holds; it may hold
        further pieces of other kinds."""
        if not uses_slot(e, slot):
            return None
        match e:
            case ir.Either(left=left, right=right) | ir.Both(left=left, right=right):
                one = self.pieces_where(left, slot, kind, c)
                other = self.pieces_where(right, slot, kind, c)
                if isinstance(e, ir.Either):
                    one = one or self.all_or_none(left, slot, c)
                    other = other or self.all_or_none(right, slot, c)
                if one is None or other is None:
                    return None
                if isinstance(e, ir.Either):
                    return f"({one} | {other})"
                first = self.fresh("t")
                return f"(({first} := {one}) and {first} & {other})"
            case ir.Quantified(word="some", body=None):
                return self.pieces_beside(e, slot, kind, c)
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

    def all_or_none(self, e: ir.Expr, slot: int, c: Scope) -> str | None:
        """A condition that does not speak of the piece holds for all pieces or for none."""
        return None if uses_slot(e, slot) else f"(-1 if {self.flag(e, c)} else 0)"

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

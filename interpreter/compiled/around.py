"""Terms about places and pieces: what lies around, what stands where, whose it is."""

from __future__ import annotations

from collections.abc import Callable

from hexwright.dsl import program as ir

from .layout import ON_BOARD, plain_none
from .sets import mask_of
from .source import NotCompilable, Scope
from .writer import PLACES, TOPOLOGY, Writer, atom


class Around(Writer):
    def field(self, e: ir.Field, c: Scope) -> str:
        base, name = e.base, e.name
        t = base.type
        if name in TOPOLOGY:
            return self.around(e, c)
        if t.base == "piece" and name in ("place", "owner", "kind"):
            return self.of_piece(e, c)
        match name:
            case "seat":
                return f"({self.scalar(base, c)} + 1)"
            case "number":
                return self.number(base, c)
            case "newest" | "oldest":
                mask = self.mask(base, c)
                if t.base == "space":
                    off = self.layout.occupied + self.setting.place_base["space"]
                    mask = (
                        f"gather(S, {off}, {mask})"
                        if t.shape == "set"
                        else f"S[{off} + {self.scalar(base, c)}]"
                    )
                return f"{name}(S, {self.layout.stamps}, {mask})"
            case "top" | "bottom":
                none = plain_none(e.type)
                return f"pile_{name}({self.scalar(base, c)}, {none})"
            case "next":
                return self.following(base, c)
            case "first" | "last":
                if isinstance(base, ir.Everything) and t.base == "space":
                    ids = [i for i, (n, _) in enumerate(self.setting.spaces) if n == t.of]
                    return str(ids[0] if name == "first" else ids[-1])
        raise NotCompilable(f"field {name} of {t.base}")

    def following(self, base: ir.Expr, c: Scope) -> str:
        text = self.scalar(base, c)
        if base.type.base == "player":
            return f"(({text} + 1) % {self.setting.players})"
        spaces = self.setting.spaces
        table = tuple(
            i + 1 if i + 1 < len(spaces) and spaces[i + 1][0] == name else -1
            for i, (name, _) in enumerate(spaces)
        )
        return f"{self.const((*table, -1), 'NEXT')}[{text}]"

    def around(self, e: ir.Field, c: Scope) -> str:
        base, name = e.base, e.name
        t = base.type
        if t.base in PLACES:
            if t.shape == "one":
                return f"{self.mask_table(t.base, name)}[{self.scalar(base, c)}]"
            return f"{self.image(t.base, name)}({self.mask(base, c)})"
        if t.base in ("piece", "place"):
            table = self.around_place(name)
            if t.base == "place":
                return f"{table}[{self.scalar(base, c)}]"
            if t.shape == "one" and (sort := self.one_sort(t.of)) in PLACES:
                near = self.const((*self.rows_around(sort, name), 0), "NEAR")
                return f"{near}[S[{self.layout.places} + {self.scalar(base, c)}]]"
            if t.shape == "one":
                return f"{table}[{self.piece_place(base, c)}]"
            offsets = self.const((*self.layout.place_offsets(), 0), "OFF")
            mask = self.mask(base, c)
            return f"around_pieces(S, {self.layout.places}, {offsets}, {table}, {mask})"
        raise NotCompilable(f"{name} of {t.base}")

    def around_place(self, name: str) -> str:
        """`name` of every place of the common numbering, as masks."""
        found = [row for sort in PLACES for row in self.rows_around(sort, name)]
        found += [0] * (self.setting.place_base["end"] - len(found) + 1)
        return self.const(tuple(found), "AROUND")

    def rows_around(self, sort: str, name: str) -> list[int]:
        """`name` of every place of a sort, as masks."""
        table = getattr(self.setting.topology, f"{sort}_{name}", None)
        if table is not None:
            return [mask_of(row) for row in table]
        size = self.layout.domain(ir.Type(sort))[1]
        return [1 << i for i in range(size)] if name == f"{sort}s" else [0] * size

    def one_sort(self, kind: str) -> str:
        """The sort of place that all pieces of a kind stand on, or "place"."""
        sorts = {self.layout.stand_sort(k) for k in self.analysis.kinds_of(kind)}
        return sorts.pop() if len(sorts) == 1 else "place"

    def piece_place(self, e: ir.Expr, c: Scope) -> str:
        """The place of one piece in the common numbering; -1 for none."""
        text = self.scalar(e, c)
        sort = self.one_sort(e.type.of)
        off = {**self.setting.place_base, "place": 0}.get(sort, 0)
        if sort != "place" and off == 0:
            return f"S[{self.layout.places} + {text}]"
        offsets = self.const((*self.layout.place_offsets(), 0), "OFF")
        return f"far_place(S, {self.layout.places}, {offsets}, {text})"

    def of_piece(self, e: ir.Field, c: Scope) -> str:
        base, t = e.base, e.base.type
        if t.shape == "one":
            text = self.scalar(base, c)
            if e.name == "place":
                if e.type.base == "place":
                    return self.piece_place(base, c)
                return f"S[{self.layout.places} + {text}]"
            if e.name == "owner":
                if self.layout.in_all(t.of):
                    return f"S[{self.layout.owners} + {text}]"
                owners = tuple(i.owner for i in self.setting.instances)
                return f"{self.const((*owners, -1), 'OWNER')}[{text}]"
            kinds = list(self.program.pieces)
            table = tuple(kinds.index(i.kind) for i in self.setting.instances)
            return f"{self.const((*table, -1), 'KIND')}[{text}]"
        mask = self.mask(base, c)
        if e.name == "owner":
            return self.owners_of(mask, t.of)
        if e.name == "place":
            return f"collect(S, {self.layout.places}, bits({mask}))"
        raise NotCompilable("kind of several pieces")

    def owners_of(self, mask: str, kind: str) -> str:
        if self.layout.in_all(kind):
            return f"collect(S, {self.layout.owners}, bits({mask}))"
        n = self.setting.owners
        groups = tuple(self.layout.piece_mask(kind, p) for p in range(n))
        name = f"owners_{kind}" if kind else "owners_all"
        if name not in self.written:
            terms = [f"({1 << p} if m & {g} else 0)" for p, g in enumerate(groups) if g]
            self.written.add(name)
            self.define(f"{name}(m)", [f"return {' | '.join(terms) or '0'} if m else 0"])
        return f"{name}({mask})"

    # pieces

    def pieces_of(self, e: ir.PiecesOf, c: Scope) -> str:
        base, t = e.base, e.base.type
        kind = self.layout.piece_mask(e.kind)
        if t.base == "player":
            n = self.setting.owners
            groups = (*(self.layout.piece_mask(e.kind, p) for p in range(n)), 0)
            table = self.const(groups, "OWN")
            if self.layout.in_all(e.kind):
                who = self.mask(base, c)
                return f"owned_by(S, {self.layout.owners}, {kind}, {who})"
            if t.shape == "one":
                return f"(S[{ON_BOARD}] & {table}[{self.scalar(base, c)}])"
            return f"(S[{ON_BOARD}] & union_rows({table}, {self.mask(base, c)}))"
        slot = self.standing_slot(base, c)
        if slot is not None:
            return f"({slot} & {kind})"
        if t.base == "piece" and t.shape == "one":
            off = self.layout.occupied + self.setting.place_base["piece"]
            return self.guarded(base, c, lambda x: f"(S[{off} + {x}] & {kind})")
        bases = {**self.setting.place_base, "place": 0}
        off = self.layout.occupied + bases[t.base]
        return f"(gather(S, {off}, {self.mask(base, c)}) & {kind})"

    def guarded(self, e: ir.Expr, c: Scope, write: Callable[[str], str]) -> str:
        """What `write` makes of one thing; 0 when there is none."""
        text = self.scalar(e, c)
        if not e.type.optional or text.isdigit():
            return write(text)
        if atom(text):
            return f"({write(text)} if {text} >= 0 else 0)"
        name = self.fresh("t")
        return f"({write(name)} if ({name} := {text}) >= 0 else 0)"

    def standing_slot(self, base: ir.Expr, c: Scope) -> str | None:
        """One slot that holds the pieces on a place, or on what lies around one place."""
        t = base.type
        if t.shape == "one" and t.base in (*PLACES, "space", "place"):
            bases = {**self.setting.place_base, "place": 0}
            off = self.layout.occupied + bases[t.base]
            return self.guarded(base, c, lambda x: f"S[{off} + {x}]")
        if isinstance(base, ir.Field) and base.name in TOPOLOGY:
            inner = base.base
            if inner.type.shape == "one" and inner.type.base in PLACES:
                off = self.layout.relation(inner.type.base, base.name)
                return self.guarded(inner, c, lambda x: f"S[{off} + {x}]")
        return None

    def left_in(self, base: ir.Expr, piece: ir.Expr, c: Scope) -> str:
        n = self.setting.owners
        if not isinstance(piece, ir.PieceKindRef):
            raise NotCompilable("left of a computed piece")
        groups = (*(self.layout.piece_mask(piece.name, p) for p in range(n)), 0)
        table = self.const(groups, "OWN")
        return f"({table}[{self.scalar(base, c)}] & ~S[{ON_BOARD}]).bit_count()"

    def piece_fact(self, e: ir.PieceFact, c: Scope) -> str:
        if not isinstance(e.base, ir.PieceKindRef):
            raise NotCompilable("facts of a computed piece")
        piece = self.program.pieces[e.base.name]
        if e.name == "supply":
            return str(piece.supply)
        return self.pairs(piece.cost, c) if piece.cost is not None else "()"

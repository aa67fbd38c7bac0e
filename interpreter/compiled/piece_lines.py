"""Statements on pieces as source: placing, moving, removing, replacing, with the rules on them."""

from __future__ import annotations

from hexwright.dsl import program as ir

from .analysis import Atom
from .card_lines import CardLines
from .lines import deeper
from .source import NotCompilable, Scope


class PieceLines(CardLines):
    def plain_rule(self, rule: ir.RuleDef) -> str:
        """The name of a function that runs a rule."""
        raise NotImplementedError

    def piece_atoms(self, kinds: tuple[str, ...]) -> list[Atom]:
        return [("piece", k) for k in kinds]

    def field_atoms(self, kinds: tuple[str, ...]) -> list[Atom]:
        """The states that pieces of these kinds have."""
        return [
            ("state", *d.key) for d in self.program.states.values()
            if self.layout.states[d.key].owner_sort == "piece"
            and set(self.analysis.kinds_of(d.owner)) & set(kinds)
        ]  # fmt: skip

    def carried_by(self, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """Kinds of pieces that may stand on such pieces, or on what stands there."""
        found = list(kinds)
        for kind in found:
            found += [k for k, d in self.program.pieces.items()
                      if kind in d.places and k not in found]  # fmt: skip
        return tuple(found[len(kinds) :])

    def piece_rules(
        self, timing: str, verb: str, kinds: tuple[str, ...], x: str, c: Scope
    ) -> list[str]:
        lines: list[str] = []
        done: set[str] = set()
        for kind in kinds:
            for rule in self.analysis.rules_on_pieces.get((timing, verb, kind), []):
                if rule.name in done:
                    continue
                done.add(rule.name)
                meant = tuple(k for k in kinds if k in rule.events)
                inner = Scope(c.you, c.paid, {p.slot: x for p in rule.params[:1]} | {0: x})
                test = self.flag(rule.when, inner) if rule.when is not None else "True"
                if test == "False":
                    continue
                if len(meant) < len(kinds):
                    mask = sum(self.layout.piece_mask(k) for k in meant)
                    test = f"{mask} >> {x} & 1 and {test}"
                args = [x] if rule.params else []
                call = f"{self.plain_rule(rule)}({', '.join(['S', c.you, c.paid, *args])})"
                lines += [call] if test == "True" else [f"if {test}:", "    " + call]
        return lines

    def supply_mask(self, piece: ir.Expr, of: ir.Expr | None, c: Scope) -> tuple[str, str]:
        """(pieces that may be taken, their owner as source)."""
        n = self.setting.owners
        if isinstance(piece, ir.PieceKindRef):
            kind = piece.name
            owner = self.scalar(of, c) if of is not None else c.you
            if self.program.pieces[kind].in_all:
                return str(self.layout.piece_mask(kind)), "-1" if of is None else owner
            groups = (*(self.layout.piece_mask(kind, p) for p in range(n)), 0)
            return f"{self.const(groups, 'OWN')}[{owner}]", owner
        owner = self.scalar(of, c) if of is not None else c.you
        rows = tuple(
            (*(self.layout.piece_mask(k, p) for p in range(n)), 0) for k in self.program.pieces
        )
        return f"{self.const(rows, 'OWNS')}[{self.scalar(piece, c)}][{owner}]", owner

    def place_piece(self, s: ir.PlacePiece, c: Scope) -> list[str]:
        kinds = self.analysis.kinds_of(s.piece.type.of)
        mask, owner = self.supply_mask(s.piece, s.of, c)
        place = self.piece_target(s.piece.type.of, s.on, c)
        x = self.fresh("x")
        inside = []
        if any(self.program.pieces[k].in_all for k in kinds):
            inside.append(f"S[{self.layout.owners} + {x}] = {owner}")
        inside += [
            f"{self.piece_verb('put', s.piece.type.of)}(S, {x}, {place})",
            *self.touched(*self.piece_atoms(kinds), piece=x),
            *self.piece_rules("after", "placing", kinds, x, c),
        ]
        maybe = s.on.type.optional or isinstance(s.on, ir.LocalRef)  # chosen, perhaps from nothing
        guard = f" and {place} >= 0" if maybe else ""
        return [f"{x} = free_piece(S, {mask})", f"if {x} >= 0{guard}:", *deeper(inside)]

    def walked_pieces(self, what: ir.Expr, c: Scope) -> str:
        if what.type.shape == "one":
            text = self.scalar(what, c)
            return f"({text},)" if not what.type.optional else f"bits({self.as_set(what, c)})"
        return self.items(what, c)

    def move_pieces(self, s: ir.MovePieces, c: Scope) -> list[str]:
        kinds = self.analysis.kinds_of(s.what.type.of)
        x = self.fresh("x")
        place = self.piece_target(s.what.type.of, s.to, c)
        goal = self.fresh("p")
        inside = [
            *self.piece_rules("before", "moving", kinds, x, c),
            f"{self.piece_verb('move', s.what.type.of)}(S, {x}, {goal})",
            *self.touched(*self.piece_atoms(kinds), piece=x),
            *self.piece_rules("after", "moving", kinds, x, c),
        ]
        return [
            f"{goal} = {place}",
            f"if {goal} >= 0:",
            f"    for {x} in {self.walked_pieces(s.what, c)}:",
            *deeper(deeper(inside)),
        ]

    def remove_pieces(self, s: ir.RemovePieces, c: Scope) -> list[str]:
        kinds = self.analysis.kinds_of(s.what.type.of)
        x = self.fresh("x")
        cargo = self.carried_by(kinds)
        gone = (*kinds, *cargo)
        atoms = [*self.piece_atoms(gone), *self.field_atoms(gone)]
        inside = [
            f"if S[{self.layout.places} + {x}] < 0: continue",
            *self.piece_rules("before", "removing", kinds, x, c),
            f"PIECES.remove(S, {x})",
            *self.touched(*atoms),
            *self.piece_rules("after", "removing", kinds, x, c),
        ]
        return [f"for {x} in {self.walked_pieces(s.what, c)}:", *deeper(inside)]

    def replace_piece(self, s: ir.ReplacePiece, c: Scope) -> list[str]:
        old_kinds = self.analysis.kinds_of(s.what.type.of)
        new_kinds = self.analysis.kinds_of(s.by.type.of)
        if not isinstance(s.by, ir.PieceKindRef):
            raise NotCompilable("replace by a computed piece")
        x, y = self.fresh("x"), self.fresh("y")
        n = self.setting.owners
        owner: list[str] = []
        if self.program.pieces[s.by.name].in_all:
            mask = str(self.layout.piece_mask(s.by.name))
            slot = self.layout.owners
            owner = [f"        S[{slot} + {y}] = S[{slot} + {x}]"]
        else:
            groups = (*(self.layout.piece_mask(s.by.name, p) for p in range(n)), 0)
            mask = f"{self.const(groups, 'OWN')}[S[{self.layout.owners} + {x}]]"
        shared = self.shared_fields(old_kinds, new_kinds)
        kinds = tuple(dict.fromkeys(old_kinds + new_kinds))
        cargo = self.carried_by(kinds)
        atoms = [*self.piece_atoms(kinds), *self.field_atoms(kinds)]
        return [
            f"{x} = {self.scalar(s.what, c)}",
            f"if {x} >= 0 and S[{self.layout.places} + {x}] >= 0:",
            f"    {y} = free_piece(S, {mask})",
            f"    if {y} >= 0:",
            *owner,
            f"        PIECES.swap(S, {x}, {y}, {self.const(shared, 'SHARED')})",
            *deeper(deeper(self.touched(*self.piece_atoms(cargo)))),
            *deeper(deeper(self.touched(*atoms, piece=x))),
            *deeper(deeper(self.piece_rules("after", "replacing", new_kinds, y, c))),
        ]

    def shared_fields(
        self, old: tuple[str, ...], new: tuple[str, ...]
    ) -> tuple[tuple[str, int, int], ...]:
        """(form, slot of the old, slot of the new) of states both kinds have, by name."""
        found: list[tuple[str, int, int]] = []
        for a in self.program.states.values():
            for b in self.program.states.values():
                if a.name != b.name or self.layout.states[a.key].owner_sort != "piece":
                    continue
                if self.layout.states[b.key].owner_sort != "piece":
                    continue
                if set(old) & set(self.analysis.kinds_of(a.owner)) and set(new) & set(
                    self.analysis.kinds_of(b.owner)
                ):
                    one, other = self.layout.states[a.key], self.layout.states[b.key]
                    if one.form == other.form and not one.arg_sorts:
                        found.append((one.form, one.base, other.base))
        return tuple(dict.fromkeys(found))

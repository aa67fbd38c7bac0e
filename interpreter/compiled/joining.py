"""Lines over several classes of pieces: of some owners, of some kinds.

Whether two pieces join at a corner may depend on whose they are and of which kind, and on the
corner. Then joining is one mask of corners for each two classes, and lines are found by masks.
Where anything else of the pieces matters, lines are found piece by piece.
"""

from __future__ import annotations

from dataclasses import replace

from hexwright.dsl import program as ir

from .analysis import plain, uses_slot
from .overlaps import joined_masks
from .short_ways import ShortWays
from .source import Scope
from .vectors import Owner, Vectors

Class = tuple[str, int]
"""kind and number of the owner"""
OWNER_SLOT = 21_000
"""the names of the owners of classes"""


class Joining(Vectors):
    def mixed_trail(self, e: ir.LongestTrail, c: Scope) -> list[str] | None:
        over, passing = e.over, e.passing
        if not isinstance(over, ir.PiecesOf) or passing is None or passing.free != 3:
            return None
        if self.edges_under(over, c) is None or over.base is None:
            return None
        kinds = self.analysis.kinds_of(over.kind)
        whose: Owner = ("only", over.base)
        edges = [self.standing_mask((kind,), whose, c) for kind in kinds]
        masks = []
        for i, one in enumerate(kinds):
            for other in kinds[i:]:
                mask = self.joining(passing, (one, 0), (other, 0), c)
                if mask is None:
                    return None
                masks.append(mask)
        first, masks = common_part(masks)
        return [
            f"p = {first}",
            f"return mixed.length(({', '.join(edges)},), ({', '.join(masks)},))",
        ]

    def short_way(self, e: ir.ShortestWay, c: Scope) -> list[str]:
        classes = self.classes(e.over, c)
        passing = e.passing
        if classes is None or passing is None or passing.free != 3:
            return []
        owners, kinds = classes
        names = [f"o{i}" for i in range(len(owners))]
        lines = [f"{n} = {self.scalar(o, c)}" for n, o in zip(names, owners, strict=True)]
        for i, name in enumerate(names):
            if i:
                same = " or ".join(f"{name} == {before}" for before in names[:i])
                lines.append(f"if {same}: {name} = -1")
        masks: list[str] = []
        table: list[list[int]] = []
        for one in kinds:
            row: list[int] = []
            for other in kinds:
                mask = self.joining(passing, one, other, c)
                if mask is None:
                    return []
                if mask not in masks:
                    masks.append(mask)
                row.append(masks.index(mask))
            table.append(row)
        first, masks = common_part(masks)
        blocks = [(self.layout.standing[kind], names[owner]) for kind, owner in kinds]
        edges = [f"S[{b} + {o}] if {o} >= 0 else 0" for b, o in blocks]
        ways = self.fresh("ways")
        top = self.setting.topology
        self.helper(ways, ShortWays(top.edge_ends, top.corner_edges, table))
        possible = self.passing_at_most(passing, c).replace(first, "p").removeprefix("-1 & ")
        names = [f"e{i}" for i in range(len(edges))]
        return [
            "if start < 0 or goal < 0: return 0",
            *lines,
            *(f"{name} = {text}" for name, text in zip(names, edges, strict=True)),
            f"edges = {' | '.join(names)}",
            f"p = {first}",
            f"if not spread.reach(1 << start, edges, {possible}, 1000) >> goal & 1: return 0",
            f"m = {self.mask(e.over, c)}",
            "if edges.bit_count() == m.bit_count():",
            f"    found = {ways}.edges(start, goal, ({', '.join(names)},), ({', '.join(masks)},))",
            f"    return gather(S, {self.on_edges()}, found) & m if found else 0",
        ]

    def classes(self, over: ir.Expr, c: Scope) -> tuple[list[ir.Expr], list[Class]] | None:
        """The owners and the classes of pieces that make up a set."""
        if isinstance(over, ir.Arithmetic) and over.op == "+":
            one, other = self.classes(over.left, c), self.classes(over.right, c)
            if one is None or other is None:
                return None
            owners, kinds = list(one[0]), list(one[1])
            for kind, number in other[1]:
                owner = other[0][number]
                if all(plain(owner) != plain(o) for o in owners):
                    owners.append(owner)
                at = next(i for i, o in enumerate(owners) if plain(o) == plain(owner))
                if (kind, at) not in kinds:
                    kinds.append((kind, at))
            return owners, kinds
        if not isinstance(over, ir.PiecesOf) or self.edges_under(over, c) is None:
            return None
        return [over.base], [(kind, 0) for kind in self.analysis.kinds_of(over.kind)]

    def joining(self, p: ir.Passing, one: Class, other: Class, c: Scope) -> str | None:
        """The corners where a piece of one class and one of another join, when nothing else of the
        two pieces matters."""
        value = self.program.values[p.key]
        if p.key in self.pinned or p.key in self.included:
            return None
        last = len(value.params)
        places = {last - 2: one, last - 1: other}
        names: dict[int, str] = {}
        for i, arg in enumerate(((p.subject,) if p.subject is not None else ()) + p.args):
            names[i] = self.scalar(arg, c)
        names |= {OWNER_SLOT + number: f"o{number}" for _, number in (one, other)}
        inner = Scope(c.you, c.paid, names, {})
        parts = [(value.formula, None)] if value.form == "formula" else [
            (part.value, part.when) for part in value.parts
        ]  # fmt: skip
        if value.form not in ("formula", "all", "any"):
            return None
        masks: list[str] = []
        for term, when in parts:
            assert term is not None
            if when is not None:
                sort = ir.Either if value.form == "all" else ir.Both
                when = ir.Negation(when, ir.FLAG) if value.form == "all" else when
                term = sort(when, term, ir.FLAG)
            term = of_classes(term, places)
            if any(uses_slot(term, slot) for slot in places):
                return None
            mask = self.vector(term, last - 3, "corner", inner)
            if mask is None:
                return None
            masks.append(mask)
        everywhere = str(self.full("corner"))
        return joined_masks("|" if value.form == "any" else "&", masks, everywhere)


def common_part(masks: list[str]) -> tuple[str, list[str]]:
    """A mask that others are made of, reckoned once: its text, and all masks with it as `p`."""
    read = [mask for mask in masks if mask.startswith("(") and mask.endswith(")") and "S" in mask]
    if not read:
        return "0", masks
    most = max(read, key=lambda mask: sum(other.count(mask) for other in masks))
    return most, [mask.replace(most, "p") for mask in masks]


def of_classes(e: ir.Expr, classes: dict[int, Class]) -> ir.Expr:
    """A condition in which the classes of some pieces are known."""
    match e:
        case ir.Both() | ir.Either():
            return replace(e, left=of_classes(e.left, classes), right=of_classes(e.right, classes))
        case ir.Negation():
            return replace(e, operand=of_classes(e.operand, classes))
        case ir.Compare(op="is" | "is not" as op, left=left, right=right):
            one, other = (_kind_of(side, classes) for side in (left, right))
            if one and other:
                return ir.Const((one == other) is (op == "is"), ir.FLAG)
            mine, theirs = (_owner_of(side, classes) for side in (left, right))
            if mine is not None and theirs is not None:
                if mine == theirs:
                    return ir.Const(op == "is", ir.FLAG)
                return replace(e, left=mine, right=theirs)
    return e


def _kind_of(e: ir.Expr, classes: dict[int, Class]) -> str:
    if isinstance(e, ir.Field) and e.name == "kind" and isinstance(e.base, ir.LocalRef):
        return classes[e.base.slot][0] if e.base.slot in classes else ""
    return e.name if isinstance(e, ir.PieceKindRef) else ""


def _owner_of(e: ir.Expr, classes: dict[int, Class]) -> ir.LocalRef | None:
    if not isinstance(e, ir.Field) or e.name != "owner" or not isinstance(e.base, ir.LocalRef):
        return None
    if e.base.slot not in classes:
        return None
    return ir.LocalRef(OWNER_SLOT + classes[e.base.slot][1], "owner", ir.PLAYER)

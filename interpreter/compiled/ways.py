"""Suppositions and measures: a board with a piece elsewhere, longest lines, reach, ways."""

from __future__ import annotations

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting

from .analysis import plain, slots_in
from .layout import masks
from .measures import Trails
from .sets import Reaching
from .source import Scope
from .spreading import Spread
from .trails import MixedTrails
from .values import Values
from .writer import PLACES

CORNER_SLOT = 20_000
"""the name of the corner that is tested for passing, with the pieces before and after it"""


class Ways(Values):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.measures_done: dict[tuple[str, ...], str] = {}
        self.measured_in_line = False
        """whether what is reached is written in place"""
        top = setting.topology
        trails = Trails(top.edge_ends, top.corner_edges)
        self.helper("trails", trails)
        self.helper("mixed", MixedTrails(top.edge_ends, top.corner_edges))
        self.helper("spread", Spread(top.edge_ends, top.corner_edges))
        self.helper("EDGE_ENDS", top.edge_ends)
        self.helper("CORNER_EDGES", top.corner_edges)

    def piece_verb(self, verb: str, kind: str) -> str:
        """What puts or moves a piece of a kind to what `piece_target` gives."""
        return f"PIECES.{verb}_far" if self.one_sort(kind) == "place" else f"PIECES.{verb}"

    def piece_target(self, kind: str, place: ir.Expr, c: Scope) -> str:
        """A place as the pieces of a kind write it down; among all places, if they differ."""
        if self.one_sort(kind) == "place":
            return self.common_place(place, c)
        if place.type.base == "place":
            off = {**self.setting.place_base, "place": 0}[self.one_sort(kind)]
            return f"near_place({self.scalar(place, c)}, {off})"
        return self.scalar(place, c)

    def passing(self, p: ir.Passing | None, c: Scope) -> str:
        """A function of (corner, piece before, piece after), or None."""
        if p is None:
            return "None"
        slot = CORNER_SLOT
        corner = ir.LocalRef(slot, "c", ir.CORNER)
        piece = ir.Type("piece")
        one, other = ir.LocalRef(slot + 1, "one", piece), ir.LocalRef(slot + 2, "other", piece)
        free = (corner,) if p.free == 1 else (corner, one, other)
        ref = ir.ValueRef(p.key, p.subject, (*p.args, *free), ir.FLAG)
        inner = c.bind(slot, "c_").bind(slot + 1, "p_").bind(slot + 2, "n_")
        return f"lambda c_, p_, n_: {self.flag(ref, inner)}"

    def corner_only(self, p: ir.Passing) -> bool:
        value = self.program.values[p.key]
        slots = slots_in((value.formula, value.parts))
        last = len(value.params)
        return p.free == 1 or not slots & {last - 1, last - 2}

    def measure(self, e: ir.Measure, c: Scope) -> str:
        if self.measured_in_line and isinstance(e, ir.Reached):
            body = self.reach_body(e, c)
            if len(body) == 1:
                return body[0].removeprefix("return ")
        params, args, inner = self.captured(e, c, set())
        key = (repr(plain(e)), *params)
        if key not in self.measures_done:
            self.measures_done[key] = self.fresh("m")
            self.define_measure(self.measures_done[key], params, e, inner)
        return f"{self.measures_done[key]}({', '.join(args)})"

    def define_measure(self, name: str, params: list[str], e: ir.Measure, inner: Scope) -> None:
        if isinstance(e, ir.LongestTrail):
            body = self.trail_body(e, inner)
        elif isinstance(e, ir.Reached):
            body = self.reach_body(e, inner)
        elif isinstance(e, ir.Rings):
            body = self.rings_body(e, inner)
        elif isinstance(e, ir.LinesBetween):
            body = self.between_body(e, inner)
        else:
            body = [
                f"start, goal = {self.scalar(e.start, inner)}, {self.scalar(e.goal, inner)}",
                *(self.short_way(e, inner) or self.never_meet(e, inner)),
                f"m = {self.mask(e.over, inner)}",
                f"passes = {self.passing(e.passing, inner)}",
                *self.edge_steps(e.over),
                "return shortest(start, goal, steps, passes)",
            ]
        self.define(f"{name}({', '.join(params)})", body)

    def trail_body(self, e: ir.LongestTrail, c: Scope) -> list[str]:
        places = self.layout.places
        lines = [f"m = {self.mask(e.over, c)}", "if not m: return 0"]
        standing = self.edges_under(e.over, c)
        if e.passing is not None and not self.corner_only(e.passing):
            mixed = self.mixed_trail(e, c)
            if mixed is not None:
                return mixed
            return [
                *lines,
                f"passes = {self.passing(e.passing, c)}",
                f"return longest_line(bits(m), lambda x: EDGE_ENDS[S[{places} + x]], passes)",
            ]
        if standing is not None:
            lines = [f"edges = {standing}", "if not edges: return 0"]
        else:
            lines += ["edges = 0", f"for x in bits(m): edges |= 1 << S[{places} + x]"]
        lines.append(f"corners = {self.image('edge', 'ends')}(edges)")
        if e.passing is None:
            return [*lines, "return trails.length(edges, corners)"]
        open_corners = self.passing_mask(e.passing, c)
        if open_corners is not None:
            return [*lines, f"return trails.length(edges, corners & {open_corners})"]
        ref = self.passing_call(e.passing)
        return [
            *lines,
            "passing = 0",
            "for c_ in bits(corners):",
            f"    if {self.flag(ref, c.bind(CORNER_SLOT, 'c_'))}: passing |= 1 << c_",
            "return trails.length(edges, passing)",
        ]

    def rings_body(self, e: ir.Rings, c: Scope) -> list[str]:
        """By masks, where every edge carries one such piece and corners let pass by themselves."""
        lines = [f"m = {self.mask(e.over, c)}"]
        edges = self.edges_under(e.over, c)
        passing: str | None = "-1"
        if e.passing is not None:
            passing = self.passing_mask(e.passing, c) if self.corner_only(e.passing) else None
        if edges is not None and passing is not None:
            lines += [
                f"edges = {edges}",
                "if edges.bit_count() == m.bit_count():",
                f"    found = spread.rings(edges, {passing})",
                f"    return gather(S, {self.on_edges()}, found) & m if found else 0",
            ]
        places = self.layout.places
        return [
            *lines,
            f"passes = {self.passing(e.passing, c)}",
            f"return on_rings(bits(m), lambda x: EDGE_ENDS[S[{places} + x]], passes)",
        ]

    def between_body(self, e: ir.LinesBetween, c: Scope) -> list[str]:
        lines = [f"m = {self.mask(e.over, c)}"]
        edges = self.edges_under(e.over, c)
        if edges is None:
            edges = "edges"
            lines += ["edges = 0", f"for x in bits(m): edges |= 1 << S[{self.layout.places} + x]"]
        return [
            *lines,
            f"found = spread.between({self.mask(e.places, c)}, {edges})",
            f"return gather(S, {self.on_edges()}, found) & m if found else 0",
        ]

    def on_edges(self) -> int:
        """The slot of what stands on edge 0."""
        return self.layout.occupied + self.setting.place_base["edge"]

    def passing_call(self, p: ir.Passing) -> ir.ValueRef:
        """The test of one corner when the pieces before and after do not matter."""
        corner = ir.LocalRef(CORNER_SLOT, "c", ir.CORNER)
        fillers: tuple[ir.Expr, ...] = (ir.Const(-1, ir.Type("piece")),) * 2
        free = (corner, *fillers[: p.free - 1])
        return ir.ValueRef(p.key, p.subject, (*p.args, *free), ir.FLAG)

    def never_meet(self, e: ir.ShortestWay, c: Scope) -> list[str]:
        """Most places are not joined at all: a first look that asks less and is remembered."""
        edges = self.edges_under(e.over, c)
        if edges is None:
            return []
        passing = "-1" if e.passing is None else self.passing_at_most(e.passing, c)
        return [
            "if start < 0 or goal < 0: return 0",
            f"if not spread.reach(1 << start, {edges}, {passing}, 1000) >> goal & 1: return 0",
        ]

    def passing_at_most(self, p: ir.Passing, c: Scope) -> str:
        """A mask of corners that holds all that may let pass. `vectors` knows better."""
        return "-1"

    def passing_mask(self, p: ir.Passing, c: Scope) -> str | None:
        """All corners that let pass, as one mask, when that can be said. `vectors` knows how."""
        return None

    def edges_under(self, over: ir.Expr, c: Scope) -> str | None:
        """The edges below a player's pieces, when they are kept as a mask. `vectors` knows."""
        return None

    def edge_steps(self, over: ir.Expr) -> list[str]:
        """steps(corner, came) over pieces on edges (a mask of pieces `m`)."""
        places = self.layout.places
        return [
            "there = {}",
            "for x in bits(m):",
            f"    for e in (S[{places} + x],):",
            "        for k in EDGE_ENDS[e]:",
            "            a, b = EDGE_ENDS[e]",
            "            there.setdefault(k, []).append((b if a == k else a, x))",
            "steps = lambda k, came: there.get(k, ())",
        ]

    def short_way(self, e: ir.ShortestWay, c: Scope) -> list[str]:
        """By masks, where joining depends on owners and kinds only. `joining` knows how."""
        return []

    def mixed_trail(self, e: ir.LongestTrail, c: Scope) -> list[str] | None:
        """A line whose joining depends on the kinds of pieces only. `joining` knows how."""
        return None

    def spread_body(self, e: ir.Reached, within: str, c: Scope) -> list[str] | None:
        """By masks, where corners let pass whatever comes and goes."""
        lines: list[str] = []
        t = e.over.type
        edges = self.edges_under(e.over, c)
        if e.type.base != "corner" or t.base not in ("piece", "edge"):
            return None
        if edges is None and t.base == "edge":
            edges = self.mask(e.over, c)
        elif edges is None:
            kinds = self.analysis.kinds_of(t.of)
            if not kinds or any(self.layout.place_sort(k) != "edge" for k in kinds):
                return None
            step = f"if (k := S[{self.layout.places} + x]) >= 0: edges |= 1 << k"
            lines = ["edges = 0", f"for x in bits({self.mask(e.over, c)}):", f"    {step}"]
            edges = "edges"
        passing: str | None = "-1"
        if e.passing is not None:
            passing = self.passing_mask(e.passing, c) if self.corner_only(e.passing) else None
        if passing is None:
            return None
        return [
            *lines,
            f"return spread.reach({self.mask(e.start, c)}, {edges}, {passing}, {within})",
        ]

    def reaching(self, sort: str) -> str:
        """The memory of what is reached from place to place."""
        name = f"REACHING_{sort}"
        if name not in self.namespace:
            self.helper(name, Reaching(masks(self.rows(sort, "neighbours"))))
        return name

    def reach_body(self, e: ir.Reached, c: Scope) -> list[str]:
        within = self.scalar(e.within, c) if e.within is not None else "1000"
        fast = self.spread_body(e, within, c)
        if fast is not None:
            return fast
        sort = e.over.type.base
        if sort == e.type.base and sort in PLACES and e.within is None and e.passing is None:
            known = self.reaching(sort)
            return [f"return {known}[{self.mask(e.over, c)}, {self.mask(e.start, c)}]"]
        lines = [f"m = {self.mask(e.over, c)}", f"passes = {self.passing(e.passing, c)}"]
        t = e.over.type
        if t.base == "piece":
            lines += self.edge_steps(e.over)
        elif t.base == "edge" and e.type.base == "corner":
            lines += [
                "there = {}",
                "for x in bits(m):",
                "    a, b = EDGE_ENDS[x]",
                "    there.setdefault(a, []).append((b, x))",
                "    there.setdefault(b, []).append((a, x))",
                "steps = lambda k, came: there.get(k, ())",
            ]
        else:
            rows = self.row_table(t.base, "neighbours")
            lines.append(f"steps = lambda k, came: [(y, y) for y in {rows}[k] if m >> y & 1]")
        return [*lines, f"return reach({self.mask(e.start, c)}, steps, {within}, passes)"]

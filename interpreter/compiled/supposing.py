"""Suppositions as source: what would hold if a piece were away, or stood elsewhere.

The piece is lifted in the state itself and put back afterwards. What was remembered of values that
read such pieces, and that the question asks for, is laid aside meanwhile; everything else stays.

A supposition about every place of a sort (`without P, you can ACTION where its place is X`) is
answered for all of them at once: the piece is lifted once, and the head of the action tells all
its legal places as one mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting

from .analysis import EVERYTHING, conjuncts, plain, rewritten, uses_slot, walk
from .heads import Heads
from .hoisting import FIXED, hoisted
from .layout import CLOCK, ON_BOARD, sort_size
from .lifting import PARAMS, without_piece
from .source import Scope
from .vectors import MEETS

MOST_WRITTEN_OUT = 8
OWNER_OF = re.compile(r"OWNER\d+\[\w+\]")


class Supposing(Heads):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.places_bodies: dict[str, tuple[list[str], list[str]]] = {}
        """functions that tell all legal places: their parameters and lines"""
        self.in_masks: dict[str, tuple[list[str], str, str]] = {}
        """questions about a lifted piece: their lines, when these answer, and the board then"""

    def supposed(self, e: ir.Without | ir.AsIf, c: Scope) -> str:
        params, args, inner = self.captured(e, c, set())
        name = self.fresh("w")
        light = ""
        if isinstance(e, ir.Without) and e.type == ir.FLAG:
            light = self.flag_in_masks(name, e, params, inner)
        self.define_supposed(name, params, e, inner, self.typed(e.body, e.type, inner), light)
        return f"{name}({', '.join(args)})"

    def define_supposed(
        self, name: str, params: list[str], e: ir.Without | ir.AsIf, c: Scope, result: str,
        light: str = "",
    ) -> None:  # fmt: skip
        places = self.layout.places
        body = [f"x = {self.scalar(e.piece, c)}", f"at = S[{places} + x] if x >= 0 else -1"]
        if isinstance(e, ir.Without):
            body.append(f"if at < 0: return {result}")
            if light:
                body.append(light)
        else:
            body += [
                f"if x < 0: return {result}",
                f"to = {self.piece_target(e.piece.type.of, e.place, c)}",
                f"clock, stamp = S[{CLOCK}], S[{self.layout.stamps} + x]",
            ]
        aside, back = [], []
        for i, (first, count) in enumerate(self.remembered_there(e)):
            slots = f"S[{first}]" if count == 1 else f"S[{first}:{first + count}]"
            empty = "None" if count == 1 else self.empty(count)
            aside += [f"m{i} = {slots}", f"{slots} = {empty}"]
            back.append(f"    {slots} = m{i}")
        body += [*aside, "PIECES.lift(S, x)"]
        if isinstance(e, ir.AsIf):
            put = self.piece_verb("put", e.piece.type.of)
            body.append(f"if to >= 0: {put}(S, x, to)")
        body += ["try:", f"    return {result}", "finally:"]
        if isinstance(e, ir.AsIf):
            body += [
                "    PIECES.lift(S, x)",
                f"    S[{CLOCK}], S[{self.layout.stamps} + x] = clock, stamp",
                "    if at >= 0: PIECES.stand(S, x, at)",
            ]
        else:
            body.append("    PIECES.stand(S, x, at)")
        self.define(f"{name}({', '.join(params)})", body + back)

    def remembered_there(self, e: ir.Without | ir.AsIf) -> list[tuple[int, int]]:
        """(first slot, how many) of memories that the question may ask and the piece may change."""
        moved = {("piece", k) for k in self.analysis.kinds_of(e.piece.type.of)} | {EVERYTHING}
        sizes = dict(self.layout.caches)
        found = set()
        for key in self.values_below(e.body):
            if self.analysis.value_reads(key) & moved:
                tables = (self.caches, self.most_caches, self.set_caches, self.lasts)
                found |= {t[key] for t in tables if key in t}
                found |= set(self.owned_keys.get(key, ()))
        found |= {slot for _, slot, reads in self.walks.values() if reads & moved}
        found |= {slot - 1 for slot, reads in self.others_slots.values() if reads & moved}
        return [(first, sizes[first]) for first in sorted(found)]

    def values_below(self, node: Any) -> set[ir.Key]:
        """Every value that is asked for, directly or by others or by the heads of actions."""
        found: set[ir.Key] = set()
        stack = [node]
        actions: set[str] = set()
        while stack:
            for n in walk(stack.pop()):
                if isinstance(n, (ir.ValueRef, ir.Passing)) and n.key not in found:
                    found.add(n.key)
                    value = self.program.values[n.key]
                    stack.append((value.formula, value.parts))
                elif isinstance(n, ir.Call) and n.action not in actions:
                    actions.add(n.action)
                    block = self.program.actions[n.action]
                    stack.append((block.head, block.body, block.limit))
        return found

    # what others stand on

    def quantified(self, e: ir.Quantified, c: Scope) -> str:
        text = super().quantified(e, c)
        needed = self.needed_ways(e, c) if e.word == "every" else None
        if needed is None:
            return text
        ways, piece, dead_end = needed
        at = self.fresh("t")
        place = f"({at} := S[{self.layout.places} + {piece}])"
        return f"({place} < 0 or {dead_end.format(at=at)} or not {ways} >> {at} & 1 or {text})"

    def needed_ways(self, e: ir.Quantified, c: Scope) -> tuple[str, str, str] | None:
        """`every k in a player's PIECES where k.linked: without x, k.linked`, if being linked means
        that something is reached: on one way of each such piece lies mostly nothing of interest,
        and only what lies there can be missed. The edges of these ways, x, and a first test."""
        body, where, over = e.body, e.where, e.over
        if not isinstance(body, ir.Without) or not isinstance(where, ir.ValueRef):
            return None
        if plain(body.body) != plain(where) or not isinstance(over, ir.PiecesOf) or where.args:
            return None
        whose, lifted = over.base.type, self.analysis.kinds_of(body.piece.type.of)
        kinds = self.owning.own_kinds(where.key)
        if (
            e.local is None
            or not isinstance(where.subject, ir.LocalRef)
            or where.subject.slot != e.local.slot
            or (whose.base, whose.shape, whose.optional) != ("player", "one", False)
            or not kinds
            or self.layout.in_all(over.kind)
            or not self.in_line
            or any(self.layout.place_sort(k) != "edge" for k in lifted)
        ):
            return None
        term = self.written_out(where)
        if not isinstance(term, ir.Quantified) or not isinstance(term.where, ir.Compare):
            return None
        reached = term.where.right
        if not isinstance(reached, ir.Reached) or reached.passing is not None:
            return None
        pieces = {("piece", k) for k in lifted}
        if self.analysis.reads((reached.start, reached.within, term.over)) & pieces:
            return None
        text = self.flag(term, Scope(names={e.local.slot: "x"}))
        if not text.startswith(MEETS):
            return None
        name = f"WAYS_{where.key[0]}_{where.key[1]}_{over.kind}"
        if name not in self.written:
            self.written.add(name)
            slot = self.remember_owned(name, where.key, kinds)
            groups = tuple(self.layout.piece_mask(over.kind, p) for p in range(self.setting.owners))
            own = f"S[{ON_BOARD}] & {self.const((*groups, 0), 'OWN')}[o]"
            way = f"spread.way({text.removeprefix(MEETS)}"
            lines = ["m = 0", f"for x in bits({own}): m |= {way}", f"{slot} = m"]
            inside = [f"    {line}" for line in lines]
            self.define(f"{name}(S, o)", [f"m = {slot}", "if m is None:", *inside, "return m"])
        ways = f"{name}(S, {self.scalar(over.base, c)})"
        return ways, self.scalar(body.piece, c), self.dead_end(e.local.slot, over, reached, term, c)

    def dead_end(
        self, slot: int, over: ir.PiecesOf, reached: ir.Reached, term: ir.Quantified, c: Scope
    ) -> str:
        """A test of the edge `{at}`: it leads to a corner where no way begins, ends or goes on."""
        start = reached.start.base if isinstance(reached.start, ir.AsSet) else reached.start
        if not isinstance(start, ir.Field) or start.name != "place":
            return "False"
        if not isinstance(start.base, ir.LocalRef) or start.base.slot != slot:
            return "False"

        def owner(n: object) -> ir.Expr | None:
            match n:
                case ir.Field(base=ir.LocalRef(slot=s), name="owner") if s == slot:
                    return over.base
            return None

        edges = self.edges_under(rewritten(reached.over, owner), c)
        goals = rewritten(term.over, owner)
        kinds = (over.kind, term.over.kind) if isinstance(term.over, ir.PiecesOf) else ()
        if edges is None or not kinds or goals.base != over.base:
            return "False"
        corners = [
            self.standing_mask(self.analysis.kinds_of(kind), ("only", over.base), c)
            for kind in kinds
        ]
        return f"spread.dead_end({{at}}, {edges}, {' | '.join(corners)})"

    # for all places at once

    def vector(self, e: ir.Expr, slot: int, sort: str, c: Scope) -> str | None:
        if uses_slot(e, slot):
            if isinstance(e, ir.Without) and not uses_slot(e.piece, slot):
                return self.supposed_vector(e, slot, sort, c)
            if isinstance(e, ir.Can):
                return self.can_vector(e, slot, sort, c)
        return super().vector(e, slot, sort, c)

    def supposed_vector(self, e: ir.Without, slot: int, sort: str, c: Scope) -> str | None:
        params, args, inner = self.captured(e, c, {slot})
        result = self.vector(e.body, slot, sort, inner)
        if result is None:
            return None
        name = self.fresh("wv")
        light = self.lifted_in_masks(name, e, params, result, inner)
        self.define_supposed(name, params, e, inner, result, light)
        return f"{name}({', '.join(args)})"

    def lifted_in_masks(
        self, name: str, e: ir.Without, params: list[str], result: str, c: Scope
    ) -> str:
        """A line that answers a question about places when the piece stands there alone and only
        masks are read; see `lifting`."""
        asked, _, rest = result.partition("(")
        if asked not in self.places_bodies:
            return ""
        head, lines = self.places_bodies[asked]
        light = self.asked_in_masks(name, e, head, lines, rest[:-1], {})
        given = rest[:-1].split(", ")
        if light and all(text in params for text in given):
            self.prepare(name, e, params, head, given, c)
        return light

    def prepare(
        self, name: str, e: ir.Without, params: list[str], head: list[str], given: list[str],
        c: Scope,
    ) -> None:  # fmt: skip
        """Two more functions for a question that is asked for many pieces in turn: what is the
        same for all of them, and the question with that."""
        piece = self.scalar(e.piece, c)
        if piece not in params or piece in given:
            return
        lines, alone, away = self.in_masks[name]
        fixed, lines = hoisted(lines, PARAMS)
        handed = "".join(f"f{i}_, " for i in range(len(fixed)))
        self.define(f"{name}_fixed({', '.join(head)})", [f"return ({', '.join([*fixed, ''])})"])
        body = [
            f"x = {piece}",
            f"at = S[{self.layout.places} + x] if x >= 0 else -1",
            f"if at < 0 or not {alone}: return {name}({', '.join(params)})",
            f"{', '.join(PARAMS)} = {away}",
            *(f"{n} = {text}" for n, text in zip(head, given, strict=True) if n != text),
            *([f"{handed}= {FIXED}"] if fixed else []),
            *lines,
        ]
        self.define(f"{name}_with({', '.join([*params, FIXED])})", body)
        self.prepared[name] = (params, params.index(piece), given)

    def flag_in_masks(self, name: str, e: ir.Without, params: list[str], c: Scope) -> str:
        """The same for a question with yes or no. Its values are written out, because what is
        remembered of them knows the board with the piece."""
        body = self.written_out(e.body)
        if body is None or not self.in_line:
            return ""
        self.measured_in_line = True
        text = self.flag(body, c)
        self.measured_in_line = False
        standing = {
            c.names[n.slot]: self.analysis.kinds_of(n.type.of)
            for n in walk(body)
            if isinstance(n, ir.LocalRef) and n.type.base == "piece" and n.slot in c.names
        }
        owners = {text: f"k{i}" for i, text in enumerate(sorted(set(OWNER_OF.findall(text))))}
        lines = [f"{local} = {owner}" for owner, local in owners.items()]
        lines.append("return " + OWNER_OF.sub(lambda owner: owners[owner[0]], text))
        return self.asked_in_masks(name, e, params, lines, ", ".join(params), standing)

    def asked_in_masks(
        self, name: str, e: ir.Without, head: list[str], lines: list[str], given: str,
        standing: dict[str, tuple[str, ...]],
    ) -> str:  # fmt: skip
        kinds = self.analysis.kinds_of(e.piece.type.of)
        if len(kinds) != 1 or self.layout.in_all(kinds[0]):
            return ""
        sort = self.layout.place_sort(kinds[0])
        lifted = without_piece(lines, self.layout, kinds[0], standing) if sort else None
        if lifted is None:
            return ""
        self.define(f"{name}_light({', '.join([*head, *PARAMS])})", lifted)
        owners = self.const((*(i.owner for i in self.setting.instances), -1), "OWNER")
        here = f"S[{self.layout.occupied + self.setting.place_base[sort]} + at]"
        count = len(self.setting.instances)
        alone = f"{here} == {self.alone(0, count)}[x]"
        there = self.all_but(sort_size(self.setting, sort))
        away = f"S[{ON_BOARD}] & {self.all_but(count)}[x], {there}[at], {owners}[x]"
        self.in_masks[name] = lifted, alone, away
        return f"if {alone}: return {name}_light({given}, {away})"

    def written_out(self, e: ir.Expr) -> ir.Expr | None:
        """A condition with its values written out; None where that cannot be."""
        for _ in range(MOST_WRITTEN_OUT):
            call = next((n for n in walk(e) if isinstance(n, ir.ValueRef)), None)
            if call is None:
                return e
            value = self.program.values[call.key]
            special = call.key in self.pinned or call.key in self.included
            if value.form != "formula" or value.formula is None or special:
                return None
            e = _in_place_of(call, self.substituted(value.formula, call), e)
        return None

    def can_vector(self, e: ir.Can, slot: int, sort: str, c: Scope) -> str | None:
        """All places for which somebody has a legal way, when the place is one of its answers."""
        if uses_slot(e.who, slot):
            return None
        who = self.scalar(e.who, c)
        masks = []
        for call in e.terms.calls:
            text = self.legal_places(e.terms, call, who, slot, sort, c)
            if text is None:
                return None
            masks.append(text)
        return masks[0] if len(masks) == 1 else "(" + " | ".join(masks) + ")"

    def legal_places(
        self, terms: ir.Terms, call: ir.Call, who: str, slot: int, sort: str, c: Scope
    ) -> str | None:
        block = self.program.actions[call.action]
        asked = [t for t in conjuncts(terms.where) if uses_slot(t, slot)]
        if len(asked) != 1 or uses_slot((call.args, terms.paying), slot):
            return None
        name = _same(asked[0], slot)
        chosen = {n.local.name: n.local for n in block.head if isinstance(n, ir.Choose)}
        if name not in chosen or chosen[name].type.base != sort:
            return None
        rest: ir.Expr | None = None
        for one in conjuncts(terms.where):
            if one is not asked[0]:
                rest = one if rest is None else ir.Both(rest, one, ir.FLAG)
        terms = replace(terms, where=rest)
        params, given, inner = self.captured((rest, terms.paying, call.args), c, set())
        key = ("places", call.action, terms.site)
        if key not in self.heads_done:
            self.heads_done[key] = self.fresh("places_")
            answer = f"a{chosen[name].slot}"
            lines = [
                "m = 0",
                *self.params_bound(block, call.args, inner),
                *self.head_lines(block, "who", terms, inner, [f"m |= 1 << {answer}"]),
                "return m",
            ]
            head = ["S", "who", *params[1:]]
            body = list(_shortened(lines, answer))
            self.places_bodies[self.heads_done[key]] = (head, body)
            self.define(f"{self.heads_done[key]}({', '.join(head)})", body)
        return f"{self.heads_done[key]}({', '.join(['S', who, *given[1:]])})"


def _in_place_of(one: ir.Expr, other: ir.Expr, e: ir.Expr) -> ir.Expr:
    found: ir.Expr = rewritten(e, lambda n: other if n is one else None)
    return found


def _same(e: ir.Expr, slot: int) -> str:
    """The name of the answer that must be the thing in `slot`."""
    if isinstance(e, ir.Compare) and e.op == "is":
        for one, other in ((e.left, e.right), (e.right, e.left)):
            if isinstance(one, ir.HeadRef) and isinstance(other, ir.LocalRef):
                return one.name if other.slot == slot else ""
    return ""


def _shortened(lines: list[str], answer: str) -> Iterator[str]:
    """A walk that only collects what it walks over is the set itself."""
    skip = False
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        walked = line.strip().removeprefix(f"for {answer} in bits(").removesuffix("):")
        if skip:
            skip = False
        elif after.strip() == f"m |= 1 << {answer}" and line.strip() == (
            f"for {answer} in bits({walked}):"
        ):
            yield f"{line[: len(line) - len(line.lstrip())]}m |= {walked}"
            skip = True
        else:
            yield line

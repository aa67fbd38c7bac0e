"""Conditions over all places at once.

A condition on one corner, edge or hex often speaks of pieces that stand there or nearby and of
whose they are. Then the set of all places that fulfil it follows from a few masks: where a player's
pieces stand, and which places lie around those. What cannot be said that way is tested place
by place.
"""

from __future__ import annotations

import re

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting

from .analysis import Atom, bound_in, conjuncts, plain, slots_in, uses_slot, walk
from .filters import AROUND, Filters
from .layout import inverse, sort_size
from .overlaps import joined_masks, overlap
from .sets import sets_together
from .source import Scope
from .ways import CORNER_SLOT
from .writer import PLACES, TOPOLOGY

Owner = tuple[str, ir.Expr]
"""("only" or "not", player)"""
HOLDS = re.compile(r"S\[(\d+) \+ x\] == (\w+)")
"""a test whether a slot of `x` holds something"""
REACHED, MEETS = "return spread.reach(", "spread.meets("
UNKNOWN: Owner = ("unknown", ir.Const(None, ir.FLAG))


class Vectors(Filters):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.set_caches: dict[ir.Key, int] = {}
        self.board_sets: dict[str, tuple[str, int]] = {}
        """conditions → the function that answers, and where that remembers"""
        self.others_slots: dict[str, tuple[int, frozenset[Atom]]] = {}
        """where it is remembered for each player where all others stand, and what changes it"""

    def full(self, sort: str) -> int:
        return (1 << self.layout.domain(ir.Type(sort))[1]) - 1

    def vector(self, e: ir.Expr, slot: int, sort: str, c: Scope) -> str | None:
        """The mask of all places of a sort for which the condition on `slot` holds."""
        fixed = self.known(e)
        if isinstance(fixed, bool):
            return str(self.full(sort)) if fixed else "0"
        if not uses_slot(e, slot):
            flag = self.flag(e, c)
            fixed_masks = {"True": str(self.full(sort)), "False": "0"}
            return fixed_masks.get(flag, f"({self.full(sort)} if {flag} else 0)")
        if self.on_the_board(e, slot):
            return self.board_set(e, slot, sort)
        return self.by_shape(e, slot, sort, c)

    def by_shape(self, e: ir.Expr, slot: int, sort: str, c: Scope) -> str | None:
        """The same, out of the masks of the parts of a condition."""
        match e:
            case ir.Both(left=left, right=right):
                return self.joined("&", left, right, slot, sort, c)
            case ir.Either(left=left, right=right):
                return self.joined("|", left, right, slot, sort, c)
            case ir.Negation(operand=operand):
                inner = self.vector(operand, slot, sort, c)
                return None if inner is None else f"({self.full(sort)} & ~{inner})"
            case ir.Quantified(word="some" | "no" as word):
                inner = self.exists(e, slot, sort, c)
                if inner is None or word == "some":
                    return inner
                return f"({self.full(sort)} & ~{inner})"
            case ir.Quantified(word="every", body=body) if e.where is None and body is not None:
                negated = ir.Quantified("some", e.local, e.over, ir.Negation(body), None, ir.FLAG)
                inner = self.exists(negated, slot, sort, c)
                return None if inner is None else f"({self.full(sort)} & ~{inner})"
            case ir.Compare():
                return self.compared(e, slot, sort, c)
            case ir.StateRef(key=key, subject=ir.LocalRef(slot=s)) if s == slot:
                slots = self.layout.states[key]
                return f"S[{slots.base}]" if slots.form == "flags" else None
            case ir.ValueRef():
                return self.value_vector(e, slot, sort, c)
        return None

    def joined(
        self, sign: str, left: ir.Expr, right: ir.Expr, slot: int, sort: str, c: Scope
    ) -> str | None:
        one = self.vector(left, slot, sort, c)
        other = self.vector(right, slot, sort, c)
        if one is None or other is None:
            return None
        return joined_masks(sign, [one, other], str(self.full(sort)))

    def compared(self, e: ir.Compare, slot: int, sort: str, c: Scope) -> str | None:
        op, left, right = e.op, e.left, e.right
        found: str | None = None
        if op == "is" and isinstance(left, ir.Quantified) and self.known(right) == 1:
            return self.with_one(left, slot, sort, c)
        if op in ("is", "is not"):
            if isinstance(right, ir.LocalRef) and right.slot == slot:
                left, right = right, left
            mine = isinstance(left, ir.LocalRef) and left.slot == slot
            single = right.type.base == sort and right.type.shape == "one"
            if mine and single and not uses_slot(right, slot):
                found = self.as_set(right, c)
        elif op in ("is in", "is not in"):
            if isinstance(left, ir.LocalRef) and left.slot == slot and not uses_slot(right, slot):
                if right.type.base == sort:
                    found = self.mask(right, c)
            elif (
                not uses_slot(left, slot)
                and left.type.base == "player"
                and isinstance(right, ir.Field)
                and right.name == "owner"
            ):
                found = self.near(right.base, slot, sort, ("only", left), c)
            elif (
                not uses_slot(left, slot)
                and left.type.shape == "one"
                and isinstance(right, ir.Field)
                and right.name in TOPOLOGY
                and right.base.type.base == sort
                and isinstance(right.base, ir.LocalRef)
                and right.base.slot == slot
                and left.type.base == self.target_sort(sort, right.name)
            ):
                found = f"{self.preimage(sort, right.name)}({self.as_set(left, c)})"
        if found is None:
            return None
        return found if "not" not in op else f"({self.full(sort)} & ~{found})"

    def with_one(self, e: ir.Quantified, slot: int, sort: str, c: Scope) -> str | None:
        """`count p in c.edges.PIECES where p.owner is P`: the places around which there is one."""
        over, around = e.over, e.over.base if isinstance(e.over, ir.PiecesOf) else None
        if e.word != "count" or e.local is None or not isinstance(around, ir.Field):
            return None
        stand = self.one_sort(e.local.type.of)
        if AROUND.get((stand, sort)) != around.name or not isinstance(around.base, ir.LocalRef):
            return None
        owner = self.owner_test(e.where, e.local.slot, slot)
        if around.base.slot != slot or owner is None or owner[0] != "only":
            return None
        if self.layout.in_all(e.local.type.of):
            return None
        size = sort_size(self.setting, stand)
        table = self.const((*inverse(self.rows(sort, around.name), size), 0), "M")
        mine = self.mask(ir.PiecesOf(owner[1], e.local.type.of, over.type), c)
        return f"touched_once(S, {self.layout.places}, {mine}, {table})"

    def on_the_board(self, e: ir.Expr, slot: int) -> bool:
        """Does a condition read nothing but what lies on the places of the board? That seldom
        changes, so the places that fulfil it are remembered."""
        if isinstance(e, (ir.StateRef, ir.Compare)) and not self.analysis.reads(e):
            return False
        if isinstance(e, ir.StateRef) and self.layout.states[e.key].form == "flags":
            return False
        atoms = self.analysis.reads(e)
        return (
            bool(atoms)
            and all(a[0] == "state" and a[1] in PLACES or a[0] == "include" for a in atoms)
            and any(a[0] == "state" for a in atoms)
            and slots_in(e) - bound_in(e) == {slot}
            and not self.analysis.uses_you(e)
            and not any(
                isinstance(n, (ir.HeadRef, ir.Can))
                or isinstance(n, (ir.ValueRef, ir.Passing))
                and (n.key in self.pinned or n.key in self.included)
                for n in walk(e)
            )
        )

    def board_set(self, e: ir.Expr, slot: int, sort: str) -> str:
        """All places that fulfil a condition on what lies on the board, remembered as one mask."""
        key = f"{sort} {plain(e)!r}"
        if key not in self.board_sets:
            self.board_sets[key] = (f"BOARD_{len(self.board_sets)}", self.layout.cache(1))
        name, cache = self.board_sets[key]
        if name not in self.written:
            self.written.add(name)
            self.listen(self.analysis.reads(e), f"S[{cache}] = None")
            parts = self.by_shape(e, slot, sort, Scope())
            body = [f"    m = {parts}"]
            if parts is None:
                test = self.flag(e, Scope(names={slot: "x"}))
                body = [
                    "    m = 0",
                    f"    for x in range({self.layout.domain(ir.Type(sort))[1]}):",
                    f"        if {test}: m |= 1 << x",
                ]
            self.define(
                f"{name}(S)",
                [f"m = S[{cache}]", "if m is None:", *body, f"    S[{cache}] = m", "return m"],
            )
        return f"{name}(S)"

    def exists(self, e: ir.Quantified, slot: int, sort: str, c: Scope) -> str | None:
        if e.local is None:
            return self.near(e.over, slot, sort, None, c)
        over = e.over
        if over.type.base == "piece":
            owner = self.owner_test(e.where, e.local.slot, slot)
            if owner is UNKNOWN:
                return None
            return self.near(over, slot, sort, owner, c)
        if (
            isinstance(over, ir.Field)
            and over.name in TOPOLOGY
            and isinstance(over.base, ir.LocalRef)
            and over.base.slot == slot
            and over.base.type.base == sort
            and e.where is not None
            and not uses_slot(e.where, slot)
        ):
            target = self.target_sort(sort, over.name)
            inner = self.vector(e.where, e.local.slot, target, c)
            return None if inner is None else f"{self.preimage(sort, over.name)}({inner})"
        return None

    def owner_test(self, where: ir.Expr | None, piece: int, slot: int) -> Owner | None:
        """("only" or "not", player) of a condition on a piece's owner; None for no condition."""
        if where is None:
            return None
        if isinstance(where, ir.Compare) and where.op in ("is", "is not"):
            left, right = where.left, where.right
            if uses_slot(right, piece):
                left, right = right, left
            if (
                isinstance(left, ir.Field)
                and left.name == "owner"
                and isinstance(left.base, ir.LocalRef)
                and left.base.slot == piece
                and not uses_slot(right, piece)
                and not uses_slot(right, slot)
                and right.type.shape == "one"
            ):
                return ("only" if where.op == "is" else "not", right)
        return UNKNOWN

    def near(
        self, pieces: ir.Expr, slot: int, sort: str, owner: Owner | None, c: Scope
    ) -> str | None:
        """Places with such a piece on them, or on what lies around them."""
        if not isinstance(pieces, ir.PiecesOf):
            return None
        fields: list[tuple[str, str]] = []
        base = pieces.base
        while isinstance(base, ir.Field) and base.name in TOPOLOGY:
            if base.base.type.base not in PLACES:
                return None
            fields.append((base.base.type.base, base.name))
            base = base.base
        if not isinstance(base, ir.LocalRef) or base.slot != slot or base.type.base != sort:
            return None
        kinds = self.analysis.kinds_of(pieces.kind)
        last = self.target_sort(*fields[0]) if fields else sort
        if not kinds or any(self.layout.place_sort(k) != last for k in kinds):
            return None
        if owner is not None and self.layout.in_all(pieces.kind):
            return None
        mask = self.standing_mask(kinds, owner, c)
        for before, name in fields:
            mask = f"{self.preimage(before, name)}({mask})"
        return mask

    def standing_mask(self, kinds: tuple[str, ...], owner: Owner | None, c: Scope) -> str:
        n = self.setting.owners
        blocks = [self.layout.standing[k] for k in kinds]
        if owner is None:
            terms = [f"S[{b + n + 1}]" for b in blocks]
        else:
            how, who = owner
            text = self.scalar(who, c)
            if how == "only":
                terms = [f"S[{b} + {text}]" for b in blocks]
                if who.type.optional:
                    terms = [f"(S[{b} + {text}] if {text} >= 0 else 0)" for b in blocks]
            else:
                return f"{self.others_standing(kinds)}[{text}](S)"
        return terms[0] if len(terms) == 1 else "(" + " | ".join(terms) + ")"

    def others_standing(self, kinds: tuple[str, ...]) -> str:
        """A table of functions: for each player, the places of everybody else; last for nobody."""
        blocks = [self.layout.standing[k] for k in kinds]
        name = "OTHERS_" + "_".join(map(str, blocks))
        n = self.setting.owners
        if name not in self.others_slots:
            told: frozenset[Atom] = frozenset(("piece", k) for k in kinds)
            self.others_slots[name] = self.layout.cache(n + 1) + 1, told
            first = self.others_slots[name][0]
            rows = [[b + o for b in blocks for o in range(n) if o != who] for who in range(n)]
            rows.append([b + o for b in blocks for o in range(n)])
            slots = [*range(first, first + n), first - 1]
            self.helper(name, tuple(map(sets_together, slots, rows)))
        first, reads = self.others_slots[name]
        self.listen(reads, f"S[{first - 1}:{first + n}] = {self.empty(n + 1)}")
        return name

    def value_vector(self, e: ir.ValueRef, slot: int, sort: str, c: Scope) -> str | None:
        value = self.program.values[e.key]
        if e.key in self.pinned or e.key in self.included or value.form not in (
            "formula", "any", "all"
        ):  # fmt: skip
            return None
        given = ((e.subject,) if e.subject is not None else ()) + e.args
        names: dict[int, str] = {}
        at: int | None = None
        for i, arg in enumerate(given):
            if isinstance(arg, ir.LocalRef) and arg.slot == slot and at is None:
                at = i
            elif uses_slot(arg, slot):
                return None
            else:
                names[i] = self.scalar(arg, c)
        if at is None:
            return None
        inner = Scope(c.you, c.paid, names, {})
        if value.form == "formula":
            assert value.formula is not None
            return self.vector(value.formula, at, sort, inner)
        masks: list[str] = []
        for p in value.parts:
            mask = self.vector(p.value, at, sort, inner)
            if mask is None:
                return None
            if p.when is not None:
                when = self.vector(p.when, at, sort, inner)
                if when is None:
                    return None
                mask = (
                    f"({when} & {mask})"
                    if value.form == "any"
                    else f"(({self.full(sort)} & ~{when}) | {mask})"
                )
            masks.append(mask)
        return joined_masks("|" if value.form == "any" else "&", masks, str(self.full(sort)))

    def passing_mask(self, p: ir.Passing, c: Scope) -> str | None:
        return self.value_vector(self.passing_call(p), CORNER_SLOT, "corner", c)

    def passing_at_most(self, p: ir.Passing, c: Scope) -> str:
        value = self.program.values[p.key]
        if value.form != "all" or p.key in self.pinned or p.key in self.included:
            return "-1"
        at = len(value.params) - p.free
        names: dict[int, str] = {}
        for i, arg in enumerate(((p.subject,) if p.subject is not None else ()) + p.args):
            names[i] = self.scalar(arg, c)
        inner = Scope(c.you, c.paid, names, {})
        others = set(range(at + 1, len(value.params)))
        masks = [
            mask
            for part in value.parts
            if part.when is None and not slots_in(part.value) & others
            if (mask := self.vector(part.value, at, "corner", inner)) is not None
        ]
        return " & ".join(["-1", *masks])

    def edges_under(self, over: ir.Expr, c: Scope) -> str | None:
        if isinstance(over, ir.Arithmetic) and over.op == "+":
            one, other = self.edges_under(over.left, c), self.edges_under(over.right, c)
            return None if one is None or other is None else f"({one} | {other})"
        if isinstance(over, ir.Arithmetic) and over.op == "-":
            return self.edges_but(over.left, over.right, c)
        if not isinstance(over, ir.PiecesOf) or over.base is None:
            return None
        whose = over.base.type
        kinds = self.analysis.kinds_of(over.kind)
        if whose.base != "player" or whose.shape != "one" or not kinds:
            return None
        if self.layout.in_all(over.kind) or any(self.layout.place_sort(k) != "edge" for k in kinds):
            return None
        return self.standing_mask(kinds, ("only", over.base), c)

    def edges_but(self, over: ir.Expr, one: ir.Expr, c: Scope) -> str | None:
        """The edges below a player's pieces without one of these pieces."""
        one = one.base if isinstance(one, ir.AsSet) else one
        edges = self.edges_under(over, c)
        if edges is None or one.type.base != "piece" or one.type.shape != "one":
            return None
        if self.one_sort(one.type.of) != "edge":
            return None
        return (
            f"edges_but(S, {edges}, {self.scalar(one, c)}, {self.mask(over, c)}, "
            f"{self.layout.places}, {self.on_edges()})"
        )

    def narrow(self, e: ir.Quantified, outer: Scope) -> tuple[str | None, ir.Expr | None]:
        """Walk only what fulfils the condition, when that is known as a mask."""
        t = e.over.type
        if e.where is not None and e.local is not None and t.base == "piece" and t.shape == "set":
            masks, rest = self.filtered(e.where, e.local, e.over, outer)
            if masks:
                return " & ".join([self.mask(e.over, outer), *masks]), rest
        if e.where is None or e.local is None or t.base not in PLACES:
            return None, e.where
        if t.shape == "list" and not isinstance(e.over, ir.Everything):
            return None, e.where
        flagged = self.flag_mask(e.where, e.local.slot, t.base, outer)
        if flagged is not None:
            found = overlap([self.mask(e.over, outer), flagged], str(self.full(t.base)))
            return found, None
        places: list[str] = []
        left: ir.Expr | None = None
        for one in conjuncts(e.where):
            mask = self.flag_mask(one, e.local.slot, t.base, outer)
            if mask is not None:
                places.append(mask)
            else:
                left = one if left is None else ir.Both(left, one, ir.FLAG)
        if not places:
            return None, e.where
        return overlap([self.mask(e.over, outer), *places], str(self.full(t.base))), left

    def quantified(self, e: ir.Quantified, c: Scope) -> str:
        standing = self.standing_there(e, c) if e.word in ("some", "no") else None
        if standing is None:
            return super().quantified(e, c)
        if e.word == "no":
            return f"(not {standing})"
        return standing if standing.startswith(MEETS) else f"({standing} != 0)"

    def standing_there(self, e: ir.Quantified, c: Scope) -> str | None:
        """`some p in a player's PIECES where p.place is in PLACES`: the places of both."""
        over, where = e.over, e.where
        if not isinstance(over, ir.PiecesOf) or e.local is None or e.body is not None:
            return None
        if not isinstance(where, ir.Compare) or where.op != "is in":
            return None
        sort, whose = self.one_sort(over.kind), over.base.type
        place = where.left
        if (
            not isinstance(place, ir.Field)
            or place.name != "place"
            or not isinstance(place.base, ir.LocalRef)
            or place.base.slot != e.local.slot
            or uses_slot(where.right, e.local.slot)
            or (whose.base, whose.shape) != ("player", "one")
            or sort not in PLACES
            or where.right.type.base != sort
            or self.layout.in_all(over.kind)
        ):
            return None
        standing = self.standing_mask(self.analysis.kinds_of(over.kind), ("only", over.base), c)
        if isinstance(where.right, ir.Reached):
            body = self.reach_body(where.right, c)
            if len(body) == 1 and body[0].startswith(REACHED):
                return f"{MEETS}{body[0].removeprefix(REACHED)[:-1]}, {standing})"
        return f"({self.mask(where.right, c)} & {standing})"

    def flag_mask(self, where: ir.Expr, slot: int, sort: str, c: Scope) -> str | None:
        found = self.vector(where, slot, sort, c)
        if found is not None:
            return found
        if isinstance(where, ir.Both) and where.type == ir.FLAG:
            sides = [self.flag_mask(side, slot, sort, c) for side in (where.left, where.right)]
            texts = [side for side in sides if side is not None]
            return f"({texts[0]} & {texts[1]})" if len(texts) == 2 else None
        if isinstance(where, ir.ValueRef) and not where.args:
            subject = where.subject
            if isinstance(subject, ir.LocalRef) and subject.slot == slot:
                return self.flag_set(where.key, sort)
        return None

    def flag_set(self, key: ir.Key, sort: str) -> str | None:
        """A flag of every place of a sort, remembered as one mask."""
        if key in self.pinned or self.analysis.value_uses_you(key):
            return None
        reads = self.analysis.value_reads(key)
        if ("*",) in reads:
            return None
        name = f"SET_{key[0]}_{key[1]}"
        if name not in self.written:
            self.written.add(name)
            slot = self.set_caches.setdefault(key, -1)
            if slot < 0:
                slot = self.set_caches[key] = self.layout.cache(1)
            self.listen(reads, f"S[{slot}] = None")
            size = self.layout.domain(ir.Type(sort))[1]
            body = self.set_body(key, sort, size)
            self.define(
                f"{name}(S)",
                [f"m = S[{slot}]", "if m is None:", *("    " + b for b in body),
                 f"    S[{slot}] = m", "return m"],
            )  # fmt: skip
        return f"{name}(S)"

    def set_body(self, key: ir.Key, sort: str, size: int) -> list[str]:
        value = self.program.values[key]
        subject = ir.LocalRef(0, sort, ir.Type(sort))
        rest: list[str] = []
        masks: list[str] = []
        first: list[str] = []
        if value.form == "all":
            for p in value.parts:
                mask = self.vector(p.value, 0, sort, Scope()) if p.when is None else None
                if mask is not None:
                    masks.append(mask)
                else:
                    test = self.flag_once(p.value, first)
                    if p.when is not None:
                        test = f"(not {self.flag(p.when, Scope(names={0: 'x'}))} or {test})"
                    rest.append(test)
        else:
            ref = ir.ValueRef(key, subject, (), ir.FLAG)
            rest.append(self.flag(ref, Scope(names={0: "x"})))
        walked = f"bits({' & '.join(masks)})" if masks else f"range({size})"
        if not rest:
            return [f"m = {' & '.join(masks)}"]
        holds = HOLDS.fullmatch(" and ".join(rest))
        if holds:
            among = " & ".join(masks) or str((1 << size) - 1)
            return [*first, f"m = equal_to(S, {holds[1]}, {among}, {holds[2]})"]
        loop = [f"for x in {walked}:", f"    if {' and '.join(rest)}: m |= 1 << x"]
        return [*first, "m = 0", *loop]

    def flag_once(self, e: ir.Expr, first: list[str]) -> str:
        """A test of `x`; a side that does not speak of it is reckoned before the loop."""
        scope = Scope(names={0: "x"})
        if isinstance(e, ir.Compare) and e.op in ("is", "<", "<=", ">", ">="):
            sides = (e.left.type, e.right.type)
            if all(t.base == "number" and t.shape == "one" for t in sides):
                texts = []
                for side in (e.left, e.right):
                    text = self.scalar(side, scope)
                    if not uses_slot(side, 0) and "(" in text:
                        first.append(f"k{len(first)} = {text}")
                        text = f"k{len(first) - 1}"
                    texts.append(text)
                if e.op == "is":
                    return f"{texts[0]} == {texts[1]}"
        return self.flag(e, scope)

    def swapped(self, e: ir.Quantified) -> ir.Quantified | None:
        """`sum b in PIECES: sum h in b.hexes where F(h): E`: over the few h first."""
        inner = e.body
        if (
            e.word != "sum"
            or e.where is not None
            or e.local is None
            or e.type.base != "number"
            or not isinstance(inner, ir.Quantified)
            or inner.word != "sum"
            or inner.local is None
            or inner.where is None
            or not isinstance(inner.over, ir.Field)
            or inner.over.name not in ("hexes", "corners", "edges", "ends")
            or inner.over.base
            != ir.LocalRef(e.local.slot, e.local.name, e.local.type, inner.over.base.span)
            or uses_slot(inner.where, e.local.slot)
            or e.over.type.base != "piece"
        ):
            return None
        stand = self.one_sort(e.over.type.of)
        sort = inner.local.type.base
        back = AROUND.get((stand, sort))
        if back is None:
            return None
        scope = Scope(names={inner.local.slot: "x"})
        if self.flag_mask(inner.where, inner.local.slot, sort, scope) is None:
            return None
        h = ir.LocalRef(inner.local.slot, inner.local.name, inner.local.type)
        around = ir.Field(h, back, ir.Type(stand, "", "set"))
        there = ir.PiecesOf(around, e.over.type.of, e.over.type)
        both_sets = ir.Both(there, e.over, e.over.type)
        second = ir.Quantified("sum", e.local, both_sets, None, inner.body, e.type)
        everything = ir.Everything(ir.Type(sort, "", "set"))
        return ir.Quantified("sum", inner.local, everything, inner.where, second, e.type)

    def around(self, e: ir.Field, c: Scope) -> str:
        """What lies around all pieces of a player follows from where they stand."""
        base = e.base
        if isinstance(base, ir.PiecesOf) and base.type.base == "piece":
            whose, sort = base.base.type, self.one_sort(base.kind)
            kinds = self.analysis.kinds_of(base.kind)
            if (
                whose.base == "player"
                and whose.shape == "one"
                and sort in PLACES
                and kinds
                and not self.layout.in_all(base.kind)
                and all(self.layout.standing[k] for k in kinds)
            ):
                standing = self.standing_mask(kinds, ("only", base.base), c)
                return f"{self.image(sort, e.name)}({standing})"
        return super().around(e, c)

    def mask(self, e: ir.Expr, c: Scope) -> str:
        if isinstance(e, ir.Both) and e.type.shape == "set":
            return f"({self.mask(e.left, c)} & {self.mask(e.right, c)})"
        return super().mask(e, c)

"""Heads of actions as source: which answers are legal, found as cheaply as possible.

The head is walked in order, but every test stands as far out as its names allow, and within one
level scalars of the player (limit, supply, price) come before places. Conditions on a place are
taken as masks where `vectors` can say them. The textual order matters only for refusals, which
the reference evaluator explains.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting

from .analysis import rewritten, slots_in, walk
from .layout import plain_none
from .overlaps import overlap
from .prices import Doer, Prices, Test
from .source import Scope
from .writer import PLACES

ASKED = re.compile(r"\b(wv\d+)\(([^()]*)\)")
WALKED = re.compile(r"a\d+")
"""the name of an answer"""
WALK = re.compile(r"( *)for (a\d+) in (bits\(.*\)):")
MINE = re.compile(r"\bS\[(\d+ \+ who \* \d+)\b")
"""where something of the asked player begins"""
OFTEN = 3
"""how often a place in the state is named in a list until it is worked out once"""
CHANGING = re.compile(r"\b(a\d+|h\d+_)\b|:=")
"""what may be something else when a set is asked for again"""


class Heads(Prices):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.prepared: dict[str, tuple[list[str], int, list[str]]] = {}
        """questions about a lifted piece that can be handed what is the same for every piece:
        their parameters, which of them is the piece, and those that are handed on"""

    def _amount_ready(
        self, block: Doer, at: int, rest: list[Test], inner: Scope, outer: Scope, lines: list[str],
        pad: str,
    ) -> str:  # fmt: skip
        """Lines to stand before an amount is asked; see `amounts`."""
        raise NotImplementedError

    def head_lines(
        self, block: Doer, who: str, terms: ir.Terms | None, c: Scope, leaf: list[str]
    ) -> list[str]:
        """Source that runs `leaf` for every legal answer to the head. `{move}` in the leaf is the
        packed answer."""
        names = {local.slot: f"a{local.slot}" for local in block.head_names}
        for item in block.head:
            if isinstance(item, (ir.Choose, ir.Let)):
                names[item.local.slot] = f"a{item.local.slot}"
        heads = {local.name: f"a{local.slot}" for local in block.head_names}
        outer = Scope(c.you, c.paid, c.names, heads)
        inner = Scope(who, "False", names, {})
        tests = self.tests_of(block, who, terms, c, names)
        bound: set[int] = set()
        lines: list[str] = []
        if isinstance(block, ir.ActionDef):
            bound |= {p.slot for p in block.params}
        if isinstance(block, ir.ActionDef):
            given = [f"a{p.slot} != {plain_none(p.type)}" for p in block.params
                     if not p.type.optional and p.type.shape == "one"
                     and p.type.base not in ("number", "bundle", "flag")]  # fmt: skip
            tests = [Test(frozenset(), None, text) for text in given] + tests
        amount = self._amount_after(block.head, 0)
        self._level(
            block,
            list(self._items(block.head)),
            tests,
            bound,
            inner,
            outer,
            lines,
            "",
            leaf,
            amount,
        )
        return list(self._prepared(lines))

    def _prepared(self, lines: list[str]) -> Iterator[str]:
        """Before a question is asked for many pieces, what is the same for all of them."""
        found: dict[str, str] = {}
        rest: list[str] = []
        for line in lines:
            for call in ASKED.finditer(line) if line.startswith(" ") else ():
                name, args = call[1], call[2].split(", ")
                params, piece, handed = self.prepared.get(name, ((), 0, []))
                if len(params) != len(args) or not WALKED.fullmatch(args[piece]):
                    continue
                given = dict(zip(params, args, strict=True))
                same = f"{name}_fixed({', '.join(given[h] for h in handed)})"
                if any(WALKED.fullmatch(given[h]) for h in handed):
                    continue
                known = found.setdefault(same, f"h{len(found)}_")
                pad = line[: len(line) - len(line.lstrip())]
                rest.append(f"{pad}if {known} is None: {known} = {same}")
                line = line.replace(call[0], f"{name}_with({call[2]}, {known})")
            rest.append(line)
        yield from (f"{known} = None" for known in found.values())
        yield from rest

    def _amount_after(self, head: ir.Head, start: int) -> int | None:
        """The index of the next choice of several things."""
        for i in range(start, len(head)):
            item = head[i]
            if isinstance(item, ir.Choose) and item.amount != "one":
                return i
        return None

    def _items(self, head: ir.Head) -> Iterator[ir.Choose | ir.Let]:
        for item in head:
            if isinstance(item, ir.Choose) and item.amount != "one":
                return
            if isinstance(item, (ir.Choose, ir.Let)):
                yield item

    def _written(self, test: Test, inner: Scope, outer: Scope) -> str:
        if test.expr is None:
            return test.text
        return self.flag(test.expr, outer if test.foreign else inner)

    def _level(
        self, block: Doer, items: list[ir.Choose | ir.Let], tests: list[Test], bound: set[int],
        inner: Scope, outer: Scope, lines: list[str], pad: str, leaf: list[str],
        amount: int | None = None,
    ) -> None:  # fmt: skip
        rest = list(tests)
        while items and isinstance(items[0], ir.Let):
            let = items[0]
            ready = [t for t in rest if t.needs <= bound]
            pad = self._tests(ready, inner, outer, lines, pad)
            rest = [t for t in rest if t not in ready]
            lines.append(f"{pad}a{let.local.slot} = {self.typed(let.value, let.local.type, inner)}")
            bound = bound | {let.local.slot}
            items = items[1:]
        ready = [t for t in rest if t.needs <= bound]
        pad = self._tests(ready, inner, outer, lines, pad)
        rest = [t for t in rest if t not in ready]
        if not items:
            if amount is not None:
                pad = self._amount_ready(block, amount, rest, inner, outer, lines, pad)
            move = self.encoded(block.head, inner.names)
            lines += [pad + line.replace("{move}", move) for line in leaf]
            return
        choose = items[0]
        assert isinstance(choose, ir.Choose)
        x = inner.names[choose.local.slot]
        if choose.if_any:
            walked, _ = self._candidates(replace(choose, where=None), [], bound, inner, outer)
            if choose.where is not None:
                walked = f"[{x} for {x} in {walked} if {self.flag(choose.where, inner)}]"
            walked = f"({walked} or ({plain_none(choose.local.type)},))"
        else:
            walked, rest = self._candidates(choose, rest, bound, inner, outer)
        last = len(items) == 1 and not rest and amount is None and ":=" not in walked
        # all at once only inside another walk: for a few moves a loop is cheaper
        inside = any(line.lstrip().startswith("for ") for line in lines)
        if last and inside and len(leaf) == 1 and leaf[0].startswith("out.append("):
            lines.append(pad + self._all_at_once(block, choose, walked, inner, leaf[0]))
            return
        lines.append(f"{pad}for {x} in {walked}:")
        self._level(block, items[1:], rest, bound | {choose.local.slot}, inner, outer, lines,
                    pad + "    ", leaf, amount)  # fmt: skip

    def _all_at_once(self, block: Doer, choose: ir.Choose, walked: str, c: Scope, leaf: str) -> str:
        """A line that offers a move for each thing that is walked."""
        made = leaf[len("out.append(") : -1]
        x = c.names[choose.local.slot]
        plain = self.answer_codes(choose)[2] is None
        if not plain or not walked.startswith("bits("):
            move = made.replace("{move}", self.encoded(block.head, c.names))
            return f"out += [{move} for {x} in {walked}]"
        first = self.encoded(block.head, {**c.names, choose.local.slot: "0"})
        step = 1
        for other in self.enumerable(block.head):
            if other.local.slot == choose.local.slot:
                break
            step *= self.answer_codes(other)[1]
        number = made.removesuffix(" | ({move})")
        return f"add_moves(out, {walked[5:-1]}, ({number}) + {first}, {step})"

    def _tests(
        self, tests: list[Test], inner: Scope, outer: Scope, lines: list[str], pad: str
    ) -> str:
        texts = [self._written(t, inner, outer) for t in sorted(tests, key=self._cost)]
        texts = [t for t in texts if t != "True"]
        if texts:
            lines.append(f"{pad}if {' and '.join(texts)}:")
            pad += "    "
        return pad

    def _cost(self, test: Test) -> int:
        if test.expr is None:
            return test.text.count("(") if "CARD_OK" not in test.text else 10_000
        heavy = sum(
            50 for n in walk(test.expr)
            if isinstance(n, ir.Can | ir.Without | ir.Measure)
        )  # fmt: skip
        return 1 + heavy + sum(1 for _ in walk(test.expr))

    def _candidates(
        self, choose: ir.Choose, tests: list[Test], bound: set[int], inner: Scope, outer: Scope
    ) -> tuple[str, list[Test]]:
        """What to walk for a choice, and the tests that are left."""
        slot = choose.local.slot
        rest = list(tests)
        if choose.where is not None:
            rest.append(Test(frozenset(slots_in(choose.where)) & set(inner.names), choose.where))
        if choose.high is not None:
            low, high = self.scalar(choose.over, inner), self.scalar(choose.high, inner)
            return f"range({low}, {high} + 1)", rest
        t = choose.over.type
        sort = t.base
        if sort in PLACES:
            masks: list[str] = []
            left: list[Test] = []
            for test in rest:
                mask = None
                if test.expr is not None and test.needs <= bound | {slot} and slot in test.needs:
                    mask = self._vector_test(test, choose, sort, inner, outer)
                if mask is None:
                    left.append(test)
                else:
                    masks.append(mask)
            if masks:
                domain = self.mask(choose.over, inner)
                if domain != str(self.full(sort)):
                    masks.insert(0, domain)
                return f"bits({overlap(masks, str(self.full(sort)))})", left
        if sort == "piece" and t.shape == "set":
            walked, rest = self._pieces(choose, rest, bound, inner)
            return f"bits({walked})", rest
        if sort in ("player", "place", "piece", "space", *PLACES):
            return f"bits({self.mask(choose.over, inner)})", rest
        return self.members_walked(choose.over, inner), rest

    def _pieces(
        self, choose: ir.Choose, tests: list[Test], bound: set[int], inner: Scope
    ) -> tuple[str, list[Test]]:
        """The mask of the pieces to walk, and the tests that are left."""
        piece = choose.local
        masks = [self.mask(choose.over, inner)]
        left: list[Test] = []
        for test in tests:
            known = test.needs <= bound | {piece.slot} and piece.slot in test.needs
            mask = None
            if known and test.expr is not None and not test.foreign:
                mask = self.owned_where(test.expr, piece, choose.over, inner)
                if mask is None:
                    mask = self.pieces_where(test.expr, piece.slot, piece.type.of, inner)
            if mask is None:
                left.append(test)
            else:
                masks.append(mask)
        return " & ".join(masks), left

    def _vector_test(
        self, test: Test, choose: ir.Choose, sort: str, inner: Scope, outer: Scope
    ) -> str | None:
        assert test.expr is not None
        if not test.foreign:
            return self.vector(test.expr, choose.local.slot, sort, inner)
        slot = 30_000
        local = ir.LocalRef(slot, choose.local.name, ir.Type(sort))
        moved = _replace_head(test.expr, choose.local.name, local)
        return self.vector(moved, slot, sort, outer)

    # functions

    def offers(
        self, action: str, terms: ir.Terms | None, c: Scope, args: tuple[ir.Expr, ...]
    ) -> tuple[str, str]:
        """A function (S, who, out, captured…) that appends legal moves: its name, its further
        arguments."""
        block = self.program.actions[action]
        node = (terms.where, terms.paying, args) if terms is not None else ()
        params, given, inner = self.captured(node, c, set())
        key = ("offers", action, terms.site if terms is not None else -1)
        extra = "".join(", " + g for g in given[1:])
        if key not in self.heads_done:
            name = self.fresh("offer_")
            self.heads_done[key] = name
            base = self.action_ids[action]
            lines = self.params_bound(block, args, inner)
            lines += self.head_lines(
                block, "who", terms, inner, [f"out.append({base} << SHIFT | ({{move}}))"]
            )
            self.define(f"{name}({', '.join(['S', 'who', 'out', *params[1:]])})", lines or ["pass"])
        return self.heads_done[key], extra

    def offer_lines(self, action: str) -> list[str]:
        """The same for an action of a window, to be written in place: `who` and `out` are there."""
        block = self.program.actions[action]
        number = self.action_ids[action]
        leaf = [f"out.append({number} << SHIFT | ({{move}}))"]
        return self.head_lines(block, "who", None, Scope(), leaf)

    def params_bound(self, block: ir.ActionDef, args: tuple[ir.Expr, ...], c: Scope) -> list[str]:
        return [
            f"a{p.slot} = {self.typed(arg, p.type, c)}"
            for p, arg in zip(block.params, args, strict=False)
        ]

    def can(self, e: ir.Can, c: Scope) -> str:
        who = self.scalar(e.who, c)
        tests = []
        for call in e.terms.calls:
            block = self.program.actions[call.action]
            node = (e.terms.where, e.terms.paying, call.args)
            params, given, inner = self.captured(node, c, set())
            key = ("can", call.action, e.terms.site)
            if key not in self.heads_done:
                name = self.fresh("can_")
                self.heads_done[key] = name
                lines = self.params_bound(block, call.args, inner)
                lines += self.head_lines(block, "who", e.terms, inner, ["return True"])
                self.define(
                    f"{name}({', '.join(['S', 'who', *params[1:]])})", [*lines, "return False"]
                )
            tests.append(f"{self.heads_done[key]}({', '.join(['S', who, *given[1:]])})")
        return tests[0] if len(tests) == 1 else "(" + " or ".join(tests) + ")"

    def card_ok(self, card: ir.CardDef) -> str:
        name = f"card_ok_{card.name}"
        lines = self.head_lines(card, "who", None, Scope("who"), ["return True"])
        self.define(f"{name}(S, who)", [*lines, "return False"])
        return name


def walked_once(lines: list[str]) -> list[str]:
    """A set that several actions of a window walk over is worked out by the first of them: while
    moves are listed nothing changes."""
    pads: dict[str, list[str]] = {}
    for line in lines:
        walk = WALK.fullmatch(line)
        if walk and not CHANGING.search(walk[3]):
            pads.setdefault(walk[3], []).append(walk[1])
    often = [text for text, found in pads.items() if len(found) > 1 and not found[0]]
    names = {text: f"w{i}_" for i, text in enumerate(often)}
    known: set[str] = set()
    found = []
    for line in lines:
        walk = WALK.fullmatch(line)
        if walk and walk[3] in names:
            name = names[walk[3]]
            walked = name if name in known else f"({name} := {walk[3]})"
            known.add(name)
            line = f"{walk[1]}for {walk[2]} in {walked}:"
        found.append(line)
    return found


def indexed_once(lines: list[str]) -> list[str]:
    """Where what belongs to the asked player begins is worked out at the top of a list of moves."""
    often = Counter(found for line in lines for found in MINE.findall(line))
    names = {text: f"i{n}_" for n, text in enumerate(t for t, k in often.items() if k >= OFTEN)}
    top = next(i for i, line in enumerate(lines) if line.startswith("who = ")) + 1
    rest = [MINE.sub(lambda found: f"S[{names.get(found[1], found[1])}", x) for x in lines[top:]]
    return [*lines[:top], *(f"{name} = {text}" for text, name in names.items()), *rest]


def _replace_head(node: Any, name: str, local: ir.LocalRef) -> Any:
    """The same expression with a head name read from a local."""

    def change(n: Any) -> ir.LocalRef | None:
        return local if isinstance(n, ir.HeadRef) and n.name == name else None

    return rewritten(node, change)

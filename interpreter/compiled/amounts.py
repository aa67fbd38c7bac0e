"""Amounts in heads: can what has been taken so far still be completed to a legal answer?"""

from __future__ import annotations

from hexwright.dsl import program as ir

from .analysis import slots_in, walk
from .prices import Doer, Test
from .source import Scope
from .supposing import Supposing


class Amounts(Supposing):
    def pick_pairs(self, s: ir.Choose, c: Scope) -> str:
        """Source of what an amount is taken from: (thing, how many) pairs."""
        raise NotImplementedError

    def maybe(self, e: ir.Expr, unbound: set[int], heads: set[str], c: Scope) -> str:
        """Source for: this can still be true, whatever the open names will be."""
        if self._bound(e, unbound, heads):
            return self.flag(e, c)
        match e:
            case ir.Both(left=left, right=right):
                a, b = self.maybe(left, unbound, heads, c), self.maybe(right, unbound, heads, c)
                return b if a == "True" else a if b == "True" else f"({a} and {b})"
            case ir.Either(left=left, right=right):
                a, b = self.maybe(left, unbound, heads, c), self.maybe(right, unbound, heads, c)
                return "True" if "True" in (a, b) else f"({a} or {b})"
            case ir.Negation(operand=operand):
                text = self.surely(operand, unbound, heads, c)
                return "True" if text == "False" else f"(not {text})"
        return "True"

    def surely(self, e: ir.Expr, unbound: set[int], heads: set[str], c: Scope) -> str:
        """Source for: this is true, whatever the open names will be."""
        if self._bound(e, unbound, heads):
            return self.flag(e, c)
        match e:
            case ir.Both(left=left, right=right):
                a, b = self.surely(left, unbound, heads, c), self.surely(right, unbound, heads, c)
                return "False" if "False" in (a, b) else f"({a} and {b})"
            case ir.Either(left=left, right=right):
                a, b = self.surely(left, unbound, heads, c), self.surely(right, unbound, heads, c)
                return b if a == "False" else a if b == "False" else f"({a} or {b})"
            case ir.Negation(operand=operand):
                text = self.maybe(operand, unbound, heads, c)
                return "False" if text == "True" else f"(not {text})"
        return "False"

    def _bound(self, e: ir.Expr, unbound: set[int], heads: set[str]) -> bool:
        if slots_in(e) & unbound:
            return False
        return not any(isinstance(n, ir.HeadRef) and n.name in heads for n in walk(e))

    def _amount_ready(
        self, block: Doer, at: int, rest: list[Test], inner: Scope, outer: Scope, lines: list[str],
        pad: str,
    ) -> str:  # fmt: skip
        """Before an amount is asked: nothing speaks against it already, and it can be completed."""
        later = {i.local.slot for i in block.head[at:] if isinstance(i, (ir.Choose, ir.Let))}
        heads = {i.local.name for i in block.head[at:] if isinstance(i, (ir.Choose, ir.Let))}
        texts = []
        for test in rest:
            if test.expr is not None:
                foreign = heads if test.foreign else set()
                scope = outer if test.foreign else inner
                texts.append(
                    self.maybe(test.expr, set() if test.foreign else later, foreign, scope)
                )
        choose = choice_at(block.head, at)
        pairs = self.pick_pairs(choose, inner)
        empty = "()" if choose.bundle else "0"
        number = self.scalar(choose.number, inner) if choose.number is not None else "0"
        if choose.amount == "exactly":
            if not self._plain_end(block, at):
                fits = self.rest_test(block, at, "x", inner, "0")
                text = f"fill_exact({pairs}, (), {number}, {choose.bundle}, lambda x: {fits})"
                texts.append(text)
        else:
            fits = self.rest_test(block, at, empty, inner, "0")
            most = f" and {number} > 0" if choose.number is not None else ""
            if fits != "True":
                texts.append(f"(({pairs}{most}) or {fits})")
        texts = [t for t in texts if t != "True"]
        if texts:
            lines.append(f"{pad}if {' and '.join(texts)}:")
            pad += "    "
        return pad

    def _plain_end(self, block: Doer, at: int) -> bool:
        """Nothing is asked or tested after a choice, or with its answer."""
        slot = choice_at(block.head, at).local.slot
        for i, item in enumerate(block.head):
            if i > at and isinstance(item, ir.Choose):
                return False
            if isinstance(item, ir.RequireDef) and slot in slots_in(item.condition):
                return False
        return not any(slot in slots_in(p) for p in self.price_of(block))

    def rest_test(self, block: Doer, at: int, amount: str, c: Scope, mode: str) -> str:
        """Source for: the head can go on after the choice number `at`, which holds `amount`."""
        head = block.head
        choose = choice_at(head, at)
        done = [p.slot for p in getattr(block, "params", ())]
        done += [i.local.slot for i in head[:at] if isinstance(i, (ir.Choose, ir.Let))]
        given = [c.names[slot] for slot in done]
        key = ("rest", type(block).__name__, block.name, at)
        if key not in self.heads_done:
            name = self.fresh("rest_")
            self.heads_done[key] = name
            names = {i.local.slot: f"a{i.local.slot}" for i in head
                     if isinstance(i, (ir.Choose, ir.Let))}  # fmt: skip
            names |= {slot: f"a{slot}" for slot in done}
            inner = Scope("who", "False", names, {})
            open_ = {choose.local.slot} | {
                i.local.slot for i in head[at + 1 :] if isinstance(i, (ir.Choose, ir.Let))
            }
            tests = [
                Test(needs, i.condition)
                for i in head
                if isinstance(i, ir.RequireDef)
                and (needs := frozenset(slots_in(i.condition)) & frozenset(names)) & open_
            ]
            for price in self.price_of(block):
                test = self.price_test(price, "who", inner)
                if test.needs & open_:
                    tests.append(Test(test.needs, None, f"(mode != 0 or {test.text})"))
            lines: list[str] = []
            items = list(self._items(head[at + 1 :]))
            bound = {*done, choose.local.slot}
            self._level(block, items, tests, bound, inner, inner, lines, "", ["return True"],
                        self._amount_after(head, at + 1))  # fmt: skip
            params = ["S", "who", "mode", *(f"a{slot}" for slot in done), f"a{choose.local.slot}"]
            trivial = lines == ["return True"]
            self.heads_done[key] = "" if trivial else name
            if not trivial:
                self.define(f"{name}({', '.join(params)})", [*lines, "return False"])
        name = self.heads_done[key]
        if not name:
            return "True"
        return f"{name}({', '.join(['S', c.you, mode, *given, amount])})"


def choice_at(head: ir.Head, at: int) -> ir.Choose:
    found = head[at]
    assert isinstance(found, ir.Choose)
    return found

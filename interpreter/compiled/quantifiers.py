"""Quantified terms. Each becomes a small function of its own, which keeps short cuts short."""

from __future__ import annotations

from collections.abc import Callable

from hexwright.dsl import program as ir

from .analysis import bound_in, slots_in, walk
from .conditions import Conditions
from .layout import plain_none
from .source import NotCompilable, Scope

Frame = Callable[[list[str], list[str], list[str]], list[str]]
"""a loop from what is done before, inside and after it"""


class Quantifiers(Conditions):
    def captured(self, node: object, c: Scope, own: set[int]) -> tuple[list[str], list[str], Scope]:
        """Parameters, arguments and inner scope of a function that holds `node`."""
        params, args = ["S"], ["S"]
        names: dict[int, str] = {}
        for slot in sorted(slots_in(node) - own - bound_in(node)):
            if slot in c.names:
                params.append(f"v{slot}")
                args.append(c.names[slot])
                names[slot] = f"v{slot}"
        heads = {n.name for n in walk(node) if isinstance(n, ir.HeadRef)}
        inner_heads: dict[str, str] = {}
        for head in sorted(heads & c.heads.keys()):
            params.append(f"h_{head}")
            args.append(c.heads[head])
            inner_heads[head] = f"h_{head}"
        you = c.you
        if self.analysis.uses_you(node) or any(isinstance(n, ir.Can) for n in walk(node)):
            params.append("you")
            args.append(c.you)
            you = "you"
        paid = c.paid
        if any(isinstance(n, ir.BuiltIn) and n.name == "paid" for n in walk(node)):
            params.append("paid")
            args.append(c.paid)
            paid = "paid"
        return params, args, Scope(you, paid, names, inner_heads)

    def quantified(self, e: ir.Quantified, c: Scope) -> str:
        if e.local is None:
            return self.plain_quantified(e, c)
        swapped = self.swapped(e)
        if swapped is not None:
            return self.quantified(swapped, c)
        if e.body is None and (
            e.word in ("some", "no", "count") or (e.word, e.type.shape) == ("all", "set")
        ):
            found, rest = self.narrow(e, c)
            if found is not None and rest is None:
                match e.word:
                    case "all":
                        return f"({found})"
                    case "some":
                        return f"(({found}) != 0)"
                    case "no":
                        return f"(not ({found}))"
                return f"({found}).bit_count()"
        own = {e.local.slot}
        params, args, inner = self.captured(e, c, own)
        name = self.fresh("q")
        x = f"v{e.local.slot}"
        inner = inner.bind(e.local.slot, x)
        names = {k: v for k, v in inner.names.items() if k != e.local.slot}
        outer = Scope(inner.you, inner.paid, names, inner.heads)
        body = self.quantified_body(e, x, inner, outer)
        self.define(f"{name}({', '.join(params)})", body)
        return f"{name}({', '.join(args)})"

    def swapped(self, e: ir.Quantified) -> ir.Quantified | None:
        return None

    def plain_quantified(self, e: ir.Quantified, c: Scope) -> str:
        t = e.over.type
        match e.word:
            case "some" | "no":
                counted = t.base in ("cards", "pile", "bundle")
                text = self.count(e.over, c) if counted else self.mask(e.over, c)
                return f"({text} != 0)" if e.word == "some" else f"(not {text})"
            case "count":
                return self.count(e.over, c)
            case "only":
                return f"one_bit({self.mask(e.over, c)})"
            case "first":
                return f"first_item({self.items(e.over, c)})"
            case "sum":
                return f"sum({self.items(e.over, c)})"
        if e.word == "all":
            return self.scalar(e.over, c)
        raise NotCompilable(f"{e.word} without a name")

    def count(self, e: ir.Expr, c: Scope) -> str:
        t = e.type
        if t.base == "cards":
            base, _ = self.holding(e, c)
            return f"S[{base}]"
        if t.base == "pile" or t.shape == "list":
            return f"len({self.items(e, c)})"
        if t.base == "bundle":
            return f"pairs_total({self.pairs(e, c)})"
        return f"{self.mask(e, c)}.bit_count()"

    def quantified_body(self, e: ir.Quantified, x: str, c: Scope, outer: Scope) -> list[str]:
        """The loop of a quantifier: `c` knows the bound name, `outer` does not."""
        walk_over, where = self.walked(e, outer)
        test = self.flag(where, c) if where is not None else "True"
        loop = [f"for {x} in {walk_over}:"]
        guard = [] if test == "True" else [f"    if {test}:"]
        pad = "    " if test == "True" else "        "
        weight = self.weight(e.over, x, outer)

        def run(start: list[str], inside: list[str], end: list[str]) -> list[str]:
            return [*start, *loop, *guard, *(pad + line for line in inside), *end]

        value = self.scalar(e.body, c) if e.body is not None else ""
        match e.word:
            case "some":
                if e.body is not None:
                    raise NotCompilable("some … : …")
                return run([], ["return True"], ["return False"])
            case "no":
                return run([], ["return False"], ["return True"])
            case "every":
                body = self.flag(e.body, c) if e.body is not None else "True"
                return run([], [f"if not {body}: return False"], ["return True"])
            case "count":
                return run(["n = 0"], [f"n += {weight}"], ["return n"])
            case "sum":
                if e.type.base == "bundle":
                    assert e.body is not None
                    pairs = self.pairs(e.body, c)
                    return run(["r = ()"], [f"r = pairs_add(r, {pairs})"], ["return r"])
                times = "" if weight == "1" else f" * {weight}"
                return run(["n = 0"], [f"n += {value}{times}"], ["return n"])
            case "all":
                return self.all_body(e, x, value, run, c)
            case "highest" | "lowest":
                sign = ">" if e.word == "highest" else "<"
                return run(
                    ["best, r = None, 0"],
                    [
                        f"k = {value}",
                        f"if best is None or k {sign} best: best, r = k, 1 << {x}",
                        f"elif k == best: r |= 1 << {x}",
                    ],
                    ["return r"],
                )
            case "only":
                return run(["r = -1"], ["if r >= 0: return -1", f"r = {x}"], ["return r"])
            case "first":
                return run([], [f"return {x}"], [f"return {plain_none(e.type)}"])
        raise NotCompilable(e.word)

    def all_body(self, e: ir.Quantified, x: str, value: str, run: Frame, c: Scope) -> list[str]:
        if e.body is not None and e.body.type.base in ("cards", "pile", "bundle"):
            return run(["r = ()"], [f"r = pairs_add(r, {self.pairs(e.body, c)})"], ["return r"])
        if e.type.shape == "list":
            item = value or x
            return run(["r = []"], [f"r.append({item})"], ["return tuple(r)"])
        if e.body is None:
            return run(["r = 0"], [f"r |= 1 << {x}"], ["return r"])
        return run(["r = 0"], [f"r |= {self.mask(e.body, c)}"], ["return r"])

    def narrow(self, e: ir.Quantified, outer: Scope) -> tuple[str | None, ir.Expr | None]:
        """A mask of what is to be walked, and what is left to test. `vectors` knows how."""
        return None, e.where

    def walked(self, e: ir.Quantified, outer: Scope) -> tuple[str, ir.Expr | None]:
        """What to walk, and what is left to test."""
        narrowed, where = self.narrow(e, outer)
        if narrowed is None:
            return self.members_walked(e.over, outer), where
        return f"bits({narrowed})", where

    def members_walked(self, over: ir.Expr, c: Scope) -> str:
        if over.type.base in ("cards", "bundle"):
            return f"bits({self.mask(over, c)})"
        return self.items(over, c)

    def weight(self, over: ir.Expr, x: str, c: Scope) -> str:
        """How often an element counts: cards count each."""
        if over.type.base == "cards":
            base, members = self.holding(over, c)
            return f"S[{self.count_slot(base, members, x)}]"
        if over.type.base == "bundle":
            return f"pairs_amount({self.pairs(over, c)}, {x})"
        return "1"

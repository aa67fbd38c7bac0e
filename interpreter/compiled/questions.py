"""Questions that a block asks: one thing, or an amount put together thing by thing."""

from __future__ import annotations

from dataclasses import replace

from hexwright.dsl import program as ir
from hexwright.interpreter.box import copies

from .analysis import slots_in
from .bodies import Bodies
from .flow import GIVE_UP, Flow, Site
from .layout import SITE, plain_none
from .prices import Doer, Test
from .source import Scope


class Questions(Bodies):
    sites: list[Site]
    choose_id: int
    take_id: int
    enough_id: int
    decline_id: int

    def ask(self, site: Site, flow: Flow, after: int) -> int:
        number = len(self.sites)
        site.number, site.after = flow.number, after
        self.sites.append(site)
        flow.put(f"S[{SITE}] = {number + 1}")
        flow.leave(after)
        return number

    def flow_choose(self, s: ir.Choose, flow: Flow, c: Scope, end: int) -> None:
        who = flow.slot()
        flow.put(f"F[{who}] = {self.scalar(s.who, c) if s.who is not None else c.you}")
        self.question(s, flow, c, who, end, None, ("", ""), ())

    def question(
        self, s: ir.Choose, flow: Flow, c: Scope, who: int, end: int, block: Doer | None,
        named: tuple[str, str], bound: tuple[int, ...],
    ) -> None:  # fmt: skip
        """Ask for one answer, or for several one by one."""
        name = c.names[s.local.slot]
        after, empty = flow.label(), flow.label()
        if s.amount != "one":
            self.pick(s, flow, c, who, after, block, named, bound)
            flow.start(after)
            return
        offer, answer = self.fresh("gen"), self.fresh("ans")
        low, _ = self.answer_domain(s.local.type)
        code = f"{self.choose_id} << SHIFT | x - {low}" if low else f"{self.choose_id} << SHIFT | x"
        lines = self.candidates(s, c, block)
        lines.append(f"return [{code} for x in found]")
        self.define(f"{offer}(S, F)", lines)
        self.define(
            f"{answer}(S, F, m)", [f"{name} = (m & LOW) + {low}" if low else f"{name} = m & LOW"]
        )
        no_way = GIVE_UP if named[0] == "action" else empty
        self.ask(Site("choose", who, offer, answer, no_way, None, "", s, named, bound), flow, after)
        flow.start(empty)
        none = "()" if s.bundle else str(plain_none(s.local.type))
        flow.put(f"{name} = {none}")
        flow.jump(end if s.if_any else after)
        flow.start(after)

    def candidates(self, s: ir.Choose, c: Scope, block: Doer | None) -> list[str]:
        """Lines that leave the possible answers in `found`."""
        if block is not None:
            return self.head_candidates(s, c, block)
        if s.high is not None:
            walked = f"range({self.scalar(s.over, c)}, {self.scalar(s.high, c)} + 1)"
        elif s.over.type.base == "player" or s.over.type.base == "pile":
            walked = f"bits({self.mask(s.over, c)})"
        else:
            walked = self.members_walked(s.over, c)
        if s.where is None:
            return [f"found = {walked}"]
        test = self.flag(s.where, c.bind(s.local.slot, "x"))
        return [f"found = [x for x in {walked} if {test}]"]

    def head_candidates(self, s: ir.Choose, c: Scope, block: Doer) -> list[str]:
        """Answers for which the rest of the head can still succeed."""
        at = next(i for i, item in enumerate(block.head) if item is s)
        rest = block.head[at:]
        later = {i.local.slot for i in rest if isinstance(i, (ir.Choose, ir.Let))}
        names = {**c.names, **{slot: f"a{slot}" for slot in later}}
        inner = Scope(c.you, c.paid, names, {})
        tests = [
            Test(needs, i.condition)
            for i in block.head
            if isinstance(i, ir.RequireDef) and (needs := frozenset(slots_in(i.condition)) & later)
        ]
        for price in self.price_of(block):
            test = self.price_test(price, c.you, inner)
            if test.needs & later:
                needs = frozenset(test.needs & later)
                tests.append(Test(needs, None, f"(F[3] != 0 or {test.text})"))
        x = f"a{s.local.slot}"
        lines = ["found = []"]
        leaf = [f"if {x} not in found: found.append({x})"]
        out: list[str] = []
        items = [replace(s, if_any=False), *list(self._items(rest))[1:]]
        self._level(block, items, tests, set(c.names) - later, inner, inner, out,
                    "", leaf, self._amount_after(block.head, at))  # fmt: skip
        return [*lines, *out]

    def pick(
        self, s: ir.Choose, flow: Flow, c: Scope, who: int, after: int, block: Doer | None,
        named: tuple[str, str], bound: tuple[int, ...],
    ) -> None:  # fmt: skip
        taken = flow.slot(2)
        check, ask = flow.label(), flow.label()
        name = c.names[s.local.slot]
        offer, answer = self.fresh("gen"), self.fresh("ans")
        exact = s.amount == "exactly"
        number = self.scalar(s.number, c) if s.number is not None else "-1"
        pairs = self.pick_pairs(s, c)
        flow.put(f"F[{taken}] = ()", f"F[{taken + 1}] = 0")
        flow.jump(check)
        flow.start(check)
        result = f"F[{taken}]" if s.bundle else f"mask_of([x for x, _ in F[{taken}]])"
        if exact:
            flow.put(
                f"pairs_ = {pairs}",
                f"n_ = min({number}, pairs_total(pairs_))",
                f"if F[{taken + 1}] or pairs_total(F[{taken}]) >= n_:",
            )
        else:
            flow.put(f"if F[{taken + 1}]:")
        flow.put(f"    {name} = {result}", f"    pc = {after}", "    continue")
        flow.jump(ask)
        flow.start(ask)
        lines = [f"pairs_ = {pairs}"]
        lines.append(f"n_ = min({number}, pairs_total(pairs_))" if exact else f"n_ = {number}")
        more = f"pick_from(pairs_, F[{taken}], n_, {exact})"
        if exact and block is not None:
            at = next(i for i, item in enumerate(block.head) if item is s)
            if not self._plain_end(block, at):
                test = self.rest_test(block, at, "y", c, "F[3]")
                added = f"pairs_add(F[{taken}], ((x, 1),))"
                fits = f"fill_exact(pairs_, {added}, n_, {s.bundle}, lambda y: {test})"
                more = f"[x for x in {more} if {fits}]"
        lines.append(f"out = [{self.take_id} << SHIFT | x for x in {more}]")
        if not exact:
            test = self.enough_test(s, c, block, result)
            lines.append(f"if {test}: out.append({self.enough_id} << SHIFT)")
        if named[0] == "action":
            lines.append(f"if F[5]: out.append({self.decline_id} << SHIFT)")
        self.define(f"{offer}(S, F)", [*lines, "return out"])
        add = f"F[{taken}] = pairs_add(F[{taken}], ((m & LOW, 1),))"
        self.define(
            f"{answer}(S, F, m)",
            [f"if m >> SHIFT == {self.take_id}: {add}", f"else: F[{taken + 1}] = 1"],
        )
        empty = flow.label()
        no_way = GIVE_UP if named[0] == "action" else empty
        site = Site("pick", who, offer, answer, no_way, None, "", s, named, bound, taken)
        self.ask(site, flow, check)
        flow.start(empty)
        flow.put(f"{name} = {'()' if s.bundle else 0}")
        flow.jump(after)

    def pick_pairs(self, s: ir.Choose, c: Scope) -> str:
        over = s.over
        if isinstance(over, ir.Everything) and over.type.base == "member":
            pairs = tuple(
                (m, n)
                for m in sorted(self.setting.kinds[over.type.of])
                if (n := copies(self.program, self.setting.member_names[m])) > 0
            )
            text = self.const(pairs, "BOX")
        elif over.type.base in ("cards", "bundle", "pile"):
            text = self.pairs(over, c)
        else:
            text = f"tuple((x, 1) for x in bits({self.mask(over, c)}))"
        if s.where is not None:
            test = self.flag(s.where, c.bind(s.local.slot, "x"))
            text = f"tuple((x, n) for x, n in {text} if {test})"
        return text

    def enough_test(self, s: ir.Choose, c: Scope, block: Doer | None, result: str) -> str:
        """Can the head go on with this amount?"""
        if block is None:
            return "True"
        at = next(i for i, item in enumerate(block.head) if item is s)
        return self.rest_test(block, at, result, c, "F[3]")

    def ask_head(self, block: Doer, flow: Flow, c: Scope, named: tuple[str, str]) -> None:
        """What the packed answer of an action leaves open; for a card the whole head."""
        answered = (
            {ch.local.slot for ch in self.enumerable(block.head)} if named[0] == "action" else set()
        )
        who = 2
        bound: list[int] = sorted(answered)
        for item in block.head:
            if isinstance(item, ir.Let):
                flow.put(
                    f"{c.names[item.local.slot]} = {self.typed(item.value, item.local.type, c)}"
                )
            elif isinstance(item, ir.Choose) and item.local.slot not in answered:
                end = flow.label()
                self.question(item, flow, c, who, end, block, named, tuple(bound))
                flow.jump(end)
                flow.start(end)
                bound.append(item.local.slot)

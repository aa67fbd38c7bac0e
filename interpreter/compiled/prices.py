"""What an action costs and needs, as source: answers as numbers, prices, supplies, tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting

from . import runtime
from .analysis import slots_in, walk
from .groups import Groups
from .layout import ON_BOARD, plain_none
from .source import NotCompilable, Scope

NUMBERS = 4096
Doer = ir.ActionDef | ir.CardDef


@dataclass(frozen=True, slots=True)
class Test:
    """Something that must hold: an expression, or source that is ready."""

    needs: frozenset[int]
    expr: ir.Expr | None
    text: str = ""
    foreign: bool = False
    """written in the caller's scope"""


class Prices(Groups):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.action_ids = {name: i for i, name in enumerate(self.program.actions)}
        self.helper("pay_ok", _pay_ok)
        self.helper("fill_exact", runtime.fill_exact)
        self.helper("HOLD", {})
        self.heads_done: dict[tuple[object, ...], str] = {}

    # numbering of answers

    def answer_domain(self, t: ir.Type) -> tuple[int, int]:
        return (0, NUMBERS) if t.base == "number" else self.layout.domain(t)

    def enumerable(self, head: ir.Head) -> list[ir.Choose]:
        """Choices up to the first that takes several things."""
        found: list[ir.Choose] = []
        for item in head:
            if isinstance(item, ir.Choose):
                if item.amount != "one":
                    break
                found.append(item)
        return found

    def answer_codes(self, choose: ir.Choose) -> tuple[int, int, int | None]:
        """(lowest number, how many codes, code for none) of the answers to a choice."""
        low, count = self.answer_domain(choose.local.type)
        return (low, count + 1, count) if choose.if_any else (low, count, None)

    def encoded(self, head: ir.Head, names: dict[int, str]) -> str:
        terms: list[str] = []
        step = 1
        for choose in self.enumerable(head):
            low, count, none = self.answer_codes(choose)
            text = names[choose.local.slot]
            code = f"({text} - {low})" if low else text
            if none is not None:
                code = f"({none} if {text} == {plain_none(choose.local.type)} else {code})"
            terms.append(code if step == 1 else f"{code} * {step}")
            step *= count
        return " + ".join(terms) or "0"

    def decoded(self, head: ir.Head, move: str) -> list[tuple[int, str]]:
        """(slot, source) of each answer in a packed move."""
        found: list[tuple[int, str]] = []
        step = 1
        chosen = self.enumerable(head)
        for i, choose in enumerate(chosen):
            low, count, none = self.answer_codes(choose)
            text = move if step == 1 else f"{move} // {step}"
            if i + 1 < len(chosen):
                text = f"{text} % {count}" if step == 1 else f"({text}) % {count}"
            plain = f"{text} + {low}" if low else text
            if none is not None:
                plain = f"({plain_none(choose.local.type)} if ({text}) == {none} else {plain})"
            found.append((choose.local.slot, plain))
            step *= count
        return found

    # prices

    def price_of(self, action: Doer) -> list[ir.Expr]:
        """What has to be paid at once, as one bundle; nothing if nothing has to be."""
        pays: list[ir.Expr] = []
        for s in action.body:
            if not isinstance(s, ir.Pay):
                break
            pays.append(s.what)
        for rule in self.analysis.rules_on.get(action.name, []):
            if rule.timing in ("before", "instead of") and any(
                isinstance(n, ir.Pay) for n in walk(rule.body)
            ):
                raise NotCompilable("a price in a rule before an action")
        if not pays:
            return []
        price = pays[0]
        for other in pays[1:]:
            price = ir.Arithmetic("+", price, other, price.type)
        return [price]

    def payable(self, price: ir.Expr, who: str, c: Scope) -> str:
        """Source for: `who` holds this bundle."""
        fixed = self.constant_pairs(price)
        if fixed is not None:
            return (
                " and ".join(f"S[{self.hold_slot(str(m), who)}] >= {n}" for m, n in fixed) or "True"
            )
        single = self.single_card(price)
        if single is not None:
            number, member = single
            slot = self.hold_slot_of(member, who, c)
            if slot is not None:
                return f"S[{slot}] >= {self.scalar(number, c)}"
        maybe = self.single_part(price)
        if maybe is not None:
            when, what = self.flag(maybe[0], c), self.payable(maybe[1], who, c)
            return "True" if when == "False" else f"(not {when} or ({what}))"
        return f"pay_ok(S, HOLD, {who}, {self.pairs(price, c)})"

    def single_part(self, price: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
        """(condition, bundle) of a value that is one bundle or nothing."""
        while isinstance(price, ir.AsBundle):
            price = price.base
        if not isinstance(price, ir.ValueRef) or not self.open(price):
            return None
        value = self.program.values[price.key]
        if value.form != "sum" or len(value.parts) != 1:
            return None
        when, what = value.parts[0].when, value.parts[0].value
        if when is None:
            return None
        what = what.base if isinstance(what, ir.AsSet) else what
        return self.substituted(when, price), self.substituted(what, price)

    def single_card(self, price: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
        """(number, member) of `n * card`."""
        match price:
            case ir.AsBundle(base=base):
                return self.single_card(base)
            case ir.Arithmetic(op="*", left=left, right=right):
                if left.type.base != "number":
                    left, right = right, left
                if isinstance(right, ir.AsBundle):
                    right = right.base
                if left.type.base == "number" and right.type.base == "member":
                    return left, right
            case _ if price.type.base == "member" and price.type.shape == "one":
                return ir.Const(1, ir.NUMBER), price
        return None

    def hold_slot(self, member: str, who: str) -> str:
        name = self.setting.member_names[int(member)]
        if name not in self.program.holdings:
            raise NotCompilable(f"{name} is held by nobody")
        slots = self.layout.states[self.program.holdings[name]]
        members = self.layout.holding_members(slots.definition.type.of)
        base = f"{slots.base} + {self.times(who, slots.stride)}"
        return self.count_slot(base, members, member)

    def hold_slot_of(self, member: ir.Expr, who: str, c: Scope) -> str | None:
        """The slot that counts a computed card, when all such cards lie in one holding."""
        kinds = self.setting.kinds.get(member.type.of)
        if not kinds or member.type.optional:
            return None
        names = [self.setting.member_names[m] for m in kinds]
        keys = {self.program.holdings.get(n) for n in names}
        if len(keys) != 1 or None in keys:
            return None
        key = keys.pop()
        assert key is not None
        slots = self.layout.states[key]
        members = self.layout.holding_members(slots.definition.type.of)
        base = f"{slots.base} + {self.times(who, slots.stride)}"
        return self.count_slot(base, members, self.scalar(member, c))

    # tests

    def tests_of(
        self, block: Doer, who: str, terms: ir.Terms | None, c: Scope, names: dict[int, str]
    ) -> list[Test]:
        inner = Scope(who, "False", names, {})
        tests: list[Test] = []
        free = terms is not None and terms.free
        ignoring = terms.ignoring if terms is not None else ()
        if isinstance(block, ir.ActionDef) and block.limit is not None and "limit" not in ignoring:
            slot = self.layout.used[block.name]
            limit = self.scalar(block.limit, inner)
            tests.append(
                Test(frozenset(slots_in(block.limit)), None, f"S[{slot} + {who}] < {limit}")
            )
        if isinstance(block, (ir.ActionDef, ir.CardDef)):
            if "supply" not in ignoring:
                tests += self.supply_tests(block, who)
            if not free and "price" not in ignoring:
                if terms is not None and terms.paying is not None:
                    tests.append(Test(frozenset(), None, self.payable(terms.paying, who, c)))
                else:
                    for price in self.price_of(block):
                        tests.append(self.price_test(price, who, inner))
            for s in block.body:
                if isinstance(s, ir.PlayCard) and isinstance(s.card, ir.LocalRef):
                    text = f"CARD_OK[{names[s.card.slot]}](S, {who})"
                    tests.append(Test(frozenset({s.card.slot}), None, text))
        for item in block.head:
            if isinstance(item, ir.RequireDef) and item.name not in ignoring:
                needs = frozenset(slots_in(item.condition)) & set(names)
                tests.append(Test(needs, item.condition))
        if terms is not None and terms.where is not None:
            by_name = {local.name: local.slot for local in block.head_names}
            needs = frozenset(
                by_name[n.name] for n in walk(terms.where) if isinstance(n, ir.HeadRef)
            )
            tests.append(Test(needs, terms.where, "", True))
        return tests

    def price_test(self, price: ir.Expr, who: str, inner: Scope) -> Test:
        needs = frozenset(slots_in(price)) & set(inner.names)
        return Test(needs, None, self.payable(price, who, inner))

    def supply_tests(self, block: ir.ActionDef | ir.CardDef, who: str) -> list[Test]:
        """Pieces that the body itself takes from the supply are there; what stands below a
        `remove` may take what has just come back."""
        needed: Counter[str] = Counter()
        for s in block.body:
            if isinstance(s, ir.RemovePieces):
                break
            if isinstance(s, ir.PlacePiece) and isinstance(s.piece, ir.PieceKindRef):
                if s.of is None:
                    needed[s.piece.name] += 1
            elif isinstance(s, ir.ReplacePiece) and isinstance(s.by, ir.PieceKindRef):
                needed[s.by.name] += 1
        tests: list[Test] = []
        for kind, count in needed.items():
            if self.program.pieces[kind].in_all:
                text = f"{self.layout.piece_mask(kind)} & ~S[{ON_BOARD}]"
            else:
                n = self.setting.owners
                groups = (*(self.layout.piece_mask(kind, p) for p in range(n)), 0)
                text = f"{self.const(groups, 'OWN')}[{who}] & ~S[{ON_BOARD}]"
            text = f"({text})" if count == 1 else f"({text}).bit_count() >= {count}"
            tests.append(Test(frozenset(), None, text))
        return tests


def _pay_ok(
    state: list[Any], hold: dict[int, tuple[int, int]], who: int, pairs: runtime.Pairs
) -> bool:
    for member, count in pairs:
        if member not in hold:
            return bool(count <= 0)
        base, stride = hold[member]
        if state[base + who * stride] < count:
            return False
    return True

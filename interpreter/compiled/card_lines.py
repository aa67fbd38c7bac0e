"""Statements on cards as source: paying, giving, moving between holdings, piles and slots."""

from __future__ import annotations

from typing import Any

from hexwright.dsl import program as ir

from .amounts import Amounts
from .analysis import Atom
from .layout import StateSlots
from .lines import deeper
from .source import NotCompilable, Scope

Hold = dict[int, tuple[int, int]]
Spend = dict[int, tuple[int, int, int]]
Pairs = tuple[tuple[int, int], ...]


class CardLines(Amounts):
    pays_otherwise: bool

    def pay(self, what: ir.Expr, c: Scope, first: bool) -> list[str]:
        fixed = self.constant_pairs(what)
        keys = self.paid_keys(what)
        after = self.touched(*keys)
        spend = self.namespace["SPEND"]
        if fixed and first and all(m in spend for m, _ in fixed):
            lines = self.pay_fixed(fixed, c)
        else:
            lines = [
                f"if pay_cards(S, HOLD, SPEND, {c.you}, {self.pairs(what, c)}): {c.paid} = True"
            ]
        if c.mode == "0":
            return [*lines, *after]
        return [f"if {c.mode} == 0:", *deeper(lines), *deeper(after)]

    def pay_other(self, c: Scope) -> list[str]:
        """What is paid in place of the written price."""
        if not self.pays_otherwise:
            return []
        names = sorted(self.program.holdings)
        keys = [("state", *key) for key in dict.fromkeys(self.program.holdings[n] for n in names)]
        keys += [("state", "", self.program.states[k[1:]].spent_to) for k in list(keys)]
        return [
            f"if {c.mode} != 0 and {c.mode} != 1:",
            f"    if pay_cards(S, HOLD, SPEND, {c.you}, {c.mode}): {c.paid} = True",
            *deeper(self.touched(*keys)),
        ]

    def pay_fixed(self, fixed: Pairs, c: Scope) -> list[str]:
        lines: list[str] = []
        totals: dict[tuple[str, int], int] = {}
        for m, n in fixed:
            base, stride = self.namespace["HOLD"][m]
            total, store, store_total = self.namespace["SPEND"][m]
            who = self.times(c.you, stride)
            lines += [f"S[{base} + {who}] -= {n}", f"S[{store}] += {n}"]
            key = (f"{total} + {who}", store_total)
            totals[key] = totals.get(key, 0) + n
        for (held, store), n in totals.items():
            lines += [f"S[{held}] -= {n}", f"S[{store}] += {n}"]
        return [*lines, f"{c.paid} = True"]

    def paid_keys(self, what: ir.Expr) -> list[Atom]:
        """The holdings and stores that a bundle may touch."""
        fixed = self.constant_pairs(what)
        names = set(self.program.holdings)
        if fixed is not None:
            names = {self.setting.member_names[m] for m, _ in fixed}
        elif what.type.of in self.setting.kinds:
            names &= {self.setting.member_names[m] for m in self.setting.kinds[what.type.of]}
        found: list[Atom] = []
        for name in sorted(names):
            key = self.program.holdings.get(name)
            if key is None:
                continue
            for atom in (("state", *key), ("state", "", self.program.states[key].spent_to)):
                if atom not in found:
                    found.append(atom)
        return found

    def give(self, s: ir.Give, c: Scope) -> list[str]:
        after = self.touched(*self.paid_keys(s.what))
        who = self.scalar(s.to, c)
        single = self.single_card(s.what)
        slot = None
        if single is not None and not s.up_to:
            number, member = single
            slot = self.hold_slot_of(member, who, c)
            names = [
                self.setting.member_names[m] for m in self.setting.kinds.get(member.type.of, ())
            ]
            keys = {self.program.holdings[name] for name in names} if slot else set()
        if slot is None or len(keys) != 1:
            up_to = str(s.up_to)
            return [f"give_cards(S, HOLD, SPEND, {who}, {self.pairs(s.what, c)}, {up_to})", *after]
        key = keys.pop()
        slots = self.layout.states[key]
        store = self.layout.states[("", slots.definition.spent_to)]
        kept = self.layout.holding_members(store.definition.type.of)
        there = self.count_slot(str(store.base), kept, self.scalar(member, c))
        return [
            f"n_ = {self.scalar(number, c)}",
            f"if 0 < n_ <= S[{there}]:",
            f"    S[{there}] -= n_",
            f"    S[{store.base}] -= n_",
            f"    S[{slot}] += n_",
            f"    S[{slots.base} + {self.times(who, slots.stride)}] += n_",
            *after,
        ]

    def store_slots(self, store: ir.Store) -> StateSlots | None:
        return self.layout.states[store.ref.key] if isinstance(store.ref, ir.StateRef) else None

    def offsets(self, kind: str) -> str:
        members = self.layout.holding_members(kind)
        name = f"AT_{kind}"
        self.namespace[name] = {m: i for i, m in enumerate(members, 1)}
        return name

    def store_atoms(self, s: ir.MoveCards) -> list[Atom]:
        found: list[Atom] = []
        for store in (s.source, s.target):
            if isinstance(store.ref, ir.StateRef):
                found.append(("state", *store.ref.key))
            else:
                found += [("state", *key) for key in set(self.program.holdings.values())]
        return found

    def move_cards(self, s: ir.MoveCards, c: Scope) -> list[str]:
        after = self.touched(*self.store_atoms(s))
        source, target = s.source, s.target
        if source.sort == "player" or target.sort == "player":
            return [*self.between_players(s, c), *after]
        if source.sort == "cards" and target.sort == "cards":
            a, _ = self.holding(source.ref, c)
            b, _ = self.holding(target.ref, c)
            pairs, up_to = self.moved_pairs(s, c)
            return [
                f"transfer(S, {a}, {self.offsets(source.ref.type.of)}, {b}, "
                f"{self.offsets(target.ref.type.of)}, {pairs}, {up_to})",
                *after,
            ]
        return [f"items_ = {self.taken(s, c)}", *self.laid(target, c), *after]

    def moved_pairs(self, s: ir.MoveCards, c: Scope) -> tuple[str, str]:
        if s.what is None:
            return self.pairs(s.source.ref, c), "True"
        if s.every:
            return f"(({self.scalar(s.what, c)}, 1000000),)", "True"
        return self.pairs(s.what, c), str(s.up_to)

    def between_players(self, s: ir.MoveCards, c: Scope) -> list[str]:
        source, target = s.source, s.target
        if source.sort == "player" and target.sort == "player":
            if s.what is None:
                raise NotCompilable("all cards of a player")
            pairs, up_to = self.moved_pairs(s, c)
            giver, taker = self.scalar(source.ref, c), self.scalar(target.ref, c)
            return [f"exchange(S, HOLD, SPEND, {giver}, {taker}, {pairs}, {up_to})"]
        if target.sort == "player":
            who = self.scalar(target.ref, c)
            put = self.helper("to_player", _to_player)
            return [f"items_ = {self.taken(s, c)}", f"{put}(S, HOLD, SPEND, {who}, items_)"]
        pairs, up_to = self.moved_pairs(s, c)
        take = self.helper("from_player", _from_player)
        who = self.scalar(source.ref, c)
        return [f"items_ = {take}(S, HOLD, SPEND, {who}, {pairs}, {up_to})", *self.laid(target, c)]

    def taken(self, s: ir.MoveCards, c: Scope) -> str:
        source = s.source
        assert isinstance(source.ref, ir.StateRef)
        address = self.address(source.ref, c)
        match source.sort:
            case "top":
                return f"take_top(S, {address})"
            case "slot":
                none = self.layout.states[source.ref.key].none
                return f"take_slot(S, {address}, {none})"
            case "cards":
                pairs, up_to = self.moved_pairs(s, c)
                at = self.offsets(source.ref.type.of)
                return f"take_cards(S, {address}, {at}, {pairs}, {up_to})"
            case "pile":
                pairs, up_to = self.moved_pairs(s, c)
                return f"take_from_pile(S, {address}, {pairs}, {up_to})"
        raise NotCompilable(f"from {source.sort}")

    def laid(self, target: ir.Store, c: Scope) -> list[str]:
        assert isinstance(target.ref, ir.StateRef)
        address = self.address(target.ref, c)
        match target.sort:
            case "cards":
                return [f"add_cards(S, {address}, {self.offsets(target.ref.type.of)}, items_)"]
            case "pile" | "top":
                return [f"if items_: S[{address}] = (*items_, *S[{address}])"]
            case "bottom":
                return [f"if items_: S[{address}] = (*S[{address}], *items_)"]
            case "slot":
                return [f"if items_: S[{address}] = items_[0]"]
        raise NotCompilable(f"to {target.sort}")


def refill(state: list[Any], base: int, members: tuple[int, ...], pairs: Pairs) -> None:
    counts = dict(pairs)
    state[base] = 0
    for i, m in enumerate(members, base + 1):
        state[i] = counts.get(m, 0)
        state[base] += state[i]


def _to_player(state: list[Any], hold: Hold, spend: Spend, who: int, items: list[int]) -> None:
    for m in items:
        if m in hold:
            base, stride = hold[m]
            state[base + who * stride] += 1
            state[spend[m][0] + who * stride] += 1


def _from_player(
    state: list[Any], hold: Hold, spend: Spend, who: int, pairs: Pairs, up_to: bool
) -> list[int]:
    if not up_to and any(
        m not in hold or state[hold[m][0] + who * hold[m][1]] < n for m, n in pairs
    ):
        return []
    found: list[int] = []
    for m, n in pairs:
        base, stride = hold[m]
        n = min(n, state[base + who * stride])
        state[base + who * stride] -= n
        state[spend[m][0] + who * stride] -= n
        found += [m] * n
    return found

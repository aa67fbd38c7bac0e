"""Terms about cards: holdings, piles and bundles."""

from __future__ import annotations

from hexwright.dsl import program as ir

from .around import Around
from .cards import Pairs, pairs_add, pairs_times
from .source import NotCompilable, Scope


class Bundles(Around):
    def holding(self, e: ir.Expr, c: Scope) -> tuple[str, tuple[int, ...]]:
        """(slot of the total, members in the order of the counts) of cards."""
        if isinstance(e, ir.StateRef) and e.type.base == "cards":
            return self.address(e, c), self.layout.holding_members(e.type.of)
        raise NotCompilable(f"cards from {type(e).__name__}")

    def held(self, e: ir.Expr, c: Scope) -> str:
        base, members = self.holding(e, c)
        return f"members_held(S, {base}, {self.const(members, 'HELD')})"

    def constant_pairs(self, e: ir.Expr) -> Pairs | None:
        match e:
            case ir.MemberRef(name=name):
                return ((self.setting.members[name], 1),)
            case ir.AsBundle(base=base):
                return self.constant_pairs(base)
            case ir.PieceFact(base=ir.PieceKindRef(name=name), name="cost"):
                cost = self.program.pieces[name].cost
                return self.constant_pairs(cost) if cost is not None else ()
            case ir.Arithmetic(op="+" | "-" as op, left=left, right=right):
                one, other = self.constant_pairs(left), self.constant_pairs(right)
                if one is None or other is None:
                    return None
                return pairs_add(one, other, 1 if op == "+" else -1)
            case ir.Arithmetic(op="*", left=left, right=right):
                if left.type.base != "number":
                    left, right = right, left
                times, pairs = self.known(left), self.constant_pairs(right)
                if isinstance(times, int) and pairs is not None:
                    return pairs_times(times, pairs)
            case ir.ValueRef(key=key, subject=None, args=()):
                value = self.program.values[key]
                fixed = value.form == "formula" and key not in self.pinned
                if fixed and value.formula is not None:
                    return self.constant_pairs(value.formula)
        return None

    def pairs(self, e: ir.Expr, c: Scope) -> str:
        """A bundle as (member, count) pairs."""
        fixed = self.constant_pairs(e)
        if fixed is not None:
            return self.const(fixed, "PAIRS") if fixed else "()"
        match e:
            case ir.AsBundle(base=base):
                return self.pairs(base, c)
            case ir.Arithmetic(op="*", left=left, right=right):
                if left.type.base != "number":
                    left, right = right, left
                return f"pairs_times({self.scalar(left, c)}, {self.pairs(right, c)})"
            case ir.Arithmetic(op=op, left=left, right=right):
                sign = 1 if op == "+" else -1
                return f"pairs_add({self.pairs(left, c)}, {self.pairs(right, c)}, {sign})"
        t = e.type
        if t.base == "bundle":
            return self.scalar(e, c)
        if t.base == "cards":
            base_slot, members = self.holding(e, c)
            return f"pairs_of(S, {base_slot}, {self.const(members, 'HELD')})"
        if t.base == "pile":
            return f"pairs_of_pile({self.scalar(e, c)})"
        if t.base == "member" and t.shape == "one":
            text = self.scalar(e, c)
            if t.optional:
                return f"one_card({text})"
            return f"(({text}, 1),)"
        if t.base in ("member", "none"):
            return f"pairs_of_items({self.items(e, c)})" if t.base == "member" else "()"
        raise NotCompilable(f"bundle from {t.base}")

    def amount_in(self, e: ir.AmountIn, c: Scope) -> str:
        t = e.base.type
        member = self.scalar(e.member, c)
        if t.base == "cards":
            base, members = self.holding(e.base, c)
            return f"S[{self.count_slot(base, members, member)}]"
        if t.base == "pile":
            return f"{self.scalar(e.base, c)}.count({member})"
        return f"pairs_amount({self.pairs(e.base, c)}, {member})"

    def count_slot(self, base: str, members: tuple[int, ...], member: str) -> str:
        """The slot that counts a member of a holding."""
        if member.isdigit():
            if int(member) not in members:
                raise NotCompilable("a card of another kind")
            return f"{base} + {members.index(int(member)) + 1}"
        if members == tuple(range(members[0], members[0] + len(members))):
            shift = 1 - members[0]
            sign = f"+ {shift}" if shift >= 0 else f"- {-shift}"
            return f"{base} {sign} + {member}"
        table = self.const(tuple(sorted((m, i) for i, m in enumerate(members, 1))), "AT")
        name = f"{table}_index"
        self.namespace[name] = {m: i for i, m in enumerate(members, 1)}
        return f"{base} + {name}[{member}]"

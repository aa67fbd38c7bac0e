"""Statements that run through without asking anybody, as source.

Each statement becomes a few lines; after every change stand the lines that make remembered values
forget. Rules on pieces and on named blocks are called where the event happens.
"""

from __future__ import annotations

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting

from . import runtime
from .analysis import walk
from .card_lines import refill
from .layout import (
    ACTIVE,
    DIRTY,
    INCLUDES,
    KNOWN,
    NO_NUMBER,
    ROUND,
    STARTER,
    WINNERS,
    plain_none,
)  # fmt: skip
from .lines import deeper
from .piece_lines import PieceLines
from .source import NotCompilable, Scope

MORE_HELPERS = [
    "pick_from",
    "pay_cards",
    "give_cards",
    "exchange",
    "take_cards",
    "take_from_pile",
    "take_top",
    "take_slot",
    "add_cards",
]


Body = tuple[ir.Statement, ...]
Names = tuple[ir.Local, ...]


class Bodies(PieceLines):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        for name in MORE_HELPERS:
            self.helper(name, getattr(runtime, name))
        self.helper("SPEND", {})
        self.pays_otherwise = any(
            isinstance(n, ir.Terms) and n.paying is not None
            for table in (self.program.actions, self.program.cards, self.program.steps,
                          self.program.rules)
            for block in table.values()
            for n in walk(block.body)
        )  # fmt: skip
        self.plain_done: set[tuple[str, str]] = set()
        self._fill_holdings()

    def _fill_holdings(self) -> None:
        hold, spend = self.namespace["HOLD"], self.namespace["SPEND"]
        for name, key in self.program.holdings.items():
            slots = self.layout.states[key]
            members = self.layout.holding_members(slots.definition.type.of)
            number = self.setting.members[name]
            hold[number] = (slots.base + 1 + members.index(number), slots.stride)
            store = self.layout.states.get(("", slots.definition.spent_to))
            if store is None or store.form != "cards":
                continue
            kept = self.layout.holding_members(store.definition.type.of)
            if number in kept:
                spend[number] = (slots.base, store.base + 1 + kept.index(number), store.base)

    # calling blocks

    def scope_of(self, locals_: int, frame: bool = False) -> Scope:
        if frame:
            names = {i: f"F[{i + 7}]" for i in range(locals_)}
            return Scope("F[2]", "F[4]", names, {}, "F[3]")
        return Scope("you", "paid", {i: f"v{i}" for i in range(locals_)}, {}, "mode")

    def plain_steps(self, name: str) -> str:
        """A function for steps that never stop."""
        function = f"do_steps_{name}"
        if ("steps", name) not in self.plain_done:
            self.plain_done.add(("steps", name))
            block = self.program.steps[name]
            c = self.scope_of(block.locals)
            params = [f"v{p.slot}" for p in block.params]
            body = self.woven(name, block.body, block.head_names, c)
            self.define(f"{function}({', '.join(['S', 'you', *params])})",
                        ["paid = False", "mode = 0", *body])  # fmt: skip
        return function

    def plain_rule(self, rule: ir.RuleDef) -> str:
        function = f"do_rule_{rule.name}"
        if ("rule", rule.name) not in self.plain_done:
            self.plain_done.add(("rule", rule.name))
            c = self.scope_of(rule.locals)
            params = [f"v{p.slot}" for p in rule.params]
            body = self.woven(rule.name, rule.body, rule.params, c)
            self.define(f"{function}({', '.join(['S', 'you', 'paid', *params])})",
                        ["mode = 0", *body])  # fmt: skip
        return function

    def plain_card(self, name: str) -> str:
        function = f"do_card_{name}"
        if ("card", name) not in self.plain_done:
            self.plain_done.add(("card", name))
            block = self.program.cards[name]
            c = self.scope_of(block.locals)
            body = self.woven(name, block.body, block.head_names, c)
            self.define(f"{function}(S, you)", ["paid = False", "mode = 0", *body])
        return function

    def plain_action(self, name: str) -> str:
        function = f"do_action_{name}"
        if ("action", name) not in self.plain_done:
            self.plain_done.add(("action", name))
            block = self.program.actions[name]
            c = self.scope_of(block.locals)
            given = [p.slot for p in block.params] + [
                ch.local.slot for ch in self.enumerable(block.head)
            ]
            params = [f"v{s}" for s in given]
            lines = ["paid = False", *self.counted(block, "you")]
            lines += self.lets(block.head, c)
            lines += self.woven(name, block.body, block.head_names, c)
            lines.append(f"if S[{DIRTY}]: settle(S)")
            self.define(f"{function}({', '.join(['S', 'you', 'mode', *params])})", lines)
        return function

    def lets(self, head: ir.Head, c: Scope) -> list[str]:
        return [
            f"{c.names[i.local.slot]} = {self.typed(i.value, i.local.type, c)}"
            for i in head
            if isinstance(i, ir.Let)
        ]

    def counted(self, block: ir.ActionDef, who: str) -> list[str]:
        if block.limit is None:
            return []
        return [f"S[{self.layout.used[block.name]} + {who}] += 1"]

    def woven(self, name: str, body: Body, head_names: Names, c: Scope) -> list[str]:
        """A body with the rules that hang on its name."""
        rules = self.analysis.rules_on.get(name, [])
        lines: list[str] = []
        for rule in rules:
            if rule.timing == "before":
                lines += self.hook(rule, head_names, c)
        main = self.block(body, c)
        if name in self.program.actions:
            main = [*self.pay_other(c), *main]
        for rule in reversed(rules):
            if rule.timing == "instead of":
                test, call = self.hook_parts(rule, head_names, c)
                main = [f"if {test}:", *deeper(call), "else:", *deeper(main or ["pass"])]
        lines += main
        for rule in rules:
            if rule.timing == "after":
                lines += self.hook(rule, head_names, c)
        return lines or ["pass"]

    def hook_parts(self, rule: ir.RuleDef, head_names: Names, c: Scope) -> tuple[str, list[str]]:
        by_name = {local.name: local.slot for local in head_names}
        args = [c.names[by_name[p.name]] for p in rule.params]
        inner = Scope(c.you, c.paid, {p.slot: a for p, a in zip(rule.params, args, strict=True)})
        test = self.flag(rule.when, inner) if rule.when is not None else "True"
        call = f"{self.plain_rule(rule)}({', '.join(['S', c.you, c.paid, *args])})"
        return test, [call]

    def hook(self, rule: ir.RuleDef, head_names: Names, c: Scope) -> list[str]:
        test, call = self.hook_parts(rule, head_names, c)
        if test == "False":
            return []
        return call if test == "True" else [f"if {test}:", *deeper(call)]

    # statements

    def block(self, body: tuple[ir.Statement, ...], c: Scope) -> list[str]:
        lines: list[str] = []
        for i, s in enumerate(body):
            lines += self.statement(s, c, first_pays=i == 0 or isinstance(body[i - 1], ir.Pay))
            if isinstance(s, ir.Choose) and s.if_any:
                rest = self.block(body[i + 1 :], c)
                if rest:
                    none = "0" if s.bundle or s.amount != "one" else str(plain_none(s.local.type))
                    empty = f"{c.names[s.local.slot]} != {none}"
                    lines += [f"if {empty}:", *deeper(rest)]
                return lines
        return lines

    def statement(self, s: ir.Statement, c: Scope, first_pays: bool = False) -> list[str]:
        match s:
            case ir.Choose(by_chance=True):
                return self.chance_choose(s, c)
            case ir.Win(who=who):
                return self.win(who, c)
            case ir.Pay(what=what):
                return self.pay(what, c, first_pays)
            case ir.Give():
                return self.give(s, c)
            case ir.MoveCards():
                return self.move_cards(s, c)
            case ir.PlacePiece():
                return self.place_piece(s, c)
            case ir.MovePieces():
                return self.move_pieces(s, c)
            case ir.RemovePieces():
                return self.remove_pieces(s, c)
            case ir.ReplacePiece():
                return self.replace_piece(s, c)
            case ir.Assign(target=target, value=value):
                return self.assign(target, value, c)
            case ir.Increase():
                return self.increase(s, c)
            case ir.Let(local=local, value=value):
                return [f"{c.names[local.slot]} = {self.typed(value, local.type, c)}"]
            case ir.Include():
                return self.include(s, c)
            case ir.Roll(targets=targets):
                return [line for t in targets for line in self.roll(t, c)]
            case ir.Shuffle(target=target):
                slot = self.address(target, c)
                sort = "number" if target.type.of == "number" else "member"
                return [f"S[{slot}] = shuffled(S, S[{slot}], {sort!r})",
                        *self.touched(("state", *target.key))]  # fmt: skip
            case ir.Show():
                return self.show(s, c)
            case ir.Do(steps=steps, args=args):
                block = self.program.steps[steps]
                given = [self.typed(a, p.type, c) for a, p in zip(args, block.params, strict=True)]
                return [f"{self.plain_steps(steps)}({', '.join(['S', c.you, *given])})"]
            case ir.PlayCard(who=who, card=card):
                return self.play_card(who, card, c)
            case ir.If():
                return self.if_(s, c)
            case ir.Each():
                return self.each(s, c)
            case ir.Repeat():
                return self.repeat(s, c)
            case ir.OneGo(body=body):
                return self.block(body, c)
        raise NotCompilable(type(s).__name__)

    def play_card(self, who: ir.Expr, card: ir.Expr, c: Scope) -> list[str]:
        for name in self.analysis.cards_of(card.type.of):
            self.plain_card(name)
        return [f"CARD_DO[{self.scalar(card, c)}](S, {self.scalar(who, c)})"]

    def win(self, who: ir.Expr, c: Scope) -> list[str]:
        if who.type.shape != "one":
            return [f"S[{WINNERS}] |= {self.mask(who, c)}"]
        return [f"S[{WINNERS}] |= 1 << {self.scalar(who, c)}"]

    def if_(self, s: ir.If, c: Scope) -> list[str]:
        lines: list[str] = []
        word = "if"
        for test, body in s.branches:
            text = self.flag(test, c)
            if text == "False":
                continue
            inside = self.block(body, c) or ["pass"]
            if text == "True":
                if word == "if":
                    return [*lines, *inside]
                return [*lines, "else:", *deeper(inside)]
            lines += [f"{word} {text}:", *deeper(inside)]
            word = "elif"
        otherwise = self.block(s.otherwise, c)
        if otherwise and word == "if":
            return [*lines, *otherwise]
        if otherwise:
            lines += ["else:", *deeper(otherwise)]
        return lines

    def each_items(self, s: ir.Each, c: Scope) -> str:
        """What a loop walks, taken once."""
        if s.high is not None:
            items = f"range({self.scalar(s.over, c)}, {self.scalar(s.high, c)} + 1)"
        else:
            local = s.local
            over = s.over
            if s.where is not None:
                shape = over.type.shape if over.type.shape != "one" else "set"
                t = ir.Type(local.type.base, local.type.of, shape)
                over = ir.Quantified("all", local, over, s.where, None, t)
            if over.type.base in ("cards", "bundle"):
                items = self.members_walked(over, c)
            else:
                items = self.items(over, c)
        if s.order == "in reverse":
            return f"tuple({items})[::-1]"
        if s.order == "starting with" and s.first is not None:
            everybody = (
                f"{self.order}[S[{ACTIVE}]]"
                if s.local.type.base == "player"
                else f"tuple({self.items(s.over, c)})"
            )
            return f"rotated(tuple({items}), {self.scalar(s.first, c)}, {everybody})"
        return items

    def each(self, s: ir.Each, c: Scope) -> list[str]:
        items = self.each_items(s, c)
        body = self.block(s.body, c) or ["pass"]
        return [f"for {c.names[s.local.slot]} in {items}:", *deeper(body)]

    def repeat(self, s: ir.Repeat, c: Scope) -> list[str]:
        test = []
        if s.condition is not None:
            test = [f"if not {self.flag(s.condition, c)}: break"]
        body = self.block(s.body, c)
        return [f"for _ in range({self.scalar(s.times, c)}):", *deeper([*test, *body] or ["pass"])]

    # chance

    def roll(self, target: ir.StateRef, c: Scope) -> list[str]:
        slots = self.layout.states[target.key]
        d = slots.definition
        if d.type.base == "number":
            low, high = self.layout.number(d.low, 1), self.layout.number(d.high, 6)
            text = f"roll_number(S, {low}, {high})"
        else:
            faces = []
            for m in self.setting.kinds[d.type.of]:
                copies = self.cell(self.setting.member_names[m], "copies", ir.NUMBER)
                faces += [m] * (copies if isinstance(copies, int) and copies >= 0 else 1)
            text = f"roll_member(S, {self.const(tuple(faces), 'FACES')})"
        return [f"S[{self.address(target, c)}] = {text}", *self.touched(("state", *target.key))]

    def chance_choose(self, s: ir.Choose, c: Scope) -> list[str]:
        name = c.names[s.local.slot]
        over = s.over
        if s.high is not None:
            low, high = self.scalar(s.over, c), self.scalar(s.high, c)
            return [f"{name} = roll_number(S, {low}, {high})"]
        if s.amount != "one":
            number = self.scalar(s.number, c) if s.number is not None else "1000"
            return [f"{name} = choose_cards(S, {self.pairs(over, c)}, {number})"]
        if over.type.base == "cards" and s.where is None:
            base, members = self.holding(over, c)
            return [f"{name} = choose_card(S, {base}, {self.const(members, 'HELD')})"]
        sort = s.local.type.base
        if over.type.base in ("pile", "cards"):
            test = self.flag(s.where, c.bind(s.local.slot, "x")) if s.where is not None else "True"
            items = (
                self.scalar(over, c)
                if over.type.base == "pile"
                else (f"[m for m, n in {self.pairs(over, c)} for _ in range(n)]")
            )
            return [f"{name} = choose_from(S, [x for x in {items} if {test}], {sort!r})"]
        if s.where is not None:
            t = ir.Type(s.local.type.base, s.local.type.of, over.type.shape)
            over = ir.Quantified("all", s.local, over, s.where, None, t)
        return [f"{name} = choose_from(S, tuple({self.items(over, c)}), {sort!r})"]

    # states

    def assign(self, target: ir.Expr, value: ir.Expr, c: Scope) -> list[str]:
        match target:
            case ir.HolderOf(award=award):
                t = ir.Type("player")
                slot = self.layout.holders[award]
                return [f"S[{slot}] = {self.typed(value, t, c)}", *self.touched(("holder", award))]
            case ir.BuiltIn(name="starter"):
                return [
                    f"S[{STARTER}] = {self.scalar(value, c)}",
                    f"if S[{ROUND}] == 0: S[{ACTIVE}] = S[{STARTER}]",
                    *self.touched(("turn", "starter"), ("turn", "active")),
                ]
            case ir.StateRef():
                return self.assign_state(target, value, c)
        raise NotCompilable("assignment")

    def assign_state(self, target: ir.StateRef, value: ir.Expr, c: Scope) -> list[str]:
        slots = self.layout.states[target.key]
        after = self.touched(("state", *target.key))
        d = slots.definition
        if slots.form == "flags":
            assert target.subject is not None
            x = self.scalar(target.subject, c)
            text = self.flag(value, c)
            if text == "True":
                return [f"if {x} >= 0: S[{slots.base}] |= 1 << {x}", *after]
            if text == "False":
                return [f"if {x} >= 0: S[{slots.base}] &= ~(1 << {x})", *after]
            return [
                f"if {x} >= 0: S[{slots.base}] = S[{slots.base}] & ~(1 << {x})"
                f" | bool({text}) << {x}",
                *after,
            ]
        address = self.address(target, c)
        guard = ""
        if target.subject is not None and target.subject.type.optional:
            guard = f"if {self.scalar(target.subject, c)} >= 0: "
        if slots.form == "cards":
            members = self.layout.holding_members(d.type.of)
            held = self.const(members, "HELD")
            fill = self.helper("refill", refill)
            return [f"{guard}{fill}(S, {address}, {held}, {self.pairs(value, c)})", *after]
        if slots.form == "pile":
            if value.type.base in ("bundle", "member"):
                text = f"tuple(m for m, n in {self.pairs(value, c)} for _ in range(n))"
            else:
                text = f"tuple({self.items(value, c)})"
            return [f"{guard}S[{address}] = {text}", *after]
        text = self.typed(value, d.type, c)
        if d.type.base == "number" and d.type.shape == "one" and (d.low or d.high):
            text = self.clamped(text, d)
        return [f"{guard}S[{address}] = {text}", *after]

    def clamped(self, text: str, d: ir.StateDef) -> str:
        low, high = self.layout.number(d.low, -(1 << 30)), self.layout.number(d.high, 1 << 30)
        number = text.strip("()")
        if number.lstrip("-").isdigit() and (
            low <= int(number) <= high or int(number) == NO_NUMBER
        ):
            return text
        clamp = self.helper("in_range", _in_range)
        return f"{clamp}({text}, {low}, {high})"

    def increase(self, s: ir.Increase, c: Scope) -> list[str]:
        if not isinstance(s.target, ir.StateRef):
            raise NotCompilable("increase")
        sign = "-" if s.down else "+"
        slots = self.layout.states[s.target.key]
        address = self.address(s.target, c)
        text = f"S[{address}] {sign} {self.scalar(s.by, c)}"
        d = slots.definition
        if d.low or d.high:
            text = self.clamped(text, d)
        guard = ""
        if s.target.subject is not None and s.target.subject.type.optional:
            guard = f"if {self.scalar(s.target.subject, c)} >= 0: "
        return [f"{guard}S[{address}] = {text}", *self.touched(("state", *s.target.key))]

    def include(self, s: ir.Include, c: Scope) -> list[str]:
        value = self.program.values[s.value]
        args = [self.scalar(a, c) for a in ((s.subject,) if s.subject else ()) + s.args]
        key = f"({self.include_ids[s.value]}, ({', '.join([*args, ''])}))"
        amount = self.typed(s.amount, value.type, c)
        return [
            f"S[{INCLUDES}] += (({key}, {amount}, {s.until!r}),)",
            *self.touched(("include", *s.value)),
        ]

    def show(self, s: ir.Show, c: Scope) -> list[str]:
        to = self.mask(s.to, c)
        what = s.what.base if isinstance(s.what, ir.AsBundle) else s.what
        key, subject = ("", ""), "-1"
        if isinstance(what, (ir.StateRef, ir.ValueRef)):
            key = what.key
            subject = self.scalar(what.subject, c) if what.subject is not None else "-1"
        shown = self.pairs(s.what, c)
        if s.what.type.base not in ("bundle", "cards", "pile"):
            shown = self.typed(s.what, s.what.type, c)
        keep = self.const((key, s.what.type), "SHOWN")
        return [f"S[{KNOWN}] += tuple((p_, {keep}, {subject}, {shown}) for p_ in bits({to}))"]


def _in_range(value: int, low: int, high: int) -> int:
    if value == NO_NUMBER:
        return value
    return low if value < low else high if value > high else value

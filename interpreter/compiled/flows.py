"""Blocks that can stop for an answer, as small state machines."""

from __future__ import annotations

from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting

from .analysis import open_offers, walk
from .bodies import Body, Names
from .flow import HEAD, Flow, Site
from .heads import indexed_once, walked_once
from .layout import AGENDA, DIRTY, HELD, INCLUDES, PHASE, WINNERS, StateSlots, plain_none
from .lines import deeper
from .questions import Questions
from .source import NotCompilable, Scope


class Flows(Questions):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.sites: list[Site] = []
        self.blocks: dict[tuple[str, str], int] = {}
        self.sizes: dict[int, int] = {}
        self.known_sizes: dict[int, int] = {}
        """what the pass before found; blocks are numbered alike in both"""
        self.begun: dict[int, set[int]] = {}
        self.known_begun: dict[int, set[int]] = {}
        """which blocks each block begins, and what the pass before found of that"""
        self.windows: dict[tuple[int, str], int] = {}
        """(block, phase) → where the block opens that phase"""
        self.calls: dict[tuple[int, str], int] = {}
        """(block, steps) → where the block goes on after them"""
        self.tables: dict[str, dict[int, str]] = {}
        self.fallen: dict[ir.Key, int] = {}
        """where it stands that something which lasts for a while is as it was at first"""
        self.open_offers = open_offers(self.program)
        n = len(self.program.actions)
        self.choose_id, self.take_id, self.enough_id, self.decline_id = n, n + 1, n + 2, n + 3
        sealed = {
            (("action", call.action))
            for table in (self.program.steps, self.program.rules, self.program.actions,
                          self.program.cards)
            for b in table.values()
            for s in _loops(b.body)
            if s.order == "at once" and s.body and isinstance(s.body[0], ir.Must)
            for call in s.body[0].terms.calls
        }  # fmt: skip
        self.analysis.suspending |= sealed

    # blocks

    def block_id(self, sort: str, name: str) -> int:
        if (sort, name) not in self.blocks:
            number = len(self.blocks)
            self.blocks[(sort, name)] = number
            self.write_block(sort, name, number)
        return self.blocks[(sort, name)]

    def write_block(self, sort: str, name: str, number: int) -> None:
        tables: dict[str, Any] = {
            "action": self.program.actions, "card": self.program.cards,
            "steps": self.program.steps, "rule": self.program.rules,
        }  # fmt: skip
        block = tables[sort][name]
        c = self.scope_of(block.locals, frame=True)
        flow = Flow(HEAD + block.locals, number)
        if sort == "action":
            self.ask_head(block, flow, c, ("action", name))
            self.seal(flow)
            flow.put(*self.counted(block, "F[2]"))
        elif sort == "card":
            self.ask_head(block, flow, c, ("card", name))
        names = block.params if sort == "rule" else block.head_names
        rules = self.analysis.rules_on.get(name, [])
        for rule in rules:
            if rule.timing == "before":
                self.flow_hook(rule, names, flow, c)
        done = flow.label()
        for rule in rules:
            if rule.timing == "instead of":
                after = flow.label()
                test, args = self.hook_test(rule, names, c)
                flow.put(f"if not {test}:", f"    pc = {after}", "    continue")
                self.call_rule(rule, args, flow, c)
                flow.jump(done)
                flow.start(after)
        if sort == "action":
            flow.put(*self.pay_other(c))
        self.flow_body(block.body, flow, c)
        flow.jump(done)
        flow.start(done)
        for rule in rules:
            if rule.timing == "after":
                self.flow_hook(rule, names, flow, c)
        flow.put(f"S[{AGENDA}].pop()")
        if sort == "action":
            flow.put(f"if S[{DIRTY}]: settle(S)")
        flow.put("return")
        self.sizes[number] = flow.size
        self.define(f"B_{number}(S, F)", flow.lines(self.entries(number, flow)))

    def entries(self, number: int, flow: Flow) -> set[int]:
        """Positions at which a block is entered from outside."""
        found = {site.no_way for site in self.sites if site.number == number}
        found |= {label for (block, _), label in self.windows.items() if block == number}
        for segment in flow.segments.values():
            for line in segment:
                bare = line.strip()
                if bare.startswith("F[1] = "):
                    found.add(int(bare[7:]))
        return found

    def seal(self, flow: Flow) -> None:
        """A sealed answer waits with the asking frame until all are in."""
        on = flow.label()
        flow.put(
            "if F[6]:",
            "    h = F[6]; F[6] = 0",
            f"    F[1] = {on}",
            f"    S[{AGENDA}].pop()",
            f"    S[{AGENDA}][-1][h] += (tuple(F),)",
            "    return",
        )
        flow.jump(on)
        flow.start(on)

    def hook_test(self, rule: ir.RuleDef, names: Names, c: Scope) -> tuple[str, list[str]]:
        by_name = {local.name: local.slot for local in names}
        args = [c.names[by_name[p.name]] for p in rule.params]
        inner = Scope(c.you, c.paid, {p.slot: a for p, a in zip(rule.params, args, strict=True)})
        return (self.flag(rule.when, inner) if rule.when is not None else "True"), args

    def call_rule(self, rule: ir.RuleDef, args: list[str], flow: Flow, c: Scope) -> None:
        if ("rule", rule.name) not in self.analysis.suspending:
            flow.put(f"{self.plain_rule(rule)}({', '.join(['S', c.you, c.paid, *args])})")
            return
        number = self.block_id("rule", rule.name)
        self.push(number, flow, c, args, c.paid)

    def push(self, number: int, flow: Flow, c: Scope, args: list[str], paid: str = "False") -> None:
        after = flow.label()
        new = self.new_frame(number, [c.you, "0", paid, "0", "0", *args])
        self.begun.setdefault(flow.number, set()).add(number)
        if self.is_direct(flow.number, number):
            flow.put(f"f_ = {new}", f"S[{AGENDA}].append(f_)", f"F[1] = {after}",
                     f"B_{number}(S, f_)",
                     f"if S[{AGENDA}][-1] is not F or S[{WINNERS}]: return")  # fmt: skip
            flow.jump(after)
        else:
            flow.put(f"S[{AGENDA}].append({new})")
            flow.leave(after)
        flow.start(after)

    def is_direct(self, caller: int, begun: int) -> bool:
        """Whether a block may run another one at once instead of leaving that to the driver: it is
        known to come to an end without the caller being begun again."""
        below = {begun}
        new = [begun]
        while new:
            found = self.known_begun.get(new.pop(), set()) - below
            below |= found
            new += found
        return begun in self.known_sizes and caller not in below

    def new_frame(self, number: int, first: list[str]) -> str:
        """A frame as it is pushed; the second pass knows how long each one is."""
        spare = self.known_sizes.get(number, 0) - 2 - len(first)
        return f"[{', '.join([str(number), '0', *first, *['0'] * spare])}]"

    def flow_hook(self, rule: ir.RuleDef, names: Names, flow: Flow, c: Scope) -> None:
        test, args = self.hook_test(rule, names, c)
        if test == "False":
            return
        after = flow.label()
        if test != "True":
            flow.put(f"if not {test}:", f"    pc = {after}", "    continue")
        self.call_rule(rule, args, flow, c)
        flow.jump(after)
        flow.start(after)

    # statements

    def flow_body(self, body: tuple[ir.Statement, ...], flow: Flow, c: Scope) -> None:
        end = flow.label()
        for i, s in enumerate(body):
            if not self.analysis.stops(s):
                flow.put(
                    *self.statement(s, c, first_pays=i == 0 or isinstance(body[i - 1], ir.Pay))
                )
                if isinstance(s, ir.Choose) and s.if_any:
                    none = str(plain_none(s.local.type))
                    flow.put(
                        f"if {c.names[s.local.slot]} == {none}:", f"    pc = {end}", "    continue"
                    )
                continue
            self.flow_statement(s, flow, c, end)
        flow.jump(end)
        flow.start(end)

    def flow_statement(self, s: ir.Statement, flow: Flow, c: Scope, end: int) -> None:
        match s:
            case ir.Choose():
                self.flow_choose(s, flow, c, end)
            case ir.Must():
                self.flow_must(s, flow, c)
            case ir.PlayPhase():
                self.flow_phase(s, flow, c)
            case ir.PlayCard(who=who, card=card):
                after = flow.label()
                for name in self.analysis.cards_of(card.type.of):
                    if ("card", name) in self.analysis.suspending:
                        self.block_id("card", name)
                    else:
                        self.plain_card(name)
                flow.put(f"F[1] = {after}")
                flow.put(f"CARD_DO[{self.scalar(card, c)}](S, {self.scalar(who, c)})", "return")
                flow.start(after)
            case ir.Do(steps=steps, args=args):
                block = self.program.steps[steps]
                given = [self.typed(a, p.type, c) for a, p in zip(args, block.params, strict=True)]
                self.push(self.block_id("steps", steps), flow, c, given)
                self.calls.setdefault((flow.number, steps), flow.at)
            case ir.If():
                self.flow_if(s, flow, c)
            case ir.Each():
                self.flow_each(s, flow, c)
            case ir.Repeat():
                self.flow_repeat(s, flow, c)
            case ir.OneGo(body=body):
                flow.put(f"S[{HELD}] += 1")
                self.flow_body(body, flow, c)
                flow.put(f"S[{HELD}] -= 1")
            case ir.Settle():
                after = flow.label()
                flow.put(
                    f"if S[{DIRTY}]: settle(S)",
                    f"F[1] = {after}",
                    f"if S[{WINNERS}]: return",
                )
                flow.jump(after)
                flow.start(after)
            case ir.PlacePiece() | ir.MovePieces():
                self.flow_piece(s, flow, c)
            case _:
                raise NotCompilable(f"{type(s).__name__} that asks")

    def flow_piece(self, s: ir.PlacePiece | ir.MovePieces, flow: Flow, c: Scope) -> None:
        """Placing or moving one piece when a rule on it asks somebody."""
        placing = isinstance(s, ir.PlacePiece)
        what = s.piece if isinstance(s, ir.PlacePiece) else s.what
        kinds = self.analysis.kinds_of(what.type.of)
        verb = "placing" if placing else "moving"
        keep = flow.slot()
        after = flow.label()
        if isinstance(s, ir.PlacePiece):
            mask, owner = self.supply_mask(s.piece, s.of, c)
            place = self.piece_target(s.piece.type.of, s.on, c)
            flow.put(f"F[{keep}] = free_piece(S, {mask})", f"p_ = {place}")
            if any(self.program.pieces[k].in_all for k in kinds):
                flow.put(f"if F[{keep}] >= 0: S[{self.layout.owners} + F[{keep}]] = {owner}")
            act = f"{self.piece_verb('put', what.type.of)}(S, F[{keep}], p_)"
        else:
            if what.type.shape != "one":
                raise NotCompilable("moving several pieces past a rule that asks")
            place = self.piece_target(what.type.of, s.to, c)
            flow.put(f"F[{keep}] = {self.scalar(what, c)}", f"p_ = {place}")
            act = f"{self.piece_verb('move', what.type.of)}(S, F[{keep}], p_)"
        flow.put(f"if F[{keep}] < 0 or p_ < 0:", f"    pc = {after}", "    continue", act)
        flow.put(*self.touched(*self.piece_atoms(kinds), piece=f"F[{keep}]"))
        done: set[str] = set()
        for kind in kinds:
            for rule in self.analysis.rules_on_pieces.get(("after", verb, kind), []):
                if rule.name in done:
                    continue
                done.add(rule.name)
                x = f"F[{keep}]"
                inner = Scope(c.you, c.paid, {0: x})
                test = self.flag(rule.when, inner) if rule.when is not None else "True"
                meant = sum(self.layout.piece_mask(k) for k in kinds if k in rule.events)
                test = f"({meant} >> {x} & 1 and {test})"
                skip = flow.label()
                flow.put(f"if not {test}:", f"    pc = {skip}", "    continue")
                self.call_rule(rule, [x] if rule.params else [], flow, c)
                flow.jump(skip)
                flow.start(skip)
        flow.jump(after)
        flow.start(after)

    def flow_if(self, s: ir.If, flow: Flow, c: Scope) -> None:
        after = flow.label()
        for test, body in s.branches:
            text = self.flag(test, c)
            if text == "False":
                continue
            following = flow.label()
            if text != "True":
                flow.put(f"if not {text}:", f"    pc = {following}", "    continue")
            self.flow_body(body, flow, c)
            flow.jump(after)
            flow.start(following)
        self.flow_body(s.otherwise, flow, c)
        flow.jump(after)
        flow.start(after)

    def flow_each(self, s: ir.Each, flow: Flow, c: Scope) -> None:
        items = flow.slot(3)
        turn, after = flow.label(), flow.label()
        flow.put(f"F[{items}] = tuple({self.each_items(s, c)})", f"F[{items + 1}] = 0")
        if s.order == "at once":
            self.flow_sealed(s, items, turn, after, flow, c)
            return
        flow.jump(turn)
        flow.start(turn)
        flow.put(
            f"if F[{items + 1}] >= len(F[{items}]):",
            f"    pc = {after}",
            "    continue",
            f"{c.names[s.local.slot]} = F[{items}][F[{items + 1}]]",
            f"F[{items + 1}] += 1",
        )
        self.flow_body(s.body, flow, c)
        flow.jump(turn)
        flow.start(after)

    def flow_sealed(
        self, s: ir.Each, items: int, turn: int, after: int, flow: Flow, c: Scope
    ) -> None:
        if len(s.body) != 1 or not isinstance(s.body[0], ir.Must):
            raise NotCompilable("at once with more than one line")
        held = items + 2
        opened = flow.label()
        flow.put(f"F[{held}] = ()")
        flow.jump(turn)
        flow.start(turn)
        flow.put(
            f"if F[{items + 1}] >= len(F[{items}]):",
            f"    F[{items + 1}] = 0",
            f"    pc = {opened}",
            "    continue",
            f"{c.names[s.local.slot]} = F[{items}][F[{items + 1}]]",
            f"F[{items + 1}] += 1",
        )
        self.flow_must(s.body[0], flow, c, held)
        flow.jump(turn)
        flow.start(opened)
        flow.put(
            f"if F[{items + 1}] >= len(F[{held}]):",
            f"    pc = {after}",
            "    continue",
            f"S[{AGENDA}].append(list(F[{held}][F[{items + 1}]]))",
            f"F[{items + 1}] += 1",
        )
        flow.leave(opened)
        flow.start(after)

    def flow_repeat(self, s: ir.Repeat, flow: Flow, c: Scope) -> None:
        left = flow.slot()
        turn, after = flow.label(), flow.label()
        flow.put(f"F[{left}] = {self.scalar(s.times, c)}")
        flow.jump(turn)
        flow.start(turn)
        test = f"F[{left}] <= 0"
        if s.condition is not None:
            test += f" or not {self.flag(s.condition, c)}"
        flow.put(f"if {test}:", f"    pc = {after}", "    continue", f"F[{left}] -= 1")
        self.flow_body(s.body, flow, c)
        flow.jump(turn)
        flow.start(after)

    def flow_must(self, s: ir.Must, flow: Flow, c: Scope, held: int = 0) -> None:
        who = flow.slot()
        after = flow.label()
        flow.put(f"F[{who}] = {self.scalar(s.who, c)}")
        if s.who.type.optional:
            flow.put(f"if F[{who}] < 0:", f"    pc = {after}", "    continue")
        offer, answer = self.fresh("gen"), self.fresh("ans")
        lines = ["out = []"]
        for call in s.terms.calls:
            name, extra = self.offers(call.action, s.terms, c, call.args)
            lines.append(f"{name}(S, F[{who}], out{extra})")
        if s.optional:
            lines.append(f"if out: out.append({self.decline_id} << SHIFT)")
        self.define(f"{offer}(S, F)", [*walked_once(lines), "return out"])
        mode = "1" if s.terms.free else "0"
        if s.terms.paying is not None and not s.terms.free:
            mode = self.pairs(s.terms.paying, c)
        lines = ["a = m >> SHIFT"]
        for call in s.terms.calls:
            block = self.program.actions[call.action]
            args = [self.typed(a, p.type, c) for a, p in zip(call.args, block.params, strict=False)]
            number = self.action_ids[call.action]
            given = ", ".join(
                [f"F[{who}]", "m & LOW", mode, str(int(s.optional)), str(held), *args]
            )
            lines.append(f"if a == {number}: {self.starter(call.action)}(S, {given})")
        self.define(f"{answer}(S, F, m)", lines)
        kind = "may" if s.optional else "must"
        if not s.optional and len(s.terms.calls) == 1 and self.begins_with_amount(s.terms.calls[0]):
            flow.put(
                f"if S[{DIRTY}]: settle(S)",
                f"F[1] = {after}",
                f"if S[{WINNERS}]: return",
                f"ways = {offer}(S, F)",
                "if ways:",
                f"    {answer}(S, F, ways[0])",
                "    return",
            )
            flow.jump(after)
            flow.start(after)
            return
        site = Site(kind, who, offer, answer, after, s.terms)
        if any(call.action in self.open_offers for call in s.terms.calls):
            left_out = self.const(frozenset(self.action_ids[a] for a in self.open_offers), "OPEN")
            site.quiet = self.fresh("gen")
            self.define(
                f"{site.quiet}(S, F)",
                [f"out = {offer}(S, F)",
                 f"return [m for m in out if m >> SHIFT not in {left_out}] or out"],
            )  # fmt: skip
        self.ask(site, flow, after)
        flow.start(after)

    def begins_with_amount(self, call: ir.Call) -> bool:
        """An order whose first decision is an amount: there is nothing to decide before it."""
        head = self.program.actions[call.action].head
        choices = [x for x in head if isinstance(x, ir.Choose) and not x.by_chance]
        return bool(choices) and choices[0].amount != "one"

    def starter(self, action: str) -> str:
        """A function that begins an action from a packed answer."""
        name = f"start_{action}"
        if name in self.written:
            return name
        self.written.add(name)
        block = self.program.actions[action]
        params = [f"p{p.slot}" for p in block.params]
        given = [*params, *(text for _, text in self.decoded(block.head, "x"))]
        head = f"{name}({', '.join(['S', 'who', 'x', 'mode', 'vol', 'held', *params])})"
        if ("action", action) in self.analysis.suspending:
            number = self.block_id("action", action)
            slots = [p.slot for p in block.params] + [s for s, _ in self.decoded(block.head, "x")]
            names = ["0"] * block.locals
            for slot, text in zip(slots, given, strict=True):
                names[slot] = text
            new = self.new_frame(number, ["who", "mode", "False", "vol", "held", *names])
            lines = [f"S[{AGENDA}].append({new})"]
        else:
            lines = [f"{self.plain_action(action)}({', '.join(['S', 'who', 'mode', *given])})"]
        self.define(head, lines)
        return name

    def flow_phase(self, s: ir.PlayPhase, flow: Flow, c: Scope) -> None:
        who, last, before = flow.slot(3), 0, 0
        last, before = who + 1, who + 2
        phase = self.layout.phases[s.phase]
        begin = flow.label()
        self.windows.setdefault((flow.number, s.phase), begin)
        flow.jump(begin)
        flow.start(begin)
        rules = self.analysis.rules_on.get(s.phase, [])
        open_, check, close, after = flow.label(), flow.label(), flow.label(), flow.label()
        for rule in rules:
            if rule.timing == "before":
                self.flow_hook(rule, (), flow, c)
            if rule.timing == "instead of":
                raise NotCompilable("instead of a phase")
        flow.put(f"F[{who}] = {self.scalar(s.who, c)}", f"F[{before}] = S[{PHASE}]",
                 f"S[{PHASE}] = {phase}", *self.touched(("turn", "phase")))  # fmt: skip
        flow.jump(open_)
        flow.start(open_)
        offer, answer = self.fresh("gen"), self.fresh("ans")
        lines = ["out = []"]
        starts = [f"a = F[{last}] = m >> SHIFT"]
        offered = [a for a in self.program.actions.values() if s.phase in a.during]
        lines.append(f"who = F[{who}]")
        quiet = list(lines)
        for action in offered:
            found = self.offer_lines(action.name)
            lines += found
            if action.name not in self.open_offers:
                quiet += found
        table = {self.action_ids[a.name]: self.starter(a.name) for a in offered}
        name = self.fresh("STARTS")
        self.tables[name] = table
        starts.append(f"{name}[a](S, F[{who}], m & LOW, 0, 1, 0)")
        self.define(f"{offer}(S, F)", [*indexed_once(walked_once(lines)), "return out"])
        self.define(f"{answer}(S, F, m)", starts)
        site = Site("act", who, offer, answer, close, None, s.phase)
        if len(quiet) < len(lines):
            site.quiet = self.fresh("gen")
            self.define(f"{site.quiet}(S, F)", [*indexed_once(walked_once(quiet)), "return out"])
        self.ask(site, flow, check)
        flow.start(check)
        ends = [self.action_ids[a] for a in self.program.phases[s.phase].ends_with]
        flow.put(f"if F[{last}] in {tuple(ends)}:", f"    pc = {close}", "    continue")
        flow.jump(open_)
        flow.start(close)
        flow.put(*self.fall_back(s.phase), f"S[{PHASE}] = F[{before}]",
                 *self.touched(("turn", "phase")))  # fmt: skip
        for rule in rules:
            if rule.timing == "after":
                self.flow_hook(rule, (), flow, c)
        flow.jump(after)
        flow.start(after)

    def fall_back(self, until: str) -> list[str]:
        """What lasts until the end of a turn or phase returns to what it was at first."""
        lines: list[str] = []
        for slots in self.layout.states.values():
            d = slots.definition
            if d.until != until:
                continue
            first = self.at_first(slots)
            a, b = slots.base, slots.base + slots.size
            after = deeper(self.touched(("state", *d.key)))
            if len(first) == 1:
                empty = repr(first[0])
                if not isinstance(first[0], int):
                    empty = f"{self.const(tuple(first), 'FIRST')}[0]"
                lines += [f"if S[{a}] != {empty}:", f"    S[{a}] = {empty}", *after]
            else:
                if d.key not in self.fallen:
                    self.fallen[d.key] = self.layout.cache(1)
                mark = self.fallen[d.key]
                self.listen({("state", *d.key)}, f"S[{mark}] = None")
                empty = self.helper(f"FIRST_{a}", first)
                back = [f"if S[{a}:{b}] != {empty}:", f"    S[{a}:{b}] = {empty}", *after]
                lines += [f"if S[{mark}] is None:", *deeper(back), f"    S[{mark}] = 0"]
        touched = self.touched(*(("include", *key) for key in sorted(self.included)))
        if self.included:
            lines += [
                f"if S[{INCLUDES}]:",
                f"    S[{INCLUDES}] = tuple(x for x in S[{INCLUDES}] if x[2] != {until!r})",
                *deeper(touched),
            ]
        for action in self.program.actions.values():
            if action.limit is not None and (action.limit_per or "turn") == until:
                a = self.layout.used[action.name]
                n = self.setting.players
                lines.append(f"S[{a}:{a + n}] = {self.const((0,) * n, 'ZEROS')}")
        return lines

    def at_first(self, slots: StateSlots) -> list[Any]:
        raise NotImplementedError


def _loops(body: Body) -> list[ir.Each]:
    return [n for n in walk(body) if isinstance(n, ir.Each)]

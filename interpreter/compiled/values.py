"""Values: in place when they are small, as functions otherwise, remembered when they cost.

A remembered value owns one slot for each combination of its arguments. Whatever changes something
it reads, directly or through other values, makes it forget.
"""

from __future__ import annotations

from hexwright.dsl import program as ir
from hexwright.interpreter.moves import RuleConflict
from hexwright.interpreter.setting import Setting

from .analysis import EVERYTHING, walk
from .expressions import Expressions
from .layout import INCLUDES, plain_none
from .owning import Owning
from .source import NotCompilable, Scope
from .writer import PLACES, atom, both, read_first

MOST_CACHED = 4096
SMALL = 40


def conflict(name: str, one: str, other: str) -> None:
    raise RuleConflict(f"{name}: {one} and {other} both apply and disagree")


class Values(Expressions):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.caches: dict[ir.Key, int] = {}
        self.lasts: dict[ir.Key, int] = {}
        self.most_caches: dict[ir.Key, int] = {}
        """what a number could be at most, until something that it reads changes"""
        """slots of values of which only the last answer is remembered"""
        self.owning = Owning(self.analysis)
        self.in_line = True
        """whether memories are read in place; Python forbids that inside some comprehensions"""
        self.include_ids = {key: i for i, key in enumerate(self.program.values)}
        self.included = {
            n.value
            for table in (
                self.program.actions, self.program.cards, self.program.steps, self.program.rules
            )
            for block in table.values()
            for n in walk(block.body)
            if isinstance(n, ir.Include)
        }  # fmt: skip
        self.helper("conflict", conflict)

    # which way

    def size(self, value: ir.ValueDef) -> int:
        return sum(1 for _ in walk((value.formula, value.parts)))

    def remembered(self, key: ir.Key) -> bool:
        value = self.program.values[key]
        if key in self.pinned or self.analysis.value_uses_you(key):
            return False
        if EVERYTHING in self.analysis.value_reads(key):
            return False
        if (
            value.type.base in ("bundle", "cards", "pile", "text", "any")
            or value.type.shape == "list"
        ):
            return False
        if self.cache_size(value) > MOST_CACHED:
            return False
        if not value.params:
            return self.costly(key)
        if any(p.type.shape != "one" or p.type.base in ("number", "flag") for p in value.params):
            return False
        if sum(1 for p in value.params if p.type.base in (*PLACES, "piece")) > 1:
            return False
        return self.costly(key)

    def last_remembered(self, key: ir.Key) -> bool:
        """A measure with more arguments than could all be remembered: only its last answer is,
        because rules ask for it several times in a row."""
        value = self.program.values[key]
        return (
            not self.remembered(key)
            and key not in self.pinned
            and not self.analysis.value_uses_you(key)
            and EVERYTHING not in self.analysis.value_reads(key)
            and bool(value.params)
            and all(p.type.shape == "one" and p.type.base != "bundle" for p in value.params)
            and any(isinstance(n, ir.Measure) for n in walk((value.formula, value.parts)))
        )

    def costly(self, key: ir.Key) -> bool:
        value = self.program.values[key]
        parts = (value.formula, value.parts)
        if any(isinstance(n, ir.Measure) for n in walk(parts)):
            return True
        if any(isinstance(n, ir.Quantified) and n.local is not None for n in walk(parts)):
            return True
        if value.form == "usually" and len(value.parts) > 1:
            return True
        inner = {n.key for n in walk(parts) if isinstance(n, ir.ValueRef)}
        return any(k != key and self.costly(k) for k in inner)

    def cache_size(self, value: ir.ValueDef) -> int:
        size = 1
        for p in value.params:
            size *= self.layout.domain(p.type)[1]
        return size

    # writing

    def value(self, e: ir.ValueRef, c: Scope) -> str:
        if e.subject is not None and e.subject.type.shape != "one":
            return self.value_of_many(e, c)
        value = self.program.values[e.key]
        args = [self.scalar(a, c) for a in ((e.subject,) if e.subject else ()) + e.args]
        if self.simple(e.key) and all(atom(a) for a in args) and self._depth < 8:
            self._depth += 1
            inner = Scope(c.you, c.paid, dict(enumerate(args)), {})
            text = self.in_place(value, inner)
            self._depth -= 1
            return text
        name = self.value_function(e.key)
        you = [c.you] if self.analysis.value_uses_you(e.key) else []
        call = f"{name}({', '.join(['S', *you, *args])})"
        if self.looked_up(e, args):
            return read_first(self.memory(value, args), call)
        return call

    def looked_up(self, e: ir.ValueRef, args: list[str]) -> bool:
        """Whether the memory of a value can be read in place: nothing in it may be none."""
        given = ((e.subject,) if e.subject else ()) + e.args
        return (
            self.in_line
            and e.key in self.caches
            and all(atom(a) for a in args)
            and not any(g.type.optional or g.type.base == "none" for g in given)
        )

    def simple(self, key: ir.Key) -> bool:
        value = self.program.values[key]
        return (
            key not in self.pinned
            and key not in self.included
            and value.form in ("formula", "any", "all", "sum")
            and not (value.form == "sum" and value.type.shape == "list")
            and self.size(value) <= SMALL
            and not self.remembered(key)
            and not self.last_remembered(key)
        )

    def in_place(self, value: ir.ValueDef, c: Scope) -> str:
        if value.form == "formula":
            assert value.formula is not None
            return self.typed(value.formula, value.type, c)
        parts = [(p, self.flag(p.when, c) if p.when is not None else "True") for p in value.parts]
        parts = [(p, when) for p, when in parts if when != "False"]
        match value.form:
            case "any":
                tests = []
                for p, when in parts:
                    test = self.flag(p.value, c)
                    tests.append(test if when == "True" else f"({when} and {test})")
                if "True" in tests:
                    return "True"
                return both([t for t in tests if t != "False"], "False", "or")
            case "all":
                tests = []
                for p, when in parts:
                    test = self.flag(p.value, c)
                    tests.append(test if when == "True" else f"(not {when} or {test})")
                if "False" in tests:
                    return "False"
                return both([t for t in tests if t != "True"], "True", "and")
            case "sum":
                return self.sum_in_place(value, parts, c)
        raise NotCompilable(value.form)

    def typed(self, e: ir.Expr, t: ir.Type, c: Scope) -> str:
        """An expression in the encoding of a type it is assigned to."""
        if isinstance(e, ir.Const) and e.value is None:
            return str(plain_none(t)) if t.shape == "one" else "0"
        if t.base == "bundle":
            return self.pairs(e, c)
        if t.shape == "set":
            return self.mask(e, c)
        if t.shape == "list":
            return f"tuple({self.items(e, c)})"
        if t.base == "flag":
            return self.flag(e, c)
        if t.base == "place" and e.type.base != "place":
            return self.common_place(e, c)
        return self.scalar(e, c)

    def sum_in_place(
        self, value: ir.ValueDef, parts: list[tuple[ir.PartDef, str]], c: Scope
    ) -> str:
        t = value.type
        empty = "()" if t.base == "bundle" else "0"
        terms = []
        for p, when in parts:
            term = self.typed(p.value, t, c)
            terms.append(term if when == "True" else f"({term} if {when} else {empty})")
        if not terms:
            return empty
        if t.base == "bundle":
            text = terms[0]
            for other in terms[1:]:
                text = f"pairs_add({text}, {other})"
            return text
        sign = " | " if t.shape == "set" else " + "
        return terms[0] if len(terms) == 1 else "(" + sign.join(terms) + ")"

    def value_function(self, key: ir.Key) -> str:
        if key in self.values_done:
            return self.values_done[key]
        value = self.program.values[key]
        name = f"V_{key[0]}_{key[1]}" if key[0] else f"V_{key[1]}"
        self.values_done[key] = name
        you = ["you"] if self.analysis.value_uses_you(key) else []
        params = [f"v{i}" for i in range(len(value.params))]
        c = Scope("you", "False", dict(enumerate(params)), {})
        depth, self._depth = self._depth, 0
        body = self.value_body(value, c)
        self._depth = depth
        if key in self.pinned:
            pin = f"PINS.get(({self.include_ids[key]}, {', '.join([*params, ''])}))"
            body = [f"pin = {pin}", "if pin is not None: return pin", *body]
        if self.remembered(key):
            body = self.remember(value, params, body, name)
        elif self.last_remembered(key):
            body = self.remember_last(value, params, body, name)
        self.define(f"{name}({', '.join(['S', *you, *params])})", body)
        return name

    def remember(
        self, value: ir.ValueDef, params: list[str], body: list[str], name: str
    ) -> list[str]:
        size = self.cache_size(value)
        if value.key not in self.caches:
            self.caches[value.key] = self.layout.cache(size)
        address = self.memory(value, params)
        self.forget(value)
        own = list(params)
        call = f"{name}_now({', '.join(['S', *own])})"
        if len(body) == 1 and body[0].startswith("return "):
            call = body[0][7:]
        else:
            self.define(f"{name}_now({', '.join(['S', *own])})", body)
        none = "False" if value.type.base == "flag" else str(plain_none(value.type))
        if value.type.shape == "set":
            none = "0"
        guards = [
            f"if {param} < 0: return {none}"
            for p, param in zip(value.params, params, strict=True)
            if p.type.base != "number"
        ]
        return [
            *guards,
            f"r = S[{address}]",
            "if r is None:",
            f"    r = S[{address}] = {call}",
            "return r",
        ]

    def remember_last(
        self, value: ir.ValueDef, params: list[str], body: list[str], name: str
    ) -> list[str]:
        slot = self.lasts.setdefault(value.key, -1)
        if slot < 0:
            slot = self.lasts[value.key] = self.layout.cache(1)
        self.listen(self.analysis.value_reads(value.key), f"S[{slot}] = None")
        given = ", ".join(params)
        self.define(f"{name}_now(S, {given})", body)
        other = " or ".join(f"r[{i}] != {p}" for i, p in enumerate(params))
        return [
            f"r = S[{slot}]",
            f"if r is None or {other}: r = S[{slot}] = ({given}, {name}_now(S, {given}))",
            "return r[-1]",
        ]

    def forget(self, value: ir.ValueDef) -> None:
        """Whatever the value reads makes it forget: for one owner, where only their pieces do."""
        first, total = self.caches[value.key], self.cache_size(value)
        line = f"S[{first}] = None"
        if total > 1:
            line = f"S[{first}:{first + total}] = {self.empty(total)}"
        reads = self.analysis.value_reads(value.key)
        kinds = self.owning.own_kinds(value.key)
        self.listen(reads - {("piece", k) for k in kinds}, line)
        if not kinds:
            return
        low, count = self.layout.domain(value.params[0].type)
        row = total // count
        spans: list[tuple[int, int]] = []
        for owner in range(self.setting.owners):
            mine = [owner]
            if value.params[0].type.base == "piece":
                named = self.analysis.kinds_of(value.params[0].type.of)
                mine = [i.id for i in self.setting.instances
                        if i.owner == owner and i.kind in named] or [low]  # fmt: skip
            spans.append((first + (min(mine) - low) * row, first + (max(mine) + 1 - low) * row))
        spans.append((first, first + total))
        name = f"{first}_{total}"
        self.helper(f"PART_{name}", tuple(slice(a, b) for a, b in spans))
        self.helper(f"NOTHING_{name}", tuple((None,) * (b - a) for a, b in spans))
        self.listen_own(kinds, line, f"S[PART_{name}[o_]] = NOTHING_{name}[o_]")

    def memory(self, value: ir.ValueDef, params: list[str]) -> str:
        """The slot that remembers a value for these arguments."""
        first = self.caches[value.key]
        size = self.cache_size(value)
        terms: list[str] = []
        for p, param in zip(value.params, params, strict=True):
            low, count = self.layout.domain(p.type)
            size //= count
            first -= low * size
            terms.append(param if size == 1 else f"{param} * {size}")
        return " + ".join([str(first), *terms])

    def empty(self, count: int) -> str:
        """Memory that holds nothing yet."""
        return self.const((None,) * count, "EMPTY")

    def value_body(self, value: ir.ValueDef, c: Scope) -> list[str]:
        match value.form:
            case "formula" | "any" | "all" | "sum" if value.key not in self.included:
                return [f"return {self.in_place(value, c)}"]
            case "sum" | "any" | "all" | "formula":
                return self.with_includes(value, f"r = {self.in_place(value, c)}", c)
            case "lowest":
                return self.lowest(value, c)
            case "usually":
                return self.usually(value, c)
        raise NotCompilable(value.form)

    def with_includes(self, value: ir.ValueDef, first: str, c: Scope) -> list[str]:
        args = ", ".join(c.names[i] for i in range(len(value.params)))
        key = f"({self.include_ids[value.key]}, ({args}{',' if value.params else ''}))"
        join = {
            "sum": "r = pairs_add(r, x[1])" if value.type.base == "bundle" else "r += x[1]",
            "any": "r = r or x[1]",
            "all": "r = r or x[1]",
            "formula": "r = x[1]",
            "lowest": "r = x[1] if x[1] < r else r",
        }[value.form]
        if value.type.shape == "set":
            join = "r |= x[1]"
        return [
            first,
            f"for x in S[{INCLUDES}]:",
            f"    if x[0] == {key}: {join}",
            "return r",
        ]

    def lowest(self, value: ir.ValueDef, c: Scope) -> list[str]:
        big = 1 << 60
        lines = [f"r = {big}"]
        for p in value.parts:
            when = self.flag(p.when, c) if p.when is not None else "True"
            if when == "False":
                continue
            number = self.scalar(p.value, c)
            inner = [f"k = {number}", "if k < r: r = k"]
            if when == "True":
                lines += inner
            elif number.isdigit():
                lines.append(f"if r > {number} and {when}: r = {number}")
            else:
                lines += [f"if {when}:", *("    " + i for i in inner)]
        if value.key in self.included:
            lines += self.with_includes(value, "pass", c)[1:-1]
        return [*lines, f"return r if r < {big} else {plain_none(value.type)}"]

    def usually(self, value: ir.ValueDef, c: Scope) -> list[str]:
        assert value.formula is not None
        above: dict[str, set[str]] = {p.name: set() for p in value.parts}
        for p in value.parts:
            if p.over:
                above.setdefault(p.over, set()).add(p.name)
        lines = []
        if len(value.parts) > 1:
            for p in value.parts:
                lines.append(f"w_{p.name} = {self.flag(p.when, c) if p.when else 'True'}")
            none = " or ".join(f"w_{p.name}" for p in value.parts)
            lines.append(f"if not ({none}): return {self.typed(value.formula, value.type, c)}")
        lines.append("found = None")
        for p in value.parts:
            beaten = self.all_above(p.name, above)
            test = (
                f"w_{p.name}"
                if len(value.parts) > 1
                else (self.flag(p.when, c) if p.when else "True")
            )
            for other in sorted(beaten):
                test += f" and not w_{other}"
            lines += [
                f"if {test}:",
                f"    k = {self.typed(p.value, value.type, c)}",
                "    if found is not None and found[0] != k:",
                f"        conflict({value.name!r}, found[1], {p.name!r})",
                f"    found = (k, {p.name!r})",
            ]
        usual = self.typed(value.formula, value.type, c)
        return [*lines, f"return {usual} if found is None else found[0]"]

    def all_above(self, name: str, above: dict[str, set[str]]) -> set[str]:
        found: set[str] = set()
        front = set(above.get(name, ()))
        while front:
            found |= front
            front = {o for n in front for o in above.get(n, ())} - found
        return found

    def value_of_many(self, e: ir.ValueRef, c: Scope) -> str:
        assert e.subject is not None
        slot = 10_000
        one = ir.Type(e.subject.type.base, e.subject.type.of)
        local = ir.Local(slot, "each", one)
        ref = ir.ValueRef(e.key, ir.LocalRef(slot, "each", one), e.args, self.single(e), e.span)
        word = "sum" if e.type.base == "bundle" else "all"
        return self.quantified(ir.Quantified(word, local, e.subject, None, ref, e.type), c)

    def single(self, e: ir.ValueRef) -> ir.Type:
        return self.program.values[e.key].type

"""The whole source of a game: blocks, settling, the first state.

The source is written twice. The first time finds out which values are remembered and which masks
are kept, the second time every change knows whom to tell.
"""

from __future__ import annotations

import re
from types import CodeType
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Constant, Setting, constant

from .flows import Flows
from .layout import (
    ACTIVE,
    AGENDA,
    DIRTY,
    HELD,
    INCLUDES,
    KNOWN,
    MOVES,
    NO_NUMBER,
    PHASE,
    SAID,
    SCRIPT,
    SITE,
    WINNERS,
    StateSlots,
    inverse,
    plain_none,
    sort_size,
)  # fmt: skip
from .runtime import Pieces, bits
from .source import NotCompilable, Scope
from .writer import read_first

ROUNDS = 100
BOARD = re.compile(r"\b(BOARD_\d+)\(S\)")
OTHERS = re.compile(r"\b(OTHERS_[\d_]+)\[(\w+)\]\(S\)")
BINDING_NOTHING = re.compile(r"^ *def\b|\S.*\bfor\b|\blambda\b")
"""heads of functions, and lines with a loop or a function inside: no name can be bound there"""


class Assembler(Flows):
    def __init__(self, setting: Setting, pinned: frozenset[ir.Key] = frozenset()) -> None:
        super().__init__(setting)
        self.pinned = pinned
        self.helper("PINS", {})
        self.aside: Assembler | None = None
        """works out what is known before the game"""
        self.award_memories: dict[str, int] = {}
        """where it stands whom a measure was last decided for"""

    def frame(
        self,
        block: int,
        you: int,
        mode: Any,
        paid: bool,
        vol: int,
        held: int,
        args: tuple[Any, ...],
    ) -> list[Any]:
        size = self.sizes[block]
        head = [block, 0, you, mode, paid, vol, held, *args]
        return head + [0] * (size - len(head))

    def build(self) -> dict[str, Any]:
        self.shift = self._shift()
        self.helper("SHIFT", self.shift)
        self.helper("LOW", (1 << self.shift) - 1)
        for _ in range(2):
            self._begin()
            self._write()
        try:
            code = self._code()
        except SyntaxError:
            self.in_line = False
            self._begin()
            self._write()
            code = self._code()
        exec(code, self.namespace)
        for name, table in self.tables.items():
            self.namespace[name] = {k: self.namespace[v] for k, v in table.items()}
        self.namespace["CARD_OK"] = self._card_table("card_ok_{}", lambda S, who: False)
        self.namespace["CARD_DO"] = self._card_table("play_card_{}", lambda S, who: None)
        self.namespace["PIECES"] = self.pieces()
        return self.namespace

    def _code(self) -> CodeType:
        source = "\n\n\n".join(self.functions)
        source = re.sub(r"\bSHIFT\b", str(self.shift), source)
        if self.in_line:
            source = self._with_memories_read_in_place(source)
        self.source = re.sub(r"\bLOW\b", str((1 << self.shift) - 1), source)
        return compile(self.source, f"<{self.program.name}>", "exec")

    def _with_memories_read_in_place(self, source: str) -> str:
        """Sets of places are read where they are remembered before anything is called. That comes
        last, because lifting and hoisting know the calls by their names."""
        boards = dict(self.board_sets.values())

        def board(call: re.Match[str]) -> str:
            return read_first(boards[call[1]], call[0])

        def others(call: re.Match[str]) -> str:
            return read_first(f"{self.others_slots[call[1]][0]} + {call[2]}", call[0])

        return "\n".join(
            line if BINDING_NOTHING.search(line) else OTHERS.sub(others, BOARD.sub(board, line))
            for line in source.split("\n")
        )

    def _card_table(self, pattern: str, otherwise: Any) -> tuple[Any, ...]:
        return tuple(
            self.namespace.get(pattern.format(name), otherwise)
            for name in self.setting.member_names
        )

    def _shift(self) -> int:
        most = 1
        for action in self.program.actions.values():
            size = 1
            for choose in self.enumerable(action.head):
                size *= self.answer_codes(choose)[1]
            most = max(most, size)
        things = [sort_size(self.setting, s) for s in ("piece", "edge", "corner", "hex", "member")]
        return max(most, *things, 4096, self.setting.place_base["end"]).bit_length()

    def _begin(self) -> None:
        self.functions = []
        self.values_done = {}
        self.measures_done = {}
        self.heads_done = {}
        self.plain_done = set()
        self.sites = []
        self.blocks = {}
        self.known_sizes, self.sizes = self.sizes, {}
        self.known_begun, self.begun = self.begun, {}
        self.tables = {}
        self.windows = {}
        self.calls = {}
        self.written = set()

    def _write(self) -> None:
        self._listen_for_settling()
        for card in self.program.cards.values():
            self.card_ok(card)
            self._card_start(card)
        for name in ("set_up", "take_turn"):
            if name not in self.program.steps:
                raise NotCompilable(f"there are no steps {name}")
            if ("steps", name) in self.analysis.suspending:
                self.block_id("steps", name)
            else:
                self.plain_steps(name)
        self.define("turn_over(S)", self.fall_back("turn") or ["pass"])
        self.define("telling(S)", self.touched(("turn", "active"), ("turn", "round"),
                                               ("turn", "starter")) or ["pass"])  # fmt: skip
        if ("player", "points") in self.program.values:
            self.value_function(("player", "points"))
        self._settle()

    def _card_start(self, card: ir.CardDef) -> None:
        name = f"play_card_{card.name}"
        if ("card", card.name) in self.analysis.suspending:
            number = self.block_id("card", card.name)
            new = self.new_frame(number, ["who", "0", "False", "0", "0"])
            push = f"S[{AGENDA}].append({new})"
            self.define(f"{name}(S, who)", [push])
        else:
            self.define(f"{name}(S, who)", [f"{self.plain_card(card.name)}(S, who)"])

    # settling

    def _whenever(self) -> list[ir.RuleDef]:
        return [r for r in self.program.rules.values() if r.timing == "whenever"]

    def _listen_for_settling(self) -> None:
        bit = 1
        for award in self.program.awards.values():
            atoms = self.analysis.reads((award.measure, award.minimum, award.ties))
            self.listen(atoms | {("holder", award.name)}, f"dirty {bit}")
            bit <<= 1
        for rule in self._whenever():
            self.listen(self.analysis.reads(rule.when), f"dirty {bit}")
            bit <<= 1
        self.all_dirty = bit - 1

    def _settle(self) -> None:
        lines = [f"if S[{HELD}]: return", f"for _ in range({ROUNDS}):", f"    d = S[{DIRTY}]",
                 "    if not d: return", f"    S[{DIRTY}] = 0"]  # fmt: skip
        bit = 1
        later: list[str] = []
        for award in self.program.awards.values():
            i = bit.bit_length()
            subjects = self.award_subjects(award)
            lines.append(f"    if d & {bit}: k{i} = {self.measured(award, subjects)}")
            body = self._award(award, f"k{i}", subjects)
            if award.ties is None and not (award.minimum is not None and self.stirs(award.minimum)):
                # who holds it follows from who held it and from the measures
                slot = self.award_memories.setdefault(award.name, -1)
                if slot < 0:
                    slot = self.award_memories[award.name] = self.layout.cache(1)
                holder = self.layout.holders[award.name]
                later.append(f"if d & {bit} and S[{slot}] != (S[{holder}], k{i}):")
                body.append(f"S[{slot}] = n, k{i}")
            else:
                later.append(f"if d & {bit}:")
            later += ["    " + li for li in body]
            bit <<= 1
        lines += ["    " + li for li in later]
        for rule in self._whenever():
            if ("rule", rule.name) in self.analysis.suspending:
                raise NotCompilable("a `whenever` rule that asks somebody")
            c = Scope(f"S[{ACTIVE}]")
            call = f"{self.plain_rule(rule)}(S, S[{ACTIVE}], False)"
            assert rule.when is not None
            lines += [f"    if d & {bit} and {self.flag(rule.when, c)}: {call}",
                      f"    if S[{WINNERS}]: return"]  # fmt: skip
            bit <<= 1
        self.define("settle(S)", lines)

    def measured(self, award: ir.AwardDef, subjects: str) -> str:
        """What an award measures, of everybody."""

        def of(subject: str) -> str:
            c = Scope(f"S[{ACTIVE}]", "False", {0: subject}, {})
            space = award.measure.type.base == "space"
            return self.number(award.measure, c) if space else self.scalar(award.measure, c)

        if award.subject == "player":
            return f"({', '.join([*map(of, map(str, range(self.setting.players))), ''])})"
        return f"tuple([{of('x')} for x in {subjects}])"

    def stirs(self, e: ir.Expr) -> bool:
        """Whether a term may change during a game."""
        return bool(self.analysis.reads(e)) or self.analysis.uses_you(e)

    def award_subjects(self, award: ir.AwardDef) -> str:
        if award.subject == "player":
            return f"range({self.setting.players})"
        return self.const(self.setting.kinds[award.subject], "ALL")

    def _award(self, award: ir.AwardDef, measured: str, subjects: str) -> list[str]:
        slot = self.layout.holders[award.name]
        c = Scope(f"S[{ACTIVE}]")
        least = self.scalar(award.minimum, c) if award.minimum is not None else str(NO_NUMBER)
        lines = [
            f"best = max({measured})",
            f"h = S[{slot}]",
            f"lead = [x for x, k in zip({subjects}, {measured}) if k == best]"
            f" if best >= {least} and best != {NO_NUMBER} else []",
            "if len(lead) == 1: n = lead[0]",
        ]
        if award.ties_to_holder:
            lines.append("else: n = h if h in lead else -1")
        elif award.ties is not None:
            lines += [
                "else:",
                f"    n = {self.scalar(award.ties, c)}",
                "    if n not in lead: n = -1",
            ]
        else:
            lines.append("else: n = -1")
        lines += ["if n != h:", f"    S[{slot}] = n",
                  *("    " + li for li in self.touched(("holder", award.name)))]  # fmt: skip
        return lines

    # pieces

    def pieces(self) -> Pieces:
        setting, layout = self.setting, self.layout
        bases = setting.place_base
        affects: list[list[int]] = [[layout.occupied + q] for q in range(bases["end"])]
        for (sort, field), first in layout.relations.items():
            target = self.target_sort(sort, field)
            size = sort_size(setting, target)
            for place, sources in enumerate(inverse(self.rows(sort, field), size)):
                affects[bases[target] + place] += [first + s for s in bits(sources)]
        names = [i.kind for i in setting.instances]
        return Pieces(
            layout.places, layout.owners, layout.stamps, layout.occupied + bases["piece"],
            setting.owners, [tuple(a) for a in affects], layout.place_offsets(),
            [layout.standing.get(k, 0) for k in names],
            [layout.piece_mask(i.kind, i.owner) for i in setting.instances],
            [layout.piece_mask(k) for k in names],
            [self._fields(i.id, i.kind) for i in setting.instances],
            [i.owner for i in setting.instances], bases["piece"],
        )  # fmt: skip

    def _fields(self, piece: int, kind: str) -> tuple[tuple[str, int, Any], ...]:
        found: list[tuple[str, int, Any]] = []
        for slots in self.layout.states.values():
            if slots.owner_sort != "piece" or kind not in self.analysis.kinds_of(
                slots.definition.owner
            ):
                continue
            first = self.first_value(slots, piece)
            if slots.form == "flags":
                found.append(("flags", slots.base, first))
            else:
                found.append(("value", slots.base + piece * slots.stride, first))
        return tuple(found)

    # the first state

    def evaluated(self, e: ir.Expr, t: ir.Type, names: dict[int, str]) -> Any:
        """A value that is known before the game."""
        mark = len(self.functions)
        text = self.typed(e, t, Scope("-1", "False", names, {}))
        if len(self.functions) > mark or re.search(r"\bS\b", text):
            return self._evaluated_on(e, t, names)
        return eval(text, dict(self.namespace))

    def _evaluated_on(self, e: ir.Expr, t: ir.Type, names: dict[int, str]) -> Any:
        """The same when values have to be asked: on a state in which nothing has happened yet."""
        if self.aside is None:
            self.aside = Assembler(self.setting, self.pinned)
            self.aside.layout.words = self.layout.words
        mine = self.aside
        mark = len(mine.functions)
        text = mine.typed(e, t, Scope("-1", "False", names, {}))
        state: list[Any] = [0] * mine.layout.size
        state[INCLUDES] = ()
        for first, count in mine.layout.caches:
            state[first : first + count] = [None] * count
        exec("\n\n".join(mine.functions[mark:]), mine.namespace)
        return eval(text, {**mine.namespace, "S": state})

    def copies(self, member: int) -> int:
        found = self.cell(self.setting.member_names[member], "copies", ir.NUMBER)
        return found if isinstance(found, int) and found >= 0 else 1

    def first_value(self, slots: StateSlots, owner: int) -> Any:
        """What one slot holds at first; cards as a list with their total."""
        d = slots.definition
        names = {0: str(owner)} if d.owner else {}
        if slots.form in ("cards", "pile"):
            return self._first_cards(slots, owner, names)
        if slots.form == "bundle":
            return self.evaluated(d.at_first, d.type, names) if d.at_first is not None else ()
        if d.at_first is None:
            if d.type.shape != "one" or d.type.base == "flag":
                return () if d.type.shape == "list" else 0
            if d.type.base == "number" and not d.type.optional:
                return max(0, self.layout.number(d.low, 0))
            return plain_none(d.type)
        found = self.evaluated(d.at_first, d.type, names)
        return int(found) if isinstance(found, bool) else found

    def _first_cards(self, slots: StateSlots, owner: int, names: dict[int, str]) -> Any:
        d = slots.definition
        pairs: list[tuple[int, int]] = []
        if d.full:
            for m in self.setting.kinds[d.type.of]:
                if d.full_where is not None:
                    scope = {**names, 1: str(m)} if d.owner else {0: str(m), 1: str(m)}
                    if not self.evaluated(d.full_where, ir.FLAG, scope):
                        continue
                pairs.append((m, self.copies(m)))
        elif d.at_first is not None:
            if slots.form == "pile" and d.at_first.type.shape == "list":
                return tuple(self.evaluated(d.at_first, d.at_first.type, names))
            bundle = ir.AsBundle(d.at_first, ir.Type("bundle", d.type.of))
            pairs = sorted(self.evaluated(bundle, bundle.type, names))
        if slots.form == "pile":
            return tuple(m for m, n in pairs for _ in range(n))
        counts = dict(pairs)
        held = [counts.get(m, 0) for m in self.layout.holding_members(d.type.of)]
        return [sum(held), *held]

    def at_first(self, slots: StateSlots) -> list[Any]:
        if slots.form == "flags":
            mask = 0
            if slots.definition.at_first is not None and self.first_value(slots, 0):
                mask = (1 << slots.owners) - 1
            return [mask]
        found: list[Any] = []
        repeat = slots.stride // slots.width
        for owner in range(slots.owners):
            first = self.first_value(slots, owner + slots.owner_offset)
            found += (first if slots.form == "cards" else [first]) * repeat
        return found

    def first_state(self) -> list[Any]:
        layout, setting = self.layout, self.setting
        state: list[Any] = [0] * layout.size
        state[SAID], state[SCRIPT], state[AGENDA], state[SITE], state[MOVES] = [], [], [], 0, ()
        state[INCLUDES], state[KNOWN], state[PHASE], state[DIRTY] = (), (), -1, self.all_dirty
        for slots in layout.states.values():
            state[slots.base : slots.base + slots.size] = self.at_first(slots)
            if slots.owner_sort and slots.form != "flags":
                hollow: list[Any] = [slots.none] if slots.form == "value" else [()]
                if slots.form == "value" and slots.definition.type.shape != "one":
                    hollow = [0]
                if slots.form == "cards":
                    hollow = [0] * slots.width
                guard = hollow * (slots.stride // len(hollow))
                state[slots.base - slots.stride : slots.base] = guard
        for i in setting.instances:
            state[layout.places + i.id] = -1
            state[layout.owners + i.id] = i.owner
        state[layout.places - 1] = state[layout.owners - 1] = -1
        for slot in layout.holders.values():
            state[slot] = -1
        for first, count in layout.caches:
            state[first : first + count] = [None] * count
        self._put_up(state)
        return state

    def _put_up(self, state: list[Any]) -> None:
        board = self.setting.board
        for number, cell in enumerate(board.cells):
            for key, value in cell.fills:
                self._fill(state, key, number, value)
        for fill in board.fills:
            if fill.when is not None and not constant(fill.when, self.setting):
                continue
            sort = self.layout.states[fill.state].owner_sort
            for text in fill.places:
                self._fill(state, fill.state, self.setting.find(text, sort), fill.value)
        pieces: Pieces = self.namespace["PIECES"]
        for stand in board.stands:
            if stand.when is not None and not constant(stand.when, self.setting):
                continue
            owner = -1
            if stand.colour:
                called = self.setting.owner_called(stand.colour)
                if called is None:
                    continue
                owner = called
            sort = self.layout.stand_sort(stand.piece)
            for text in stand.places:
                places = self.layout.places
                mine = [i.id for i in self.setting.instances
                        if i.kind == stand.piece and i.owner == owner]  # fmt: skip
                free = next(i for i in mine if state[places + i] < 0)
                pieces.put(state, free, self.setting.find(text, sort))

    def _fill(self, state: list[Any], key: ir.Key, subject: int, value: ir.Expr) -> None:
        slots = self.layout.states[key]
        found = self.evaluated(value, slots.definition.type, {})
        if slots.form == "flags":
            bit = 1 << subject
            state[slots.base] = state[slots.base] | bit if found else state[slots.base] & ~bit
        else:
            state[slots.base + subject * slots.stride] = found


_: Constant = None

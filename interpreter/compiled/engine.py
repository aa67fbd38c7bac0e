"""Running generated source: one decision after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter import chance
from hexwright.interpreter.moves import (
    CHOOSE,
    DECLINE,
    ENOUGH,
    TAKE,
    Answer,
    Decision,
    IllegalMove,
    Move,
)
from hexwright.interpreter.refusals import Context
from hexwright.interpreter.setting import Setting, SettingError
from hexwright.interpreter.table import Table

from .analysis import walk
from .assemble import Assembler
from .export import Exporter
from .flow import HEAD, Site
from .layout import (
    ACTIVE,
    AGENDA,
    DIRTY,
    GENERATOR,
    MOVES,
    PHASE,
    ROUND,
    SAID,
    SCRIPT,
    SITE,
    STARTER,
    TURNS,
    WINNERS,
)
from .runtime import bits
from .source import NotCompilable

__all__ = ["CompiledEngine", "Compiled", "NotCompilable", "compile_setting"]
MAIN = -1


class Compiled:
    """Generated code for one setting, shared by all its games."""

    def __init__(self, setting: Setting, pinned: frozenset[ir.Key] = frozenset()) -> None:
        self.setting = setting
        self.assembler = Assembler(setting, pinned)
        names = self.assembler.build()
        self.names = names
        a = self.assembler
        self.run = [names[f"B_{i}"] for i in range(len(a.blocks))]
        self.offer = [None, *(names[s.offer] for s in a.sites)]
        self.answer = [None, *(names[s.answer] for s in a.sites)]
        self.no_way = [0, *(s.no_way for s in a.sites)]
        self.kind = ["", *(s.kind for s in a.sites)]
        self.who = [0, *(s.who for s in a.sites)]
        self.settle = names["settle"]
        self.turn_over = names["turn_over"]
        self.telling = names["telling"]
        self.steps = {
            name: a.blocks.get(("steps", name), names.get(f"do_steps_{name}"))
            for name in ("set_up", "take_turn")
        }
        self.shift, self.low = a.shift, (1 << a.shift) - 1
        self.first = a.first_state()
        self.exporter = Exporter(a)
        self.keys = {number: key for key, number in a.blocks.items()}
        self._locals: dict[int, dict[int, ir.Type]] = {}
        self.moves: dict[tuple[int, int], Move] = {}
        self.left_out = frozenset(a.action_ids[n] for n in a.open_offers)
        self.quiet = [None, *(names[s.quiet or s.offer] for s in a.sites)]

    # frames in words

    def definition(self, number: int) -> Any:
        sort, name = self.keys[number]
        program = self.setting.program
        tables: dict[str, Any] = {
            "action": program.actions,
            "card": program.cards,
            "steps": program.steps,
            "rule": program.rules,
        }
        return tables[sort][name]

    def names_in(self, frame: list[Any]) -> dict[int, Any]:
        """The names of a frame's block with what they hold, as a table writes it."""
        number = frame[0]
        if number < 0:
            return {}
        types = self._locals.get(number)
        if types is None:
            block = self.definition(number)
            found = {p.slot: p.type for p in getattr(block, "params", ())}
            for node in walk((getattr(block, "head", ()), block.body)):
                local = getattr(node, "local", None)
                if isinstance(node, ir.Choose | ir.Let | ir.Each) and local is not None:
                    found[local.slot] = local.type
            types = self._locals[number] = found
        plain = self.exporter.plain
        return {slot: plain(t, frame[HEAD + slot]) for slot, t in types.items()}

    # answers in words

    def word(self, t: ir.Type, number: int) -> Answer:
        match t.base:
            case "number":
                return number
            case "flag":
                return bool(number)
            case "word":
                return next(w for w, n in self.assembler.layout.words.items() if n == number)
        return self.setting.label(t.base, number)

    def decode(self, site: int, move: int) -> Move:
        key = (site, move) if move >> self.shift >= len(self.setting.program.actions) else (0, move)
        found = self.moves.get(key)
        if found is None:
            found = self.moves[key] = self._decode(site, move)
        return found

    def _decode(self, site: int, move: int) -> Move:
        a = self.assembler
        what, rest = move >> self.shift, move & self.low
        if what == a.decline_id:
            return Move(DECLINE)
        if what == a.enough_id:
            return Move(ENOUGH)
        if what in (a.take_id, a.choose_id):
            choose = a.sites[site - 1].choose
            assert choose is not None
            t = choose.local.type
            if what == a.take_id:
                base = "member" if choose.bundle else t.base
                return Move(TAKE, (self.word(ir.Type(base, t.of), rest),))
            return Move(CHOOSE, (self.word(t, rest + a.answer_domain(t)[0]),))
        name = list(self.setting.program.actions)[what]
        args: list[Answer] = []
        for choose in a.enumerable(self.setting.program.actions[name].head):
            low, count, none = a.answer_codes(choose)
            code = rest % count
            args.append(None if code == none else self.word(choose.local.type, code + low))
            rest //= count
        return Move(name, tuple(args))


_compiled: dict[tuple[Any, ...], Compiled] = {}


def compile_setting(setting: Setting, pinned: frozenset[ir.Key] = frozenset()) -> Compiled:
    """Generated code, made once for each program, options, seats and board."""
    options = tuple(sorted((k, repr(v)) for k, v in setting.options.items()))
    key = (id(setting.program), options, setting.players, setting.board.name, pinned)
    found = _compiled.get(key)
    if found is None or found.setting.program is not setting.program:
        if len(_compiled) > 64:
            _compiled.clear()
        found = _compiled[key] = Compiled(setting, pinned)
    return found


class CompiledEngine:
    """One game. State is a flat list; a move inside is a number, outside a Move."""

    def __init__(
        self, setting: Setting, max_turns: int = 1000, compiled: Compiled | None = None
    ) -> None:
        self.setting = setting
        self.compiled = compiled or compile_setting(setting)
        self.offer = self.compiled.offer
        """how the moves of a question are found"""
        self.max_turns = max_turns
        self.state: list[Any] = []
        self._fresh(0)

    def _fresh(self, seed: int) -> None:
        state = list(self.compiled.first)
        state[SAID], state[AGENDA], state[SCRIPT] = [], [], []
        state[GENERATOR] = chance.start(seed)
        self.state = state
        if self.compiled.exporter.pins:
            self.compiled.exporter.unpin()

    def copy(self) -> CompiledEngine:
        other = object.__new__(CompiledEngine)
        other.setting, other.compiled, other.max_turns = self.setting, self.compiled, self.max_turns
        other.offer = self.compiled.offer
        state = self.state[:]
        state[SAID] = state[SAID][:]
        state[SCRIPT] = state[SCRIPT][:]
        state[AGENDA] = [f[:] for f in state[AGENDA]]
        other.state = state
        return other

    # running

    def start(self, seed: int = 0, script: Sequence[Any] = ()) -> None:
        """From the very beginning to the first decision; chance first says what the script says."""
        self._fresh(seed)
        self.state[SCRIPT] = list(script)
        self.state[AGENDA].append([MAIN, 0])
        self._advance()

    def place(self, table: Table, phase: str, turns: int = 1) -> None:
        """Go on from a table: the turn of its active player, in that phase."""
        self._fresh(0)
        state = self.state
        self.compiled.exporter.load(state, table)
        state[PHASE] = -1
        state[TURNS] = turns
        state[AGENDA] = [[MAIN, 2]]
        if not self._open_phase("take_turn", phase, ()):
            raise SettingError(f"the turn has no phase {phase} that can be opened directly")
        self._advance()

    def _open_phase(self, steps: str, phase: str, outer: tuple[str, ...]) -> bool:
        """Frames as if the steps had come to the line that opens the phase."""
        a = self.compiled.assembler
        number = a.blocks.get(("steps", steps))
        if steps in outer or number is None:
            return False
        frame = a.frame(number, self.state[ACTIVE], 0, False, 0, 0, ())
        self.state[AGENDA].append(frame)
        for line in self.setting.program.steps[steps].body:
            if isinstance(line, ir.PlayPhase) and line.phase == phase:
                frame[1] = a.windows[(number, phase)]
                return True
            if isinstance(line, ir.Do) and not line.args and (number, line.steps) in a.calls:
                frame[1] = a.calls[(number, line.steps)]
                if self._open_phase(line.steps, phase, (*outer, steps)):
                    return True
        self.state[AGENDA].pop()
        return False

    def load(self, table: Table) -> None:
        """Take over a changed table at the same decision; the moves are found anew."""
        state = self.state
        c = self.compiled
        c.exporter.load(state, table)
        site = state[SITE]
        if site:
            c.settle(state)
            moves = [] if state[WINNERS] else c.offer[site](state, state[AGENDA][-1])
            if moves:
                state[MOVES] = moves
                return
            state[SITE] = 0
            if c.no_way[site] < 0:
                self._give_up()
            else:
                state[AGENDA][-1][1] = c.no_way[site]
        self._advance()

    def _main(self, state: list[Any], frame: list[Any]) -> None:
        c = self.compiled
        if frame[1] == 0:
            frame[1] = 1
            self._begin(state, "set_up", state[ACTIVE])
            return
        c.turn_over(state)
        if frame[1] == 1:
            frame[1] = 2
            state[ROUND] = 1
            state[ACTIVE] = state[STARTER]
        else:
            state[ACTIVE] = (state[ACTIVE] + 1) % self.setting.players
            if state[ACTIVE] == state[STARTER]:
                state[ROUND] += 1
        c.telling(state)
        state[TURNS] += 1
        if state[TURNS] > self.max_turns:
            state[AGENDA].clear()
            return
        if state[DIRTY]:
            c.settle(state)
            if state[WINNERS]:
                return
        self._begin(state, "take_turn", state[ACTIVE])

    def _begin(self, state: list[Any], steps: str, you: int) -> None:
        found = self.compiled.steps[steps]
        if isinstance(found, int):
            state[AGENDA].append(self.compiled.assembler.frame(found, you, 0, False, 0, 0, ()))
        elif found is not None:
            found(state, you)

    def _advance(self) -> None:
        """Run to the next question that has an answer, or to the end."""
        state = self.state
        agenda = state[AGENDA]
        c = self.compiled
        run, offer = c.run, self.offer
        while agenda:
            frame = agenda[-1]
            block = frame[0]
            if block >= 0:
                run[block](state, frame)
            else:
                self._main(state, frame)
            site = state[SITE]
            if site:
                if state[DIRTY]:
                    c.settle(state)
                if state[WINNERS]:
                    break
                frame = agenda[-1]
                moves = offer[site](state, frame) or c.offer[site](state, frame)
                if moves:
                    state[MOVES] = moves
                    return
                state[SITE] = 0
                if c.no_way[site] < 0:
                    self._give_up()
                else:
                    frame[1] = c.no_way[site]
            elif state[WINNERS]:
                break
        if state[WINNERS]:
            agenda.clear()
        state[SITE] = 0
        state[MOVES] = ()

    def step(self, move: int) -> None:
        """Play a packed move that is among the offered ones."""
        state = self.state
        site = state[SITE]
        state[SITE] = 0
        agenda = state[AGENDA]
        frame = agenda[-1]
        c = self.compiled
        if move >> c.shift == c.assembler.decline_id and c.kind[site] == "pick":
            self._give_up()
        else:
            c.answer[site](state, frame, move)
        if state[WINNERS]:
            agenda.clear()
        self._advance()

    def _give_up(self) -> None:
        """Leave an action whose head is still being answered."""
        agenda = self.state[AGENDA]
        agenda.pop()
        caller = agenda[-1]
        for site in self.compiled.assembler.sites:
            if site.kind == "act" and (site.number, site.after) == (caller[0], caller[1]):
                caller[site.who + 1] = -1

    # the common interface

    @property
    def turns(self) -> int:
        return int(self.state[TURNS])

    @property
    def winners(self) -> frozenset[int]:
        return frozenset(bits(self.state[WINNERS]))

    def actor(self) -> int:
        who: int = self.state[AGENDA][-1][self.compiled.who[self.state[SITE]]]
        return who

    def asked(self) -> Site | None:
        site = self.state[SITE]
        return self.compiled.assembler.sites[site - 1] if site else None

    def decision(self) -> Decision | None:
        asked = self.asked()
        if asked is None:
            return None
        who = self.actor()
        actions: tuple[str, ...] = ()
        program = self.setting.program
        if asked.kind == "act":
            actions = tuple(a.name for a in program.actions.values() if asked.phase in a.during)
        elif asked.terms is not None:
            actions = tuple(call.action for call in asked.terms.calls)
        elif asked.block[0] == "action":
            actions = (asked.block[1],)
        phase = ""
        if self.state[PHASE] >= 0:
            phase = self.compiled.exporter.phases[self.state[PHASE]]
        return Decision(who, self.setting.colour(who), asked.kind, "", actions, phase)

    def context(self) -> Context | None:
        """What a refusal has to know about the open decision."""
        asked = self.asked()
        if asked is None:
            return None
        agenda = self.state[AGENDA]
        frame = agenda[-1]
        inside = asked.kind in ("choose", "pick")
        caller, terms = frame, asked.terms
        if inside:
            caller = agenda[-2]
            terms = next(
                (s.terms for s in self.compiled.assembler.sites
                 if s.number == caller[0] and s.after == caller[1] and s.terms is not None), None,
            )  # fmt: skip
        names = self.compiled.names_in(caller) if terms is not None else {}
        head = asked.block[0] != ""
        bound = self.compiled.names_in(frame) if inside else {}
        level = 0
        if inside and head:
            block: Any = self.compiled.definition(frame[0])
            chosen = [x for x in block.head if isinstance(x, ir.Choose)]
            level = next(i for i, x in enumerate(chosen) if x is asked.choose)
            known = {p.slot for p in getattr(block, "params", ())} | set(asked.bound)
            bound = {slot: value for slot, value in bound.items() if slot in known}
        picked: tuple[Any, ...] = ()
        if asked.kind == "pick":
            picked = tuple(x for x, n in frame[asked.taken] for _ in range(n))
        return Context(
            player=self.actor(),
            kind=asked.kind,
            phase=asked.phase,
            terms=terms,
            names=names,
            you=caller[2] if terms is not None else None,
            sort=asked.block[0] if inside else "",
            block=asked.block[1] if inside else "",
            bound=bound,
            level=level,
            picked=picked,
            choose=asked.choose if inside and not head else None,
        )

    def moves(self) -> list[Move]:
        site = self.state[SITE]
        decode = self.compiled.decode
        return [decode(site, m) for m in self.state[MOVES]]

    def answer(self, move: Move) -> None:
        site = self.state[SITE]
        decode = self.compiled.decode
        for m in self.state[MOVES]:
            if decode(site, m) == move:
                self.step(m)
                return
        raise IllegalMove(move, [])

    def table(self) -> Table:
        return self.compiled.exporter.table(self.state)

    def said(self) -> list[tuple[Any, ...]]:
        """What chance said since this was asked last."""
        found = self.state[SAID]
        self.state[SAID] = []
        return list(found)

    def play_random(self, seed: int, offers: bool = False) -> int:
        """Play on with uniformly random answers; returns the number of decisions."""
        state = self.state
        if not offers:
            left_out, shift = self.compiled.left_out, self.compiled.shift
            kept = [m for m in state[MOVES] if m >> shift not in left_out]
            state[MOVES] = kept or state[MOVES]
            self.offer = self.compiled.quiet
        word = chance.start(seed ^ 0x5DEECE66D)
        count = 0
        step = self.step
        said = state[SAID]
        while state[SITE]:
            moves = state[MOVES]
            n = len(moves)
            if n > 1:
                word = (word * chance.MULTIPLIER + chance.INCREMENT) & chance.MASK
                step(moves[(word >> chance.SHIFT) % n])
            else:
                step(moves[0])
            count += 1
            said.clear()
        self.offer = self.compiled.offer
        return count

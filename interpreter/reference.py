"""The reference engine: a game played by walking the typed program over a table.

It runs until somebody has to decide, holds the agenda as plain frames, and goes on when the answer
is in. Small and slow; what it does is what the rules mean.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexwright.dsl import program as ir
from hexwright.interpreter import asking, chance, changes, settling, statements, weaving
from hexwright.interpreter.bundles import Bundle
from hexwright.interpreter.drawing import Drawer, Said
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.first import new_table
from hexwright.interpreter.frames import Cursor, Frame, Offer, Question
from hexwright.interpreter.moves import DECLINE, ENOUGH, TAKE, Decision, IllegalMove, Move
from hexwright.interpreter.refusals import Context
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import Setting
from hexwright.interpreter.shapes import Unsupported
from hexwright.interpreter.table import Plain, Table

MOST_TURNS = 1000
Block = ir.ActionDef | ir.CardDef | ir.StepsDef | ir.RuleDef


class ReferenceEngine:
    """One game on one setting."""

    def __init__(self, setting: Setting, max_turns: int = MOST_TURNS) -> None:
        self.setting = setting
        self.max_turns = max_turns
        self.agenda: list[Frame] = []
        self.question: Question | None = None
        self.offers: list[tuple[Move, Offer]] = []
        self.turns = 0
        self._sit_down(Table(), [])

    def _sit_down(self, table: Table, said: list[Said]) -> None:
        self.state = table
        self._said = said
        self.ev = Evaluator(self.setting, table)
        self.drawer = Drawer(table, said)

    # the common interface

    def start(self, seed: int = 0, script: Sequence[Plain] = ()) -> None:
        """From the very beginning to the first decision; chance first says what the script says."""
        self._sit_down(new_table(self.setting), [])
        self.state.script = list(script)
        self.state.generator = chance.start(seed)
        self.agenda = [Frame("game", "", Scope(), "set_up")]
        self._advance()

    def place(self, table: Table, phase: str, turns: int = 1) -> None:
        """Go on from a table: the turn of its active player, in that phase."""
        self._sit_down(table.copy(), [])
        self.turns = turns
        self.question, self.offers = None, []
        self.state.phase = ""
        self.agenda = [Frame("game", "", Scope(), "next")]
        if not self._open_phase("take_turn", phase, ()):
            raise Unsupported(None, f"the turn has no phase {phase} that can be opened directly")
        self._advance()

    def load(self, table: Table) -> None:
        """Take over a changed table at the same decision; the moves are found anew."""
        self._sit_down(table.copy(), self._said)
        self._advance()

    def copy(self) -> ReferenceEngine:
        other = ReferenceEngine(self.setting, self.max_turns)
        other._sit_down(self.state.copy(), list(self._said))
        other.agenda = [frame.copy() for frame in self.agenda]
        other.question, other.offers, other.turns = self.question, self.offers, self.turns
        return other

    def table(self) -> Table:
        return self.state.copy()

    def said(self) -> list[Said]:
        """What chance said since this was asked last."""
        found = list(self._said)
        self._said.clear()
        return found

    @property
    def winners(self) -> frozenset[int]:
        return self.state.winners

    def decision(self) -> Decision | None:
        asked = self.question
        if asked is None:
            return None
        colour = self.setting.colour(asked.player)
        actions = asking.actions(self, asked)
        return Decision(asked.player, colour, asked.kind, "", actions, self.state.phase)

    def context(self) -> Context | None:
        """What a refusal has to know about the open decision."""
        return None if self.question is None else asking.context(self, self.question)

    def moves(self) -> list[Move]:
        return [move for move, _ in self.offers]

    def answer(self, move: Move) -> None:
        asked = self.question
        offer = next((offer for known, offer in self.offers if known == move), None)
        if asked is None or offer is None:
            raise IllegalMove(move, [])
        self.question, self.offers = None, []
        self._apply(asked, move, offer)
        self._advance()

    # running

    def push(self, frame: Frame) -> None:
        self.agenda.append(frame)

    def ask(self, question: Question) -> None:
        self.question = question

    def settle(self) -> None:
        """Not while a block runs that happens in one go."""
        if not any(cursor.held for frame in self.agenda for cursor in frame.cursors):
            settling.settle(self.ev, self._run_rule)

    def _run_rule(self, rule: ir.RuleDef, you: int) -> None:
        """A rule that settling found true, from beginning to end."""
        depth = len(self.agenda)
        self.push(Frame("rule", rule.name, Scope({}, you)))
        while len(self.agenda) > depth:
            self._step(self.agenda[-1])
            if self.question is not None:
                raise Unsupported(rule, "a `whenever` rule that asks somebody")

    def _advance(self) -> None:
        """Run to the next question that has an answer, or to the end."""
        while self.agenda and not self.state.winners:
            if self.question is None:
                self._step(self.agenda[-1])
            if self.question is None:
                continue
            asked, self.question = self.question, None
            self.settle()
            if self.state.winners:
                break
            self.question = asked
            if asking.resolved(self, asked):
                continue
            self.offers = asking.offers(self, asked)
            if self.offers:
                return
            self.question = None
            asking.no_way(self, asked)
        self.agenda, self.question, self.offers = [], None, []

    def _step(self, frame: Frame) -> None:
        match frame.sort:
            case "game":
                self._game(frame)
            case "phase":
                self._phase(frame)
            case "pieces":
                self._pieces(frame)
            case _:
                self._block(frame)

    def _game(self, frame: Frame) -> None:
        """Set-up, then one turn after the other."""
        table = self.state
        if frame.stage == "set_up":
            frame.stage = "first"
            if "set_up" in self.setting.program.steps:
                self.push(Frame("steps", "set_up", Scope({}, table.active)))
            return
        changes.fall_back(self.ev, "turn")
        if frame.stage == "first":
            frame.stage = "next"
            table.round = 1
            table.active = table.starter
        else:
            table.active = (table.active + 1) % self.setting.players
            table.round += table.active == table.starter
        self.turns += 1
        if self.turns > self.max_turns or "take_turn" not in self.setting.program.steps:
            self.agenda = []
            return
        self.settle()
        if not table.winners:
            self.push(Frame("steps", "take_turn", Scope({}, table.active)))

    def _open_phase(self, steps: str, phase: str, outer: tuple[str, ...]) -> bool:
        """Frames as if the steps had come to the line that opens the phase."""
        if steps in outer or steps not in self.setting.program.steps:
            return False
        block = self.setting.program.steps[steps]
        frame = Frame("steps", steps, Scope({}, self.state.active), "run")
        self.push(frame)
        for at, line in enumerate(block.body):
            frame.cursors = [Cursor(block.body, at + 1)]
            if isinstance(line, ir.PlayPhase) and line.phase == phase:
                statements.METHODS[ir.PlayPhase](self, frame, line)
                return True
            if isinstance(line, ir.Do) and not line.args:
                opened = self._open_phase(line.steps, phase, (*outer, steps))
                if opened:
                    return True
        self.agenda.pop()
        return False

    # blocks

    def definition(self, frame: Frame) -> Block:
        program = self.setting.program
        match frame.sort:
            case "action":
                return program.actions[frame.name]
            case "card":
                return program.cards[frame.name]
            case "steps":
                return program.steps[frame.name]
        return program.rules[frame.name]

    def _block(self, frame: Frame) -> None:
        """Head, rules before, body or what stands instead, rules after."""
        if frame.stage == "head":
            asking.ask_head(self, frame)
        if frame.stage == "start" and not self._start(frame):
            return
        if frame.stage == "before" and not self._hook(frame, "before"):
            frame.stage = "body"
            self._begin_body(frame)
        elif frame.stage == "run":
            self._run(frame)
            if not frame.cursors and self.agenda[-1] is frame and self.question is None:
                frame.stage = "after"
        elif frame.stage == "after" and not self._hook(frame, "after"):
            self._end(frame)

    def _start(self, frame: Frame) -> bool:
        """All is answered: a sealed action waits until everybody has, others begin."""
        if frame.seal:
            frame.seal = False
            self.agenda.pop()
            cursor = self.agenda[-1].cursors[-1]
            assert cursor.sealed is not None
            cursor.sealed = (*cursor.sealed, frame)
            return False
        frame.stage = "before"
        if frame.sort == "action" and self.setting.program.actions[frame.name].limit is not None:
            key = (frame.name, frame.scope.you or 0)
            self.state.used[key] = self.state.used.get(key, 0) + 1
        return True

    def _names(self, frame: Frame) -> dict[str, object]:
        block = self.definition(frame) if frame.sort != "phase" else None
        if block is None:
            return {}
        locals_ = block.params if isinstance(block, ir.RuleDef) else block.head_names
        return weaving.names_of(locals_, frame.scope)

    def _hook(self, frame: Frame, timing: str) -> bool:
        """Begin the next rule on this event that applies; no when there is none left."""
        rules = weaving.rules_on(self.setting.program, timing, frame.name)
        while frame.rule < len(rules):
            rule = rules[frame.rule]
            frame.rule += 1
            if self._begin_rule(frame, rule, timing):
                return True
        frame.rule = 0
        return False

    def _begin_rule(self, frame: Frame, rule: ir.RuleDef, timing: str) -> bool:
        scope = weaving.rule_scope(rule, self._names(frame), frame.scope.you)
        scope.paid = frame.scope.paid
        if not weaving.applies(self.ev, rule, scope):
            return False
        free: Bundle | None = None if frame.price is None or timing == "after" else ()
        self.push(Frame("rule", rule.name, scope, price=free, kept=timing))
        return True

    def _begin_body(self, frame: Frame) -> None:
        if frame.price and frame.scope.you is not None:
            frame.scope.paid = changes.pay(self.ev, frame.scope.you, frame.price)
        running = {f.name for f in self.agenda if f.sort == "rule"}
        for rule in weaving.rules_on(self.setting.program, "instead of", frame.name):
            if rule.name not in running and self._begin_rule(frame, rule, "instead of"):
                frame.stage = "after"
                return
        frame.cursors = [Cursor(self.definition(frame).body)]
        frame.stage = "run"

    def _end(self, frame: Frame) -> None:
        self.agenda.pop()
        if frame.sort == "rule" and frame.kept in ("before", "instead of") and frame.scope.paid:
            self.agenda[-1].scope.paid = True
        if frame.sort == "action":
            self.settle()

    def _run(self, frame: Frame) -> None:
        """Statements until one asks, calls another block, or none is left."""
        while frame.cursors:
            cursor = frame.cursors[-1]
            if cursor.at < len(cursor.body):
                line = cursor.body[cursor.at]
                cursor.at += 1
                statements.METHODS[type(line)](self, frame, line)
            elif not statements.next_turn(self, frame, cursor):
                frame.cursors.pop()
            if self.question is not None or self.agenda[-1] is not frame:
                return

    def _phase(self, frame: Frame) -> None:
        """A window: actions of one player until an ending one is done."""
        if frame.stage == "before" and not self._hook(frame, "before"):
            frame.stage = "ask"
            frame.kept, self.state.phase = self.state.phase, frame.name
        elif frame.stage == "ask":
            frame.stage = "check"
            frame.todo = ()
            assert frame.scope.you is not None
            self.ask(Question("act", frame.scope.you, phase=frame.name))
        elif frame.stage == "check":
            ending = self.setting.program.phases[frame.name].ends_with
            frame.stage = "close" if any(action in ending for action in frame.todo) else "ask"
        elif frame.stage == "close":
            changes.fall_back(self.ev, frame.name)
            self.state.phase = frame.kept
            frame.stage = "after"
        elif frame.stage == "after" and not self._hook(frame, "after"):
            self.agenda.pop()

    def _pieces(self, frame: Frame) -> None:
        """What happens to pieces, one after the other, each with the rules on it."""
        if not frame.todo:
            self.agenda.pop()
            return
        (what, name, piece, place), frame.todo = frame.todo[0], frame.todo[1:]
        if what == "rule":
            rule = self.setting.program.rules[name]
            scope = Scope({0: piece}, frame.scope.you, None, frame.scope.paid)
            if weaving.applies(self.ev, rule, scope):
                self.push(Frame("rule", name, scope))
        elif what == "now":
            if name in ("placing", "moving"):
                changes.stand(self.ev, piece, place)
            elif name == "removing":
                changes.take_off(self.ev, piece)
        elif name != "removing" or self.state.places[piece] is not None:
            kind = self.setting.instances[piece].kind
            rules = [
                [("rule", rule.name, piece, None) for rule in found]
                for timing in ("before", "after")
                for found in [weaving.rules_on_piece(self.setting.program, timing, name, kind)]
            ]
            frame.todo = (*rules[0], ("now", name, piece, place), *rules[1], *frame.todo)

    # answers

    def _apply(self, asked: Question, move: Move, offer: Offer) -> None:
        frame = self.agenda[-1]
        if offer.action and offer.scope is not None:
            self.begin_action(asked, offer)
        elif asked.kind == "choose":
            asking.bind(self, asked, offer.thing)
        elif move.what == TAKE:
            frame.picked = (*frame.picked, offer.thing)
            self.question = asked
        elif move.what == ENOUGH:
            asking.bind_amount(self, asked)
        elif move.what == DECLINE and asked.kind == "pick":
            self.give_up()

    def begin_action(self, asked: Question, offer: Offer) -> None:
        frame = self.agenda[-1]
        assert offer.scope is not None
        if asked.must is None:
            frame.todo = (offer.action,)
        terms = None if asked.must is None else asked.must.terms
        price: Bundle | None = None
        if terms is not None and terms.paying is not None:
            price = self.ev.bundle(terms.paying, frame.scope)
        elif terms is not None and terms.free:
            price = ()
        self.push(
            Frame(
                "action",
                offer.action,
                offer.scope.copy(),
                "head",
                price=price,
                terms=terms,
                caller=None if asked.must is None else frame.scope.copy(),
                level=offer.level,
                voluntary=asked.kind != "must",
                seal=asked.seal,
            )
        )

    def give_up(self) -> None:
        """Leave an action whose head is still being answered."""
        self.agenda.pop()
        if self.agenda[-1].sort == "phase":
            self.agenda[-1].todo = ()


__all__ = ["ReferenceEngine"]

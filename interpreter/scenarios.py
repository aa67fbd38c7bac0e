"""Scenarios: the tests that stand in a ruleset, run on either engine.

A scenario takes a board, sets a position, plays, and says what must be true. It stops at the first
line that does not hold and says what was found there instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hexwright.dsl import program as ir
from hexwright.dsl.tree import NOWHERE, Span
from hexwright.interpreter import changes, labels, sight
from hexwright.interpreter.answers import answer_choice, open_choice
from hexwright.interpreter.drawing import ImpossibleChance
from hexwright.interpreter.engines import COMPILED, Engine, make_engine
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.game import Game, Rules
from hexwright.interpreter.moves import (
    CHOOSE,
    DECLINE,
    Answer,
    IllegalMove,
    Move,
    Refusal,
    RuleConflict,
)
from hexwright.interpreter.positions import ImpossiblePosition, Position, options_for
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import SettingError, make_setting
from hexwright.interpreter.shapes import Unsupported, element
from hexwright.interpreter.table import Plain, Table

SEED = 0
MOST_OWED = 200
"""how many answers of others are tried out to see who is asked next"""


@dataclass(frozen=True, slots=True)
class Outcome:
    title: str
    passed: bool
    message: str = ""
    span: Span = NOWHERE
    impossible: bool = False
    """it could not even be set up"""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which ids of a catalogue the scenarios prove."""

    proved: tuple[str, ...]
    unproved: dict[str, str]
    """id → why it cannot be executed"""
    missing: tuple[str, ...]


class Failed(Exception):
    """A line of a scenario that does not hold."""


PROBLEMS = (
    Failed,
    IllegalMove,
    ImpossibleChance,
    ImpossiblePosition,
    RuleConflict,
    SettingError,
    Unsupported,
    labels.Unreadable,
)


IMPOSSIBLE = (ImpossibleChance, ImpossiblePosition, SettingError, Unsupported)
"""problems of the scenario itself, not of the rules"""


def run_scenario(rules: Rules, scenario: ir.ScenarioDef, engine: str = COMPILED) -> Outcome:
    span = scenario.span
    try:
        run = _Run(rules, scenario, engine)
        for step in scenario.steps:
            span = step.span
            run.step(step)
        run.set_position()
    except PROBLEMS as problem:
        return Outcome(scenario.title, False, str(problem), span, isinstance(problem, IMPOSSIBLE))
    return Outcome(scenario.title, True)


def coverage(rules: Rules, ids: Iterable[str], failed: Iterable[str] = ()) -> Coverage:
    """Ids that a scenario proves (one that did not fail), that have a reason, and all others."""
    program = rules.program
    wrong = set(failed)
    proving = {i for s in program.scenarios.values() if s.title not in wrong for i in s.proves}
    wanted = list(dict.fromkeys(ids))
    proved = tuple(i for i in wanted if i in proving)
    unproved = {
        i: program.unproved[i] for i in wanted if i not in proving and i in program.unproved
    }
    missing = tuple(i for i in wanted if i not in proving and i not in unproved)
    return Coverage(proved, unproved, missing)


class _Run:
    def __init__(self, rules: Rules, scenario: ir.ScenarioDef, engine: str) -> None:
        self.scenario = scenario
        given = [step for step in scenario.steps if isinstance(step, ir.GivenDef)]
        options = options_for(rules.program, scenario.board, given)
        self.setting = make_setting(rules.program, scenario.players, options)
        if self.setting.board.name != scenario.board:
            raise Failed(f"these options lead to the board {self.setting.board.name}")
        pinned = frozenset(g.target.key for g in given if isinstance(g.target, ir.ValueRef))
        self.engine: Engine = make_engine(engine, self.setting, pinned=pinned)
        self.game = Game(rules, self.engine, None)
        self.waiting: list[ir.GivenDef] = []
        self.started = not scenario.from_set_up
        self.script: list[Plain] = []
        if self.started:
            self._open_first_turn()

    def _open_first_turn(self) -> None:
        """Set-up as far as it asks nobody; what players would do in it is left out."""
        self.engine.start(SEED)
        table = self.engine.table()
        if table.round == 0:
            table.active = table.starter = 0
            table.round = 1
            changes.fall_back(Evaluator(self.setting, table), "turn")
            self.engine.place(table, self._first_phase("take_turn"))

    def _first_phase(self, steps: str) -> str:
        block = self.setting.program.steps.get(steps)
        for line in block.body if block is not None else ():
            if isinstance(line, ir.PlayPhase):
                return line.phase
            if isinstance(line, ir.Do) and line.steps != steps:
                found = self._first_phase(line.steps)
                if found:
                    return found
        return ""

    # steps

    def step(self, step: ir.StepDef) -> None:
        if isinstance(step, ir.GivenDef):
            self.waiting.append(step)
            return
        if isinstance(step, ir.ShowsDef):
            self._shows(step)
            return
        self.set_position()
        match step:
            case ir.PlaysDef():
                self._plays(step)
            case ir.PicksDef():
                self._picks(step)
            case ir.DeclinesDef():
                self._turn_of(step.colour)
                self.game.play(Move(DECLINE))
            case ir.ThenDef():
                self._then(step)
            case ir.ThenMoveDef():
                self._then_move(step)
            case ir.ThenChoiceDef():
                self._then_choice(step)
            case ir.ThenWinsDef():
                if self._seat(step.colour) not in self.engine.winners:
                    won = ", ".join(self.setting.colour(w) for w in sorted(self.engine.winners))
                    raise Failed(f"{step.colour} has not won; winners: {won or 'nobody yet'}")
            case ir.ThenSeesDef():
                self._then_sees(step)

    def set_position(self) -> None:
        """Begin, if that is still to do, and put down what was given, all at once."""
        if not self.started:
            self.started = True
            self.engine.start(SEED, self.script)
        given, self.waiting = self.waiting, []
        if not given:
            return
        table = self.engine.table()
        position = Position(Evaluator(self.setting, table), self.scenario)
        for line in given:
            position.give(line)
        turned = any(isinstance(g.target, ir.BuiltIn) for g in given)
        if turned:
            phase = table.phase or self._first_phase("take_turn")
            self.engine.place(table, phase, self.engine.turns)
        else:
            self.engine.load(table)

    def _shows(self, step: ir.ShowsDef) -> None:
        if not self.started:
            self.script += self._script(step, self.engine.table())
            return
        self.set_position()
        table = self.engine.table()
        table.script += self._script(step, table)
        self.engine.load(table)

    def _script(self, step: ir.ShowsDef, table: Table) -> list[Plain]:
        """What chance shall say; `@2,3NE` is a corner or an edge, by what is drawn then."""
        ev = Evaluator(self.setting, table)
        return [
            self._either(expr) if _two_places(expr) else ev.value(expr, Scope())
            for expr in step.what
        ]

    def _either(self, place: ir.Expr) -> Plain:
        assert isinstance(place, ir.PlaceRef)
        find = self.setting.topology.find
        return {sort: find(place.text, sort) for sort in ("corner", "edge")}

    def _seat(self, colour: str) -> int:
        if colour not in self.setting.colours:
            raise Failed(f"{colour} does not play; players: {', '.join(self.setting.colours)}")
        return self.setting.colours.index(colour)

    def _turn_of(self, colour: str) -> None:
        self._seat(colour)
        decision = self.game.pending
        if decision is None:
            raise Failed("the game is over")
        if decision.colour != colour:
            raise Failed(f"it is for {decision.colour} to decide: {decision.prompt}")

    # playing

    def _plays(self, step: ir.PlaysDef) -> None:
        self._turn_of(step.colour)
        self.game.play(self._move(step.action, step.args, step.colour))

    def _picks(self, step: ir.PicksDef) -> None:
        for expr in step.what:
            action = self._only_action(step.colour)
            if action:
                self.game.play(self._move(action, (expr,), step.colour))
                continue
            answer = self._answer(expr, self._open_choice(), step.colour)
            if answer_choice(self.engine.copy(), answer) is None:
                raise Failed(f"{self._shown(expr)} cannot be chosen: {self._why_not(answer)}")
            answer_choice(self.engine, answer)

    def _only_action(self, colour: str) -> str:
        """The action that this player is asked for, if it is the only one; "" at a choice."""
        self._turn_of(colour)
        decision = self.game.pending
        assert decision is not None
        single = decision.decision in ("must", "may") and len(decision.actions) == 1
        return decision.actions[0] if single else ""

    def _open_choice(self) -> ir.Choose:
        decision = self.game.pending
        assert decision is not None
        if decision.decision not in ("choose", "pick"):
            raise Failed(f"no choice is open: {decision.prompt}")
        return open_choice(self.engine)

    def _why_not(self, answer: Answer) -> str:
        return _told(self.game.why_not(Move(CHOOSE, (answer,))))

    def _choices(self, action: str) -> list[ir.Choose]:
        head = self.setting.program.actions[action].head
        return [line for line in head if isinstance(line, ir.Choose)]

    def _move(self, action: str, args: tuple[ir.Expr, ...], colour: str) -> Move:
        asked = self._choices(action)
        if len(args) > len(asked):
            raise Failed(f"{action} asks for {len(asked)} choices, not {len(args)}")
        named = [self._answer(a, c, colour) for a, c in zip(args, asked, strict=False)]
        return Move(action, tuple(named))

    def _answer(self, expr: ir.Expr, choice: ir.Choose, colour: str) -> Answer:
        """A term of the scenario as an answer to a choice; a piece may be named by its place."""
        ev = Evaluator(self.setting, self.engine.table())
        wanted = choice.local.type
        if isinstance(expr, ir.PlaceRef) and wanted.base == "piece":
            expr = self._where_pieces_stand(expr, wanted.of)
        value, t = ev.value(expr, Scope()), expr.type
        if choice.amount != "one" and choice.bundle:
            bundle = ev.as_bundle(value, t)
            return labels.label(self.setting, bundle, ir.Type("bundle", wanted.of))
        if wanted.base == "piece" and t.base != "piece":
            things = ev.items(value, t) if t.shape != "one" else [] if value is None else [value]
            pieces = [self._piece_on(ev, thing, element(t), wanted.of, colour) for thing in things]
            found = [labels.label(self.setting, piece, ir.Type("piece")) for piece in pieces]
            return tuple(found) if wanted.shape != "one" else next(iter(found), None)
        if wanted.shape == "one" and wanted.base == "place":
            value, t = ev.place_number(value, t), wanted
        return labels.label(self.setting, value, t)

    def _where_pieces_stand(self, place: ir.PlaceRef, kind: str) -> ir.PlaceRef:
        """`@2,3NE` is a corner or an edge: the one of the two on which such pieces stand."""
        setting = self.setting
        kinds = setting.piece_kinds.get(kind, (kind,))
        sorts = {s for k in kinds if k in setting.program.pieces
                 for s in setting.program.pieces[k].places}  # fmt: skip
        both = [s for s in ("corner", "edge") if s in sorts]
        if len(both) != 1 or setting.topology.find(place.text, both[0]) is None:
            return place
        return replace(place, type=ir.Type(both[0]))

    def _piece_on(
        self, ev: Evaluator, thing: Plain, t: ir.Type, kind: str, colour: str
    ) -> int | None:
        """The piece of a kind on a place, the player's own before others; none if there is none."""
        place = ev.place_number(thing, t)
        there = [piece for piece in ev.standing(kind) if ev.table.places[piece] == place]
        own = [piece for piece in there if ev.table.owners[piece] == self._seat(colour)]
        return next(iter(own or there), None)

    # checking

    def _shown(self, expr: ir.Expr) -> str:
        ev = Evaluator(self.setting, self.engine.table())
        return labels.show(self.setting, ev.value(expr, Scope()), expr.type)

    def _then(self, step: ir.ThenDef) -> None:
        ev = Evaluator(self.setting, self.engine.table())
        if ev.truth(step.fact, Scope()):
            return
        if isinstance(step.fact, ir.Compare):
            left, right = self._shown(step.fact.left), self._shown(step.fact.right)
            if step.fact.op == "is":
                raise Failed(f"it is {left}, not {right}")
            raise Failed(f"this is not so: `{left}` {step.fact.op} `{right}`")
        raise Failed("this is not so")

    def _then_move(self, step: ir.ThenMoveDef) -> None:
        seat = self._seat(step.colour)
        if step.verb == "may not":
            self._may_not(step)
            return
        engine = self.engine if step.verb == "may" else self._when_asked(seat, step.action)
        decision = engine.decision()
        if decision is None or decision.player != seat:
            raise Failed(f"{step.colour} has nothing to decide now")
        if step.verb == "must":
            if decision.decision not in ("must", "pick") or step.action not in decision.actions:
                raise Failed(f"{step.colour} is asked something else: {self._asked(engine)}")
            if not step.args:
                return
        reasons = self._against(engine, step.colour, step.action, step.args)
        if reasons is not None:
            raise Failed(f"{step.colour} may not: {_told(reasons)}")

    def _asked(self, engine: Engine) -> str:
        decision = engine.decision()
        if decision is None:
            return "nothing"
        return f"{decision.decision} {', '.join(decision.actions)}".strip()

    def _when_asked(self, seat: int, action: str) -> Engine:
        """The decision itself, or where that player is asked after others who owe the same."""
        trial = self.engine.copy()
        for _ in range(MOST_OWED):
            decision = trial.decision()
            if decision is None or decision.player == seat or action not in decision.actions:
                break
            trial.answer(trial.moves()[0])
        return trial

    def _against(
        self, engine: Engine, colour: str, action: str, args: tuple[ir.Expr, ...]
    ) -> list[Refusal] | None:
        """What speaks against a move; None if it is possible. Of an action that asks for more than
        is said here, some way to go on must be possible."""
        game = Game(self.game.rules, engine, None)
        move = self._move(action, args, colour)
        decision = engine.decision()
        if decision is not None and decision.player == self._seat(colour):
            said = len(move.args)
            if any(m.what == action and m.args[:said] == move.args for m in engine.moves()):
                return None
            if game.is_legal(move):
                return None
        return game.why_not(move, colour)

    def _may_not(self, step: ir.ThenMoveDef) -> None:
        reasons = self._against(self.engine, step.colour, step.action, step.args)
        if reasons is None:
            raise Failed(f"{step.colour} may do it")
        _refused_because(step.because, reasons)

    def _then_choice(self, step: ir.ThenChoiceDef) -> None:
        for expr in step.what:
            reasons = self._against_choice(step.colour, expr)
            if step.allowed and reasons is not None:
                raise Failed(f"{self._shown(expr)} cannot be chosen: {_told(reasons)}")
            if not step.allowed and reasons is None:
                raise Failed(f"{step.colour} may choose {self._shown(expr)}")
            if reasons is not None:
                _refused_because(step.because, reasons)

    def _against_choice(self, colour: str, expr: ir.Expr) -> list[Refusal] | None:
        """What speaks against an answer to the open choice; None if it is possible."""
        action = self._only_action(colour)
        if action:
            return self._against(self.engine, colour, action, (expr,))
        answer = self._answer(expr, self._open_choice(), colour)
        if answer_choice(self.engine.copy(), answer) is not None:
            return None
        return self.game.why_not(Move(CHOOSE, (answer,)))

    def _then_sees(self, step: ir.ThenSeesDef) -> None:
        ev = Evaluator(self.setting, self.engine.table())
        seat = self._seat(step.colour)
        sees = sight.may_know(ev, seat, step.what, Scope()) or self._was_shown(ev, seat, step.what)
        if sees is not step.sees:
            raise Failed(f"{step.colour} {'does not see' if step.sees else 'sees'} it")

    def _was_shown(self, ev: Evaluator, seat: int, expr: ir.Expr) -> bool:
        if isinstance(expr, ir.AsBundle):
            expr = expr.base
        if not isinstance(expr, ir.StateRef | ir.ValueRef):
            return False
        subject = None if expr.subject is None else ev.value(expr.subject, Scope())
        return any(
            who == seat and (key, of) == (expr.key, subject) for who, (key, of, _) in ev.table.known
        )


def _refused_because(because: str, reasons: list[Refusal]) -> None:
    if because and because not in set(_names(reasons)):
        raise Failed(f"refused, but not because of {because}: {_told(reasons)}")


def _names(reasons: Iterable[Refusal]) -> Iterable[str]:
    for reason in reasons:
        yield reason.name
        yield from _names(reason.inner)


def _told(reasons: list[Refusal]) -> str:
    return "; ".join(f"{r.sentence} ({r.name})" for r in reasons) or "it is not offered now"


def _two_places(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.PlaceRef) and expr.type.base == "place"

"""What shows only when the rules are played: `check --deep N`.

The scenarios are run, those of the parents, too: a variant has to say which of them it changes.
Then N games are played at random, over all boards, numbers of players and what the boards ask of
the options in turn. Looked for are dead ends (somebody has to decide and cannot), rules that
contradict each other, games that nobody wins, actions that nobody is ever offered, cards that get
lost or come from nowhere, and decisions whose answer makes no difference.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.diagnostics import Diagnostic, diagnose
from hexwright.dsl.tree import NOWHERE, Span
from hexwright.dsl.walk import walk
from hexwright.interpreter.game import new_game
from hexwright.interpreter.moves import Decision, Move, RuleConflict
from hexwright.interpreter.setting import Constant, Setting, SettingError, make_setting
from hexwright.interpreter.shapes import Unsupported
from hexwright.interpreter.table import Table
from hexwright.tools.bots import make_bots
from hexwright.tools.effects import Effects
from hexwright.tools.trying import Way, ways

COUNT_EVERY = 40
"""decisions between two counts of all cards"""
MOST_IN_A_TURN = 3_000
"""decisions after which a turn is taken to be endless"""
PROGRESS_AFTER = 1.0
"""seconds before the first word about how far it is"""


class Turn:
    """What was decided in one turn: was every phase ended by somebody?"""

    def __init__(self, program: ir.Program, number: int) -> None:
        self.program = program
        self.number = number
        self.decisions = 0
        self.phases: set[str] = set()
        self.done: set[str] = set()

    def note(self, decision: Decision, move: Move) -> None:
        self.decisions += 1
        self.done.add(move.what)
        if decision.decision == "act":
            self.phases.add(decision.phase)

    def left_open(self) -> str:
        """A phase that asked somebody and that no ending action has ended."""
        for name in sorted(self.phases):
            ends = self.program.phases[name].ends_with
            if ends and not self.done & set(ends):
                return name
        return ""


class Search:
    def __init__(
        self,
        rules: Any,
        games: int,
        options: Mapping[str, Constant] | None = None,
        journal: Path | None = None,
        scenarios: bool = True,
    ) -> None:
        self.rules = rules
        self.program: ir.Program = rules.program
        self.games = games
        self.options = dict(options or {})
        self.journal = journal
        self.scenarios = scenarios
        self.found: list[Diagnostic] = []
        self.offered: set[str] = set()
        self.effects = Effects(self.program)
        self.won = self.played = 0
        self.most_points: int | None = None
        self.saved = False
        self.tried: list[Way] = []
        self.began = time.monotonic()

    def run(self) -> list[Diagnostic]:
        if self.scenarios:
            self.found += failing_scenarios(self.rules)
        self.tried = self.ways()
        if not self.tried:
            return self.found
        for number in range(self.games):
            self.say(number)
            if not self.play(number, *self.tried[number % len(self.tried)]):
                break
        self.say(None)
        if not any(d.name == "dead-end" for d in self.found):
            self.judge()
        return self.found

    def ways(self) -> list[Way]:
        """Numbers of players and options: every board, then every value of every option."""
        boards = self.program.boards.values()
        usual = [way for board in boards for way in ways(self.program, board)]
        fixed = [(p, {**o, **self.options}) for p, o in usual]
        varied = [
            (p, {**o, option.name: value})
            for option in self.program.options.values()
            if option.name not in self.options
            for value in extremes(option)
            for p, o in fixed[:1]
        ]
        mine = [way for way in [*fixed, *varied] if self.possible(way)]
        return [way for n, way in enumerate(mine) if way not in mine[:n]]

    def possible(self, way: Way) -> bool:
        try:
            make_setting(self.program, way[0], way[1])
        except SettingError:
            return False
        return True

    # One game

    def play(self, number: int, players: int, options: Mapping[str, Constant]) -> bool:
        """One game at random; False if the search can stop."""
        game = new_game(self.rules, players=players, seed=number, options=dict(options))
        bots = make_bots(self.rules, ["random"] * players, number, offers=number % 4 == 3)
        first = counted(game.setting, game.engine.table())
        decisions, conserved = 0, True
        turn = Turn(self.program, game.turns)
        self.played += 1
        try:
            while (decision := game.pending) is not None:
                moves = game.moves()
                if not moves:
                    asked = f"{decision.colour} has to decide: {decision.prompt}"
                    return self.dead_end(game, asked)
                self.offered.update({move.what for move in moves})
                self.offered.update(decision.actions if decision.decision != "act" else ())
                move = bots[decision.player].choose(game, moves)
                self.effects.look(game, decision, moves, move)
                if turn.number != game.turns:
                    stuck = turn.left_open()
                    if stuck:
                        return self.closed(game, stuck)
                    turn = Turn(self.program, game.turns)
                turn.note(decision, move)
                if turn.decisions > MOST_IN_A_TURN:
                    why = f"the turn of {decision.colour} does not end"
                    return self.dead_end(game, why)
                game.play(move)
                decisions += 1
                if decisions % COUNT_EVERY == 0 and conserved:
                    conserved = self.same(game, first)
        except (RuleConflict, Unsupported) as problem:
            return self.dead_end(game, str(problem))
        if conserved:
            self.same(game, first)
        self.won += bool(game.winners)
        points = [p for seat in range(players) if (p := game.points(seat)) is not None]
        if points:
            self.most_points = max(self.most_points or 0, *points)
        return True

    def dead_end(self, game: Any, why: str) -> bool:
        message = f"a game cannot go on: {why}, but nothing is possible"
        if "has to decide" not in why:
            message = f"a game cannot go on: {why}"
        block = _where(self.program, game)
        span = block.span if block is not None else _start(self.rules)
        self.found.append(diagnose("dead-end", message, span, hints=self.keep(game)))
        return False

    def closed(self, game: Any, phase: str) -> bool:
        block = self.program.phases[phase]
        ends = " or ".join(block.ends_with)
        message = f"nobody could do {ends} any more, and so the phase {phase} ended by itself"
        self.found.append(diagnose("dead-end", message, block.span, hints=self.keep(game)))
        return False

    def keep(self, game: Any) -> list[str]:
        """Saves the first game that went wrong, if a place was named."""
        how = f"turn {game.turns}, {len(game.journal.entries) - 1} decisions"
        if self.journal is None:
            return [f"it happened in {how}; `--journal FILE` saves the game for `hexwright replay`"]
        if self.saved:
            return [f"it happened in {how}"]
        self.saved = True
        game.save(self.journal)
        return [f"it happened in {how}; look at it with `hexwright replay {self.journal}`"]

    # Cards

    def same(self, game: Any, first: Counter[str]) -> bool:
        """Are there as many cards of each kind as at the beginning?"""
        now = counted(game.setting, game.engine.table())
        if now == first:
            return True
        name = next(n for n in sorted({*now, *first}) if now[n] != first[n])
        if not any(d.name == "cards-lost" and f" {name} " in d.message for d in self.found):
            self.found.append(self.lost(game, first, now, name))
        return False

    def lost(self, game: Any, first: Counter[str], now: Counter[str], name: str) -> Diagnostic:
        culprit = self.retrace(game, first)
        verb = "are lost" if now[name] < first[name] else "come from nowhere"
        message = (
            f"cards {verb}: of {name} there were {first[name]} at the beginning, now {now[name]}"
        )
        span, label = (culprit.span, "after this") if culprit else (_start(self.rules), "")
        hints = ["move cards from one place to another; `set` makes them up", *self.keep(game)]
        return diagnose("cards-lost", message, span, label, hints=hints)

    def retrace(self, game: Any, first: Counter[str]) -> Any:
        """Plays the same game again and counts after every decision: what did it?"""
        header = game.journal.header
        again = new_game(self.rules, header.players, header.seed, header.options)
        for entry in game.journal.entries[1:]:
            block = _where(self.program, again, entry.move)
            again.engine.answer(entry.move)
            if counted(again.setting, again.engine.table()) != first:
                return block
        return None

    # What shows at the end

    def judge(self) -> None:
        self.found += self.effects.judge()
        for action in self.program.actions.values():
            if action.name not in self.offered:
                message = f"{action.name} was never offered in {self.played} games at random"
                hints = ["its requirements may never be met together, or its phase never comes"]
                if self.played < len(self.tried):
                    many = len(self.tried)
                    hints = [f"`--deep {many}` tries every board and every option once"]
                one = diagnose("never-offered", message, action.span, hints=hints)
                self.found.append(one)
        if self.won or not self.played:
            return
        if not any(isinstance(node, ir.Win) for node in walk(_bodies(self.program))):
            message = "nobody can win: no rule says that somebody wins"
            hints = ["write a rule with `SOMEBODY wins`, for example below `whenever`"]
            one = diagnose("never-won", message, _start(self.rules), hints=hints)
            self.found.append(replace(one, severity="error"))
            return
        message = f"none of {self.played} games at random was won"
        hints = []
        if self.most_points is not None:
            hints.append(f"the most points that anybody had were {self.most_points}")
        self.found.append(diagnose("never-won", message, _start(self.rules), hints=hints))

    def say(self, number: int | None) -> None:
        """How far it is, on a terminal."""
        if not sys.stderr.isatty() or time.monotonic() - self.began < PROGRESS_AFTER:
            return
        text = "" if number is None else f"game {number + 1} of {self.games}"
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def slots_for_cards(program: ir.Program) -> set[ir.Key]:
    """States that hold one card: something is moved there or from there."""
    lines = [node for node in walk(_bodies(program)) if isinstance(node, ir.MoveCards)]
    stores = [store for line in lines for store in (line.source, line.target)]
    return {s.ref.key for s in stores if s.sort == "slot" and isinstance(s.ref, ir.StateRef)}


def counted(setting: Setting, table: Table) -> Counter[str]:
    """How often every card lies on the table, over all holdings, piles and slots."""
    program = setting.program
    single = slots_for_cards(program)
    found: Counter[int] = Counter()
    for slot, value in table.slots.items():
        t = program.states[slot[0]].type
        if t.of == "number":
            continue
        if t.base in ("cards", "pile"):
            found.update(value)
        elif slot[0] in single and t.shape == "one" and value is not None:
            found.update((value,))
    return Counter({setting.member_names[member]: n for member, n in found.items()})


def extremes(option: ir.OptionDef) -> list[Constant]:
    """Values of an option that differ most from the usual one."""
    found: list[Constant] = list(option.words)
    if option.type.base == "flag":
        found += [True, False]
    if option.low is not None and option.high is not None:
        found += [option.low, option.high]
    return [value for value in dict.fromkeys(found) if value != option.normally]


def failing_scenarios(rules: Any) -> list[Diagnostic]:
    from hexwright.interpreter.scenarios import run_scenario
    from hexwright.tools.test import complaint

    found = []
    for scenario in rules.program.scenarios.values():
        outcome = run_scenario(rules, scenario)
        if not outcome.passed:
            found.append(complaint(rules, scenario, "compiled", outcome))
    return found


def _where(program: ir.Program, game: Any, move: Any = None) -> Any:
    """The block in which something is decided or done."""
    context = game.engine.context()
    name = move.what if move is not None and move.what in program.actions else ""
    if not name and context is not None:
        name = context.block
    if name in program.actions:
        return program.actions[name]
    if name in program.cards:
        return program.cards[name]
    if context is not None and context.choose is not None:
        return context.choose
    return program.phases.get(context.phase) if context is not None else None


def _bodies(program: ir.Program) -> tuple[Any, ...]:
    sorts = (program.actions, program.cards, program.steps, program.rules)
    return tuple(block.body for sort in sorts for block in sort.values())


def _start(rules: Any) -> Span:
    header = rules.world.header
    return header.span if header is not None else NOWHERE

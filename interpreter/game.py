"""A game as players and programs see it: what is to be decided, what may be answered, why not.

A game is played on either engine and keeps its journal. Everything that passes in and out is plain
data: decisions, moves, refusals, views.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from hexwright.dsl import program as ir
from hexwright.interpreter.answers import expand
from hexwright.interpreter.engines import COMPILED, MOST_TURNS, Engine, make_engine
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.journal import (
    Entry,
    Header,
    Journal,
    JournalError,
    chance_in_words,
    read_file,
    read_journal,
    write_file,
)
from hexwright.interpreter.moves import Decision, IllegalMove, Move, Refusal
from hexwright.interpreter.refusals import explain, place_of
from hexwright.interpreter.requirements import told
from hexwright.interpreter.setting import Constant, Setting, SettingError, make_setting
from hexwright.interpreter.view import View, view

POINTS: ir.Key = ("player", "points")


class Rules(Protocol):
    """What loading a ruleset gives."""

    @property
    def name(self) -> str: ...
    @property
    def program(self) -> ir.Program: ...
    @property
    def hash(self) -> str: ...


class Game:
    """One game. Make it with `new_game`, `load` or `replay`."""

    def __init__(self, rules: Rules, engine: Engine, journal: Journal | None) -> None:
        self.rules = rules
        self.engine = engine
        self._journal = journal

    @property
    def setting(self) -> Setting:
        return self.engine.setting

    # deciding

    @property
    def pending(self) -> Decision | None:
        """Who decides what now; None when the game is over."""
        decision = self.engine.decision()
        return None if decision is None else replace(decision, prompt=prompt(decision))

    def moves(self) -> list[Move]:
        """All answers to the pending decision, in a fixed order; amounts come thing by thing."""
        return self.engine.moves()

    def is_legal(self, move: Move) -> bool:
        """Whether a move is possible now; it may name its amounts as a whole."""
        return expand(self.engine, move) is not None

    def why_not(self, move: Move, player: int | str | None = None) -> list[Refusal]:
        """Every requirement that speaks against a move, of the player who is to decide or of
        another one; nothing if it is legal."""
        decision = self.engine.decision()
        context = self.engine.context()
        seat = None if player is None else self.seat(player)
        if decision is not None and context is not None and seat not in (None, decision.player):
            turn = Refusal("turn", f"It is for {decision.colour} to decide.", "", move.what)
            other = replace(context, player=seat)
            return [turn, *explain(self.setting, self.engine.table(), other, move)]
        if self.is_legal(move):
            return []
        found = explain(self.setting, self.engine.table(), context, move)
        return found or [unfinished(self.setting.program, move)]

    def play(self, move: Move) -> None:
        """Answer the pending decision; IllegalMove says why that is not possible."""
        steps = expand(self.engine, move)
        if steps is None:
            raise IllegalMove(move, self.why_not(move))
        for step in steps:
            decision = self.engine.decision()
            colour = "" if decision is None else decision.colour
            self.engine.answer(step)
            self._note(Entry(colour, step))

    def _note(self, entry: Entry) -> None:
        said = tuple(chance_in_words(self.setting, words) for words in self.engine.said())
        if self._journal is not None:
            self._journal.entries.append(replace(entry, said=said))

    def play_random(self, seed: int, offers: bool = False, most_turns: int = MOST_TURNS) -> int:
        """Play to the end with answers at random, as fast as the engine can; how many decisions.

        What is played so is not written down: the journal of such a game cannot be had.
        """
        self._journal = None
        engine: Any = self.engine
        engine.max_turns = most_turns
        return int(engine.play_random(seed, offers=offers))

    # looking

    def seat(self, player: int | str) -> int:
        """The seat of a player who is named by seat or colour."""
        if isinstance(player, int) and 0 <= player < self.setting.players:
            return player
        if player in self.setting.colours:
            return self.setting.colours.index(str(player))
        raise SettingError(
            f"there is no player {player}; players: {', '.join(self.setting.colours)}"
        )

    def view(self, player: int | str) -> View:
        """What one player may know."""
        return view(self.setting, self.engine.table(), self.seat(player))

    def sentence(self, action: str, player: int | str) -> str:
        """What the rules say first about an action, to this player and as things stand now."""
        ev = Evaluator(self.setting, self.engine.table())
        block = self.setting.program.actions.get(action)
        texts = block.texts if block is not None else ()
        return told(ev, texts[0], self.seat(player)) if texts else ""

    def points(self, player: int | str) -> int | None:
        """The points of a player, hidden ones too; None if these rules count none."""
        if POINTS not in self.setting.program.values:
            return None
        seat = self.seat(player)
        worth = Evaluator(self.setting, self.engine.table()).worth(POINTS, seat, (), seat)
        return None if worth is None else int(worth)

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats of all who have won; nobody while the game runs, or when it was broken off."""
        return tuple(sorted(self.engine.winners))

    @property
    def winner(self) -> int | None:
        """The seat of the only winner."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def finished(self) -> bool:
        return self.engine.decision() is None

    @property
    def turns(self) -> int:
        return self.engine.turns

    # keeping

    @property
    def journal(self) -> Journal:
        if self._journal is None:
            raise JournalError("this game was played without keeping a journal")
        return self._journal

    def copy(self) -> Game:
        journal = None if self._journal is None else self._journal.copy()
        return Game(self.rules, self.engine.copy(), journal)

    def save(self, path: str | Path) -> None:
        """Write the journal; an older file is replaced only when the new one is complete."""
        write_file(self.journal, Path(path))


def new_game(
    rules: Rules,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Constant] | None = None,
    engine: str = COMPILED,
    max_turns: int = MOST_TURNS,
) -> Game:
    """A game at its first decision; SettingError if options or players do not fit."""
    setting = make_setting(rules.program, players, options)
    header = Header(
        rules=rules.name,
        hash=rules.hash,
        options=dict(setting.options),
        players=setting.players,
        colours=setting.colours,
        seed=seed,
        max_turns=max_turns,
    )
    game = Game(rules, make_engine(engine, setting, max_turns), Journal(header))
    game.engine.start(seed)
    game._note(Entry("", None))
    return game


def replay(journal: Journal | str | Path, rules: Rules, engine: str = COMPILED) -> Game:
    """Play a journal again, from a file or as it was read; JournalError says where it fails."""
    kept = journal if isinstance(journal, Journal) else _read(journal)
    header = kept.header
    if header.hash != rules.hash:
        raise JournalError(
            f"this game was played by other rules: {header.rules} with the mark {header.hash}; "
            f"{rules.name} now has {rules.hash}",
            1,
        )
    try:
        game = new_game(
            rules, header.players, header.seed, header.options, engine, header.max_turns
        )
    except SettingError as wrong:
        raise JournalError(f"{wrong}", 1) from None
    _compare(kept.entries[:1], game.journal.entries, 2)
    for line, entry in enumerate(kept.entries[1:], 3):
        if entry.move is None:
            raise JournalError("a move is missing here", line)
        decision = game.pending
        if decision is None:
            raise JournalError("the game is over before this move", line)
        if decision.colour != entry.player:
            raise JournalError(f"{decision.colour} decides here, not {entry.player}", line)
        try:
            game.play(entry.move)
        except IllegalMove as wrong:
            raise JournalError(f"{wrong}", line) from None
        _compare([entry], game.journal.entries[-1:], line)
    return game


load = replay
"""a game that was saved, ready to go on"""


def _read(journal: str | Path) -> Journal:
    if isinstance(journal, str) and "\n" in journal:
        return read_journal(journal)
    return read_file(Path(journal))


def _compare(written: list[Entry], played: list[Entry], line: int) -> None:
    if not written or not played or written[0].said != played[0].said:
        raise JournalError("chance says something else here than the journal", line)


def unfinished(program: ir.Program, move: Move) -> Refusal:
    """Against a move that no requirement forbids: it leaves a choice open, or comes too late."""
    action = program.actions.get(move.what)
    asked = [line for line in action.head if isinstance(line, ir.Choose)] if action else []
    if len(move.args) < len(asked):
        choice = asked[len(move.args)]
        name = choice.local.name.replace("_", " ")
        return Refusal("choice", f"Say the {name}, too.", place_of(choice.span), move.what)
    return Refusal("choice", "Something else is asked for now.", "", move.what)


def prompt(decision: Decision) -> str:
    """What is asked, in a few words."""
    named = [action.replace("_", " ") for action in decision.actions]
    match decision.decision:
        case "act":
            return f"choose an action ({decision.phase.replace('_', ' ')})"
        case "must":
            return f"must {' or '.join(named)}"
        case "may":
            return f"may {' or '.join(named)}, or decline"
        case "pick":
            return f"{named[0]}: take one more, or end" if named else "take one more, or end"
    return f"{named[0]}: choose one" if named else "choose one"

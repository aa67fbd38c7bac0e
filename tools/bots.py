"""Players that know no game: they see the legal moves, their own points and what the rules say.

`random` takes any legal move. `greedy` tries every move on a copy of the game and takes the one
after which it has most points; among equals the one after which the rules let it do more: nearer
to the price of what it can buy, more pieces on the board, more and other actions to choose from.

A game at random lasts no longer than need be because bots leave out open offers (an action whose
head asks for any bundle at all): nobody can list such moves, and who makes them at random makes
little else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from hexwright.interpreter import chance
from hexwright.interpreter.engines import Engine
from hexwright.interpreter.moves import Move
from hexwright.tools.asking import Wrong
from hexwright.tools.prices import prices
from hexwright.tools.prospects import Prospects, Ways

MOST_TRIED = 80
"""moves that a greedy bot tries in one decision; of more it takes every second, third …"""


class Bot(Protocol):
    def choose(self, game: Any, moves: Sequence[Move]) -> Move: ...


class Stream:
    """Random numbers of the bots of one game; never those of the game itself."""

    def __init__(self, seed: int) -> None:
        self.word = chance.start(seed ^ 0x5DEECE66D)

    def pick(self, among: int) -> int:
        if among < 2:
            return 0
        self.word = chance.step(self.word)
        return chance.pick(self.word, among)


class RandomBot:
    """Any legal move, each with the same chance; just as the engine's own fast path plays."""

    def __init__(self, stream: Stream, left_out: frozenset[str] = frozenset()) -> None:
        self.stream = stream
        self.left_out = left_out

    def choose(self, game: Any, moves: Sequence[Move]) -> Move:
        kept = without(moves, self.left_out)
        return kept[self.stream.pick(len(kept))]


class GreedyBot:
    """The move after which it stands best, judged one step ahead."""

    def __init__(self, rules: Any, stream: Stream, left_out: frozenset[str] = frozenset()) -> None:
        self.stream = stream
        self.left_out = left_out
        self.prices = prices(rules.program)
        self.worth: dict[str, float] = dict.fromkeys(self.prices, 1.0)
        """how many points an action was seen to bring, and one"""

    def choose(self, game: Any, moves: Sequence[Move]) -> Move:
        kept = without(moves, self.left_out)
        if len(kept) == 1:
            return kept[0]
        step = -(-len(kept) // MOST_TRIED)
        tried = kept[self.stream.pick(step) :: step]
        me = game.pending.player
        here = Prospects(game.engine, me)
        here.rich = self.dreamt(here, moves)
        before, ways = here.points(), here.ways(self.prices) or {}
        best: list[Move] = []
        most = float("-inf")
        for move in tried:
            weight, gain = self.weigh(here, move, before, ways)
            if gain > 0 and move.what in self.worth:
                self.worth[move.what] = max(self.worth[move.what], 1.0 + gain)
            if weight > most:
                best, most = [], weight
            if weight == most:
                best.append(move)
        return best[self.stream.pick(len(best))]

    def dreamt(self, here: Prospects, moves: Sequence[Move]) -> Engine | None:
        """The position with plenty of cards, if everything that can be done is possible there."""
        rich = here.enriched(self.prices)
        same = rich.decision() == here.engine.decision()
        return rich if same and set(moves) <= set(rich.moves()) else None

    def weigh(self, here: Prospects, move: Move, before: int, ways: Ways) -> tuple[float, int]:
        """How the bot stands after a move, and the points the move brings."""
        ahead = self.after(here.engine, move)
        if here.me in ahead.winners:
            return float("inf"), 0
        rich = None if here.rich is None else self.after(here.rich, move)
        outlook = Prospects(ahead, here.me, rich)
        gain = outlook.points() - before
        return 100.0 * gain + outlook.weight(self.prices, self.worth, ways), gain

    def after(self, engine: Engine, move: Move) -> Engine:
        """The game one move on. Where chance has a say, it says something else than it will."""
        ahead = engine.copy()
        ahead.said()
        ahead.answer(move)
        if not ahead.said():
            return ahead
        ahead = engine.copy()
        table = ahead.table()
        table.generator = self.stream.word
        ahead.load(table)
        ahead.answer(move)
        return ahead


def without(moves: Sequence[Move], left_out: frozenset[str]) -> Sequence[Move]:
    """The moves that are no open offers; all of them if there are no others."""
    return [m for m in moves if m.what not in left_out] or moves if left_out else moves


BOTS = ("random", "greedy")


def bot_kinds(text: str) -> list[str]:
    """`random,greedy` as a list."""
    kinds = [word.strip() for word in text.split(",")]
    for kind in kinds:
        if kind not in BOTS:
            raise Wrong(f"there is no bot {kind or 'without a name'}; bots: {', '.join(BOTS)}", 2)
    return kinds


def make_bots(rules: Any, kinds: Sequence[str], seed: int, offers: bool = False) -> list[Bot]:
    """One bot for each name; they share one stream of random numbers."""
    left_out: frozenset[str] = frozenset()
    if not offers:
        from hexwright.interpreter.compiled.analysis import open_offers

        left_out = open_offers(rules.program)
    stream = Stream(seed)
    made: list[Bot] = []
    for kind in kinds:
        greedy = kind == "greedy"
        made.append(GreedyBot(rules, stream, left_out) if greedy else RandomBot(stream, left_out))
    return made

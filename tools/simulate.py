"""Many games between bots, counted: how long they last, who wins, how fast they are played.

Game number n uses the seed S + n for its chance and another one derived from it for its bots, so
that one game can be played again alone. Time is CPU time of the games only; a few games before
them, with other seeds, pay for imports and tables. A game that reaches the limit of turns counts as
not finished.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexwright.interpreter.setting import Constant, Setting, make_setting
from hexwright.tools import asking
from hexwright.tools.bots import BOTS, bot_kinds, make_bots
from hexwright.tools.chances import interval, verdict
from hexwright.tools.rounds import play_out

WARM_UP_GAMES = 10
WARM_UP_SEED = 90_000_001
MOST_TURNS = 1000


@dataclass
class Tally:
    """What was counted; only finished games have a winner."""

    seats: tuple[str, ...] = ()
    games: int = 0
    finished: int = 0
    turns: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins: Counter[int] = field(default_factory=Counter)

    @property
    def wins_by_seat(self) -> list[int]:
        return [self.wins[seat] for seat in range(len(self.seats))]

    def figures(self) -> dict[str, Any]:
        games = max(self.games, 1)
        seconds = max(self.seconds, 1e-9)
        return {
            "games": self.games,
            "finished": self.finished,
            "turns_per_game": round(self.turns / games, 2),
            "decisions_per_game": round(self.decisions / games, 2),
            "wins_by_seat": self.wins_by_seat,
            "seats": list(self.seats),
            "games_per_cpu_s": round(self.games / seconds, 3),
            "decisions_per_cpu_s": round(self.decisions / seconds, 1),
        }


@dataclass(frozen=True)
class Plan:
    """How the games are played."""

    rules: Any
    players: int | None
    options: Mapping[str, Constant]
    kinds: tuple[str, ...] = ("random",)
    """bots by seat; the last one takes all further seats"""
    offers: bool = False
    most_turns: int = MOST_TURNS

    @cached_property
    def setting(self) -> Setting:
        return make_setting(self.rules.program, self.players, self.options)

    @cached_property
    def compiled(self) -> bool:
        """Whether these rules can be compiled; if not, the reference engine plays them."""
        from hexwright.interpreter.compiled import NotCompilable
        from hexwright.interpreter.compiled.engine import compile_setting

        try:
            compile_setting(self.setting)
        except NotCompilable:
            return False
        return True

    @property
    def fast(self) -> bool:
        """Random bots are played by the compiled engine itself."""
        return set(self.kinds) == {"random"} and self.compiled

    def play(self, seed: int) -> Result:
        return self._play_fast(seed) if self.fast else self._play_bots(seed)

    def _play_fast(self, seed: int) -> Result:
        from hexwright.interpreter.compiled import CompiledEngine
        from hexwright.interpreter.compiled.layout import TURNS

        engine = CompiledEngine(self.setting, max_turns=self.most_turns)
        engine.start(seed)
        decisions = engine.play_random(seed, self.offers)
        turns = min(engine.state[TURNS], self.most_turns)
        return Result(engine.winners, decisions, turns)

    def _play_bots(self, seed: int) -> Result:
        from hexwright.interpreter.game import new_game

        engine = "compiled" if self.compiled else "reference"
        game = new_game(self.rules, self.players, seed, dict(self.options), engine, self.most_turns)
        seats = self.setting.players
        kinds = [self.kinds[min(n, len(self.kinds) - 1)] for n in range(seats)]
        bots = make_bots(self.rules, kinds, seed, self.offers)
        decisions = sum(1 for _ in play_out(game, bots))
        return Result(frozenset(game.winners), decisions, min(game.turns, self.most_turns))


@dataclass(frozen=True, slots=True)
class Result:
    """One game as it came out."""

    winners: frozenset[int]
    decisions: int
    turns: int


def simulate(plan: Plan, games: int, seed: int) -> Tally:
    warm_up = min(WARM_UP_GAMES, games) if plan.fast else 1
    for number in range(warm_up):
        plan.play(WARM_UP_SEED + number)
    tally = Tally(plan.setting.colours)
    began = time.process_time()
    for number in range(games):
        result = plan.play(seed + number)
        tally.games += 1
        tally.decisions += result.decisions
        tally.turns += result.turns
        tally.finished += bool(result.winners)
        tally.wins.update(result.winners)
    tally.seconds = time.process_time() - began
    return tally


def arguments(parser: argparse.ArgumentParser) -> None:
    asking.ask_rules(parser)
    asking.ask_options(parser)
    asking.ask_players(parser)
    asking.ask_format(parser, "json")
    parser.add_argument("--games", type=asking.positive, default=100)
    parser.add_argument("--seed", type=asking.seed, default=0)
    parser.add_argument(
        "--bot",
        metavar="KIND[,KIND]",
        default="random",
        help=f"{' or '.join(BOTS)}; several by seat, the last one takes all further seats",
    )
    parser.add_argument("--offers", action="store_true", help="bots make open offers, too")
    parser.add_argument(
        "--max-turns", type=asking.positive, default=MOST_TURNS, help="a game stops after so many"
    )


def run(args: argparse.Namespace) -> int:
    rules = asking.load(args.name, args.with_)
    options = asking.options_of(args)
    kinds = tuple(bot_kinds(args.bot))
    plan = Plan(rules, args.players, options, kinds, args.offers, args.max_turns)
    tally = simulate(plan, args.games, args.seed)
    if args.format == "json":
        asking.say_json({"ruleset": args.name, "bot": args.bot, **tally.figures()})
    else:
        print("\n".join(report(args.name, args.bot, args.max_turns, tally)))
    return 0


def report(name: str, bot: str, most_turns: int, tally: Tally) -> Iterator[str]:
    """The figures for a person."""
    figures = tally.figures()
    stopped = tally.games - tally.finished
    ended = f"{stopped:,} stopped after {most_turns:,} turns" if stopped else "all finished"
    yield f"{name}: {tally.games:,} games between {len(tally.seats)} {bot} bots, {ended}"
    yield f"  turns per game        {figures['turns_per_game']:12,.1f}"
    yield f"  decisions per game    {figures['decisions_per_game']:12,.1f}"
    yield f"  games per CPU second  {figures['games_per_cpu_s']:12,.1f}"
    yield f"  decisions per CPU s   {figures['decisions_per_cpu_s']:12,.0f}"
    yield ""
    yield "  seat                wins    share   95 % between"
    games = sum(tally.wins_by_seat)
    for seat, (colour, wins) in enumerate(zip(tally.seats, tally.wins_by_seat, strict=True), 1):
        low, high = interval(wins, games)
        share = wins / games if games else 0.0
        yield f"  {seat} {colour:<14} {wins:>7,}  {share:>7.1%}   {low:.1%} and {high:.1%}"
    yield ""
    yield f"  {verdict(tally.wins_by_seat)}"

"""Bots know no game: they play whatever the rules offer, and one seed gives one game."""

from functools import cache
from typing import Any

import pytest
from hexwright.dsl.load import Rules, load_ruleset
from hexwright.interpreter.game import Game, new_game
from hexwright.interpreter.moves import Move
from hexwright.tools.asking import Wrong
from hexwright.tools.bots import BOTS, Stream, bot_kinds, make_bots, without
from hexwright.tools.prices import prices
from hexwright.tools.prospects import Prospects
from hexwright.tools.rounds import play_out
from hexwright.tools.simulate import Plan, simulate


@cache
def base() -> Rules:
    return load_ruleset("base")


def played(kinds: list[str], seed: int, most: int = 10**6, **how: Any) -> Game:
    game = new_game(base(), players=len(kinds), seed=seed, **how)
    bots = make_bots(base(), kinds, seed)
    for count, _ in enumerate(play_out(game, bots), 1):
        if count >= most:
            break
    return game


def test_the_same_numbers_for_the_same_seed() -> None:
    one, other, third = Stream(7), Stream(7), Stream(8)
    rows = [[stream.pick(1000) for _ in range(50)] for stream in (one, other, third)]
    assert rows[0] == rows[1] != rows[2]
    assert all(0 <= number < 1000 for number in rows[0])
    assert len(set(rows[0])) > 40


def test_open_offers_are_left_out_unless_nothing_else_is_there() -> None:
    offer, other = Move("offer"), Move("other")
    assert without([offer, other], frozenset({"offer"})) == [other]
    assert without([offer], frozenset({"offer"})) == [offer]
    assert without([offer, other], frozenset()) == [offer, other]


def test_bots_by_name() -> None:
    assert bot_kinds("random, greedy") == ["random", "greedy"]
    with pytest.raises(Wrong, match="no bot oracle"):
        bot_kinds("oracle")
    assert len(make_bots(base(), list(BOTS), 0)) == len(BOTS)


def test_random_bots_play_as_the_fast_path_does() -> None:
    seed = 5
    game = played(["random"] * 4, seed)
    result = Plan(base(), 4, {}).play(seed)
    assert tuple(sorted(result.winners)) == game.winners
    assert result.decisions == len(game.journal.moves)
    assert result.turns == game.turns


def test_one_seed_one_game() -> None:
    one, other = (played(["random", "greedy", "random"], 11, most=120) for _ in range(2))
    assert one.journal.moves == other.journal.moves


def test_a_greedy_bot_looks_ahead_on_copies_only() -> None:
    game = played(["random"] * 3, 4, most=60)
    bot = make_bots(base(), ["greedy"], 4)[0]
    before, moves = game.engine.table(), game.moves()
    assert bot.choose(game, moves) in moves
    assert game.engine.table() == before
    assert game.moves() == moves


def test_a_greedy_bot_cannot_foresee_chance() -> None:
    """Its weights stay the same whatever the game's own generator would say next."""
    game = played(["random"] * 3, 4, most=12)
    while game.pending is not None and len({m.what for m in game.moves()}) < 2:
        game.play(game.moves()[0])
    chosen = set()
    for word in range(5):
        table = game.engine.table()
        table.generator = word * 0x9E3779B97F4A7C15 % 2**64
        other = game.copy()
        other.engine.load(table)
        chosen.add(make_bots(base(), ["greedy"], 4)[0].choose(other, other.moves()))
    assert len(chosen) == 1


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    plan = Plan(base(), 4, {}, ("greedy", "random"))
    tally = simulate(plan, 12, 0)
    assert tally.finished == 12
    assert tally.wins[0] >= 8


def test_prices_are_read_off_the_rules() -> None:
    found = prices(base().program)
    assert found["build_road"] == {"lumber": 1, "brick": 1}
    assert found["build_city"] == {"ore": 3, "grain": 2}
    assert "end_turn" not in found


def test_prospects_grow_with_what_is_held() -> None:
    game = played(["random"] * 3, 2, most=40)
    table = game.engine.table()
    poor, rich = game.copy().engine, game.copy().engine
    key = base().program.holdings["ore"]
    members = game.setting.members
    table.slots[key, 0, ()] = {}
    poor.load(table)
    table.slots[key, 0, ()] = {members["ore"]: 3, members["grain"]: 1}
    rich.load(table)
    cost = prices(base().program)
    worth = dict.fromkeys(cost, 1.0)
    assert Prospects(poor, 0).reach(cost, worth) < Prospects(rich, 0).reach(cost, worth)
    assert Prospects(rich, 0).held("ore") == 3

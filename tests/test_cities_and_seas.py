"""Two books on one board: every scenario of the sea is played with cities and knights."""

from collections import Counter

import pytest
from hexwright.dsl import load_ruleset, shipped_names
from hexwright.interpreter import Game, new_game, run_scenario
from hexwright.interpreter.compiled.analysis import open_offers
from hexwright.interpreter.engines import ENGINES, MOST_TURNS
from hexwright.interpreter.setting import make_setting
from test_engines_agree import both, late_table, play_both
from test_invariants import assert_pieces_stand_well, assert_ranges, counted, printed

FOLDER = "cities_and_knights_seafarers"
VOYAGES = {
    "new_shores": 15,
    "four_islands": 14,
    "oceania": 14,
    "through_the_desert": 14,
    "new_world": 14,
    "great_crossing": 14,
    "greater_catan": 20,
}
"""scenarios of the sea and the points to win in the combination"""


def test_every_scenario_of_the_sea_has_its_combination() -> None:
    sea = {name.partition("/")[2] for name in shipped_names() if name.startswith("seafarers/")}
    assert sea - {"voyage"} == set(VOYAGES)


@pytest.mark.parametrize("voyage", VOYAGES)
def test_it_is_played_to_the_end(voyage: str) -> None:
    """Scenarios pass on both engines; games at random are won and lose nothing on the way."""
    rules = load_ruleset(f"{FOLDER}/ck_{voyage}")
    for scenario in rules.program.scenarios.values():
        for engine in ENGINES:
            outcome = run_scenario(rules, scenario, engine)
            assert outcome.passed, f"{outcome.title} ({engine}): {outcome.message}"
    for seed, pirate in enumerate((False, True, True)):
        game = new_game(rules, 4, seed, {"pirate_plays": pirate})
        first = cards(game)
        game.play_random(seed, offers=False)
        assert cards(game) == first
        assert_pieces_stand_well(game.setting, game.engine.table())
        assert_ranges(game.setting, game.engine.table())
        if game.winner is None:
            assert game.turns > MOST_TURNS
            continue
        points = game.points(game.winner)
        assert points is not None and points >= VOYAGES[voyage]


def cards(game: Game) -> Counter[str]:
    """What must not be lost; a space nobody has seen yet is no card."""
    box = printed(game.setting.program)
    found = counted(game.setting, game.engine.table())
    return Counter({name: n for name, n in found.items() if box[name]})


@pytest.mark.parametrize("voyage", VOYAGES)
def test_both_engines_agree(voyage: str) -> None:
    """From the founding and from late in a game, where most of both books is in play."""
    rules = load_ruleset(f"{FOLDER}/ck_{voyage}")
    setting = make_setting(rules.program, 4, {"pirate_plays": True})
    fast, plain = both(setting)
    fast.start(3)
    plain.start(3)
    assert play_both(fast, plain, 3, 30) == 30
    table, turns = late_table(setting, 3, 0.8)
    fast.place(table.copy(), table.phase, turns)
    plain.place(table.copy(), table.phase, turns)
    assert play_both(fast, plain, 3, 40, open_offers(rules.program)) > 0

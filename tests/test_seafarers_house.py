"""The house-rule gallery on the boards of Seafarers: what goes together, and why the rest does not.

Most house rules touch single named parts and so work on every sea board. The others contradict a
scenario in a part that both decide; composition refuses them and names both sides. Every house rule
is tried with one scenario, all scenarios in turn.
"""

import pytest
from hexwright.dsl.diagnostics import errors
from hexwright.dsl.load import shipped_names, try_ruleset
from hexwright.interpreter import new_game
from hexwright.interpreter.compiled.engine import CompiledEngine

SCENARIOS = [
    "new_shores", "four_islands", "oceania", "through_the_desert", "new_world", "great_crossing",
    "greater_catan",
]  # fmt: skip
HOUSE = [name for name in shipped_names() if name.startswith("house/")]
LAID_AT_RANDOM = ("new_shores", "greater_catan")
FIXED = tuple(name for name in SCENARIOS if name not in LAID_AT_RANDOM)
REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "club_night": (LAID_AT_RANDOM, "both decide how many points win; elsewhere they agree on 12"),
    "duel": (tuple(SCENARIOS), "both decide how many play, and how many points win"),
    "red_numbers_apart": (FIXED, "it lays the tokens of the spiral anew, and there is no spiral"),
    "ring_island": (tuple(SCENARIOS), "it brings a board of its own, and the scenario has one"),
    "team_help": (tuple(SCENARIOS), "both decide how many points win"),
    "team_roads": (tuple(SCENARIOS), "both decide how many points win"),
    "two_against_two": (tuple(SCENARIOS), "both decide how many points win"),
}
"""house rules, the scenarios that do not take them, and why"""


def expected(house: str, scenario: str) -> bool:
    return scenario in REFUSED.get(house, ((), ""))[0]


@pytest.mark.parametrize("number", range(len(HOUSE)), ids=HOUSE)
def test_a_house_rule_sails_or_is_refused_with_both_sides_named(number: int) -> None:
    name, scenario = HOUSE[number], SCENARIOS[number % len(SCENARIOS)]
    house = name.removeprefix("house/")
    rules, found = try_ruleset(f"seafarers/{scenario}", [name])
    assert rules is not None
    wrong = errors(found)
    assert bool(wrong) == expected(house, scenario), [d.message for d in wrong]
    if wrong:
        assert {d.code for d in wrong} <= {"C103", "C113"}, "contested, or removed and still used"
        assert all(d.hints or d.others for d in wrong)
        return
    game = new_game(rules, rules.program.players[1], number)
    assert isinstance(game.engine, CompiledEngine)
    assert game.play_random(number, most_turns=40) > 0

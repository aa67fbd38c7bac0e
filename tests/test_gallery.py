"""The gallery of house rules: each one short, told, checked and played; every pair composed.

A pair either works or is refused because both changed the same part, with both named. Base rules
and house rules are read once; what a pair costs is composing, compiling and a few hundred moves.
"""

import itertools
import random
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from hexwright.dsl import load
from hexwright.dsl.check import check
from hexwright.dsl.diagnostics import Diagnostic, errors
from hexwright.dsl.load import Rules, load_ruleset, try_ruleset
from hexwright.interpreter import new_game, run_scenario
from hexwright.interpreter.compiled.analysis import open_offers
from hexwright.interpreter.engines import COMPILED, ENGINES
from hexwright.interpreter.game import Game
from hexwright.interpreter.setting import make_setting
from hexwright.tools.trying import try_set_ups
from test_engines_agree import both, play_both

HOUSE = Path(__file__).resolve().parent.parent / "rulesets" / "house"
FILES = sorted(HOUSE.glob("*.rules"))
NAMES = [path.stem for path in FILES]
MOST_LINES = 20

WANTED = {
    *("friendly_robber", "duel", "red_numbers_apart", "late_robber", "consolation", "open_hands"),
    *("no_trade_with_leader", "nine_cards", "city_start", "long_roads", "endless_bank"),
    *("first_turn_auction", "volcano", "fixed_market", "two_against_two", "ring_island"),
}
"""house rules that the gallery promises"""

_READ: dict[str, Rules] = {}


@pytest.fixture(autouse=True)
def files_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees are never changed, so all pairs may share them."""
    monkeypatch.setattr(load, "parse_text", parsed_once)


parsed_once = lru_cache(maxsize=None)(load.parse_text)


def house(name: str) -> Rules:
    if name not in _READ:
        _READ[name] = load_ruleset(f"house/{name}")
    return _READ[name]


def own_file(name: str) -> str:
    return f"house/{name}.rules"


def before_scenarios(path: Path) -> list[str]:
    """The lines of the rule itself, without comments and blank lines."""
    text = path.read_text(encoding="utf-8").split("scenario")[0]
    return [line for line in text.splitlines() if line.strip() and line.strip()[0] != "#"]


def test_the_gallery_is_rich() -> None:
    assert set(NAMES) >= WANTED
    assert len(NAMES) >= 28


@pytest.mark.parametrize("name", NAMES)
def test_a_house_rule_is_short_told_and_clean(name: str) -> None:
    assert len(before_scenarios(HOUSE / f"{name}.rules")) <= MOST_LINES
    rules, found = try_ruleset(f"house/{name}")
    assert rules is not None
    found = [*found, *check(rules.world, rules.program), *try_set_ups(rules)]
    assert [d for d in found if d.severity != "note"] == []
    assert rules.program.title
    assert any(
        scenario.span.file == own_file(name) for scenario in rules.program.scenarios.values()
    )
    assert any(sentences_of(rules, name)), "nothing is said for print"


def sentences_of(rules: Rules, name: str) -> Iterator[str]:
    """Sentences for print that stand in the file of the house rule."""
    text = rules.texts[own_file(name)].split("scenario")[0]
    return (line for line in text.splitlines() if re.match(r" +text |change text ", line))


@pytest.mark.parametrize("name", NAMES)
def test_its_scenarios_and_those_of_its_parents_hold(name: str) -> None:
    rules = house(name)
    for scenario in rules.program.scenarios.values():
        mine = scenario.span.file == own_file(name)
        for engine in ENGINES if mine else (COMPILED,):
            outcome = run_scenario(rules, scenario, engine)
            assert outcome.passed, f"{scenario.title} ({engine}): {outcome.message}"


def played(rules: Rules, seed: int, most: int) -> Game:
    """A game at random for some decisions; it must be able to go on, or be won."""
    players = rules.program.players[seed % 2]
    game = new_game(rules, players=players, seed=seed, engine=COMPILED)
    dice = random.Random(seed)
    offers = open_offers(rules.program) if most > 1_000 else frozenset()
    for _ in range(most):
        if game.pending is None:
            assert game.winners
            break
        moves = game.moves()
        assert moves, f"seed {seed}: nobody can go on"
        game.play(dice.choice([m for m in moves if m.what not in offers] or moves))
    return game


@pytest.mark.parametrize("name", NAMES)
def test_no_block_of_it_can_be_lost_unnoticed(name: str, tmp_path: Path) -> None:
    """Without any one of its blocks a scenario fails, or the rest makes no sense."""
    text = (HOUSE / f"{name}.rules").read_text(encoding="utf-8")
    blocks = [block for block in re.split(r"(?m)^(?=[^\s#])", text) if block.strip()]
    for number, block in enumerate(blocks):
        if re.match(r"ruleset|scenario|remove scenario|change text|#", block):
            continue
        file = tmp_path / f"without_{number}.rules"
        rest = "".join(blocks[:number] + blocks[number + 1 :])
        file.write_text(rest.replace(f"ruleset {name}\n", f"ruleset without_{number}\n"), "utf-8")
        rules, found = try_ruleset(file)
        assert rules is not None
        own = [s for s in rules.program.scenarios.values() if s.span.file.endswith(file.name)]
        noticed = errors(found) or not all(run_scenario(rules, s).passed for s in own)
        assert noticed, f"nothing proves: {block.splitlines()[0]}"


@pytest.mark.parametrize("name", NAMES)
def test_the_compiled_engine_plays_it_to_the_end(name: str) -> None:
    assert played(house(name), 1, 20_000).winners


@pytest.mark.parametrize("name", NAMES)
def test_both_engines_play_it_alike(name: str) -> None:
    program = house(name).program
    setting = make_setting(program, program.players[1], {})
    fast, plain = both(setting)
    seed = NAMES.index(name)
    fast.start(seed)
    plain.start(seed)
    play_both(fast, plain, seed, most=70, left_out=open_offers(program))


# ---- pairs ---------------------------------------------------------------------------------------

PAIRS = list(itertools.combinations(NAMES, 2))


def refused_for(found: list[Diagnostic], one: str, other: str) -> bool:
    """Is every error a contested part, and are both house rules, or parents of them, named?"""
    return all(
        d.code == "C103" and named(d.message, one) and named(d.message, other)
        for d in errors(found)
    )


def named(message: str, name: str) -> bool:
    family = house(name).world.lineage
    return any(member in message.split() for member in family if member != "base")


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_together_with_every_other_one(name: str) -> None:
    """Each pair once: works, or is refused as contested by both."""
    wrong = []
    for number, (one, other) in enumerate(PAIRS):
        if one != name:
            continue
        rules, found = try_ruleset(f"house/{one}", [f"house/{other}"])
        if errors(found):
            if not refused_for(found, one, other):
                wrong.append(f"{one} + {other}: {errors(found)[0].message}")
            continue
        assert rules is not None
        try:
            played(rules, number, 200)
        except Exception as problem:
            wrong.append(f"{one} + {other}: {type(problem).__name__}: {problem}")
    assert wrong == []


def test_some_pairs_contradict_each_other() -> None:
    _, found = try_ruleset("house/polite_robber", ["house/robin_hood"])
    assert refused_for(found, "polite_robber", "robin_hood")
    _, found = try_ruleset("house/duel", ["house/two_against_two"])
    assert errors(found) and refused_for(found, "duel", "two_against_two")

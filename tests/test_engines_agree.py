"""Two executions of one meaning: the same answers give the same game on both engines.

After every decision are compared: who decides what, the legal moves, the points, the whole table,
and what chance has said. Games are cut after some hundred decisions so that many of them can be
played; others begin late, from a table that was reached at full speed.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hexwright.dsl.load import Rules, load_ruleset, shipped_names
from hexwright.interpreter import Move, new_game, run_scenario
from hexwright.interpreter.compiled.analysis import open_offers
from hexwright.interpreter.engines import COMPILED, ENGINES, REFERENCE, Engine, make_engine
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.game import POINTS
from hexwright.interpreter.moves import CHOOSE, DECLINE, ENOUGH, TAKE
from hexwright.interpreter.setting import Constant, Setting, make_setting
from hexwright.interpreter.table import Table
from hypothesis import given, settings
from hypothesis import strategies as st

Options = dict[str, Constant]

WAYS: list[tuple[int, Options]] = [
    (4, {}),
    (3, {}),
    (4, {"setup": "beginner"}),
    (3, {"setup": "beginner", "printed_board": "english", "first_seat": 3}),
    (4, {"harbors": "blank", "spiral_start": 4}),
    (3, {"trade_build_mode": "split", "spiral_start": 1}),
    (4, {"setup": "beginner", "trade_build_mode": "split", "first_seat": 4}),
    (4, {"points_to_win": 4}),
]
"""players and options of the games with fixed seeds"""

FIELDS = (
    "places", "owners", "stamps", "clock", "holders", "includes", "used", "pins", "active",
    "starter", "round", "phase", "paid", "generator", "script", "winners", "known",
)  # fmt: skip


def differences(one: Table, other: Table) -> Iterator[tuple[Any, ...]]:
    """What two tables do not have in common; slots with arguments may be left out while empty."""
    for slot in one.slots.keys() | other.slots.keys():
        left, right = one.slots.get(slot), other.slots.get(slot)
        written = slot in one.slots and slot in other.slots
        if left != right and (written or not slot[2]):
            yield slot, left, right
    for name in FIELDS:
        left, right = getattr(one, name), getattr(other, name)
        if left != right:
            yield name, left, right


def all_points(setting: Setting, table: Table) -> list[Any]:
    ev = Evaluator(setting, table)
    return [ev.worth(POINTS, seat, (), seat) for seat in range(setting.players)]


def assert_same(fast: Engine, plain: Engine, where: str) -> None:
    """Everything that can be seen of a game from outside, and its whole table."""
    assert fast.decision() == plain.decision(), where
    assert fast.moves() == plain.moves(), where
    one, other = fast.table(), plain.table()
    assert not list(differences(one, other)), where
    assert all_points(fast.setting, one) == all_points(plain.setting, other), where
    assert fast.said() == plain.said(), where
    assert fast.turns == plain.turns, where
    assert fast.winners == plain.winners, where


def play_both(
    fast: Engine, plain: Engine, seed: int, most: int, left_out: frozenset[str] = frozenset()
) -> int:
    """Answers at random, the same to both, compared after each; how many were given."""
    dice = random.Random(seed)
    for count in range(most):
        assert_same(fast, plain, f"seed {seed}, after {count} decisions")
        moves = fast.moves()
        if not moves:
            return count
        move = dice.choice([m for m in moves if m.what not in left_out] or moves)
        fast.answer(move)
        plain.answer(move)
    assert_same(fast, plain, f"seed {seed}, after {most} decisions")
    return most


def both(setting: Setting) -> tuple[Engine, Engine]:
    return make_engine(COMPILED, setting), make_engine(REFERENCE, setting)


def from_the_start(base: Rules, players: int, options: Options, seed: int, most: int) -> int:
    fast, plain = both(make_setting(base.program, players, options))
    fast.start(seed)
    plain.start(seed)
    return play_both(fast, plain, seed, most)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("players", "options"), WAYS, ids=str)
def test_the_first_decisions_agree(base: Rules, players: int, options: Options, seed: int) -> None:
    assert from_the_start(base, players, options, seed, most=300) == 300


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 2**63 - 1),
    players=st.integers(3, 4),
    options=st.fixed_dictionaries(
        {},
        optional={
            "setup": st.sampled_from(["beginner", "variable"]),
            "printed_board": st.sampled_from(["french", "english"]),
            "harbors": st.sampled_from(["printed", "blank"]),
            "trade_build_mode": st.sampled_from(["combined", "split"]),
            "first_seat": st.integers(1, 4),
            "spiral_start": st.integers(1, 6) | st.just("random"),
            "points_to_win": st.integers(3, 30),
        },
    ),
)
def test_any_options_and_any_seed_agree(
    base: Rules, seed: int, players: int, options: Options
) -> None:
    assert from_the_start(base, players, options, seed, most=120) > 0


def late_table(setting: Setting, seed: int, share: float) -> tuple[Table, int]:
    """The table and the turns of a game of that length: a share of a whole game at random."""
    engine = make_engine(COMPILED, setting)
    engine.start(seed)
    left_out = open_offers(setting.program)
    dice = random.Random(seed)
    reached: list[tuple[Table, int]] = []
    while (decision := engine.decision()) is not None:
        if decision.decision == "act":
            reached.append((engine.table(), engine.turns))
        engine.answer(dice.choice([m for m in engine.moves() if m.what not in left_out]))
    return reached[int(len(reached) * share)]


@pytest.mark.parametrize("seed", range(8))
def test_late_decisions_agree(base: Rules, seed: int) -> None:
    """Both engines go on from a table with many pieces and cards, the last ones to the end."""
    players, options = WAYS[seed % len(WAYS)]
    setting = make_setting(base.program, players, {**options, "points_to_win": 10})
    table, turns = late_table(setting, seed, 0.5 + seed * 0.07)
    fast, plain = both(setting)
    fast.place(table.copy(), table.phase, turns)
    plain.place(table.copy(), table.phase, turns)
    left_out = open_offers(base.program) if seed % 2 else frozenset()
    assert play_both(fast, plain, seed, 250, left_out) > 0


HOUSE = [name for name in shipped_names() if name.startswith("house/")]


@pytest.mark.parametrize("name", HOUSE)
def test_house_rules_agree(name: str) -> None:
    """From the middle of a game on: what a house rule adds is seldom met at the beginning."""
    program = load_ruleset(name).program
    setting = make_setting(program, program.players[1], {})
    left_out = open_offers(program)
    begun = make_engine(COMPILED, setting)
    begun.start(HOUSE.index(name))
    dice = random.Random(name)
    decided = 0
    while decided < 300 or (decision := begun.decision()) is None or decision.decision != "act":
        moves = begun.moves()
        begun.answer(dice.choice([m for m in moves if m.what not in left_out] or moves))
        decided += 1
    fast, plain = both(setting)
    for engine in (fast, plain):
        engine.place(begun.table(), begun.table().phase, begun.turns)
    assert play_both(fast, plain, decided, 80, left_out) > 0


THINGS_AROUND = """ruleset around
    extends base

rule whirl
    after roll_dice
    each h in hexes where h.terrain is desert
        chance chooses one from h.corners
        chance chooses other from h.edges
        chance chooses third from one.hexes
        chance chooses fourth from h.neighbours
    text "Chance points around the desert."
"""


def test_things_around_a_place_come_in_one_order(tmp_path: Path) -> None:
    path = tmp_path / "around.rules"
    path.write_text(THINGS_AROUND)
    assert from_the_start(load_ruleset(str(path)), 4, {"setup": "beginner"}, 3, most=40) == 40


def attempts(setting: Setting, dice: random.Random) -> Iterator[Move]:
    """Moves that mostly are not possible: every action bare, and with some answer or other."""
    top = setting.topology
    things = [*top.hex_names, *top.corner_names, *top.edge_names, *setting.colours]
    things += setting.member_names
    for name in setting.program.actions:
        yield Move(name)
        yield Move(name, (dice.choice(things),))
        yield Move(name, (dice.choice(setting.member_names), dice.choice(setting.member_names)))
    for word in (CHOOSE, TAKE):
        yield Move(word, (dice.choice(things),))
    yield Move(ENOUGH)
    yield Move(DECLINE)


@pytest.mark.parametrize("seed", range(3))
def test_refusals_agree(base: Rules, seed: int) -> None:
    """Why something is not possible is told in the same words, whichever engine is asked."""
    players, options = WAYS[seed]
    games = [new_game(base, players, seed, options, engine) for engine in ENGINES]
    dice = random.Random(seed)
    for count in range(100):
        if count % 4 == 0:
            for move in attempts(games[0].setting, dice):
                legal, told = ([g.is_legal(move), g.why_not(move)] for g in games)
                assert legal == told, f"seed {seed}, after {count} decisions: {move}"
        move = dice.choice(games[0].moves())
        for game in games:
            game.play(move)


def test_a_copy_agrees_with_the_other_engine(base: Rules) -> None:
    """Copies of both engines, taken inside a decision, go on alike."""
    fast, plain = both(make_setting(base.program, 4))
    fast.start(5)
    plain.start(5)
    for part in range(5):
        play_both(fast, plain, part, 40)
        play_both(fast.copy(), plain.copy(), part + 100, 30)
        assert_same(fast, plain, f"part {part}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_agree(base: Rules, seed: int) -> None:
    players, options = [(4, {}), (3, {"trade_build_mode": "split"})][seed % 2]
    fast, plain = both(make_setting(base.program, players, options))
    fast.start(seed)
    plain.start(seed)
    left_out = frozenset() if seed == 3 else open_offers(base.program)
    play_both(fast, plain, seed, 10**6, left_out)
    assert fast.decision() is None and plain.decision() is None
    assert len(fast.winners) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_every_scenario_passes(base: Rules, engine: str) -> None:
    scenarios = base.program.scenarios.values()
    outcomes = [run_scenario(base, scenario, engine) for scenario in scenarios]
    assert len(outcomes) > 100
    assert [f"{o.title}: {o.message} ({o.span.line})" for o in outcomes if not o.passed] == []

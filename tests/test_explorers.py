"""Explorers & Pirates: every scenario of the book proved, two engines, mixtures.

The catalogue of the book is not part of the project; the ids that the rules cite are.
"""

import random
import re
import time
from pathlib import Path

import pytest
from explorers_watch import Watch, watched
from hexwright.dsl import load_ruleset
from hexwright.dsl import program as ir
from hexwright.dsl.load import Rules
from hexwright.interpreter import new_game, run_scenario
from hexwright.interpreter.compiled.analysis import open_offers
from hexwright.interpreter.compiled.engine import CompiledEngine
from hexwright.interpreter.engines import COMPILED, ENGINES, REFERENCE, make_engine
from hexwright.interpreter.setting import Setting, make_setting
from hexwright.interpreter.table import Table
from test_engines_agree import play_both

FOLDER = "explorers_and_pirates"
TARGETS = {
    "land_ho": 8,
    "pirate_lairs": 12,
    "fish_for_catan": 15,
    "spices_for_catan": 15,
    "explorers_and_pirates": 17,
}
ROOT = Path(__file__).resolve().parent.parent / "rulesets" / FOLDER


@pytest.fixture(scope="module", params=TARGETS)
def book(request: pytest.FixtureRequest) -> Rules:
    return load_ruleset(f"{FOLDER}/{request.param}")


def short(rules: Rules) -> str:
    return rules.name.split("/")[-1]


# ---- the book ------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_every_scenario_passes(book: Rules, engine: str) -> None:
    outcomes = [run_scenario(book, s, engine) for s in book.program.scenarios.values()]
    assert outcomes
    assert [f"{o.title}: {o.message} ({o.span.line})" for o in outcomes if not o.passed] == []


def test_the_island_of_a_first_game_is_printed() -> None:
    """A scenario names its board and so chooses the option; only a plain game shows the usual."""
    option = load_ruleset(f"{FOLDER}/pirate_lairs").program.options["random_island"]
    assert option.normally is False


def test_who_places_a_neutral_piece_is_told_its_colour() -> None:
    game = new_game(load_ruleset(f"{FOLDER}/pirate_lairs"), players=2, seed=1)
    for action in ("place_neutral_harbor", "place_neutral_settlement"):
        assert "(white)" in game.sentence(action, "red")
        assert "(orange)" in game.sentence(action, "blue")


def ids(words: str) -> set[str]:
    """EP-001, EP-004 to EP-006 as single ids."""
    found = set()
    for head, low, high in re.findall(r"(EP-(?:EX-|D)?)(\d+)(?: to EP-(?:EX-|D)?(\d+))?", words):
        width = len(low)
        found |= {f"{head}{n:0{width}d}" for n in range(int(low), int(high or low) + 1)}
    return found


def test_every_id_is_proved_or_has_a_reason() -> None:
    """208 rules, 31 worked examples, 39 differences between the editions."""
    wanted = {f"EP-{n:03d}" for n in range(1, 209)}
    wanted |= {f"EP-EX-{n:02d}" for n in range(1, 32)} | {f"EP-D{n:02d}" for n in range(1, 40)}
    text = "\n".join(p.read_text(encoding="utf-8") for p in sorted(ROOT.rglob("*.rules")))
    lines = [line.strip() for line in text.splitlines()]
    proved = {i for line in lines if line.startswith("proves ") for i in ids(line)}
    reasons = {i for line in lines if line.startswith("unproved ") for i in ids(line)}
    cited = {i for line in lines if line.startswith("see ") for i in ids(line)}
    assert proved | reasons == wanted
    assert len(reasons) <= 3 and cited <= wanted


def test_nothing_is_wrong_with_any_ruleset_of_the_folder() -> None:
    from hexwright.dsl.check import check

    for name in ("explorers", "pirates", "missions", "lair_mission", "fish_mission", *TARGETS):
        rules = load_ruleset(f"{FOLDER}/{name}")
        found = [*rules.diagnostics, *check(rules.world, rules.program)]
        assert [d.code for d in found if d.severity != "note"] == [], name


def test_values_that_are_not_in_the_books_stand_in_one_file() -> None:
    """Changing that file alone changes tracks, lairs, tokens, shoals and the Pirate Bonus."""
    rules = load_ruleset(f"{FOLDER}/{FOLDER}")
    file = f"{FOLDER}/00_not_in_the_books.rules"
    values = {v.name: v.span.file for v in rules.program.values.values()}
    assert {values[n] for n in ("lair_points", "fish_points", "spice_points", "lair_numbers")} == {
        file
    }
    assert rules.program.kinds["area"].span.file == file
    numbers = re.compile(r"\((?:\d+, ){4,}\d+\)")
    for path in ROOT.glob("*.rules"):
        assert bool(numbers.search(path.read_text(encoding="utf-8"))) == (path.name in file)


def test_all_dice_have_six_faces() -> None:
    """What a scenario cannot show: chance says what it is told there."""
    rules = load_ruleset(f"{FOLDER}/{FOLDER}")
    dice = {key[1]: s for key, s in rules.program.states.items() if key[1].endswith("_die")}
    assert {"chase_die", "hero_die", "fish_die"} <= set(dice)
    for state in dice.values():
        low, high = state.low, state.high
        assert isinstance(low, ir.Const) and isinstance(high, ir.Const)
        assert (low.value, high.value) == (1, 6)


# ---- two engines ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", (2, 3, 4))
def test_the_first_decisions_agree(book: Rules, players: int) -> None:
    options = {"edition": "en2020"} if players == 3 else {}
    setting = make_setting(book.program, players, options)
    fast, plain = make_engine(COMPILED, setting), make_engine(REFERENCE, setting)
    assert isinstance(fast, CompiledEngine)
    fast.start(players)
    plain.start(players)
    assert play_both(fast, plain, players, 90) == 90


def late_table(setting: Setting, seed: int, decisions: int) -> tuple[Table, int]:
    """The table and the turns after so many random decisions, at the next free one."""
    engine = make_engine(COMPILED, setting)
    engine.start(seed)
    left_out = open_offers(setting.program)
    dice = random.Random(seed)
    while (decision := engine.decision()) is not None:
        if decisions <= 0 and decision.decision == "act":
            break
        engine.answer(dice.choice([m for m in engine.moves() if m.what not in left_out]))
        decisions -= 1
    return engine.table(), engine.turns


def test_late_decisions_agree(book: Rules) -> None:
    players = 2 + sorted(TARGETS).index(short(book)) % 3
    setting = make_setting(book.program, players)
    table, turns = late_table(setting, 3, 1500)
    fast, plain = make_engine(COMPILED, setting), make_engine(REFERENCE, setting)
    fast.place(table.copy(), table.phase, turns)
    plain.place(table.copy(), table.phase, turns)
    assert play_both(fast, plain, 3, 45) > 0


def seconds(rules: Rules, seed: int) -> tuple[int, float]:
    """Decisions of one random game, and the CPU time they took."""
    game = new_game(rules, 4, seed)
    began = time.process_time()
    decisions = game.play_random(seed, most_turns=250)
    return decisions, time.process_time() - began


def speed(found: list[list[tuple[int, float]]]) -> float:
    """Decisions in a second, each game by the best of its repetitions."""
    best = [min(game, key=lambda one: one[1]) for game in found]
    return sum(n for n, _ in best) / sum(t for _, t in best)


@pytest.mark.slow
def test_the_speed_is_near_that_of_the_base_game(base: Rules, book: Rules) -> None:
    """Games of both in turn, several times each: other programs disturb both alike."""
    ours: list[list[tuple[int, float]]] = [[] for _ in range(4)]
    theirs: list[list[tuple[int, float]]] = [[] for _ in range(16)]
    for _ in range(6):
        for seed in range(16):
            theirs[seed].append(seconds(base, seed))
            if seed % 4 == 0:
                ours[seed // 4].append(seconds(book, seed))
    assert speed(ours) >= 0.4 * speed(theirs)


# ---- mixing missions -----------------------------------------------------------------------------

SIXTH = """
ruleset gold_and_spices
    extends lair_mission, spice_mission
    title "Gold and spices"

change points_to_win to 14
    text "With {points_to_win} points the game is won."

remove value fish_points

change part sea of area.tiles to sea
    text "One plain sea hex lies hidden in each area."

board gold_and_spices_board
    text "A board for lairs and spices: the areas of Spices for Catan."
    cells terrain.code, token
    map
        |          *11h  *9h   ~     ~     *n    *n    *n    *n
        |       *3h   *8h   ~     ~     *n    *n    *n    *n    *n
        |    *4h   *10h  ~     ~     *n    *n    ~     *n    ~     *n
        | P6h   *12h  *8h   C     ~     ~     ~     ~     ~     ~     ~f
        |    *10h  *4h   ~     ~     *s    *s    ~     *s    ~     *s
        |       *11h  *6h   ~     ~     *s    *s    *s    *s    *s
        |          *3h   *5h   ~     ~     *s    *s    *s    *s
    letter h is home yes
    letter n is area north
    letter s is area south
    letter f is on_frame yes
    set dock to yes at @3,3N, @3,3S

scenario "Lairs and spices in one game"
    on gold_and_spices_board with 3 players
    then (count h in hexes where h.area is north and h.terrain is gold_field) is 3
    then (count h in hexes where h.area is north and h.terrain is in villages) is 3
    then every p in players: count p.markers is 2
    given phase is movement
    given @2,4.terrain is gold_field
    given not @2,4.face_down
    given @2,4.lair is (8)
    given red.ships is (@2,3SW, @2,4W)
    given spice_sacks is (@2,3SW.ship)
    given red.crews is (@2,4, @2,4)
    given @2,4W.ship is in red.crews
    red plays deliver_spices(@2,3SW.ship)
    red plays land_crew(@2,4W.ship, @2,4)
    red plays end_turn
    then red.points is 4
    then points_to_win is 14
"""


def test_a_sixth_scenario_from_lairs_and_spices(tmp_path: Path) -> None:
    """A house rule mixes missions freely: a board and a target are all it says."""
    file = tmp_path / "gold_and_spices.rules"
    file.write_text(SIXTH, encoding="utf-8")
    rules = load_ruleset(file)
    outcomes = [
        run_scenario(rules, s, e) for s in rules.program.scenarios.values() for e in ENGINES
    ]
    assert [o.message for o in outcomes if not o.passed] == []
    assert "fish_haul" not in rules.program.pieces
    for players in (2, 3, 4):
        game = new_game(rules, players, 1)
        watch = Watch(game.engine, 14)
        watched(game, watch).play_random(players, most_turns=60)
        assert watch.looked > 300

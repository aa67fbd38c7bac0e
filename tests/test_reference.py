"""The reference engine: whole games, one decision after the other, and what never may happen."""

import random
from collections import Counter
from pathlib import Path

import pytest
from hexwright.dsl import RulesetError, load_ruleset
from hexwright.dsl.load import Rules
from hexwright.interpreter import Move
from hexwright.interpreter.engines import ENGINES
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.game import Game, new_game
from hexwright.interpreter.reference import ReferenceEngine
from hexwright.interpreter.scenarios import coverage, run_scenario
from hexwright.interpreter.setting import Setting, make_setting
from hexwright.interpreter.table import Table

TOY = Path(__file__).parent / "toy.rules"
MOST_DECISIONS = 20_000


@pytest.fixture(scope="module")
def toy() -> Rules:
    return load_ruleset(TOY)


@pytest.fixture(scope="module")
def base() -> Rules:
    return load_ruleset("base")


def cards_on(setting: Setting, table: Table) -> Counter[int]:
    """Every card of the table, wherever it lies."""
    found: Counter[int] = Counter()
    for (key, _, _), held in table.slots.items():
        t = setting.program.states[key].type
        if t.shape != "one" or t.of == "number":
            continue
        if t.base == "cards":
            assert all(count > 0 for count in held.values())
            found.update(held)
        elif t.base == "pile":
            found.update(held)
        elif t.base == "member" and held is not None:
            found[held] += 1
    return found


def check_table(setting: Setting, table: Table) -> None:
    """Pieces stand on at most one place each, and only where their kind may stand."""
    assert len(table.places) == len(setting.instances)
    for piece, place in zip(setting.instances, table.places, strict=True):
        if place is not None:
            sort, _ = setting.sort_of_place(place)
            allowed = setting.program.pieces[piece.kind].places
            assert sort in allowed or sort in ("space", "piece")
        if piece.owner >= 0:
            assert table.owners[piece.id] == piece.owner


def play_out(game: Game, seed: int, held: tuple[str, ...]) -> int:
    """A game at random; cards of those kinds are counted after every decision."""
    dice = random.Random(seed)
    setting = game.setting
    counted = {m for kind in held for m in setting.kinds[kind]}

    def stock() -> dict[int, int]:
        cards = cards_on(setting, game.engine.table())
        return {m: n for m, n in cards.items() if m in counted}

    first = stock()
    decisions = 0
    while not game.finished and decisions < MOST_DECISIONS:
        moves = game.moves()
        assert moves and len(set(moves)) == len(moves)
        game.play(dice.choice(moves))
        assert stock() == first
        check_table(setting, game.engine.table())
        decisions += 1
    return decisions


def test_toy_games_end_with_a_winner(toy: Rules) -> None:
    for seed in range(10):
        game = new_game(toy, 2 + seed % 2, seed, engine="reference", max_turns=400)
        play_out(game, seed, ("fruit", "trick_card"))
        assert game.finished
        assert game.winner is not None or game.turns > 400


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_base_games_end_with_a_winner(base: Rules, seed: int) -> None:
    game = new_game(base, 3 + seed % 2, seed, engine="reference")
    dice = random.Random(seed)
    left_out = {"offer_trade", "hear_offers"}
    first = cards_on(game.setting, game.engine.table())
    decisions = 0
    while not game.finished:
        moves = [m for m in game.moves() if m.what not in left_out] or game.moves()
        game.play(dice.choice(moves))
        decisions += 1
        if decisions % 10 == 0:
            table = game.engine.table()
            check_table(game.setting, table)
            assert cards_on(game.setting, table) == first
    assert game.winner is not None
    assert (game.points(game.winner) or 0) >= 10


def test_same_seed_same_game_and_copies_are_independent(toy: Rules) -> None:
    one = new_game(toy, 2, 5, engine="reference")
    other = new_game(toy, 2, 5, engine="reference")
    dice = random.Random(5)
    for _ in range(60):
        if one.finished:
            break
        assert one.moves() == other.moves() and one.pending == other.pending
        before = one.engine.table()
        branch = one.copy()
        branch.play(dice.choice(branch.moves()))
        assert one.engine.table() == before
        move = dice.choice(one.moves())
        one.play(move)
        other.play(move)
        assert one.engine.table() == other.engine.table()


def started(rules: Rules, players: int = 2) -> ReferenceEngine:
    """A game of the toy whose first ladders stand."""
    engine = ReferenceEngine(make_setting(rules.program, players, {}))
    engine.start(3)
    while engine.state.round == 0:
        engine.answer(engine.moves()[0])
    return engine


def holding(engine: ReferenceEngine, seat: int) -> dict[str, int]:
    held = engine.table().slots[("player", "bag"), seat, ()]
    return {engine.setting.member_names[m]: n for m, n in held.items()}


def give(engine: ReferenceEngine, seat: int, **counts: int) -> None:
    table = engine.table()
    members = {engine.setting.members[name]: n for name, n in counts.items()}
    table.slots[("player", "bag"), seat, ()] = members
    engine.load(table)


def test_a_free_action_costs_nothing_and_a_paid_one_its_price(toy: Rules) -> None:
    engine = started(toy)
    assert holding(engine, 0) == {}
    assert not any(m.what == "put_ladder" for m in engine.moves())
    give(engine, 0, quince=1, medlar=1)
    move = next(m for m in engine.moves() if m.what == "put_ladder")
    engine.answer(move)
    assert holding(engine, 0) == {"medlar": 1}


def test_amounts_are_taken_in_order_and_end_when_requirements_hold(toy: Rules) -> None:
    engine = started(toy)
    give(engine, 0, quince=1, medlar=2)
    engine.answer(Move("swap"))
    assert engine.decision().decision == "pick"  # type: ignore[union-attr]
    assert engine.moves() == [
        Move("take", ("quince",)),
        Move("take", ("medlar",)),
        Move("decline"),
    ], "nothing is not enough"
    engine.answer(Move("take", ("medlar",)))
    assert Move("take", ("quince",)) not in engine.moves()
    engine.answer(Move("enough"))
    assert Move("enough") not in engine.moves(), "one for nothing is not even"
    engine.answer(Move("take", ("quince",)))
    engine.answer(Move("enough"))
    assert holding(engine, 0) == {"quince": 2, "medlar": 1}


def test_declining_an_amount_leaves_everything_as_it_was(toy: Rules) -> None:
    engine = started(toy)
    give(engine, 0, quince=2)
    before = engine.table()
    engine.answer(Move("swap"))
    engine.answer(Move("take", ("quince",)))
    engine.answer(Move("decline"))
    assert engine.table() == before
    assert engine.decision().decision == "act"  # type: ignore[union-attr]


def test_answers_at_once_are_gathered_before_anything_happens(toy: Rules) -> None:
    engine = started(toy)
    give(engine, 0, quince=4)
    give(engine, 1, medlar=4)
    table = engine.table()
    table.script = [3]
    engine.load(table)
    engine.answer(Move("pass_on"))
    first = engine.decision()
    assert first is not None and first.decision == "pick" and first.actions == ("drop_half",)
    assert first.colour == "blue", "from the active player on"
    for _ in range(2):
        engine.answer(engine.moves()[0])
    assert holding(engine, 1) == {"medlar": 4}, "sealed until all have answered"
    for _ in range(2):
        engine.answer(engine.moves()[0])
    assert holding(engine, 0) == {"quince": 2} and holding(engine, 1) == {"medlar": 2}


def test_a_limit_lasts_for_the_turn(toy: Rules) -> None:
    engine = started(toy)
    for _ in range(2):
        engine.answer(Move("pick_fruit", ("quince",)))
    assert not any(m.what == "pick_fruit" for m in engine.moves())
    engine.answer(Move("pass_on"))
    while engine.decision().decision == "pick":  # type: ignore[union-attr]
        engine.answer(engine.moves()[0])
    assert any(m.what == "pick_fruit" for m in engine.moves())


def test_an_award_goes_to_the_only_leader_and_ties_stay_with_the_holder(toy: Rules) -> None:
    engine = started(toy)
    give(engine, 0, quince=3)
    assert engine.table().holders["most_bags"] == 0
    give(engine, 1, medlar=3)
    assert engine.table().holders["most_bags"] == 0
    give(engine, 1, medlar=4)
    assert engine.table().holders["most_bags"] == 1
    give(engine, 1, medlar=1)
    give(engine, 0, quince=1)
    assert engine.table().holders["most_bags"] is None


def test_a_game_that_does_not_end_is_broken_off(toy: Rules) -> None:
    game = new_game(toy, 2, 0, {"goal": 9}, engine="reference", max_turns=6)
    while not game.finished:
        game.play(game.moves()[-1] if Move("pass_on") not in game.moves() else Move("pass_on"))
    assert game.turns == 7 and game.winner is None


def test_values_are_read_from_the_table(toy: Rules) -> None:
    engine = started(toy)
    ev = Evaluator(engine.setting, engine.table())
    assert ev.worth(("player", "points"), 0, (), 0) == 1


def test_the_scenarios_of_the_toy_hold(toy: Rules) -> None:
    outcomes = [run_scenario(toy, s, "reference") for s in toy.program.scenarios.values()]
    assert len(outcomes) == 6
    assert [f"{o.title}: {o.message} ({o.span})" for o in outcomes if not o.passed] == []


def test_a_scenario_that_fails_shows_both_sides(tmp_path: Path) -> None:
    wrong = """
scenario "A wrong bag"
    on orchard with 2 players
    red plays pick_fruit(quince)
    then red.bag is 2 medlar

scenario "A wrong reason"
    on orchard with 2 players
    then red may not put_ladder(@0,0N) because apart
"""
    path = tmp_path / "toy.rules"
    path.write_text(TOY.read_text(encoding="utf-8") + wrong, encoding="utf-8")
    rules = load_ruleset(path)
    failed = {
        s.title: run_scenario(rules, s, "reference")
        for s in rules.program.scenarios.values()
        if "wrong" in s.title
    }
    bag, reason = failed["A wrong bag"], failed["A wrong reason"]
    assert not bag.passed and "quince" in bag.message and "2 medlar" in bag.message
    assert bag.span.line > 0
    assert not reason.passed and "apart" in reason.message and "price" in reason.message


WRONG_CHOICES = {
    "then blue may choose @1,1": "@1,1 cannot be chosen: To the coast. (coast)",
    "then blue may not choose @0,0": "blue may choose @0,0",
    "then blue may not choose @1,1 because allowed": "not because of allowed",
    "then white may choose @0,0": "it is for blue to decide",
}
"""lines about the choice inside a card that do not hold, and what is said"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("line", WRONG_CHOICES)
def test_a_choice_is_judged_before_it_is_answered(line: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "scouts.rules"
    path.write_text(f"""
ruleset scouts
    extends base

card scouts of development_card
    copies 2
    choose goal from hexes
    require coast: count goal.neighbours < 6 else "To the coast."
    require allowed: goal is not robber.place else "Not to the robber."
    move robber to goal

scenario "Scouts"
    on printed_2015 with 3 players
    given blue.development is scouts
    blue plays play_development(scouts)
    {line}
""")
    rules = load_ruleset(path)
    outcome = run_scenario(rules, rules.program.scenarios["Scouts"], engine)
    assert not outcome.passed and WRONG_CHOICES[line] in outcome.message


@pytest.mark.parametrize("engine", ENGINES)
def test_half_a_move_is_refused_only_if_nothing_completes_it(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "half.rules"
    path.write_text("""
ruleset half
    extends base

scenario "Half a trade"
    on printed_2015 with 3 players
    given phase is main
    given blue.hand is 4 ore
    then blue may trade_with_bank(ore)
    then blue may not trade_with_bank(wool) because price
    then blue may not trade_with_bank(ore)
""")
    rules = load_ruleset(path)
    outcome = run_scenario(rules, rules.program.scenarios["Half a trade"], engine)
    assert (outcome.message, outcome.span.line) == ("blue may do it", 11)


def test_coverage_tells_proved_unproved_and_missing(toy: Rules) -> None:
    found = coverage(toy, ["TOY-001", "TOY-008", "TOY-009"])
    assert found.proved == ("TOY-001",)
    assert found.unproved == {"TOY-008": "Advice, not a rule."}
    assert found.missing == ("TOY-009",)
    assert coverage(toy, ["TOY-003"], failed=["A ladder has its price and its room"]).missing


def test_players_are_counted_by_seat_whoever_is_active(tmp_path: Path) -> None:
    path = tmp_path / "seats.rules"
    path.write_text(
        "ruleset seats\n    extends base\n"
        'scenario "Seats"\n    on printed_2015 with 4 players\n    given active is white\n'
        "    then players.at(1) is red\n    then players.at(3) is white\n",
        encoding="utf-8",
    )
    rules = load_ruleset(path)
    for engine in ("compiled", "reference"):
        assert run_scenario(rules, rules.program.scenarios["Seats"], engine).passed


def scenario_in(tmp_path: Path, *lines: str) -> Rules:
    path = tmp_path / "mine.rules"
    told = "\n    ".join(['scenario "Mine"', "on printed_2015 with 3 players", *lines])
    vent = "rule vent\n    after roll_dice\n    chance chooses spot from @2,2.corners\n"
    vent += "    if spot is @2,2SW\n        give 2 ore to you\n"
    path.write_text(f"ruleset mine\n    extends base\n\n{vent}\n{told}\n", encoding="utf-8")
    return load_ruleset(path)


@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_chance_says_only_what_it_can_and_corners_are_no_edges(tmp_path: Path, engine: str) -> None:
    start = ("given blue.hand is 0 ore", "chance shows 6, 6, @2,2SW", "blue plays roll_dice")
    rules = scenario_in(tmp_path, *start, "then blue.hand is 2 ore")
    assert run_scenario(rules, rules.program.scenarios["Mine"], engine).passed
    for wrong in ("6, 7, @2,2SW", "6, 6, @0,0NW"):
        rules = scenario_in(tmp_path, f"chance shows {wrong}", "blue plays roll_dice")
        outcome = run_scenario(rules, rules.program.scenarios["Mine"], engine)
        assert not outcome.passed and "chance cannot show" in outcome.message


def test_a_piece_is_given_only_to_places_of_its_sort(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="@2,2W is the name of an edge, not of a corner"):
        scenario_in(tmp_path, "given blue.settlements is (@2,2W, @4,0N)")

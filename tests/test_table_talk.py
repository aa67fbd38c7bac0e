"""What a terminal tells: figures that follow from the table; of answers only what all may know."""

import random
from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl import program as ir
from hexwright.dsl.load import Rules
from hexwright.interpreter import Game, Move, new_game
from hexwright.interpreter.compiled.analysis import open_offers
from hexwright.interpreter.uses import nodes
from hexwright.tools.discretion import UNSEEN, secret, told_to_others
from hexwright.tools.figures import of_game, of_members, of_pieces, of_player
from hexwright.tools.sight import Sight


@pytest.fixture(scope="module")
def cities() -> Rules:
    return load_ruleset("cities_and_knights")


def played(rules: Rules, seed: int, decisions: int) -> Game:
    game = new_game(rules, 4, seed, {"setup": "beginner"})
    dice = random.Random(seed)
    left_out = open_offers(rules.program)
    for _ in range(decisions):
        game.play(dice.choice([m for m in game.moves() if m.what not in left_out]))
    return game


def secrets(rules: Rules) -> set[tuple[str, str]]:
    """(block, name) of every choice whose answer others are not told."""
    program = rules.program
    found = set()
    for table in (program.actions, program.cards, program.steps, program.rules):
        for block in table.values():
            for line in nodes((getattr(block, "head", ()), block.body)):
                asked = isinstance(line, ir.Choose) and not line.by_chance
                if asked and secret(program, block, line):
                    found.add((block.name, line.local.name))
    return found


def test_what_is_taken_from_hidden_cards_and_stays_hidden_is_not_told(cities: Rules) -> None:
    assert secrets(cities) == {
        ("return_progress", "returned"),
        ("force_exchange", "offered"),
        ("force_exchange", "answer"),
        ("wedding", "gift"),
        ("spy", "taken"),
        ("master_merchant", "loot"),
    }


def test_the_base_game_has_no_such_answers(base: Rules) -> None:
    assert secrets(base) == set()


def test_others_hear_that_a_card_went_back_not_which(cities: Rules) -> None:
    for seed in range(30):
        game = played(cities, seed, 0)
        dice = random.Random(seed)
        while not game.finished:
            moves = [m for m in game.moves() if m.what not in open_offers(cities.program)]
            if any(m.what == "return_progress" for m in moves):
                for move in moves:
                    assert told_to_others(game, move) == Move("return_progress", (UNSEEN,))
                return
            for move in moves:
                if move.what in ("play_progress", "discard_half", "build_road"):
                    assert told_to_others(game, move) == move
            game.play(dice.choice(moves))
    pytest.fail("nobody had to give a card back")


def test_strengths_tracks_and_states_of_pieces_are_shown(cities: Rules) -> None:
    game = played(cities, 7, 600)
    told = {line for seat in range(4) for line in of_player(Sight(game, 0), seat)}
    assert any(line.startswith("active strength ") for line in told)
    assert any(line.startswith("road length ") for line in told)
    assert not any("points" in line for line in told)
    decks = next(line for line in of_members(Sight(game, 0)) if line.startswith("deck: "))
    assert decks.count(",") == 2 and decks.replace("deck: ", "")[-1].isdecimal()
    assert any("active" in line for line in of_pieces(Sight(game, 0)))
    assert any(line.startswith("total ") for line in of_game(Sight(game, 0)))


def test_a_figure_made_of_hidden_cards_is_for_their_owner(tmp_path: Path) -> None:
    file = tmp_path / "ores.rules"
    file.write_text(
        "ruleset ores\n    extends base\n\n"
        "value player.ores is player.hand.amount(ore)\n    allow R005\n\n"
        "value ten is 4 + 6\n    allow R005\n",
        encoding="utf-8",
    )
    rules = load_ruleset(file)
    game = new_game(rules, 4, 1)
    table = game.engine.table()
    ore = game.setting.members["ore"]
    for seat in range(4):
        table.slots[("player", "hand"), seat, ()] = {ore: 3}
    game.engine.load(table)
    assert "ores 3" in list(of_player(Sight(game, 1), 1))
    assert "ores 3" not in list(of_player(Sight(game, 1), 2))
    assert "ores 3" in list(of_player(Sight(game, None), 2))
    assert not any(line.startswith("ten ") for line in of_game(Sight(game, 1)))

"""Views: what a player sees, and that nothing hidden can be read from them."""

from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl.load import Rules
from hexwright.interpreter import Game, Hidden, Move, new_game
from hexwright.interpreter.table import Table
from hexwright.interpreter.view import view

TOY = Path(__file__).parent / "toy.rules"


@pytest.fixture(scope="module")
def game() -> Game:
    rules: Rules = load_ruleset(TOY)
    game = new_game(rules, 2, seed=2, engine="reference")
    game.play(Move("put_ladder", ("@0,0N",)))
    game.play(Move("put_ladder", ("@0,1N",)))
    return game


def with_cards(game: Game, seat: int, name: str, **counts: int) -> Table:
    table = game.engine.table()
    held = {game.setting.members[member]: n for member, n in counts.items()}
    table.slots[("player", name), seat, ()] = held
    return table


def test_holdings_are_seen_by_their_owner_and_counted_by_others(game: Game) -> None:
    table = with_cards(game, 0, "bag", quince=2, medlar=1)
    mine, other = view(game.setting, table, 0), view(game.setting, table, 1)
    assert mine.state("bag", "red") == (("quince", 2), ("medlar", 1))
    assert other.state("bag", "red") == Hidden(3)
    assert other.state("basket") == (("quince", 6), ("medlar", 6))


def test_without_a_public_count_nothing_is_told(game: Game) -> None:
    table = with_cards(game, 0, "sleeve", raid=1)
    assert view(game.setting, table, 1).state("sleeve", "red") == Hidden(None)
    assert view(game.setting, table, 0).state("sleeve", "red") == (("raid", 1),)


def test_a_pile_seen_by_nobody_shows_its_count(game: Game) -> None:
    assert game.view("red").state("deck") == Hidden(6)


def test_views_of_tables_that_differ_in_hidden_parts_are_equal(game: Game) -> None:
    one = with_cards(game, 0, "bag", quince=3)
    other = with_cards(game, 0, "bag", medlar=3)
    other.slots[("", "deck"), None, ()] = one.slots[("", "deck"), None, ()][::-1]
    other.slots[("player", "sleeve"), 0, ()] = {game.setting.members["raid"]: 2}
    other.generator = one.generator + 1
    other.script = [1]
    assert one != other
    assert view(game.setting, one, 1) == view(game.setting, other, 1)
    assert view(game.setting, one, 0) != view(game.setting, other, 0)


def test_the_board_is_public(game: Game) -> None:
    seen = game.view("blue")
    assert [(p.kind, p.owner, p.place) for p in seen.pieces] == [
        ("ladder", "red", "@0,0N"),
        ("ladder", "blue", "@0,1N"),
    ]
    assert seen.supply["ladder", "red"] == 3
    assert seen.active == "red" and seen.phase == "working" and seen.round == 1


def test_what_was_shown_is_known_to_those_who_saw_it(game: Game) -> None:
    table = game.engine.table()
    shown = ((game.setting.members["raid"], 1),)
    table.known = [(1, (("player", "sleeve"), 0, (shown,)))]
    assert view(game.setting, table, 1).known == (("sleeve", "red", (("raid", 1),)),)
    assert view(game.setting, table, 0).known == ()


def test_a_view_is_plain_data(game: Game) -> None:
    import json

    written = json.loads(json.dumps(game.view("red").as_json()))
    assert written["player"] == "red" and written["states"]["deck"] == [
        [None, {"hidden": True, "count": 6}]
    ]


def test_a_sentence_tells_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "secret.rules"
    file.write_text(
        "ruleset secret\n    extends base\n\n"
        "each player has plan: number from 0 to 9, at first 7\n    seen by owner\n\n"
        'action boast\n    during main\n    text "Your plan is {you.plan}."\n\n'
        'action spy\n    during main\n    text "The next plan is {you.next.plan}."\n\n'
        "action ask\n    during main\n    choose rival from players\n"
        '    text "You ask {rival}."\n',
        encoding="utf-8",
    )
    game = new_game(load_ruleset(file), 4, seed=1)
    assert game.sentence("boast", "red") == "Your plan is 7."
    assert game.sentence("spy", "red") == ""
    assert game.sentence("ask", "red") == ""

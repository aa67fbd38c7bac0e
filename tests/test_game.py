"""A game through its public interface: deciding, refusals, copies."""

from dataclasses import replace
from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl import program as ir
from hexwright.dsl.load import Rules
from hexwright.interpreter import Game, IllegalMove, Move, SettingError, new_game
from hexwright.interpreter.reference import ReferenceEngine
from hexwright.interpreter.refusals import explain
from hexwright.interpreter.setting import make_setting

TOY = Path(__file__).parent / "toy.rules"


@pytest.fixture(scope="module")
def toy() -> Rules:
    return load_ruleset(TOY)


@pytest.fixture(params=["reference", "compiled"])
def game(toy: Rules, request: pytest.FixtureRequest) -> Game:
    """First ladders stand at @0,0N and @0,1N; red is to move."""
    game = new_game(toy, 2, seed=2, engine=request.param)
    game.play(Move("put_ladder", ("@0,0N",)))
    game.play(Move("put_ladder", ("@0,1N",)))
    return game


def names(game: Game, move: Move, player: str | None = None) -> list[str]:
    return [refusal.name for refusal in game.why_not(move, player)]


def test_pending_says_who_decides_what(game: Game) -> None:
    decision = game.pending
    assert decision is not None
    assert (decision.player, decision.colour, decision.decision) == (0, "red", "act")
    assert decision.phase == "working" and "working" in decision.prompt
    assert {m.what for m in game.moves()} >= {"pick_fruit", "pass_on"}


def test_every_listed_move_is_legal_and_has_no_reason_against_it(game: Game) -> None:
    for move in game.moves():
        assert game.is_legal(move) and game.why_not(move) == []


def test_refusals_name_requirement_sentence_and_line(game: Game) -> None:
    refusals = {r.name: r for r in game.why_not(Move("put_ladder", ("@0,0N",)))}
    assert set(refusals) == {"free", "price"}
    assert refusals["free"].sentence == "Somebody stands there."
    file, _, line = refusals["free"].place.rpartition(":")
    text = TOY.read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert file.endswith("toy.rules") and "require free" in text
    assert "quince" in refusals["price"].sentence


def test_implied_requirements(game: Game) -> None:
    assert names(game, Move("put_ladder")) == ["price"]
    assert names(game, Move("drop_half")) == ["phase"]
    assert names(game, Move("play_trick")) == ["choice"]
    assert "turn" in names(game, Move("pass_on"), "blue")
    for _ in range(2):
        game.play(Move("pick_fruit", ("quince",)))
    assert names(game, Move("pick_fruit", ("quince",))) == ["limit"]


def test_a_sentence_fills_its_holes(game: Game) -> None:
    table = game.engine.table()
    table.slots[("", "basket"), None, ()] = {game.setting.members["medlar"]: 6}
    game.engine.load(table)
    (refusal,) = game.why_not(Move("pick_fruit", ("quince",)))
    assert refusal.sentence == "There is no quince left."


def test_the_reasons_of_a_card_stand_below_its_own(game: Game) -> None:
    table = game.engine.table()
    table.slots[("player", "sleeve"), 0, ()] = {game.setting.members["windfall"]: 1}
    table.slots[("", "basket"), None, ()] = {}
    game.engine.load(table)
    (refusal,) = game.why_not(Move("play_trick", ("windfall",)))
    assert refusal.name == "card"
    assert [inner.name for inner in refusal.inner] == ["waiting"]


@pytest.mark.parametrize(
    "move",
    [
        Move("no_such_action"),
        Move("pick_fruit", ("stone",)),
        Move("pick_fruit", (3,)),
        Move("pick_fruit", ("quince", "quince")),
        Move("put_ladder", ("@9,9N",)),
        Move("swap", ((("quince", -1),),)),
        Move("choose", ("quince",)),
        Move("enough"),
        Move("decline"),
        Move(""),
    ],
)
def test_nonsense_is_refused_with_reasons(game: Game, move: Move) -> None:
    before = game.engine.table()
    assert not game.is_legal(move)
    assert game.why_not(move)
    with pytest.raises(IllegalMove):
        game.play(move)
    assert game.engine.table() == before


def test_amounts_may_be_named_as_a_whole(game: Game) -> None:
    game.play(Move("pick_fruit", ("quince",)))
    swap = Move("swap", ((("quince", 1),), (("medlar", 1),)))
    assert game.is_legal(swap)
    assert not game.is_legal(Move("swap", ((("quince", 1),), (("medlar", 2),))))
    assert names(game, Move("swap", ((("quince", 1),), (("medlar", 2),)))) == ["even"]
    game.play(swap)
    assert game.view(0).state("bag", "red") == (("medlar", 1),)
    assert [m.what for m in game.journal.moves][-5:] == ["swap", "take", "enough", "take", "enough"]


def test_a_copy_goes_its_own_way(game: Game) -> None:
    other = game.copy()
    other.play(Move("pass_on"))
    assert game.pending != other.pending
    assert len(other.journal.entries) == len(game.journal.entries) + 1


def test_points_and_winner(game: Game) -> None:
    assert game.points(0) == game.points("red") == 1
    assert game.winner is None and game.winners == () and not game.finished
    table = game.engine.table()
    start = game.setting.place_base["corner"]
    own = [i.id for i in game.setting.instances if i.owner == 0]
    for number, piece in enumerate(own):
        table.places[piece] = start + 2 * number
    game.engine.load(table)
    assert game.finished and game.winner == 0 and game.pending is None and game.moves() == []
    assert names(game, Move("pass_on")) == ["over"]


def test_wrong_settings_are_told_in_a_sentence(toy: Rules, game: Game) -> None:
    for players, options in [(5, {}), (2, {"goal": 99}), (2, {"gaol": 4})]:
        with pytest.raises(SettingError):
            new_game(toy, players, options=options, engine="reference")
    with pytest.raises(SettingError):
        game.view("green")


def test_an_amount_that_can_never_do_is_not_offered(toy: Rules) -> None:
    game = new_game(toy, 2, seed=2, engine="reference")
    for place in ("@0,0N", "@0,1N"):
        game.play(Move("put_ladder", (place,)))
    assert not game.is_legal(Move("swap")), "there is nothing to give"
    assert names(game, Move("swap")) == ["something"]


def test_a_refusal_does_not_tell_what_is_hidden(toy: Rules) -> None:
    """The same refused move, once about an open state and once about a hidden one."""
    key = ("", "basket")
    hidden = replace(toy.program.states[key], sights=(ir.SightDef("seen", "nobody", None),))
    secret = replace(toy.program, states={**toy.program.states, key: hidden})
    for program, told in ((toy.program, ["there"]), (secret, [])):
        engine = ReferenceEngine(make_setting(program, 2, {}))
        engine.start(2)
        while engine.state.round == 0:
            engine.answer(engine.moves()[0])
        table = engine.table()
        table.slots[key, None, ()] = {}
        engine.load(table)
        move = Move("pick_fruit", ("quince",))
        assert move not in engine.moves()
        found = explain(engine.setting, engine.table(), engine.context(), move)
        assert [refusal.name for refusal in found] == told

"""Trips in the terminal: several steps chosen by where they lead, each one a move of its own."""

import io
from typing import Any

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl.load import Rules
from hexwright.interpreter import Game, Move, new_game
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.moves import DECLINE
from hexwright.interpreter.positions import Position
from hexwright.tools.session import Session
from hexwright.tools.trips import step_actions, trips


@pytest.fixture(scope="module")
def sea() -> Rules:
    return load_ruleset("explorers_and_pirates/pirate_lairs")


@pytest.fixture(scope="module")
def land_ho() -> Rules:
    return load_ruleset("explorers_and_pirates/land_ho")


def at_sea(rules: Rules, scenario: str) -> Game:
    """The position that a scenario begins with."""
    game = new_game(rules, 3, 1)
    while game.pending is not None and game.pending.phase != "opening":
        game.play(game.moves()[0])
    table = game.engine.table()
    told = rules.program.scenarios[scenario]
    position = Position(Evaluator(game.setting, table), told)
    for line in told.steps:
        if type(line).__name__ != "GivenDef":
            break
        position.give(line)
    game.engine.place(table, table.phase, 1)
    return game


def test_only_moves_to_a_neighbouring_place_are_steps(sea: Rules, base: Rules) -> None:
    assert list(step_actions(sea.program)) == ["sail"]
    assert step_actions(base.program) == {}


def test_destinations_with_their_steps(land_ho: Rules) -> None:
    game = at_sea(land_ho, "The first discovery")
    found = {trip.goal: trip for trip in trips(game)}
    assert len(found["@1,3SW"].steps) == 3
    assert not found["@1,3SW"].known
    assert found["@1,2E"].known and found["@1,2E"].price == ()
    assert all(1 <= len(trip.steps) <= 4 for trip in found.values())
    for trip in found.values():
        copy = game.copy()
        for move in trip.steps:
            assert copy.is_legal(move)
            copy.play(move)


def test_a_trip_ends_where_something_unknown_begins(land_ho: Rules) -> None:
    """What lies hidden changes nothing in the list: it cannot be read off."""
    lists = []
    for terrain in ("sea", "fields"):
        game = at_sea(land_ho, "The first discovery")
        table = game.engine.table()
        number = game.setting.topology.find("@2,4", "hex")
        table.slots[("hex", "terrain"), number, ()] = game.setting.members[terrain]
        game.engine.place(table, table.phase, 1)
        lists.append([(t.piece, t.goal, len(t.steps), t.price, t.known) for t in trips(game)])
    assert lists[0] == lists[1]


def test_the_price_is_told_and_a_longer_way_may_be_free(sea: Rules) -> None:
    game = at_sea(sea, "Without gold no step on the sides of the hex")
    table = game.engine.table()
    table.slots[("player", "purse"), 1, ()] = {game.setting.members["gold"]: 2}
    game.engine.place(table, table.phase, 1)
    gold = ((game.setting.members["gold"], 1),)
    prices: dict[tuple[str, str], set[Any]] = {}
    for trip in trips(game):
        prices.setdefault((trip.start, trip.goal), set()).add(trip.price)
    taxed = {goal for (_, goal), found in prices.items() if found == {gold}}
    free = {goal for (_, goal), found in prices.items() if () in found}
    assert taxed and free


def test_no_trip_stops_where_a_ship_cannot_stay(land_ho: Rules) -> None:
    game = at_sea(land_ho, "No ship stops beside two others")
    goals = {trip.goal for trip in trips(game) if trip.start == "@1,2NE"}
    starts = {trip.start for trip in trips(game)}
    assert "@1,2E" not in goals and starts


def session(game: Game, rules: Rules, typed: list[str]) -> tuple[Session, str]:
    talk = Session(game, rules, [None] * 3)
    out = io.StringIO()
    from rich.console import Console

    talk.console = Console(file=out, width=100)
    lines = iter(typed)

    def answer(*_: Any, **__: Any) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    talk.console.input = answer  # type: ignore[method-assign]
    talk.run()
    return talk, out.getvalue()


def test_going_plays_every_step_and_undo_takes_the_trip_back(land_ho: Rules) -> None:
    game = at_sea(land_ho, "The first discovery")
    before = len(game.journal.entries)
    talk, out = session(game, land_ho, ["go", "go @1,3SW"])
    played = [e.move for e in talk.game.journal.entries[before:] if e.move is not None]
    assert len(played) == 3
    assert all(m.what == "sail" for m in played)
    assert "(3)?" in out
    talk, _ = session(at_sea(land_ho, "The first discovery"), land_ho, ["go @1,3SW", "undo"])
    assert len(talk.game.journal.entries) == before


def test_going_by_number_by_piece_and_to_nowhere(land_ho: Rules) -> None:
    game = at_sea(land_ho, "The first discovery")
    known = trips(game)
    _, out = session(game, land_ho, [f"go {len(known) + 1}", "go @6,5E", "go 1"])
    assert f"There are {len(known)} trips" in out
    assert "No trip fits" in out
    start = known[0].start
    game = at_sea(land_ho, "The first discovery")
    talk, _ = session(game, land_ho, [f"go {start} {known[0].goal}"])
    assert trips(talk.game)[0].start == known[0].goal


def test_nothing_travels_before_the_roll(land_ho: Rules) -> None:
    game = new_game(land_ho, 3, 1)
    assert trips(game) == []
    assert game.pending is not None and Move(DECLINE) not in game.moves()

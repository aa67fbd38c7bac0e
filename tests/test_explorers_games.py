"""Explorers & Pirates: many games, looked at after every decision, and games that are won.

Players at random hardly ever reach the points of scenarios 3 to 5; a bot that goes for the missions
does, so that the end of every scenario is reached by playing.
"""

from functools import cache
from pathlib import Path

import pytest
from explorers_bot import Sailor
from explorers_watch import Watch, watched
from hexwright.dsl import load_ruleset
from hexwright.dsl.load import Rules
from hexwright.interpreter import Game, new_game
from hexwright.interpreter.compiled.engine import CompiledEngine

TARGETS = {
    "land_ho": 8,
    "pirate_lairs": 12,
    "fish_for_catan": 15,
    "spices_for_catan": 15,
    "explorers_and_pirates": 17,
}
EDITIONS = ("fr2025", "en2020")
WAYS = [(name, players) for name in TARGETS for players in (2, 3, 4)]


@cache
def book(name: str) -> Rules:
    return load_ruleset(f"explorers_and_pirates/{name}")


def looked_at(rules: Rules, target: int, players: int, seed: int) -> tuple[Game, Watch]:
    """A new game; by both editions in turn, scenario 2 also on a random island."""
    options: dict[str, object] = {"edition": EDITIONS[seed % 2]}
    if "random_island" in rules.program.options:
        options["random_island"] = seed % 4 > 1
    game = new_game(rules, players, seed, options)  # type: ignore[arg-type]
    watch = watch_of(game, target)
    return watched(game, watch), watch


_watches: dict[object, Watch] = {}


def watch_of(game: Game, target: int) -> Watch:
    """Made once for each setting: for what the compiled engine is made once."""
    engine = game.engine
    assert isinstance(engine, CompiledEngine)
    found = _watches.get(engine.compiled)
    if found is None:
        found = _watches[engine.compiled] = Watch(engine, target)
    return found


def assert_over(game: Game, watch: Watch, target: int) -> None:
    """A winner with the points, as the watch and the rules count them; or the limit of turns."""
    assert game.finished and game.moves() == []
    points = [game.points(seat) for seat in range(game.setting.players)]
    assert points == watch.total[: game.setting.players]
    if game.winner is None:
        assert max(p or 0 for p in points) < target + 1
    else:
        assert watch.total[game.winner] >= target
        assert game.engine.table().active == game.winner


@pytest.mark.parametrize(("name", "players"), WAYS)
def test_two_hundred_games(name: str, players: int) -> None:
    """All are looked at after every decision; most are cut, some are played to their end."""
    decisions = 0
    for seed in range(200):
        game, watch = looked_at(book(name), TARGETS[name], players, seed)
        before = watch.looked
        most = 1000 if seed % 70 == 0 else 3 + seed % 50
        decisions += game.play_random(seed, most_turns=most)
        assert watch.looked - before > 0
        assert game.winner is not None or game.turns == most + 1
        if game.winner is not None or seed % 10 == 0:
            assert_over(game, watch, TARGETS[name])
    assert decisions > 30_000


def sailed(rules: Rules, target: int, players: int, seed: int) -> tuple[Game, Watch]:
    """A game between players who go for the missions."""
    game, watch = looked_at(rules, target, players, seed)
    bot = Sailor(game.setting, seed)
    while game.pending is not None and game.turns < 400:
        game.play(bot.choose(game, game.moves()))
    return game, watch


@pytest.mark.parametrize(("name", "players"), WAYS)
def test_games_are_won(name: str, players: int) -> None:
    """Every scenario, by missions too where there are any; never before the points are there."""
    game, watch = sailed(book(name), TARGETS[name], players, players)
    assert game.winner is not None
    assert_over(game, watch, TARGETS[name])
    table = game.engine.table()
    kinds = [k for k in ("lair_marker", "fish_marker", "spice_marker") if k in watch.kinds]
    moved = {k for k in kinds for slot, _, piece in watch.kinds[k]
             if (place := table.places[piece]) is not None
             and game.setting.spaces[game.setting.sort_of_place(place)[1]][1] > 0}  # fmt: skip
    assert moved or not kinds


BROKEN = {
    "crowded": ("land_ho", "remove requirement distance of build_settlement"),
    "generous": ("land_ho", "change part harbor_settlements of player.open_points to 3"),
    "inland": ("land_ho", "remove part at_water of edge.sea_route"),
    "late": ("land_ho", "change points_to_win to 9"),
    "near": ("pirate_lairs", "remove part far_off of hex.open_to_pirates"),
    "greedy": ("spices_for_catan", "remove requirement first_visit of befriend_village"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_watch_notices_broken_rules(name: str, tmp_path: Path) -> None:
    parent, line = BROKEN[name]
    file = tmp_path / f"{name}.rules"
    header = f'ruleset {name}\n    extends explorers_and_pirates/{parent}\n    title "Broken"\n\n'
    file.write_text(header + line + "\n", encoding="utf-8")
    rules = load_ruleset(file)
    with pytest.raises(AssertionError):
        for seed in range(6):
            game, _ = looked_at(rules, TARGETS[parent], 2, seed)
            game.play_random(seed, most_turns=200)
            sailed(rules, TARGETS[parent], 2, seed)

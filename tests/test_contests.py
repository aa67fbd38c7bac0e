"""Two parents that do not know each other: what they may both do, and how a child decides."""

from __future__ import annotations

import re

import pytest
from hexwright.dsl.compose import Source, compose, read_source
from hexwright.dsl.diagnostics import Diagnostic
from hexwright.dsl.parse import parse_text
from hexwright.dsl.same import essence
from hexwright.dsl.world import World

BASE = """
ruleset base
    players 3 to 4
    seats 3: red, blue, white
option target is number from 3 to 20, normally 10
kind ware
    columns copies: number, price: number normally 1
    | wood | 19 | 2 |
    | clay | 19 |
kind thing of path, hut
piece path on edge
    supply 15 each
    cost wood + clay
piece hut on corner
    supply 5 each
each player has purse: cards of ware
    seen by owner
the game has weather: number from 0 to 5, at first 2
value player.rate(g: ware) is the lowest of
    part plain: 4
value player.mood is usually 0
    but sunny: 1 when weather > 3
value height is 3
award tallest for player
    measure count player.huts
    at least 3
    ties go to holder
card feast of ware
    copies 2
    you win
action build
    during main
    at most 1 time per turn
    choose spot from corners
    require free: no spot.huts else "Taken."
    place hut on spot
    text "Build a hut."
phase main
    ends with done
action done
    during main
action nap
    during main
steps harvest
    shuffle deck
rule surprise
    after build when weather > 1
    shuffle deck
board plain when target > 3
    cells ware.code
    map
        | A  B
    mark quay at hexes @0,0
section extras "Extras"
scenario "A"
    on plain with 3 players
    then yes
"""

# (one parent's line, the other parent's line)
CONTESTS = {
    "option": ("change target to 12", "change target to 14"),
    "formula": ("change height to 4", "change height to 5"),
    "first value": ("change weather to 4", "change weather to 5"),
    "cost": ("change cost of path to wood", "change path.cost to clay"),
    "supply": ("change supply of hut to 7", "change supply of hut to 8"),
    "cell": ("change wood.price to 3", "change wood.price to 4"),
    "copies": ("change copies of feast to 3", "change copies of feast to 4"),
    "limit": ("change limit of build to 2", "remove limit of build"),
    "when": ("change when of surprise to yes", "remove when of surprise"),
    "measure": ("change measure of tallest to 1", "change measure of tallest to 2"),
    "at least": ("change at least of tallest to 4", "remove at least of tallest"),
    "ties": ("change ties of tallest to starter", "remove ties of tallest"),
    "places": ("change places of hut to hex", "change places of hut to edge"),
    "seen": ("change seen of player.purse to everyone", "change seen of player.purse to nobody"),
    "ends": ("change ends of main to (done, nap)", "change ends of main to nap"),
    "requirement": (
        "change requirement free of build to yes",
        'replace requirement free of build: no else "No."',
    ),
    "removed requirement": (
        "remove requirement free of build",
        "change requirement free of build to yes",
    ),
    "changed, then removed": (
        "change requirement free of build to yes",
        "remove requirement free of build",
    ),
    "two additions": (
        'add requirement far to build: yes else "A."',
        'add requirement far to build: no else "B."',
    ),
    "sentence of a requirement": (
        'change text of requirement free of build to "A."',
        'change text of requirement free of build to "B."',
    ),
    "part": ("change part plain of player.rate to 3", "replace part plain of player.rate: 2"),
    "removed part": ("remove part plain of player.rate", "change part plain of player.rate to 2"),
    "two parts": ("add part guild to player.rate: 3", "add part guild to player.rate: 2"),
    "exception": (
        "replace but sunny of player.mood: 2 when weather > 3",
        "remove but sunny of player.mood",
    ),
    "choice": ("change choose spot of build to edges", "change choose spot of build to hexes"),
    "column": ("remove column price of ware", "add rows to ware\n    | tin | 3 | 4 |"),
    "two columns": (
        "add columns to ware\n    columns hue: number normally 1",
        "add columns to ware\n    columns hue: number normally 2",
    ),
    "two rows": (
        "add rows to ware\n    columns copies\n    | tin | 3 |",
        "add rows to ware\n    columns copies\n    | tin | 4 |",
    ),
    "mark": ("replace mark quay of plain: hexes @0,1", "remove mark quay of plain"),
    "two marks": ("add mark pit to plain: hexes @0,0", "add mark pit to plain: hexes @0,1"),
    "text": ('change text of build to "A."', 'change text of build to "B."'),
    "removed text": ("remove text of build", 'change text of build to "B."'),
    "action": (
        "replace action nap\n    during main\n    you win",
        "replace action nap\n    during main\n    shuffle deck",
    ),
    "removed action": (
        "remove action nap",
        'add requirement tired to nap: yes else "Not tired."',
    ),
    "steps": ("replace steps harvest\n    you win", "remove steps harvest"),
    "piece": (
        "replace piece hut on hex\n    supply 1 each",
        "change supply of hut to 8",
    ),
    "scenario": (
        'remove scenario "A"',
        'replace scenario "A"\n    on plain with 3 players\n    then no',
    ),
    "new block": ("option winter is flag, normally no", "option winter is flag, normally yes"),
    "cell of a map": ('change @0,1 of plain to "A"', 'change @0,1 of plain to "C"'),
    "players": ("ruleset a\n    players 2", "ruleset b\n    players 5 to 6"),
    "seats": (
        "ruleset a\n    seats 3: red, blue, green",
        "ruleset b\n    seats 3: red, white, gold",
    ),
}  # fmt: skip
UNDECIDABLE = ("cell of a map", "players", "seats", "column")
"""decided by writing the part again, not by `keep`"""


def source(name: str, text: str, *parents: str) -> Source:
    file, found = parse_text(f"{name}.rules", f"{text}\n")
    assert not found, found
    made, found = read_source(name, [file])
    assert not found
    made.parents = parents
    return made


def composed(one: str, other: str, child: str = "") -> tuple[World, list[Diagnostic]]:
    sources = [source("base", BASE), source("a", one, "base"), source("b", other, "base")]
    return compose([*sources, source("c", f"ruleset c\n{child}", "a", "b")])


def alone(line: str) -> World:
    made, found = compose([source("base", BASE), source("a", line, "base")])
    assert not found
    return made


def shape(world: World) -> list[tuple[object, list[str], list[str]]]:
    return [
        (id, list(essence(block)), [s.text for s in block.notes.texts])
        for id, block in world.blocks()
    ]


@pytest.mark.parametrize("name", CONTESTS)
def test_a_contest_names_both_places_and_can_be_decided(name: str) -> None:
    one, other = CONTESTS[name]
    if name == "column":
        _, found = composed(one, other)
        assert found  # a row for a column that is gone
        return
    _, found = composed(one, other)
    assert [d.name for d in found] == ["contested"]
    assert {found[0].span.file, found[0].others[0][0].file} == {"a.rules", "b.rules"}
    assert "a and b" in found[0].message or "removes" in found[0].message
    if name in UNDECIDABLE:
        return
    kept = re.search(r"`keep (.+?) from (\w)` or `… from (\w)`", found[0].hints[0])
    assert kept, found[0].hints
    assert {kept[2], kept[3]} == {"a", "b"}
    for parent, line in (("a", one), ("b", other)):
        made, found = composed(one, other, f"keep {kept[1]} from {parent}\n")
        assert not found, found
        assert sorted(map(repr, shape(made))) == sorted(map(repr, shape(alone(line))))


@pytest.mark.parametrize("name", CONTESTS)
def test_what_both_say_alike_is_no_contest(name: str) -> None:
    one, _ = CONTESTS[name]
    _, found = composed(one, one.replace("ruleset a", "ruleset b"))
    assert not found


def test_the_parts_of_one_block_are_apart() -> None:
    made, found = composed(
        "change supply of hut to 7\nchange at least of tallest to 4\nadd rows to ware\n"
        "    columns copies\n    | tin | 1 |\nadd part one to player.rate: 3",
        "change cost of hut to wood\nchange ties of tallest to starter\nadd rows to ware\n"
        "    columns copies\n    | silk | 1 |\nadd part two to player.rate: 2",
    )
    assert not found
    assert made.pieces["hut"].supply == 7 and made.pieces["hut"].cost is not None
    assert len(made.kinds["ware"].rows) == 4


def test_keeping_one_part_leaves_what_else_the_other_parent_did() -> None:
    made, found = composed(
        "change wood.price to 3\nchange at least of tallest to 4",
        "change wood.price to 4\nchange clay.price to 5\nchange at least of tallest to 5\n"
        "change ties of tallest to starter",
        "keep wood.price from a\nkeep at least of tallest from a\n",
    )
    assert not found
    prices = [row[2].value for row in made.kinds["ware"].rows]  # type: ignore[union-attr]
    assert prices == [3, 5]
    assert made.awards["tallest"].minimum.value == 4  # type: ignore[union-attr]
    assert made.awards["tallest"].ties is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("change target to 12", "change target to 14"),
        ("change target to 12", "raise target by 1"),
        ("change cost of path to wood", "change path.cost to clay"),
        ("replace value height is 1", "replace value height is 2"),
    ],
)
def test_one_ruleset_changes_one_part_once(one: str, other: str) -> None:
    _, found = compose([source("base", BASE), source("a", f"{one}\n{other}", "base")])
    assert [d.name for d in found] == ["defined-twice"]
    assert found[0].others[0][0].line == 1


def test_a_game_for_those_numbers_of_players_that_all_parents_allow() -> None:
    two, more = "ruleset a\n    players 2 to 4", "ruleset b\n    players 4 to 6"
    made, found = composed(two, more)
    assert not found and made.players == (4, 4)
    made, found = composed(two, more, "    players 3\n")
    assert not found and made.players == (3, 3)
    made, found = composed("ruleset a\n    players 2", more, "    players 5\n")
    assert not found and made.players == (5, 5)

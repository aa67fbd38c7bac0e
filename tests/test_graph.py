"""The rule graph: which nodes and edges a program gives."""

from __future__ import annotations

import networkx
import pytest
from hexwright.dsl import program as ir
from hexwright.dsl.compose import compose, read_source
from hexwright.dsl.graph import KINDS, SETTLING, edges_of, rule_graph
from hexwright.dsl.load import load_ruleset
from hexwright.dsl.parse import parse_text
from hexwright.dsl.resolve import resolve
from hexwright.dsl.uses import uses
from hexwright.dsl.world import World

YARD = """ruleset yard
    players 2
    seats 2: red, blue

option goal is number from 3 to 20, normally 10
kind fruit
    columns copies: number
    | plum | 9 |
each player has score: number from 0 to 30, at first 0
each player has basket: cards of fruit
    seen by owner
    spent to store
the game has store: cards of fruit, at first full
    seen by everyone
piece ladder on corner
    supply 5 each
    cost plum
kind thing of ladder
value player.points is the sum of
    part score: player.score
    part ladders: count player.ladders when goal > 3
award keeper for player
    measure player.points
section turn "The turn"
steps set_up
    do deal
steps deal
    each p in players
        give plum to p
steps take_turn
    you play morning
    you play evening
phase morning
    ends with go_on
phase evening
    ends with stop
action go_on
    during morning
    increase you.score by 1
action stop
    during evening
    set you.score to 0
action climb
    during morning, evening
    choose spot from rim
    require free: no spot.ladders else "Taken {goal}."
    pay ladder.cost
    place ladder on spot
    text "Climb for {goal} points."
rule first_echo
    after climb
    increase you.score by 1
rule second_echo
    after climb
    you may go_on
rule creak
    after placing thing
    set thing.owner.score to 3
rule victory
    whenever active.points >= goal
    active wins
board small
    map
        | *  *
    mark rim at corners @0,0N
    place ladder of red on @0,0N
"""
CHILD = """ruleset shed
    extends yard
change part score of player.points to 2 * player.score
"""


def read(*texts: str) -> tuple[World, ir.Program]:
    sources = []
    for text in texts:
        parsed, wrong = parse_text("yard.rules", text)
        source, _ = read_source(text.split()[1], [parsed])
        assert not wrong and source.header is not None
        source.parents = tuple(word.text for word in source.header.extends)
        sources.append(source)
    world, wrong = compose(sources)
    program, more = resolve(world)
    assert not wrong and not more, (wrong, more)
    return world, program


GRAPH = rule_graph(read(YARD)[1])

EDGES = [
    (("part", "score of player.points"), "reads", ("state", "player.score")),
    (("part", "ladders of player.points"), "reads", ("piece", "ladder")),
    (("part", "ladders of player.points"), "reads", ("option", "goal")),
    (("value", "player.points"), "holds", ("part", "score of player.points")),
    (("requirement", "free of climb"), "reads", ("piece", "ladder")),
    (("action", "climb"), "holds", ("requirement", "free of climb")),
    (("action", "climb"), "reads", ("mark", "rim")),
    (("action", "climb"), "writes", ("piece", "ladder")),
    (("action", "climb"), "writes", ("state", "player.basket")),
    (("action", "climb"), "writes", ("state", "store")),
    (("action", "climb"), "triggers", ("event", "placing ladder")),
    (("action", "climb"), "triggers", ("rule", "first_echo")),
    (("action", "climb"), "tells", ("text", "1 of action climb")),
    (("text", "1 of action climb"), "reads", ("option", "goal")),
    (("text", "1 of requirement free of climb"), "reads", ("option", "goal")),
    (("event", "placing ladder"), "triggers", ("rule", "creak")),
    (SETTLING, "triggers", ("rule", "victory")),
    (SETTLING, "triggers", ("award", "keeper")),
    (("rule", "first_echo"), "follows", ("rule", "second_echo")),
    (("rule", "second_echo"), "calls", ("action", "go_on")),
    (("steps", "set_up"), "calls", ("steps", "deal")),
    (("steps", "take_turn"), "calls", ("phase", "morning")),
    (("phase", "morning"), "follows", ("phase", "evening")),
    (("phase", "morning"), "offers", ("action", "climb")),
    (("phase", "morning"), "ends", ("action", "go_on")),
    (("action", "go_on"), "writes", ("state", "player.score")),
    (("action", "go_on"), "reads", ("state", "player.score")),
    (("steps", "deal"), "writes", ("state", "player.basket")),
    (("steps", "deal"), "reads", ("member", "plum")),
    (("kind", "thing"), "holds", ("piece", "ladder")),
    (("kind", "fruit"), "holds", ("member", "plum")),
    (("piece", "ladder"), "reads", ("member", "plum")),
    (("board", "small"), "holds", ("mark", "rim")),
    (("board", "small"), "writes", ("piece", "ladder")),
    (("section", "turn"), "holds", ("action", "climb")),
    (("state", "player.basket"), "reads", ("state", "store")),
]


@pytest.mark.parametrize(("one", "kind", "other"), EDGES)
def test_there_is_an_edge(one: tuple[str, str], kind: str, other: tuple[str, str]) -> None:
    assert GRAPH.has_edge(one, other), sorted(GRAPH.successors(one))
    assert kind in GRAPH.edges[one, other]["kinds"]


def test_setting_something_does_not_read_it() -> None:
    kinds = GRAPH.edges[("action", "stop"), ("state", "player.score")]["kinds"]
    assert kinds == ("writes",)


def test_what_is_not_there() -> None:
    assert not GRAPH.has_edge(("action", "stop"), ("state", "store"))
    assert not GRAPH.has_edge(("phase", "evening"), ("action", "go_on"))
    assert not GRAPH.has_edge(("rule", "second_echo"), ("rule", "first_echo"))
    assert ("ruleset", "yard") not in GRAPH


def test_nodes_know_their_place_and_edges_their_kinds() -> None:
    for node in GRAPH:
        assert (GRAPH.nodes[node]["sort"], GRAPH.nodes[node]["name"]) == node
    assert GRAPH.nodes["action", "climb"]["span"].file == "yard.rules"
    for _, _, kinds in GRAPH.edges(data="kinds"):
        assert kinds and set(kinds) <= set(KINDS)


def test_where_blocks_come_from() -> None:
    world, program = read(YARD, CHILD)
    graph = rule_graph(program, world)
    assert graph.edges[("ruleset", "shed"), ("ruleset", "yard")]["kinds"] == ("extends",)
    points = ("value", "player.points")
    assert graph.edges[("ruleset", "shed"), points]["kinds"] == ("replaces",)
    assert graph.edges[("ruleset", "yard"), points]["kinds"] == ("holds",)


def test_the_base_game_hangs_together() -> None:
    rules = load_ruleset("base")
    graph = rule_graph(rules.program, rules.world)
    blocks = [
        (sort, name)
        for sort, table in (
            ("action", rules.program.actions),
            ("steps", rules.program.steps),
            ("rule", rules.program.rules),
            ("phase", rules.program.phases),
        )
        for name in table
    ]
    starts = [("steps", "set_up"), ("steps", "take_turn"), SETTLING]
    reached = set(starts)
    for start in starts:
        reached |= networkx.descendants(graph, start)
    assert [block for block in blocks if block not in reached] == []
    assert len(edges_of(graph, "offers")) > 10


def test_what_a_statement_does() -> None:
    _, program = read(YARD)
    found = uses(program, program.actions["climb"].body)
    assert found.causes == {("event", "placing ladder")}
    assert ("piece", "ladder") in found.writes and not found.calls

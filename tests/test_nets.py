"""What the fast engine asks of nets of edges, beside the plain question it stands for."""

import random

import pytest
from hexwright.dsl import load_ruleset
from hexwright.interpreter import new_game
from hexwright.interpreter.board import Topology
from hexwright.interpreter.compiled.engine import CompiledEngine
from hexwright.interpreter.compiled.sets import bits, mask_of
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

"""What holds in every game after every decision, whatever is played.

Every card and every piece is in exactly one place, nothing is negative, somebody has to decide or
the game is over, every listed move is possible and every other one is refused with a reason, copies
are independent, a saved game comes back as it was, and nobody can read from a view what is hidden.

What is counted is derived from the program: states that hold cards, piles, single slots for things
that come from a pile, and supplies of pieces.
"""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hexwright.dsl import program as ir
from hexwright.dsl.load import Rules
from hexwright.interpreter import Game, Hidden, IllegalMove, Move, load, new_game, replay
from hexwright.interpreter import sight as sights
from hexwright.interpreter.box import copies
from hexwright.interpreter.compiled.analysis import open_offers
from hexwright.interpreter.engines import ENGINES, MOST_TURNS
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.moves import CHOOSE, DECLINE, ENOUGH, TAKE
from hexwright.interpreter.setting import NOBODY, Constant, Setting, constant
from hexwright.interpreter.table import Slot, Table
from hexwright.interpreter.view import view

Options = dict[str, Constant]
WAYS: list[tuple[int, Options]] = [
    (4, {}),
    (3, {}),
    (4, {"trade_build_mode": "split"}),
    (3, {"harbors": "blank", "spiral_start": 2}),
    (4, {"setup": "beginner"}),
    (3, {"setup": "beginner", "printed_board": "english"}),
]


# ---- what is counted -----------------------------------------------------------------------------


def moved_kinds(program: ir.Program) -> set[str]:
    """Kinds of things that lie in holdings or piles: of each there is a fixed number."""
    return {
        state.type.of
        for state in program.states.values()
        if state.type.base in ("cards", "pile") and state.type.of != "number"
    }


def contents(program: ir.Program, slot: Slot, value: object) -> Counter[int]:
    """Members that lie in a slot; a bundle is only a word about cards, no place for them."""
    t = program.states[slot[0]].type
    if t.base == "cards":
        assert isinstance(value, dict)
        return Counter(value)
    if t.base == "pile" and t.of != "number":
        assert isinstance(value, tuple)
        return Counter(value)
    if (t.base, t.shape) == ("member", "one") and t.of in moved_kinds(program):
        assert value is None or isinstance(value, int)
        return Counter(() if value is None else (value,))
    return Counter()


def counted(setting: Setting, table: Table) -> Counter[str]:
    """How often every member lies on the table, over all holdings, piles and slots."""
    found: Counter[int] = Counter()
    for slot, value in table.slots.items():
        found.update(contents(setting.program, slot, value))
    return Counter({setting.member_names[member]: n for member, n in found.items()})


def printed(program: ir.Program) -> Counter[str]:
    """How many of each there are in the box, for the kinds of which one place is full at first."""
    kinds = {state.type.of for state in program.states.values() if state.full}
    names = {name for kind in kinds for name in program.kinds[kind].members}
    return Counter({name: copies(program, name) for name in names})


def assert_nothing_is_lost(setting: Setting, table: Table, first: Counter[str]) -> None:
    program = setting.program
    assert counted(setting, table) == first
    for slot, value in table.slots.items():
        if isinstance(value, dict):
            assert all(n > 0 for n in value.values()), slot
            allowed = setting.kinds[program.states[slot[0]].type.of]
            assert set(value) <= set(allowed), slot


def sort_of_place(setting: Setting, place: int) -> str:
    """hex, corner or edge; of a space its track, of a piece its kind."""
    sort, number = setting.sort_of_place(place)
    if sort == "space":
        return setting.spaces[number][0]
    return setting.instances[number].kind if sort == "piece" else sort


def assert_pieces_stand_well(setting: Setting, table: Table) -> None:
    """Every piece is where its kind may stand, one on each place, or in its owner's supply."""
    program = setting.program
    assert len(table.places) == len(table.owners) == len(setting.instances)
    standing: Counter[tuple[str, int]] = Counter()
    taken: Counter[int] = Counter()
    stamps = []
    for piece in setting.instances:
        if not program.pieces[piece.kind].in_all:  # what there is once may change hands
            assert table.owners[piece.id] == piece.owner
        place = table.places[piece.id]
        if place is None:
            continue
        assert sort_of_place(setting, place) in program.pieces[piece.kind].places
        standing[piece.kind, piece.owner] += 1
        if not program.pieces[piece.kind].in_all:  # it stands beside others
            taken[place] += 1
        stamps.append(table.stamps[piece.id])
        if piece.owner != NOBODY:
            assert piece.owner < setting.players, "pieces of absent players stay in the box"
    assert all(n == 1 for n in taken.values())
    assert all(0 < stamp <= table.clock for stamp in stamps) and len(set(stamps)) == len(stamps)
    for (kind, owner), n in standing.items():
        piece_def = program.pieces[kind]
        assert n <= piece_def.supply, (kind, owner)


def assert_ranges(setting: Setting, table: Table) -> None:
    for slot, value in table.slots.items():
        state = setting.program.states[slot[0]]
        if state.low is not None and state.high is not None and isinstance(value, int):
            low, high = constant(state.low, setting), constant(state.high, setting)
            assert isinstance(low, int) and isinstance(high, int)
            assert low <= value <= high, slot


def assert_sound(setting: Setting, table: Table, first: Counter[str]) -> None:
    assert_nothing_is_lost(setting, table, first)
    assert_pieces_stand_well(setting, table)
    assert_ranges(setting, table)


def random_move(game: Game, dice: random.Random, offers: bool = True) -> Move:
    moves = game.moves()
    if not offers:
        left_out = open_offers(game.setting.program)
        moves = [m for m in moves if m.what not in left_out] or moves
    return dice.choice(moves)


def games_to_look_at(
    base: Rules,
    engine: str = "compiled",
    count: int = 6,
    most: int = 600,
    offers: bool = False,
    ways: list[tuple[int, Options]] = WAYS,
) -> Iterator[tuple[Game, int, random.Random]]:
    """Games at random, handed out at every decision."""
    for seed in range(count):
        players, options = ways[seed % len(ways)]
        game = new_game(base, players, seed, options, engine)
        dice = random.Random(seed)
        for number in range(most):
            yield game, number, dice
            if game.finished:
                break
            game.play(random_move(game, dice, offers or seed % 3 == 2))


# ---- conservation --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), WAYS, ids=str)
def test_the_box_is_complete(base: Rules, players: int, options: Options) -> None:
    """At the first decision every card of the box is there, as often as it is printed."""
    game = new_game(base, players, 3, options)
    found = counted(game.setting, game.engine.table())
    box = printed(base.program)
    assert sum(box.values()) == 5 * 19 + 19 + 6 + 25
    if options.get("setup") == "beginner":  # the hexes of a printed board are no cards of the stack
        box += Counter({name: copies(base.program, name) for name in terrains(base)})
    assert found == box


def terrains(base: Rules) -> tuple[str, ...]:
    return base.program.kinds["terrain"].members


def test_nothing_is_lost_after_any_decision(base: Rules) -> None:
    first: Counter[str] = Counter()
    looked = 0
    for game, number, _ in games_to_look_at(base, count=12):
        table = game.engine.table()
        if number == 0:
            first = counted(game.setting, table)
        assert_sound(game.setting, table, first)
        looked += 1
    assert looked > 4000


@pytest.mark.parametrize("part", range(4))
def test_a_thousand_games(base: Rules, part: int) -> None:
    """They are won, or stop at the stated limit; nothing is lost on the way."""
    won = 0
    for seed in range(part * 250, part * 250 + 250):
        players, options = WAYS[seed % len(WAYS)]
        game = new_game(base, players, seed, options)
        first = counted(game.setting, game.engine.table())
        decisions = game.play_random(seed, offers=seed % 50 == 0)
        assert decisions > 0 and game.finished and game.moves() == []
        assert len(game.winners) == 1 or (not game.winners and game.turns > MOST_TURNS)
        won += len(game.winners)
        assert_sound(game.setting, game.engine.table(), first)
        if game.winner is not None:
            points = game.points(game.winner)
            assert points is not None and points >= 10
            assert game.engine.table().active == game.winner
    assert won > 240


def test_a_game_stops_at_the_stated_limit(base: Rules) -> None:
    for engine in ENGINES:
        game = new_game(base, 4, 1, engine=engine, max_turns=3)
        dice = random.Random(1)
        while not game.finished:
            game.play(random_move(game, dice, offers=False))
        assert game.turns == 4 and game.winners == () and game.winner is None
        assert game.pending is None and game.moves() == []


# ---- decisions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_somebody_decides_or_the_game_is_over(base: Rules, engine: str) -> None:
    for game, _, _ in games_to_look_at(base, engine, count=6, most=250):
        pending, moves = game.pending, game.moves()
        assert (pending is None) == (not moves) == game.finished
        if pending is None:
            assert game.winners or game.turns > MOST_TURNS
            continue
        assert not game.winners
        assert 0 <= pending.player < game.setting.players
        assert pending.colour == game.setting.colours[pending.player]
        assert pending.prompt and len(set(moves)) == len(moves)
        assert game.moves() == moves, "looking twice shows the same in the same order"


def test_every_listed_move_is_possible(base: Rules) -> None:
    """It is legal, nothing speaks against it, and it can be played."""
    for game, number, dice in games_to_look_at(base, count=6, most=400):
        if number % 5:
            continue
        moves = game.moves()
        for move in dice.sample(moves, min(12, len(moves))):
            assert game.is_legal(move) and game.why_not(move) == []
            game.copy().play(move)


def attempts(setting: Setting, dice: random.Random) -> Iterator[Move]:
    """Moves that mostly are not possible."""
    top = setting.topology
    things: list[str] = [*top.hex_names, *top.corner_names, *top.edge_names, *setting.colours]
    things += setting.member_names
    for name, action in setting.program.actions.items():
        asked = [line for line in action.head if isinstance(line, ir.Choose)]
        yield Move(name)
        yield Move(name, tuple(dice.choice(things) for _ in asked))
        yield Move(name, tuple(dice.choice(setting.member_names) for _ in asked))
        yield Move(name, tuple(dice.choice(things) for _ in range(len(asked) + 1)))
    for word in (CHOOSE, TAKE):
        yield Move(word, (dice.choice(things),))
        yield Move(word)
    yield from (Move(ENOUGH), Move(DECLINE), Move("fly"), Move("", ()))
    yield Move(CHOOSE, ((("nothing", 1),),))
    yield Move("roll_dice", (None, True, -1))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_refused_move_has_a_reason_and_changes_nothing(base: Rules, engine: str) -> None:
    refused = 0
    for game, number, dice in games_to_look_at(base, engine, count=6, most=160):
        if number % 8:
            continue
        before, moves = game.engine.table(), game.moves()
        for move in attempts(game.setting, dice):
            if game.is_legal(move):
                assert game.why_not(move) == []
                continue
            reasons = game.why_not(move)
            assert reasons and all(r.name and r.sentence for r in reasons), (number, move)
            with pytest.raises(IllegalMove) as wrong:
                game.play(move)
            assert wrong.value.reasons == reasons
            refused += 1
        assert game.engine.table() == before and game.moves() == moves
    assert refused > 1000


def test_others_are_refused_because_it_is_not_their_turn(base: Rules) -> None:
    for game, number, _ in games_to_look_at(base, count=3, most=100):
        pending = game.pending
        if number % 10 or pending is None:
            continue
        for seat in range(game.setting.players):
            if seat != pending.player:
                reasons = game.why_not(game.moves()[0], seat)
                assert reasons[0].name == "turn" and pending.colour in reasons[0].sentence


def test_after_the_end_nothing_is_possible(base: Rules) -> None:
    for engine in ENGINES:
        game = new_game(base, 3, 9, engine=engine, max_turns=2)
        while not game.finished:
            game.play(game.moves()[0])
        table = game.engine.table()
        for move in (Move("roll_dice"), Move("end_turn"), Move(DECLINE), Move("nonsense")):
            assert not game.is_legal(move) and game.why_not(move)
            with pytest.raises(IllegalMove):
                game.play(move)
        assert game.engine.table() == table


# ---- copies, saved games -------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_copies_are_independent(base: Rules, engine: str) -> None:
    """Playing on a copy changes nothing, and two copies played alike stay alike."""
    for game, number, _ in games_to_look_at(base, engine, count=4, most=150, offers=True):
        if number % 12:
            continue
        before = (game.engine.table(), game.pending, game.moves(), game.journal.text())
        one, other = game.copy(), game.copy()
        for copy in (one, other):
            dice = random.Random(number)
            for _ in range(25):
                if not copy.finished:
                    copy.play(random_move(copy, dice))
        assert (game.engine.table(), game.pending, game.moves(), game.journal.text()) == before
        assert one.engine.table() == other.engine.table()
        assert one.journal.text() == other.journal.text() != before[3]


def test_a_table_that_is_read_is_no_way_in(base: Rules) -> None:
    """Whoever changes a table or a view that was handed out changes no game."""
    game = new_game(base, 4, 2)
    before = game.engine.table()
    taken = game.engine.table()
    for value in taken.slots.values():
        if isinstance(value, dict):
            value.clear()
    taken.places[:] = [None] * len(taken.places)
    game.moves().clear()
    game.view(0).states.clear()
    assert game.engine.table() == before and game.moves()


@pytest.mark.parametrize("engine", ENGINES)
def test_writing_a_table_down_and_reading_it_changes_nothing(base: Rules, engine: str) -> None:
    """What an engine keeps beside the table (counts, masks, lengths) follows from the table."""
    for game, number, _ in games_to_look_at(base, engine, count=5, most=200):
        if number % 6 or game.finished:
            continue
        again = game.engine.copy()
        again.load(game.engine.table())
        assert again.decision() == game.engine.decision()
        assert again.moves() == game.engine.moves()
        assert again.table() == game.engine.table()


def test_a_saved_game_comes_back(base: Rules, tmp_path: Path) -> None:
    """From the same or from the other engine: the same table, decision, moves and journal."""
    file = tmp_path / "game.journal"
    for seed, (players, options) in enumerate(WAYS):
        game = new_game(base, players, seed, options)
        dice = random.Random(seed)
        for _ in range(120 + 40 * seed):
            game.play(random_move(game, dice, offers=seed % 2 == 0))
        game.save(file)
        text = file.read_text(encoding="utf-8")
        for again in (
            load(file, base),
            replay(text, base, ENGINES[1]),
            replay(game.journal, base),
        ):
            assert again.engine.table() == game.engine.table()
            assert again.pending == game.pending and again.moves() == game.moves()
            assert again.journal.text() == text


# ---- views ---------------------------------------------------------------------------------------


def disguised(setting: Setting, table: Table, player: int, dice: random.Random) -> Table:
    """A table with other contents wherever the player does not see them, as many as before."""
    other = table.copy()
    ev = Evaluator(setting, table)
    for slot, value in table.slots.items():
        t = setting.program.states[slot[0]].type
        if sights.seen(ev, player, slot) >= sights.CONTENTS or t.of == "number":
            continue
        members = setting.kinds.get(t.of, ())
        if t.base == "cards":
            drawn = dice.choices(members, k=sum(value.values()))
            other.slots[slot] = dict(sorted(Counter(drawn).items()))
        elif t.base == "pile":
            other.slots[slot] = tuple(dice.choices(members, k=len(value)))
    other.generator = dice.getrandbits(64)
    return other


def swapped(setting: Setting, table: Table, player: int, dice: random.Random) -> Table:
    """Two unseen cards of one kind change places: as it might really have come."""
    other = table.copy()
    ev = Evaluator(setting, table)
    homes: dict[str, list[Slot]] = {}
    for slot, value in table.slots.items():
        t = setting.program.states[slot[0]].type
        hidden = sights.seen(ev, player, slot) < sights.CONTENTS
        if hidden and value and t.base in ("cards", "pile") and t.of != "number":
            homes.setdefault(t.of, []).append(slot)
    for slots in homes.values():
        loose = [
            m
            for slot in slots
            for m in contents(setting.program, slot, table.slots[slot]).elements()
        ]
        dice.shuffle(loose)
        for slot in slots:
            held = contents(setting.program, slot, table.slots[slot]).total()
            part, loose = loose[:held], loose[held:]
            cards = setting.program.states[slot[0]].type.base == "cards"
            other.slots[slot] = dict(sorted(Counter(part).items())) if cards else tuple(part)
    return other


def test_views_leak_nothing(base: Rules) -> None:
    """Tables that differ only in what a player does not see give that player the same view."""
    differed = 0
    for game, number, dice in games_to_look_at(base, count=6, most=500):
        if number % 10:
            continue
        setting, table = game.setting, game.engine.table()
        for player in range(setting.players):
            seen = game.view(player)
            for other in (
                disguised(setting, table, player, dice),
                swapped(setting, table, player, dice),
            ):
                differed += other.slots != table.slots
                assert view(setting, other, player) == seen
                assert repr(view(setting, other, player)) == repr(seen)
                assert view(setting, other, player).as_json() == seen.as_json()
            assert counted(setting, swapped(setting, table, player, dice)) == counted(
                setting, table
            )
    assert differed > 500


def test_a_view_shows_own_cards_and_only_counts_others(base: Rules) -> None:
    for game, number, _ in games_to_look_at(base, count=4, most=400):
        if number % 20:
            continue
        table = game.engine.table()
        names = game.setting.member_names
        for player, colour in enumerate(game.setting.colours):
            seen = game.view(player)
            assert seen.state("hex_stack") == Hidden() == seen.state("frame_stack")
            deck = table.slots[("", "development_deck"), None, ()]
            assert seen.state("development_deck") == Hidden(len(deck))
            for owner, name in enumerate(game.setting.colours):
                for holding in ("hand", "development", "fresh_development"):
                    held = table.slots[("player", holding), owner, ()]
                    shown = seen.state(holding, name)
                    if name == colour:
                        assert shown == tuple((names[m], n) for m, n in sorted(held.items()))
                    else:
                        assert shown == Hidden(sum(held.values()))
            if not game.finished:
                assert seen.known == (), "nothing is shown before somebody wins"


def test_the_winner_shows_hidden_points(base: Rules) -> None:
    """Victory point cards become known to all at the end, and only those of the winner."""
    shown = 0
    for seed in range(40):
        game = new_game(base, 4, seed)
        game.play_random(seed)
        if game.winner is None:
            continue
        winner = game.setting.colours[game.winner]
        for player in range(4):
            for name, owner, what in game.view(player).known:
                assert (name, owner) == ("victory_cards", winner)
                assert isinstance(what, tuple) and {n for n, _ in what} <= {"victory_point"}
                shown += bool(what)
    assert shown > 0

"""Names and types: what every term becomes, and what is said about every mistake."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hexwright.dsl import load
from hexwright.dsl import program as ir
from hexwright.dsl.check import check
from hexwright.dsl.compose import compose, read_source
from hexwright.dsl.diagnostics import Diagnostic, errors
from hexwright.dsl.parse import parse_text
from hexwright.dsl.program import FLAG, NUMBER, TEXT, Type
from hexwright.dsl.resolve import resolve
from hexwright.dsl.types import describe
from hexwright.dsl.walk import walk
from hexwright.dsl.world import World

ROOT = Path(__file__).resolve().parent.parent

GARDEN = """ruleset garden
    title "The garden"
    players 2 to 3
    seats 2: red, blue
    seats 3: red, blue, white

option goal is number from 3 to 20, normally 10
    text "Whoever has {goal} points wins."
option season is summer or winter, normally summer
    text "When it is played."

kind fruit
    columns copies: number, ripe: flag
    | plum | 9 | yes |
    | pear | 9 | no  |
kind herb
    columns copies: number, code: text
    | dill | 3 | "D" |
    | mint | 3 | "M" |
kind crop of fruit, herb
kind trick

each hex has soil: herb or none
each hex has depth: number from 1 to 6 or none
each player has score: number from 0 to 30, at first 0
each player has tired: flag, at first no, until end of turn
each player has friends: set of player
each player has basket: cards of fruit
    seen by owner
    count seen by everyone
    spent to store
the game has store: cards of fruit, at first full
    seen by everyone
the game has deck: pile of trick, at first full
    contents seen by everyone
the game has numbers: pile of number, at first (1, 2, 3)
    seen by everyone

track ladderway from 0 to 5
piece ladder on corner
    supply 5 each
    cost plum + pear
    text "Stands on a corner."
piece fence on edge
    supply 9 each
    text "Stands on an edge."
piece cat on hex
    supply 1 in all
    text "Sleeps on a hex."
piece pawn on ladderway
    supply 1 each
    text "Climbs."
kind thing of ladder, fence
each ladder has fresh: flag, at first no

value player.points is the sum of
    part score: player.score
        text "Points."
    part ladders: count player.ladders
        text "Ladders."
value player.others is all q in players where q is not player
    text "Everybody else."
value player.open(c: corner) is no c.ladders
    text "A corner without a ladder."
value player.line is longest trail over player.fences passing player.open
    text "The longest fence."

award keeper for player
    measure player.line
    at least 2
    ties go to holder
    text "Has the longest fence."

steps set_up
    shuffle deck
    each p in players
        p must climb without paying ignoring rested
    text "Begin."
steps take_turn
    you play work
    text "Work."
phase work
    ends with rest
    text "Do what you like."
action climb
    during work
    choose spot from corners
    require free: no spot.ladders else "Taken."
    require rested: not you.tired else "Too tired."
    pay ladder.cost
    place ladder on spot
    text "Put up a ladder."
action rest
    during work
    set you.tired to yes
    text "Stop."
action toss
    during work
    choose played from deck
    you play played
    text "Play a trick."
card swap of trick
    copies 2
    choose friend from you.others
    move all plum from friend to you
    text "Take plums."
rule fresh
    after placing ladder
    set ladder.fresh to yes
    text "New ladders are fresh."
rule victory
    whenever active.points >= goal
    active wins
    text "Whoever has {goal} points wins."

board small
    cells soil.code, depth
    map
        |   D2   M3
        | *    D    M6
    mark rim at corners @0,0N, @0,1N
    mark pond at hexes @1,1
    place ladder of red on @0,0N
    place cat on @1,1
    text "A small garden."
"""


def read(*texts: str) -> tuple[World, ir.Program, list[Diagnostic]]:
    """Rulesets that build on each other, the last one resolved."""
    sources = []
    found: list[Diagnostic] = []
    for number, text in enumerate(texts):
        name = text.split()[1]
        parsed, wrong = parse_text(f"{number}.rules", text)
        source, more = read_source(name, [parsed])
        if source.header is not None:
            source.parents = tuple(word.text for word in source.header.extends)
        found += wrong + more
        sources.append(source)
    world, wrong = compose(sources)
    found += wrong
    assert not errors(found), found
    program, wrong = resolve(world)
    return world, program, wrong


def garden(more: str = "") -> ir.Program:
    _, program, found = read(GARDEN + more)
    assert not errors(found), found
    return program


def said(more: str) -> list[Diagnostic]:
    return read(GARDEN + more)[2]


def codes(more: str) -> set[str]:
    return {one.code for one in said(more)}


# ---- rulesets ------------------------------------------------------------------------------------


def test_the_garden_has_a_meaning() -> None:
    world, program, found = read(GARDEN)
    assert found == []
    assert [d for d in check(world, program) if d.severity == "error"] == []
    assert program.members == {
        "plum": "fruit",
        "pear": "fruit",
        "dill": "herb",
        "mint": "herb",
        "swap": "trick",
    }
    assert program.holdings == {"plum": ("player", "basket"), "pear": ("player", "basket")}


def test_the_base_game_is_without_fault_and_quickly_resolved() -> None:
    rules, found = load.try_ruleset("base")
    assert rules is not None and found == []
    best = 1.0
    for _ in range(3):
        start = time.perf_counter()
        resolve(rules.world)
        best = min(best, time.perf_counter() - start)
    assert best < 0.3


def test_all_books_have_a_meaning() -> None:
    """House rules have tests of their own."""
    names = [name for name in load.shipped_names() if not name.startswith("house")]
    assert len(names) > 20
    wrong = []
    for name in names:
        rules, found = load.try_ruleset(name)
        assert rules is not None
        found += check(rules.world, rules.program) if not errors(found) else []
        # drafts do not say yet which scenarios of their parents they change
        told = [d for d in errors(found) if d.name != "scenario-fails"]
        wrong += [f"{name}: {d.code} {d.span} {d.message}" for d in told]
    assert wrong == []


def test_scenarios_of_parents_that_speak_of_removed_things_are_left_out() -> None:
    told = GARDEN + (
        'scenario "Points"\n    on small with 2 players\n    then red.points is 1\n'
        'scenario "Fences"\n    on small with 2 players\n    then no red.fences\n'
    )
    child = (
        "ruleset bare\n    extends garden\nremove piece fence\nremove value player.line\n"
        "remove award keeper\nremove kind thing\n"
    )
    _, program, found = read(told, child)
    assert [d.code for d in found] == ["R007"]
    assert list(program.scenarios) == ["Points"]


# ---- types ---------------------------------------------------------------------------------------

TERMS = {
    "1 + 2 * 3": NUMBER,
    "yes": FLAG,
    '"a text"': TEXT,
    "plum": Type("member", "fruit"),
    "2 plum + pear": Type("bundle", "fruit"),
    "plum + dill": Type("bundle", "crop"),
    "3 * plum": Type("bundle", "fruit"),
    "player.basket": Type("bundle", "fruit"),
    "player.basket.amount(plum)": NUMBER,
    "crops": Type("member", "crop", "list"),
    "plum.ripe": FLAG,
    "fruits.ripe": Type("flag", "", "list"),
    "players": Type("player", "", "list"),
    "players.at(1)": Type("player", optional=True),
    "player.next": Type("player"),
    "player.friends": Type("player", "", "set"),
    "player.others.score": Type("number", "", "list"),
    "hexes": Type("hex", "", "set"),
    "@0,0": Type("hex"),
    "@0,0N": Type("corner"),
    "@0,0E": Type("edge"),
    "@0,0.corners": Type("corner", "", "set"),
    "@0,0.soil": Type("member", "herb", optional=True),
    "hexes.soil": Type("member", "herb", "set"),
    "cat": Type("piece", "cat"),
    "cat.place": Type("hex", optional=True),
    "ladders": Type("piece", "ladder", "set"),
    "things": Type("piece", "thing", "set"),
    "player.ladders": Type("piece", "ladder", "set"),
    "player.ladders.newest": Type("piece", "ladder", optional=True),
    "player.ladders.place": Type("corner", "", "set"),
    "ladders.owners": Type("player", "", "set"),
    "@0,0.corners.ladders": Type("piece", "ladder", "set"),
    "things.place": Type("place", "", "set"),
    "player.pawn": Type("piece", "pawn", optional=True),
    "player.pawn.place.number": Type("number", optional=True),
    "ladderway": Type("space", "ladderway", "list"),
    "ladderway.first": Type("space", "ladderway"),
    "ladderway.at(3)": Type("space", "ladderway", optional=True),
    "player.left(ladder)": NUMBER,
    "ladder.supply": NUMBER,
    "deck.top": Type("member", "trick", optional=True),
    "keeper.holder": Type("player", optional=True),
    "rim": Type("corner", "", "list"),
    "pond": Type("hex", "", "list"),
    "(1, 2, 3)": Type("number", "", "list"),
    "(plum, mint)": Type("member", "crop", "list"),
    "some player.ladders": FLAG,
    "count player.basket": NUMBER,
    "all h in hexes where h.soil is dill": Type("hex", "", "set"),
    "all p in players: p.ladders": Type("piece", "ladder", "set"),
    "sum p in players: p.basket": Type("bundle", "fruit"),
    "sum p in players: p.score": NUMBER,
    "highest p in players: p.score": Type("player", "", "set"),
    "only p in players where p.tired": Type("player", optional=True),
    "first hexes": Type("hex", optional=True),
    "reached from @0,0N over player.fences": Type("corner", "", "set"),
    "reached from @0,0 over hexes": Type("hex", "", "set"),
    "shortest way from @0,0N to @0,1N over fences": Type("piece", "fence", "set"),
    "rings over fences": Type("piece", "fence", "set"),
    "lines between rim over player.fences": Type("piece", "fence", "set"),
    "without cat, count pieces": NUMBER,
    "player can climb without paying where spot is in rim": FLAG,
    "player is in ladders.owners and plum is in player.basket": FLAG,
}


@pytest.mark.parametrize("term", TERMS)
def test_the_type_of(term: str) -> None:
    found = garden(f"value player.probe is {term}\n").values["player", "probe"].type
    assert found == TERMS[term], describe(found)


def test_the_least_common_type_of_parts() -> None:
    program = garden(
        "value player.a is usually plum\n    but cold: none when season is winter\n"
        "value player.b is the sum of\n    part one: player.ladders\n    part two: player.fences\n"
        "value player.c is the sum of\n    part one: plum\n    part two: player.basket\n"
    )
    assert program.values["player", "a"].type == Type("member", "fruit", optional=True)
    assert program.values["player", "b"].type == Type("piece", "thing", "set")
    assert program.values["player", "c"].type == Type("bundle", "fruit")


# ---- meaning -------------------------------------------------------------------------------------


def test_one_thing_stands_for_a_set_or_a_bundle() -> None:
    program = garden(
        "action pick\n    during work\n    pay plum\n"
        "    give pear to you\n    show plum to active\n"
    )
    pay, give, show = program.actions["pick"].body
    assert isinstance(pay, ir.Pay) and isinstance(pay.what, ir.AsBundle)
    assert isinstance(give, ir.Give) and isinstance(give.what, ir.AsBundle)
    assert isinstance(show, ir.Show) and isinstance(show.to, ir.AsSet)


def test_slots_are_numbered_subject_and_parameters_first() -> None:
    program = garden("value player.near(c: corner) is some h in c.hexes where h.soil is dill\n")
    value = program.values["player", "near"]
    assert [(p.slot, p.name) for p in value.params] == [(0, "player"), (1, "c")]
    assert isinstance(value.formula, ir.Quantified) and value.formula.local is not None
    assert value.formula.local.slot == 2 and value.locals == 3


def test_the_where_of_a_call_knows_the_head() -> None:
    program = garden("steps extra(p: player)\n    p must climb where spot is in rim\n")
    must = program.steps["extra"].body[0]
    assert isinstance(must, ir.Must) and isinstance(must.terms.where, ir.Compare)
    assert must.terms.where.left == ir.HeadRef("spot", Type("corner"), must.terms.where.left.span)


def test_kinds_of_actions_are_spelled_out_in_calls_and_events() -> None:
    program = garden(
        "kind effort of climb, rest\n"
        "steps extra\n    active may effort\n"
        "rule sweat\n    after effort\n    increase active.score by 1\n"
    )
    may = program.steps["extra"].body[0]
    assert isinstance(may, ir.Must) and may.optional
    assert [call.action for call in may.terms.calls] == ["climb", "rest"]
    assert program.rules["sweat"].events == ("climb", "rest")


def test_rules_see_names_that_their_events_share() -> None:
    program = garden("rule mind\n    before climb when spot is in rim\n    set you.tired to no\n")
    assert [(p.slot, p.name) for p in program.rules["mind"].params] == [(0, "spot")]
    assert "N001" in codes(
        "rule muddle\n    after climb, rest\n    place fence on first spot.edges\n"
    )


def test_rules_on_pieces_call_the_piece_by_its_kind() -> None:
    program = garden(
        "rule glad\n    after placing or moving thing\n    set thing.owner.tired to no\n"
    )
    rule = program.rules["glad"]
    assert rule.events == ("ladder", "fence") and rule.verbs == ("placing", "moving")
    assert rule.params[0] == ir.Local(0, "thing", Type("piece", "thing"))


def test_passing_names_a_value_up_to_its_last_arguments() -> None:
    program = garden(
        "value player.joins(c: corner, one: fence, other: fence) is one is not other\n"
        "value player.long is longest trail over player.fences passing player.joins\n"
    )
    trail = program.values["player", "long"].formula
    assert isinstance(trail, ir.LongestTrail) and trail.passing is not None
    assert trail.passing.key == ("player", "joins") and trail.passing.free == 3


def test_a_piece_of_which_there_is_one_is_called_by_its_name() -> None:
    program = garden("action shoo\n    during work\n    choose h from hexes\n    move cat to h\n")
    move = program.actions["shoo"].body[0]
    assert isinstance(move, ir.MovePieces) and isinstance(move.what, ir.OnePiece)


def test_words_of_a_choice_are_declared_by_their_use() -> None:
    program = garden(
        "action answer\n    during work\n    choose reply from (accept, refuse)\n"
        "    if reply is accept\n        set you.tired to yes\n"
    )
    branch = program.actions["answer"].body[0]
    assert isinstance(branch, ir.If)
    test = branch.branches[0][0]
    assert isinstance(test, ir.Compare) and isinstance(test.right, ir.WordRef)


def test_choices_of_cards_are_bundles_and_choices_of_things_are_sets() -> None:
    program = garden(
        "action drop\n    during work\n    choose exactly 2 gone from you.basket\n"
        "    choose some named from fruits\n    choose up to 2 steps_up from you.ladders\n"
        "    move gone from you.basket to store\n"
    )
    picks = [i for i in program.actions["drop"].head if isinstance(i, ir.Choose)]
    assert [(p.bundle, p.local.type) for p in picks] == [
        (True, Type("bundle", "fruit")),
        (True, Type("bundle", "fruit")),
        (False, Type("piece", "ladder", "set")),
    ]


def test_where_cards_come_from_and_go_to() -> None:
    program = garden(
        "steps deal(h: hex)\n    move numbers.top to h.depth\n"
        "    move numbers.top to numbers.bottom\n"
        "    move up to 2 plum from store to active\n    move active.basket to store\n"
    )
    stores = [(m.source.sort, m.target.sort, m.up_to) for m in walk(program.steps["deal"].body)
              if isinstance(m, ir.MoveCards)]  # fmt: skip
    assert stores == [
        ("top", "slot", False),
        ("top", "bottom", False),
        ("cards", "player", True),
        ("cards", "cards", False),
    ]


def test_a_number_stands_for_a_space_of_a_track() -> None:
    program = garden("steps climb_up\n    move active.pawn to active.pawn.place + 1\n")
    move = program.steps["climb_up"].body[0]
    assert isinstance(move, ir.MovePieces) and isinstance(move.to, ir.ItemAt)


def test_cells_of_a_map() -> None:
    board = garden().boards["small"]
    soil, depth = ("hex", "soil"), ("hex", "depth")
    told = [(c.row, c.column, [(k, getattr(e, "name", None) or getattr(e, "value", None))
                               for k, e in c.fills]) for c in board.cells]  # fmt: skip
    assert told == [
        (0, 0, [(soil, "dill"), (depth, 2)]),
        (0, 1, [(soil, "mint"), (depth, 3)]),
        (1, 0, []),
        (1, 1, [(soil, "dill")]),
        (1, 2, [(soil, "mint"), (depth, 6)]),
    ]
    assert [(m.name, m.sort, m.places) for m in board.marks] == [
        ("rim", "corner", ("@0,0N", "@0,1N")),
        ("pond", "hex", ("@1,1",)),
    ]
    assert [(s.piece, s.colour) for s in board.stands] == [("ladder", "red"), ("cat", "")]


def test_letters_of_a_board_of_its_own() -> None:
    program = garden(
        "board big when season is winter\n    cells soil.code, depth\n    map\n        | Dx  M2x\n"
        "    letter x is mark dock\n"
    )
    assert [c.marks for c in program.boards["big"].cells] == [("dock",), ("dock",)]


def test_scenarios_speak_of_players_by_colour() -> None:
    program = garden(
        'scenario "One"\n    proves G-001\n    on small with 2 players\n'
        "    given red.basket is 2 plum\n    given @0,1N is in blue.ladders\n"
        "    red plays climb(@1,1N)\n    then blue may not climb(@0,1N) because free\n"
        "    then red.points is 2\n    then blue does not see red.basket\n"
    )
    one = program.scenarios["One"]
    assert (one.board, one.players, one.proves) == ("small", 2, ("G-001",))
    kinds = [type(step) for step in one.steps]
    assert kinds == [
        ir.GivenDef, ir.GivenDef, ir.PlaysDef, ir.ThenMoveDef, ir.ThenDef, ir.ThenSeesDef,
    ]  # fmt: skip
    given = one.steps[1]
    assert isinstance(given, ir.GivenDef) and given.op == "is in"
    assert isinstance(given.target, ir.PiecesOf) and isinstance(given.value, ir.PlaceRef)


# ---- mistakes ------------------------------------------------------------------------------------

WRONG = {
    "value player.x is plumm": ("N001", "plum"),
    "value player.x is player.scor": ("N002", "score"),
    "value player.x is red.score": ("N001", ""),
    "steps x\n    do take_trun": ("N001", "take_turn"),
    "steps x\n    active must clim": ("N001", "climb"),
    "steps x\n    active must climb ignoring fre": ("N007", "free"),
    "action x\n    during wrk\n    set you.tired to no": ("N001", "work"),
    "rule x\n    after clim\n    set you.tired to no": ("N001", "climb"),
    "rule x\n    after placing lader\n    set active.tired to no": ("N001", "ladder"),
    "piece x on corne\n    supply 1 each": ("N001", "corner"),
    "kind x of plums": ("N001", "plum"),
    "each playr has x: flag": ("N001", "player"),
    "each player has x: fruitt": ("N001", "fruit"),
    "card x of trik\n    copies 1\n    set you.tired to no": ("N001", "trick"),
    "phase x\n    ends with rst": ("N001", "rest"),
    "value player.x is usually 1\n    but a over b: 2 when yes": ("N007", ""),
    "value player.x is player.score + plum": ("T001", ""),
    "value player.x is not 3": ("T001", ""),
    "value player.x is (1, plum)": ("T001", ""),
    "steps x\n    give 3 to active": ("T001", ""),
    "steps x\n    place ladder on @0,0": ("T001", ""),
    "steps x\n    shuffle store": ("T001", ""),
    "steps x\n    move store to active.tired": ("T001", ""),
    "value player.x is player.open": ("T002", ""),
    "value player.x is player.open(@0,0N, 3)": ("T002", ""),
    "kind x\n    columns a: number\n    | y | 1 | 2 |": ("T002", ""),
    "value player.x is player is plum": ("T003", ""),
    "value player.x is plum is in hexes": ("T003", ""),
    "steps x\n    set active.points to 3": ("T004", ""),
    "steps x\n    set active.basket to 2 plum": ("T004", ""),
    "steps x\n    let active.score include 2 until end of turn": ("T004", ""),
    "steps x\n    set players.tired to no": ("T001", ""),
    "value player.x is player.y\nvalue player.y is player.x": ("T005", ""),
    "steps x\n    do y\nsteps y\n    do x": ("T005", ""),
    "kind x of y\nkind y of x": ("T005", ""),
    "action x\n    require again: you can x else \"No.\"\n    set you.tired to no": ("T005", ""),
    "steps x\n    set active.score to none": ("T006", ""),
    "kind field\n    | wood |\nkind fields\n    | lawn |": ("N005", ""),
    "the game has plums: number\npiece plum_tree on hex\n    supply 1 each\n"
    "value plum_trees is 3": ("N005", ""),
    "option x is number from 1 to 3, normally 5": ("S024", ""),
    "board x\n    map\n        | D": ("B001", ""),
    "board x\n    cells soil.code, depth\n    map\n        | Q": ("B001", ""),
    "board x\n    cells soil.code, depth\n    map\n        | D9": ("B001", ""),
    "board x\n    cells sol.code\n    map\n        | D": ("N001", "soil"),
    "board x\n    map\n        | *\n    mark y at corners @0,1N": ("B002", ""),
    "board x\n    map\n        | *\n    mark y at corners @0,0E": ("B002", ""),
    "board x\n    map\n        | *\n    place cat on @0,0N": ("B002", ""),
    "board x\n    map\n        | *\n    letter q is mark a\n    letter q is mark b": ("B005", ""),
    'scenario "x"\n    on smal with 2 players\n    then yes': ("N001", "small"),
    'scenario "x"\n    on small with 2 players\n    gren plays rest': ("N001", ""),
    'scenario "x"\n    on small with 2 players\n    red plays rest(3)': ("T002", ""),
    'scenario "x"\n    on small with 2 players\n    then red may not climb because fre': (
        "N007", "free",
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_the_mistake_in(text: str) -> None:
    code, near = WRONG[text]
    found = said(text + "\n")
    assert code in {d.code for d in found}, found
    assert all(d.span.file == "0.rules" and d.span.line > 0 for d in found)
    if near:
        assert any(near in hint for d in found for hint in d.hints)


def test_removed_names_say_who_removed_them() -> None:
    _, _, found = read(GARDEN, "ruleset bare\n    extends garden\nremove piece fence\n")
    (gone,) = [d for d in found if d.severity == "error"]
    assert gone.code == "C113" and gone.span.file == "1.rules"
    assert gone.others[0][0].file == "0.rules"
    _, _, found = read(
        GARDEN, "ruleset bare\n    extends garden\nremove piece fence\nvalue x is fence.supply\n"
    )
    assert {d.code for d in found if d.severity == "error"} == {"C113", "N003"}


def test_a_name_is_known_only_below_its_line() -> None:
    found = said("steps x\n    give gift to active\n    let gift be plum\n")
    assert [d.code for d in found] == ["N001"]
    assert found[0].others[0][0].line == found[0].span.line + 1


def test_one_mistake_gives_one_message() -> None:
    found = said("value player.x is player.y + count player.y\nvalue player.y is plumm.ripe\n")
    assert [d.code for d in found] == ["N001"]


# ---- check ---------------------------------------------------------------------------------------


def checked(*texts: str) -> list[Diagnostic]:
    world, program, found = read(*texts)
    assert not errors(found), found
    return check(world, program)


ODD = {
    "R004": 'action dance\n    set you.tired to no\n    text "Dance."\n',
    "R005": 'value player.shoe is 42\n    text "A shoe."\n',
    "R003": 'phase idle\n    ends with climb\n    text "Idle."\n',
    "X002": "steps silent\n    set active.tired to no\n",
    "T007": 'rule never\n    whenever goal < 2\n    set active.tired to no\n    text "Never."\n',
    "N004": "the game has round: number\n",
    "N006": (
        "action x\n    during work\n    choose goal from corners\n"
        '    set you.tired to no\n    text "T."\n'
    ),
    "V001": (
        "action swop\n    during work\n    choose p from you.others\n"
        "    require rich: p.basket.amount(plum) > 1 else \"Poor.\"\n"
        '    move plum from p to you\n    text "Swop."\n'
    ),
    "V002": "each player has sack: cards of fruit\n",
    "V003": (
        "action grab\n    choose one from store\n"
        '    move one from store to you\n    text "Grab."\n'
        "rule rush\n    after rest\n    each p in players, at once\n        p must grab\n"
        '    text "All grab."\n'
    ),
    "B004": "board other\n    map\n        | *\n    text \"Another one.\"\n",
}  # fmt: skip


@pytest.mark.parametrize("code", ODD)
def test_check_finds(code: str) -> None:
    plain = {(d.code, d.message) for d in checked(GARDEN)}
    fresh = [d for d in checked(GARDEN + ODD[code]) if (d.code, d.message) not in plain]
    assert code in {d.code for d in fresh}, fresh


def test_a_block_can_allow_a_warning() -> None:
    text = 'value player.shoe is 42\n    text "A shoe."\n'
    assert any("shoe" in d.message for d in checked(GARDEN + text))
    assert not any("shoe" in d.message for d in checked(GARDEN + text + "    allow R005\n"))


def test_how_many_cards_somebody_holds_may_be_open() -> None:
    text = (
        "action swop\n    during work\n    choose p from you.others\n"
        '    require rich: count p.basket > 1 else "Poor."\n'
        '    move plum from p to you\n    text "Swop."\n'
    )
    assert "V001" not in {d.code for d in checked(GARDEN + text)}


def test_a_secret_is_followed_through_values() -> None:
    text = (
        'value player.plums is player.basket.amount(plum)\n    text "Plums."\n'
        "action swop\n    during work\n    choose p from players\n"
        '    require rich: {who}.plums > 1 else "Poor."\n'
        '    move plum from p to you\n    text "Swop."\n'
    )
    assert "V001" in {d.code for d in checked(GARDEN + text.replace("{who}", "p"))}
    assert "V001" not in {d.code for d in checked(GARDEN + text.replace("{who}", "you"))}


def test_parents_are_not_told_again() -> None:
    loud = GARDEN + "steps silent\n    set active.tired to no\n"
    assert {"X002", "R005"} <= {d.code for d in checked(loud)}
    assert checked(loud, "ruleset child\n    extends garden\n") == []


def test_a_changed_part_with_an_old_text() -> None:
    child = "ruleset child\n    extends garden\nchange part ladders of player.points to 2\n"
    assert [d.code for d in checked(GARDEN, child)] == ["X001"]
    assert checked(GARDEN, child + '    text "Ladders count double."\n') == []


def test_rules_of_two_parents_whose_order_matters() -> None:
    one = (
        "ruleset one\n    extends garden\nrule gain\n    after climb\n"
        '    increase you.score by 1\n    text "Gain."\n'
    )
    two = (
        "ruleset two\n    extends garden\nrule double\n    after climb\n"
        '    if you.score > 3\n        set you.tired to no\n    text "Rest."\n'
    )
    both = "ruleset both\n    extends one, two\n"
    assert [d.code for d in checked(GARDEN, one, two, both)] == ["C112"]
    assert checked(GARDEN, one, two, both + "    allow C112\n") == []
    assert checked(GARDEN, one, two, both, "ruleset last\n    extends both\n") == []

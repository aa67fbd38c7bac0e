"""Questions of the reference engine: who may answer what, and what an answer binds.

A question about an action offers every legal way to answer its choices of one thing; amounts are
put together afterwards, thing by thing. A question without any answer resolves itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter import choices, labels, statements
from hexwright.interpreter.frames import Frame, Offer, Question
from hexwright.interpreter.heads import Walk
from hexwright.interpreter.moves import CHOOSE, DECLINE, ENOUGH, TAKE, Move
from hexwright.interpreter.refusals import Context
from hexwright.interpreter.shapes import element
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.reference import ReferenceEngine

Offers = list[tuple[Move, Offer]]


def actions(game: ReferenceEngine, asked: Question) -> tuple[str, ...]:
    """The actions among which the player decides, or whose amounts are being chosen."""
    if asked.kind == "act":
        known = game.setting.program.actions.values()
        return tuple(action.name for action in known if asked.phase in action.during)
    if asked.must is not None:
        return tuple(call.action for call in asked.must.terms.calls)
    top = game.agenda[-1]
    return (top.name,) if top.sort == "action" and asked.choose is None else ()


def walks(game: ReferenceEngine, asked: Question) -> list[Walk]:
    """The heads of those actions, as they are called here."""
    if asked.must is None:
        return [Walk(game.ev, "action", name, asked.player) for name in actions(game, asked)]
    terms, caller = asked.must.terms, game.agenda[-1].scope
    return [
        Walk(game.ev, "action", call.action, asked.player, terms, caller, call)
        for call in terms.calls
    ]


def head_walk(game: ReferenceEngine, frame: Frame) -> Walk:
    """The head of the action or card that runs in a frame."""
    assert frame.scope.you is not None
    return Walk(game.ev, frame.sort, frame.name, frame.scope.you, frame.terms, frame.caller)


def context(game: ReferenceEngine, asked: Question) -> Context:
    """What a refusal has to know about a question."""
    top = game.agenda[-1]
    caller = top.scope if asked.must is not None else top.caller
    inside = asked.must is None and asked.kind != "act"
    of_head = inside and asked.choose is None
    return Context(
        player=asked.player,
        kind=asked.kind,
        phase=asked.phase,
        terms=asked.must.terms if asked.must is not None else top.terms,
        names=dict(caller.slots) if caller is not None else {},
        you=caller.you if caller is not None else None,
        sort=top.sort if of_head else "",
        block=top.name if of_head else "",
        bound=dict(top.scope.slots) if inside else {},
        level=top.level,
        picked=top.picked,
        choose=asked.choose,
    )


# asking


def ask_head(game: ReferenceEngine, frame: Frame) -> None:
    """Ask the next open choice of a head; when all are answered, go on."""
    walk = head_walk(game, frame)
    if frame.level == 0 and frame.sort == "card":
        walk.bind(frame.scope, 0)
    if frame.level == len(walk.choices):
        frame.stage = "start"
        return
    choice = walk.choices[frame.level]
    frame.picked = ()
    game.ask(Question("choose" if choice.amount == "one" else "pick", walk.who))


def resolved(game: ReferenceEngine, asked: Question) -> bool:
    """Whether a question needs no answer: an exact amount that is complete, or an order whose first
    decision is the amount itself."""
    if asked.kind == "pick":
        choice = choice_of(game, asked)
        there = choices.stock(game.ev, choice, game.agenda[-1].scope)
        least, _ = choices.bounds(game.ev, choice, game.agenda[-1].scope, there)
        if choice.amount != "exactly" or len(game.agenda[-1].picked) < least:
            return False
        game.question = None
        bind_amount(game, asked)
        return True
    if asked.kind != "must" or asked.must is None or len(asked.must.terms.calls) != 1:
        return False
    walk = walks(game, asked)[0]
    if not walk.choices or walk.choices[0].amount == "one":
        return False
    way = next(walk.ways(walk.begin(), 0), None)
    game.question = None
    if way is not None:
        game.begin_action(asked, Offer(walk.name, way[0], way[1]))
    return True


def choice_of(game: ReferenceEngine, asked: Question) -> ir.Choose:
    """The line of a choose or pick question."""
    if asked.choose is not None:
        return asked.choose
    frame = game.agenda[-1]
    return head_walk(game, frame).choices[frame.level]


def offers(game: ReferenceEngine, asked: Question) -> Offers:
    """Every move that answers a question, in order."""
    if asked.kind == "pick":
        return _amounts(game, asked)
    if asked.kind == "choose":
        return _things(game, asked)
    found: Offers = []
    for walk in walks(game, asked):
        for scope, level in walk.ways(walk.begin(), 0):
            args = tuple(
                labels.label(game.setting, scope.slots[c.local.slot], c.local.type)
                for c in walk.choices[:level]
            )
            found.append((Move(walk.name, args), Offer(walk.name, scope, level)))
    if found and asked.kind == "may":
        found.append((Move(DECLINE), Offer()))
    return found


def _things(game: ReferenceEngine, asked: Question) -> Offers:
    frame, choice = game.agenda[-1], choice_of(game, asked)
    found = choices.candidates(game.ev, choice, frame.scope)
    if asked.choose is None:
        walk = head_walk(game, frame)
        slot, after = choice.local.slot, frame.level + 1
        found = [x for x in found if walk.possible(frame.scope.bound(slot, x), after)]
    t = choice.local.type
    return [
        (Move(CHOOSE, (labels.label(game.setting, thing, t),)), Offer(thing=thing))
        for thing in found
    ]


def _amounts(game: ReferenceEngine, asked: Question) -> Offers:
    frame, choice = game.agenda[-1], choice_of(game, asked)
    scope, picked = frame.scope, frame.picked
    there = choices.stock(game.ev, choice, scope)
    least, most = choices.bounds(game.ev, choice, scope, there)
    walk = head_walk(game, frame) if asked.choose is None else None
    found: list[Plain] = []
    if len(picked) < most:
        found = choices.next_takes(there, picked)
    if walk is not None:
        found = [x for x in found if walk.fillable(scope, frame.level, (*picked, x))]
    elif choice.amount == "exactly":
        found = [
            x for x in found if choices.still_there(there, (*picked, x)) >= least - len(picked) - 1
        ]
    t = element(choice.over.type)
    offered: Offers = [
        (Move(TAKE, (labels.label(game.setting, thing, t),)), Offer(thing=thing)) for thing in found
    ]
    if choice.amount != "exactly":
        amount = choices.amount_of(choice, picked)
        bound = scope.bound(choice.local.slot, amount)
        if walk is None or walk.possible(bound, frame.level + 1):
            offered.append((Move(ENOUGH), Offer()))
    if frame.sort == "action" and asked.choose is None and frame.voluntary:
        offered.append((Move(DECLINE), Offer()))
    return offered


# answers


def bind(game: ReferenceEngine, asked: Question, thing: Plain) -> None:
    """Give the chosen name its value and go on."""
    frame, choice = game.agenda[-1], choice_of(game, asked)
    frame.scope.slots[choice.local.slot] = thing
    if asked.choose is not None:
        statements.after_choice(frame, choice)
        return
    frame.level += 1
    head_walk(game, frame).bind(frame.scope, frame.level)


def bind_amount(game: ReferenceEngine, asked: Question) -> None:
    choice = choice_of(game, asked)
    bind(game, asked, choices.amount_of(choice, game.agenda[-1].picked))


def no_way(game: ReferenceEngine, asked: Question) -> None:
    """Nothing can be answered: the question dissolves."""
    frame = game.agenda[-1]
    if asked.kind == "act":
        frame.stage = "close"
    elif asked.kind in ("choose", "pick"):
        if asked.choose is None and frame.sort == "action":
            game.give_up()
        else:
            bind(game, asked, choices.none_of(choice_of(game, asked)))

"""Requirements that nobody writes: limit, price, supply and card.

They follow from how an action is written: `at most n times`, the `pay` lines right below the head
and in rules before the action, the pieces its body takes from the supply, the card it plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from hexwright.dsl import program as ir
from hexwright.dsl.tree import Span
from hexwright.interpreter import bundles, labels, uses, weaving
from hexwright.interpreter.requirements import Test
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.setting import NOBODY

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator
    from hexwright.interpreter.heads import Walk

Body = tuple[ir.Statement, ...]


def implied(walk: Walk) -> Iterator[Test]:
    yield from _limit(walk)
    yield from _price(walk)
    yield from _supply(walk)
    yield from _card(walk)


def _limit(walk: Walk) -> Iterator[Test]:
    action = walk.definition
    if not isinstance(action, ir.ActionDef) or action.limit is None:
        return
    limit = action.limit

    def most(scope: Scope) -> int:
        return walk.ev.number(limit, scope) or 0

    yield Test(
        "limit",
        0,
        lambda scope: walk.ev.table.used.get((walk.name, walk.who), 0) < most(scope),
        lambda scope: f"This can be done at most {_times(most(scope))} per {action.limit_per}.",
        limit.span if limit.span.line else action.span,
    )


def effective(walk: Walk, scope: Scope) -> tuple[Body, Scope]:
    """What will run: the body, or that of a rule which stands instead of it."""
    for rule in weaving.rules_on(walk.ev.program, "instead of", walk.name):
        names = weaving.names_of(walk.definition.head_names, scope)
        inner = weaving.rule_scope(rule, names, walk.who)
        if weaving.applies(walk.ev, rule, inner):
            return rule.body, inner
    return walk.definition.body, scope


def _level_of_body(walk: Walk, parts: Any) -> int | None:
    """Level of what the body says; with a rule that may stand instead: the last."""
    if weaving.rules_on(walk.ev.program, "instead of", walk.name):
        return len(walk.choices)
    return walk.plan.level_of(parts)


def price(walk: Walk, scope: Scope) -> bundles.Bundle:
    """What has to be paid at once, all together."""
    terms = walk.terms
    if terms is not None and terms.paying is not None:
        return walk.ev.bundle(terms.paying, walk.caller.copy())
    if terms is not None and terms.free:
        return bundles.EMPTY
    body, inner = effective(walk, scope)
    found = [walk.ev.bundle(pay.what, inner) for pay in leading_pays(body)]
    names = weaving.names_of(walk.definition.head_names, scope)
    for rule in weaving.rules_on(walk.ev.program, "before", walk.name):
        before = weaving.rule_scope(rule, names, walk.who)
        if weaving.applies(walk.ev, rule, before):
            found += [walk.ev.bundle(pay.what, before) for pay in top_level_pays(rule.body)]
    return bundles.add(found)


def _price(walk: Walk) -> Iterator[Test]:
    terms = walk.terms
    span = walk.definition.span
    if terms is not None and terms.paying is not None:
        level: int | None = 0
        span = terms.paying.span
    elif terms is not None and terms.free:
        return
    else:
        pays = leading_pays(walk.definition.body)
        before = [
            rule
            for rule in weaving.rules_on(walk.ev.program, "before", walk.name)
            if top_level_pays(rule.body)
        ]
        instead = weaving.rules_on(walk.ev.program, "instead of", walk.name)
        if not pays and not before and not instead:
            return
        span = where_priced(walk.ev.program, pays[0]) if pays else span
        level = _level_of_body(walk, tuple(pays))
        for rule in before:
            used = [walk.plan.names[p.name] for p in rule.params]
            level = None if level is None else max([level, *used])
    if level is None:
        return
    yield Test(
        "price",
        level,
        lambda scope: affordable(walk.ev, walk.who, price(walk, scope)),
        lambda scope: f"The price is {_shown(walk, price(walk, scope))}, which you do not have.",
        span,
    )


def where_priced(program: ir.Program, pay: ir.Pay) -> Span:
    """Where the price is written: at the piece, or where a variant has changed it."""
    what = pay.what.base if isinstance(pay.what, ir.AsBundle) else pay.what
    if isinstance(what, ir.PieceFact) and isinstance(what.base, ir.PieceKindRef):
        cost = program.pieces[what.base.name].cost
        if cost is not None:
            return cost.span
    return pay.span


def _shown(walk: Walk, bundle: bundles.Bundle) -> str:
    return labels.show(walk.ev.setting, bundle, ir.Type("bundle"))


def _supply(walk: Walk) -> Iterator[Test]:
    instead = weaving.rules_on(walk.ev.program, "instead of", walk.name)
    placing = placements(walk.definition.body)
    for place in placing if not instead else [*placing, None]:
        parts = place if place is None else _parts(place)
        level = len(walk.choices) if instead else walk.plan.level_of(parts)
        if level is None:
            continue
        yield Test(
            "supply",
            level,
            lambda scope: not _missing(walk, scope),
            lambda scope: f"There is no {' or '.join(_missing(walk, scope))} left.",
            walk.definition.span if place is None else place.span,
        )
        return


def _missing(walk: Walk, scope: Scope) -> list[str]:
    """Piece kinds of which the body places more than there are in the supply."""
    body, inner = effective(walk, scope)
    needed: Counter[tuple[str, int]] = Counter()
    for place in placements(body):
        if not uses.slots_used(_parts(place)) <= inner.slots.keys():
            continue
        kind, owner = _taken(walk, place, inner)
        if kind is not None:
            needed[kind, owner] += 1
    return [
        kind.replace("_", " ")
        for (kind, owner), count in needed.items()
        if len(walk.ev.in_supply(kind, owner)) < count
    ]


def _taken(walk: Walk, place: ir.PlacePiece | ir.ReplacePiece, scope: Scope) -> tuple[Any, int]:
    """Kind and owner of the piece that the line takes from a supply."""
    if isinstance(place, ir.PlacePiece):
        kind = walk.ev.value(place.piece, scope)
        owner = walk.who if place.of is None else walk.ev.value(place.of, scope)
    else:
        kind = walk.ev.value(place.by, scope)
        old = walk.ev.value(place.what, scope)
        owner = None if old is None else walk.ev.table.owners[old]
    if kind is None or owner is None:
        return None, NOBODY
    return kind, walk.ev.supply_owner(kind, owner)


def _card(walk: Walk) -> Iterator[Test]:
    for line in walk.definition.body:
        if not isinstance(line, ir.PlayCard) or not isinstance(line.card, ir.LocalRef):
            continue
        level = walk.plan.levels.get(line.card.slot)
        if level is None or not isinstance(line.who, ir.BuiltIn) or line.who.name != "you":
            continue
        slot = line.card.slot

        def card(scope: Scope, slot: int = slot) -> str:
            return walk.ev.setting.member_names[scope.slots[slot]]

        yield Test(
            "card",
            level,
            lambda scope, card=card, slot=slot: (  # type: ignore[misc]
                scope.slots[slot] is None or _card_possible(walk, card(scope))
            ),
            lambda scope: "This card cannot be played now.",
            line.span,
            card=card,
        )


def _card_possible(walk: Walk, name: str) -> bool:
    if name not in walk.ev.program.cards:
        return True
    inner = walk.of_card(name)
    return inner.possible(inner.begin(), 0)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _parts(place: ir.PlacePiece | ir.ReplacePiece) -> Any:
    """What of the line decides which piece is taken from whose supply."""
    if isinstance(place, ir.PlacePiece):
        return (place.piece,) if place.of is None else (place.piece, place.of)
    return (place.what, place.by)


def leading_pays(body: Body) -> list[ir.Pay]:
    return [s for s in takewhile(lambda s: isinstance(s, ir.Pay), body) if isinstance(s, ir.Pay)]


def top_level_pays(body: Body) -> list[ir.Pay]:
    return [s for s in body if isinstance(s, ir.Pay)]


def placements(body: Body) -> list[ir.PlacePiece | ir.ReplacePiece]:
    """Lines of the body itself that take a piece from the supply; what stands below a `remove` is
    left out, because it may take what has just come back."""
    before = takewhile(lambda s: not isinstance(s, ir.RemovePieces), body)
    return [s for s in before if isinstance(s, (ir.PlacePiece, ir.ReplacePiece))]


def held(ev: Evaluator, player: int, member: int) -> int:
    """How many cards of a member a player has to pay with."""
    key = ev.program.holdings.get(ev.setting.member_names[member])
    if key is None:
        return 0
    return int(ev.table.slots.get((key, player, ()), {}).get(member, 0))


def affordable(ev: Evaluator, player: int, bundle: bundles.Bundle) -> bool:
    return all(held(ev, player, member) >= count for member, count in bundle)

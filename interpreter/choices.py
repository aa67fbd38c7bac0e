"""What a `choose` line offers.

One thing is chosen from candidates, in the order in which they are listed. An amount (exactly, up
to, some) is put together from a stock: things with how many there are of each. Of cards and of
whole kinds an amount is a bundle, of anything else a set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles
from hexwright.interpreter.box import copies
from hexwright.interpreter.scope import Scope
from hexwright.interpreter.shapes import element
from hexwright.interpreter.table import Plain

if TYPE_CHECKING:
    from hexwright.interpreter.evaluate import Evaluator

BY_NUMBER = ("player", "hex", "corner", "edge", "place", "piece", "space")
Stock = list[tuple[Plain, int]]


def candidates(ev: Evaluator, choice: ir.Choose, scope: Scope) -> list[Plain]:
    """The things of which one may be chosen: players by seat, places and pieces by number."""
    if choice.high is not None:
        low, high = ev.number(choice.over, scope), ev.number(choice.high, scope)
        found: list[Plain] = [] if low is None or high is None else list(range(low, high + 1))
    else:
        found = ev.items(ev.value(choice.over, scope), choice.over.type)
        if element(choice.over.type).base in BY_NUMBER:
            found = sorted(found)
    if choice.where is None:
        return found
    slot = choice.local.slot
    return [thing for thing in found if ev.truth(choice.where, scope.bound(slot, thing))]


def stock(ev: Evaluator, choice: ir.Choose, scope: Scope) -> Stock:
    """The things of which an amount may be taken, with how many there are, by number."""
    things = sorted(candidates(ev, choice, scope))
    if not choice.bundle:
        return [(thing, 1) for thing in things]
    if choice.over.type.base == "member":
        names = ev.setting.member_names
        return [(member, copies(ev.program, names[member])) for member in things]
    held = dict(ev.bundle(choice.over, scope))
    return [(member, held[member]) for member in things]


def bounds(ev: Evaluator, choice: ir.Choose, scope: Scope, there: Stock) -> tuple[int, int]:
    """Least and most things to take; `exactly` is cut to what is there."""
    total = sum(count for _, count in there)
    if choice.amount == "some" or choice.number is None:
        return 0, total
    most = max(0, min(ev.number(choice.number, scope) or 0, total))
    return (most if choice.amount == "exactly" else 0), most


def amount_of(choice: ir.Choose, picked: tuple[Plain, ...]) -> Plain:
    """What has been taken, as the value of the chosen name."""
    if choice.bundle:
        return bundles.of_members(picked)
    return frozenset(picked) if choice.local.type.shape == "set" else picked


def none_of(choice: ir.Choose) -> Plain:
    """The value of the name when nothing was chosen."""
    return None if choice.amount == "one" else amount_of(choice, ())


def spelled_out(choice: ir.Choose, amount: Plain) -> tuple[Plain, ...]:
    """The inverse: things one by one, in the order in which they would be taken."""
    return tuple(bundles.spelled_out(amount) if choice.bundle else sorted(amount))


def next_takes(there: Stock, picked: tuple[Plain, ...]) -> list[Plain]:
    """Things that may be taken next; takes go up by number, so each amount has one order."""
    last = picked[-1] if picked else None
    return [
        thing
        for thing, count in there
        if (last is None or thing >= last) and picked.count(thing) < count
    ]


def still_there(there: Stock, picked: tuple[Plain, ...]) -> int:
    """How many can be taken after these."""
    last = picked[-1] if picked else None
    return sum(
        count - picked.count(thing) for thing, count in there if last is None or thing >= last
    )

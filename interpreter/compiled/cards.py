"""Cards: bundles as sorted (member, count) pairs; holdings as a total, then a count for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress

from .sets import State

Pairs = tuple[tuple[int, int], ...]
Hold = dict[int, tuple[int, int]]
"""by member: (slot of player 0's count, slots from one player to the next)"""
Spend = dict[int, tuple[int, int, int]]
"""by member: (slot of player 0's total, count and total of the common store)"""


def pairs_of(state: State, base: int, members: Sequence[int]) -> Pairs:
    """The contents of a holding."""
    if not state[base]:
        return ()
    return tuple((m, n) for i, m in enumerate(members, base + 1) if (n := state[i]))


def pairs_of_pile(pile: Sequence[int]) -> Pairs:
    counts: dict[int, int] = {}
    for m in pile:
        counts[m] = counts.get(m, 0) + 1
    return tuple(sorted(counts.items()))


def pairs_of_items(items: Sequence[int]) -> Pairs:
    return pairs_of_pile([m for m in items if m >= 0])


def members_of(pairs: Pairs) -> int:
    mask = 0
    for m, n in pairs:
        if n > 0:
            mask |= 1 << m
    return mask


def members_held(state: State, base: int, members: Sequence[int]) -> int:
    mask = 0
    if state[base]:
        first = base + 1
        for m in compress(members, state[first : first + len(members)]):
            mask |= 1 << m
    return mask


def pairs_total(pairs: Pairs) -> int:
    return sum(n for _, n in pairs)


def pairs_amount(pairs: Pairs, member: int) -> int:
    for m, n in pairs:
        if m == member:
            return n
    return 0


def pairs_add(one: Pairs, other: Pairs, sign: int = 1) -> Pairs:
    counts = dict(one)
    for m, n in other:
        counts[m] = counts.get(m, 0) + sign * n
    return tuple(sorted((m, n) for m, n in counts.items() if n > 0))


def pairs_times(number: int, pairs: Pairs) -> Pairs:
    return tuple((m, n * number) for m, n in pairs if n * number > 0 and m >= 0)


def pairs_inside(pairs: Pairs, other: Pairs) -> bool:
    held = dict(other)
    return all(held.get(m, 0) >= n for m, n in pairs)


def transfer(
    state: State,
    source: int,
    source_at: dict[int, int],
    target: int,
    target_at: dict[int, int],
    pairs: Pairs,
    up_to: bool,
) -> int:
    """Move a bundle between holdings: all or nothing, or as far as it goes. Returns how many."""
    if not up_to:
        for m, n in pairs:
            if m < 0 or m not in source_at or state[source + source_at[m]] < n:
                return 0
    moved = 0
    for m, n in pairs:
        if m < 0 or m not in source_at or m not in target_at:
            continue
        n = min(n, state[source + source_at[m]])
        if n > 0:
            state[source + source_at[m]] -= n
            state[source] -= n
            state[target + target_at[m]] += n
            state[target] += n
            moved += n
    return moved


def fill_exact(
    pairs: Pairs, taken: Pairs, number: int, bundle: bool, fits: Callable[[object], bool]
) -> bool:
    """Can an exact amount that begins with `taken` be completed so that it fits?"""
    want = min(number, pairs_total(pairs))
    if pairs_total(taken) >= want:
        return fits(taken if bundle else members_of(taken))
    return any(
        fill_exact(pairs, pairs_add(taken, ((x, 1),)), number, bundle, fits)
        for x in pick_from(pairs, taken, want, True)
    )


def pick_from(pairs: Pairs, taken: Pairs, number: int, exact: bool) -> list[int]:
    """What may be taken next: nothing in two orders, and `exact` must remain within reach."""
    held = dict(pairs)
    last = -1
    count = 0
    for m, n in taken:
        held[m] -= n
        last = max(last, m)
        count += n
    if number >= 0 and count >= number:
        return []
    later = 0
    found: list[int] = []
    for m in sorted(held, reverse=True):
        if m < last:
            break
        later += held[m]
        if held[m] > 0 and (not exact or later >= number - count):
            found.append(m)
    found.reverse()
    return found


def pay_cards(state: State, hold: Hold, spend: Spend, who: int, pairs: Pairs) -> bool:
    """From a player's holdings to where they are spent, as far as it goes."""
    paid = False
    for m, n in pairs:
        if m not in hold:
            continue
        base, stride = hold[m]
        total, store, store_total = spend[m]
        slot = base + who * stride
        n = min(n, state[slot])
        if n > 0:
            state[slot] -= n
            state[total + who * stride] -= n
            state[store] += n
            state[store_total] += n
            paid = True
    return paid


def give_cards(state: State, hold: Hold, spend: Spend, who: int, pairs: Pairs, up_to: bool) -> None:
    """From where cards are spent to a player's holdings: all or nothing, or as far as it goes."""
    if who < 0:
        return
    if not up_to:
        for m, n in pairs:
            if m not in hold or state[spend[m][1]] < n:
                return
    for m, n in pairs:
        if m not in hold:
            continue
        base, stride = hold[m]
        total, store, store_total = spend[m]
        n = min(n, state[store])
        if n > 0:
            state[base + who * stride] += n
            state[total + who * stride] += n
            state[store] -= n
            state[store_total] -= n


def exchange(
    state: State, hold: Hold, spend: Spend, giver: int, taker: int, pairs: Pairs, up_to: bool
) -> None:
    """Cards from one player's holdings to another's."""
    if giver < 0 or taker < 0:
        return
    if not up_to:
        for m, n in pairs:
            if m not in hold or state[hold[m][0] + giver * hold[m][1]] < n:
                return
    for m, n in pairs:
        if m not in hold:
            continue
        base, stride = hold[m]
        total = spend[m][0]
        n = min(n, state[base + giver * stride])
        state[base + giver * stride] -= n
        state[total + giver * stride] -= n
        state[base + taker * stride] += n
        state[total + taker * stride] += n


def take_cards(state: State, base: int, at: dict[int, int], pairs: Pairs, up_to: bool) -> list[int]:
    """Cards out of a holding, one entry each."""
    if not up_to and any(m not in at or state[base + at[m]] < n for m, n in pairs):
        return []
    found: list[int] = []
    for m, n in pairs:
        if m in at:
            n = min(n, state[base + at[m]])
            state[base + at[m]] -= n
            state[base] -= n
            found += [m] * n
    return found


def take_from_pile(state: State, slot: int, pairs: Pairs, up_to: bool) -> list[int]:
    pile = list(state[slot])
    if not up_to and any(pile.count(m) < n for m, n in pairs):
        return []
    found: list[int] = []
    for m, n in pairs:
        for _ in range(n):
            if m in pile:
                pile.remove(m)
                found.append(m)
    state[slot] = tuple(pile)
    return found


def take_top(state: State, slot: int) -> list[int]:
    pile = state[slot]
    if not pile:
        return []
    state[slot] = pile[1:]
    return [pile[0]]


def take_slot(state: State, slot: int, none: int) -> list[int]:
    value = state[slot]
    if value == none:
        return []
    state[slot] = none
    return [value]


def add_cards(state: State, base: int, at: dict[int, int], items: list[int]) -> None:
    for m in items:
        if m in at:
            state[base + at[m]] += 1
            state[base] += 1


def one_card(member: int) -> Pairs:
    return ((member, 1),) if member >= 0 else ()


def pile_top(pile: Sequence[int], none: int) -> int:
    return pile[0] if pile else none


def pile_bottom(pile: Sequence[int], none: int) -> int:
    return pile[-1] if pile else none

"""What chance says: from the script if there is one, otherwise from the generator in the state."""

from __future__ import annotations

from collections.abc import Sequence

from hexwright.interpreter import chance
from hexwright.interpreter.drawing import scripted

from .cards import Pairs, pairs_of_pile
from .layout import GENERATOR, SAID, SCRIPT
from .sets import State


def draw(state: State, among: int) -> int:
    if among < 2:
        return 0
    word: int = (state[GENERATOR] * chance.MULTIPLIER + chance.INCREMENT) & chance.MASK
    state[GENERATOR] = word
    return (word >> chance.SHIFT) % among


def roll_number(state: State, low: int, high: int) -> int:
    script = state[SCRIPT]
    if script:
        value = scripted(script.pop(0), range(low, high + 1), "number")
    else:
        value = low + draw(state, high - low + 1)
    state[SAID].append(("number", value))
    return int(value)


def roll_member(state: State, faces: Sequence[int]) -> int:
    script = state[SCRIPT]
    if script:
        value = scripted(script.pop(0), faces, "member")
    else:
        value = faces[draw(state, len(faces))]
    state[SAID].append(("member", value))
    return int(value)


def choose_from(state: State, items: Sequence[int], sort: str) -> int:
    """Chance takes one thing of a list; none when there is nothing."""
    if not items:
        return -1
    script = state[SCRIPT]
    value = scripted(script.pop(0), items, sort) if script else items[draw(state, len(items))]
    state[SAID].append((sort, value))
    return int(value)


def choose_card(state: State, base: int, members: Sequence[int]) -> int:
    """Chance draws one card of a holding, every card equally likely."""
    total = state[base]
    if not total:
        return -1
    script = state[SCRIPT]
    if script:
        held = [m for i, m in enumerate(members, base + 1) if state[i]]
        value = int(scripted(script.pop(0), held, "member"))
    else:
        k = draw(state, total)
        value = -1
        for i, m in enumerate(members, base + 1):
            k -= state[i]
            if k < 0:
                value = m
                break
    state[SAID].append(("member", value))
    return value


def choose_cards(state: State, pairs: Pairs, count: int) -> Pairs:
    """Chance draws several cards without putting any back."""
    pool = [m for m, n in pairs for _ in range(n)]
    taken = []
    for _ in range(min(count, len(pool))):
        script = state[SCRIPT]
        if script:
            value = scripted(script.pop(0), pool, "member")
        else:
            value = pool[draw(state, len(pool))]
        pool.remove(value)
        taken.append(value)
        state[SAID].append(("member", value))
    return pairs_of_pile(taken)


def shuffled(state: State, pile: Sequence[int], sort: str) -> tuple[int, ...]:
    items = list(pile)
    script = state[SCRIPT]
    if script and isinstance(script[0], tuple):
        wanted = [x for x in script.pop(0) if x in items]
        for x in wanted:
            items.remove(x)
    else:
        wanted = []
    for i in range(len(items) - 1, 0, -1):
        j = draw(state, i + 1)
        items[i], items[j] = items[j], items[i]
    result = tuple(wanted + items)
    state[SAID].append(("order", sort, result))
    return result

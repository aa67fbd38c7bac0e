"""Chance: a small integer generator that is part of the state.

Both executions draw the same numbers in the same order, in every process and on every machine. A
draw among one needs no number. What chance answered is written into the journal.
"""

from __future__ import annotations

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK = (1 << 64) - 1
SHIFT = 34


def start(seed: int) -> int:
    """The generator's first word; nearby seeds are spread by two steps."""
    word = (seed * 2862933555777941757 + 3037000493) & MASK
    for _ in range(2):
        word = (word * MULTIPLIER + INCREMENT) & MASK
    return word


def step(word: int) -> int:
    return (word * MULTIPLIER + INCREMENT) & MASK


def pick(word: int, among: int) -> int:
    """The answer 0 … among-1 that a word gives (after `step`)."""
    return (word >> SHIFT) % among

"""Whether what was counted could be luck: intervals and tests for shares of wins.

Plain binomial arithmetic, in logarithms so that a hundred thousand games do not underflow. No
table, no library: the numbers are small and asked for once.
"""

from __future__ import annotations

import math

SURE = 1.959964  # a normal variable stays within this many deviations 19 times out of 20


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; it stays within 0 and 1 and is right for few games too."""
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, SURE * SURE
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = SURE * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    spread /= 1 + square / games
    return max(0.0, middle - spread), min(1.0, middle + spread)


def at_least(wins: int, games: int, share: float) -> float:
    """The probability of that many wins or more, if each game is won with this probability."""
    if wins <= 0 or share >= 1:
        return 1.0
    if share <= 0:
        return 0.0
    return min(1.0, math.fsum(_exactly(k, games, share) for k in range(wins, games + 1)))


def _exactly(wins: int, games: int, share: float) -> float:
    ways = math.lgamma(games + 1) - math.lgamma(wins + 1) - math.lgamma(games - wins + 1)
    return math.exp(ways + wins * math.log(share) + (games - wins) * math.log1p(-share))


def verdict(wins_by_seat: list[int]) -> str:
    """One sentence: does a seat win more often than luck explains?

    Each seat is asked whether it wins too often, so the limit is divided among them (Bonferroni).
    """
    games, seats = sum(wins_by_seat), len(wins_by_seat)
    if games == 0:
        return "No game was won, so nothing can be said about the seats."
    if seats < 2:
        return "There is one seat only."
    by_luck = [at_least(wins, games, 1 / seats) for wins in wins_by_seat]
    most = min(range(seats), key=lambda seat: by_luck[seat])
    if by_luck[most] >= 0.05 / seats:
        return "No seat wins more often than luck explains."
    share = f"{wins_by_seat[most] / games:.1%} instead of {1 / seats:.1%}"
    return f"Seat {most + 1} wins too often: {share}; by luck in {_once(by_luck[most])}."


def _once(chance: float) -> str:
    if chance < 1e-6:
        return "less than 1 of 1,000,000 cases"
    return f"1 of {round(1 / chance):,} cases"

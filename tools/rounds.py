"""A game between bots, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hexwright.interpreter.moves import Decision, Move
from hexwright.tools.bots import Bot


def play_out(game: Any, bots: Sequence[Bot]) -> Iterator[tuple[Decision, Move]]:
    """Every decision with its answer, after it was played; stops at the end or at a dead end."""
    while game.pending is not None:
        decision = game.pending
        moves = game.moves()
        if not moves:
            return
        move = bots[decision.player].choose(game, moves)
        game.play(move)
        yield decision, move

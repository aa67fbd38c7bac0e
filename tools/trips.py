"""Trips: where a piece can get with several steps, and what that costs.

A step is an action that moves a piece to a neighbouring place chosen in its head. Trips are found
by playing steps on copies of the game, so every step is judged by the rules; played, each of them
is a move of its own. Nothing is looked up that the player may not know: a step that lets chance
speak or turns up something hidden is the last one of a trip, and nothing is said about what it
brings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter import bundles, implied, labels, sight, uses
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.heads import Walk
from hexwright.interpreter.moves import Answer, Move

PLACES = ("hex", "corner", "edge")
MOST_TRIES = 2000
"""how many steps are tried out for one piece"""


@dataclass(frozen=True)
class Trip:
    """The way of one piece to one place."""

    action: str
    piece: str
    """as moves name it, or "" where an action moves only one"""
    start: str
    goal: str
    steps: tuple[Move, ...]
    price: bundles.Bundle
    known: bool
    """False if the last step turns up something unknown"""


@dataclass(frozen=True, slots=True)
class Step:
    """An action that moves a piece: which of its answers is the piece, which the place."""

    action: str
    piece: int | None
    place: int


def step_actions(program: ir.Program) -> dict[str, Step]:
    """Every action that moves one piece to a neighbouring place chosen in its head."""
    found: dict[str, Step] = {}
    for action in program.actions.values():
        choices = [line for line in action.head if isinstance(line, ir.Choose)]
        slots = [line.local.slot for line in choices]
        for line in action.body:
            if not isinstance(line, ir.MovePieces) or not isinstance(line.to, ir.LocalRef):
                continue
            if line.to.slot not in slots or not _beside(choices[slots.index(line.to.slot)]):
                continue
            what = line.what
            chosen = isinstance(what, ir.LocalRef) and what.slot in slots
            piece = slots.index(what.slot) if isinstance(what, ir.LocalRef) and chosen else None
            if len(slots) == (2 if chosen else 1) and what.type.shape == "one":
                found[action.name] = Step(action.name, piece, slots.index(line.to.slot))
    return found


def _beside(choice: ir.Choose) -> bool:
    """Whether a place is chosen among the neighbours of something."""
    return choice.local.type.base in PLACES and any(
        isinstance(node, ir.Field) and node.name == "neighbours" for node in uses.nodes(choice)
    )


def trips(game: Any) -> list[Trip]:
    """Every trip that the player to decide can make now, by piece, then by length."""
    steps = step_actions(game.rules.program)
    if game.pending is None or game.pending.decision != "act":
        return []
    found: list[Trip] = []
    pieces = dict.fromkeys(_mover(steps[m.what], m) for m in game.moves() if m.what in steps)
    for action, piece in pieces:
        found += _Search(game, steps[action], piece).run()
    return found


def _mover(step: Step, move: Move) -> tuple[str, str]:
    return step.action, str(move.args[step.piece]) if step.piece is not None else ""


class _Search:
    """Breadth first; of several ways to a place those stay that are shorter or cheaper."""

    def __init__(self, game: Any, step: Step, piece: str) -> None:
        self.game = game
        self.step = step
        self.piece = piece
        self.player = game.pending.player
        self.best: dict[str, list[tuple[int, int]]] = {}
        self.start = _place_of(game, piece) if piece else ""
        phase = game.rules.program.phases.get(game.pending.phase)
        ends = set(phase.ends_with) if phase is not None else set()
        self.ends = ends if any(m.what in ends for m in game.moves()) else set()
        """what ends the phase, if that is possible now"""

    def run(self) -> list[Trip]:
        found: list[Trip] = []
        self.best[self.start] = [(0, 0)]
        front: list[tuple[Any, tuple[Move, ...], bundles.Bundle]] = [(self.game, (), ())]
        hidden = _seen(self.game, self.player)
        tries = 0
        while front and tries < MOST_TRIES:
            following = []
            for game, done, paid in front:
                for move in self.onward(game):
                    tries += 1
                    trip, after = self.walked(game, done, paid, move, hidden)
                    if trip is None:
                        continue
                    if not trip.known or self.can_stay(after):
                        found.append(trip)
                    if trip.known:
                        following.append((after, trip.steps, trip.price))
            front = following
        return found

    def can_stay(self, game: Any) -> bool:
        """Whether the phase may end here, if it might have ended before."""
        return not self.ends or any(move.what in self.ends for move in game.moves())

    def onward(self, game: Any) -> Iterator[Move]:
        pending = game.pending
        if pending is None or pending.player != self.player or pending.decision != "act":
            return
        for move in game.moves():
            if move.what == self.step.action and _mover(self.step, move)[1] == self.piece:
                yield move

    def walked(
        self,
        game: Any,
        done: tuple[Move, ...],
        paid: bundles.Bundle,
        move: Move,
        hidden: Counter[tuple[ir.Key, int]],
    ) -> tuple[Trip | None, Any]:
        """The trip that ends with a move, and the game after it."""
        goal = str(move.args[self.step.place])
        price = bundles.add((paid, price_of(game, move)))
        cost = (len(done) + 1, bundles.size(price))
        known = self.best.setdefault(goal, [])
        if any(a <= cost[0] and b <= cost[1] for a, b in known):
            return None, None
        known.append(cost)
        after = game.copy()
        after.play(move)
        plain = not after.journal.entries[-1].said and _seen(after, self.player) == hidden
        trip = Trip(self.step.action, self.piece, self.start, goal, (*done, move), price, plain)
        return trip, after


def price_of(game: Any, move: Move) -> bundles.Bundle:
    """What a legal move costs."""
    ev = Evaluator(game.setting, game.engine.table())
    walk = Walk(ev, "action", move.what, game.pending.player)
    scope = walk.begin()
    for choice, answer in zip(walk.choices, move.args, strict=True):
        scope.slots[choice.local.slot] = labels.read(ev, answer, choice.local.type)
    return implied.price(walk, scope)


def _place_of(game: Any, piece: Answer) -> str:
    ev = Evaluator(game.setting, game.engine.table())
    place = ev.table.places[labels.read(ev, piece, ir.Type("piece"))]
    return game.setting.label("place", place) if place is not None else ""


def _seen(game: Any, player: int) -> Counter[tuple[ir.Key, int]]:
    """How much a player sees of what is hidden for a time, state by state."""
    ev = Evaluator(game.setting, game.engine.table())
    veiled = {
        key
        for key, state in ev.program.states.items()
        if any(line.when is not None for line in state.sights)
    }
    seen = Counter(
        (slot[0], sight.seen(ev, player, slot)) for slot in ev.table.slots if slot[0] in veiled
    )
    seen[("", ""), 0] = len(ev.table.known)
    return seen

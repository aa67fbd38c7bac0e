"""What the rules say a player can do next: what is open, how near its price is, what stands.

Nothing is known here of any game. Which actions have a price, which ways they are open and how many
points they brought so far is read off the rules, the legal moves and the bot's own experience.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hexwright.dsl.program import Key
from hexwright.interpreter.engines import Engine
from hexwright.interpreter.evaluate import Evaluator
from hexwright.interpreter.game import POINTS
from hexwright.interpreter.table import Plain, Slot
from hexwright.tools.prices import Bundle

PLENTY = 20
"""cards of each sort in the hand of somebody who could pay everything"""
ENOUGH_WAYS = 4
"""more ways than these to do the same are no better"""

Ways = Mapping[str, int]
"""action → in how many ways it would be possible if only it could be paid"""


class Prospects:
    """One player's outlook in one position; `rich` is the same one with plenty of cards in hand."""

    def __init__(self, engine: Engine, me: int, rich: Engine | None = None) -> None:
        self.engine = engine
        self.me = me
        self.setting = engine.setting
        self.table = engine.table()
        self.rich = rich

    def points(self) -> int:
        """One's own points; nothing if the rules count none."""
        if POINTS not in self.setting.program.values:
            return 0
        worth = Evaluator(self.setting, self.table).worth(POINTS, self.me, (), self.me)
        return int(worth or 0)

    def weight(self, prices: Mapping[str, Bundle], worth: Mapping[str, float], ways: Ways) -> float:
        """How good a position is apart from its points; `ways` serve where none are to be seen."""
        seen = self.ways(prices)
        known = ways if seen is None else seen
        return 4 * self.reach(prices, worth, known) + self.standing() / 2 + openness(worth, known)

    def reach(
        self, prices: Mapping[str, Bundle], worth: Mapping[str, float], ways: Ways | None = None
    ) -> float:
        """Sum over all priced actions: what it brings, less for every card that is missing."""
        found = 0.0
        for action, price in prices.items():
            missing = sum(max(0, count - self.held(name)) for name, count in price.items())
            share = 1.0 if ways is None or ways.get(action) else 0.3
            found += share * worth[action] / (1 + missing) / len(prices)
        return found

    def held(self, member: str) -> int:
        key: Key | None = self.setting.program.holdings.get(member)
        cards = self.table.slots.get((key, self.me, ())) if key else None
        return int(cards.get(self.setting.members[member], 0)) if cards else 0

    def standing(self) -> float:
        """Pieces of one's own on the board."""
        places = self.table.places
        return float(
            sum(
                places[piece.id] is not None and self.table.owners[piece.id] == self.me
                for piece in self.setting.instances
            )
        )

    def ways(self, prices: Mapping[str, Bundle]) -> Ways | None:
        """What one could do with plenty of cards; None where it is not for this player to act."""
        pending = self.engine.decision()
        if pending is None or pending.player != self.me:
            return None
        if pending.decision != "act":
            moves = self.engine.moves()
            return Counter(move.what for move in moves) if pending.decision == "must" else None
        rich = self.rich
        if rich is None or rich.decision() != pending:
            rich = self.enriched(prices)
        return Counter(move.what for move in rich.moves())

    def enriched(self, prices: Mapping[str, Bundle]) -> Engine:
        """The same position, but this player holds plenty of everything that has a use."""
        slots = self.table.slots
        before: dict[Slot, Plain] = {}
        for price in prices.values():
            for name in price:
                key = self.setting.program.holdings.get(name)
                slot: Slot | None = (key, self.me, ()) if key else None
                if slot is not None and slot in slots:
                    before.setdefault(slot, slots[slot])
                    slots[slot] = {**slots[slot], self.setting.members[name]: PLENTY}
        rich = self.engine.copy()
        rich.load(self.table)
        slots.update(before)
        return rich


def openness(worth: Mapping[str, float], ways: Ways) -> float:
    """Ways to do something, more for what is known to bring points."""
    return sum(
        (worth.get(action, 1.0) - 0.9) * min(count, ENOUGH_WAYS) / ENOUGH_WAYS
        for action, count in ways.items()
    )

"""A player of Explorers & Pirates who goes for the missions: plain, quick, good enough to win.

It takes what is at hand (delivering, landing, catching, founding), sails every ship the shortest
way to where its cargo is wanted, and otherwise saves for the next building. It knows only what lies
open. Bots of the project know no game; this one serves to play games of this book to their end.
"""

import random
from collections import Counter, deque
from collections.abc import Iterable, Sequence

from hexwright.interpreter import Game, Move
from hexwright.interpreter.compiled.analysis import open_offers
from hexwright.interpreter.setting import Setting

AT_ONCE = ("deliver_spices", "deliver_fish", "befriend_village", "found_settlement", "catch_fish",
           "land_crew", "fetch_crew", "roll_for_fish", "take_gold", "rob_ship")  # fmt: skip
PRICES = {
    "build_harbor_settlement": Counter(grain=2, ore=2),
    "build_settler": Counter(lumber=1, brick=1, wool=1, grain=1),
    "build_settlement": Counter(lumber=1, brick=1, wool=1, grain=1),
    "build_ship": Counter(lumber=1, wool=1),
    "build_crew": Counter(wool=1, ore=1),
}
FAR = 10**6


class Sailor:
    def __init__(self, setting: Setting, seed: int) -> None:
        self.setting = setting
        self.dice = random.Random(seed)
        self.left_out = open_offers(setting.program)
        self.pieces = {setting.label("piece", i.id): i.id for i in setting.instances}

    def choose(self, game: Game, moves: Sequence[Move]) -> Move:
        kept = [m for m in moves if m.what not in self.left_out] or list(moves)
        pending = game.pending
        assert pending is not None
        self.me, self.table = pending.player, game.engine.table()
        self.there: dict[int, list[str]] = {}
        self.own: dict[str, list[int]] = {}
        for piece, place in zip(self.setting.instances, self.table.places, strict=True):
            if place is not None:
                self.there.setdefault(place, []).append(piece.kind)
                if piece.owner == self.me:
                    self.own.setdefault(piece.kind, []).append(piece.id)
        if pending.decision == "act" and pending.phase == "main":
            return self.build(kept)
        if pending.decision == "act" and pending.phase == "movement":
            return self.travel(kept)
        places = [m for m in kept if m.what in ("found_harbor", "build_settlement")]
        if places:
            return max(places, key=lambda m: self.pips(str(m.args[0])))
        roll = [m for m in kept if m.what == "roll_dice"]
        return self.dice.choice(roll or kept)

    def pips(self, corner: str) -> float:
        """How often the hexes of a corner bring something."""
        number = self.setting.topology.find(corner, "corner")
        assert number is not None
        tokens = (self.slot("token", h) for h in self.setting.topology.corner_hexes[number])
        return sum(6 - abs(7 - t) for t in tokens if t) + self.dice.random()

    # what lies open

    def slot(self, name: str, number: int) -> int:
        found: int = self.table.slots[("hex", name), number, ()]
        return found

    def hidden(self, number: int) -> bool:
        return bool(self.slot("face_down", number))

    def of_kind(self, number: int, kind: str) -> bool:
        members = self.setting.kinds.get(kind, ())
        return not self.hidden(number) and self.slot("terrain", number) in members

    def route(self, edge: int) -> bool:
        hexes = self.setting.topology.edge_hexes[edge]
        if any(self.hidden(h) for h in hexes):
            return False
        return len(hexes) == 1 or any(self.of_kind(h, "water") for h in hexes)

    def mine(self, kind: str) -> list[int]:
        return self.own.get(kind, [])

    def on(self, sort: str, number: int) -> list[str]:
        return self.there.get(self.setting.place_base[sort] + number, [])

    # ships

    def travel(self, moves: list[Move]) -> Move:
        for name in AT_ONCE:
            now = [m for m in moves if m.what == name]
            if now:
                return self.dice.choice(now)
        loading = [m for m in moves if m.what == "load_cargo"]
        if loading:
            return loading[0]
        legs: dict[str, list[Move]] = {}
        for move in moves:
            if move.what == "sail":
                legs.setdefault(str(move.args[0]), []).append(move)
        sailing = self.table.slots[("", "sailing"), None, ()]
        for label in sorted(legs, key=lambda name: self.pieces[name] != sailing):
            best = self.leg(self.pieces[label], legs[label])
            if best is not None:
                return best
        return next((m for m in moves if m.what == "end_turn"), moves[0])

    def leg(self, ship: int, legs: list[Move]) -> Move | None:
        """The step that brings a ship nearer to where it is wanted."""
        base = self.setting.place_base["edge"]
        place = self.table.places[ship]
        assert place is not None
        for wanted in self.aims(ship):
            away = self.distances(wanted)
            here = away.get(place - base, FAR)
            best = min(legs, key=lambda m: away.get(self.edge(m), FAR))
            if away.get(self.edge(best), FAR) < here:
                return best
            if here == 0:
                return None
        return None

    def edge(self, move: Move) -> int:
        found = self.setting.topology.find(str(move.args[1]), "edge")
        assert found is not None
        return found

    def aims(self, ship: int) -> Iterable[set[int]]:
        """Where a ship is wanted, most of all first: sets of edges."""
        top, table = self.setting.topology, self.table
        cargo = self.on("piece", ship)
        hexes = range(top.hex_count)
        if "fish_haul" in cargo or "spice_sack" in cargo and "crew" not in cargo:
            docks = [c for c in range(top.corner_count) if table.slots[("corner", "dock"), c, ()]]
            yield self.at(docks)
        if "settler" in cargo:
            yield self.at(c for c in range(top.corner_count) if self.free(c))
        if "crew" in cargo:
            yield self.around(h for h in hexes if self.of_kind(h, "village") and not self.known(h))
            yield self.around(h for h in hexes if self.lair(h))
        if not cargo:
            yield self.around(h for h in hexes if "fish_haul" in self.on("hex", h))
            yield self.homes(stored=True)
        yield self.around(h for h in hexes if self.hidden(h))
        yield self.homes(stored=False)

    def homes(self, stored: bool) -> set[int]:
        """Sea routes at one's harbor settlements, or at those with something in the basin."""
        base = self.setting.place_base["corner"]
        found = [h for h in self.mine("harbor_settlement") if not stored or self.on("piece", h)]
        places = [self.table.places[h] for h in found]
        return self.at(place - base for place in places if place is not None)

    def at(self, corners: Iterable[int]) -> set[int]:
        wanted = set(corners)
        ends = enumerate(self.setting.topology.edge_ends)
        return {e for e, both in ends if wanted & set(both) and self.route(e)}

    def around(self, hexes: Iterable[int]) -> set[int]:
        return self.at(c for h in hexes for c in self.setting.topology.hex_corners[h])

    def known(self, number: int) -> bool:
        """Whether a crew of one's own is on a hex."""
        place = self.setting.place_base["hex"] + number
        return any(self.table.places[crew] == place for crew in self.mine("crew"))

    def lair(self, number: int) -> bool:
        key = ("hex", "lair")
        return key in self.setting.program.states and bool(self.table.slots[key, number, ()])

    def free(self, corner: int) -> bool:
        """Whether a settlement could stand there."""
        top = self.setting.topology
        near = (corner, *top.corner_neighbours[corner])
        if any({"settlement", "harbor_settlement"} & set(self.on("corner", c)) for c in near):
            return False
        hexes = top.corner_hexes[corner]
        if any(self.hidden(h) or self.lair(h) for h in hexes):
            return False
        if any(self.of_kind(h, "village") and not self.known(h) for h in hexes):
            return False
        return any(self.of_kind(h, "land") and self.slot("token", h) for h in hexes)

    def distances(self, goals: set[int]) -> dict[int, int]:
        top = self.setting.topology
        away = dict.fromkeys(goals, 0)
        todo = deque(goals)
        while todo:
            edge = todo.popleft()
            for other in top.edge_neighbours[edge]:
                if other not in away and self.route(other):
                    away[other] = away[edge] + 1
                    todo.append(other)
        return away

    # building

    def build(self, moves: list[Move]) -> Move:
        ready = [m for m in moves if m.what in PRICES and self.useful(m.what)]
        for name in PRICES:
            now = [m for m in ready if m.what == name]
            if now:
                return self.dice.choice(now)
        done = next(m for m in moves if m.what == "set_sail")
        if self.dice.random() < 0.2:
            roads = [m for m in moves if m.what == "build_road"]
            if roads and len(self.mine("road")) < 8:
                return self.dice.choice(roads)
        hand = self.hand()
        goals = [(sum((price - hand).values()), name) for name, price in PRICES.items()
                 if self.useful(name)]  # fmt: skip
        for missing, name in sorted(goals):
            if not missing:
                continue
            lacking, spare = PRICES[name] - hand, hand - PRICES[name]
            for move in moves:
                if move.what == "buy_with_gold" and move.args[0] in lacking:
                    return move
                enough = move.what == "trade_with_bank" and spare[str(move.args[0])] >= 3
                if enough and move.args[1] in lacking:
                    return move
        return done

    def hand(self) -> Counter[str]:
        cards = self.table.slots[("player", "hand"), self.me, ()]
        return Counter({self.setting.member_names[m]: n for m, n in cards.items()})

    def useful(self, name: str) -> bool:
        ships, settlements = self.mine("ship"), self.mine("settlement")
        homes = self.mine("harbor_settlement")
        if name == "build_harbor_settlement":
            return bool(settlements) and len(homes) < 4
        if name == "build_settler":
            waiting = len(self.mine("settler"))
            return not waiting and len(settlements) < 5 and bool(ships)
        if name == "build_settlement":
            return len(settlements) < 5
        if name == "build_ship":
            return len(ships) < (2 if len(homes) < 3 else 3)
        if "crew" not in self.setting.program.pieces or len(ships) < 2:
            return False
        afloat = [c for c in self.mine("crew") if self.aboard(c)]
        return len(afloat) < 2 and bool(self.wanted())

    def aboard(self, piece: int) -> bool:
        place = self.table.places[piece]
        return place is not None and place >= self.setting.place_base["piece"]

    def wanted(self) -> bool:
        """Whether crews have somewhere to go."""
        hexes = range(self.setting.topology.hex_count)
        return any(self.lair(h) or self.of_kind(h, "village") and not self.known(h) for h in hexes)

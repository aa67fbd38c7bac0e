"""What holds in every game of Explorers & Pirates after every decision, checked fast enough for it.

A `Watch` is made once for each setting. It reads the flat state of the compiled engine: what the
last decision has not touched is not looked at again, so that hundreds of thousands of decisions can
be watched. Everything is counted here in another way than the rules count it.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter import Game
from hexwright.interpreter.compiled.engine import CompiledEngine
from hexwright.interpreter.compiled.layout import ACTIVE, NO_NUMBER, WINNERS
from hexwright.interpreter.setting import constant

State = list[Any]
TRACKS = {
    "lair_track": (0, 1, 1, 2, 2, 2, 3, 3),
    "fish_track": (0, 1, 1, 2, 2, 2, 3, 3),
    "spice_track": (0, 1, 1, 2, 2, 3, 3),
}
CARDS = {"lair_track": "best_hunter", "fish_track": "best_fisher", "spice_track": "best_trader"}
ISLAND = (11, 9, 3, 8, 4, 10, 6, 12, 8, 10, 4, 11, 6, 3, 5)
STACKS = (3, 4, 5, 6, 9, 10, 4, 5, 8, 9, 10, 11)
LAIRS = (2, 3, 5, 6, 8, 11)
LARGE = ("settler", "fish_haul")
MARKERS = ("lair_marker", "fish_marker", "spice_marker")


class Watch:
    def __init__(self, engine: CompiledEngine, target: int) -> None:
        self.setting = setting = engine.setting
        self.program = setting.program
        self.target = target
        self.layout = engine.compiled.assembler.layout
        self.looked = 0
        top = setting.topology
        self.beside = [sum(1 << n for n in row) for row in top.corner_neighbours]
        self.at_ends = [
            sum(1 << h for h in {h for end in ends for h in top.corner_hexes[end]})
            for ends in top.edge_ends
        ]
        self.waters = self.members("water")
        self.villages = self.members("village")
        self.shoals = self.members("shoal")
        self.lands = self.members("land")
        offsets = self.layout.place_offsets()
        self.kinds: dict[str, list[tuple[int, int, int]]] = {}
        """by kind of piece: (slot of its place, what to add to it, piece) of each"""
        for i in setting.instances:
            self.kinds.setdefault(i.kind, []).append(
                (self.layout.places + i.id, offsets[i.id], i.id)
            )
        self.owner = [i.owner for i in setting.instances]
        self.checks: list[tuple[Callable[[State], Any], Callable[[State, Any], None]]] = []
        """(what is looked at, what must hold when that has changed)"""
        self.watch_cards()
        self.watch_tiles()
        self.watch_ranges()
        self.watch_pieces()
        self.seen: list[Any] = []

    def begin(self, state: State) -> None:
        self.seen = [None] * len(self.checks)
        self.tiles_first: Counter[int] | None = None
        self.sums_first: dict[int, int] | None = None
        self.crews_on: dict[int, list[int]] = {}
        self.look(state)

    def look(self, state: State) -> None:
        self.looked += 1
        seen = self.seen
        for n, (read, check) in enumerate(self.checks):
            now = read(state)
            if now != seen[n]:
                seen[n] = now
                check(state, now)
        self.end(state)

    # cards, tiles, numbers

    def members(self, kind: str) -> frozenset[int]:
        return frozenset(self.setting.kinds.get(kind, ()))

    def slots(self, key: ir.Key) -> list[int]:
        """The first slot of a state for every subject."""
        found = self.layout.states[key]
        if found.owner_sort == "player":
            return [found.base + seat * found.stride for seat in range(self.setting.players)]
        return [found.base + n * found.stride for n in range(max(1, found.owners))]

    def watch_cards(self) -> None:
        """No count is negative, a total is the sum of its counts, and no card gets lost."""
        where: list[int] = []
        totals: list[tuple[int, int, int]] = []
        by_member: dict[int, list[int]] = {}
        for key, state in self.program.states.items():
            if state.type.base != "cards" or state.params or state.type.of == "terrain":
                continue
            members = self.layout.holding_members(state.type.of)
            for at in self.slots(key):
                start = len(where)
                where += range(at, at + 1 + len(members))
                totals.append((start, start + 1, len(where)))
                for n, member in enumerate(members, start + 1):
                    by_member.setdefault(member, []).append(n)

        def check(_: State, now: tuple[int, ...]) -> None:
            assert min(now) >= 0
            for total, start, end in totals:
                assert now[total] == sum(now[start:end])
            sums = {m: sum(now[n] for n in at) for m, at in by_member.items()}
            self.sums_first = self.sums_first or sums
            assert sums == self.sums_first, "cards are lost"
            assert {sums[m] for m in self.members("resource")} == {19}

        self.checks.append((itemgetter(*where), check))

    def watch_tiles(self) -> None:
        """Every hex and every number is somewhere, face up, face down or in a stack."""
        singles = self.slots(("hex", "terrain"))
        tokens = self.slots(("hex", "token"))
        piles = [
            (at, state.type.of)
            for key, state in self.program.states.items()
            if state.type.base == "pile" and key != ("hex", "lair")
            for at in self.slots(key)
        ]
        if ("hex", "lair") in self.program.states:
            piles += [(at, "number") for at in self.slots(("hex", "lair"))]
        lairs = LAIRS if ("", "lair_stack") in self.program.states else ()
        numbers = Counter((*ISLAND, *STACKS, *lairs))
        cut, end = len(singles), len(singles) + len(tokens)

        def check(_: State, now: tuple[Any, ...]) -> None:
            tiles = Counter(t for t in now[:cut] if t >= 0)
            found = Counter(n for n in now[cut:end] if n != NO_NUMBER)
            for (_, of), pile in zip(piles, now[end:], strict=True):
                (found if of == "number" else tiles).update(pile)
            self.tiles_first = self.tiles_first or tiles
            assert tiles == self.tiles_first and found == numbers, "a hex or number is lost"

        self.checks.append((itemgetter(*singles, *tokens, *(at for at, _ in piles)), check))

    def watch_ranges(self) -> None:
        for key, state in self.program.states.items():
            if state.low is None or state.high is None or state.params:
                continue
            low, high = constant(state.low, self.setting), constant(state.high, self.setting)
            assert isinstance(low, int) and isinstance(high, int)
            self.watch_range(self.slots(key), low, high)

    def watch_range(self, slots: list[int], low: int, high: int) -> None:
        def check(_: State, now: Any) -> None:
            numbers = now if isinstance(now, tuple) else (now,)
            assert all(low <= n <= high for n in numbers if n != NO_NUMBER)

        self.checks.append((itemgetter(*slots), check))

    def watch_pieces(self) -> None:
        """Which kinds are looked at together; face-down hexes concern all of them."""
        down = itemgetter(self.layout.states["hex", "face_down"].base)
        groups = (
            (("settler", "crew", "fish_haul", "spice_sack", "pirate_ship"), self.guests),
            (("settlement", "harbor_settlement", "road"), self.land),
            (("ship",), self.sea),
            (("settlement", "harbor_settlement", *MARKERS), self.count),
        )
        for kinds, check in groups:
            spans = [self.span(kind) for kind in kinds if kind in self.kinds]
            self.checks.append((self.reader([down, *map(itemgetter, spans)]), check))

    def span(self, kind: str) -> slice:
        slots = [slot for slot, _, _ in self.kinds[kind]]
        assert slots == [*range(slots[0], slots[-1] + 1)]
        return slice(slots[0], slots[-1] + 1)

    def reader(self, reads: list[Callable[[State], Any]]) -> Callable[[State], Any]:
        return lambda state: [read(state) for read in reads]

    # pieces

    def standing(self, state: State, kind: str) -> list[tuple[int, int]]:
        """(place, owner) of every piece on the board."""
        return [
            (place, self.owner[piece])
            for slot, _, piece in self.kinds.get(kind, ())
            if (place := state[slot]) >= 0
        ]

    def terrain(self, state: State, number: int) -> int:
        slots = self.layout.states["hex", "terrain"]
        found: int = state[slots.base + number * slots.stride]
        return found

    def lair(self, state: State, number: int) -> bool:
        if ("hex", "lair") not in self.program.states:
            return False
        slots = self.layout.states["hex", "lair"]
        return bool(state[slots.base + number * slots.stride])

    def flag(self, state: State, key: ir.Key) -> int:
        return int(state[self.layout.states[key].base]) if key in self.program.states else 0

    def cargo(self, state: State) -> dict[str, list[tuple[int, int]]]:
        """Holds and basins: no more than fits, of their owner or of nobody. Gives what is ashore:
        by kind (hex, owner)."""
        base = self.setting.place_base
        room: Counter[int] = Counter()
        ashore: dict[str, list[tuple[int, int]]] = {}
        for kind in ("settler", "crew", "fish_haul", "spice_sack"):
            for slot, offset, piece in self.kinds.get(kind, ()):
                if state[slot] < 0:
                    continue
                place = state[slot] + offset
                if place >= base["piece"]:
                    carrier = place - base["piece"]
                    assert self.setting.instances[carrier].kind in ("ship", "harbor_settlement")
                    assert state[self.layout.places + carrier] >= 0
                    assert self.owner[piece] in (-1, self.owner[carrier])
                    room[carrier] += 2 if kind in LARGE else 1
                elif place < base["corner"]:
                    ashore.setdefault(kind, []).append((place, self.owner[piece]))
                else:
                    assert kind == "spice_sack" and place >= base["space"]
        assert max(room.values(), default=0) <= 2
        return ashore

    def guests(self, state: State, _: Any) -> None:
        """Who may be on a hex: crews at lairs, gold fields and villages, fish on shoals …"""
        ashore = self.cargo(state)
        assert "settler" not in ashore
        self.crews_on = {}
        for place, owner in ashore.get("crew", ()):
            self.crews_on.setdefault(place, []).append(owner)
        for place, owners in self.crews_on.items():
            if self.terrain(state, place) in self.villages:
                assert len(set(owners)) == len(owners), "one crew for each player in a village"
            else:
                assert self.terrain(state, place) == self.setting.members["gold_field"]
                assert len(owners) <= 3
        shoals = [place for place, _ in ashore.get("fish_haul", ())]
        assert len(set(shoals)) == len(shoals)
        assert all(self.terrain(state, place) in self.shoals for place in shoals)
        sacks = Counter(place for place, _ in ashore.get("spice_sack", ()))
        down = self.flag(state, ("hex", "face_down"))
        for place in range(self.setting.topology.hex_count) if self.villages else ():
            if self.terrain(state, place) in self.villages and not down >> place & 1:
                visited = len(self.crews_on.get(place, ()))
                assert sacks.pop(place, 0) == self.setting.players - visited
        assert not sacks
        pirates = [place for place, _ in self.standing(state, "pirate_ship")]
        assert len(pirates) <= 1
        home = self.flag(state, ("hex", "home"))
        for place in pirates:
            assert self.terrain(state, place) in self.waters and not down >> place & 1
            assert not self.flag(state, ("hex", "on_frame")) >> place & 1
            assert not any(home >> n & 1 for n in self.setting.topology.hex_neighbours[place])
            assert place not in shoals

    def land(self, state: State, _: Any) -> None:
        """Buildings apart and on open land; roads on land, one by one."""
        top = self.setting.topology
        down = self.flag(state, ("hex", "face_down"))
        spots = 0
        for kind in ("settlement", "harbor_settlement"):
            for place, owner in self.standing(state, kind):
                assert not spots >> place & 1
                spots |= 1 << place
                self.open(state, top.corner_hexes[place], down, owner)
        for place in range(top.corner_count):
            if spots >> place & 1:
                assert not spots & self.beside[place], "distance rule"
        roads = self.standing(state, "road")
        assert len({place for place, _ in roads}) == len(roads)
        for place, owner in roads:
            self.open(state, top.edge_hexes[place], down, owner)

    def open(self, state: State, hexes: Iterable[int], down: int, owner: int) -> None:
        terrains = []
        for number in hexes:
            assert not down >> number & 1 and not self.lair(state, number)
            terrain = self.terrain(state, number)
            terrains.append(terrain)
            if terrain in self.villages:
                assert owner in self.crews_on.get(number, ()), "built beside a strange village"
        assert self.lands.intersection(terrains)

    def sea(self, state: State, _: Any) -> None:
        """Ships two by two on sea routes, none at an unexplored hex; a third only passes."""
        down = self.flag(state, ("hex", "face_down"))
        ships = [(state[slot], piece) for slot, _, piece in self.kinds["ship"] if state[slot] >= 0]
        berths = Counter(place for place, _ in ships)
        sailing = state[self.layout.states["", "sailing"].base]
        for place, count in berths.items():
            assert count <= 2 or (count == 3 and (place, sailing) in ships)
            hexes = self.setting.topology.edge_hexes[place]
            assert len(hexes) == 1 or any(self.terrain(state, h) in self.waters for h in hexes)
            assert not down & self.at_ends[place]
        idle = {self.owner[piece] for _, piece in ships} - set(range(self.setting.players))
        assert not idle, "neutral ships stay in the box"

    # points

    def count(self, state: State, _: Any) -> None:
        """The points of everybody but for the cards of the missions, and who should hold those."""
        self.points = [0] * self.setting.owners
        for kind, worth in (("settlement", 1), ("harbor_settlement", 2)):
            for _, owner in self.standing(state, kind):
                self.points[owner] += worth
        self.leaders: list[tuple[int, int]] = []
        """(slot of the card's holder, whose marker is farthest and came first)"""
        for track, points in TRACKS.items():
            if track not in self.program.tracks:
                continue
            best = (0, 0, -1)
            there = []
            for slot, _, piece in self.kinds[track.replace("track", "marker")]:
                if state[slot] < 0:
                    continue
                owner, space = self.owner[piece], self.setting.spaces[state[slot]][1]
                there.append(owner)
                self.points[owner] += points[space]
                if space > 0:
                    best = max(best, (space, -state[self.layout.stamps + piece], owner))
            assert sorted(there) == [*range(self.setting.players)]
            self.leaders.append((self.layout.holders[CARDS[track]], best[2]))

    def end(self, state: State) -> None:
        """Who holds the cards; the game is over as soon as the active player has the points."""
        points = self.total = self.points[:]
        for slot, leader in self.leaders:
            assert state[slot] == leader
            if leader >= 0:
                points[leader] += 1
        active, winners = state[ACTIVE], state[WINNERS]
        assert winners in (0, 1 << active), "only the active player wins"
        assert (points[active] >= self.target) == bool(winners)


def watched(game: Game, watch: Watch) -> Game:
    """The game, looked at after every decision; also after the last one."""
    engine = game.engine
    assert isinstance(engine, CompiledEngine)
    step = engine.step

    def looking(move: int) -> None:
        step(move)
        watch.look(engine.state)

    engine.step = looking  # type: ignore[method-assign]
    watch.begin(engine.state)
    return game

"""Where everything lives in the flat state.

The state is one Python list. The first slots hold the few things that are not numbers (the agenda,
the list of offered moves, what chance said); then come turn data, states, pieces, awards, caches.
A set is an integer with one bit for each element; cards are a total and one count for each member;
a pile is a tuple; `none` is -1, for numbers NO_NUMBER.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import NOBODY, Setting, constant

NO_NUMBER = -(1 << 40)
SAID, SCRIPT, AGENDA, SITE, MOVES, INCLUDES = range(6)
ACTIVE, STARTER, ROUND, PHASE, GENERATOR, WINNERS, DIRTY, CLOCK, TURNS, ON_BOARD, KNOWN = range(
    6, 17
)
HELD = 17
"""how many blocks run in one go: nothing settles meanwhile"""
FIRST_FREE = 18

Sort = str


def sort_size(setting: Setting, sort: str) -> int:
    """How many things of a sort there are: a slot each."""
    top = setting.topology
    sizes = {
        "hex": top.hex_count,
        "corner": top.corner_count,
        "edge": top.edge_count,
        "player": setting.owners,
        "piece": len(setting.instances),
        "space": len(setting.spaces),
        "member": len(setting.member_names),
    }
    return sizes[sort]


@dataclass(frozen=True, slots=True)
class StateSlots:
    """A state's place: base + subject * stride + Σ argument * stride.

    form: value (one slot), flags (one mask over subjects), cards (total, then counts), pile or
    bundle (a tuple in one slot).
    """

    definition: ir.StateDef
    form: str
    base: int
    width: int
    """slots for one subject and one set of arguments"""
    owner_sort: str
    """"" for the game"""
    owner_offset: int
    """first subject number of a kind of members, so that slots start at 0"""
    owners: int
    arg_sorts: tuple[tuple[int, int], ...]
    """(first number, how many) of each argument"""
    none: int

    @property
    def stride(self) -> int:
        step = self.width
        for _, count in self.arg_sorts:
            step *= count
        return step

    @property
    def size(self) -> int:
        return 1 if self.form == "flags" else self.stride * max(1, self.owners)


class Layout:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.program = setting.program
        self.size = FIRST_FREE
        self.words: dict[str, int] = {}
        self.phases = {name: i for i, name in enumerate(setting.program.phases)}
        self.states: dict[ir.Key, StateSlots] = {}
        for key, definition in self.program.states.items():
            self.states[key] = self._state(definition)
        bases = setting.place_base
        self.places = self.take(1 + len(setting.instances)) + 1
        """where each piece stands; the slot before belongs to no piece"""
        self.owners = self.take(1 + len(setting.instances)) + 1
        self.stamps = self.take(len(setting.instances))
        self.occupied = self.take(bases["end"])
        """pieces standing on each place"""
        self.holders = {a: self.take(1) for a in self.program.awards}
        limited = [a.name for a in self.program.actions.values() if a.limit is not None]
        self.used = {a: self.take(setting.players) for a in limited}
        self.relations: dict[tuple[str, str], int] = {}
        self.standing: dict[str, int] = {}
        """piece kind → slots of place masks: one for each owner, then nobody's, then all"""
        self.standing_size = setting.owners + 2
        for piece in self.program.pieces.values():
            if self.place_sort(piece.name):
                self.standing[piece.name] = self.take(self.standing_size)
        self.caches: list[tuple[int, int]] = []
        """(first slot, how many) of every cache"""

    def take(self, count: int) -> int:
        first = self.size
        self.size += count
        return first

    def word(self, word: str) -> int:
        return self.words.setdefault(word, len(self.words))

    def place_sort(self, piece: str) -> str:
        """hex, corner or edge when a piece stands on nothing else, "" otherwise."""
        sort = self.stand_sort(piece)
        return sort if sort in ("hex", "corner", "edge") else ""

    def stand_sort(self, piece: str) -> str:
        """The one sort of place a piece stands on, or "place" when there are several."""
        sorts = {self._sort_of(p) for p in self.program.pieces[piece].places}
        return sorts.pop() if len(sorts) == 1 else "place"

    def _sort_of(self, place: str) -> str:
        if place in ("hex", "corner", "edge"):
            return place
        return "space" if place in self.program.tracks else "piece"

    def place_offsets(self) -> tuple[int, ...]:
        """What to add to a piece's place to get its number among all places."""
        bases = {**self.setting.place_base, "place": 0}
        return tuple(bases[self.stand_sort(i.kind)] for i in self.setting.instances)

    def relation(self, sort: str, field: str) -> int:
        """Slots of the pieces on `thing.field`, kept up to date by every placement."""
        if (sort, field) not in self.relations:
            self.relations[(sort, field)] = self.take(sort_size(self.setting, sort))
        return self.relations[(sort, field)]

    def cache(self, count: int) -> int:
        first = self.take(count)
        self.caches.append((first, count))
        return first

    def member_range(self, kind: str) -> tuple[int, int]:
        """(first, span) of the member numbers of a kind; unions may leave gaps."""
        members = self.setting.kinds.get(kind, ())
        return (min(members), max(members) - min(members) + 1) if members else (0, 1)

    def domain(self, t: ir.Type) -> tuple[int, int]:
        """(first number, how many) of the things of a type."""
        match t.base:
            case "member":
                return self.member_range(t.of) if t.of else (0, len(self.setting.member_names))
            case "number":
                return 0, 64
            case "flag":
                return 0, 2
            case "word":
                return 0, 64
            case "place":
                return 0, self.setting.place_base["end"]
            case "phase":
                return 0, len(self.phases)
        return 0, sort_size(self.setting, t.base)

    def _state(self, d: ir.StateDef) -> StateSlots:
        owner_sort, offset, owners = "", 0, 1
        if d.owner:
            owner_sort = self.owner_sort(d.owner)
            owners = sort_size(self.setting, owner_sort)
            if owner_sort == "member":
                offset, owners = self.member_range(d.owner)
        args = tuple(self.domain(p.type) for p in d.params)
        form, width, none = "value", 1, -1
        t = d.type
        if t.base == "cards":
            form, width = "cards", 1 + len(self.holding_members(t.of))
        elif t.base == "pile":
            form = "pile"
        elif t.base == "bundle":
            form = "bundle"
        elif t.base == "flag" and not args and owner_sort:
            form = "flags"
        elif t.base == "number" and t.shape == "one":
            none = NO_NUMBER
        slots = StateSlots(d, form, 0, width, owner_sort, offset, owners, args, none)
        guard = slots.stride if owner_sort and form != "flags" else 0
        base = self.take(slots.size + guard) + guard
        return StateSlots(d, form, base, width, owner_sort, offset, owners, args, none)

    def owner_sort(self, owner: str) -> str:
        if owner in ("player", "hex", "corner", "edge"):
            return owner
        if owner in self.program.pieces or owner in self.setting.piece_kinds:
            return "piece"
        return "member"

    def holding_members(self, kind: str) -> tuple[int, ...]:
        """Members a holding of this kind counts, in order; numbers are not held as cards."""
        return self.setting.kinds[kind]

    def piece_mask(self, kind: str, owner: int | None = None) -> int:
        names = self.setting.piece_kinds.get(kind, ())
        return sum(
            1 << i.id
            for i in self.setting.instances
            if i.kind in names and (owner is None or i.owner == owner)
        )

    def in_all(self, kind: str) -> bool:
        """Whether some piece of the kind has no fixed owner."""
        return any(self.program.pieces[k].in_all for k in self.setting.piece_kinds.get(kind, ()))

    def number(self, expr: ir.Expr | None, otherwise: int) -> int:
        if expr is None:
            return otherwise
        value = constant(expr, self.setting)
        return value if isinstance(value, int) else otherwise


def plain_none(t: ir.Type) -> int:
    return NO_NUMBER if t.base == "number" else -1


def owner_table(setting: Setting) -> tuple[int, ...]:
    return tuple(i.owner if i.owner != NOBODY else -1 for i in setting.instances)


def masks(table: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Rows of numbers as bit masks."""
    return tuple(sum(1 << x for x in row) for row in table)


def inverse(table: tuple[tuple[int, ...], ...], size: int) -> tuple[int, ...]:
    """For each target the mask of sources that lead to it."""
    found = [0] * size
    for source, row in enumerate(table):
        for target in row:
            found[target] |= 1 << source
    return tuple(found)

"""The table before anybody moves: a program, its options, the seats and the drawn board.

A setting never changes. Both executions number things the same way, from here: hexes, corners and
edges by the board's topology, members of kinds in order of declaration, pieces kind by kind, owner
by owner. `none` is None outside the engines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwright.dsl import program as ir
from hexwright.interpreter.board import Topology, topology_of

Constant = int | bool | str | None
NOBODY = -1
NEUTRAL = "neutral"


class SettingError(Exception):
    """Options, players or boards that do not fit; worded for the person who set them."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One piece of the box. owner: a seat, a number from the seats on for neutral, or NOBODY."""

    id: int
    kind: str
    owner: int
    number: int


@dataclass(frozen=True)
class Setting:
    program: ir.Program
    options: Mapping[str, Constant]
    players: int
    colours: tuple[str, ...]
    board: ir.BoardDef
    topology: Topology

    @property
    def neutral(self) -> int:
        """The number that stands for the neutral owner, or the first of them."""
        return self.players

    @cached_property
    def neutral_colours(self) -> tuple[str, ...]:
        """Who owns pieces without playing: named colours, or one owner without a colour."""
        return dict(self.program.neutral).get(self.players) or (NEUTRAL,)

    @cached_property
    def owner_names(self) -> tuple[str, ...]:
        """Seats first, then the neutral owners."""
        return (*self.colours, *self.neutral_colours)

    @property
    def owners(self) -> int:
        """How many there are who can own pieces."""
        return len(self.owner_names)

    @property
    def neutrals(self) -> tuple[int, ...]:
        return tuple(range(self.players, self.owners))

    def owner_called(self, name: str) -> int | None:
        """The number of a colour; none if it neither plays nor is neutral here."""
        if name == NEUTRAL:
            return self.neutral
        return self.owner_names.index(name) if name in self.owner_names else None

    @cached_property
    def members(self) -> dict[str, int]:
        """Every member of every kind → its number."""
        return {name: i for i, name in enumerate(self.program.members)}

    @cached_property
    def member_names(self) -> tuple[str, ...]:
        return tuple(self.program.members)

    @cached_property
    def kinds(self) -> dict[str, tuple[int, ...]]:
        """Member numbers of each kind of members, in the kind's order."""
        return {
            kind.name: tuple(self.members[m] for m in kind.members)
            for kind in self.program.kinds.values()
            if kind.sort == "member"
        }

    @cached_property
    def piece_kinds(self) -> dict[str, tuple[str, ...]]:
        """Piece names meant by a piece name or a kind of pieces; "" means all."""
        table: dict[str, tuple[str, ...]] = {name: (name,) for name in self.program.pieces}
        for kind in self.program.kinds.values():
            if kind.sort == "piece":
                table[kind.name] = kind.members
        table[""] = tuple(self.program.pieces)
        return table

    @cached_property
    def instances(self) -> tuple[Instance, ...]:
        found: list[Instance] = []
        absent = max((n for n, _ in self.program.seats), default=self.players) - self.players
        for piece in self.program.pieces.values():
            owners = [NOBODY]
            counts = [piece.supply]
            if not piece.in_all:
                owners = list(range(self.owners))
                counts = [piece.supply] * self.owners
                if self.neutral_colours == (NEUTRAL,):
                    counts[-1] *= max(absent, 0)
            for owner, count in zip(owners, counts, strict=True):
                for number in range(1, count + 1):
                    found.append(Instance(len(found), piece.name, owner, number))
        return tuple(found)

    @cached_property
    def spaces(self) -> tuple[tuple[str, int], ...]:
        """(track, number of the space) by space id."""
        return tuple(
            (t.name, n) for t in self.program.tracks.values() for n in range(t.low, t.high + 1)
        )

    @cached_property
    def place_base(self) -> dict[str, int]:
        """Where each sort of place begins in the common numbering of places."""
        top = self.topology
        sizes = {
            "hex": top.hex_count,
            "corner": top.corner_count,
            "edge": top.edge_count,
            "space": len(self.spaces),
            "piece": len(self.instances),
        }
        bases: dict[str, int] = {}
        total = 0
        for sort, size in sizes.items():
            bases[sort] = total
            total += size
        bases["end"] = total
        return bases

    def sort_of_place(self, place: int) -> tuple[str, int]:
        """(sort, id within the sort) of a place of the common numbering."""
        bases = self.place_base
        for sort in ("piece", "space", "edge", "corner", "hex"):
            if place >= bases[sort]:
                return sort, place - bases[sort]
        raise ValueError(place)

    @cached_property
    def marks(self) -> dict[str, tuple[int, ...]]:
        """Places of every mark that a board of this program may carry."""
        found: dict[str, list[int]] = {}
        for board in self.program.boards.values():
            for mark in board.marks:
                found.setdefault(mark.name, [])
            for cell in board.cells:
                for name in cell.marks:
                    found.setdefault(name, [])
        for number, cell in enumerate(self.board.cells):
            for name in cell.marks:
                found[name].append(number)
        for mark in self.board.marks:
            if mark.when is None or constant(mark.when, self):
                found[mark.name] += [self.find(text, mark.sort) for text in mark.places]
        return {name: tuple(places) for name, places in found.items()}

    def find(self, text: str, sort: str) -> int:
        found = self.topology.find(text, sort)
        if found is None:
            raise SettingError(f"{text} is no {sort} of the board {self.board.name}")
        return found

    def label(self, sort: str, number: int) -> str:
        """The name of a thing: what a journal, a message and a move show."""
        top = self.topology
        if sort == "hex":
            return top.hex_names[number]
        if sort == "corner":
            return top.corner_names[number]
        if sort == "edge":
            return top.edge_names[number]
        if sort == "player":
            return self.colour(number)
        if sort == "member":
            return self.member_names[number]
        if sort == "space":
            track, n = self.spaces[number]
            return f"{track} {n}"
        if sort == "place":
            return self.label(*self.sort_of_place(number))
        piece = self.instances[number]
        name = f"{piece.kind} {piece.number}"
        return name if piece.owner == NOBODY else f"{self.colour(piece.owner)} {name}"

    def colour(self, seat: int) -> str:
        return self.owner_names[seat]


def make_setting(
    program: ir.Program, players: int | None, options: Mapping[str, Constant] | None = None
) -> Setting:
    low, high = program.players
    count = low if players is None and low == high else players if players is not None else high
    if not low <= count <= high:
        span = f"{low}" if low == high else f"{low} to {high}"
        raise SettingError(f"{program.title or program.name} is for {span} players, not {count}")
    chosen = dict(_defaults(program))
    for name, value in (options or {}).items():
        chosen[name] = _checked(program, name, value)
    seats = dict(program.seats)
    colours = seats.get(count) or next(
        (c[:count] for n, c in sorted(seats.items()) if n >= count), ()
    )
    if len(colours) != count:
        raise SettingError(
            f"the rules name no seats for {count} players: add a line `seats {count}: …`"
        )
    board = _board(program, count, chosen)
    return Setting(program, chosen, count, tuple(colours), board, topology_of(board.rows))


def _defaults(program: ir.Program) -> Iterator[tuple[str, Constant]]:
    for option in program.options.values():
        yield option.name, option.normally


def _checked(program: ir.Program, name: str, value: Constant) -> Constant:
    option = program.options.get(name)
    if option is None:
        known = ", ".join(program.options) or "none"
        raise SettingError(f"there is no option {name}; options: {known}")
    if isinstance(value, str):
        if value in option.words:
            return value
        if option.type.base == "flag" and value in ("yes", "no", "true", "false"):
            return value in ("yes", "true")
        if option.low is not None and value.lstrip("-").isdigit():
            value = int(value)
    if option.type.base == "flag" and isinstance(value, bool):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and option.low is not None:
        assert option.high is not None
        if option.low <= value <= option.high:
            return value
    raise SettingError(f"{name} cannot be {value}: it is {allowed(option)}")


def allowed(option: ir.OptionDef) -> str:
    """The range of an option in words."""
    ways = list(option.words)
    if option.type.base == "flag":
        ways = ["yes", "no"]
    if option.low is not None:
        ways.insert(0, f"a number from {option.low} to {option.high}")
    return " or ".join(ways)


def _board(program: ir.Program, players: int, options: Mapping[str, Constant]) -> ir.BoardDef:
    probe = _Probe(players, options)
    fitting = [b for b in program.boards.values() if b.when is None or constant(b.when, probe)]
    if not fitting:
        raise SettingError("no board fits these options and this number of players")
    if len(fitting) > 1:
        names = " and ".join(b.name for b in fitting)
        raise SettingError(f"several boards fit: {names}; give them a `when` that differs")
    return fitting[0]


@dataclass(frozen=True, slots=True)
class _Probe:
    players: int
    options: Mapping[str, Constant]


def constant(expr: ir.Expr, table: Setting | _Probe) -> Constant:
    """An expression that needs no game: options, numbers, words, how many players there are."""
    match expr:
        case ir.Const(value=value):
            return value
        case ir.WordRef(word=word):
            return word
        case ir.MemberRef(name=name):
            return name
        case ir.OptionRef(name=name):
            return table.options[name]
        case ir.Both(left=left, right=right):
            return bool(constant(left, table)) and bool(constant(right, table))
        case ir.Either(left=left, right=right):
            return bool(constant(left, table)) or bool(constant(right, table))
        case ir.Negation(operand=operand):
            return not constant(operand, table)
        case ir.Quantified(word="count", local=None, over=ir.Everything(type=t)) if (
            t.base == "player"
        ):
            return table.players
        case ir.Compare(op=op, left=left, right=ir.Listing(items=items)) if op.endswith("in"):
            inside = constant(left, table) in [constant(i, table) for i in items]
            return inside is (op == "is in")
        case ir.Compare(op=op, left=left, right=right):
            return _compare(op, constant(left, table), constant(right, table))
        case ir.Arithmetic(op=op, left=left, right=right):
            a, b = constant(left, table), constant(right, table)
            assert isinstance(a, int) and isinstance(b, int)
            return {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0}[op]
    raise SettingError("this can be known only during a game; before it only options count")


def _compare(op: str, a: Constant, b: Constant) -> bool:
    if op in ("is", "is not"):
        return (a == b) is (op == "is")
    if not isinstance(a, int) or not isinstance(b, int):
        return False
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]

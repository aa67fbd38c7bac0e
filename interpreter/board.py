"""From a drawn map to the board: its hexes, their corners and the edges between them.

A map is text. Every run of characters is one hex, and the column of its first character says where
the hex lies: neighbours in a row stand one pitch apart, and each row is shifted by half a pitch
against the next, as pointy-topped hexes are. Nobody states the pitch; it is read off the drawing.
A candidate is weighed by how many pairs of hexes touch under it, less a fine for whatever then
stands off the grid. So a map may have holes and rows with a single hex, and one slip of the space
bar is told as that slip, not as a grid on which nothing touches. With an odd pitch half of it may
be rounded either way, but all rows must round alike.

Three stages follow each other. `read_map` finds the cells and refuses a drawing that has no grid;
this is the only stage that can fail. `board_graph` makes a networkx graph in which hexes, corners
and edges are all nodes and every relation is a labelled link; the reference evaluator, the checks
and the drawings walk it. `topology` lowers that graph to tuples of small integers, which is all
that a running game looks at. networkx is imported only when a graph is made, since most commands
start without one.

Ids are dense and depend on the drawing alone: hexes in reading order, corners and edges by their
position from top to bottom, then from left to right. A place has as many spellings as it has hexes
(`@2,3S` may also be `@3,2NE`); its name is the spelling by its first hex. What the text in a cell
means is not known here.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import networkx

CORNER_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
EDGE_DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
MOST_CELLS = 5_000

_CORNER_OFFSETS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_PLACE = re.compile(r"@([0-9]{1,9}),([0-9]{1,9})([NESW]{0,2})")
_CANDIDATES = 16
_FINE = 4

Node: TypeAlias = tuple[str, int]
Point: TypeAlias = tuple[int, int]
Position: TypeAlias = tuple[float, float]
Table: TypeAlias = tuple[tuple[int, ...], ...]


class MapProblem(ValueError):
    """A drawing that is no map. `row` and `column` count from 0 within the map's own lines."""

    def __init__(self, row: int, column: int, message: str, width: int = 1) -> None:
        super().__init__(message)
        self.row = row
        self.column = column
        self.message = message
        self.width = width


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex as drawn: `@row,col`, at `x` half pitches from the leftmost hex of the map."""

    row: int
    col: int
    x: int
    text: str
    column: int

    @property
    def name(self) -> str:
        return f"@{self.row},{self.col}"


@dataclass(frozen=True, slots=True)
class _Grid:
    pitch: int
    even: int
    odd: int

    def off(self, row: int, column: int) -> int:
        """How many characters the column is to the right of a place of the grid."""
        return (column - (self.odd if row % 2 else self.even)) % self.pitch

    def x(self, row: int, column: int) -> int:
        if row % 2:
            return (column - self.odd) // self.pitch * 2 + 1
        return (column - self.even) // self.pitch * 2


Drawing: TypeAlias = dict[int, list[tuple[int, str]]]


def read_map(rows: Sequence[str]) -> list[Cell]:
    """The cells in reading order; raises MapProblem if they do not stand on one hex grid."""
    drawing: Drawing = {}
    total = 0
    for row, line in enumerate(rows):
        found = [(match.start(), match.group()) for match in re.finditer(r"\S+", line)]
        if not found:
            continue
        if total + len(found) > MOST_CELLS:
            column, text = found[MOST_CELLS - total]
            message = f"the map has more than {MOST_CELLS:,} cells"
            raise MapProblem(row, column, message, len(text))
        total += len(found)
        drawing[row] = found
    if not drawing:
        raise MapProblem(0, 0, "the map has no cells")
    grid = _find_grid(drawing)
    for row, found in drawing.items():
        _check_row(row, found, grid)
    left = min(grid.x(row, found[0][0]) for row, found in drawing.items())
    return [
        Cell(row, col, grid.x(row, column) - left, text, column)
        for row, found in drawing.items()
        for col, (column, text) in enumerate(found)
    ]


def _find_grid(drawing: Drawing) -> _Grid:
    columns = {row: [column for column, _ in found] for row, found in drawing.items()}
    votes: Counter[int] = Counter()
    for stands in columns.values():
        votes.update(right - left for left, right in pairwise(stands))
    for upper, lower in pairwise(columns):
        for left, right in pairwise(sorted(columns[upper] + columns[lower])):
            gap = right - left
            if (lower - upper) % 2:
                votes.update((2 * gap - 1, 2 * gap, 2 * gap + 1))
            else:
                votes[gap] += 1
    pitches = [pitch for pitch, _ in votes.most_common() if pitch > 1][:_CANDIDATES]
    if not pitches:
        pitches = [2 + 2 * max(len(text) for found in drawing.values() for _, text in found)]
    return max((_weigh(columns, pitch) for pitch in pitches), key=lambda weighed: weighed[0])[1]


def _weigh(columns: dict[int, list[int]], pitch: int) -> tuple[tuple[int, int, int], _Grid]:
    """The grid of that pitch that suits most rows, and how well the drawing stands on it.

    Each row is judged by where most of its cells stand, so that a row drawn in the wrong place is
    one slip and not as many as it has cells.
    """
    usual: dict[int, int] = {}
    parities: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    slips = 0
    for row, stands in columns.items():
        start, fitting = Counter(column % pitch for column in stands).most_common(1)[0]
        usual[row] = start
        parities[row % 2][start] += fitting
        slips += len(stands) - fitting
    even, odd = parities
    halves = (pitch // 2, (pitch + 1) // 2)
    starts = [*even, *((start - half) % pitch for start in odd for half in halves)]
    grid = max(
        (_Grid(pitch, start, start + half) for start in starts for half in halves),
        key=lambda grid: even[grid.even] + odd[grid.odd % pitch],
    )
    slips += sum(grid.off(row, start) != 0 for row, start in usual.items())
    places = {
        (row, grid.x(row, column))
        for row, stands in columns.items()
        for column in stands
        if not grid.off(row, column)
    }
    touching = sum(
        neighbour in places
        for row, x in places
        for neighbour in ((row, x + 2), (row + 1, x - 1), (row + 1, x + 1))
    )
    return (touching - _FINE * slips, -slips, pitch), grid


def _check_row(row: int, found: list[tuple[int, str]], grid: _Grid) -> None:
    offs = {grid.off(row, column) for column, _ in found}
    whole = len(found) > 1 and len(offs) == 1
    taken = set() if whole else {column for column, _ in found}
    apart = f"cells of a row stand {grid.pitch} characters apart"
    for column, text in found:
        off = grid.off(row, column)
        if off:
            message = (
                f"this {'row' if whole else 'cell'} stands off the grid: "
                f"{_advice(column, off, grid.pitch, taken)} "
                f"({apart}, each row is shifted by half of that against the next)"
            )
            raise MapProblem(row, column, message, len(text))
        if len(text) > grid.pitch:
            message = f"this cell covers the place of the next one: {apart}, with space between"
            raise MapProblem(row, column, message, len(text))


def _advice(column: int, off: int, pitch: int, taken: set[int]) -> str:
    moves = [(off, "left", column - off), (pitch - off, "right", column - off + pitch)]
    free = [move for move in moves if move[2] >= 0 and move[2] not in taken]
    if not free:
        return "the places on both sides of it are taken"
    count, side, _ = min(free)
    return f"move it {count} character{'s' if count > 1 else ''} to the {side}"


def board_graph(cells: Iterable[Cell]) -> networkx.Graph[Node]:
    """Hexes, corners and edges as nodes `(kind, id)`, each relation between them as a link.

    Nodes carry `kind`, `name`, `x` and `y` (a hex is 1 from its centre to a corner, y grows
    downwards), hexes also their `cell`. Links carry `relation`: hex-hex, hex-corner, hex-edge,
    corner-corner, edge-edge, or end for an edge and a corner at its end; those from a hex to its
    corners and edges also the `direction`.
    """
    import networkx

    graph: networkx.Graph[Node] = networkx.Graph()
    hexes = sorted(cells, key=lambda cell: (cell.row, cell.col))
    corner_names: dict[Point, str] = {}
    edge_names: dict[Point, str] = {}
    for number, cell in enumerate(hexes):
        x, y = _drawn(cell.x, 3 * cell.row)
        graph.add_node(("hex", number), kind="hex", name=cell.name, x=x, y=y, cell=cell)
        for direction, corner, edge, _ in _around(cell):
            corner_names.setdefault(corner, cell.name + direction[0])
            edge_names.setdefault(edge, cell.name + direction[1])
    corners = _numbered("corner", corner_names)
    edges = _numbered("edge", edge_names)
    for point, node in corners.items():
        x, y = _drawn(*point)
        graph.add_node(node, kind="corner", name=corner_names[point], x=x, y=y)
    for point, node in edges.items():
        x, y = _drawn(point[0] / 2, point[1] / 2)
        graph.add_node(node, kind="edge", name=edge_names[point], x=x, y=y)

    for number, cell in enumerate(hexes):
        node = ("hex", number)
        for direction, point, middle, next_point in _around(cell):
            end, side, other_end = corners[point], edges[middle], corners[next_point]
            graph.add_edge(node, end, relation="hex-corner", direction=direction[0])
            graph.add_edge(node, side, relation="hex-edge", direction=direction[1])
            graph.add_edge(side, end, relation="end")
            graph.add_edge(side, other_end, relation="end")
            graph.add_edge(end, other_end, relation="corner-corner")
    _link_across(graph, edges.values(), "hex")
    _link_across(graph, corners.values(), "edge")
    return graph


def _around(cell: Cell) -> Iterator[tuple[tuple[str, str], Point, Point, Point]]:
    """Clockwise from the top: directions of a corner and the edge after it, then where they are.

    The points are that corner, the edge and the next corner. Corners lie on a lattice of half a
    hex's width by half the length of a side; an edge is told by the sum of its two ends.
    """
    points = [(cell.x + across, 3 * cell.row + down) for across, down in _CORNER_OFFSETS]
    following = points[1:] + points[:1]
    directions = zip(CORNER_DIRECTIONS, EDGE_DIRECTIONS, strict=True)
    for direction, (x, y), (to_x, to_y) in zip(directions, points, following, strict=True):
        yield direction, (x, y), (x + to_x, y + to_y), (to_x, to_y)


def _drawn(x: float, y: float) -> Position:
    return x * math.sqrt(3) / 2, y / 2


def _numbered(kind: str, points: Iterable[Point]) -> dict[Point, Node]:
    in_order = sorted(points, key=lambda point: (point[1], point[0]))
    return {point: (kind, number) for number, point in enumerate(in_order)}


def _link_across(graph: networkx.Graph[Node], middles: Iterable[Node], kind: str) -> None:
    """Links any two of that kind that have one of the middles in common."""
    for middle in middles:
        joined = [node for node in graph.adj[middle] if node[0] == kind]
        graph.add_edges_from(combinations(joined, 2), relation=f"{kind}-{kind}")


@dataclass(frozen=True, slots=True)
class Topology:
    """The board as flat tables: row i of a table belongs to the hex, corner or edge with id i.

    Around a hex the entries go clockwise: corners from N, edges and neighbours from NE, leaving
    out neighbours that are not there. All other rows are in the order of the ids.
    """

    cells: tuple[Cell, ...]
    hex_names: tuple[str, ...]
    corner_names: tuple[str, ...]
    edge_names: tuple[str, ...]
    hex_positions: tuple[Position, ...]
    corner_positions: tuple[Position, ...]
    edge_positions: tuple[Position, ...]
    hex_corners: Table
    hex_edges: Table
    hex_neighbours: Table
    corner_hexes: Table
    corner_edges: Table
    corner_neighbours: Table
    edge_ends: Table
    edge_hexes: Table
    edge_neighbours: Table

    @property
    def hex_count(self) -> int:
        return len(self.hex_names)

    @property
    def corner_count(self) -> int:
        return len(self.corner_names)

    @property
    def edge_count(self) -> int:
        return len(self.edge_names)

    @property
    def edge_corners(self) -> Table:
        return self.edge_ends

    def find(self, text: str, kind: str) -> int | None:
        """The id of a place in any of its spellings; None if this board has no such place."""
        match = _PLACE.fullmatch(text)
        if match is None:
            return None
        spot = int(match[1]), int(match[2])
        number = bisect_left(self.cells, spot, key=lambda cell: (cell.row, cell.col))
        if number == len(self.cells) or (self.cells[number].row, self.cells[number].col) != spot:
            return None
        direction = match[3]
        if kind == "hex" and not direction:
            return number
        if kind == "corner" and direction in CORNER_DIRECTIONS:
            return self.hex_corners[number][CORNER_DIRECTIONS.index(direction)]
        if kind == "edge" and direction in EDGE_DIRECTIONS:
            return self.hex_edges[number][EDGE_DIRECTIONS.index(direction)]
        return None


def topology(graph: networkx.Graph[Node]) -> Topology:
    """The tables of a board graph."""
    nodes: dict[str, list[Node]] = {"hex": [], "corner": [], "edge": []}
    for node in sorted(graph):
        nodes[node[0]].append(node)

    def names(kind: str) -> tuple[str, ...]:
        return tuple(graph.nodes[node]["name"] for node in nodes[kind])

    def positions(kind: str) -> tuple[Position, ...]:
        return tuple((graph.nodes[node]["x"], graph.nodes[node]["y"]) for node in nodes[kind])

    def linked(kind: str, other: str) -> Table:
        return tuple(
            tuple(sorted(number for to, number in graph.adj[node] if to == other))
            for node in nodes[kind]
        )

    def clockwise(other: str, directions: tuple[str, ...]) -> Table:
        table = []
        for node in nodes["hex"]:
            facing = {
                link["direction"]: number
                for (to, number), link in graph.adj[node].items()
                if to == other
            }
            table.append(tuple(facing[direction] for direction in directions))
        return tuple(table)

    hex_edges = clockwise("edge", EDGE_DIRECTIONS)
    edge_hexes = linked("edge", "hex")
    return Topology(
        cells=tuple(graph.nodes[node]["cell"] for node in nodes["hex"]),
        hex_names=names("hex"),
        corner_names=names("corner"),
        edge_names=names("edge"),
        hex_positions=positions("hex"),
        corner_positions=positions("corner"),
        edge_positions=positions("edge"),
        hex_corners=clockwise("corner", CORNER_DIRECTIONS),
        hex_edges=hex_edges,
        hex_neighbours=tuple(
            tuple(other for edge in edges for other in edge_hexes[edge] if other != number)
            for number, edges in enumerate(hex_edges)
        ),
        corner_hexes=linked("corner", "hex"),
        corner_edges=linked("corner", "edge"),
        corner_neighbours=linked("corner", "corner"),
        edge_ends=linked("edge", "corner"),
        edge_hexes=edge_hexes,
        edge_neighbours=linked("edge", "edge"),
    )


def topology_of(rows: Sequence[str]) -> Topology:
    """The tables of a drawn map; the same drawing is lowered only once."""
    return _lowered(tuple(rows))


@lru_cache(maxsize=64)
def _lowered(rows: tuple[str, ...]) -> Topology:
    return topology(board_graph(read_map(rows)))


def components(
    neighbours: Sequence[Sequence[int]], members: Iterable[int]
) -> list[tuple[int, ...]]:
    """The connected parts of some of the rows of a table, each in order, by their first member."""
    left = set(members)
    parts = []
    for start in sorted(left):
        if start not in left:
            continue
        left.remove(start)
        part = [start]
        for member in part:
            reached = left.intersection(neighbours[member])
            left -= reached
            part.extend(reached)
        parts.append(tuple(sorted(part)))
    return parts


def connected_hexes(topology: Topology, hexes: Iterable[int]) -> list[tuple[int, ...]]:
    """The connected parts of these hexes."""
    return components(topology.hex_neighbours, hexes)

"""Maps as drawn, the graph made of them, and the tables a game runs on."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from hexwright.interpreter.board import (
    CORNER_DIRECTIONS,
    EDGE_DIRECTIONS,
    MOST_CELLS,
    MapProblem,
    Topology,
    board_graph,
    components,
    connected_hexes,
    read_map,
    topology_of,
)
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).resolve().parent.parent

ISLAND = (
    "         F6    P3    P8",
    "      W2    M4    W5    F10",
    "   F5    H9    D     M6    W9",
    "      W10   M11   F3    P12",
    "         H8    P4    H11",
)
ENGLISH = (
    "         M10   P2    F9",
    "      W12   H6    P4    H10",
    "   W9    F11   D     F3    M8",
    "      F8    M3    W4    P5",
    "         H5    W6    P11",
)
SQUARE = (
    "    =    =    =    =    =    =",
    " =    M3   W6   H4   H10  P9   =",
    "    =    ~    F5   P6   F2   =",
    " =    ?    ~    ~    M10  F8   =",
    "    =    ?    ?    ~    W11  =",
    " =    ?    ?    ?    ~    ~    =",
    "    =    ?    ?    ?    ?    =",
    " =    G4   ?    ?    ?    ?    =",
    "    =    =    =    =    =    =",
)
WIDE = (
    "          M11   F9    ~     ~     *     *",
    "       W3    P8    ~     ~     *     *     *",
    "    H4    P10   ~     ~     *     ~     *     *",
    " P6    M12   F8    ~     ~     ~     ~     ~     ~",
    "    W10   P4    ~     ~     *     ~     *     *",
    "       F11   H6    ~     ~     *     *     *",
    "          M3    F5    ~     ~     *     *",
)
SMALL = (
    "     F6  *   ~",
    "   *   *",
)
RING = (
    "   *     *",
    "*           *",
    "   *     *",
)


def place(text: str) -> str:
    """The rulebook's `(3,0) NE` as `@3,0NE`."""
    return "@" + text.replace("(", "").replace(")", "").replace(" ", "")


def corner(board: Topology, text: str) -> int:
    number = board.find(text, "corner")
    assert number is not None
    return number


def edge(board: Topology, text: str) -> int:
    number = board.find(text, "edge")
    assert number is not None
    return number


def texts(board: Topology, hexes: tuple[int, ...]) -> set[str]:
    return {board.cells[number].text for number in hexes}


def test_the_cells_of_the_island() -> None:
    cells = read_map(ISLAND)
    assert [cell.name for cell in cells[:5]] == ["@0,0", "@0,1", "@0,2", "@1,0", "@1,1"]
    assert Counter(cell.row for cell in cells) == {0: 3, 1: 4, 2: 5, 3: 4, 4: 3}
    assert [cell.x for cell in cells if cell.row == 2] == [0, 2, 4, 6, 8]
    assert [cell.x for cell in cells if cell.row == 1] == [1, 3, 5, 7]
    assert [cell.x for cell in cells if cell.row == 4] == [2, 4, 6]
    assert cells[-1].text == "H11"
    assert ISLAND[4][cells[-1].column :] == "H11"


def test_the_counts_of_the_island() -> None:
    board = topology_of(ISLAND)
    assert (board.hex_count, board.corner_count, board.edge_count) == (19, 54, 72)
    assert Counter(map(len, board.edge_hexes)) == {1: 30, 2: 42}
    assert Counter(map(len, board.corner_hexes)) == {3: 24, 2: 12, 1: 18}
    assert Counter(map(len, board.hex_neighbours)) == {6: 7, 4: 6, 3: 6}
    assert board.edge_corners == board.edge_ends


LAYOUT_A = [
    ("(3,0) N", "F5 H9 W10", "(3,0) NE", "H9 W10"),
    ("(2,3) S", "M6 F3 P12", "(3,2) E", "F3 P12"),
    ("(2,1) N", "W2 M4 H9", "(2,1) NW", "W2 H9"),
    ("(0,2) S", "P8 W5 F10", "(0,2) SW", "P8 W5"),
    ("(1,1) N", "F6 P3 M4", "(1,1) NE", "M4 P3"),
    ("(4,0) N", "W10 M11 H8", "(4,0) NE", "H8 M11"),
    ("(1,3) S", "F10 M6 W9", "(2,3) E", "M6 W9"),
    ("(4,0) SE", "H8 P4", "(4,0) SE", "H8"),
]
LAYOUT_B = [
    ("(1,1) N", "M10 P2 H6", "(1,1) NE", "P2 H6"),
    ("(3,0) N", "W9 F11 F8", "(3,0) NE", "F11 F8"),
    ("(0,2) S", "F9 P4 H10", "(0,2) SW", "F9 P4"),
    ("(4,1) N", "M3 W4 W6", "(4,1) NE", "W4 W6"),
    ("(2,1) N", "W12 H6 F11", "(2,1) NW", "W12 F11"),
    ("(3,3) N", "F3 M8 P5", "(2,3) E", "F3 M8"),
    ("(4,0) N", "F8 M3 H5", "(4,0) NE", "M3 H5"),
    ("(4,2) N", "W4 P5 P11", "(3,2) E", "W4 P5"),
]


@pytest.mark.parametrize(
    ("rows", "spot", "touches", "side", "between"),
    [(ISLAND, *line) for line in LAYOUT_A] + [(ENGLISH, *line) for line in LAYOUT_B],
)
def test_the_start_pieces_of_the_rulebook(
    rows: tuple[str, ...], spot: str, touches: str, side: str, between: str
) -> None:
    board = topology_of(rows)
    at, along = corner(board, place(spot)), edge(board, place(side))
    assert texts(board, board.corner_hexes[at]) == set(touches.split())
    assert texts(board, board.edge_hexes[along]) == set(between.split())
    assert at in board.edge_ends[along]


@pytest.mark.parametrize(
    ("side", "served"),
    [
        ("@0,0NW", ("@0,0NW", "@0,0N")),
        ("@0,1NE", ("@0,1N", "@0,1NE")),
        ("@1,3NE", ("@1,3N", "@1,3NE")),
        ("@2,4E", ("@2,4NE", "@2,4SE")),
        ("@3,3SE", ("@3,3SE", "@3,3S")),
        ("@4,1SE", ("@4,1SE", "@4,1S")),
        ("@4,0SW", ("@4,0S", "@4,0SW")),
        ("@3,0W", ("@3,0SW", "@3,0NW")),
        ("@1,0W", ("@1,0SW", "@1,0NW")),
    ],
)
def test_the_corners_at_the_ends_of_an_edge(side: str, served: tuple[str, str]) -> None:
    board = topology_of(ISLAND)
    assert set(board.edge_ends[edge(board, side)]) == {corner(board, text) for text in served}


FRAME = """
    (0,0) NW | (0,0) NE | (0,1) NW | (0,1) NE | (0,2) NW
    (0,2) NE | (0,2) E | (1,3) NE | (1,3) E | (2,4) NE
    (2,4) E | (2,4) SE | (3,3) E | (3,3) SE | (4,2) E
    (4,2) SE | (4,2) SW | (4,1) SE | (4,1) SW | (4,0) SE
    (4,0) SW | (4,0) W | (3,0) SW | (3,0) W | (2,0) SW
    (2,0) W | (2,0) NW | (1,0) W | (1,0) NW | (0,0) W
"""


def test_the_frame_is_one_closed_coast_of_thirty_edges() -> None:
    board = topology_of(ISLAND)
    lines = FRAME.strip().splitlines()
    coast = [edge(board, place(slot.strip())) for line in lines for slot in line.split("|")]
    assert sorted(coast) == [
        number for number, hexes in enumerate(board.edge_hexes) if len(hexes) == 1
    ]
    for one, following in zip(coast, coast[1:] + coast[:1], strict=True):
        assert following in board.edge_neighbours[one]


def test_every_spelling_of_a_place() -> None:
    board = topology_of(ISLAND)
    assert {board.find(text, "corner") for text in ("@2,3S", "@3,2NE", "@3,3NW")} == {
        corner(board, "@2,3S")
    }
    assert board.find("@3,2E", "edge") == board.find("@3,3W", "edge")
    assert board.find("@2,3NE", "corner") != board.find("@2,3NE", "edge")
    assert board.corner_names[corner(board, "@3,3NW")] == "@2,3S"
    assert board.edge_names[edge(board, "@3,3W")] == "@3,2E"
    assert board.find("@2,3", "hex") == 3 + 4 + 3
    assert board.hex_names[10] == "@2,3"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("@2,5", "hex"),
        ("@5,0", "hex"),
        ("@0,0N", "hex"),
        ("@0,0E", "corner"),
        ("@0,0W", "corner"),
        ("@0,0N", "edge"),
        ("@0,0S", "edge"),
        ("@0,0", "edge"),
        ("@0,0", "corner"),
        ("@0,3N", "corner"),
        ("@0,0EN", "edge"),
        ("0,0", "hex"),
        ("@0,0 ", "hex"),
        ("@-1,0", "hex"),
        ("@0,0", "piece"),
        ("@" + "9" * 5_000 + ",0", "hex"),
        ("", "hex"),
    ],
)
def test_a_place_that_is_not_there(text: str, kind: str) -> None:
    assert topology_of(ISLAND).find(text, kind) is None


def test_directions_go_clockwise() -> None:
    board = topology_of(ISLAND)
    centre = board.find("@2,2", "hex")
    assert centre is not None
    assert [board.hex_names[other] for other in board.hex_neighbours[centre]] == [
        "@1,2",
        "@2,3",
        "@3,2",
        "@3,1",
        "@2,1",
        "@1,1",
    ]
    for number, around in enumerate(board.hex_corners):
        for index, side in enumerate(board.hex_edges[number]):
            assert set(board.edge_ends[side]) == {around[index], around[(index + 1) % 6]}
    top = [board.corner_positions[number] for number in board.hex_corners[centre]]
    x, y = board.hex_positions[centre]
    assert top[0] == pytest.approx((x, y - 1))
    assert top[2] == pytest.approx((x + math.sqrt(3) / 2, y + 0.5))


def test_ids_follow_the_drawing() -> None:
    board = topology_of(ISLAND)
    for positions in (board.hex_positions, board.corner_positions, board.edge_positions):
        assert list(positions) == sorted(positions, key=lambda at: (at[1], at[0]))
    assert board.corner_names[:4] == ("@0,0N", "@0,1N", "@0,2N", "@0,0NW")
    assert board.edge_names[:3] == ("@0,0NW", "@0,0NE", "@0,1NW")
    shifted = topology_of([" " * 4 + row for row in ISLAND])
    assert shifted.edge_ends == board.edge_ends
    assert shifted.hex_positions == board.hex_positions


def test_the_same_drawing_is_lowered_once() -> None:
    assert topology_of(list(ISLAND)) is topology_of(ISLAND)


def test_the_graph_labels_every_relation() -> None:
    graph = board_graph(read_map(ISLAND))
    kinds = Counter(node["kind"] for _, node in graph.nodes(data=True))
    assert kinds == {"hex": 19, "corner": 54, "edge": 72}
    relations = Counter(link["relation"] for _, _, link in graph.edges(data=True))
    assert relations == {
        "hex-corner": 19 * 6,
        "hex-edge": 19 * 6,
        "end": 72 * 2,
        "corner-corner": 72,
        "hex-hex": 42,
        "edge-edge": 36 * 3 + 18,
    }
    assert graph.nodes["hex", 0]["name"] == "@0,0"
    assert graph.nodes["hex", 0]["cell"].text == "F6"
    assert graph.adj["hex", 0]["corner", 0]["direction"] == "N"


@pytest.mark.parametrize(
    ("rows", "counts"),
    [
        (("*",), (1, 6, 6)),
        (("* *",), (2, 10, 11)),
        ((" *", "* *"), (3, 13, 15)),
        (("*", "", "*"), (2, 12, 12)),
        (("*", "  *", "*"), (3, 14, 16)),
        (("*", " *", "  *"), (3, 14, 16)),
        (("*     *           *",), (3, 16, 17)),
        (("*           *", "   *"), (3, 16, 17)),
        (RING, (6, 24, 30)),
        (SMALL, (5, 20, 24)),
        (SQUARE, (58, 146, 203)),
        (WIDE, (51, 128, 178)),
    ],
)
def test_shapes(rows: tuple[str, ...], counts: tuple[int, int, int]) -> None:
    board = topology_of(rows)
    assert (board.hex_count, board.corner_count, board.edge_count) == counts


def test_a_ring_has_a_coast_on_either_side_of_it() -> None:
    board = topology_of(RING)
    assert all(len(around) == 2 for around in board.hex_neighbours)
    coast = [number for number, hexes in enumerate(board.edge_hexes) if len(hexes) == 1]
    assert sorted(map(len, components(board.edge_neighbours, coast))) == [6, 18]


def test_an_odd_pitch_shifts_by_either_half() -> None:
    for shift in (2, 3):
        board = topology_of(["*    *    *", " " * shift + "*    *", "*    *    *"])
        assert board.hex_neighbours == topology_of(["* * *", " * *", "* * *"]).hex_neighbours


def test_the_columns_of_a_square_board_interlock() -> None:
    board = topology_of(SQUARE)
    number = board.find("@2,1", "hex")
    assert number is not None
    assert [board.hex_names[other] for other in board.hex_neighbours[number]] == [
        "@1,2",
        "@2,2",
        "@3,2",
        "@3,1",
        "@2,0",
        "@1,1",
    ]


def test_islands() -> None:
    board = topology_of(SQUARE)
    land = [number for number, cell in enumerate(board.cells) if cell.text[0] in "MWHPFG"]
    main, outpost = connected_hexes(board, land)
    assert len(main) == 11
    assert texts(board, outpost) == {"G4"}
    assert connected_hexes(board, []) == []
    assert connected_hexes(board, range(board.hex_count)) == [tuple(range(board.hex_count))]


@pytest.mark.parametrize(
    ("change", "row", "column", "words"),
    [
        (
            {1: "      W2    M4     W5   F10"},
            1,
            19,
            "this cell stands off the grid: move it 1 char",
        ),
        ({1: "      W2    M4     W5   F10"}, 1, 19, "to the left (cells of a row stand 6 char"),
        ({2: "   F5    H9    D   M6      W9"}, 2, 19, "move it 2 characters to the right"),
        ({3: "     W10   M11   F3    P12"}, 3, 5, "this row stands off the grid: move it 1 char"),
        ({3: "   W10   M11   F3    P12"}, 3, 3, "this row stands off the grid: move it 3 char"),
        ({0: "         F6 X  P3    P8"}, 0, 12, "the places on both sides of it are taken"),
        ({2: "   F5    H9    D     M6----W9"}, 2, 21, "covers the place of the next one"),
    ],
)
def test_a_slip_is_told_where_it_is(
    change: dict[int, str], row: int, column: int, words: str
) -> None:
    rows = [change.get(number, line) for number, line in enumerate(ISLAND)]
    with pytest.raises(MapProblem) as caught:
        read_map(rows)
    assert (caught.value.row, caught.value.column) == (row, column)
    assert words in caught.value.message
    assert caught.value.message == str(caught.value)


def test_rows_that_are_not_shifted() -> None:
    with pytest.raises(MapProblem) as caught:
        read_map(["*  *  *  *", "*  *  *  *", "*  *  *  *"])
    assert caught.value.row == 1
    assert caught.value.message.startswith("this row stands off the grid: move it 1 character")
    with pytest.raises(MapProblem):
        read_map(["*", "*"])


@pytest.mark.parametrize("rows", [[], [""], ["   ", "", "  "]])
def test_a_map_without_cells(rows: list[str]) -> None:
    with pytest.raises(MapProblem, match="no cells") as caught:
        topology_of(rows)
    assert (caught.value.row, caught.value.column) == (0, 0)


def test_a_map_with_too_many_cells() -> None:
    assert MOST_CELLS == 5_000
    rows = [" " * (row % 2) + "* " * 100 for row in range(50)]
    assert len(read_map(rows)) == MOST_CELLS
    with pytest.raises(MapProblem, match="more than 5,000 cells") as caught:
        read_map([*rows, "", "  *"])
    assert (caught.value.row, caught.value.column) == (51, 2)


def test_the_island_is_lowered_within_ten_milliseconds() -> None:
    board_graph(read_map(SMALL))
    best = math.inf
    for width in range(5):
        rows = [" " * (width + 30) + row for row in ISLAND]
        start = time.perf_counter()
        topology_of(rows)
        best = min(best, time.perf_counter() - start)
    assert best < 0.010


def test_networkx_is_not_loaded_before_a_graph_is_made() -> None:
    code = "import hexwright.interpreter.board, sys; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def drawn_maps(text: str) -> list[list[str]]:
    """The rows of every `map` in a rules file."""
    maps: list[list[str]] = []
    inside = False
    for line in map(str.strip, text.splitlines()):
        if line == "map":
            maps.append([])
        elif inside and line.startswith("|"):
            maps[-1].append(line[1:])
        inside = line == "map" or (inside and line.startswith("|"))
    return maps


def test_every_map_of_the_shipped_rulesets_builds() -> None:
    for path in sorted((ROOT / "rulesets").rglob("*.rules")):
        for rows in drawn_maps(path.read_text(encoding="utf-8")):
            board = topology_of(rows)
            assert board.hex_count == sum(len(row.split()) for row in rows), path


@st.composite
def grids(draw: st.DrawFn) -> tuple[list[str], set[tuple[int, int]]]:
    """A drawing of some places of a small grid, and the places as (row, half pitches).

    The first row is complete: of a few scattered cells nobody could tell the pitch.
    """
    pitch = draw(st.integers(2, 9))
    half = draw(st.sampled_from((pitch // 2, (pitch + 1) // 2)))
    height, width = draw(st.integers(1, 6)), draw(st.integers(2, 6))
    everything = [(row, 2 * col + row % 2) for row in range(height) for col in range(width)]
    places = draw(st.sets(st.sampled_from(everything), max_size=len(everything)))
    places |= {(0, 2 * col) for col in range(width)}
    margin = draw(st.integers(0, 3))
    rows = []
    for row in range(height):
        line = [" "] * (margin + pitch * (width + 1))
        for _, x in (place for place in places if place[0] == row):
            column = margin + x // 2 * pitch + (half if x % 2 else 0)
            text = draw(st.text("AZ09*~", min_size=1, max_size=pitch - 1))
            line[column : column + len(text)] = text
        rows.append("".join(line).rstrip())
    return rows, places


@given(grids())
def test_the_pitch_is_read_off_the_drawing(grid: tuple[list[str], set[tuple[int, int]]]) -> None:
    rows, places = grid
    assert {(cell.row, cell.x) for cell in read_map(rows)} == places


@given(grids())
def test_any_board_is_a_board(grid: tuple[list[str], set[tuple[int, int]]]) -> None:
    rows, _ = grid
    board = topology_of(rows)
    everything = range(board.hex_count)
    check_tables(board)

    parts = connected_hexes(board, everything)
    assert sorted(number for part in parts for number in part) == list(everything)
    for part in parts:
        assert all(set(board.hex_neighbours[number]) <= set(part) for number in part)

    pieces = components(board.corner_neighbours, range(board.corner_count))
    assert len(pieces) == len(parts)
    holes = len(pieces) - board.corner_count + board.edge_count - board.hex_count
    coast = [number for number, hexes in enumerate(board.edge_hexes) if len(hexes) == 1]
    assert 6 * board.hex_count == 2 * board.edge_count - len(coast)
    assert holes == len(components(board.edge_neighbours, coast)) - len(parts)


def check_tables(board: Topology) -> None:
    inverse(board.hex_corners, board.corner_hexes)
    inverse(board.hex_edges, board.edge_hexes)
    inverse(board.corner_edges, board.edge_ends)
    for neighbours in (board.hex_neighbours, board.corner_neighbours, board.edge_neighbours):
        inverse(neighbours, neighbours)
        assert all(number not in around for number, around in enumerate(neighbours))
    assert all(len(around) == len(set(around)) == 6 for around in board.hex_corners)
    assert all(len(around) == len(set(around)) == 6 for around in board.hex_edges)
    assert all(len(ends) == 2 for ends in board.edge_ends)
    assert {len(hexes) for hexes in board.edge_hexes} <= {1, 2}
    assert {len(hexes) for hexes in board.corner_hexes} <= {1, 2, 3}
    assert {len(edges) for edges in board.corner_edges} <= {2, 3}
    assert [len(edges) for edges in board.corner_edges] == list(map(len, board.corner_neighbours))
    assert {len(edges) for edges in board.edge_neighbours} <= {2, 3, 4}
    for one, other in board.edge_ends:
        assert other in board.corner_neighbours[one]

    for number, name in enumerate(board.hex_names):
        assert board.find(name, "hex") == number
        for index in range(6):
            spelling = name + CORNER_DIRECTIONS[index]
            assert board.find(spelling, "corner") == board.hex_corners[number][index]
            spelling = name + EDGE_DIRECTIONS[index]
            assert board.find(spelling, "edge") == board.hex_edges[number][index]
    for names, hexes, kind in (
        (board.corner_names, board.corner_hexes, "corner"),
        (board.edge_names, board.edge_hexes, "edge"),
    ):
        assert len(set(names)) == len(names)
        for number, name in enumerate(names):
            assert board.find(name, kind) == number
            assert name.startswith(board.hex_names[hexes[number][0]])


def inverse(table: tuple[tuple[int, ...], ...], other: tuple[tuple[int, ...], ...]) -> None:
    there = {(number, to) for number, row in enumerate(table) for to in row}
    back = {(to, number) for number, row in enumerate(other) for to in row}
    assert there == back


@given(st.lists(st.text("AB1*  \t|é", max_size=30), max_size=8))
def test_any_text_is_a_board_or_a_problem(rows: list[str]) -> None:
    try:
        cells = read_map(rows)
    except MapProblem as problem:
        assert problem.row == 0 or rows[problem.row][problem.column :].strip()
        return
    assert len({(cell.row, cell.x) for cell in cells}) == len(cells)
    assert len({(cell.x + cell.row) % 2 for cell in cells}) == 1
    check_tables(topology_of(rows))

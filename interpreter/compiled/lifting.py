"""Lifting a piece in masks only.

Taking a piece off the board touches every slot that knows where pieces stand. A question that reads
nothing but masks of places need not do that: its source is written again with the piece left out of
the masks it reads. Anything not plainly of that sort is refused here, and the piece is lifted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .layout import ON_BOARD, Layout, sort_size

SLOT = re.compile(r"\bS\[([^\[\]]*)\]")
CALL = re.compile(r"([A-Za-z_]\w*)\(")
HARMLESS = re.compile(r"bits|single|len|bit_count|reach|meets|I\d+|BOARD_\d+")
OTHERS = re.compile(r"OTHERS_([\d_]+)\[")

PARAMS = ("board_", "spot_", "own_")
"""the pieces on the board and all places without the lifted one, and its owner"""


Standing = Mapping[str, Sequence[str]]
"""names of pieces in the lines, and of which kinds they are"""


def without_piece(
    lines: Sequence[str], layout: Layout, kind: str, standing: Standing
) -> list[str] | None:
    """The same lines about a board without a piece of a kind; None if they read more than masks."""
    found = []
    for line in lines:
        if any(not HARMLESS.fullmatch(name) for name in CALL.findall(line)):
            return None
        block = layout.standing[kind]
        if any(str(block) in blocks.split("_") for blocks in OTHERS.findall(line)):
            return None
        written = {inside: _slot(inside, layout, kind, standing) for inside in SLOT.findall(line)}
        if None in written.values():
            return None
        found.append(_rewritten(line, written))
    return found


def _rewritten(line: str, slots: dict[str, str | None]) -> str:
    return SLOT.sub(lambda slot: slots[slot[1]] or "", line)


def _slot(inside: str, layout: Layout, kind: str, standing: Standing) -> str | None:
    """One slot as it is read without the piece."""
    base, _, index = inside.partition(" + ")
    if not base.isdigit():
        return None
    first = int(base)
    if first == ON_BOARD:
        return PARAMS[0]
    text = f"S[{inside}]"
    block = layout.standing[kind]
    if block <= first < block + layout.standing_size:
        if first == block and index.isidentifier():
            return f"({text} & {PARAMS[1]} if {index} == {PARAMS[2]} else {text})"
        everybody = first == block + layout.standing_size - 1 and not index
        return f"({text} & {PARAMS[1]})" if everybody else None
    setting = layout.setting
    if layout.places - 1 <= first < layout.places + len(setting.instances):
        kinds: Sequence[str] = standing.get(index, ())
        if index.isdigit():
            kinds = (setting.instances[int(index)].kind,)
        return text if kinds and first == layout.places and kind not in kinds else None
    taken = [(layout.occupied, setting.place_base["end"]), *layout.caches]
    taken += [(at, sort_size(setting, sort)) for (sort, _), at in layout.relations.items()]
    if any(low <= first < low + count for low, count in taken):
        return None
    return text

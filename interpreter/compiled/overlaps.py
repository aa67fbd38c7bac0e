"""Sets that are all to hold at once, as source with as few operations as can be.

`everything & ~A` is how a set says "not A" by itself. Beside another set, `everything` is not
needed, and what several sets leave out is left out together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

ENDLESS = re.compile(r"-1|\| ~|\(~")
"""what may have no end when nothing bounds it"""


def joined_masks(sign: str, masks: list[str], everything: str) -> str:
    """Masks joined by `&` or `|`; what is fixed is left out, or decides alone."""
    neutral, fixed = (everything, "0") if sign == "&" else ("0", everything)
    if fixed in masks:
        return fixed
    kept = [m for m in dict.fromkeys(masks) if m != neutral]
    if not kept:
        return neutral
    if len(kept) == 1:
        return kept[0]
    return f"({overlap(kept, everything) if sign == '&' else ' | '.join(kept)})"


def overlap(masks: Sequence[str], everything: str) -> str:
    """The source of what is in all of these sets, without brackets around it."""
    parts = list(dict.fromkeys(p for mask in masks for p in _operands(mask)))
    if "0" in parts:
        return "0"
    inside = [p for p in parts if not p.startswith("~") and p != everything]
    outside = [p[1:] for p in parts if p.startswith("~")]
    if all(ENDLESS.search(p) for p in inside):
        inside.insert(0, everything)
    if outside:
        inside.append(f"~{outside[0]}" if len(outside) == 1 else f"~({' | '.join(outside)})")
    return " & ".join(inside)


def _operands(mask: str) -> Iterator[str]:
    """What a mask is the overlap of; itself if it is something else."""
    parts = _parts(mask[1:-1]) if _is_bracketed(mask) else [mask]
    if len(parts) == 1 or any(" " in _bare(part) for part in parts):
        yield mask
        return
    for part in parts:
        yield from _operands(part)


def _depths(text: str) -> Iterator[tuple[int, str]]:
    depth = 0
    for sign in text:
        depth -= sign in ")]"
        yield depth, sign
        depth += sign in "(["


def _is_bracketed(text: str) -> bool:
    """Whether one pair of brackets holds the whole text."""
    if not (text.startswith("(") and text.endswith(")")):
        return False
    return all(depth > 0 for depth, _ in list(_depths(text))[1:-1])


def _bare(text: str) -> str:
    """What stands outside of brackets."""
    return "".join(sign for depth, sign in _depths(text) if depth == 0)


def _parts(text: str) -> list[str]:
    found, begin = [], 0
    signs = list(_depths(text))
    for at in range(len(text) - 2):
        if text[at : at + 3] == " & " and signs[at][0] == 0:
            found.append(text[begin:at])
            begin = at + 3
    return [*found, text[begin:]]

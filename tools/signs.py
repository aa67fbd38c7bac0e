"""Signs for places that the rules single out: marks of the board, and flags that are set.

A mark or a flag gets one sign wherever it stands, and the legend tells its name. A drawing with
room for words writes a flag of a few hexes into them; of many it is a sign, except where a hex is
hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count

from hexwright.tools.scene import Scene

HOLLOW = "○"
SHAPES = "★◆▲●■✚"
OFTEN = 5
"""what stands on more than one hex in so many is no word of its own"""


@dataclass(frozen=True, slots=True)
class Plate:
    """A label beside the place it speaks of, drawn over the hexes."""

    x: float = 0
    y: float = 0
    half: float = 0
    """of its width; nothing is drawn if there is none"""
    high: float = 0
    """half of its height"""
    parts: tuple[str, ...] = ()

    def covers(self, x: float, y: float) -> bool:
        """Would it hide a letter there?"""
        return (
            bool(self.parts)
            and abs(self.x - x) < self.half + 6
            and abs(self.y - y) < self.high + 10
        )


@dataclass(frozen=True, slots=True)
class Sign:
    name: str
    sign: str
    sort: str
    """of the places: hex, corner or edge"""
    places: tuple[int, ...]
    flag: bool


def signs(scene: Scene, written: bool = False) -> list[Sign]:
    """written: whether the drawing writes rare flags of hexes as words."""
    shapes = _shapes()
    found = [
        Sign(name, next(shapes), sort, places, False)
        for name, (sort, places) in scene.marks.items()
    ]
    hollow = iter(HOLLOW)
    for (name, sort), at in _flags(scene, written).items():
        found.append(Sign(name, next(hollow, "") or next(shapes), sort, tuple(at), True))
    return found


def _shapes() -> Iterator[str]:
    """Never the same sign twice: when the shapes are used up, numbers go on."""
    return chain(SHAPES, map(str, count(1)))


def _flags(scene: Scene, written: bool) -> Mapping[tuple[str, str], list[int]]:
    found: dict[tuple[str, str], list[int]] = {}
    for (sort, number), names in scene.signs.items():
        if all(name in scene.flags for name in names):
            for name in names:
                found.setdefault((name, sort), []).append(number)
    shown = scene.flags.intersection(common(scene)) if written else scene.flags
    for number, words in sorted(scene.words.items()):
        for name in words:
            if name in shown and number not in scene.veiled:
                found.setdefault((name, "hex"), []).append(number)
    return found


def common(scene: Scene) -> list[str]:
    """Words on so many hexes that they are not written into them."""
    often: dict[str, int] = {}
    for words in scene.words.values():
        for word in words:
            often[word] = often.get(word, 0) + 1
    return [word for word, n in often.items() if OFTEN * n > scene.topology.hex_count]


__all__ = ["Sign", "common", "signs"]

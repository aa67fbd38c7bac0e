"""What the drawing has no room for: what pieces carry, and who stands where on a track."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexwright.interpreter.setting import NOBODY
from hexwright.tools.sight import Sight


def loads(sight: Sight) -> Iterator[str]:
    """`red boat @2,3NE: 2 barrel`, for every piece that carries others."""
    setting, places = sight.setting, sight.table.places
    base = setting.place_base["piece"]
    held: dict[int, Counter[str]] = {}
    for piece in setting.instances:
        place = places[piece.id]
        if place is not None and place >= base:
            held.setdefault(place - base, Counter())[piece.kind] += 1
    for carrier, contents in held.items():
        one = setting.instances[carrier]
        place = places[carrier]
        where = setting.label("place", place) if place is not None else ""
        name = f"{setting.colour(sight.table.owners[carrier])} " if one.owner != NOBODY else ""
        told = ", ".join(f"{n} {kind}" if n > 1 else kind for kind, n in contents.items())
        yield f"{name}{one.kind} {where}: {told}".replace("_", " ")


def tracks(sight: Sight) -> Iterator[str]:
    """`fame, 0 to 6: 0 blue, red · 3 white`; who came first stands first."""
    setting, table = sight.setting, sight.table
    found: dict[str, dict[int, list[tuple[int, str]]]] = {}
    for piece in setting.instances:
        place = table.places[piece.id]
        if place is None:
            continue
        sort, number = setting.sort_of_place(place)
        if sort != "space":
            continue
        track, space = setting.spaces[number]
        owner = table.owners[piece.id]
        name = piece.kind if owner == NOBODY else setting.colour(owner)
        found.setdefault(track, {}).setdefault(space, []).append((table.stamps[piece.id], name))
    for track, spaces in found.items():
        told = (f"{n} {', '.join(w for _, w in sorted(spaces[n]))}" for n in sorted(spaces))
        known = setting.program.tracks[track]
        yield f"{track}, {known.low} to {known.high}: {' · '.join(told)}".replace("_", " ")

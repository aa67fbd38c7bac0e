"""What there is to draw of a board: words at hexes, corners and edges, and the pieces on them.

A scene is made from what a player may see and knows no game: a hex is called by the members, words
and numbers of its states, a piece by its kind and its owner's colour. All of them are names as the
rules write them; the drawings make words of them. The drawings (text, SVG)
start from here, so that both show the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from hexwright.dsl.program import StateDef
from hexwright.interpreter.board import Topology
from hexwright.interpreter.labels import label
from hexwright.interpreter.moves import show_answer
from hexwright.interpreter.setting import NEUTRAL, NOBODY, Setting
from hexwright.interpreter.table import Plain, Table
from hexwright.tools.marks import marks_in_play


@dataclass(frozen=True, slots=True)
class Stand:
    """A piece on the board; colour "" if it is nobody's."""

    kind: str
    colour: str


@dataclass(frozen=True, slots=True)
class Scene:
    topology: Topology
    words: Mapping[int, tuple[str, ...]]
    """by hex: members and words"""
    numbers: Mapping[int, tuple[str, ...]]
    """by hex: numbers"""
    signs: Mapping[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    """by ("corner" or "edge", number): members, words and numbers"""
    pieces: Mapping[tuple[str, int], tuple[Stand, ...]] = field(default_factory=dict)
    """by (sort of place, number)"""
    colours: tuple[str, ...] = ()
    """of the seats, so that their letters do not depend on what stands where"""
    idle: tuple[str, ...] = ()
    """colours of pieces whose owners do not play"""
    flags: frozenset[str] = frozenset()
    """words that only say that something is so"""
    marks: Mapping[str, tuple[str, tuple[int, ...]]] = field(default_factory=dict)
    """by name of the mark: sort of place, and the places; only marks that matter in play"""

    declared: Mapping[str, str] = field(default_factory=dict)
    """colours as the rules call them, where they are spoken of in other words"""
    neutral: str = NEUTRAL
    """what an idle colour is called besides"""
    veiled: frozenset[int] = frozenset()
    """hexes of which something is hidden from who looks"""

    def stands(self) -> Iterable[Stand]:
        for found in self.pieces.values():
            yield from found


def initials(names: Iterable[str]) -> dict[str, str]:
    """One letter for each name, the first of its own that is still free; else a digit."""
    found: dict[str, str] = {}
    for name in dict.fromkeys(names):
        free = [c for c in name if c.isalpha() and c not in found.values()]
        digits = [d for d in "123456789" if d not in found.values()]
        found[name] = (free or digits or ["?"])[0]
    return found


def legend(scene: Scene) -> list[tuple[str, str]]:
    """(sign, meaning) of every piece that the drawing shortens."""
    seats, kinds = letters(scene)
    drawn = {
        stand.kind
        for (sort, _), stands in scene.pieces.items()
        if sort in ("hex", "corner", "edge")
        for stand in stands
    }
    there = {s.colour for s in scene.stands()}
    shown = [(seats[c].upper(), seat_name(scene, c)) for c in seats if c in there]
    return shown + [(kinds[k].lower(), k.replace("_", " ")) for k in kinds if k in drawn]


def seat_name(scene: Scene, colour: str) -> str:
    """A colour as a legend tells it."""
    idle = colour in scene.idle and scene.declared.get(colour, colour) != NEUTRAL
    return f"{colour} ({scene.neutral})" if idle else colour


def letters(scene: Scene) -> tuple[dict[str, str], dict[str, str]]:
    """Letters of the owners and of the kinds of pieces."""
    standing = (s.colour for s in scene.stands() if s.colour)
    owners = initials([*scene.colours, *scene.idle, *standing])
    return owners, initials(sorted({s.kind for s in scene.stands() if s.colour}))


def scene_of(setting: Setting, table: Table) -> Scene:
    """What stands on the board, as far as a table tells; a hidden slot is not in it."""
    words: dict[int, list[str]] = {}
    numbers: dict[int, list[str]] = {}
    signs: dict[tuple[str, int], list[str]] = {}
    for (key, subject, args), value in table.slots.items():
        sort = key[0]
        if sort not in ("hex", "corner", "edge") or subject is None or args:
            continue
        state = setting.program.states[key]
        text = _shown(setting, state, value)
        if not text:
            continue
        if sort != "hex":
            signs.setdefault((sort, subject), []).append(text)
        elif state.type.base == "number":
            numbers.setdefault(subject, []).append(text)
        else:
            words.setdefault(subject, []).append(text)
    pieces: dict[tuple[str, int], list[Stand]] = {}
    for piece in setting.instances:
        place = table.places[piece.id]
        if place is None:
            continue
        sort, number = setting.sort_of_place(place)
        owner = table.owners[piece.id]
        stand = Stand(piece.kind, "" if owner == NOBODY else setting.colour(owner))
        pieces.setdefault((sort, number), []).append(stand)
    return Scene(
        setting.topology,
        {at: tuple(found) for at, found in words.items()},
        {at: tuple(found) for at, found in numbers.items()},
        {at: tuple(found) for at, found in signs.items()},
        {at: tuple(found) for at, found in pieces.items()},
        setting.colours,
        setting.neutral_colours,
        frozenset(s.name for s in setting.program.states.values() if s.type.base == "flag"),
        _marks(setting),
        veiled=_veiled(setting, table),
    )


def spoken(scene: Scene, say: Callable[[str], str], neutral: str) -> Scene:
    """The same scene with its names in another language; numbers stay."""

    def said(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(name if name.isdigit() else say(name) for name in names)

    return replace(
        scene,
        words={at: said(names) for at, names in scene.words.items()},
        signs={at: said(names) for at, names in scene.signs.items()},
        pieces={
            at: tuple(Stand(say(s.kind), say(s.colour) if s.colour else "") for s in stands)
            for at, stands in scene.pieces.items()
        },
        colours=said(scene.colours),
        idle=said(scene.idle),
        neutral=neutral,
        declared={say(c): c for c in (*scene.colours, *scene.idle)},
        flags=frozenset(said(scene.flags)),
        marks={say(name): found for name, found in scene.marks.items()},
    )


def _veiled(setting: Setting, table: Table) -> frozenset[int]:
    keys = [k for k, state in setting.program.states.items() if k[0] == "hex" and not state.params]
    return frozenset(
        number
        for number in range(setting.topology.hex_count)
        if any(state.type.base == "member" and (key, number, ()) not in table.slots
               for key in keys if (state := setting.program.states[key]))
    )  # fmt: skip


def _marks(setting: Setting) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Marks of corners, where pieces begin, and all that matter in play."""
    played = marks_in_play(setting.program) if any(setting.marks.values()) else set()
    sorts = {mark.name: mark.sort for mark in setting.board.marks}
    return {
        name: (sort, places)
        for name, places in setting.marks.items()
        if places and ((sort := sorts.get(name, "hex")) == "corner" or name in played)
    }


def _shown(setting: Setting, state: StateDef, value: Plain) -> str:
    """One thing in one word; what is none, no or a heap is not drawn."""
    if value is None or value is False or state.type.shape != "one":
        return ""
    if state.type.base == "flag":
        return state.name
    if state.type.base in ("member", "number", "word", "player"):
        return show_answer(label(setting, value, state.type))
    return ""

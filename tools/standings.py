"""The players' side of the table: points, cards, pieces and awards, as far as one may see them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hexwright.dsl import program as ir
from hexwright.interpreter.labels import show
from hexwright.interpreter.setting import Setting
from hexwright.interpreter.uses import nodes
from hexwright.tools.draw import style_of
from hexwright.tools.figures import Known, of_game, of_player

if TYPE_CHECKING:
    from hexwright.tools.sight import Sight
    from rich.table import Table as RichTable


MANY = 4
"""with more sorts of pieces those that nobody has placed are left out"""


def standings(sight: Sight, active: int | None = None) -> RichTable:
    """A row for each seat; columns are made from what the rules declare."""
    from rich.table import Table as RichTable
    from rich.text import Text

    setting = sight.setting
    seats = range(setting.players)
    columns: list[tuple[str, str, list[str]]] = [("points", "right", [*map(sight.points, seats)])]
    for state in filter(_holding, setting.program.states.values()):
        cells = [sight.cards(state.key, seat) for seat in seats]
        if set(cells) != {"0"}:
            columns.append((_words(state.name), "left", cells))
    for piece in setting.program.pieces.values():
        if not piece.in_all:
            cells = [str(sight.standing(piece.name, seat)) for seat in seats]
            if set(cells) == {"0"} and len(setting.program.pieces) > MANY:
                continue
            columns.append((_words(piece.name), "right", cells))
    further = [
        "; ".join([*_awards(sight, seat), *of_player(sight, seat), *_states(sight, seat)])
        for seat in seats
    ]
    if any(further):
        columns.append(("", "left", further))

    drawn = RichTable(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    drawn.add_column("  player", no_wrap=True)
    for name, side, _ in columns:
        drawn.add_column(name, justify="right" if side == "right" else "left")
    for seat, colour in enumerate(setting.colours):
        turn = "▸ " if seat == active else "  "
        row = [Text(cells[seat]) for _, _, cells in columns]
        drawn.add_row(Text(turn + colour, style=style_of(colour)), *row)
    return drawn


@lru_cache(maxsize=8)
def _looked_at(program: Known) -> frozenset[ir.Key]:
    """States that somebody wants to know: a value, a condition or the head of an action reads them.

    What only the steps of a procedure use (a throw, a stack that is laid out) is not shown.
    """
    p = program.program
    parts: list[Any] = [(v.formula, v.parts) for v in p.values.values()]
    parts += [(a.measure, a.minimum, a.ties) for a in p.awards.values()]
    parts += [(a.head, a.limit) for a in p.actions.values()]
    parts += [c.head for c in p.cards.values()]
    parts += [r.when for r in p.rules.values()]
    read = {n.key for part in parts for n in nodes(part) if isinstance(n, ir.StateRef)}
    return frozenset(read | {s.key for s in p.states.values() if s.type.base == "bundle"})


def _holding(state: ir.StateDef) -> bool:
    return state.owner == "player" and state.type.base == "cards" and not state.params


def _awards(sight: Sight, seat: int) -> Iterator[str]:
    for name, award in sight.setting.program.awards.items():
        if award.subject == "player" and sight.table.holders.get(name) == seat:
            yield f"★ {_words(name)}"


def _states(sight: Sight, seat: int) -> Iterator[str]:
    """Everything else that is known of a player and worth knowing."""
    looked_at = _looked_at(Known(sight.setting.program))
    found: dict[str, list[str]] = {}
    for (key, subject, args), value in sight.table.slots.items():
        state = sight.setting.program.states[key]
        if key[0] != "player" or subject != seat or _holding(state) or not value:
            continue
        if key not in looked_at:
            continue
        of = "".join(f" {show(sight.setting, a, p.type)}" for a, p in _pairs(args, state))
        said = "" if value is True else f" {_value(sight.setting, value, state)}"
        found.setdefault(_words(state.name), []).append(f"{of}{said}")
    for name, told in found.items():
        yield f"{name}{','.join(told)}" if len(told) < 2 else f"{name}:{','.join(told)}"


def _pairs(args: tuple[Any, ...], state: ir.StateDef) -> Iterator[tuple[Any, ir.Local]]:
    return zip(args, state.params, strict=False)


def _value(setting: Setting, value: Any, state: ir.StateDef) -> str:
    if isinstance(value, dict):
        value = tuple(sorted(value.items()))
    return show(setting, value, state.type)


def common(sight: Sight) -> Iterator[str]:
    """What belongs to the game and not to a player, in short: cards by kind, numbers, piles."""
    looked_at = _looked_at(Known(sight.setting.program))
    for (key, subject, args), value in sight.table.slots.items():
        if key[0] or subject is not None or args or value in (None, False):
            continue
        if key not in looked_at:
            continue
        state = sight.setting.program.states[key]
        if state.type.base == "pile":
            yield f"{_words(state.name)} {len(value)}"
        elif state.type.base in ("cards", "number", "flag", "member", "player", "word", "bundle"):
            yield f"{_words(state.name)} {_value(sight.setting, value, state)}"
    yield from of_game(sight)


def _words(name: str) -> str:
    return name.replace("_", " ")

"""What one line of a variant makes of one block: new parts, changed parts, parts taken away.

Every function takes a frozen block and gives a new one. What cannot be done is raised as `NotThere`
(a name that does not exist, with those that do) or `WrongKind` (it does not fit), which `compose`
turns into messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from . import tree as t

Noted = TypeVar(
    "Noted",
    bound=t.Kind
    | t.State
    | t.Piece
    | t.Action
    | t.Award
    | t.Phase
    | t.Rule
    | t.Board
    | t.Require
    | t.Part,
)
CELL = re.compile(r"\S+")


class NotThere(Exception):
    """A name that does not exist, with those that do."""

    def __init__(self, name: str, what: str, candidates: Iterable[str], owner: str = "") -> None:
        super().__init__(name)
        self.name, self.what, self.owner = name, what, owner
        self.candidates = list(candidates)


class WrongKind(Exception):
    def __init__(self, message: str, *hints: str) -> None:
        super().__init__(message)
        self.hints = hints


def word_of(row: tuple[t.Expr, ...]) -> str:
    """The member a row of a table speaks of."""
    return row[0].word if isinstance(row[0], t.Name) else ""


def changed(old: Any, verb: t.Change, target: t.Target) -> Any:
    """The block after `change`, `raise` or `lower`."""
    if target.what == "text":
        if not isinstance(verb.value, t.Sentence):
            raise WrongKind("a text is changed to a sentence in quotes")
        return change_text(old, target.of, verb.value)
    if target.of is not None:
        return change_part(old, verb, target)
    if verb.when is not None and not isinstance(old, t.Value):
        raise WrongKind("only parts, choices and values of rules can depend on `when`")
    names = [w.text for w in target.path]
    if isinstance(old, t.Option):
        return replace(old, normally=new_value(old.normally, verb))
    if isinstance(old, t.Value):
        if old.form not in ("formula", "usually"):
            name = ".".join(names)
            raise WrongKind(
                f"{name} is made of parts, it has no formula of its own",
                *(f"write `change part {p.name.text} of {name} to …`" for p in old.parts[:4]),
                f"or `add part LABEL to {name}: …`",
            )
        return replace(old, formula=new_value(old.formula, verb))
    if isinstance(old, t.State):
        return replace(old, at_first=new_value(old.at_first, verb), at_first_where=None)
    if isinstance(old, t.Piece) and len(names) == 2:
        return change_piece(old, verb, names[1])
    if isinstance(old, t.Card) and len(names) == 2:
        if names[1] != "copies":
            raise NotThere(names[1], "property", ("copies",), names[0])
        return replace(old, copies=whole_number(new_value(number(old.copies, verb), verb)))
    if isinstance(old, t.Kind) and len(names) == 2:
        return change_cell(old, verb, names[0], names[1])
    raise WrongKind(f"{names[-1]} cannot be changed to a value", *ways_to_change(old, names[-1]))


def ways_to_change(old: Any, name: str) -> list[str]:
    """What can be changed about a block that has no single value."""
    match old:
        case t.Piece():
            lines = [f"change cost of {name} to …", f"change supply of {name} to …"]
        case t.Card():
            lines = [f"change copies of {name} to …"]
        case t.Award():
            lines = [f"change at least of {name} to …", f"change measure of {name} to …"]
        case t.Action():
            requires = [x.name.text for x in old.head if isinstance(x, t.Require)]
            lines = [f"change requirement {r} of {name} to …" for r in requires[:3]]
        case t.Rule() | t.Board():
            lines = [f"change when of {name} to …"]
        case _:
            lines = []
    told = f"write `{'` or `'.join(lines)}`" if lines else ""
    word = type(old).__name__.lower()
    return [*([told] if told else []), f"or write the whole anew: `replace {word} {name}`"]


def cut(old: Any, target: t.Target) -> Any:
    """The block without the part."""
    what, names = target.what, [w.text for w in target.path]
    name = names[0] if names else ""
    if what == "text":
        return without_text(old, target.of)
    if what == "requirement":
        require(old, name)
        return replace(old, head=tuple(x for x in old.head if not is_require(x, name)))
    if what in ("part", "but"):
        part(old, name)
        return replace(old, parts=tuple(p for p in old.parts if p.name.text != name))
    if what == "phase" and isinstance(old, t.Action):
        return out_of_list(old, "during", names, "phase")
    if what == "places" and isinstance(old, t.Piece):
        return out_of_list(old, "places", names, "place")
    if what == "ends" and isinstance(old, t.Phase):
        return out_of_list(old, "ends_with", names, "end")
    if what == "column" and isinstance(old, t.Kind):
        return without_column(old, name)
    if what == "mark" and isinstance(old, t.Board):
        mark(old, name)
        return replace(old, marks=tuple(m for m in old.marks if m.name.text != name))
    if what == "seen" and isinstance(old, t.State):
        return replace(old, sights=tuple(s for s in old.sights if s.what != "seen"))
    if isinstance(old, t.Piece) and names[1:] == ["cost"]:
        return replace(old, cost=None)
    if isinstance(old, t.Kind) and what == "member":
        have = [w.text for w in old.of] + [word_of(r) for r in old.rows if r]
        if name not in have:
            raise NotThere(name, "member", have, old.name.text)
        rows = tuple(r for r in old.rows if word_of(r) != name)
        return replace(old, of=tuple(w for w in old.of if w.text != name), rows=rows)
    if what == "limit" and isinstance(old, t.Action):
        return replace(old, limit=None, limit_per=None)
    if what == "when" and isinstance(old, t.Rule | t.Board):
        return replace(old, when=None)
    if what == "at least" and isinstance(old, t.Award):
        return replace(old, minimum=None)
    if what == "ties" and isinstance(old, t.Award):
        return replace(old, ties=None)
    shown = f"the {what}" if what else ".".join(names)
    raise WrongKind(
        f"{shown} cannot be taken away from {_called(old)}",
        "`remove` takes a whole block, or a requirement, part, phase, member, column or mark of it",
    )


def new_value(old: Any, verb: t.Change) -> Any:
    if not verb.by:
        return verb.value
    if old is None:
        raise WrongKind("there is no number here that could be raised or lowered")
    if isinstance(old, t.Number) and isinstance(verb.value, t.Number):
        sign = 1 if verb.by == "+" else -1
        return t.Number(old.value + sign * verb.value.value, verb.value.span)
    return t.Arithmetic(verb.by, old, verb.value, verb.span)


def number(value: int, verb: t.Change) -> t.Number:
    return t.Number(value, verb.span)


def whole_number(value: Any) -> int:
    if not isinstance(value, t.Number):
        raise WrongKind("this is a number, written with digits")
    return value.value


def change_piece(old: t.Piece, verb: t.Change, name: str) -> t.Piece:
    if name == "cost":
        return replace(old, cost=new_value(old.cost, verb))
    if name == "supply":
        supply = number(old.supply, verb) if old.supply is not None else None
        count = whole_number(new_value(supply, verb))
        return replace(old, supply=count, supply_span=verb.value.span)
    raise NotThere(name, "property", ("cost", "supply"), old.name.text)


def filled(kind: t.Kind) -> list[tuple[t.Expr, ...]]:
    """The rows of a kind with the cells that were left out at their ends."""
    rows = []
    for row in kind.rows:
        for column in kind.columns[len(row) - 1 :] if row else ():
            if column.normally is None:
                break
            row = (*row, column.normally)
        rows.append(row)
    return rows


def change_cell(old: t.Kind, verb: t.Change, member: str, column: str) -> t.Kind:
    columns = [c.name.text for c in old.columns]
    if column not in columns:
        raise NotThere(column, "column", columns, old.name.text)
    at = columns.index(column) + 1
    rows = []
    for row in filled(old):
        if word_of(row) == member and at < len(row):
            row = (*row[:at], new_value(row[at], verb), *row[at + 1 :])
        rows.append(row)
    return replace(old, rows=tuple(rows))


def change_part(old: Any, verb: t.Change, target: t.Target) -> Any:
    what, name = target.what, target.path[0].text if target.path else ""
    if what == "requirement":
        mine = require(old, name)
        new = replace(mine, condition=verb.value, span=verb.span)
        new = noted(new, verb.notes, bool(verb.notes.texts))
        return replace(old, head=tuple(new if x is mine else x for x in old.head))
    if what in ("part", "but"):
        own = part(old, name)
        when = verb.when if verb.when is not None else own.when
        made = replace(own, value=new_value(own.value, verb), when=when, span=verb.span)
        made = noted(made, verb.notes, bool(verb.notes.texts))
        return replace(old, parts=tuple(made if p is own else p for p in old.parts))
    if what == "choose":
        return change_choose(old, verb, name)
    if what == "limit" and isinstance(old, t.Action):
        per = old.limit_per or t.Word("turn", verb.span)
        return noted(replace(old, limit=new_value(old.limit, verb), limit_per=per), verb.notes)
    if what == "when" and isinstance(old, t.Rule | t.Board):
        return noted(replace(old, when=verb.value), verb.notes)
    if what == "places" and isinstance(old, t.Piece):
        return noted(replace(old, places=words(verb.value)), verb.notes)
    if what == "ends" and isinstance(old, t.Phase):
        return noted(replace(old, ends_with=words(verb.value)), verb.notes)
    if what == "seen" and isinstance(old, t.State):
        others = tuple(s for s in old.sights if s.what != "seen")
        sight = t.Sight("seen", verb.value, verb.when, verb.span)
        return noted(replace(old, sights=(sight, *others)), verb.notes)
    if isinstance(old, t.Award) and what in ("measure", "at least", "ties"):
        slot = {"measure": "measure", "at least": "minimum", "ties": "ties"}[what]
        value = new_value(getattr(old, slot), verb)
        return noted(replace(old, **{slot: value}), verb.notes)
    if what == "phase":
        raise WrongKind(
            "a phase is not changed but added or removed",
            f"write `add phase PHASE to {_called(old)}` or `remove phase {name} of {_called(old)}`",
        )
    if what == "member":
        raise WrongKind(
            f"{name} of {_called(old)} cannot be changed", *ways_to_change(old, _called(old))
        )
    raise WrongKind(f"{_called(old)} has no {what} that could be changed")


def change_choose(old: Any, verb: t.Change, name: str) -> Any:
    choices = {x.name.text: x for x in getattr(old, "head", ()) if isinstance(x, t.Choose)}
    mine = choices.get(name)
    if mine is None:
        raise NotThere(name, "choice", choices, old.name.text)
    where = verb.when if verb.when is not None else mine.where
    new = replace(mine, low=verb.value, high=None, where=where)
    return replace(old, head=tuple(new if x is mine else x for x in old.head))


def words(value: t.Expr) -> tuple[t.Word, ...]:
    items = value.items if isinstance(value, t.ListOf) else (value,)
    if not all(isinstance(x, t.Name) for x in items):
        raise WrongKind("places are written as names: (hex, corner)")
    return tuple(t.Word(x.word, x.span) for x in items if isinstance(x, t.Name))


def change_text(old: Any, of: t.Target | None, text: t.Sentence) -> Any:
    assert of is not None
    if of.what == "requirement" and of.path:
        mine = require(old, of.path[0].text)
        new = replace(mine, sentence=text)
        return replace(old, head=tuple(new if x is mine else x for x in old.head))
    if of.what in ("part", "but") and of.path:
        own = part(old, of.path[0].text)
        told = replace(own, notes=replace(own.notes, texts=(text,)))
        return replace(old, parts=tuple(told if p is own else p for p in old.parts))
    return replace(old, notes=replace(old.notes, texts=(text,)))


def add_text(old: Any, verb: t.AddText) -> Any:
    """One more sentence about a block, a requirement or a part."""
    name = verb.to.path[0].text if verb.to.path else ""
    if verb.to.what == "requirement" and verb.to.of is not None:
        mine = require(old, name)
        new = with_text(mine, verb.text)
        return replace(old, head=tuple(new if x is mine else x for x in old.head))
    if verb.to.what in ("part", "but"):
        own = part(old, name)
        told = with_text(own, verb.text)
        return replace(old, parts=tuple(told if p is own else p for p in old.parts))
    return with_text(old, verb.text)


def with_text(block: Any, text: t.Sentence) -> Any:
    return replace(block, notes=replace(block.notes, texts=(*block.notes.texts, text)))


def without_text(old: Any, of: t.Target | None) -> Any:
    assert of is not None
    if of.what == "requirement" and of.path and of.of is not None:
        raise WrongKind(
            "a requirement must be able to say why it refuses something",
            f'write `change text of requirement {of.path[0].text} of {_called(old)} to "…"`',
        )
    if of.what in ("part", "but") and of.path:
        own = part(old, of.path[0].text)
        told = replace(own, notes=replace(own.notes, texts=()))
        return replace(old, parts=tuple(told if p is own else p for p in old.parts))
    if not old.notes.texts:
        raise WrongKind(f"{_called(old)} has no text that could be removed")
    return replace(old, notes=replace(old.notes, texts=()))


def is_require(x: Any, name: str) -> bool:
    return isinstance(x, t.Require) and x.name.text == name


def require(old: Any, name: str) -> t.Require:
    have = [x for x in getattr(old, "head", ()) if isinstance(x, t.Require)]
    for one in have:
        if one.name.text == name:
            return one
    raise NotThere(name, "requirement", [x.name.text for x in have], _called(old))


def part(old: Any, name: str) -> t.Part:
    have: tuple[t.Part, ...] = getattr(old, "parts", ())
    for one in have:
        if one.name.text == name:
            return one
    raise NotThere(name, "part", [x.name.text for x in have], _called(old))


def mark(old: t.Board, name: str) -> t.MarkLine:
    for one in old.marks:
        if one.name.text == name:
            return one
    raise NotThere(name, "mark", [m.name.text for m in old.marks], old.name.text)


def _called(block: Any) -> str:
    if isinstance(block, t.Scenario):
        return f'scenario "{block.title.text}"'
    name: str = block.name.text
    owner = getattr(block, "owner", None)
    return f"{owner.text}.{name}" if owner else name


def add_requirement(old: Any, verb: t.AddRequirement) -> Any:
    if not isinstance(old, t.Action | t.Card):
        raise WrongKind(
            f"{verb.to.text} is no action: it cannot have requirements",
            "requirements belong to actions and cards",
        )
    name = verb.require.name.text
    if verb.replaces:
        mine = require(old, name)
        return replace(old, head=tuple(verb.require if x is mine else x for x in old.head))
    if any(is_require(x, name) for x in old.head):
        raise WrongKind(
            f"{verb.to.text} already has a requirement {name}",
            f"write `change requirement {name} of {verb.to.text} to …`, or choose another name",
        )
    return replace(old, head=(*old.head, verb.require))


def add_part(old: Any, verb: t.AddPart) -> Any:
    where = ".".join(w.text for w in verb.to.path)
    if not isinstance(old, t.Value):
        raise WrongKind(f"{where} is no value: it has no parts")
    name = verb.part.name.text
    if verb.replaces:
        own = part(old, name)
        if verb.but != (old.form == "usually"):
            word = "part" if verb.but else "but"
            raise WrongKind(f"{where} takes another sort of part", f"write `replace {word} {name}`")
        return replace(old, parts=tuple(verb.part if p is own else p for p in old.parts))
    if any(p.name.text == name for p in old.parts):
        raise WrongKind(
            f"{where} already has a part {name}",
            f"write `change part {name} of {where} to …`, or choose another name",
        )
    if old.form == "formula":
        raise WrongKind(f"{where} is one formula", f"write `change {where} to …`")
    if verb.but != (old.form == "usually"):
        line = "add part" if verb.but else "add but"
        raise WrongKind(f"{where} takes another sort of part", f"write `{line} {name} to {where}`")
    return replace(old, parts=(*old.parts, verb.part))


def add_rows(old: t.Kind, verb: t.AddRows) -> t.Kind:
    have = [c.name.text for c in old.columns]
    for word in verb.columns:
        if word.text not in have:
            raise NotThere(word.text, "column", have, old.name.text)
    given = [w.text for w in verb.columns] or have
    rows = list(old.rows)
    for row in verb.rows:
        name = word_of(row)
        if any(word_of(r) == name for r in old.rows):
            raise WrongKind(f"{old.name.text} already has a row {name}")
        if len(row) != len(given) + 1:
            raise WrongKind(
                f"the row {name} has {len(row) - 1} cells, the columns are {len(given)}",
                f"columns: {', '.join(given)}",
            )
        rows.append(spread(old, dict(zip(given, row[1:], strict=True)), row[0]))
    return noted(replace(old, rows=tuple(rows)), verb.notes)


def spread(kind: t.Kind, cells: dict[str, t.Expr], name: t.Expr) -> tuple[t.Expr, ...]:
    """A row with a cell for every column; those left out take what is normal."""
    row = [name]
    for column in kind.columns:
        cell = cells.get(column.name.text, column.normally)
        if cell is None:
            raise WrongKind(f"the column {column.name.text} has no normal value: fill it in")
        row.append(cell)
    return tuple(row)


def add_columns(old: t.Kind, verb: t.AddColumns) -> t.Kind:
    have = {c.name.text for c in old.columns}
    for column in verb.columns:
        if column.name.text in have:
            raise WrongKind(f"{old.name.text} already has a column {column.name.text}")
    normal = tuple(c.normally for c in verb.columns if c.normally is not None)
    rows = tuple((*row, *normal) for row in filled(old))
    return noted(replace(old, columns=old.columns + verb.columns, rows=rows), verb.notes)


def without_column(old: t.Kind, name: str) -> t.Kind:
    columns = [c.name.text for c in old.columns]
    if name not in columns:
        raise NotThere(name, "column", columns, old.name.text)
    at = columns.index(name)
    rows = tuple((*row[: at + 1], *row[at + 2 :]) for row in filled(old))
    return replace(old, columns=(*old.columns[:at], *old.columns[at + 1 :]), rows=rows)


def add_phase(old: Any, verb: t.AddPhase) -> Any:
    if not isinstance(old, t.Action):
        raise WrongKind(f"{verb.to.text} is no action")
    return add_to_list(old, "during", (verb.phase,), verb.notes)


def add_to_list(old: Any, slot: str, words: tuple[t.Word, ...], notes: t.Notes) -> Any:
    """A list of names with those that it lacks; the same block if it has them all."""
    there: tuple[t.Word, ...] = getattr(old, slot)
    have = {w.text for w in there}
    extra = tuple(w for w in words if w.text not in have)
    return noted(replace(old, **{slot: there + extra}), notes) if extra else old


def out_of_list(old: Any, slot: str, names: list[str], what: str) -> Any:
    there: tuple[t.Word, ...] = getattr(old, slot)
    have = [w.text for w in there]
    for name in names:
        if name not in have:
            raise NotThere(name, what, have, old.name.text)
    return replace(old, **{slot: tuple(w for w in there if w.text not in names)})


# Boards


def add_mark(old: t.Board, verb: t.AddMark) -> t.Board:
    name = verb.mark.name.text
    if verb.replaces:
        mine = mark(old, name)
        return replace(old, marks=tuple(verb.mark if m is mine else m for m in old.marks))
    if any(m.name.text == name for m in old.marks):
        raise WrongKind(
            f"{old.name.text} already has a mark {name}",
            f"write `replace mark {name} of {old.name.text}: …`, or choose another name",
        )
    return replace(old, marks=(*old.marks, verb.mark))


def change_map(old: t.Board, verb: t.ChangeMap) -> t.Board:
    """One cell of the map, drawn anew; the other cells keep their places."""
    found = re.fullmatch(r"@(\d+),(\d+)", verb.place.text)
    row = int(found[1]) if found else len(old.rows)
    cells = list(CELL.finditer(old.rows[row].text)) if row < len(old.rows) else []
    if found is None or int(found[2]) >= len(cells):
        last = len(old.rows) - 1
        count = f"; row {row} has {len(cells)} hexes" if cells else f"; rows go from 0 to {last}"
        raise WrongKind(f"there is no hex {verb.place.text} on {old.name.text}{count}")
    text = verb.text.text
    if not CELL.fullmatch(text) or "|" in text:
        raise WrongKind("a cell is drawn as one word, as in the map: letters, then a number")
    cell = cells[int(found[2])]
    before = old.rows[row]
    rest = before.text[cell.end() :]
    longer = len(text) - (cell.end() - cell.start())
    if longer > 0 and rest[: longer + 1].isspace():
        rest = rest[longer:]
    drawn = before.text[: cell.start()] + text + " " * -longer + (rest or "")
    rows = (*old.rows[:row], t.MapRow(drawn, verb.text.span), *old.rows[row + 1 :])
    return noted(replace(old, rows=rows), verb.notes)


# Deciding between two versions


def take_part(ours: Any, theirs: Any, target: t.Target) -> Any:
    """Our block with one part as theirs has it, or without the part if theirs has none."""
    what, name = target.what, target.path[0].text if target.path else ""
    of = target.of
    if what == "text" and of is not None and of.path and of.of is not None:
        slot = "head" if of.what == "requirement" else "parts"
        return merged(ours, theirs, slot, lambda x: label_of(x) == of.path[0].text)
    if what == "requirement":
        return merged(ours, theirs, "head", lambda x: is_require(x, name))
    if what == "choose":
        return merged(
            ours, theirs, "head", lambda x: isinstance(x, t.Choose) and x.name.text == name
        )
    if what in ("part", "but"):
        return merged(ours, theirs, "parts", lambda x: label_of(x) == name)
    if what == "mark":
        return merged(ours, theirs, "marks", lambda x: label_of(x) == name)
    if what == "column":
        return take_column(ours, theirs, name)
    if what == "member" and isinstance(ours, t.Kind):
        ours = merged(ours, theirs, "rows", lambda row: word_of(row) == name)
        return merged(ours, theirs, "of", lambda word: word.text == name)
    lists = {"phase": "during", "places": "places", "ends": "ends_with"}
    if what in lists and name:
        return merged(ours, theirs, lists[what], lambda word: word.text == name)
    slots = {"text": ("notes",), "limit": ("limit", "limit_per"), "when": ("when",),
             "places": ("places",), "ends": ("ends_with",), "seen": ("sights",),
             "measure": ("measure",), "at least": ("minimum",), "ties": ("ties",)}  # fmt: skip
    if what in slots:
        return replace(ours, **{slot: getattr(theirs, slot) for slot in slots[what]})
    if len(target.path) == 2 and isinstance(ours, t.Piece | t.Card):
        slot = target.path[1].text
        return replace(ours, **{slot: getattr(theirs, slot)})
    if len(target.path) == 2 and isinstance(ours, t.Kind):
        return take_cell(ours, theirs, name, target.path[1].text)
    return theirs


def label_of(part: Any) -> str:
    text: str = part.name.text
    return text


def merged(ours: Any, theirs: Any, slot: str, mine: Callable[[Any], bool]) -> Any:
    """A list of ours in which one item is as in theirs: there, changed or gone."""
    kept = [x for x in getattr(theirs, slot) if mine(x)]
    there = list(getattr(ours, slot))
    if any(mine(x) for x in there):
        made = [y for x in there for y in (kept if mine(x) else [x])]
    else:
        made = there + kept
    return replace(ours, **{slot: tuple(made)})


def take_cell(ours: t.Kind, theirs: t.Kind, member: str, column: str) -> t.Kind:
    wanted = next((r for r in filled(theirs) if word_of(r) == member), None)
    names = [c.name.text for c in theirs.columns]
    mine = [c.name.text for c in ours.columns]
    if wanted is None or column not in names or column not in mine:
        return ours
    cell, at = wanted[names.index(column) + 1], mine.index(column) + 1
    rows = tuple(
        (*row[:at], cell, *row[at + 1 :]) if word_of(row) == member else row for row in filled(ours)
    )
    return replace(ours, rows=rows)


def take_column(ours: t.Kind, theirs: t.Kind, name: str) -> t.Kind:
    mine = [c.name.text for c in ours.columns]
    names = [c.name.text for c in theirs.columns]
    if name not in names:
        return without_column(ours, name) if name in mine else ours
    column = theirs.columns[names.index(name)]
    if name not in mine:
        normal = column.normally
        rows = tuple((*row, normal) if normal is not None else row for row in filled(ours))
        ours = replace(ours, columns=(*ours.columns, column), rows=rows)
    else:
        at = mine.index(name)
        ours = replace(ours, columns=(*ours.columns[:at], column, *ours.columns[at + 1 :]))
    for row in theirs.rows:
        ours = take_cell(ours, theirs, word_of(row), name)
    return ours


def noted(block: Noted, notes: t.Notes, fresh: bool = False) -> Noted:
    """A block with the notes of a line that changed it; its texts replace the old ones if fresh."""
    if not (notes.texts or notes.sees or notes.allows):
        return block
    old = block.notes
    texts = notes.texts if fresh else old.texts + notes.texts
    merged = t.Notes(texts, old.sees + notes.sees, old.allows + notes.allows)
    return replace(block, notes=merged)

"""Carries out one line of a variant on one block: finds the part, makes the new block.

Blocks are frozen; an edit gives a new one. Nothing here knows who may change what: `compose` asks
for the block and the part that a line points at, keeps the books, and puts the new block in place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from . import tree as t
from .same import same
from .world import Id, World

Noted = TypeVar(
    "Noted", bound=t.Kind | t.Piece | t.Action | t.Award | t.Rule | t.Board | t.Require | t.Part
)

SORT_WORDS = {
    "section": "sections",
    "option": "options",
    "kind": "kinds",
    "piece": "pieces",
    "track": "tracks",
    "value": "values",
    "award": "awards",
    "action": "actions",
    "card": "cards",
    "steps": "steps",
    "phase": "phases",
    "rule": "rules",
    "board": "boards",
}
PARTS = ("requirement", "part", "but", "phase", "member", "choose", "places")
PROPERTIES = ("text", "limit", "when", "places", "measure", "at least", "ties")
ANYWHERE = ("options", "kinds", "pieces", "tracks", "awards", "actions", "cards", "steps",
            "phases", "rules", "boards")  # fmt: skip


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


class Editor:
    def __init__(self, world: World) -> None:
        self.world = world

    # What a line points at

    def block(self, target: t.Target) -> Id:
        """The block that holds what the target names."""
        if target.what == "scenario":
            title = target.title or ""
            if title not in self.world.scenarios:
                raise NotThere(title, "scenario", self.world.scenarios)
            return ("scenarios", title)
        if target.of is not None:
            return self.block(target.of)
        names = [w.text for w in target.path]
        sort = SORT_WORDS.get(target.what or "")
        if len(names) == 1:
            return self.single(names[0], sort)
        if len(names) == 2:
            return self.dotted(names[0], names[1], sort)
        raise NotThere(".".join(names), "rule", ())

    def single(self, name: str, sort: str | None) -> Id:
        world = self.world
        if sort is not None and sort != "values":
            table = getattr(world, sort)
            if name not in table:
                what = next(w for w, s in SORT_WORDS.items() if s == sort)
                raise NotThere(name, what, table)
            return (sort, name)
        for one in ("values", "states"):
            if ("", name) in getattr(world, one):
                return (one, ("", name))
        if sort is None:
            for one in ANYWHERE:
                if name in getattr(world, one):
                    return (one, name)
        owners = [k for k in (*world.values, *world.states) if k[1] == name]
        if len(owners) == 1:
            raise NotThere(name, "value" if sort else "rule", (".".join(owners[0]),))
        raise NotThere(name, "value" if sort else "", self.everything())

    def dotted(self, owner: str, name: str, sort: str | None) -> Id:
        world = self.world
        for one in ("values", "states"):
            if (owner, name) in getattr(world, one):
                return (one, (owner, name))
        if owner in world.pieces:
            return ("pieces", owner)
        if owner in world.cards:
            return ("cards", owner)
        for kind, block in world.kinds.items():
            if any(row and word_of(row) == owner for row in block.rows):
                return ("kinds", kind)
        fields = [f"{o}.{n}" for o, n in (*world.values, *world.states) if o]
        raise NotThere(f"{owner}.{name}", "value" if sort else "", [*fields, *self.everything()])

    def everything(self) -> list[str]:
        names = [n for sort in ANYWHERE for n in getattr(self.world, sort)]
        names += [n for o, n in (*self.world.values, *self.world.states) if not o]
        members = [word_of(r) for k in self.world.kinds.values() for r in k.rows if r]
        return names + members

    def whole(self, target: t.Target) -> bool:
        """Does the target name a block, not a part of one?"""
        if target.what in ("requirement", "part", "but", "member", "choose", "places"):
            return False
        if target.of is not None:
            return False
        if len(target.path) == 2:
            return self.block(target)[0] in ("values", "states")
        return True

    def part_name(self, target: t.Target, verb: Any = None) -> str:
        """The part in one form, so that two lines on one part are seen to compete."""
        if isinstance(verb, t.AddRequirement):
            return f"requirement {verb.require.name.text}"
        if isinstance(verb, t.AddPart):
            return f"part {verb.part.name.text}"
        if isinstance(verb, t.AddRows):
            return "rows " + " ".join(word_of(r) for r in verb.rows if r)
        if isinstance(verb, t.AddColumns):
            return "columns " + " ".join(c.name.text for c in verb.columns)
        if isinstance(verb, t.AddMembers):
            return "members " + " ".join(w.text for w in verb.members)
        if isinstance(verb, t.AddPhase):
            return f"phase {verb.phase.text}"
        if isinstance(verb, t.AddPlaces):
            return "places " + " ".join(w.text for w in verb.places)
        names = ".".join(w.text for w in target.path)
        if target.of is not None:
            inner = self.part_name(target.of)
            what = target.what or "member"
            if what in PROPERTIES and not target.path:
                return f"{what} of {inner}" if inner else what
            return f"{'part' if what == 'but' else what} {names}"
        if isinstance(verb, t.Change):
            id = self.block(target)
            return names if id[0] in ("kinds", "pieces", "cards") else "value"
        return ""

    # Making the new block

    def edit(self, id: Id, old: Any, verb: Any) -> Any:
        if isinstance(verb, t.Change):
            return self.change(old, verb)
        if isinstance(verb, t.RemoveBlock):
            return self.cut(old, verb.target)
        if isinstance(verb, t.AddRequirement):
            return add_requirement(old, verb)
        if isinstance(verb, t.AddPart):
            return add_part(old, verb)
        if isinstance(verb, t.AddRows):
            return add_rows(old, verb)
        if isinstance(verb, t.AddColumns):
            return add_columns(old, verb)
        if isinstance(verb, t.AddMembers):
            return self.add_members(old, verb)
        if isinstance(verb, t.AddPhase):
            return add_phase(old, verb)
        if isinstance(verb, t.AddPlaces):
            extra = tuple(w for w in verb.places if w.text not in {p.text for p in old.places})
            return replace(old, places=old.places + extra) if extra else old
        raise WrongKind("this cannot be done to it")

    def add_members(self, old: t.Kind, verb: t.AddMembers) -> t.Kind:
        have = {w.text for w in old.of}
        extra = tuple(w for w in verb.members if w.text not in have)
        if not extra:
            return old
        return noted(replace(old, of=old.of + extra), verb.notes)

    def change(self, old: Any, verb: t.Change) -> Any:
        target = verb.target
        new = self.changed(old, verb, target)
        if target.what == "text" or same(old, new):
            return new if target.what == "text" else (old if new is old else _quiet(old, new))
        return noted(new, verb.notes, fresh=bool(verb.notes.texts)) if not target.of else new

    def changed(self, old: Any, verb: t.Change, target: t.Target) -> Any:
        if target.what == "text":
            if not isinstance(verb.value, t.Sentence):
                raise WrongKind("a text is changed to a sentence in quotes")
            return change_text(old, target.of, verb.value)
        if target.of is not None:
            return change_part(old, verb, target)
        names = [w.text for w in target.path]
        if isinstance(old, t.Option):
            return replace(old, normally=new_value(old.normally, verb))
        if isinstance(old, t.Value):
            if old.formula is None:
                parts = ", ".join(p.name.text for p in old.parts)
                raise WrongKind(
                    f"{names[-1]} is made of parts, it has no formula of its own",
                    f"change one of its parts ({parts}), or add one",
                )
            return replace(old, formula=new_value(old.formula, verb))
        if isinstance(old, t.State):
            return replace(old, at_first=new_value(old.at_first, verb))
        if isinstance(old, t.Piece) and len(names) == 2:
            return change_piece(old, verb, names[1])
        if isinstance(old, t.Card) and len(names) == 2:
            if names[1] != "copies":
                raise NotThere(names[1], "property", ("copies",), names[0])
            return replace(old, copies=whole_number(new_value(number(old.copies, verb), verb)))
        if isinstance(old, t.Kind) and len(names) == 2:
            return change_cell(old, verb, names[0], names[1])
        raise WrongKind(
            f"{names[-1]} cannot be changed to a value", "use `replace` for a whole block"
        )

    def cut(self, old: Any, target: t.Target) -> Any:
        what, names = target.what, [w.text for w in target.path]
        name = names[0] if names else ""
        if what == "requirement":
            require(old, name)
            head = tuple(x for x in old.head if not is_require(x, name))
            return replace(old, head=head)
        if what in ("part", "but"):
            part(old, name)
            return replace(old, parts=tuple(p for p in old.parts if p.name.text != name))
        if what == "phase" and isinstance(old, t.Action):
            have = [w.text for w in old.during]
            if name not in have:
                raise NotThere(name, "phase", have, old.name.text)
            return replace(old, during=tuple(w for w in old.during if w.text != name))
        if what == "places" and isinstance(old, t.Piece):
            have = [w.text for w in old.places]
            if any(n not in have for n in names):
                raise NotThere(name, "place", have, old.name.text)
            return replace(old, places=tuple(w for w in old.places if w.text not in names))
        if isinstance(old, t.Kind):
            if not target.of and len(names) == 1:
                raise WrongKind(f"{name} cannot be removed like this")
            have = [w.text for w in old.of] + [word_of(r) for r in old.rows if r]
            if name not in have:
                raise NotThere(name, "member", have, old.name.text)
            rows = tuple(r for r in old.rows if word_of(r) != name)
            return replace(old, of=tuple(w for w in old.of if w.text != name), rows=rows)
        if what == "limit" or (not names and what == "limit"):
            return replace(old, limit=None, limit_per=None)
        if what == "when":
            return replace(old, when=None)
        if what == "at least":
            return replace(old, minimum=None)
        if what == "ties":
            return replace(old, ties=None)
        raise WrongKind("this cannot be removed")

    def leave_kinds(self, name: str) -> None:
        """What is gone belongs to no kind any more."""
        for kind, block in list(self.world.kinds.items()):
            if any(w.text == name for w in block.of):
                left = tuple(w for w in block.of if w.text != name)
                self.world.kinds[kind] = replace(block, of=left)

    def take(self, theirs: World, id: Id, target: t.Target) -> None:
        """Puts another world's version of a block or part in the place of ours."""
        sort, name = id
        table, other = getattr(self.world, sort), getattr(theirs, sort)
        if name not in other:
            table.pop(name, None)
            return
        if self.whole(target) or name not in table:
            table[name] = other[name]
            return
        table[name] = take_part(table[name], other[name], target)

    @staticmethod
    def before_after(old: Any, new: Any) -> tuple[Any, Any]:
        return old, new


def word_of(row: tuple[t.Expr, ...]) -> str:
    """The member a row of a table speaks of."""
    return row[0].word if isinstance(row[0], t.Name) else ""


def _quiet(old: Any, new: Any) -> Any:
    return old if same(old, new) else new


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


def change_cell(old: t.Kind, verb: t.Change, member: str, column: str) -> t.Kind:
    columns = [c.name.text for c in old.columns]
    if column not in columns:
        raise NotThere(column, "column", columns, old.name.text)
    at = columns.index(column) + 1
    rows = []
    for row in old.rows:
        if word_of(row) == member and at < len(row):
            row = (*row[:at], new_value(row[at], verb), *row[at + 1 :])
        rows.append(row)
    return replace(old, rows=tuple(rows))


def change_part(old: Any, verb: t.Change, target: t.Target) -> Any:
    what, name = target.what, target.path[0].text if target.path else ""
    if what == "requirement":
        mine = require(old, name)
        new = noted(replace(mine, condition=verb.value), verb.notes, bool(verb.notes.texts))
        return replace(old, head=tuple(new if x is mine else x for x in old.head))
    if what in ("part", "but"):
        own = part(old, name)
        when = verb.when if verb.when is not None else own.when
        changed = replace(own, value=new_value(own.value, verb), when=when)
        changed = noted(changed, verb.notes, bool(verb.notes.texts))
        return replace(old, parts=tuple(changed if p is own else p for p in old.parts))
    if what == "choose":
        return change_choose(old, verb, name)
    if what == "limit" and isinstance(old, t.Action):
        per = old.limit_per or t.Word("turn", verb.span)
        return noted(replace(old, limit=new_value(old.limit, verb), limit_per=per), verb.notes)
    if what == "when" and isinstance(old, t.Rule | t.Board):
        return noted(replace(old, when=verb.value), verb.notes)
    if what == "places" and isinstance(old, t.Piece):
        return noted(replace(old, places=words(verb.value)), verb.notes)
    if isinstance(old, t.Award) and what in ("measure", "at least", "ties"):
        slot = {"measure": "measure", "at least": "minimum", "ties": "ties"}[what]
        value = new_value(getattr(old, slot), verb)
        return noted(replace(old, **{slot: value}), verb.notes)
    raise WrongKind(f"there is no {what} of this to change")


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


def _called(block: Any) -> str:
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
    filled = tuple(c.normally for c in verb.columns if c.normally is not None)
    rows = tuple((*row, *filled) for row in old.rows)
    return noted(replace(old, columns=old.columns + verb.columns, rows=rows), verb.notes)


def add_phase(old: Any, verb: t.AddPhase) -> Any:
    if not isinstance(old, t.Action):
        raise WrongKind(f"{verb.to.text} is no action")
    if any(w.text == verb.phase.text for w in old.during):
        return old
    return noted(replace(old, during=(*old.during, verb.phase)), verb.notes)


def take_part(ours: Any, theirs: Any, target: t.Target) -> Any:
    what, name = target.what, target.path[0].text if target.path else ""
    if what == "requirement":
        kept = [x for x in theirs.head if is_require(x, name)]
        head = [kept[0] if is_require(x, name) and kept else x for x in ours.head]
        head = [x for x in head if kept or not is_require(x, name)]
        if kept and kept[0] not in head:
            head.append(kept[0])
        return replace(ours, head=tuple(head))
    if what in ("part", "but"):
        mine = [p for p in theirs.parts if p.name.text == name]
        parts = [mine[0] if p.name.text == name and mine else p for p in ours.parts]
        parts = [p for p in parts if mine or p.name.text != name]
        if mine and mine[0] not in parts:
            parts.append(mine[0])
        return replace(ours, parts=tuple(parts))
    if what == "limit":
        return replace(ours, limit=theirs.limit, limit_per=theirs.limit_per)
    if what == "text":
        return replace(ours, notes=theirs.notes)
    if isinstance(ours, t.Piece) and len(target.path) == 2:
        slot = target.path[1].text
        return replace(ours, **{slot: getattr(theirs, slot)})
    return theirs


def noted(block: Noted, notes: t.Notes, fresh: bool = False) -> Noted:
    """A block with the notes of a line that changed it; its texts replace the old ones if fresh."""
    if not (notes.texts or notes.sees or notes.allows):
        return block
    old = block.notes
    texts = notes.texts if fresh else old.texts + notes.texts
    merged = t.Notes(texts, old.sees + notes.sees, old.allows + notes.allows)
    return replace(block, notes=merged)

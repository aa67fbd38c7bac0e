"""Carries out one line of a variant on one block: finds the part, makes the new block.

Nothing here knows who may change what: `compose` asks for the block and the parts that a line
points at, keeps the books, and puts the new block in place. What happens to one part of one block
is in edit_parts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import tree as t
from .edit_parts import (
    NotThere,
    WrongKind,
    add_columns,
    add_mark,
    add_part,
    add_phase,
    add_requirement,
    add_rows,
    add_text,
    add_to_list,
    change_map,
    changed,
    cut,
    noted,
    take_part,
    word_of,
)
from .same import same
from .world import Id, World

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
PARTS = ("requirement", "part", "but", "member", "column", "mark", "choose", "places", "ends")
"""words for something inside a block"""
ANYWHERE = ("options", "kinds", "pieces", "tracks", "awards", "actions", "cards", "steps",
            "phases", "rules", "boards")  # fmt: skip


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
        owners = {o for o, _ in (*world.values, *world.states) if o}
        if owner not in owners:
            things = [*world.pieces, *world.cards, *owners]
            things += [word_of(r) for k in world.kinds.values() for r in k.rows if r]
            raise NotThere(owner, "thing", things)
        fields = [f"{o}.{n}" for o, n in (*world.values, *world.states) if o]
        raise NotThere(f"{owner}.{name}", "value" if sort else "", [*fields, *self.everything()])

    def everything(self) -> list[str]:
        names = [n for sort in ANYWHERE for n in getattr(self.world, sort)]
        names += [n for o, n in (*self.world.values, *self.world.states) if not o]
        members = [word_of(r) for k in self.world.kinds.values() for r in k.rows if r]
        return names + members

    def whole(self, target: t.Target) -> bool:
        """Does the target name a block, not a part of one?"""
        if target.what in PARTS or target.of is not None:
            return False
        if len(target.path) == 2:
            return self.block(target)[0] in ("values", "states")
        return True

    def parts(self, target: t.Target, verb: Any = None) -> list[str]:
        """The parts in one form each, so that two lines on one part are seen to compete."""
        match verb:
            case t.AddRequirement():
                return [f"requirement {verb.require.name.text}"]
            case t.AddPart():
                return [f"part {verb.part.name.text}"]
            case t.AddRows():
                return [f"member {word_of(row)}" for row in verb.rows if row]
            case t.AddColumns():
                return [f"column {column.name.text}" for column in verb.columns]
            case t.AddMembers():
                return [f"member {word.text}" for word in verb.members]
            case t.AddPhase():
                return [f"phase {verb.phase.text}"]
            case t.AddPlaces():
                return [f"places {word.text}" for word in verb.places]
            case t.AddEnds():
                return [f"ends {word.text}" for word in verb.actions]
            case t.AddMark():
                return [f"mark {verb.mark.name.text}"]
            case t.ChangeMap():
                return [verb.place.text]
            case t.AddText():
                return [of_text(self.parts(target)[0], f" {verb.span.file}:{verb.span.line}")]
        return [self.part(target, isinstance(verb, t.Change))]

    def part(self, target: t.Target, changed: bool = False) -> str:
        names = ".".join(w.text for w in target.path)
        if target.of is not None:
            what = target.what or "member"
            if what == "text":
                return of_text(self.part(target.of))
            if not target.path:
                return what
            return f"{'part' if what == 'but' else what} {names}"
        if target.what == "scenario":
            return ""
        if changed or len(target.path) == 2:
            sort = self.block(target)[0]
            if sort in ("kinds", "pieces", "cards"):
                return names
            return "value" if changed else ""
        return ""

    # Making the new block

    def edit(self, old: Any, verb: Any) -> Any:
        match verb:
            case t.Change():
                return self.change(old, verb)
            case t.RemoveBlock():
                return cut(old, verb.target)
            case t.AddRequirement():
                return add_requirement(old, verb)
            case t.AddPart():
                return add_part(old, verb)
            case t.AddRows():
                return add_rows(old, verb)
            case t.AddColumns():
                return add_columns(old, verb)
            case t.AddMembers():
                return add_to_list(old, "of", verb.members, verb.notes)
            case t.AddPhase():
                return add_phase(old, verb)
            case t.AddPlaces():
                return add_to_list(old, "places", verb.places, verb.notes)
            case t.AddEnds():
                return add_to_list(old, "ends_with", verb.actions, verb.notes)
            case t.AddText():
                return add_text(old, verb)
            case t.AddMark():
                return add_mark(old, verb)
            case t.ChangeMap():
                return change_map(old, verb)
        raise WrongKind("this cannot be done to it")

    def change(self, old: Any, verb: t.Change) -> Any:
        target = verb.target
        new = changed(old, verb, target)
        if target.what == "text":
            return old if new.notes == old.notes and same(old, new) else new
        if same(old, new):
            return old
        return noted(new, verb.notes, fresh=bool(verb.notes.texts)) if not target.of else new

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
        if name not in table or self.whole(target):
            table[name] = other[name]
            return
        table[name] = take_part(table[name], other[name], target)


def of_text(part: str, more: str = "") -> str:
    return f"text{more} of {part}" if part else f"text{more}"


__all__ = ["Editor", "NotThere", "WrongKind", "word_of"]

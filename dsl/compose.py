"""Puts a ruleset and its parents together: definitions first, then what each variant does to them.

Rulesets come parents first. Inside one ruleset order does not matter: removals, then decisions
between parents, then new blocks, then changes and additions. Every touch of a part is noted with
the ruleset that made it; when a ruleset touches a part that a stranger (neither parent nor child)
has touched, the part is contested until a ruleset that knows both decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import tree as t
from .compose_names import (
    OWN_LISTS,
    SINGULAR,
    SORT_OF,
    UNIONS,
    a,
    how,
    is_addition,
    members_of,
    name_of,
    name_span,
    show,
    target_of,
)
from .compose_says import Saying
from .compose_sources import Item, Source, read_source
from .contests import Contest, Key, Touch, clash, covers, overlaps, said_by
from .diagnostics import Diagnostic, did_you_mean
from .edits import Editor, NotThere, WrongKind
from .same import same
from .tree import NOWHERE, Span
from .world import SORTS, Colours, Event, Id, Removed, World

PLAYERS: Key = (("header", "players"), "")
EDITS: tuple[Any, ...] = (
    t.AddColumns,
    t.AddRows,
    t.AddMembers,
    t.Change
    | t.ChangeMap
    | t.AddRequirement
    | t.AddPart
    | t.AddPhase
    | t.AddPlaces
    | t.AddEnds
    | t.AddText
    | t.AddMark,
)
"""verbs on parts, in the order in which they are carried out"""


def compose(sources: Sequence[Source]) -> tuple[World, list[Diagnostic]]:
    """The world of the last source; parents must stand before their children."""
    composer = Composer(sources)
    composer.run()
    return composer.world, composer.found


class Composer(Saying):
    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = {s.name: s for s in sources}
        self.world = World(sources[-1].name, lineage=tuple(self.sources))
        self.world.parents = {s.name: s.parents for s in sources}
        self.found: list[Diagnostic] = []
        self.kin = ancestors(sources)
        self.names: dict[str, Id] = {}
        """global names, members of kinds too"""
        self.touches: dict[Id, list[tuple[str, Touch]]] = {}
        """block → (part, who did what to it), in order"""
        self.contests: list[Contest] = []
        self.gone: dict[Id, Touch] = {}
        self.editor = Editor(self.world)
        self.titles: dict[str, str] = {}
        self.counts: dict[str, tuple[tuple[int, int], Span]] = {}
        """how many may play, by those who say it and are no parents of each other"""

    def run(self) -> None:
        cut = self.removed_sections()
        for source in self.sources.values():
            self.world.files.update(source.files)
            self.world.file_of.update(dict.fromkeys(source.files, source.name))
            self.head(source)
            items = []
            for item in source.items:
                by = cut.get(item.section) if item.section else None
                if by is None or source.name not in self.kin[by.ruleset]:
                    items.append(item)
                else:
                    self.note_cut(item.block, by)
            self.apply(source.name, items)
        self.world.title = self.world.title or self.world.name
        for contest in self.contests:
            self.contested(contest)

    def removed_sections(self) -> dict[str, Removed]:
        cut: dict[str, Removed] = {}
        known = {i.section: s for s, src in self.sources.items() for i in src.items if i.section}
        for name, source in self.sources.items():
            for item in source.items:
                verb = item.block
                if isinstance(verb, t.RemoveBlock) and verb.target.what == "section":
                    section = verb.target.path[0].text
                    if section not in known:
                        self.nothing(verb.target, known, "section", verb="remove")
                    cut[section] = Removed(name, verb.span)
        return cut

    def note_cut(self, block: Any, by: Removed) -> None:
        """A block left with its section: remember its names."""
        sort = SORT_OF.get(type(block))
        if sort and sort not in OWN_LISTS:
            self.forget((sort, name_of(block)), block, by)

    # The header

    def head(self, source: Source) -> None:
        header, world = source.header, self.world
        if header is None:
            if len(source.parents) > 1:
                titles = [self.titles.get(p, p.split("/")[-1]) for p in source.parents]
                world.title = " + ".join(titles)
            return
        world.headers[source.name] = header
        if header.title is not None:
            world.title = header.title.text
        self.titles[source.name] = world.title
        if header.players is not None:
            self.count_players(source.name, header.players, header.span)
        world.seats = self.colours(source.name, "seats", world.seats, header)
        world.neutral = self.colours(source.name, "neutral", world.neutral, header)
        if source.name == world.name:
            world.header = header

    def colours(self, ruleset: str, word: str, before: Colours, header: t.Ruleset) -> Colours:
        """The colours by number of players, after the lines `word` of one header."""
        found = dict(before)
        for count, colours in getattr(header, word):
            id = ("header", f"{word} {count}")
            self.touch(ruleset, id, "", header.span, "edit", colours)
            found[count] = colours
        return tuple(sorted(found.items()))

    def count_players(self, ruleset: str, players: tuple[int, int], span: Span) -> None:
        """Who may play: what a child says, else what all its parents allow."""
        for name in self.kin[ruleset]:
            self.counts.pop(name, None)
        self.counts[ruleset] = (players, span)
        low = max(one[0] for one, _ in self.counts.values())
        high = min(one[1] for one, _ in self.counts.values())
        self.contests = [c for c in self.contests if c.key != PLAYERS]
        if low <= high:
            self.world.players = (low, high)
            return
        self.world.players = players
        other = next(
            n for n, (o, _) in self.counts.items() if o[0] > players[1] or players[0] > o[1]
        )
        theirs = Touch(other, self.counts[other][1], "edit", None)
        self.contests.append(Contest(PLAYERS, theirs, Touch(ruleset, span, "edit", None)))

    # One ruleset

    def apply(self, ruleset: str, items: list[Item]) -> None:
        removals = (t.RemoveBlock,)
        for item in items:
            if isinstance(item.block, removals) and not own_part(item.block, items):
                self.remove(ruleset, item.block)
        for item in items:
            if isinstance(item.block, t.Keep):
                self.keep(ruleset, item.block)
        for item in items:
            if type(item.block) in SORT_OF:
                self.define(ruleset, item)
            elif isinstance(item.block, t.Unproved):
                for one in item.block.ids:
                    self.world.unproved[one] = item.block
        for item in items:
            if isinstance(item.block, t.ReplaceBlock):
                self.replace(ruleset, item)
        for item in items:
            if isinstance(item.block, removals) and own_part(item.block, items):
                self.remove(ruleset, item.block)
        for wanted in EDITS:
            for item in items:
                if isinstance(item.block, wanted):
                    self.edit(ruleset, item.block)

    def define(self, ruleset: str, item: Item) -> None:
        block = item.block
        id = (SORT_OF[type(block)], name_of(block))
        sort, name = id
        if sort == "sections" and name in self.world.sections:
            return self.twice(ruleset, id, block)
        if sort == "scenarios":
            if name in self.world.scenarios:
                return self.twice(ruleset, id, block)
        else:
            taken = self.taken(id, block)
            if taken is not None:
                return self.twice(ruleset, taken, block)
        self.touch(ruleset, id, "", block.span, "define", block)
        self.put(ruleset, id, block, "defined")
        if item.section and sort != "sections":
            self.world.section_of[id] = item.section
        return None

    def taken(self, id: Id, block: Any) -> Id | None:
        sort, name = id
        if sort in OWN_LISTS:
            return None
        if isinstance(name, tuple):
            for other in ("states", "values"):
                if name in getattr(self.world, other):
                    return (other, name)
            return self.names.get(name[1]) if name[0] == "" else None
        found = self.names.get(name)
        if found is None and sort in ("kinds", "cards"):
            for member in members_of(block):
                if member in self.names and self.names[member] != id:
                    return self.names[member]
        return found

    def twice(self, ruleset: str, id: Id, block: Any) -> None:
        old = [touch for part, touch in self.touches.get(id, ()) if not part]
        first = old[-1] if old else None
        if first and self.strangers(ruleset, first.ruleset):
            if same(first.new, block):
                return
            mine = Touch(ruleset, block.span, "define", block)
            self.contests.append(Contest((id, ""), first, mine))
            self.touches[id].append(("", mine))
            return
        what = SINGULAR[id[0]]
        spoken = show(name_of(block))
        where = first.span if first else NOWHERE
        message = f'"{spoken}" is defined twice'
        hints = []
        if first and first.ruleset != ruleset:
            message = f'"{spoken}" is already {a(what)} of {first.ruleset}'
            sort = SORT_OF[type(block)]
            word = "each" if sort == "states" else SINGULAR[sort]
            hints = [f"write `replace {word} …` to put yours in its place, or choose another name"]
            if sort != id[0]:
                hints = ["choose another name"]
        self.say("defined-twice", message, name_span(block), "defined again",
                 others=[(where, "first definition")] if first else (), hints=hints)  # fmt: skip

    def put(self, ruleset: str, id: Id, block: Any, verb: str, what: str = "") -> None:
        sort, name = id
        getattr(self.world, sort)[name] = block
        if verb == "defined":
            self.world.origin[id] = ruleset
        self.world.history.setdefault(id, []).append(Event(ruleset, verb, what, block.span))
        self.register(id, block)

    def register(self, id: Id, block: Any) -> None:
        sort, name = id
        if sort in OWN_LISTS:
            return
        if not isinstance(name, tuple):
            self.names[name] = id
            self.world.removed.pop(name, None)
        elif name[0] == "":
            self.names[name[1]] = id
            self.world.removed.pop(name[1], None)
        if sort == "kinds":
            for member in members_of(block):
                self.names[member] = id
                self.world.removed.pop(member, None)

    def replace(self, ruleset: str, item: Item) -> None:
        block = item.block.block
        id = (SORT_OF[type(block)], name_of(block))
        sort, name = id
        table = getattr(self.world, sort)
        if name not in table and sort in ("states", "values"):
            other = "values" if sort == "states" else "states"
            if name in getattr(self.world, other):
                old = getattr(self.world, other).pop(name)
                self.touch(ruleset, (other, name), "", block.span, "replace", block)
                self.note_history((other, name), id)
                self.touch(ruleset, id, "", block.span, "replace", block)
                self.put(ruleset, id, block, "replaced")
                del old
                return
        if name not in table:
            spoken = show(name)
            gone = self.gone.get(id)
            if gone is not None and ruleset in self.kin[gone.ruleset]:
                return
            if gone is not None or spoken in self.world.removed:
                self.touch(ruleset, id, "", block.span, "replace", block)
                self.put(ruleset, id, block, "replaced")
                return
            what = SINGULAR[sort]
            near = did_you_mean(spoken, [show(n) for n in table])
            hints = (*near, "leave out `replace` if it is meant to be new")
            message = f'there is no {what} called "{spoken}" to replace'
            self.say("changes-nothing", message, name_span(block), "not found", hints=hints)
            return
        old = table[name]
        self.touch(ruleset, id, "", block.span, "replace", block)
        for member in members_of(old):
            self.names.pop(member, None)
        self.put(ruleset, id, block, "replaced")

    def note_history(self, old: Id, new: Id) -> None:
        self.world.history[new] = self.world.history.pop(old, [])
        self.world.origin[new] = self.world.origin.pop(old, self.world.name)
        if old in self.world.section_of:
            self.world.section_of[new] = self.world.section_of.pop(old)

    # Removing

    def remove(self, ruleset: str, verb: t.RemoveBlock) -> None:
        target = verb.target
        if target.what == "section":
            section = target.path[0].text
            self.world.sections.pop(section, None)
            for id, where in list(self.world.section_of.items()):
                if where == section and id[1] in getattr(self.world, id[0]):
                    block = getattr(self.world, id[0])[id[1]]
                    self.touch(ruleset, id, "", verb.span, "remove", None)
                    self.drop(id, block, Removed(ruleset, verb.span))
            return
        try:
            id = self.editor.block(target)
        except NotThere as missing:
            if not self.decides_gone(ruleset, target):
                self.missing(ruleset, verb, missing)
            return
        except WrongKind as wrong:
            self.say("wrong-kind", str(wrong), target.span, "does not fit")
            return
        if self.editor.whole(target):
            block = getattr(self.world, id[0])[id[1]]
            self.touch(ruleset, id, "", verb.span, "remove", None)
            self.drop(id, block, Removed(ruleset, verb.span))
        else:
            self.edit(ruleset, verb)

    def drop(self, id: Id, block: Any, by: Removed) -> None:
        getattr(self.world, id[0]).pop(id[1], None)
        self.world.section_of.pop(id, None)
        self.forget(id, block, by)

    def forget(self, id: Id, block: Any, by: Removed) -> None:
        sort, name = id
        self.gone[id] = Touch(by.ruleset, by.span, "remove", None)
        spoken = name[1] if isinstance(name, tuple) else name
        if sort in OWN_LISTS:
            return
        self.world.removed[spoken] = by
        if self.names.get(spoken) == id:
            del self.names[spoken]
        for member in members_of(block):
            self.names.pop(member, None)
            self.world.removed[member] = by
        if sort == "options":
            own = (word for term in block.type.terms for word in [term.name.text])
            self.world.removed.update(dict.fromkeys(own, by))
        if sort in UNIONS:
            self.editor.leave_kinds(str(name))
        if sort == "kinds":
            for member in members_of(block):
                self.editor.leave_kinds(member)

    def decides_gone(self, ruleset: str, target: t.Target) -> bool:
        """Removing what one parent has removed and another has changed settles it."""
        before = len(self.contests)
        name = target.path[-1].text if target.path else ""
        self.contests = [
            c for c in self.contests
            if not (show(c.key[0][1]).split(".")[-1] == name and self.knows(ruleset, c))
        ]  # fmt: skip
        return len(self.contests) < before

    # Deciding

    def keep(self, ruleset: str, verb: t.Keep) -> None:
        parent = self.parent_called(ruleset, verb.parent.text)
        if parent is None:
            kin = sorted(self.kin[ruleset])
            message = f"{verb.parent.text} is no parent of {ruleset}"
            hints = did_you_mean(verb.parent.text, kin) or (f"its parents: {', '.join(kin)}",)
            self.say("unknown-ruleset", message, verb.parent.span, "not a parent", hints=hints)
            return
        lineage = [s for n, s in self.sources.items() if n == parent or n in self.kin[parent]]
        theirs = Composer(lineage)
        theirs.run()
        key = None
        for world in (theirs, self):
            try:
                key = (world.editor.block(verb.target), world.editor.part(verb.target))
                break
            except (NotThere, WrongKind) as wrong:
                missing = wrong
        if key is None:
            key = next((c.key for c in self.contests if named(c.key, verb.target)), None)
        if key is None:
            self.missing(ruleset, verb, missing)
            return
        decided = [c for c in self.contests if overlaps(c.key, key) and self.knows(ruleset, c)]
        if not decided:
            message = f"nothing is contested about {show(key[0][1])}, so there is nothing to keep"
            self.say("keeps-nothing", message, verb.target.span, "only one version there is")
        self.contests = [c for c in self.contests if c not in decided]
        self.editor.take(theirs.world, key[0], verb.target)
        block = getattr(self.world, key[0][0]).get(key[0][1])
        kept = Touch(ruleset, verb.span, "keep", None)
        self.touches.setdefault(key[0], []).append((key[1], kept))
        if block is not None:
            self.gone.pop(key[0], None)
            self.register(key[0], block)
            event = Event(ruleset, "kept", f"from {parent}", verb.span, kept=key[1])
            self.world.history.setdefault(key[0], []).append(event)

    def parent_called(self, ruleset: str, name: str) -> str | None:
        for kin in self.kin[ruleset]:
            if kin == name or kin.split("/")[-1] == name:
                return kin
        return None

    # Changing and adding

    def edit(self, ruleset: str, verb: Any) -> None:
        target = target_of(verb)
        try:
            id = self.editor.block(target)
            parts = self.editor.parts(target, verb)
        except NotThere as missing:
            self.missing(ruleset, verb, missing)
            return
        old = getattr(self.world, id[0])[id[1]]
        does = how(verb)
        known = any(
            self.strangers(ruleset, touch.ruleset) and overlaps((id, part), (id, theirs))
            for part in parts
            for theirs, touch in self.touches.get(id, ())
        )
        try:
            new = self.editor.edit(old, verb)
        except NotThere as missing:
            self.missing(ruleset, verb, missing)
            return
        except WrongKind as wrong:
            if not known:
                self.say("wrong-kind", str(wrong), target.span, "does not fit", hints=wrong.hints)
                return
            new = old
        if new is old and not known:
            message = "this changes nothing: it is so already"
            self.say("needless-change", message, verb.span, "as before")
            return
        for part in parts:
            self.touch(ruleset, id, part, verb.span, does, said_by(verb, part))
        getattr(self.world, id[0])[id[1]] = new
        word = "removed" if does == "remove" else "added" if is_addition(verb) else "changed"
        for part in parts:
            event = Event(ruleset, word, part, verb.span, old, new)
            self.world.history.setdefault(id, []).append(event)
        if does == "remove" and target.path:
            self.world.removed[target.path[-1].text] = Removed(ruleset, verb.span)
        if isinstance(verb, t.AddRows):
            for row in verb.rows:
                self.new_member(ruleset, id, row)
        elif id[0] == "kinds":
            for member in members_of(old):
                if member not in members_of(new):
                    self.names.pop(member, None)
                    self.editor.leave_kinds(member)

    def new_member(self, ruleset: str, id: Id, row: tuple[Any, ...]) -> None:
        name = row[0].word if row and isinstance(row[0], t.Name) else ""
        taken = self.names.get(name)
        if taken is not None and taken != id:
            message = f'"{name}" is already the name of {a(SINGULAR[taken[0]])}'
            self.say("defined-twice", message, row[0].span, "defined again")
        self.names[name] = id
        self.world.removed.pop(name, None)

    # Who touched what

    def touch(self, ruleset: str, id: Id, part: str, span: Span, verb: str, new: Any) -> None:
        """Notes who did what to a part, and whether somebody else has done otherwise."""
        key = (id, part)
        mine = Touch(ruleset, span, verb, new)
        self.contests = [
            c for c in self.contests if not (overlaps(c.key, key) and self.knows(ruleset, c))
        ]
        others = list(self.touches.get(id, ()))
        if id in self.gone:
            others.append(("", self.gone[id]))
        for their, other in others:
            if other.ruleset == ruleset:
                if their == part and twice_the_same(mine, other):
                    self.again(key, mine, other)
                    break
            elif self.strangers(ruleset, other.ruleset) and clash(mine, key, other, (id, their)):
                wider = their if covers(their, part) else part
                self.contests.append(Contest((id, wider), other, mine))
                break
        self.touches.setdefault(id, []).append((part, mine))


def named(key: Key, target: t.Target) -> bool:
    """Is it this block, or scenario, that a line names?"""
    spoken = target.title if target.what == "scenario" else ".".join(w.text for w in target.path)
    return not key[1] and show(key[0][1]) == spoken


def ancestors(sources: Sequence[Source]) -> dict[str, set[str]]:
    """ruleset → all its parents, theirs too."""
    kin: dict[str, set[str]] = {}
    for source in sources:
        mine: set[str] = set()
        for parent in source.parents:
            mine |= {parent} | kin.get(parent, set())
        kin[source.name] = mine
    return kin


def own_part(verb: t.RemoveBlock, items: list[Item]) -> bool:
    """Does the line take away a part of something that this very ruleset replaces?"""
    target = verb.target
    while target.of is not None:
        target = target.of
    if target is verb.target or not target.path:
        return False
    names = tuple(w.text for w in target.path)
    for item in items:
        block = item.block
        if isinstance(block, t.ReplaceBlock):
            name = name_of(block.block)
            if names == (name if isinstance(name, tuple) else (name,)):
                return True
    return False


def twice_the_same(one: Touch, other: Touch) -> bool:
    """Two lines of one ruleset on one part of which only one can hold."""
    if one.verb == "replace" and other.verb == "replace":
        return True
    lines = ("edit", "+", "-")
    if one.verb not in lines or other.verb not in lines:
        return False
    return "edit" in (one.verb, other.verb)


__all__ = ["SORTS", "Composer", "Item", "Source", "World", "compose", "read_source"]

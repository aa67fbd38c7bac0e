"""Puts a ruleset and its parents together: definitions first, then what each variant does to them.

Rulesets come parents first. Inside one ruleset order does not matter: removals, then decisions
between parents, then new blocks, then changes and additions. Every touch of a part is noted with
the ruleset that made it; when a ruleset touches a part that a stranger (neither parent nor child)
has touched, the part is contested until a ruleset that knows both decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from . import tree as t
from .diagnostics import Diagnostic, diagnose, did_you_mean
from .edits import Editor, NotThere, WrongKind
from .same import same
from .tree import NOWHERE, Span
from .world import SORTS, Event, Id, Removed, World

SORT_OF: dict[type, str] = {
    t.Section: "sections",
    t.Option: "options",
    t.Kind: "kinds",
    t.State: "states",
    t.Piece: "pieces",
    t.Track: "tracks",
    t.Value: "values",
    t.Award: "awards",
    t.Action: "actions",
    t.Card: "cards",
    t.Steps: "steps",
    t.Phase: "phases",
    t.Rule: "rules",
    t.Board: "boards",
    t.Scenario: "scenarios",
}
OWN_LISTS = ("sections", "scenarios")
"""sorts whose names are apart from all others"""
UNIONS = ("pieces", "actions", "cards", "kinds", "steps", "rules", "phases")
"""sorts that can be part of a kind"""


@dataclass(frozen=True, slots=True)
class Item:
    block: Any
    section: str


@dataclass(slots=True)
class Source:
    """One ruleset as written: its header and its blocks, from all its files."""

    name: str
    parents: tuple[str, ...] = ()
    header: t.Ruleset | None = None
    items: list[Item] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)


def read_source(name: str, files: Iterable[t.ParsedFile]) -> tuple[Source, list[Diagnostic]]:
    """The blocks of one ruleset; a section reaches to the next one or to the end of its file."""
    source = Source(name)
    found: list[Diagnostic] = []
    for file in files:
        source.files[file.file] = file.text
        section = ""
        for block in file.blocks:
            if isinstance(block, t.Ruleset):
                found += _header(source, block)
                continue
            if isinstance(block, t.Section):
                section = block.name.text
            source.items.append(Item(block, section))
    return source, found


def _header(source: Source, header: t.Ruleset) -> list[Diagnostic]:
    old = source.header
    if old is None:
        source.header = header
        return []
    bare = not (header.extends or header.title or header.players or header.seats)
    if bare:
        return []
    if not (old.extends or old.title or old.players or old.seats):
        source.header = header
        return []
    message = f"the ruleset {source.name} has two headers that say something"
    others = [(old.span, "the other one")]
    return [diagnose("two-headers", message, header.name.span, "second header", others=others)]


def compose(sources: Sequence[Source]) -> tuple[World, list[Diagnostic]]:
    """The world of the last source; parents must stand before their children."""
    composer = Composer(sources)
    composer.run()
    return composer.world, composer.found


@dataclass(frozen=True, slots=True)
class Touch:
    ruleset: str
    span: Span
    verb: str
    new: Any


@dataclass(frozen=True, slots=True)
class Contest:
    key: tuple[Id, str]
    one: Touch
    other: Touch


class Composer:
    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = {s.name: s for s in sources}
        self.world = World(sources[-1].name, lineage=tuple(self.sources))
        self.world.parents = {s.name: s.parents for s in sources}
        self.found: list[Diagnostic] = []
        self.kin = ancestors(sources)
        self.names: dict[str, Id] = {}
        """global names, members of kinds too"""
        self.touches: dict[tuple[Id, str], list[Touch]] = {}
        self.contests: list[Contest] = []
        self.gone: dict[tuple[Id, str], Touch] = {}
        self.editor = Editor(self.world)

    def run(self) -> None:
        cut = self.removed_sections()
        for source in self.sources.values():
            self.world.files.update(source.files)
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
                        self.nothing(verb.target, known, "section")
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
            return
        if header.title is not None:
            world.title = header.title.text
        if header.players is not None:
            world.players = header.players
        seats = dict(world.seats)
        seats.update(dict(header.seats))
        world.seats = tuple(sorted(seats.items()))
        if source.name == world.name:
            world.header = header

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
        for wanted in (t.AddColumns, t.AddRows, t.AddMembers):
            for item in items:
                if isinstance(item.block, wanted):
                    self.edit(ruleset, item.block)
        for item in items:
            if isinstance(
                item.block, (t.Change | t.AddRequirement | t.AddPart | t.AddPhase, t.AddPlaces)
            ):
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
        old = self.touches.get((id, ""), [])
        first = old[-1] if old else None
        if first and self.strangers(ruleset, first.ruleset):
            if same(first.new, block):
                return
            self.contests.append(Contest((id, ""), first, Touch(ruleset, block.span, "", block)))
            return
        what = SINGULAR[id[0]]
        spoken = show(name_of(block))
        where = first.span if first else NOWHERE
        message = f'"{spoken}" is defined twice'
        hints = []
        if first and first.ruleset != ruleset:
            message = f'"{spoken}" is already {a(what)} of {first.ruleset}'
            hints = [f"write `replace {what} …` to put yours in its place, or choose another name"]
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
            gone = self.gone.get((id, ""))
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
                self.missing(ruleset, target, missing)
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
        self.gone[(id, "")] = Touch(by.ruleset, by.span, "remove", None)
        spoken = name[1] if isinstance(name, tuple) else name
        if sort in OWN_LISTS:
            return
        self.world.removed[spoken] = by
        if self.names.get(spoken) == id:
            del self.names[spoken]
        for member in members_of(block):
            self.names.pop(member, None)
            self.world.removed[member] = by
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
                key = (world.editor.block(verb.target), self.editor.part_name(verb.target))
                break
            except (NotThere, WrongKind) as wrong:
                missing = wrong
        if key is None:
            self.missing(ruleset, verb.target, missing)
            return
        decided = [c for c in self.contests if overlaps(c.key, key) and self.knows(ruleset, c)]
        if not decided:
            message = f"nothing is contested about {show(key[0][1])}, so there is nothing to keep"
            self.say("keeps-nothing", message, verb.target.span, "only one version there is")
        self.contests = [c for c in self.contests if c not in decided]
        self.editor.take(theirs.world, key[0], verb.target)
        block = getattr(self.world, key[0][0]).get(key[0][1])
        self.touches.setdefault(key, []).append(Touch(ruleset, verb.span, "keep", None))
        if block is not None:
            self.register(key[0], block)
            event = Event(ruleset, "kept", f"from {parent}", verb.span)
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
            part = self.editor.part_name(target, verb)
            old = getattr(self.world, id[0])[id[1]]
            new = self.editor.edit(id, old, verb)
        except NotThere as missing:
            self.missing(ruleset, target, missing)
            return
        except WrongKind as wrong:
            self.say("wrong-kind", str(wrong), target.span, "does not fit", hints=wrong.hints)
            return
        if new is old:
            if any(self.strangers(ruleset, x.ruleset) for x in self.touches.get((id, part), ())):
                return
            message = "this changes nothing: it is so already"
            self.say("needless-change", message, verb.span, "as before")
            return
        value = getattr(verb, "value", None)
        relative = getattr(verb, "by", "")
        self.touch(ruleset, id, part, verb.span, relative or "edit", value)
        getattr(self.world, id[0])[id[1]] = new
        before, after = self.editor.before_after(old, new)
        does = "removed" if isinstance(verb, t.RemoveBlock) else "changed"
        if isinstance(verb, t.AddRequirement | t.AddPart | t.AddRows | t.AddColumns | t.AddMembers):
            does = "added"
        event = Event(ruleset, does, part, verb.span, before, after)
        self.world.history.setdefault(id, []).append(event)
        if isinstance(verb, t.RemoveBlock) and target.path:
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
        key = (id, part)
        mine = Touch(ruleset, span, verb, new)
        self.contests = [
            c for c in self.contests if not (overlaps(c.key, key) and self.knows(ruleset, c))
        ]
        others = [t for k, ts in self.touches.items() if overlaps(k, key) for t in ts]
        others += [t for k, t in self.gone.items() if k[0] == id]
        for other in others:
            if self.strangers(ruleset, other.ruleset) and not agree(other, mine):
                self.contests.append(Contest(key, other, mine))
                break
        self.touches.setdefault(key, []).append(mine)

    def strangers(self, one: str, other: str) -> bool:
        return one != other and one not in self.kin[other] and other not in self.kin[one]

    def knows(self, ruleset: str, contest: Contest) -> bool:
        kin = self.kin[ruleset]
        return contest.one.ruleset in kin and contest.other.ruleset in kin

    def contested(self, contest: Contest) -> None:
        (sort, name), part = contest.key
        what = f"{part} of {show(name)}" if part else f"{SINGULAR[sort]} {show(name)}"
        one, other = contest.one, contest.other
        message = f"{one.ruleset} and {other.ruleset} both change {what}"
        others = [(one.span, f"by {one.ruleset}")]
        short = [r.ruleset.split("/")[-1] for r in (one, other)]
        kept = f"{part} of {show(name)}" if part else f"{SINGULAR[sort]} {show(name)}"
        hints = [f"decide in a ruleset that extends both: `keep {kept} from {short[0]}` or "
                 f"`… from {short[1]}`, or change it again"]  # fmt: skip
        self.say(
            "contested", message, other.span, f"by {other.ruleset}", others=others, hints=hints
        )

    # Saying what is wrong

    def missing(self, ruleset: str, target: t.Target, missing: Exception) -> None:
        if not isinstance(missing, NotThere):
            self.say("wrong-kind", str(missing), target.span, "does not fit")
            return
        gone = self.world.removed.get(missing.name.split(".")[-1])
        if gone is not None and ruleset in self.kin[gone.ruleset]:
            return
        if gone is not None and self.strangers(ruleset, gone.ruleset):
            message = f'{gone.ruleset} removes "{missing.name}", and {ruleset} changes it'
            hints = ["decide in a ruleset that extends both: remove it, or keep it from one parent"]
            others = [(gone.span, f"removed by {gone.ruleset}")]
            self.say("contested", message, target.span, "changed here", others=others, hints=hints)
            return
        if gone is not None:
            message = f'"{missing.name}" has been removed by {gone.ruleset}'
            others = [(gone.span, "removed here")]
            self.say("removed-name", message, target.span, "no longer there", others=others)
            return
        self.nothing(target, missing.candidates, missing.what, missing.name, missing.owner)

    def nothing(
        self,
        target: t.Target,
        candidates: Iterable[str],
        what: str,
        name: str = "",
        owner: str = "",
    ) -> None:
        name = name or ".".join(w.text for w in target.path)
        inside = f" in {owner}" if owner else ""
        message = f'there is no {what or "rule"} called "{name}"{inside} to change'
        span = target.path[-1].span if target.path else target.span
        names = list(candidates)
        hints = did_you_mean(name, names)
        if not hints and owner and names:
            hints = (f"{owner} has: {', '.join(names[:12])}",)
        self.say("changes-nothing", message, span, "not found", hints=hints)

    def say(
        self,
        name: str,
        message: str,
        span: Span,
        label: str = "",
        *,
        others: Iterable[tuple[Span, str]] = (),
        hints: Iterable[str] = (),
    ) -> None:
        self.found.append(diagnose(name, message, span, label, others=others, hints=hints))


SINGULAR = {
    "sections": "section",
    "options": "option",
    "kinds": "kind",
    "states": "state",
    "pieces": "piece",
    "tracks": "track",
    "values": "value",
    "awards": "award",
    "actions": "action",
    "cards": "card",
    "steps": "steps",
    "phases": "phase",
    "rules": "rule",
    "boards": "board",
    "scenarios": "scenario",
}


def ancestors(sources: Sequence[Source]) -> dict[str, set[str]]:
    """ruleset → all its parents, theirs too."""
    kin: dict[str, set[str]] = {}
    for source in sources:
        mine: set[str] = set()
        for parent in source.parents:
            mine |= {parent} | kin.get(parent, set())
        kin[source.name] = mine
    return kin


def overlaps(one: tuple[Id, str], other: tuple[Id, str]) -> bool:
    """Do two keys speak of the same part, or one of the block that the other is part of?"""
    return one[0] == other[0] and (one[1] == other[1] or not one[1] or not other[1])


def agree(one: Touch, other: Touch) -> bool:
    """Two strangers that do the same, or only raise and lower, do not disagree."""
    if one.verb in "+-" and other.verb in "+-":
        return True
    if one.verb != other.verb:
        return False
    if one.verb == "remove":
        return True
    return one.new is not None and same(one.new, other.new)


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


def target_of(verb: Any) -> t.Target:
    """What a verb points at, in one form for all verbs."""
    if isinstance(verb, t.Change | t.RemoveBlock):
        return verb.target
    if isinstance(verb, t.AddPart):
        return replace(verb.to, what="value")
    word: t.Word = verb.phase if isinstance(verb, t.AddPhase) else verb.to
    word = verb.to
    what = {
        t.AddRequirement: None,
        t.AddRows: "kind",
        t.AddColumns: "kind",
        t.AddMembers: "kind",
        t.AddPhase: "action",
        t.AddPlaces: "piece",
    }[type(verb)]
    return t.Target(what, (word,), None, None, word.span)


def name_of(block: Any) -> Any:
    if isinstance(block, t.State | t.Value):
        return (block.owner.text if block.owner else "", block.name.text)
    if isinstance(block, t.Scenario):
        return block.title.text
    return block.name.text


def name_span(block: Any) -> Span:
    if isinstance(block, t.Scenario):
        return block.title.span
    span: Span = block.name.span
    return span


def members_of(block: Any) -> list[str]:
    """Members that a kind declares itself."""
    if not isinstance(block, t.Kind):
        return []
    return [row[0].word for row in block.rows if row and isinstance(row[0], t.Name)]


def show(name: Any) -> str:
    if isinstance(name, tuple):
        return ".".join(part for part in name if part)
    return str(name)


def a(word: str) -> str:
    if word == "steps":
        return word
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


__all__ = ["SORTS", "Composer", "Item", "Source", "World", "compose", "read_source"]

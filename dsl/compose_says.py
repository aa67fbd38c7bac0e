"""What composing says when a line of a variant cannot be carried out, or two lines disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from . import tree as t
from .compose_names import how, keepable, show, target_of, told
from .compose_sources import Source
from .contests import Contest, Key, Touch
from .diagnostics import Diagnostic, Fix, diagnose, suggest
from .edits import Editor, NotThere, WrongKind
from .tree import Span
from .world import Id, Removed, World


class Saying:
    """The books of composing, as far as messages need them."""

    world: World
    editor: Editor
    sources: dict[str, Source]
    kin: dict[str, set[str]]
    found: list[Diagnostic]
    contests: list[Contest]
    gone: dict[Id, Touch]

    def strangers(self, one: str, other: str) -> bool:
        return one != other and one not in self.kin[other] and other not in self.kin[one]

    def knows(self, ruleset: str, contest: Contest) -> bool:
        kin = self.kin[ruleset]
        return contest.one.ruleset in kin and contest.other.ruleset in kin

    def again(self, key: Key, mine: Touch, other: Touch) -> None:
        """One ruleset that changes one part twice."""
        message = f"{told(key)} is changed twice in {mine.ruleset}"
        hints = ["keep one of the two lines"]
        others = [(other.span, "first change")]
        self.say("defined-twice", message, mine.span, "changed again", others=others, hints=hints)

    def contested(self, contest: Contest) -> None:
        one, other = contest.one, contest.other
        what = told(contest.key)
        message = f"{one.ruleset} and {other.ruleset} both change {what}"
        for here, there in ((one, other), (other, one)):
            if here.verb == "remove":
                message = f"{here.ruleset} removes {what}, and {there.ruleset} changes it"
        others = [(one.span, f"by {one.ruleset}")]
        short = [r.ruleset.split("/")[-1] for r in (one, other)]
        kept = keepable(contest.key)
        if contest.key[0][0] == "header":
            way = f"write `{what} …` in the header of a ruleset that extends both"
        elif kept:
            way = (f"decide in a ruleset that extends both: `keep {kept} from {short[0]}` or "
                   f"`… from {short[1]}`, or change it again")  # fmt: skip
        else:
            way = f"decide in a ruleset that extends both: change {what} again"
        hints = [way, "or leave one of the two out"]
        label = f"by {other.ruleset}"
        self.say("contested", message, other.span, label, others=others, hints=hints)

    def missing(self, ruleset: str, verb: Any, missing: Exception) -> None:
        """A line points at something that is not there, or not there any more."""
        target = target_of(verb)
        if not isinstance(missing, NotThere):
            self.say("wrong-kind", str(missing), target.span, "does not fit")
            return
        gone = self.world.removed.get(missing.name.split(".")[-1])
        if target.what == "scenario" and ("scenarios", missing.name) in self.gone:
            touch = self.gone["scenarios", missing.name]
            gone = Removed(touch.ruleset, touch.span)
        if gone is not None and ruleset in self.kin[gone.ruleset]:
            return
        if gone is not None and self.strangers(ruleset, gone.ruleset):
            if how(verb) == "remove":
                return
            theirs = Touch(gone.ruleset, gone.span, "remove", None)
            mine = Touch(ruleset, verb.span, how(verb), None)
            self.contests.append(Contest(self.lost(target, missing, verb), theirs, mine))
            return
        if gone is not None:
            message = f'"{missing.name}" has been removed by {gone.ruleset}'
            others = [(gone.span, "removed here")]
            self.say("removed-name", message, target.span, "no longer there", others=others)
            return
        word = "remove" if how(verb) == "remove" else "keep" if isinstance(verb, t.Keep) else ""
        self.nothing(
            target, missing.candidates, missing.what, missing.name, missing.owner, word or "change"
        )

    def lost(self, target: t.Target, missing: NotThere, verb: Any) -> Key:
        """The key of a part that somebody has removed."""
        for id in self.gone:
            if show(id[1]) == missing.name or show(id[1]).split(".")[-1] == missing.name:
                return (id, "")
        try:
            return (self.editor.block(target), self.editor.parts(target, verb)[0])
        except (NotThere, WrongKind):
            return (("rules", missing.name), "")

    def nothing(
        self,
        target: t.Target,
        candidates: Iterable[str],
        what: str,
        name: str = "",
        owner: str = "",
        verb: str = "change",
    ) -> None:
        """A name that a verb points at does not exist: the nearest ones that do."""
        name = name or ".".join(w.text for w in target.path)
        inside = f" in {owner}" if owner else ""
        message = f'there is no {what} called "{name}"{inside} to {verb}'
        if not what:
            message = f'nothing is called "{name}", so there is nothing to {verb}'
        span = self.word_span(target, name)
        names = list(candidates)
        hints, fix = suggest(name, names, span)
        if target.what == "scenario" and fix is not None:
            fix = Fix(span, f'scenario "{fix.text}"')
        alone = self.world.file_of.get(span.file, "")
        if not hints and not self.kin.get(alone, {alone}):
            hints = (f"{alone} extends nothing: write `    extends base` below its first line",)
        elif not hints:
            has = f"{owner} has: {', '.join(names[:12])}" if names else f"{owner} has no {what}s"
            hints = (*((has,) if owner else ()), *self.elsewhere(name))
            hints = hints or (f"`hexwright list {self.first()}` names everything",)
        self.say("changes-nothing", message, span, "not found", hints=hints, fix=fix)

    def word_span(self, target: t.Target, name: str) -> Span:
        """Where the name stands that was not found."""
        here: t.Target | None = target
        while here is not None:
            if here.path and ".".join(w.text for w in here.path) == name:
                first, last = here.path[0].span, here.path[-1].span
                return Span(first.file, first.line, first.column, last.line, last.end_column)
            for word in here.path:
                if word.text == name:
                    return word.span
            here = here.of
        return target.path[-1].span if target.path else target.span

    def elsewhere(self, name: str) -> Iterator[str]:
        """A label that exists, but inside another block than the line says."""
        found = []
        for (_, block_name), block in self.world.blocks():
            for part in (*getattr(block, "head", ()), *getattr(block, "parts", ())):
                if isinstance(part, t.Require | t.Part) and part.name.text == name:
                    word = "requirement" if isinstance(part, t.Require) else "part"
                    found.append(f"`{word} {name} of {show(block_name)}`")
        if found:
            yield f"there is {' and '.join(found[:4])}"

    def first(self) -> str:
        """The parent of all, whose names can be listed."""
        return next(iter(self.sources))

    def say(
        self,
        name: str,
        message: str,
        span: Span,
        label: str = "",
        *,
        others: Iterable[tuple[Span, str]] = (),
        hints: Iterable[str] = (),
        fix: Fix | None = None,
    ) -> None:
        made = diagnose(name, message, span, label, others=others, hints=hints, fix=fix)
        self.found.append(made)

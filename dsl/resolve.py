"""From the composed world to the typed program: every word gets one meaning, every term a type."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import program as ir
from . import tree as t
from .context import Context, Scope, Slot
from .diagnostics import Diagnostic, diagnose
from .kinds import plural, spell_out
from .meaning_blocks import OWNERS, Blocks
from .meaning_boards import SORTS, Boards
from .meaning_proofs import Proofs
from .meaning_rules import Rules
from .program import Key, Type
from .still_used import still_used
from .tree import NOWHERE
from .walk import walk
from .world import Colours, World


def resolve(world: World) -> tuple[ir.Program, list[Diagnostic]]:
    """The program of a world, and everything that has no meaning in it."""
    resolver = Resolver(world)
    program = resolver.run()
    return program, still_used(world, resolver.x.found)


class Resolver(Boards, Proofs, Rules, Blocks):
    def __init__(self, world: World) -> None:
        super().__init__(Context(world, spell_out(world)))
        self.world = world

    def run(self) -> ir.Program:
        self.tables()
        world = self.world
        program = ir.Program(
            world.name,
            world.title,
            world.players,
            _by_players(world.seats),
            _by_players(world.neutral),
        )
        program.options.update(self.x.options)
        program.members.update(self.x.kinds.members)
        for name, kind in world.kinds.items():
            program.kinds[name] = self.kind(kind)
        for name, piece in world.pieces.items():
            program.pieces[name] = self.piece_block(piece)
        for name, track in world.tracks.items():
            program.tracks[name] = ir.TrackDef(name, track.low, track.high, track.span)
            self.x.told["track", name] = self.texts(track.notes)
        for key, state in world.states.items():
            program.states[key] = self.state(state)
        for key in world.values:
            value = self.value_of(key)
            if value is not None:
                program.values[key] = value
        for name, award in world.awards.items():
            program.awards[name] = self.award(award)
        for name, action in world.actions.items():
            program.actions[name] = self.action(action)
        for name, card in world.cards.items():
            program.cards[name] = self.card(card)
        for name, steps in world.steps.items():
            program.steps[name] = self.steps(steps)
        for name, phase in world.phases.items():
            program.phases[name] = self.phase(phase)
        for name, rule in world.rules.items():
            program.rules[name] = self.rule(rule)
        for name, board in world.boards.items():
            program.boards[name] = self.board(board)
        program.holdings.update(self.holdings(program))
        self.scenarios(program)
        for name, section in world.sections.items():
            inside = [id for id, where in world.section_of.items() if where == name]
            members = tuple((sort, shown(block)) for sort, block in inside)
            told = self.texts(section.notes)
            program.sections[name] = ir.SectionDef(name, section, told, members)
        for id, note in world.unproved.items():
            program.unproved[id] = note.reason.text
        for name, option in world.options.items():
            self.x.told["option", name] = self.texts(option.notes)
        self.headers()
        program.told.update(self.x.told)
        self.circles(program)
        self.engine_needs(program)
        return program

    # Tables that everything else looks into

    def tables(self) -> None:
        x, world = self.x, self.world
        for ring in x.kinds.rings:
            span = world.kinds[ring[0]].span
            message = f"a kind that contains itself: {' → '.join(ring)}"
            x.report("circular", message, span)
        for group, word in x.kinds.strangers:
            where = next((w.span for w in world.kinds[group].of if w.text == word), NOWHERE)
            names = [*world.kinds, *world.pieces, *x.kinds.members, *world.actions]
            x.unknown(word, where, names)
        for group, word in x.kinds.mixed:
            where = next((w.span for w in world.kinds[group].of if w.text == word), NOWHERE)
            x.report("wrong-type", f"{word} is of another sort than the rest of {group}", where)
        lines = (*world.seats, *world.neutral)
        x.colours = tuple(dict.fromkeys(w.text for _, colours in lines for w in colours))
        self.neutral_colours()
        self.plurals()
        for board in world.boards.values():
            for mark in board.marks:
                x.marks[mark.name.text] = SORTS.get(mark.kind.text, "hex")
            for letter in board.letters:
                if letter.mark is not None:
                    x.marks[letter.mark.text] = "hex"
        for name, piece in world.pieces.items():
            x.places[name] = tuple(self.piece_places(piece))
        for name, option in world.options.items():
            x.options[name] = self.option(option)
        for name, kind in world.kinds.items():
            columns: dict[str, Type] = {}
            for column in kind.columns:
                columns[column.name.text], words = self.type_of(column.type)
                for word in words:
                    x.words.setdefault(word, "")
            x.columns[name] = columns
        for key, state in world.states.items():
            self.slot(key, state)
        for key in world.values:
            x.fields.setdefault(key[1], []).append(("value", key))

    def plurals(self) -> None:
        """How all of a kind or of a piece are called; nothing else may be called so."""
        x, world = self.x, self.world
        taken = dict.fromkeys(x.kinds.members, "a member of a kind")
        taken |= dict.fromkeys(world.pieces, "a piece") | dict.fromkeys(world.kinds, "a kind")
        taken |= dict.fromkeys(world.options, "an option") | dict.fromkeys(world.tracks, "a track")
        taken |= {name: "a state" for owner, name in world.states if not owner}
        taken |= {name: "a value" for owner, name in world.values if not owner}
        for name in (*world.pieces, *world.kinds):
            word = plural(name)
            what = taken.get(word) or (f"all of {x.plurals[word]}" if word in x.plurals else "")
            if what:
                span = (world.pieces.get(name) or world.kinds[name]).name.span
                message = f'all of {name} are called "{word}", but that is already {what}'
                x.report("ambiguous-name", message, span, "choose another name")
            x.plurals.setdefault(word, name)

    def slot(self, key: Key, state: t.State) -> None:
        owner = key[0]
        if owner and state.owner is not None and not self.is_owner(owner):
            names = [*OWNERS, *self.world.kinds, *self.world.pieces]
            self.x.unknown(owner, state.owner.span, names)
        scope = Scope()
        if owner:
            scope.bind(owner, self.owner_type(owner))
        params = self.bind_params(state.params, scope)
        type, words = self.type_of(state.type)
        for word in words:
            self.x.words.setdefault(word, "")
        ranged = any(term.low is not None for term in state.type.terms)
        self.x.slots[key] = Slot(key, type, params, ranged, state.span)
        self.x.fields.setdefault(key[1], []).append(("state", key))

    # What holds for the whole

    def scenarios(self, program: ir.Program) -> None:
        """All scenarios; inherited ones that speak of things that are gone are left out."""
        left: dict[str, list[tuple[str, Diagnostic]]] = {}
        for title, scenario in self.world.scenarios.items():
            before, said = len(self.x.found), set(self.x.said)
            made = self.scenario(scenario)
            events = self.world.history.get(("scenarios", title))
            writer = events[-1].ruleset if events else self.world.name
            wrong = [d for d in self.x.found[before:] if d.severity == "error"]
            if wrong and writer != self.world.name:
                del self.x.found[before:]
                self.x.said = said
                gone = [d for d in wrong if d.name in ("removed-name", "scenario-cannot-run")]
                if gone:
                    left.setdefault(writer, []).append((title, gone[0]))
                else:
                    self.undeclared(writer, scenario, wrong[0])
            else:
                program.scenarios[title] = made
        for writer, first in left.items():
            many = len(first)
            what = "one scenario" if many == 1 else f"{many} scenarios"
            message = f"{what} of {writer} cannot be told with these rules"
            others = [(d.span, d.message) for _, d in first[:3]]
            titles = ", ".join(f'"{title}"' for title, _ in first[:8])
            hints = [
                f"left out: {titles}{' …' if many > 8 else ''}",
                "write `replace scenario` where one should hold in another way",
            ]
            self.x.report("scenario-left-out", message, others=others, hints=hints)

    def headers(self) -> None:
        """What the headers say; a parent's sentence about things that are gone is left out."""
        for name, header in self.world.headers.items():
            before, said = len(self.x.found), set(self.x.said)
            told = self.texts(header.notes)
            if len(self.x.found) > before and name != self.world.name:
                del self.x.found[before:]
                self.x.said = said
                told = ()
            self.x.told["ruleset", name] = told

    def undeclared(self, writer: str, scenario: t.Scenario, why: Diagnostic) -> None:
        """An inherited scenario makes no sense any more, and nobody has said so."""
        title = f'scenario "{scenario.title.text}"'
        message = f'"{scenario.title.text}" of {writer} makes no sense any more: {why.message}'
        hints = [f"if that is meant, say so: `remove {title}` or `replace {title}`"]
        others = [(scenario.title.span, "in this scenario")]
        self.x.report("scenario-fails", message, why.span, others=others, hints=hints)

    def holdings(self, program: ir.Program) -> dict[str, Key]:
        found: dict[str, Key] = {}
        for key, state in program.states.items():
            if state.spent_to and state.owner == "player":
                for member in self.x.kinds.lists.get(state.type.of, ()):
                    found.setdefault(member, key)
        return found

    def circles(self, program: ir.Program) -> None:
        """Steps that do themselves would never end."""
        calls = {
            name: {line.steps: line.span for line in walk(steps.body) if isinstance(line, ir.Do)}
            for name, steps in program.steps.items()
        }
        done: set[str] = set()

        def follow(name: str, path: tuple[str, ...]) -> None:
            for other, span in calls.get(name, {}).items():
                if other in path:
                    ring = " → ".join((*path[path.index(other) :], other))
                    self.x.report("circular", f"steps that do themselves: {ring}", span)
                elif other not in done:
                    follow(other, (*path, other))
            done.add(name)

        for name in calls:
            if name not in done:
                follow(name, (name,))

    def neutral_colours(self) -> None:
        """A colour plays or is neutral, and owns its pieces once."""
        for count, colours in self.world.neutral:
            seated = next((c[:count] for n, c in self.world.seats if n >= count), ())
            playing, named = {word.text for word in seated}, set[str]()
            for word in colours:
                if word.text in playing:
                    message = f"{word.text} cannot be neutral: it plays when {count} play"
                    hint = f"name a colour that is not in `seats {count}:`"
                    self.x.report("defined-twice", message, word.span, hints=[hint])
                elif word.text in named:
                    message = f"{word.text} stands in this line already"
                    self.x.report("defined-twice", message, word.span, hints=["name it once"])
                named.add(word.text)

    def engine_needs(self, program: ir.Program) -> None:
        """What can be played has a board, set_up and take_turn; the rest is part of other games."""
        if not self.world.files:
            return
        span = self.world.header.span if self.world.header is not None else NOWHERE
        if not program.boards:
            message = "there is no board: this can be part of a game, not played by itself"
            self.x.found.append(replace(diagnose("no-board", message, span), severity="note"))
        for name in ("set_up", "take_turn"):
            if name not in program.steps and program.boards:
                message = f"there are no `steps {name}`: the game would not know what to do"
                self.x.report("missing-line", message, span, hints=[f"write `steps {name}`"])


def _by_players(lines: Colours) -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple((count, tuple(word.text for word in words)) for count, words in lines)


def shown(name: Any) -> str:
    """A name as an author writes it: states and values with their owner."""
    return ".".join(part for part in name if part) if isinstance(name, tuple) else str(name)

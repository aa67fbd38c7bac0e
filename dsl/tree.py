"""What the parser hands on: one frozen data type per block, statement and expression.

Nothing is resolved here. A name is a word with a place; which thing it means is decided by
`resolve`, after `compose` has put the files of all parents together. Every node knows its span,
so that any later pass can point at the text it speaks about.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    from .node import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file: lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Word:
    """A name as the author wrote it."""

    text: str
    span: Span

    def __str__(self) -> str:
        return self.text


# Expressions


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Sentence:
    """A quoted string; `holes` are the expressions in curly brackets, in order."""

    text: str
    holes: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Flag:
    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Nothing:
    """The word `none`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    word: str
    span: Span


@dataclass(frozen=True, slots=True)
class PlaceName:
    """`@2,3` or `@2,3NE`, with the sign."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    """`(a, b)`; a bracket around one expression is that expression and gets no node."""

    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Get:
    """`base.field` or `base.field(args)`; without brackets `args` is None."""

    base: Expr
    field: Word
    args: tuple[Expr, ...] | None
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`name(args)` without an owner."""

    name: Word
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Amount:
    """A number and a name: `3 pears`."""

    number: int
    of: Word
    span: Span


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """op is one of + - * /; a negative number is Number."""

    op: str
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Compare:
    """op is one of: is, is not, is in, is not in, <, <=, >, >=."""

    op: str
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Both:
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Either:
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Negation:
    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Quantified:
    """`word over`, `word name in over [where F][: E]`.

    word is one of: some no every count sum all highest lowest only first.
    """

    word: str
    name: Word | None
    over: Expr
    where: Expr | None
    body: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Can:
    who: Expr
    calls: tuple[Called, ...]
    modifiers: Modifiers
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Without:
    """`without piece, E`."""

    piece: Expr
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class AsIf:
    """`as if piece stood on place, E`."""

    piece: Expr
    place: Expr
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class LongestTrail:
    over: Expr
    passing: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Reached:
    start: Expr
    over: Expr
    passing: Expr | None
    within: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class ShortestWay:
    start: Expr
    goal: Expr
    over: Expr
    passing: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Rings:
    over: Expr
    passing: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class LinesBetween:
    places: Expr
    over: Expr
    span: Span


Expr = (
    Number | Sentence | Flag | Nothing | Name | PlaceName | ListOf | Get | Call | Amount
    | Arithmetic | Compare | Both | Either | Negation | Quantified | Can | Without | AsIf
    | LongestTrail | Reached | ShortestWay | Rings | LinesBetween
)  # fmt: skip


# Types as written


@dataclass(frozen=True, slots=True)
class TypeTerm:
    """`number`, `number from a to b`, `cards of good`, `none`, a kind, or a new word."""

    name: Word
    low: Expr | None
    high: Expr | None
    of: TypeTerm | None
    span: Span


@dataclass(frozen=True, slots=True)
class TypeName:
    """One or more terms joined by `or`."""

    terms: tuple[TypeTerm, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Param:
    name: Word
    type: TypeName
    normally: Expr | None


# Statements


@dataclass(frozen=True, slots=True)
class Called:
    """`act` or `act(x, y)`."""

    name: Word
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Modifiers:
    free: bool = False
    paying: Expr | None = None
    ignoring: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """`[who chooses] [amount] name from low [to high] [where F][, if any]`.

    who is None for the acting player; the name `chance` is chance. amount is one of
    "one", "exactly", "up to", "some"; `number` belongs to exactly and up to. `high` makes a
    range of numbers; otherwise `low` is the set chosen from.
    """

    who: Expr | None
    amount: str
    number: Expr | None
    name: Word
    low: Expr
    high: Expr | None
    where: Expr | None
    if_any: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Must:
    who: Expr
    calls: tuple[Called, ...]
    modifiers: Modifiers
    where: Expr | None
    optional: bool
    """yes for `may`"""
    span: Span


@dataclass(frozen=True, slots=True)
class Play:
    who: Expr
    what: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Win:
    who: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Pay:
    what: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Give:
    up_to: bool
    what: Expr
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Move:
    up_to: bool
    what: Expr
    source: Expr | None
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class PlacePiece:
    piece: Expr
    of: Expr | None
    on: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class RemovePiece:
    what: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ReplacePiece:
    what: Expr
    by: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SetTo:
    target: Expr
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Increase:
    """also `decrease`, with `down` set."""

    target: Expr
    by: Expr
    down: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    name: Word
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Include:
    """`let VALUE include E until end of turn`."""

    target: Expr
    value: Expr
    until: Word
    span: Span


@dataclass(frozen=True, slots=True)
class Roll:
    targets: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Shuffle:
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Show:
    what: Expr
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    call: Called
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """Branches in order; `otherwise` may be empty."""

    branches: tuple[tuple[Expr, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Each:
    """order is "turn", "at once", "in reverse" or "starting with" (then `first` says with whom)."""

    name: Word
    low: Expr
    high: Expr | None
    where: Expr | None
    order: str
    first: Expr | None
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    times: Expr
    up_to: bool
    until: Expr | None
    """the `while` condition"""
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OneGo:
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Settle:
    span: Span


Statement = (
    Choose | Must | Play | Win | Pay | Give | Move | PlacePiece | RemovePiece | ReplacePiece
    | SetTo | Increase | Let | Include | Roll | Shuffle | Show | Do | If | Each | Repeat
    | OneGo | Settle
)  # fmt: skip


# Notes that every block, part and requirement may carry


@dataclass(frozen=True, slots=True)
class Notes:
    texts: tuple[Sentence, ...] = ()
    sees: tuple[str, ...] = ()
    """catalogue ids, ranges spelled out"""
    allows: tuple[Word, ...] = ()
    """diagnostic codes switched off for this block"""


@dataclass(frozen=True, slots=True)
class Require:
    name: Word
    condition: Expr
    sentence: Sentence
    notes: Notes
    span: Span


# Blocks: `name` is unique among the blocks of one list, see compose


@dataclass(frozen=True, slots=True)
class Ruleset:
    name: Word
    extends: tuple[Word, ...]
    """dotted or slashed names are one word: family/variant"""
    title: Sentence | None
    players: tuple[int, int] | None
    seats: tuple[tuple[int, tuple[Word, ...]], ...]
    neutral: tuple[tuple[int, tuple[Word, ...]], ...]
    """colours that own pieces but do not play, by the number of players"""
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Section:
    name: Word
    heading: Sentence
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Option:
    name: Word
    type: TypeName
    normally: Expr
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Kind:
    """Rows hold one cell per column, the member's name first; `of` makes a union."""

    name: Word
    of: tuple[Word, ...]
    columns: tuple[Param, ...]
    rows: tuple[tuple[Expr, ...], ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Sight:
    """what is "seen", "count" or "contents"; by owner, everyone, nobody or a set of players."""

    what: str
    by: Expr
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class State:
    """`each OWNER has NAME` or `the game has NAME` (then owner is None)."""

    owner: Word | None
    name: Word
    params: tuple[Param, ...]
    type: TypeName
    at_first: Expr | None
    at_first_where: Expr | None
    """`at first full where card.colour is red`"""
    until: Word | None
    """a phase or `turn`"""
    sights: tuple[Sight, ...]
    spent_to: Word | None
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Piece:
    name: Word
    places: tuple[Word, ...]
    supply: int | None
    supply_in_all: bool
    supply_span: Span
    cost: Expr | None
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Track:
    name: Word
    low: int
    high: int
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """A part, or for `usually` a `but`, which may stand over another one."""

    name: Word
    value: Expr
    when: Expr | None
    over: Word | None
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Value:
    """form is "formula", "sum", "lowest", "any", "all" or "usually"."""

    owner: Word | None
    name: Word
    params: tuple[Param, ...]
    form: str
    formula: Expr | None
    """the formula, or what is usually so"""
    parts: tuple[Part, ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Award:
    name: Word
    subject: Word
    measure: Expr
    minimum: Expr | None
    ties: Expr | None
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    """The head is split off by the parser: `head` holds Choose, Let and Require in order."""

    name: Word
    params: tuple[Param, ...]
    during: tuple[Word, ...]
    limit: Expr | None
    limit_per: Word | None
    head: tuple[Choose | Let | Require, ...]
    body: tuple[Statement, ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Card:
    name: Word
    kind: Word
    copies: int
    copies_span: Span
    head: tuple[Choose | Let | Require, ...]
    body: tuple[Statement, ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Steps:
    name: Word
    params: tuple[Param, ...]
    body: tuple[Statement, ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    name: Word
    ends_with: tuple[Word, ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """timing is "before", "after", "instead of", "whenever".

    Events are names, or with verbs ("placing", "moving", "removing", "replacing") one piece kind.
    """

    name: Word
    timing: str
    events: tuple[Word, ...]
    verbs: tuple[str, ...]
    when: Expr | None
    """for `whenever` the condition itself"""
    body: tuple[Statement, ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class MarkLine:
    name: Word
    kind: Word
    """hexes, corners or edges"""
    places: tuple[Expr, ...]
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class BoardSet:
    field: Word
    value: Expr
    places: tuple[Expr, ...]
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class BoardPlace:
    piece: Word
    of: Expr | None
    places: tuple[Expr, ...]
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Letter:
    """`letter H is mark NAME`, `letter H is FIELD VALUE`: a letter of one's own in the map."""

    letter: str
    mark: Word | None
    field: Word | None
    value: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Holds:
    """`holds FIELD: TABLE`: what lies on the board when the first decision is made."""

    field: Word
    table: Expr
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class MapRow:
    text: str
    """what follows the bar"""
    span: Span


@dataclass(frozen=True, slots=True)
class Board:
    name: Word
    when: Expr | None
    cells: tuple[Expr, ...]
    rows: tuple[MapRow, ...]
    marks: tuple[MarkLine, ...]
    sets: tuple[BoardSet, ...]
    places: tuple[BoardPlace, ...]
    letters: tuple[Letter, ...]
    holds: tuple[Holds, ...]
    notes: Notes
    span: Span


# Scenario lines


@dataclass(frozen=True, slots=True)
class OnBoard:
    board: Word
    players: int
    from_set_up: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Given:
    fact: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Shows:
    """`chance shows a, b`."""

    who: Word
    what: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Plays:
    who: Word
    call: Called
    span: Span


@dataclass(frozen=True, slots=True)
class Picks:
    who: Word
    what: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Declines:
    who: Word
    span: Span


@dataclass(frozen=True, slots=True)
class Then:
    fact: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ThenMove:
    """`then P must A`, `then P may A(..)`, `then P may not A(..) [because R]`."""

    who: Word
    verb: str
    """must, may, may not"""
    call: Called
    because: Word | None
    span: Span


@dataclass(frozen=True, slots=True)
class ThenChoice:
    """`then P may choose X, Y`, `then P may not choose X, Y [because R]`."""

    who: Word
    what: tuple[Expr, ...]
    allowed: bool
    because: Word | None
    span: Span


@dataclass(frozen=True, slots=True)
class ThenWins:
    who: Word
    span: Span


@dataclass(frozen=True, slots=True)
class ThenSees:
    """`then P sees X`, `then P does not see X`."""

    who: Word
    what: Expr
    sees: bool
    span: Span


Step = (
    Given | Shows | Plays | Picks | Declines | Then | ThenMove | ThenChoice | ThenWins | ThenSees
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scenario:
    title: Sentence
    proves: tuple[str, ...]
    on: OnBoard | None
    steps: tuple[Step, ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Unproved:
    """`unproved BASE-144 "Advice, not a rule."`: why an id cannot be executed."""

    ids: tuple[str, ...]
    reason: Sentence
    span: Span


# Variants


@dataclass(frozen=True, slots=True)
class Target:
    """What a verb points at.

    what is the word for the block or part ("requirement", "part", "but", "phase", "section",
    "option", ..., "limit", "text", "choose", "when", "places", "scenario") or None; `path` the
    dotted name: ("player", "score"); `of` what a label belongs to. `text of X` nests.
    """

    what: str | None
    path: tuple[Word, ...]
    of: Target | None
    title: str | None
    """of a scenario"""
    span: Span


@dataclass(frozen=True, slots=True)
class Change:
    target: Target
    value: Expr
    when: Expr | None
    by: str
    """"" for `change … to`, "+" for `raise … by`, "-" for `lower … by`"""
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class ReplaceBlock:
    block: Block
    span: Span


@dataclass(frozen=True, slots=True)
class RemoveBlock:
    target: Target
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class Keep:
    target: Target
    parent: Word
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class AddRequirement:
    """also `replace requirement`."""

    to: Word
    require: Require
    span: Span
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class AddPart:
    """also `add but`, `replace part` and `replace but`."""

    to: Target
    part: Part
    but: bool
    span: Span
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class AddRows:
    to: Word
    columns: tuple[Word, ...]
    rows: tuple[tuple[Expr, ...], ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class AddColumns:
    to: Word
    columns: tuple[Param, ...]
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class AddPhase:
    phase: Word
    to: Word
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class AddPlaces:
    """`add hex to places of PIECE`."""

    places: tuple[Word, ...]
    to: Word
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class AddEnds:
    """`add rest to ends of PHASE`."""

    actions: tuple[Word, ...]
    to: Word
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class AddText:
    """`add text to X: "…"`, one more sentence."""

    to: Target
    text: Sentence
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class AddMark:
    """`add mark M to BOARD: hexes @1,1, @1,2`, also `replace mark`."""

    to: Word
    mark: MarkLine
    span: Span
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class ChangeMap:
    """`change @2,3 of BOARD to "F6"`: one cell of a map, as it is drawn there."""

    place: Word
    to: Word
    text: Sentence
    notes: Notes
    span: Span


@dataclass(frozen=True, slots=True)
class AddMembers:
    members: tuple[Word, ...]
    to: Word
    notes: Notes
    span: Span


Definition = (
    Section | Option | Kind | State | Piece | Track | Value | Award | Action | Card | Steps
    | Phase | Rule | Board | Scenario
)  # fmt: skip
Verb = (
    Change | ReplaceBlock | RemoveBlock | Keep | AddRequirement | AddPart | AddRows | AddColumns
    | AddPhase | AddPlaces | AddEnds | AddText | AddMark | ChangeMap | AddMembers
)  # fmt: skip
Block = Ruleset | Definition | Unproved | Verb


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """One file, block by block; blocks that do not parse are missing and reported."""

    file: str
    text: str
    blocks: tuple[Block, ...] = field(default=())

"""The typed program: a composed ruleset in which every word has one meaning.

`resolve` makes it from the composed world; the interpreter executes it, the rule graph and the
printed rules are drawn from it. It is plain frozen data without Python objects of the engine, and
free of any game: what a thing is called stands in it only as a string.

Conventions that both executions rely on:

- A *callable* (action, card, steps, rule, value, award, phase requirement …) numbers its bound
  names: `Local.slot` counts from 0. Parameters come first, in order; the subject of a value
  ("player" in `value player.points`) is slot 0.
- `you` is not a slot: it is the acting player, handed from caller to callee. A rule on an event
  acts for the player who caused it.
- A term over a set takes all results together; over nothing it gives nothing. `resolve` has
  already decided by types where that happens: look at `base.type.shape`.
- Where one thing stands for a set or a bundle, `resolve` has put an `AsSet` or `AsBundle` around
  it; evaluators never guess.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from .tree import NOWHERE, Scenario, Section, Sentence, Span

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    from .node import dataclass


Key = tuple[str, str]
"""(owner kind or "", name) of a state or value."""


@dataclass(frozen=True, slots=True)
class Type:
    """What an expression gives.

    base: number flag text word hex corner edge player member piece space place
          bundle cards pile phase action none any
    of:   kind of a member, piece, bundle, cards or pile ("number" for a pile of numbers);
          the track of a space; the option of a word
    shape: one, set (no order: iterate by id; players in turn order) or list (ordered)
    `place` is anything a piece can stand on when that is not one sort of thing.
    """

    base: str
    of: str = ""
    shape: str = "one"
    optional: bool = False
    """may be none"""


NUMBER, FLAG, TEXT = Type("number"), Type("flag"), Type("text")
PLAYER, HEX, CORNER, EDGE = Type("player"), Type("hex"), Type("corner"), Type("edge")
NONE = Type("none", optional=True)


@dataclass(frozen=True, slots=True)
class Local:
    slot: int
    name: str
    type: Type


# Expressions. Every node has `type` and `span`.


@dataclass(frozen=True, slots=True)
class Const:
    """A number, flag, text or none."""

    value: int | bool | str | None
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class WordRef:
    """A word of an option or of a choice, e.g. one of `a or b`."""

    word: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class MemberRef:
    """A member of a kind (cards are members of their kind)."""

    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PieceKindRef:
    """The name of a piece used as a noun: `place X on …`, `you.left(X)`. type.base is "piece"."""

    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class OnePiece:
    """The piece of which there is one in all, called by its name (on the board or not)."""

    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A seat colour; only in boards and scenarios. An absent colour is none."""

    colour: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """`@2,3NE`; type.base says hex, corner or edge ("place" where both could be meant)."""

    text: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PhaseRef:
    """A phase by name, as in `phase is main`."""

    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class OptionRef:
    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class LocalRef:
    slot: int
    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class HeadRef:
    """In the `where` of must, may and can: a name of the head of the called action."""

    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """you active starter round phase paid neutral neutrals."""

    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Everything:
    """All players (list, in turn order from the active one), hexes, corners, edges; all pieces of
    a kind on the board (type.base "piece"), all members of a kind (type.base "member", list in the
    order of the kind), all spaces of a track; all actions of a kind."""

    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class MarkRef:
    """A mark of the board: an ordered list of places."""

    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Listing:
    """`(a, b)`, or `nobody` as an empty list."""

    items: tuple[Expr, ...]
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class AsSet:
    """One thing (or none) as a set of one (or nothing); cards or a bundle as the set of its
    members; a list as a set is the list itself."""

    base: Expr
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class AsBundle:
    """A member as a bundle of one, cards as their contents, a set or list as one of each."""

    base: Expr
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Field:
    """What the engine knows of things.

    on places: corners edges hexes ends neighbours (a piece passes them through to its place)
    on pieces: place owner kind · on players: seat next · on spaces: next number
    on a set of pieces or a space: newest oldest · on piles: top bottom (a look, nothing moves)
    on tracks (base is Everything of that track): first last
    Over a set the union of all; `owner` of a set is a set of players.
    """

    base: Expr
    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PiecesOf:
    """`x.things`: pieces of a kind that belong to x (a player or players) or stand on x (places,
    a piece as container, a space). type is a set of pieces. A `one in all` piece in the
    singular on a place is not special."""

    base: Expr
    kind: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class OnlyPieceOf:
    """The singular of a piece kind after a dot: the only such piece of x, or none."""

    base: Expr
    kind: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class AmountIn:
    """`cards.amount(member)`; also of a bundle or pile."""

    base: Expr
    member: Expr
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ItemAt:
    """`list.at(n)`: counts from 1 (spaces of a track: by their number); none outside."""

    base: Expr
    number: Expr
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class LeftIn:
    """`player.left(K)`: pieces of that kind in the supply."""

    base: Expr
    piece: Expr
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Column:
    """`member.column`: a constant of the kind's table."""

    base: Expr
    column: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class StateRef:
    key: Key
    subject: Expr | None
    args: tuple[Expr, ...]
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ValueRef:
    key: Key
    subject: Expr | None
    args: tuple[Expr, ...]
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class HolderOf:
    award: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PieceFact:
    """`K.cost` (bundle) and `K.supply` (the printed number); base gives a piece kind."""

    base: Expr
    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """+ - * / on numbers; + and - on bundles and sets (minus stops at nothing); number * member and
    number * bundle give a bundle. `/` rounds down (toward minus infinity); by 0 gives 0."""

    op: str
    left: Expr
    right: Expr
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Compare:
    """is, is not, is in, is not in, < <= > >=.

    `is` between a set and one thing: the set has just this element. Two sets or bundles: equal.
    `is in`: a thing in a set or list; a member in cards, a pile or a bundle; a bundle contained in
    cards or a bundle; a set contained in a set; a piece in a piece kind is Everything of that kind
    (pieces in supply are in no set, so this is a test of kind and of standing on the board).
    With none: `none is none` is yes; none is in nothing; < and > with none are no.
    """

    op: str
    left: Expr
    right: Expr
    type: Type = FLAG
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Both:
    left: Expr
    right: Expr
    type: Type = FLAG
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Either:
    left: Expr
    right: Expr
    type: Type = FLAG
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Negation:
    operand: Expr
    type: Type = FLAG
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Quantified:
    """some no every count sum all highest lowest only first, over a set, list, cards or pile.

    Without `local` it speaks of `over` itself (`some S`, `count S`; of cards: how many). `sum`
    with a bundle body adds bundles. Over cards or a pile `local` takes each member that is there,
    once; `count` and `sum` take each card. `all … : E` is the union of E (a set), or without a
    body the filtered set (of the same shape as `over`).
    """

    word: str
    local: Local | None
    over: Expr
    where: Expr | None
    body: Expr | None
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Call:
    """One action with its arguments."""

    action: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """How an action is called: a call site. `site` is unique in the program."""

    site: int
    calls: tuple[Call, ...]
    free: bool
    paying: Expr | None
    ignoring: tuple[str, ...]
    where: Expr | None
    """may contain HeadRef"""


@dataclass(frozen=True, slots=True)
class Can:
    who: Expr
    terms: Terms
    type: Type = FLAG
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Without:
    """body with the piece lifted into its supply."""

    piece: Expr
    body: Expr
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class AsIf:
    """body with the piece standing on that place."""

    piece: Expr
    place: Expr
    body: Expr
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Passing:
    """A flag value named up to its last arguments: (corner) or (corner, one piece, other piece)."""

    key: Key
    subject: Expr | None
    args: tuple[Expr, ...]
    free: int
    """1 or 3"""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class LongestTrail:
    """Most pieces of `over` (on edges) in one line, none twice."""

    over: Expr
    passing: Passing | None
    type: Type = NUMBER
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Reached:
    """Places reached from `start` (set of places): corners over pieces on edges or over edges;
    hexes over hexes; edges over edges. The start is included and not tested; a place that does
    not let pass can be reached, not crossed. `type` tells the sort of place."""

    start: Expr
    over: Expr
    passing: Passing | None
    within: Expr | None
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ShortestWay:
    """Union of the pieces of all shortest ways from corner to corner; empty if there is none."""

    start: Expr
    goal: Expr
    over: Expr
    passing: Passing | None
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Rings:
    """The pieces of `over` (on edges) whose two ends stay joined by other ones: those on a ring.
    The places of the ring that are not ends of the piece itself must let pass."""

    over: Expr
    passing: Passing | None
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class LinesBetween:
    """The pieces of `over` (on edges) that lie on a line between two different corners of
    `places`; a line touches no corner twice."""

    places: Expr
    over: Expr
    type: Type
    span: Span = NOWHERE


Measure = LongestTrail | Reached | ShortestWay | Rings | LinesBetween

Expr = (
    Const | WordRef | MemberRef | PieceKindRef | OnePiece | PlayerRef | PlaceRef | PhaseRef
    | OptionRef | LocalRef | HeadRef | BuiltIn | Everything | MarkRef | Listing | AsSet | AsBundle
    | Field | PiecesOf | OnlyPieceOf | AmountIn | ItemAt | LeftIn | Column | StateRef | ValueRef
    | HolderOf | PieceFact | Arithmetic | Compare | Both | Either | Negation | Quantified | Can
    | Without | AsIf | Measure
)  # fmt: skip


# Statements


@dataclass(frozen=True, slots=True)
class Choose:
    """who: None is the acting player; chance is `by_chance`.

    amount: one, exactly, up to, some. The domain is `over` (a set, list, cards, pile), or the
    numbers from `over` to `high`. `bundle` says that the local is a bundle (amount is not "one"
    and the domain is cards, a pile or a whole kind); a set of things otherwise.
    In `where` the local is bound to the candidate (for amounts: to a single candidate).
    """

    who: Expr | None
    by_chance: bool
    amount: str
    number: Expr | None
    local: Local
    over: Expr
    high: Expr | None
    where: Expr | None
    if_any: bool
    bundle: bool
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Must:
    who: Expr
    terms: Terms
    optional: bool
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PlayPhase:
    who: Expr
    phase: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PlayCard:
    who: Expr
    card: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Win:
    who: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Pay:
    what: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Give:
    up_to: bool
    what: Expr
    to: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Store:
    """Where cards come from or go to.

    sort: cards (a holding), pile (on top), bottom (under a pile), top (from a pile), slot (a state
    that holds one member, number or none), player (the holding of that player which takes the
    member, see Program.holdings).
    `ref` is the StateRef, or for sort "player" the player.
    """

    sort: str
    ref: Expr


@dataclass(frozen=True, slots=True)
class MoveCards:
    """what: None moves all that is in the source (its top card for sort "top", the content for
    "slot", the whole holding for "cards"). Otherwise a bundle, or a member with `every` set: all
    cards of that member. Without `up_to` nothing moves unless all of it is there."""

    what: Expr | None
    every: bool
    up_to: bool
    source: Store
    target: Store
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class MovePieces:
    """One piece or a set of pieces to a place; `to` may be none (nothing happens)."""

    what: Expr
    to: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """`of` None: the acting player's (for pieces `in all`: nobody's, unless `of` is written)."""

    piece: Expr
    of: Expr | None
    on: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class RemovePieces:
    what: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ReplacePiece:
    what: Expr
    by: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Assign:
    """target is a StateRef, an award's holder (HolderOf), or BuiltIn starter."""

    target: Expr
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Increase:
    """Stops at the ends of the slot's range."""

    target: Expr
    by: Expr
    down: bool
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Let:
    local: Local
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Include:
    """A temporary part of a value for one subject and arguments, until the end of `until`."""

    value: Key
    subject: Expr | None
    args: tuple[Expr, ...]
    amount: Expr
    until: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Roll:
    targets: tuple[StateRef, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Shuffle:
    target: StateRef
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Show:
    what: Expr
    to: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Do:
    steps: str
    args: tuple[Expr, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class If:
    branches: tuple[tuple[Expr, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Each:
    """order: turn, at once, in reverse, starting with. The set is taken once, when the line starts;
    `where` is judged then, too. Numbers run from `over` to `high`. Without an order a set of
    players runs in turn order from the active player (from the starter before the first turn)."""

    local: Local
    over: Expr
    high: Expr | None
    where: Expr | None
    order: str
    first: Expr | None
    body: tuple[Statement, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Repeat:
    times: Expr
    condition: Expr | None
    body: tuple[Statement, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class OneGo:
    """Nothing settles before the body is over, not even before a decision in it."""

    body: tuple[Statement, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Settle:
    """Awards and `whenever` rules are judged here and now; if somebody wins, nothing follows."""

    span: Span = NOWHERE


Statement = (
    Choose | Must | PlayPhase | PlayCard | Win | Pay | Give | MoveCards | MovePieces | PlacePiece
    | RemovePieces | ReplacePiece | Assign | Increase | Let | Include | Roll | Shuffle | Show | Do
    | If | Each | Repeat | OneGo | Settle
)  # fmt: skip


# Definitions


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with its holes resolved."""

    sentence: Sentence
    holes: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OptionDef:
    name: str
    type: Type
    low: int | None
    high: int | None
    words: tuple[str, ...]
    normally: int | bool | str
    span: Span


@dataclass(frozen=True, slots=True)
class KindDef:
    """sort: member, piece or action. `members` are spelled out to the last union: names of members,
    of pieces, or of actions (steps, cards, rules count as actions here)."""

    name: str
    sort: str
    members: tuple[str, ...]
    columns: tuple[tuple[str, Type], ...]
    cells: tuple[tuple[str, tuple[Expr, ...]], ...]
    """member → one constant expression per column"""
    span: Span


@dataclass(frozen=True, slots=True)
class PieceDef:
    """places: hex, corner, edge, names of tracks and of pieces."""

    name: str
    places: tuple[str, ...]
    supply: int
    in_all: bool
    cost: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class TrackDef:
    name: str
    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True)
class SightDef:
    """what: seen, count or contents. by: owner, everyone, nobody, or a set of players (an Expr over
    the subject in slot 0)."""

    what: str
    by: str | Expr
    when: Expr | None


@dataclass(frozen=True, slots=True)
class StateDef:
    """owner: "" the game, or player, hex, corner, edge, a kind of members or of pieces.

    Numbers carry `low` and `high`. `at_first` None: none, 0, no or empty. `full` fills cards or a
    pile from the copies of the kind; with `full_where` only members for which it holds (the member
    is slot 1, the owner slot 0).
    """

    owner: str
    name: str
    params: tuple[Local, ...]
    type: Type
    low: Expr | None
    high: Expr | None
    at_first: Expr | None
    full: bool
    full_where: Expr | None
    until: str
    """"" for good, "turn", or a phase"""
    sights: tuple[SightDef, ...]
    spent_to: str
    """name of a state of the game, or "" """
    span: Span

    @property
    def key(self) -> Key:
        return (self.owner, self.name)


@dataclass(frozen=True, slots=True)
class PartDef:
    name: str
    value: Expr
    when: Expr | None
    over: str
    texts: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ValueDef:
    """form: formula, sum, lowest, any, all, usually. `params` holds the subject first."""

    owner: str
    name: str
    params: tuple[Local, ...]
    form: str
    formula: Expr | None
    parts: tuple[PartDef, ...]
    type: Type
    locals: int
    texts: tuple[Text, ...]
    span: Span

    @property
    def key(self) -> Key:
        return (self.owner, self.name)


@dataclass(frozen=True, slots=True)
class AwardDef:
    """subject: player or a kind of members; it is slot 0 in `measure`."""

    name: str
    subject: str
    measure: Expr
    minimum: Expr | None
    ties_to_holder: bool
    ties: Expr | None
    locals: int
    texts: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RequireDef:
    name: str
    condition: Expr
    sentence: Text
    texts: tuple[Text, ...]
    span: Span


Head = tuple[Choose | Let | RequireDef, ...]


@dataclass(frozen=True, slots=True)
class ActionDef:
    name: str
    params: tuple[Local, ...]
    during: tuple[str, ...]
    limit: Expr | None
    limit_per: str
    """"turn" or a phase"""
    head: Head
    body: tuple[Statement, ...]
    locals: int
    head_names: tuple[Local, ...]
    """parameters, choices and lets of the head, in order"""
    texts: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CardDef:
    name: str
    kind: str
    copies: int
    head: Head
    body: tuple[Statement, ...]
    locals: int
    head_names: tuple[Local, ...]
    texts: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class StepsDef:
    name: str
    params: tuple[Local, ...]
    body: tuple[Statement, ...]
    locals: int
    head_names: tuple[Local, ...]
    """parameters; what a rule on these steps may use"""
    texts: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class PhaseDef:
    name: str
    ends_with: tuple[str, ...]
    texts: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RuleDef:
    """timing: before, after, instead of, whenever.

    events: names of actions, steps, phases, cards or rules, kinds spelled out; with `verbs` names
    of pieces, and slot 0 is the piece. `params`: what the rule uses of the head names of its
    events, slots from 0, matched by name.
    """

    name: str
    timing: str
    events: tuple[str, ...]
    verbs: tuple[str, ...]
    params: tuple[Local, ...]
    when: Expr | None
    body: tuple[Statement, ...]
    locals: int
    texts: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class MarkDef:
    name: str
    sort: str
    """hex, corner or edge"""
    places: tuple[str, ...]
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class FillDef:
    """`set F to X at …` of a board."""

    state: Key
    value: Expr
    places: tuple[str, ...]
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class StandDef:
    """`place PIECE of COLOUR on …`; colour "" for pieces of nobody."""

    piece: str
    colour: str
    places: tuple[str, ...]
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class CellDef:
    """What one map cell says: (state, constant) pairs, and marks the hex belongs to."""

    row: int
    column: int
    text: str
    fills: tuple[tuple[Key, Expr], ...]
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HoldsDef:
    """What the state of all places of a board adds up to: a bundle of members, or numbers."""

    state: Key
    table: Expr
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class BoardDef:
    """`rows` as drawn (after the bar). A cell text is read by `cells`: first letters for a column
    of codes (state of hexes whose kind has that column), then digits for a number state."""

    name: str
    when: Expr | None
    rows: tuple[str, ...]
    row_spans: tuple[Span, ...]
    cells: tuple[CellDef, ...]
    marks: tuple[MarkDef, ...]
    fills: tuple[FillDef, ...]
    stands: tuple[StandDef, ...]
    holds: tuple[HoldsDef, ...]
    texts: tuple[Text, ...]
    span: Span


# Scenarios, resolved


@dataclass(frozen=True, slots=True)
class GivenDef:
    """target `is` value, or target `is in` value (adds a piece or an element)."""

    op: str
    target: Expr
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ShowsDef:
    what: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class PlaysDef:
    colour: str
    action: str
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class PicksDef:
    colour: str
    what: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class DeclinesDef:
    colour: str
    span: Span


@dataclass(frozen=True, slots=True)
class ThenDef:
    fact: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ThenMoveDef:
    """verb: must, may, may not."""

    colour: str
    verb: str
    action: str
    args: tuple[Expr, ...]
    because: str
    span: Span


@dataclass(frozen=True, slots=True)
class ThenChoiceDef:
    """Each of these answers, for itself, is possible or refused."""

    colour: str
    what: tuple[Expr, ...]
    allowed: bool
    because: str
    span: Span


@dataclass(frozen=True, slots=True)
class ThenWinsDef:
    colour: str
    span: Span


@dataclass(frozen=True, slots=True)
class ThenSeesDef:
    colour: str
    what: Expr
    sees: bool
    span: Span


StepDef = (
    GivenDef | ShowsDef | PlaysDef | PicksDef | DeclinesDef | ThenDef | ThenMoveDef | ThenChoiceDef
    | ThenWinsDef | ThenSeesDef
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScenarioDef:
    title: str
    proves: tuple[str, ...]
    board: str
    players: int
    from_set_up: bool
    steps: tuple[StepDef, ...]
    locals: int
    source: Scenario
    span: Span


@dataclass(frozen=True, slots=True)
class SectionDef:
    name: str
    source: Section
    texts: tuple[Text, ...]
    members: tuple[tuple[str, str], ...]
    """(sort of block, name) in printed order"""


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    title: str
    players: tuple[int, int]
    seats: tuple[tuple[int, tuple[str, ...]], ...]
    neutral: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """colours that own pieces but do not play, by the number of players"""
    options: dict[str, OptionDef] = field(default_factory=dict)
    kinds: dict[str, KindDef] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    """every member → the kind that declares it, in order of declaration"""
    pieces: dict[str, PieceDef] = field(default_factory=dict)
    tracks: dict[str, TrackDef] = field(default_factory=dict)
    states: dict[Key, StateDef] = field(default_factory=dict)
    values: dict[Key, ValueDef] = field(default_factory=dict)
    awards: dict[str, AwardDef] = field(default_factory=dict)
    actions: dict[str, ActionDef] = field(default_factory=dict)
    cards: dict[str, CardDef] = field(default_factory=dict)
    steps: dict[str, StepsDef] = field(default_factory=dict)
    phases: dict[str, PhaseDef] = field(default_factory=dict)
    rules: dict[str, RuleDef] = field(default_factory=dict)
    """in the order in which rules on one event run"""
    boards: dict[str, BoardDef] = field(default_factory=dict)
    scenarios: dict[str, ScenarioDef] = field(default_factory=dict)
    sections: dict[str, SectionDef] = field(default_factory=dict)
    unproved: dict[str, str] = field(default_factory=dict)
    told: dict[tuple[str, str], tuple[Text, ...]] = field(default_factory=dict)
    """(sort, name) → sentences about options, kinds, pieces, tracks and states; those of all other
    blocks stand in the blocks"""
    holdings: dict[str, Key] = field(default_factory=dict)
    """member → the player's holding from which it is paid and into which it is given (the state
    with `spent to` whose kind has the member)"""

"""Every expression as Python source: each construct is handed to the module that knows it."""

from __future__ import annotations

from hexwright.dsl import program as ir

from .layout import ACTIVE, NO_NUMBER, ON_BOARD, PHASE, ROUND, STARTER, plain_none
from .quantifiers import Quantifiers
from .sets import mask_of
from .source import NotCompilable, Scope
from .writer import PLACES, TOPOLOGY, atom

THINGS = (*PLACES, "piece", "player")


class Expressions(Quantifiers):
    def scalar(self, e: ir.Expr, c: Scope) -> str:
        match e:
            case ir.Const(value=None):
                return str(plain_none(e.type))
            case ir.Const(value=bool() as value):
                return str(value)
            case ir.Const(value=int() as value):
                return str(value) if value >= 0 else f"({value})"
            case ir.Const(value=value):
                return self.const(value, "TEXT")
            case ir.WordRef(word=word):
                return str(self.layout.word(word))
            case ir.MemberRef(name=name):
                return str(self.setting.members[name])
            case ir.PieceKindRef(name=name):
                return str(list(self.program.pieces).index(name))
            case ir.OnePiece(name=name):
                return str(next(i.id for i in self.setting.instances if i.kind == name))
            case ir.PlayerRef(colour=colour):
                owner = self.setting.owner_called(colour)
                return "-1" if owner is None else str(owner)
            case ir.PlaceRef(text=text):
                return self.place(text, e.type)
            case ir.PhaseRef(name=name):
                return str(self.layout.phases[name])
            case ir.OptionRef(name=name):
                value = self.setting.options[name]
                return str(self.layout.word(value)) if isinstance(value, str) else str(value)
            case ir.LocalRef(slot=slot):
                return c.names[slot]
            case ir.HeadRef(name=name):
                return c.heads[name]
            case ir.BuiltIn():
                return self.built_in(e, c)
            case ir.Listing() | ir.MarkRef() | ir.Everything():
                return self.listed(e, c)
            case ir.AsSet(base=base):
                return self.as_set(base, c)
            case ir.AsBundle(base=base):
                return self.pairs(base, c)
            case ir.Field():
                return self.field(e, c)
            case ir.PiecesOf():
                return self.pieces_of(e, c)
            case ir.OnlyPieceOf(base=base, kind=kind):
                found = ir.PiecesOf(base, kind, ir.Type("piece", kind, "set"))
                return f"one_bit({self.pieces_of(found, c)})"
            case ir.AmountIn():
                return self.amount_in(e, c)
            case ir.ItemAt():
                return self.item_at(e, c)
            case ir.LeftIn(base=base, piece=piece):
                return self.left_in(base, piece, c)
            case ir.Column():
                return self.column(e, c)
            case ir.StateRef():
                return self.state(e, c)
            case ir.ValueRef():
                return self.value(e, c)
            case ir.HolderOf(award=award):
                return f"S[{self.layout.holders[award]}]"
            case ir.PieceFact():
                return self.piece_fact(e, c)
            case ir.Arithmetic():
                return self.arithmetic(e, c)
            case ir.Compare() | ir.Both() | ir.Either() | ir.Negation() | ir.Can():
                return self.flag(e, c)
            case ir.Quantified():
                return self.quantified(e, c)
            case ir.Without() | ir.AsIf():
                return self.supposed(e, c)
            case (
                ir.LongestTrail() | ir.Reached() | ir.ShortestWay() | ir.Rings() | ir.LinesBetween()
            ):
                return self.measure(e, c)
        raise NotCompilable(type(e).__name__)

    def place(self, text: str, t: ir.Type) -> str:
        if t.base in PLACES:
            return str(self.setting.find(text, t.base))
        for sort in PLACES:
            found = self.setting.topology.find(text, sort)
            if found is not None:
                return str(found + self.setting.place_base[sort])
        raise NotCompilable(text)

    def built_in(self, e: ir.BuiltIn, c: Scope) -> str:
        match e.name:
            case "you":
                return c.you
            case "paid":
                return c.paid
            case "neutral":
                return str(self.setting.neutral)
            case "neutrals":
                return self.const(self.setting.neutrals, "NEUTRALS")
        slot = {"active": ACTIVE, "starter": STARTER, "round": ROUND, "phase": PHASE}[e.name]
        return f"S[{slot}]"

    def listed(self, e: ir.Listing | ir.MarkRef | ir.Everything, c: Scope) -> str:
        if e.type.shape == "set":
            return self.mask(e, c)
        return self.items(e, c)

    def number(self, e: ir.Expr, c: Scope) -> str:
        """A number; a place on a track counts as its number."""
        text = self.scalar(e, c)
        if e.type.base == "space":
            numbers = self.const((*(n for _, n in self.setting.spaces), NO_NUMBER), "SPACE")
            return f"{numbers}[{text}]"
        return text

    def arithmetic(self, e: ir.Arithmetic, c: Scope) -> str:
        t = e.type
        if t.base == "bundle":
            return self.pairs(e, c)
        if t.shape != "one":
            left, right = self.mask(e.left, c), self.mask(e.right, c)
            text = f"({left} | {right})" if e.op == "+" else f"({left} & ~{right})"
            return f"bits({text})" if t.shape == "list" else text
        left, right = self.number(e.left, c), self.number(e.right, c)
        if t.base == "space":
            raise NotCompilable("counting along a track")
        if e.op == "/":
            if right.isdigit() and right != "0":
                return f"({left} // {right})"
            return f"divide({left}, {right})"
        if e.op == "+" and (e.left.type.optional or e.right.type.optional):
            return f"add_numbers({left}, {right})"
        return f"({left} {e.op} {right})"

    # sets

    def mask(self, e: ir.Expr, c: Scope) -> str:
        match e:
            case ir.Everything(type=t):
                return self.everything(t)
            case ir.MarkRef(name=name):
                return str(mask_of(self.setting.marks[name]))
            case ir.Listing(items=items):
                texts = [self.scalar(i, c) for i in items]
                if all(t.isdigit() for t in texts):
                    return str(mask_of([int(t) for t in texts]))
                return f"mask_of(({', '.join(texts)},))" if texts else "0"
            case ir.Quantified(word="all") if e.type.shape == "list":
                return f"mask_of({self.quantified(e, c)})"
        match e.type:
            case ir.Type(base="cards"):
                return self.held(e, c)
            case ir.Type(base="bundle"):
                return f"members_of({self.pairs(e, c)})"
            case ir.Type(base="pile") | ir.Type(shape="list"):
                return f"mask_of({self.scalar(e, c)})"
            case ir.Type(shape="set"):
                return self.scalar(e, c)
        return self.as_set(e, c)

    def everything(self, t: ir.Type) -> str:
        match t.base:
            case "player":
                return str(self.everybody)
            case "member":
                return str(mask_of(self.setting.kinds[t.of]))
            case "piece":
                return f"(S[{ON_BOARD}] & {self.layout.piece_mask(t.of)})"
            case "space":
                spaces = self.setting.spaces
                return str(sum(1 << i for i, (name, _) in enumerate(spaces) if name == t.of))
        return str((1 << self.layout.domain(t)[1]) - 1)

    def as_set(self, e: ir.Expr, c: Scope) -> str:
        t = e.type
        if t.shape != "one" or t.base in ("cards", "bundle", "pile"):
            return self.mask(e, c)
        text = self.scalar(e, c)
        if text.isdigit():
            return str(1 << int(text))
        if not t.optional and t.base != "none":
            return f"(1 << {text})"
        if atom(text):
            return f"(1 << {text} if {text} >= 0 else 0)"
        if t.base in THINGS:
            return f"{self.alone(*self.layout.domain(t))}[{text}]"
        return f"single({text})"

    def alone(self, first: int, count: int) -> str:
        """A table of the sets of one thing; the last, for none, is empty."""
        return self.const((*(1 << x for x in range(first + count)), 0), "ONLY")

    def all_but(self, count: int) -> str:
        """A table of everything but one thing; the last leaves nothing out."""
        return self.const((*(~(1 << x) for x in range(count)), -1), "BUT")

    def items(self, e: ir.Expr, c: Scope) -> str:
        """Something to walk, in the order the language promises."""
        match e:
            case ir.Everything(type=t):
                if t.base == "player":
                    return f"{self.order}[S[{ACTIVE}]]"
                if t.base in PLACES:
                    return f"range({self.layout.domain(t)[1]})"
                if t.base == "member":
                    return self.const(self.setting.kinds[t.of], "ALL")
            case ir.MarkRef(name=name):
                return self.const(self.setting.marks[name], "MARK")
            case ir.Listing(items=items):
                texts = [self.scalar(i, c) for i in items]
                return f"({', '.join(texts)},)" if texts else "()"
            case ir.Field(base=base, name=name) if (
                name in TOPOLOGY and base.type.shape == "one" and base.type.base in PLACES
            ):
                return f"{self.row_table(base.type.base, name)}[{self.scalar(base, c)}]"
        t = e.type
        if t.shape == "list" or t.base == "pile":
            return self.scalar(e, c)
        if t.base == "player":
            return f"turn_order({self.order}[S[{ACTIVE}]], {self.mask(e, c)})"
        return f"bits({self.mask(e, c)})"

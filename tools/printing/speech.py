"""Says things in one language: names, numbers, prices, sentences with their holes filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from hexwright.dsl import program as ir
from hexwright.dsl.translate import HOLE, Catalogue
from hexwright.dsl.translate import add as add_entry
from hexwright.dsl.translate import entries as po_entries
from hexwright.interpreter.setting import Setting
from hexwright.tools.printing.known import UNKNOWN, Known

NARROW, WIDE = "\u202f", "\u00a0"
"""blanks at which no line breaks"""
ENDLESS = 10_000
"""a supply that nobody can use up"""


class Words:
    """The words of the page itself; English is the key."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.said = Catalogue(language)
        path = Path(__file__).with_name(f"{language}.po")
        if path.is_file():
            for entry in po_entries(path):
                add_entry(self.said, entry)

    missed: ClassVar[set[tuple[str, str]]] = set()
    """(language, text) of what was asked for and is not there; tests look at it"""

    def __call__(self, text: str, **holes: object) -> str:
        if self.language != "en" and text not in self.said.sentences:
            self.missed.add((self.language, text))
        found = self.said.sentence(text)
        return typeset(found.format(**holes) if holes else found, self.language)


def typeset(text: str, language: str) -> str:
    """Blanks and quotes as a printer of that language sets them."""
    text = text.replace("'", "\u2019")
    if language != "fr":
        return text
    text = re.sub(r"\b([dD])e (?=[aeiouâàéèêîôûAEIOUÂÀÉÈÊÎÔÛ](?!nze\b)\w)", "\\1\u2019", text)
    text = re.sub(r"[ \u00a0\u202f]*([;!?])(?=[\s\u00a0)»]|$)", rf"{NARROW}\1", text)
    text = re.sub(r"[ \u00a0\u202f]+:", f"{WIDE}:", text)
    text = re.sub(r"«[ \u00a0\u202f]*", f"«{WIDE}", text)
    text = re.sub(r"[ \u00a0\u202f]*»", f"{WIDE}»", text)
    return re.sub(r"(?<=\d)[ ](?=[%\d])", NARROW, text)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentences(text: str) -> list[str]:
    """A paragraph, full stop by full stop."""
    return [part for part in re.split(r"(?<=[.!?]) (?=[^\Wa-z]|[«“‹])", text) if part]


def at_a_rate(expr: ir.Expr) -> bool:
    """Whether it is a chosen sort of cards, as many as a value says."""
    match expr:
        case ir.Arithmetic(op="*", left=ir.ValueRef(), right=ir.LocalRef(type=t)):
            return t.base == "member"
    return False


def many_unknown(number: str, thing: str) -> bool:
    """Whether both are called by a name: how many is a value of the game, and so is what."""
    return bool(number and thing) and not number[0].isdigit() and not thing[0].isdigit()


class Speech:
    def __init__(
        self, program: ir.Program, catalogue: Catalogue, setting: Setting | None, known: Known
    ) -> None:
        self.program = program
        self.catalogue = catalogue
        self.language = catalogue.language
        self.setting = setting
        self.known = known
        self.words = Words(catalogue.language)
        held = {s.type.of for s in program.states.values() if s.owner == "hex"}
        self.laid = {m for k in program.kinds.values() if k.name in held for m in k.members}
        """what lies on hexes; often called by a plural"""

    # Names

    def name(self, word: str) -> str:
        return self.set(self.catalogue.name(word).one)

    def many(self, word: str) -> str:
        return self.set(self.catalogue.name(word).many)

    def title(self, word: str) -> str:
        return capital(self.name(word))

    def the(self, word: str) -> str:
        """A name with its article."""
        name, gender = self.name(word), self.catalogue.name(word).gender
        if self.language != "fr":
            return f"the {name}"
        if name[:1].lower() in "aeiouhâàéèêîôû":
            return f"l\u2019{name}"
        return f"{'la' if gender == 'f' else 'le'} {name}"

    def label(self, word: str) -> str:
        """The name of a rule, steps or part: other languages need none, the sentence is enough."""
        if self.language != "en" and word not in self.catalogue.names:
            return self.words("Rule")
        return self.title(word)

    def set(self, text: str) -> str:
        return typeset(text, self.language)

    def listed(self, items: Iterable[str], last: str = "and") -> str:
        """a, b and c; with semicolons if a name has a comma of its own."""
        found = [item for item in items if item]
        if len(found) < 2:
            return "".join(found)
        if len(found) > 2 and any(", " in item for item in found):
            return self.set(" ; ".join(found)).replace(" ;", ";")
        return f"{', '.join(found[:-1])} {self.words(last)} {found[-1]}"

    def colon(self, what: str, said: str) -> str:
        """What it is: what is said of it."""
        return self.words("{what}: {said}", what=what, said=said)

    # Values

    def amount(self, count: int, word: str) -> str:
        """A number of cards; English has no plural for what is counted in bulk."""
        if word in self.program.cards or word in self.laid:
            return f"{count}{WIDE}×{WIDE}{self.name(word)}"
        many = self.language == "fr" and count > 1
        return f"{count}{WIDE}{self.many(word) if many else self.name(word)}"

    def bundle(self, pairs: Iterable[tuple[int, int]]) -> str:
        assert self.setting is not None
        names = self.setting.member_names
        return self.listed(self.amount(n, names[m]) for m, n in pairs) or self.words("nothing")

    def shown(self, value: Any, t: ir.Type) -> str:
        """A value that is known."""
        if t.shape != "one" and isinstance(value, (tuple, frozenset)):
            one = ir.Type(t.base, t.of)
            if t.shape == "list":
                return ", ".join(self.shown(v, one) for v in value)
            return self.listed(self.shown(v, one) for v in sorted(value))
        if t.base in ("bundle", "cards"):
            return self.bundle(value)
        if isinstance(value, bool):
            return self.words("yes" if value else "no")
        if isinstance(value, int) and t.base == "member" and self.setting is not None:
            return self.name(self.setting.member_names[value])
        if isinstance(value, int):
            return str(value) if value < ENDLESS else self.words("as many as needed")
        return self.words("none") if value is None else self.name(str(value))

    def constant(self, value: int | bool | str | None) -> str:
        """The value of an option."""
        if isinstance(value, bool):
            return self.words("yes" if value else "no")
        return self.words("none") if value is None else self.name(str(value))

    def phrase(self, expr: ir.Expr | None) -> str:
        """An expression in words: its value if that is known, else what it is called; or ""."""
        value = self.known.value(expr)
        if value is not UNKNOWN and expr is not None:
            return self.shown(value, expr.type)
        match expr:
            case ir.ValueRef(key=key):
                plain = self.known.plain_sum(expr)
                return str(plain) if plain is not UNKNOWN else self.name(key[1])
            case ir.StateRef(key=key):
                return self.name(key[1])
            case ir.AsBundle(base=base) | ir.AsSet(base=base):
                return self.phrase(base)
            case ir.Arithmetic(op=op, left=left, right=right):
                one, other = self.phrase(left), self.phrase(right)
                if isinstance(left, ir.ValueRef) and not one.isdigit() and at_a_rate(expr):
                    form = "as many equal {things} as {number} says"
                    things = self.many(right.type.of)
                    return self.words(form, things=things, number=self.the(left.key[1]))
                if isinstance(left, ir.ValueRef) and op == "*" and many_unknown(one, other):
                    form = "{thing}, as many as {number} says"
                    return self.words(form, thing=other, number=self.the(left.key[1]))
                sign = {"*": "×", "-": "−", "/": "÷"}.get(op, op)
                return f"{one} {sign} {other}" if one and other else ""
            case ir.PieceFact(base=base, name=name):
                return f"{self.words(name)} ({self.phrase(base)})"
            case ir.LocalRef(name=name, type=t) | ir.HeadRef(name=name, type=t):
                return self.thing(t, name)
            case ir.BuiltIn(name=name):
                return self.words(name)
            case ir.PieceKindRef(name=name) | ir.OnePiece(name=name) | ir.MemberRef(name=name):
                return self.name(name)
            case ir.PiecesOf(kind=kind):
                return self.many(kind)
            case ir.Quantified(word="count", over=over):
                return self.words("number of {things}", things=self.phrase(over))
            case ir.Field(name=name):
                return self.words(name)
            case ir.Column(column=column):
                return self.name(column)
        return ""

    def thing(self, t: ir.Type, name: str = "") -> str:
        """What a chosen or bound thing is, by its sort."""
        if name and name in self.catalogue.names:
            return self.name(name)
        if t.base in ("player", "hex", "corner", "edge"):
            return self.name(t.base)
        if t.base in ("bundle", "cards", "pile"):
            return self.words("cards")
        if t.base in ("member", "piece", "space") and t.of:
            return self.name(t.of)
        return self.name(name) if name else self.words(t.base)

    # Sentences

    def text(self, text: ir.Text) -> str:
        """A sentence in this language, its holes filled in."""
        source = text.sentence.text
        holes = dict(zip(HOLE.findall(source), text.holes, strict=False))
        said = self.catalogue.sentence(source)

        def filled(match: re.Match[str]) -> str:
            expr = holes.get(match[1])
            return self.hole(expr) if expr is not None else match[0]

        done = HOLE.sub(filled, said)
        return self.set(capital(done))

    def hole(self, expr: ir.Expr) -> str:
        value = self.known.value(expr)
        if value is not UNKNOWN:
            return self.shown(value, expr.type)
        if isinstance(expr, (ir.LocalRef, ir.HeadRef, ir.Field)):
            return f"‹{self.thing(expr.type)}›"
        return f"‹{self.phrase(expr) or self.words(expr.type.base)}›"

    def texts(self, texts: Sequence[ir.Text]) -> list[str]:
        return [self.text(text) for text in texts]

    def sentence(self, text: str) -> str:
        """A heading or title."""
        return self.set(self.catalogue.sentence(text))

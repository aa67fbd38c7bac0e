"""The source being written: constants by name, functions as text, and what is bound where."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.setting import Setting, SettingError, constant

from .analysis import Analysis, Atom
from .layout import DIRTY, Layout, inverse, masks


class NotCompilable(Exception):
    """Something this engine does not do; the reference evaluator does."""


@dataclass(frozen=True, slots=True)
class Scope:
    """How the names of a place in the program are written in the source."""

    you: str = "-1"
    paid: str = "False"
    names: dict[int, str] = field(default_factory=dict)
    heads: dict[str, str] = field(default_factory=dict)
    mode: str = "0"
    """how the running action is paid: 0 as written, 1 not at all, or a bundle"""

    def bind(self, slot: int, name: str) -> Scope:
        return replace(self, names={**self.names, slot: name})


class Source:
    """Collects constants and functions; later modules add the writing of each construct."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.program = setting.program
        self.analysis = Analysis(setting)
        self.layout = Layout(setting)
        self.namespace: dict[str, Any] = {}
        self.functions: list[str] = []
        self._constants: dict[Any, str] = {}
        self._count = 0
        self._folded: dict[int, Any] = {}
        self.written: set[str] = set()
        """shared functions that this pass has written"""
        self.listeners: dict[Atom, list[str]] = {}
        """atom → source lines that make caches forget and settling rules look again"""
        self.own_listeners: dict[Atom, list[tuple[str, str]]] = {}
        """the same for memories of one owner: (line for all, line for the owner `o_`)"""

    def fresh(self, stem: str) -> str:
        self._count += 1
        return f"{stem}{self._count}"

    def const(self, value: Any, stem: str = "K") -> str:
        key = (stem, value)
        if key not in self._constants:
            name = self.fresh(stem)
            self._constants[key] = name
            self.namespace[name] = value
        return self._constants[key]

    def helper(self, name: str, value: Any) -> str:
        self.namespace[name] = value
        return name

    def define(self, head: str, body: list[str]) -> None:
        lines = [f"def {head}:", *("    " + line for line in body)]
        self.functions.append("\n".join(lines))

    def known(self, expr: ir.Expr) -> Any:
        """What options alone decide, or None."""
        key = id(expr)
        if key not in self._folded:
            try:
                self._folded[key] = (expr, constant(expr, self.setting))
            except (SettingError, AssertionError, KeyError, TypeError):
                self._folded[key] = (expr, None)
        return self._folded[key][1]

    # topology as constants

    def rows(self, sort: str, name: str) -> tuple[tuple[int, ...], ...]:
        top = self.setting.topology
        table: tuple[tuple[int, ...], ...] = getattr(top, f"{sort}_{name}")
        return table

    def row_table(self, sort: str, name: str) -> str:
        """Rows of numbers in the order of the numbers; the last, for none, is empty."""
        return self.const((*(tuple(sorted(row)) for row in self.rows(sort, name)), ()), "R")

    def mask_table(self, sort: str, name: str) -> str:
        return self.const((*masks(self.rows(sort, name)), 0), "M")

    def target_sort(self, sort: str, name: str) -> str:
        return {"corners": "corner", "edges": "edge", "hexes": "hex", "ends": "corner"}.get(
            name, sort
        )

    def image(self, sort: str, name: str) -> str:
        """The remembered union over a set: things → their `name`."""
        return self._image(("forth", sort, name), masks(self.rows(sort, name)))

    def preimage(self, sort: str, name: str) -> str:
        """targets → the things of `sort` whose `name` has one of them."""
        from .layout import sort_size

        size = sort_size(self.setting, self.target_sort(sort, name))
        return self._image(("back", sort, name), inverse(self.rows(sort, name), size))

    def _image(self, key: tuple[str, str, str], rows: tuple[int, ...]) -> str:
        from .sets import image_over

        if key not in self._constants:
            name = self.fresh("I")
            self._constants[key] = name
            self.namespace[name] = image_over(tuple(rows))
        return self._constants[key]

    # listening

    def listen(self, atoms: set[Atom] | frozenset[Atom], line: str) -> None:
        for atom in atoms:
            lines = self.listeners.setdefault(atom, [])
            if line not in lines:
                lines.append(line)

    def listen_own(self, kinds: frozenset[str], line: str, by_owner: str) -> None:
        """Like `listen`, for what only pieces of one owner make forget; `o_` is that owner."""
        for kind in kinds:
            lines = self.own_listeners.setdefault(("piece", kind), [])
            if (line, by_owner) not in lines:
                lines.append((line, by_owner))

    def touched(self, *atoms: Atom, piece: str = "") -> list[str]:
        """Lines to write after something of these atoms has changed; dirty bits joined. With
        `piece`, all that has changed of pieces is that one."""
        lines: list[str] = []
        dirty = 0
        own = [pair for atom in atoms for pair in self.own_listeners.get(atom, ())]
        if own and piece:
            owners = tuple(i.owner for i in self.setting.instances)
            lines.append(f"o_ = {self.const((*owners, -1), 'OWNER')}[{piece}]")
        for line, by_owner in own:
            chosen = by_owner if piece else line
            if chosen not in lines:
                lines.append(chosen)
        for atom in (*atoms, ("*",)):
            for line in self.listeners.get(atom, ()):
                if line.startswith("dirty "):
                    dirty |= int(line[6:])
                elif line not in lines:
                    lines.append(line)
        if dirty:
            lines.append(f"S[{DIRTY}] |= {dirty}")
        return lines

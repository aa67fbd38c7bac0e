"""What a question about a lifted piece asks in the same way for every piece, asked only once.

A list of moves often asks one question for many pieces in turn. Its source says which parts of it
name the lifted piece; all the others are the same each time, so they are worked out before and
handed over. Joined sets are regrouped for that: in `A & B & C`, what is the same becomes one set.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

FIXED = "fixed_"


class _Hoister(ast.NodeTransformer):
    def __init__(self, changing: frozenset[str]) -> None:
        self.changing = changing
        self.fixed: list[str] = []

    def same(self, node: ast.AST) -> bool:
        return not any(isinstance(n, ast.Name) and n.id in self.changing for n in ast.walk(node))

    def take_out(self, node: ast.expr) -> ast.expr:
        """The name under which a part that stays the same is handed over."""
        if not any(isinstance(n, ast.Call | ast.Subscript | ast.BinOp) for n in ast.walk(node)):
            return node
        text = ast.unparse(node)
        if text not in self.fixed:
            self.fixed.append(text)
        return ast.Name(f"f{self.fixed.index(text)}_", ast.Load())

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr) and self.same(node):
            return self.take_out(node)
        if isinstance(node, ast.IfExp | ast.BoolOp | ast.ListComp | ast.GeneratorExp | ast.Lambda):
            return node  # a part of it may not be worked out before its test
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            return self.joined(node, type(node.op))
        return self.generic_visit(node)

    def joined(self, node: ast.BinOp, op: type[ast.operator]) -> ast.expr:
        parts = list(_operands(node, op))
        alike = [p for p in parts if self.same(p)]
        others = [self.visit(p) for p in parts if not self.same(p)]
        found: list[ast.expr] = [self.take_out(_join(alike, op))] if alike else []
        return _join([*found, *(p for p in others if isinstance(p, ast.expr))], op)


def _operands(node: ast.expr, op: type[ast.operator]) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, op):
        return [*_operands(node.left, op), *_operands(node.right, op)]
    return [node]


def _join(parts: Sequence[ast.expr], op: type[ast.operator]) -> ast.expr:
    found = parts[0]
    for part in parts[1:]:
        found = ast.BinOp(found, op(), part)
    return found


def hoisted(lines: Sequence[str], changing: Sequence[str]) -> tuple[list[str], list[str]]:
    """What is worked out before, and the lines that use it as `f0_`, `f1_` and so on. Names that
    the lines bind themselves count as changing."""
    module = ast.parse("\n".join(["def f():", *("    " + line for line in lines)]))
    bound = {n.id for n in ast.walk(module) if isinstance(n, ast.Name)
             and isinstance(n.ctx, ast.Store)}  # fmt: skip
    hoister = _Hoister(frozenset({*changing, *bound}))
    whole = module.body[0]
    assert isinstance(whole, ast.FunctionDef)
    whole.body = [_in_statement(hoister, s) for s in whole.body]
    text = ast.unparse(ast.fix_missing_locations(module)).split("\n")[1:]
    return hoister.fixed, [line[4:] for line in text]


def _in_statement(hoister: _Hoister, statement: ast.stmt) -> ast.stmt:
    """Only what is worked out in any case is taken out: tests at the beginning and what stands
    behind them, as long as it can fail nowhere (sets and slots)."""
    for field, value in ast.iter_fields(statement):
        if isinstance(value, ast.expr) and not _is_target(value):
            setattr(statement, field, hoister.visit(value))
        elif isinstance(value, list):
            done = [_in_statement(hoister, v) if isinstance(v, ast.stmt) else v for v in value]
            setattr(statement, field, done)
    return statement


def _is_target(node: ast.expr) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)

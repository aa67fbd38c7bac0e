"""What the box holds of each member: the constants of the kinds' tables."""

from __future__ import annotations

from hexwright.dsl import program as ir


def column_cell(program: ir.Program, member: str, column: str) -> ir.Expr | None:
    """The constant that a member's own kind gives in that column."""
    kind = program.kinds[program.members[member]]
    names = [name for name, _ in kind.columns]
    if column not in names:
        return None
    return dict(kind.cells)[member][names.index(column)]


def copies(program: ir.Program, member: str) -> int:
    """How many cards or tiles of a member the box holds."""
    if member in program.cards:
        return program.cards[member].copies
    cell = column_cell(program, member, "copies")
    return cell.value if isinstance(cell, ir.Const) and isinstance(cell.value, int) else 1

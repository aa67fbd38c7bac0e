"""Tries a ruleset out: builds every board and runs every set-up.

What shows only then is told as a diagnostic with the place of the board or rule it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from hexwright.dsl import program as ir
from hexwright.dsl.diagnostics import Diagnostic, diagnose
from hexwright.dsl.tree import NOWHERE, Span
from hexwright.interpreter.setting import Constant, Setting, SettingError, constant, make_setting
from hexwright.tools.counting import miscounted

MOST_WAYS = 2_000
"""settings of options that are tried to find one under which a board is used"""
TRYING_SEED = 1

Way = tuple[int, dict[str, Constant]]
"""number of players, options"""


def ways(program: ir.Program, board: ir.BoardDef) -> list[Way]:
    """For each number of players one setting of the options under which the board is used."""
    found: list[Way] = []
    for players in range(program.players[0], program.players[1] + 1):
        chosen = next(
            (c for c in islice(_choices(program, board), MOST_WAYS) if _fits(c, board, players)),
            None,
        )
        if chosen is not None:
            found.append((players, chosen))
    return found


def _fits(options: Mapping[str, Constant], board: ir.BoardDef, players: int) -> bool:
    if board.when is None:
        return True
    return bool(constant(board.when, _Probe(players, options)))  # type: ignore[arg-type]


class _Probe:
    """As much of a setting as a condition on options needs."""

    def __init__(self, players: int, options: Mapping[str, Constant]) -> None:
        self.players = players
        self.options = options


def _choices(program: ir.Program, board: ir.BoardDef) -> Iterator[dict[str, Constant]]:
    """All settings of the options that the board's condition speaks of, the usual one first."""
    from hexwright.interpreter.uses import nodes

    asked = list(dict.fromkeys(n.name for n in nodes((board.when,)) if isinstance(n, ir.OptionRef)))
    usual: dict[str, Constant] = {o.name: o.normally for o in program.options.values()}
    for values in product(*(_values(program.options[name]) for name in asked)):
        yield {**usual, **dict(zip(asked, values, strict=True))}


def _values(option: ir.OptionDef) -> list[Constant]:
    found: list[Constant] = [option.normally, *option.words]
    if option.type.base == "flag":
        found += [True, False]
    if option.low is not None and option.high is not None:
        found += range(option.low, min(option.high, option.low + 50) + 1)
    return list(dict.fromkeys(found))


def try_set_ups(rules: Any) -> list[Diagnostic]:
    """Builds every board and runs every set-up up to its first decision."""
    program = rules.program
    found: list[Diagnostic] = []
    for board in program.boards.values():
        problem = try_map(board)
        if problem is not None:
            found.append(problem)
            continue
        possible = ways(program, board)
        if not possible:
            message = f"no options make the board {board.name} the one that is used"
            found.append(diagnose("no-board", message, board.span))
        for players, options in possible:
            problem = try_set_up(rules, board, players, options)
            if problem is not None:
                found.append(problem)
                break
    return found


def try_map(board: ir.BoardDef) -> Diagnostic | None:
    """Does the drawing have a grid, and is every place of the board on it?"""
    from hexwright.interpreter.board import MapProblem, topology_of

    try:
        topology = topology_of(board.rows)
    except MapProblem as problem:
        return diagnose("bad-cell", problem.message, _cell(board, problem.row, problem.column))
    named: list[tuple[tuple[str, ...], tuple[str, ...], Span]]
    named = [(m.places, (m.sort,), m.span) for m in board.marks]
    named += [(f.places, (f.state[0],), f.span) for f in board.fills]
    named += [(s.places, ("hex", "corner", "edge"), s.span) for s in board.stands]
    for places, sorts, span in named:
        for text in places:
            if all(topology.find(text, sort) is None for sort in sorts):
                sort = " or ".join(sorts)
                message = f"{text} is no {sort} of the board {board.name}"
                return diagnose("bad-place", message, span)
    return None


def _cell(board: ir.BoardDef, row: int, column: int) -> Span:
    if row >= len(board.row_spans):
        return board.span
    span = board.row_spans[row]
    start = span.column + column
    return Span(span.file, span.line, start, span.line, start + 1)


def try_set_up(
    rules: Any, board: ir.BoardDef, players: int, options: Mapping[str, Constant]
) -> Diagnostic | None:
    """Runs one set-up with the plain evaluator, which needs no preparation."""
    from hexwright.interpreter.game import new_game
    from hexwright.interpreter.moves import RuleConflict
    from hexwright.interpreter.shapes import Unsupported

    try:
        setting: Setting = make_setting(rules.program, players, options)
        if setting.board is not board:
            return None
        game = new_game(
            rules, players=players, seed=TRYING_SEED, options=dict(options), engine="reference"
        )
    except SettingError as problem:
        return diagnose("no-board", str(problem), board.span)
    except (RuleConflict, Unsupported) as problem:
        return diagnose("dead-end", f"the set-up of {board.name} fails: {problem}", board.span)
    if game.pending is None:
        message = f"on the board {board.name} with {players} players nobody is ever asked anything"
        return diagnose("dead-end", message, board.span)
    return miscounted(game, board)


def _start(rules: Any) -> Span:
    header = rules.world.header
    return header.span if header is not None else NOWHERE

"""Conditions that always or never hold, and boards that do not fit the options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from . import program as ir
from .diagnostics import Diagnostic, diagnose
from .uses import Node, spoken
from .walk import walk
from .world import World

Range = tuple[float, float]
Constant = int | bool | str | None
EVERY: Range = (float("-inf"), float("inf"))
MOST_WAYS = 2_000


# Conditions


def foregone(program: ir.Program, mine: set[Node]) -> Iterator[Diagnostic]:
    """Conditions whose outcome the ranges of their numbers decide."""
    for node, block in _blocks(program):
        if node not in mine:
            continue
        for one in walk(block):
            if isinstance(one, ir.Compare):
                outcome = decided(program, one)
                if outcome is not None:
                    message = f"this {'always' if outcome else 'never'} holds"
                    yield diagnose("foregone", message, one.span, _why(program, one))
            elif isinstance(one, ir.RequireDef) and isinstance(one.condition, ir.Const):
                word = "always" if one.condition.value else "never"
                message = f"the requirement {one.name} {word} holds"
                yield diagnose("foregone", message, one.span)


def _blocks(program: ir.Program) -> Iterator[tuple[Node, Any]]:
    for sort in ("actions", "cards", "steps", "rules", "awards"):
        for name, block in getattr(program, sort).items():
            yield (sort if sort == "steps" else sort[:-1], name), block
    for key, value in program.values.items():
        yield ("value", spoken(key)), value


def decided(program: ir.Program, one: ir.Compare) -> bool | None:
    """Yes or no, if the ranges of both sides leave nothing open."""
    if one.left.type.optional or one.right.type.optional:
        return None
    a, b = reach(program, one.left), reach(program, one.right)
    if a == EVERY or b == EVERY:
        return None
    match one.op:
        case "<":
            return True if a[1] < b[0] else False if a[0] >= b[1] else None
        case "<=":
            return True if a[1] <= b[0] else False if a[0] > b[1] else None
        case ">":
            return True if a[0] > b[1] else False if a[1] <= b[0] else None
        case ">=":
            return True if a[0] >= b[1] else False if a[1] < b[0] else None
        case "is" | "is not":
            apart = a[1] < b[0] or b[1] < a[0]
            if apart:
                return one.op == "is not"
            return one.op == "is" if a == b and a[0] == a[1] else None
    return None


def reach(program: ir.Program, e: ir.Expr) -> Range:
    """The lowest and highest number that an expression can give."""
    match e:
        case ir.Const(value=int(value)) if not isinstance(value, bool):
            return (value, value)
        case ir.OptionRef(name=name):
            option = program.options[name]
            if option.low is not None and option.high is not None and not option.words:
                return (option.low, option.high)
        case ir.StateRef(key=key) if e.type.shape == "one":
            state = program.states.get(key)
            if state is not None and state.low is not None and state.high is not None:
                return (reach(program, state.low)[0], reach(program, state.high)[1])
        case ir.Quantified(word="count"):
            return (0, float("inf"))
        case ir.Arithmetic(op=op, left=left, right=right) if e.type == ir.NUMBER:
            a, b = reach(program, left), reach(program, right)
            if op == "+":
                return (a[0] + b[0], a[1] + b[1])
            if op == "-":
                return (a[0] - b[1], a[1] - b[0])
    return EVERY


def _why(program: ir.Program, one: ir.Compare) -> str:
    parts = []
    for side in (one.left, one.right):
        low, high = reach(program, side)
        if low != high:
            top = "more" if high == float("inf") else f"{high:g}"
            parts.append(f"from {low:g} to {top}")
    return ", ".join(parts)


def homeless(program: ir.Program, mine: set[Node]) -> Iterator[Diagnostic]:
    """What is given to or paid by players who have no place for it."""
    if not program.holdings:
        return
    for node, block in _blocks(program):
        if node not in mine:
            continue
        for one in walk(block):
            if not isinstance(one, ir.Give | ir.Pay):
                continue
            ref = one.what.base if isinstance(one.what, ir.AsBundle) else one.what
            if isinstance(ref, ir.MemberRef) and ref.name not in program.holdings:
                message = f"no player has a place for {ref.name}, which is a {ref.type.of}"
                kinds = sorted({program.members[m] for m in program.holdings})
                hints = [f"players hold: {', '.join(kinds)}"]
                yield diagnose("wrong-type", message, ref.span, hints=hints)


# Boards


def boards(world: World, program: ir.Program) -> Iterator[Diagnostic]:
    """Options and numbers of players with no board, or with several."""
    if not program.boards:
        return
    span = (
        world.header.span if world.header is not None else next(iter(program.boards.values())).span
    )
    asked = {
        node.name
        for board in program.boards.values()
        for node in walk((board.when,) if board.when is not None else ())
        if isinstance(node, ir.OptionRef)
    }
    options = [program.options[name] for name in program.options if name in asked]
    ways = [_ways(option) for option in options]
    usual = tuple(option.normally for option in options)
    for players in range(program.players[0], program.players[1] + 1):
        said = 0
        for number, chosen in enumerate(product(*ways)):
            if number >= MOST_WAYS or said >= 3:
                break
            values = dict(zip((o.name for o in options), chosen, strict=True))
            fitting = [b.name for b in program.boards.values() if _fits(b, players, values)]
            if fitting is None or len(fitting) == 1:
                continue
            said += 1
            told = ", ".join(f"{k} {_word(v)}" for k, v in values.items())
            with_ = f"{players} players" + (f" and {told}" if told else "")
            what = f"the boards {' and '.join(fitting)} both fit" if fitting else "no board fits"
            one = diagnose("no-board", f"{what} with {with_}", span)
            yield one if chosen == usual else replace(one, severity="warning")


def _fits(board: ir.BoardDef, players: int, values: dict[str, Constant]) -> bool:
    return board.when is None or bool(_constant(board.when, players, values))


def _ways(option: ir.OptionDef) -> list[Constant]:
    if option.type.base == "flag":
        return [False, True]
    found: list[Constant] = [option.normally, *(w for w in option.words if w != option.normally)]
    if option.low is not None and option.high is not None:
        high = min(option.high, option.low + 50)
        found += [n for n in range(option.low, high + 1) if n != option.normally]
    return found


def _word(value: Constant) -> str:
    return {True: "yes", False: "no"}.get(value, "") if isinstance(value, bool) else str(value)


def _constant(e: ir.Expr, players: int, values: dict[str, Constant]) -> Any:
    """An expression over options and the number of players; None for anything else."""
    match e:
        case ir.Const(value=value):
            return value
        case ir.WordRef(word=word):
            return word
        case ir.OptionRef(name=name):
            return values.get(name)
        case ir.Negation(operand=operand):
            return not _constant(operand, players, values)
        case ir.Both(left=left, right=right):
            return _constant(left, players, values) and _constant(right, players, values)
        case ir.Either(left=left, right=right):
            return _constant(left, players, values) or _constant(right, players, values)
        case ir.Quantified(word="count", local=None, over=ir.Everything(type=t)):
            return players if t.base == "player" else None
        case ir.Listing(items=items):
            return [_constant(item, players, values) for item in items]
        case ir.Compare(op=op, left=left, right=right):
            a, b = _constant(left, players, values), _constant(right, players, values)
            if op in ("is in", "is not in"):
                return isinstance(b, list) and (a in b) is (op == "is in")
            if op in ("is", "is not"):
                return (a == b) is (op == "is")
            if isinstance(a, int) and isinstance(b, int):
                return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
    return None

"""Generated tables: pieces and prices, cards and tiles, dice, tracks, options."""

from __future__ import annotations

from collections import Counter

from hexwright.dsl import program as ir
from hexwright.dsl.walk import walk
from hexwright.tools.printing.known import UNKNOWN
from hexwright.tools.printing.model import Block, Bullets, Item, Row, Table
from hexwright.tools.printing.speech import WIDE, at_a_rate, capital
from hexwright.tools.printing.telling import COPIES, Teller
from hexwright.tools.trying import ways

SHORT = 70
"""letters of a sentence that may stand in a table of prices"""


def components(teller: Teller) -> list[Block]:
    found: list[Block | None] = [
        pieces_table(teller),
        prices_table(teller),
        stocks_table(teller),
        boards_table(teller),
        dice(teller),
    ]
    return [block for block in found if block is not None]


def pieces_table(teller: Teller) -> Table | None:
    """Every piece: how many, where it stands, what is said about it."""
    speech, words = teller.speech, teller.words
    rows = []
    for piece in teller.program.pieces.values():
        teller.note("piece", piece.name)
        form = "{n} in all" if piece.in_all else "{n} each"
        where = speech.listed((speech.name(place) for place in piece.places), "or")
        about = " ".join(speech.texts(teller.told_of("piece", piece.name)))
        mark = teller.marks.whole("pieces", piece.name) or teller.marks.part(
            "pieces", piece.name, "cost", "supply", "text", "places",
            f"{piece.name}.cost", f"{piece.name}.supply",
        )  # fmt: skip
        supply = words(form, n=piece.supply).replace(" ", WIDE)
        cells = (speech.title(piece.name), supply, where, about)
        rows.append(Row(cells, mark))
    if not rows:
        return None
    head = (words("Piece"), words("Supply"), words("Stands on"), words("About it"))
    return Table(words("Pieces"), head, tuple(rows))


def prices(teller: Teller) -> list[tuple[str, str, str, str]]:
    """(what, price, supply, mark) of everything with a fixed price: pieces, then other actions."""
    speech, program = teller.speech, teller.program
    found = []
    for piece in program.pieces.values():
        if piece.cost is None:
            continue
        form = "{n} in all" if piece.in_all else "{n} each"
        supply = teller.words(form, n=piece.supply)
        mark = teller.marks.whole("pieces", piece.name) or teller.marks.part(
            "pieces", piece.name, "cost", f"{piece.name}.cost"
        )
        found.append((speech.title(piece.name), speech.phrase(piece.cost), supply, mark))
    for action in program.actions.values():
        paid = [n.what for n in walk(action.body) if isinstance(n, ir.Pay)]
        if not any(speech.known.value(expr) != () for expr in paid) or any(map(_of_piece, paid)):
            continue
        said = teller.costs(action)
        if said:
            mark = teller.marks.whole("actions", action.name)
            price, usual = said[0].text, speech.listed(explained(teller, expr) for expr in paid)
            if usual:
                price = usual if all(map(at_a_rate, paid)) else f"{price} ({usual})"
            found.append((speech.title(action.name), price, "", mark))
    return found


def explained(teller: Teller, expr: ir.Expr) -> str:
    """The usual one of prices that change with the game, if one short sentence says it."""
    for node in walk((expr,)):
        if isinstance(node, ir.ValueRef) and teller.speech.known.value(node) is UNKNOWN:
            value = teller.program.values.get(node.key)
            parts = [text for part in value.parts for text in part.texts] if value else []
            texts = teller.speech.texts([*value.texts, *parts][:1]) if value else []
            if texts and len(texts[0]) <= SHORT:
                return f"{texts[0][:1].lower()}{texts[0][1:].rstrip('.')}"
    return ""


def _of_piece(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.PieceFact) or (
        isinstance(expr, ir.AsBundle) and isinstance(expr.base, ir.PieceFact)
    )


def prices_table(teller: Teller) -> Table | None:
    words = teller.words
    rows = [Row((what, price), mark) for what, price, _, mark in prices(teller)]
    if not rows:
        return None
    return Table(words("Prices"), (words("What"), words("Price")), tuple(rows))


def stocks_table(teller: Teller) -> Table | None:
    """Cards and tiles by kind, with the number of each."""
    speech, words = teller.speech, teller.words
    thrown = {state.type.of for state in rolled(teller) if state.type.base == "member"}
    rows = []
    for kind in teller.program.kinds.values():
        if kind.name in thrown or kind.name in teller.book.counted:
            continue  # faces of a die are no tiles; what boards hold is told there
        copies = {card.name: card.copies for card in teller.program.cards.values()
                  if card.kind == kind.name}  # fmt: skip
        columns = [name for name, _ in kind.columns]
        if COPIES in columns:
            at = columns.index(COPIES)
            for member, cells in kind.cells:
                value = cells[at]
                if isinstance(value, ir.Const) and isinstance(value.value, int):
                    copies[member] = value.value
        copies = {name: count for name, count in copies.items() if count}
        if not copies:
            continue
        each = speech.listed(times(count, speech.name(name)) for name, count in copies.items())
        total = str(Counter(copies).total())
        said = [f"{name}.{COPIES}" for name in copies] + [f"member {name}" for name in copies]
        said += [e.what for e in teller.marks.events("kinds", kind.name) if e.verb == "removed"]
        mark = teller.marks.whole("kinds", kind.name)
        mark = mark or teller.marks.part("kinds", kind.name, *said)
        rows.append(Row((capital(speech.name(kind.name)), total, each), mark))
    if not rows:
        return None
    head = (words("Cards and tiles"), words("Number"), words("Of these"))
    return Table(words("Cards and tiles"), head, tuple(rows))


def times(count: object, name: str) -> str:
    return f"{count}{WIDE}×{WIDE}{name}"


def rolled(teller: Teller) -> list[ir.StateDef]:
    """The dice: states that some rule rolls."""
    program = teller.program
    blocks = (program.steps, program.actions, program.rules, program.cards)
    found: dict[ir.Key, None] = {}
    for node in walk(tuple(tuple(sort.values()) for sort in blocks)):
        if isinstance(node, ir.Roll):
            found.update(dict.fromkeys(target.key for target in node.targets))
    return [program.states[key] for key in found if key in program.states]


def boards_table(teller: Teller) -> Table | None:
    """What lies on each board when the game begins, as far as the boards say it."""
    words = teller.words
    rows = []
    for board in teller.program.boards.values():
        mark = teller.marks.whole("boards", board.name)
        title = of_players(teller, board)
        for line in board.holds:
            said = laid_there(teller, line) if line.when is None else ""
            if said:
                rows.append(Row((title, teller.speech.title(line.state[1]), said), mark))
                title = mark = ""
    if not rows:
        return None
    head = (words("Board"), words("What lies there"), words("Of these"))
    return Table(words("On the board when the game begins"), head, tuple(rows))


def of_players(teller: Teller, board: ir.BoardDef) -> str:
    """The name of a board, and for how many players it is if that is not for all."""
    low, high = teller.program.players
    seats = [players for players, _ in ways(teller.program, board)]
    title = teller.speech.title(board.name)
    if not seats or len(seats) == high - low + 1:
        return title
    said = teller.words("{n} players", n=teller.speech.listed(map(str, seats), "or"))
    return f"{title}, {said}"


def laid_there(teller: Teller, line: ir.HoldsDef) -> str:
    speech = teller.speech
    value = speech.known.value(line.table)
    if value is UNKNOWN:
        return ""
    if line.table.type.base != "bundle" or speech.setting is None:
        return speech.shown(value, line.table.type)
    names = speech.setting.member_names
    return speech.listed(times(count, speech.name(names[member])) for member, count in value)


def dice(teller: Teller) -> Bullets | None:
    """What is rolled, and what it can show."""
    items = []
    for state in rolled(teller):
        mark = teller.marks.whole("states", state.key)
        title = teller.speech.title(state.name)
        items.append(Item(teller.speech.colon(title, faces(teller, state)), mark))
    return Bullets(tuple(items), teller.words("Rolled at random:")) if items else None


def faces(teller: Teller, state: ir.StateDef) -> str:
    speech = teller.speech
    if state.type.base == "number":
        low, high = speech.phrase(state.low), speech.phrase(state.high)
        return teller.words("{low} to {high}", low=low, high=high)
    kind = teller.program.kinds.get(state.type.of)
    if kind is None:
        return speech.name(state.type.of or state.type.base)
    columns = [name for name, _ in kind.columns]
    if COPIES not in columns:
        return speech.listed((speech.name(m) for m in kind.members), "or")
    at = columns.index(COPIES)
    return speech.listed(times(teller.cell(cells[at]), speech.name(m)) for m, cells in kind.cells)


def options_table(teller: Teller) -> Table | None:
    """Every option: what is in force, what else could be, what it means."""
    speech, words = teller.speech, teller.words
    chosen = teller.book.setting.options
    rows = []
    for option in teller.program.options.values():
        teller.note("option", option.name)
        about = " ".join(speech.texts(teller.told_of("option", option.name)))
        if not about:
            teller.untold.append(("option", option.name, option.span))
        mark = teller.marks.whole("options", option.name) or teller.marks.touched(
            "options", option.name
        )
        value = speech.constant(chosen.get(option.name, option.normally))
        rows.append(Row((speech.title(option.name), value, possible(teller, option), about), mark))
    if not rows:
        return None
    head = (words("Option"), words("In force"), words("Possible"), words("Meaning"))
    return Table(words("Options"), head, tuple(rows))


def possible(teller: Teller, option: ir.OptionDef) -> str:
    speech, words = teller.speech, teller.words
    ways = [speech.name(word) for word in option.words]
    if option.type.base == "flag":
        ways = [words("yes"), words("no")]
    if option.low is not None:
        ways.insert(0, words("{low} to {high}", low=option.low, high=option.high))
    return speech.listed(ways, "or")

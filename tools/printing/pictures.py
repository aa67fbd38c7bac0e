"""The boards of a ruleset as pictures for its pages: the same drawing as `hexwright board`."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.dsl import program as ir
from hexwright.dsl.walk import walk
from hexwright.interpreter.game import new_game
from hexwright.interpreter.moves import RuleConflict
from hexwright.interpreter.setting import Constant, SettingError
from hexwright.interpreter.shapes import Unsupported
from hexwright.tools.board import svg_of, text_of
from hexwright.tools.picture import Caption
from hexwright.tools.printing.book import SEED, Book
from hexwright.tools.printing.model import Picture
from hexwright.tools.trying import Way, ways

SMALL = 49
"""percent of the line for a board that is not in force: two stand side by side"""
MIDDLE = 70
"""for one that is too wide for that"""
LEGIBLE = 11.0
"""how much larger the letters around a board are for each column in a percent of the line"""
LARGEST = 1.5


def pictures(book: Book, least: int = 100) -> list[tuple[str, Picture]]:
    """(board, picture) of every board, the one in force first.

    The letters are large enough to be read when a picture takes `least` percent of the line.
    """
    program = book.program
    in_force = book.setting.board.name if program.boards else ""
    boards = sorted(program.boards.values(), key=lambda b: b.name != in_force)
    found = []
    for board in boards:
        for way in _ways(book, board, in_force):
            picture = _picture(book, board, way, least)
            if picture is not None:
                found.append((board.name, picture))
    return found


def _ways(book: Book, board: ir.BoardDef, in_force: str) -> list[Way]:
    """Under which options and for how many players a board is drawn."""
    force = book.setting.options
    if board.name == in_force:
        return [(book.setting.players, dict(force))]
    asked = {node.name for node in walk((board.when,)) if isinstance(node, ir.OptionRef)}
    return [
        (players, {n: v if n in asked else force.get(n, v) for n, v in options.items()})
        for players, options in ways(book.program, board)[-1:]
    ]


def _picture(book: Book, board: ir.BoardDef, way: Way, least: int) -> Picture | None:
    players, options = way
    speech, words = book.speech, book.words
    try:
        game = new_game(book.rules, players=players, seed=SEED, options=options, engine="reference")
    except (SettingError, RuleConflict, Unsupported):
        return None
    title = speech.title(board.name)
    seats = words("{n} players", n=players)
    other = otherwise(book, options)
    width = max(cell.x for cell in game.setting.topology.cells) / 2 + 1
    height = max(cell.row for cell in game.setting.topology.cells) + 1
    share = 100 if width > 8 else 85 if width > 6 else 66 if height < 7 else 60
    if board.name != book.setting.board.name:
        share = SMALL if width <= 6 else min(share, MIDDLE)
    size = min(LARGEST, max(1.0, LEGIBLE * (width + 1) / min(share, least)))
    svg = svg_of(
        book.program,
        game,
        f"{title} ({seats})",
        say=speech.name,
        prefix=f"{board.name.replace('_', '-')}-",
        caption=caption_of(book, size),
    )
    laid = bool(board.cells) and any(cell.fills for cell in board.cells)
    form = "{title}, {seats}." if laid else "{title}, {seats} (an example, laid at random)."
    where = f"{seats}, {other}" if other else seats
    said = [speech.set(words(form, title=title, seats=where)), *speech.texts(board.texts)]
    caption = " ".join(said)
    return Picture(svg, f"{title}, {seats}", caption, share, text_of(game, book))


def caption_of(book: Book, size: float = 1.0) -> Caption:
    """The words that the drawing itself writes."""
    words = book.words
    return Caption(words("not known yet"), words("Row"), words("neutral"), words(":"), size)


def otherwise(book: Book, options: Mapping[str, Constant]) -> str:
    """The options under which a board is used, as far as others are in force."""
    force, speech = book.setting.options, book.speech
    said = [
        speech.colon(speech.name(name), speech.constant(value))
        for name, value in options.items()
        if name in force and force[name] != value
    ]
    return book.words("with {options}", options=speech.listed(said)) if said else ""

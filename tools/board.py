"""Draws the boards of a ruleset as they lie before the first decision.

On a terminal all boards are drawn as text. `--to svg` and `--to png` draw one picture: the board
that the options choose, or the one named by `--board`. Only what every player may see is drawn,
with the names of the printed rules.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexwright.tools import asking
from hexwright.tools.asking import Wrong

if TYPE_CHECKING:
    from hexwright.interpreter.game import Game
    from hexwright.tools.printing.book import Book
    from hexwright.tools.scene import Scene

SPECTATOR = 0
"""whose eyes the pictures are drawn through; before the first decision nobody knows more"""


def arguments(parser: argparse.ArgumentParser) -> None:
    asking.ask_rules(parser)
    asking.ask_players(parser)
    asking.ask_options(parser)
    parser.add_argument("--seed", type=asking.seed, default=0)
    parser.add_argument("--board", metavar="BOARD", help="this one only; usually: all of them")
    parser.add_argument("--to", choices=("txt", "svg", "png"), help="usually: text in colours")
    parser.add_argument("--out", metavar="FILE", help="write it there instead of printing it")
    asking.ask_language(parser)


def run(args: argparse.Namespace) -> int:
    from hexwright.tools.printing.book import Book

    rules = asking.load(args.name, args.with_)
    boards = rules.program.boards
    if args.board is not None and args.board not in boards:
        raise Wrong(f"{args.name} has no board {args.board}; boards: {', '.join(boards)}", 2)
    chosen = _chosen(rules, args)
    if not chosen:
        raise Wrong("no board fits this number of players", 2)
    book = Book(rules, args.lang, asking.options_of(args) or {})
    if args.to in ("svg", "png"):
        return _pictured(book, args, *chosen[0])
    if args.to == "txt" or args.out:
        return _handed("\n\n".join(_plain(book, args, *one) for one in chosen) + "\n", args.out)
    return _shown(book, args, chosen)


def _chosen(rules: Any, args: argparse.Namespace) -> list[tuple[str, Game]]:
    from hexwright.interpreter.game import new_game
    from hexwright.tools.trying import ways

    one = args.options or (args.to in ("svg", "png") and args.board is None)
    if one:
        game = new_game(
            rules,
            players=args.players,
            seed=args.seed,
            options=asking.options_of(args),
            engine="reference",
        )
        return [(game.setting.board.name, game)]
    chosen = []
    for board in rules.program.boards.values():
        fitting = [w for w in ways(rules.program, board) if args.players in (None, w[0])]
        if not fitting or args.board not in (None, board.name):
            continue
        players, options = fitting[-1]
        game = new_game(rules, players=players, seed=args.seed, options=options, engine="reference")
        chosen.append((board.name, game))
    return chosen


def _heading(book: Book, args: argparse.Namespace, name: str, game: Game) -> str:
    """The title, and in brackets the name by which `--board` knows it, if that is another one."""
    title = book.speech.title(name)
    said = [] if title.lower() == name.replace("_", " ") else [name]
    said.append(book.words("{n} players", n=len(game.setting.colours)))
    said.append(book.words("seed {n}", n=args.seed))
    return f"{title} ({', '.join(said)})"


def _shown(book: Book, args: argparse.Namespace, chosen: list[tuple[str, Game]]) -> int:
    from hexwright.tools.draw import drawn_text
    from hexwright.tools.watch import make_console

    console = make_console()
    for number, (name, game) in enumerate(chosen):
        if number:
            console.print()
        console.print(_heading(book, args, name, game), style="bold")
        console.print(drawn_text(_scene(game, book)))
    return 0


def _plain(book: Book, args: argparse.Namespace, name: str, game: Game) -> str:
    return f"{_heading(book, args, name, game)}\n{text_of(game, book)}"


def _scene(game: Game, book: Book) -> Scene:
    from hexwright.tools.scene import scene_of, spoken
    from hexwright.tools.sight import Sight

    sight = Sight(game, SPECTATOR)
    scene = scene_of(sight.setting, sight.table)
    return spoken(scene, book.speech.name, book.words("neutral"))


def text_of(game: Game, book: Book) -> str:
    """A game's board in plain text, with the names of a book."""
    from hexwright.tools.draw import draw, plain

    return plain(draw(_scene(game, book)))


def svg_of(program: Any, game: Game, title: str, **words: Any) -> str:
    """The picture of a game's board; `words` as `picture` takes them."""
    from hexwright.tools.picture import picture
    from hexwright.tools.scene import scene_of
    from hexwright.tools.sight import Sight

    sight = Sight(game, SPECTATOR)
    return picture(program, scene_of(sight.setting, sight.table), title, **words)


def _pictured(book: Book, args: argparse.Namespace, name: str, game: Game) -> int:
    from hexwright.tools.printing.pictures import caption_of

    title = book.speech.colon(book.title, _heading(book, args, name, game))
    words = {"say": book.speech.name, "caption": caption_of(book)}
    svg = svg_of(book.program, game, title, **words)
    others = [other for other in book.program.boards if other != name]
    if args.board is None and not args.options and others:
        print(f"hexwright: this is the board {name}; --board draws another: {', '.join(others)}",
              file=sys.stderr)  # fmt: skip
    if args.to == "svg":
        return _handed(svg + "\n", args.out)
    if args.out is None and asking.on_terminal():
        raise Wrong("a PNG is no text: say where to write it, --out FILE", 2)
    from hexwright.tools.paper import png_of_svg

    return _handed(png_of_svg(svg), args.out)


def _handed(what: str | bytes, out: str | None) -> int:
    """Writes to the file, or prints."""
    data = what.encode("utf-8") if isinstance(what, str) else what
    if out is not None:
        Path(out).write_bytes(data)
        return 0
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return 0

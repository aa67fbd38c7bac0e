"""Draws the boards of a ruleset as they lie before the first decision.

On a terminal all boards are drawn as text. `--to svg` and `--to png` draw one picture: the board
that the options choose, or the one named by `--board`. Only what every player may see is drawn.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexwright.tools import asking
from hexwright.tools.asking import Wrong

if TYPE_CHECKING:
    from hexwright.interpreter.game import Game

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


def run(args: argparse.Namespace) -> int:
    rules = asking.load(args.name, args.with_)
    boards = rules.program.boards
    if args.board is not None and args.board not in boards:
        raise Wrong(f"{args.name} has no board {args.board}; boards: {', '.join(boards)}", 2)
    chosen = _chosen(rules, args)
    if not chosen:
        raise Wrong("no board fits this number of players", 2)
    if args.to in ("svg", "png"):
        return _pictured(rules, args, *chosen[0])
    if args.to == "txt" or args.out:
        return _handed("\n\n".join(_plain(args, *one) for one in chosen) + "\n", args.out)
    return _shown(args, chosen)


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


def _heading(args: argparse.Namespace, name: str, game: Game) -> str:
    seats = ", ".join(game.setting.colours)
    return f"{name.replace('_', ' ')} ({seats}; seed {args.seed})"


def _shown(args: argparse.Namespace, chosen: list[tuple[str, Game]]) -> int:
    from hexwright.tools.draw import board_text
    from hexwright.tools.sight import Sight
    from hexwright.tools.watch import make_console

    console = make_console()
    for number, (name, game) in enumerate(chosen):
        if number:
            console.print()
        console.print(_heading(args, name, game), style="bold")
        console.print(board_text(Sight(game, SPECTATOR)))
    return 0


def _plain(args: argparse.Namespace, name: str, game: Game) -> str:
    return f"{_heading(args, name, game)}\n{text_of(game)}"


def text_of(game: Game, say: Callable[[str], str] | None = None) -> str:
    """A game's board in plain text; `say` gives a name in another language."""
    from hexwright.tools.draw import draw, plain
    from hexwright.tools.scene import scene_of, spoken
    from hexwright.tools.sight import Sight

    sight = Sight(game, SPECTATOR)
    scene = scene_of(sight.setting, sight.table)
    return plain(draw(scene if say is None else spoken(scene, say)))


def svg_of(program: Any, game: Game, title: str, **words: Any) -> str:
    """The picture of a game's board; `words` as `picture` takes them."""
    from hexwright.tools.picture import picture
    from hexwright.tools.scene import scene_of
    from hexwright.tools.sight import Sight

    sight = Sight(game, SPECTATOR)
    return picture(program, scene_of(sight.setting, sight.table), title, **words)


def _pictured(rules: Any, args: argparse.Namespace, name: str, game: Game) -> int:
    title = f"{rules.program.title}: {_heading(args, name, game)}"
    svg = svg_of(rules.program, game, title)
    others = [other for other in rules.program.boards if other != name]
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

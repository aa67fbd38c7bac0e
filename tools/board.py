"""Draws the boards of a ruleset as they lie before the first decision."""

from __future__ import annotations

import argparse

from hexwright.tools import asking
from hexwright.tools.asking import Wrong


def arguments(parser: argparse.ArgumentParser) -> None:
    asking.ask_rules(parser)
    asking.ask_players(parser)
    asking.ask_options(parser)
    parser.add_argument("--seed", type=asking.seed, default=0)
    parser.add_argument("--board", metavar="BOARD", help="this one only; usually: all of them")


def run(args: argparse.Namespace) -> int:
    from hexwright.interpreter.game import new_game
    from hexwright.tools.draw import board_text
    from hexwright.tools.sight import Sight
    from hexwright.tools.trying import ways
    from hexwright.tools.watch import make_console

    rules = asking.load(args.name, args.with_)
    boards = rules.program.boards
    if args.board is not None and args.board not in boards:
        raise Wrong(f"{args.name} has no board {args.board}; boards: {', '.join(boards)}", 2)
    if args.options:
        game = new_game(
            rules, players=args.players, seed=args.seed, options=asking.options_of(args)
        )
        chosen = [(game.setting.board.name, game)]
    else:
        chosen = []
        for board in boards.values():
            fitting = [w for w in ways(rules.program, board) if args.players in (None, w[0])]
            if not fitting or args.board not in (None, board.name):
                continue
            players, options = fitting[-1]
            game = new_game(
                rules, players=players, seed=args.seed, options=options, engine="reference"
            )
            chosen.append((board.name, game))
    if not chosen:
        raise Wrong("no board fits this number of players", 2)
    console = make_console()
    for number, (name, game) in enumerate(chosen):
        if number:
            console.print()
        seats = ", ".join(game.setting.colours)
        console.print(f"{name.replace('_', ' ')} ({seats}; seed {args.seed})", style="bold")
        console.print(board_text(Sight(game, None)))
    return 0

"""Plays a saved game again, move by move, and checks that it comes out as it was written down."""

from __future__ import annotations

import argparse
from typing import Any

from hexwright.tools import asking
from hexwright.tools.asking import Wrong


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a saved game")
    parser.add_argument(
        "--rules", metavar="NAME", help="the ruleset; usually: the one that the file names"
    )
    parser.add_argument(
        "--with", dest="with_", metavar="FILE", action="append", default=[], help="compose on top"
    )
    parser.add_argument("--log", action="store_true", help="tell every move with the rule it used")
    asking.ask_format(parser, "json")


def run(args: argparse.Namespace) -> int:
    from pathlib import Path

    from hexwright.interpreter.game import new_game, replay
    from hexwright.interpreter.journal import read_file
    from hexwright.tools.watch import Teller, end, make_console

    journal = read_file(Path(args.file))
    rules = rules_of(args, journal.header.rules)
    game = replay(journal, rules)
    if args.format == "json":
        asking.say_json(figures(args.file, game))
        return 0
    console = make_console()
    if args.log:
        header = journal.header
        again = new_game(
            rules, header.players, header.seed, header.options, max_turns=header.max_turns
        )
        teller = Teller(console, again, rules.program)
        for move in journal.moves:
            decision = again.pending
            assert decision is not None
            again.play(move)
            teller.say(decision, move)
        console.print()
    end(console, game, len(journal.moves))
    console.print("\nThe journal is complete: every move and every chance came out the same.")
    return 0


def rules_of(args: argparse.Namespace, written: str) -> Any:
    """The rules that a person names, else those that the journal names."""
    from hexwright.dsl.load import locate

    if args.rules is None and locate(written) is None:
        raise Wrong(f"{args.file} was played by {written}: say where it is with --rules", 2)
    return asking.load(args.rules or written, args.with_)


def figures(file: str, game: Any) -> dict[str, Any]:
    seats = range(game.setting.players)
    return {
        "file": file,
        "ruleset": game.rules.name,
        "seed": game.journal.header.seed,
        "moves": len(game.journal.moves),
        "turns": game.turns,
        "finished": game.finished,
        "winners": [game.setting.colour(seat) for seat in game.winners],
        "points": {game.setting.colour(seat): game.points(seat) for seat in seats},
    }

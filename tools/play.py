"""Plays in the terminal: people at one keyboard, bots, or both.

hexwright play NAME                          people only, handing over the keyboard
hexwright play NAME --people 1 --bots greedy one person against bots
hexwright play NAME --bots random --log      bots only, every move with its rule
"""

from __future__ import annotations

import argparse
from typing import Any

from hexwright.tools import asking
from hexwright.tools.asking import Wrong
from hexwright.tools.bots import BOTS, Bot, bot_kinds, make_bots


def arguments(parser: argparse.ArgumentParser) -> None:
    asking.ask_rules(parser)
    asking.ask_options(parser)
    asking.ask_players(parser)
    parser.add_argument("--seed", type=asking.seed, help="decides chance; usually: a new one")
    parser.add_argument(
        "--people", type=asking.natural, metavar="N", help="the first N seats are people"
    )
    parser.add_argument(
        "--bots",
        metavar="KIND[,KIND]",
        help=f"who takes the other seats: {', '.join(BOTS)}; the last one named takes all further",
    )
    parser.add_argument("--log", action="store_true", help="tell every move with the rule it used")
    parser.add_argument("--offers", action="store_true", help="bots make open offers, too")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--save", metavar="FILE", help="save the game when it ends")
    parser.add_argument("--engine", choices=("compiled", "reference"), default="compiled")
    parser.add_argument("--max-turns", type=asking.positive, default=1000, metavar="N")


def run(args: argparse.Namespace) -> int:
    kinds = bot_kinds(args.bots) if args.bots else []
    rules = asking.load(args.name, args.with_)
    game = started(args, rules)
    bots = seated(game, rules, args, kinds)
    if any(bot is None for bot in bots):
        from hexwright.tools.session import Session

        session = Session(game, rules, bots, log=args.log)
        status, game = session.run(), session.game
    else:
        from hexwright.tools.watch import watch

        status = watch(game, rules, [bot for bot in bots if bot is not None], args.log)
    if args.save:
        game.save(args.save)
        print(f"saved as {args.save}")
    return status


def started(args: argparse.Namespace, rules: Any) -> Any:
    from hexwright.interpreter import game as games

    if args.load:
        if args.players or args.options or args.seed is not None:
            raise Wrong("a saved game knows its players, options and seed: leave them out", 2)
        return games.load(args.load, rules, args.engine)
    return games.new_game(
        rules,
        players=args.players,
        seed=any_seed() if args.seed is None else args.seed,
        options=asking.options_of(args),
        engine=args.engine,
        max_turns=args.max_turns,
    )


def any_seed() -> int:
    import secrets

    return secrets.randbelow(10**6)


def seated(game: Any, rules: Any, args: argparse.Namespace, kinds: list[str]) -> list[Bot | None]:
    """A bot or None (a person) for each seat."""
    seats = game.setting.players
    people = args.people if args.people is not None else 0 if kinds else seats
    if people > seats:
        raise Wrong(f"there are {seats} seats, not {people}", 2)
    if people < seats and not kinds:
        kinds = ["random"]
    names = [kinds[min(n, len(kinds) - 1)] for n in range(seats - people)]
    seed = args.seed if args.seed is not None else game.journal.header.seed
    return [*[None] * people, *make_bots(rules, names, seed, args.offers)]

"""How fast the other books are played, beside the base game, in one process.

    .venv/bin/python benchmarks/books.py seafarers/new_shores seafarers/oceania:3

A name may carry the number of players. Base game and book take turns; what is printed is the median
of the ratios of decisions per CPU second of neighbouring runs. Every decision's legal moves are
listed and one of them is taken at random.
"""

import argparse
import time
from statistics import median

from hexwright.dsl import load_ruleset
from hexwright.dsl.load import Rules, family
from hexwright.interpreter import new_game

BASE_GAMES = 3
"""for each game of a book, so that both sides take about as long"""


def rate(rules: Rules, players: int, seeds: range) -> float:
    """Decisions per CPU second of some random games."""
    decisions = 0
    began = time.process_time()
    for seed in seeds:
        decisions += new_game(rules, players, seed).play_random(seed)
    return decisions / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="+", help="rulesets; a folder means all inside it")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--turns", type=int, default=3, help="how often the two take turns")
    args = parser.parse_args()
    base = load_ruleset("base")
    for name in args.names:
        name, _, count = name.partition(":")
        for one in family(name):
            rules = load_ruleset(one)
            if not rules.program.boards:
                continue  # a part of a game, not played by itself
            players = int(count or rules.program.players[1])
            new_game(rules, players, 0), new_game(base, 4, 0)
            ratios, rates = [], []
            for turn in range(args.turns):
                seeds = range(turn * args.games, (turn + 1) * args.games)
                rates.append(rate(rules, players, seeds))
                more = range(BASE_GAMES * seeds.start, BASE_GAMES * seeds.stop)
                ratios.append(rates[-1] / rate(base, 4, more))
            speed = f"{median(rates):>9,.0f}/s  {median(ratios):.2f} x base"
            print(f"{one:<34} {players} players {speed}")


if __name__ == "__main__":
    main()

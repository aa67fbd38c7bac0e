"""The peer's side of `compare.py`: catanatron's own random players on its base map.

Runs in an environment that has catanatron 3.2.1 and needs nothing of Hexwright. One untimed round
of games comes first, so that imports, tables and caches are not counted. The last line printed is
JSON; `games_per_cpu_s` means the same as in `hexwright simulate --format json`.
"""

import argparse
import json
import time

from catanatron import Color, Game, RandomPlayer

WARM_UP_GAMES = 10
WARM_UP_SEED = 90_000_001


def play_one(seed: int) -> int:
    """Plays one game to its end; the number of decisions taken."""
    seats = [RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]
    game = Game(seats, seed=seed)
    game.play()
    return len(game.state.actions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    for n in range(WARM_UP_GAMES):
        play_one(WARM_UP_SEED + n)
    began = time.process_time()
    decisions = sum(play_one(wanted.seed + n) for n in range(wanted.games))
    seconds = time.process_time() - began
    figures = {
        "engine": "catanatron",
        "games": wanted.games,
        "games_per_cpu_s": round(wanted.games / seconds, 2),
        "decisions_per_cpu_s": round(decisions / seconds),
        "decisions_per_game": round(decisions / wanted.games),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

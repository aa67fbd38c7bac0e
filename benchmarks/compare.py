"""How fast Hexwright plays, starts and copies, beside catanatron on the same machine.

    .venv/bin/python benchmarks/compare.py --peer .venv-peer/bin/python

Absolute figures mean nothing on another machine, and even here they drift from minute to minute.
So the two engines take turns, every figure is per CPU second, and what is reported is the median of
the ratios of neighbouring runs. Without a peer (`--peer`, or PEER in the environment) only our own
figures are printed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
HEXWRIGHT = Path(sys.executable).with_name("hexwright")
PEER_PROGRAM = HERE / "peer_catanatron.py"

COLD_STARTS = 7
COPIES_PER_ROUND = 2_000
COPY_ROUNDS = 7


def figures_of(*command: str) -> dict[str, float]:
    """Runs a program whose last line is JSON."""
    done = subprocess.run(command, capture_output=True, text=True)
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}:\n{done.stderr}")
    answer: dict[str, float] = json.loads(lines[-1])
    return answer


def our_rate(ruleset: str, games: int, seed: int) -> float:
    command = (str(HEXWRIGHT), "simulate", ruleset, "--games", str(games))
    options = ("--seed", str(seed), "--players", "4", "--format", "json")
    return figures_of(*command, *options)["games_per_cpu_s"]


def peer_rate(peer: str, games: int, seed: int) -> float:
    command = (peer, str(PEER_PROGRAM), "--games", str(games), "--seed", str(seed))
    return figures_of(*command)["games_per_cpu_s"]


def cold_start(ruleset: str) -> float:
    """Seconds for `hexwright check`, whole process, by the clock on the wall."""
    times = []
    for _ in range(COLD_STARTS):
        began = time.perf_counter()
        subprocess.run([str(HEXWRIGHT), "check", ruleset], capture_output=True, check=True)
        times.append(time.perf_counter() - began)
    return median(times)


def copy_time(ruleset: str, decisions: int) -> float:
    """Seconds for one `game.copy()` in the middle of a game."""
    from hexwright.dsl import load_ruleset
    from hexwright.interpreter import new_game

    game = new_game(load_ruleset(ruleset), players=4, seed=7)
    for n in range(decisions):
        if game.pending is None:
            sys.exit(f"the game was over after {n} decisions: ask for fewer (--copy-after)")
        moves = game.moves()
        game.play(moves[n * 7919 % len(moves)])
    rounds = []
    for _ in range(COPY_ROUNDS):
        began = time.process_time()
        for _ in range(COPIES_PER_ROUND):
            game.copy()
        rounds.append((time.process_time() - began) / COPIES_PER_ROUND)
    return median(rounds)


def measure(wanted: argparse.Namespace) -> dict[str, float]:
    ours, theirs = [], []
    for seed in range(wanted.runs):
        ours.append(our_rate(wanted.ruleset, wanted.games, seed))
        if wanted.peer:
            theirs.append(peer_rate(wanted.peer, wanted.peer_games, seed))
    found = {"games_per_cpu_s": median(ours)}
    if theirs:
        found["peer_games_per_cpu_s"] = median(theirs)
        found["ratio"] = median(a / b for a, b in zip(ours, theirs, strict=True))
    found["check_s"] = cold_start(wanted.ruleset)
    found["copy_us"] = copy_time(wanted.ruleset, wanted.copy_after) * 1e6
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Hexwright beside catanatron, taking turns.")
    parser.add_argument("ruleset", nargs="?", default="base")
    parser.add_argument("--peer", default=os.environ.get("PEER"), help="a Python with catanatron")
    parser.add_argument("--runs", type=int, default=5, help="turns each engine gets")
    parser.add_argument("--games", type=int, default=100, help="our games in one turn")
    parser.add_argument("--peer-games", type=int, default=60, help="the peer's games in one turn")
    parser.add_argument("--copy-after", type=int, default=300, help="decisions before the copies")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    wanted = parser.parse_args()
    if wanted.peer and not shutil.which(wanted.peer):
        parser.error(f"there is no program {wanted.peer} (--peer, or PEER in the environment)")
    found = measure(wanted)
    if wanted.format == "json":
        print(json.dumps({name: round(figure, 4) for name, figure in found.items()}))
        return
    print(f"random games per CPU second  {found['games_per_cpu_s']:10.1f}")
    if "ratio" in found:
        print(f"catanatron                   {found['peer_games_per_cpu_s']:10.1f}")
        print(f"ratio                        {found['ratio']:10.1f}")
    print(f"hexwright check, cold        {found['check_s']:10.2f} s")
    print(f"copy of a state              {found['copy_us']:10.1f} µs")


if __name__ == "__main__":
    main()

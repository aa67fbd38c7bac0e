"""How fast the project plays beside another program, measured side by side.

A machine is fast in one minute and slow in the next. So the two take turns, each in a process of
its own and measured in CPU time, and what counts is the middle one of the ratios of neighbours. The
other program is any command whose last line is JSON with `games_per_cpu_s`.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from statistics import median

from hexwright.tools import asking
from hexwright.tools.asking import Wrong

FIGURE = "games_per_cpu_s"


def arguments(parser: argparse.ArgumentParser) -> None:
    asking.ask_rules(parser)
    asking.ask_options(parser)
    asking.ask_players(parser)
    asking.ask_format(parser, "json")
    parser.add_argument(
        "--against",
        metavar="COMMAND",
        required=True,
        help=f"a command whose last line is JSON with {FIGURE}; {{seed}} becomes the round",
    )
    parser.add_argument("--games", type=asking.positive, default=100, help="our games in a round")
    parser.add_argument("--rounds", type=asking.positive, default=3, help="turns each one gets")


def run(args: argparse.Namespace) -> int:
    other = shlex.split(args.against)
    if not other:
        raise Wrong("--against needs a command", 2)
    asking.load(args.name, args.with_)
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(args.rounds):
        ours.append(figure_of(own_command(args, number)))
        theirs.append(figure_of([word.replace("{seed}", str(number)) for word in other]))
        if args.format == "text":
            ratio = ours[-1] / theirs[-1]
            line = f"round {number + 1}: {ours[-1]:12,.1f} {theirs[-1]:12,.1f}   {ratio:8.2f} x"
            print(line, flush=True)
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    if args.format == "json":
        figures = {"ours": median(ours), "theirs": median(theirs), "ratio": round(ratio, 3)}
        asking.say_json({"ruleset": args.name, "rounds": args.rounds, **figures})
    else:
        print(f"{args.name}: {ratio:.2f} times the other (middle one of {args.rounds} rounds)")
    return 0


def own_command(args: argparse.Namespace, number: int) -> list[str]:
    command = [sys.executable, "-m", "hexwright.tools", "simulate", args.name]
    command += ["--games", str(args.games), "--seed", str(number), "--format", "json"]
    if args.players:
        command += ["--players", str(args.players)]
    for file in args.with_:
        command += ["--with", file]
    for option in args.options:
        command += ["-o", option]
    return command


def figure_of(command: list[str]) -> float:
    """Runs a command and reads its figure off the last line."""
    shown = shlex.join(command)
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as problem:
        raise Wrong(f"{command[0]} cannot be run: {problem.strerror}", 2) from None
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        said = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise Wrong(f"{shown} ended with {done.returncode}: {' '.join(said) or 'no word'}")
    try:
        figure = float(json.loads(lines[-1])[FIGURE])
    except (ValueError, KeyError, TypeError):
        raise Wrong(f"the last line of {shown} is no JSON with {FIGURE}") from None
    if not 0 < figure < float("inf"):
        raise Wrong(f"{shown} says {FIGURE} is {figure}")
    return figure

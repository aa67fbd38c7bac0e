"""The command line: finds the command, calls it, and turns whatever goes wrong into one message.

Every command is a module of this folder with two functions: `arguments(parser)` says what may be
typed, `run(args)` does it and returns the exit status. Only the module of the command that was
typed is imported, and what a command needs beyond the rules (rich, networkx) it imports itself, so
that `check` starts as fast as it can.

Exit status: 0 fine, 1 problems found, 2 wrong usage. A person never sees a traceback, whatever the
input; HEXWRIGHT_DEBUG=1 shows it. Ctrl-C and a reader that went away end the program quietly.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from hexwright.tools.asking import Wrong

FINE, PROBLEMS, USAGE, INTERRUPTED = 0, 1, 2, 130

COMMANDS = {
    "check": "find mistakes, build every board, try every set-up",
    "test": "run the scenarios written in the rules",
    "new": "begin a house rule: a commented file that checks clean",
    "fmt": "lay rules files out evenly, with the same meaning",
    "list": "every name that a variant can change",
    "explain": "a rule with its parts and places, or the page of a message's code",
    "diff": "what a variant changes, in the words of the rules",
    "graph": "draw phases, actions and what sets off what",
    "play": "play in the terminal, people and bots",
    "replay": "play a saved game again",
    "simulate": "let bots play many games and count",
    "bench": "compare the speed with another program's",
    "board": "draw a board",
    "print": "print the rules in English or French",
}


def parser_for(chosen: str | None) -> argparse.ArgumentParser:
    """All commands by name and purpose; arguments only of the one that was typed."""
    parser = argparse.ArgumentParser(
        prog="hexwright",
        description="Rules of board games as text: checked, explained and played.",
        epilog="NAME is a shipped ruleset or a file. `hexwright COMMAND --help` says more.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="say which version this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, purpose in COMMANDS.items():
        command = commands.add_parser(
            name, help=purpose, description=f"{purpose.capitalize()}.", allow_abbrev=False
        )
        if name == chosen:
            import_module(f"hexwright.tools.{name}").arguments(command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    chosen = next((word for word in words if word in COMMANDS), None)
    try:
        args = parser_for(chosen).parse_args(words)
    except SystemExit as end:  # argparse has said what was wrong, or printed its help
        return end.code if isinstance(end.code, int) else USAGE
    if args.version:
        return _version()
    if args.command is None:
        parser_for(None).print_help()
        return USAGE
    return _guarded(args)


def _guarded(args: argparse.Namespace) -> int:
    try:
        status: int = import_module(f"hexwright.tools.{args.command}").run(args)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception as problem:
        if os.environ.get("HEXWRIGHT_DEBUG"):
            raise
        return _told(problem)


def _told(problem: Exception) -> int:
    """Says what went wrong, and whose turn it is to mend it."""
    from hexwright.dsl.diagnostics import RulesetError
    from hexwright.interpreter.journal import JournalError
    from hexwright.interpreter.moves import RuleConflict
    from hexwright.interpreter.setting import SettingError

    if isinstance(problem, Wrong):
        return _say(problem.sentence, problem.status)
    if isinstance(problem, RulesetError):
        from hexwright.tools.asking import say_diagnostics

        say_diagnostics(problem.diagnostics, problem.texts, sys.stderr)
        return PROBLEMS
    if isinstance(problem, SettingError):
        return _say(str(problem), USAGE)
    if isinstance(problem, JournalError):
        return _say(f"the journal cannot be used: {problem}", PROBLEMS)
    if isinstance(problem, RuleConflict):
        return _say(f"two rules contradict each other: {problem}", PROBLEMS)
    if isinstance(problem, OSError) and problem.filename is not None:
        return _say(f"{problem.filename}: {problem.strerror}", PROBLEMS)
    what = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
    hint = "set HEXWRIGHT_DEBUG=1 to see where"
    return _say(f"this should not happen, it is an error of the program: {what} ({hint})", PROBLEMS)


def _say(sentence: str, status: int) -> int:
    print(f"hexwright: {sentence}", file=sys.stderr)
    return status


def _version() -> int:
    from importlib.metadata import PackageNotFoundError, version

    try:
        print(f"hexwright {version('hexwright')}")
    except PackageNotFoundError:
        print("hexwright, not installed")
    return FINE


if __name__ == "__main__":
    sys.exit(main())

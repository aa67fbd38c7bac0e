"""A game between bots, told move by move, then the final table and board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hexwright.interpreter.moves import Decision, Move
from hexwright.tools.bots import Bot
from hexwright.tools.draw import board_text, style_of
from hexwright.tools.rounds import play_out
from hexwright.tools.sight import Sight
from hexwright.tools.standings import common, standings
from hexwright.tools.telling import tell

if TYPE_CHECKING:
    from rich.console import Console


def make_console() -> Console:
    """Wide enough for a log line when the output goes to a file."""
    import sys

    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=140)


def watch(game: Any, rules: Any, bots: Sequence[Bot], log: bool) -> int:
    console = make_console()
    setting = game.setting
    title = rules.program.title or rules.name
    seed = game.journal.header.seed
    console.print(f"{title}: {', '.join(setting.colours)}, seed {seed}", style="bold")
    if log:
        console.print(board_text(Sight(game, None)))
    teller = Teller(console, game, rules.program)
    decisions = 0
    for decision, move in play_out(game, bots):
        decisions += 1
        if log:
            teller.say(decision, move)
    console.print()
    end(console, game, decisions)
    return 0


class Teller:
    """Prints moves under a heading for each turn, each with its rule and what chance said."""

    def __init__(self, console: Console, game: Any, program: Any, rules: bool = True) -> None:
        self.console = console
        self.game = game
        self.program = program
        self.rules = rules
        """whether the place of the rule is told, too"""
        self.turn = game.turns

    def say(self, decision: Decision, move: Move) -> None:
        """A move that was just played."""
        told = tell(self.program, decision, move)
        self.put(decision.colour, told.what, told.where if self.rules else "")
        for words in chances(self.game):
            self.put("", words, "")
        if self.game.turns != self.turn and self.game.pending is not None:
            self.turn = self.game.turns
            self.heading()

    def heading(self) -> None:
        from rich.text import Text

        sight = Sight(self.game, None)
        setting = self.game.setting
        seats = enumerate(setting.colours)
        points = "  ".join(f"{colour} {sight.points(seat)}" for seat, colour in seats)
        colour = setting.colour(sight.table.active)
        line = Text(f"turn {self.turn:<4} ", style="bold").append(f"{colour:<8}", style_of(colour))
        self.console.print(line.append(points, style="dim"))

    def put(self, colour: str, what: str, where: str) -> None:
        from rich.text import Text

        text = Text("  ").append(f"{colour:<8}", style=style_of(colour))
        text.append(f"{what:<46} " if where else what, style="" if colour else "cyan")
        self.console.print(text.append(where, style="dim"), soft_wrap=True)


def chances(game: Any) -> Iterator[str]:
    """What chance said after the last move, in words."""
    said = game.journal.entries[-1].said
    drawn = [str(value).replace("_", " ") for sort, value in said if sort != "order"]
    if drawn:
        yield f"chance: {', '.join(drawn)}"
    shuffled = sum(sort == "order" for sort, _ in said)
    if shuffled:
        yield "a pile is shuffled" if shuffled == 1 else f"{shuffled} piles are shuffled"


def end(console: Console, game: Any, decisions: int) -> None:
    """Who won, the table and the board, with nothing hidden any more."""
    from rich.text import Text

    sight = Sight(game, None)
    winners = [game.setting.colour(seat) for seat in sorted(game.winners)]
    count = f"after {game.turns} turns and {decisions:,} decisions"
    if winners:
        line = Text("", style="bold")
        for number, colour in enumerate(winners):
            line.append(" and " if number else "").append(colour, style=style_of(colour))
        console.print(line.append(f" {'wins' if len(winners) == 1 else 'win'} {count}."))
    else:
        console.print(f"Nobody has won {count}: the limit of turns is reached.")
    console.print()
    console.print(standings(sight))
    console.print()
    shown = "  ·  ".join(common(sight))
    if shown:
        console.print(f"{shown}\n", style="dim")
    console.print(board_text(sight))

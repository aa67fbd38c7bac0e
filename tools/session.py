"""People at the terminal: shows the table, reads commands, plays the bots in between.

Everything that can be typed is in `COMMANDS`; whatever else is typed is read as a move. Undo goes
back to the last decision of a person, with the same luck as before. Where several people share the
keyboard, the screen is cleared before it is handed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwright.dsl import program as ir
from hexwright.interpreter.moves import Decision, IllegalMove, Move, Refusal
from hexwright.tools.bots import Bot
from hexwright.tools.carried import loads, tracks
from hexwright.tools.discretion import chance_told, told_to_others
from hexwright.tools.draw import board_text, style_of
from hexwright.tools.figures import of_members, of_pieces
from hexwright.tools.going import can_go, go
from hexwright.tools.listing import Listing
from hexwright.tools.sight import Sight
from hexwright.tools.standings import common, standings
from hexwright.tools.telling import tell, worded
from hexwright.tools.typed import amounts, finishing, match, meant, tokens
from hexwright.tools.watch import Teller, end, make_console

COMMANDS = {
    "moves": "moves [WORDS]   every legal move, or those that fit",
    "why": "why MOVE        which rule allows or forbids it, and where it stands",
    "go": "go [PIECE] [PLACE]   a trip of several steps: where to, or straight there",
    "rule": "rule NAME       a rule as it is written",
    "board": "board           draw the board again",
    "table": "table           points, cards and pieces",
    "undo": "undo            take back the last decision of a person",
    "save": "save FILE       write the game down",
    "help": "help            this list",
    "quit": "quit            leave the game",
}
MOST_UNDO = 500


class Session:
    def __init__(
        self, game: Any, rules: Any, bots: Sequence[Bot | None], log: bool = False
    ) -> None:
        self.game = game
        self.rules = rules
        self.bots = bots
        self.log = log
        self.console = make_console()
        self.past: list[Any] = []
        self.seen: int | None = None
        """the person who looks at the screen"""
        self.decisions = 0
        self.fresh = True

    @property
    def people(self) -> int:
        return sum(bot is None for bot in self.bots)

    def run(self) -> int:
        self.welcome()
        while self.game.pending is not None:
            bot = self.bots[self.game.pending.player]
            if bot is not None:
                self.let_play(bot)
            elif not self.ask():
                return 0
        self.console.print()
        end(self.console, self.game, self.decisions)
        return 0

    def welcome(self) -> None:
        title = self.rules.program.title or self.rules.name
        self.console.print(title, style="bold")
        self.console.print("Type a number or a move; `help` lists the commands.", style="dim")

    # bots

    def let_play(self, bot: Bot) -> None:
        decision = self.game.pending
        move = bot.choose(self.game, self.game.moves())
        told = move if self.log else told_to_others(self.game, move)
        self.game.play(move)
        self.tell(decision, told if self.log or decision.decision != "pick" else Move(move.what))

    def tell(self, decision: Decision, move: Move) -> None:
        """A move that was played; of chance only what everybody sees."""
        told = tell(self.rules.program, decision, move)
        teller = Teller(self.console, self.game, self.rules.program)
        teller.put(decision.colour, told.what, told.where if self.log else "")
        said = chance_told(self.game)
        if said:
            teller.put("", f"chance: {', '.join(said)}", "")
        self.decisions += 1
        self.fresh = True

    # people

    def ask(self) -> bool:
        """One command or move of a person; False if the person leaves."""
        decision = self.game.pending
        if self.seen != decision.player:
            self.hand_over(decision)
            self.fresh = True
        if self.fresh:
            self.show_all()
            self.fresh = False
        try:
            typed = self.console.input(self.prompt()).strip()
        except EOFError:
            self.console.print()
            return False
        word, _, rest = typed.partition(" ")
        if word == "quit":
            return False
        if word in COMMANDS:
            getattr(self, f"do_{word}")(rest.strip())
        elif typed:
            self.play_typed(typed)
        return True

    def hand_over(self, decision: Any) -> None:
        """With several people nobody sees the next one's cards by accident."""
        if self.people > 1 and self.seen is not None and self.console.is_terminal:
            self.console.input(f"Hand over to {decision.colour}, then press Enter. ")
            self.console.clear()
        self.seen = decision.player

    def prompt(self) -> str:
        colour = self.game.pending.colour
        style = style_of(colour)
        return f"[{style}]{colour}[/{style}]> "

    def show_all(self) -> None:
        """The table before an action; before a mere answer only what is asked."""
        pending = self.game.pending
        if pending.decision not in ("pick", "choose"):
            self.do_board("")
            self.do_table("")
        head = f"turn {self.game.turns}" if self.game.turns else "before the first turn"
        head += f", {pending.phase}" if pending.phase else ""
        self.console.rule(f"{head.replace('_', ' ')} · {pending.colour}", style="dim")
        asked = self.asked()
        prompt = f"{pending.prompt} ({asked})" if asked else pending.prompt
        self.console.print(f"{pending.colour}: {prompt}", markup=False)
        self.console.print(self.listing().short(), no_wrap=True, overflow="ellipsis")
        if can_go(self.game):
            self.console.print("`go` lists where several steps lead.", style="dim")

    def asked(self) -> str:
        """The name that the rules give to what is chosen, where it is one of several."""
        context = self.game.engine.context()
        if context is None or self.game.pending.decision not in ("pick", "choose"):
            return ""
        choice = context.choose
        if choice is None and context.block:
            program = self.rules.program
            block = (program.cards if context.sort == "card" else program.actions)[context.block]
            choices = [line for line in block.head if isinstance(line, ir.Choose)]
            choice = choices[context.level] if context.level < len(choices) else None
        return choice.local.name.replace("_", " ") if choice is not None else ""

    def listing(self) -> Listing:
        game = self.game
        decider = game.pending.player
        return Listing(game.moves(), lambda a: game.sentence(a, decider), self.standing())

    def standing(self) -> dict[str, str]:
        """Where each piece stands, as moves name it."""
        setting, places = self.game.setting, self.game.engine.table().places
        return {
            setting.label("piece", piece): setting.label("place", place)
            for piece, place in enumerate(places)
            if place is not None
        }

    def matching(self, words: str, moves: Sequence[Move]) -> list[Move]:
        return match(words, moves, self.game.setting, self.standing())

    def play_typed(self, typed: str) -> None:
        moves = self.game.moves()
        if typed.isdecimal() and not _is_amount(typed, moves):
            number = int(typed)
            if not 1 <= number <= len(moves):
                self.console.print(f"There are {len(moves)} moves: 1 to {len(moves)}.")
                return
            self.play(moves[number - 1])
            return
        several = amounts(typed, moves)
        if several:
            self.play_several(several)
            return
        found = self.matching(typed, moves)
        if len(found) == 1:
            self.play(found[0])
        elif found:
            self.console.print("Which one?")
            self.console.print(self.listing().only(found))
        else:
            self.refuse(typed)

    def refuse(self, typed: str) -> None:
        move = meant(typed, self.rules.program, self.game.setting)
        if move is None:
            from hexwright.dsl.diagnostics import did_you_mean

            names = [*COMMANDS, *self.rules.program.actions]
            words = [word for word in tokens(typed) if word[0].isalpha()]
            tries = ["_".join(words[:size]) for size in range(len(words), 0, -1)]
            hints = (did_you_mean(word, names) for word in tries)
            hint = next((h for h in hints if h), ("`help` lists the commands.",))
            self.console.print(f"That is no move and no command: {hint[0]}", markup=False)
            return
        self.console.print(f"{worded(move)} is not possible now.", markup=False)
        self.reasons(self.game.why_not(move))

    def play(self, move: Move) -> None:
        self.remember()
        decision = self.game.pending
        try:
            self.game.play(move)
        except IllegalMove as problem:
            self.past.pop()
            self.console.print(str(problem), markup=False)
            return
        self.tell(decision, move)

    def play_several(self, answers: Sequence[Move]) -> None:
        """Things taken one by one, then enough where that must be said; all of it or nothing."""
        before = self.game.copy()
        me = self.game.pending.player
        for answer in answers:
            pending = self.game.pending
            if pending is None or pending.player != me or answer not in self.game.moves():
                self.game = before
                self.console.print("So many cannot be taken here.")
                return
            self.game.play(answer)
        pending = self.game.pending
        if pending is not None and pending.player == me and pending.decision == "pick":
            enough = finishing(self.game.moves())
            if enough is not None:
                self.game.play(enough)
        self.past.append(before)
        self.decisions += len(answers)
        self.fresh = True

    def remember(self) -> None:
        self.past.append(self.game.copy())
        del self.past[:-MOST_UNDO]

    # commands

    def do_moves(self, words: str) -> None:
        moves = self.game.moves()
        listing = self.listing()
        if not words:
            self.console.print(listing.full())
            return
        found = self.matching(words, moves)
        self.console.print(listing.only(found) if found else "No legal move fits.")

    def do_why(self, words: str) -> None:
        moves = self.game.moves()
        if not words:
            self.console.print("why needs a move, as in: why 3")
            return
        if words.isdecimal() and 1 <= int(words) <= len(moves):
            found = [moves[int(words) - 1]]
        else:
            found = self.matching(words, moves)
        asked = meant(words, self.rules.program, self.game.setting)
        exact = [m for m in found if asked is None or self.fits(m, asked)]
        if exact:
            told = tell(self.rules.program, self.game.pending, exact[0])
            self.console.print(f"{worded(exact[0])} is possible: {told.sentence}", markup=False)
            self.console.print(f"  {told.rule}, {told.where}", style="dim", markup=False)
            return
        if asked is None:
            self.refuse(words)
            return
        self.console.print(f"{worded(asked)} is not possible now.", markup=False)
        self.reasons(self.game.why_not(asked))

    def fits(self, legal: Move, asked: Move) -> bool:
        """Is the legal move what was asked about, or the beginning of the same thing?"""
        return legal.what == asked.what and bool(self.matching(str(asked), [legal]))

    def reasons(self, refusals: Sequence[Refusal], depth: int = 1) -> None:
        indent = "  " * depth
        for refusal in refusals:
            self.console.print(f"{indent}{refusal.sentence}", markup=False)
            place = f", {refusal.place}" if refusal.place else ""
            self.console.print(f"{indent}  {refusal.name}{place}", style="dim", markup=False)
            self.reasons(refusal.inner, depth + 1)
        if not refusals and depth == 1:
            self.console.print(f"{indent}It is not asked for now.")

    def do_go(self, words: str) -> None:
        go(self, words)

    def do_rule(self, words: str) -> None:
        from hexwright.tools.asking import Wrong
        from hexwright.tools.entries import entries, place
        from hexwright.tools.explain import lookup
        from hexwright.tools.sources import block

        try:
            found = lookup(list(entries(self.rules)), words.split(), self.rules.name)
        except Wrong as problem:
            self.console.print(f"{problem.sentence}.", markup=False)
            return
        for entry in found:
            self.console.print(place(entry.span), style="dim")
            self.console.print(block(self.rules.texts, entry.span), markup=False)

    def do_board(self, _: str) -> None:
        self.console.print()
        self.console.print(board_text(self.sight()))
        self.console.print()

    def do_table(self, _: str) -> None:
        sight = self.sight()
        self.console.print(standings(sight, sight.table.active))
        self.console.print("  ·  ".join(common(sight)), style="dim", markup=False)
        for line in (*tracks(sight), *of_members(sight), *of_pieces(sight), *loads(sight)):
            self.console.print(line, style="dim", markup=False)

    def sight(self) -> Sight:
        return Sight(self.game, self.seen)

    def do_undo(self, _: str) -> None:
        if not self.past:
            self.console.print("There is nothing to take back.")
            return
        self.game = self.past.pop()
        self.console.print("Taken back.")
        self.fresh = True

    def do_save(self, file: str) -> None:
        if not file:
            self.console.print("save needs the name of a file.")
            return
        try:
            self.game.save(file)
        except OSError as problem:
            self.console.print(f"{file}: {problem.strerror}", markup=False)
            return
        self.console.print(f"Saved as {file}.", markup=False)

    def do_help(self, _: str) -> None:
        for line in COMMANDS.values():
            self.console.print(f"  {line}", markup=False)
        self.console.print("Anything else is a move: its number, or its words, also shortened.")


def _is_amount(typed: str, moves: Sequence[Move]) -> bool:
    """Where numbers themselves are chosen, a number that is among them is meant as such."""
    return any(move.args == (int(typed),) for move in moves)

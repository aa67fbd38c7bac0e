"""Legal moves as a list for people: numbered, grouped by action, with its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from hexwright.interpreter.moves import Move, show_answer
from hexwright.tools.telling import ANSWERS
from hexwright.tools.typed import Standing, by_place

if TYPE_CHECKING:
    from rich.text import Text

SHOWN = 12
"""answers shown for each action in the short list"""


class Listing:
    """Numbers count from 1 in the order of the moves and stay the same in every form."""

    def __init__(
        self,
        moves: Sequence[Move],
        sentence: Callable[[str], str],
        standing: Standing | None = None,
    ) -> None:
        self.numbered = list(enumerate(moves, 1))
        self.sentence = sentence
        """what the rules say about an action"""
        self.standing = standing or {}

    def short(self) -> Text:
        return self._drawn(self.numbered, SHOWN)

    def full(self) -> Text:
        return self._drawn(self.numbered, len(self.numbered))

    def only(self, moves: Iterable[Move]) -> Text:
        wanted = set(moves)
        chosen = [pair for pair in self.numbered if pair[1] in wanted]
        return self._drawn(chosen, len(chosen))

    def _drawn(self, numbered: list[tuple[int, Move]], most: int) -> Text:
        from rich.text import Text

        drawn = Text()
        groups: dict[str, list[tuple[int, Move]]] = {}
        for number, move in numbered:
            groups.setdefault(move.what, []).append((number, move))
        for what, group in groups.items():
            if drawn:
                drawn.append("\n")
            self._group(drawn, what, group, most)
        return drawn

    def _group(self, drawn: Text, what: str, group: list[tuple[int, Move]], most: int) -> None:
        name = {"choose": "choose", "take": "take", "enough": "enough"}.get(what, what)
        plain = len(group) == 1 and not group[0][1].args
        number = f"{group[0][0]:>4} " if plain else "     "
        drawn.append(number, style="bold cyan").append(name.replace("_", " "), style="bold")
        sentence = self.sentence(what) if what not in ANSWERS else ""
        if sentence:
            drawn.append(f"  {sentence}", style="dim")
        if plain:
            return
        drawn.append("\n     ")
        width = 5
        for number_of, move in group[:most]:
            placed = [by_place(a, self.standing) for a in move.args]
            answers = ", ".join(show_answer(a).replace("_", " ") for a in placed)
            room = len(f"{number_of} {answers}   ")
            if width + room > 78:
                drawn.append("\n     ")
                width = 5
            drawn.append(f"{number_of}", style="bold cyan").append(f" {answers}   ")
            width += room
        if len(group) > most:
            drawn.append("\n     ")
            drawn.append(f"… {len(group) - most} more: `moves {what.replace('_', ' ')}`", "dim")

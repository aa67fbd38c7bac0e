"""The command `go` of the terminal: a trip of several steps, chosen by where it leads.

`go` lists what can travel and where to; `go PLACE` goes there if only one piece can, `go PIECE
PLACE` says which one, by name or by where it stands; `go 7` takes the seventh trip of the last
list. Every step of a trip is played as a move of its own; undo takes the whole trip back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hexwright.dsl import program as ir
from hexwright.interpreter.labels import show
from hexwright.tools.trips import Trip, step_actions, trips
from hexwright.tools.typed import same_places, tokens

if TYPE_CHECKING:
    from rich.text import Text


def can_go(game: Any) -> bool:
    """Whether the next move may be a step."""
    steps = step_actions(game.rules.program)
    pending = game.pending
    return pending.decision == "act" and any(move.what in steps for move in game.moves())


def go(session: Any, words: str) -> None:
    """One `go` of a person."""
    game = session.game
    known = trips(game)
    if not known:
        session.console.print("Nothing can travel now.")
        return
    if words.isdecimal():
        if not 1 <= int(words) <= len(known):
            session.console.print(f"There are {len(known)} trips: 1 to {len(known)}.")
            return
        travel(session, known[int(words) - 1])
        return
    found = fitting(words, known, game.setting)
    best = cheapest(found)
    if words and len(best) == 1:
        travel(session, best[0])
    elif found:
        session.console.print(listed(known, found, game.setting))
    else:
        session.console.print(f"No trip fits `{words}`; `go` lists them all.", markup=False)


def fitting(words: str, known: Sequence[Trip], setting: Any) -> list[Trip]:
    """Trips whose piece, beginning and goal are what the words say."""
    typed = same_places(tokens(words), setting)
    if not typed:
        return list(known)
    found = []
    for trip in known:
        goal = same_places(tokens(trip.goal), setting)
        piece = same_places(tokens(trip.piece), setting)
        start = same_places(tokens(trip.start), setting)
        if typed in (goal, [*piece, *goal], [*start, *goal], piece, start):
            found.append(trip)
    to = [trip for trip in found if typed[-1:] == same_places(tokens(trip.goal), setting)]
    return to or found


def cheapest(found: Sequence[Trip]) -> list[Trip]:
    """One trip if all lead one piece to one place: the cheapest, of those the shortest."""
    if len({(trip.piece, trip.goal) for trip in found}) != 1:
        return list(found)
    return [min(found, key=lambda trip: (sum(n for _, n in trip.price), len(trip.steps)))]


def travel(session: Any, trip: Trip) -> None:
    """Play the steps; if something unexpected happens on the way, the rest is left."""
    session.remember()
    for number, move in enumerate(trip.steps):
        decision = session.game.pending
        if number and move not in session.game.moves():
            session.console.print("The trip ends here.")
            return
        session.game.play(move)
        session.tell(decision, move)


def listed(known: Sequence[Trip], found: Sequence[Trip], setting: Any) -> Text:
    """Trips by piece, numbered as in the whole list, each with its steps and its price."""
    from rich.text import Text

    drawn = Text()
    wanted = set(map(id, found))
    head = ("", "")
    width = 0
    for number, trip in enumerate(known, 1):
        if id(trip) not in wanted:
            continue
        if head != (trip.action, trip.piece):
            head = (trip.action, trip.piece)
            title = f"{trip.action} {trip.piece}".replace("_", " ").strip()
            drawn.append("\n" if drawn else "").append(title, style="bold")
            drawn.append(f" from {trip.start}\n     " if trip.start else "\n     ")
            width = 5
        text = f" {trip.goal} {told(trip, setting)}   "
        room = len(f"{number}{text}")
        if width + room > 78:
            drawn.append("\n     ")
            width = 5
        drawn.append(str(number), style="bold cyan").append(text)
        width += room
    drawn.append("\n`go NUMBER` or `go PLACE` goes there", style="dim")
    drawn.append("; ? something unknown waits there" if _unknown(found) else "", style="dim")
    return drawn


def _unknown(found: Sequence[Trip]) -> bool:
    return any(not trip.known for trip in found)


def told(trip: Trip, setting: Any) -> str:
    """`(3)`, `(3, 1 of something)`; a question mark where something unknown waits."""
    parts = [str(len(trip.steps))]
    if trip.price:
        parts.append(show(setting, trip.price, ir.Type("bundle")))
    return f"({', '.join(parts)})" + ("" if trip.known else "?")

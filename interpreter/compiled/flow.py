"""The function of one block while it is written, and the questions it asks.

A frame on the agenda is a list: block, position, acting player, how it pays, whether it paid,
whether it may still be abandoned, where a sealed answer goes, then its names and loop cursors. A
block's function runs from its position to the next question, notes the site of the question and
returns. So the whole game, the agenda included, stays plain data.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from hexwright.dsl import program as ir

from .lines import deeper

HEAD = 7
GIVE_UP = -1


@dataclass(slots=True)
class Site:
    """A question: where it is asked and how it is answered."""

    kind: str
    """act, must, may, choose, pick"""
    who: int
    """frame slot of the player asked"""
    offer: str
    answer: str
    no_way: int
    """position to go on from when nothing can be answered; GIVE_UP leaves the action"""
    terms: ir.Terms | None = None
    phase: str = ""
    choose: ir.Choose | None = None
    block: tuple[str, str] = ("", "")
    bound: tuple[int, ...] = ()
    taken: int = 0
    """frame slot of what has been picked"""
    number: int = -1
    """block in which it is asked"""
    after: int = -1
    """position after the answer"""
    quiet: str = ""
    """the offer without open offers, where that is another one"""


class Flow:
    """The function of one block while it is written."""

    def __init__(self, size: int, number: int) -> None:
        self.number = number
        self.segments: dict[int, list[str]] = {0: []}
        self.at = 0
        self.labels = 1
        self.size = size

    def slot(self, count: int = 1) -> int:
        first = self.size
        self.size += count
        return first

    def label(self) -> int:
        self.labels += 1
        return self.labels - 1

    def start(self, label: int) -> None:
        self.segments[label] = []
        self.at = label

    def put(self, *lines: str) -> None:
        self.segments[self.at].extend(lines)

    def jump(self, label: int) -> None:
        self.put(f"pc = {label}", "continue")

    def leave(self, label: int) -> None:
        """Return to the driver; go on at the label."""
        self.put(f"F[1] = {label}", "return")

    def lines(self, entries: set[int]) -> list[str]:
        """The function; segments that nothing but the one before jumps to are joined to it, and
        what follows further below is come to without going round."""
        self._join(entries)
        found = ["pc = F[1]", "while True:"]
        order = list(self.segments)
        for place, (label, segment) in enumerate(self.segments.items()):
            body = segment or ["pass"]
            ends = body[-2] if len(body) > 1 and body[-1] == "continue" else ""
            if ends.startswith("pc = ") and int(ends[5:]) in order[place + 1 :]:
                body = body[:-1]  # what follows stands further below
            found.append(f"    if pc == {label}:")
            found += deeper(deeper(body))
        return found

    def _join(self, entries: set[int]) -> None:
        """Follow jumps to jumps, then put together what always runs in a row."""
        goes = {}
        for label, segment in self.segments.items():
            if len(segment) == 2 and segment[1] == "continue" and segment[0].startswith("pc = "):
                goes[label] = int(segment[0][5:])

        def last(label: int) -> int:
            seen = set()
            while label in goes and label not in seen:
                seen.add(label)
                label = goes[label]
            return label

        for segment in self.segments.values():
            for i, line in enumerate(segment):
                bare = line.strip()
                if bare.startswith("pc = "):
                    segment[i] = line.replace(bare, f"pc = {last(int(bare[5:]))}")
        while True:
            jumps = Counter(
                int(line.strip()[5:])
                for segment in self.segments.values()
                for line in segment
                if line.strip().startswith("pc = ")
            )
            for label, segment in self.segments.items():
                if len(segment) >= 2 and segment[-1] == "continue" and segment[-2][:5] == "pc = ":
                    target = int(segment[-2][5:])
                    if jumps[target] == 1 and target not in entries and target not in (0, label):
                        segment[-2:] = self.segments.pop(target)
                        break
            else:
                break
        reached = {*jumps, *entries, 0}
        for label in [x for x in self.segments if x not in reached]:
            del self.segments[label]

"""Lines of source."""

from __future__ import annotations


def deeper(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]

"""The engine: from a typed program to a played game.

What other programs use is named here and loaded when it is first asked for, so that a command which
plays nothing does not wait for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexwright.interpreter.game import Game, load, new_game, replay
    from hexwright.interpreter.journal import Journal, JournalError
    from hexwright.interpreter.moves import Decision, IllegalMove, Move, Refusal
    from hexwright.interpreter.scenarios import Outcome, coverage, run_scenario
    from hexwright.interpreter.setting import SettingError
    from hexwright.interpreter.view import Hidden, View

HOMES = {
    "Game": "game",
    "load": "game",
    "new_game": "game",
    "replay": "game",
    "Journal": "journal",
    "JournalError": "journal",
    "Decision": "moves",
    "IllegalMove": "moves",
    "Move": "moves",
    "Refusal": "moves",
    "Outcome": "scenarios",
    "coverage": "scenarios",
    "run_scenario": "scenarios",
    "SettingError": "setting",
    "Hidden": "view",
    "View": "view",
}

__all__ = [
    "Decision",
    "Game",
    "Hidden",
    "IllegalMove",
    "Journal",
    "JournalError",
    "Move",
    "Outcome",
    "Refusal",
    "SettingError",
    "View",
    "coverage",
    "load",
    "new_game",
    "replay",
    "run_scenario",
]


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)

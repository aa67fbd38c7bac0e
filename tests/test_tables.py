"""Boards against their tables, and the rulesets of one folder."""

from pathlib import Path

import pytest
from hexwright.dsl.diagnostics import errors
from hexwright.dsl.load import family, load_ruleset
from hexwright.tools.trying import try_set_ups

GAME = """ruleset meadow
    title "Meadow"
    players 2
    seats 2: red, blue

kind soil
    columns code: text
    | sand | "A" |
    | clay | "B" |

each hex has soil: soil or none
each hex has depth: number from 1 to 9 or none

board small
    cells soil.code, depth
    map
        | A1  B2  A2
    holds soil: {soil}
    holds depth: {depth}

piece runner on hex
    supply 1 each

steps set_up
    each p in players
        p must settle_down

action settle_down
    choose spot from hexes
    place runner on spot

steps take_turn
    you win
"""


@pytest.mark.parametrize(
    ("soil", "depth", "told"),
    [
        ("2 sand + clay", "(1, 2, 2)", ""),
        ("sand + clay", "(1, 2, 2)", "sand 2 instead of 1"),
        ("2 sand + clay", "(1, 2)", "2 2 instead of 1"),
        ("3 sand", "(1, 2, 2)", "sand 2 instead of 3, clay 1 instead of 0"),
    ],
)
def test_a_board_is_counted_against_its_table(
    tmp_path: Path, soil: str, depth: str, told: str
) -> None:
    file = tmp_path / "meadow.rules"
    file.write_text(GAME.format(soil=soil, depth=depth), encoding="utf-8")
    wrong = errors(try_set_ups(load_ruleset(file)))
    assert [d.code for d in wrong] == (["B003"] if told else [])
    if told:
        assert told in wrong[0].message


def test_a_folder_is_its_own_ruleset_and_all_inside_it() -> None:
    assert family("base") == ["base"]
    assert family("seafarers")[0] == "seafarers"
    assert "seafarers/new_shores" in family("seafarers")
    assert family("seafarers/new_shores") == ["seafarers/new_shores"]
    assert all(name.startswith("house/") for name in family("house"))
    assert family("nonsense") == ["nonsense"]

"""House rules on top of a shipped ruleset: `--with`, options from outside, places in refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl.load import try_ruleset
from hexwright.interpreter import new_game
from hexwright.interpreter.moves import Move
from hexwright.interpreter.setting import SettingError


def write(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_house_rules_stack(tmp_path: Path) -> None:
    head = 'ruleset {0}\n    extends base\n    title "{0}"\n'
    one = write(tmp_path, "one", head.format("one") + "raise points_to_win by 1\n")
    two = write(tmp_path, "two", head.format("two") + "raise points_to_win by 2\n")
    rules = load_ruleset("base", with_=[one, two])
    assert rules.program.options["points_to_win"].normally == 13
    assert "one + two" in rules.program.title


def test_a_house_rule_that_extends_nothing_is_for_what_it_is_stacked_on(tmp_path: Path) -> None:
    short = write(tmp_path, "short", "ruleset short\n    extends base\nchange points_to_win to 8\n")
    long = write(tmp_path, "long", "ruleset long\n    extends base\nchange points_to_win to 14\n")
    _, found = try_ruleset("base", [short, long])
    assert [d.code for d in found if d.severity == "error"] == ["C103"]
    judge = write(tmp_path, "judge", "keep option points_to_win from long\n")
    rules = load_ruleset("base", with_=[short, long, judge])
    assert rules.program.options["points_to_win"].normally == 14
    more = write(tmp_path, "more", "ruleset more\nraise points_to_win by 1\n")
    assert load_ruleset(short, with_=[more]).program.options["points_to_win"].normally == 9


def test_options_are_checked_against_their_range() -> None:
    rules = load_ruleset("base")
    assert new_game(rules, players=3, seed=1, options={"points_to_win": "12"}).pending
    for key, value, word in (
        ("points_to_win", "99", "3 to 30"),
        ("points_to_win", "many", "number"),
        ("points_to_wine", "12", "points_to_win"),
    ):
        with pytest.raises(SettingError, match=word):
            new_game(rules, players=3, seed=1, options={key: value})


REFUSING = """\
ruleset strict
    extends base

change requirement free of build_road to no
change cost of settlement to 19 ore
    text "A settlement costs {settlement.cost}."
add requirement rich to build_city: count you.hand > 90 else "Only the rich."
"""


def test_a_refusal_cites_the_line_that_refuses(tmp_path: Path) -> None:
    rules = load_ruleset(write(tmp_path, "strict", REFUSING))
    game = new_game(rules, players=3, seed=3, options={"setup": "beginner"})
    while game.pending and "roll_dice" not in game.pending.actions:
        game.play(game.moves()[0])
    places = {
        (action, reason.name): reason.place
        for action in ("build_road", "build_settlement", "build_city")
        for reason in game.why_not(Move(action))
    }
    assert places["build_road", "free"].endswith("strict.rules:4")
    assert places["build_settlement", "price"].endswith("strict.rules:5")
    assert places["build_city", "rich"].endswith("strict.rules:7")
    assert all(places.values())

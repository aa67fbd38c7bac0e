"""docs/cards.md is true: every card on that page is loaded, played and checked."""

import re
from pathlib import Path

import pytest
from hexwright.dsl.check import check
from hexwright.dsl.diagnostics import errors
from hexwright.dsl.load import try_ruleset
from hexwright.dsl.render import as_text
from hexwright.interpreter import run_scenario
from hexwright.interpreter.engines import ENGINES

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "cards.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?ms)^```rules(?: wrong ([A-Z]\d{3}))?\n(.*?)^```$")
CARDS = [(found[1] or "", found[2]) for found in BLOCK.finditer(PAGE)]


def test_the_page_shows_cards() -> None:
    assert len(CARDS) >= 5


@pytest.mark.parametrize(("code", "text"), CARDS, ids=[t.split()[1] for _, t in CARDS])
def test_the_card_is_as_the_page_says(code: str, text: str, tmp_path: Path) -> None:
    name = text.split()[1]
    path = tmp_path / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    rules, found = try_ruleset(path)
    assert rules is not None
    found = found if errors(found) else [*found, *check(rules.world, rules.program)]
    if code:
        assert [d.code for d in errors(found)] == [code]
        return
    own = [d for d in found if d.span.file.endswith(path.name) and d.severity != "note"]
    assert not own, as_text(own, rules.texts)
    titles = re.findall(r'(?m)^scenario "([^"]*)"', text)
    assert titles
    for title in titles:
        for engine in ENGINES:
            outcome = run_scenario(rules, rules.program.scenarios[title], engine)
            assert outcome.passed, f"{title} ({engine}): {outcome.message}"

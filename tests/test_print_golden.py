"""Printed pages as they were approved. HEXWRIGHT_ACCEPT=1 records them anew; review the diff."""

import os
from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.tools.print import printed

FOLDER = Path(__file__).parent / "printed"
PAGES = [
    ("base", "rules"),
    ("base", "summary"),
    ("base", "teach"),
    ("seafarers/oceania", "changes"),
    ("cities_and_knights", "summary"),
    ("explorers_and_pirates/land_ho", "changes"),
    ("house/friendly_robber", "changes"),
    ("house/castles", "changes"),
    ("house/volcano", "changes"),
]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("name", "sheet"), PAGES)
def test_page_is_as_approved(name: str, sheet: str, language: str) -> None:
    path = FOLDER / f"{name.replace('/', '-')}.{sheet}.{language}.md"
    page = printed(load_ruleset(name), language, "md", sheet).decode("utf-8")
    if os.environ.get("HEXWRIGHT_ACCEPT"):
        path.write_text(page, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == page

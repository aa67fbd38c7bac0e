"""The cheat sheet: on one page, its examples true, its picture fresh.

HEXWRIGHT_ACCEPT=1 draws docs/cheatsheet.svg anew.
"""

import hashlib
import os
import re
from pathlib import Path

import pytest
from hexwright.dsl.check import check
from hexwright.dsl.diagnostics import errors
from hexwright.dsl.load import try_ruleset
from hexwright.dsl.render import as_text
from hexwright.interpreter import run_scenario
from hexwright.tools.cli import COMMANDS
from hexwright.tools.paper import compiled

SOURCE = Path(__file__).resolve().parent.parent / "docs" / "cheatsheet.typ"
PICTURE = SOURCE.with_suffix(".svg")
TEXT = SOURCE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"(?ms)^```rules\n(.*?)^```$", TEXT)


def test_it_fits_on_one_printed_page() -> None:
    assert len(compiled(TEXT, "svg")) == 1


def test_the_picture_is_of_this_text() -> None:
    mark = f"<!-- {hashlib.sha256(TEXT.encode()).hexdigest()} -->"
    if os.environ.get("HEXWRIGHT_ACCEPT"):
        drawn = compiled(TEXT, "svg")[0].decode()
        PICTURE.write_text(f"{drawn.rstrip()}\n{mark}\n", encoding="utf-8")
    assert PICTURE.read_text(encoding="utf-8").rstrip().endswith(mark)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n")[0][:30])
def test_its_examples_are_clean(example: str, tmp_path: Path) -> None:
    header = "" if example.startswith("ruleset") else "ruleset mine\n    extends base\n\n"
    file = tmp_path / "mine.rules"
    file.write_text(header + example, encoding="utf-8")
    rules, found = try_ruleset(file)
    assert rules is not None
    found = found if errors(found) else [*found, *check(rules.world, rules.program)]
    wrong = [one for one in found if one.severity != "note"]
    assert not wrong, as_text(wrong, rules.texts)
    for scenario in rules.program.scenarios.values():
        if scenario.span.file.endswith("mine.rules"):
            assert run_scenario(rules, scenario, "compiled").passed


def test_it_names_commands_that_exist() -> None:
    part = TEXT[TEXT.index("= In the terminal") :]
    cells = re.findall(r"(?m)^  \[(.*?)\], \[", part)
    named = {words.split()[0] for cell in cells for words in re.findall(r"`([^`]*)`", cell)}
    assert len(named) > 10
    assert named <= COMMANDS.keys()

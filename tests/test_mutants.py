"""Rules broken on purpose: all sorts of mistakes are made, and scenarios notice them."""

import json
from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.tools.cli import main
from hexwright.tools.mutants import mutants
from hexwright.tools.unnoticed import keyed, mutate

TOY = Path(__file__).parent / "toy.rules"
PROOF = """
scenario "An empty basket"
    on orchard with 2 players
    given basket is 0 quince
    then red may not pick_fruit(quince) because there
"""


def unnoticed(path: Path) -> tuple[int, list[str]]:
    rules = load_ruleset(path)
    told = mutate("toy", [(rules, list(rules.program.scenarios.values()))])
    return told["mutants"], [one["what"] for one in told["unnoticed"]]


def test_a_scenario_more_and_a_mistake_less_goes_unnoticed(tmp_path: Path) -> None:
    count, before = unnoticed(TOY)
    path = tmp_path / "toy.rules"
    path.write_text(TOY.read_text(encoding="utf-8") + PROOF, encoding="utf-8")
    same, after = unnoticed(path)
    assert count == same > len(before) > len(after)
    assert "requirement there is gone" in before
    assert "requirement there is gone" not in after
    assert "requirement apart is gone" not in before, "the toy proves it"


def test_every_mutant_differs_and_only_own_files_are_broken() -> None:
    rules = load_ruleset("house/castles")
    broken = keyed(mutants(rules.program, lambda file: file == "house/castles.rules"))
    assert len(broken) > 10
    for one in broken.values():
        assert one.span.file == "house/castles.rules"
        assert one.program != rules.program
    whole = keyed(mutants(rules.program, lambda file: True))
    sorts = {what for _, _, _, what, _ in whole}
    assert {"without `where`", "without `when`", "only what stands before", "may instead",
            "without limit", "the opposite", "paying"} <= sorts  # fmt: skip


def test_the_command_tells_places_and_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("test", str(TOY), "--mutate", "--format", "json")) == 0
    told = json.loads(capsys.readouterr().out)
    there = [one for one in told["unnoticed"] if one["what"] == "requirement there is gone"]
    assert len(there) == 1
    assert there[0]["line"].startswith("require there:")
    file, _, line = there[0]["place"].rpartition(":")
    assert file.endswith("toy.rules")
    assert TOY.read_text(encoding="utf-8").splitlines()[int(line) - 1].strip() == there[0]["line"]

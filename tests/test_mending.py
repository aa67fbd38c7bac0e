"""`check --fix`, `allow`, the hook definition, and games that go wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl.diagnostics import Fix
from hexwright.dsl.fixing import mended
from hexwright.dsl.tree import Span
from hexwright.interpreter import replay
from hexwright.tools.cli import main
from hexwright.tools.deep import Search
from hexwright.tools.mending import write_atomically

BROKEN = """ruleset fixme
    extends bsae
    title “Hello”

chnage points_to_wni to 12
\trule gift
    after roll_dice
    give lumbre to you
    text "Wood."

add requirement friendly to move_robber: target.terrain is not dessert
    "No."
"""
MENDED = """ruleset fixme
    extends base
    title "Hello"

change points_to_win to 12
rule gift
    after roll_dice
    give lumber to you
    text "Wood."

add requirement friendly to move_robber: target.terrain is not desert
    else "No."
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return path


def test_all_that_is_safe_is_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "fixme", BROKEN)
    assert main(["check", str(path), "--fix"]) == 0
    assert path.read_text(encoding="utf-8") == MENDED
    assert "mended 9 places" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_mended_is_left_as_it_was(tmp_path: Path) -> None:
    text = "ruleset mine\n    extends base\n\nchange points_to_win to many\n"
    path = write(tmp_path, "mine", text)
    assert main(["check", str(path), "--fix"]) == 1
    assert path.read_text(encoding="utf-8") == text


def test_a_needless_allow_goes_with_its_line(tmp_path: Path) -> None:
    text = "ruleset mine\n    extends base\n\nchange points_to_win to 12\n    allow X001\n"
    path = write(tmp_path, "mine", text)
    assert main(["check", str(path), "--fix"]) == 0
    assert path.read_text(encoding="utf-8") == text.replace("    allow X001\n", "")


def test_an_allow_holds_for_its_own_block(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "ruleset mine\n    extends base\n\nchange part plain of player.bank_rate to 3\n"
        "    allow X001\n\nchange requirement free of build_road to yes\n"
    )
    assert main(["check", str(write(tmp_path, "mine", text))]) == 0
    said = capsys.readouterr().out
    assert "requirement free" in said and "part plain" not in said and "S027" not in said


def test_edits_count_places_in_the_text_as_it_was() -> None:
    text = "one two\nthree\n"
    edits = [
        Fix(Span("x", 1, 1, 1, 4), "1"),
        Fix(Span("x", 1, 5, 1, 8), "zwei"),
        Fix(Span("x", 2, 6, 2, 6), "!"),
        Fix(Span("x", 3, 1, 3, 1), "end"),
    ]
    assert mended(text, edits) == "1 zwei\nthree!\nend"
    assert mended("\ufeff" + text, edits[:1]) == "\ufeff1 two\nthree\n"


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "mine", "old")
    path.chmod(0o640)
    write_atomically(path, "new")
    assert path.read_text() == "new" and path.stat().st_mode & 0o777 == 0o640

    def fail(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError):
        write_atomically(path, "newer")
    assert path.read_text() == "new" and list(tmp_path.iterdir()) == [path]


def test_the_library_is_never_mended(tmp_path: Path) -> None:
    base = load_ruleset("base")
    before = dict(base.texts)
    path = write(tmp_path, "mine", "ruleset mine\n    extends base\n\nremove piece robber\n")
    assert main(["check", str(path), "--fix"]) == 1
    assert dict(load_ruleset("base").texts) == before


def test_the_hooks_name_commands_that_exist() -> None:
    text = (Path(__file__).parent.parent / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entries = [line.split(": ", 1)[1] for line in text.splitlines() if "entry:" in line]
    assert entries == ["hexwright check", "hexwright check --fix"]
    for entry in entries:
        command = [sys.executable, "-m", "hexwright.tools", *entry.split()[1:], "--help"]
        assert subprocess.run(command, capture_output=True).returncode == 0


STUCK = """ruleset stuck
    extends base

add requirement rested to end_turn: round > 2 else "Not yet."
"""
CLOSING = (
    STUCK.replace("stuck", "closing")
    + """
remove phase main of offer_trade
remove phase main of hear_offers
remove phase main of trade_with_bank
"""
)


def test_a_dead_end_is_saved_for_replay(tmp_path: Path) -> None:
    rules = load_ruleset(write(tmp_path, "stuck", STUCK))
    journal = tmp_path / "stuck.json"
    found = Search(rules, 3, journal=journal, scenarios=False).run()
    (dead,) = [d for d in found if d.code == "R003"]
    assert "does not end" in dead.message and str(journal) in dead.hints[0]
    game = replay(journal, rules)
    assert game.pending is not None and "end_turn" not in {m.what for m in game.moves()}


def test_a_phase_that_nobody_can_end(tmp_path: Path) -> None:
    rules = load_ruleset(write(tmp_path, "closing", CLOSING))
    found = Search(rules, 3, scenarios=False).run()
    (dead,) = [d for d in found if d.code == "R003"]
    assert "ended by itself" in dead.message and "--journal" in dead.hints[0]


def test_deep_checking_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "stuck", STUCK)
    command = ["check", str(path), "--deep", "1", "--format", "json"]
    assert main([*command, "--journal", str(tmp_path / "j.json"), "-o", "setup=beginner"]) == 1
    codes = [one["code"] for one in json.loads(capsys.readouterr().out)]
    assert "R003" in codes and "R001" in codes
    assert (tmp_path / "j.json").exists()

"""Translations: what is missing, out of date or does not fit is told by `check`."""

from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl.load import shipped_names
from hexwright.dsl.translate import catalogue, check_translations, plural_in
from hexwright.tools.cli import main

RULES = """
ruleset snow
    extends base
    title "Snow"

option depth is number from 1 to 9, normally 2
    text "Snow lies {depth} feet deep."

rule thaw
    after end_turn
    shuffle development_deck
    text "Then it thaws."
"""
FULL = """
msgid "Snow"
msgstr "La neige"

msgid "Snow lies {depth} feet deep."
msgstr "Il y a {depth} pieds de neige."

msgid "Then it thaws."
msgstr "Puis vient le dégel."

msgctxt "name"
msgid "depth"
msgstr "profondeur"
"""


def codes(tmp_path: Path, po: str, name: str = "snow.fr.po") -> list[str]:
    (tmp_path / "snow.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / name).write_text(po, encoding="utf-8")
    rules = load_ruleset(str(tmp_path / "snow.rules"))
    return [d.code for d in check_translations(rules)]


def test_a_whole_translation_is_fine(tmp_path: Path) -> None:
    assert codes(tmp_path, FULL) == []
    rules = load_ruleset(str(tmp_path / "snow.rules"))
    assert catalogue(rules, "fr").sentence("Snow") == "La neige"
    assert catalogue(rules, "fr").name("road").one == "route"


def test_one_file_for_a_folder(tmp_path: Path) -> None:
    assert codes(tmp_path, FULL, "fr.po") == []


def test_without_a_file_nobody_complains(tmp_path: Path) -> None:
    (tmp_path / "snow.rules").write_text(RULES, encoding="utf-8")
    assert check_translations(load_ruleset(str(tmp_path / "snow.rules"))) == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('msgid "Then it thaws."', 'msgid "Then it melts."', "X005"),
        ("{depth} pieds", "deux pieds", "X004"),
        ('msgstr "profondeur"', 'msgstr ""', "X003"),
        ('msgid "Snow"\nmsgstr "La neige"', "", "X003"),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, old: str, new: str, code: str) -> None:
    assert code in codes(tmp_path, FULL.replace(old, new))


def test_check_tells_it_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes(tmp_path, FULL.replace("{depth} pieds", "deux pieds"))
    assert main(["check", str(tmp_path / "snow.rules")]) == 1
    shown = capsys.readouterr().err
    assert "X004" in shown and "snow.fr.po:5" in shown


def test_a_broken_file_is_no_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes(tmp_path, 'msgid "a\nmsgstr')
    assert main(["check", str(tmp_path / "snow.rules")]) == 1
    assert "snow.fr.po" in capsys.readouterr().err


def test_french_plurals_by_rule() -> None:
    assert plural_in("fr", "port") == "ports"
    assert plural_in("fr", "bateau pirate") == "bateaux pirate"
    assert plural_in("fr", "canal") == "canaux"
    assert plural_in("fr", "bois") == "bois"


def test_base_is_wholly_translated() -> None:
    assert "base" in shipped_names()
    assert check_translations(load_ruleset("base")) == []

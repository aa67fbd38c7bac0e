"""Mistakes that people make, one in each file of `mistakes/`, with exactly what is said about it.

A file holds the rules as somebody wrote them (after `=== NAME.rules` if there are several files;
the last one is checked; `# deep` on the first line asks for the scenarios, too), then a line
`=== says` and the messages. HEXWRIGHT_ACCEPT=1 records them anew; read the diff as a player would.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

import pytest
from hexwright.dsl.diagnostics import BY_CODE, Diagnostic, errors
from hexwright.dsl.fixing import fixes_of, mended
from hexwright.dsl.render import as_text
from hexwright.tools.check import diagnostics_of
from hexwright.tools.deep import failing_scenarios

FOLDER = Path(__file__).parent / "mistakes"
FILES = sorted(FOLDER.glob("*.txt"))
FEWEST = 100


def split(text: str) -> tuple[dict[str, str], str]:
    """The files by name, and what is said about the last one."""
    rules, _, said = text.partition("=== says\n")
    parts = re.split(r"(?m)^=== (\w+\.rules)\n", rules)
    files = dict(zip(parts[1::2], parts[2::2], strict=True))
    return files or {"mine.rules": rules}, said


def spoken(files: dict[str, str], folder: Path) -> tuple[list[Diagnostic], dict[str, str]]:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    texts: dict[str, str] = {}
    args = argparse.Namespace(with_=[], deep=0, options=[], journal=None, no_cache=True)
    found, rules = diagnostics_of(name, args, texts)
    if text.startswith("# deep\n") and rules is not None:
        found += failing_scenarios(rules)
    return found, texts


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_said_about_a_mistake(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = file.read_text(encoding="utf-8")
    files, expected = split(text)
    found, texts = spoken(files, tmp_path)
    said = as_text(found, texts) + "\n"
    if os.environ.get("HEXWRIGHT_ACCEPT"):
        file.write_text(text.partition("=== says\n")[0] + f"=== says\n{said}", encoding="utf-8")
        return
    assert found
    assert said == expected
    assert all(d.span.file in {*files, ""} for d in errors(found) if d.code[0] != "R")


def test_there_are_enough_of_them_and_they_differ() -> None:
    assert len(FILES) >= FEWEST
    said = [split(file.read_text(encoding="utf-8"))[1] for file in FILES]
    assert len(set(said)) == len(said)
    codes = {code for text in said for code in re.findall(r"\[([A-Z]\d+) ", text)}
    assert len(codes) > 40 and codes <= set(BY_CODE)


def test_most_typos_are_mended_by_their_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typos = [file for file in FILES if file.stem.startswith("typo_")]
    cured = 0
    for file in typos:
        files, _ = split(file.read_text(encoding="utf-8"))
        found, _ = spoken(files, tmp_path)
        fixes = fixes_of(found, "mine.rules")
        if fixes:
            after, _ = spoken({"mine.rules": mended(files["mine.rules"], fixes)}, tmp_path)
            assert not errors(after), file.stem
            cured += 1
    assert cured >= 0.9 * len(typos)

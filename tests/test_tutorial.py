"""docs/tutorial.md is true: its files are written, its commands typed, its answers compared.

A block ```rules FILE is the whole file from now on, with `+` what is added to it. In a block
```console every line after `$` is run; what is printed must be what stands below it, where `…`
stands for anything, also for several lines.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from hexwright.tools.cli import main

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "tutorial.md"
FENCE = re.compile(r"(?ms)^```(rules|console)([^\n]*)\n(.*?)^```$")


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the answer that is shown."""
    for part in re.split(r"(?m)^\$ ", block)[1:]:
        typed, _, answer = part.partition("\n")
        yield typed, answer


def pattern(answer: str) -> str:
    """`…` on a line of its own stands for any lines, inside a line for any words."""
    found = ""
    for line in answer.splitlines():
        if line.strip() == "…":
            found += r"(?:.*\n)*?"
        else:
            found += re.escape(line.rstrip()).replace("…", ".*") + r" *\n"
    return found


def steps() -> list[tuple[str, str, str]]:
    text = DOCUMENT.read_text(encoding="utf-8")
    return [(sort, rest.strip(), body) for sort, rest, body in FENCE.findall(text)]


def test_the_tutorial_step_by_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    done = 0
    for sort, rest, body in steps():
        if sort == "rules":
            name, _, more = rest.partition(" ")
            file = tmp_path / name
            old = file.read_text(encoding="utf-8") if more == "+" else ""
            file.write_text(old + body, encoding="utf-8")
            continue
        for typed, answer in commands(body):
            program, *words = shlex.split(typed)
            assert program == "hexwright"
            main(words)
            said = capsys.readouterr()
            printed = said.out + said.err
            assert "Traceback" not in printed
            assert re.fullmatch(pattern(answer), printed), f"$ {typed}\n{printed}"
            done += 1
    assert done >= 18
    assert (tmp_path / "ours.svg").exists()


def test_the_finished_files_hold_with_their_own_scenarios(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for sort, rest, body in steps():
        if sort == "rules":
            name, _, more = rest.partition(" ")
            old = Path(name).read_text(encoding="utf-8") if more == "+" else ""
            Path(name).write_text(old + body, encoding="utf-8")
    for title in ("beginners alone", "lucky twelve", "Two lighthouses", "The atoll"):
        assert main(["test", "atoll.rules", "--only", title, "--engine", "both"]) == 0
    assert "FAIL" not in capsys.readouterr().out

"""The memory of `check`: right after any change, and harmless whatever happens to its files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hexwright.tools import check, remembering
from hexwright.tools.cli import main

TEXT = "ruleset mine\n    extends base\n\nchange points_to_win to 12\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("HEXWRIGHT_NO_CACHE", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "rules" / "mine.rules"
    path.parent.mkdir()
    path.write_text(TEXT, encoding="utf-8")
    return path


def asked(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    status = main(["check", str(path), *more])
    said = capsys.readouterr()
    return status, said.out + said.err


def test_the_second_answer_is_the_first_and_costs_nothing(
    cache: Path, mine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(mine, capsys)
    assert first[0] == 0 and list(cache.glob("*.json"))

    def never(*_: object) -> None:
        raise AssertionError("looked again")

    monkeypatch.setattr(check, "Answer", never)
    assert asked(mine, capsys) == first
    with pytest.raises(AssertionError, match="looked again"):
        monkeypatch.setenv("HEXWRIGHT_DEBUG", "1")
        asked(mine, capsys, "--no-cache")


def test_a_change_anywhere_is_noticed(
    cache: Path, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(mine, capsys)[0] == 0
    mine.write_text(TEXT.replace("12", "many"), encoding="utf-8")
    assert asked(mine, capsys)[0] == 1
    mine.write_text(TEXT, encoding="utf-8")
    assert asked(mine, capsys)[0] == 0
    parent = mine.parent / "base.rules"
    parent.write_text("ruleset base\nvalue x is y\n", encoding="utf-8")
    assert asked(mine, capsys)[0] == 1
    parent.unlink()
    assert asked(mine, capsys)[0] == 0


@pytest.mark.parametrize("damage", ["", "x", "cut", "lie", "folder"])
def test_damage_does_no_harm(
    damage: str, cache: Path, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = asked(mine, capsys)
    (entry,) = cache.glob("*.json")
    raw = entry.read_bytes()
    if damage == "folder":
        entry.unlink()
        entry.mkdir()
    elif damage == "cut":
        entry.write_bytes(raw[: len(raw) // 2])
    elif damage == "lie":
        entry.write_bytes(raw.replace(b'"status": 0', b'"status": 1'))
    else:
        entry.write_bytes(damage.encode())
    assert asked(mine, capsys) == first


def test_a_cache_that_cannot_be_written_is_none(
    tmp_path: Path, mine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("HEXWRIGHT_CACHE", str(blocked))
    assert asked(mine, capsys)[0] == 0
    monkeypatch.setenv("HEXWRIGHT_NO_CACHE", "1")
    assert remembering.folder() is None and asked(mine, capsys)[0] == 0


def test_other_words_have_another_answer(
    cache: Path, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked(mine, capsys)
    assert json.loads(asked(mine, capsys, "--format", "json")[1]) == []
    assert len(list(cache.glob("*.json"))) == 2

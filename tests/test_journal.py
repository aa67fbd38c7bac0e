"""Journals: the same game again, and damage that is found where it is."""

import json
import random
from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl.load import Rules
from hexwright.interpreter import Game, JournalError, load, new_game, replay
from hexwright.interpreter.journal import read_journal

TOY = Path(__file__).parent / "toy.rules"


@pytest.fixture(scope="module")
def toy() -> Rules:
    return load_ruleset(TOY)


@pytest.fixture(scope="module")
def played(toy: Rules) -> Game:
    game = new_game(toy, 3, seed=11, options={"goal": 3}, engine="reference", max_turns=60)
    dice = random.Random(11)
    while not game.finished:
        game.play(dice.choice(game.moves()))
    return game


def test_a_journal_replays_to_the_same_table(toy: Rules, played: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    played.save(path)
    for again in (
        replay(path, toy, engine="reference"),
        load(str(path), toy, engine="reference"),
        replay(played.journal, toy, engine="reference"),
    ):
        assert again.engine.table() == played.engine.table()
        assert again.winners == played.winners and again.turns == played.turns
        assert again.journal.text() == played.journal.text()


def test_a_saved_game_goes_on(toy: Rules, tmp_path: Path) -> None:
    game = new_game(toy, 2, seed=4, engine="reference")
    game.play(game.moves()[0])
    game.save(tmp_path / "half")
    again = load(tmp_path / "half", toy, engine="reference")
    assert again.pending == game.pending and again.moves() == game.moves()


def test_the_header_tells_what_was_played(played: Game) -> None:
    header = json.loads(next(played.journal.lines()))
    assert header["rules"] == "toy" and header["seed"] == 11 and header["players"] == 3
    assert header["options"]["goal"] == 3 and header["hash"]


def test_chance_is_written_by_name(played: Game) -> None:
    first = played.journal.entries[0]
    assert first.move is None and first.said[0][0] == "order"
    assert "windfall" in first.said[0][1]


def test_saving_replaces_a_file_at_once(played: Game, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old", encoding="utf-8")
    played.save(path)
    assert read_journal(path.read_text(encoding="utf-8")).moves == played.journal.moves
    assert [p.name for p in tmp_path.iterdir()] == ["kept"]


def test_every_changed_line_is_found(played: Game) -> None:
    lines = played.journal.text().splitlines()
    for number in range(0, len(lines), 7):
        changed = list(lines)
        record = json.loads(changed[number])
        record["extra"] = 1
        changed[number] = json.dumps(record)
        with pytest.raises(JournalError) as wrong:
            read_journal("\n".join(changed))
        assert wrong.value.line == number + 1


def test_missing_lines_are_found(played: Game) -> None:
    lines = played.journal.text().splitlines()
    with pytest.raises(JournalError) as wrong:
        read_journal("\n".join(lines[:4] + lines[5:]))
    assert wrong.value.line == 5
    with pytest.raises(JournalError, match="cut off"):
        read_journal("\n".join(lines[:-1]))
    with pytest.raises(JournalError, match="no JSON"):
        read_journal("\n".join(lines)[:-9])


@pytest.mark.parametrize(
    "text", ["", "\n", "{", "[]", "{}", '"x"', '{"journal": 1}', "\x00", "[" * 9999]
)
def test_what_is_no_journal_is_refused(text: str) -> None:
    with pytest.raises(JournalError):
        read_journal(text)


def test_bytes_and_missing_files_are_refused(toy: Rules, tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(JournalError):
        replay(path, toy, engine="reference")
    with pytest.raises(JournalError):
        replay(tmp_path / "nowhere", toy, engine="reference")


def test_other_rules_are_refused(toy: Rules, played: Game, tmp_path: Path) -> None:
    other = tmp_path / "toy.rules"
    text = TOY.read_text(encoding="utf-8").replace("supply 4 each", "supply 5 each")
    other.write_text(text, encoding="utf-8")
    rules = load_ruleset(other)
    assert rules.hash != toy.hash
    with pytest.raises(JournalError, match="other rules") as wrong:
        replay(played.journal, rules, engine="reference")
    assert wrong.value.line == 1


def test_a_journal_that_does_not_fit_the_game_is_refused(toy: Rules, played: Game) -> None:
    journal = played.journal.copy()
    del journal.entries[3]
    with pytest.raises(JournalError) as wrong:
        replay(read_journal(journal.text()), toy, engine="reference")
    assert wrong.value.line >= 5


def test_both_engines_write_and_read_the_same_journal(toy: Rules) -> None:
    game = new_game(toy, 2, seed=21, engine="compiled", max_turns=40)
    dice = random.Random(21)
    while not game.finished:
        game.play(dice.choice([m for m in game.moves() if m.what != "swap"]))
    again = replay(game.journal, toy, engine="reference")
    assert again.engine.table() == game.engine.table()
    assert again.journal.text() == game.journal.text()
